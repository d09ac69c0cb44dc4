"""Who can still reach which prize: the page, who may read it, and the work behind it."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.engine.contention.chances import TRIALS, chances_of
from pairings.services import prize_chances
from pairings.services.prize_chances import (
    REACH_JOB,
    SEED,
    Open,
    as_result,
    chances_from,
    current_rest,
    key_of,
    request_chances,
    share_text,
    still_open,
)
from pairings.services.rules import save_settings
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def division() -> Division:
    """Eight players, two of five rounds played: the lower number has won by 50 points and more."""
    division = make_division(make_tournament(), players=8, rounds=5, prize_places=2)
    for number in (1, 2):
        played(division, number)
    return division


def played(division: Division, number: int) -> Round:
    row = make_round(division, number, status="closed", results=0)
    for game in row.games.filter(second__isnull=False).select_related("first", "second"):
        ahead = 50 * (game.second.number - game.first.number)  # type: ignore[union-attr]
        play(game, 400 + ahead, 400)
    return row


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every field is too large for a page."""
    monkeypatch.setattr(prize_chances, "QUICK", 0)


def look(division: Division, number: int = 2) -> Open:
    return still_open(history(division), number)


def url(division: Division, name: str, *args: int) -> str:
    return reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, *args])


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'").split())


def work() -> None:
    worker = runner.Runner()
    try:
        drain(worker, "pairing")
    finally:
        worker.close()


# --- what it says ----------------------------------------------------------------------------------


def test_every_player_has_places_needs_and_chances(division: Division) -> None:
    found = look(division)
    (table,) = found.tables
    assert (found.left.games, found.waits, found.trials, table.places) == (3, 0, TRIALS, 2)
    first = table.lines[0]
    assert (first.reach and first.reach.best, [what for what, _ in first.needs]) == (1, ["first place", "a prize"])
    assert sum(float(line.any.strip("%<>") or 0) for line in table.lines) == pytest.approx(200, abs=6)


def test_a_settled_place_is_sure_and_who_is_out_has_no_chance() -> None:
    division = make_division(make_tournament(), players=4, rounds=4, prize_places=1, spread_caps=[0, 0, 0, 10])
    for number in (1, 2, 3):
        row = make_round(division, number, status="closed", results=0, pairs=[(1, number + 1), *_others(number)])
        for game in row.games.all():
            play(game, 500, 300)
    (table,) = still_open(history(division), 3).tables
    assert [(line.entry.number, line.any) for line in table.lines if line.entry.number == 1] == [(1, "sure")]
    assert table.lines[0].reach is not None and table.lines[0].reach.clinched
    assert table.lines[0].needs == (("place 1", "settled"),)
    assert {line.any for line in table.lines[1:]} == {"–"}


def _others(number: int) -> list[tuple[int, int]]:
    left = [one for one in (2, 3, 4) if one != number + 1]
    return [(left[0], left[1])]


def test_places_nobody_can_reach_are_never_given_a_chance_by_the_trials(division: Division) -> None:
    for number in (3, 4):
        played(division, number)
    for line in look(division, 4).tables[0].lines:
        assert line.reach is not None
        for place, share in enumerate(line.shares, start=1):
            assert (share == "–") == (not line.reach.best <= place <= line.reach.worst)


def test_class_prizes_have_tables_of_their_own(division: Division) -> None:
    division.entries.filter(number__gte=5).update(class_name="B")
    overall, class_b = look(division).tables
    assert (overall.name, class_b.name, class_b.places) == ("", "B", 1)
    assert sorted(line.entry.number for line in class_b.lines) == [5, 6, 7, 8]
    assert [line.reach and line.reach.worst for line in class_b.lines][:1] == [4]
    assert sum(float(line.any.strip("%<>") or 0) for line in class_b.lines) == pytest.approx(100, abs=4)


def test_while_a_result_is_missing_places_are_told_and_no_chances(division: Division) -> None:
    row = make_round(division, 3, status=Round.Status.PLAYING, results=1)
    found = look(division, 3)
    assert (found.waits, found.key, found.trials, found.left.games) == (row.games.count() - 1, "", 0, 3)
    assert {line.any for line in found.tables[0].lines} == {""}


