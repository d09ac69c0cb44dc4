"""Rulings, appeals and incidents for programs: the decisions of the pages of rulings."""

from datetime import date
from typing import Any, Literal, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.rulings.models import Appeal, Incident, Ruling
from results.rulings.services import incidents, rulings
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    GameNumber,
    PlayerNumber,
    WhyFields,
    division_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Game, Tournament

LONGEST_TEXT = 4000


class RulingAnswer(TypedDict):
    """A ruling; its words stay on its page."""

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


class IncidentAnswer(TypedDict):
    """An incident; its text stays on its page. level: 1 is the gravest; null where the rulebook has none."""

    incident: int
    round: int | None
    kind: str
    level: int | None
    rule: str
    penalty: str


def _words(length: int = LONGEST_TEXT) -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, default="", max_length=length)


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
    rule, remedy = _words(60), _words(200)
    question, one_side, other_side, witnesses = _words(), _words(), _words(), _words()
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
    answer = _words()


class IncidentFields(Fields):
    """kind: as the incident's page lists them. entry: who is at fault. other: who was wronged. text: private."""

    kind = serializers.CharField(max_length=40)
    game = GameNumber(required=False, allow_null=True, default=None)
    entry = PlayerNumber(required=False, allow_null=True, default=None)
    other = PlayerNumber(required=False, allow_null=True, default=None)
    round_number = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_ROUNDS
    )
    text = _words()


def rule(*, by: Actor, division: Division, finding: str, subject: str, game: Game | None, **facts: Any) -> Ruling:
    """A ruling of the fields as they come."""
    about = {name: facts.pop(name) for name in ("entry", "round_number", "departs")}
    words = rulings.RulingFacts(finding=finding, **facts)
    return rulings.make_ruling(by=by, division=division, facts=words, subject=subject, game=game, **about)


def log(*, by: Actor, division: Division, **facts: Any) -> Incident:
    """An incident of the fields as they come."""
    return incidents.log(by=by, division=division, happened=incidents.Happened(**facts))


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


def _rulings(tournament: Tournament) -> QuerySet[Ruling]:
    return Ruling.objects.select_related("entry__player", "division__tournament").filter(
        division__tournament=tournament
    )


def _appeals(tournament: Tournament) -> QuerySet[Appeal]:
    return Appeal.objects.select_related("ruling__division__tournament").filter(ruling__division__tournament=tournament)


def _incidents(tournament: Tournament) -> QuerySet[Incident]:
    return Incident.objects.select_related("division__tournament").filter(division__tournament=tournament)


urlpatterns = [
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
    ),
]  # fmt: skip
