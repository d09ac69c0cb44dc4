"""A page is in its reader's language: by their choice, else by what their browser asks for. Kept pages and sent rows never mix."""

import pytest
from django.test import Client

from tdsuite.tournaments.models import Division
from tests.factories import make_played_event
from tests.public.hub import Hub
from tests.public.test_pages import HX
from tests.tidy import tidy

pytestmark = pytest.mark.django_db
STANDINGS = "/t/hall/a/standings/"
FRENCH = {"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"}
SPANISH = {"Accept-Language": "es-419"}


@pytest.fixture
def division() -> Division:
    return make_played_event(players=4, played=1, slug="hall")


@pytest.mark.parametrize("part", [{}, HX])
@pytest.mark.usefixtures("division")
def test_a_kept_page_is_kept_for_each_language(hub: Hub, part: dict[str, str]) -> None:
    for _ in range(2):  # made, then kept
        pages = [Client().get(STANDINGS, headers={**language, **part}) for language in ({}, FRENCH, SPANISH)]
        assert [page.headers["Content-Language"] for page in pages] == ["en-gb", "fr", "es"]
        assert len({page.text for page in pages}) == 3
        assert all("Accept-Language" in page.headers["Vary"] and "Cookie" in page.headers["Vary"] for page in pages)
        hub.look()


def test_the_choice_at_the_foot_is_remembered_in_a_cookie_and_goes_before_the_browsers_language(
    division: Division,
) -> None:
    client = Client(headers=FRENCH, enforce_csrf_checks=True)
    assert '<button name="language" value="es" lang="es">Español</button>' in tidy(client.get(STANDINGS).text)
    assert not client.cookies
    answer = client.post("/language/", {"language": "es", "back": STANDINGS})
    assert (answer.status_code, answer["Location"], client.cookies["language"].value) == (302, STANDINGS, "es")
    assert client.get(STANDINGS).headers["Content-Language"] == "es"


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_the_choice_leads_to_no_other_site_and_an_unknown_language_is_not_remembered(back: str) -> None:
    answer = Client().post("/language/", {"language": "xx", "back": back})
    assert (answer["Location"], answer.cookies) == ("/", {})


def test_the_page_to_log_in_is_in_the_readers_language_and_offers_the_others() -> None:
    page = Client().get("/log-in/?next=/console/", headers=FRENCH).text
    assert '<html lang="fr"' in page and ">Se connecter<" in page.replace("\n", "")
    assert 'lang="es"' in page and 'name="back" value="/log-in/?next=/console/"' in page


@pytest.mark.parametrize("path", ["/account/", "/api/v1/events/"])
def test_officials_pages_and_the_api_are_in_english_for_everybody(path: str) -> None:
    answers = [Client().get(path, headers=headers) for headers in ({}, FRENCH)]
    assert not any('lang="fr"' in answer.text or "Content-Language" in answer.headers for answer in answers)
    assert not any("Accept-Language" in answer.headers.get("Vary", "") for answer in answers)
