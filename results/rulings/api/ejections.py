"""Ends of games, ejections, players who leave, spread and reports for programs: the decisions of the pages of rulings."""

from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.games.api import ScoresFields
from results.rulings.engine.clock_readings import ClockKind
from results.rulings.engine.endgame import HowEnded
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.models import Appeal, Ejection
from results.rulings.services import ejection, endgame, late_entry, rulings
from results.rulings.services.due_reports import SENT, Report, mark_sent, reports_due
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import (
    DONE,
    DecisionCall,
    MayWhyFields,
    OptionalText,
    ReadingCall,
    WhyFields,
    division_calls,
    event_calls,
    game_calls,
    player_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames, Zero

MOST_TURNS = 12
SIDE = ("score", "rack", "clock", "disregarded", "waiver")
MOST_POINTS = 9999
LONGEST_FINDING = 4000
KINDS = list(SENT)


class EjectionAnswer(TypedDict):
    """An ejection. from_round: the first round that the player is out of. games: how many it changed."""

    id: int
    number: int
    cause: str
    from_round: int
    games: int
    reversed_at: datetime | None


class DueAnswer(TypedDict):
    """Something that somebody outside is to be told of. sent_at: null while it is not."""

    kind: str
    id: int
    what: str
    round: int | None
    to: str
    sent_at: datetime | None


class EjectionsQuery(serializers.Serializer[Any]):
    """player: who was put out, by number. standing: whether it is in force, and was not taken back."""

    player = number_asked("entry__number")
    standing = serializers.BooleanField(required=False, source="reversed_at__isnull")


class DueQuery(serializers.Serializer[Any]):
    """kind: of what is reported. sent: whether it was."""

    kind = serializers.ChoiceField(KINDS, required=False)
    sent = serializers.BooleanField(required=False)


class EndedAnswer(TypedDict):
    """The end of a game, worked out: totals, and why."""

    first: int
    second: int
    reasons: list[str]


class EndFields(ScoresFields, MayWhyFields):
    """How a game ended, for its calculator.

    Attributes:
        how: it ended.
        out: who went out: `first`, `second`, or nobody.
        turns: the last turns of both in order, where turns without a score ended it.
        first_rack, second_rack: letters left, `?` a blank.
        first_clock, second_clock: as read, such as `-1:01`; empty: not over.
        clock_kind: what the clock shows.
        first_disregarded, second_disregarded: seconds of it that do not count; first_waiver, second_waiver: why overtime is waived.
    """

    how = serializers.ChoiceField([how.value for how in HowEnded])
    out = serializers.ChoiceField(["first", "second"], required=False, allow_blank=True, default="")
    turns = serializers.ListField(
        child=serializers.ChoiceField([*(zero.value for zero in Zero), endgame.PLAY]),
        required=False, default=list, max_length=MOST_TURNS,
    )  # fmt: skip
    first_rack, second_rack = OptionalText(20), OptionalText(20)
    first_clock, second_clock = OptionalText(8), OptionalText(8)
    clock_kind = serializers.ChoiceField(
        [kind.value for kind in ClockKind], required=False, default=ClockKind.COUNTS_DOWN.value
    )
    first_disregarded = serializers.IntegerField(required=False, default=0, min_value=0, max_value=24 * 60 * 60)
    second_disregarded = serializers.IntegerField(required=False, default=0, min_value=0, max_value=24 * 60 * 60)
    first_waiver, second_waiver = OptionalText(200), OptionalText(200)


class SpreadFields(WhyFields):
    """points: spread for this player alone, signed. rule: a citation."""

    round_number = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    rule = OptionalText(60)


class EjectFields(Fields):
    """finding: of the ruling. fate, award: of played games, where the book leaves them to the director. awards_kept: prizes earned stay."""

    finding = serializers.CharField(max_length=LONGEST_FINDING)
    cause = serializers.ChoiceField([cause.value for cause in EjectionCause])
    from_round = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    fate = serializers.ChoiceField(
        [fate.value for fate in EjectedGames if fate is not EjectedGames.RULING],
        required=False,
        allow_null=True,
        default=None,
    )
    award = serializers.IntegerField(required=False, default=150, min_value=0, max_value=MOST_POINTS)
    awards_kept = serializers.BooleanField(required=False, default=False)
    rule, remedy = OptionalText(60), OptionalText(200)


class ReverseFields(WhyFields):
    """keep_later_changes: games that changed since stay as they are now; without it they are named and refused."""

    keep_later_changes = serializers.BooleanField(required=False, default=False)


class MissedFields(MayWhyFields):
    """as: what a missed round counts, as for `late/`. spread: in points; null: as the rulebook has it."""

    spread = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-MOST_POINTS, max_value=MOST_POINTS
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "as": serializers.ChoiceField(list(late_entry.WORTH))}


class SentFields(Fields):
    """What was reported: a row of the list. id: its number."""

    kind = serializers.ChoiceField(KINDS)
    id = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


