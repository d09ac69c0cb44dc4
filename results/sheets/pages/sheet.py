"""A result sheet as pages show it: every figure of a version read back from its canonical text, with people by name.

What is shown is what is signed: nothing of a version is taken from the game's rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from results.rulings.engine.clock_readings import clock_text
from results.rulings.labels import LABELS, title_of
from results.rulings.models import Recount
from results.sheets.engine.facts import SheetFacts, SheetLine, SheetSide, canonical, in_order, sha256
from results.sheets.engine.finality import scores_signed
from results.sheets.engine.recounts import RecountRight, recount_right
from results.sheets.engine.states import Path, State, correction
from results.sheets.forms import form_values
from results.sheets.models import Petition, Sheet, SheetVersion, Signature, TableCall
from results.sheets.reads import unopened_state
from results.sheets.services.decisions import blank_sheet, sheet_of_game
from results.sheets.services.entering import FigureQuestions, figure_questions
from results.sheets.services.signed import binding_state, next_game_began
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Entry, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.reasons import Reason

PLAYED_OUT = (Game.Outcome.PLAYED, Game.Outcome.AWAITED)


@dataclass(frozen=True, slots=True)
class LineView:
    """One line that changes a score, in words.

    Attributes:
        own: written by the players.
    """

    label: str
    points: int
    rule: str
    own: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """One player's half of a version.

    Attributes:
        total: the score with every line.
        own: of the player who looks at it.
        differs: score or lines are others than on the version it is compared with.
    """

    entry: Entry
    side: SheetSide
    lines: tuple[LineView, ...]
    total: int | None
    won: bool
    own: bool
    differs: bool
    signature: Signature | None


@dataclass(frozen=True)
class VersionView:
    """A version of a sheet, or what a petition asks for.

    Attributes:
        number: 0 where it is no version yet.
        row: None where it is not written yet.
        sides: own side first, else the first player of the game first.
        margin: from 0 (a tie); None where no score was kept.
        outcome: how the game ended, "" where it was played out.
        score: "431–388" in the order of the sides, "" where no score was kept.
        made_by: by name; "" where it is not written yet.
    """

    facts: SheetFacts
    number: int
    sha256: str
    people: Mapping[int, Entry]
    row: SheetVersion | None
    sides: tuple[SideView, ...]
    margin: int | None
    outcome: str
    score: str
    made_by: str
    signed: int
    starter: Entry | None

    @cached_property
    def questions(self) -> FigureQuestions:
        """What whoever is to sign this is warned of."""
        return figure_questions(self.facts, self.people)


def version_view(
    facts: SheetFacts, number: int, digest: str, people: Mapping[int, Entry], *, me: int | None,
    row: SheetVersion | None = None, compared: SheetFacts | None = None, officials: Mapping[int, str] | None = None,
) -> VersionView:  # fmt: skip
    """A version with people by name.

    Args:
        me: the entry of the player who looks at it.
        compared: the sheet from which parts that differ are marked.
        officials: names of users, by key.
    """
    signatures = {signature.entry_id: signature for signature in row.signatures.all()} if row else {}
    account, order = facts.account, list(people)
    differing = set() if compared is None else what_differs(facts, compared)
    sides = tuple(
        SideView(
            people[side.entry], side, tuple(line_view(line) for line in facts.lines if line.entry == side.entry),
            facts.total(side.entry), facts.winner == side.entry, side.entry == me, side.entry in differing,
            signatures.get(side.entry),
        )
        for side in sorted(facts.sides, key=lambda side: (side.entry != me, order.index(side.entry)))
    )  # fmt: skip
    made_by = "" if row is None else row.made_by_kind
    if row is not None and row.made_by_kind == "player":
        maker = people.get(row.made_by or 0)
        made_by = str(maker.player) if maker else f"player {row.made_by}"
    elif row is not None and officials:
        made_by = officials.get(row.made_by or 0, made_by)
    return VersionView(
        facts, number, digest, people, row, sides,
        margin=None if account.spread is None else abs(account.spread[0]),
        outcome="" if facts.outcome in PLAYED_OUT else str(Game.Outcome(facts.outcome).label),
        score="–".join(str(side.total) for side in sides) if all(side.total is not None for side in sides) else "",
        made_by=made_by,
        signed=len(signatures),
        starter=None if facts.started is None else people[facts.started],
    )  # fmt: skip


def line_view(line: SheetLine) -> LineView:
    """A line in words: tiles left, overtime, the incident behind it."""
    kind = line.kind.removeprefix("conduct:")
    label = str(LABELS.get(kind) or (_(title_of(kind)).lower() if kind != line.kind else kind.replace("_", " ")))
    words = [label, clock_text(line.seconds)] if line.seconds else [label]
    words += [_("turn lost")] if line.lost_turn else []
    return LineView(", ".join(words), line.points, line.rule, line.own)


def what_differs(sheet: SheetFacts, other: SheetFacts) -> set[int]:
    """The players whose score or lines are not the same on two sheets."""
    sheet, other = in_order(sheet), in_order(other)
    return {
        entry
        for entry in sheet.players
        if [side for side in sheet.sides if side.entry == entry]
        != [side for side in other.sides if side.entry == entry]
        or [line for line in sheet.lines if line.entry == entry]
        != [line for line in other.lines if line.entry == entry]
    }


@dataclass(frozen=True, slots=True)
class CardView:
    """One player's card in a dispute.

    Attributes:
        fields: the same figures as a form sends them, for whoever takes them over as they are.
    """

    entry: Entry
    version: VersionView
    own: bool
    fields: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PetitionView:
    """An open petition.

    Attributes:
        version: the figures it asks for, with what would change marked.
        own: of the player who looks at it.
    """

    row: Petition
    version: VersionView
    own: bool


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One game's sheet as it is now.

    Attributes:
        sheet: None where nobody has opened it.
        versions: newest first. A game that an official entered has one that nobody has written yet: the bytes that
            signing accepts.
        signed: entries whose names stand under the newest.
        cards: in a dispute what each player signed last, own first.
        path, why: how the sheet can still be corrected.
        recount: the one under way.
        recount_right: whether one player may ask for a recount; None without figures.
    """

    game: Game
    people: dict[int, Entry]
    sheet: Sheet | None
    state: State
    versions: list[VersionView]
    signed: frozenset[int]
    cards: list[CardView]
    petition: PetitionView | None
    path: Path
    why: Reason
    recount: Recount | None
    recount_right: RecountRight | None
    calls: list[TableCall]

    @property
    def latest(self) -> VersionView | None:
        return self.versions[0] if self.versions else None

    @property
    def facts(self) -> SheetFacts | None:
        """What the newest version says."""
        return self.versions[0].facts if self.versions else None

    @property
    def cards_differ(self) -> bool:
        """Whether the players signed different figures and nothing has settled it."""
        return len(self.cards) == 2


