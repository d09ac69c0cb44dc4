"""The plan of a division while it runs, and what its director asks of every round, for programs: the decisions of the pairing desk."""

from typing import Any, TypedDict

from rest_framework import serializers

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Repeats
from pairings.engine.plan import WhenReady
from pairings.engine.rules import BYE, KINDS, ByeOrder, Strength
from pairings.services import numbering, planning, renumbering, rules
from pairings.services.engine_tasks import settings_of
from pairings.services.prize_chances import request_chances
from pairings.services.settled import spare_contenders
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.api.answers import QueuedAnswer
from tdsuite.tournaments.api.decisions import DecisionCall, MayWhyFields, ReadingCall, division_calls
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division

PLANNED_METHODS = [(key, key) for key in sorted(METHODS)]
MOST = 500  # boards, families, volunteers


class PlanAnswer(TypedDict):
    """How a division's rounds are paired."""

    planned_rounds: int
    plan: list[dict[str, Any]]


class PlayerNumbersAnswer(TypedDict):
    """players: their names, number 1 first."""

    players: list[str]


class GrantedAnswer(TypedDict):
    """What was granted in a round so that it can be paired."""

    granted: list[str]


class AskedBoardAnswer(TypedDict):
    """A board that is asked for. opponent: null is a bye. round: 0 is every one."""

    ask: str
    player: int
    opponent: int | None
    round: int


class PairingRulesAnswer(TypedDict):
    """What is asked of a division's rounds."""

    rules: dict[str, Any]
    boards: list[AskedBoardAnswer]
    families: list[list[int]]
    volunteers: list[int]
    reasons_public: bool


def _player() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=32000)


class NumberFields(Fields):
    """number: of the round."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)


class RoundNumberFields(MayWhyFields):
    """number: of the round."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)


class RoundPlanFields(MayWhyFields):
    """How a round is paired. repeats: of pairings. when_ready: what happens once its last result is there. options: of the method."""

    method = serializers.ChoiceField(PLANNED_METHODS)
    lag = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2)
    repeats = serializers.ChoiceField([way.value for way in Repeats], required=False, default=Repeats.AVOID.value)
    most_meetings = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MOST_ROUNDS)
    when_ready = serializers.ChoiceField(
        [way.value for way in WhenReady], required=False, default=WhenReady.DRAFT.value
    )
    options = serializers.DictField(required=False, default=dict)


