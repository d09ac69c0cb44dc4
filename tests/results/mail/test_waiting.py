"""A mail that cannot be sent waits and is tried again: nothing is lost, and nothing goes twice but what a dead worker had in hand."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from results.mail.models import OutgoingMail
from results.mail.reads import mail_figures
from results.mail.services import sending
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Tournament
from tests.results.mail.hall import MailHall
from tests.results.mail.server import mail_server
from tests.results.mail.test_sending import publish
from tests.results.sheets.pages.hall import text

pytestmark = pytest.mark.django_db
Status = OutgoingMail.Status


def states() -> list[tuple[str, str, int]]:
    return list(OutgoingMail.objects.order_by("pk").values_list("status", "trouble", "tries"))


def waits() -> list[float]:
    """For how many more seconds, rounded."""
    now = timezone.now()
    return [round((row.due_at - now).total_seconds(), -1) for row in OutgoingMail.objects.waiting()]


def test_without_a_network_mails_wait_longer_each_time_and_go_once_it_is_back(hall: MailHall, settings: Any) -> None:
    hall.confirmed(1)
    hall.confirmed(2)
    port = hall.server.port
    hall.server.shutdown()
    hall.server.server_close()
    publish(hall)
    hall.works()
    assert states() == [("waiting", "unreachable", 1)] * 2
    hall.works()
    assert waits() == [20, 20] and Job.objects.filter(queue="mail").count() == 1  # nobody tries before it is time
    for tries in range(2, 8):
        hall.waits_no_more()
        hall.works()
        assert states() == [("waiting", "unreachable", tries)] * 2
    assert waits() == [300, 300]
    figures = mail_figures(hall.tournament)
    assert (figures.waiting, figures.sent, figures.why) == (
        2,
        0,
        "The mail server does not answer: is there a network?",
    )
    assert "Your mail waits, and goes out as soon as there is a network." in text(
        hall.phone(1).get("/me/lakeside-open/mail/")
    )
    hall.waits_no_more()
    with mail_server(port) as back:
        hall.works()
        assert len(back.mails) == 2
    assert states() == [("sent", "", 7)] * 2


@pytest.mark.parametrize(
    ("word", "answer", "trouble"),
    [
        ("MAIL", "553 5.7.1 not your address", "sender"),
        ("MAIL", "530 5.7.0 log in first", "sender"),
        ("AUTH", "535 5.7.8 wrong", "login"),
    ],
)
def test_what_the_operator_has_to_mend_keeps_all_back(
    hall: MailHall, settings: Any, word: str, answer: str, trouble: str
) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = ("me", "secret") if word == "AUTH" else ("", "")
    hall.server.answers[word] = answer
    hall.confirmed(1)
    hall.confirmed(2)
    publish(hall)
    hall.works()
    assert states() == [("waiting", trouble, 1)] * 2
    del hall.server.answers[word]
    hall.server.answers["AUTH"] = "235 welcome"
    hall.waits_no_more()
    hall.works()
    assert len(hall.server.mails) == 2


def test_an_address_that_is_refused_keeps_nobody_else_back_and_for_good_is_for_good(hall: MailHall) -> None:
    for number in (1, 2, 3):
        hall.confirmed(number)
    hall.server.answers |= {
        "player1@example.org": "550 5.1.1 nobody of that name",
        "player2@example.org": "450 4.2.1 come back later",
    }
    publish(hall)
    hall.works()
    assert sorted(states()) == [("refused", "recipient", 0), ("sent", "", 0), ("waiting", "busy", 1)]
    assert [mail["To"] for mail in hall.server.mails] == ["player3@example.org"]
    del hall.server.answers["player2@example.org"]
    hall.waits_no_more()
    hall.works()
    assert sorted(states()) == [("refused", "recipient", 0), ("sent", "", 0), ("sent", "", 1)]
    figures = mail_figures(hall.tournament)
    assert (figures.asked, figures.confirmed, figures.sent, figures.waiting, figures.refused) == (3, 3, 2, 0, 1)


def test_a_first_mail_that_was_refused_is_said_on_the_own_page(hall: MailHall) -> None:
    hall.server.answers["player1@example.org"] = "550 nobody of that name"
    hall.asks(1)
    hall.works()
    assert "The mail server refused this address. Is it written rightly?" in text(
        hall.phone(1).get("/me/lakeside-open/mail/")
    )


def test_an_event_without_an_address_keeps_its_mails(hall: MailHall) -> None:
    Tournament.objects.update(public_base_url="")
    hall.confirmed(1)
    publish(hall)
    hall.works()
    assert states() == [("waiting", "address", 1)]
    Tournament.objects.update(public_base_url="https://cup.example.org")
    hall.waits_no_more()
    hall.works()
    assert states() == [("sent", "", 1)]


def job_at_work(**values: Any) -> Job:
    """Another worker's job, which has been going on for a while."""
    now = timezone.now()
    row = {"status": "running", "worker": "another", "attempts": 1, "lease_until": now + timedelta(minutes=1), **values}
    return Job.objects.create(kind="results.send_mail", queue="mail", tournament=Tournament.objects.get(), **row)


