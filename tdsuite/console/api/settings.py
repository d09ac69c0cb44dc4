"""Settings for programs: an event's, its rules, its divisions and their plans; a new event."""

from collections.abc import Collection, Mapping
from typing import Any, TypedDict

from django.core.exceptions import ValidationError as CannotBe
from django.urls import path
from django.utils.text import slugify
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Repeats
from pairings.engine.plan import BadPlan, WhenReady, parse_plan
from results.ratings.engine.systems import SYSTEMS
from tdsuite.console.addresses import taken_by_events, taken_in_events
from tdsuite.console.forms.events import free_code, free_tables
from tdsuite.console.forms.standings import FIELDS as TIE_BREAKS, options_shown, standings_options
from tdsuite.platform.access.addresses import address_from
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Shown, TournamentAnswer, saying
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    MayWhyFields,
    OptionalText,
    ReadingCall,
    division_calls,
    event_calls,
)
from tdsuite.tournaments.api.events import Fields, sent
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.engine.tie_breaks import TieBreak
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.choices import options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import add_division, create_tournament, update_division, update_tournament

CAN = Can.MANAGE_TOURNAMENT
OPTIONS = ("withdrawn_unranked", "rating_system")  # of the standings, beside the tie-breaks
NEW_EVENT_FIELDS = [name for name in Tournament.SETTINGS if name not in ("status", "public_base_url")]


class OptionAnswer(TypedDict):
    """What the rulebook leaves to the organiser. values: the codes it lists; empty: a number."""

    key: str
    label: str
    default: str
    values: list[str]


class RulesAnswer(Shown):
    """By what an event is played. choices: by the key of an option, where they differ from the book."""

    choices = serializers.DictField(child=serializers.CharField())
    options = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = ["rulebook", "game_minutes", "choices", "options"]

    def get_options(self, row: Tournament) -> list[OptionAnswer]:
        return [
            {"key": option.key, "label": str(option.label), "default": option.default,
             "values": [choice.code for choice in option.values]}
            for option in options(row.book)
            if not option.fixed
        ]  # fmt: skip


class SettingsFields(Fields, serializers.ModelSerializer[Any]):
    """An event's settings; what is not sent stays.  reason: why; needed to open a finished event again."""

    public_base_url = serializers.CharField(allow_blank=True, max_length=200)
    reason = OptionalText(write_only=True)

    class Meta:
        model = Tournament
        fields = [*Tournament.SETTINGS, "reason"]


class RulesFields(MayWhyFields):
    """rulebook: its key. choices: by the key of an option. game_minutes: of each player."""

    rulebook = serializers.ChoiceField(list(RULEBOOKS))
    game_minutes = serializers.IntegerField(min_value=1, max_value=240)
    choices = serializers.DictField(child=serializers.CharField(max_length=60))


class PlanLineFields(Fields):
    """first, last: rounds. lag: how many rounds older the standings are. options: the method's own."""

    first = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    last = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    method = serializers.ChoiceField(sorted(METHODS))
    lag = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2)
    repeats = serializers.ChoiceField([way.value for way in Repeats], required=False)
    most_meetings = serializers.IntegerField(required=False, min_value=0, max_value=MOST_ROUNDS)
    when_ready = serializers.ChoiceField([way.value for way in WhenReady], required=False)
    options = serializers.DictField(required=False)


class PlanFields(MayWhyFields):
    """plan: all its lines, which take the place of those before; where none covers a round, exact Swiss pairs it."""

    plan = PlanLineFields(many=True)


class DivisionSettingsFields(Fields, serializers.ModelSerializer[Any]):
    """A division's settings; what is not sent stays. spread_caps: one a round, the last one repeats. tie_breaks: three at most, in order."""

    spread_caps = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99999), max_length=MOST_ROUNDS
    )  # fmt: skip
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField([way.value for way in TieBreak]), max_length=len(TIE_BREAKS)
    )  # fmt: skip
    withdrawn_unranked = serializers.BooleanField()
    rating_system = serializers.ChoiceField(list(SYSTEMS), allow_blank=True)
    plan = serializers.ListField(child=serializers.DictField(), source="pairing_plan", read_only=True)
    reason = OptionalText(write_only=True)

    class Meta:
        model = Division
        fields = [*Division.SETTINGS, "tie_breaks", "withdrawn_unranked", "rating_system", "plan", "reason"]
        read_only_fields = ["code"]


class NewDivisionFields(Fields):
    """A new division. code: its short name; left out: made from the name."""

    name = serializers.CharField(max_length=60)
    planned_rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    code = serializers.SlugField(required=False, max_length=20)


class NewEventFields(Fields, serializers.ModelSerializer[Any]):
    """A new event. slug: left out: made from the name. divisions: each with a name and its rounds."""

    rulebook = serializers.ChoiceField(list(RULEBOOKS), required=False)
    divisions = NewDivisionFields(many=True)

    class Meta:
        model = Tournament
        fields = [*NEW_EVENT_FIELDS, "slug", "rulebook", "game_minutes", "divisions"]
        extra_kwargs = {"slug": {"required": False, "validators": []}}  # one that is taken is a conflict


def judged(row: Tournament, values: Mapping[str, Any]) -> None:
    """Let the model judge the values on a row that is not saved.

    Raises:
        ValidationError: by field.
    """
    for name, value in values.items():
        setattr(row, name, value)
    try:
        row.full_clean(validate_unique=False)  # that is a conflict, which the service refuses
    except CannotBe as error:
        raise ValidationError({name: list(map(str, each)) for name, each in error.message_dict.items()}) from error


