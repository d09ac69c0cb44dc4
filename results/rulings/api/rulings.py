"""Rulings, appeals and incidents for programs: what was found and logged, and a new ruling or incident."""

from typing import Any

from django.db.models import Prefetch, QuerySet, Value
from rest_framework import serializers

from results.rulings.models import Appeal, Incident, Ruling
from results.rulings.services import incidents, rulings
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import CountField, Shown
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    GameNumber,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    division_calls,
    event_calls,
)
from tdsuite.tournaments.api.events import OPTIONAL, Fields, LocalTime
from tdsuite.tournaments.api.lists import EventQuery
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES

LONGEST_TEXT = 4000
INCIDENT_KINDS = [(key, kind.title) for key, kind in TYPES.items()]


class RulingAnswer(Shown):
    """A ruling; its words stay on its page and in the list of rulings."""

    ruling = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_number", allow_null=True)

    class Meta:
        model = Ruling
        fields = ["ruling", "round", "subject", "rule", "remedy"]


class AppealAnswer(Shown):
    """An appeal with its words. body: who hears it. number: the player's. amended: how many results were amended because of it."""

    appeal = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="by_entry.number")
    amended = CountField(source="amendments")
    grounds, answer = (serializers.CharField(source=f"text.{name}", default="") for name in ("grounds", "answer"))

    class Meta:
        model = Appeal
        fields = [
            "appeal", "ruling", "body", "lodged_on", "result", "decided_on", "number", "grounds", "answer", "amended",
        ]  # fmt: skip


class FoundAnswer(RulingAnswer):
    """A ruling with its words and the appeals against it. game, number: the game and the player it is about."""

    division = serializers.CharField(source="division.code")
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    made_by = serializers.CharField(source="made_by_name")
    appeals = AppealAnswer(many=True)

    class Meta(RulingAnswer.Meta):
        fields = [
            *RulingAnswer.Meta.fields, "division", "game", "number", "departs", "adverse", "made_by", "made_at", "report_to",
            "reported_at", "appeals",
        ]  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        words = {
            name: serializers.CharField(source=f"text.{name}", default="", read_only=True) for name in rulings.WORDS
        }
        return {**super().get_fields(), **words}


class IncidentAnswer(Shown):
    """An incident; its text stays in the log. level: 1 is the gravest; null where the rulebook has none."""

    incident = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round_number", allow_null=True)

    class Meta:
        model = Incident
        fields = ["incident", "round", "kind", "level", "rule", "penalty"]


class LoggedAnswer(IncidentAnswer):
    """An incident of the log.

    number: the player at fault; other: the one who was wronged. withdrawn_at: null while it counts.
    text: what happened; null for those who make no rulings, and once it is erased.
    """

    division = serializers.CharField(source="division.code")
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    other = serializers.IntegerField(source="other.number", allow_null=True)
    text = serializers.SerializerMethodField()

    class Meta(IncidentAnswer.Meta):
        fields = [
            *IncidentAnswer.Meta.fields, "division", "game", "number", "other", "warning", "report_to", "reported_at",
            "logged_at", "withdrawn_at", "text",
        ]  # fmt: skip

    def get_text(self, incident: Incident) -> str | None:
        words = getattr(incident, "text", None)
        return words.text if words and incident.with_words else None  # type: ignore[attr-defined]


class RulingsQuery(EventQuery):
    """subject: of the ruling. since: made at this instant or later."""

    subject = serializers.ChoiceField(Ruling.Subject.choices, required=False)
    since = LocalTime(required=False, source="made_at__gte")


class IncidentsQuery(EventQuery):
    """kind: of the incident. standing: whether it counts, and was not withdrawn. since: logged at this instant or later."""

    kind = serializers.ChoiceField(INCIDENT_KINDS, required=False)
    standing = serializers.BooleanField(required=False, source="withdrawn_at__isnull")
    since = LocalTime(required=False, source="logged_at__gte")


class RulingFields(Fields, serializers.ModelSerializer[Any]):
    """finding: on the balance of probabilities. departs: the rulebook says otherwise. adverse: against a player's conduct."""

    finding = serializers.CharField(max_length=LONGEST_TEXT)
    game = GameNumber(**OPTIONAL)
    entry = PlayerNumber(**OPTIONAL)
    question, one_side, other_side, witnesses = (OptionalText(LONGEST_TEXT) for _ in range(4))

    class Meta:
        model = Ruling
        fields = [
            *rulings.WORDS, "game", "entry", "subject", "round_number", "departs", "adverse", "rule", "remedy", "report_to",
        ]  # fmt: skip
        extra_kwargs = {"subject": {"required": False}, "round_number": {"min_value": 1, "max_value": MOST_ROUNDS}}


class IncidentFields(Fields):
    """entry: who is at fault. other: who was wronged. text: private."""

    kind = serializers.ChoiceField(INCIDENT_KINDS)
    game = GameNumber(**OPTIONAL)
    entry = PlayerNumber(**OPTIONAL)
    other = PlayerNumber(**OPTIONAL)
    round_number = serializers.IntegerField(**OPTIONAL, min_value=1, max_value=MOST_ROUNDS)
    text = OptionalText(LONGEST_TEXT)


def rule(*, by: Actor, division: Division, **facts: Any) -> Ruling:
    """A ruling of the fields as they come."""
    about = {name: facts.pop(name) for name in ("game", "entry", "subject", "round_number", "departs") if name in facts}
    return rulings.make_ruling(by=by, division=division, facts=rulings.RulingFacts(**facts), **about)


def log(*, by: Actor, division: Division, **facts: Any) -> Incident:
    """An incident of the fields as they come."""
    return incidents.log(by=by, division=division, happened=incidents.Happened(**facts))


def all_rulings(tournament: Tournament, **asked: Any) -> QuerySet[Ruling]:
    """Newest first, for those who make rulings: everything that was said and found."""
    rows = Ruling.objects.filter(division__tournament=tournament, **asked).order_by("-made_at")
    rows = rows.select_related("division", "entry", "text")
    return rows.prefetch_related(Prefetch("appeals", Appeal.objects.select_related("by_entry", "text")))


def all_incidents(tournament: Tournament, reader: Any, **asked: Any) -> QuerySet[Incident]:
    """Newest first; its words for those who make rulings."""
    rows = Incident.objects.filter(division__tournament=tournament, **asked)
    rows = rows.select_related("division", "entry", "other", "text")
    return rows.annotate(with_words=Value(allowed(reader, tournament, Can.RULE))).order_by("-logged_at")


urlpatterns = [
    *event_calls(
        rulings=ReadingCall(
            about="The rulings of an event with their words and the appeals against them, newest first.",
            can=Can.RULE, answer=list[FoundAnswer], shows=all_rulings, query=RulingsQuery,
        ),
        incidents=ReadingCall(
            about="What was logged at an event, newest first; what happened, in words, for those who make rulings alone.",
            can=Can.SEE_CONSOLE, answer=list[LoggedAnswer], shows=all_incidents, query=IncidentsQuery, to_reader=True,
        ),
    ),
    *division_calls(
        rulings=DecisionCall(
            about="Write down a ruling.",
            service=rule, can=Can.RULE, sends=RulingFields, answer=RulingAnswer, location="rulings/{ruling}/",
        ),
        incidents=DecisionCall(
            about="Log an incident as the rulebook knows it.",
            service=log, can=Can.HELP, sends=IncidentFields, answer=IncidentAnswer, location="incidents/{incident}/",
        ),
    ),
]  # fmt: skip
