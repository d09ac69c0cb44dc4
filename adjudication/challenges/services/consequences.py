"""What challenges cost, written as lines of their games and counted anew whenever a verdict changes."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.penalty import Challenge, ChallengeOf, Consequence, Turn, consequences
from adjudication.challenges.models import ChallengeSlip
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.terms import CountSpan
from tdsuite.tournaments.services.decision import DivisionDecision
from tdsuite.tournaments.services.games import ScoreLine, replace_lines
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.score_there import (
    NOT_GIVEN,
    ScoreMeaning,
    ScoreThere,
    lines_change,
    may_change,
    score_before,
)
from .slip_decisions import SlipRole

SOURCE = KIND = "challenge"
LONGEST_RULE = 60
LINE_FACTS = ("side", "points", "seconds", "lost_turn", "rule")


def consequences_in(division: Division) -> Mapping[int, Consequence]:
    """The consequence of every settled challenge of a division, by the slip's id. One query."""
    return consequences(_settled(division), book=division.book_in_force)


def _settled(division: Division) -> list[Challenge]:
    """In the order in which they were made: by the round that each was played in, not by when its slip was keyed."""
    rows = ChallengeSlip.objects.filter(division=division).settled()
    rows = rows.order_by("game__round__number", "game__match_game", "number")
    facts = rows.values_list("pk", "game_id", "challenger_id", "acceptable", "words", "of", "out_play")
    return [
        Challenge(key, game, challenger, bool(acceptable), max(1, words), ChallengeOf(of), out_play)
        for key, game, challenger, acceptable, words, of, out_play in facts
    ]


def require_meaning(slip: ChallengeSlip, meaning: ScoreMeaning, role: SlipRole) -> None:
    """Ask what the result means before the words are looked up, so that the question tells nothing of the verdict.

    Raises:
        ScoreThere: no meaning was given, and a penalty would have points.
        NotAllowed: a finding by somebody who makes no rulings.
    """
    require_ruling(role, meaning)
    score = score_before(slip.game)
    if score is None or score.signed or meaning.included is not None:
        return
    others = [challenge for challenge in _settled(slip.division) if challenge.key != slip.pk]
    failed = Challenge(slip.pk, slip.game_id, slip.challenger_id, True, max(1, slip.words), ChallengeOf(slip.of))
    if consequences([*others, failed], book=slip.division.book_in_force)[slip.pk].points:
        raise ScoreThere(score)


def require_ruling(role: SlipRole, meaning: ScoreMeaning) -> None:
    """Raises NotAllowed for a finding by somebody who makes no rulings."""
    if meaning.finding and not role.rules:
        raise NotAllowed(Can.RULE)


def settle_lines(
    decision: DivisionDecision, slip: ChallengeSlip, meaning: ScoreMeaning = NOT_GIVEN, *, asks: bool = True
) -> None:
    """Make the lines of the slip's game what its settled verdicts say; same verdicts, same rows, nothing done.

    While another adjudicator is to look, the first verdict has no line, from which it could be read. Where the organiser
    counts a rising penalty over the event, the division's other games that have no result yet follow.

    A game that has its result keeps its other slips' lines, and its own change only as `meaning` says. What both players
    signed is left as it is, unless the director makes a finding (WESPA 5.4.1, NSA III.F): the slip stays in the register.

    Args:
        asks: False for a step that somebody takes who cannot answer: lines of a result wait for the next step.

    Raises:
        ScoreThere: no meaning was given, and the score would change.
    """
    division = decision.division
    book = division.book_in_force
    challenges = _settled(division)
    costs = consequences(challenges, book=book)
    over_event = book.during.challenge.counted_over.value is CountSpan.EVENT
    touched = {slip.game_id, *(challenge.game for challenge in challenges)} if over_event else {slip.game_id}
    changed = False
    for row in Game.objects.filter(pk__in=touched).select_related("round").order_by("pk"):
        score = score_before(row)
        if score is not None and row.pk != slip.game_id:
            continue
        lines = {source_of(each.key): _lines(row, each, costs[each.key]) for each in challenges if each.game == row.pk}
        sources = {*lines, *row.adjustments.filter(source__startswith=SOURCE).values_list("source", flat=True)}
        if score is not None:
            sources &= {source_of(slip.pk)}
        sources = {each for each in sources if _differ(row, each, lines.get(each, []))}
        if not sources or (score is not None and not may_change(score, meaning, asks=asks)):
            continue
        changed = True
        _write(decision, row, {each: lines.get(each, []) for each in sorted(sources)}, meaning)
    if changed:
        bump(division.live_topic)


def source_of(key: int) -> str:
    """What wrote a slip's line."""
    return f"{SOURCE}:{key}"


def _differ(game: Game, source: str, lines: list[ScoreLine]) -> bool:
    before = game.adjustments.filter(source=source).order_by("pk").values_list(*LINE_FACTS)
    return list(before) != list(map(attrgetter(*LINE_FACTS), lines))


def _write(decision: DivisionDecision, row: Game, lines: Mapping[str, list[ScoreLine]], meaning: ScoreMeaning) -> None:
    before = list(row.adjustments.filter(source__in=lines).order_by("pk"))
    after: list[GameAdjustment] = []
    with lines_change(row, meaning, road=Road.CHALLENGE):
        for source, score_lines in lines.items():
            after += replace_lines(row, source, score_lines, road=Road.CHALLENGE, ruled_by=decision.by.pk)
    decision.record(
        row, action=ChallengeAction.LINES, before={"lines": _facts(before)}, after={"lines": _facts(after)},
        reason=meaning.finding,
    )  # fmt: skip


def _facts(lines: Iterable[GameAdjustment]) -> list[dict[str, Any]]:
    return [{name: getattr(line, name) for name in LINE_FACTS} for line in lines]


def _lines(game: Game, challenge: Challenge, cost: Consequence) -> list[ScoreLine]:
    loses_turn = cost.turn_lost is Turn.CHALLENGER
    if not (cost.points or cost.seconds or loses_turn):
        return []
    side, rule = game.side_of(challenge.challenger), cost.rule[:LONGEST_RULE]
    return [ScoreLine(side, KIND, -cost.points, -cost.seconds, loses_turn, rule)]
