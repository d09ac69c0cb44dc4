"""Enter, take back and correct results. Acknowledged means on disk: every function returns after its commit."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from results.games.actions import ResultAction
from tdsuite.platform.access.guard import NotAllowed, allowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.account import Account, AccountLine
from tdsuite.tournaments.gone import gone_text
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import LINE_FIELDS, rounds_paired_from
from tdsuite.tournaments.services.accounts import is_entered_by, save_account
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding, require_reason
from tdsuite.tournaments.services.games import (
    AWAITED,
    FACTS,
    GameOutcome,
    ScoreLine,
    facts_of,
    lines_on,
    owned_game,
    result_facts,
)
from tdsuite.tournaments.services.roads import Road
from .disputes import require_dispute_ruled
from .standing_lines import lines_said

SCORE_LIMIT = 1500  # beyond any game ever played; a typing slip
OWN_LINE = "their own line, while the round is open"  # what the record says instead of a reason


class ResultThere(Refused):
    """The game has a result already: correcting it is a decision of its own."""

    code = "result_there"


class SayWhetherBegun(Refused):
    """The rule turns on whether the game had begun, and nobody has said."""

    code = "say_whether_begun"


class SayWhetherEmergency(Refused):
    """The rule turns on whether the player had to go, and nobody has said (WESPA 5.7(a), (d))."""

    code = "say_whether_emergency"


class MarginRefused(Refused):
    """The margin is not one the rulebook allows. The message says what is."""

    code = "margin_not_allowed"


WITHIN_OR_NOT = "Say whether the scores are written before these lines (they come on top) or have them in already."
KEPT_OR_NOT = "Say whether these lines, which came with the result, stay with the new scores or go with the old ones."


class LinesStand(Refused):
    """Lines with points stand with the game, and what the given scores mean for them was not said."""

    code = "lines_stand"

    def __init__(self, game: Game, lines: Sequence[AccountLine], ask: str = WITHIN_OR_NOT) -> None:
        says = f"{where(game)}: lines stand with this game. {' '.join(lines_said(game, lines))} {ask}"
        super().__init__(says, lines=[{name: getattr(line, name) for name in LINE_FIELDS} for line in lines])


class PlayerGone(Refused):
    """A player of the board has left, and nobody said that the game was played all the same."""

    code = "player_gone"

    def __init__(self, game: Game, how: str) -> None:
        numbers = [entry.number for entry in game.gone_unplayed]
        super().__init__(f"{where(game)}: {gone_text(game.gone_unplayed)}. {how}", players=numbers)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected game, and the later rounds that were paired from the standings as they were."""

    game: Game
    rounds_paired_before: tuple[int, ...]


def played(first_score: int, second_score: int) -> GameOutcome:
    """A played game's outcome; scores are points of the first and second player."""
    for score in (first_score, second_score):
        if not isinstance(score, int) or abs(score) > SCORE_LIMIT:
            raise Refused(
                Sentence("{score} is no score: scores run from -{limit} to {limit}.", score=score, limit=SCORE_LIMIT),
                code="score_out_of_range",
            )
    return GameOutcome(Game.Outcome.PLAYED, first_score=first_score, second_score=second_score)


def played_by(spread: int) -> GameOutcome:
    """A played game of which only the difference is known.  spread: points of the first player, less the second's."""
    if not isinstance(spread, int) or abs(spread) > SCORE_LIMIT:
        raise Refused(
            f"{spread} is no spread: spreads run from -{SCORE_LIMIT} to {SCORE_LIMIT}.", code="spread_out_of_range"
        )
    return GameOutcome(Game.Outcome.PLAYED, first_spread=spread, second_spread=-spread)


def record_result(
    *,
    by: Actor,
    game: Game,
    first_score: int,
    second_score: int,
    with_lines: bool | None = None,
    gone_played: bool = False,
    rules_dispute: bool = False,
    road: Road = Road.KEYBOARD,
) -> Game:
    """Enter the agreed scores of a game of a published round. Raises ResultThere, PlayerGone, Refused, NotAllowed."""
    outcome = played(first_score, second_score)
    return record_outcome(
        by=by, game=game, outcome=outcome, with_lines=with_lines, gone_played=gone_played, rules_dispute=rules_dispute,
        road=road,
    )  # fmt: skip


