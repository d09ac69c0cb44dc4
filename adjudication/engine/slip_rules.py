"""What each rulebook says of a slip: when its words are fixed, what is done with one that is unlike the board, what
cannot be taken back.  Sources: WESPA 3.10.7-3.10.12; NSA II.L.4, II.L.5, Appendix C; Scrabble guide, Challenges.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from adjudication.engine.slips import State, Way
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import OURS, Reason


@dataclass(frozen=True, slots=True)
class SlipRules:
    """fixed: when the words are fixed, for each way of judging.  put_right: a slip unlike the board is corrected before
    look-up when both players agree; None: it is reissued instead.  Every reason carries its citation.
    """

    fixed: Mapping[Way, Reason]
    put_right: Reason | None
    reissue: Reason
    one_go: Reason
    compelled: Reason
    no_concession: Reason
    silent_verdict: Reason


def _fixed(handed: Reason, left: Reason, arrived: Reason) -> Mapping[Way, Reason]:
    return MappingProxyType({Way.RUNNER: handed, Way.TABLE: handed, Way.SELF_RUN: left, Way.STATION: arrived})


def _ours(reason: Reason) -> Reason:
    return Reason(reason.text, OURS)


_HANDED = Reason("The words are fixed once the slip is given to the runner.", "3.10.10(b)")
_LEFT = Reason("The words are fixed once the challenger leaves the table.", "3.10.10(b)")
_REISSUE = Reason("A word on the slip is not the word on the board: the challenge may be reissued.", "3.10.12")
_COMPELLED = Reason("Whoever has said so and neutralised the timer must challenge.", "3.10.10(a)")
_NO_CONCESSION = Reason("A player who is challenged may not concede before the verdict.", "3.10.10(c)")
_SILENT = Reason("One verdict for the whole slip; which word is unacceptable is never told.", "3.10.7(b)")
_ONE_GO = Reason("Once there is a verdict, no further word of the same play can be challenged.", "II.L.5")

_WESPA = SlipRules(
    fixed=_fixed(_HANDED, _LEFT, _LEFT),
    put_right=None,
    reissue=_REISSUE,
    one_go=_ours(_ONE_GO),
    compelled=_COMPELLED,
    no_concession=_NO_CONCESSION,
    silent_verdict=_SILENT,
)
_NSA = SlipRules(
    fixed=_fixed(
        _ours(_HANDED),
        _ours(_LEFT),
        Reason("The words are fixed once the players have left their seats and arrived at the computer.", "App. C A.3"),
    ),
    put_right=Reason(
        "A slip unlike the board is put right before the look-up, when both players agree on it.",
        "II.L.4, App. C A.3, Guideline 11b",
    ),
    reissue=_ours(_REISSUE),
    one_go=_ONE_GO,
    compelled=Reason("A verbal challenge during the allowed period is binding.", "II.L.1"),
    no_concession=_ours(_NO_CONCESSION),
    silent_verdict=Reason(_SILENT.text, "II.L.5"),
)
_SOWPODS = SlipRules(
    fixed=_fixed(_ours(_HANDED), _ours(_LEFT), _ours(_LEFT)),
    put_right=None,
    reissue=_ours(_REISSUE),
    one_go=_ours(_ONE_GO),
    compelled=_ours(_COMPELLED),
    no_concession=_ours(_NO_CONCESSION),
    silent_verdict=_ours(_SILENT),
)
_GUIDE = SlipRules(
    fixed=_SOWPODS.fixed,
    put_right=None,
    reissue=_ours(_REISSUE),
    one_go=Reason("All the words of a move can be challenged in one go only.", "Challenges"),
    compelled=_ours(_COMPELLED),
    no_concession=_ours(_NO_CONCESSION),
    silent_verdict=Reason(_SILENT.text, "Challenges"),
)

SLIP_RULES: Mapping[str, SlipRules] = MappingProxyType(
    {
        "wespa-2010": _WESPA,
        "wespa-2012": _WESPA,
        "nsa-2004": _NSA,
        "sowpods-club": _SOWPODS,
        "scrabble-guide": _GUIDE,
    }
)


def slip_rules(book: Rulebook) -> SlipRules:
    """What the book, or our default where it is silent, says of slips."""
    return SLIP_RULES[book.key]


class Fixed(ValueError):
    """The words of a slip can no longer be changed.  The message says since when, and what is left."""


def may_change_words(state: State, way: Way, *, both_agree: bool, book: Rulebook) -> Reason | None:
    """The reason by which the words may be changed now; None while the slip is still at the table.

    both_agree: both players say that a word was written down wrongly and does not match the board.  Raises Fixed.
    """
    if state is State.WRITTEN:
        return None
    rules = slip_rules(book)
    fixed = rules.fixed[way]
    if state is not State.WITH_RUNNER:
        raise Fixed(f"There is a verdict or a ruling to come on these words: reissue the slip ({rules.reissue.rule}).")
    if rules.put_right is None:
        raise Fixed(f"{fixed.text} ({fixed.rule}) If a word is not as on the board, reissue the slip.")
    if not both_agree:
        raise Fixed(f"{fixed.text} ({fixed.rule}) Only both players together can put a word right.")
    return rules.put_right
