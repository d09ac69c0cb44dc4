"""Recounts for programs: the decisions of the recount's pages, and what came of them."""

from datetime import datetime
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.games.api import Score
from results.rulings.models import Recount
from results.sheets.engine.recounts import RecountedTotals
from results.sheets.services import recounts
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    MayWhyFields,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    event_calls,
    game_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, LocalTime
from tdsuite.tournaments.api.lists import EventQuery, Rows, number_asked
from tdsuite.tournaments.models import Tournament


class RecountAnswer(TypedDict):
    """A recount that is open, with the totals before it, in points."""

    recount: int
    game: int
    first_before: int
    second_before: int


class AskedRecountAnswer(RecountAnswer):
    """A recount, under way or done. asked_by, barred: players' numbers. first_after, second_after: null while it is under way."""

    division: str
    round: int
    status: str
    asked_by: int
    both_take_part: bool
    barred: int | None
    first_after: int | None
    second_after: int | None
    opened_at: datetime
    closed_at: datetime | None


class RecountsQuery(EventQuery):
    """player: who asked. status: of the recounts. since: asked for at this instant or later."""

    division = serializers.SlugField(required=False, source="game__round__division__code")
    round = number_asked("game__round__number")
    player = number_asked("asked_by__number")
    status = serializers.ChoiceField(Recount.Status.choices, required=False)
    since = LocalTime(required=False, source="opened_at__gte")


class RecountedAnswer(TypedDict):
    """The totals after a recount, in points; reasons: why some were not changed."""

    recount: int
    first: int
    second: int
    reasons: list[str]


class RequestFields(Fields):
    """asked_by: the player. both_take_part: false where the opponent sits it out. sheet_to: who is given the opponent's score sheet."""

    asked_by = PlayerNumber()
    both_take_part = serializers.BooleanField(required=False, default=True)
    sheet_to = serializers.ChoiceField(
        Recount.SheetTo.choices, required=False, allow_blank=True, default=Recount.SheetTo.NOBODY
    )


class BarFields(WhyFields):
    """entry: in whose favour nothing is to change."""

    entry = PlayerNumber()


class TotalsFields(MayWhyFields):
    """The totals counted, sides as they are now. verified: the director settled a disputed play."""

    first_total, second_total = Score(), Score()
    verified = serializers.BooleanField(required=False, default=False)


class HaltFields(WhyFields):
    """first_total, second_total: with the changes agreed so far, where the rulebook applies those (NSA III.E); null: none."""

    first_total, second_total = Score(optional=True), Score(optional=True)


def halt(
    *, by: Actor, recount: Recount, reason: str, first_total: int | None, second_total: int | None
) -> RecountedTotals:
    agreed = None if first_total is None or second_total is None else (first_total, second_total)
    return recounts.halt(by=by, recount=recount, reason=reason, agreed=agreed)


def recount_json(_subject: Any, recount: Recount) -> dict[str, Any]:
    return {
        "recount": recount.pk,
        "game": recount.game_id,
        "first_before": recount.first_before,
        "second_before": recount.second_before,
    }


def all_recounts(tournament: Tournament, **asked: Any) -> Rows:
    """Newest first."""
    return Rows(
        _recounts(tournament).filter(**asked).select_related("barred", "game__round__division").order_by("-opened_at"),
        asked_json,
    )


def asked_json(recount: Recount) -> dict[str, Any]:
    names = ("status", "both_take_part", "first_after", "second_after", "opened_at", "closed_at")
    return recount_json(None, recount) | {
        "division": recount.game.round.division.code,
        "round": recount.game.round.number,
        "asked_by": recount.asked_by.number,
        "barred": recount.barred.number if recount.barred else None,
        **{name: getattr(recount, name) for name in names},
    }


def totals_json(recount: Recount, totals: RecountedTotals) -> dict[str, Any]:
    reasons = [f"{reason.text} ({reason.rule})" for reason in totals.reasons]
    return {"recount": recount.pk, "first": totals.first, "second": totals.second, "reasons": reasons}


def _recounts(tournament: Tournament) -> QuerySet[Recount]:
    people = ("asked_by__player", "game__first__player", "game__second__player", "game__round__division__tournament")
    return Recount.objects.select_related(*people).filter(game__round__division__tournament=tournament)


urlpatterns = [
    *event_calls(
        recounts=ReadingCall(
            about="The recounts of an event, newest first.",
            can=Can.SEE_CONSOLE, answer=list[AskedRecountAnswer], shows=all_recounts, query=RecountsQuery,
        ),
    ),
    *game_calls(
        recount=DecisionCall(
            about="A player asks for a recount; answers with its id.",
            service=recounts.request, can=Can.ENTER_RESULTS, sends=RequestFields, answer=RecountAnswer, shows=recount_json,
        ),
    ),
    *row_calls(
        "recounts", "recount", _recounts, lambda recount: recount.game.round.division,
        bar=DecisionCall(
            about="Nothing is to change in this player's favour: a frivolous or slowed recount (WESPA 5.5.4(b)).",
            service=recounts.bar, can=Can.RULE, sends=BarFields, answer=RecountAnswer, shows=recount_json,
        ),
        finish=DecisionCall(
            about="The recount is done.",
            service=recounts.finish, can=Can.CORRECT_RESULTS, sends=TotalsFields, answer=RecountedAnswer, shows=totals_json,
        ),
        halt=DecisionCall(
            about="The director ends the recount.",
            service=halt, can=Can.RULE, sends=HaltFields, answer=RecountedAnswer, shows=totals_json,
        ),
    ),
]  # fmt: skip
