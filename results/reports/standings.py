"""Printed result slips, and standings after a round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tdsuite.platform.access.qr import Code
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, in_pages, report
from tdsuite.tournaments.engine.reach import CutOff, cut_off
from tdsuite.tournaments.engine.standings import signed
from tdsuite.tournaments.figures import wins_text
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import History, StandingRow, history, standing_rows
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import prize_places_of
from tdsuite.tournaments.still_open import is_to_come, settled
from .common import Codes, is_long, refuse_draft

SLIPS_A_PAGE = 4
ROOMY_LINES = 20  # so many lines fill one page in larger type, of US Letter too, under the notes above them
SHORT_CLASS = 4  # letters
NEVER_PLAYED = Game.NOT_BEGUN
KINDS = {"forfeit": gettext_lazy("forfeit"), "double_forfeit": gettext_lazy("double forfeit")}


class NoSlips(Refused):
    """No game of the round needs a slip."""

    code = "no_slips"


@dataclass(frozen=True, slots=True)
class Side:
    """One player on a slip.  role: "starts", "replies", "draw" while tiles are to be drawn, "compare" while records are."""

    entry: Entry
    role: str

    @property
    def long(self) -> bool:
        return is_long(self.entry)


@dataclass(frozen=True, slots=True)
class Slip:
    """One game's result slip.  match_game: 0 where the round has one game a board. code: opens the game's sheet, if it can."""

    table: str
    match_game: int
    sides: tuple[Side, Side]
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of printed standings.  moved: "▲ 2", "▼ 1", "–", "" after round 1.

    last: the round's result, such as "412–388 v Bruno Tilefield"; won: "won", "lost", "tied" or "".
    settled: what the player has already for certain, in words; last_prize: the line under the prizes stands below.
    """

    row: StandingRow
    moved: str
    last: str
    opponent: str
    won: str
    withdrawn: bool
    settled: str = ""
    last_prize: bool = False


# --- slips ---


def slips_of(row: Round, *, missing_only: bool = False) -> list[Slip]:
    """A slip for every game of two players that is or may be played, in the order of the tables.

    missing_only: only games without a result. Three queries.  Raises NotPublished, NoSlips.
    """
    refuse_draft(row)
    games = (
        row.games.exclude(second=None)
        .exclude(outcome__in=NEVER_PLAYED)
        .select_related("first__player", "second__player")
    )
    if missing_only:
        games = games.awaiting_result()
    games_to_play = list(games.by_board())
    if not games_to_play:
        raise NoSlips(
            _("No game of round %(round)s of %(division)s needs a slip.")
            % {"round": row.number, "division": row.division}
        )
    match = any(game.match_game > 1 for game in games_to_play)
    codes = Codes(row.division.tournament)
    return [
        Slip(game.table, game.match_game if match else 0, _sides(game), codes.sheet(game)) for game in games_to_play
    ]


def _sides(game: Game) -> tuple[Side, Side]:
    assert game.second is not None
    starter, other = ("starts", "replies")
    if game.starts_by in Game.NOBODY_YET:
        starter = other = str(game.starts_by)
    if game.starts_by == Game.StartsBy.NONE:
        starter = other = ""
    return Side(game.first, starter), Side(game.second, other)


