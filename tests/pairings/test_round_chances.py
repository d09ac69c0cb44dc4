"""The chances after each round are worked out by a job, kept once a round, forgotten when a result changes, and drawn for everybody."""

import re

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.engine.contention.chances import TRIALS_A_PART, Chances
from pairings.models import RoundChances
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from pairings.services.round_chances import CHANCES_JOB, ask, chances_topic, keep, rounds_left
from results.games.services.outcomes import correct_result, played, record_result
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tests.factories import import_files, make_division, make_round, make_tournament
from tests.pairings.desk import work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def event(*, players: int = 8, rounds: int = 5, done: int = 2, places: int = 2, slug: str = "hall") -> Division:
    """The lower number wins every game."""
    division = make_division(make_tournament(slug), players=players, rounds=rounds, prize_places=places)
    for number in range(1, done + 1):
        play_round(division, number)
    return division


def play_round(division: Division, number: int, results: int | None = None) -> None:
    """Its results are entered one by one, all or the first so many."""
    row = make_round(division, number, status="published", results=0)
    games = row.games.filter(second__isnull=False).order_by("pk").with_people()
    for game in games[:results]:
        ahead = 20 * (game.second.number - game.first.number)  # type: ignore[union-attr]
        record_result(by=COMMAND_LINE, game=game, first_score=400 + ahead, second_score=400)


def upset(division: Division, number: int) -> None:
    """Another result of the first game of a round."""
    game = Game.objects.of_division(division).in_round(number).filter(second__isnull=False).with_people().first()
    assert game is not None
    correct_result(by=COMMAND_LINE, game=game, outcome=played(300, 500), reason="the slip says so")


def jobs() -> list[Job]:
    return list(Job.objects.of_kind(CHANCES_JOB).order_by("pk"))


def page(division: Division) -> str:
    answer = Client().get(reverse("public:chances", args=[division.tournament.slug, division.code]))
    assert answer.status_code == 200
    return answer.text


def test_the_last_result_of_a_round_asks_for_one_job_which_keeps_a_row_for_each_round() -> None:
    division = event(done=2)
    assert len(jobs()) == 1  # the second asked while the first waited
    before = versions(chances_topic(division))
    work("bulk")
    expected = [(1, TRIALS_A_PART), (2, TRIALS_A_PART)]
    assert [(row.number, row.trials) for row in division.round_chances.all()] == expected
    assert versions(chances_topic(division)) != before
    assert jobs()[0].result["rounds"] == [1, 2] and rounds_left(division) == []
    for row in division.round_chances.all():
        for place in (0, 1):
            assert sum(counts[place] for _, counts in row.shares) == TRIALS_A_PART
        assert set(dict(row.shares)) <= set(division.entries.values_list("pk", flat=True))


def test_a_result_that_does_not_complete_a_round_asks_for_nothing() -> None:
    division = event(done=0)
    play_round(division, 1, results=3)
    assert jobs() == []
    game = Game.objects.of_division(division).awaiting_result().with_people().get()
    record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=350)
    assert len(jobs()) == 1


def test_a_changed_result_forgets_the_chances_of_its_round_and_of_all_later_ones() -> None:
    division = event(done=3)
    work("bulk")
    upset(division, 2)
    assert [row.number for row in division.round_chances.all()] == [1]
    work("bulk")
    assert [row.number for row in division.round_chances.all()] == [1, 2, 3] and rounds_left(division) == []


def test_what_was_worked_out_from_other_standings_is_not_kept() -> None:
    division = event(done=1)
    (left,) = rounds_left(division)
    rough = Chances(TRIALS_A_PART, tuple((1, 1) for _ in left.players), ())
    upset(division, 1)
    keep(division, [(left, rough)])
    assert not division.round_chances.exists()


def test_a_new_number_of_prize_places_is_worked_out_at_the_next_publication() -> None:
    division = event(done=2, places=1)
    work("bulk")
    division.prize_places = 3
    division.save()
    run = make_draft(by=COMMAND_LINE, division=division, number=3)
    publish_run(by=COMMAND_LINE, run=run)
    work("bulk")
    assert {len(counts) for row in division.round_chances.all() for _, counts in row.shares} == {3}


def test_the_trials_heed_no_draft_and_no_board_that_is_not_played() -> None:
    division = event(done=2)
    before = [left.key for left in rounds_left(division)]
    make_draft(by=COMMAND_LINE, division=division, number=3)
    assert [left.key for left in rounds_left(division)] == before
    assert all(left.rest.boards == () for left in rounds_left(division))


def test_without_prize_places_there_is_nothing_to_work_out() -> None:
    division = event(places=0)
    assert rounds_left(division) == []
    work("bulk")
    assert "No prize places here" in page(division)


def test_a_page_plays_no_trial_and_shows_what_is_kept() -> None:
    division = event()
    assert "No chances yet" in page(division)
    work("bulk")
    text = page(division)
    assert text.count("<svg") == 3  # two places, and any of them
    row = division.round_chances.get(number=2)
    entry, counts = row.shares[0]
    row.shares[0][1][0] = counts[0] = row.trials * 12 // 100  # no trial would say so
    row.save()
    cache.clear()
    text = page(division)
    name = str(division.entries.get(pk=entry).player)
    figures = re.search(rf'<th scope="row"><bdi>{re.escape(name)}</bdi></th>(.*?)</tr>', text, re.DOTALL)
    assert figures is not None
    assert re.findall(r">([0-9]+)<", figures[1])[-1] == "12"


def test_at_the_end_the_last_column_says_who_came_where() -> None:
    division = event(players=4, rounds=3, done=3, places=1)
    work("bulk")
    assert [row.number for row in division.round_chances.all()] == [1, 2]
    winner = history(division).standings()[0]
    text = page(division)
    name = history(division).names[winner.number]
    line = re.search(rf'<th scope="row"><bdi>{re.escape(name)}</bdi></th>(.*?)</tr>', text, re.DOTALL)
    assert line is not None and re.findall(r">([0-9]+)<", line[1])[-1] == "100"
    assert re.search(r'<th scope="col" class="num">3</th>', text)


def test_the_page_asks_no_more_for_many_players_and_rounds_than_for_few() -> None:
    asked = []
    for slug, players, rounds in (("few", 6, 3), ("many", 14, 5)):
        division = event(slug=slug, players=players, rounds=rounds, done=rounds - 1)
        work("bulk")
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            page(division)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_many_games_are_played_in_a_process_of_their_own_with_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    division = event(done=1)
    work("bulk")
    here = division.round_chances.values_list("number", "key", "shares").get()
    RoundChances.objects.all().delete()
    monkeypatch.setattr("pairings.tasks.QUICK_CHANCES", -1)
    with transaction.atomic():
        ask(division)
    work("bulk")
    assert division.round_chances.values_list("number", "key", "shares").get() == here


def test_an_event_that_comes_in_as_a_file_has_its_chances_worked_out() -> None:
    data = preview(by=COMMAND_LINE, tournament=event().tournament, key="json").data
    assert isinstance(data, bytes)
    before = len(jobs())
    copy, _ = import_files("copy", SourceFile("event.json", data))
    assert len(jobs()) == before + 1
    work("bulk")
    assert [row.number for row in copy.divisions.get().round_chances.all()] == [1, 2]
