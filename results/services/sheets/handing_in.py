"""Sheets that both players signed and nobody has handed in, and who has to, by the rulebook (WESPA 5.4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tdsuite.tournaments.models import BY_BOARD, Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.model import Rulebook

from ...engine.finality import hands_in
from ...engine.sheet_states import State
from ...models import SheetVersion
from ..outcomes import where

NAMED = 5  # in one sentence


@dataclass(frozen=True, slots=True)
class ToHandIn:
    """A signed sheet on its way.  people: the winner; after a tie both, either of whom may."""

    game: Game
    people: tuple[Entry, ...]

    @property
    def who(self) -> str:
        return " or ".join(str(entry.player) for entry in self.people)


def to_hand_in(tournament: Tournament, division: Division | None = None) -> list[ToHandIn]:
    """Signed and not handed in, by division, round and table, in two queries; of one division where it is named."""
    games = Game.objects.filter(round__division__tournament=tournament, sheet__state=State.SIGNED)
    if division is not None:
        games = games.filter(round__division=division)
    rows = games.with_people().select_related("sheet", "round__division")
    found = list(rows.order_by("round__division__position", "round__division", "round__number", *BY_BOARD))
    return [
        ToHandIn(game, people)
        for game, people in zip(found, who_hands_in(found, tournament.rules.rulebook), strict=True)
    ]


def who_hands_in(games: Sequence[Game], book: Rulebook) -> list[tuple[Entry, ...]]:
    """For each game with a signed sheet, who is to hand it in; () for the others. In one query."""
    sheets = [game.sheet for game in games if hasattr(game, "sheet") and game.sheet.is_state is State.SIGNED]
    newest = SheetVersion.objects.filter(sheet__in=sheets, number=F("sheet__number"))
    wanted = {row.sheet_id: hands_in(row.facts, book) for row in newest}
    return [
        tuple(
            entry
            for entry in (game.first, game.second)
            if entry is not None and hasattr(game, "sheet") and entry.pk in wanted.get(game.sheet.pk, ())
        )
        for game in games
    ]


def warn_not_handed_in(tournament: Tournament) -> list[str]:
    """What to look after before the event is finished: one sentence with who is to hand in what."""
    rows = to_hand_in(tournament)
    if not rows:
        return []
    names = "; ".join(f"{row.game.round.division}, {where(row.game)}: {row.who}" for row in rows[:NAMED])
    count = "One sheet is" if len(rows) == 1 else f"{len(rows)} sheets are"
    more = "; …" if len(rows) > NAMED else ""
    duty = tournament.rules.rulebook.results.hands_in
    return [f"{count} signed by both and not handed in ({names}{more}). {duty.explain} ({duty.rule or 'our default'})"]
