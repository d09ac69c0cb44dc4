"""Rulings, appeals and incidents for programs: what was found and logged, and the decisions of the pages of rulings."""

from datetime import date, datetime
from typing import Any, Literal, TypedDict

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers

from results.rulings.models import Appeal, Incident, Ruling
from results.rulings.services import incidents, rulings
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DONE,
    DecisionCall,
    GameNumber,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    division_calls,
    event_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, LocalTime
from tdsuite.tournaments.api.lists import EventQuery, Rows
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Game, Tournament

LONGEST_TEXT = 4000


class RulingAnswer(TypedDict):
    """A ruling; its words stay on its page and in the list of rulings."""

    ruling: int
    round: int | None
    subject: Literal["outcome", "score", "conduct", "ejection", "play", "permitted", "other"]
    rule: str
    remedy: str


class AppealAnswer(TypedDict):
    """An appeal. body: who hears it. result: "" while it is open."""

    appeal: int
    ruling: int
    body: str
    lodged_on: date
    result: Literal["", "upheld", "partly", "dismissed"]
    decided_on: date | None


class HeardAppealAnswer(AppealAnswer):
    """An appeal with its words. number: the player's. amended: how many results were amended because of it."""

    number: int
    grounds: str
    answer: str
    amended: int


class FoundAnswer(RulingAnswer):
    """A ruling with its words and the appeals against it. game, number: the game and the player it is about."""

    division: str
    game: int | None
    number: int | None
    departs: bool
    adverse: bool
    made_by: str
    made_at: datetime
    report_to: str
    reported_at: datetime | None
    question: str
    one_side: str
    other_side: str
    witnesses: str
    finding: str
    appeals: list[HeardAppealAnswer]


class IncidentAnswer(TypedDict):
    """An incident; its text stays in the log. level: 1 is the gravest; null where the rulebook has none."""

    incident: int
    round: int | None
    kind: str
    level: int | None
    rule: str
    penalty: str


class LoggedAnswer(IncidentAnswer):
    """An incident of the log.

    number: the player at fault; other: the one who was wronged. withdrawn_at: null while it counts.
    text: what happened; null for those who make no rulings, and once it is erased.
    """

    division: str
    game: int | None
    number: int | None
    other: int | None
    warning: Literal["", "unofficial", "official"]
    report_to: str
    reported_at: datetime | None
    logged_at: datetime
    withdrawn_at: datetime | None
    text: str | None


class RulingsQuery(EventQuery):
    """subject: of the ruling. since: made at this instant or later."""

    subject = serializers.ChoiceField(Ruling.Subject.choices, required=False)
    since = LocalTime(required=False, source="made_at__gte")


class IncidentsQuery(EventQuery):
    """kind: of the incident. standing: whether it counts, and was not withdrawn. since: logged at this instant or later."""

    kind = serializers.CharField(required=False, max_length=40)
    standing = serializers.BooleanField(required=False, source="withdrawn_at__isnull")
    since = LocalTime(required=False, source="logged_at__gte")


class ReportToFields(Fields):
    """report_to: whom; empty: nobody."""

    report_to = serializers.ChoiceField(Ruling.ReportTo.choices, allow_blank=True)


class RulingFields(Fields):
    """finding: on the balance of probabilities. departs: the rulebook says otherwise. adverse: against a player's conduct."""

    finding = serializers.CharField(max_length=LONGEST_TEXT)
    subject = serializers.ChoiceField(Ruling.Subject.choices, required=False, default=Ruling.Subject.OTHER)
    game = GameNumber(required=False, allow_null=True, default=None)
    entry = PlayerNumber(required=False, allow_null=True, default=None)
    round_number = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_ROUNDS
    )
    departs = serializers.BooleanField(required=False, default=False)
    adverse = serializers.BooleanField(required=False, default=False)
    rule, remedy = OptionalText(60), OptionalText(200)
    question, one_side, other_side, witnesses = (OptionalText(LONGEST_TEXT) for _ in range(4))
    report_to = serializers.ChoiceField(
        Ruling.ReportTo.choices, required=False, allow_blank=True, default=Ruling.ReportTo.NOBODY
    )


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
    """kind: as the incident's page lists them. entry: who is at fault. other: who was wronged. text: private."""

    kind = serializers.CharField(max_length=40)
    game = GameNumber(required=False, allow_null=True, default=None)
    entry = PlayerNumber(required=False, allow_null=True, default=None)
    other = PlayerNumber(required=False, allow_null=True, default=None)
    round_number = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_ROUNDS
    )
    text = OptionalText(LONGEST_TEXT)


def rule(*, by: Actor, division: Division, finding: str, subject: str, game: Game | None, **facts: Any) -> Ruling:
    """A ruling of the fields as they come."""
    about = {name: facts.pop(name) for name in ("entry", "round_number", "departs")}
    words = rulings.RulingFacts(finding=finding, **facts)
    return rulings.make_ruling(by=by, division=division, facts=words, subject=subject, game=game, **about)


def log(*, by: Actor, division: Division, **facts: Any) -> Incident:
    """An incident of the fields as they come."""
    return incidents.log(by=by, division=division, happened=incidents.Happened(**facts))


