"""The installation's first account, its passwords, its health."""

import json
import math
import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tdsuite.ops import health, passwords, services
from tdsuite.ops.errors import NoSuchUser, WeakPassword
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import WorkerBeat
from tdsuite.tournaments.models import Tournament

READABLE = r"(?:[bdfghjklmnprstvz][aeiou]){2}(?:-(?:[bdfghjklmnprstvz][aeiou]){2}){4}"


def run(command: str, *words: str, **options: Any) -> tuple[str, str]:
    """What a command says: standard output, standard error."""
    out, err = StringIO(), StringIO()
    call_command(command, *words, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def beat(seconds_ago: float) -> None:
    seen = timezone.now() - timedelta(seconds=seconds_ago)
    WorkerBeat.objects.create(name="worker@here", started_at=seen, seen_at=seen)


def test_a_random_password_can_be_read_aloud_and_has_more_than_60_bits() -> None:
    made = {passwords.readable() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(READABLE, each) for each in made)
    syllables = len(passwords.CONSONANTS) * len(passwords.VOWELS)
    assert math.log2(syllables) * passwords.GROUPS * passwords.SYLLABLES > 60


@pytest.mark.django_db
def test_the_first_account_keeps_the_installation_and_its_password_is_random_and_in_no_record() -> None:
    password = services.create_first_account()
    user = User.objects.get()
    assert (user.username, user.is_superuser, user.is_active) == ("director", True, True)
    assert password is not None and user.check_password(password)
    record = Record.objects.get()
    told = (record.action, record.chain, record.actor_kind, record.actor_id)
    assert told == ("account.created", "site", "command", None)
    assert record.after == {"administrator": True}
    assert password not in json.dumps([record.before, record.after])
    assert services.create_first_account() is None and User.objects.count() == 1


@pytest.mark.django_db
def test_a_new_password_ends_the_sessions_of_the_old_one(client: Client) -> None:
    user = User.objects.create_user("ada", password="Quizzical-Vowel-42")
    client.force_login(user)
    before = user.get_session_auth_hash()
    password = services.set_password(username="ada")
    user.refresh_from_db()
    assert user.check_password(password)
    assert user.get_session_auth_hash() != before
    assert Record.objects.get().action == "account.password_set"


@pytest.mark.django_db
def test_a_named_password_is_held_to_the_rules() -> None:
    user = User.objects.create_user("ada", password="Quizzical-Vowel-42")
    with pytest.raises(WeakPassword) as refused:
        services.set_password(username="ada", password="short")
    assert "too short" in str(refused.value)
    user.refresh_from_db()
    assert user.check_password("Quizzical-Vowel-42")
    assert not Record.objects.exists()


@pytest.mark.django_db
def test_an_unknown_account_is_refused_with_those_that_exist() -> None:
    with pytest.raises(NoSuchUser) as refused:
        services.set_password(username="adda")
    assert str(refused.value) == "There is no account 'adda'. There are no accounts here yet."
    User.objects.create(username="ada")
    with pytest.raises(CommandError) as told:
        run("set_password", "adda")
    assert (told.value.returncode, str(told.value)) == (1, "There is no account 'adda'. Accounts here: ada.")


@pytest.mark.django_db
def test_set_password_prints_the_random_password_alone_on_standard_output() -> None:
    user = User.objects.create(username="ada")
    out, err = run("set_password", "ada")
    user.refresh_from_db()
    assert user.check_password(out.strip())
    assert err == "ada has a new password; sessions with the old one have ended.\n"


@pytest.mark.django_db
def test_set_password_reads_a_chosen_one_from_standard_input_and_is_refused_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = User.objects.create(username="ada")
    monkeypatch.setattr("sys.stdin", StringIO(""))
    with pytest.raises(CommandError) as refused:
        run("set_password", "ada", "--stdin")
    assert (refused.value.returncode, str(refused.value)) == (1, "There was no password on standard input.")
    monkeypatch.setattr("sys.stdin", StringIO("Quizzical-Vowel-42\n"))
    out, _ = run("set_password", "ada", "--stdin")
    user.refresh_from_db()
    assert (out, user.check_password("Quizzical-Vowel-42")) == ("", True)


@pytest.mark.django_db
def test_first_start_says_the_password_the_first_time_only() -> None:
    first = json.loads(run("first_start", "--json", "--no-demo")[0])
    again = json.loads(run("first_start", "--json", "--no-demo")[0])
    assert (sorted(first), again) == (["password", "username"], {"username": "director"})
    assert User.objects.get().check_password(first["password"]) and not Tournament.objects.exists()
    User.objects.all().delete()
    out, _ = run("first_start", "--no-demo")  # in words
    assert out.startswith("Account director, password ") and out.endswith(" (shown only now)\n")
    assert run("first_start", "--no-demo") == ("", "")


@pytest.mark.django_db
def test_the_demo_is_loaded_on_the_first_run_alone() -> None:
    _, err = run("first_start", "--json")
    assert err.startswith("Loaded ")
    assert Tournament.objects.count() == 1
    Tournament.objects.update(slug="renamed")  # as good as gone: load_demo would make another
    assert run("first_start", "--json")[1] == ""
    assert Tournament.objects.count() == 1


def test_an_address_is_drawn_as_a_code_of_lines_of_one_length() -> None:
    lines = run("show_address", "http://192.168.1.20:8000/")[0].splitlines()
    assert len({len(line) for line in lines}) == 1
    assert 15 <= len(lines) <= 20
    assert set("".join(lines)) <= set(" █▀▄")


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "status"), [(29, "ok"), (31, "degraded")])
def test_no_worker_one_silent_for_30_seconds_and_a_nearly_full_disk_are_problems(seconds: int, status: str) -> None:
    never = health.look()
    assert (never.status, never.worker_seconds) == ("degraded", None)
    assert never.problems[0].startswith("No worker is running.")
    beat(seconds)
    found = health.look()
    assert (found.status, found.database, found.worker_seconds) == (status, True, seconds)
    assert bool(found.problems) is (status == "degraded") and found.disk_free_mb > 0
    full = health.look(low_disk_bytes=10**18)
    assert full.status == "degraded"
    assert full.problems[0].startswith(f"Only {full.disk_free_mb} MB are free in ")


@pytest.mark.django_db
def test_healthz_says_its_status_alone_to_strangers(client: Client) -> None:
    asked = [
        client.get("/healthz", REMOTE_ADDR="192.0.2.7"),
        client.get("/healthz", headers={"X-Forwarded-For": "192.0.2.7"}),
    ]
    assert [(answer.status_code, answer.json()) for answer in asked] == [(200, {"status": "degraded"})] * 2


@pytest.mark.django_db
def test_healthz_is_json_on_this_computer_and_never_cached(client: Client) -> None:
    beat(1)
    answer = client.get("/healthz")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert "no-store" in answer["Cache-Control"]
    facts = ["backup_place", "backup_seconds", "database", "disk_free_mb", "problems", "status", "worker_seconds"]
    assert sorted(answer.json()) == facts


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_is_down_and_503(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE jobs_workerbeat RENAME TO jobs_workerbeat_away")
    try:
        answer = client.get("/healthz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE jobs_workerbeat_away RENAME TO jobs_workerbeat")
    assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (503, "down", False)
    assert answer.json()["problems"][0] == "The database does not answer."
