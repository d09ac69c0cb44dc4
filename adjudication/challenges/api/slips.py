"""Slips for officials: the register, a slip, a new one, its verdict. Never which word of a play is unacceptable."""

from datetime import UTC
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.engine.slips import Way
from adjudication.challenges.models import ChallengeSlip, Verdict
from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Answer, Shown
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    OptionalText,
    ReadingCall,
    ScoreMeaningFields,
    event_calls,
    meaning_of,
    row_calls,
)
from tdsuite.tournaments.api.events import OPTIONAL, Fields, LocalTime
from tdsuite.tournaments.api.lists import number_asked
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.decision import Refused


class SlipsQuery(serializers.Serializer[Any]):
    """division: by its short name. round: of which. since: written at this instant or later."""

    division = serializers.SlugField(required=False, source="division__code")
    round = number_asked("game__round__number")
    since = LocalTime(required=False, source="written_at__gte")


class Words(serializers.ListField):
    """The words of one challenge."""

    def __init__(self) -> None:
        super().__init__(child=serializers.CharField(max_length=60), required=False, default=list, max_length=8)


class SlipFields(Fields):
    """A new challenge.

    Attributes:
        game: its id.
        challenger: the player's number.
        words: [] = they stand on paper.
        request_key: sent twice, one slip.
    """

    game = serializers.IntegerField()
    challenger = serializers.IntegerField()
    words = Words()
    of = serializers.ChoiceField(
        [challenge_of.value for challenge_of in ChallengeOf], required=False, default=ChallengeOf.WORDS.value
    )
    way = serializers.ChoiceField([way.value for way in Way], required=False, default=Way.RUNNER.value)
    out_play = serializers.BooleanField(required=False, default=False)
    handed_over = serializers.BooleanField(required=False, default=True)
    agreed = serializers.BooleanField(required=False, default=False)
    another_turn = serializers.BooleanField(required=False, default=False)
    request_key = OptionalText(64)


class VerdictFields(ScoreMeaningFields):
    """A verdict: all the words as keyed, or an official's own answer without a look-up."""

    words = Words()
    stated = serializers.BooleanField(**OPTIONAL)
    request_key = OptionalText(64)


class SlipLineAnswer(Answer):
    """A line of the register. words: as written. count: words challenged. opinions: how many were given."""

    id, number = serializers.IntegerField(), serializers.IntegerField()
    division = serializers.CharField(source="division.name")
    round = serializers.IntegerField(source="game.round.number")
    table = serializers.CharField(source="game.table")
    challenger = serializers.CharField(source="challenger.player")
    challenged = serializers.CharField(source="challenged.player")
    of = serializers.CharField(source="get_of_display")
    words = serializers.ListField(child=serializers.CharField(), source="words_to_show")
    count = serializers.IntegerField(source="words_challenged")
    opinions = serializers.IntegerField(source="verdicts.count")
    verdict = serializers.CharField(source="verdict_text")
    state = serializers.CharField(source="state_text")
    written_at = serializers.DateTimeField()
    adjudicated_at = serializers.DateTimeField(allow_null=True)


class SlipAnswer(Shown):
    """A slip that was issued."""

    class Meta:
        model = ChallengeSlip
        fields = ["id", "number", "state"]


class VerdictAnswer(Shown):
    """A verdict on the whole play, never on one word of it."""

    id = serializers.IntegerField(source="slip_id")
    number = serializers.IntegerField(source="slip.number")
    state = serializers.CharField(source="slip.state")
    at = serializers.DateTimeField(default_timezone=UTC, format="%Y-%m-%dT%H:%M:%S.%fZ")  # as long for every verdict

    class Meta:
        model = Verdict
        fields = ["id", "number", "acceptable", "state", "at"]


def register(tournament: Tournament, **asked: Any) -> QuerySet[ChallengeSlip]:
    return ChallengeSlip.objects.register(tournament).filter(**asked)


def write(
    *, by: Actor, tournament: Tournament, game: int, challenger: int, words: list[str], of: str, way: str, request_key: str,
    **facts: bool,
) -> ChallengeSlip:  # fmt: skip
    """A slip of the fields as they come.  Raises Refused for a challenger who is not at the board."""
    row = get_object_or_404(Game.objects.with_people(), pk=game, round__division__tournament=tournament)
    entry = next((entry for entry in (row.first, row.second) if entry and entry.number == challenger), None)
    if entry is None:
        raise Refused(f"Player {challenger} is not at this board.", code="who_challenges")
    challenge = NewChallenge(entry.pk, words=tuple(words), of=ChallengeOf(of), way=Way(way), **facts)
    return write_slip(by=by, game=row, challenge=challenge, request_key=request_key)


def judge(*, by: Actor, slip: ChallengeSlip, **facts: Any) -> Verdict:
    return adjudicate(by=by, slip=slip, meaning=meaning_of(facts), **facts)


def _slips(tournament: Tournament) -> QuerySet[ChallengeSlip]:
    return ChallengeSlip.objects.with_people().filter(division__tournament=tournament)


urlpatterns = [
    *event_calls(
        slips=(
            ReadingCall(
                about="The event's challenges.", can=Can.JUDGE_WORDS, answer=list[SlipLineAnswer], shows=register, query=SlipsQuery,
            ),
            DecisionCall(
                about="Issue a slip.", service=write, can=Can.JUDGE_WORDS, sends=SlipFields, answer=SlipAnswer,
                location="slips/{id}/",
            ),
        ),
    ),
    *row_calls(
        "slips", "slip", _slips,
        adjudicate=DecisionCall(
            about="Give the opinion that the slip awaits; the answer says acceptable or not for the whole play.",
            service=judge, can=Can.JUDGE_WORDS, sends=VerdictFields, answer=VerdictAnswer,
        ),
    ),
]  # fmt: skip
