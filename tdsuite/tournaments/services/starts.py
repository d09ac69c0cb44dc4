"""Self-balancing starts of rounds that were published before their records were known (WESPA 2.1(b)(ii); NSA I.C).

The records are compared before each game. A board published earlier says so (`Game.StartsBy.COMPARE`); its starter is named as
soon as both players' earlier games are over, or the round starts and their starters are known. A draw that nobody recorded
stays unknown: then the players compare their own records at the table, and the sheet says who started.
"""

from django.db.models import Q

from tdsuite.access.guard import COMMAND_LINE
from tdsuite.audit.services import record

from ..engine.starts import NOT_KNOWN, SECOND, StartMode, who_starts
from ..models import Division, Game, Round
from ..reads import History, history
from .sides import turn_round

COMPARING = (StartMode.BALANCE, StartMode.NSA)
COMPARED = "start.compared"  # in the record, after the decision that made the records known


def follow_starts(games: frozenset[int]) -> None:
    """Hear of every decision that touched games; inside its transaction. One query where no board waits for records."""
    waiting = Game.objects.filter(starts_by=Game.StartsBy.COMPARE, outcome__in=Game.UNFINISHED)
    divisions = Division.objects.filter(pk__in=waiting.values("round__division")).filter(rounds__games__in=games)
    for division in divisions.distinct().select_related("tournament"):
        settle_starts(division)


def settle_starts(division: Division) -> list[Game]:
    """Name who starts where that is known now; the games whose starter is settled. Inside a transaction that owns the division."""
    waiting = Game.objects.of_division(division).filter(starts_by=Game.StartsBy.COMPARE, outcome__in=Game.UNFINISHED)
    if division.tournament.start_mode not in COMPARING or not waiting.exists():
        return []
    past = history(division)
    settled = [game for game in past.games if _is_waiting(game) and _settle(past, game)]
    if settled:
        record(
            COMPARED, obj=division, tournament=division.tournament, scope=division.live_topic, by=COMMAND_LINE,
            after={"games": [{"game": game.pk, "first": game.first_id, "by": str(game.starts_by)} for game in settled]},
        )  # fmt: skip
    return settled


def reopen_later_starts(division: Division, game: Game) -> None:
    """Who started `game` changed: later boards of its two players that were settled by records are compared again.

    Rounds that have started stay as they are. Inside a transaction that owns the division.
    """
    if division.tournament.start_mode not in COMPARING:
        return
    players = [game.first_id, game.second_id]
    later = Game.objects.filter(
        Q(first__in=players) | Q(second__in=players),
        round__division=division, round__number__gt=game.round.number, round__status=Round.Status.PUBLISHED,
        round__started_at=None, outcome=Game.Outcome.AWAITED, starts_by__in=[Game.StartsBy.BALANCE, Game.StartsBy.DRAW],
    )  # fmt: skip
    for row in later:
        row.starts_by, row.reason = Game.StartsBy.COMPARE, f"{row.reason}; an earlier start was corrected; {NOT_KNOWN}"
        row.save(update_fields=["starts_by", "reason"])


def named_by(game: Game) -> str:
    """How it is known who starts, once somebody says so of a game that waited for tiles, records or the director."""
    if game.starts_by == Game.StartsBy.COMPARE:
        return Game.StartsBy.BALANCE
    return Game.StartsBy.DRAWN if game.starts_by == Game.StartsBy.DRAW else Game.StartsBy.ASSIGNED


def _is_waiting(game: Game) -> bool:
    return game.starts_by == Game.StartsBy.COMPARE and game.outcome in Game.UNFINISHED


def _settle(past: History, game: Game) -> bool:
    """Name the starter, or that tiles are drawn; False while a record is not known."""
    number = past.round_numbers[game.round_id]
    assert game.second_id is not None
    for earlier in past.games:
        theirs = {earlier.first_id, earlier.second_id} & {game.first_id, game.second_id}
        if theirs and past.round_numbers[earlier.round_id] < number and not _is_known(earlier, game.round):
            return False
    records = past.start_records(before=number)
    first, second = past.by_id[game.first_id].number, past.by_id[game.second_id].number
    decision = who_starts(records[first], records[second], past.division.tournament.start_mode)
    if decision.starter == SECOND:
        turn_round(game)
    game.starts_by, game.reason = decision.starts_by, game.reason.replace(NOT_KNOWN, decision.reason)
    game.save(update_fields=["first", "second", "starts_by", "reason"])
    return True


def _is_known(earlier: Game, row: Round) -> bool:
    """Whether an earlier game counts for certain, as a start and a reply or as neither, when `row` is about to be played."""
    if earlier.second_id is None:
        return True
    if earlier.start_is_open:
        return False
    return earlier.outcome not in Game.UNFINISHED or row.started_at is not None
