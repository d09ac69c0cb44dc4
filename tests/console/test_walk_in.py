"""Somebody walks in: entered, given the rounds missed, seated and checked in by one form."""

import pytest
from django.urls import reverse

from pairings.forms.pairing import SeatForm
from pairings.services.round_boards import boards_of_round
from tdsuite.tournaments.models import Entry, Game, Round
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
WORDS = {"name": "Zed Walkin", "rating": "1200", "plays_from": "2", "seating": "free", "worth": "loss"}


@pytest.fixture
def division(client):
    division = make_division(make_tournament(), players=5, rounds=4)
    make_round(division, 1, status=Round.Status.CLOSED)
    make_round(division, 2)
    client.force_login(make_user(tournament=division.tournament))
    return division


def walked_in(client, division, **words):
    address = reverse("console:walk_in", args=[division.tournament.slug])
    return client.post(address, {**WORDS, "division": division.pk, **words})


def test_a_walk_in_gets_the_rounds_missed_the_opponent_who_had_a_bye_and_is_here(client, division):
    bye = Game.objects.get(round__number=2, second=None).first
    assert walked_in(client, division).status_code == 302
    entry = Entry.objects.get(player__name="Zed Walkin")
    game = Game.objects.get(round__number=2, second__isnull=False, first__in=[entry, bye], second__in=[entry, bye])
    missed = Game.objects.get(round__number=1, first=entry)
    assert (game.outcome, missed.second, missed.first_halves, entry.check_in.status) == ("", None, 0, "here")


def test_all_of_it_or_nothing(client, division):
    walked_in(client, division)
    answer = walked_in(client, division, name="Yve Late")
    assert (answer.status_code, Entry.objects.filter(player__name="Yve Late").exists()) == (422, False)
    assert "Nobody is without an opponent in this round: choose a bye." in answer.content.decode()


def test_somebody_who_plays_later_is_not_paired_before(client, division):
    walked_in(client, division, plays_from="4", seating="wait")
    entry = Entry.objects.get(player__name="Zed Walkin")
    assert (entry.absences, Game.objects.filter(first=entry).count()) == ([3], 2)


def test_nobody_is_offered_as_their_own_opponent(division):
    make_entries(division, 1)
    row = Round.objects.select_related("division__tournament").get(number=2)
    seats = boards_of_round(row)
    form = SeatForm(seats=seats)
    ((alone, _label),) = seats.unseated()
    assert str(alone.pk) not in [value for value, _label in form.fields["opponent"].choices]
