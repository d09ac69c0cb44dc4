"""The five states of a table as the board shows them: each a mark and a word, made from facts alone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from adjudication.challenges.engine.slips import OPEN, UNJUDGED, State as SlipState
from adjudication.challenges.models import ChallengeSlip
from results.attendance.engine.lateness import clock as minutes
from results.attendance.engine.table_clock import Phase
from results.attendance.services.tables import SeatView
from results.sheets.engine.states import State as SheetState
from tdsuite.tournaments.engine.account import Account
from tdsuite.tournaments.engine.presence import NOT_HERE, State
from tdsuite.tournaments.models import Game

Slip = tuple[str, bool | None, str, bool]  # state, whether acceptable, ending, whether disputed
OUTCOME = Game.Outcome
AWAY = NOT_HERE | {State.GONE}


class Kind(StrEnum):
    """What a chip counts and shows."""

    MISSING = "missing"
    ABSENT = "absent"
    DISPUTED = "disputed"
    UNSIGNED = "unsigned"
    CHALLENGE = "challenge"

    @property
    def label(self) -> str:
        return {Kind.ABSENT: _("not here"), Kind.CHALLENGE: _("challenged")}.get(self, _(self.value))


@dataclass(frozen=True, slots=True)
class Cell:
    """One state of a table.

    Attributes:
        mark: a sign, "" without one; for the eye only.
        word: what it says.
        tone: the colour of its badge; "" for a quiet mark whose word is only read out, "plain" for a word without a badge.
        left: seconds that a running clock shows, None where none runs.
        kinds: the chips that count it.
        note: why its figures do not count.
    """

    mark: str
    word: str
    tone: str = ""
    left: int | None = None
    kinds: frozenset[Kind] = frozenset()
    note: str = ""

    @property
    def look(self) -> str:
        """A class more of the cell: quiet, or a result that does not count."""
        return " q" if self.tone in ("", "plain") else " held" if self.tone == "held" else ""


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """A lateness clock, or time that differs.  left: what the player has; extra: seconds that were added or taken."""

    runs: bool = False
    late: bool = False
    phase: Phase = Phase.NONE
    left: int = 0
    extra: int = 0


def here_cell(known: Collection[State], outcome: str, *, begun: bool, late: bool) -> Cell:
    """Whether the two players are here.

    Args:
        known: of both players.
        begun: the round has started.
        late: a lateness clock runs at the table.
    """
    came = {OUTCOME.NO_SHOW: 1, OUTCOME.LATENESS: 1, OUTCOME.FORFEIT: 1, OUTCOME.DOUBLE_FORFEIT: 0}.get(outcome)  # type: ignore[call-overload]
    if came is not None:
        return Cell("◐", _("%d of 2 came; settled") % came)
    here = sum(state is State.HERE for state in known)
    away = [state for state in known if state in AWAY]
    if outcome not in Game.UNFINISHED or here == 2:
        return Cell("✓", _("both here"))
    if away or late:
        waited = late or all(state in (State.LATE, State.ON_WAY) for state in away)
        word = _("%d late") % max(1, len(away)) if waited else _("%d of 2") % (2 - len(away))
        red = begun or late or State.GONE in away
        return Cell("✕", word, "bad" if red else "warn", kinds=frozenset({Kind.ABSENT}))
    if State.PLAYING in known:
        return Cell("", _("still plays"), "plain")
    return Cell("", _("1 of 2"), "plain") if here else Cell("·", _("expected"))


def clock_cell(clocks: Collection[ClockFacts], outcome: str, over: int | None) -> Cell:
    """The time of a table that differs from the rest.  over: seconds since the round's clocks ran out, None before."""
    awaited = outcome == OUTCOME.AWAITED
    running = [facts for facts in clocks if facts.runs]
    if running and awaited:
        least = min(running, key=lambda facts: facts.left)
        if least.phase is Phase.EXPIRED:
            return Cell("◷", _("expired"), "bad")
        return Cell("◷", minutes(least.left), "bad" if least.phase is Phase.MAY_ELECT else "warn", left=least.left)
    late = next((facts for facts in clocks if facts.late), None)
    if late is not None:
        return Cell("", minutes(late.left), "plain")
    if extra := next((facts.extra for facts in clocks if facts.extra), 0):
        return Cell("", f"{'+' if extra > 0 else '−'}{minutes(abs(extra))}", "plain")
    if awaited and over is not None:
        return Cell("", _("over %d min") % (over // 60), "plain")
    return Cell("·", _("no clock runs"))


def result_cell(
    outcome: str, totals: tuple[int, int] | None, spread: int | None, *, begun: bool, disputed: bool,
    entered: tuple[str, str] = ("", ""),
) -> Cell:  # fmt: skip
    """How the game ended.  totals: as they count; spread: the first player's, where no scores are known.

    entered: the figures on a sheet that does not count yet, and who entered them.
    """
    kinds = frozenset({Kind.MISSING})  # a disputed one too, as the public pages count it
    if outcome == OUTCOME.AWAITED:
        if entered[0]:
            note = _("disputed") if disputed else _("entered by %s") % entered[1]
            return Cell("", entered[0], "held", kinds=kinds, note=note)
        return Cell("", _("playing") if begun else _("not begun"), "plain", kinds=kinds)
    if outcome in Game.UNFINISHED:
        return Cell("", str(Game.Outcome(outcome).label), "plain", kinds=kinds)
    if outcome in Game.SCORED:
        word = "{}–{}".format(*totals) if totals else f"{spread or 0:+d}".replace("-", "−")
        return Cell("", word, "held", note=_("disputed")) if disputed else Cell("", word, "score")
    return Cell("", str(Game.Outcome(outcome).label), "score")


def signed_cell(state: SheetState, signatures: int, *, opened: bool) -> Cell:
    """The result sheet.  opened: the game has one; else its result was typed from paper, and there is nothing to sign here."""
    if state is SheetState.DISPUTED:
        return Cell("≠", _("disputed"), "bad", kinds=frozenset({Kind.DISPUTED}))
    if state is SheetState.EMPTY or not opened:
        return Cell("·", _("nothing to sign"))
    if state in (SheetState.SIGNED, SheetState.HANDED_IN):
        return Cell("✓✓", _("signed by both"))
    words = {SheetState.WAIVED: _("waived"), SheetState.RULED: _("ruled"), SheetState.SET_ASIDE: _("set aside")}
    if word := words.get(state):
        return Cell("", word, "plain")
    return Cell("◐" if signatures else "○", _("%d of 2") % signatures, "warn", kinds=frozenset({Kind.UNSIGNED}))


def challenge_cell(*, at_table: int, to_judge: int, doubted: int, judged: int) -> Cell:
    """The challenge slips of a game, counted by how far they are."""
    challenge = frozenset({Kind.CHALLENGE})
    if doubted:
        return Cell("!", _("doubted"), "warn", kinds=challenge)
    if to_judge:
        return Cell("?", _("to judge"), "warn", kinds=challenge)
    if at_table:
        return Cell("", _("at the table"), "plain", kinds=challenge)
    return Cell("✓", str(judged), "plain") if judged else Cell("·", _("none"))


def cells_of(
    game: Game, account: Account, known: Collection[State], seats: Iterable[SeatView], slips: Iterable[Slip],
    *, begun: bool, sheet: SheetState | None, signed: int, over: int | None = None,
    entered: tuple[str, str] = ("", ""),
) -> tuple[tuple[str, Cell], ...]:  # fmt: skip
    """The five states of a game of two players, by name, on the board and in its drawer.

    Args:
        known: of both players, who have no result yet.
        sheet: None where no phone opened one.
        over: as of `clock_cell`.  entered: as of `result_cell`.
    """
    clocks = [
        ClockFacts(seat.clock.runs, seat.clock.assigned is not None, seat.phase, seat.clock.left, seat.extra)
        for seat in seats
    ]
    late = any(clock.runs for clock in clocks) and game.outcome == OUTCOME.AWAITED
    spread = account.spread[0] if account.spread else game.first_spread
    disputed = sheet is SheetState.DISPUTED
    return (
        ("here", here_cell(known, game.outcome, begun=begun, late=late)),
        ("clock", clock_cell(clocks, game.outcome, over)),
        ("result", result_cell(game.outcome, account.totals, spread, begun=begun, disputed=disputed, entered=entered)),
        ("signed", signed_cell(sheet or SheetState.EMPTY, signed, opened=sheet is not None)),
        ("challenge", _challenge(slips)),
    )


def _challenge(slips: Iterable[Slip]) -> Cell:
    counted = [slip for slip in slips if slip[2] not in ChallengeSlip.WITHOUT_EFFECT]
    states = [SlipState(state) for state, *_rest in counted]
    doubted = sum(state in OPEN - UNJUDGED for state in states) + sum(disputed for *_rest, disputed in counted)
    judged = sum(acceptable is not None for _state, acceptable, *_rest in counted)
    return challenge_cell(
        at_table=states.count(SlipState.WRITTEN), to_judge=states.count(SlipState.WITH_RUNNER), doubted=doubted, judged=judged
    )  # fmt: skip
