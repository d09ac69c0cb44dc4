"""One table, and the time around it, for programs: who started, faults that count, move limits, timers, stopping a round, accommodations."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework import serializers

from results.attendance.models import MoveLimit, RoundTimer, StarterReport
from results.attendance.services import move_limits, starts, stopping, time, timers
from results.rulings.models import Accommodation
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Side
from tdsuite.tournaments.api.decisions import (
    DONE,
    LONGEST_REASON,
    ROW,
    DecisionCall,
    MayWhyFields,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    division_calls,
    game_calls,
    player_calls,
    round_calls,
    row_calls,
)
from tdsuite.tournaments.api.events import Fields, LocalTime
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round, Tournament
from tdsuite.tournaments.rulebooks.terms import Fault

MOST_DRAWS = 20
LONGEST_NOTE = 4000


class ReportAnswer(TypedDict):
    """A sheet that names another starter. says: the player's number. status: "open" waits for the director."""

    id: int
    game: int
    says: int
    status: str
    reported_at: datetime


class TimerAnswer(TypedDict):
    """The timer of a round without clocks. seconds: how long games run. plays_after: plays of each once time is called."""

    seconds: int
    plays_after: int
    announcement: str
    started_at: datetime | None
    called_at: datetime | None


class CountedAnswer(TypedDict):
    """Where a count of faults stands. due: seconds that the opponent has earned by it. says: what follows."""

    fault: str
    count: int
    due: int
    says: list[str]


class TimeAnswer(TypedDict):
    """Time given in a game, or taken below 0, in seconds."""

    id: int
    side: Side
    seconds: int
    rule: str
    source: str


class AccommodationAnswer(TypedDict):
    """What a player is allowed in every game; why is on its page alone. number: the player's. seconds: extra time a game."""

    id: int
    number: int
    what: str
    seconds: int
    device: bool


class ReportsQuery(serializers.Serializer[Any]):
    """round: of which. status: of the reports. since: made at this instant or later."""

    round = number_asked("game__round__number")
    status = serializers.ChoiceField(StarterReport.Status.choices, required=False)
    since = LocalTime(required=False, source="reported_at__gte")


class AccommodationsQuery(serializers.Serializer[Any]):
    """player: whose, by number."""

    player = number_asked("entry__number")


class DrawFields(Fields):
    """starter: the player. tiles: of each draw the first named player's and the other's, as `["E", "Q"]`; empty where nobody wrote them."""

    starter = PlayerNumber()
    tiles = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=1), min_length=2, max_length=2),
        required=False, default=list, max_length=MOST_DRAWS,
    )  # fmt: skip


class FaultFields(Fields):
    """offender: the player. fault: its kind."""

    offender = PlayerNumber()
    fault = serializers.ChoiceField([fault.value for fault in Fault])


class NotedFaultFields(FaultFields):
    """note: for officials alone."""

    note = OptionalText(LONGEST_NOTE)


class DelayFields(Fields):
    """delayed: the player who delays; null is nobody."""

    delayed = PlayerNumber(allow_null=True)


class SettleFields(Fields):
    """correct: the sheet is right. ruling: what the director found. culprit: who misreported knowingly."""

    correct = serializers.BooleanField()
    ruling = serializers.CharField(max_length=LONGEST_REASON)
    culprit = PlayerNumber(required=False, allow_null=True, default=None)


class TimerFields(Fields):
    """minutes: how long the round runs. announcement: how time is regulated. Both where the book leaves them to the director."""

    minutes = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=240)
    announcement = OptionalText()


class PlaysFields(Fields):
    """entry: the player. plays: made since time was called."""

    entry = PlayerNumber()
    plays = serializers.IntegerField(min_value=0, max_value=99)


class StopFields(Fields):
    """minutes: left to play."""

    minutes = serializers.IntegerField(min_value=0, max_value=999)


class MoveLimitFields(WhyFields):
    """seconds: for each move. reason: how the player was found wasting time."""

    seconds = serializers.IntegerField(min_value=0, max_value=24 * 60 * 60)


class AccommodationFields(WhyFields):
    """what: is allowed. seconds: extra time a game. device: such as headphones; agreed_before: before the event. rule: a citation."""

    what = serializers.CharField(max_length=200)
    seconds = serializers.IntegerField(required=False, default=0, min_value=0, max_value=24 * 60 * 60)
    device = serializers.BooleanField(required=False, default=False)
    agreed_before = serializers.BooleanField(required=False, default=False)
    rule = OptionalText(60)


