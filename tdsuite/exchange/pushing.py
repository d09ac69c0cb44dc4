"""One push: what changed since the last one, whole file by whole file, remembered as it goes."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from . import secrets
from .export import FORMATS, Exported
from .models import PublishTarget
from .publishing import PRIVATE, state_of
from .site import site_files
from .transports.base import Address, Transport, TransportError
from .transports.folder import FolderTransport

UNSURE = ""  # stands for the digest of a file that may or may not have arrived
UNFORESEEN = "The push stopped on an unexpected error. The worker's log has the details."
Tick = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Pushed:
    """How many files went, were removed, and were there already."""

    sent: int
    removed: int
    same: int


def files_out(tournament: Tournament, language: str = settings.LANGUAGE_CODE) -> dict[str, bytes]:
    """What strangers may have: the site in a language, and tourney.js where it would be right."""
    files = site_files(tournament, language)
    data, losses = FORMATS["tourney.js"].write(tournament)
    if Exported("tourney.js", "", data, losses).sendable:
        files["tourney.js"] = data
    return files


def push(*, target: PublishTarget, tick: Tick = lambda done, total: None) -> Pushed:
    """Send what changed to the target, and remember file by file what it holds.  Raises TransportError, Refused.

    A push that broke off is taken up by the next: what went, stays; the file in whose middle it broke goes again.
    """
    tournament = Tournament.objects.get(pk=target.tournament_id)
    if not tournament.is_open_to_all:
        raise Refused(PRIVATE, code="event_is_private")
    _remember(target, tried_at=timezone.now())
    state = state_of(tournament)  # before the pages: what changes meanwhile is sent next time
    known, sent = dict(target.sent), dict(target.sent)
    outcome: dict[str, Any] = {}  # stays empty where the worker stops, or the job was cancelled
    try:
        files = files_out(tournament, target.language)
        with _way_to(target) as way:
            pushed = _transfer(way, files, sent, tick)
        outcome = {"sent_state": state, "succeeded_at": timezone.now(), "last_error": ""}
    except Exception as error:
        outcome = {"last_error": str(error)[:500] if isinstance(error, TransportError) else UNFORESEEN}
        raise
    finally:
        _remember_sent(target, known, sent, **outcome)
    return pushed


@contextmanager
def _way_to(target: PublishTarget) -> Iterator[Transport]:
    """The open transport; the first key that a server shows is pinned before anything is sent."""
    way = _opened(target)
    try:
        if not target.pinned:
            _remember(target, pinned=way.fingerprint)
        yield way
    finally:
        way.close()


def _opened(target: PublishTarget) -> Transport:
    address = Address(target.host, target.port, target.username, target.folder, target.pinned)
    if target.kind == PublishTarget.Kind.FOLDER:
        return FolderTransport(address)
    from .transports.sftp import SftpTransport  # its library takes long to load, and few starts need it

    return SftpTransport(address, secrets.secret_of(target))


def _transfer(way: Transport, files: Mapping[str, bytes], sent: dict[str, str], tick: Tick) -> Pushed:
    """Pages that no longer stand go first: a round that was taken back must not stay out there."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    gone = [name for name in sent if name not in files]
    changed = [name for name in files if sent.get(name) != digests[name]]
    changed.sort(key=lambda name: (name == "index.html", name))  # what others lead to stands before them
    total = len(gone) + len(changed)
    for done, name in enumerate(gone):
        tick(done, total)
        way.remove(name)
        del sent[name]
    for done, name in enumerate(changed, start=len(gone)):
        tick(done, total)
        sent[name] = UNSURE
        way.put(name, files[name])
        sent[name] = digests[name]
    return Pushed(len(changed), len(gone), len(files) - len(changed))


def _remember_sent(target: PublishTarget, known: Mapping[str, str], sent: dict[str, str], **outcome: Any) -> None:
    """Write what the target holds, unless another push sent while this one ran.

    Then all of it is unsure again: two may have written one file, the older page last.
    known: what the row said when the push began.
    """
    with transaction.atomic():
        row = PublishTarget.objects.select_for_update().filter(pk=target.pk).first()
        if row is not None and row.sent != known:
            sent, outcome = dict.fromkeys((*row.sent, *sent), UNSURE), outcome | {"sent_state": "", "last_error": ""}
        _remember(target, sent=sent, **outcome)


def _remember(target: PublishTarget, **values: Any) -> None:
    PublishTarget.objects.filter(pk=target.pk).update(**values)
    for name, value in values.items():
        setattr(target, name, value)
