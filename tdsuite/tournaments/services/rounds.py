"""A round's life: draft, published, playing, closed; and self-balancing starts of rounds that were published early.

The records are compared before each game (WESPA 2.1(b)(ii); NSA I.C). A board published before they were known says so
(`Game.StartsBy.COMPARE`); its starter is named as soon as both players' earlier games are over, or the round starts and
their starters are known. A draw that nobody recorded stays unknown: then the players compare their own records at the
table, and the sheet says who started.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import takewhile
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.words.sentences import Sentence, board_and_start, clauses, clauses_of, with_start
from ..actions import EventAction
from ..engine.starts import NOT_KNOWN, SECOND, StartMode, who_starts
from ..engine.timetable import Timetable
from ..models import Division, Game, Round, Tournament
from ..presence import missing_players
from ..reads import History, history, rounds_paired_from
from .decision import DivisionDecision, Refused, deciding, decision_under_way
from .sides import turn_round

MOST_NAMES = 5  # in a sentence
COMPARING = (StartMode.BALANCE, StartMode.NSA)
# Asked before the last round of a division is taken away: a sentence for each thing that is of this round.
round_blockers: Hook[[Division, int], Iterable[str]] = Hook("round_blockers")

# Why a starter that was settled is compared again.
EARLIER_GAME_CORRECTED = Sentence("an earlier game was corrected")
START_UNDONE = Sentence("the start of the round was undone")


def ensure_rounds(division: Division) -> None:
    """Make the rows of all planned rounds that do not exist yet."""
    there = set(division.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(division=division, number=number)
        for number in range(1, division.planned_rounds + 1)
        if number not in there
    )


def start_round(*, by: Actor, round: Round, at: datetime | None = None, anyway: bool = False) -> Round:
    """The director's Start: from now on the round is playing. Raises Refused unless it is published and not started.

    Args:
        anyway: also while players of its boards are not here, or still play an earlier round.
    """
    with deciding(round.division, by=by, can=Can.RUN_ROUNDS, action=EventAction.ROUND_STARTED) as decision:
        row = owned_round(decision.division, round)
        if row.status == Round.Status.DRAFT:
            raise Refused(
                f"Round {row.number} is not published yet: publish its pairings first.", code="round_not_published"
            )
        if row.started_at is not None:
            raise Refused(f"Round {row.number} was started already.", code="round_started")
        if not anyway:
            _everybody_here(row)
        row.started_at = at or timezone.now()
        if not row.is_reopened:
            row.undone_at, row.undone_reason = None, ""
        if row.status == Round.Status.PUBLISHED:
            row.status = Round.Status.PLAYING
        row.save(update_fields=["started_at", "status", "undone_at", "undone_reason"])
        settle_starts(decision.division)
        decision.record(row, after={"round": row.number, "at": row.started_at.isoformat()})
    return row


def _everybody_here(row: Round) -> None:
    if missing := missing_players(row.games.with_people().by_board()):
        names = ", ".join(each.says for each in missing[:MOST_NAMES])
        more = f" and {len(missing) - MOST_NAMES} more" if len(missing) > MOST_NAMES else ""
        raise Refused(
            f"Round {row.number} is not started: {names}{more}. Start it all the same, or settle their boards first.",
            code="players_not_here",
        )


def begin_event(division: Division) -> None:
    """An event under preparation is being played from its first published round on. Part of the decision under way."""
    if division.tournament.status != Tournament.Status.PREPARING:
        return
    event = Tournament.objects.select_for_update(no_key=True).get(pk=division.tournament_id)
    event.status = Tournament.Status.RUNNING
    event.save(update_fields=["status"])
    decision_under_way().record(
        event, action=EventAction.TOURNAMENT_CHANGED, by=COMMAND_LINE, reason="its first round was published",
        before={"status": str(Tournament.Status.PREPARING)}, after={"status": str(Tournament.Status.RUNNING)},
    )  # fmt: skip


def undo_start(*, by: Actor, round: Round, reason: str) -> Round:
    """Take the director's Start back while nothing has been decided since: the round is published again.

    A scheduled start that has come is taken off, else it would start the round again.

    Args:
        reason: players read it until the round starts again.
    """
    with deciding(
        round.division, by=by, can=Can.RUN_ROUNDS, action=EventAction.ROUND_START_UNDONE, reason=reason
    ) as decision:
        row = owned_round(decision.division, round)
        if row.started_at is None:
            raise Refused(f"Round {row.number} has not started.", code="round_not_started")
        require_undoable(row, reason, since=row.started_at)
        before = {"at": row.started_at.isoformat(), "scheduled": _instant(row.scheduled_at)}
        if row.scheduled_at and row.scheduled_at <= timezone.now():
            row.scheduled_at = None
        row.started_at, row.undone_at, row.undone_reason = None, timezone.now(), reason.strip()
        row.status = Round.Status.PUBLISHED
        row.save()
        settle_round(row)
        # earlier games without a result counted as known while this round played
        decision.games.update({pk: [] for pk in row.games.values_list("pk", flat=True)})
        decision.record(row, before=before, after={"round": row.number, "scheduled": _instant(row.scheduled_at)})
    return row


def reopen_round(*, by: Actor, round: Round, reason: str) -> Round:
    """Open a round that is over again, to mend its results; it plays until `close_round`.

    Meanwhile no round that is paired from it is drafted by itself, and publishing one needs a reason.

    Args:
        reason: players read it until the round is closed again.
    """
    with deciding(
        round.division, by=by, can=Can.RUN_ROUNDS, action=EventAction.ROUND_REOPENED, reason=reason
    ) as decision:
        row = owned_round(decision.division, round)
        if row.status != Round.Status.CLOSED:
            raise Refused(f"Round {row.number} is not closed: its results can be changed as it is.", code="round_open")
        _require_reason(reason)
        row.status, row.undone_at, row.undone_reason = Round.Status.PLAYING, timezone.now(), reason.strip()
        row.save(update_fields=["status", "undone_at", "undone_reason"])
        later = list(rounds_paired_from(row.division, row.number))
        decision.record(row, after={"round": row.number, "rounds_paired_before": later})
    return row


def close_round(*, by: Actor, round: Round) -> Round:
    """Close a round that was opened again. While a result is missing it plays on, and closes with the last one."""
    with deciding(round.division, by=by, can=Can.RUN_ROUNDS, action=EventAction.ROUND_CLOSED) as decision:
        row = owned_round(decision.division, round)
        if not row.is_reopened:
            raise Refused(f"Round {row.number} was not opened again.", code="round_not_reopened")
        row.closed_at, row.undone_at, row.undone_reason = None, None, ""
        row.save(update_fields=["closed_at", "undone_at", "undone_reason"])
        settle_round(row)
        decision.games.update({pk: [] for pk in row.games.values_list("pk", flat=True)})  # what waited for it goes on
        decision.record(row, after={"round": row.number, "status": str(row.status)})
    return row


def reopened_blockers(tournament: Tournament) -> list[str]:
    """Rounds that were opened again and have to be closed before the event is finished."""
    rows = Round.objects.reopened().filter(division__tournament=tournament).select_related("division")
    return [f"Round {row.number} of {row.division} is open again: close it." for row in rows]


def require_undoable(row: Round, reason: str, *, since: datetime | None = None) -> None:
    """Refused without a reason for the players, or where something was decided at a table of the round.

    Args:
        since: results of before stay; None: no board may have one.
    """
    _require_reason(reason)
    decided = row.games.with_people().filter(second__isnull=False).by_board().exclude(outcome=Game.Outcome.AWAITED)
    if since is not None:
        decided = decided.filter(decided_at__gte=since)
    if game := decided.first():
        raise Refused(
            f"Round {row.number}, table {game.table} has a result ({game}): take it back first.", code="has_result"
        )
    for relation in Game._meta.related_objects:
        model, key = relation.related_model, relation.field.name
        rows = model._base_manager.filter(**{f"{key}__round": row})
        if standing := rows.exclude(getattr(model, "NOTHING_YET", Q(pk=None))).first():
            table, what = getattr(standing, key).table, getattr(model, "WORDS", model._meta.verbose_name)
            raise Refused(
                f"Something was decided at table {table} of round {row.number} ({what}): take that back first.",
                code="decided_at_table",
            )


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("Say why it is taken back: players will read it.", code="no_reason")


def schedule_rounds(*, by: Actor, division: Division, times: Mapping[int, datetime | None]) -> None:
    """Set (or clear) when rounds are to start, by round number. Raises Refused for a round that has started."""
    with deciding(division, by=by, can=Can.RUN_ROUNDS, action=EventAction.ROUNDS_SCHEDULED) as decision:
        owned = decision.division
        stored = dict(owned.rounds.values_list("number", "scheduled_at"))
        changed = {number for number, at in times.items() if at != stored.get(number)}
        if changed.isdisjoint({*stored, *range(1, owned.planned_rounds + 1)}):
            return
        ensure_rounds(owned)
        before: dict[str, str | None] = {}
        after: dict[str, str | None] = {}
        for row in owned.rounds.filter(number__in=changed):
            at = times[row.number]
            if row.started_at is not None:
                raise Refused(
                    f"Round {row.number} has started: its scheduled start can no longer be changed.",
                    code="round_started",
                )
            before[str(row.number)], after[str(row.number)] = _instant(row.scheduled_at), _instant(at)
            row.scheduled_at = at
            row.save(update_fields=["scheduled_at"])
        decision.record(owned, before=before, after=after)


def schedule_by_timetable(*, by: Actor, division: Division, timetable: Timetable) -> None:
    """Give every round that has not started its time by the event's timetable. Raises Refused."""
    event = division.tournament
    starts = timetable.starts(event.starts_on, (event.ends_on - event.starts_on).days + 1, division.planned_rounds)
    started = set(division.rounds.filter(started_at__isnull=False).values_list("number", flat=True))
    zone = ZoneInfo(event.time_zone)
    times = {number: at.replace(tzinfo=zone) for number, at in enumerate(starts, start=1) if number not in started}
    schedule_rounds(by=by, division=division, times=times)


