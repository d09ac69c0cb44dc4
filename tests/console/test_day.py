"""The run-the-day page: what is next, what is missing, what to look out for."""

import re
from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from pairings.services.drafts import make_draft
from results.games.services.outcomes import correct_result, record_result
from results.sheets.models import TableCall
from tdsuite.console import day
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Can, Role
from tdsuite.platform.access.services.throttle import limits_of, take
from tdsuite.platform.jobs.models import WorkerBeat
from tdsuite.platform.jobs.services import worker_status
from tdsuite.tournaments.models import Game, GameAdjustment, Player, Presence, Round
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.games import GameOutcome
from tdsuite.tournaments.services.waiting import Waiting
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user, play
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db


def today(division, user=COMMAND_LINE):
    return next(each for each in day.division_days(division.tournament, user) if each.division == division)


def test_first_the_roster_is_loaded():
    step = today(make_division(players=0)).step
    assert (step.label, step.needs, step.post) == ("Load the roster", Can.EDIT_ROSTER, False)


def test_then_round_1_is_paired_by_one_press():
    division = make_division(players=4)
    step = today(division).step
    assert (step.label, step.needs, step.post) == ("Pair round 1", Can.PAIR, True)
    assert step.url == reverse("pairings:pair", args=["lakeside-open", "a", 1])


def test_a_draft_is_looked_at_before_it_is_published_and_is_stale_once_somebody_leaves():
    division = make_division(players=4)
    make_draft(by=COMMAND_LINE, division=division, number=1)
    now = today(division)
    assert (now.step.label, now.step.says) == ("Check the draft and publish", "There is a draft of round 1.")
    assert (now.step.needs, now.step.post, now.stale) == (Can.PUBLISH_PAIRINGS, False, False)
    update_entry(by=COMMAND_LINE, entry=division.entries.get(number=2), values={"absences": [1]})
    assert today(division).stale


def test_a_result_that_a_lagged_draft_was_not_made_from_leaves_it_fresh_on_the_day_page_as_at_the_desk(client):
    division = make_division(players=6, rounds=5)
    division.pairing_plan = [{"first": 1, "last": 5, "method": "swiss", "lag": 1}]
    division.save()
    make_round(division, 1, status="closed")
    make_round(division, 2)
    run = make_draft(by=COMMAND_LINE, division=division, number=3)
    late = Game.objects.filter(round__number=2).awaiting_result().first()
    record_result(by=COMMAND_LINE, game=late, first_score=400, second_score=350)
    run.refresh_from_db()
    assert (run.is_stale(), run.stale_now(), today(division).stale) == (True, False, False)
    game = Game.objects.filter(round__number=1, second__isnull=False).first()
    corrected = GameOutcome(Game.Outcome.PLAYED, first_score=300, second_score=450)
    correct_result(by=COMMAND_LINE, game=game, outcome=corrected, reason="the sheet says so")
    assert (run.stale_now(), today(division).stale) == (True, True)
    client.force_login(make_user(tournament=division.tournament))
    assert "is stale:" in client.get("/console/lakeside-open/round/").content.decode()
    assert "Something changed" in client.get("/console/lakeside-open/a/round/3/").content.decode()


def test_stale_drafts_of_many_divisions_take_one_query_more_and_each_is_judged_by_its_own_record(
    django_assert_num_queries,
):
    event = make_tournament()
    divisions = [make_division(event, players=4, code=code) for code in "abc"]
    for division in divisions:
        make_draft(by=COMMAND_LINE, division=division, number=1)
    with django_assert_num_queries(4):
        assert [each.stale for each in day.division_days(event, COMMAND_LINE)] == [False, False, False]
    for division in divisions[:2]:
        update_entry(by=COMMAND_LINE, entry=division.entries.get(number=2), values={"absences": [1]})
    with django_assert_num_queries(5):
        assert [each.stale for each in day.division_days(event, COMMAND_LINE)] == [True, True, False]


def test_a_published_round_waits_for_its_start_and_lists_nothing_as_missing_yet(as_role):
    division = make_division(make_tournament("other-cup"), players=4)
    make_round(division, 1)
    step = today(division).step
    assert (step.label, step.needs, step.post) == ("Start round 1", Can.RUN_ROUNDS, True)
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    assert 'class="awaited"' not in client.get("/console/other-cup/round/").content.decode()


