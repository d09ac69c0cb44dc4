"""What the public pages are built from: boards, who starts, one player's card, the round people look for."""

from datetime import UTC, datetime

import pytest

from tdsuite.public.reads import boards_of, current_round, division_card, plain, player_card
from tdsuite.public.templatetags.figures import signed, tone
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.reads import histories_of, history
from tests.factories import make_division, make_played_event, make_round, make_tournament

pytestmark = pytest.mark.django_db
PAIRS = [(1, 4), (3, 2)]


def faces(board):
    return [(seat.entry.number, seat.start, seat.score, seat.result) for seat in board.seats]


def test_a_search_ignores_case_and_accents():
    assert plain("Łukasz MÜLLER-Peña") == plain("łukasz müller-pena")
    assert plain("Zoë") == "zoe"


@pytest.mark.parametrize(
    ("points", "text", "css"), [(210, "+210", "plus"), (-14, "−14", "minus"), (0, "0", ""), (None, "", "")]
)
def test_a_spread_carries_its_sign_in_words_and_colour(points, text, css):
    assert (signed(points), tone(points)) == (text, css)


def test_boards_stand_in_order_of_tables_with_the_starter_first():
    division = make_division(players=4)
    row = make_round(division, 1, pairs=PAIRS)
    boards = boards_of(history(division), row)
    assert [board.game.board for board in boards] == [1, 2]
    expected = [[(1, "first", None, ""), (4, "second", None, "")], [(3, "first", None, ""), (2, "second", None, "")]]
    assert [faces(board) for board in boards] == expected


def test_a_bye_stands_last_and_says_what_it_is():
    division = make_division(players=3)
    row = make_round(division, 1, pairs=[(3, None), (1, 2)])
    bye = boards_of(history(division), row)[-1]
    assert faces(bye) == [(3, "", None, "won")]
    assert (bye.outcome_words, bye.seats[0].spread) == ("bye", 50)


def rounds(*statuses, paired_after=()):
    after = dict(paired_after)
    return [
        Round(number=number, status=status, paired_after=after.get(number))
        for number, status in enumerate(statuses, start=1)
    ]


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (rounds(), None), (rounds("published"), 1), (rounds("published", "published", "published"), 1),
        (rounds("playing", "published", "published"), 1), (rounds("closed", "published", "published"), 2),
        (rounds("closed", "playing", "published", paired_after=[(3, 1)]), 3),
        (rounds("closed", "playing", "playing"), 3), (rounds("closed", "closed"), 2),
    ],
    ids=["none", "first", "block", "block begun", "block goes on", "paired with a lag", "two at once", "all over"],
)  # fmt: skip
def test_the_round_people_look_for(given, number):
    shown = current_round(given)
    assert (shown.number if shown else None) == number


def test_the_cards_of_an_event_count_players_and_results_to_come():
    tournament = make_tournament()
    a = make_division(tournament, players=6, code="a")
    make_division(tournament, players=0, code="b")
    make_round(a, 1, status=Round.Status.PLAYING, results=1)
    cards = [division_card(played) for played in histories_of(tournament)]
    assert [(card.division.code, card.players) for card in cards] == [("a", 6), ("b", 0)]
    current = cards[0].current
    assert (current.number, current.played_games, current.decided_games, current.missing) == (1, 3, 1, 2)
    assert cards[1].current is None


def test_while_a_division_is_played_its_card_names_who_leads_and_the_round_that_starts_next():
    division = make_played_event(players=6, played=2, rounds=4)
    at = datetime(2026, 11, 28, 14, 30, tzinfo=UTC)
    division.rounds.filter(number=1).update(scheduled_at=at)
    (card,) = [division_card(played) for played in histories_of(division.tournament)]
    first = history(division).standings()[0]
    assert ([row.entry.number for row in card.leaders], card.after) == ([first.number], 2)
    assert (card.next_round, card.podium) == (None, ())
    make_round(division, 3, status=Round.Status.DRAFT)
    assert division_card(history(division)).next_round is None  # nobody has said when
    division.rounds.filter(number=3).update(scheduled_at=at)
    assert division_card(history(division)).next_round == division.rounds.get(number=3)
    division.rounds.filter(number=3).update(status=Round.Status.PLAYING)
    assert division_card(history(division)).next_round is None
    division.entries.filter(number=first.number).update(at_bottom=True)
    assert first.number not in [row.entry.number for row in division_card(history(division)).leaders]


def test_a_players_card_holds_every_published_round_newest_first():
    division = make_played_event(players=4, played=3)
    make_round(division, 4)
    make_round(division, 5, status=Round.Status.DRAFT)
    past = history(division)
    entry = division.entries.get(number=2)
    card = player_card(past, entry)
    assert [line.round for line in card.lines] == [3, 2, 1]
    assert [line.round for line in card.upcoming] == [4]
    assert card.standing == next(row for row in past.standings(3) if row.number == 2)
    assert [line.after.rank for line in card.lines] == [
        next(row.rank for row in past.standings(number) if row.number == 2) for number in (3, 2, 1)
    ]
    assert card.starts.starts + card.starts.replies == 4
