"""What each rulebook says of a slip: when its words are fixed, what is done with one that is unlike the board, what
cannot be taken back.  Sources: WESPA 3.10.7-3.10.12; NSA II.L.4, II.L.5, Appendix C; Scrabble guide, Challenges.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from .slips import State, Way


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


def slip_rules(book: Rulebook) -> SlipRules:
    """What the book, or our default where it is silent, says of slips."""
    rules = book.during.slips
    handed, left, arrived = rules.fixed_by_runner, rules.fixed_self_run, rules.fixed_at_station
    return SlipRules(
        fixed=MappingProxyType(
            {
                Way.RUNNER: _says(handed),
                Way.TABLE: _says(handed),
                Way.SELF_RUN: _says(left),
                Way.STATION: _says(arrived),
            }
        ),
        put_right=_says(rules.put_right) if rules.put_right.value else None,
        reissue=_says(rules.reissue),
        one_go=_says(rules.one_go),
        compelled=_says(rules.compelled),
        no_concession=_says(rules.concession),
        silent_verdict=_says(rules.verdict),
    )


def _says(provision: Provision[Any]) -> Reason:
    return because(Sentence(provision.explain), provision)


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
        raise Fixed(
            Sentence(
                "There is a verdict or a ruling to come on these words: reissue the slip ({rule}).",
                rule=rules.reissue.rule,
            )
        )
    if rules.put_right is None:
        raise Fixed(
            Sentence(
                "{why} ({rule}) If a word is not as on the board, reissue the slip.", why=fixed.text, rule=fixed.rule
            )
        )
    if not both_agree:
        raise Fixed(
            Sentence("{why} ({rule}) Only both players together can put a word right.", why=fixed.text, rule=fixed.rule)
        )
    return rules.put_right
