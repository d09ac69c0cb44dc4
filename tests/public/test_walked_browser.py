"""Long French and Spanish words stay inside of a phone and of their column on a screen of the hall."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tests.journeys.browser import LAPTOP, PHONE, fits, served
from tests.platform.access.signing import signed_in
from tests.public.filled.event import fill

pytestmark = [pytest.mark.browser, pytest.mark.full, pytest.mark.django_db(transaction=True)]
OVER_THE_NAME = """[...document.querySelectorAll(".wall .key")].filter((key) => {
  const range = document.createRange();
  range.selectNodeContents(key);
  return range.getBoundingClientRect().right > key.nextElementSibling.getBoundingClientRect().left;
}).map((key) => key.textContent)"""


@pytest.mark.parametrize("language", ["fr", "es"])
def test_long_words_stay_where_they_belong(browser: Browser, settings: Any, tmp_path: Path, language: str) -> None:
    settings.MEDIA_ROOT = tmp_path
    filled = fill()
    again = filled.slips["again and again"]
    looks = (
        (signed_in(Client(), filled.entry(41)), "/me/copa/"),
        (signed_in(Client(), again.first), f"/judge/copa/game/{again.pk}/"),
        (signed_in(Client(), again.first), f"/s/copa/{again.pk}/"),
        (signed_in(Client(), filled.entry(41)), "/me/copa/claims/"),
        (signed_in(Client(), filled.entry(41)), "/me/copa/requests/"),
        *((Client(), address) for address in ("/p", "/t/copa/", "/t/copa/a/pairings/", "/t/copa/a/wall/")),
    )
    screens = [f"/t/copa/screen/{number}/?at={at}" for number, at in ((1, 0), (2, 0), (2, 1))]
    url = served()
    for client, address in looks:
        context = browser.new_context(viewport=PHONE, locale=language)
        context.add_cookies([{"name": key, "value": each.value, "url": url} for key, each in client.cookies.items()])
        page = context.new_page()
        page.goto(url + address)
        assert fits(page), address
    page.goto(f"{url}/t/copa/a/standings/")
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.table-wrap'))")
    page = browser.new_context(viewport=LAPTOP, locale=language).new_page()
    for address in screens:
        page.goto(url + address)
        assert page.evaluate(OVER_THE_NAME) == [], address
