"""Players change their division before and during play: what goes along, what stays, and what is refused."""

import pytest
from django.urls import reverse
from django.utils import timezone

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from pairings.services.rules import save_settings
from results.attendance.services.check_in import mark_check_in
from tdsuite.console.division_moves import move_players
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import PlayerLink
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def divisions(db):
    event = make_tournament()
    return make_division(event, players=6, rounds=4, code="a"), make_division(event, players=5, rounds=4, code="b")


def entry(division, number):
    return Entry.objects.select_related("player", "division__tournament").get(division=division, number=number)


def move(division, to, *numbers):
    players = [entry(division, number) for number in numbers]
    return move_players(by=COMMAND_LINE, division=division, players=players, to=to, reason="asked to play up")


def test_a_group_that_has_not_played_moves_with_check_in_and_link_and_gets_the_next_numbers(divisions):
    a, b = divisions
    fifth = entry(a, 5)
    mark_check_in(by=COMMAND_LINE, entry=fifth, status="here")
    PlayerLink.objects.create(entry=fifth, nonce="n", token_hash="t", pin_hash="p", issued_at=timezone.now())
    moved = move(a, b, 5, 6)
    assert [(row.number, row.division.code) for row in moved] == [(6, "b"), (7, "b")]
    row = entry(b, 6)
    assert (row.pk, row.presences.get().status, row.player_link.token_hash) == (fifth.pk, "here", "t")
    assert [a.entries.count(), b.entries.count()] == [4, 7]


def test_who_has_played_leaves_the_games_behind_and_plays_on_in_the_other_division_with_the_rounds_missed(divisions):
    a, b = divisions
    for division in divisions:
        make_round(division, 1, status=Round.Status.CLOSED, pairs=[(1, 2)])
    (moved,) = move(a, b, 1)
    old = entry(a, 1)
    assert (old.withdrawn_from, moved.number, moved.player_id) == (2, 6, old.player_id)
    missed = Game.objects.get(first=moved)
    assert (missed.round.number, missed.second, missed.first_halves) == (1, None, 0)
    assert {row.number: row.halves for row in history(a).standings(1)}[1] == 2
    assert [moved.plays_in(2), old.plays_in(2)] == [True, False]


def test_whoever_comes_back_takes_up_the_first_entry_again_and_no_player_stands_twice(divisions):
    a, b = divisions
    make_round(a, 1, status=Round.Status.CLOSED, pairs=[(1, 2)])
    move(a, b, 1)
    (back,) = move(b, a, 6)
    assert (back.number, back.division.code, entry(a, 1).withdrawn_from) == (1, "a", None)
    assert not b.entries.filter(number=6).exists()


def test_refused_while_a_game_is_open_a_draft_stands_or_the_rules_name_the_player(divisions):
    a, b = divisions
    save_settings(by=COMMAND_LINE, division=a, values={"volunteers": [3]})
    with pytest.raises(Refused, match="is named in the pairing rules of"):
        move(a, b, 3)
    make_draft(by=COMMAND_LINE, division=a, seed=1)
    with pytest.raises(Refused, match=r"There is a draft of round 1: discard it first\."):
        move(a, b, 1)
    PairingRun.objects.all().delete()
    make_round(a, 1, pairs=[(1, 2)])
    with pytest.raises(Refused, match="has no result yet at table 1 of round 1: enter it, or take the board apart"):
        move(a, b, 4, 1)
    assert entry(a, 4).division == a  # all of them or none


def test_a_draft_of_the_other_division_is_stale_afterwards(divisions):
    a, b = divisions
    draft = make_draft(by=COMMAND_LINE, division=b, seed=1)
    move(a, b, 1)
    assert PairingRun.objects.get(pk=draft.pk).stale_now()


def test_the_page_moves_who_is_ticked_and_everybody_rated_below(client, divisions):
    a, b = divisions
    client.force_login(make_user(tournament=a.tournament))
    rows = list(a.entries.order_by("number"))
    page = reverse("console:move_players", args=[a.tournament.slug, "a"])
    assert "checked" in client.get(f"{page}?player=2").content.decode()
    sent = {"to": b.pk, "below": rows[-1].rating + 1, "players": [rows[0].pk], "reason": "two groups"}
    assert client.post(page, sent).status_code == 302
    expected = {rows[0].player_id, rows[-1].player_id}
    assert {*b.entries.filter(number__gt=5).values_list("player_id", flat=True)} == expected
    answer = client.post(page, {"to": b.pk, "reason": "nobody"})
    assert (answer.status_code, "Choose who moves." in answer.content.decode()) == (422, True)


def test_a_second_press_moves_nobody_twice(divisions):
    a, b = divisions
    read_before, read_too = entry(a, 5), entry(a, 5)
    move_players(by=COMMAND_LINE, division=a, players=[read_before], to=b, reason="asked to play up")
    with pytest.raises(Refused, match="changed the roster meanwhile"):
        move_players(by=COMMAND_LINE, division=a, players=[read_too], to=b, reason="asked to play up")
    assert [row.division.code for row in Entry.objects.filter(player=read_too.player)] == ["b"]
