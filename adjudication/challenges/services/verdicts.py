"""The verdict on a slip: all its words looked up in one go, one answer for the play, and what follows from it.

Which word is unacceptable is never said, stored or logged: WESPA 3.10.7(b), NSA II.L.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.opinions import (
    Adjudicator,
    Flaw,
    NoOpinion,
    Opinion,
    check_adjudicator,
    may_ask,
    may_grant_third,
    settle_second,
)
from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Move, State, Way
from adjudication.challenges.models import ChallengeSlip, Verdict
from adjudication.lexicons.models import DivisionLexicon
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from .consequences import require_meaning, settle_lines
from .lookup import acceptable, canonical, lexicons_of
from .slip_decisions import SlipRole, deciding_on_slip, move
from .station import refuse_too_soon, tell_of_many

OPINION_AT = {
    State.WITH_RUNNER: Opinion.FIRST,
    State.SECOND_OPINION: Opinion.SECOND,
    State.THIRD_OPINION: Opinion.THIRD,
    State.WITH_DIRECTOR: Opinion.DIRECTOR,
}


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one adjudicator finds: the words as keyed, and the lists asked; None where the verdict was stated."""

    words: tuple[str, ...]
    acceptable: bool
    lexicons: DivisionLexicon | None

    @property
    def lists(self) -> list[dict[str, Any]]:
        used = [self.lexicons.lexicon, self.lexicons.second] if self.lexicons else []
        return [{"id": row.pk, "title": row.title, "sha256": row.sha256} for row in used if row is not None]


