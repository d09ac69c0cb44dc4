"""Whose own page is told of a decision: everybody whose page shows something else, and after a result nobody but its two players."""

import asyncio
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from results.attendance.services.attendance import arrive, start_clock
from results.games.services.outcomes import record_result
from results.sheets.services.own_topics import own_news
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.live import known_versions, services
from tdsuite.platform.live.hub import Hub, Watcher
from tdsuite.platform.live.own_topics import OwnNews, own_topic, player_topic
from tdsuite.tournaments import kept_histories
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tests.factories import make_played_event, make_round
from tests.platform.access.signing import signed_in
from tests.results.looking import text
from tests.results.sheets.pages.hall import make_pages
from tests.tournaments.test_kept_histories import RUNNING, Event

pytestmark = pytest.mark.django_db
VERSIONS = re.compile(r'data-live-version="[^"]*"')
PLACE = re.compile(r'data-live-text="[^"]*">[^<]*<')
STEPS = 12


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(known_versions.process, "serves", True)
    kept_histories.forget()
    yield
    kept_histories.forget()


def said(division: Division) -> dict[str, OwnNews]:
    return own_news(division.live_topic, services.versions(division.live_topic)[division.live_topic])


class Phone:
    """A player's open page: what it shows, and the versions it was made from."""

    def __init__(self, entry: Any) -> None:
        self.client = signed_in(Client(), entry)
        self.own = own_topic(entry.division_id, entry.pk)
        self.address = reverse("results:me", args=[entry.division.tournament.slug])
        self.load()

    def load(self) -> None:
        answer = self.client.get(self.address, headers={"HX-Request": "true"})
        if answer.status_code == 401:  # whoever is erased is signed out
            self.shows, self.place = "", []
            return
        body = answer.content.decode()
        topics, versions = (re.findall(rf'data-live{which}="([^"]*)"', body)[0].split() for which in ("", "-version"))
        self.versions = dict(zip(topics, map(int, versions), strict=True))
        self.place = re.findall(r'data-live-text="[^"]*">([^<]*)<', body)
        self.shows = RUNNING.sub("", PLACE.sub("", VERSIONS.sub("", body)))

    def is_told(self, news: dict[str, OwnNews]) -> bool:
        """Whether one of its topics has a newer version than the page shows."""
        now = services.versions(*self.versions) | {topic: own.version for topic, own in news.items()}
        return any(now[topic] > version for topic, version in self.versions.items())


@pytest.mark.parametrize("seed", [10, *(pytest.param(seed, marks=pytest.mark.full) for seed in (11, 12, 13))])
def test_a_page_that_shows_something_else_after_a_decision_was_told(
    seed: int, django_capture_on_commit_callbacks: Any
) -> None:
    event = Event(seed)
    event.publish()
    phones = {entry.pk: Phone(entry) for entry in event.division.entries.select_related("division__tournament")}
    said(event.division)
    taken = untold = 0
    while taken < STEPS:
        with django_capture_on_commit_callbacks(execute=True):
            if not event.happens():
                continue
        taken += 1
        news = said(event.division)
        for phone in phones.values():
            told, before = phone.is_told(news), phone.shows
            phone.load()
            assert told or phone.shows in (before, "")
            assert phone.place in ([], [news[phone.own].text])
            untold += not told
    assert untold


def test_after_a_result_two_pages_ask_and_the_others_are_told_their_place() -> None:
    division = make_played_event(players=12, played=3)
    make_round(division, 4, status=Round.Status.PLAYING)
    Tournament.objects.update(first_result_at=timezone.now())  # the very first result says for good which rules count
    before = said(division)
    game = Game.objects.of_division(division).with_people().awaiting_result().first()
    phones = {entry.pk: Phone(entry) for entry in division.entries.select_related("division__tournament")}
    record_result(by=COMMAND_LINE, game=game, first_score=100, second_score=700)
    after = said(division)
    players = {game.first_id, game.second_id}
    assert {pk for pk, phone in phones.items() if phone.is_told(after)} == players
    asked = {topic for topic, news in after.items() if news.version > before[topic].version}
    assert asked == {
        player_topic(division.pk, player) for player in players
    }  # the line of the next game on public pages
    moved = {topic for topic, news in after.items() if news.text != before[topic].text}
    assert moved - {phones[game.first_id].own, phones[game.second_id].own}