def say_who_started(*, by: Actor, game: Game, starter: Entry, tiles: Sequence[Sequence[str]]) -> None:
    """The outcome of a draw that was open; else what the sheet says, which waits for the director where it differs."""
    if game.starts_by in Game.NOBODY_YET or tiles:
        starts.record_draw(by=by, game=game, starter=starter, tiles=[(first, second) for first, second in tiles])
    else:
        starts.report_starter(by=by, game=game, says=starter)


def object_to(*, by: Actor, game: Game, offender: Entry, fault: str, note: str) -> time.Standing:
    return time.object_to(by=by, game=game, offender=offender, fault=Fault(fault), note=note)


def give_credit(*, by: Actor, game: Game, offender: Entry, fault: str) -> GameAdjustment:
    return time.give_credit(by=by, game=game, offender=offender, fault=Fault(fault))


def warned_for(*, by: Actor, game: Game, offender: Entry, fault: str) -> None:
    time.warned_for(by=by, game=game, offender=offender, fault=Fault(fault))


def note_plays(*, by: Actor, row: Round, entry: Entry, plays: int) -> RoundTimer:
    """Of the player's game in the round.  Raises Http404 where there is none."""
    game = player_game(row, entry)
    return timers.note_plays(by=by, row=row, game=game, side=game.side_of(entry.pk), plays=plays)


def player_game(row: Round, entry: Entry) -> Game:
    people = Game.objects.with_people().filter(round=row)
    game = next((game for game in people if entry.pk in (game.first_id, game.second_id)), None)
    if game is None:
        raise serializers.ValidationError({"entry": [f"{entry.player} does not play in round {row.number}."]})
    return game


def move_starts(*, by: Actor, limit: MoveLimit) -> None:
    move_limits.time_move(by=by, limit=limit, starts=True)


def move_is_made(*, by: Actor, limit: MoveLimit) -> None:
    move_limits.time_move(by=by, limit=limit, starts=False)


def counted_json(_game: Any, count: time.Standing) -> dict[str, Any]:
    says = [reason.text for reason in count.tally.reasons]
    return {"fault": count.tally.counter.fault, "count": count.tally.count, "due": count.due, "says": says}


def timer_json(_row: Any, timer: RoundTimer) -> dict[str, Any]:
    return {name: getattr(timer, name) for name in TimerAnswer.__annotations__}


def report_json(report: StarterReport) -> dict[str, Any]:
    about = {"id": report.pk, "game": report.game_id, "says": report.says.number}
    return {**about, "status": report.status, "reported_at": report.reported_at}


def times_of(game: Game) -> list[dict[str, Any]]:
    rows = time.times_of(game)
    names = ("side", "seconds", "rule", "source")
    return [{"id": row.pk, **{name: getattr(row, name) for name in names}} for row in rows]


def accommodations(division: Division, **asked: Any) -> Rows:
    rows = Accommodation.objects.in_force().filter(entry__division=division, **asked)
    return Rows(rows.select_related("entry").order_by("pk"), accommodation_json)


def accommodation_json(row: Accommodation) -> dict[str, Any]:
    return {"id": row.pk, "number": row.entry.number, "what": row.what, "seconds": row.seconds, "device": row.device}


def reports(division: Division, **asked: Any) -> Rows:
    rows = StarterReport.objects.of_division(division).filter(**asked)
    return Rows(rows.select_related("says").order_by("pk"), report_json)


def _reports(tournament: Tournament) -> QuerySet[StarterReport]:
    people = ("says__player", "game__first__player", "game__second__player", "game__round__division__tournament")
    return StarterReport.objects.select_related(*people).filter(game__round__division__tournament=tournament)


def _limits(tournament: Tournament) -> QuerySet[MoveLimit]:
    return MoveLimit.objects.select_related("entry__division__tournament").filter(
        entry__division__tournament=tournament
    )


def _accommodations(tournament: Tournament) -> QuerySet[Accommodation]:
    rows = Accommodation.objects.select_related("entry__division__tournament")
    return rows.filter(entry__division__tournament=tournament)


def _times(tournament: Tournament) -> QuerySet[GameAdjustment]:
    rows = GameAdjustment.objects.select_related("game__round__division__tournament")
    return rows.filter(game__round__division__tournament=tournament, kind=time.TIME)


TIMER: dict[str, Any] = {"answer": TimerAnswer, "shows": timer_json}

