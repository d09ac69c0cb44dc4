"""The site of an event opens from a USB stick, says what the public pages say, and nothing more."""

import io
import re
import zipfile
from datetime import date
from posixpath import dirname, join, normpath

import pytest
from django.utils import translation
from lxml import html

from results.prizes.services.event_rules import told_rules
from tdsuite.exchange.export import export
from tdsuite.exchange.site import site_files, write_site
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.public.reads import player_card
from tdsuite.tournaments.models import Game, Player, Round, Tournament
from tdsuite.tournaments.reads import history, standing_rows
from tests.factories import make_division, make_played_event, make_round, make_tournament
from tests.journeys.browser import PHONE
from tests.statements import statements_of
from tests.tidy import tidy

pytestmark = pytest.mark.django_db


def an_event():
    """Seven players: three rounds played, the fourth under way, a draft that nobody may see."""
    division = make_played_event(players=7, played=3)
    make_round(division, 4, status=Round.Status.PLAYING, results=2)
    make_round(division, 5, status=Round.Status.DRAFT)
    return division


def words(data):
    return " ".join(html.fromstring(data.decode()).text_content().split())


def test_there_is_a_page_for_every_round_and_every_player():
    names = set(site_files(an_event().tournament))
    assert names == {
        "index.html", "rules.html", "site.css", "a/wallchart.html", "a/players.html", "a/standings.html", "a/pairings.html",
        *(f"a/standings-{number}.html" for number in (1, 2, 3, 4)),
        *(f"a/pairings-{number}.html" for number in (1, 2, 3, 4)),
        *(f"a/player-{number}.html" for number in range(1, 8)),
    }  # fmt: skip


def test_every_link_leads_to_a_file_beside_it_and_no_page_needs_a_script():
    files = site_files(an_event().tournament)
    for name, data in files.items():
        if name.endswith(".html"):
            page = html.fromstring(data.decode())
            assert page.xpath("//script|//style|//form|//iframe|//img") == []
            wanted = {normpath(join(dirname(name), address)) for address in page.xpath("//@href|//@src|//@action")}
            assert wanted <= set(files), name
    assert b"url(" not in files["site.css"] and b"@import" not in files["site.css"]


def test_a_draft_gets_nowhere():
    division = an_event()
    seen = site_files(division.tournament)
    Game.objects.filter(round__number=5).delete()
    Round.objects.filter(division=division, number=5).delete()
    assert seen == site_files(division.tournament)


def test_what_is_private_gets_nowhere():
    division = an_event()
    ids = {"national_id": "NAT-77123", "naspa_id": "AA077123", "wespa_id": "W77123", "absp_id": "B77123"}
    Player.objects.filter(entries__division=division).update(**ids)
    whole = b"".join(site_files(division.tournament).values())
    assert not any(value.encode() in whole for value in ids.values())


def test_wespa_5_1_4_the_site_tells_the_rules_with_the_sign_of_the_print():
    event = an_event().tournament
    page = words(site_files(event)["rules.html"])
    assert "In force: (a) value added to one and taken off the other. † (5.1.4(a))" in page
    assert f"Rules {told_rules(event).print_hash}" in page


def test_names_are_escaped():
    division = an_event()
    Player.objects.filter(entries__division=division, entries__number=1).update(name="<b>Ada</b> & Co")
    text = b"".join(site_files(division.tournament).values())
    assert b"&lt;b&gt;Ada&lt;/b&gt; &amp; Co" in text and b"<b>Ada" not in text


def test_standings_after_every_round_are_those_of_the_page():
    division = an_event()
    files, past = site_files(division.tournament), history(division)
    for number in (1, 2, 3, 4):
        text = tidy(files[f"a/standings-{number}.html"].decode())
        order = [int(one) for one in re.findall(r'<th scope="row" class="name"><a href="player-(\d+)', text)]
        assert order == [row.entry.number for row in standing_rows(past, number)]
    assert files["a/standings.html"] == files["a/standings-4.html"]


def test_a_players_page_is_his_card():
    division = an_event()
    files, past = site_files(division.tournament), history(division)
    for entry in past.entries:
        card, text = player_card(past, entry), words(files[f"a/player-{entry.number}.html"])
        assert f"Place {card.standing.rank_text} Won–lost" in text
        assert f"Starts–replies {card.starts.starts}–{card.starts.replies}" in text
        for line in card.lines:
            if line.call.opponent:
                assert f"{line.call.seat.score}–{line.call.opponent.score}" in text
        assert all(f"Table{line.call.board.game.table} Round {line.round} against" in text for line in card.upcoming)


