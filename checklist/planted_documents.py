"""Faults that only the suite's own document has a place for: rules asked for, prizes, penalties, days and word lists."""

from __future__ import annotations

import random
from datetime import UTC, datetime, time, timedelta

from tdsuite.formats.event_json.document import (
    DocumentBoardRule,
    DocumentClaim,
    DocumentGame,
    DocumentLine,
    DocumentPairingRules,
    DocumentPrize,
    EventDocument,
)


def some_game(document: EventDocument, rng: random.Random) -> tuple[int, DocumentGame]:
    """The round and board of two players, any of them."""
    games = [(round_.number, game) for round_ in document.divisions[0].rounds for game in round_.games if game.second]
    return rng.choice(games)


def _asked(document: EventDocument, *boards: DocumentBoardRule) -> None:
    document.divisions[0].pairing_rules = DocumentPairingRules(boards=list(boards))


def forbidden_board(document: EventDocument, rng: random.Random) -> None:
    round_, game = some_game(document, rng)
    _asked(document, DocumentBoardRule(ask="forbidden", player=game.first, opponent=game.second or 0, round=round_))


def forced_board(document: EventDocument, rng: random.Random) -> None:
    """Two who are at different boards should have met."""
    round_ = rng.choice(document.divisions[0].rounds)
    first, other = rng.sample([game for game in round_.games if game.second], 2)
    _asked(document, DocumentBoardRule(ask="forced", player=first.first, opponent=other.first, round=round_.number))


def score_of_a_bye(document: EventDocument, rng: random.Random) -> None:
    _, game = some_game(document, rng)
    game.second, game.board, game.outcome, game.rated = None, None, "bye", False
    game.second_score = game.second_halves = game.second_spread = None
    game.first_score, game.first_halves, game.first_spread = 400, 2, 50


def late_by_less(document: EventDocument, rng: random.Random) -> None:
    _, game = some_game(document, rng)
    game.outcome, game.rated, game.first_score, game.second_score = "lateness_forfeit", False, None, None
    game.first_halves, game.second_halves, game.first_spread, game.second_spread = 2, 0, 50, -50


def _line(document: EventDocument, rng: random.Random, kind: str, points: int) -> None:
    some_game(document, rng)[1].lines = [DocumentLine(side="first", kind=kind, points=points)]


def over_ten_minutes(document: EventDocument, rng: random.Random) -> None:
    _line(document, rng, "overtime", -rng.choice((110, 120, 150)))


def overtime_that_gives(document: EventDocument, rng: random.Random) -> None:
    _line(document, rng, "overtime", 20)


def cost_of_a_challenge(document: EventDocument, rng: random.Random) -> None:
    document.choices = {"challenge_penalty": "word:10"}
    _line(document, rng, "challenge", -15)


def ejected_winner(document: EventDocument, rng: random.Random) -> None:
    division = document.divisions[0]
    best = division.standings.table[0].player
    next(player for player in division.players if player.number == best).at_bottom = True


def finished_early(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].planned_rounds += 1


def day_of_another_event(document: EventDocument, rng: random.Random) -> None:
    began = datetime.combine(document.starts_on, time(9), UTC) + timedelta(days=rng.choice((-30, 7, 365)))
    rng.choice(document.divisions[0].rounds).scheduled_at = began


def small_country(document: EventDocument, rng: random.Random) -> None:
    rng.choice(document.divisions[0].players).country = rng.choice(("NZ", "nzl", "N.Z"))


def ends_before_it_begins(document: EventDocument, rng: random.Random) -> None:
    document.ends_on = document.starts_on - timedelta(days=1)


def no_word_list(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].lexicon = ""


def short_games(document: EventDocument, rng: random.Random) -> None:
    document.game_minutes = 20


def no_rulebook(document: EventDocument, rng: random.Random) -> None:
    document.rulebook = "our-own"


def number_of_another_form(document: EventDocument, rng: random.Random) -> None:
    rng.choice(document.divisions[0].players).naspa_id = "12345"


def _prize(place: int, money: int) -> DocumentPrize:
    return DocumentPrize(
        title=f"Place {place}", basis="place", place=place, class_name="", round_number=None, team_size=None, money=money,
        text="", besides=False, winners=[],
    )  # fmt: skip


def prize_twice(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].prizes = [_prize(place, 5000) for place in (1, 2, 2)]


def larger_prize_below(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].prizes = [_prize(place, 4000 + 1000 * place) for place in (1, 2, 3)]


def other_prize_places(document: EventDocument, rng: random.Random) -> None:
    document.divisions[0].prizes = [_prize(place, 10_000 - 1000 * place) for place in (1, 2, 3)]
    document.divisions[0].prize_places = 2


def high_play_above_the_score(document: EventDocument, rng: random.Random) -> None:
    round_, game = some_game(document, rng)
    claim = DocumentClaim(
        kind="high_play", player=game.first, round=round_, match_game=1, points=(game.first_score or 0) + 50,
        word="QUIXOTRY", status="claimed", reason="",
    )  # fmt: skip
    document.divisions[0].high_claims = [claim]