def people_of(game: Game) -> dict[int, Entry]:
    """The two players of a game by entry."""
    return {entry.pk: entry for entry in game.players}


def sheet_page(game: Game, me: int | None = None) -> SheetPage:
    """Everything a page of this sheet shows, in at most nine queries; for officials (no `me`) with their names."""
    book, people = game.round.division.tournament.book, people_of(game)
    sheet = Sheet.objects.filter(game=game).first()
    state = State(sheet.state) if sheet else unopened_state(game)
    rows: list[SheetVersion] = []
    if sheet is not None:
        rows = list(sheet.versions.order_by("-number").prefetch_related("signatures"))
    officials = _officials(rows) if me is None else {}
    versions = [
        version_view(row.facts, row.number, row.sha256, people, me=me, row=row, officials=officials) for row in rows
    ]
    if not rows and game.outcome not in Game.UNFINISHED:
        lines = list(GameAdjustment.objects.filter(game=game).order_by("pk"))
        facts = sheet_of_game(game, blank_sheet(game, game.round.division, lines), version=1)
        versions = [version_view(facts, 1, sha256(canonical(facts)), people, me=me)]
    began = next_game_began(game)
    path, why = correction(state, book, next_game_began=began)
    margin = versions[0].margin if versions else None
    right = None
    if margin is not None and state is not State.EMPTY:
        both = scores_signed((version.facts, version.signed) for version in versions) is not None
        binding = binding_state(state, scores_signed=both)
        right = recount_right(margin=margin, book=book, state=binding, next_game_began=began)
    return SheetPage(
        game, people, sheet, state, versions,
        signed=frozenset(signature.entry_id for signature in rows[0].signatures.all()) if rows else frozenset(),
        cards=_cards(sheet, rows, people, me) if sheet and state is State.DISPUTED else [],
        petition=_petition(sheet, rows, people, me) if sheet else None,
        path=path, why=why,
        recount=Recount.objects.open().filter(game=game).select_related("asked_by__player").first(),
        recount_right=right,
        calls=list(TableCall.objects.filter(game=game, answered_at=None).select_related("entry__player")),
    )  # fmt: skip


def _officials(rows: Sequence[SheetVersion]) -> dict[int, str]:
    users = {row.made_by for row in rows if row.made_by_kind == "user" and row.made_by is not None}
    return {user.pk: str(user) for user in User.objects.filter(pk__in=users)} if users else {}


def _cards(sheet: Sheet, rows: Sequence[SheetVersion], people: dict[int, Entry], me: int | None) -> list[CardView]:
    """For each player the newest version signed since the sheet was last settled."""
    newest: dict[int, SheetVersion] = {}
    for row in rows:
        for signature in row.signatures.all():
            if row.number > sheet.since:
                newest.setdefault(signature.entry_id, row)
    cards = []
    for entry in sorted(newest, key=lambda entry: (entry != me, list(people).index(entry))):
        row = newest[entry]
        other = next((newest[pk].facts for pk in newest if pk != entry), None)
        version = version_view(row.facts, row.number, row.sha256, people, me=me, row=row, compared=other)
        values = form_values(row.facts).items()
        fields = tuple((name, "on" if value is True else value) for name, value in values if value != "")
        cards.append(CardView(people[entry], version, entry == me, fields))
    return cards


def _petition(
    sheet: Sheet, rows: Sequence[SheetVersion], people: dict[int, Entry], me: int | None
) -> PetitionView | None:
    petition = Petition.objects.open().filter(sheet=sheet).first()
    if petition is None:
        return None
    newest = rows[0].facts if rows else None
    version = version_view(petition.facts, 0, petition.sha256, people, me=me, compared=newest)
    return PetitionView(petition, version, petition.proposed_by_id == me)
