"""On a phone: asked for on the own page, confirmed from the mail in a browser that knows nothing of the player, and stopped from the mail."""

import pytest
from playwright.sync_api import Browser, expect

from results.mail.models import MailAddress
from tdsuite.platform.access import codes
from tests.journeys.browser import PHONE, browser, fits, page_of, served  # noqa: F401  (a fixture)
from tests.platform.access.signing import give_link
from tests.results.mail.hall import MailHall, links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_player_asks_confirms_and_stops(hall: MailHall, browser: Browser) -> None:  # noqa: F811
    troubles: list[str] = []
    with served() as url:
        own = page_of(browser, PHONE, troubles)
        own.goto(f"{url}/l/{codes.link_token(give_link(hall.event.entry(1)).nonce)}/")
        own.get_by_role("link", name="My next table by mail").click()
        own.get_by_label("Your e-mail address").fill("ada@example.org")
        own.get_by_role("button", name="Send me a first mail").click()
        expect(own.locator("main")).to_contain_text("A mail goes to this address.")
        assert fits(own)
        hall.works()
        (link,) = links(hall.server.mails[0])
        mailbox = page_of(browser, PHONE, troubles)
        mailbox.goto(url + link)
        assert fits(mailbox)
        mailbox.get_by_role("button", name="Yes, send them to me").click()
        expect(mailbox.locator("main")).to_contain_text("Your address is confirmed")
        own.reload()
        expect(own.locator("main")).to_contain_text("My next table, as soon as it is known")
        mailbox.get_by_role("link", name="Stop these mails").click()
        mailbox.get_by_role("button", name="Stop, and delete the address").click()
        expect(mailbox.locator("main")).to_contain_text("No more mail is sent here")
    assert MailAddress.objects.count() == 0
    assert [trouble for trouble in troubles if "/live/stream" not in trouble] == []  # no stream is served here
