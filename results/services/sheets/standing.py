"""What both players signed of a game, for every road that could change it; and whether the event is still open."""

from collections.abc import Collection

from django.db.models import Count, Q

from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.roads import Road

from ...engine.finality import Ground, change, follows, scores_signed
from ...engine.sheet_states import State
from ...engine.sheets import SheetFacts
from ...models import Sheet, SheetVersion, Signature
from .deadline import began
from .frame import Desk, SheetFinal, outcome_same

OVER = "The event is finished: open it again in its settings before a result, a sheet or a recount is changed."
# Roads that only a director opens: appeals, ejections, and lines that are decisions of their own.
RULINGS = frozenset(
    {
        Road.APPEAL, Road.EJECTION, Road.EJECTION_REVERSED, Road.INCIDENT, Road.ADJUSTMENT, Road.CHALLENGE, Road.ATTENDANCE,
    }
)  # fmt: skip
# Roads by which the director says how a game ended: a ruling, unless it only replaces the scores.
HOW_IT_ENDED = frozenset({Road.HOW_IT_ENDED, Road.FORFEIT, Road.LEAVING, Road.CORRECTION, Road.API})
SIGNED = (State.SIGNED, State.HANDED_IN)
AFTERWARDS = (State.POSTED, State.WAIVED, State.DISPUTED)  # signatures may be void because a line came, or went


def require_running(division: Division) -> None:
    """Refused once the event is finished: it is opened again first, and the record keeps that."""
    if Tournament.objects.filter(pk=division.tournament_id, status=Tournament.Status.FINISHED).exists():
        raise SheetFinal(OVER)


def require_running_games(games: frozenset[int]) -> None:
    """The same for every game that a decision touched."""
    finished = Q(round__division__tournament__status=Tournament.Status.FINISHED)
    if Game.objects.filter(finished, pk__in=games).exists():
        raise SheetFinal(OVER)


def signed_version(sheet: Sheet | None) -> SheetVersion | None:
    """The version under which both players signed the scores that stand; None where they did not."""
    if sheet is None or sheet.is_state not in (*SIGNED, *AFTERWARDS):
        return None
    versions = list(sheet.versions.annotate(names=Count("signatures")).order_by("-number"))
    facts = scores_signed((row.facts, row.names) for row in versions)
    return None if facts is None else next(row for row in versions if row.number == facts.version)


def state_of(game: Game) -> State:
    """How final a game is: SIGNED or HANDED_IN too where only lines came after both signatures; EMPTY without a sheet."""
    sheet = Sheet.objects.filter(game=game).first()
    if sheet is None:
        return State.EMPTY
    return bound(sheet.is_state, signed_version(sheet) is not None)


def bound(state: State, scores_signed: bool) -> State:
    """A state with what both signed in mind: void signatures of scores that stand bind as those of a final sheet do."""
    return State.HANDED_IN if state in AFTERWARDS and scores_signed else state


def signed_on_paper(version: SheetVersion) -> bool:
    """Whether an official saw both signatures on paper and typed the figures."""
    means = Signature.objects.filter(version=version).values_list("means", flat=True)
    return set(means) == {Signature.Means.PAPER}


def open_grounds(game: Game) -> tuple[list[Ground], str]:
    """The grounds on which an official may change the sheet of this game now, and in one text why not the others."""
    sheet = Sheet.objects.filter(game=game).first()
    state, signed = (sheet.is_state if sheet else State.EMPTY), signed_version(sheet)
    if state not in SIGNED or signed is None:
        return [Ground.RULING], ""
    book, on_paper, late = game.round.division.tournament.book, signed_on_paper(signed), began(game)
    verdicts = {each: change(each, state, book, on_paper=on_paper, next_game_began=late) for each in Ground}
    closed = [verdict.reason for verdict in verdicts.values() if not verdict.allowed]
    return (
        [each for each, verdict in verdicts.items() if verdict.allowed],
        " ".join(f"{reason.text} ({reason.rule})" for reason in closed),
    )


def is_ruling(roads: Collection[Road], *, scored: bool) -> bool:
    """Whether a decision that reached a game by these roads is a ruling.  scored: the game has scores afterwards.

    By no road, or by one that is not known here, it is none.
    """
    rulings = RULINGS if scored else RULINGS | HOW_IT_ENDED
    return bool(roads) and rulings.issuperset(roads)


def require_ground(desk: Desk, facts: SheetFacts, roads: Collection[Road]) -> None:
    """Refused where a decision changes what both signed on no ground that the book knows. Raises SheetFinal.

    roads: by which the decision under way reached the game. (WESPA 5.4.1; NSA III.F)
    """
    if desk.facts is None or outcome_same(facts, desk.facts):
        return
    signed = signed_version(desk.sheet)
    if signed is None:
        return
    verdict = follows(
        ruled=is_ruling(roads, scored=facts.outcome in Game.SCORED),
        taken_back=set(roads) == {Road.TAKE_BACK},
        on_paper=signed_on_paper(signed),
        book=desk.division.tournament.book,
    )
    if not verdict.allowed:
        raise SheetFinal(f"{verdict.reason.text} ({verdict.reason.rule})")
