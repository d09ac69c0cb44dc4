"""What runs beside the rounds: who waits, whose clock runs, who has no board, what is sent and printed, how the computer is."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import ngettext

from results.attendance.services.tables import TableView, tables_with_clocks
from tdsuite.exchange.models import PublishTarget
from tdsuite.ops.backups.state import Status, status
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import WorkerStatus
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.services.waiting import Waiting, all_waiting

SHOWN = 8  # of what waits; the rest is counted
FAILED_FOR = timedelta(hours=12)  # so long a failed job is shown, if it is not tried again


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """One line of what waits, with the seconds it has waited so far; None where that is not known."""

    waiting: Waiting
    seconds: int | None


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Everything of an event that runs by itself or waits for somebody, at one moment.

    Attributes:
        waiting: who waits for an official, the urgent first; more: how many are not shown.
        clocks: tables with a lateness clock or with other time than the rest.
        jobs: what waits, runs, or failed lately.
    """

    waiting: tuple[WaitingLine, ...]
    more: int
    clocks: tuple[TableView, ...]
    jobs: tuple[Job, ...]
    targets: tuple[PublishTarget, ...]
    worker: WorkerStatus
    backup: Status | None

    @property
    def urgent(self) -> bool:
        return any(line.waiting.urgent for line in self.waiting)


def under_way(tournament: Tournament, worker: WorkerStatus, waiting: Iterable[Waiting]) -> UnderWay:
    """In a number of queries that does not grow with the event."""
    now, rows = timezone.now(), list(waiting)
    return UnderWay(
        waiting=tuple(WaitingLine(row, _waited(row.since, now)) for row in rows[:SHOWN]),
        more=max(0, len(rows) - SHOWN),
        clocks=tables_with_clocks(tournament),
        jobs=tuple(Job.objects.of(tournament).under_way_or_failed(since=now - FAILED_FOR)),
        targets=tuple(tournament.publish_targets.all()),
        worker=worker,
        backup=status(),
    )


def waiting_before_pairing(tournament: Tournament) -> tuple[list[Waiting], dict[int, list[Waiting]]]:
    """Everything that waits, and by division what is better answered before its next round is paired."""
    rows = all_waiting(tournament)
    before: dict[int, list[Waiting]] = defaultdict(list)
    for row in rows:
        if row.before_pairing and row.division is not None:
            before[row.division].append(row)
    return rows, before


def unpaired_players(rounds: Iterable[Round]) -> dict[int, tuple[Entry, ...]]:
    """Players expected in a round who stand on no board of it, by round; in two queries.

    Args:
        rounds: published rounds that are not closed.
    """
    by_key = {row.pk: row for row in rounds}
    if not by_key:
        return {}
    seated: dict[int, set[int]] = defaultdict(set)
    for number, first, second in Game.objects.filter(round__in=by_key).values_list("round", "first", "second"):
        seated[number] |= {first, second}
    roster: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(division__rounds__in=by_key).with_people().distinct():
        roster[entry.division_id].append(entry)
    return {
        row.pk: tuple(
            entry for entry in roster[row.division_id] if entry.pk not in seated[row.pk] and entry.plays_in(row.number)
        )
        for row in by_key.values()
    }


def names_text(entries: Iterable[Entry], most: int = 3) -> str:
    """ "Ann Li, Bo Dee and 2 more"."""
    names = [f"{entry.player} {entry.number}" for entry in entries]
    text = ", ".join(names[:most])
    more = len(names) - most
    if more <= 0:
        return text
    return ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more) % {"names": text, "more": more}


def seconds_left(row: Round | None, game_seconds: int) -> int | None:
    """Until both clocks of a game that began with the round would be out; None where nothing runs, or long ago."""
    if row is None or row.status != Round.Status.PLAYING or row.started_at is None or not game_seconds:
        return None
    left = row.started_at + timedelta(seconds=2 * game_seconds) - timezone.now()
    return max(0, int(left.total_seconds()))


def _waited(since: datetime | None, now: datetime) -> int | None:
    return None if since is None else max(0, int((now - since).total_seconds()))
