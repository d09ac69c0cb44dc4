"""Queries that are put into words once: the same rows as from Django, whatever the order of the values in the SQL."""

import pytest
from django.test import Client

from results.prizes.models import HighClaim, Prize
from results.prizes.services import ceremony, high_claims, prizes
from tdsuite.platform.access import guard
from tdsuite.platform.statements import Statement
from tdsuite.tournaments import kept_histories
from tdsuite.tournaments.models import Game, Screen
from tdsuite.tournaments.services import screens
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db


def test_the_rows_are_those_of_the_query_for_values_in_any_order() -> None:
    events = [make_tournament("one"), make_tournament("two")]
    for event in events:
        for number in (1, 2):
            Screen.objects.create(tournament=event, number=number, name=f"Screen {number}")
    by_number = Statement(lambda number, event: Screen.objects.filter(tournament=event, number=number))
    for event in events:
        for number in (1, 2, 3):
            assert by_number.rows(number, event.pk) == list(event.screens.filter(number=number))
            assert by_number.first(number, event.pk) == event.screens.filter(number=number).first()


def test_a_value_may_be_wanted_twice_and_another_be_always_the_same() -> None:
    event = make_tournament()
    division = make_division(event, players=4)
    for title, owner in (("of the event", {"tournament": event}), ("of the division", {"division": division})):
        Prize.objects.create(title=title, position=1, basis="by_hand", **owner)
    assert prizes.of_event.rows(event.pk) == list(Prize.objects.of_event(event))
    game = make_round(division, 1, status="playing", results=1).games.first()
    claim = HighClaim(
        division=division, game=game, entry=game.first, kind="play", points=90, claimed_at=event.created_at
    )
    claim.save()
    assert high_claims._confirmed.first(division.pk) is None
    HighClaim.objects.update(status=HighClaim.Status.CONFIRMED)
    assert high_claims._confirmed.first(division.pk) == claim


def test_rows_have_their_python_values() -> None:
    division = make_division(make_tournament("cup"), players=4, rounds=2)
    make_round(division, 1, results=1)
    for game in Game.objects.all():
        (row,) = kept_histories._game.rows(game.pk)
        assert {**vars(row), "_state": 0} == {**vars(Game.objects.get(pk=game.pk)), "_state": 0}
    event = division.tournament
    event.refresh_from_db()
    assert {**vars(guard._by_slug.first("cup")), "_state": 0} == {**vars(type(event).objects.get()), "_state": 0}
    assert guard._by_slug.first("cup'; --") is None
    assert prizes._terms.first(event.pk) is None


def test_what_is_said_of_a_row_is_said_again_only_after_a_change_of_it() -> None:
    event = make_tournament()
    for position in (1, 2):
        Prize.objects.create(
            title=f"Prize {position}", position=position, basis="by_hand", winners=[3], tournament=event
        )
    first = prizes.of_event.rows_as(ceremony._in_words, event.pk)
    assert [line.winners for _, line in first] == [(3,), (3,)]
    Prize.objects.filter(position=2).update(winners=[4])
    second = prizes.of_event.rows_as(ceremony._in_words, event.pk)
    assert second[0] is first[0]
    assert second[1][1].winners == (4,)


def test_the_words_are_made_once() -> None:
    made: list[int] = []

    def query(key: int):
        made.append(key)
        return Game.objects.filter(pk=key)

    statement = Statement(query)
    statement.rows(1), statement.rows(2)
    assert len(made) == 1


@pytest.mark.parametrize("number", [screens.HIGHEST_NUMBER, screens.HIGHEST_NUMBER + 1, 2**63, 10**30])
def test_a_number_that_no_screen_has_is_not_found(client: Client, number: int) -> None:
    make_tournament("hall")
    assert client.get(f"/t/hall/screen/{number}/").status_code == 404
