"""Prizes and claims for programs: the lists, their rules, who gets what, and what was claimed."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.prizes.models import HIGHEST_PLAY, LONGEST_WORD, HighClaim, Prize
from results.prizes.services import ceremony, high_claims, prizes
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    division_calls,
    event_calls,
    game_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, LocalTime
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.models import Division, Entry, Tournament

CAN = Can.MANAGE_TOURNAMENT
MOST_MONEY = 10**9  # in the smallest unit
MOST_WINNERS = 200
LAST = 999


class PrizeAnswer(TypedDict):
    """A prize. division: "" where it is the event's. money: in the smallest unit. winners: by hand, as "a/4"."""

    id: int
    division: str
    position: int
    title: str
    basis: str
    place: int
    class_name: str
    round_number: int | None
    team_size: int | None
    money: int
    text: str
    besides: bool
    winners: list[str]


class SharingAnswer(TypedDict):
    """How prizes are shared. round_to: in the smallest unit."""

    one_each: bool
    round_to: int
    mentions: int


class PrizeRulesAnswer(SharingAnswer):
    """How a division's prizes are shared. absent: numbers of players who get nothing."""

    absent: list[int]


class PrizeTermsAnswer(SharingAnswer):
    """How the prizes of a whole event are given."""

    currency: str


class ClaimAnswer(TypedDict):
    """A claim of a high play or word. number: the player's."""

    id: int
    game: int
    number: int
    kind: str
    points: int
    word: str
    status: str
    claimed_at: datetime


def _whole(least: int = 1, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=least, max_value=LAST, **options)


class ClaimsQuery(serializers.Serializer[Any]):
    """player: whose, by number. kind, status: of the claims. since: claimed at this instant or later."""

    player = number_asked("entry__number")
    kind = serializers.ChoiceField(HighClaim.Kind.choices, required=False)
    status = serializers.ChoiceField(HighClaim.Status.choices, required=False)
    since = LocalTime(required=False, source="claimed_at__gte")


class PrizeFields(Fields):
    """A prize.

    Attributes:
        basis: what it is given for: `place`, `class`, `team`, `by_hand` or a list of statistics.
        round_number: of one round; null: of the whole event.
        team_size: members of a team that count; null: all.
        money: in the smallest unit.
        text: what else it is.
        besides: it may go to a player who has another.
        winners: of a prize by hand, as "a/4": division and number.
    """

    title = serializers.CharField(max_length=80)
    basis = serializers.ChoiceField(list(prizes.BASES))
    place = _whole()
    class_name, text = OptionalText(12), OptionalText(120)
    round_number, team_size = _whole(allow_null=True), _whole(allow_null=True)
    money = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MONEY)
    besides = serializers.BooleanField(required=False)
    position = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    winners = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, max_length=MOST_WINNERS
    )  # fmt: skip


class SharingFields(Fields):
    """one_each: who has a prize is passed over. mentions: how many runners-up a list names."""

    one_each = serializers.BooleanField()
    round_to = serializers.IntegerField(min_value=1, max_value=100_000)
    mentions = serializers.IntegerField(min_value=0, max_value=prizes.MOST_MENTIONS)