def adjudicate(
    *,
    by: Actor,
    slip: ChallengeSlip,
    words: Sequence[str] = (),
    stated: bool | None = None,
    request_key: str = "",
    meaning: ScoreMeaning = NOT_GIVEN,
) -> Verdict:
    """Judge a slip that was handed over, or give its second, third or final opinion. The same key twice is one verdict.

    Args:
        words: as keyed from the slip, all of them.
        stated: an official's own answer, from a printed list or as a ruling; None = look the words up.
        meaning: what the game's result means, where it has one already.

    Returns:
        The verdict, with its slip as it is now.

    Raises:
        Refused: the slip awaits no verdict, or not this one's.
        ScoreThere: the game has a result, and what that means was not given.
        NotAllowed: `by` has no role in the game, or may not rule.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.ADJUDICATED) as (decision, row, role):
        verdicts = list(row.verdicts.order_by("pk"))
        if sent := next((verdict for verdict in verdicts if request_key and verdict.request_key == request_key), None):
            sent.slip = row
            return sent
        opinion = _awaited_opinion(row)
        book = decision.division.book_in_force
        _check_judge(row, opinion, verdicts, by=by, role=role, book=book)
        require_meaning(row, meaning, role)
        finding = _finding(row, words, stated, role=role)
        verdict = Verdict.objects.create(
            slip=row, opinion=opinion, acceptable=finding.acceptable, keyed=list(finding.words),
            stated=finding.lexicons is None, lexicons=finding.lists, by_kind=by.audit_kind, by=by.pk,
            by_name="" if role.station else str(by)[:150], at=timezone.now(), request_key=request_key,
        )  # fmt: skip
        _advance(row, verdict, verdicts, book)
        settle_lines(decision, row, meaning)
        decision.record(row, after=row.record_facts | {"opinion": opinion, "acceptable": verdict.acceptable})
        if role.station:
            tell_of_many(decision.division, row.game)
        return verdict


def _awaited_opinion(slip: ChallengeSlip) -> Opinion:
    """Which opinion the slip awaits.  Raises Refused (``slip_state``) where it awaits none."""
    opinion = OPINION_AT.get(State(slip.state))
    if opinion is None and slip.state == State.WRITTEN:
        raise Refused(Sentence("This slip is still at the table: hand it over first."), code="slip_state")
    if opinion is None:
        sentence = Sentence(
            "This slip has its verdict: ask for a second opinion, or reissue it if a word is not as on the board."
        )
        raise Refused(sentence, code="slip_state")
    return opinion


def _check_judge(
    slip: ChallengeSlip, opinion: Opinion, verdicts: list[Verdict], *, by: Actor, role: SlipRole, book: Rulebook
) -> None:
    """Officials judge; at a station the challenged player presses (WESPA 3.10.9(a)(vi), NSA App. C A.6)."""
    if slip.disputed_at is not None:
        sentence = Sentence(
            "A player says that this slip was not theirs: an official confirms it or strikes it out first."
        )
        raise Refused(sentence, code="slip_disputed")
    if opinion is Opinion.DIRECTOR:
        if not role.rules:
            raise NotAllowed(Can.RULE)
        return
    if opinion is not Opinion.FIRST:
        judge, earlier = Adjudicator(by.audit_kind, by.pk), [verdict.adjudicator for verdict in verdicts]
        try:
            check_adjudicator(judge, earlier, flaw=Flaw(slip.flaw), book=book)
        except NoOpinion as error:
            raise Refused(translated(error), code="other_adjudicator_needed") from error
    if role.official:
        return
    if role.entry is not None:
        raise NotAllowed(Can.JUDGE_WORDS)
    if slip.way != Way.STATION:
        sentence = Sentence("This slip goes to a word judge: only self-adjudication is done by the players.")
        raise Refused(sentence, code="needs_word_judge")
    if opinion is Opinion.FIRST:
        if not slip.agreed:
            sentence = Sentence(
                "Both players type their PIN at the station, or agree to the slip on their phones, before the words are looked up."
            )
            raise Refused(sentence, code="not_agreed")
        refuse_too_soon(slip.game, slip)


def _finding(slip: ChallengeSlip, words: Sequence[str], stated: bool | None, *, role: SlipRole) -> _Finding:
    if slip.of != ChallengeOf.WORDS:
        if stated is None or words:
            sentence = Sentence(
                "The director looks at the board and says whether the play stands; no words are looked up."
            )
            raise Refused(sentence, code="no_words_needed")
        return _Finding((), stated, None)
    if stated is not None and not role.official:
        raise Refused(Sentence("The words are looked up: only an official states a verdict."), code="needs_official")
    lexicons = lexicons_of(slip.division)
    keyed = canonical(words, lexicons)
    if slip.written and sorted(keyed) != sorted(slip.written):
        sentence = Sentence("What was keyed is not what stands on the slip: compare every word, then key them again.")
        raise Refused(sentence, code="keyed_differently")
    if stated is not None:
        return _Finding(keyed, stated, None)
    return _Finding(keyed, acceptable(keyed, lexicons), lexicons)


def _advance(slip: ChallengeSlip, verdict: Verdict, earlier: list[Verdict], book: Rulebook) -> None:
    """Move the slip on, and put the standing verdict on it."""
    stands = verdict.acceptable
    if verdict.opinion == Opinion.FIRST:
        move(slip, Move.JUDGE)
        slip.challenger_agreed_at = slip.challenger_agreed_at or verdict.at  # whoever presses has verified
        slip.challenged_agreed_at = slip.challenged_agreed_at or verdict.at
    elif verdict.opinion == Opinion.SECOND:
        first = earlier[0]
        alike = sorted(verdict.keyed) == sorted(first.keyed)
        step, stands = settle_second(first.acceptable, stands, same_words=alike, flaw=Flaw(slip.flaw), book=book)
        move(slip, step)
    else:
        move(slip, Move.DECIDE)
    slip.acceptable, slip.words = stands, len(verdict.keyed)
    slip.adjudicated_at = slip.adjudicated_at or verdict.at
    slip.save()


def ask_second_opinion(
    *, by: Actor, slip: ChallengeSlip, entry: int | None = None, flaw: str = Flaw.NONE
) -> ChallengeSlip:
    """A player has the challenge looked up again by another adjudicator (WESPA 3.10.11; NSA II.L.6; App. C A.10).

    Args:
        entry: for whom an official or a station asks.
        flaw: "program" or "mistyped" after a self-look-up that is final.
    """
    if flaw not in [each.value for each in Flaw]:
        sentence = Sentence("Choose on the page why the words are looked up again.")
        raise Refused(sentence, code="unknown_flaw")
    with deciding_on_slip(slip, by=by, action=ChallengeAction.SECOND_OPINION_ASKED) as (decision, row, role):
        player = role.speaks_for(row, entry)
        if row.state == State.SECOND_OPINION:
            return row
        if row.verdicts.filter(opinion=Opinion.SECOND).exists():
            sentence = Sentence("A second opinion was given: there is no further look-up for the players to ask for.")
            raise Refused(sentence, code="second_opinion_given")
        move(row, Move.ASK_AGAIN)
        try:
            rule = may_ask(
                way=Way(row.way), acceptable=bool(row.acceptable), by_challenger=player == row.challenger_id,
                flaw=Flaw(flaw), book=decision.division.book_in_force,
            )  # fmt: skip
        except NoOpinion as error:
            raise Refused(translated(error), code="no_second_opinion") from error
        row.flaw = flaw
        row.save()
        settle_lines(decision, row, asks=False)
        decision.record(row, after=row.record_facts | {"entry": player, "flaw": flaw, "rule": rule})
    return row


def grant_third_opinion(*, by: Actor, slip: ChallengeSlip) -> ChallengeSlip:
    """The director has a third adjudicator look, unasked (NSA II.L.6)."""
    with deciding_on_slip(slip, by=by, action=ChallengeAction.THIRD_OPINION_GRANTED) as (decision, row, role):
        if not role.rules:
            raise NotAllowed(Can.RULE)
        if row.state == State.THIRD_OPINION:
            return row
        try:
            rule = may_grant_third(book=decision.division.book_in_force)
        except NoOpinion as error:
            raise Refused(translated(error), code="no_third_opinion") from error
        if not row.verdicts.filter(opinion=Opinion.SECOND).exists():
            sentence = Sentence("There are no two opinions yet: ask for the second first.")
            raise Refused(sentence, code="no_second_opinion")
        move(row, Move.ASK_THIRD)
        row.save()
        settle_lines(decision, row, asks=False)
        decision.record(row, after=row.record_facts | {"rule": rule})
    return row