def pages_of(slips: Sequence[Slip], *, as_pile: bool = False) -> list[list[Slip]]:
    """Slips by page, four on each; of a match of three games, three.

    as_pile: so that the printed pile, cut once each way and its four piles laid on one another, is in order of tables.
    """
    if not as_pile:
        games = max((slip.match_game for slip in slips), default=1) or 1
        return in_pages(slips, SLIPS_A_PAGE // games * games or SLIPS_A_PAGE)
    pages = -(-len(slips) // SLIPS_A_PAGE)
    return [list(slips[page::pages]) for page in range(pages)]


@report("result-slips", label=gettext_lazy("Result slips"), scope="round")
def result_slips(row: Round, options: Options) -> Sheet:
    """Four slips a page, none split; byes have none.  options: missing_only, as_pile (both false).  Raises as `slips_of`."""
    slips = slips_of(row, missing_only=bool(options.get("missing_only")))
    pages = pages_of(slips, as_pile=bool(options.get("as_pile")))
    return division_sheet(row.division, row.number, {"pages": pages, "division": row.division})


# --- standings ---


def lines_of(results: History, number: int, places: int = 0) -> list[Line]:
    """The table after a round, each player with this round's result.  places: how many have a prize."""
    games = {}
    for game in results.games:
        if results.round_numbers[game.round_id] == number:
            games[game.first_id] = game
            if game.second_id is not None:
                games[game.second_id] = game
    rows = standing_rows(results, number)
    table = [row.standing for row in rows]
    certain, cut = settled(results, table, number, places), cut_off(table, places)
    return [
        replace(
            _line(results, row, games.get(row.entry.pk), number),
            settled=certain.get(row.entry.number, ""),
            last_prize=cut is not None and cut.below == at,
        )
        for at, row in enumerate(rows, start=1)
    ]


def _line(results: History, row: StandingRow, game: Game | None, number: int) -> Line:
    last, opponent, won = _last_result(results, game, row.entry)
    return Line(
        row=row, moved=_moved(row.moved), last=last, opponent=opponent, won=won, withdrawn=row.entry.has_left(number)
    )


def _moved(places: int | None) -> str:
    if places is None:
        return ""
    return f"▲ {places}" if places > 0 else f"▼ {-places}" if places < 0 else "–"


def _last_result(results: History, game: Game | None, entry: Entry) -> tuple[str, str, str]:
    """(what happened, against whom, won/lost/tied) in a round's game, from one player's side."""
    if game is None:
        return _("did not play"), "", ""
    is_first = game.first_id == entry.pk
    other = game.second_id if is_first else game.first_id
    opponent = results.by_id[other].player.name if other else ""
    if game.outcome in Game.UNCOUNTED:
        return str(game.get_outcome_display()), opponent, ""
    values = results.values_of(game)
    halves, spread = values[:2] if is_first else values[2:]
    if other is None:
        return f"{game.get_outcome_display()} {signed(spread)}", "", ""
    won = {0: _("lost"), 1: _("tied"), 2: _("won")}[halves]
    score = results.final_score(game)
    if game.outcome in Game.SCORED and score.first is not None:
        own, theirs = (score.first, score.second) if is_first else (score.second, score.first)
        return f"{own}–{theirs}", opponent, won
    kind = KINDS.get(game.outcome) or (game.get_outcome_display() if game.outcome in Game.STATED else "")
    return f"{kind} {signed(spread)}" if kind else signed(spread), opponent, won


def _classes(names: list[str]) -> str:
    """How wide the column of classes is: "" (none has one), "classes" or "wide-classes"."""
    longest = max(map(len, names), default=0)
    return "" if longest == 0 else "classes" if longest <= SHORT_CLASS else "wide-classes"


@report("standings", label=gettext_lazy("Standings"), scope="round")
def standings(row: Round, options: Options) -> Sheet:
    """The table after a published round; provisional, and said so, while results are missing.  Raises NotPublished."""
    refuse_draft(row)
    results = history(row.division)
    awaited = sum(is_to_come(game) for game in results.games if results.round_numbers[game.round_id] <= row.number)
    places = prize_places_of(row.division)
    lines = lines_of(results, row.number, places)
    context = {
        "lines": lines,
        "awaited": awaited,
        "prizes": _under_the_prizes(cut_off([line.row.standing for line in lines], places)),
        "classes": _classes([entry.class_name for entry in results.entries]),
        "moves": row.number > 1,
        "size": "roomy" if len(results.entries) <= ROOMY_LINES else "",
    }
    title = _("Standings after round %(round)s") % {"round": row.number}
    return division_sheet(row.division, row.number, context, title=title)


def _under_the_prizes(cut: CutOff | None) -> str:
    """Where the line under the prizes stands, in words; "" without one."""
    if cut is None:
        return ""
    wins = ngettext("%(wins)s win", "%(wins)s wins", 1 if cut.halves == 2 else 2 if cut.halves > 3 else 0) % {
        "wins": wins_text(cut.halves)
    }
    places = ngettext("%(places)s place wins a prize", "%(places)s places win a prize", cut.places) % {
        "places": cut.places
    }
    return _("%(places)s: the thick line is below the last of them, at %(wins)s, %(spread)s.") % {
        "places": places, "wins": wins, "spread": signed(cut.spread),
    }  # fmt: skip