def _instant(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def start_due_rounds(now: datetime | None = None) -> int:
    """Start published rounds whose scheduled time has come, in events that say so. Returns how many."""
    now = now or timezone.now()
    due = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        started_at=None,
        scheduled_at__lte=now,
        division__tournament__starts_by_schedule=True,
    ).select_related("division__tournament")
    for row in due:
        start_round(by=COMMAND_LINE, round=row, at=row.scheduled_at, anyway=True)
    return len(due)


def next_round_to_play(division: Division) -> int | None:
    """The first round behind all that are over (closed, or closed and opened again to mend results); None behind the last."""
    over = division.rounds.filter(Q(status=Round.Status.CLOSED) | Q(closed_at__isnull=False))
    number = (over.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    return number if number <= division.planned_rounds else None


def owned_round(division: Division, round: Round) -> Round:
    """The round as it is now, with its owned division; Refused where nothing of it was published yet, so that it has no row."""
    row = Round.objects.filter(pk=round.pk, division=division).first() if round.pk else None
    if row is None:
        raise Refused(f"Round {round.number} is not published yet: pair it first.", code="round_not_published")
    row.division = division
    return row


def settle_round(row: Round) -> None:
    """Bring a published round's status in line with its games; called inside every decision that touches a result."""
    if row.status == Round.Status.DRAFT:
        return
    games = list(Game.objects.filter(round=row).order_by().values_list("outcome", "second"))
    awaited = any(outcome == Game.Outcome.AWAITED for outcome, _second in games)
    open_yet = Game.UNFINISHED | Game.NOT_BEGUN  # a forfeit starts no round
    decided = any(second and outcome not in open_yet for outcome, second in games)
    if row.is_reopened:
        status, closed = Round.Status.PLAYING, row.closed_at
    elif not awaited:
        status, closed = Round.Status.CLOSED, row.closed_at or timezone.now()
        row.planned_length = row.planned_length or row.division.planned_rounds
    elif row.started_at or decided or row.status == Round.Status.CLOSED:
        status, closed, row.planned_length = Round.Status.PLAYING, None, None
    else:
        status, closed, row.planned_length = Round.Status.PUBLISHED, None, None
    if (status, closed) != (row.status, row.closed_at):
        row.status, row.closed_at = status, closed
        row.save(update_fields=["status", "closed_at", "planned_length"])


# --- starts ----------------------------------------------------------------------------------------


def follow_starts(decision: DivisionDecision) -> None:
    """Hear of every decision that touched games; inside its transaction. One query a division where starts follow records."""
    why = START_UNDONE if decision.action == EventAction.ROUND_START_UNDONE else EARLIER_GAME_CORRECTED
    for division in {decision.division, *(row.division for row in decision.rounds)}:
        settle_starts(division, why=why)


def settle_starts(division: Division, *, why: str = EARLIER_GAME_CORRECTED) -> list[Game]:
    """Name who starts as the records say now; the games where that changed. Part of the decision under way.

    A board of a published round that has not started is compared again; once its round has started, only a board that
    still waits for records is.
    """
    if division.tournament.start_mode not in COMPARING:
        return []
    waiting = Q(starts_by=Game.StartsBy.COMPARE, outcome__in=Game.UNFINISHED)
    settled_once = Q(
        starts_by__in=[Game.StartsBy.BALANCE, Game.StartsBy.DRAW], outcome=Game.Outcome.AWAITED,
        round__status=Round.Status.PUBLISHED, round__started_at=None,
    )  # fmt: skip
    games = Game.objects.filter(waiting | settled_once, round__division=division)
    boards = set(games.order_by().values_list("pk", flat=True))
    if not boards:
        return []
    played = history(division)
    if settled := [game for game in played.games if game.pk in boards and _settle(played, game, why)]:
        decision_under_way().record(
            division, action=EventAction.START_COMPARED, by=COMMAND_LINE, reason="",
            after={"games": [{"game": game.pk, "first": game.first_id, "by": str(game.starts_by)} for game in settled]},
        )  # fmt: skip
    return settled


def named_by(game: Game) -> str:
    """How it is known who starts, once somebody says so of a game that waited for tiles, records or the director."""
    if game.starts_by == Game.StartsBy.COMPARE:
        return Game.StartsBy.BALANCE
    return Game.StartsBy.DRAWN if game.starts_by == Game.StartsBy.DRAW else Game.StartsBy.ASSIGNED


def _settle(played: History, game: Game, why: str) -> bool:
    """Name the starter, that tiles are drawn, or that a record is not known; whether that is new.

    What the players or the director said while a record was not known holds.
    """
    assert game.second_id is not None
    players = [played.by_id[entry] for entry in (game.first_id, game.second_id)]
    before = [[each for each in played.games_of(player) if _order(each) < _order(game)] for player in players]
    known = all(_is_known(earlier, game.round) for games in before for earlier in games)
    if NOT_KNOWN in clauses_of(game.reason) and not (known and game.starts_by == Game.StartsBy.COMPARE):
        return False
    first, second = map(played.start_record, players, before)
    now = who_starts(first, second, played.division.tournament.start_mode)
    if game.starts_by != Game.StartsBy.COMPARE:
        if known and now.starter != SECOND and now.starts_by == game.starts_by:
            return False
        game.starts_by = Game.StartsBy.COMPARE
        board, start = board_and_start(game.reason)
        until = takewhile(lambda clause: clause != why, clauses_of(start))
        game.reason = with_start(board, clauses(*until, why, NOT_KNOWN))
    if known:
        if now.starter == SECOND:
            turn_round(game)
        parts = map(clauses_of, board_and_start(game.reason))
        game.starts_by = now.starts_by
        game.reason = with_start(
            *(clauses(*(now.reason if clause == NOT_KNOWN else clause for clause in part)) for part in parts)
        )
    game.save(update_fields=["first", "second", "starts_by", "reason"])
    return True


def _is_known(earlier: Game, row: Round) -> bool:
    """Whether an earlier game counts for certain, as a start and a reply or as neither, when `row` is about to be played."""
    if earlier.second_id is None:
        return True
    if earlier.start_is_open:
        return False
    return earlier.outcome not in Game.UNFINISHED or (row.started_at is not None and earlier.round_id != row.pk)


def _order(game: Game) -> tuple[int, int]:
    return game.round.number, game.match_game
