"""Rulings, appeals and incidents for programs: what was found and logged, and the decisions of the pages of rulings."""

from typing import Any

from django.db.models import Prefetch, QuerySet, Value
from rest_framework import serializers

from results.rulings.models import Appeal, Ejection, Incident, Ruling
from results.rulings.services import ejection, incidents, left_early, rulings
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
    ScoreMeaningFields,
    WhyFields,
    division_calls,
    event_calls,
    meaning_of,
    player_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, LocalTime
from tdsuite.tournaments.api.lists import EventQuery
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.decision import Refused

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
    """An appeal. body: who hears it. result: "" while it is open."""

    appeal = serializers.IntegerField(source="pk")

    class Meta:
        model = Appeal
        fields = ["appeal", "ruling", "body", "lodged_on", "result", "decided_on"]


class HeardAppealAnswer(AppealAnswer):
    """An appeal with its words. number: the player's. amended: how many results were amended because of it."""

    number = serializers.IntegerField(source="by_entry.number")
    amended = CountField(source="amendments")
    grounds, answer = (serializers.CharField(source=f"text.{name}", default="") for name in ("grounds", "answer"))

    class Meta(AppealAnswer.Meta):
        fields = [*AppealAnswer.Meta.fields, "number", "grounds", "answer", "amended"]


class FoundAnswer(RulingAnswer):
    """A ruling with its words and the appeals against it. game, number: the game and the player it is about."""

    division = serializers.CharField(source="division.code")
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    made_by = serializers.CharField(source="made_by_name")
    appeals = HeardAppealAnswer(many=True)

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


class AnnulmentAnswer(Shown):
    """The games of a player who left a round robin early: void, until they are put back. games: their ids."""

    number = serializers.IntegerField(source="entry.number")
    games = serializers.SerializerMethodField()

    class Meta:
        model = Ejection
        fields = ["number", "ruling", "games", "applied_at", "reversed_at"]

    def get_games(self, row: Ejection) -> list[int]:
        return sorted(int(key) for key in row.after["games"])


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
    game = GameNumber(required=False, allow_null=True, default=None)
    entry = PlayerNumber(required=False, allow_null=True, default=None)
    question, one_side, other_side, witnesses = (OptionalText(LONGEST_TEXT) for _ in range(4))

    class Meta:
        model = Ruling
        fields = [
            *rulings.WORDS, "game", "entry", "subject", "round_number", "departs", "adverse", "rule", "remedy", "report_to",
        ]  # fmt: skip
        extra_kwargs = {"subject": {"required": False}, "round_number": {"min_value": 1, "max_value": MOST_ROUNDS}}


class AppealFields(Fields):
    """entry: the player who appeals. on: the day."""

    entry = PlayerNumber()
    grounds = serializers.CharField(max_length=LONGEST_TEXT)
    on = serializers.DateField()


class DecideFields(Fields):
    """on: the day. answer: in words."""

    result = serializers.ChoiceField(["upheld", "partly", "dismissed"])
    on = serializers.DateField()
    answer = OptionalText(LONGEST_TEXT)


class IncidentFields(Fields):
    """entry: who is at fault. other: who was wronged. text: private."""

    kind = serializers.ChoiceField(INCIDENT_KINDS)
    game = GameNumber(required=False, allow_null=True, default=None)
    entry = PlayerNumber(required=False, allow_null=True, default=None)
    other = PlayerNumber(required=False, allow_null=True, default=None)
    round_number = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_ROUNDS
    )
    text = OptionalText(LONGEST_TEXT)


class WithdrawIncidentFields(WhyFields, ScoreMeaningFields):
    """reason: why it is withdrawn."""


def rule(*, by: Actor, division: Division, **facts: Any) -> Ruling:
    """A ruling of the fields as they come."""
    about = {name: facts.pop(name) for name in ("game", "entry", "subject", "round_number", "departs") if name in facts}
    return rulings.make_ruling(by=by, division=division, facts=rulings.RulingFacts(**facts), **about)


def log(*, by: Actor, division: Division, **facts: Any) -> Incident:
    """An incident of the fields as they come."""
    return incidents.log(by=by, division=division, happened=incidents.Happened(**facts))


def withdraw(*, by: Actor, incident: Incident, reason: str, **more: Any) -> Incident:
    return incidents.withdraw(by=by, incident=incident, reason=reason, meaning=meaning_of(more))


def put_games_back(*, by: Actor, entry: Entry, reason: str) -> Ejection:
    row = left_early.annulled(entry)
    if row is None:
        raise Refused(f"The games of {entry.player} are not annulled.", code="not_annulled")
    ejection.reverse(by=by, ejection=row, reason=reason)
    row.refresh_from_db()
    return row


def all_rulings(tournament: Tournament, **asked: Any) -> QuerySet[Ruling]:
    """Newest first, for those who make rulings: everything that was said and found."""
    rows = _rulings(tournament).filter(**asked).select_related("division", "entry", "text").order_by("-made_at")
    return rows.prefetch_related(Prefetch("appeals", Appeal.objects.select_related("by_entry", "text")))


def all_incidents(tournament: Tournament, reader: Any, **asked: Any) -> QuerySet[Incident]:
    """Newest first; its words for those who make rulings."""
    rows = _incidents(tournament).filter(**asked).select_related("division", "entry", "other", "text")
    return rows.annotate(with_words=Value(allowed(reader, tournament, Can.RULE))).order_by("-logged_at")


def _rulings(tournament: Tournament) -> QuerySet[Ruling]:
    return Ruling.objects.select_related("entry__player", "division__tournament").filter(
        division__tournament=tournament
    )


def appeals_of(tournament: Tournament) -> QuerySet[Appeal]:
    return Appeal.objects.select_related("ruling__division__tournament").filter(ruling__division__tournament=tournament)


def _incidents(tournament: Tournament) -> QuerySet[Incident]:
    return Incident.objects.select_related("division__tournament").filter(division__tournament=tournament)


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
    *player_calls(
        annul=DecisionCall(
            about="A player left a round robin before half of the rounds: all their games are void.",
            service=ejection.annul, can=Can.RULE, sends=WhyFields, answer=AnnulmentAnswer,
        ),
        put_games_back=DecisionCall(
            about="Games that were annulled count again; 409 where one was changed since.",
            service=put_games_back, can=Can.RULE, sends=WhyFields, answer=AnnulmentAnswer,
        ),
    ),
    *row_calls(
        "rulings", "ruling", _rulings, lambda ruling: ruling.division,
        appeal=DecisionCall(
            about="A player appeals against a ruling.",
            service=rulings.lodge_appeal, can=Can.RULE, sends=AppealFields, answer=AppealAnswer,
        ),
    ),
    *row_calls(
        "appeals", "appeal", appeals_of, lambda appeal: appeal.ruling.division,
        decide=DecisionCall(
            about="Write down what came of an appeal; results are amended by calls of their own.",
            service=rulings.decide_appeal, can=Can.RULE, sends=DecideFields, answer=AppealAnswer,
        ),
    ),
    *row_calls(
        "incidents", "incident", _incidents, lambda incident: incident.division,
        withdraw=DecisionCall(
            about="The incident did not happen so; what it did to a game is taken back.",
            service=withdraw, can=Can.RULE, sends=WithdrawIncidentFields, answer=IncidentAnswer,
        ),
    ),
]  # fmt: skip
