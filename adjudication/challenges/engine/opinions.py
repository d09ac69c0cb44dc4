"""Second and third opinions: who may ask, who may look, and which verdict stands.

Sources: WESPA 3.10.11; NSA II.L.6, Guideline 11h, Appendix C A.10; Scrabble guide, Others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudication.challenges.engine.slips import Move, Way
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because, cited
from tdsuite.tournaments.rulebooks.terms import Asker, IfOpinionsDiffer, SelfLookup


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
    """Who judged: the kind of actor ("user", "player", "station", "command") and its id."""

    kind: str
    id: int | None

    @property
    def is_machine(self) -> bool:
        """The players pressed the key themselves."""
        return self.kind in ("station", "player")


@dataclass(frozen=True, slots=True)
class Settled:
    """What follows from an opinion.  move: how the slip goes on.  stands: the verdict in force meanwhile or for good."""

    move: Move
    stands: bool
    reasons: tuple[Reason, ...]


def may_ask(*, way: Way, acceptable: bool, by_challenger: bool, flaw: Flaw, book: Rulebook) -> Reason:
    """Why a player may have the challenge looked up again.  acceptable: the first verdict.  Raises NoOpinion."""
    rules = book.during.opinions
    if way is Way.STATION and rules.self_lookup.value is SelfLookup.FINAL_UNLESS_FLAWED:
        if flaw is Flaw.NONE:
            raise NoOpinion(
                Sentence(
                    "A self-look-up is final, unless the program seems flawed or a word was mistyped ({rule}): say which.",
                    rule=cited(rules.self_lookup),
                )
            )
        return because(rules.self_lookup.explain, rules.self_lookup)
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
    return because(second.explain, second)


def check_adjudicator(judge: Adjudicator, earlier: Sequence[Adjudicator], *, flaw: Flaw, book: Rulebook) -> None:
    """Raises NoOpinion where this adjudicator may not give the second or third opinion."""
    if flaw is Flaw.MISTYPED:
        return  # the players type the words again themselves
    if judge.is_machine:
        raise NoOpinion(Sentence("Another opinion is given by a person: call a word judge or the director."))
    second = book.during.opinions.second
    if second.value.another_judge and judge in earlier:
        raise NoOpinion(
            Sentence(
                "You have judged this slip already: another adjudicator looks it up again ({rule}).", rule=cited(second)
            )
        )


def settle_second(first: bool, second: bool, *, same_words: bool, flaw: Flaw, book: Rulebook) -> Settled:
    """What follows once the second opinion is in.

    first, second: acceptable or not.  same_words: both adjudicators keyed the same words; where they did not, the
    opinions are of different things and count as differing (our default).
    """
    rules = book.during.opinions
    if flaw is Flaw.MISTYPED:
        why = because("The words were typed in again, and that verdict is final.", rules.self_lookup)
        return Settled(Move.AGREE, second, (why,))
    provision = rules.second
    if first is second and same_words:
        return Settled(Move.AGREE, second, (because("Both opinions agree: the verdict is final.", provision),))
    text = "The opinions differ" if first is not second else "The two adjudicators keyed different words"
    kind = provision.value.if_differs
    if kind is IfOpinionsDiffer.SECOND_FINAL:
        return Settled(Move.AGREE, second, (because(f"{text}: the second is final.", provision),))
    if kind is IfOpinionsDiffer.THIRD:
        return Settled(Move.ASK_THIRD, first, (because(f"{text}: a third adjudicator looks.", provision),))
    return Settled(Move.TO_DIRECTOR, first, (because(f"{text}: the director's is final.", provision),))


def may_grant_third(*, book: Rulebook) -> Reason:
    """Why the director may grant a third opinion unasked.  Raises NoOpinion."""
    second = book.during.opinions.second
    if not second.value.third_at_discretion:
        raise NoOpinion(f"{book.name} knows no third opinion at the director's discretion ({cited(second)}).")
    return because("A third opinion at the director's discretion.", second)
