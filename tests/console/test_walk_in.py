"""Somebody walks in: entered, given the rounds missed, seated and checked in by one form."""

import pytest
from django.urls import reverse

from pairings.forms.pairing import SeatForm
from pairings.services.round_boards import boards_of_round
from tdsuite.tournaments.models import Entry, Game, Round
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user, play

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
    assert walked_in(client, division, named=bye.pk).status_code == 302
    entry = Entry.objects.get(player__name="Zed Walkin")
    game = Game.objects.get(round__number=2, second__isnull=False, first__in=[entry, bye], second__in=[entry, bye])
    missed = Game.objects.get(round__number=1, first=entry)
    assert (game.outcome, missed.second, missed.first_halves, entry.presences.get().status) == ("", None, 0, "here")


def test_all_of_it_or_nothing(client, division):
    walked_in(client, division, named=Game.objects.get(round__number=2, second=None).first_id)
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


def boards(division):
    fields = ("round__number", "board", "table_name", "first", "second", "outcome", "first_halves", "reason")
    return sorted(Game.objects.of_division(division).values_list(*fields), key=str)


def test_a_walk_in_is_offered_the_next_round_of_that_division_that_is_not_over(client, division):
    other = make_division(division.tournament, code="b", name="Division B", players=5, rounds=4, position=2)
    make_round(other, 1, status=Round.Status.CLOSED)
    before = boards(other)
    page = client.get(reverse("console:walk_in", args=[division.tournament.slug]))
    labels = [str(label) for _, label in page.context["form"].fields["division"].choices]
    assert labels == ["Division A · round 2", "Division B · round 2"]  # A's is published, B's is not paired
    assert walked_in(client, other, plays_from="").status_code == 302
    assert [row for row in boards(other) if row in before] == before
    assert other.rounds.get(number=1).status == Round.Status.CLOSED


@pytest.mark.parametrize("reopened", [False, True])
def test_a_walk_in_never_plays_in_a_round_that_is_over(client, division, reopened):
    if reopened:
        division.rounds.filter(number=1).update(status=Round.Status.PLAYING)  # its closed_at stays
    before = boards(division)
    answer = walked_in(client, division, plays_from="1", named=division.entries.first().pk)
    says = "Round 1 of Division A is over: the player plays from round 2 on."
    assert (answer.status_code, says in answer.content.decode(), boards(division)) == (422, True, before)


def test_whose_bye_becomes_the_game_is_named_before(client, division):
    bye = Game.objects.get(round__number=2, second=None).first
    named = f"<b>{bye}</b> has a bye in round 2 and would play instead."
    page = client.get(reverse("console:walk_in", args=[division.tournament.slug]))
    assert named in page.content.decode()
    assert f'name="named" value="{bye.pk}"' in page.content.decode()
    before = boards(division)
    refused = walked_in(client, division)
    assert (refused.status_code, boards(division)) == (422, before)
    assert f"{bye.player} has a bye in round 2 and would play instead." in refused.content.decode()
    assert f'name="named" value="{bye.pk}"' in refused.content.decode()


def test_undo_of_a_walk_in_brings_the_bye_back_and_takes_the_player_off(client, division):
    before, players = boards(division), division.entries.count()
    bye = Game.objects.get(round__number=2, second=None).first
    walked_in(client, division, named=bye.pk)
    offered = client.session["undo"]
    client.post(offered["url"], dict(offered["fields"]))
    assert (boards(division), division.entries.count()) == (before, players)
    assert client.post(offered["url"], dict(offered["fields"])).status_code == 404


def test_undo_of_a_walk_in_who_has_played_is_refused(client, division):
    walked_in(client, division, named=Game.objects.get(round__number=2, second=None).first_id)
    offered = client.session["undo"]
    (game,) = [game for game in Game.objects.filter(round__number=2, second__isnull=False) if "Zed Walkin" in str(game)]
    play(game, 400, 380)
    after = boards(division)
    client.post(offered["url"], dict(offered["fields"]))
    assert boards(division) == after
