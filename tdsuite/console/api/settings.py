"""Settings for programs: an event's, its rules, its divisions and their plans; a new event, practice, and who helps."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, TypedDict

from django import forms
from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.api.plan import PLANNED_METHODS
from pairings.engine.plan import BadPlan, parse_plan
from results.ratings.engine.systems import SYSTEMS
from tdsuite.console.forms.events import DivisionForm, EventForm
from tdsuite.console.forms.new_event import NewEventForm
from tdsuite.console.forms.standings import options_shown
from tdsuite.console.people import add_member, remove_member
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.models import Invitation, Membership, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.invitations import invite, revoke_invitation
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import TournamentAnswer
from tdsuite.tournaments.api.decisions import (
    DONE,
    DecisionCall,
    MayWhyFields,
    ReadingCall,
    division_calls,
    event_calls,
    player_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, sent, tournament_json
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.engine.tie_breaks import TieBreak
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.rulebooks.choices import options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.events import add_division, create_tournament, update_division, update_tournament
from tdsuite.tournaments.services.practice import delete_practice_event, delete_real_event, mark_practice
from tdsuite.tournaments.services.rulebook_files import load_rulebook

CAN = Can.MANAGE_TOURNAMENT
LARGEST_FILE = 200_000  # characters
EVENT = (
    "name", "venue", "starts_on", "ends_on", "time_zone", "visibility", "status", "entry_mode", "starts_by_schedule",
    "sheets_open_early", "tells_by_mail", "public_base_url",
)  # fmt: skip
DIVISION = ("name", "code", "position", "planned_rounds", "prize_places", "spread_caps", "lexicon")
TIE_BREAKS = ("tie_break_1", "tie_break_2", "tie_break_3")


class SettingsAnswer(TypedDict):
    """An event's settings."""

    name: str
    venue: str
    starts_on: date
    ends_on: date
    time_zone: str
    visibility: str
    status: str
    entry_mode: str
    starts_by_schedule: bool
    sheets_open_early: bool
    tells_by_mail: bool
    public_base_url: str


class OptionAnswer(TypedDict):
    """What the rulebook leaves to the organiser. values: the codes it lists; empty: a number."""

    key: str
    label: str
    default: str
    values: list[str]


class RulesAnswer(TypedDict):
    """By what an event is played. choices: by the key of an option, where they differ from the book."""

    rulebook: str
    game_minutes: int
    choices: dict[str, str]
    options: list[OptionAnswer]


class DivisionSettingsAnswer(TypedDict):
    """A division's settings. tie_breaks: in order. plan: which method pairs which rounds."""

    name: str
    code: str
    position: int
    planned_rounds: int
    prize_places: int
    spread_caps: list[int]
    lexicon: str
    tie_breaks: list[str]
    withdrawn_unranked: bool
    rating_system: str
    plan: list[dict[str, Any]]


class MemberAnswer(TypedDict):
    """Somebody's role."""

    id: int
    username: str
    role: str


class InvitationAnswer(TypedDict):
    """An invitation that is open. role: of whoever takes it."""

    id: int
    name: str
    role: str
    expires_at: datetime


class InvitedAnswer(TypedDict):
    """The word of an invitation's link, `/invited/<token>/`: in this answer alone."""

    token: str


class SettingsFields(MayWhyFields):
    """An event's settings; what is not sent stays.  reason: why; needed to open a finished event again."""

    name = serializers.CharField(max_length=120)
    venue = serializers.CharField(allow_blank=True, max_length=200)
    starts_on, ends_on = serializers.DateField(), serializers.DateField()
    time_zone = serializers.CharField(max_length=60)
    visibility = serializers.ChoiceField(Tournament.Visibility.choices)
    status = serializers.ChoiceField(Tournament.Status.choices)
    entry_mode = serializers.CharField(max_length=20)
    starts_by_schedule, sheets_open_early = serializers.BooleanField(), serializers.BooleanField()
    tells_by_mail = serializers.BooleanField()
    public_base_url = serializers.CharField(allow_blank=True, max_length=200)


class RulesFields(MayWhyFields):
    """rulebook: its key. choices: by the key of an option. game_minutes: of each player."""

    rulebook = serializers.ChoiceField(list(RULEBOOKS))
    game_minutes = serializers.IntegerField(min_value=1, max_value=240)
    choices = serializers.DictField(child=serializers.CharField(max_length=60))


