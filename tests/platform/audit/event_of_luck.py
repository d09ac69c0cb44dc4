"""An event in which anything may be decided: its luck draws who, where and what."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import PermissionDenied

from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import changed_rows
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

BY: Any = COMMAND_LINE
WHY = "told at the table"
ROUNDS = 4
Decide = Callable[["FuzzedEvent"], object]


@dataclass
class FuzzedEvent:
    """taken, refused: how often each kind of decision was, by its name."""

    tournament: Tournament
    luck: random.Random
    taken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def division(self) -> Division:
        return self.one(Division.objects.filter(tournament=self.tournament).select_related("tournament"))

    def one(self, rows: Any) -> Any:
        """Any row of these.  Raises IndexError where there is none."""
        return self.luck.choice(list(rows.order_by("pk")))

    def entry(self) -> Entry:
        return self.one(
            Entry.objects.filter(division__tournament=self.tournament).select_related("player", "division__tournament")
        )

    def round(self, *statuses: str) -> Round:
        rows = Round.objects.filter(
            division__tournament=self.tournament, status__in=statuses or ("published", "playing")
        )
        return self.one(rows.select_related("division__tournament"))

    def game(self, **wanted: Any) -> Game:
        games_of = Game.objects.filter(round__division__tournament=self.tournament, **wanted)
        return self.one(games_of.select_related("first__player", "second__player", "round__division__tournament"))

    def open_game(self) -> Game:
        return self.game(outcome="", second__isnull=False)

    def decided_game(self) -> Game:
        return self.game(second__isnull=False, outcome="played")

    def side(self, game: Game) -> Entry:
        return self.luck.choice([entry for entry in (game.first, game.second) if entry])

    def actor(self, entry: Entry) -> PlayerActor:
        return PlayerActor(entry.pk, self.tournament.pk, entry.division_id, Means.PIN)

    def row(self, model: Any, path: str) -> Any:
        return self.one(model.objects.filter(**{path: self.tournament}))

    def scores(self) -> tuple[int, int]:
        return self.luck.randint(250, 520), self.luck.randint(250, 520)

    def decide(self, name: str, decide: Decide) -> bool:
        """Whether it was taken; as in a transaction of its own: rows that it changed and did not record are in no later record either."""
        counted = self.refused
        with suppress(Refused, PermissionDenied, IndexError):
            decide(self)
            counted = self.taken
        counted[name] += 1
        changed_rows().clear()
        return counted is self.taken
