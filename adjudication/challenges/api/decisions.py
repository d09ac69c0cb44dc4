"""What follows on a slip, for programs: its words, the runner, opinions, how it ends; and how challenges are judged."""

from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from adjudication.challenges.api.slips import SlipAnswer
from adjudication.challenges.engine.opinions import Flaw
from adjudication.challenges.models import ChallengeSlip, WordJudging
from adjudication.challenges.services import misadjudications, slips, station, verdicts
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DONE,
    DecisionCall,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    event_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Entry, Tournament

MOST_WORDS = 8
LONGEST_WORD = 60


class WaysAnswer(TypedDict):
    """Who looks words up: a runner, the players themselves, a station."""

    runner: bool
    self_run: bool
    station: bool


class WaysFields(Fields):
    """runner, self_run, station: who looks words up."""

    runner = serializers.BooleanField()
    self_run = serializers.BooleanField()
    station = serializers.BooleanField()


class SlipWordsFields(Fields):
    """words: of the play, as written. both_agree: to the change."""

    words = serializers.ListField(child=serializers.CharField(max_length=LONGEST_WORD), max_length=MOST_WORDS)
    both_agree = serializers.BooleanField(required=False, default=False)


class AgreeFields(Fields):
    """entry: the player who agrees."""

    entry = PlayerNumber()


class TakeBackFields(Fields):
    """ending: why the rulebook lets it be taken back."""

    ending = serializers.ChoiceField([ChallengeSlip.Ending.BLANK.value, ChallengeSlip.Ending.LOST_TILE.value])


class ReissueFields(Fields):
    """words: of the play; left out: those of the slip. request_key: sent twice, one slip."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_WORD), required=False, default=list, max_length=MOST_WORDS
    )
    request_key = serializers.CharField(required=False, allow_blank=True, default="", max_length=64)


class OpinionFields(Fields):
    """entry: the player who asks. flaw: of a self-look-up that is final."""

    entry = PlayerNumber()
    flaw = serializers.ChoiceField(
        [flaw.value for flaw in Flaw], required=False, allow_blank=True, default=Flaw.NONE.value
    )


class MisadjudicatedFields(WhyFields):
    """What is known of the game when a wrong verdict is found. correct: it is put right; null: as the rulebook has it."""

    new_tile_on_rack = serializers.BooleanField(required=False, default=False)
    retracted_tile_on_rack = serializers.BooleanField(required=False, default=False)
    play_value = serializers.IntegerField(required=False, default=0, min_value=0, max_value=9999)
    verified = serializers.BooleanField(required=False, default=False)
    reported_in_time = serializers.BooleanField(required=False, default=False)
    correct = serializers.BooleanField(required=False, allow_null=True, default=None)


def amend_words(*, by: Actor, slip: ChallengeSlip, words: list[str], both_agree: bool) -> ChallengeSlip:
    return slips.amend_words(by=by, slip=slip, words=tuple(words), both_agree=both_agree)


def agree(*, by: Actor, slip: ChallengeSlip, entry: Entry) -> ChallengeSlip:
    return slips.agree(by=by, slip=slip, entry=entry.pk)


def reissue(*, by: Actor, slip: ChallengeSlip, words: list[str], request_key: str) -> ChallengeSlip:
    return slips.reissue(by=by, slip=slip, words=tuple(words), request_key=request_key)


def ask_second_opinion(*, by: Actor, slip: ChallengeSlip, entry: Entry, flaw: str) -> ChallengeSlip:
    return verdicts.ask_second_opinion(by=by, slip=slip, entry=entry.pk, flaw=flaw)


def misadjudicated(*, by: Actor, slip: ChallengeSlip, reason: str, correct: bool | None, **known: Any) -> Any:
    facts = misadjudications.Circumstances(**known)
    return misadjudications.settle_misadjudication(by=by, slip=slip, known=facts, reason=reason, correct=correct)


def choose_ways(*, by: Actor, tournament: Tournament, **ways: bool) -> WordJudging:
    """What is not sent stays."""
    return slips.choose_ways(by=by, tournament=tournament, **{**ways_json(tournament), **ways})


def ways_json(tournament: Tournament, _result: Any = None) -> dict[str, Any]:
    row = WordJudging.objects.filter(tournament=tournament).first() or WordJudging(tournament=tournament)
    return {name: getattr(row, name) for name in WaysAnswer.__annotations__}


def slip_json(_subject: Any, slip: ChallengeSlip) -> dict[str, Any]:
    return {"id": slip.pk, "number": slip.number, "state": slip.state}


def _slips(tournament: Tournament) -> QuerySet[ChallengeSlip]:
    return ChallengeSlip.objects.with_people().filter(division__tournament=tournament)


SLIP: dict[str, Any] = {"can": Can.JUDGE_WORDS, "answer": SlipAnswer, "shows": slip_json}
WAYS: dict[str, Any] = {"answer": WaysAnswer, "shows": ways_json}
urlpatterns = [
    *row_calls(
        "slips", "slip", _slips, lambda slip: slip.division,
        words=DecisionCall(about="The words of a slip are changed.", service=amend_words, sends=SlipWordsFields, **SLIP),
        agree=DecisionCall(about="A player agrees that the slip is right.", service=agree, sends=AgreeFields, **SLIP),
        hand_over=DecisionCall(
            about="The slip is with the runner: its words are fixed.", service=slips.hand_over, **SLIP,
        ),
        take_back=DecisionCall(
            about="The challenge is taken back, where the rulebook lets it be.",
            service=slips.take_back, sends=TakeBackFields, **SLIP,
        ),
        reissue=DecisionCall(
            about="Another slip takes its place; answers with that one.", service=reissue, sends=ReissueFields, **SLIP,
        ),
        close=DecisionCall(about="The verdict is accepted.", service=slips.close_slip, **SLIP),
        strike_out=DecisionCall(
            about="The slip was written by mistake.", service=slips.void_slip, sends=WhyFields, **SLIP,
        ),
        confirm=DecisionCall(
            about="The challenge of a station is confirmed: it counts.", service=station.confirm_slip, **SLIP,
        ),
        second_opinion=DecisionCall(
            about="A player has the challenge looked up again.", service=ask_second_opinion, sends=OpinionFields, **SLIP,
        ),
        third_opinion=DecisionCall(
            about="A third adjudicator looks.", service=verdicts.grant_third_opinion, **{**SLIP, "can": Can.RULE},
        ),
        misadjudication=DecisionCall(
            about="A verdict was wrong: put right, paid in spread points, or nothing, by the rulebook.",
            service=misadjudicated, can=Can.RULE, sends=MisadjudicatedFields, **DONE,
        ),
    ),
    *event_calls(
        word_judging=(
            ReadingCall(about="Who looks words up at this event.", can=Can.SEE_CONSOLE, **WAYS),
            DecisionCall(
                about="Choose who looks words up; what is not sent stays.",
                service=choose_ways, can=Can.MANAGE_TOURNAMENT, sends=WaysFields, method="PATCH", **WAYS,
            ),
        ),
    ),
]  # fmt: skip
