"""Before games still in play are stopped: the players are warned, and the director judges whether somebody delays to win by it.

(NSA Guideline 19B; see docs/rulebook/endgame.md)
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from results.attendance.actions import AttendanceAction
from results.attendance.models import DelayJudgement, StopWarning
from results.attendance.services.attendance import attendance_topic, moment
from results.rulings.services import incidents
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.rulebooks.model import Provision
from tdsuite.tournaments.rulebooks.outcomes import RoundStopped
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import owned_game

FEWEST, MOST = 1, 15  # minutes between the warning and the stop


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game in play, or stopped.  judged: the director has said; delayed: who delayed, None = nobody."""

    game: Game
    judged: bool
    delayed: Entry | None

    @property
    def stopped(self) -> bool:
        return bool(self.game.outcome == Game.Outcome.STOPPED)


@dataclass(frozen=True, slots=True)
class Stopping:
    """What a round's page says of stopping.  stops_at: None before the players were warned.  left: seconds until then."""

    rule: Provision[RoundStopped]
    warned_at: datetime | None
    stops_at: datetime | None
    left: int
    games: tuple[OpenGame, ...]


def stopping(row: Round, now: datetime | None = None) -> Stopping | None:
    """Where the book has players warned or delay judged, how it stands; None elsewhere and with no game in play."""
    rule = row.division.tournament.rules.rulebook.ending.round_stopped
    if not (rule.value.warn_players or rule.value.judge_delay):
        return None
    games = _in_play(row)
    if not games:
        return None
    judged = {
        delay_judgement.game_id: delay_judgement
        for delay_judgement in DelayJudgement.objects.filter(game__in=games).select_related("entry__player")
    }
    warning = StopWarning.objects.filter(round=row).first()
    stops = warning.warned_at + timedelta(minutes=warning.minutes) if warning else None
    left = int((stops - (now or timezone.now())).total_seconds()) if stops else 0
    views = [OpenGame(game, game.pk in judged, judged[game.pk].entry if game.pk in judged else None) for game in games]
    return Stopping(rule, warning.warned_at if warning else None, stops, max(0, left), tuple(views))


def warn_before_stopping(*, by: Actor, row: Round, minutes: int, at: datetime | None = None) -> StopWarning:
    """The players were told that games stop in some minutes. Raises Refused where nothing is in play, and the second time."""
    division = row.division
    require(by, division.tournament, Can.RUN_ROUNDS)
    if not FEWEST <= minutes <= MOST:
        raise Refused(f"Say how many minutes are left to play: {FEWEST} to {MOST}.", code="minutes_range")
    with deciding(division, by=by, action=AttendanceAction.ROUND_STOP_WARNED) as decision:
        if row.started_at is None or not _in_play(row):
            raise Refused("No game of this round is in play.", code="no_game_in_play")
        warning, new = StopWarning.objects.get_or_create(
            round=row, defaults={"minutes": minutes, "warned_at": moment(at)}
        )
        if not new:
            raise Refused(
                f"The players were warned at {timezone.localtime(warning.warned_at):%H:%M}.", code="warned_already"
            )
        decision.record(warning, after={"round": row.number, "minutes": minutes, "at": warning.warned_at.isoformat()})
        bump(attendance_topic(division))
    return warning


def judge_delay(*, by: Actor, game: Game, delayed: Entry | None, at: datetime | None = None) -> DelayJudgement:
    """The director judges a game: nobody delays, or one player does, which is an incident too. Judging again replaces it.

    Raises Refused where the book has nobody judge it, and for a player of another board.
    """
    division = game.round.division
    require(by, division.tournament, Can.RULE)
    rule = division.tournament.rules.rulebook.ending.round_stopped
    if not rule.value.judge_delay:
        raise Refused(
            f"{division.tournament.rules.rulebook.name} does not have delay judged: rule on it instead.",
            code="not_in_rulebook",
        )
    with deciding(division, by=by, action=AttendanceAction.GAME_DELAY_JUDGED) as decision:
        game = owned_game(decision.division, game)
        if delayed is not None and delayed.pk not in (game.first_id, game.second_id):
            raise Refused(f"{delayed.player} is not at this board.", code="not_at_board")
        before = DelayJudgement.objects.filter(game=game).first()
        judged, _ = DelayJudgement.objects.update_or_create(
            game=game, defaults={"entry": delayed, "judged_at": moment(at)}
        )
        decision.record(judged, after={"game": game.pk, "delayed": delayed.pk if delayed else None})
        if delayed is not None and (before is None or before.entry_id != delayed.pk):
            other = game.second if delayed.pk == game.first_id else game.first
            happened = incidents.Happened("time_wasting", game, delayed, other)
            incidents.log(by=by, division=decision.division, happened=happened)
        bump(attendance_topic(division))
    return judged


def _in_play(row: Round) -> list[Game]:
    """Games of two players without a result, and those the director stopped."""
    outcomes = (Game.Outcome.AWAITED, Game.Outcome.STOPPED)
    games = Game.objects.filter(round=row, second__isnull=False, outcome__in=outcomes)
    return list(games.with_people().by_board())
