"""What happened since a draft was made, and whether it matters to it."""

from collections.abc import Sequence

from tdsuite.audit.models import Record
from tdsuite.audit.services import chain_of
from tdsuite.tournaments.models import Division

from ..models import PairingRun

RESULTS = frozenset({"result.entered", "result.corrected", "result.withdrawn", "result.decided"})

WHAT_CHANGED = {
    "result.entered": "a result was entered",
    "result.corrected": "a result was corrected",
    "result.withdrawn": "a result was taken back",
    "entry.added": "a player was added",
    "entry.changed": "a player was changed",
    "entry.removed": "a player was removed",
    "division.changed": "the division's settings were changed",
    "game.adjusted": "a score was adjusted",
    "game.adjustment_removed": "a score adjustment was taken back",
    "result.decided": "how a game ended was decided",
    "attendance.forfeited": "a game was forfeited for lateness",
    "entry.joined_late": "a player joined late",
    "entry.ejected": "a player was ejected",
    "entry.ejection_reversed": "an ejection was reversed",
    "spread.adjusted": "a spread was adjusted",
    "start.drawn": "a draw was recorded",
    "start.draw_taken_back": "a draw was taken back",
    "start.settled": "who started was corrected",
    "pairings.published": "pairings were published",
    "pairings.board_changed": "a board was changed",
    "pairings.round_added": "a round was added",
    "pairings.round_removed": "a round was taken away",
    "pairings.rules_changed": "the pairing rules were changed",
    "pairings.rules_relaxed": "a pairing rule was relaxed",
    "roster.imported": "a roster was imported",
}


def changes_since(run: PairingRun, division: Division | None = None) -> list[Record]:
    """The decisions that made a draft stale, oldest first; empty while it is fresh.

    Results of rounds that it was not made from do not count: a lagging plan does not wait for them.
    """
    if not run.is_stale(division):
        return []
    return [one for one in _records(run) if _matters(one, run)]


def stale_now(run: PairingRun, division: Division | None = None) -> bool:
    """Whether anything that the draft was made from has changed since."""
    if not run.is_stale(division):
        return False
    return _is_touched(run, _records(run))


def stale_among(runs: Sequence[PairingRun]) -> set[int]:
    """The primary keys of those runs of one event that `stale_now` is true of, in one query at most."""
    raised = [run for run in runs if run.is_stale()]
    if not raised:
        return set()
    since = min(run.record_seq for run in raised)
    chain = Record.objects.of_chain(chain_of(raised[0].division.tournament))
    records = list(chain.filter(seq__gt=since, action__in=WHAT_CHANGED, scope__in={_topic(run) for run in raised}))
    return {run.pk for run in raised if _is_touched(run, [one for one in records if one.scope == _topic(run)])}


def _topic(run: PairingRun) -> str:
    return run.division.live_topic


def _is_touched(run: PairingRun, records: Sequence[Record]) -> bool:
    """Whether a run whose division has a new state was touched by what is on record since; unless all of it is known
    not to matter, it was."""
    later = [one for one in records if one.seq > run.record_seq]
    return not later or any(_matters(one, run) for one in later)


def _records(run: PairingRun) -> list[Record]:
    records = Record.objects.of_chain(chain_of(run.division.tournament)).filter(
        scope=run.division.live_topic, seq__gt=run.record_seq, action__in=WHAT_CHANGED
    )
    return list(records)


def _matters(record: Record, run: PairingRun) -> bool:
    number = (record.after or {}).get("round")
    return not (record.action in RESULTS and isinstance(number, int) and number > (run.paired_after or 0))
