"""Sites for the pages of other suites: who may make one, which token opens it, and what a push does to it.

A push is bytes first, each under its digest, then one list of names.  Only the list changes what readers see, in one transaction.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from tdsuite.platform.access.codes import fingerprint
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.visitors import Visitor
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import Decision, deciding_on
from tdsuite.tournaments.services.decision import Refused, check

from . import blobs
from .actions import ExchangeAction
from .models import ReceivedFile, ReceivedSite
from .received_rules import DIGEST, LARGEST_SITE, MOST_FILES, fault_of_name, is_data

TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Committed:
    """What a list of names did.  missing: digests that must be sent first; then nothing was changed."""

    changed: int = 0
    removed: int = 0
    missing: tuple[str, ...] = ()


def add_site(*, by: Actor, slug: str, title: str) -> tuple[ReceivedSite, str]:
    """A new site and the token that opens it, which is kept nowhere.  Raises Refused, NotAllowed (an administrator alone)."""
    require(by, None, Can.CREATE_TOURNAMENT)
    site = ReceivedSite(slug=slug, title=title)
    try:
        with deciding_on(None, by=by, action=ExchangeAction.RECEIVED_ADDED) as decision:
            check(site)
            site.save()
            return site, _with_token(site, decision)
    except IntegrityError as error:
        raise Refused("There is a site of this short name already.", code="short_name_taken") from error


def new_token(*, by: Actor, site: ReceivedSite) -> str:
    """Another token; the one before opens nothing any more.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with deciding_on(None, by=by, action=ExchangeAction.RECEIVED_TOKEN_MADE) as decision:
        return _with_token(ReceivedSite.objects.select_for_update().get(pk=site.pk), decision)


def _with_token(site: ReceivedSite, decision: Decision) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    site.token_hash, site.token_made_at = fingerprint(token), timezone.now()
    site.save(update_fields=["token_hash", "token_made_at"])
    decision.record(site, after={"slug": site.slug, "title": site.title})
    return token


def revoke(*, by: Actor, site: ReceivedSite) -> None:
    """No token opens the site any more; its pages stay.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with deciding_on(None, by=by, action=ExchangeAction.RECEIVED_REVOKED) as decision:
        if ReceivedSite.objects.filter(pk=site.pk).exclude(token_hash="").update(token_hash=""):
            decision.record(site, after={"slug": site.slug})


def remove_site(*, by: Actor, site: ReceivedSite) -> None:
    """Take the site away with its pages.  Raises NotAllowed."""
    require(by, None, Can.CREATE_TOURNAMENT)
    with deciding_on(None, by=by, action=ExchangeAction.RECEIVED_REMOVED) as decision:
        decision.record(site, before={"slug": site.slug, "title": site.title})
        ReceivedSite.objects.filter(pk=site.pk).delete()
    blobs.forget(site)


def opened_by(slug: str, token: str) -> ReceivedSite | None:
    """The site, if this is its token; a wrong name and a wrong token are told apart by nobody."""
    site = ReceivedSite.objects.filter(slug=slug).first()
    known = site.token_hash if site is not None else ""
    return site if known and secrets.compare_digest(fingerprint(token), known) else None


def sender_of_a_site(request: HttpRequest) -> Visitor:
    """Another suite that publishes here may send more than a stranger; which site its token opens is asked by the view."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    rows = ReceivedSite.objects.filter(token_hash=fingerprint(token.strip()))
    return Visitor.PLAYER if scheme.lower() == "bearer" and rows.exists() else Visitor.STRANGER


def held(site: ReceivedSite) -> tuple[dict[str, str], list[str]]:
    """(digest by name of what readers see, digests that wait for the end of their push)."""
    there = blobs.sizes(site)
    files = {path: digest for path, digest in site.files.values_list("path", "digest") if digest in there}
    blobs.sweep_old(site, set(files.values()))
    return files, sorted(set(there) - set(files.values()))


def commit(*, site: ReceivedSite, files: Mapping[str, str]) -> Committed:
    """Make the site show exactly these files, {name: SHA-256}, all at once; the same list again changes nothing.

    Raises Refused, and then nothing was changed: a name, a script, too many or too much, the token revoked meanwhile.
    """
    _check_list(files)
    with deciding_on(None, by=site, action=ExchangeAction.RECEIVED_REPLACED) as decision:
        owned = ReceivedSite.objects.select_for_update().filter(pk=site.pk).exclude(token_hash="").first()
        if owned is None or owned.token_hash != site.token_hash:
            raise Refused("The token was revoked meanwhile.", code="token_revoked")
        there = blobs.sizes(owned)  # inside, so that nobody sweeps between this look and the rows
        if missing := sorted({digest for digest in files.values() if digest not in there}):
            return Committed(missing=tuple(missing))
        _check_bytes(owned, files, there)
        done = _replaced(owned, files, there, decision)
    with transaction.atomic():
        last = ReceivedSite.objects.select_for_update().get(pk=site.pk)
        blobs.sweep(last, set(last.files.values_list("digest", flat=True)))
    return done


def _check_bytes(site: ReceivedSite, files: Mapping[str, str], sizes: Mapping[str, int]) -> None:
    if sum(sizes[digest] for digest in files.values()) > LARGEST_SITE:
        raise Refused(f"The site is larger than {LARGEST_SITE // 1024 // 1024} MB.", code="site_too_large")
    if "tourney.js" in files and not is_data(blobs.read(site, files["tourney.js"]) or b""):
        raise Refused("tourney.js is no data: it must be newt= and one JSON object.", code="not_data")


def _check_list(files: Mapping[str, str]) -> None:
    if "index.html" not in files:
        raise Refused("A site has an index.html.", code="no_index")
    if len(files) > MOST_FILES:
        raise Refused(f"These are {len(files)} files; a site may have {MOST_FILES}.", code="too_many_files")
    for name, digest in files.items():
        if fault := fault_of_name(name):
            raise Refused(fault, code="bad_file_name")
        if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
            raise Refused(f"{name}: the digest is no SHA-256.", code="bad_digest")


def _replaced(site: ReceivedSite, files: Mapping[str, str], sizes: Mapping[str, int], decision: Decision) -> Committed:
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
        decision.record(site, after=facts)
    site.received_at = now
    site.save(update_fields=["received_at", "changed_at"])
    return Committed(len(changed), len(gone))
