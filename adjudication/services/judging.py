"""The verdict on a slip: all its words looked up in one go, one answer for the play, and what follows from it.

Which word is unacceptable is never told, kept or logged: WESPA 3.10.7(b), NSA II.L.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import NotAllowed
from tdsuite.access.roles import Can
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.services.decision import Refused

from ..engine.opinions import (
    Adjudicator,
    Flaw,
    NoOpinion,
    Opinion,
    check_adjudicator,
    may_ask,
    may_grant_third,
    settle_second,
)
from ..engine.penalty import ChallengeOf
from ..engine.slips import Move, State, Way
from ..models import ChallengeSlip, Verdict
from .consequences import settle_lines
from .frame import judging, move, owned_slip, told
from .parts import Part, kind_of, part_in, side_of
from .verdicts import Lexicons, lexicons_of, verdict, words_of

OPINION_AT = {
    State.WITH_RUNNER: Opinion.FIRST,
    State.SECOND_OPINION: Opinion.SECOND,
    State.THIRD_OPINION: Opinion.THIRD,
    State.WITH_DIRECTOR: Opinion.DIRECTOR,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What is told of a verdict: nothing but whether the play is acceptable.  state: where the slip stands now."""

    slip: int
    number: int
    acceptable: bool
    state: str
    at: datetime


@dataclass(frozen=True, slots=True)
class _Keyed:
    words: tuple[str, ...]
    acceptable: bool
    stated: bool
    lexicons: Lexicons | None


