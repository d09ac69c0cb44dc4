"""A round's sheets as officials see them: who is still to sign, what is disputed, petitioned for, called. Constant queries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from tdsuite.tournaments.models import Entry, Game, Round, Tournament

from ..engine.sheet_states import State
from ..models import Petition, Sheet, Signature, TableCall
from ..services.sheets.handing_in import who_hands_in
from .player_state import unopened

TONES = {
    State.EMPTY: "", State.ENTERED: "warn", State.DISPUTED: "bad", State.SIGNED: "good", State.HANDED_IN: "good",
    State.POSTED: "warn", State.WAIVED: "", State.RULED: "info", State.SET_ASIDE: "",
}  # fmt: skip
LABELS = {
    State.EMPTY: "not entered", State.ENTERED: "to sign", State.DISPUTED: "disputed", State.SIGNED: "signed",
    State.HANDED_IN: "final", State.POSTED: "to sign", State.WAIVED: "waived", State.RULED: "ruled",
    State.SET_ASIDE: "set aside",
}  # fmt: skip
CHASED = (State.ENTERED, State.DISPUTED, State.POSTED)


@dataclass(frozen=True, slots=True)
class Row:
    """One game of a round and its sheet.  missing: whose signature is awaited.  hands_in: who is to bring the signed sheet."""

    game: Game
    state: State
    missing: tuple[Entry, ...]
    petition: bool
    calls: tuple[TableCall, ...]
    opened: bool
    hands_in: str = ""

    @property
    def label(self) -> str:
        return LABELS[self.state] if self.opened or self.state is not State.POSTED else "no sheet"

    @property
    def tone(self) -> str:
        return TONES[self.state]

    @property
    def chased(self) -> bool:
        return self.state in CHASED


def rows_of(row: Round) -> list[Row]:
    """The games of a published round in the order of the tables, byes left out; in five queries."""
    games = list(Game.objects.filter(round=row, second__isnull=False).with_people().select_related("sheet").by_board())
    signed = signed_on([game.sheet for game in games if hasattr(game, "sheet")])
    asked = set(Petition.objects.open().filter(sheet__game__round=row).values_list("sheet__game_id", flat=True))
    calls: dict[int, list[TableCall]] = {}
    for call in TableCall.objects.filter(game__round=row, answered_at=None).select_related("entry__player"):
        calls.setdefault(call.game_id, []).append(call)
    book = row.division.tournament.rules.rulebook
    bring = (" or ".join(str(entry.player) for entry in people) for people in who_hands_in(games, book))
    rows = [_row(game, signed, asked, calls.get(game.pk, ())) for game in games]
    return [replace(each, hands_in=names) for each, names in zip(rows, bring, strict=True)]


def signed_on(sheets: Sequence[Sheet]) -> set[tuple[int, int, int]]:
    """(sheet, version, entry) of every signature on these sheets."""
    rows = Signature.objects.filter(version__sheet__in=sheets)
    return set(rows.values_list("version__sheet_id", "version__number", "entry_id"))


def _row(game: Game, signed: set[tuple[int, int, int]], asked: set[int], calls: Sequence[TableCall]) -> Row:
    sheet: Sheet | None = getattr(game, "sheet", None)
    state = sheet.is_state if sheet else unopened(game)
    people = [entry for entry in (game.first, game.second) if entry is not None]
    missing = tuple(one for one in people if not sheet or (sheet.pk, sheet.number, one.pk) not in signed)
    return Row(game, state, missing if state in CHASED else (), game.pk in asked, tuple(calls), sheet is not None)


@dataclass(frozen=True, slots=True)
class Chase:
    """What waits for officials in one division, counted."""

    unsigned: int = 0
    disputed: int = 0
    petitions: int = 0
    calls: int = 0

    @property
    def any(self) -> bool:
        return bool(self.unsigned or self.disputed or self.petitions or self.calls)


def chased(tournament: Tournament) -> dict[int, Chase]:
    """The marks on the console by division, for those that have any; in three queries."""
    sheets = Sheet.objects.filter(division__tournament=tournament, game__isnull=False).values("division")
    counts = sheets.annotate(
        unsigned=Count("pk", filter=Q(state__in=(State.ENTERED, State.POSTED))),
        disputed=Count("pk", filter=Q(state=State.DISPUTED)),
    )
    found = {row["division"]: Chase(row["unsigned"], row["disputed"]) for row in counts}
    asked = Petition.objects.filter(sheet__division__tournament=tournament, status=Petition.Status.AGREED)
    for division, number in asked.values_list("sheet__division").annotate(Count("pk")):
        found[division] = replace(found.get(division, Chase()), petitions=number)
    calls = TableCall.objects.filter(game__round__division__tournament=tournament, answered_at=None)
    for division, number in calls.values_list("game__round__division").annotate(Count("pk")):
        found[division] = replace(found.get(division, Chase()), calls=number)
    return {division: chase for division, chase in found.items() if chase.any}
