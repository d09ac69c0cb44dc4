"""What challenges cost, written as lines of their games and counted anew whenever a verdict changes."""

from collections.abc import Iterable, Mapping
from typing import Any

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.counting import SettledChallenge, consequences
from adjudication.challenges.engine.penalty import ChallengeOf, Consequence, Turn
from adjudication.challenges.models import ChallengeSlip
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.terms import CountSpan
from tdsuite.tournaments.services.decision import DivisionDecision
from tdsuite.tournaments.services.games import ScoreLine, replace_lines
from tdsuite.tournaments.services.roads import Road

SOURCE = KIND = "challenge"
LONGEST_RULE = 60


def consequences_in(division: Division) -> Mapping[int, Consequence]:
    """The consequence of every settled challenge of a division, by the slip's id. One query."""
    return consequences(_settled(division), book=division.tournament.rules.rulebook)


def _settled(division: Division) -> list[SettledChallenge]:
    rows = ChallengeSlip.objects.filter(division=division).settled().order_by("number")
    facts = rows.values_list("pk", "game_id", "challenger_id", "acceptable", "words", "of", "out_play")
    return [
        SettledChallenge(key, game, challenger, bool(acceptable), max(1, words), ChallengeOf(of), out_play)
        for key, game, challenger, acceptable, words, of, out_play in facts
    ]


def settle_lines(decision: DivisionDecision, game: Game) -> None:
    """Make the game's challenge lines what its settled verdicts say; same verdicts, same rows, nothing done.

    While another adjudicator is to look, the first verdict has no line, from which it could be read. Where the organiser
    counts a rising penalty over the event, the division's other games follow.
    """
    division = decision.division
    book = division.tournament.rules.rulebook
    challenges = _settled(division)
    costs = consequences(challenges, book=book)
    over_event = book.during.challenge.counted_over.value is CountSpan.EVENT
    touched = {game.pk, *(challenge.game for challenge in challenges)} if over_event else {game.pk}
    changed = False
    for row in Game.objects.filter(pk__in=touched).order_by("pk"):
        lines = [
            line
            for challenge in challenges
            if challenge.game == row.pk
            for line in _lines(row, challenge, costs[challenge.key])
        ]
        before = list(row.adjustments.filter(source=SOURCE).order_by("pk"))
        after = replace_lines(row, SOURCE, lines, road=Road.CHALLENGE, ruled_by=decision.by.pk)
        if after != before:
            changed = True
            decision.record(
                row, action=ChallengeAction.LINES, before={"lines": _facts(before)}, after={"lines": _facts(after)},
                reason="",
            )  # fmt: skip
    if changed:
        bump(division.live_topic)


def _facts(lines: Iterable[GameAdjustment]) -> list[dict[str, Any]]:
    names = ("side", "points", "seconds", "lost_turn", "rule")
    return [{name: getattr(line, name) for name in names} for line in lines]


def _lines(game: Game, challenge: SettledChallenge, cost: Consequence) -> list[ScoreLine]:
    loses_turn = cost.turn_lost is Turn.CHALLENGER
    if not (cost.points or cost.seconds or loses_turn):
        return []
    side, rule = game.side_of(challenge.challenger), cost.reasons[0].rule[:LONGEST_RULE]
    return [ScoreLine(side, KIND, -cost.points, -cost.seconds, loses_turn, rule)]
