"""Second and third opinions: who may ask, who may look, and which verdict stands.

Sources: WESPA 3.10.11; NSA II.L.6, Guideline 11h, Appendix C A.10; Scrabble guide, Others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import Asker, IfOpinionsDiffer, SelfLookup
from .slips import Move, Way


class Opinion(StrEnum):
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    DIRECTOR = "director"
    CORRECTION = "correction"  # a misadjudication put right in time


class Flaw(StrEnum):
    """Why a self-look-up is not final (NSA App. C A.10)."""

    NONE = ""
    PROGRAM = "program"
    MISTYPED = "mistyped"


class NoOpinion(ValueError):
    """The rulebook gives no such opinion.  The message says why and what can be done."""


@dataclass(frozen=True, slots=True)
class Adjudicator:
    """Who judged: the kind of actor ("user", "station", "command") and its id."""

    kind: str
    id: int | None


def may_ask(*, way: Way, acceptable: bool, by_challenger: bool, flaw: Flaw, book: Rulebook) -> str:
    """The rule by which a player has the challenge looked up again.  acceptable: the first verdict.  Raises NoOpinion."""
    rules = book.during.opinions
    if way is Way.STATION and rules.self_lookup.value is SelfLookup.FINAL_UNLESS_FLAWED:
        if flaw is Flaw.NONE:
            raise NoOpinion(
                Sentence(
                    "A self-look-up is final, unless the program seems flawed or a word was mistyped ({rule}): say which.",
                    rule=cited(rules.self_lookup),
                )
            )
        return cited(rules.self_lookup)
    if flaw is not Flaw.NONE:
        raise NoOpinion(
            Sentence("A flaw is asked about only after a self-look-up that would be final: ask for a second opinion.")
        )
    second = rules.second
    if second.value.asker is Asker.AFFECTED and acceptable is not by_challenger:
        if acceptable:
            raise NoOpinion(
                Sentence("Only the player affected, here the challenger, may ask ({rule}).", rule=cited(second))
            )
        raise NoOpinion(
            Sentence("Only the player affected, here the challenged player, may ask ({rule}).", rule=cited(second))
        )
    return cited(second)


def check_adjudicator(judge: Adjudicator, earlier: Sequence[Adjudicator], *, flaw: Flaw, book: Rulebook) -> None:
    """Raises NoOpinion where this adjudicator may not give the second or third opinion."""
    if flaw is Flaw.MISTYPED:
        return  # the players type the words again themselves
    if judge.kind == "station":
        raise NoOpinion(Sentence("Another opinion is given by a person: call a word judge or the director."))
    second = book.during.opinions.second
    if second.value.another_judge and judge in earlier:
        raise NoOpinion(
            Sentence(
                "You have judged this slip already: another adjudicator looks it up again ({rule}).", rule=cited(second)
            )
        )


def settle_second(first: bool, second: bool, *, same_words: bool, flaw: Flaw, book: Rulebook) -> tuple[Move, bool]:
    """What follows once the second opinion is in: how the slip goes on, and the verdict in force meanwhile or for good.

    first, second: acceptable or not.  same_words: both adjudicators keyed the same words; where they did not, the
    opinions are of different things and count as differing (our default).
    """
    if_differs = book.during.opinions.second.value.if_differs
    if flaw is Flaw.MISTYPED or (first is second and same_words) or if_differs is IfOpinionsDiffer.SECOND_FINAL:
        return Move.AGREE, second
    return Move.ASK_THIRD if if_differs is IfOpinionsDiffer.THIRD else Move.TO_DIRECTOR, first


def may_grant_third(*, book: Rulebook) -> str:
    """The rule by which the director grants a third opinion unasked.  Raises NoOpinion."""
    second = book.during.opinions.second
    if not second.value.third_at_discretion:
        raise NoOpinion(f"{book.name} knows no third opinion at the director's discretion ({cited(second)}).")
    return cited(second)
