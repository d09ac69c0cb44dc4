"""What players are sent: their next table once, in their language; another place in place of the first; and how it ended."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.engine.model import ManualBoard
from pairings.models import PairingRun
from pairings.services.boards import move_game, swap_players
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run, unpublish_round
from results.games.services.outcomes import record_result, withdraw_result
from results.mail.models import MailAddress, OutgoingMail
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.events import update_tournament
from tests.results.mail.hall import BASE, MailHall, body

OUTDATED = OutgoingMail.Status.OUTDATED


def publish(hall: MailHall, *, method: str = "random", number: int | None = None, **how: Any) -> PairingRun:
    director = hall.event.director
    run = make_draft(by=director, division=hall.event.division, method=method, number=number, seed=1, **how)
    publish_run(by=director, run=run, reason="all are here")
    return run


def game_of(number: int, round_: int = 1) -> Game:
    games = Game.objects.with_people().filter(round__number=round_)
    return next(game for game in games if number in (game.first.number, game.second and game.second.number))


def place(number: int, round_: int = 1) -> str:
    """The line about a round, as the player's own page says it."""
    game = game_of(number, round_)
    starts = game.first.number == number
    other = game.second if starts else game.first
    assert other is not None
    words = "You start." if starts else "You are second."
    return f"Round {round_}: you are at table {game.table} against {other.player}. {words}"


def test_who_asked_is_sent_the_next_table_once_and_nobody_else_anything(hall: MailHall) -> None:
    hall.confirmed(1)
    hall.confirmed(2, pairings=False)
    publish(hall)
    assert [job.kind for job in Job.objects.filter(queue="mail")] == ["results.send_mail"]
    hall.works()
    hall.works()
    (mail,) = hall.server.mails
    table = game_of(1).table
    assert (mail["To"], mail["Subject"]) == ("player1@example.org", f"Lakeside Open, round 1: table {table}")
    first, page, foot = body(mail).split("\n\n")
    assert first == place(1)
    assert page == f"Your page: {BASE}/me/lakeside-open/"
    assert foot.startswith(f"-- \nYou asked for this mail. To stop it: {BASE}/by-mail/") and foot.endswith("/stop/\n")


def test_the_headers_offer_one_press_to_stop_over_https_alone(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    hall.works()
    (mail,) = hall.server.mails
    stop = body(mail).rpartition("To stop it: ")[2].strip()
    assert mail["List-Unsubscribe"].strip() == f"<{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"].endswith("@example.org>")
    assert mail.get_content_type() == "text/plain" and "Cc" not in mail and "Bcc" not in mail
    Tournament.objects.update(public_base_url="http://192.168.1.20:8000")
    publish(hall, number=2)
    hall.works()
    mail = hall.server.mails[-1]
    assert mail["List-Unsubscribe"].strip().startswith("<http://192.168.1.20:8000/by-mail/")
    assert mail["List-Unsubscribe-Post"] is None


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "vous êtes à la table"), ("es", "está en la mesa")],
)
def test_it_is_in_the_language_in_which_they_asked(hall: MailHall, language: str, words: str) -> None:
    hall.confirmed(1, language=language)
    publish(hall)
    hall.works()
    (mail,) = hall.server.mails
    assert words in body(mail)


def test_rounds_that_are_published_together_come_in_one_mail(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall, method="round_robin")
    hall.works()
    (mail,) = hall.server.mails
    rounds = Round.objects.exclude(status="draft").values_list("number", flat=True)
    assert mail["Subject"] == "Lakeside Open: your next tables"
    assert body(mail).split("\n\n")[0].split("\n") == [place(1, number) for number in rounds]
    assert len(rounds) > 1


def test_who_has_no_game_is_sent_so(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall, method="manual", manual=(ManualBoard(2, 3), ManualBoard(4, None), ManualBoard(1, None)))
    hall.works()
    assert body(hall.server.mails[0]).startswith("You have no game in round 1: bye.\n")


