"""Players numbered by rating, before anything is paired."""

from typing import Any

from pairings.actions import PairingAction
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry
from tdsuite.tournaments.services.decision import Refused, deciding
from ..engine.rules import BYE
from .engine_tasks import settings_of


def by_rating(division: Division) -> list[Entry]:
    """The players in the order in which they would be numbered: best rating first, equal ones as they are."""
    return sorted(division.entries.order_by("number"), key=lambda entry: -entry.rating)


def may_be_numbered(division: Division) -> bool:
    """Whether nothing is paired yet and numbering by rating would change a number."""
    numbered = all(entry.number == place for place, entry in enumerate(by_rating(division), start=1))
    return not numbered and not _paired(division)


def number_by_rating(*, by: Actor, division: Division, reason: str = "") -> None:
    """Number the players from 1 by rating, unrated ones last. What is asked of pairings names the same people afterwards.

    Raises:
        Refused: a round is drafted or published, or the players are numbered so already.
    """
    with deciding(
        division, by=by, can=Can.EDIT_ROSTER, action=PairingAction.PLAYERS_NUMBERED, reason=reason
    ) as decision:
        row = decision.division
        if what := _paired(row):
            raise Refused(f"{what}: players are numbered by rating before.", code="already_paired")
        entries = by_rating(row)
        numbers = {entry.number: place for place, entry in enumerate(entries, start=1)}
        if all(before == after for before, after in numbers.items()):
            raise Refused("The players are numbered by rating already.", code="numbered_already")
        beyond = max(numbers) + 1
        for first in (beyond, 1):  # a number is there once: out of the way, then into place
            for place, entry in enumerate(entries):
                if entry.seed == entry.number:
                    entry.seed = first + place
                entry.number = first + place
                entry.save(update_fields=["number", "seed"])
        _rename_in_rules(row, numbers)
        decision.record(row, before={"numbers": [*numbers]}, after={"numbers": [*numbers.values()]})


def _paired(division: Division) -> str:
    """What is paired already, "" for nothing."""
    if published := division.rounds.published().order_by("number").first():
        return f"Round {published.number} is published"
    draft = division.pairing_runs.drafts().first()
    return f"There is a draft of {draft.rounds_text}; discard it first" if draft else ""


def _rename_in_rules(division: Division, numbers: dict[int, int]) -> None:
    """Boards asked for, families and volunteers with the new numbers."""
    row = settings_of(division)
    if not (row.boards or row.families or row.volunteers):
        return

    def renamed(board: dict[str, Any]) -> dict[str, Any]:
        return {**board, **{side: numbers.get(board[side], BYE) for side in ("one", "two")}}

    row.boards = [renamed(board) for board in row.boards]
    row.families = [[numbers[number] for number in family] for family in row.families]
    row.volunteers = [numbers[number] for number in row.volunteers]
    row.save()
