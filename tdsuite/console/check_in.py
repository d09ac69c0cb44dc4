"""The door of the hall: who is missing, late and here, and the next round of every division that can be paired."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from results.attendance.services.check_in import PAIR, Guest, guests, missing_at_the_gate, settle_gate
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.presence import Source, State
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.notices import CHECK_IN, standing_notices
from .board.next_step import Do, next_steps, press
from .board.reads import board
from .phases import phases_of


@dataclass(frozen=True, slots=True)
class DivisionAtDoor:
    """A division whose next round can be paired.  unsettled: who would play in it and is not here."""

    code: str
    name: str
    number: int
    unsettled: tuple[Guest, ...]

    @property
    def left_out(self) -> int:
        return sum(guest.default_choice != PAIR for guest in self.unsettled)


@dataclass(frozen=True, slots=True)
class Door:
    """Everybody at the door.

    Attributes:
        missing: of whom nothing is known; away: late, not coming or not sure; here: the newest first.
        divisions: those whose next round can be paired.
        notice: the number of the announcement of who is missing, None without one; text: what it says.
    """

    missing: list[Guest]
    away: list[Guest]
    here: list[Guest]
    divisions: list[DivisionAtDoor]
    notice: int | None
    text: str

    @property
    def everybody(self) -> int:
        return len(self.missing) + len(self.away) + len(self.here)

    @property
    def late(self) -> int:
        return sum(guest.known.state is State.LATE for guest in self.away)

    @property
    def others(self) -> int:
        """How many do not come or are not sure."""
        return len(self.away) - self.late

    @property
    def unsettled(self) -> list[Guest]:
        return [guest for division in self.divisions for guest in division.unsettled]

    @property
    def left_out(self) -> int:
        return sum(division.left_out for division in self.divisions)

    @property
    def numbers(self) -> list[int]:
        """The rounds that can be paired, each once."""
        return sorted({division.number for division in self.divisions})


def door_of(tournament: Tournament) -> Door:
    """In a number of queries that does not grow with the players."""
    everybody = guests(tournament)
    away = [guest for guest in everybody if guest.known.is_not_here]
    here = [guest for guest in everybody if guest.known.has_come and not guest.known.is_not_here]
    here.sort(key=_since, reverse=True)
    known = {guest.entry.pk for guest in (*away, *here)}
    unsettled = missing_at_the_gate(tournament)
    divisions = [
        DivisionAtDoor(row.code, row.name, number, tuple(guest for guest in unsettled if guest.entry.division.code == row.code))
        for row in phases_of(tournament).playing
        for number in [row.current]
        if number is not None and number not in row.published and tournament.status != Tournament.Status.FINISHED
    ]  # fmt: skip
    about = [notice["number"] for notice in tournament.notices if notice.get("about") == CHECK_IN]
    notices = {number: text for number, text, _since in standing_notices(tournament) if number in about}
    return Door(
        [guest for guest in everybody if guest.entry.pk not in known], away, here, divisions,
        next(iter(notices), None), next(iter(notices.values()), ""),
    )  # fmt: skip


def _since(guest: Guest) -> float:
    return guest.known.at.timestamp() if guest.known.at and guest.known.source is not Source.GAME else 0


def next_start(tournament: Tournament) -> tuple[int, datetime | None] | None:
    """The round that starts next by the schedule, and when; None where no time is set."""
    rows = Round.objects.filter(division__tournament=tournament, started_at=None, scheduled_at__isnull=False)
    return rows.order_by("scheduled_at", "number").values_list("number", "scheduled_at").first()


def pair_present(
    *, by: Actor, tournament: Tournament, codes: Collection[str], choices: Mapping[int, str], everybody: bool
) -> int:
    """Settle who is missing in these divisions and ask for the draft of their next round; returns how many are paired.

    Args:
        choices: by the entry's primary key, of `check_in.CHOICES`; without a choice what is proposed for the player.
        everybody: pair all who are missing, whatever was chosen.

    Raises Refused, NotAllowed.
    """
    require(by, tournament, Can.PAIR)
    with transaction.atomic():
        if missing := [guest for guest in missing_at_the_gate(tournament) if guest.entry.division.code in codes]:
            settled = {
                guest.entry.pk: PAIR if everybody else choices.get(guest.entry.pk, guest.default_choice)
                for guest in missing
            }
            settle_gate(by=by, tournament=tournament, choices=settled)
        ready = [step for step in next_steps(board(tournament)) if step.do is Do.PAIR and step.possible]
        paired = press(by=by, do=Do.PAIR, of=[step for step in ready if step.division.code in codes])
    return len(paired.done)