class RulebookFields(MayWhyFields):
    """toml: the whole file."""

    toml = serializers.CharField(max_length=LARGEST_FILE, trim_whitespace=False)


class DivisionSettingsFields(MayWhyFields):
    """A division's settings; what is not sent stays. spread_caps: one a round, the last one repeats. tie_breaks: three at most."""

    name = serializers.CharField(max_length=60)
    position = serializers.IntegerField(min_value=1, max_value=999)
    planned_rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    prize_places = serializers.IntegerField(min_value=0, max_value=999)
    spread_caps = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99999), max_length=MOST_ROUNDS
    )  # fmt: skip
    lexicon = serializers.CharField(allow_blank=True, max_length=40)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField([way.value for way in TieBreak]), max_length=len(TIE_BREAKS)
    )  # fmt: skip
    withdrawn_unranked = serializers.BooleanField()
    rating_system = serializers.ChoiceField(list(SYSTEMS), allow_blank=True)


class NewDivisionFields(Fields):
    """A new division. code: its short name; left out: made from the name."""

    name = serializers.CharField(max_length=60)
    planned_rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    code = serializers.SlugField(required=False, max_length=20)


class PlanLineFields(Fields):
    """first, last: rounds. lag: how many rounds older the standings are."""

    first = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    last = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    method = serializers.ChoiceField(PLANNED_METHODS)
    lag = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2)


class PlanFields(MayWhyFields):
    """plan: lines that name the rounds and the method; where none fits, exact Swiss pairs."""

    plan = PlanLineFields(many=True)


class NewEventFields(Fields):
    """A new event. slug: left out: made from the name. divisions: each with a name and its rounds."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(required=False, max_length=60)
    venue = serializers.CharField(required=False, allow_blank=True, max_length=200)
    starts_on, ends_on = serializers.DateField(), serializers.DateField()
    time_zone = serializers.CharField(required=False, max_length=60)
    rulebook = serializers.ChoiceField(list(RULEBOOKS), required=False)
    game_minutes = serializers.IntegerField(required=False, min_value=1, max_value=240)
    visibility = serializers.ChoiceField(Tournament.Visibility.choices, required=False)
    divisions = NewDivisionFields(many=True)


class PracticeFields(Fields):
    """practice: whether the event is one."""

    practice = serializers.BooleanField()


class NameFields(Fields):
    """name: the event's own, as it stands."""

    name = serializers.CharField(max_length=200)


class EraseFields(Fields):
    """reasons: why decisions about the person were taken goes, too."""

    reasons = serializers.BooleanField(required=False, default=False)


class MemberFields(Fields):
    """username: of an account that is there; whoever has none is invited."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Membership.STAFF_ROLES)


class InviteFields(Fields):
    """name: of the person. role: theirs. days: how long the link works."""

    name = serializers.CharField(max_length=60)
    role = serializers.ChoiceField(Membership.STAFF_ROLES)
    days = serializers.IntegerField(min_value=1, max_value=30)


def checked(form: forms.BaseForm, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a page's form makes of the values, where what is not among them stays as the form shows it.

    Raises:
        ValidationError: by field.
    """
    initial = {name: form[name].value() for name in form.fields}
    form.data = {name: value for name, value in {**initial, **values}.items() if value not in (None, False)}
    form.is_bound = True
    if not form.is_valid():
        raise ValidationError({name: list(map(str, messages)) for name, messages in form.errors.items()})
    result: dict[str, Any] = form.values()  # type: ignore[attr-defined]
    return result


def change_event(*, by: Actor, tournament: Tournament, reason: str = "", **values: Any) -> Tournament:
    written = {name: "1" if value is True else value for name, value in values.items()}
    form = EventForm(instance=Tournament.objects.get(pk=tournament.pk))
    return update_tournament(by=by, tournament=tournament, values=checked(form, written), reason=reason)


def change_rules(*, by: Actor, tournament: Tournament, reason: str = "", **values: Any) -> Tournament:
    return update_tournament(by=by, tournament=tournament, values=values, reason=reason)