def test_after_the_last_round_nothing_is_open(division: Division) -> None:
    for number in (3, 4, 5):
        played(division, number)
    found = look(division, 5)
    assert (found.left.rounds, found.key, found.trials) == ((), "", 0)
    assert all(line.reach is not None and line.reach.clinched for line in found.tables[0].lines)


def test_the_next_round_is_played_on_its_published_boards(division: Division) -> None:
    generic = look(division)
    make_round(division, 3, pairs=[(1, 8), (2, 7), (3, 6), (4, 5)])
    known = look(division)
    assert (generic.boards, known.boards, generic.key != known.key) == ("plan", "published", True)
    Game.objects.filter(round__number=3).update(starts_by="draw")
    assert look(division).key != known.key  # whoever starts has something of it; nobody knows who starts now
    Game.objects.filter(round__number=3).first().delete()  # type: ignore[union-attr]
    assert look(division).boards == ""


def test_who_withdrew_is_left_out_of_the_trials_and_named(division: Division) -> None:
    gone = division.entries.get(number=1)
    gone.withdrawn_from = 3
    gone.save()
    found = look(division)
    assert found.gone == (gone,)
    line = next(line for line in found.tables[0].lines if line.entry == gone)
    assert (line.any, line.shares) == ("", ())
    last = division.entries.get(number=8)
    last.at_bottom = True
    last.save()
    assert last not in [line.entry for line in look(division).tables[0].lines]


def test_before_the_first_result_there_is_nothing_to_tell() -> None:
    division = make_division(make_tournament(), players=4, rounds=3)
    make_round(division, 1)
    with pytest.raises(Refused, match="Round 1 has no result yet"):
        still_open(history(division), 1)


def test_shares_never_round_to_never_or_always() -> None:
    assert [share_text(count, 1000) for count in (0, 4, 5, 500, 994, 995, 996, 1000)] == [
        "<1%", "<1%", "1%", "50%", "99%", ">99%", ">99%", ">99%",
    ]  # fmt: skip


# --- the work --------------------------------------------------------------------------------------


def test_the_key_changes_with_the_standings_and_with_nothing_else(division: Division) -> None:
    before = look(division).key
    Division.objects.filter(pk=division.pk).raise_version()
    assert look(Division.objects.get(pk=division.pk)).key == before
    game = Game.objects.filter(round__number=2).first()
    assert game is not None
    play(game, 380, 399)
    assert look(division).key != before


