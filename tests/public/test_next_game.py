"""The line of whoever picked their name on their phone: where they play next. It says what is published and nothing else."""

import re
from typing import Any

import pytest
from django.test import Client

from tdsuite.platform.live import known_versions
from tdsuite.tournaments import kept_histories
from tdsuite.tournaments.models import Division, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """Five players; round 1 is being played, 5 has the bye; round 2 is a draft."""
    made = make_division(make_tournament("hall"), players=5, rounds=3)
    make_round(made, 1, status="playing", pairs=[(1, 2), (3, 4), (5, None)], results=0)
    make_round(made, 2, status="draft", pairs=[(1, 3), (2, 5), (4, None)])
    return made


def line(number: int, **headers: str) -> str:
    answer = Client().get(f"/t/hall/a/players/{number}/next/", headers=headers)
    assert answer.status_code == 200
    return " ".join(re.sub(r"(?s)<(button|small).*?</\1>|<[^>]+>", " ", answer.content.decode()).split())


def name(division: Division, number: int) -> str:
    return str(division.entries.get(number=number).player)


def test_it_says_table_opponent_and_who_starts_in_the_readers_language(division: Division) -> None:
    one, two = name(division, 1), name(division, 2)
    assert line(1) == f"{one} Round 1: you are at table 1 against {two}. You start."
    assert line(2) == f"{two} Round 1: you are at table 1 against {one}. You are second."
    assert line(5) == f"{name(division, 5)} You have no game in round 1: bye."
    french, spanish = (line(1, **{"accept-language": language}) for language in ("fr", "es"))
    assert french == f"{one} Ronde 1 : vous êtes à la table 1 contre {two}. Vous commencez."
    assert spanish == f"{one} Ronda 1: está en la mesa 1 contra {two}. Sale usted."


@pytest.mark.parametrize(
    ("starts_by", "says"), [("draw", "Draw tiles for the start."), ("compare", "Compare records: fewer starts goes")]
)
def test_whoever_does_not_know_yet_who_starts_is_told_how_it_is_found(starts_by: str, says: str) -> None:
    made = make_division(make_tournament("hall"), players=2, rounds=1)
    make_round(made, 1, status="published", starts_by=starts_by)
    assert says in line(1) and says in line(2)


def test_a_draft_is_not_told_and_after_the_own_result_the_next_pairing_is_waited_for(division: Division) -> None:
    play(division.rounds.get(number=1).games.get(first__number=1), 431, 388)
    assert line(1) == f"{name(division, 1)} No game for you yet. The next pairing appears here by itself."
    Round.objects.filter(division=division, number=2).update(status="published", paired_after=1)
    three = name(division, 3)
    assert line(1).endswith(f"Round 2: you are at table 1 against {three}. You start.")
    assert line(3).endswith(f"Round 2: you are at table 1 against {name(division, 1)}. You are second.")


def test_of_rounds_that_are_published_at_once_the_one_to_be_played_now_is_told() -> None:
    made = make_division(make_tournament("hall"), players=4, rounds=3)
    for number in (1, 2, 3):
        make_round(made, number, status="published", pairs=[(1, number + 1), *BESIDE[number]])
    assert "Round 1:" in line(1)
    play(made.rounds.get(number=1).games.get(first__number=1), 400, 300)
    assert "Round 2:" in line(1) and "Round 1:" in line(3)


BESIDE = {1: [(3, 4)], 2: [(2, 4)], 3: [(2, 3)]}


def test_whoever_has_left_or_has_played_all_is_told_so() -> None:
    played = make_played_event(players=4, played=2, rounds=2, slug="hall")
    assert "No game is left for you." in line(1)
    played.planned_rounds = 3
    played.save()
    played.entries.filter(number=2).update(withdrawn_from=3)
    from django.core.cache import cache

    cache.clear()
    assert "No game for you yet." in line(1) and "No game is left for you." in line(2)


def test_it_follows_the_topic_of_this_player_alone_and_leads_to_the_public_page(division: Division) -> None:
    answer = Client().get("/t/hall/a/players/3/next/").text
    entry = division.entries.get(number=3)
    assert f'data-live="player:{division.pk}:{entry.pk}" data-live-version="0"' in answer
    assert 'href="/t/hall/a/players/3/"' in answer and "/me/" not in answer


def test_nobody_has_the_line_of_a_number_that_is_nobodys(division: Division) -> None:
    assert Client().get("/t/hall/a/players/99/next/").status_code == 404


def test_the_line_sets_no_cookie_and_costs_a_serving_process_two_queries_whatever_the_division(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(known_versions.process, "serves", True)
    kept_histories.forget()
    for slug, players in (("small", 4), ("large", 60)):
        made = make_played_event(players=players, played=2, rounds=4, slug=slug)
        make_round(made, 3)
        address = f"/t/{slug}/a/players/1/next/"
        Client().get(address)
        with django_assert_num_queries(2):
            assert not Client().get(address).cookies
    kept_histories.forget()


def test_the_names_are_those_of_all_divisions_in_the_order_of_names_and_lead_to_the_players_pages() -> None:
    event = make_tournament("hall")
    for code, players in (("a", 3), ("b", 2)):
        make_division(event, code=code, players=players)
    page = Client().get("/t/hall/names/").text
    rows = re.findall(r'<a href="([^"]+)" data-this-is-me="([^"]+)">([^<]+)</a>', page)
    assert len(rows) == 5 and all(address == remembered for address, remembered, _name in rows)
    assert [filed for _address, _me, filed in rows] == sorted(filed for _address, _me, filed in rows)
    assert {address.split("/")[3] for address, _me, _name in rows} == {"a", "b"}
    assert Client().get(rows[0][0]).status_code == 200
    assert 'href="/t/hall/names/"' in Client().get("/t/hall/").text


def test_a_long_list_of_names_has_parts_and_is_searched_without_scripts() -> None:
    made = make_division(make_tournament("hall"), players=130)
    page = Client().get("/t/hall/names/").text
    assert page.count("data-this-is-me=") == 100 and "?page=2" in page
    assert Client().get("/t/hall/names/?page=2").text.count("data-this-is-me=") == 30
    wanted = made.entries.get(number=77).player.name
    found = Client().get("/t/hall/names/", {"q": wanted.upper()}).text
    assert 'data-this-is-me="/t/hall/a/players/77/"' in found
    assert "Nobody of that name" in Client().get("/t/hall/names/?q=zzz").text


def test_a_finished_event_asks_for_no_name() -> None:
    made = make_played_event(players=4, played=1, rounds=1, slug="hall")
    made.tournament.status = "finished"
    made.tournament.save()
    assert "data-ask-name" not in Client().get("/t/hall/").text