def record_outcome(
    *,
    by: Actor,
    game: Game,
    outcome: GameOutcome,
    reason: str = "",
    with_lines: bool | None = None,
    gone_played: bool = False,
    rules_dispute: bool = False,
    road: Road = Road.KEYBOARD,
) -> Game:
    """Enter how a game ended. Raises ResultThere when it has an outcome already.

    gone_played: a player who has left played this game all the same; it must be said where scores are given (PlayerGone).
    rules_dispute: it was said that this rules on the dispute about the players' sheet (SheetDisputed).

    with_lines: the scores given have the lines in that stand with the game, or are as written before them
    (`save_account`); it must be said where lines with points stand (LinesStand).
    """
    with deciding(
        game.round.division, by=by, can=Can.ENTER_RESULTS, action=ResultAction.ENTERED, reason=reason, owns_event=False
    ) as decision:
        row = owned_game(decision.division, game)
        if row.round.status == Round.Status.DRAFT:
            raise Refused(f"Round {row.round.number} is not published yet.", code="round_not_published")
        if row.outcome not in Game.UNFINISHED:
            raise ResultThere(f"{where(row)} has a result already ({result_text(row)}): correct it, with a reason.")
        refuse_gone(row, outcome.kind, confirmed=gone_played)
        require_dispute_ruled(row, by=by, rules_dispute=rules_dispute)
        before = result_facts(row) if row.outcome else {}  # a postponed game is one that a result was waited for
        standing = lines_on(row)
        within = _whether_within(row, outcome, with_lines, standing)
        account = save_account(row, outcome, road=road, by=by, with_lines=within, standing=standing)
        decision.record(row, before=before, after=_recorded_facts(row, account))
    return row


PLAYED_ALL_THE_SAME = "Say that the game was played all the same."
WITH_A_REASON = "If the game was played all the same, give a reason."


def refuse_gone(game: Game, kind: str, *, confirmed: bool, how: str = PLAYED_ALL_THE_SAME) -> None:
    """Raise PlayerGone where scores come for a player who has left, and nobody said that the game was played.

    Args:
        confirmed: somebody said so.
        how: what to do to say it.
    """
    if kind in Game.SCORED and not confirmed and game.gone_unplayed:
        raise PlayerGone(game, how)


def correct_result(
    *,
    by: Actor,
    game: Game,
    outcome: GameOutcome,
    reason: str,
    with_lines: bool | None = None,
    keep_own: bool | None = False,
    own_lines: Mapping[str, Sequence[ScoreLine]] | None = None,
    rules_dispute: bool = False,
    gone_played: bool = False,
    road: Road = Road.CORRECTION,
) -> Corrected:
    """Replace a game's outcome, in any round; the record keeps the old one. Raises Refused without a reason.

    What the end of the game, the old outcome or the players' sheet had added goes with the old result, unless keep_own;
    keep_own None: whoever asked did not say, and is asked where there are such lines with points (LinesStand).
    with_lines: the scores given have every line in that then stands; it must be said where lines with points stand
    (LinesStand).  rules_dispute, gone_played: as of `record_outcome`; an appeal that was upheld rules anyway, and a game that
    has scores is not asked about.  own_lines: those that come with the new result, by source.
    """
    require(by, game.round.division.tournament, Can.CORRECT_RESULTS)
    require_reason(reason, "Say why this result is corrected.")
    action = ResultAction.AMENDED if road is Road.APPEAL else ResultAction.CORRECTED
    with deciding(game.round.division, by=by, action=action, reason=reason, owns_event=False) as decision:
        row = owned_game(decision.division, game)
        require_dispute_ruled(row, by=by, rules_dispute=rules_dispute or road is Road.APPEAL)
        refuse_gone(row, outcome.kind, confirmed=gone_played or road is Road.APPEAL)
        _replace(decision, row, outcome, road=road, own_lines=own_lines, keep_own=keep_own, with_lines=with_lines)
    return Corrected(row, rounds_paired_from(decision.division, row.round.number))


def replace_own_result(
    *,
    by: Actor,
    game: Game,
    outcome: GameOutcome,
    with_lines: bool | None = None,
    own_lines: Mapping[str, Sequence[ScoreLine]] | None = None,
    rules_dispute: bool = False,
    gone_played: bool = False,
    road: Road = Road.KEYBOARD,
) -> Corrected:
    """Mend a result that the same person typed, while the round is open: no reason is asked for, the record says whose it was.

    Raises Refused when somebody else entered or changed it, or when the round is closed.
    """
    with deciding(
        game.round.division,
        by=by,
        can=Can.ENTER_RESULTS,
        action=ResultAction.CORRECTED,
        reason=OWN_LINE,
        owns_event=False,
    ) as decision:
        row = owned_game(decision.division, game)
        if not is_own_result(by=by, game=row):
            raise Refused(
                "Somebody else changed this result meanwhile, or the round is closed: type the line again.",
                code="result_changed",
            )
        require_dispute_ruled(row, by=by, rules_dispute=rules_dispute)
        refuse_gone(row, outcome.kind, confirmed=gone_played)
        _replace(decision, row, outcome, road=road, own_lines=own_lines, with_lines=with_lines)
    return Corrected(row, rounds_paired_from(decision.division, row.round.number))


def is_own_result(*, by: Actor, game: Game) -> bool:
    """Whether this person typed the result that stands, and the round is still open."""
    return game.round.status != Round.Status.CLOSED and is_entered_by(game, by)


