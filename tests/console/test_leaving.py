"""A player leaves a round robin whose rounds are all published: every place says so until the boards are settled."""

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from pairings.reports import pairings_by_name, pairings_by_table
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.leaving import settle_boards
from tdsuite.console.walk_in import walk_in
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.entries import withdraw_entry
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.access.signing import signed_in
from tests.results.looking import text

pytestmark = pytest.mark.django_db
GONE = 4


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(), players=6, rounds=5)
    make_round(division, 1, status=Round.Status.CLOSED)
    make_round(division, 2, status=Round.Status.PLAYING)
    for number in (3, 4, 5):
        make_round(division, number)
    return division


@pytest.fixture
def director(division, client):
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


def player(division: Division, number: int) -> Entry:
    return division.entries.with_people().get(number=number)


def url(division: Division, name: str, *args: object) -> str:
    return reverse(name, args=[division.tournament.slug, division.code, *args])


def leaves(division: Division, director, from_round: int | None = 2) -> Entry:
    withdraw_entry(by=director, entry=player(division, GONE), from_round=from_round, reason="Called away")
    return player(division, GONE)


def boards(division: Division) -> list[tuple[object, ...]]:
    fields = [
        "round__number", "board", "table_name", "first", "second", "starts_by", "outcome", "first_halves", "reason",
    ]  # fmt: skip
    return sorted(Game.objects.of_division(division).values_list("pk", *fields))


def opponent_in(division: Division, number: int) -> Entry:
    (game,) = (game for game in Game.objects.of_division(division).in_round(number).with_people() if mine(game))
    other = game.second if game.first.number == GONE else game.first
    assert other is not None
    return other


def mine(game: Game) -> bool:
    return GONE in (game.first.number, game.second.number if game.second else 0)


def places(division: Division, client: Client) -> dict[str, bool]:
    """Where somebody reads of round 3, and whether it says that the player has left."""
    entry, other = player(division, GONE), opponent_in(division, 3)
    says = f"{entry.player} has left the event"
    row = division.rounds.get(number=3)
    row.division = division
    address = f"/api/v1/tournaments/{division.tournament.slug}/divisions/{division.code}/rounds/3/games/"
    games = APIClient().get(address).json()
    phone = signed_in(Client(), other)
    event = division.tournament.slug
    return {
        "day": "has left and is on published boards" in text(client.get(reverse("console:round", args=[event]))),
        "rounds": "with a player gone" in text(client.get(reverse("console:plan", args=[event, "a"]))),
        "public": says in text(Client().get(url(division, "public:pairings", 3))),
        "by table": any(says in board.note for board in pairings_by_table(row, {}).context["boards"]),
        "by name": any(says in place.note for place in pairings_by_name(row, {}).context["places"]),
        "opponent": says in text(phone.get(f"/me/{event}/")),
        "api": any(game["gone"] == [GONE] for game in games),
    }


def test_every_place_tells_of_a_player_gone_until_the_boards_are_settled_or_the_player_returns(
    division, director, client
):
    assert not any(places(division, client).values())
    leaves(division, director)
    assert all(places(division, client).values()), places(division, client)
    leaves(division, director, None)
    assert not any(places(division, client).values())
    entry = leaves(division, director)
    settle_boards(by=director, entry=entry, reason="Called away")
    assert "has left and is on" not in text(client.get(reverse("console:round", args=[division.tournament.slug])))


def test_the_page_names_the_boards_before_and_after_and_one_press_settles_them_by_the_book(division, director, client):
    before, page = boards(division), url(division, "console:entry", GONE)
    others = {number: opponent_in(division, number) for number in (2, 3, 4, 5)}
    named = text(client.get(page))
    assert (
        all(f"{others[number]} gets a bye" in named for number in (3, 4, 5)) and f"{others[2]} gets a forfeit" in named
    )
    answer = client.post(
        url(division, "console:entry_withdraw", GONE), {"out-from_round": "2", "out-reason": "Called away"}
    )
    assert answer.url == f"{page}#left"
    assert "is still on published boards" in text(client.get(page)) and boards(division) == before
    client.post(url(division, "console:entry_settle", GONE))
    now = {
        game.round.number: (game.outcome, game.second_id)
        for game in Game.objects.of_division(division).with_people()
        if others.get(game.round.number) in (game.first, game.second)
    }
    assert {number: kind for number, (kind, _) in now.items()} == {2: "no_show", 3: "bye", 4: "bye", 5: "bye"}
    assert "is still on published boards" not in text(client.get(page))
    assert boards(division) != before


