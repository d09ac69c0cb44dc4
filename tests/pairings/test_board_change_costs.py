"""What a change of published boards costs is shown before it is made, and looking changes nothing."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairings.models import PairingRun
from pairings.services.board_change_costs import INCOMPLETE, ChangeCost, change_cost
from pairings.services.boards import dissolve, replace_player, swap_players
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.publishing import publish_run
from pairings.services.rules import save_settings
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tests.factories import make_division, make_entries, make_round, make_tournament, play
from tests.pairings.desk import entry, url
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(), players=8, rounds=7)
    make_round(division, 1, status="closed")
    return division


@pytest.fixture
def run(division: Division, director: User) -> PairingRun:
    """Round 2, published."""
    run = make_draft(by=director, division=division, seed=3)
    publish_run(by=director, run=run)
    return run


def games(division: Division, number: int = 2) -> list[Game]:
    return list(Game.objects.filter(round__division=division, round__number=number).with_people().by_board())


def swap(director: User, one: Game, other: Game, **more: Any) -> ChangeCost:
    """What it costs when the first players of two boards change places."""
    return change_cost(
        row=one.round,
        change=lambda: swap_players(
            by=director, game=one, entry=one.first, other_game=other, other_entry=other.first, reason="asked", **more
        ),
    )


# --- costs -----------------------------------------------------------------------------------------


def test_a_swap_of_published_boards_is_priced_as_the_same_swap_in_the_draft(division: Division, director: User) -> None:
    draft = make_draft(by=director, division=division, seed=3)
    one, other = (next(draft.draft_boards()).first, list(draft.draft_boards())[-1].first)
    before = {name: value for name, value in draft.costs}
    publish_run(by=director, run=draft)
    boards = games(division)
    first = next(game for game in boards if one in (game.first.number, game.second and game.second.number))
    last = next(game for game in boards if other in (game.first.number, game.second and game.second.number))
    cost = swap(director, first, last)
    rows = {name: (now, then) for name, now, then in cost.rows}
    assert {name: now for name, (now, _) in rows.items()} == before
    assert rows["wins"][1] > rows["wins"][0]


def _numbers(game: Game) -> list[int]:
    return [game.first.number, *([game.second.number] if game.second else [])]


def test_looking_leaves_no_trace(run: PairingRun, division: Division, director: User) -> None:
    one, *_, last = games(division)
    was = [(game.pk, game.first_id, game.second_id, game.reason) for game in games(division)]
    seen = (Record.objects.count(), Job.objects.count(), versions(division.live_topic))
    division.refresh_from_db()
    state = division.state_version
    assert len(swap(director, one, last).boards) == 2
    division.refresh_from_db()
    assert [(game.pk, game.first_id, game.second_id, game.reason) for game in games(division)] == was
    assert (Record.objects.count(), Job.objects.count(), versions(division.live_topic)) == seen
    assert division.state_version == state


def test_what_is_shown_is_what_comes(run: PairingRun, division: Division, director: User) -> None:
    one, *_, last = games(division)
    shown = swap(director, one, last).boards
    swap_players(by=director, game=one, entry=one.first, other_game=last, other_entry=last.first, reason="asked")
    made = {game.pk: (game.first_id, game.second_id, game.starts_by, game.reason) for game in games(division)}
    assert {game.pk: (game.first_id, game.second_id, game.starts_by, game.reason) for game in shown} == {
        game.pk: made[game.pk] for game in shown
    }


def test_a_swap_is_priced_with_those_who_are_on_the_boards_now(division: Division, director: User) -> None:
    gone = entry(division, 8)
    gone.absences = [2]
    gone.save()
    run = make_draft(by=director, division=division, seed=3)
    publish_run(by=director, run=run)
    boards = games(division)
    bye = next(game for game in boards if game.is_bye)
    cost = swap(director, boards[0], bye)
    assert cost.why == ""
    assert {name: now for name, now, _ in cost.rows}["byes"] == 0
    replace_player(by=director, game=boards[0], out=boards[0].first, into=gone, reason="came after all")
    assert swap(director, games(division)[0], games(division)[1]).rows != ()


def test_a_player_who_entered_later_has_no_cost_here(run: PairingRun, division: Division, director: User) -> None:
    (late,) = make_entries(division, 1)
    one, *_ = games(division)
    replace_player(by=director, game=one, out=one.first, into=late, reason="late")
    cost = swap(director, games(division)[0], games(division)[1])
    assert (cost.rows, len(cost.boards)) == ((), 2)
    assert cost.why.startswith("Player 9 entered after this round was paired")


def test_a_round_that_came_from_elsewhere_is_priced_as_the_plan_would_pair_it(
    division: Division, director: User
) -> None:
    make_round(division, 2, pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
    assert [name for name, _, _ in swap(director, *games(division)[:2]).rows][:1] == ["repeats"]
    division.pairing_plan = [{"first": 1, "last": 7, "method": "round_robin"}]
    division.save()
    cost = swap(director, *games(division)[:2])
    assert (cost.rows, "no cost to compare" in cost.why) == ((), True)


def test_a_board_that_was_asked_for_can_be_priced_away(division: Division, director: User) -> None:
    boards = [{"ask": "forced", "one": 1, "two": 5, "round": 2}]
    save_settings(by=director, division=division, values={"boards": boards})
    run = make_draft(by=director, division=division, seed=3)
    asked = next(board for board in run.draft_boards() if set(board.numbers) == {1, 5})
    other = next(board for board in run.draft_boards() if board.numbers != asked.numbers)
    swap_in_draft(by=director, run=run, number=2, player=1, other=other.first)
    run.refresh_from_db()
    publish_run(by=director, run=run)
    assert swap(director, *games(division)[:2]).why == ""


# --- pages -----------------------------------------------------------------------------------------


def test_the_page_shows_the_cost_and_its_button_makes_the_change(
    run: PairingRun, division: Division, client: Client
) -> None:
    one, *_, last = games(division)
    sent = {"entry": one.first.pk, "other_entry": last.first.pk}
    was = [_numbers(game) for game in games(division)]
    response = client.get(url(division, "board", one.pk), {"change": "swap_players", **sent})
    page = text(response)
    assert "Swap opponents: what it costs" in page
    assert "Win differences, squared" in page and "Nothing is changed yet." in page
    assert [_numbers(game) for game in games(division)] == was
    _before, _, press = response.content.decode().partition('aria-label="What it costs"')
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', press.partition("</section>")[0]))
    hidden.pop("csrfmiddlewaretoken", None)
    assert re.search(
        r'<input[^>]*name="reason"[^>]* required', press
    )  # a browser asks for it, and keeps what was looked at
    assert client.post(url(division, "swap_players", one.pk), hidden).status_code == 422
    assert [_numbers(game) for game in games(division)] == was
    assert client.post(url(division, "swap_players", one.pk), hidden | {"reason": "asked for"}).status_code == 302
    assert [_numbers(game) for game in games(division)] != was


def test_dropping_results_is_carried_over_to_the_button(run: PairingRun, division: Division, client: Client) -> None:
    one, *_, last = games(division)
    play(one, 431, 388)
    sent = {"entry": one.first.pk, "other_entry": last.first.pk}
    refused = client.get(url(division, "board", one.pk), {"change": "swap_players", **sent})
    assert (refused.status_code, "This board has a result" in text(refused)) == (422, True)
    page = client.get(
        url(division, "board", one.pk), {"change": "swap_players", **sent, "drop_results": "on"}
    ).content.decode()
    assert re.search(r'name="drop_results" value="(True|on)"', page) is not None


@pytest.mark.parametrize(("name", "field"), [("replace", "out"), ("bye", "entry")])
def test_other_changes_of_who_meets_whom_are_looked_at_first_too(
    run: PairingRun, division: Division, client: Client, name: str, field: str
) -> None:
    one, two, *_ = games(division)
    director = User.objects.get(username="director")
    dissolve(by=director, game=two, reason="both late")
    sent = {field: one.first.pk, "into": two.first.pk}
    page = text(client.get(url(division, "board", one.pk), {"change": name, **sent}))
    assert f"Then without a board: {one.first if name == 'replace' else one.second}" in page
    assert INCOMPLETE in page
    assert client.get(url(division, "board", one.pk)).content.decode().count("See what it costs") == 6


def test_nsa_iii_g_3_a_bye_by_hand_is_shown_with_what_it_counts(
    run: PairingRun, division: Division, client: Client
) -> None:
    one, *_ = games(division)
    page = text(client.get(url(division, "board", one.pk), {"change": "bye", "entry": one.first.pk}))
    assert f"bye: A win for {one.first.player}, +50." in page
    Tournament.objects.update(choices={"bye_result": "half"})
    page = text(client.get(url(division, "board", one.pk), {"change": "bye", "entry": one.first.pk}))
    assert f"bye: Half a win for {one.first.player}, +50." in page


def pressed(client: Client, page: str) -> Any:
    """Press the page's button with what it carries."""
    address = re.search(r'<form method="post" action="(/console/[^"]*/(?:dissolve|place)/)"', page)
    assert address is not None
    _before, _, press = page.partition('aria-label="What it costs"')
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', press.partition("</section>")[0]))
    return client.post(address.group(1), hidden | {"reason": "both late"})


