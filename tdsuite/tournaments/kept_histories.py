"""A division's history, read once a version in a server process and shown by every page that asks for it.

The version is that of the division's live topic, which every decision about the division raises in its own transaction; a page reads it from
the database first. Nothing changes a kept history: many threads show the same one. Decisions never read it.
"""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from tdsuite.platform.live import known_versions, services
from .engine.account import Account
from .models import Division, Game
from .reads import History, histories, history

MOST = 40  # divisions


@dataclass(frozen=True, kw_only=True)
class KeptHistory(History):
    """A history that pages share, which therefore remembers what it worked out.

    Attributes:
        version: of the division's live topic; the rows are not older.
        siblings: the primary keys of the event's divisions, in order.
    """

    version: int
    siblings: tuple[int, ...]

    @property
    def event_divisions(self) -> tuple[int, ...]:
        return self.siblings

    @cached_property
    def _accounts(self) -> dict[int, Account]:
        return {}

    def account(self, game: Game) -> Account:
        key, known = game.pk, self._accounts
        if key not in known:
            known[key] = super().account(game)
        return known[key]


_newest: "OrderedDict[int, KeptHistory]" = OrderedDict()
_lock = threading.Lock()
_reading: defaultdict[int, threading.Lock] = defaultdict(threading.Lock)


def kept_history(division_id: int, version: int) -> History:
    """The division's history, not older than this version of its live topic; the division and its event with it.

    Outside of a server process it is read each time.

    Raises:
        Division.DoesNotExist: it is gone.
    """
    if not known_versions.process.serves:
        return history(_division(division_id))
    with _lock:
        lock = _reading[division_id]
    newest = _newest.get(division_id)
    if newest is None or newest.version < version:
        with lock:  # of many who want it one reads it
            newest = _newest.get(division_id)
            if newest is None or newest.version < version:
                newest = _read(division_id, version)
    return newest


def read_again(topic: str, version: int) -> None:
    """A division that pages asked for lately is read as soon as there is news of it, by the live hub."""
    kind, _, key = topic.partition(":")
    if kind == "division" and key.isdecimal() and int(key) in _newest:
        with suppress(Division.DoesNotExist):
            kept_history(int(key), version)


def kept_division(tournament_id: int, code: str) -> int | None:
    """The primary key of a division whose history is kept; None of any other."""
    with _lock:
        divisions = [each.division for each in _newest.values()]
    return next((row.pk for row in divisions if (row.tournament_id, row.code) == (tournament_id, code)), None)


def kept_divisions(tournament_id: int) -> tuple[int, ...] | None:
    """The primary keys of an event's divisions in order, as a kept history of one of them has them; None where none is kept.

    A decision that adds, removes or reorders divisions raises the version of one that is kept: then its history says so.
    """
    with _lock:
        newest = list(_newest.values())
    return next((each.event_divisions for each in newest if each.division.tournament_id == tournament_id), None)


def kept_histories(versions: Mapping[int, int]) -> list[History]:
    """Those of several divisions, by primary key with the version of its live topic; as `kept_history`, and outside of a server process in
    as many queries for many as for few.
    """
    if known_versions.process.serves:
        return [kept_history(pk, version) for pk, version in versions.items()]
    rows = Division.objects.select_related("tournament").in_bulk(versions)
    if len(rows) < len(versions):
        raise Division.DoesNotExist
    return histories([rows[pk] for pk in versions])


def forget() -> None:
    """Keep nothing."""
    with _lock:
        _newest.clear()


def _division(pk: int) -> Division:
    return Division.objects.select_related("tournament").get(pk=pk)


def _read(division_id: int, version: int) -> KeptHistory:
    """Read the division, and keep it unless a decision came meanwhile: what was read may then be half of before it."""
    division = _division(division_id)
    division.__dict__.pop("state_version", None)  # every result raises it: a page that needs it reads it
    whole = history(division)
    newest = KeptHistory(
        division,
        whole.entries,
        whole.games,
        whole.lines,
        whole.spread_adjustments,
        whole.rounds,
        version=version,
        siblings=tuple(division.tournament.divisions.values_list("pk", flat=True)),
    )
    if services.versions(division.live_topic)[division.live_topic] == version:
        with _lock:
            _newest[division_id] = newest
            _newest.move_to_end(division_id)
            while len(_newest) > MOST:
                _newest.popitem(last=False)
    return newest