def load(*, by: Actor, tournament: Tournament, toml: str, reason: str) -> Any:
    return load_rulebook(by=by, tournament=tournament, data=toml, reason=reason)


def change_division(*, by: Actor, division: Division, reason: str = "", **values: Any) -> Division:
    if "spread_caps" in values:
        values["spread_caps"] = ", ".join(map(str, values["spread_caps"]))
    if (ways := values.pop("tie_breaks", None)) is not None:
        values |= dict.fromkeys(TIE_BREAKS, "") | dict(zip(TIE_BREAKS, ways, strict=False))
    form = DivisionForm(instance=Division.objects.get(pk=division.pk))
    form.fields["code"].disabled = True
    return update_division(by=by, division=division, values=checked(form, values), reason=reason)


def make_division(*, by: Actor, tournament: Tournament, **values: Any) -> Division:
    draft = Division(tournament=tournament, position=tournament.divisions.count() + 1)
    return add_division(by=by, tournament=tournament, values=checked(DivisionForm(instance=draft), values))


def plan(*, by: Actor, division: Division, plan: list[dict[str, Any]], reason: str) -> Division:
    try:
        parse_plan(plan)
    except BadPlan as error:
        raise Refused(str(error), code="bad_plan") from error
    return update_division(by=by, division=division, values={"pairing_plan": [*map(dict, plan)]}, reason=reason)


def add_known(*, by: Actor, tournament: Tournament, username: str, role: str) -> Membership:
    """A role for an account that is there: a new account's password is initial on a page alone."""
    if not User.objects.filter(username__iexact=username).exists():
        raise Refused(f"There is no account {username!r}: invite the person by a link.", code="no_such_account")
    return add_member(by=by, tournament=tournament, username=username, role=role)[0]


def erase(*, by: Actor, entry: Entry, reasons: bool) -> Any:
    return erase_player(by=by, player=entry.player, reasons=reasons)


def settings_json(tournament: Tournament, _result: Any = None) -> dict[str, Any]:
    row = Tournament.objects.get(pk=tournament.pk)
    return {name: getattr(row, name) for name in EVENT}


def rules_json(tournament: Tournament, _result: Any = None) -> dict[str, Any]:
    row = Tournament.objects.get(pk=tournament.pk)
    left_open = [option for option in options(row.book) if not option.fixed]
    return {
        "rulebook": row.rulebook,
        "game_minutes": row.game_minutes,
        "choices": row.choices,
        "options": [
            {
                "key": option.key,
                "label": str(option.label),
                "default": option.default,
                "values": [choice.code for choice in option.values],
            }
            for option in left_open
        ],
    }


def division_json(_subject: Any, division: Division) -> dict[str, Any]:
    row = Division.objects.get(pk=division.pk)
    initial = options_shown(row)
    return {
        **{name: getattr(row, name) for name in DIVISION},
        "spread_caps": row.spread_caps or [],
        "tie_breaks": [initial[name] for name in TIE_BREAKS if initial.get(name)],
        "withdrawn_unranked": bool(initial.get("withdrawn_unranked")),
        "rating_system": initial.get("rating_system", ""),
        "plan": row.pairing_plan,
    }


def member_json(_subject: Any, row: Membership) -> dict[str, Any]:
    return {"id": row.pk, "username": row.user.username, "role": row.role}


def members(tournament: Tournament) -> list[dict[str, Any]]:
    rows = tournament.memberships.select_related("user").order_by("user__username", "role")
    return [member_json(tournament, row) for row in rows]


def invitations(tournament: Tournament) -> list[dict[str, Any]]:
    rows = tournament.invitations.open().order_by("expires_at", "pk")
    return [{"id": row.pk, **{name: getattr(row, name) for name in ("name", "role", "expires_at")}} for row in rows]