def test_a_round_being_played_is_entered_and_names_every_table_without_a_result(under_way, as_role):
    now = today(under_way)
    assert (now.step.label, now.step.says) == ("Enter round 4", "3 tables have no result yet.")
    assert [(each.round.number, [game.board for game in each.games]) for each in now.missing] == [(4, [2, 3, 4])]
    assert now.awaited == 3
    body = as_role(Role.DIRECTOR).get("/console/lakeside-open/round/").content.decode()
    assert "3 missing" in body and body.count("<li><b>") == 3
    for game in Game.objects.awaiting_result()[:2]:
        play(game)
    assert today(under_way).step.says == "1 table has no result yet."


def test_missing_results_of_two_rounds_at_once_stand_by_round(under_way):
    make_round(under_way, 5, status=Round.Status.PLAYING)
    assert [(each.round.number, len(each.games)) for each in today(under_way).missing] == [(4, 3), (5, 4)]
    assert today(under_way).step.label == "Enter round 4"


def test_after_a_round_the_next_is_paired_and_after_the_last_nothing_is_left():
    division = make_played_event(players=4, played=2, rounds=3)
    assert (today(division).step.label, today(division).following) == ("Pair round 3", 3)
    make_round(division, 3, status=Round.Status.CLOSED)
    assert (today(division).step, today(division).following) == (None, None)


def test_withdrawn_players_are_not_counted():
    division = make_division(players=4)
    division.entries.filter(number=1).update(withdrawn_from=1)
    assert today(division).players == 3


@pytest.mark.parametrize(
    ("role", "may"), [(Role.DIRECTOR, True), (Role.SCORER, True), (Role.JUDGE, False), (Role.OFFICIAL, False)]
)
def test_the_button_stands_there_for_those_who_may_press_it(under_way, as_role, role, may):
    body = as_role(role).get("/console/lakeside-open/round/").content.decode()
    assert ("primary big" in body) is may
    assert "3 tables have no result yet." in body


