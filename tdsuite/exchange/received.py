"""Places for the pages of other suites: who may make one, which token opens it, and what a push does to it.

A push is bytes first, each under its digest, then one list of names.  Only the list changes what readers see, in one transaction.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tdsuite.access.codes import fingerprint
from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.services.decision import Refused, check

from . import blobs
from .models import ReceivedFile, ReceivedSite
from .received_rules import DIGEST, LARGEST_SITE, MOST_FILES, fault_of_name, is_data

TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Committed:
    """What a list of names did.  missing: digests that must be sent first; then nothing was changed."""

    changed: int = 0
    removed: int = 0
    missing: tuple[str, ...] = ()


def add_site(*, by: Any, slug: str, title: str) -> tuple[ReceivedSite, str]:
    """A new place and the token that opens it, which is kept nowhere.  Raises Refused, NotAllowed (the keeper alone)."""
    require(by, None, Can.CREATE_TOURNAMENT)
    site = ReceivedSite(slug=slug, title=title)
    try:
        with transaction.atomic():
            check(site)
            site.save()
            return site, _with_token(site, by, "received.added")
    except IntegrityError as error:
        raise Refused("There is a place of this short name already.") from error


def new_token(*, by: Any, site: ReceivedSite) -> str:
    """Another token; the one before opens nothing any more.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with transaction.atomic():
        return _with_token(ReceivedSite.objects.select_for_update().get(pk=site.pk), by, "received.token_made")


def _with_token(site: ReceivedSite, by: Any, action: str) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    site.token_hash, site.token_made_at = fingerprint(token), timezone.now()
    site.save(update_fields=["token_hash", "token_made_at"])
    record(action, obj=site, by=by, after={"slug": site.slug, "title": site.title})
    return token


def revoke(*, by: Any, site: ReceivedSite) -> None:
    """No token opens the place any more; its pages stay.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with transaction.atomic():
        if ReceivedSite.objects.filter(pk=site.pk).exclude(token_hash="").update(token_hash=""):
            record("received.revoked", obj=site, by=by, after={"slug": site.slug})


def remove_site(*, by: Any, site: ReceivedSite) -> None:
    """Take the place away with its pages.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with transaction.atomic():
        record("received.removed", obj=site, by=by, before={"slug": site.slug, "title": site.title})
        ReceivedSite.objects.filter(pk=site.pk).delete()
    blobs.forget(site)


def opened_by(slug: str, token: str) -> ReceivedSite | None:
    """The place, if this is its token; a wrong name and a wrong token are told apart by nobody."""
    site = ReceivedSite.objects.filter(slug=slug).first()
    known = site.token_hash if site is not None else ""
    return site if known and secrets.compare_digest(fingerprint(token), known) else None


def held(site: ReceivedSite) -> tuple[dict[str, str], list[str]]:
    """(digest by name of what readers see, digests that wait for the end of their push)."""
    there = blobs.sizes(site)
    files = {path: digest for path, digest in site.files.values_list("path", "digest") if digest in there}
    blobs.sweep_old(site, set(files.values()))
    return files, sorted(set(there) - set(files.values()))


def commit(*, site: ReceivedSite, files: Mapping[str, str]) -> Committed:
    """Make the place show exactly these files, {name: SHA-256}, all at once; the same list again changes nothing.

    Raises Refused, and then nothing was changed: a name, a script, too many or too much, the token revoked meanwhile.
    """
    _check_list(files)
    with transaction.atomic():
        owned = ReceivedSite.objects.select_for_update().filter(pk=site.pk).exclude(token_hash="").first()
        if owned is None or owned.token_hash != site.token_hash:
            raise Refused("The token was revoked meanwhile.")
        there = blobs.sizes(owned)  # inside, so that nobody sweeps between this look and the rows
        if missing := sorted({digest for digest in files.values() if digest not in there}):
            return Committed(missing=tuple(missing))
        _check_bytes(owned, files, there)
        done = _replaced(owned, files, there)
    with transaction.atomic():
        last = ReceivedSite.objects.select_for_update().get(pk=site.pk)
        blobs.sweep(last, set(last.files.values_list("digest", flat=True)))
    return done


def _check_bytes(site: ReceivedSite, files: Mapping[str, str], sizes: Mapping[str, int]) -> None:
    if sum(sizes[digest] for digest in files.values()) > LARGEST_SITE:
        raise Refused(f"The site is larger than {LARGEST_SITE // 1024 // 1024} MB.")
    if "tourney.js" in files and not is_data(blobs.read(site, files["tourney.js"]) or b""):
        raise Refused("tourney.js is no data: it must be newt= and one JSON object.")


def _check_list(files: Mapping[str, str]) -> None:
    if "index.html" not in files:
        raise Refused("A site has an index.html.")
    if len(files) > MOST_FILES:
        raise Refused(f"These are {len(files)} files; a site may have {MOST_FILES}.")
    for name, digest in files.items():
        if fault := fault_of_name(name):
            raise Refused(fault)
        if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
            raise Refused(f"{name}: the digest is no SHA-256.")


def _replaced(site: ReceivedSite, files: Mapping[str, str], sizes: Mapping[str, int]) -> Committed:
    before = dict(site.files.values_list("path", "digest"))
    gone = [path for path in before if path not in files]
    changed = [path for path, digest in files.items() if before.get(path) != digest]
    now = timezone.now()
    if gone or changed:
        everything = [*gone, *changed]
        for start in range(0, len(everything), 500):  # databases count the words of a question
            site.files.filter(path__in=everything[start : start + 500]).delete()
        ReceivedFile.objects.bulk_create(
            (ReceivedFile(site=site, path=path, digest=files[path], size=sizes[files[path]]) for path in changed),
            batch_size=200,
        )
        site.changed_at = now
        facts = {"files": len(files), "changed": len(changed), "removed": len(gone)}
        record("received.replaced", obj=site, by=site, after=facts)
    site.received_at = now
    site.save(update_fields=["received_at", "changed_at"])
    return Committed(len(changed), len(gone))