@operations(POST=Operation(Can.CREATE_TOURNAMENT, TournamentAnswer, 201, NewEventFields))
def new_event(request: Request) -> Response:
    """Make an event with its divisions; whoever makes it is its organiser and director."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    values = sent(NewEventFields, request)
    asked = [f"{division['name']}, {division['planned_rounds']}" for division in values["divisions"]]
    written = {**values, "divisions": "\n".join(asked)}
    form = NewEventForm()
    facts = checked(form, written)
    data = form.cleaned_data
    facts |= {"rulebook": data["rulebook"], "game_minutes": data["game_minutes"]}
    event = create_tournament(by=actor_of(request), slug=data["slug"], values=facts, divisions=data["divisions"])
    return Response(tournament_json(event), status=status.HTTP_201_CREATED)


def _members(tournament: Tournament) -> QuerySet[Membership]:
    return Membership.objects.select_related("user", "tournament").filter(tournament=tournament)


def _invitations(tournament: Tournament) -> QuerySet[Invitation]:
    return Invitation.objects.select_related("tournament").filter(tournament=tournament)


RULES: dict[str, Any] = {"answer": RulesAnswer, "shows": rules_json}
SETTINGS: dict[str, Any] = {"answer": SettingsAnswer, "shows": settings_json}
DIVISIONS: dict[str, Any] = {"can": CAN, "answer": DivisionSettingsAnswer, "shows": division_json}
urlpatterns = [
    path("tournaments/new/", new_event),
    *event_calls(
        settings=(
            ReadingCall(about="An event's settings.", can=CAN, **SETTINGS),
            DecisionCall(
                about="Change an event's settings; what is not sent stays.",
                service=change_event, can=CAN, sends=SettingsFields, method="PATCH", **SETTINGS,
            ),
        ),
        rules=(
            ReadingCall(about="By what an event is played, and what its rulebook leaves open.", can=Can.SEE_CONSOLE, **RULES),
            DecisionCall(
                about="Choose the rulebook, what it leaves open, and the minutes; what is not sent stays.",
                service=change_rules, can=CAN, sends=RulesFields, method="PATCH", **RULES,
            ),
        ),
        rules__file=DecisionCall(
            about="Have the event played by a rulebook of one's own, from its file.",
            service=load, can=CAN, sends=RulebookFields, method="PUT", **RULES,
        ),
        divisions=DecisionCall(about="Add a division.", service=make_division, sends=NewDivisionFields, **DIVISIONS),
        practice=(
            DecisionCall(
                about="Make it a practice event, or a real one, before the first result.",
                service=mark_practice, can=CAN, sends=PracticeFields, method="PUT", **DONE,
            ),
            DecisionCall(
                about="Delete a practice event whole, for ever.",
                service=delete_practice_event, can=CAN, answer=None, method="DELETE",
            ),
        ),
        delete=DecisionCall(
            about="Delete an event that was made by mistake whole, for ever, while nothing rated was played in it.",
            service=delete_real_event, can=CAN, sends=NameFields, answer=None,
        ),
        people=(
            ReadingCall(about="Who helps to run the event.", can=CAN, answer=list[MemberAnswer], shows=members),
            DecisionCall(
                about="Give an account a role.",
                service=add_known, can=CAN, sends=MemberFields, answer=MemberAnswer, shows=member_json,
            ),
        ),
        invitations=(
            ReadingCall(about="Invitations that are open.", can=CAN, answer=list[InvitationAnswer], shows=invitations),
            DecisionCall(
                about="Invite a person by a link.", service=invite, can=CAN, sends=InviteFields, answer=InvitedAnswer,
                shows=lambda _tournament, token: {"token": token},
            ),
        ),
    ),
    *row_calls("people", "membership", _members, itself=DecisionCall(
        about="Take a role back.", service=remove_member, can=CAN, answer=None, method="DELETE",
    )),
    *row_calls("invitations", "invitation", _invitations, itself=DecisionCall(
        about="Revoke an invitation.", service=revoke_invitation, can=CAN, answer=None, method="DELETE",
    )),
    *division_calls(
        settings=(
            ReadingCall(
                about="A division's settings.", can=CAN, answer=DivisionSettingsAnswer,
                shows=lambda division: division_json(division, division),
            ),
            DecisionCall(
                about="Change a division's settings; what is not sent stays.",
                service=change_division, sends=DivisionSettingsFields, method="PATCH", **DIVISIONS,
            ),
        ),
        plan=DecisionCall(
            about="Which method pairs which rounds.", service=plan, sends=PlanFields, method="PUT", **DIVISIONS,
        ),
    ),
    *player_calls(erase=DecisionCall(
        about="Erase the person: the results stay, without the name, in every event.",
        service=erase, can=CAN, sends=EraseFields, **DONE,
    )),
]  # fmt: skip
