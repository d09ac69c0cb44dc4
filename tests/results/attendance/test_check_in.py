"""The door of the hall: who is here, and the gate before round 1."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from results.attendance.services import attendance
from results.attendance.services import check_in as door
from tdsuite.platform.access.codes import link_token
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.services.links import issue_missing
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Entry, Presence
from tdsuite.tournaments.notices import LONGEST_NOTICE, standing_notices
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.notices import announce_check_in
from tdsuite.tournaments.services.waiting import all_waiting
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user
from tests.pairings.desk import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = make_tournament()
    make_division(tournament, players=4)
    make_division(tournament, players=3, code="b")
    return tournament


@pytest.fixture
def director(event):
    return make_user(tournament=event)


def helper(event, name="door"):
    client = Client()
    client.force_login(make_user(name, tournament=event, role=Role.OFFICIAL))
    return client


def address(event, name, *words):
    return reverse(f"results:{name}", args=[event.slug, *words])


def entry(event, number, code="a"):
    return Entry.objects.select_related("division__tournament", "player").get(
        division__tournament=event, division__code=code, number=number
    )


def test_two_helpers_check_people_in_and_the_page_counts_who_is_missing(event):
    first, second = helper(event), helper(event, "other-door")
    for client, number in ((first, 1), (second, 2), (second, 1)):
        answer = client.post(address(event, "check_in_tap", "a", number, "here"), headers={"HX-Request": "true"})
        assert "✓ here" in text(answer) and 'hx-swap-oob="true"' in answer.content.decode()
    assert "5 missing of 7" in text(first.get(address(event, "check_in")))
    missing = first.get(address(event, "check_in"), {"show": "missing"})
    assert [guest.entry.number for guest in missing.context["guests"]].count(1) == 1  # of the other division
    assert Record.objects.filter(action="check_in.marked").count() == 2  # the second tap of two does nothing


def test_a_badge_a_phones_code_and_a_name_find_the_player(event, director):
    issue_missing(by=director, tournament=event)
    row = entry(event, 2, "b")
    token = link_token(PlayerLink.objects.get(entry=row).nonce)
    for code in ("B 2", "b2", f"http://192.168.1.20:8000/l/{token}/", row.player.name, row.player.name.split()[0]):
        assert door.entry_by_code(event, code).pk == row.pk, code
    for code, refusal in (("2", "several_players"), ("77", "nobody"), ("zzz", "nobody"), ("", "nobody")):
        with pytest.raises(Refused) as refused:
            door.entry_by_code(event, code)
        assert refused.value.code == refusal, code
    answer = helper(event).post(address(event, "check_in_code"), {"code": "B2"}, follow=True)
    assert f"2 {row.player.name} is here" in text(answer)


def test_who_is_not_here_before_round_1_is_settled_one_by_one(event, director, client):
    client.force_login(director)
    assert all_waiting(event) == []  # nobody takes a check-in here
    door.mark_check_in(by=director, entry=entry(event, 1), status="here")
    door.mark_check_in(by=director, entry=entry(event, 2), status="late")
    door.mark_check_in(by=director, entry=entry(event, 3), status="not_coming")
    (waiting,) = all_waiting(event)
    assert (waiting.what, waiting.before_pairing) == ("3 players are not here yet", True)
    page = client.get(address(event, "gate"))
    assert [guest.default_choice for guest in sorted(page.context["guests"], key=lambda guest: guest.entry.number)] == ["pair", "leave", "sit_out"]  # fmt: skip
    choices = {f"choice-{guest.entry.pk}": guest.default_choice for guest in page.context["guests"]}
    client.post(address(event, "gate"), choices)
    plays = {row.number: (row.plays_in(1), row.plays_in(2)) for row in Entry.objects.filter(division__code="a")}
    assert plays == {1: (True, True), 2: (True, True), 3: (False, False), 4: (False, True)}
    assert all_waiting(event) == [] and Presence.objects.get(entry__number=2).paired_anyway
    door.mark_check_in(by=director, entry=entry(event, 4), status="here")
    assert "sits out round 1: tell the director" in text(client.get(address(event, "check_in")))


def test_the_gate_is_open_once_round_1_is_published(event, director):
    door.mark_check_in(by=director, entry=entry(event, 1), status="here")
    make_round(entry(event, 1).division)
    assert door.missing_at_the_gate(event) == []


def test_the_page_of_two_divisions_carries_the_version_of_each(event, director):
    door.mark_check_in(by=director, entry=entry(event, 1, "b"), status="here")
    page = helper(event).get(address(event, "check_in")).content.decode()
    topics = re.search(r'data-live="([^"]*)" data-live-version="([^"]*)"', " ".join(page.split())).groups()
    assert [words.split() for words in topics] == [
        [f"attendance:{row.pk}" for row in event.divisions.all()],
        ["0", "1"],
    ]


def test_the_page_makes_the_same_queries_for_few_and_for_many(event, django_assert_max_num_queries):
    client = helper(event)
    client.get(address(event, "check_in"))
    make_division(event, players=40, code="c")
    with django_assert_max_num_queries(20):
        client.get(address(event, "check_in"))


def test_who_is_missing_is_announced_at_one_press_and_follows_who_comes(event, director, client):
    client.force_login(director)
    door.mark_check_in(by=director, entry=entry(event, 2), status="late")
    door.mark_check_in(by=director, entry=entry(event, 3), status="not_coming")
    assert b"Announce who is missing" in client.get(address(event, "check_in")).content
    client.post(address(event, "check_in_announce"))
    late, gone = entry(event, 2).player.name, entry(event, 3).player.name
    (notice,) = announced(event)
    assert notice.startswith("Please come to check-in: ") and len(notice) <= LONGEST_NOTICE
    assert f"; Coming late: {late}; Not coming: {gone}" in notice and entry(event, 1).player.name in notice
    for url in ("/t/lakeside-open/", "/t/lakeside-open/b/wall/"):
        assert late in text(client.get(url))
    for row in Entry.objects.filter(division__tournament=event).exclude(pk=entry(event, 2).pk):
        door.mark_check_in(by=director, entry=row, status="here")
    assert announced(event) == [f"Coming late: {late}"]
    door.mark_check_in(by=director, entry=entry(event, 2), status="here")
    assert announced(event) == []


def test_as_many_names_are_announced_as_fit(event, director):
    make_entries(event.divisions.get(code="b"), 60)
    assert announce_check_in(by=director, tournament=event) == 67
    (notice,) = announced(event)
    shown, _and, more = notice.removeprefix("Please come to check-in: ").removesuffix(" more").rpartition(" and ")
    assert len(notice) <= LONGEST_NOTICE and len(shown.split(", ")) + int(more) == 67 and len(shown.split(", ")) > 5


def test_who_is_not_at_the_table_is_announced_until_they_are(event, director, client):
    client.force_login(director)
    row = make_round(event.divisions.get(code="a"), 1, status="playing")
    game = row.games.select_related("first__player", "round__division__tournament").first()
    attendance.mark(by=director, game=game, entry=game.first, status="absent")
    url = address(event, "attendance_announce", "a", 1)
    assert url in client.get(address(event, "attendance", "a", 1)).content.decode()
    client.post(url)
    said = f"Division A, round 1: please come to your table: {game.first.player} (table {game.table})"
    assert announced(event) == [said]
    attendance.arrive(by=director, game=game, entry=game.first)
    assert announced(event) == []
    client.post(url)
    assert client.post(url, follow=True).status_code == 200


def announced(event):
    return [words for _number, words, _at in standing_notices(type(event).objects.get(pk=event.pk))]
