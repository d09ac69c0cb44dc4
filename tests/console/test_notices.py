"""Notices: what the director says stands on public pages, wall screens and players' own pages until it is taken down."""

import pytest
from django.core.cache import caches
from django.test import Client

from results.sheets.services.own_topics import own_news
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.live import known_versions
from tdsuite.platform.live.own_topics import own_topic
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.notices import MOST_NOTICES, post_notice, take_down_notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_pages")]

EVENT = "/t/lakeside-open/"
SCREENS = [EVENT, f"{EVENT}a/pairings/", f"{EVENT}a/standings/", f"{EVENT}a/wall/", f"{EVENT}a/players/3/"]
TEXT = "Lunch until two & <no> games"
SHOWN = "Lunch until two &amp; &lt;no&gt; games"


@pytest.fixture
def fresh_pages(monkeypatch):
    """No page of another test is served here, nor one of these elsewhere."""
    monkeypatch.setattr(known_versions, "process", known_versions.KnownVersions())
    caches["pages"].clear()
    yield
    caches["pages"].clear()


def where_shown(text=SHOWN):
    return [url for url in SCREENS if text in Client().get(url).content.decode()]


def test_a_notice_stands_everywhere_until_it_is_taken_down(under_way, as_role, django_capture_on_commit_callbacks):
    director = as_role(Role.DIRECTOR)
    assert where_shown() == []
    with django_capture_on_commit_callbacks(execute=True):
        director.post("/console/lakeside-open/notices/", {"text": f"  {TEXT} "})
    assert where_shown() == SCREENS
    assert SHOWN in director.get("/console/lakeside-open/round/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        director.post("/console/lakeside-open/notices/1/take-down/")
    assert where_shown() == []


def test_own_pages_are_told_of_a_notice_at_once(under_way):
    entry, key = under_way.entries.get(number=3), under_way.live_topic

    def news():
        return own_news(key, versions(key)[key])[own_topic(under_way.pk, entry.pk)].version

    before = news()
    post_notice(by=COMMAND_LINE, tournament=under_way.tournament, text=TEXT)
    assert before < news() == versions(key)[key]


def test_a_notice_is_short_and_there_are_few(under_way):
    event = under_way.tournament
    for text in ("", "  ", "x" * 201):
        with pytest.raises(Refused):
            post_notice(by=COMMAND_LINE, tournament=event, text=text)
    for number in range(MOST_NOTICES):
        assert post_notice(by=COMMAND_LINE, tournament=event, text="Quiet, please")["number"] == number + 1
    with pytest.raises(Refused) as refused:
        post_notice(by=COMMAND_LINE, tournament=event, text="Quiet, please")
    assert refused.value.code == "too_many_notices"
    take_down_notice(by=COMMAND_LINE, tournament=event, number=2)
    with pytest.raises(Refused):
        take_down_notice(by=COMMAND_LINE, tournament=event, number=2)
    assert [notice["number"] for notice in Tournament.objects.get().notices] == [1, 3, 4, 5]


def test_an_event_that_is_opened_again_says_why_on_public_pages(under_way, django_capture_on_commit_callbacks):
    Tournament.objects.update(status="finished")
    with django_capture_on_commit_callbacks(execute=True):
        opened = {"values": {"status": "running"}, "reason": "a sheet came to light"}
        update_tournament(by=COMMAND_LINE, tournament=under_way.tournament, **opened)
    assert EVENT in where_shown("This event is open again: a sheet came to light")
