"""A player asks for mail on the own page, confirms by the link of a first mail, and stops by a press or a link."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from results.mail.models import ConfirmationAsked, MailAddress, OutgoingMail
from results.mail.services import addresses
from tdsuite.platform.access.models import Station
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Tournament
from tests.platform.access.signing import signed_in
from tests.public.test_no_english import english_in
from tests.results.mail.hall import MailHall, body, links
from tests.results.sheets.pages.hall import text

OWN, LINK_WORDS = "/me/lakeside-open/mail/", "My next table by mail"


def test_nothing_is_offered_where_no_mail_server_is_set_up_or_the_event_sends_none(
    hall: MailHall, settings: Any
) -> None:
    phone = hall.phone(1)
    assert LINK_WORDS in text(phone.get("/me/lakeside-open/"))
    assert "in a hall without internet they wait" in text(phone.get(OWN))
    Tournament.objects.update(tells_by_mail=False)
    assert LINK_WORDS not in text(phone.get("/me/lakeside-open/"))
    assert (phone.get(OWN).status_code, hall.asks(client=phone).status_code) == (404, 404)
    Tournament.objects.update(tells_by_mail=True)
    settings.EMAIL_HOST = ""
    assert LINK_WORDS not in text(phone.get("/me/lakeside-open/"))
    assert (phone.get(OWN).status_code, MailAddress.objects.count()) == (404, 0)


def test_nobody_asks_at_a_station(hall: MailHall) -> None:
    station = Station.objects.create(tournament=hall.tournament, name="Door")
    shared = signed_in(Client(), hall.event.entry(1), means="pin", station=station)
    assert LINK_WORDS not in text(shared.get("/me/lakeside-open/"))
    assert shared.get(OWN).status_code == 404


def test_an_address_is_confirmed_by_the_link_in_a_first_mail_and_by_a_press_there(hall: MailHall) -> None:
    assert "A mail goes to this address. Open the link in it." in text(hall.asks(1, "ada@example.org"))
    hall.works()
    (mail,) = hall.server.mails
    assert (mail["To"], mail["From"]) == ("ada@example.org", "Lakeside Open <cup@example.org>")
    assert mail["Subject"] == "Lakeside Open: is this your address?"
    (link,) = links(mail)
    stranger = Client()
    assert "Yes, send them to me" in text(stranger.get(link))  # as programs do that look through mail
    assert MailAddress.objects.get().confirmed_at is None
    assert "Your address is confirmed" in text(stranger.post(link))
    assert "Your address is confirmed" in text(stranger.post(link))
    assert MailAddress.objects.get().confirmed_at is not None
    assert "Stop, and delete the address" in text(hall.phone(1).get(OWN))
    actions = Record.objects.filter(action__startswith="mail.").order_by("pk").values_list("action", "actor_kind")
    assert list(actions) == [("mail.asked", "player"), ("mail.confirmed", "player")]


def test_before_it_is_confirmed_nothing_else_is_sent(hall: MailHall) -> None:
    hall.confirmed(1, confirmed_at=None)
    publish(hall)
    hall.works()
    assert hall.server.mails == []


def publish(hall: MailHall) -> None:
    from pairings.services.drafts import make_draft
    from pairings.services.publishing import publish_run

    publish_run(by=hall.event.director, run=make_draft(by=hall.event.director, division=hall.event.division))


def test_a_link_that_was_not_used_within_three_days_opens_nothing(hall: MailHall) -> None:
    row = hall.confirmed(1, confirmed_at=None)
    link = f"/by-mail/{row.token()}/"
    MailAddress.objects.update(asked_at=timezone.now() - addresses.CONFIRMED_WITHIN)
    assert "This link is over" in text(Client().post(link))
    assert MailAddress.objects.get().confirmed_at is None


def test_the_player_stops_with_one_press_and_the_address_is_gone(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    page = hall.phone(1).post("/me/lakeside-open/mail/stop/", follow=True)
    assert "No more mail is sent, and your address is deleted." in text(page)
    assert (MailAddress.objects.count(), OutgoingMail.objects.count()) == (0, 0)
    hall.works()
    assert hall.server.mails == []


def test_mail_is_stopped_by_the_link_of_a_mail_and_by_the_press_of_a_mail_program(hall: MailHall) -> None:
    for press in ({}, {"List-Unsubscribe": "One-Click"}):
        row = hall.confirmed(1)
        program = Client(enforce_csrf_checks=True)
        stop = f"/by-mail/{row.token()}/stop/"
        assert "Stop, and delete the address" in text(program.get(stop))
        assert MailAddress.objects.count() == 1
        for _again in range(2):
            assert program.post(stop, press).status_code == 200
        assert MailAddress.objects.count() == 0
        assert "the address is deleted" in text(program.get(stop))


def test_another_address_takes_the_place_of_one_that_waits_and_its_link_opens_nothing(hall: MailHall) -> None:
    hall.asks(1, "first@example.org")
    hall.works()
    hall.asks(1, "second@example.org")
    hall.works()
    old, new = (links(mail)[0] for mail in hall.server.mails)
    assert "This link is over" in text(Client().post(old))
    Client().post(new)
    row = MailAddress.objects.get()
    assert (row.address, row.confirmed_at is None) == ("second@example.org", False)
    assert "Mail goes to an address of yours already: stop that first." in text(hall.asks(1, "third@example.org"))


def test_asked_for_again_while_the_first_mail_waits_it_is_sent_once(hall: MailHall) -> None:
    hall.asks(1)
    hall.asks(1)
    hall.works()
    assert len(hall.server.mails) == 1


def test_nobody_can_be_sent_many_first_mails(hall: MailHall) -> None:
    """Three a day of a player, five a day to an address, whoever asks and however it is written; stopping in between changes nothing."""
    asked = []
    for number in (1, 1, 1, 1, 2, 2, 3):
        answer = hall.asks(number, "Victim@Example.org" if number == 2 else "victim@example.org")
        asked.append(answer.status_code)
        hall.works()
        hall.phone(number).post("/me/lakeside-open/mail/stop/")
    assert asked == [200, 200, 200, 422, 200, 200, 422]
    assert len(hall.server.mails) == addresses.MOST_TO_AN_ADDRESS == 5
    ConfirmationAsked.objects.update(day="2026-01-01")
    assert hall.asks(1, "victim@example.org").status_code == 200


@pytest.mark.parametrize(
    "sent", [{"address": "ada"}, {"address": "ada@example.org\nBcc: x@example.org"}, {"pairings": "", "final": ""}]
)
def test_what_is_no_address_and_what_says_nothing_is_refused(hall: MailHall, sent: dict[str, str]) -> None:
    assert hall.asks(1, **{"address": "ada@example.org", **sent}).status_code == 422
    assert MailAddress.objects.count() == 0


@pytest.mark.parametrize("language", ["fr", "es"])
def test_every_page_of_mail_is_in_the_readers_language(hall: MailHall, language: str) -> None:
    """Before and after asking, while it waits, refused, asked often, confirmed, stopped."""
    phone = hall.phone(1)
    phone.cookies["language"] = language
    pages = [phone.get(OWN), hall.asks(1, "none", client=phone), hall.asks(1, client=phone)]
    OutgoingMail.objects.update(tries=1)
    pages.append(phone.get(OWN))
    OutgoingMail.objects.update(status="refused")
    pages += [phone.get(OWN), hall.asks(1, client=phone), hall.asks(1, client=phone), hall.asks(1, client=phone)]
    link = f"/by-mail/{MailAddress.objects.get().token()}/"
    pages += [phone.get(link), phone.get("/by-mail/none/"), phone.post(link), phone.get(link), phone.get(OWN)]
    pages += [phone.get(f"{link}stop/"), phone.post(f"{link}stop/")]
    read = [(page.request["PATH_INFO"], english_in(page.content.decode(), language)) for page in pages]
    assert [words for words in read if words[1]] == []


def test_the_mails_are_in_the_language_of_the_page(hall: MailHall) -> None:
    phone = hall.phone(1)
    phone.cookies["language"] = "fr"
    hall.asks(1, client=phone)
    hall.works()
    (mail,) = hall.server.mails
    assert mail["Subject"] == "Lakeside Open : est-ce votre adresse ?"
    assert "ouvrez cette page" in body(mail)
