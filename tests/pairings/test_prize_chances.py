"""Who can still reach which prize: the page, who may read it, and the trials behind it."""

import re

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.urls import reverse

from pairings.engine.contention.chances import TRIALS_A_PART, Chances, Rest, rough_chances
from pairings.services import prize_chances
from pairings.services.prize_chances import Open, share_text, still_open
from pairings.services.rules import save_settings
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.pairings.desk import plan_page, url
from tests.results.looking import text

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


def look(division: Division, number: int = 2) -> Open:
    return still_open(history(division), number)


# --- what it says ----------------------------------------------------------------------------------


def test_every_player_has_places_needs_and_chances(division: Division) -> None:
    found = look(division)
    (table,) = found.tables
    assert (found.left.games, found.waits, found.trials, table.places) == (3, 0, TRIALS_A_PART, 2)
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
    assert (found.waits, found.trials, found.left.games) == (row.games.count() - 1, 0, 3)
    assert {line.any for line in found.tables[0].lines} == {""}


def test_after_the_last_round_nothing_is_open(division: Division) -> None:
    for number in (3, 4, 5):
        played(division, number)
    found = look(division, 5)
    assert (found.left.rounds, found.trials) == ((), 0)
    assert all(line.reach is not None and line.reach.clinched for line in found.tables[0].lines)


def test_the_next_round_is_played_on_its_published_boards(division: Division) -> None:
    generic = look(division)
    make_round(division, 3, pairs=[(1, 8), (2, 7), (3, 6), (4, 5)])
    known = look(division)
    assert (generic.boards, known.boards, generic.tables != known.tables) == ("plan", "published", True)
    Game.objects.filter(round__number=3).update(starts_by="draw")
    assert look(division).tables != known.tables  # whoever starts has something of it; nobody knows who starts now
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


def test_shares_never_round_to_never_or_always() -> None:
    assert [share_text(count, 1000) for count in (0, 4, 5, 500, 994, 995, 996, 1000)] == [
        "<1%", "<1%", "1%", "50%", "99%", ">99%", ">99%", ">99%",
    ]  # fmt: skip


def test_trials_are_played_anew_for_new_standings_and_for_nothing_else(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_for = []

    def counted(rest: Rest, seed: int) -> Chances:
        played_for.append(rest)
        return rough_chances(rest, seed)

    monkeypatch.setattr(prize_chances, "rough_chances", counted)
    before = look(division)
    Division.objects.filter(pk=division.pk).update(state_version=F("state_version") + 1)
    assert look(Division.objects.get(pk=division.pk)) == before and len(played_for) == 1
    game = Game.objects.filter(round__number=2).first()
    assert game is not None
    play(game, 380, 399)
    assert look(division).tables != before.tables and len(played_for) == 2


# --- pages -----------------------------------------------------------------------------------------


def test_the_page_tells_the_director_what_is_open(division: Division, director: User, client: Client) -> None:
    page = text(client.get(url(division, "reach", 2)))
    assert "after round 2: 3 games left for each player" in page
    assert "A prize:" in page and "played" not in page.split("How to read this")[0]
    assert "playing the rest of the event 10,000 times" in page
    assert "after round 2: 3 games left" in text(client.get(url(division, "reach_now")))
    assert client.get(url(division, "reach", 3)).status_code == 404


def test_the_desk_the_standings_and_the_why_page_lead_there(division: Division, director: User, client: Client) -> None:
    assert url(division, "reach_now") in client.get(plan_page(division)).content.decode()
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
    assert [stranger.get(page).status_code for page in pages] == [200, 200]
    save_settings(by=director, division=division, values={"reasons_public": False})
    assert [stranger.get(page).status_code for page in pages] == [404, 404]
    save_settings(by=director, division=division, values={"reasons_public": True})
    assert re.search(r"boards\.\w+\.css", stranger.get(pages[0]).content.decode())