def _replace(
    decision: DivisionDecision,
    row: Game,
    outcome: GameOutcome,
    *,
    road: Road,
    own_lines: Mapping[str, Sequence[ScoreLine]] | None = None,
    keep_own: bool | None = False,
    with_lines: bool | None = None,
) -> None:
    if row.is_bye:
        raise Refused("A bye is changed on the board itself, not as a result.", code="is_a_bye")
    if row.outcome in Game.UNFINISHED:
        raise Refused(f"{where(row)} has no result yet: enter it.", code="no_result")
    before = result_facts(row)
    # Whether the lines that came with the result stay. Raises LinesStand where that must be said and is not.
    standing = lines_on(row)
    if keep_own is None and outcome.kind in Game.SCORED:
        lines = [line for line in standing if line.points and line.came_with_result]
        if lines:
            raise LinesStand(row, lines, KEPT_OR_NOT)
    keeps = bool(keep_own)
    within = _whether_within(row, outcome, with_lines, standing, keep_own=keeps)
    account = save_account(
        row, outcome, road=road, by=decision.by, lines=own_lines, with_lines=within, keep_own=keeps, standing=standing
    )
    if result_facts(row) == before:
        raise Refused(
            f"{where(row)}: that is the result already ({result_text(row)}). Nothing was changed.",
            code="nothing_changed",
        )
    decision.record(row, before=before, after=_recorded_facts(row, account))


def lines_to_ask_about(game: Game) -> tuple[AccountLine, ...]:
    """The lines with points that stay with a game whatever scores are typed."""
    return tuple(line for line in lines_on(game) if line.points and not line.came_with_result)


def _whether_within(
    game: Game,
    outcome: GameOutcome,
    with_lines: bool | None,
    standing: Sequence[AccountLine],
    *,
    keep_own: bool = False,
) -> bool:
    """Whether the scores given have the lines in that stand; keep_own: those of the result stay too.

    Raises LinesStand where that must be said and is not.
    """
    if with_lines is not None:
        return with_lines
    lines = [line for line in standing if line.points and (keep_own or not line.came_with_result)]
    if outcome.kind in Game.SCORED and lines:
        raise LinesStand(game, lines)
    return False


def withdraw_result(*, by: Actor, game: Game, reason: str = "") -> Game:
    """Take a result back with the lines that came with it, so that the game awaits one again.

    Whoever entered it last may undo it without a reason; anybody else needs the right to correct, and a reason.
    """
    tournament = game.round.division.tournament
    require(by, tournament, Can.ENTER_RESULTS)
    with deciding(game.round.division, by=by, action=ResultAction.WITHDRAWN, reason=reason) as decision:
        row = owned_game(decision.division, game)
        if row.outcome in Game.UNFINISHED:
            raise Refused(f"{where(row)} has no result to take back.", code="no_result")
        if row.is_bye:
            raise Refused("A bye is changed on the board itself, not as a result.", code="is_a_bye")
        if not is_entered_by(row, by):
            if not allowed(by, tournament, Can.CORRECT_RESULTS):
                raise NotAllowed(Can.CORRECT_RESULTS)
            require_reason(reason, "Somebody else entered or changed this result: say why it is taken back.")
        before = result_facts(row)
        account = save_account(row, AWAITED, road=Road.TAKE_BACK, by=by)
        decision.record(row, before=before, after=_recorded_facts(row, account))
    return row


def shows_play(game: Game) -> bool:
    """Whether a game bears signs of having begun: a result of play, or points and lost turns that stand with it."""
    if game.outcome not in Game.NOT_BEGUN | {Game.Outcome.AWAITED, Game.Outcome.POSTPONED}:
        return True
    return any(line.points or line.lost_turn for line in game.adjustments.all())


def where(game: Game) -> str:
    return (
        f"Round {game.round.number}, table {game.table}"
        if game.board
        else f"Round {game.round.number}, {game.first.player}"
    )


def result_text(game: Game) -> str:
    """ "431-388", "+43" where only the first player's spread is known, or the kind of outcome in words."""
    if game.outcome not in Game.SCORED:
        return str(game.get_outcome_display())
    scores = f"{game.first_spread or 0:+d}" if game.first_score is None else f"{game.first_score}-{game.second_score}"
    return scores if game.outcome == Game.Outcome.PLAYED else f"{scores}, {game.get_outcome_display()}"


def entered_already(*, by: Actor, game: Game, outcome: GameOutcome) -> bool:
    """Whether the same person entered this very result before: a line sent twice is not a second decision."""
    row = Game.objects.get(pk=game.pk)
    same = all(getattr(row, name) == getattr(outcome, name) for name in FACTS if name not in ("outcome", "rated"))
    return same and row.outcome == outcome.kind and is_entered_by(row, by)


def _recorded_facts(game: Game, account: Account) -> dict[str, Any]:
    """What the record has of a result that was saved: `result_facts`, and where it was played."""
    facts = {"round": game.round.number, "table": game.table, "first": game.first_id, "second": game.second_id}
    lines = {"lines": [list(astuple(line)) for line in account.lines]} if account.lines else {}
    return facts | facts_of(game) | lines


def side_named(game: Game, entry: Entry) -> str:
    """ "first" or "second": the side of a game that an entry plays. Refused when it is not at the board."""
    if entry.pk not in game.entry_ids:
        raise Refused(f"{entry.player} is not at this board.", code="not_at_this_board")
    return game.side_of(entry.pk)
