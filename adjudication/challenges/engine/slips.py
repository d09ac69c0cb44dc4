"""The life of a challenge slip: its states, what moves it on, and where there is no way back.

Sources: WESPA 3.10.3-3.10.13, NSA II.L and Appendix C. docs/word-judge.md prints the same table; a test holds them equal.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from tdsuite.platform.words.sentences import Sentence, catalogued
from .penalty import ChallengeOf


class Way(StrEnum):
    """How one challenge is brought to its verdict; an event may mix them."""

    RUNNER = "runner"
    SELF_RUN = "self-run"  # the challenger takes the slip to the adjudicator (WESPA 3.10.8)
    STATION = "station"  # the challenger types, the challenged player presses (WESPA 3.10.9, NSA App. C)
    TABLE = "table"  # a human judge comes to the table, for players who ask (NSA App. C)


class State(StrEnum):
    WRITTEN = "written"
    WITH_RUNNER = "with-runner"  # handed over: the words are fixed
    ADJUDICATED = "adjudicated"
    SECOND_OPINION = "second-opinion"
    THIRD_OPINION = "third-opinion"
    WITH_DIRECTOR = "with-director"
    CLOSED = "closed"


class Move(StrEnum):
    """What may happen to a slip. There is no move by which the challenged player concedes (WESPA 3.10.10(c))."""

    AMEND = catalogued("amend")
    HAND_OVER = catalogued("hand over")
    PUT_RIGHT = catalogued("put right")
    JUDGE = catalogued("judge")
    ASK_AGAIN = catalogued("ask for another opinion")
    AGREE = catalogued("second opinion settles it")
    ASK_THIRD = catalogued("third opinion")
    TO_DIRECTOR = catalogued("to the director")
    DECIDE = catalogued("decide")
    WITHDRAW = catalogued("take back")
    REISSUE = catalogued("reissue")
    CLOSE = catalogued("close")
    VOID = catalogued("strike out")  # written in error: the wrong table


_S, _M = State, Move

MOVES: Mapping[State, Mapping[Move, State]] = MappingProxyType(
    {
        _S.WRITTEN: {
            _M.AMEND: _S.WRITTEN,
            _M.HAND_OVER: _S.WITH_RUNNER,
            _M.REISSUE: _S.CLOSED,
            _M.WITHDRAW: _S.CLOSED,
            _M.VOID: _S.CLOSED,
        },
        _S.WITH_RUNNER: {
            _M.PUT_RIGHT: _S.WITH_RUNNER,
            _M.JUDGE: _S.ADJUDICATED,
            _M.REISSUE: _S.CLOSED,
            _M.WITHDRAW: _S.CLOSED,
            _M.VOID: _S.CLOSED,
        },
        _S.ADJUDICATED: {
            _M.ASK_AGAIN: _S.SECOND_OPINION,
            _M.ASK_THIRD: _S.THIRD_OPINION,
            _M.REISSUE: _S.CLOSED,
            _M.CLOSE: _S.CLOSED,
            _M.VOID: _S.CLOSED,
        },
        _S.SECOND_OPINION: {
            _M.AGREE: _S.ADJUDICATED,
            _M.ASK_THIRD: _S.THIRD_OPINION,
            _M.TO_DIRECTOR: _S.WITH_DIRECTOR,
            _M.REISSUE: _S.CLOSED,
            _M.VOID: _S.CLOSED,
        },
        _S.THIRD_OPINION: {_M.DECIDE: _S.CLOSED, _M.REISSUE: _S.CLOSED, _M.VOID: _S.CLOSED},
        _S.WITH_DIRECTOR: {_M.DECIDE: _S.CLOSED, _M.REISSUE: _S.CLOSED, _M.VOID: _S.CLOSED},
        _S.CLOSED: {_M.VOID: _S.CLOSED},
    }
)
OPEN = frozenset(State) - {State.CLOSED, State.ADJUDICATED}
AWAITING_VERDICT = OPEN - {State.WRITTEN}
UNJUDGED = frozenset({State.WRITTEN, State.WITH_RUNNER})  # words may still be put right, a challenge taken back

LABELS: Mapping[State, Sentence] = MappingProxyType(
    {
        _S.WRITTEN: Sentence("written, at the table"),
        _S.WITH_RUNNER: Sentence("handed over, awaiting the verdict"),
        _S.ADJUDICATED: Sentence("adjudicated"),
        _S.SECOND_OPINION: Sentence("awaiting a second opinion"),
        _S.THIRD_OPINION: Sentence("awaiting a third opinion"),
        _S.WITH_DIRECTOR: Sentence("with the director"),
        _S.CLOSED: Sentence("closed"),
    }
)


class CannotMove(ValueError):
    """The slip is not where that can happen.  The message says where it is and what can be done."""

    def __init__(self, state: State, move: Move) -> None:
        self.state, self.move = state, move
        super().__init__(
            Sentence(
                "This slip is {state}: you cannot {move} now. What can follow: {moves}.",
                state=LABELS[state],
                move=Sentence(move),
                moves=Sentence.listed(*(Sentence(can_follow) for can_follow in MOVES[state])),
            )
        )


def after(state: State, move: Move) -> State:
    """The state that a move leads to.  Raises CannotMove."""
    try:
        return MOVES[state][move]
    except KeyError:
        raise CannotMove(state, move) from None


def first_state(of: ChallengeOf, *, handed_over: bool) -> State:
    """Where a new slip stands: placement and exchanges go to the director at once (WESPA 3.10.16(b), 3.10.17(b))."""
    if of is not ChallengeOf.WORDS:
        return State.WITH_DIRECTOR
    return State.WITH_RUNNER if handed_over else State.WRITTEN