urlpatterns = [
    *game_calls(
        times=ReadingCall(
            about="Time given and taken in a game, oldest first.",
            can=Can.SEE_ATTENDANCE, answer=list[TimeAnswer], shows=times_of,
        ),
        draw=(
            DecisionCall(
                about="Who started: the outcome of a draw, or what the sheet says. Answers with the round's games.",
                service=say_who_started, can=Can.ENTER_RESULTS, sends=DrawFields,
            ),
            DecisionCall(
                about="A draw was recorded by mistake: tiles are to be drawn. Answers with the round's games.",
                service=starts.take_back_draw, can=Can.CORRECT_RESULTS, sends=WhyFields, method="DELETE",
            ),
        ),
        fault=DecisionCall(
            about="Count a fault that has consequences when repeated.",
            service=object_to, can=Can.SEE_ATTENDANCE, sends=NotedFaultFields, answer=CountedAnswer, shows=counted_json,
        ),
        fault__credit=DecisionCall(
            about="Give the time that repeated faults have earned; answers with the round's games.",
            service=give_credit, can=Can.RULE, sends=FaultFields,
        ),
        fault__warned=DecisionCall(
            about="The player was warned for a fault that counts.",
            service=warned_for, can=Can.RULE, sends=FaultFields, **DONE,
        ),
        delay=DecisionCall(
            about="Judge who delays in a game about to be stopped (NSA Guideline 19B).",
            service=stopping.judge_delay, can=Can.RULE, sends=DelayFields, **DONE,
        ),
    ),
    *row_calls("times", "adjustment", _times, itself=DecisionCall(
        about="Time was given by mistake; answers with the round's games.",
        service=time.take_back_time, can=Can.RULE, sends=WhyFields, method="DELETE",
    )),
    *division_calls(
        start_reports=ReadingCall(
            about="Sheets that name another starter than the pairings, with what came of them.",
            can=Can.SEE_ATTENDANCE, answer=list[ReportAnswer], shows=reports, query=ReportsQuery,
        ),
        accommodations=ReadingCall(
            about="What players are allowed in every game.",
            can=Can.RULE, answer=list[AccommodationAnswer], shows=accommodations, query=AccommodationsQuery,
        ),
    ),
    *row_calls(
        "start-reports", "report", _reports, lambda report: report.game.round.division,
        settle=DecisionCall(
            about="Correct the start, or let it stand.",
            service=starts.settle_report, can=Can.RULE, sends=SettleFields, answer=ReportAnswer,
            shows=lambda _report, settled: report_json(settled.report),
        ),
    ),
    *round_calls(
        timer=(
            DecisionCall(
                about="Play a round without clocks by one timer.",
                service=timers.use_timer, can=Can.RUN_ROUNDS, sends=TimerFields, **TIMER,
            ),
            DecisionCall(
                about="The round is played with clocks after all.",
                service=timers.drop_timer, can=Can.RUN_ROUNDS, answer=None, method="DELETE",
            ),
        ),
        timer__start=DecisionCall(
            about="Start the timer apart from the round's own start.",
            service=timers.start_timer, can=Can.RUN_ROUNDS, **TIMER,
        ),
        timer__call=DecisionCall(
            about="Time was called to the players.", service=timers.call_time, can=Can.RUN_ROUNDS, **TIMER,
        ),
        timer__plays=DecisionCall(
            about="How many plays a player has made since time was called (NSA App. B).",
            service=note_plays, can=Can.RUN_ROUNDS, sends=PlaysFields, **TIMER,
        ),
        stop_warning=DecisionCall(
            about="The players were warned that games will be stopped (NSA Guideline 19B).",
            service=stopping.warn_before_stopping, can=Can.RUN_ROUNDS, sends=StopFields, **DONE,
        ),
    ),
    *player_calls(
        move_limit=DecisionCall(
            about="Set a limit for each move of a player found wasting time; answers with its id.",
            service=move_limits.set_move_limit, can=Can.RULE, sends=MoveLimitFields, **ROW,
        ),
        accommodations=DecisionCall(
            about="Allow a player something in every game; answers with its id.",
            service=time.accommodate, can=Can.RULE, sends=AccommodationFields, **ROW,
        ),
    ),
    *row_calls(
        "move-limits", "limit", _limits,
        itself=DecisionCall(
            about="The player has no limit for each move any more.",
            service=move_limits.end_move_limit, can=Can.RULE, sends=MayWhyFields, answer=None, method="DELETE",
        ),
        start=DecisionCall(
            about="A move under a limit starts.", service=move_starts, can=Can.SEE_ATTENDANCE, **DONE,
        ),
        made=DecisionCall(
            about="A move under a limit is made.", service=move_is_made, can=Can.SEE_ATTENDANCE, **DONE,
        ),
    ),
    *row_calls("accommodations", "accommodation", _accommodations, itself=DecisionCall(
        about="The player is allowed this no more.",
        service=time.end_accommodation, can=Can.RULE, sends=MayWhyFields, answer=None, method="DELETE",
    )),
]  # fmt: skip
