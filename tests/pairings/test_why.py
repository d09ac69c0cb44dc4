"""Why a round is what it is, and what a swap costs before it is made."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.boards import move_game, swap_players
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.explanations import other_boards, swap_cost
from pairings.services.publishing import publish_run
from pairings.services.rules import save_settings
from pairings.views.round_pages import COSTS, cost_facts
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Game
from tests.english import english_words, parts_of
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user
from tests.pairings.desk import url
from tests.platform.access.signing import signed_in
from tests.results.looking import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(), players=8, rounds=7)
    make_round(division, 1, status="closed")
    return division


@pytest.fixture
def run(division: Division, director: User) -> PairingRun:
    return make_draft(by=director, division=division, seed=3)


def two_of_a_kind(run: PairingRun) -> tuple[int, int]:
    """The first players of the first two boards."""
    one, two = list(run.draft_boards())[:2]
    return one.first, two.first


def test_a_swap_is_priced_before_it_is_made_and_changes_nothing(run: PairingRun, director: User) -> None:
    boards = list(run.draft_boards())
    one, other = boards[0].first, boards[-1].first
    cost = swap_cost(by=director, run=run, number=2, player=one, other=other)
    rows = {name: (now, then) for name, now, then in cost.rows}
    assert rows["wins"][1] > rows["wins"][0]
    assert [set(board.numbers) for board in cost.boards] == [
        {other, boards[0].second}, {one, boards[-1].second},
    ]  # fmt: skip
    assert list(PairingRun.objects.get(pk=run.pk).draft_boards()) == boards


# --- pages -----------------------------------------------------------------------------------------


def test_the_page_of_a_round_shows_reasons_costs_and_proof(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    assert client.get(url(division, "why", 2))["Location"] == url(division, "round", 2)
    publish_run(by=director, run=run)
    page = text(client.get(url(division, "why", 2)))
    assert page.count("What this board costs") == 4
    assert "they have not met" in page
    assert "Win differences, squared" in page
    assert "Proved over every board that may be played. Seed 3" in page


def test_on_a_phone_where_the_headings_go_each_number_says_what_it_is(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    publish_run(by=director, run=run)
    table = client.get(url(division, "why", 2)).content.decode()
    assert re.findall(r'<th scope="row" data-label="Table">(\d+)</th>', table) == ["1", "2", "3", "4"]
    player = client.get(url(division, "why_player", 1)).content.decode()
    assert (
        len(re.findall(r'<th scope="row" data-label="Round"><a', player))
        == division.rounds.exclude(status="draft").count()
    )


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        ("whole", "Proved over every board that may be played."),
        ("candidates", "Not proved over every board: in so large a field only the likely boards were weighed"),
        ("none needed", "This method does not choose by costs, so there is nothing to prove."),
        ("", "Not proved."),
    ],
)
def test_the_page_says_how_sure_the_costs_are(
    run: PairingRun, division: Division, client: Client, proof: str, says: str
) -> None:
    run.proof = proof
    run.save()
    assert says in text(client.get(url(division, "round", 2)))
    publish_run(by=COMMAND_LINE, run=run)
    assert says in text(client.get(url(division, "why", 2)))


def test_rounds_drafted_as_one_table_show_each_cost_once_added_up(division: Division, director: User) -> None:
    Division.objects.filter(pk=division.pk).update(pairing_plan=[{"first": 2, "last": 7, "method": "round_robin"}])
    make_entries(division, 1)
    run = make_draft(by=director, division=division, number=2)
    PairingRun.objects.filter(pk=run.pk).update(costs=[["repeats", 1], ["starts", 2], ["repeats", 3], ["starts", 0]])
    run.refresh_from_db()
    assert [value for _, value in cost_facts(run, untouched=True)["costs"]] == [4, 2]


def test_a_round_changed_by_hand_is_not_called_proved(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    changed = "Boards were changed by hand since"
    publish_run(by=director, run=run)
    assert changed not in text(client.get(url(division, "why", 2)))
    first, second, *_ = Game.objects.filter(round__number=2).with_people().by_board()
    swap_players(
        by=director, game=first, entry=first.first, other_game=second, other_entry=second.first, reason="asked"
    )
    page = text(client.get(url(division, "why", 2)))
    assert (changed in page, "Proved over every board" in page) == (True, False)


def test_a_draft_changed_by_hand_is_not_called_proved(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    one, other = two_of_a_kind(run)
    swap_in_draft(by=director, run=run, number=2, player=one, other=other)
    page = text(client.get(url(division, "round", 2)))
    assert ("Boards were changed by hand since" in page, "Proved over every board" in page) == (True, False)


def test_the_page_of_a_player_shows_every_published_board(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    publish_run(by=director, run=run)
    page = client.get(url(division, "why_player", 1)).text
    game = Game.objects.with_people().filter(round__number=2, first__number=1).first()
    assert "they have not met" in page and game is not None
    assert f"{url(division, 'why', 2)}#game-{game.pk}" in page
    assert f'<tr id="game-{game.pk}">' in client.get(url(division, "why", 2)).text
    assert client.get(url(division, "why_player", 99)).status_code == 404


def test_the_swap_page_shows_the_cost_and_the_button_makes_it(
    run: PairingRun, division: Division, client: Client
) -> None:
    boards = list(run.draft_boards())
    one, other = boards[0].first, boards[-1].first
    sent, address = {"player": one, "other": other}, reverse("console:draft_table", args=["lakeside-open", "a", 2])
    page = text(client.get(address, sent))
    assert f"{one} and {other} change places" in page
    assert "Win differences, squared" in page
    assert not any(board.changed for board in PairingRun.objects.get(pk=run.pk).draft_boards())
    done = text(client.post(address, sent, follow=True))
    assert f"Players {one} and {other} changed places." in done and "change places again." in done
    assert sum(board.changed for board in PairingRun.objects.get(pk=run.pk).draft_boards()) == 2


def test_a_swap_that_cannot_be_is_refused_with_what_was_typed(run: PairingRun, client: Client) -> None:
    address = reverse("console:draft_table", args=["lakeside-open", "a", 2])
    for ask in (client.get, client.post):
        response = ask(address, {"player": 1, "other": 99})
        assert response.status_code == 422
        assert "Player 99 is on no board of round 2 in this draft" in text(response)
        assert 'name="other" value="99"' in response.content.decode()
    assert client.get(address, {"player": 99}).status_code == 404
    assert client.get(address.replace("round/2", "round/1"), {"player": 1}).status_code == 404
    assert PairingRun.objects.get(pk=run.pk).boards == run.boards


def test_reasons_are_public_until_switched_off_and_drafts_never(
    run: PairingRun, division: Division, director: User
) -> None:
    stranger = Client()
    pages = [url(division, "why", 1), url(division, "why_player", 1)]
    assert [stranger.get(page).status_code for page in pages] == [200, 200]
    assert stranger.get(url(division, "why", 2)).status_code == 404
    save_settings(by=director, division=division, values={"reasons_public": False})
    assert [stranger.get(page).status_code for page in pages] == [404, 404]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-gb", ("Both 0-1; they have not met.", "Round 2, table 4: ")),
        ("fr", ("Tous deux 0-1\xa0; ils ne se sont pas rencontrés.", "Ronde 2, table 4: ")),
        ("es", ("Ambos 0-1; no se han enfrentado.", "Ronda 2, mesa 4: ")),
    ],
)
def test_one_sentence_says_why_on_the_boards_and_on_a_players_own_page_until_switched_off(
    run: PairingRun, division: Division, director: User, language: str, words: tuple[str, str]
) -> None:
    (sentence, question), boards, own = words, "/t/lakeside-open/a/pairings/2/", "/me/lakeside-open/"
    last = division.entries.get(number=list(run.draft_boards(2))[-1].first)
    phone = signed_in(Client(headers={"Accept-Language": language}), last)
    drafted = html.unescape(phone.get(own).text)
    assert sentence not in drafted and phone.get(boards).status_code == 404
    publish_run(by=director, run=run)
    pages = [html.unescape(phone.get(page).text) for page in (boards, own)]
    game = Game.objects.get(round__number=2, board=4)
    assert all(f"<summary>{sentence}</summary>" in page for page in pages)
    assert all(f"{url(division, 'why', 2)}?board={game.pk}#game-{game.pk}" in page for page in pages)
    (asked,) = re.findall(r'href="(/me/lakeside-open/requests/[?][^"]+)"', pages[1])
    form = phone.get(asked).context["form"]
    assert (form["kind"].value(), form["words"].value()) == ("question", question)
    save_settings(by=director, division=division, values={"reasons_public": False})
    assert not any(sentence in html.unescape(phone.get(page).text) for page in (boards, own))


def test_a_bye_has_its_sentence_on_the_players_own_page(division: Division, director: User) -> None:
    make_entries(division, 1)
    run = make_draft(by=director, division=division, seed=3)
    publish_run(by=director, run=run)
    bye = Game.objects.get(round__number=2, second=None)
    page = html.unescape(signed_in(Client(), bye.first).get("/me/lakeside-open/").text)
    assert "<summary>Bye: fewest byes (0), lowest rank 9.</summary>" in page and "words=Round%202%2C%20bye:%20" in page


def test_a_board_shows_at_most_two_others_with_what_each_would_have_cost(
    run: PairingRun, division: Division, director: User
) -> None:
    def then(player: int, other: int) -> list[int]:
        return [cost for _, _, cost in swap_cost(by=director, run=run, number=2, player=player, other=other).rows]

    (first, second), *others = [board.numbers for board in run.draft_boards(2)]
    costs = sorted(then(second, other) for numbers in others[:2] for other in numbers)
    found = other_boards(run, 2, (first, second))
    assert [[cost for _, _, cost in other.rows] for other in found] == costs[:2]
    publish_run(by=director, run=run)
    game = Game.objects.get(round__number=2, board=1)
    page = text(Client().get(url(division, "why", 2), {"board": game.pk}))
    names = {entry.number: str(entry) for entry in division.entries.select_related("player")}
    for other in found:
        (board, beside), (met, met_beside) = other.boards, other.met
        says = f"{names[board.first]} – {names[board.second or 0]} ({met}),"
        assert f"{says} {names[beside.first]} – {names[beside.second or 0]} ({met_beside})" in page
        for name, before, after in other.rows:
            line = f"{COSTS[name].capitalize()}: {after} instead of {before}"
            assert (line in page) == (before != after)


def test_the_reason_of_a_change_by_hand_is_read_beside_its_boards_alone(
    run: PairingRun, division: Division, director: User
) -> None:
    publish_run(by=director, run=run)
    first, second, *_ = Game.objects.filter(round__number=2).with_people().by_board()
    swap_players(
        by=director, game=first, entry=first.first, other_game=second, other_entry=second.first, reason="twins"
    )
    move_game(by=director, game=first, table_name="9", reason="a broken leg")
    page = text(Client().get(url(division, "why", 2)))
    assert page.count("Changed by hand: “twins”") == 2 and "a broken leg" not in page


@pytest.mark.parametrize("language", ["fr", "es"])
def test_players_read_the_reasons_in_their_own_language_and_officials_in_english(
    run: PairingRun, division: Division, director: User, client: Client, language: str
) -> None:
    publish_run(by=director, run=run)
    save_settings(by=director, division=division, values={"reasons_public": True})
    asked = {"Accept-Language": language}
    places = (("why", 2), ("why_player", 1), ("reach", 1))
    people = [str(entry.player) for entry in division.entries.select_related("player")]
    for name, *numbers in places:
        address = url(division, str(name), *map(int, numbers))
        page = Client(headers=asked).get(address)
        assert page.headers["Content-Language"] == language and f'lang="{language}"' in page.text
        assert english_words(parts_of(page.text), [*people, "Lakeside Open"]) == []
        assert 'lang="en-gb"' in client.get(address, headers=asked).text
    assert "bye: fewest byes" not in text(Client(headers=asked).get(url(division, "why", 2)))


def test_only_a_director_asks_what_a_swap_costs(run: PairingRun, division: Division) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        swap_cost(by=scorer, run=run, number=2, player=1, other=2)
