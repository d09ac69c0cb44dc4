"""Result sheets as lists of officials need them: a round's, an event's, and what waits. Constant queries."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, F

from results.games.services.outcomes import where
from results.sheets.engine.finality import hands_in
from results.sheets.engine.states import UNSIGNED, State
from tdsuite.tournaments.models import BY_BOARD, Entry, Game, Round, Tournament
from tdsuite.tournaments.models.games import GameQuerySet
from tdsuite.tournaments.rulebooks.model import Rulebook
from .models import Petition, Sheet, SheetVersion, Signature, TableCall

NAMED = 5  # in one sentence
LABELS = {
    State.EMPTY: "not entered", State.ENTERED: "to sign", State.DISPUTED: "disputed", State.SIGNED: "signed",
    State.HANDED_IN: "final", State.POSTED: "to sign", State.WAIVED: "waived", State.RULED: "ruled",
    State.SET_ASIDE: "set aside",
}  # fmt: skip
TONES = {
    State.ENTERED: "warn", State.DISPUTED: "bad", State.SIGNED: "good", State.HANDED_IN: "good", State.POSTED: "warn",
    State.RULED: "info",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One game and its sheet, in a list.

    Attributes:
        opened: whether the game has a sheet.
        missing: whose signature is awaited.
        to_hand_in: whoever may bring the signed sheet: the winner; after a tie either.
        petition: whether one is open.
        calls: for the director, not answered.
    """

    game: Game
    state: State
    opened: bool
    missing: tuple[Entry, ...] = ()
    to_hand_in: tuple[Entry, ...] = ()
    petition: bool = False
    calls: tuple[TableCall, ...] = ()

    @property
    def label(self) -> str:
        return LABELS[self.state]

    @property
    def tone(self) -> str:
        return TONES.get(self.state, "")

    @property
    def brings(self) -> str:
        """Who is to hand in the signed sheet, by name."""
        return " or ".join(str(entry.player) for entry in self.to_hand_in)


def unopened_state(game: Game) -> State:
    """How a game without a sheet stands: the state of the sheet it would get when somebody opens it."""
    if game.outcome in Game.UNFINISHED:
        return State.EMPTY
    return State.POSTED if game.outcome in Game.SCORED else State.RULED


def round_sheets(row: Round) -> list[SheetRow]:
    """The games of a published round in the order of the tables, byes left out; in five queries."""
    games = list(Game.objects.filter(round=row, second__isnull=False).with_people().select_related("sheet").by_board())
    petitions = set(Petition.objects.open().filter(sheet__game__round=row).values_list("sheet__game_id", flat=True))
    calls: dict[int, tuple[TableCall, ...]] = {}
    for call in TableCall.objects.filter(game__round=row, answered_at=None).select_related("entry__player"):
        calls[call.game_id] = (*calls.get(call.game_id, ()), call)
    return _rows(games, row.division.book_in_force, petitions, calls)


def unsigned_by_division(tournament: Tournament) -> dict[int, list[SheetRow]]:
    """Sheets that miss a signature, by round and table, for every division that has some; in four queries."""
    rows = _unsigned(tournament).order_by("round__division", "round__number", *BY_BOARD)
    by_division = defaultdict[int, list[SheetRow]](list)
    for row in _rows(list(rows), tournament.rules.rulebook):
        by_division[row.game.round.division_id].append(row)
    return by_division


def _unsigned(tournament: Tournament) -> GameQuerySet:
    """A game that the desk typed from paper, and that no phone opened, is none of them."""
    games = Game.objects.filter(round__division__tournament=tournament, second__isnull=False, sheet__state__in=UNSIGNED)
    return games.exclude(round__status=Round.Status.DRAFT).with_people().select_related("sheet")


def to_waive(tournament: Tournament) -> GameQuerySet:
    """Games that an official entered and that miss a signature, by round and table: the director may do without it."""
    rows = _unsigned(tournament).filter(sheet__state=State.POSTED)
    return rows.select_related("round").order_by("round__number", *BY_BOARD)


def sheets_to_hand_in(tournament: Tournament) -> list[SheetRow]:
    """Signed and not handed in, by division, round and table, in three queries."""
    games = Game.objects.filter(round__division__tournament=tournament, sheet__state=State.SIGNED)
    rows = games.with_people().select_related("sheet", "round__division")
    rows = rows.order_by("round__division__position", "round__division", "round__number", *BY_BOARD)
    return _rows(list(rows), tournament.rules.rulebook)


