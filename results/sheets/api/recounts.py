"""Recounts for programs: the decisions of the recount's pages."""

from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.games.services.outcomes import SCORE_LIMIT
from results.rulings.models import Recount
from results.sheets.engine.recounts import RecountedTotals
from results.sheets.services import recounts
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    LONGEST_REASON,
    DecisionCall,
    PlayerNumber,
    WhyFields,
    game_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.models import Tournament


class RecountAnswer(TypedDict):
    """A recount that is open, with the totals before it, in points."""

    recount: int
    game: int
    first_before: int
    second_before: int


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


class TotalsFields(Fields):
    """The totals counted, sides as they are now. verified: the director settled a disputed play."""

    first_total = serializers.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    second_total = serializers.IntegerField(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT)
    verified = serializers.BooleanField(required=False, default=False)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class HaltFields(WhyFields):
    """first_total, second_total: with the changes agreed so far, where the rulebook applies those (NSA III.E); null: none."""

    first_total = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT
    )
    second_total = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT
    )


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


def totals_json(recount: Recount, totals: RecountedTotals) -> dict[str, Any]:
    reasons = [f"{reason.text} ({reason.rule})" for reason in totals.reasons]
    return {"recount": recount.pk, "first": totals.first, "second": totals.second, "reasons": reasons}


def _recounts(tournament: Tournament) -> QuerySet[Recount]:
    people = ("asked_by__player", "game__first__player", "game__second__player", "game__round__division__tournament")
    return Recount.objects.select_related(*people).filter(game__round__division__tournament=tournament)


urlpatterns = [
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
