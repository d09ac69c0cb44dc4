"""Somebody walks in: entered, given the rounds missed, seated and checked in by one form."""

import pytest
from django.urls import reverse

from pairings.forms.pairing import SeatForm
from pairings.services.round_boards import boards_of_round
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.walk_in import walk_in
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user, play

pytestmark = pytest.mark.django_db
WORDS = {"name": "Zed Walkin", "rating": "1200", "worth": "loss", "here": "on"}


@pytest.fixture
def division(client):
    division = make_division(make_tournament(), players=5, rounds=4)
    make_round(division, 1, status=Round.Status.CLOSED)
    make_round(division, 2)
    client.force_login(make_user(tournament=division.tournament))
    return division


def walked_in(client, division, **words):
    address = reverse("console:walk_in", args=[division.tournament.slug])
    return client.post(address, {**WORDS, "place": f"{division.code} 3 0", **words})


def beside_the_bye(number=2):
    """The place against the player who has the bye of a round, as the form sends it."""
    bye = Game.objects.get(round__number=number, second=None).first
    return f"a {number} {bye.number}"


def offered(client, division):
    page = client.get(reverse("console:check_in", args=[division.tournament.slug]))
    return [str(label) for _key, label in page.context["form"].fields["place"].choices]


def test_a_walk_in_gets_the_rounds_missed_the_opponent_who_had_a_bye_and_is_here(client, division):
    bye = Game.objects.get(round__number=2, second=None).first
    assert walked_in(client, division, place=beside_the_bye()).url == "/console/lakeside-open/round/"
    assert "walk-in/?door=1" in client.get("/console/lakeside-open/check-in/").text
    door = {**WORDS, "name": "Yve Late", "place": "a 3 0"}
    assert client.post("/console/lakeside-open/walk-in/?door=1", door).url == "/console/lakeside-open/check-in/"
    entry = Entry.objects.get(player__name="Zed Walkin")
    game = Game.objects.get(round__number=2, second__isnull=False, first__in=[entry, bye], second__in=[entry, bye])
    missed = Game.objects.get(round__number=1, first=entry)
    assert (game.outcome, missed.second, missed.first_halves, entry.presences.get().status) == ("", None, 0, "here")


def test_all_of_it_or_nothing(client, division):
    place = beside_the_bye()
    walked_in(client, division, place=place)
    answer = walked_in(client, division, name="Yve Late", place=place)
    assert (answer.status_code, Entry.objects.filter(player__name="Yve Late").exists()) == (422, False)


def test_a_bye_that_went_to_another_player_since_the_page_was_shown_is_not_taken(division):
    asked = {"values": {"name": "Yve Late"}, "plays_from": 2, "worth": MissedRounds(), "opponent": 99}
    with pytest.raises(Refused) as refused:
        walk_in(by=COMMAND_LINE, division=division, **asked)
    assert refused.value.code == "place_taken"


def test_somebody_who_plays_later_is_not_paired_before(client, division):
    walked_in(client, division, plays_from="4")
    entry = Entry.objects.get(player__name="Zed Walkin")
    assert (entry.absences, Game.objects.filter(first=entry).count()) == ([3], 2)


def test_a_player_added_before_the_day_is_not_checked_in(client, division):
    walked_in(client, division, here="")
    assert not Entry.objects.get(player__name="Zed Walkin").presences.exists()


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


def test_a_walk_in_is_offered_the_first_round_that_is_not_published_and_then_a_bye_by_name(client, division):
    other = make_division(division.tournament, code="b", name="Division B", players=5, rounds=4, position=2)
    make_round(other, 1, status=Round.Status.CLOSED)
    before, bye = boards(other), Game.objects.get(round__number=2, second=None).first
    assert offered(client, division) == [
        "Division A, from round 3",
        f"Division A, in round 2 now: against {bye}, who gives up the bye",
        "Division B, from round 2",
    ]
    assert walked_in(client, other, place="b 2 0").status_code == 302
    assert [row for row in boards(other) if row in before] == before
    assert other.rounds.get(number=1).status == Round.Status.CLOSED


@pytest.mark.parametrize("reopened", [False, True])
def test_a_walk_in_never_plays_in_a_round_that_is_over(client, division, reopened):
    if reopened:
        division.rounds.filter(number=1).update(status=Round.Status.PLAYING)  # its closed_at stays
    assert not any("round 1" in label for label in offered(client, division))
    before = boards(division)
    with pytest.raises(Refused, match="Round 1 of Division A is over"):
        walk_in(by=COMMAND_LINE, division=division, values={"name": "Yve Late"}, plays_from=1, worth=MissedRounds())
    assert boards(division) == before


def test_undo_of_a_walk_in_brings_the_bye_back_and_takes_the_player_off(client, division):
    before, players = boards(division), division.entries.count()
    walked_in(client, division, place=beside_the_bye())
    offered = client.session["undo"]
    client.post(offered["url"], dict(offered["fields"]))
    assert (boards(division), division.entries.count()) == (before, players)
    assert client.post(offered["url"], dict(offered["fields"])).status_code == 404


def test_undo_of_a_walk_in_who_has_played_is_refused(client, division):
    walked_in(client, division, place=beside_the_bye())
    offered = client.session["undo"]
    (game,) = [game for game in Game.objects.filter(round__number=2, second__isnull=False) if "Zed Walkin" in str(game)]
    play(game, 400, 380)
    after = boards(division)
    client.post(offered["url"], dict(offered["fields"]))
    assert boards(division) == after


def test_where_every_round_is_paired_the_page_says_so_and_what_to_do(client, division):
    for number in (3, 4):
        make_round(division, number)
    division.entries.filter(games_as_first__second=None).update(withdrawn_from=2)  # no bye to play against
    page = client.get(reverse("console:walk_in", args=[division.tournament.slug])).content.decode()
    assert f"Every round of {division} is paired already" in page and "Unpublish the rounds that have not begun" in page
