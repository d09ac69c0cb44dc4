"""Kinds of fault to plant in a made-up event, each with the question that has to find it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from checklist import planted_documents as documents
from checklist.questions.model import DivisionFacts, pair_of
from tdsuite.formats.event_json.document import DocumentGame, EventDocument
from tdsuite.formats.model import FileDivision, FileGame, Outcome

EVERY = ("t", "tou", "tourney_js", "json")
WITH_SPREADS = ("t", "tourney_js", "json")  # a .TOU has none for byes and forfeits
InDivision = Callable[[FileDivision, random.Random], FileDivision]


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault.

    Attributes:
        question: the number of the question that fails.
        formats: in which files it can stand.
        in_division, in_document, in_text: how it is planted, one of the three; a text is a .t or a .TOU file.
    """

    name: str
    question: int
    formats: tuple[str, ...] = EVERY
    in_division: InDivision | None = None
    in_document: Callable[[EventDocument, random.Random], None] | None = None
    in_text: Callable[[str, random.Random], str] | None = None


def _boards(division: FileDivision, round_: int) -> list[FileGame]:
    return [game for game in division.games if game.round == round_ and game.second is not None]


def _board_of(division: FileDivision, round_: int, number: int) -> FileGame:
    """A player's board in a round.  ValueError where there is none."""
    for game in _boards(division, round_):
        if number in game.players:
            return game
    raise ValueError(f"Player {number} has no opponent in round {round_}.")


def _with(division: FileDivision, *changes: tuple[FileGame, tuple[FileGame, ...]]) -> FileDivision:
    """The division with each first game replaced by the others, in its place."""
    games = list(division.games)
    for old, new in changes:
        at = games.index(old)
        games[at : at + 1] = new
    return replace(division, games=tuple(games))


def _without_opponent(game: FileGame, number: int, outcome: Outcome, halves: int, spread: int) -> FileGame:
    return FileGame(game.round, None, number, outcome=outcome, first_halves=halves, first_spread=spread)


def _bye(division: FileDivision, round_: int, number: int, spread: int = 50, lost_by: int = 50) -> FileDivision:
    """The division where a player has a bye, and the opponent of that round a forfeit, without each other."""
    game = _board_of(division, round_, number)
    other = next(player for player in game.players if player != number)
    loss = _without_opponent(game, other, Outcome.FORFEIT, 0, -lost_by)
    return _with(division, (game, (_without_opponent(game, number, Outcome.BYE, 2, spread), loss)))


def _always_opposed(division: FileDivision, rng: random.Random) -> int:
    """Someone who has an opponent in every round.  ValueError where nobody has."""
    sides = DivisionFacts(division).sides
    numbers = [number for number in sides if len(sides[number]) == division.rounds]
    if not numbers or division.rounds < 5 or len(sides) < 8:
        raise ValueError("The event is too small for faults: 5 rounds and 8 players at least.")
    return rng.choice(numbers)


def _two_byes(division: FileDivision, rng: random.Random) -> FileDivision:
    game = rng.choice(_boards(division, 1 + rng.randrange(division.rounds)))
    byes = tuple(_without_opponent(game, number, Outcome.BYE, 2, 50) for number in game.players)
    return _with(division, (game, byes))


def _second_bye(division: FileDivision, rng: random.Random) -> FileDivision:
    number = _always_opposed(division, rng)
    return _bye(_bye(division, 1, number), 3, number)


def _byes_running(division: FileDivision, rng: random.Random) -> FileDivision:
    number, round_ = _always_opposed(division, rng), 1 + rng.randrange(division.rounds - 1)
    return _bye(_bye(division, round_, number), round_ + 1, number)


def _bye_spread(division: FileDivision, rng: random.Random) -> FileDivision:
    number = _always_opposed(division, rng)
    return _bye(_bye(division, 1, number), 4, number, spread=75)


def _forfeit_margin(division: FileDivision, rng: random.Random) -> FileDivision:
    return _bye(division, 1 + rng.randrange(division.rounds), _always_opposed(division, rng), lost_by=60)


def _meet(division: FileDivision, round_: int, pair: tuple[int, int]) -> FileDivision:
    """The division where two players meet in a round, and so do the opponents they had."""
    boards = [_board_of(division, round_, number) for number in pair]
    if boards[0] == boards[1]:
        return division
    others = [next(number for number in game.players if number not in pair) for game in boards]
    changes = (replace(boards[0], first=pair[0], second=pair[1]), replace(boards[1], first=others[0], second=others[1]))
    return _with(division, (boards[0], (changes[0],)), (boards[1], (changes[1],)))