def report_incident(*, by: Actor, incident: Incident, report_to: str) -> None:
    incidents.report_incident(by=by, incident=incident, to=report_to)


def ruling_json(_subject: Any, ruling: Ruling) -> dict[str, Any]:
    return {
        "ruling": ruling.pk,
        "round": ruling.round_number,
        "subject": ruling.subject,
        "rule": ruling.rule,
        "remedy": ruling.remedy,
    }


def appeal_json(_subject: Any, appeal: Appeal) -> dict[str, Any]:
    names = ("body", "lodged_on", "result", "decided_on")
    return {"appeal": appeal.pk, "ruling": appeal.ruling_id, **{name: getattr(appeal, name) for name in names}}


def incident_json(_subject: Any, incident: Incident) -> dict[str, Any]:
    names = ("kind", "level", "rule", "penalty")
    about = {"incident": incident.pk, "round": incident.round_number}
    return {**about, **{name: getattr(incident, name) for name in names}}


def all_rulings(tournament: Tournament, **asked: Any) -> Rows:
    """Newest first, for those who make rulings: everything that was said and found."""
    rows = _rulings(tournament).filter(**asked).select_related("division", "entry", "text").order_by("-made_at")
    appeals = Appeal.objects.select_related("by_entry", "text")
    return Rows(rows.prefetch_related(Prefetch("appeals", appeals)), with_words_json)


def with_words_json(ruling: Ruling) -> dict[str, Any]:
    names = ("departs", "adverse", "made_at", "report_to", "reported_at")
    words = getattr(ruling, "text", None)
    return ruling_json(None, ruling) | {
        "division": ruling.division.code,
        "game": ruling.game_id,
        "number": ruling.entry.number if ruling.entry else None,
        "made_by": ruling.made_by_name,
        **{name: getattr(ruling, name) for name in names},
        **{name: getattr(words, name, "") for name in rulings.WORDS},
        "appeals": [
            appeal_json(None, appeal)
            | {"number": appeal.by_entry.number, "amended": len(appeal.amendments)}
            | {name: getattr(getattr(appeal, "text", None), name, "") for name in ("grounds", "answer")}
            for appeal in ruling.appeals.all()
        ],
    }


def all_incidents(tournament: Tournament, reader: Any, **asked: Any) -> Rows:
    """Newest first; its words for those who make rulings."""
    rows = _incidents(tournament).filter(**asked).select_related("division", "entry", "other", "text")
    with_words = allowed(reader, tournament, Can.RULE)

    def shows(incident: Incident) -> dict[str, Any]:
        text = getattr(incident, "text", None) if with_words else None
        names = ("warning", "report_to", "reported_at", "logged_at", "withdrawn_at")
        return incident_json(None, incident) | {
            "division": incident.division.code,
            "game": incident.game_id,
            "number": incident.entry.number if incident.entry else None,
            "other": incident.other.number if incident.other else None,
            **{name: getattr(incident, name) for name in names},
            "text": text.text if text else None,
        }

    return Rows(rows.order_by("-logged_at"), shows)


def _rulings(tournament: Tournament) -> QuerySet[Ruling]:
    return Ruling.objects.select_related("entry__player", "division__tournament").filter(
        division__tournament=tournament
    )


def _appeals(tournament: Tournament) -> QuerySet[Appeal]:
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
            service=rule, can=Can.RULE, sends=RulingFields, answer=RulingAnswer, shows=ruling_json,
        ),
        incidents=DecisionCall(
            about="Log an incident as the rulebook knows it.",
            service=log, can=Can.HELP, sends=IncidentFields, answer=IncidentAnswer, shows=incident_json,
        ),
    ),
    *row_calls(
        "rulings", "ruling", _rulings, lambda ruling: ruling.division,
        erase=DecisionCall(
            about="Erase what people said in a ruling.", service=rulings.erase_words, can=Can.RULE, sends=WhyFields, **DONE,
        ),
        appeal=DecisionCall(
            about="A player appeals against a ruling.",
            service=rulings.lodge_appeal, can=Can.RULE, sends=AppealFields, answer=AppealAnswer, shows=appeal_json,
        ),
    ),
    *row_calls(
        "appeals", "appeal", _appeals, lambda appeal: appeal.ruling.division,
        decide=DecisionCall(
            about="Write down what came of an appeal; results are amended by calls of their own.",
            service=rulings.decide_appeal, can=Can.RULE, sends=DecideFields, answer=AppealAnswer, shows=appeal_json,
        ),
    ),
    *row_calls(
        "incidents", "incident", _incidents, lambda incident: incident.division,
        withdraw=DecisionCall(
            about="The incident did not happen so; what it did to a game is taken back.",
            service=incidents.withdraw, can=Can.RULE, sends=WhyFields, answer=IncidentAnswer, shows=incident_json,
        ),
        report=DecisionCall(
            about="Say to whom an incident is to be reported.",
            service=report_incident, can=Can.RULE, sends=ReportToFields, **DONE,
        ),
        erase=DecisionCall(
            about="Erase an incident's words.", service=incidents.erase_text, can=Can.RULE, sends=WhyFields, **DONE,
        ),
    ),
]  # fmt: skip