def test_a_mail_that_another_worker_has_in_hand_is_left_alone_until_that_worker_is_gone(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    job = job_at_work()
    OutgoingMail.objects.update(claim=f"{job.pk}:1")
    hall.works()
    assert hall.server.mails == [] and states() == [("waiting", "", 0)]
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1), attempts=3)  # it was killed
    publish(hall, number=2)
    hall.works()
    assert len(hall.server.mails) == 2


def test_what_keeps_all_back_does_not_take_from_another_worker_what_it_has_in_hand(hall: MailHall) -> None:
    hall.confirmed(1)
    hall.confirmed(2)
    publish(hall)
    job = job_at_work()
    theirs = OutgoingMail.objects.latest("pk")
    OutgoingMail.objects.filter(pk=theirs.pk).update(claim=f"{job.pk}:1")
    hall.server.answers["MAIL"] = "553 no"
    hall.works()
    assert OutgoingMail.objects.get(pk=theirs.pk).claim == f"{job.pk}:1"


def test_a_mail_that_goes_again_has_the_same_message_id_and_each_mail_its_own(hall: MailHall) -> None:
    hall.confirmed(1)
    hall.confirmed(2)
    publish(hall)
    hall.works()
    OutgoingMail.objects.update(status="waiting", claim="")  # as a worker leaves it that is killed before it noted
    hall.works()
    ids = [mail["Message-ID"] for mail in hall.server.mails]
    assert ids[:2] == ids[2:] and len(set(ids)) == 2


def test_no_line_of_a_log_and_no_job_has_an_address(hall: MailHall, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for number in (1, 2, 3):
        hall.confirmed(number)
    hall.server.answers |= {
        "player1@example.org": "550 player1@example.org is unknown",
        "player2@example.org": "450 player2@example.org later",
    }
    hall.asks(4)
    publish(hall)
    hall.works()
    hall.server.answers["MAIL"] = "553 player1@example.org is not yours"
    hall.waits_no_more()
    hall.works()
    assert "waits" in caplog.text
    assert "example.org" not in caplog.text.replace("cup.example.org", "")
    assert "example.org" not in str(list(Job.objects.values()))


def test_a_mail_that_cannot_be_written_waits_and_says_where_to_look(
    hall: MailHall, caplog: pytest.LogCaptureFixture
) -> None:
    hall.confirmed(1)
    publish(hall)
    OutgoingMail.objects.update(kind="pairings", seats={"x": None})
    hall.confirmed(2)
    publish(hall, number=2)
    OutgoingMail.objects.filter(to__entry__number=1).update(seats=[])  # no code of ours writes that
    hall.works()
    assert [mail["To"] for mail in hall.server.mails] == ["player2@example.org"]
    assert sending.Trouble.FAULT in OutgoingMail.objects.waiting().values_list("trouble", flat=True)
