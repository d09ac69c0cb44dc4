"""What challenges cost, written as lines of their games and counted anew whenever a verdict changes."""

from collections.abc import Iterable, Mapping
from typing import Any

from tdsuite.audit.services import record
from tdsuite.live.services import bump
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.rulebooks.terms import CountSpan
from tdsuite.tournaments.services.adjustments import ScoreLine, replace_lines
from tdsuite.tournaments.services.roads import Road

from ..engine.counting import Made, consequences
from ..engine.penalty import ChallengeOf, Consequence, Turn
from ..models import ChallengeSlip

SOURCE = KIND = "challenge"
LONGEST_RULE = 60


def consequences_in(division: Division) -> Mapping[int, Consequence]:
    """The consequence of every settled challenge of a division, by the slip's id. One query."""
    return consequences(_made(division), book=division.tournament.rules.rulebook)


def _made(division: Division) -> list[Made]:
    rows = ChallengeSlip.objects.filter(division=division).settled().order_by("number")
    facts = rows.values_list("pk", "game_id", "challenger_id", "acceptable", "words", "of", "out_play")
    return [
        Made(key, game, challenger, bool(acceptable), max(1, words), ChallengeOf(of), out_play)
        for key, game, challenger, acceptable, words, of, out_play in facts
    ]


def settle_lines(game: Game, *, by: Any) -> None:
    """Make the game's challenge lines what its settled verdicts say; same verdicts, same rows, nothing done.

    While another adjudicator is to look, the first verdict has no line, from which it could be read.

    The caller owns the division and has asked the guard. Where the organiser counts a rising penalty over the event,
    the division's other games follow.
    """
    division = game.round.division
    book = division.tournament.rules.rulebook
    made = _made(division)
    follows = consequences(made, book=book)
    over_event = book.during.challenge.counted_over.value is CountSpan.EVENT
    touched = {game.pk, *(one.game for one in made)} if over_event else {game.pk}
    changed = False
    for row in Game.objects.filter(pk__in=touched).order_by("pk"):
        wanted = [line for one in made if one.game == row.pk for line in _lines(row, one, follows[one.key])]
        before = list(row.adjustments.filter(source=SOURCE).order_by("pk"))
        after = replace_lines(row, SOURCE, wanted, road=Road.CHALLENGE, ruled_by=by.pk)
        if after != before:
            changed = True
            _told(row, division, by, before, after)
    if changed:
        Division.objects.filter(pk=division.pk).raise_version()
        bump(division.live_topic)


def _told(
    game: Game, division: Division, by: Any, before: Iterable[GameAdjustment], after: Iterable[GameAdjustment]
) -> None:
    record(
        "challenge.lines",
        obj=game,
        tournament=division.tournament,
        scope=division.live_topic,
        by=by,
        before={"lines": _plain(before)},
        after={"lines": _plain(after)},
    )


def _plain(lines: Iterable[GameAdjustment]) -> list[dict[str, Any]]:
    return [
        {"side": one.side, "points": one.points, "seconds": one.seconds, "lost_turn": one.lost_turn, "rule": one.rule}
        for one in lines
    ]


def _lines(game: Game, made: Made, follows: Consequence) -> list[ScoreLine]:
    loses_turn = follows.turn_lost is Turn.CHALLENGER
    if not (follows.points or follows.seconds or loses_turn):
        return []
    side, rule = game.side_of(made.challenger), follows.reasons[0].rule[:LONGEST_RULE]
    return [ScoreLine(side, KIND, -follows.points, -follows.seconds, loses_turn, rule)]