def end(
    *, by: Actor, game: Game, how: str, out: str, turns: list[str], reason: str, **figures: Any
) -> endgame.WorkedEnd:
    """The end of a game of the fields as they come."""
    first, second = (
        endgame.SideAnswers(**{name: figures[f"{side}_{name}"] for name in SIDE}, clock_kind=figures["clock_kind"])
        for side in ("first", "second")
    )
    answers = endgame.EndAnswers(how, first, second, out, tuple(turns))
    return endgame.apply(by=by, game=game, answers=answers, reason=reason)


def eject(
    *, by: Actor, entry: Entry, finding: str, cause: str, from_round: int, fate: str | None, award: int,
    awards_kept: bool, rule: str, remedy: str,
) -> Ejection:  # fmt: skip
    case = ejection.Case(
        EjectionCause(cause),
        from_round,
        fate=EjectedGames(fate) if fate else None,
        award=award,
        awards_kept=awards_kept,
    )
    facts = rulings.RulingFacts(finding, rule=rule, remedy=remedy, adverse=True)
    return ejection.apply(by=by, entry=entry, case=case, ruling=facts, reason=finding[:300])


def reverse(*, by: Actor, ejection_row: Ejection, reason: str, keep_later_changes: bool) -> Ejection:
    upheld = Appeal.objects.filter(ruling=ejection_row.ruling, result__in=["upheld", "partly"]).first()
    ejection.reverse(by=by, ejection=ejection_row, reason=reason, appeal=upheld, keep_later_changes=keep_later_changes)
    return Ejection.objects.select_related("entry").get(pk=ejection_row.pk)


def choose_missed(*, by: Actor, division: Division, reason: str, spread: int | None, **more: Any) -> Division:
    choice = late_entry.MissedRounds(more["as"], spread)
    return late_entry.choose_missed_rounds(by=by, division=division, choice=choice, reason=reason)


def report_sent(*, by: Actor, tournament: Tournament, kind: str, **more: Any) -> None:
    mark_sent(by=by, tournament=tournament, kind=kind, pk=more["id"])


def ejection_json(_subject: Any, row: Ejection) -> dict[str, Any]:
    return {
        "id": row.pk,
        "number": row.entry.number,
        "cause": row.cause,
        "from_round": row.from_round,
        "games": len(row.before["games"]),
        "reversed_at": row.reversed_at,
    }


def ejections(division: Division, **asked: Any) -> Rows:
    rows = Ejection.objects.filter(entry__division=division, **asked).select_related("entry").order_by("pk")
    return Rows(rows, partial(ejection_json, division))


def due(tournament: Tournament, *, kind: str = "", sent: bool | None = None) -> Rows:
    rows = [row for row in reports_due(tournament) if kind in ("", row.kind) and sent in (None, bool(row.sent_at))]
    return Rows(rows, due_json)


def due_json(row: Report) -> dict[str, Any]:
    about = {"kind": row.kind, "id": row.pk, "what": row.what, "round": row.round_number}
    return {**about, "to": row.to.value, "sent_at": row.sent_at}


def ended_json(_game: Game, sheet: endgame.WorkedEnd) -> dict[str, Any]:
    return {"first": sheet.first, "second": sheet.second, "reasons": [reason.text for reason in sheet.reasons]}


def _ejections(tournament: Tournament) -> QuerySet[Ejection]:
    rows = Ejection.objects.select_related("entry__player", "entry__division__tournament", "ruling")
    return rows.filter(entry__division__tournament=tournament)


EJECTION: dict[str, Any] = {"can": Can.RULE, "answer": EjectionAnswer, "shows": ejection_json}
urlpatterns = [
    *game_calls(
        end=DecisionCall(
            about="The last minutes of a game: tiles left, overtime and what ended it, worked out by the rulebook and saved.",
            service=end, can=Can.ENTER_RESULTS, sends=EndFields, answer=EndedAnswer, shows=ended_json,
        ),
    ),
    *player_calls(
        spread=DecisionCall(
            about="Spread points for one player alone; no result changes.",
            service=endgame.adjust_spread, can=Can.RULE, sends=SpreadFields, **DONE,
        ),
        eject=DecisionCall(about="Put a player out, with the ruling behind it.", service=eject, sends=EjectFields, **EJECTION),
    ),
    *division_calls(
        ejections=ReadingCall(
            about="The ejections of a division.",
            can=Can.RULE, answer=list[EjectionAnswer], shows=ejections, query=EjectionsQuery,
        ),
        missed_rounds=DecisionCall(
            about="What missed rounds count for late entries from now on.",
            service=choose_missed, can=Can.MANAGE_TOURNAMENT, sends=MissedFields, method="PUT", **DONE,
        ),
    ),
    *row_calls("ejections", "ejection_row", _ejections, reverse=DecisionCall(
        about="Take an ejection back: everything is as it was.", service=reverse, sends=ReverseFields, **EJECTION,
    )),
    *event_calls(
        reports=(
            ReadingCall(
                about="Rulings, incidents, recounts and ejections that somebody outside is to be told of.",
                can=Can.RULE, answer=list[DueAnswer], shows=due, query=DueQuery,
            ),
            DecisionCall(about="A report was sent.", service=report_sent, can=Can.RULE, sends=SentFields, **DONE),
        ),
    ),
]  # fmt: skip
