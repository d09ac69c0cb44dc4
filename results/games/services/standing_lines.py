"""The lines that stand with games, for the pages where scores are typed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from results.games.engine.round_view import beside_figures
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.engine.account import SIDES, AccountLine, line_text, standing_lines
from tdsuite.tournaments.models import Game, GameAdjustment
from tdsuite.tournaments.reads import line_of


def mark_lines(games: Iterable[Game]) -> list[Game]:
    """The same games, each with `standing`: what stays with its scores whatever is typed, a sentence a line. One query."""
    rows = list(games)
    lines: dict[int, list[AccountLine]] = defaultdict(list)
    for row in GameAdjustment.objects.filter(game__in=rows).order_by("pk"):
        lines[row.game_id].append(line_of(row))
    for game in rows:
        stay = standing_lines(lines[game.pk]) if game.pk in lines else ()
        game.standing = tuple(lines_said(game, stay)) if stay else ()  # type: ignore[attr-defined]
    return rows


def lines_said(game: Game, lines: Sequence[AccountLine]) -> list[str]:
    """ "Ada Winterbourne: challenge -15 (3.10.15)." for each line."""
    names = [beside_figures(str(entry.player)) for entry in game.players]
    return [translated(line_text(line, names[SIDES.index(line.side)])) for line in lines]