def test_the_page_refreshes_itself_alone(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    body = director.get("/console/lakeside-open/round/", headers={"HX-Request": "true"}).content.decode()
    topics = [f"{kind}:{under_way.pk}" for kind in ("division", "sheets", "attendance", "challenges")]
    assert "<!DOCTYPE" not in body and f'data-live="{" ".join(topics)}"' in body


def test_an_event_without_divisions_says_what_to_do(keeper):
    make_tournament("empty-cup")
    body = keeper.get("/console/empty-cup/round/").content.decode()
    assert "No division yet" in body and reverse("console:division_new", args=["empty-cup"]) in body


# --- warnings ------------------------------------------------------------------------------------------


def test_many_wrong_pins_of_strangers_raise_an_alarm(under_way):
    entries = list(under_way.entries.all()[:4])
    for number in range(20):
        assert not any("guessing" in text for text in warnings(under_way.tournament))
        take(limits_of(f"entry:{entries[number % 4].pk}", Device("x", fresh=True, network=str(number // 4)), None))
    (text,) = [text for text in warnings(under_way.tournament) if "guessing" in text]
    assert "20 wrong ones lately, for 4 of the players" in text
    assert not any("guessing" in text for text in warnings(make_tournament("elsewhere")))


def warnings(tournament, host="testserver"):
    return day.warnings(RequestFactory().get("/", headers={"host": host}), tournament, worker_status())


def test_no_worker_is_said_and_how_to_start_one(under_way):
    (warning,) = warnings(under_way.tournament)
    assert warning.startswith("No worker is running. Jobs will wait. Pairing, printing and publishing need one:")
    assert "start it again with “make run”" in warning and "celery" not in warning


def test_a_disk_without_room_is_said_first_and_not_blamed_on_the_worker(under_way, monkeypatch):
    monkeypatch.setattr(day, "LOW_DISK_BYTES", 10**18)
    (warning,) = warnings(under_way.tournament)
    assert "MB are free on the disk of the suite's data. Make room now: without it no result can be saved" in warning


def test_a_worker_heard_within_half_a_minute_is_no_warning(under_way):
    now = timezone.now()
    WorkerBeat.objects.create(name="w", started_at=now, seen_at=now - timedelta(seconds=20))
    assert warnings(under_way.tournament) == []


def test_a_choice_that_may_cost_the_rating_is_a_warning(under_way):
    tournament = under_way.tournament
    tournament.game_minutes = 20
    assert "may make the event non-ratable (5.3.5)" in warnings(tournament)[-1]


@pytest.mark.parametrize(
    ("printed", "host", "warns"),
    [
        ("", "192.168.1.20:8000", False),
        ("http://192.168.1.20:8000", "192.168.1.20:8000", False),
        ("http://192.0.2.77:8000", "192.168.1.20:8000", True),
        ("http://lakeside.example", "192.168.1.20:8000", False),
    ],
    ids=["none", "here", "elsewhere", "a host name may lead here"],
)
def test_paper_that_points_elsewhere_is_a_warning(printed, host, warns):
    says = day.address_warning(printed, host)
    assert bool(says) is warns
    assert not warns or ("192.0.2.77" in says and "192.168.1.20" in says)


def lines_of(body):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_players_without_a_board_stand_in_the_way_with_the_button_that_places_them(under_way, as_role):
    under_way.entries.create(player=Player.objects.create(name="Walkin, Zed"), number=9, seed=9)
    blocks = today(under_way).blocks
    assert [(block.says, block.label) for block in blocks] == [
        ("1 player has no board in round 4: Walkin, Zed 9.", "Place them")
    ]
    body = as_role(Role.DIRECTOR).get("/console/lakeside-open/round/").content.decode()
    assert "1 player has no board in round 4" in body and 'href="/console/lakeside-open/a/round/4/"' in body


def test_what_waits_before_pairing_stands_beside_the_step_that_pairs(under_way):
    waiting = Waiting(under_way.pk, "Disputed sheet, table 2", "Ann – Bo", "/there/", before_pairing=True)
    assert day.division_days(under_way.tournament, COMMAND_LINE, {under_way.pk: [waiting]})[0].blocks == ()
    for game in Game.objects.awaiting_result():
        play(game)
    block = day.division_days(under_way.tournament, COMMAND_LINE, {under_way.pk: [waiting]})[0].blocks[0]
    assert (block.says, block.url) == ("Disputed sheet, table 2: Ann – Bo", "/there/")


def test_calls_clocks_extra_time_and_drafts_stand_beside_the_rounds(under_way, as_role):
    game = Game.objects.awaiting_result().first()
    called = timezone.now() - timedelta(minutes=4, seconds=10)
    TableCall.objects.create(game=game, entry=game.first, note="tiles on the floor", called_at=called)
    late = Game.objects.awaiting_result().last()
    start = timezone.now() - timedelta(minutes=10)
    Presence.objects.create(game=late, entry=late.second, status="absent", clock_started_at=start)
    GameAdjustment.objects.create(game=game, side="second", kind="time", seconds=120)
    body = lines_of(as_role(Role.DIRECTOR).get("/console/lakeside-open/round/").content.decode())
    assert f"Call to table {game.table} 4:1" in body and "“tiles on the floor”" in body
    assert f"Table {late.table} 1" in body and "not here yet" in body
    assert f"+2:00 {game.second.player}, other time than the rest" in body
    assert "1 of 4 results" in body


def test_what_runs_takes_as_many_queries_for_thirty_as_for_one(under_way, as_role, django_assert_num_queries):
    def fill(games):
        for game in games:
            TableCall.objects.create(game=game, entry=game.first, called_at=timezone.now())
            Presence.objects.create(game=game, entry=game.second, status="absent", clock_started_at=timezone.now())
            GameAdjustment.objects.create(game=game, side="first", kind="time", seconds=60)

    director = as_role(Role.DIRECTOR)
    fill(Game.objects.awaiting_result()[:1])
    before = statements_of_page(director, "/console/lakeside-open/round/")
    other = make_division(under_way.tournament, players=60, code="b")
    make_round(other, 1, status=Round.Status.PLAYING)
    fill(Game.objects.filter(round__division=other))
    with django_assert_num_queries(before):
        assert "and 23 more" in director.get("/console/lakeside-open/round/").content.decode()
