"""The public pages, walked by a director, a stranger with an account and a stranger without one."""

import re
from datetime import UTC, date, datetime

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tdsuite.platform.access.roles import Role
from tdsuite.public import urls as public_urls
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.reads import history, standing_rows
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user, play

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}
DIVISION_PAGES = ("pairings", "standings", "players", "wall", "cross_table", "wall_chart")


def address(name, division, *more, **query):
    url = reverse(f"public:{name}", args=[division.tournament.slug, division.code, *more])
    return url + ("?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else "")


def every_page(division):
    slug = division.tournament.slug
    yield reverse("public:event", args=[slug])
    for name in DIVISION_PAGES:
        yield address(name, division)
    yield address("pairings", division, 2)
    yield address("pairings", division, by="name")
    yield address("standings", division, 2)
    yield address("player", division, 3)


def logged_in(tournament=None, role=None):
    client = Client()
    client.force_login(make_user(role or "stranger", tournament=tournament, role=role))
    return client


def people(division):
    return [logged_in(division.tournament, Role.DIRECTOR), logged_in(), Client()]


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def names(response, pattern):
    return re.findall(pattern, response.content.decode())


def test_public_addresses_are_read_alone_and_answer_a_post_with_405(division):
    known = {"slug": division.tournament.slug, "code": division.code, "number": 1, "other": 2, "player": 1}
    for page in public_urls.urlpatterns:
        if page.name != "language":
            given = {name: known[name] for name in page.pattern.converters}
            assert Client().post(reverse(f"public:{page.name}", kwargs=given)).status_code == 405, page.name


def test_an_unlisted_event_is_read_by_its_address_and_not_listed(division):
    division.tournament.visibility = "unlisted"
    division.tournament.save()
    client = Client()
    assert "Lakeside Open" not in text_of(client.get("/"))
    assert all(client.get(url).status_code == 200 for url in every_page(division))


def test_a_stranger_cannot_tell_a_private_event_from_none_and_is_shown_the_way_in(division):
    division.tournament.visibility = "private"
    division.tournament.save()
    there, nowhere = "/t/lakeside-open/", "/t/no-such-cup/"
    answers = [Client().get(url) for url in (there, nowhere)]
    assert [answer.status_code for answer in answers] == [404, 404]
    bodies = [answer.content.decode() for answer in answers]
    assert bodies[0].replace("lakeside-open", "no-such-cup") == bodies[1]
    assert f'href="/log-in/?next={there}"' in bodies[0] and 'href="/p/"' in bodies[0]
    consoles = [Client().get(f"/console/{slug}/") for slug in ("lakeside-open", "no-such-cup")]
    assert [answer.headers["Location"].partition("?")[0] for answer in consoles] == ["/log-in/", "/log-in/"]


def test_home_without_events_says_what_comes():
    assert "No event is open to everyone yet" in text_of(Client().get("/"))


@pytest.mark.parametrize("url", ["/t/nowhere/", "/t/lakeside-open/zz/pairings/", "/t/lakeside-open/a/players/99/"])
def test_what_does_not_exist_is_a_404_with_a_way_on(division, url):
    response = Client().get(url)
    assert response.status_code == 404
    assert "This page is not here" in text_of(response) and "All events" in text_of(response)


def test_a_draft_is_invisible_even_to_its_director_on_public_pages(division):
    for client in people(division):
        assert client.get(address("pairings", division, 5)).status_code == 404
        assert client.get(address("standings", division, 5)).status_code == 404
        assert "Round 5" not in text_of(client.get(address("pairings", division)))
        assert names(client.get(address("player", division, 4)), r"Round (\d+)</p>") == ["4"]
        assert "Round 5" not in text_of(client.get(address("wall", division)))


def test_before_the_first_published_round_the_pages_say_what_comes():
    division = make_division(players=4)
    client = Client()
    assert "No pairings yet" in text_of(client.get(address("pairings", division)))
    assert "Before round 1" in text_of(client.get(address("standings", division)))
    assert "No game yet" in text_of(client.get(address("player", division, 1)))
    assert client.get(address("standings", division, 1)).status_code == 404


def test_a_division_without_players_says_so():
    division = make_division(players=0)
    for name in ("standings", "players"):
        assert "Nobody has entered yet" in text_of(Client().get(address(name, division)))


def test_pairings_show_the_current_round_by_table_with_who_starts(division):
    response = Client().get(address("pairings", division))
    assert "Round 4" in text_of(response) and "3 of 4 to come" in text_of(response)
    tables = names(response, r"<small>Table</small>(\d+)")
    assert tables == ["1", "2", "3", "4"]
    assert len(names(response, r'<span class="start first">Starts</span>')) == 3  # the played board says "started"
    assert len(names(response, "<summary>They have not met.</summary>")) == 4


def test_pairings_by_name_hold_every_player_once_in_filing_order(division):
    response = Client().get(address("pairings", division, by="name"))
    filed = names(response, r'players/\d+/">([^<]+, [^<]+)</a>')
    assert len(filed) == 8 and filed == sorted(filed)


def test_boards_where_tiles_decide_say_draw():
    division = make_division(players=4)
    make_round(division, 1, starts_by=Game.StartsBy.DRAW)
    for url in (address("pairings", division), address("pairings", division, by="name")):
        assert len(names(Client().get(url), "Draw tiles</span>")) == 4


def test_a_search_works_without_scripts(division):
    wanted = division.entries.get(number=3).player
    response = Client().get(address("pairings", division, by="name", q=wanted.name.upper()))
    assert names(response, r'players/(\d+)/"') == ["3"]
    assert "Nobody of that name" in text_of(Client().get(address("pairings", division, q="zzz")))


def test_standings_stand_in_order_of_ranks_with_the_prize_places_marked(division):
    division.prize_places = 2
    division.save()
    response = Client().get(address("standings", division, 3))
    ranks = [int(rank) for rank in names(response, r'<td class="rank"><b>(\d+)</b>')]
    assert ranks == sorted(ranks) and len(ranks) == 8
    assert len(names(response, r'class="\s*prize')) == sum(rank <= 2 for rank in ranks)
    assert "2 places" in text_of(response)


def test_standings_while_a_round_is_played_say_how_many_results_are_to_come(division):
    assert "After round 4" in text_of(Client().get(address("standings", division)))
    assert "3 results to come" in text_of(Client().get(address("standings", division)))
    assert "results to come" not in text_of(Client().get(address("standings", division, 3)))


def test_the_row_of_rounds_links_the_rounds_that_have_a_result(division):
    response = Client().get(address("standings", division))
    assert names(response, r'standings/(\d)/"') == ["1", "2", "3", "4"]
    assert names(response, r'standings/(\d)/" aria-current') == ["4"]


def test_a_players_page_shows_next_game_record_starts_and_every_result(division):
    response = Client().get(address("player", division, 8))
    text = text_of(response)
    assert "Place" in text and "Starts–replies" in text and "Next game" in response.content.decode()
    assert len(names(response, r'class="result (?:won|lost|tied)"')) == 3


def test_a_withdrawn_player_is_said_to_be_withdrawn(division):
    division.entries.filter(number=8).update(withdrawn_from=5)
    assert "Withdrawn from round 5 on" in text_of(Client().get(address("player", division, 8)))


def test_the_wall_shows_a_divisions_names_and_standings_and_moves_on_round_and_round():
    division = make_division(players=30)
    make_round(division, 1)
    screens = [Client().get(address("wall", division, at=number)) for number in range(4)]
    assert [len(names(screen, "<li>")) for screen in screens] == [15, 15, 15, 15]
    for screen, heads in zip(screens, ["Table Player Starts"] * 2 + ["Rank Player Rating"] * 2, strict=True):
        assert text_of(screen).count(heads) == 2
    following = [names(screen, r'hx-get="[^"]+\?at=(\d+)"\s+hx-trigger="turn') for screen in screens]
    assert following == [["1"], ["2"], ["3"], ["0"]]


def test_the_wall_says_how_many_results_are_to_come_and_marks_the_places_in_the_prizes(division):
    division.prize_places = 2
    division.save()
    page = Client().get(address("wall", division, at=1))
    assert "After round 4 3 results to come" in text_of(page)
    assert names(page, r'class="key gold">([^<]+)<') == ["1", "2"]
    assert 'data-zone="UTC"' in page.text
    played_out = make_played_event(players=4, played=1, slug="played-out")
    assert "to come" not in text_of(Client().get(address("wall", played_out)))


@pytest.mark.parametrize(
    ("language", "leads", "starts"),
    [
        ("en", "Leads after round 3: {} 3–0", "Round 5 starts at 14:30, Sunday 29 November"),
        ("fr", "En tête après la ronde 3 : {} 3–0", "La ronde 5 commence à 14:30, dimanche 29 novembre"),
        ("es", "En cabeza tras la ronda 3: {} 3–0", "La ronda 5 empieza a las 14:30, domingo 29 noviembre"),
    ],
)
def test_an_event_says_who_leads_each_division_and_when_its_next_round_starts(language, leads, starts):
    division = make_played_event(players=8, played=3, rounds=7)
    make_round(division, 4, status=Round.Status.PLAYING, results=0)
    make_round(division, 5, status=Round.Status.DRAFT)
    event = division.tournament
    event.starts_on, event.ends_on, event.time_zone = date(2026, 11, 28), date(2026, 11, 29), "UTC"
    event.save()
    division.rounds.filter(number=5).update(scheduled_at=datetime(2026, 11, 29, 14, 30, tzinfo=UTC))
    text = text_of(Client().get(event.get_absolute_url(), headers={"Accept-Language": language}))
    leader = history(division).standings(3)[0]
    assert leads.format(history(division).names[leader.number]) in text and starts in text
    event.ends_on = event.starts_on
    event.save()
    text = text_of(Client().get(event.get_absolute_url(), headers={"Accept-Language": language}))
    assert starts.split(",")[0] in text and starts not in text  # of one day the day is known


def test_leaders_who_are_equal_are_named_together_and_many_are_counted():
    event = make_tournament()
    for code, pairs in (("a", [(1, 2), (3, 4)]), ("b", [(1, 2), (3, 4), (5, 6), (7, 8)])):
        division = make_division(event, code=code, players=2 * len(pairs), rounds=3)
        for game in make_round(division, 1, status="closed", results=0, pairs=pairs).games.all():
            play(game, 400, 380)
    text = text_of(Client().get(event.get_absolute_url()))
    names = history(event.divisions.get(code="a")).names
    assert f"Leads after round 1: {names[1]} and {names[3]} 1–0 +20" in text
    assert "Leads after round 1: 4 players, all equal 1–0 +20" in text


def test_a_finished_event_shows_who_won_each_division_instead_of_a_bar():
    division = make_played_event(players=8, played=3, rounds=3)
    running = make_played_event(players=4, played=1, rounds=3, slug="running").tournament
    page = Client().get(running.get_absolute_url())
    assert "<progress" in page.text and "podium" not in page.text
    division.tournament.status = "finished"
    division.tournament.save()
    page = Client().get(division.tournament.get_absolute_url())
    best = standing_rows(history(division))[:3]
    assert names(page, r'<b class="place">(\d)</b>') == [row.standing.rank_text for row in best]
    assert names(page, r'class="at-\d">.*?/players/(\d+)/') == [str(row.entry.number) for row in best]
    assert "<progress" not in page.text and "Final standings" in page.text


@pytest.mark.parametrize("screen", ["-1", "99", "x", "9" * 30, "٣"])
def test_a_screen_that_is_not_there_is_the_first_one(division, screen):
    assert Client().get(address("wall", division, at=screen)).status_code == 200


ROWS = [(name, ()) for name in ("pairings", "standings", "wall", "cross_table", "wall_chart")]
ROWS += [("player", (1,))]


@pytest.mark.parametrize(("name", "more"), ROWS)
def test_htmx_gets_the_rows_alone(division, name, more):
    response = Client().get(address(name, division, *more), headers=HX)
    body = response.content.decode()
    assert "<!DOCTYPE" not in body and f'data-live="{division.live_topic}' in body
    assert "HX-Request" in response.headers["Vary"]


def test_the_event_page_listens_to_every_division():
    tournament = make_tournament()
    topics = " ".join(make_division(tournament, players=2, code=code).live_topic for code in "abc")
    assert (
        f'data-live="{topics}" data-live-version="0 0 0"'
        in Client().get(tournament.get_absolute_url()).content.decode()
    )


def test_reading_sets_no_cookie(division):
    for url in ["/", *every_page(division)]:
        assert not Client().get(url).cookies, url


def test_phones_download_no_font():
    with open(finders.find("tdsuite/css/tdsuite.css"), encoding="utf-8") as file:
        css = file.read()
    wide_only, rest = css.split(":root", 1)
    assert wide_only.count("@font-face") == 2 and "@media print, (min-width: 48rem)" in wide_only
    assert "@font-face" not in rest
