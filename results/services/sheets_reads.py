"""Result sheets as pages need them: one game's, one player's, and what waits for an official. Constant queries."""

from dataclasses import dataclass, replace

from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.reasons import Reason

from ..engine.finality import scores_signed
from ..engine.recount import RecountRight, recount_right
from ..engine.sheet_states import Path, State, correction, players_may_settle
from ..engine.sheets import SheetFacts, canonical, sha256
from ..models import Petition, Recount, Sheet, SheetVersion, TableCall
from .sheets.deadline import began
from .sheets.frame import game_facts
from .sheets.officials import Unsigned, unsigned
from .sheets.standing import bound


@dataclass(frozen=True, slots=True)
class SheetView:
    """One game's sheet as it is now.

    sheet: None where nobody has opened it.  number: of the newest version, 0 where there are no figures.  text, sha256:
    the exact bytes to show and to sign.  signed: entries whose names stand under them.  claims: what each player signed
    last, for side by side.  petition: an open one.  path, why: how it can still be corrected.  settle: whether players
    may still give in where their cards differ.  recount: whether one player may ask for one, and why; None without
    figures.  may_recount: it is allowed, and none is under way.
    """

    game: Game
    sheet: Sheet | None
    state: State
    number: int
    text: str
    sha256: str
    facts: SheetFacts | None
    signed: frozenset[int]
    claims: dict[int, SheetFacts]
    petition: Petition | None
    path: Path
    why: Reason
    settle: bool
    recount: RecountRight | None
    may_recount: bool

    @property
    def differ(self) -> bool:
        """Whether the players signed different figures and nothing has settled it."""
        return self.state is State.DISPUTED and len(self.claims) == 2


def sheet_view(game: Game) -> SheetView:
    """Everything a page of this sheet shows, in at most eight queries."""
    division = game.round.division
    book = division.tournament.book
    sheet = Sheet.objects.filter(game=game).first()
    versions = _versions(sheet)
    newest = versions[-1] if versions else None
    facts, text = (newest.facts, newest.text) if newest else _unopened(game, division)
    state = sheet.is_state if sheet else _state_of(game)
    over = began(game)
    path, why = correction(state, book, next_game_began=over)
    right = None
    if facts is not None and facts.margin is not None and state is not State.EMPTY:
        binding = bound(
            state, scores_signed((row.facts, len(row.signatures.all())) for row in reversed(versions)) is not None
        )
        right = recount_right(margin=facts.margin, book=book, state=binding, next_game_began=over)
    return SheetView(
        game=game,
        sheet=sheet,
        state=state,
        number=facts.version if facts else 0,
        text=text,
        sha256=sha256(text) if text else "",
        facts=facts,
        signed=frozenset(one.entry_id for one in newest.signatures.all()) if newest else frozenset(),
        claims=_claims(sheet, versions),
        petition=Petition.objects.open().filter(sheet=sheet).first() if sheet else None,
        path=path,
        why=why,
        settle=players_may_settle(book),
        recount=right,
        may_recount=right is not None and right.allowed and not _being_recounted(game),
    )


def _being_recounted(game: Game) -> bool:
    return Recount.objects.open().filter(game=game).exists()


def _versions(sheet: Sheet | None) -> list[SheetVersion]:
    if sheet is None:
        return []
    return list(sheet.versions.order_by("number").prefetch_related("signatures"))


def _claims(sheet: Sheet | None, versions: list[SheetVersion]) -> dict[int, SheetFacts]:
    """The figures each player signed last since the sheet was last settled."""
    found: dict[int, SheetFacts] = {}
    for row in versions:
        if sheet is not None and row.number > sheet.since:
            found |= {one.entry_id: row.facts for one in row.signatures.all()}
    return found


def _state_of(game: Game) -> State:
    """How a game without a sheet stands: the sheet it would get when somebody opens it."""
    if game.outcome in Game.UNFINISHED:
        return State.EMPTY
    return State.POSTED if game.outcome in Game.SCORED else State.RULED


def _unopened(game: Game, division: Division) -> tuple[SheetFacts | None, str]:
    """The first version that a game entered by an official will have: the same bytes that opening it writes."""
    if game.outcome in Game.UNFINISHED or game.second_id is None:
        return None, ""
    lines = list(GameAdjustment.objects.filter(game=game).order_by("pk"))
    facts = replace(game_facts(game, division, lines, None), version=1)
    return facts, canonical(facts)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for an official in a division.  petitions: agreed by both, for the director.  calls: not answered."""

    disputed: tuple[Sheet, ...]
    petitions: tuple[Petition, ...]
    calls: tuple[TableCall, ...]
    unsigned: tuple[Unsigned, ...]


def waiting(division: Division) -> Waiting:
    """The console's list, oldest first, in seven queries."""
    people = ("game__first__player", "game__second__player", "game__round__division")
    disputed = Sheet.objects.of_division(division).disputed().select_related(*people)
    of_sheet = tuple(f"sheet__{name}" for name in people)
    petitions = Petition.objects.filter(sheet__division=division, status=Petition.Status.AGREED)
    calls = TableCall.objects.filter(game__round__division=division, answered_at=None)
    return Waiting(
        disputed=tuple(disputed.order_by("changed_at")),
        petitions=tuple(petitions.select_related(*of_sheet, "proposed_by__player", "agreed_by__player", "base")),
        calls=tuple(calls.select_related(*people, "entry__player")),
        unsigned=tuple(unsigned(division)),
    )
