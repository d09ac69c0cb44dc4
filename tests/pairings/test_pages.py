"""A round's page from the Pair button to the director's Start, walked by the director, a player and a stranger."""

from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.drafts import make_draft
from results.games.services.outcomes import record_result
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job, WorkerBeat
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import url, work
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]


def draft(division: Division, director: User, **options: Any) -> PairingRun:
    return make_draft(by=director, division=division, seed=3, **options)


# --- who may ---------------------------------------------------------------------------------------

OF_A_BOARD = "swap_players swap_tables move starter replace bye dissolve"
OF_A_ROUND = "pair pair_by_hand publish discard restore remove_round"
OTHERS = {"stop": (1, 1), "add_round": (), "table_keep": (), "table_give_up": (1,)}
EVERY_POST = {**dict.fromkeys(f"{OF_A_BOARD} {OF_A_ROUND}".split(), (1,)), **OTHERS}


def test_what_changes_something_is_a_post_with_the_forms_token(
    division: Division, director: User, client: Client
) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(director)
    for name, args in EVERY_POST.items():
        address = url(division, name, *args)
        assert (client.get(address).status_code, careful.post(address).status_code) == (405, 403), name


def test_a_scorer_reads_the_boards_and_finds_no_button_to_change_them(division: Division, client: Client) -> None:
    make_round(division, 1).games.get(board=4).delete()
    client.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    response = client.get(url(division, "round", 1), follow=True)
    assert "has no table" in text(response) and 'id="line"' in response.content.decode()
    assert "Start round" not in text(response) and "data-opens-drawer" not in response.content.decode()
    drawer = client.get(url(division, "board", Game.objects.order_by("board")[0].pk), {"change": "dissolve"})
    assert "Take it apart" not in text(drawer) and "What it costs" not in drawer.content.decode()


def test_a_round_of_another_event_or_beyond_the_plan_is_not_found(division: Division, client: Client) -> None:
    other = make_division(make_tournament("harbour-cup"), players=4)
    game = make_round(other, 1).games.get(board=1)
    assert client.get(url(division, "round", 8)).status_code == 404
    assert client.get(url(division, "round", 0)).status_code == 404
    assert client.get(reverse("pairings:round", args=[division.tournament.slug, "zzz", 1])).status_code == 404
    assert client.get(url(division, "board", game.pk)).status_code == 404
    assert client.post(url(division, "dissolve", game.pk)).status_code == 404


# --- to be paired ----------------------------------------------------------------------------------


def test_the_page_says_who_plays_and_what_the_plan_says(division: Division, client: Client) -> None:
    division.entries.filter(number=8).update(absences=[1])
    page = text(client.get(url(division, "round", 1)))
    assert "As planned: Swiss" in page
    assert "7 players, so one bye" in page
    assert page.count("Seed of the draw") == 2  # what is unfolded, and the field in it
    assert f"away: {division.entries.get(number=8)}" in page


def test_missing_results_are_shown_before_pairing_with_the_way_to_enter_them(
    division: Division, client: Client
) -> None:
    make_round(division, 1, results=2)
    response = client.get(url(division, "round", 2))
    assert "2 results still missing for the standings this round is paired from" in text(response)
    assert "/console/lakeside-open/round/?division=a&amp;round=1" in response.content.decode()


def test_an_empty_roster_offers_no_button(client: Client, division: Division) -> None:
    division.entries.all().delete()
    page = text(client.get(url(division, "round", 1)))
    assert "No players to pair" in page
    assert "Pair round 1" not in page.replace("Pair round 1 ·", "").replace("Pair round 1 not published", "")


def test_a_plan_that_cannot_be_read_is_told_on_the_page(division: Division, client: Client) -> None:
    Division.objects.filter(pk=division.pk).update(pairing_plan=[{"first": 3, "last": 1, "method": "swiss"}])
    response = client.get(url(division, "round", 1))
    assert (response.status_code, "Line 1 of the pairing plan" in text(response)) == (200, True)


@pytest.mark.django_db(transaction=True)
def test_the_pair_button_leads_to_the_rounds_page_which_becomes_the_draft(division: Division, client: Client) -> None:
    pressed = client.post(url(division, "pair", 1), {"method": "", "seed": "7"})
    assert pressed["Location"] == url(division, "round", 1)
    waiting = client.get(pressed["Location"])
    assert "Waiting for the worker" in text(waiting)
    assert '<meta http-equiv="refresh" content="1">' in waiting.content.decode()
    work()
    assert PairingRun.objects.get().seed == 7
    assert "Round 1: draft" in text(client.get(url(division, "round", 1)))


@pytest.mark.django_db(transaction=True)
def test_a_script_polls_a_part_that_leads_to_the_draft(division: Division, client: Client) -> None:
    page, script = url(division, "round", 1), {"HX-Request": "true"}
    client.post(url(division, "pair", 1), {"method": "random"})
    whole, part = (client.get(page, headers=headers).content.decode() for headers in ({}, script))
    assert ["<html" in shown for shown in (whole, part)] == [True, False]
    assert all(f'hx-get="{page}" hx-trigger="load delay:120ms"' in shown for shown in (whole, part))
    work()
    done = client.get(page, headers=script)
    assert (done.status_code, done["HX-Redirect"]) == (200, url(division, "round", 1))


