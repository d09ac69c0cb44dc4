"""What happened since a draft was made, and whether it matters to it."""

from collections.abc import Sequence

from tdsuite.audit.models import Record
from tdsuite.audit.services import chain_of
from tdsuite.tournaments.models import Division

from ..models import PairingRun

RESULTS = frozenset({"result.entered", "result.corrected", "result.amended", "result.withdrawn", "result.decided"})
DRAFTING = frozenset({"pairings.drafted", "pairings.draft_changed"})  # what they made counts once it is published

WHAT_CHANGED = {
    "result.entered": "a result was entered",
    "result.corrected": "a result was corrected",
    "result.amended": "a result was amended on appeal",
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
    "start.compared": "the records said who starts",
    "pairings.published": "pairings were published",
    "pairings.board_changed": "a board was changed",
    "pairings.plan_changed": "its line of the pairing plan was changed",
    "pairings.round_added": "a round was added",
    "pairings.round_removed": "a round was taken away",
    "pairings.rules_changed": "the pairing rules were changed",
    "pairings.rules_relaxed": "a pairing rule was relaxed",
    "roster.imported": "a roster was imported",
}
HEARD = DRAFTING | WHAT_CHANGED.keys()


def changes_since(run: PairingRun, division: Division | None = None) -> list[Record]:
    """The decisions that made a draft stale, oldest first; empty while it is fresh.

    Results of rounds that it was not made from do not count: a lagging plan does not wait for them. Nor does the
    publication of boards that it already followed as a draft: rounds paired in advance are published one by one.
    """
    if not run.is_stale(division):
        return []
    return _that_matter(_records(run), run)


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
    records = list(chain.filter(seq__gt=since, action__in=HEARD, scope__in={_topic(run) for run in raised}))
    return {run.pk for run in raised if _is_touched(run, [one for one in records if one.scope == _topic(run)])}


def _topic(run: PairingRun) -> str:
    return run.division.live_topic


def _is_touched(run: PairingRun, records: Sequence[Record]) -> bool:
    """Whether a run whose division has a new state was touched by what is on record since; unless all of it is known
    not to matter, it was."""
    later = [one for one in records if one.seq > run.record_seq]
    return not any(one.action in WHAT_CHANGED for one in later) or bool(_that_matter(later, run))


def _records(run: PairingRun) -> list[Record]:
    records = Record.objects.of_chain(chain_of(run.division.tournament)).filter(
        scope=run.division.live_topic, seq__gt=run.record_seq, action__in=HEARD
    )
    return list(records)


def _that_matter(records: Sequence[Record], run: PairingRun) -> list[Record]:
    redrafted = {one.object_id for one in records if one.action in DRAFTING}
    return [one for one in records if one.action in WHAT_CHANGED and _matters(one, run, redrafted)]


def _matters(record: Record, run: PairingRun, redrafted: set[str]) -> bool:
    """redrafted: the drafts that were made or changed after this one, so that it could not follow their boards."""
    facts = record.after or {}
    if record.action == "pairings.published" and facts.get("rounds"):
        first = facts["rounds"][0]
        before = first <= run.last_round
        return before and (first <= (run.paired_after or 0) or record.object_id in redrafted)
    number = facts.get("round")
    if record.action == "pairings.plan_changed":
        return number in run.rounds
    return not (record.action in RESULTS and isinstance(number, int) and number > (run.paired_after or 0))
