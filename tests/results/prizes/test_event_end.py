"""What is told of an event when it is over: podium, records, rating gains, and its paper."""

from functools import partial

import pytest

from results.models import Prize
from results.prizes.services.event_end import event_end
from results.ratings.services import OPTION, rate_division
from results.reports.common import NothingToPrint
from tdsuite.platform.printing import registry
from tdsuite.tournaments.models import Division, Entry, Tournament
from tests.factories import make_division, make_played_event, make_round, make_tournament, play
from tests.statements import statements_of

pytestmark = pytest.mark.django_db


def two_rounds(**values: object) -> Division:
    """Ada (1) wins twice, by 200 and by 50; Celeste (3) loses with 410 in round 2."""
    division = make_division(make_tournament(), players=4, rounds=2, **values)
    for number, pairs, scores in (
        (1, [(1, 2), (3, 4)], {1: (500, 300), 3: (380, 360)}),
        (2, [(1, 3), (2, 4)], {1: (460, 410), 2: (350, 340)}),
    ):
        row = make_round(division, number, status="closed", results=0, pairs=pairs)
        for game in row.games.all():
            play(game, *scores[game.first.number])
    return division


def numbers(entries: tuple[Entry, ...]) -> list[int]:
    return [entry.number for entry in entries]


def test_the_first_three_places_stand_on_the_podium_and_all_who_share_one() -> None:
    division = two_rounds()
    (part,) = event_end(division.tournament).divisions
    assert [(row.entry.number, row.standing.rank) for row in part.podium] == [(1, 1), (3, 2), (2, 3)]
    assert (part.rounds, len(part.finishes)) == (2, 4)
    shared = make_division(make_tournament("shared"), players=4, rounds=1)
    for game in make_round(shared, 1, status="closed", results=0, pairs=[(1, 2), (3, 4)]).games.all():
        play(game, 400, 380)
    (part,) = event_end(shared.tournament).divisions
    assert [row.standing.rank for row in part.podium] == [1, 1, 3, 3]


def test_the_records_name_the_game_with_its_round_and_opponent() -> None:
    (part,) = event_end(two_rounds().tournament).divisions
    high_win, high_loss, high_spread, combined = part.records
    assert (high_win.value, numbers(high_win.people), high_win.round, high_win.score) == (500, [1], 1, "500–300")
    assert high_win.other is not None and high_win.other.number == 2
    assert (high_loss.value, numbers(high_loss.people), high_loss.round, high_loss.score) == (410, [3], 2, "410–460")
    assert (high_spread.value, numbers(high_spread.people)) == (200, [1])
    assert (combined.value, numbers(combined.people), combined.other) == (870, [1, 3], None)


@pytest.mark.parametrize(
    ("games", "people"), [(1, [1]), (2, [1, 3]), (3, [1, 3, 5]), (4, [])], ids=["one", "two", "three", "four"]
)
def test_a_record_that_several_games_share_stands_there_once_and_says_how_many(games: int, people: list[int]) -> None:
    division = make_division(make_tournament(), players=2 * games, rounds=1)
    pairs = [(2 * number + 1, 2 * number + 2) for number in range(games)]
    for game in make_round(division, 1, status="closed", results=0, pairs=pairs).games.all():
        play(game, 400, 380)
    (part,) = event_end(division.tournament).divisions
    assert [line.shared for line in part.records] == [games] * 4
    assert numbers(part.records[0].people) == people
    assert (part.records[0].other is None) == (games > 1)
    assert len(numbers(part.records[3].people)) == (2 * games if games <= 3 else 0)


def test_ratings_are_those_of_the_divisions_own_system_and_the_largest_gains_come_first() -> None:
    division = make_played_event(players=12, played=5, rounds=5)
    assert event_end(division.tournament).divisions[0].gains == ()
    division.standings_options = {**division.standings_options, OPTION: "naspa"}
    division.save()
    (part,) = event_end(division.tournament).divisions
    table = rate_division(division, "naspa").table
    assert {row.entry.number: row.rating for row in part.finishes} == {row.number: row for row in table}
    gains = sorted((row.change for row in table if row.change and row.change > 0), reverse=True)
    assert [row.rating.change for row in part.gains if row.rating] == gains[:3]


def test_many_divisions_and_players_ask_no_more_than_few() -> None:
    asked = []
    for slug, players, codes in (("few", 4, "a"), ("many", 20, "abcd")):
        tournament = make_tournament(slug)
        for code in codes:
            division = make_division(tournament, players=players, rounds=3, code=code)
            division.standings_options = {**division.standings_options, OPTION: "naspa"}
            division.save()
            Prize.objects.create(division=division, title="First", basis="place", money=1)
            for number in (1, 2, 3):
                make_round(division, number, status="closed")
        asked.append(statements_of(partial(event_end, tournament)))
    assert asked[0] == asked[1]


def test_an_event_without_a_result_has_no_podium_and_no_paper() -> None:
    division = make_division(make_tournament(), players=4)
    (part,) = event_end(division.tournament).divisions
    assert (part.podium, part.records, part.finishes) == ((), (), ())
    with pytest.raises(NothingToPrint, match="has no result yet"):
        registry.find("event-results").build(division.tournament, {})


def test_the_paper_has_winners_prizes_and_records_and_says_when_it_is_not_final() -> None:
    division = two_rounds()
    Prize.objects.create(division=division, title="First", basis="place", money=5000)
    Prize.objects.create(tournament=division.tournament, title="Best loss", basis="high_loss", text="a dictionary")
    tournament = Tournament.objects.get(pk=division.tournament_id)
    context = registry.find("event-results").build(tournament, {}).context
    ((part, page),) = context["parts"]
    assert [row.entry.number for row in part.podium] == [1, 3, 2]
    assert [award.titles for award in page.announced] == [("First",)]
    assert [award.texts for award in context["prizes"].announced] == [("a dictionary",)]
    assert context["final"] is True
    Division.objects.update(planned_rounds=3)
    assert registry.find("event-results").build(tournament, {}).context["final"] is False