def test_quick_chances_are_worked_out_once(division: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    first = look(division)
    monkeypatch.setattr(prize_chances, "QUICK", 0)  # now only the cache can know
    assert look(division) == first


@pytest.mark.usefixtures("slow")
@pytest.mark.django_db(transaction=True)
def test_a_worker_works_out_what_is_slow_and_the_answer_is_the_same(division: Division, director: User) -> None:
    assert (look(division).trials, Job.objects.count()) == (0, 0)
    job = request_chances(by=director, division=division, number=2)
    assert request_chances(by=director, division=division, number=2).pk == job.pk
    work()
    job.refresh_from_db()
    rest, *_ = current_rest(division, 2)
    assert rest is not None
    assert (job.status, job.done, job.total) == (Job.Status.DONE, 10, 10)
    assert job.result["seed"] == SEED
    assert chances_from(job.result) == chances_of(rest, SEED)
    assert look(division).trials == TRIALS


@pytest.mark.usefixtures("slow")
@pytest.mark.django_db(transaction=True)
def test_an_answer_for_other_standings_is_not_shown(division: Division, director: User) -> None:
    request_chances(by=director, division=division, number=2)
    work()
    game = Game.objects.filter(round__number=2).first()
    assert game is not None
    play(game, 380, 399)
    assert look(division).trials == 0


def test_chances_come_back_from_json_as_they_went_in(division: Division) -> None:
    division.entries.filter(number__gte=5).update(class_name="B")
    rest, *_ = current_rest(division, 2)
    assert rest is not None
    chances = chances_of(rest, SEED)
    assert chances_from(as_result(key_of(rest), chances)) == chances


def test_nothing_is_worked_out_where_there_is_nothing(division: Division, director: User) -> None:
    make_round(division, 3)
    with pytest.raises(Refused, match="nothing to work out"):
        request_chances(by=director, division=division, number=3)


# --- pages -----------------------------------------------------------------------------------------


def test_the_page_tells_the_director_what_is_open(division: Division, director: User, client: Client) -> None:
    page = text(client.get(url(division, "reach", 2)))
    assert "after round 2: 3 games left for each player" in page
    assert "A prize:" in page and "played" not in page.split("How to read this")[0]
    assert "playing the rest of the event 100,000 times" in page
    assert client.get(url(division, "reach_now")).headers["Location"] == url(division, "reach", 2)
    assert client.get(url(division, "reach", 3)).status_code == 404


def test_the_desk_the_standings_and_the_why_page_lead_there(division: Division, director: User, client: Client) -> None:
    assert url(division, "reach_now") in client.get(url(division, "desk")).content.decode()
    assert url(division, "reach_now") in client.get(url(division, "why", 2)).content.decode()
    standings = reverse("public:standings", args=[division.tournament.slug, division.code])
    assert url(division, "reach_now") in client.get(standings).content.decode()
    assert url(division, "reach_now") not in Client().get(standings).content.decode()


def test_before_the_first_result_the_page_says_so(client: Client) -> None:
    division = make_division(make_tournament("new-cup"), players=4, rounds=3)
    client.force_login(make_user(tournament=division.tournament))
    assert "No result yet" in text(client.get(url(division, "reach_now")))


def test_players_read_it_where_reasons_are_public(division: Division, director: User, client: Client) -> None:
    stranger = Client()
    pages = [url(division, "reach", 2), url(division, "reach_now")]
    assert [stranger.get(page).status_code for page in pages] == [404, 404]
    save_settings(by=director, division=division, values={"reasons_public": True})
    assert [stranger.get(page).status_code for page in pages] == [200, 302]
    assert re.search(r"boards\.\w+\.css", stranger.get(pages[0]).content.decode())


@pytest.mark.usefixtures("slow")
@pytest.mark.django_db(transaction=True)
def test_a_slow_page_has_a_button_then_progress_then_the_chances(
    division: Division, director: User, client: Client
) -> None:
    save_settings(by=director, division=division, values={"reasons_public": True})
    address = url(division, "reach", 2)
    assert "Work out the chances" in text(client.get(address))
    assert "The chances have not been worked out yet." in text(Client().get(address))
    assert "Can finish" in text(client.get(address))
    assert client.post(url(division, "work_out", 2)).status_code == 302
    waiting = client.get(address).content.decode()
    assert "Waiting for the worker" in waiting and "<progress" in waiting
    work()
    assert "Prize chance" in text(client.get(address))


@pytest.mark.usefixtures("slow")
def test_the_work_can_be_stopped(division: Division, director: User, client: Client) -> None:
    job = request_chances(by=director, division=division, number=2)
    client.post(url(division, "reach_stop", 2, job.pk))
    job.refresh_from_db()
    assert (job.status, job.kind) == (Job.Status.CANCELLED, REACH_JOB)
    assert client.post(url(division, "reach_stop", 2, job.pk + 1)).status_code == 404


@pytest.mark.parametrize("name", ["work_out", "reach_stop"])
def test_only_those_who_run_the_event_ask_for_work(division: Division, name: str) -> None:
    address = url(division, name, 2, *([1] if name == "reach_stop" else []))
    somebody = Client()
    assert somebody.post(address).status_code == 302
    other = make_tournament("elsewhere")
    somebody.force_login(make_user("scorer", tournament=other, role=Role.SCORER))
    assert somebody.post(address).status_code in (403, 404)
    assert Job.objects.count() == 0


def test_the_page_takes_the_same_queries_for_few_and_for_many(
    division: Division, director: User, client: Client
) -> None:
    counts = []
    for code, players in (("few", 2), ("many", 30)):
        other = make_division(division.tournament, players=players, rounds=4, code=code)
        played(other, 1)
        other.entries.filter(number__gt=players // 2).update(class_name="B")
        client.get(url(other, "reach", 1))
        with CaptureQueriesContext(connection) as seen:
            assert client.get(url(other, "reach", 1)).status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1]