class PrizeRulesFields(SharingFields):
    """absent: players who get nothing."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=32000), max_length=MOST_WINNERS
    )


class PrizeTermsFields(SharingFields):
    """currency: written before the money of all prizes."""

    currency = serializers.CharField(allow_blank=True, max_length=5)


class ClaimFields(Fields):
    """entry: whose play it was. points: of the play."""

    entry = PlayerNumber()
    kind = serializers.ChoiceField(HighClaim.Kind.choices)
    points = serializers.IntegerField(min_value=1, max_value=HIGHEST_PLAY)
    word = serializers.CharField(min_length=2, max_length=LONGEST_WORD)


def add(*, by: Actor, division: Division, **values: Any) -> Prize:
    values = _with_winners(division.tournament, division, values)
    return prizes.save_prize(by=by, division=division, values=values)


def add_to_event(*, by: Actor, tournament: Tournament, **values: Any) -> Prize:
    return prizes.save_prize(by=by, tournament=tournament, values=_with_winners(tournament, None, values))


def change(*, by: Actor, prize: Prize, **values: Any) -> Prize:
    event = prize.division.tournament if prize.division else prize.tournament
    assert event is not None
    values = _with_winners(event, prize.division, values)
    return prizes.save_prize(by=by, division=prize.division, tournament=prize.tournament, prize=prize, values=values)


def _with_winners(event: Tournament, division: Division | None, values: dict[str, Any]) -> dict[str, Any]:
    """The values, with winners as the row keeps them.  Raises ValidationError for a player who is not there."""
    words: list[str] | None = values.get("winners")
    if words is None:
        return values
    rows = Entry.objects.filter(division__tournament=event)
    rows = rows.filter(division=division) if division else rows
    known = {
        f"{code}/{number}": (number, pk) for code, number, pk in rows.values_list("division__code", "number", "pk")
    }
    if wrong := [word for word in words if word not in known]:
        raise serializers.ValidationError(
            {"winners": [f"There is no player {wrong[0]}: write a/4, division and number."]}
        )
    return values | {"winners": [known[word][0 if division else 1] for word in words]}


def set_rules(*, by: Actor, division: Division, **values: Any) -> Division:
    """What is not sent stays."""
    return prizes.set_rules(by=by, division=division, **{**rules_json(division), **values})


def prize_json(_subject: Any, prize: Prize) -> dict[str, Any]:
    return _prizes([prize])[0]


def _prizes(prizes_listed: Iterable[Prize]) -> list[dict[str, Any]]:
    rows = list(prizes_listed)
    of_event = {pk for row in rows if not row.division_id for pk in row.winners}
    people = Entry.objects.filter(pk__in=of_event).select_related("division")
    written = {entry.pk: f"{entry.division.code}/{entry.number}" for entry in people}
    names = [name for name in PrizeAnswer.__annotations__ if name not in ("id", "division", "winners")]
    return [
        {"id": row.pk, "division": row.division.code if row.division else ""}
        | {name: getattr(row, name) for name in names}
        | {"winners": [f"{row.division.code}/{key}" if row.division else written.get(key, "") for key in row.winners]}
        for row in rows
    ]


def rules_json(division: Division, _result: Any = None) -> dict[str, Any]:
    fresh = Division.objects.get(pk=division.pk)
    rules = prizes.rules_of(fresh)
    shared = {name: getattr(rules, name) for name in SharingAnswer.__annotations__}
    return shared | {"absent": sorted(prizes.absent_of(fresh))}


def terms_json(tournament: Tournament, _result: Any = None) -> dict[str, Any]:
    terms = prizes.terms_of(tournament)
    return {name: getattr(terms, name) for name in PrizeTermsAnswer.__annotations__}


def claim_json(_subject: Any, row: HighClaim) -> dict[str, Any]:
    names = ("kind", "points", "word", "status", "claimed_at")
    about = {"id": row.pk, "game": row.game_id, "number": row.entry.number}
    return about | {name: getattr(row, name) for name in names}


def claims(division: Division, **asked: Any) -> Rows:
    rows = HighClaim.objects.filter(division=division, **asked).select_related("entry").order_by("pk")
    return Rows(rows, partial(claim_json, division))


def _rows(tournament: Tournament) -> QuerySet[Prize]:
    return Prize.objects.of_event(tournament).select_related("division__tournament", "tournament")


def _claims(tournament: Tournament) -> QuerySet[HighClaim]:
    rows = HighClaim.objects.select_related("division__tournament", "entry")
    return rows.filter(division__tournament=tournament)


PRIZE: dict[str, Any] = {"answer": PrizeAnswer, "shows": prize_json}
CLAIM: dict[str, Any] = {"can": Can.ENTER_RESULTS, "answer": ClaimAnswer, "shows": claim_json}
RULES: dict[str, Any] = {"answer": PrizeRulesAnswer, "shows": rules_json}
TERMS: dict[str, Any] = {"answer": PrizeTermsAnswer, "shows": terms_json}
urlpatterns = [
    *division_calls(
        prizes=(
            ReadingCall(
                about="A division's prizes, in order.", can=Can.SEE_CONSOLE, answer=list[PrizeAnswer],
                shows=lambda division: _prizes(Prize.objects.filter(division=division).select_related("division")),
            ),
            DecisionCall(about="Add a prize to a division's list.", service=add, can=CAN, sends=PrizeFields, **PRIZE),
        ),
        prizes__awarded=ReadingCall(
            about="Who gets what as things stand, with the reasons.", can=Can.SEE_CONSOLE, answer=dict[str, Any],
            shows=lambda division: ceremony.as_json(ceremony.division_page(division, exact=True)),
        ),
        prizes__rules=(
            ReadingCall(about="How a division's prizes are shared.", can=Can.SEE_CONSOLE, **RULES),
            DecisionCall(
                about="Choose how a division's prizes are shared; what is not sent stays.",
                service=set_rules, can=CAN, sends=PrizeRulesFields, method="PATCH", **RULES,
            ),
        ),
        claims=ReadingCall(
            about="What was claimed, confirmed and refused.", can=Can.SEE_CONSOLE, answer=list[ClaimAnswer], shows=claims,
            query=ClaimsQuery,
        ),
    ),
    *event_calls(
        prizes=(
            ReadingCall(
                about="The prizes of the whole event, and those of every division.", can=Can.SEE_CONSOLE,
                answer=list[PrizeAnswer], shows=lambda tournament: _prizes(_rows(tournament)),
            ),
            DecisionCall(
                about="Add a prize of the whole event.", service=add_to_event, can=CAN, sends=PrizeFields, **PRIZE
            ),
        ),
        prizes__awarded=ReadingCall(
            about="Every award of the event as things stand.", can=Can.SEE_CONSOLE, answer=dict[str, Any],
            shows=lambda tournament: ceremony.event_json(ceremony.event_page(tournament, exact=True)),
        ),
        prizes__terms=(
            ReadingCall(about="How the prizes of the event are given.", can=Can.SEE_CONSOLE, **TERMS),
            DecisionCall(
                about="Choose how the prizes of the event are given; what is not sent stays.",
                service=prizes.set_terms, can=CAN, sends=PrizeTermsFields, method="PATCH", **TERMS,
            ),
        ),
    ),
    *row_calls("prizes", "prize", _rows, itself=(
        DecisionCall(
            about="Change a prize; what is not sent stays.",
            service=change, can=CAN, sends=PrizeFields, method="PATCH", **PRIZE,
        ),
        DecisionCall(
            about="Take a prize off its list.",
            service=prizes.remove_prize, can=CAN, answer=None, method="DELETE",
        ),
    )),
    *game_calls(
        claims=DecisionCall(
            about="Write down a claim; it counts once it is confirmed.",
            service=high_claims.claim, sends=ClaimFields, **CLAIM,
        ),
    ),
    *row_calls(
        "claims", "claim", _claims,
        confirm=DecisionCall(about="The play was seen.", service=high_claims.confirm, **CLAIM),
        refuse=DecisionCall(about="The play was not as claimed.", service=high_claims.refuse, sends=WhyFields, **CLAIM),
    ),
]  # fmt: skip