def _two_always_opposed(division: FileDivision, rng: random.Random) -> tuple[int, int]:
    """Two who meet in round 1 and have opponents in rounds 2 and 3."""
    busy = [{number for game in _boards(division, round_) for number in game.players} for round_ in (2, 3)]
    pairs = [pair_of(game) for game in _boards(division, 1)]
    return rng.choice([pair for pair in pairs if busy[0].issuperset(pair) and busy[1].issuperset(pair)])


def _repeat_at_once(division: FileDivision, rng: random.Random) -> FileDivision:
    return _meet(division, 2, _two_always_opposed(division, rng))


def _third_meeting(division: FileDivision, rng: random.Random) -> FileDivision:
    pair = _two_always_opposed(division, rng)
    return _meet(_meet(division, 2, pair), 3, pair)


def _starts(division: FileDivision, number: int, rounds: int) -> FileDivision:
    """The division where a player starts in the first so many rounds."""
    games = tuple(
        replace(game, first=number, second=game.first, first_score=game.second_score, second_score=game.first_score)
        if game.second == number and game.round <= rounds
        else game
        for game in division.games
    )
    return replace(division, games=games)


def _four_starts(division: FileDivision, rng: random.Random) -> FileDivision:
    return _starts(division, _always_opposed(division, rng), 4)


def _five_starts(division: FileDivision, rng: random.Random) -> FileDivision:
    return _starts(division, _always_opposed(division, rng), 5)


def _uneven_starts(division: FileDivision, rng: random.Random) -> FileDivision:
    return _starts(division, _always_opposed(division, rng), division.rounds)


def _nil(division: FileDivision, rng: random.Random) -> FileDivision:
    game = rng.choice(_boards(division, 1 + rng.randrange(division.rounds)))
    return _with(division, (game, (replace(game, first_score=0, second_score=0),)))


def _scored(division: FileDivision, rng: random.Random, scores: tuple[int, int]) -> FileDivision:
    """The division where a game has these scores."""
    game = rng.choice(_boards(division, 1 + rng.randrange(division.rounds)))
    return _with(division, (game, (replace(game, first_score=scores[0], second_score=scores[1]),)))


def _low_loss(division: FileDivision, rng: random.Random) -> FileDivision:
    return _scored(division, rng, (420, 61))


def _high_sum(division: FileDivision, rng: random.Random) -> FileDivision:
    return _scored(division, rng, (690, 540))