def test_taking_a_board_apart_is_looked_at_first(run: PairingRun, division: Division, client: Client) -> None:
    one, *_ = games(division)
    response = client.get(url(division, "board", one.pk), {"change": "dissolve"})
    assert f"Then without a board: {one.first}, {one.second}." in text(response)
    assert (INCOMPLETE in text(response), len(games(division))) == (True, 4)
    assert pressed(client, response.content.decode()).status_code == 302
    assert len(games(division)) == 3


def test_placing_a_player_is_looked_at_first_and_a_repeat_is_told(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    met = games(division, 1)[0]
    for game in games(division):
        if {game.first_id, game.second_id} & {met.first_id, met.second_id}:
            dissolve(by=director, game=game, reason="both late")
    assert len(games(division)) == 2
    sent = {"entry": met.first_id, "opponent": met.second_id}
    response = client.get(url(division, "place", 2), sent)
    page = text(response)
    assert "changed by the director; met in round 1" in page and "Nothing is changed yet." in page
    assert (INCOMPLETE in page, len(games(division))) == (True, 2)
    assert pressed(client, response.content.decode()).status_code == 302
    assert len(games(division)) == 3


def test_a_place_that_cannot_be_given_is_refused_where_it_was_asked(
    run: PairingRun, division: Division, director: User, client: Client
) -> None:
    one, *_ = games(division)
    dissolve(by=director, game=one, reason="both late")
    first = one.first.pk
    refused = client.get(url(division, "place", 2), {"entry": first, "opponent": first})
    assert (refused.status_code, "Name two different players." in text(refused)) == (422, True)
    assert len(games(division)) == 3


def test_a_game_that_moves_to_another_table_is_shown_there_first(
    run: PairingRun, division: Division, client: Client
) -> None:
    one, two, *_ = games(division)
    page = text(client.get(url(division, "board", one.pk), {"change": "swap_tables", "other": two.pk}))
    assert f"Table 2: {one.first} – {one.second}" in page and f"Table 1: {two.first} – {two.second}" in page
    assert "The round costs the same." in page
    page = text(client.get(url(division, "board", one.pk), {"change": "move", "table_name": "Stage"}))
    assert f"Table Stage: {one.first} – {one.second}" in page and "The round costs the same." in page
    refused = client.get(url(division, "board", one.pk), {"change": "move", "table_name": "2"})
    assert (refused.status_code, "Table 2 is taken in this round" in text(refused)) == (422, True)


def test_the_costs_take_the_same_queries_for_few_and_for_many(director: User, client: Client) -> None:
    counts = []
    for code, players in (("few", 4), ("many", 30)):
        division = make_division(director.memberships.get().tournament, players=players, rounds=9, code=code)
        make_round(division, 1, status="closed")
        publish_run(by=director, run=make_draft(by=director, division=division, seed=3))
        one, *_, last = games(division)
        sent = {"entry": one.first.pk, "other_entry": last.first.pk}
        with CaptureQueriesContext(connection) as seen:
            assert client.get(url(division, "board", one.pk), {"change": "swap_players", **sent}).status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1]
    assert Round.objects.filter(number=2).count() == 2
