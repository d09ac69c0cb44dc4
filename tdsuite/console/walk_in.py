"""Somebody comes without an entry: entered, given the rounds missed, seated and checked in, in one decision of a director."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from pairings.services.boards import dissolve, seat
from pairings.services.restoring import Boards, boards_now, restore_boards, signed_boards
from pairings.services.round_boards import boards_of_round
from results.attendance.services.check_in import mark_check_in
from results.rulings.services.late_entry import MissedRounds, enter_late, rounds_without
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import add_entry, remove_entry
from tdsuite.tournaments.services.rounds import next_round_to_play

WAIT, BYE, FREE = "wait", "bye", "free"
REASON = "walked in"


@dataclass(frozen=True, slots=True)
class Place:
    """What a division has for a player who walks in.

    Attributes:
        number: the next round that is not over; None where all are.
        opponent: in it, the player without an opponent; None where there is none, or the round is not published.
        bye: the bye that the opponent would give up to play.
    """

    division: Division
    number: int | None
    opponent: Entry | None = None
    bye: Game | None = None


@dataclass(frozen=True, slots=True)
class WalkedIn:
    """A player who walked in; undo: what puts the board of the opponent back ("" where none was touched)."""

    entry: Entry
    plays_from: int
    game: Game | None
    undo: str = ""


def place_in(division: Division, number: int | None = None) -> Place:
    """The place in a division, in the next round that is not over or in round `number`."""
    number = number or next_round_to_play(division)
    row = division.rounds.exclude(status=Round.Status.DRAFT).filter(number=number or 0).first()
    if row is None:
        return Place(division, number)
    row.division = division
    seats = boards_of_round(row)
    if seats.unpaired:
        return Place(division, number, seats.unpaired[0])
    bye = next((game for game in seats.rows if game.is_bye and game.first.plays_in(row.number)), None)
    return Place(division, number, bye.first if bye else None, bye)


def walk_in(
    *,
    by: Actor,
    division: Division,
    values: Mapping[str, Any],
    plays_from: int | None,
    worth: MissedRounds,
    seating: str,
    may_lose_bye: Collection[int] = (),
    another_person: bool = False,
) -> WalkedIn:
    """Enter a player who plays from a round on; all of it or nothing.

    Args:
        values: of the player and the entry.
        plays_from: None: the next round that is not over.
        worth: what each round missed counts.
        seating: where that round is published: WAIT for a later decision, BYE, or FREE for the player without an opponent.
        may_lose_bye: keys of players whose bye the director has agreed to turn into the game.
        another_person: as of `add_entry`.

    Raises Refused, NotAllowed.
    """
    require(by, division.tournament, Can.EDIT_ROSTER)
    with transaction.atomic():
        first = next_round_to_play(division)
        if first is None or (plays_from or first) < first:
            raise _over(division, plays_from, first)
        plays_from = plays_from or first
        published = set(division.rounds.exclude(status=Round.Status.DRAFT).values_list("number", flat=True))
        absences = [number for number in range(1, plays_from) if number not in published]
        place = place_in(division, plays_from)
        values = {**values, "absences": absences}
        entry = add_entry(by=by, division=division, values=values, another_person=another_person)
        entry.division = division
        if any(row.number < plays_from for row in rounds_without(entry)):
            enter_late(by=by, entry=entry, plays_from=plays_from, reason=REASON, choice=worth)
        game, before = None, Boards()
        if plays_from in published and seating != WAIT:
            before = boards_now([place.bye] if place.bye and seating == FREE else [])
            game = _seated(by, entry, place, seating, may_lose_bye)
        mark_check_in(by=by, entry=entry, status="here")
    return WalkedIn(entry, plays_from, game, signed_boards(before, []) if before else "")


def _over(division: Division, plays_from: int | None, first: int | None) -> Refused:
    if first is None:
        return Refused(f"Every round of {division} is over: add a round first.", code="no_round_left")
    return Refused(
        f"Round {plays_from} of {division} is over: the player plays from round {first} on.", code="round_over"
    )


def _seated(by: Actor, entry: Entry, place: Place, seating: str, may_lose_bye: Collection[int]) -> Game:
    row = Round.objects.get(division=entry.division, number=place.number or 0)
    row.division = entry.division
    opponent = place.opponent if seating == FREE else None
    if seating == FREE and opponent is None:
        raise Refused("Nobody is without an opponent in this round: choose a bye.", code="nobody_free")
    if opponent is not None and place.bye is not None and opponent.pk not in may_lose_bye:
        raise Refused(
            f"{opponent.player} has a bye in round {place.number} and would play instead. Send it again if that is right, "
            "or choose a bye.",
            code="bye_would_go",
        )
    return seat(by=by, round=row, entry=entry, opponent=opponent, reason=REASON)


def undo_walk_in(*, by: Actor, entry: Entry, boards: str, reason: str) -> None:
    """Take a walk-in off the roster, with the boards made for them; the opponent has the bye again.

    Args:
        boards: `WalkedIn.undo`.

    Raises Refused once a result is there, NotAllowed.
    """
    require(by, entry.division.tournament, Can.EDIT_ROSTER)
    with transaction.atomic():
        for game in [*entry.games_as_first.with_people(), *entry.games_as_second.with_people()]:
            dissolve(by=by, game=game, reason=reason)
        if boards:
            restore_boards(by=by, division=entry.division, signed=boards, reason=reason)
        remove_entry(by=by, entry=entry, reason=reason)