def test_a_page_that_has_its_result_does_not_ask_again_because_other_results_came_meanwhile() -> None:
    division = make_played_event(players=12, played=3)
    make_round(division, 4, status=Round.Status.PLAYING)
    Tournament.objects.update(first_result_at=timezone.now())
    said(division)
    own, other = Game.objects.of_division(division).with_people().awaiting_result()[:2]
    record_result(by=COMMAND_LINE, game=own, first_score=500, second_score=400)
    phone = Phone(own.first)
    record_result(by=COMMAND_LINE, game=other, first_score=300, second_score=400)
    assert not phone.is_told(said(division))


def test_a_new_round_and_a_changed_event_are_told_to_everybody() -> None:
    division = make_played_event(players=8, played=3)
    before = said(division)
    make_round(division, 4)
    for change in ({}, {"game_minutes": 20}):
        with transaction.atomic():
            type(division.tournament).objects.filter(pk=division.tournament_id).update(**change or {"venue": "Hall"})
            services.bump(division.live_topic)
        after = said(division)
        assert all(news.version > before[topic].version for topic, news in after.items())
        before = after


def test_a_late_players_clock_is_told_to_the_two_at_the_table() -> None:
    pages = make_pages()
    Round.objects.update(status="playing")
    ada, other, third = Phone(pages.phone(1).entry), Phone(pages.phone(4).entry), Phone(pages.phone(2, 2).entry)
    news = said(pages.hall.division)
    arrive(by=pages.hall.director, game=pages.game, entry=pages.phone(1).entry)
    start_clock(by=pages.hall.director, game=pages.game, entry=pages.phone(4).entry, reason="late")
    assert (ada.is_told(news), other.is_told(news), third.is_told(news)) == (True, True, False)
    assert "You are late." in text(pages.phone(4).me())


def test_a_signature_is_told_to_the_opponents_own_page() -> None:
    pages = make_pages()
    other, third = Phone(pages.phone(4).entry), Phone(pages.phone(2, 2).entry)
    news = said(pages.hall.division)
    pages.phone(1).enters(431, 388)
    assert other.is_told(news) and not third.is_told(said(pages.hall.division))


def test_of_a_division_that_is_gone_nothing_is_said() -> None:
    assert own_news("division:999", 1) == {}


def test_where_it_cannot_be_worked_out_every_own_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from tdsuite.platform.live import hub as hub_module

    def broken(key: str, version: int) -> Any:
        raise RuntimeError(key)

    monkeypatch.setattr(hub_module, "own_news", lambda key, version: [broken(key, version)])
    watcher = Watcher(["own:7:31", "player:7:31"])
    watcher.hear({"division:7": 4}, hub_module._own_news_of("division:7", 4))
    assert asyncio.run(watcher.news(1)) == {"own:7:31": 4, "player:7:31": 4}


def test_an_own_page_hears_the_version_of_its_own_and_its_text_once() -> None:
    watcher = Watcher(["own:7:31", "game:9"])
    own = {"own:7:31": OwnNews(3, "4=", 5), "own:7:32": OwnNews(5, "1", 5)}
    watcher.hear({"division:7": 5, "game:9": 2}, own)
    assert asyncio.run(watcher.news(1)) == {"own:7:31": 3, "game:9": 2}
    assert watcher.texts() == {"own:7:31": own["own:7:31"]}
    watcher.hear({"division:7": 6, "game:9": 2}, {"own:7:31": OwnNews(3, "4=", 6)})
    assert (asyncio.run(watcher.news(0)), watcher.texts()) == ({}, {})
    assert Hub()._watched() == frozenset()


def test_news_for_many_at_once_names_the_time_over_which_their_phones_spread() -> None:
    async def spread(changed: int) -> int:
        hub, watcher = Hub(), Watcher(["own:7:1"])
        hub._followers = {"division:7": {watcher}}
        hub._own = {
            "division:7": (5, {f"own:7:{pk}": OwnNews(5 if pk <= changed else 3, "", 5) for pk in range(1, 201)})
        }
        await hub._tell({"division:7": 5})
        return watcher.spread

    assert [asyncio.run(spread(changed)) for changed in (2, 200)] == [16, 1600]