def test_undo_of_settled_boards_puts_them_back_exactly_unless_they_changed_since(division, director, client):
    leaves(division, director)
    before = boards(division)
    client.post(url(division, "console:entry_settle", GONE))
    offered = client.session["undo"]
    client.post(offered["url"], dict(offered["fields"]))
    assert boards(division) == before
    assert {row.number: row.status for row in division.rounds.all()}[2] == Round.Status.PLAYING
    again = boards(division)
    client.post(offered["url"], dict(offered["fields"]))
    assert boards(division) == again
    client.post(offered["url"], {"boards": "made-up"})
    assert boards(division) == again


def test_the_call_that_withdraws_answers_with_the_published_boards(division, director):
    api = APIClient()
    api.force_authenticate(director)
    root = f"/api/v1/tournaments/{division.tournament.slug}/divisions/{division.code}/players/{GONE}/"
    told = api.post(f"{root}withdraw/", {"from_round": 3, "reason": "Called away"}, format="json").json()["boards"]
    assert [(board["round"], board["opponent"]["number"]) for board in told] == [
        (number, opponent_in(division, number).number) for number in (3, 4, 5)
    ]


def test_the_phone_of_a_player_who_left_names_no_table_and_no_start(division, director):
    entry = leaves(division, director)
    page = text(signed_in(Client(), entry).get(f"/me/{division.tournament.slug}/"))
    assert "You are withdrawn from round 2 on." in page
    assert not any(words in page for words in ("You start", "You are second", "Enter the result", "Table "))


def test_two_players_gone_of_one_board_leave_no_bye(division, director):
    leaves(division, director)
    other = opponent_in(division, 3)
    withdraw_entry(by=director, entry=other, from_round=3, reason="Called away")
    settle_boards(by=director, entry=player(division, GONE), reason="Called away")
    assert not any(mine(game) for game in Game.objects.of_division(division).in_round(3).with_people())


def test_who_left_and_who_came_are_settled_in_one_press_shown_before_and_taken_back_exactly(client: Client) -> None:
    division = make_division(make_tournament("swiss"), players=7, rounds=5)
    make_round(division, 1, status=Round.Status.CLOSED)
    make_round(division, 2)
    user = make_user("td", tournament=division.tournament)
    client.force_login(user)
    bye = Game.objects.get(round__number=2, second=None).first
    gone = division.entries.exclude(pk=bye.pk).with_people()[0]
    withdraw_entry(by=user, entry=gone, from_round=2, reason="Ill")
    walk_in(by=user, division=division, values={"name": "Wanda Walker"}, plays_from=2, worth=MissedRounds())
    address, was = url(division, "console:board_settle"), boards(division)
    assert address in client.get(reverse("console:round", args=["swiss"])).content.decode()
    looked = client.post(address, {"what-follows": 1})
    assert boards(division) == was and "Wanda Walker" in text(looked) and f"{gone.player} has left" in text(looked)
    client.post(address)
    undo = client.session["undo"]
    seated = {player for game in Game.objects.filter(round__number=2) for player in (game.first, game.second) if player}
    assert (
        seated == set(division.entries.exclude(pk=gone.pk))
        and Game.objects.filter(round__number=2, second=None).count() == 1
    )
    assert address not in client.get(reverse("console:round", args=["swiss"])).content.decode()
    client.post(undo["url"], dict(undo["fields"]))
    assert {row[1:] for row in boards(division)} == {row[1:] for row in was}


def test_who_sits_nowhere_in_a_round_to_come_can_be_settled_from_the_board_of_another_round(client: Client) -> None:
    division = make_division(make_tournament("swiss"), players=4, rounds=3)
    make_round(division, 1, status=Round.Status.PLAYING)
    make_round(division, 2, pairs=[(1, 2)])
    client.force_login(make_user("td", tournament=division.tournament))
    address, board = url(division, "console:board_settle"), reverse("console:round", args=["swiss"])
    assert address in client.get(f"{board}?round=1").content.decode()
    client.post(address)
    assert {frozenset((game.first.number, game.second.number)) for game in Game.objects.filter(round__number=2)} == {
        frozenset((1, 2)), frozenset((3, 4)),
    }  # fmt: skip
    assert address not in client.get(f"{board}?round=1").content.decode()
