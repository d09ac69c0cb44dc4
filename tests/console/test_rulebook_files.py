"""Rulebooks from files on the console: given, looked at, loaded, and taken along."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.loading import sha256_of
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

pytestmark = pytest.mark.django_db

CROSSPLAY = (Path(__file__).parents[2] / "docs" / "examples" / "crossplay.toml").read_text(encoding="utf-8")
RULES = "/console/lakeside-open/rules/"


def given(text: str) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("club.toml", text.encode())}


def test_a_file_is_looked_at_before_anything_is_changed(as_role, under_way):
    page = as_role(Role.DIRECTOR).post(f"{RULES}file/", given(CROSSPLAY))
    assert page.status_code == 200
    body = page.content.decode()
    assert "6 changes against WESPA Rules, web edition (2012-2019); everything else stays the same." in " ".join(
        body.split()
    )
    assert "2 points for every 10 seconds over." in body
    assert sha256_of(CROSSPLAY) in body
    assert "Some results are in already, and they stay as they are" in body
    under_way.tournament.refresh_from_db()
    assert (under_way.tournament.rulebook, Record.objects.count()) == ("wespa-2010", 0)


def test_what_was_looked_at_is_loaded_with_the_same_hash_though_browsers_send_other_line_ends(as_role, under_way):
    client = as_role(Role.DIRECTOR)
    page = client.post(f"{RULES}file/load/", {"text": CROSSPLAY.replace("\n", "\r\n")}, follow=True)
    assert page.redirect_chain == [(RULES, 302)]
    under_way.tournament.refresh_from_db()
    assert (under_way.tournament.rulebook_file, under_way.tournament.game_minutes) == (CROSSPLAY, 20)
    body = page.content.decode()
    assert "Crossplay tournament rules" in body
    assert sha256_of(CROSSPLAY) in body
    assert client.get(f"{RULES}file.toml").content.decode() == CROSSPLAY


def test_a_faulty_file_is_told_by_key(as_role):
    page = as_role(Role.DIRECTOR).post(f"{RULES}file/", {"text": CROSSPLAY.replace("value = 10", "value = 0")})
    assert page.status_code == 422
    assert [(problem.place, problem.says) for problem in page.context["problems"]] == [
        ('changes."ending.overtime.per_seconds".value', "0 is not a whole number from 1 to 3600.")
    ]


def test_nothing_given_is_asked_for(as_role):
    page = as_role(Role.DIRECTOR).post(f"{RULES}file/", {})
    expected = (422, ["Choose a file, or paste its text."])
    assert (page.status_code, page.context["file_form"].errors["__all__"]) == expected


def test_text_that_no_longer_reads_is_refused_when_it_is_sent(as_role, under_way):
    page = as_role(Role.DIRECTOR).post(f"{RULES}file/load/", {"text": "key = 1"}, follow=True)
    assert page.redirect_chain == [(RULES, 302)]
    under_way.tournament.refresh_from_db()
    assert under_way.tournament.rulebook_file == ""


@pytest.mark.parametrize("key", RULEBOOKS)
def test_each_of_the_suites_books_is_there_as_a_file_to_start_from(as_role, key):
    answer = as_role(Role.DIRECTOR).get(f"{RULES}file.toml?book={key}")
    assert answer.content.decode() == as_file(RULEBOOKS[key])
    assert answer["Content-Disposition"] == f'attachment; filename="{key}-ours.toml"'


def test_the_loaded_book_stands_among_the_books_and_its_choices_are_saved(as_role, under_way):
    client = as_role(Role.DIRECTOR)
    client.post(f"{RULES}file/load/", {"text": CROSSPLAY})
    page = client.get(RULES)
    assert [book.key for book in page.context["books"]] == [*RULEBOOKS, "crossplay"]
    form = {name: field.initial for name, field in page.context["form"].fields.items()} | {"bye_spread": "60"}
    assert client.post(RULES, {name: value or "" for name, value in form.items()}).status_code == 302
    under_way.tournament.refresh_from_db()
    assert (under_way.tournament.rulebook_file, under_way.tournament.choices) == (CROSSPLAY, {"bye_spread": "60"})
