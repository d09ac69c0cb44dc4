"""What players and collectors write on: scorecards, tally sheets, score sheets, designation slips."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _, gettext_lazy

from tdsuite.platform.access.addresses import link_url
from tdsuite.platform.access.qr import Code, code_of
from tdsuite.platform.printing.registry import Options, Sheet, division_sheet, event_sheet, in_pages, report
from tdsuite.tournaments.engine.standings import signed
from tdsuite.tournaments.engine.starts import REPLY, START
from tdsuite.tournaments.engine.tiles import BLANK, ENGLISH
from tdsuite.tournaments.figures import record_of
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import History, history
from .common import is_long
from .standings import slips_of

CARDS_A_PAGE, SHORT_EVENT, LONG_EVENT = 2, 9, 24  # two cards a page up to so many rounds; denser lines above so many
DESIGNATIONS_A_PAGE, TURNS = 8, 24
TWO_LINES = 80  # letters of an opponent's name that surely fit on two lines of its column
SHORT_RECORD = 8  # letters of wins and losses that fit into their column: 10.5–3.5
ONE_PAGE = 34  # the most lines of a page


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a scorecard; all but the round is "" while unknown.  running: the player's spread so far."""

    round: int
    table: str = ""
    opponent: str = ""
    number: int = 0
    starts: str = ""
    own: str = ""
    theirs: str = ""
    spread: str = ""
    running: str = ""
    record: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nothing is known yet, so that all of it is to be written by hand."""
        return not self.opponent


@dataclass(frozen=True, slots=True)
class Card:
    """A player's scorecard, with a line for every planned round.  code: what opens the player's own page."""

    entry: Entry
    lines: tuple[CardLine, ...]
    code: Code | None = None

    @property
    def long(self) -> bool:
        return is_long(self.entry)

    @property
    def to_come(self) -> tuple[int, ...]:
        """The rounds at the end of which nothing is known yet."""
        known = [place for place, line in enumerate(self.lines) if not line.is_open]
        return tuple(line.round for line in self.lines[known[-1] + 1 if known else 0 :])

    @property
    def known_lines(self) -> tuple[CardLine, ...]:
        """The lines before those."""
        return self.lines[: len(self.lines) - len(self.to_come)]

    @property
    def is_even(self) -> bool:
        """Whether all lines are of one height and on one page, so that the grid behind them can be one picture."""
        return len(self.lines) <= ONE_PAGE and all(
            len(line.opponent) <= TWO_LINES and len(line.record) <= SHORT_RECORD for line in self.lines
        )


def cards_of(results: History) -> list[Card]:
    """Every player's card with what is published so far; the other lines are left to fill in."""
    rounds = max([results.division.planned_rounds, *results.round_numbers.values()])
    games: dict[int, list[Game]] = {entry.pk: [] for entry in results.entries}
    for game in results.games:
        if game.round.is_published:
            for side in filter(None, game.entry_ids):
                games[side].append(game)
    return [Card(entry, tuple(_card_lines(results, entry, games[entry.pk], rounds))) for entry in results.entries]


def _card_lines(results: History, entry: Entry, games: Sequence[Game], rounds: int) -> Iterator[CardLine]:
    halves = running = played = 0
    for number in range(1, rounds + 1):
        here = [game for game in games if results.round_numbers[game.round_id] == number]
        for game in here:
            if game.outcome in Game.UNCOUNTED:
                yield _card_line(results, entry, game, number)
                continue
            values = results.values_of(game)
            won, spread = values[:2] if game.first_id == entry.pk else values[2:]
            halves, running, played = halves + won, running + spread, played + 1
            record = record_of(halves, 2 * played - halves)
            line = _card_line(results, entry, game, number)
            yield replace(line, spread=signed(spread), running=signed(running), record=record)
        if not here:
            yield CardLine(number)


def _card_line(results: History, entry: Entry, game: Game, number: int) -> CardLine:
    is_first = game.first_id == entry.pk
    other = results.by_id.get((game.second_id if is_first else game.first_id) or 0)
    side = dict(results.start_sides(game)).get(entry.number)
    score = results.final_score(game)
    own, theirs = (score.first, score.second) if is_first else (score.second, score.first)
    scored = game.outcome in Game.SCORED and own is not None
    return CardLine(
        round=number,
        table=game.table,
        opponent=other.player.name if other else str(game.get_outcome_display()),
        number=other.number if other else 0,
        starts={START: "✓", REPLY: "–"}.get(side or 0, ""),
        own=str(own) if scored else "",
        theirs=str(theirs) if scored else "",
    )


@report("scorecards", label=gettext_lazy("Players’ scorecards"), scope="division")
def scorecards(division: Division, options: Options) -> Sheet:
    """A card a player: all rounds, what is published filled in, the rest to write."""
    return _scorecards(division, {})


@report(
    "scorecards-with-codes", label=gettext_lazy("Scorecards with private codes"), scope="division",
    template="print/scorecards.html", secret=True,
)  # fmt: skip
def scorecards_with_codes(division: Division, options: Options) -> Sheet:
    """The same with the code that opens each player's own page.  options: links (PlayerLink rows), base.  Raises KeyChanged."""
    return _scorecards(division, {link.entry_id: code_of(link_url(link, options["base"])) for link in options["links"]})


def _scorecards(division: Division, codes: Mapping[int, Code]) -> Sheet:
    cards = [replace(card, code=codes.get(card.entry.pk)) for card in cards_of(history(division))]
    lines = max((len(card.lines) for card in cards), default=0)
    size = "half" if lines <= SHORT_EVENT else "dense" if lines > LONG_EVENT else "full"
    pages = in_pages(cards, CARDS_A_PAGE if size == "half" else 1)
    return division_sheet(division, None, {"pages": pages, "size": size})


@report("tally-sheet", label=gettext_lazy("Tally sheet"), scope="round")
def tally_sheet(row: Round, options: Options) -> Sheet:
    """For whoever collects results: a line a table, with room for both scores.  Raises as `slips_of`."""
    return division_sheet(row.division, row.number, {"slips": slips_of(row)})


@report("score-sheet", label=gettext_lazy("Score sheet with tiles"), scope="tournament")
def score_sheet(tournament: Tournament, options: Options) -> Sheet:
    """A blank score sheet of one game, with every tile of the set to cross off."""
    letters = [letter for letter in sorted(ENGLISH) if letter != BLANK]
    tiles = [(" ".join(letter * ENGLISH[letter].count), ENGLISH[letter].value) for letter in [*letters, BLANK]]
    context = {"turns": range(1, TURNS + 1), "tile_rows": in_pages(tiles, 9), "sides": (_("I start"), _("I reply"))}
    return event_sheet(tournament, context)


@report(
    "designation-slips",
    label=gettext_lazy("Blank designation slips"),
    scope="tournament",
)
def designation_slips(tournament: Tournament, options: Options) -> Sheet:
    """One page of slips on which players write what the two blanks stand for. As many copies as are needed."""
    return event_sheet(tournament, {"slips": range(DESIGNATIONS_A_PAGE)})