def test_a_worker_that_ends_while_the_page_is_written_leaves_no_page_that_waits(
    division: Division, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(url(division, "pair", 1))

    def facts(*_of: Any) -> dict[str, Any]:
        work()
        return {"job": None}

    monkeypatch.setattr("pairings.views.round_pages.last_try_facts", facts)
    assert "Round 1: draft" in text(client.get(url(division, "round", 1)))


def test_pressed_twice_it_is_one_job_which_the_rounds_page_shows(division: Division, client: Client) -> None:
    for _ in range(2):
        client.post(url(division, "pair", 1), {"method": ""})
    assert Job.objects.count() == 1
    page = client.get(url(division, "round", 1)).content.decode()
    assert "Waiting for the worker" in page and "Pair round 1</button>" not in page


def test_without_a_worker_the_page_says_how_to_start_one(division: Division, client: Client) -> None:
    WorkerBeat.objects.all().delete()
    page = text(client.post(url(division, "pair", 1), {"method": ""}, follow=True))
    assert "No worker is running. 1 job waits. Pairing, printing" in page


@pytest.mark.django_db(transaction=True)
def test_a_job_that_failed_says_why_and_offers_to_pair_again(division: Division, client: Client) -> None:
    division.entries.exclude(number=1).update(absences=[1])
    client.post(url(division, "pair", 1), {"method": ""})
    work()
    page = text(client.get(url(division, "round", 1)))
    assert "Only 1 present: a round needs at least 2 players. Check the absences." in page
    assert "Pair round 1" in page


def test_waiting_for_the_worker_can_be_stopped(division: Division, client: Client) -> None:
    client.post(url(division, "pair", 1), {"method": ""})
    job = Job.objects.get()
    stopped = client.post(url(division, "stop", 1, job.pk), follow=True)
    assert "Pairing is stopped" in text(stopped)
    assert Job.objects.get().status == "cancelled"


def test_a_job_of_another_division_is_not_shown_here(division: Division, client: Client) -> None:
    other = make_division(division.tournament, players=4, code="b")
    client.post(url(other, "pair", 1), {"method": ""})
    assert "Waiting for the worker" not in text(client.get(url(division, "round", 1)))
    assert client.post(url(division, "stop", 1, Job.objects.get().pk)).status_code == 404


@pytest.mark.parametrize("sent", [{"method": "astrology"}, {"method": "", "seed": "-1"}, {"method": "", "seed": "x"}])
def test_a_bad_answer_is_shown_and_nothing_is_enqueued(
    division: Division, client: Client, sent: dict[str, str]
) -> None:
    assert client.post(url(division, "pair", 1), sent).status_code == 422
    assert Job.objects.count() == 0


# --- by hand ---------------------------------------------------------------------------------------


def test_a_list_typed_by_hand_becomes_the_draft(division: Division, client: Client) -> None:
    sent = {"boards": "1 8\n 2, 7 \n\n3-6\n4 bye\n5 BYE\n"}
    assert client.post(url(division, "pair_by_hand", 1), sent)["Location"] == url(division, "round", 1)
    boards = {frozenset(board.numbers) for board in PairingRun.objects.get().draft_boards()}
    assert boards == {frozenset(pair) for pair in ((1, 8), (2, 7), (3, 6), (4,), (5,))}


def test_a_list_that_cannot_be_read_comes_back_as_it_was_typed(division: Division, client: Client) -> None:
    sent = {"boards": "1 8\n2 seven\n3 6"}
    response = client.post(url(division, "pair_by_hand", 1), sent)
    assert response.status_code == 422
    assert "Line 2, “2 seven”: write two numbers, or a number and bye" in text(response)
    assert "2 seven\n3 6" in response.content.decode()
    assert PairingRun.objects.count() == 0


def test_a_list_the_engine_refuses_comes_back_with_its_words(division: Division, client: Client) -> None:
    response = client.post(url(division, "pair_by_hand", 1), {"boards": "1 8\n1 7"})
    assert response.status_code == 422
    assert "Board 2 of the list" in text(response)
    assert "1 8\n1 7" in response.content.decode()


# --- the draft -------------------------------------------------------------------------------------


def test_a_draft_shows_every_board_with_its_reasons_records_and_costs(
    division: Division, director: User, client: Client
) -> None:
    make_round(division, 1, status="closed")
    run = draft(division, director)
    page = text(client.get(url(division, "round", 2)))
    names = {entry.number: str(entry.player) for entry in division.entries.select_related("player")}
    for board in run.draft_boards():
        assert f"{board.first} {names[board.first]}" in page
        assert board.reason and board.start_reason and board.starts_by == "assigned"
        assert board.reason in page and f"starts: {board.start_reason}" in page.replace("Starts:", "starts:")
    assert "Swiss from the standings after round 1 · seed of the draw 3" in page
    assert "1-0" in page
    assert "What these boards cost" in page
    assert "Publish round 2" in page


def test_a_fresh_draft_asks_for_no_reason(division: Division, director: User, client: Client) -> None:
    draft(division, director)
    page = client.get(url(division, "round", 1)).content.decode()
    assert 'name="reason"' not in page
    assert "stale" not in page


def test_a_block_shows_each_of_its_rounds_and_is_published_whole(
    division: Division, director: User, client: Client
) -> None:
    run = draft(division, director, method="round_robin")
    response = client.get(url(division, "round", 4))
    assert "Round 4: draft" in text(response)
    assert "Publish rounds 1 to 7" in text(response)
    assert response.content.decode().count('<th scope="row">') == 4
    published = client.post(url(division, "publish", run.pk), follow=True)
    assert "Rounds 1 to 7 published" in text(published)
    assert Round.objects.filter(status="published").count() == 7


def test_publishing_twice_shows_the_round_as_it_is(division: Division, director: User, client: Client) -> None:
    run = draft(division, director)
    client.post(url(division, "publish", run.pk))
    again = client.post(url(division, "publish", run.pk), follow=True)
    assert "nothing was done a second time" in text(again) and "published, not started" in text(again)
    assert Game.objects.count() == 4


def test_a_stale_draft_says_what_changed_and_is_published_with_a_reason_only(
    division: Division, director: User, client: Client
) -> None:
    row = make_round(division, 1, results=3)
    run = draft(division, director)
    game = Game.objects.with_people().awaiting_result().get(round=row)
    record_result(by=director, game=game, first_score=400, second_score=300)
    page = client.get(url(division, "round", 2))
    assert "A result was entered (round 1, table 4)" in text(page)
    assert 'name="reason"' in page.content.decode()
    refused = client.post(url(division, "publish", run.pk), {"reason": " "})
    assert refused.status_code == 409
    assert "Since this draft was made a result was entered. Pair again, or give a reason" in text(refused)
    client.post(url(division, "publish", run.pk), {"reason": "on the wall already"})
    record = Record.objects.get(action="pairings.published")
    assert (record.after["stale"], record.why) == (True, "on the wall already")


def test_a_draft_whose_results_are_missing_has_no_publish_button_to_press(
    division: Division, director: User, client: Client
) -> None:
    make_round(division, 1, results=2)
    run = draft(division, director)
    page = client.get(url(division, "round", 2))
    assert "2 results still missing" in text(page)
    assert '<button class="button primary big" disabled>Publish round 2</button>' in page.content.decode()
    refused = client.post(url(division, "publish", run.pk), {"reason": "please"})
    assert (refused.status_code, "These results are missing" in text(refused)) == (409, True)


def test_the_part_that_watches_for_changes_is_told_of_them_and_reloads_when_the_draft_is_gone(
    division: Division, director: User, client: Client
) -> None:
    run = draft(division, director)
    assert "Something changed" not in text(client.get(url(division, "changes", 1)))
    Division.objects.filter(pk=division.pk).update(state_version=F("state_version") + 1)
    assert "Something changed since this draft was made" in text(client.get(url(division, "changes", 1)))
    client.post(url(division, "discard", run.pk))
    assert client.get(url(division, "changes", 1))["HX-Refresh"] == "true"


def test_a_draft_is_thrown_away_and_the_round_can_be_paired_again(
    division: Division, director: User, client: Client
) -> None:
    run = draft(division, director)
    response = client.post(url(division, "discard", run.pk), follow=True)
    assert "The draft of round 1 is gone" in text(response)
    assert "Pair round 1" in text(response)
    again = client.post(url(division, "discard", run.pk), follow=True)
    assert "This draft was published or discarded already" in text(again)


def test_a_player_who_left_the_roster_is_marked_in_the_draft(
    division: Division, director: User, client: Client
) -> None:
    draft(division, director)
    division.entries.filter(number=8).delete()
    assert "left the roster" in text(client.get(url(division, "round", 1)))


# --- start -----------------------------------------------------------------------------------------


def test_the_directors_start_is_pressed_once(division: Division, client: Client) -> None:
    make_round(division, 1)
    start, sent = reverse("console:board_start", args=[division.tournament.slug]), {"division": division.code}
    assert "Start round 1" in text(client.get(url(division, "round", 1), follow=True))
    assert "round 1 is playing" in text(client.post(start, sent, follow=True))
    started = Round.objects.get()
    assert started.status == "playing"
    client.post(start, sent, follow=True)
    assert Round.objects.get().started_at == started.started_at


def test_a_try_that_failed_is_told_above_the_draft_that_stayed_until_one_succeeds(
    client: Client, division: Division, director: User
) -> None:
    draft(division, director)
    client.post(url(division, "pair", 1), {"method": "team_round_robin", "seed": ""})
    work()
    failed = Job.objects.get()
    assert failed.status == Job.Status.FAILED and failed.error
    for _look in range(2):
        assert f"The round was not paired again: {failed.error}" in text(client.get(url(division, "round", 1)))
    client.post(url(division, "pair", 1), {"method": "swiss", "seed": "3"})
    work()
    assert "was not paired again" not in text(client.get(url(division, "round", 1)))
