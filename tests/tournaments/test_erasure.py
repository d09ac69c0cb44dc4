"""Who may erase a person, where, and what goes with the name."""

import sqlite3

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import PlayerLink, PlayerSession
from tdsuite.platform.access.services.links import issue_missing, token_of
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Entry, Game, Player
from tdsuite.tournaments.services.erasure import erase_player
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_it_takes_the_right_in_every_event_the_person_played_in() -> None:
    one, two = make_division(make_tournament("one"), players=2), make_division(make_tournament("two"), players=2)
    person = one.entries.get(number=1).player
    two.entries.create(player=person, number=9)
    director = make_user(tournament=one.tournament)
    with pytest.raises(NotAllowed):
        erase_player(by=director, player=person)
    make_user(tournament=two.tournament)
    erase_player(by=make_user(tournament=two.tournament), player=person)
    assert [Record.objects.filter(chain=str(event.tournament.pk)).count() for event in (one, two)] == [1, 1]


def test_somebody_who_never_played_is_the_keepers_and_recorded_in_the_sites_chain() -> None:
    person = Player.objects.create(name="Ida Nowhere", filing_name="Nowhere, Ida")
    with pytest.raises(NotAllowed):
        erase_player(by=make_user(), player=person)
    erase_player(by=COMMAND_LINE, player=person)
    assert Record.objects.of_chain("site").get().action == "player.erased"


def test_the_page_of_an_entry_erases_the_person() -> None:
    division = make_division(players=2)
    entry = division.entries.get(number=1)
    where = [division.tournament.slug, division.code, 1]
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    assert f"erase_player {entry.player_id}" in client.get(reverse("console:entry", args=where)).content.decode()
    client.post(reverse("console:entry_erase", args=where), {"reasons": "on"})
    assert Player.objects.get(pk=entry.player_id).name == f"Player {entry.player_id}"


def test_an_erased_player_signs_in_no_more(client: Client) -> None:
    division = make_division(players=2)
    entry = division.entries.get(number=1)
    issued, _other = issue_missing(by=COMMAND_LINE, tournament=division.tournament)
    address = f"/l/{token_of(issued.link)}/"
    assert client.get(address).status_code == 302
    home = reverse("results:me", args=[division.tournament.slug])
    assert client.get(home).status_code == 200
    assert erase_player(by=COMMAND_LINE, player=entry.player)["ways to sign in"] == 1
    assert client.get(home).status_code == 302
    assert client.get(address).status_code != 302
    assert not PlayerLink.objects.filter(entry=entry).exists() and not PlayerSession.objects.exists()


def test_a_name_is_taken_out_as_a_word_and_not_out_of_longer_ones() -> None:
    division = make_division(players=2)
    entry = division.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(name="Ann", filing_name="Ann")
    division.rounds.create(number=1, status="published").games.create(
        first=entry, second=division.entries.get(number=2), board=1, reason="Ann's choice at the Annual, says ANN."
    )
    entry.player.refresh_from_db()
    erase_player(by=COMMAND_LINE, player=entry.player)
    label = f"Player {entry.player_id}"
    assert Game.objects.get().reason == f"{label}'s choice at the Annual, says {label}."


@pytest.mark.django_db(transaction=True)
def test_nothing_of_the_name_is_left_in_the_bytes_of_the_file() -> None:
    """SQLite overwrites what it deletes, and the write-ahead log is emptied."""
    if connection.vendor != "sqlite":
        return
    division = make_division(players=2)
    person = division.entries.get(number=1).player
    Player.objects.filter(pk=person.pk).update(name="Quirinus Unmistakable", filing_name="Unmistakable, Quirinus")
    Entry.objects.filter(player=person).update(imported={"note": "Unmistakable " * 500})
    erase_player(by=COMMAND_LINE, player=Player.objects.get(pk=person.pk))
    name = connection.settings_dict["NAME"]
    connection.close()
    with sqlite3.connect(name) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with open(name, "rb") as file:
        assert b"Unmistakable" not in file.read()
