"""Before games still in play are stopped: the players are warned, and the director judges whether somebody delays to win by it.

(NSA Guideline 19B; see docs/rulebook/endgame.md)
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.live.services import bump
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.rulebooks.model import Provision
from tdsuite.tournaments.rulebooks.outcomes import RoundStopped
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import owned_game

from ..models import DelayJudgement, StopWarning
from . import incidents
from .attendance import attendance_topic, moment

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
    judged = {one.game_id: one for one in DelayJudgement.objects.filter(game__in=games).select_related("entry__player")}
    warning = StopWarning.objects.filter(round=row).first()
    stops = warning.warned_at + timedelta(minutes=warning.minutes) if warning else None
    left = int((stops - (now or timezone.now())).total_seconds()) if stops else 0
    views = [OpenGame(game, game.pk in judged, judged[game.pk].entry if game.pk in judged else None) for game in games]
    return Stopping(rule, warning.warned_at if warning else None, stops, max(0, left), tuple(views))


def warn_before_stopping(*, by: Any, row: Round, minutes: int, at: datetime | None = None) -> StopWarning:
    """The players were told that games stop in some minutes. Raises Refused where nothing is in play, and the second time."""
    division = row.division
    require(by, division.tournament, Can.RUN_ROUNDS)
    if not FEWEST <= minutes <= MOST:
        raise Refused(f"Say how many minutes are left to play: {FEWEST} to {MOST}.")
    with deciding(division, changes_state=False):
        if row.started_at is None or not _in_play(row):
            raise Refused("No game of this round is in play.")
        warning, made = StopWarning.objects.get_or_create(
            round=row, defaults={"minutes": minutes, "warned_at": moment(at)}
        )
        if not made:
            raise Refused(f"The players were warned at {timezone.localtime(warning.warned_at):%H:%M}.")
        record(
            "round.stop_warned", obj=warning, tournament=division.tournament, scope=division.live_topic, by=by,
            after={"round": row.number, "minutes": minutes, "at": warning.warned_at.isoformat()},
        )  # fmt: skip
        bump(attendance_topic(division))
    return warning


def judge_delay(*, by: Any, game: Game, delayed: Entry | None, at: datetime | None = None) -> DelayJudgement:
    """The director judges a game: nobody delays, or one player does, which is an incident too. Judging again replaces it.

    Raises Refused where the book has nobody judge it, and for a player of another board.
    """
    division = game.round.division
    require(by, division.tournament, Can.RULE)
    rule = division.tournament.rules.rulebook.ending.round_stopped
    if not rule.value.judge_delay:
        raise Refused(f"{division.tournament.rules.rulebook.name} does not have delay judged: rule on it instead.")
    with deciding(division, changes_state=False) as owned:
        game = owned_game(owned, game)
        if delayed is not None and delayed.pk not in (game.first_id, game.second_id):
            raise Refused(f"{delayed.player} is not at this board.")
        before = DelayJudgement.objects.filter(game=game).first()
        judged, _ = DelayJudgement.objects.update_or_create(
            game=game, defaults={"entry": delayed, "judged_at": moment(at)}
        )
        record(
            "game.delay_judged", obj=judged, tournament=owned.tournament, scope=owned.live_topic, by=by,
            after={"game": game.pk, "delayed": delayed.pk if delayed else None},
        )  # fmt: skip
        if delayed is not None and (before is None or before.entry_id != delayed.pk):
            other = game.second if delayed.pk == game.first_id else game.first
            incidents.log(by=by, division=owned, happened=incidents.Happened("time_wasting", game, delayed, other))
        bump(attendance_topic(owned))
    return judged


def _in_play(row: Round) -> list[Game]:
    """Games of two players without a result, and those the director stopped."""
    outcomes = (Game.Outcome.AWAITED, Game.Outcome.STOPPED)
    games = Game.objects.filter(round=row, second__isnull=False, outcome__in=outcomes)
    return list(games.with_people().by_board())
