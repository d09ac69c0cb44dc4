"""Somebody comes without an entry: entered, given the rounds missed, seated and checked in, in one decision of a director."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from pairings.services.boards import dissolve, seat
from pairings.services.matches import match_of
from pairings.services.restoring import Boards, boards_now, restore_boards, signed_boards
from pairings.services.round_boards import boards_of_round
from results.attendance.services.check_in import mark_check_in
from results.rating_lists.services.known import Known, pin_player
from results.rulings.services.late_entry import MissedRounds, enter_late, rounds_without
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import add_entry, remove_entry
from tdsuite.tournaments.services.rounds import next_round_to_play

REASON = "walked in"


@dataclass(frozen=True, slots=True)
class Place:
    """From when on a player who walks in may play in a division.

    Attributes:
        number: the first round.
        opponent: where it is published, the player without an opponent who would play them.
        bye: what the opponent would give up.
    """

    division: Division
    number: int
    opponent: Entry | None = None
    bye: Game | None = None

    @property
    def key(self) -> str:
        """The place as a form sends it: what was shown is what is done, or it is refused."""
        return f"{self.division.code} {self.number} {self.opponent.number if self.opponent else 0}"


@dataclass(frozen=True, slots=True)
class WalkedIn:
    """A player who walked in; undo: what puts the board of the opponent back ("" where none was touched)."""

    entry: Entry
    game: Game | None
    undo: str = ""


def places_in(division: Division) -> list[Place]:
    """The first round that is not published; then the round being played, where it has somebody without an opponent."""
    first = next_round_to_play(division)
    if first is None:
        return []
    published = set(division.rounds.published().values_list("number", flat=True))
    ahead = next((n for n in range(first, division.planned_rounds + 1) if n not in published), None)
    free = [place for number in sorted(published) if number >= first and (place := _free(division, number))]
    return [*([Place(division, ahead)] if ahead else []), *free]


def no_place_in(division: Division) -> str:
    """Why nobody can be added at the door who plays in a division, and what to do."""
    if next_round_to_play(division) is None:
        return str(_over(division, 0, None))
    return _(
        "Every round of %s is paired already, as a round robin pairs them all at once. Unpublish the rounds that have not "
        "begun, add the player here and pair them again (in a round robin some then meet again, and some never). Or add a "
        "round under Plan and schedule."
    ) % division  # fmt: skip


def _free(division: Division, number: int) -> Place | None:
    """The place beside a player without an opponent in a published round."""
    row = division.rounds.get(number=number)
    row.division = division
    seats = boards_of_round(row)
    if seats.unpaired:
        return Place(division, number, seats.unpaired[0])
    bye = next((game for game in seats.rows if game.is_bye and game.first.plays_in(row.number)), None)
    return Place(division, number, bye.first, bye) if bye else None


def walk_in(
    *,
    by: Actor,
    division: Division,
    values: Mapping[str, Any],
    plays_from: int,
    worth: MissedRounds,
    opponent: int | None = None,
    here: bool = True,
    known: Known | None = None,
    another_person: bool = False,
) -> WalkedIn:
    """Enter a player who plays from a round on; all of it or nothing.

    Args:
        values: of the player and the entry.
        worth: what each round missed counts.
        opponent: the number of the player without an opponent whom they play in that published round; None: seated later.
        here: whether they are checked in too.
        known: whom they were taken for; of a list, they are pinned to its line.
        another_person: as of `add_entry`.

    Raises Refused, NotAllowed.
    """
    require(by, division.tournament, Can.EDIT_ROSTER)
    with transaction.atomic():
        first = next_round_to_play(division)
        if first is None or plays_from < first:
            raise _over(division, plays_from, first)
        published = set(division.rounds.published().values_list("number", flat=True))
        absences = [number for number in range(1, plays_from) if number not in published]
        free = _free(division, plays_from) if opponent and plays_from in published else None
        if opponent and (free is None or free.opponent is None or free.opponent.number != opponent):
            raise Refused("The boards have changed since this page was shown: choose again.", code="place_taken")
        entry = add_entry(
            by=by, division=division, values={**values, "absences": absences}, another_person=another_person
        )
        entry.division = division
        pin_player(by=by, entry=entry, known=known)
        if any(row.number < plays_from for row in rounds_without(entry)):
            enter_late(by=by, entry=entry, plays_from=plays_from, reason=REASON, choice=worth)
        game, before = None, Boards()
        if free is not None:
            before = boards_now(match_of(free.bye) if free.bye else [])
            row = Round.objects.get(division=division, number=plays_from)
            row.division = division
            game = seat(by=by, round=row, entry=entry, opponent=free.opponent, reason=REASON)
        if here:
            mark_check_in(by=by, entry=entry, status="here")
    return WalkedIn(entry, game, signed_boards(before, []) if before else "")


def _over(division: Division, plays_from: int, first: int | None) -> Refused:
    if first is None:
        return Refused(f"Every round of {division} is over: add a round first.", code="no_round_left")
    return Refused(
        f"Round {plays_from} of {division} is over: the player plays from round {first} on.", code="round_over"
    )


def undo_walk_in(*, by: Actor, entry: Entry, boards: str, reason: str) -> None:
    """Take a walk-in off the roster, with the boards made for them; the opponent has the bye again.

    Args:
        boards: `WalkedIn.undo`.

    Raises Refused once a result is there, NotAllowed.
    """
    require(by, entry.division.tournament, Can.EDIT_ROSTER)
    with transaction.atomic():
        for game in Game.objects.with_people().filter(Q(first=entry) | Q(second=entry), match_game=1):
            dissolve(by=by, game=game, reason=reason)
        if boards:
            restore_boards(by=by, division=entry.division, signed=boards, reason=reason)
        remove_entry(by=by, entry=entry, reason=reason)