def adjudicate(
    *, by: Any, slip: ChallengeSlip, words: Sequence[str] = (), stated: bool | None = None, request_key: str = ""
) -> Answer:
    """Judge a slip that was handed over, or give its second, third or final opinion. The same key twice is one verdict.

    words: as keyed from the slip, all of them.  stated: an official's own answer, from a printed list or as a ruling;
    None = look the words up.  Raises Refused, NotAllowed.
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        given = list(row.verdicts.order_by("pk"))
        if there := next((one for one in given if request_key and one.request_key == request_key), None):
            return _answer(row, there)
        opinion = OPINION_AT.get(State(row.state))
        if opinion is None:
            raise Refused(_not_now(State(row.state)))
        _check_judge(row, opinion, by=by, part=part, given=given)
        keyed = _judged(row, words, stated, part=part, opinion=opinion)
        said = Verdict.objects.create(
            slip=row,
            opinion=opinion,
            acceptable=keyed.acceptable,
            keyed=list(keyed.words),
            stated=keyed.stated,
            lexicons=_lists(keyed.lexicons),
            by_kind=kind_of(by),
            by=by.pk,
            by_name="" if part.entry or part.station else str(by)[:150],
            at=timezone.now(),
            request_key=request_key,
        )
        _advance(row, said, given, division.tournament.rules.rulebook)
        settle_lines(row.game, by=by)
        told("challenge.adjudicated", row, by, opinion=opinion, acceptable=said.acceptable)
        return _answer(row, said)


def _not_now(state: State) -> str:
    if state is State.WRITTEN:
        return "This slip is still at the table: hand it over first."
    return "This slip has its verdict: ask for a second opinion, or reissue it if a word is not as on the board."


def _check_judge(slip: ChallengeSlip, opinion: Opinion, *, by: Any, part: Part, given: list[Verdict]) -> None:
    if opinion is Opinion.DIRECTOR:
        if not part.rules:
            raise NotAllowed(Can.RULE)
        return
    if opinion is Opinion.FIRST:
        _check_first(slip, part)
        return
    earlier = [one.adjudicator for one in given]
    try:
        book = slip.division.tournament.rules.rulebook
        check_adjudicator(Adjudicator(kind_of(by), by.pk), earlier, flaw=Flaw(slip.flaw), book=book)
    except NoOpinion as error:
        raise Refused(str(error)) from error
    if not part.official:
        _check_first(slip, part)  # words typed in again, by the same players at the same station


def _check_first(slip: ChallengeSlip, part: Part) -> None:
    """Officials judge; at a station the challenged player presses (WESPA 3.10.9(a)(vi), NSA App. C A.6)."""
    if part.official:
        return
    if slip.way != Way.STATION:
        raise Refused("This slip goes to a word judge: only self-adjudication is done by the players.")
    if part.entry is not None and part.entry != slip.challenged_id:
        raise Refused("The challenged player presses the judging key (WESPA 3.10.9(a)(vi), NSA App. C A.6).")
    if part.entry is not None and slip.challenger_agreed_at is None:
        raise Refused("The challenger has not agreed yet that the words are typed as on the slip.")


def _judged(slip: ChallengeSlip, words: Sequence[str], stated: bool | None, *, part: Part, opinion: Opinion) -> _Keyed:
    if slip.of != ChallengeOf.WORDS:
        if stated is None or words:
            raise Refused("The director looks at the board and says whether the play stands; no words are looked up.")
        return _Keyed((), stated, True, None)
    if stated is not None and not part.official:
        raise Refused("The words are looked up: only an official states a verdict.")
    lexicons = lexicons_of(slip.division)
    keyed = words_of(lexicons, words)
    if slip.written and sorted(keyed) != sorted(slip.written):
        raise Refused("What was keyed is not what stands on the slip: compare every word, then key them again.")
    if stated is not None:
        return _Keyed(keyed, stated, True, None)
    return _Keyed(keyed, verdict(lexicons, keyed), False, lexicons)


def _lists(lexicons: Lexicons | None) -> list[dict[str, Any]]:
    used = [] if lexicons is None else [lexicons.first, lexicons.second]
    return [{"id": one.pk, "title": one.title, "sha256": one.sha256} for one in used if one is not None]


def _advance(slip: ChallengeSlip, said: Verdict, given: list[Verdict], book: Rulebook) -> None:
    """Move the slip on, and put the standing verdict on it."""
    stands, words = said.acceptable, len(said.keyed)
    if said.opinion == Opinion.FIRST:
        move(slip, Move.JUDGE)
        slip.challenger_agreed_at = slip.challenger_agreed_at or said.at  # whoever presses has verified
        slip.challenged_agreed_at = slip.challenged_agreed_at or said.at
    elif said.opinion == Opinion.SECOND:
        first = given[0]
        alike = sorted(said.keyed) == sorted(first.keyed)
        settled = settle_second(first.acceptable, said.acceptable, same_words=alike, flaw=Flaw(slip.flaw), book=book)
        move(slip, settled.move)
        stands = settled.stands
    else:
        move(slip, Move.DECIDE)
    slip.acceptable, slip.words = stands, words
    slip.adjudicated_at = slip.adjudicated_at or said.at
    slip.closed_at = said.at if slip.state == State.CLOSED else None
    slip.save()


def ask_second_opinion(
    *, by: Any, slip: ChallengeSlip, entry: int | None = None, flaw: str = Flaw.NONE
) -> ChallengeSlip:
    """A player has the challenge looked up again by another adjudicator (WESPA 3.10.11; NSA II.L.6; App. C A.10).

    entry: for whom an official or a station asks.  flaw: "program" or "mistyped" after a self-look-up that is final.
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        whose = side_of(part, row, entry)
        if row.state == State.SECOND_OPINION:
            return row
        if row.verdicts.filter(opinion=Opinion.SECOND).exists():
            raise Refused("A second opinion was given: there is no further look-up for the players to ask for.")
        move(row, Move.ASK_AGAIN)
        try:
            why = may_ask(
                way=Way(row.way), acceptable=bool(row.acceptable), by_challenger=whose == row.challenger_id,
                flaw=Flaw(flaw), book=division.tournament.rules.rulebook,
            )  # fmt: skip
        except NoOpinion as error:
            raise Refused(str(error)) from error
        row.asked_by_id, row.flaw = whose, flaw
        row.save()
        settle_lines(row.game, by=by)
        told("challenge.second_opinion_asked", row, by, entry=whose, flaw=flaw, rule=why.rule)
    return row


def grant_third_opinion(*, by: Any, slip: ChallengeSlip) -> ChallengeSlip:
    """The director has a third adjudicator look, unasked (NSA II.L.6)."""
    part = part_in(by, slip.game)
    if not part.rules:
        raise NotAllowed(Can.RULE)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        if row.state == State.THIRD_OPINION:
            return row
        try:
            why = may_grant_third(book=division.tournament.rules.rulebook)
        except NoOpinion as error:
            raise Refused(str(error)) from error
        if not row.verdicts.filter(opinion=Opinion.SECOND).exists():
            raise Refused("There are no two opinions yet: ask for the second first.")
        move(row, Move.ASK_THIRD)
        row.save()
        settle_lines(row.game, by=by)
        told("challenge.third_opinion_granted", row, by, rule=why.rule)
    return row


def _answer(slip: ChallengeSlip, said: Verdict) -> Answer:
    return Answer(slip.pk, slip.number, said.acceptable, slip.state, said.at)