def _round_scores(division: FileDivision, rng: random.Random) -> FileDivision:
    games = tuple(
        replace(game, first_score=game.first_score // 10 * 10, second_score=game.second_score // 10 * 10)
        if game.first_score and game.second_score
        else game
        for game in division.games
    )
    if len(games) < 25:
        raise ValueError("The event is too small for this fault: 50 scores at least.")
    return replace(division, games=games)


def _bye_of_the_top_rated(division: FileDivision, rng: random.Random) -> FileDivision:
    top = max(division.players, key=lambda row: row.rating or 0)
    return _bye(division, 1, top.number or 0)


def _repeat_soon(division: FileDivision, rng: random.Random) -> FileDivision:
    return _meet(division, 3, _two_always_opposed(division, rng))


def _scores_again(division: FileDivision, rng: random.Random) -> FileDivision:
    """The two scores of a player in round 1 stand in round 2 too."""
    number = _always_opposed(division, rng)
    before, game = (_board_of(division, round_, number) for round_ in (1, 2))
    scores = (before.first_score, before.second_score)
    own, against = scores if before.first == number else scores[::-1]
    first, second = (own, against) if game.first == number else (against, own)
    return _with(division, (game, (replace(game, first_score=first, second_score=second),)))


def _one_rating(division: FileDivision, rng: random.Random) -> FileDivision:
    """Every third player has the rating of who has none."""
    rows = (
        replace(row, rating=1500) if at % 3 == 0 else replace(row, rating=1200 + 10 * at)
        for at, row in enumerate(division.players)
    )
    return replace(division, players=tuple(rows))


def _row_too_short(text: str, rng: random.Random) -> str:
    """A player of a .TOU lacks the last round, and so does their opponent."""
    lines = text.splitlines()
    rows = [at for at, line in enumerate(lines) if len(line) > 40 and line[0] not in "* "]
    number = rng.randrange(len(rows))
    opponent = int(lines[rows[number]].split()[-1].lstrip("+")) - 1
    for place in {number, opponent}:
        lines[rows[place]] = lines[rows[place]][:-9]
    return "\n".join(lines) + "\n"


def _one_name(division: FileDivision, rng: random.Random) -> FileDivision:
    rows = list(division.players)
    at = rng.randrange(len(rows))
    name = rows[at].name.split()[-1]
    rows[at] = replace(rows[at], name=name, filing_name=name)
    return replace(division, players=tuple(rows))


def _same_name(division: FileDivision, rng: random.Random) -> FileDivision:
    first, second = rng.sample(range(len(division.players)), 2)
    rows = list(division.players)
    rows[second] = replace(rows[second], name=rows[first].name, filing_name=rows[first].filing_name)
    return replace(division, players=tuple(rows))


def _opponents_disagree(division: FileDivision, rng: random.Random) -> FileDivision:
    """One player's line names an opponent who is at another board."""
    round_ = 1 + rng.randrange(division.rounds)
    game, other = rng.sample(_boards(division, round_), 2)
    elsewhere = [board for board in division.games if board != game]
    return replace(division, games=(replace(game, second=other.first), *elsewhere))


def _both_start(text: str, rng: random.Random) -> str:
    """One reply of one player's p12 becomes a start."""
    lines = text.splitlines()
    at = rng.choice([at for at, line in enumerate(lines) if re.search(r"p12[ 0-9]* 2", line)])
    lines[at] = re.sub(r"(p12(?: [0-9])*?) 2", r"\1 1", lines[at], count=1)
    return "\n".join(lines) + "\n"


def _score_missing(text: str, rng: random.Random) -> str:
    """The last score of one player goes."""
    lines = text.splitlines()
    at = rng.choice([at for at, line in enumerate(lines) if not line.split(";")[0].endswith(" 0")])
    parts = lines[at].split(";")
    parts[1] = parts[1].rpartition(" ")[0]
    lines[at] = ";".join(parts)
    return "\n".join(lines) + "\n"


def _some_game(document: EventDocument, rng: random.Random) -> DocumentGame:
    return documents.some_game(document, rng)[1]


def _forfeit(document: EventDocument, rng: random.Random) -> DocumentGame:
    """A game turned into a forfeit that is right; the standings follow no more."""
    game = _some_game(document, rng)
    game.outcome, game.rated, game.first_score, game.second_score = "forfeit", False, None, None
    game.first_halves, game.second_halves, game.first_spread, game.second_spread = 2, 0, 50, -50
    return game


def _forfeit_one_sided(document: EventDocument, rng: random.Random) -> None:
    _forfeit(document, rng).second_spread = 0


def _forfeit_rated(document: EventDocument, rng: random.Random) -> None:
    _forfeit(document, rng).rated = True


def _bye_rated(document: EventDocument, rng: random.Random) -> None:
    game = _some_game(document, rng)
    game.second, game.board, game.outcome, game.rated = None, None, "bye", True
    game.first_score = game.second_score = game.second_halves = game.second_spread = None
    game.first_halves, game.first_spread = 2, 50


def _same_country(document: EventDocument, rng: random.Random) -> None:
    first = next(game for game in document.divisions[0].rounds[0].games if game.second is not None)
    for player in document.divisions[0].players:
        if player.number in (first.first, first.second):
            player.country = "NZL"


def _number_twice(document: EventDocument, rng: random.Random) -> None:
    for player in rng.sample(document.divisions[0].players, 2):
        player.wespa_id = "1001"


def _closed_incomplete(document: EventDocument, rng: random.Random) -> None:
    game = _some_game(document, rng)
    game.outcome, game.rated = "awaited", False
    game.first_score = game.second_score = game.first_halves = game.second_halves = None
    game.first_spread = game.second_spread = None


def _standings_behind(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].standings.after -= 2


def _beyond_the_plan(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].planned_rounds -= 1


def _absent_never(document: EventDocument, rng: random.Random) -> None:
    rng.choice(document.divisions[0].players).absences = [60]


def _wrong_rank(document: EventDocument, rng: random.Random) -> None:
    line = rng.choice(document.divisions[0].standings.table)
    line.rank += 1


def _wrong_spread(document: EventDocument, rng: random.Random) -> None:
    line = rng.choice(document.divisions[0].standings.table)
    line.spread += rng.choice((-10, 10))


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        fault.name: fault
        for fault in (
            Fault("two_byes", 101, in_division=_two_byes),
            Fault("second_bye", 102, in_division=_second_bye),
            Fault("byes_running", 103, in_division=_byes_running),
            Fault("bye_spread", 104, WITH_SPREADS, in_division=_bye_spread),
            Fault("bye_rated", 107, ("json",), in_document=_bye_rated),
            Fault("bye_of_the_top_rated", 114, ("t", "tourney_js", "json"), in_division=_bye_of_the_top_rated),
            Fault("bye_with_a_score", 117, ("json",), in_document=documents.score_of_a_bye),
            Fault("repeat_at_once", 201, in_division=_repeat_at_once),
            Fault("third_meeting", 202, in_division=_third_meeting),
            Fault("repeat_soon", 210, in_division=_repeat_soon),
            Fault("same_country", 213, ("json",), in_document=_same_country),
            Fault("forbidden_board", 214, ("json",), in_document=documents.forbidden_board),
            Fault("forced_board", 215, ("json",), in_document=documents.forced_board),
            Fault("uneven_starts", 302, in_division=_uneven_starts),
            Fault("four_starts", 304, in_division=_four_starts),
            Fault("five_starts", 305, in_division=_five_starts),
            Fault("forfeit_one_sided", 402, ("json",), in_document=_forfeit_one_sided),
            Fault("forfeit_margin", 405, WITH_SPREADS, in_division=_forfeit_margin),
            Fault("forfeit_rated", 406, ("json",), in_document=_forfeit_rated),
            Fault("late_by_less", 415, ("json",), in_document=documents.late_by_less),
            Fault("over_ten_minutes", 416, ("json",), in_document=documents.over_ten_minutes),
            Fault("overtime_that_gives", 417, ("json",), in_document=documents.overtime_that_gives),
            Fault("cost_of_a_challenge", 418, ("json",), in_document=documents.cost_of_a_challenge),
            Fault("ejected_winner", 420, ("json",), in_document=documents.ejected_winner),
            Fault("nil_nil", 422, in_division=_nil),
            Fault("low_loss", 427, in_division=_low_loss),
            Fault("high_sum", 428, in_division=_high_sum),
            Fault("round_scores", 430, in_division=_round_scores),
            Fault("scores_again", 435, in_division=_scores_again),
            Fault("wrong_spread", 502, ("json",), in_document=_wrong_spread),
            Fault("wrong_rank", 503, ("json",), in_document=_wrong_rank),
            Fault("standings_behind", 510, ("json",), in_document=_standings_behind),
            Fault("closed_incomplete", 511, ("json",), in_document=_closed_incomplete),
            Fault("beyond_the_plan", 517, ("json",), in_document=_beyond_the_plan),
            Fault("finished_early", 527, ("json",), in_document=documents.finished_early),
            Fault("day_of_another_event", 528, ("json",), in_document=documents.day_of_another_event),
            Fault("opponents_disagree", 601, ("t", "tou", "tourney_js"), in_division=_opponents_disagree),
            Fault("score_missing", 602, ("t",), in_text=_score_missing),
            Fault("both_start", 603, ("t",), in_text=_both_start),
            Fault("same_name", 606, ("t", "tou", "tourney_js"), in_division=_same_name),
            Fault("one_name", 610, ("t", "json"), in_division=_one_name),
            Fault("number_twice", 611, ("json",), in_document=_number_twice),
            Fault("absent_never", 612, ("json",), in_document=_absent_never),
            Fault("row_too_short", 615, ("tou",), in_text=_row_too_short),
            Fault("small_country", 616, ("json",), in_document=documents.small_country),
            Fault("ends_before_it_begins", 618, ("json",), in_document=documents.ends_before_it_begins),
            Fault("no_word_list", 619, ("json",), in_document=documents.no_word_list),
            Fault("short_games", 620, ("json",), in_document=documents.short_games),
            Fault("no_rulebook", 622, ("json",), in_document=documents.no_rulebook),
            Fault("number_of_another_form", 623, ("json",), in_document=documents.number_of_another_form),
            Fault("one_rating", 628, ("t", "tourney_js", "json"), in_division=_one_rating),
            Fault("prize_twice", 703, ("json",), in_document=documents.prize_twice),
            Fault("larger_prize_below", 704, ("json",), in_document=documents.larger_prize_below),
            Fault("other_prize_places", 705, ("json",), in_document=documents.other_prize_places),
            Fault("high_play_above_the_score", 707, ("json",), in_document=documents.high_play_above_the_score),
        )
    }
)