def test_the_wall_chart_has_each_game_twice():
    text = tidy(site_files(an_event().tournament)["a/wallchart.html"].decode())
    cells = re.findall(r"<b>([WLTB–])</b> (\d*)", text)
    assert len(cells) == 4 * 7
    assert [sum(kind == letter for kind, _ in cells) for letter in "B–"] == [4, 2]
    assert sum(kind == "W" for kind, _ in cells) == sum(kind == "L" for kind, _ in cells)


def test_an_event_that_has_not_begun_is_a_list_of_players():
    files = site_files(make_division(make_tournament("later"), players=4).tournament)
    assert "Before round 1" in words(files["a/standings.html"])
    assert "a/pairings.html" not in files and "a/standings-0.html" in files


def test_the_same_state_gives_the_same_bytes_and_one_result_changes_few_files():
    division = an_event()
    first = site_files(division.tournament)
    packed = write_site(division.tournament)[0]
    assert packed == write_site(division.tournament)[0]
    game = Game.objects.filter(round__number=4, outcome=Game.Outcome.AWAITED, second__isnull=False).first()
    Game.objects.filter(pk=game.pk).update(outcome=Game.Outcome.PLAYED, first_score=401, second_score=400)
    second = site_files(division.tournament)
    changed = {name for name in first if first[name] != second[name]}
    assert f"a/player-{game.first.number}.html" in changed and "a/standings-4.html" in changed
    assert not changed & {"index.html", "site.css", "a/players.html", "a/standings-3.html", "a/pairings-3.html"}


def test_the_zip_holds_one_folder_without_the_hour_it_was_packed():
    division = an_event()
    made = export(by=COMMAND_LINE, tournament=division.tournament, key="site")
    assert (made.name, made.sendable) == ("lakeside-open-site.zip", True)
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert archive.testzip() is None
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {one.filename.split("/")[0] for one in archive.infolist()} == {"lakeside-open"}


def test_words_dates_and_half_wins_are_in_the_language_asked_for_and_in_english_without():
    division = an_event()
    Tournament.objects.filter(pk=division.tournament_id).update(starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 3))
    Game.objects.filter(round__division=division, round__number=1, second__isnull=False).update(
        first_score=400, second_score=400
    )
    tournament = Tournament.objects.get(pk=division.tournament_id)
    for language, lang, heading, days, half in (
        ("en-gb", "en-GB", "Standings after round 4", "2 to 3 May 2026", ".5–"),
        ("fr", "fr", "Classement après la ronde 4", "du 2 au 3 mai 2026", ",5–"),
        ("es", "es", "Clasificación tras la ronda 4", "del 2 al 3 de mayo de 2026", ",5–"),
    ):
        page = site_files(tournament, language)["a/standings.html"].decode()
        assert f'<html lang="{lang}">' in page and half in page
        assert heading in words(page.encode()) and days in words(page.encode())
    with translation.override("fr"):
        assert site_files(tournament) == site_files(tournament, "en-gb")


def test_the_number_of_queries_does_not_grow_with_the_players():
    counts = []
    for players, slug in ((2, "small"), (30, "large")):
        tournament = make_played_event(players=players, played=1, slug=slug).tournament
        counts.append(statements_of(lambda tournament=tournament: site_files(tournament)))
    assert counts[0] == counts[1]


@pytest.mark.browser
@pytest.mark.parametrize(
    "language", ["en-gb", *(pytest.param(language, marks=pytest.mark.full) for language in ("fr", "es"))]
)
def test_on_a_phone_a_page_shows_its_table_whole_and_no_name_breaks_in_a_word(browser, tmp_path, language):
    files = site_files(an_event().tournament, language)
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    page = browser.new_context(viewport=PHONE).new_page()
    one_of_a_kind = {re.sub(r"-\d+", "", name): name for name in files if name.endswith(".html")}
    del one_of_a_kind["a/wallchart.html"]  # which a finger moves
    for name in one_of_a_kind.values():
        page.goto((tmp_path / name).as_uri())
        assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('main'))"), name
    rule = page.locator("tbody th").first.evaluate("cell => getComputedStyle(cell).overflowWrap")
    assert rule == "normal"