def change_event(*, by: Actor, tournament: Tournament, reason: str = "", **values: Any) -> Tournament:
    if "public_base_url" in values:
        try:
            values["public_base_url"] = address_from(values["public_base_url"])
        except CannotBe as error:
            raise ValidationError({"public_base_url": error.messages}) from error
    judged(Tournament.objects.get(pk=tournament.pk), values)
    return update_tournament(by=by, tournament=tournament, values=values, reason=reason)


def change_rules(*, by: Actor, tournament: Tournament, reason: str = "", **values: Any) -> Tournament:
    return update_tournament(by=by, tournament=tournament, values=values, reason=reason)


def change_division(*, by: Actor, division: Division, reason: str = "", **values: Any) -> Division:
    chosen = options_shown(division)
    if (ways := values.pop("tie_breaks", None)) is not None:
        chosen |= dict.fromkeys(TIE_BREAKS, "") | dict(zip(TIE_BREAKS, ways, strict=False))
    chosen |= {name: values.pop(name) for name in OPTIONS if name in values}
    values["standings_options"] = standings_options(division, chosen)
    return update_division(by=by, division=division, values=values, reason=reason)


def make_division(*, by: Actor, tournament: Tournament, code: str = "", **values: Any) -> Division:
    code = free_word(values["name"], code, taken={division.code for division in tournament.divisions.all()})
    place = {"position": tournament.divisions.count() + 1, "table_plan": {"tables": free_tables(tournament)}}
    return add_division(by=by, tournament=tournament, values={"code": code, **place, **values})


def free_word(name: str, code: str, taken: Collection[str]) -> str:
    """The short name of a new division.  Raises ValidationError where it is another's or the console's."""
    derived = code or free_code(name, taken)
    if derived in taken_in_events() or (not code and derived in taken):
        raise ValidationError({"code": [f"The short name {derived!r} is taken: send another code, or another name."]})
    return derived


def plan(*, by: Actor, division: Division, plan: list[dict[str, Any]], reason: str) -> Division:
    try:
        parse_plan(plan)
    except BadPlan as error:
        raise Refused(str(error), code="bad_plan") from error
    return update_division(by=by, division=division, values={"pairing_plan": [*map(dict, plan)]}, reason=reason)


def with_options(division: Division) -> Division:
    """The division, with what is chosen of its standings beside its columns."""
    chosen = options_shown(division)
    ways = [chosen[name] for name in TIE_BREAKS if chosen.get(name)]
    unranked, system = bool(chosen.get("withdrawn_unranked")), chosen.get("rating_system", "")
    row: Division = saying(division, tie_breaks=ways, withdrawn_unranked=unranked, rating_system=system)
    return row


@operations(
    POST=Operation(Can.CREATE_TOURNAMENT, TournamentAnswer, 201, NewEventFields, location="/api/v1/tournaments/{slug}/")
)
def new_event(request: Request) -> Response:
    """Make an event with its divisions; whoever makes it is its organiser and director."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    values = sent(NewEventFields, request)
    slug = values.pop("slug", "") or slugify(values["name"])[:60]
    if not slug or slug in taken_by_events():
        raise ValidationError({"slug": ["Send a short name of letters, digits and dashes that no other page has."]})
    divisions: list[dict[str, Any]] = []
    for division in values.pop("divisions"):
        code = free_word(division["name"], division.get("code", ""), taken={each["code"] for each in divisions})
        divisions.append({**division, "code": code})
    judged(Tournament(slug=slug), values)
    event = create_tournament(by=actor_of(request), slug=slug, values=values, divisions=divisions)
    return Response(event, status=status.HTTP_201_CREATED)


RULES: dict[str, Any] = {"answer": RulesAnswer}
SETTINGS: dict[str, Any] = {"can": CAN, "answer": SettingsFields}
DIVISIONS: dict[str, Any] = {
    "can": CAN, "answer": DivisionSettingsFields, "shows": lambda _subject, division: with_options(division),
}  # fmt: skip
urlpatterns = [
    path("tournaments/new/", new_event),
    *event_calls(
        settings=(
            ReadingCall(about="An event's settings.", **SETTINGS),
            DecisionCall(
                about="Change an event's settings; what is not sent stays.",
                service=change_event, sends=SettingsFields, method="PATCH", **SETTINGS,
            ),
        ),
        rules=(
            ReadingCall(about="By what an event is played, and what its rulebook leaves open.", can=Can.SEE_CONSOLE, **RULES),
            DecisionCall(
                about="Choose the rulebook, what it leaves open, and the minutes; what is not sent stays.",
                service=change_rules, can=CAN, sends=RulesFields, method="PATCH", **RULES,
            ),
        ),
        divisions=DecisionCall(about="Add a division.", service=make_division, sends=NewDivisionFields, location="divisions/{code}/settings/", **DIVISIONS),
    ),
    *division_calls(
        settings=(
            ReadingCall(about="A division's settings.", **{**DIVISIONS, "shows": with_options}),
            DecisionCall(
                about="Change a division's settings; what is not sent stays.",
                service=change_division, sends=DivisionSettingsFields, method="PATCH", **DIVISIONS,
            ),
        ),
        plan=DecisionCall(
            about="Which method pairs which rounds.", service=plan, sends=PlanFields, method="PUT", **DIVISIONS,
        ),
    ),
]  # fmt: skip
