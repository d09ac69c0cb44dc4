"""The keyboard page while the database cannot keep a line: it says NOT saved, and gives the line back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from tdsuite.platform.access.tokens import make_token
from tdsuite.tournaments.models import Game
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.migrated import address_of
from tests.results.games.keyboard import Keyboard, parked_lines
from tests.results.looking import field, text
from tests.scratch import held_locked


@contextmanager
def busy() -> Iterator[None]:
    """Another program holds the database, and we wait for it a moment, not a minute."""
    name, sqlite = connection.settings_dict["NAME"], connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if not sqlite:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("1min",)
        cursor.execute("PRAGMA busy_timeout = 50" if sqlite else "SET lock_timeout = 50")
        with held_locked(name if sqlite else address_of(name)):
            yield
        cursor.execute("PRAGMA busy_timeout = 20000" if sqlite else "RESET lock_timeout")


@contextmanager
def nearly_full() -> Iterator[None]:
    """The disk has room for some results. On PostgreSQL a trigger says what its server says; SQLite's file really is full."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        else:
            cursor.execute(NO_ROOM)
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823" if sqlite else ROOM_AGAIN)


NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM tournaments_game WHERE outcome = 'played') >= 3 THEN
        RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER no_room BEFORE UPDATE ON tournaments_game FOR EACH ROW EXECUTE FUNCTION no_room();
"""
ROOM_AGAIN = "DROP TRIGGER no_room ON tournaments_game; DROP FUNCTION no_room()"


@pytest.mark.django_db(transaction=True)
def test_a_busy_database_says_not_saved_and_keeps_the_line(desk: Keyboard) -> None:
    desk.client.get(desk.url())
    with busy():
        response = desk.types("1 431 388", script=True)
    assert response.status_code == 503
    assert "NOT saved: the database was busy for too long. Wait a moment, then press Enter again" in text(response)
    assert re.search(r'data-line="1 431 388".* data-kept', response.content.decode())
    assert desk.board().outcome == ""
    assert desk.types("1 431 388").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_says_not_saved_and_keeps_the_line(client: Client) -> None:
    division = make_division(make_tournament(), players=100)
    client.force_login(make_user(tournament=division.tournament))
    desk = Keyboard(make_round(division, 1), client)
    answers: list[Any] = []
    with nearly_full():
        while len(answers) < 50 and sum(answer.status_code == 503 for answer in answers) < 3:
            number = len(answers) + 1
            answers.append(desk.types(f"t{number} {400 + number} 300"))
    kept = [number for number, response in enumerate(answers, start=1) if response.status_code == 503]
    saved = set(Game.objects.filter(round=desk.row, outcome="played").values_list("board", flat=True))
    assert kept
    assert saved == set(range(1, len(answers) + 1)) - set(kept)
    refused = answers[kept[0] - 1]
    assert "NOT saved: the disk is full. Free some space, then press Enter again" in text(refused)
    assert field(refused, "line") == f"t{kept[0]} {400 + kept[0]} 300"


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_a_problem_document_to_a_program_and_what_was_answered_is_there() -> None:
    division = make_division(make_tournament(), players=100)
    user = make_user(tournament=division.tournament)
    api = APIClient(raise_request_exception=False, headers={"Authorization": f"Token {make_token(by=user, name='t')}"})
    row = make_round(division, 1)
    games = list(row.games.filter(second__isnull=False).order_by("board"))
    with nearly_full():
        answers = [
            api.post(
                f"/api/v1/tournaments/{division.tournament.slug}/games/{game.pk}/result/",
                {"first_score": 400, "second_score": 300}, format="json",
            )
            for game in games
        ]  # fmt: skip
    refused = [answer for answer in answers if answer.status_code != 201]
    assert refused and {(answer.status_code, answer["Content-Type"], answer.json()["code"]) for answer in refused} == {
        (503, "application/problem+json", "disk_full")
    }
    saved = set(Game.objects.filter(round=row, outcome="played").values_list("pk", flat=True))
    assert saved == {game.pk for game, answer in zip(games, answers, strict=True) if answer.status_code == 201}


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_could_not_be_saved_leaves_its_question_open(desk: Keyboard) -> None:
    asked = desk.types("1 901 388")
    with busy():
        response = desk.answers(asked, "y")
    assert (response.status_code, field(response, "line")) == (503, "y")
    assert parked_lines(response) == ["1 901 388"]
    desk.answers(response, "y")
    assert desk.result() == "901-388"