class PlacedRoundFields(RoundPlanFields):
    """number: of the round."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)


class ApartFields(Fields):
    """kind: of those who stay apart. until: the last round in which they do; 0: to the end."""

    kind = serializers.ChoiceField(list(KINDS))
    until = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MOST_ROUNDS)
    strength = serializers.ChoiceField([way.value for way in Strength if way is not Strength.OFF])


class AskedRulesFields(Fields):
    """apart: who is unchanged from meeting. repeats_from: the round from which meetings count. no_bye_above: for the first so many places."""

    apart = ApartFields(many=True, required=False)
    classes = serializers.ChoiceField([way.value for way in Strength], required=False)
    most_meetings = serializers.IntegerField(required=False, min_value=0, max_value=MOST_ROUNDS)
    repeats_from = serializers.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS)
    bye_order = serializers.ChoiceField([way.value for way in ByeOrder], required=False)
    no_bye_above = serializers.IntegerField(required=False, min_value=0, max_value=999)
    largest_team_byes = serializers.BooleanField(required=False)


class AskedBoardFields(Fields):
    """ask: whether it is forced, forbidden, or exempt from the rules. opponent: null is a bye. round: 0 is every one."""

    ask = serializers.ChoiceField(list(rules.ASKS))
    player = _player()
    opponent = serializers.IntegerField(allow_null=True, min_value=1, max_value=32000)
    round = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MOST_ROUNDS)


class PairingRulesFields(MayWhyFields):
    """What is asked of every round; what is not sent stays. volunteers: who would rather sit out. families: lists of players."""

    rules = AskedRulesFields(required=False)
    boards = AskedBoardFields(many=True, required=False)
    families = serializers.ListField(
        child=serializers.ListField(child=_player(), max_length=MOST), required=False, max_length=MOST
    )
    volunteers = serializers.ListField(child=_player(), required=False, max_length=MOST)
    reasons_public = serializers.BooleanField(required=False)


def add(*, by: Actor, division: Division, reason: str, **values: Any) -> int:
    return planning.add_round(by=by, division=division, values=values, reason=reason)


def insert(*, by: Actor, division: Division, number: int, reason: str, **values: Any) -> int:
    return renumbering.insert_round(by=by, division=division, number=number, values=values, reason=reason)


def override(*, by: Actor, division: Division, number: int, reason: str, **values: Any) -> None:
    planning.override_round(by=by, division=division, number=number, values=values, reason=reason)


def save_rules(*, by: Actor, division: Division, reason: str = "", **values: Any) -> Any:
    """What is not sent stays, rule by rule."""
    unchanged = settings_of(division)
    whole = {name: getattr(unchanged, name) for name in rules.SETTINGS_FIELDS} | values
    if "rules" in values:
        whole["rules"] = {**unchanged.rules, **values["rules"]}
        whole["rules"]["apart"] = [*map(dict, whole["rules"].get("apart", ()))]
    if "boards" in values:
        whole["boards"] = [
            {"ask": board["ask"], "one": board["player"], "two": board["opponent"] or BYE, "round": board["round"]}
            for board in values["boards"]
        ]
    return rules.save_settings(by=by, division=division, values=whole, reason=reason)


def plan_json(division: Division, _result: Any = None) -> dict[str, Any]:
    row = Division.objects.get(pk=division.pk)
    return {"planned_rounds": row.planned_rounds, "plan": row.pairing_plan}


def rules_json(division: Division, _result: Any = None) -> dict[str, Any]:
    row = settings_of(Division.objects.get(pk=division.pk))
    boards = [
        {"ask": board["ask"], "player": board["one"], "opponent": board["two"] or None, "round": board["round"]}
        for board in row.boards
    ]
    return {**{name: getattr(row, name) for name in rules.SETTINGS_FIELDS}, "boards": boards}


def job_json(_division: Division, job: Job) -> dict[str, Any]:
    return {"job": job.pk, "status": job.status}


PLAN: dict[str, Any] = {"can": Can.PAIR, "answer": PlanAnswer, "shows": plan_json}
RULES: dict[str, Any] = {"can": Can.PAIR, "answer": PairingRulesAnswer, "shows": rules_json}
JOB: dict[str, Any] = {"answer": QueuedAnswer, "shows": job_json}
urlpatterns = division_calls(
    rounds__add=DecisionCall(about="One round more at the end.", service=add, sends=RoundPlanFields, **PLAN),
    rounds__insert=DecisionCall(
        about="A new round before another, which moves up with all later ones.",
        service=insert, sends=PlacedRoundFields, **PLAN,
    ),
    rounds__remove=DecisionCall(
        about="Take away a round that is neither published nor played.",
        service=renumbering.remove_round, sends=RoundNumberFields, **PLAN,
    ),
    rounds__plan=DecisionCall(
        about="Pair one round in a way of its own.", service=override, sends=PlacedRoundFields, **PLAN,
    ),
    rounds__relax=DecisionCall(
        about="Grant the smallest change of the rules that lets a round be paired, in this round alone.",
        service=rules.relax, can=Can.PAIR, sends=NumberFields, answer=GrantedAnswer,
        shows=lambda _division, granted: {"granted": [relaxation.text for relaxation in granted]},
    ),
    players__number_by_rating=DecisionCall(
        about="Number the players by rating, before anything is paired.",
        service=numbering.number_by_rating, can=Can.EDIT_ROSTER, sends=MayWhyFields, answer=PlayerNumbersAnswer,
        shows=lambda division, _result: {"players": [entry.player.name for entry in division.entries.with_people().order_by("number")]},
    ),
    rounds__spare=DecisionCall(
        about="Ask for boards in which settled players of a round's draft meet those who can win nothing by it; then pair anew.",
        service=spare_contenders, can=Can.PAIR, sends=NumberFields, answer=GrantedAnswer,
        shows=lambda _division, boards: {"granted": [f"{first} {second}" for first, second in boards]},
    ),
    rounds__pair_free=DecisionCall(
        about="Have every round that needs no results drafted.",
        service=planning.request_free_drafts, can=Can.PAIR, **JOB,
    ),
    prizes__chances=DecisionCall(
        about="Have worked out who can still win what before a round.",
        service=request_chances, can=Can.HELP, sends=NumberFields, **JOB,
    ),
    pairing_rules=(
        ReadingCall(about="What is asked of every round.", **RULES),
        DecisionCall(
            about="Change what is asked of every round; what is not sent stays.",
            service=save_rules, sends=PairingRulesFields, method="PATCH", **RULES,
        ),
    ),
)  # fmt: skip
