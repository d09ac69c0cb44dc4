"""Where a player stands with a sheet: what it says, what is to be done, and by whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from tdsuite.tournaments.models import Entry, Game

from ..engine.sheet_states import FINAL, State
from ..models import Sheet

SAYS: dict[tuple[State, bool, bool], tuple[str, str]] = {
    # state, signed by me, signed by the other: headline, what to do
    (State.EMPTY, False, False): ("No result yet", "When the game is over one of you enters it; the other checks and signs."),
    (State.ENTERED, False, True): ("{other} entered this", "Compare it with your own card. Sign it if it is right."),
    (State.ENTERED, True, False): ("You signed", "{other} signs next: on any phone by link or PIN, or at the desk."),
    (State.ENTERED, False, False): ("These figures changed", "A line was added or taken away since they were signed. Look at them and sign again."),
    (State.DISPUTED, False, True): ("You do not agree", "Look at both cards together. Sign the other’s if it is right, or enter the right figures."),
    (State.DISPUTED, True, False): ("You do not agree", "Look at both cards together. Either of you can sign the other’s, or enter the right figures."),
    (State.DISPUTED, False, False): ("You do not agree", "Look at both cards together and enter the right figures, or call the director."),
    (State.POSTED, False, True): ("Entered at the desk", "{other} signed. Compare it with your own card. Sign it if it is right."),
    (State.POSTED, True, False): ("You signed", "{other}’s signature is still missing."),
    (State.POSTED, False, False): ("Entered at the desk", "Compare it with your own card. Sign it if it is right."),
    (State.WAIVED, False, True): ("It counts without signatures", "You can still sign."),
    (State.WAIVED, True, False): ("It counts without all signatures", "You signed."),
    (State.WAIVED, False, False): ("It counts without signatures", "You can still sign."),
    (State.HANDED_IN, True, True): ("Final", "Both signed, and it is handed in."),
    (State.RULED, False, False): ("Decided by the director", "Only an appeal changes it."),
    (State.SET_ASIDE, False, False): ("Set aside", "Others sit at this board now."),
}  # fmt: skip
WON, LOST, TIED, EITHER = (
    "You won: hand the sheet in before you leave.",
    "{other} won and hands the sheet in.",
    "A tie: either of you hands the sheet in.",
    "Either of you hands the sheet in.",
)
CARDS_DIFFER = "The director looks at both cards and finds the result."


@dataclass(frozen=True, slots=True)
class Standing:
    """One player and one sheet.  winner: the entry with more points, None for a tie or no score.
    settle: whether the players may still agree in a dispute.  either: by the rulebook either of them hands the sheet in."""

    state: State
    me: int
    other: Entry
    signed: frozenset[int]
    winner: int | None = None
    settle: bool = True
    either: bool = False

    @property
    def mine(self) -> bool:
        return self.me in self.signed

    @property
    def theirs(self) -> bool:
        return self.other.pk in self.signed

    @property
    def _words(self) -> tuple[str, str]:
        if self.state is State.SIGNED:
            decided = EITHER if self.either else WON if self.winner == self.me else LOST
            return "Both signed", TIED if self.winner is None else decided
        both = {State.HANDED_IN: (True, True), State.RULED: (False, False), State.SET_ASIDE: (False, False)}
        words = SAYS.get((self.state, *both.get(self.state, (self.mine, self.theirs))))
        if self.state is State.DISPUTED and not self.settle:
            return "The two cards differ", CARDS_DIFFER
        return words or SAYS[self.state, False, False]

    @property
    def says(self) -> str:
        return self._words[0].format(other=self.other.player)

    @property
    def what_next(self) -> str:
        return self._words[1].format(other=self.other.player)

    @property
    def may_enter(self) -> bool:
        return self.state in (State.EMPTY, State.ENTERED) or (self.state is State.DISPUTED and self.settle)

    @property
    def may_sign(self) -> bool:
        if self.mine or self.state not in (State.ENTERED, State.DISPUTED, State.POSTED, State.WAIVED):
            return False
        return self.settle or self.state is not State.DISPUTED

    @property
    def may_dispute(self) -> bool:
        return not self.mine and self.state in (State.ENTERED, State.POSTED, State.WAIVED)

    @property
    def may_hand_in(self) -> bool:
        return self.state is State.SIGNED

    @property
    def my_turn(self) -> bool:
        """Whether this player is waited for."""
        if self.state is State.SIGNED:
            return self.winner in (None, self.me)
        return self.may_sign and self.state is not State.WAIVED

    @property
    def tone(self) -> str:
        """Of a note or badge: the words say the same."""
        if self.state is State.DISPUTED:
            return "bad"
        if self.my_turn:
            return "warn"
        return "good" if self.state in FINAL else "info"

    @property
    def note(self) -> str:
        return {"bad": "error", "warn": "warning", "good": "success"}.get(self.tone, "")

    @property
    def brief(self) -> str:
        """A few words, for a list."""
        if self.state is State.SIGNED:
            return "hand it in" if self.my_turn else "signed"
        if self.may_sign and self.state is not State.WAIVED:
            return "sign it" if self.state is not State.DISPUTED else "disputed"
        short = {
            State.EMPTY: "enter it", State.ENTERED: "signed by you", State.DISPUTED: "disputed", State.POSTED: "signed by you",
            State.WAIVED: "counts", State.HANDED_IN: "final", State.RULED: "ruled", State.SET_ASIDE: "set aside",
        }  # fmt: skip
        return short[self.state]


def standing_of(
    sheet: Sheet | None, game: Game, me: int, signed: Sequence[int], *, winner: int | None = None, settle: bool = True
) -> Standing:
    """signed: entries whose names stand under the newest version."""
    other = game.second if game.first_id == me else game.first
    assert other is not None
    state = unopened(game) if sheet is None else sheet.is_state
    return Standing(state, me, other, frozenset(signed), winner, settle)


def unopened(game: Game) -> State:
    """How a game stands whose sheet nobody has opened."""
    if game.outcome in Game.UNFINISHED:
        return State.EMPTY
    return State.POSTED if game.outcome in Game.SCORED else State.RULED
