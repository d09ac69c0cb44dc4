"""Lists of events are read a page at a time, on the public pages as in the console."""

from datetime import date, timedelta

import pytest
from django.test import Client

from tdsuite.tournaments import event_lists
from tdsuite.tournaments.models import Tournament
from tests.factories import make_tournament, make_user
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 16)


def make_events(count: int) -> None:
    """So many finished ones, the newest last, one to come and one being played."""
    make_tournament("club-0", name="Club 0")
    make_more(range(1, count))
    Tournament.objects.update(status="finished", visibility="public")
    for slug, status in (("to-come", "preparing"), ("now", "running")):
        make_tournament(slug, name=slug, visibility="public", status=status)


def make_more(numbers: range) -> None:
    """More like the first, each a day later."""
    first = Tournament.objects.get(slug="club-0")
    fields = [field.name for field in Tournament._meta.concrete_fields if field.name != "id"]
    rows = [Tournament(**{name: getattr(first, name) for name in fields}) for _ in numbers]
    for number, row in zip(numbers, rows, strict=True):
        row.slug, row.name, row.starts_on = f"club-{number}", f"Club {number}", DAY + timedelta(number)
        row.ends_on = row.starts_on
    Tournament.objects.bulk_create(rows)


@pytest.mark.parametrize(("address", "cover"), [("/", "/t/"), ("/console/", "/console/")])
def test_a_page_has_what_is_played_first_and_the_next_page_goes_on(address: str, cover: str) -> None:
    make_events(event_lists.ON_A_PAGE + 5)
    client = Client()
    client.force_login(make_user("administrator", is_superuser=True))
    first, second, beyond = (client.get(f"{address}?page={page}").text for page in ("1", "2", "99"))

    def shown(page: str) -> list[str]:
        return [part.split('/"')[0] for part in page.split(f'class="cover" href="{cover}')[1:]]

    assert shown(first)[:3] == ["now", "to-come", "club-64"]
    assert len(shown(first)) == event_lists.ON_A_PAGE
    assert shown(second) == [f"club-{number}" for number in range(6, -1, -1)]
    assert "Page 1 of 2" in first and 'rel="next" href="?page=2"' in first
    assert shown(beyond) == shown(second)


def test_a_list_of_many_events_makes_the_queries_of_a_list_of_few() -> None:
    client, counts = Client(), []
    client.force_login(make_user("administrator", is_superuser=True))
    make_events(3)
    for more in (range(0), range(3, 80)):
        make_more(more)
        for address in ("/", "/console/"):
            counts.append(statements_of(lambda address=address: client.get(address)))
    assert counts[:2] == counts[2:]


def test_an_official_sees_the_events_that_they_help_to_run_once(client: Client) -> None:
    own, _other = make_tournament("own"), make_tournament("other", name="Other")
    client.force_login(make_user("scorer", tournament=own))
    page = client.get("/console/").text
    assert page.count('class="cover" href="/console/own/"') == 1
    assert "/console/other/" not in page
