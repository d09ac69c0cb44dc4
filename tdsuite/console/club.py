"""A club evening: names in, round 1 out, and each round pairs itself."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from io import StringIO
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from pairings.engine.plan import WhenReady
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.roster import apply_roster
from tdsuite.formats.tables.roster_columns import NAME, ColumnChoice
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.rounds import start_round
from .addresses import taken_by_events

WAYS = ("swiss", "round_robin", "king_of_the_hill")
ROUND_ROBIN = "round_robin"


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """Who plays and how.

    Attributes:
        players: names, each with a rating or "".
        way: one of `WAYS`.
        rounds: how many; a round robin has as many as its players need.
    """

    name: str
    day: date
    players: tuple[tuple[str, str], ...]
    way: str = WAYS[0]
    rounds: int = 4
    minutes: int = 25
    time_zone: str = "UTC"

    @property
    def planned_rounds(self) -> int:
        """In a round robin everybody meets everybody: one round fewer than an even number of players."""
        number = len(self.players)
        return number - 1 + number % 2 if self.way == ROUND_ROBIN else self.rounds

    @property
    def values(self) -> Mapping[str, Any]:
        """The event's own fields."""
        return {
            "name": self.name, "starts_on": self.day, "ends_on": self.day, "time_zone": self.time_zone,
            "game_minutes": self.minutes, "status": Tournament.Status.RUNNING, "club_evening": True,
        }  # fmt: skip

    @property
    def division(self) -> Mapping[str, Any]:
        """Its only division: every round in the same way, published by itself when the round before is complete."""
        line = {"first": 1, "last": self.planned_rounds, "method": self.way, "when_ready": WhenReady.PUBLISH.value}
        return {
            "name": "Club", "code": "club", "planned_rounds": self.planned_rounds, "pairing_plan": [line], "prize_places": 0,
        }  # fmt: skip


def roster_of(players: Iterable[tuple[str, str]]) -> SourceFile:
    """Names and ratings as a roster without headings: its lines are the players' numbers."""
    text = StringIO()
    csv.writer(text).writerows(players)
    return SourceFile("players.csv", text.getvalue().encode(), choice=ColumnChoice(None, (NAME, "rating")))


def begin_club_evening(*, by: Actor, plan: ClubEvening) -> Tournament:
    """Make the event with its players; pair, publish and start round 1. All of it or nothing.

    Raises:
        Refused: where a round cannot be paired.  UnusableFile: a line that is no player.  NotAllowed.
    """
    with transaction.atomic():
        slug = _free_slug(plan.name)
        tournament = create_tournament(by=by, slug=slug, values=plan.values, divisions=[plan.division])
        division = tournament.divisions.get()
        apply_roster(by=by, division=division, source=roster_of(plan.players))
        first = publish_run(by=by, run=make_draft(by=by, division=division, number=1))[0]
    start_round(by=by, round=first)
    return tournament


def _free_slug(name: str) -> str:
    """The event's name in addresses; with a number where an earlier evening has it."""
    stem = slugify(name)[:55] or "club"
    taken = taken_by_events() | set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for number in count(1) for slug in [f"{stem}-{number}" if number > 1 else stem] if slug not in taken
    )