def _rows(
    games: Sequence[Game], book: Rulebook, petitions: set[int] | None = None,
    calls: dict[int, tuple[TableCall, ...]] | None = None,
) -> list[SheetRow]:  # fmt: skip
    sheets = {game.pk: game.sheet for game in games if hasattr(game, "sheet")}
    unsigned = [sheet for sheet in sheets.values() if sheet.state in UNSIGNED]
    signatures = Signature.objects.filter(version__sheet__in=unsigned, version__number=F("version__sheet__number"))
    signed = set(signatures.values_list("version__sheet__game_id", "entry_id"))
    signed_sheets = [sheet for sheet in sheets.values() if sheet.state == State.SIGNED]
    versions = SheetVersion.objects.filter(sheet__in=signed_sheets, number=F("sheet__number"))
    bring = {version.sheet_id: hands_in(version.facts, book) for version in versions}
    rows = []
    for game in games:
        sheet = sheets.get(game.pk)
        state = State(sheet.state) if sheet else unopened_state(game)
        missing = [entry for entry in game.players if state in UNSIGNED and (game.pk, entry.pk) not in signed]
        to_hand_in = [entry for entry in game.players if sheet and entry.pk in bring.get(sheet.pk, ())]
        asked = petitions is not None and game.pk in petitions
        open_calls = calls.get(game.pk, ()) if calls else ()
        rows.append(SheetRow(game, state, sheet is not None, tuple(missing), tuple(to_hand_in), asked, open_calls))
    return rows


def to_sign(tournament: Tournament) -> dict[tuple[int, int], int]:
    """How many sheets miss a signature, by division and round; those that are disputed wait for the director instead."""
    rows = _unsigned(tournament).exclude(sheet__state=State.DISPUTED).order_by()
    counts = rows.values_list("round__division", "round__number").annotate(Count("pk"))
    return {(division, number): count for division, number, count in counts}


# ── before an event is finished ──────────────────────────────────────────────────────────────────────────────


def unsigned_blockers(tournament: Tournament) -> list[str]:
    """Why the event cannot be finished yet: one sentence a division."""
    sentences = []
    unsigned = unsigned_by_division(tournament)
    for division in tournament.divisions.order_by("position", "pk"):
        if rows := unsigned.get(division.pk, []):
            count, names = _named(rows, lambda row: where(row.game))
            sentences.append(
                f"{division}: {count} not signed by both ({names}). Have them signed, or waive with a reason."
            )
    return sentences


def _named(rows: Sequence[SheetRow], name: Callable[[SheetRow], str]) -> tuple[str, str]:
    """How many sheets are meant, and the first of them by name."""
    count = "one sheet is" if len(rows) == 1 else f"{len(rows)} sheets are"
    return count, "; ".join([*map(name, rows[:NAMED]), *(["…"] if len(rows) > NAMED else [])])


def warn_not_handed_in(tournament: Tournament) -> list[str]:
    """What to look after before the event is finished: one sentence with who is to hand in what."""
    rows = sheets_to_hand_in(tournament)
    if not rows:
        return []
    count, names = _named(rows, lambda row: f"{row.game.round.division}, {where(row.game)}: {row.brings}")
    duty = tournament.rules.rulebook.results.hands_in
    return [
        f"{count.capitalize()} signed by both and not handed in ({names}). {duty.explain} ({duty.rule or 'our default'})"
    ]


def disputes(games: Collection[int]) -> dict[int, str]:
    """ "Ada Winterbourne disputes the sheet 431-388" for each of these games whose sheet is disputed, first player's score first."""
    return {
        sheet.game_id: _dispute(sheet)
        for sheet in Sheet.objects.filter(game__in=games).disputed().select_related("game", "disputed_by__player")
        if sheet.game_id
    }


def _dispute(sheet: Sheet) -> str:
    """The newest figures that the one who disputes did not write."""
    player, game = sheet.disputed_by, sheet.game
    assert game is not None
    versions = [row for row in sheet.versions.order_by("-number") if row.facts.outcome in Game.SCORED]
    theirs = [row for row in versions if player is None or (row.made_by_kind, row.made_by) != ("player", player.pk)]
    facts = (theirs or versions)[0].facts
    scores = f"{facts.total(game.first_id)}-{facts.total(game.second_id or 0)}"
    return f"{player.player if player else 'A player'} disputes the sheet {scores}"
