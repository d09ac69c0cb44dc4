"""Somebody comes without an entry: entered, given the rounds missed, seated and checked in, in one decision of a director."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from pairings.services.boards import seat
from pairings.services.round_boards import boards_of_round
from results.attendance.services.check_in import mark_check_in
from results.rulings.services.late_entry import MissedRounds, enter_late, rounds_without
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import add_entry

WAIT, BYE, FREE = "wait", "bye", "free"
REASON = "walked in"


def walk_in(
    *,
    by: Actor,
    division: Division,
    values: Mapping[str, Any],
    plays_from: int,
    worth: MissedRounds | None,
    seating: str,
) -> tuple[Entry, Game | None]:
    """Enter a player who plays from a round on; all of it or nothing.

    Args:
        values: of the player and the entry.
        worth: what each round missed counts; None: as the division chose.
        seating: where that round is published: WAIT for a later decision, BYE, or FREE for whoever has no opponent.

    Returns the entry, and the board it was seated at.  Raises Refused, NotAllowed.
    """
    require(by, division.tournament, Can.EDIT_ROSTER)
    with transaction.atomic():
        published = set(division.rounds.exclude(status=Round.Status.DRAFT).values_list("number", flat=True))
        absences = [number for number in range(1, plays_from) if number not in published]
        entry = add_entry(by=by, division=division, values={**values, "absences": absences})
        entry.division = division
        if any(row.number < plays_from for row in rounds_without(entry)):
            enter_late(by=by, entry=entry, plays_from=plays_from, reason=REASON, choice=worth)
        game = _seated(by, entry, plays_from, seating) if plays_from in published and seating != WAIT else None
        mark_check_in(by=by, entry=entry, status="here")
    return entry, game


def _seated(by: Actor, entry: Entry, number: int, seating: str) -> Game:
    row = Round.objects.get(division=entry.division, number=number)
    row.division = entry.division
    opponent = None
    if seating == FREE:
        seats = boards_of_round(row)
        free = [*seats.unpaired, *(game.first for game in seats.rows if game.is_bye)]
        opponent = next((other for other in free if other.pk != entry.pk), None)
        if opponent is None:
            raise Refused("Nobody is without an opponent in this round: choose a bye.", code="nobody_free")
    return seat(by=by, round=row, entry=entry, opponent=opponent, reason=REASON)