def test_another_table_or_opponent_is_sent_in_place_of_what_was_said(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    hall.works()
    director = hall.event.director
    move_game(by=director, game=game_of(1), table_name="Old bar", reason="a window")
    hall.works()
    said = body(hall.server.mails[-1])
    assert (
        said.startswith(f"{place(1)}\nThis is in place of what an earlier mail said.\n") and "at table Old bar" in said
    )
    game, other = game_of(1), Game.objects.with_people().exclude(pk=game_of(1).pk).get()
    opponent = game.second if game.first.number == 1 else game.first
    swap_players(by=director, game=game, entry=opponent, other_game=other, other_entry=other.first, reason="friends")
    hall.works()
    assert body(hall.server.mails[-1]).startswith(place(1))
    assert len(hall.server.mails) == 3


def test_a_result_that_comes_or_goes_sends_nothing(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    hall.works()
    director, game = hall.event.director, game_of(1)
    record_result(by=director, game=game, first_score=400, second_score=300)
    withdraw_result(by=director, game=game_of(1), reason="typed at another table")
    hall.works()
    assert len(hall.server.mails) == 1


def test_what_waits_is_sent_as_it_is_when_its_turn_comes_and_nothing_that_is_over(hall: MailHall) -> None:
    """Published, taken back and published again without a network, then another table, then a round that is over."""
    hall.confirmed(1)
    director = hall.event.director
    publish(hall)
    unpublish_round(by=director, round=Round.objects.get(number=1), reason="one is missing")
    publish(hall)
    move_game(by=director, game=game_of(1), table_name="Old bar", reason="a window")
    hall.works()
    assert [body(mail).split("\n\n")[0] for mail in hall.server.mails] == [place(1)]
    assert list(OutgoingMail.objects.values_list("status", flat=True)) == [OUTDATED, OUTDATED, "sent"]
    publish(hall, number=2)
    for number in (1, 2):
        for game in Game.objects.with_people().filter(round__number=number):
            record_result(by=director, game=game, first_score=400, second_score=300)
    hall.works()
    assert len(hall.server.mails) == 1
    assert OutgoingMail.objects.latest("pk").status == OUTDATED


def test_at_the_end_of_the_event_the_place_is_sent_once(hall: MailHall) -> None:
    hall.confirmed(1, pairings=False)
    hall.confirmed(2, final=False)
    publish(hall)
    for game in Game.objects.with_people():
        record_result(by=hall.event.director, game=game, first_score=400, second_score=300)
    Tournament.objects.update(status="finished")
    for _again in range(3):
        hall.works()
    (mail,) = hall.server.to("player1@example.org")
    assert hall.subjects(2) == []
    won = game_of(1).first.number == 1
    figures = "place 1= of 4, 1–0, spread +100" if won else "place 3= of 4, 0–1, spread −100"
    assert mail["Subject"] == "Lakeside Open is over."
    assert body(mail).startswith(f"Lakeside Open is over.\nDivision A: {figures}.\n\n")
    assert f"Your games: {BASE}/t/lakeside-open/a/players/1/" in body(mail)


def test_a_tie_is_half_a_win_as_the_language_of_the_mail_writes_it(hall: MailHall) -> None:
    hall.confirmed(1, pairings=False)
    MailAddress.objects.update(language="fr")
    publish(hall)
    for game in Game.objects.with_people():
        record_result(by=hall.event.director, game=game, first_score=400, second_score=400)
    Tournament.objects.update(status="finished")
    hall.works()
    (mail,) = hall.server.to("player1@example.org")
    assert "0,5–0,5" in body(mail) and "0.5" not in body(mail)


def test_an_event_that_is_switched_off_sends_nothing_not_even_what_waits(hall: MailHall) -> None:
    hall.confirmed(1)
    publish(hall)
    update_tournament(by=hall.event.director, tournament=hall.tournament, values={"tells_by_mail": False})
    publish(hall, number=2)
    hall.works()
    assert hall.server.mails == [] and OutgoingMail.objects.count() == 1


def test_where_no_mail_is_set_up_a_decision_asks_nothing_about_it(hall: MailHall, settings: Any) -> None:
    settings.EMAIL_HOST = ""
    hall.confirmed(1)
    with CaptureQueriesContext(connection) as queries:
        publish(hall)
        record_result(by=hall.event.director, game=game_of(1), first_score=400, second_score=300)
    assert [query["sql"] for query in queries if "results_mailaddress" in query["sql"]] == []
