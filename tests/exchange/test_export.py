"""Events leave as files, and what a file cannot hold is said before it is sent."""

from typing import get_args

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.export import FORMATS, export, preview
from tdsuite.exchange.management.commands.event_schema import SCHEMA
from tdsuite.formats.event_json.document import Outcome, schema_text
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused
from tests.exchange.test_import_tournament import COMPLETE, TOU
from tests.factories import import_files, make_user

pytestmark = pytest.mark.django_db


def load(data=COMPLETE, name="a.t", slug="spring"):
    return import_files(slug, SourceFile(name, data))[0]


def sent(tournament, key):
    return export(by=COMMAND_LINE, tournament=tournament, key=key)


def test_every_format_is_written_and_recorded():
    tournament = load()
    for key in FORMATS:
        made = sent(tournament, key)
        assert made.data and made.name.startswith(("spring", "tourney.js"))
    records = Record.objects.filter(action="event.exported").order_by("seq")
    assert [row.after["format"] for row in records] == list(FORMATS)


def test_a_site_is_taken_in_a_language_by_page_command_and_program(client, tmp_path):
    tournament = load()
    client.force_login(make_user("director", tournament=tournament))
    pages = {
        language: preview(by=COMMAND_LINE, tournament=tournament, key="site", language=language).data
        for language in NAMES
    }
    assert len(set(pages.values())) == len(NAMES) and sent(tournament, "site").data == pages["en-gb"]
    out = tmp_path / "site.zip"
    call_command("export_tournament", "spring", format="site", language="fr", output=str(out))
    page, api = reverse("files:take", args=["spring", "site"]), "/api/v1/tournaments/spring/files/site/"
    taken = [client.post(page, {"language": "fr"}).content, client.get(f"{api}?language=fr").content, out.read_bytes()]
    assert taken == [pages["fr"]] * 3
    assert client.post(page).content == client.get(api).content == pages["en-gb"]
    assert client.post(page, {"language": "xx"}).status_code == 404
    assert list(client.get(f"{api}?language=xx").json()["fields"]) == ["language"]
    assert '<option value="es">Español</option>' in client.get(reverse("files:files", args=["spring"])).content.decode()


def test_a_language_that_there_is_not_and_one_of_a_file_without_words_are_refused():
    tournament = load()
    for key, language, code in (("site", "xx", "unknown_language"), ("tou", "fr", "one_language")):
        with pytest.raises(Refused) as refused:
            export(by=COMMAND_LINE, tournament=tournament, key=key, language=language)
        assert refused.value.code == code
    assert not Record.objects.filter(action="event.exported").exists()


def test_a_tou_file_comes_back_as_it_was():
    assert sent(load(TOU, "spring.tou"), "tou").data == TOU


def test_keys_made_of_results_come_along_only_while_the_results_are_those_of_the_file():
    given = COMPLETE.replace(b"class A;", b"class A; newr 1730 1735 1735; rrank 1 2 3 2;")
    tournament = load(given)
    assert "newr 1730 1735 1735" in sent(tournament, "tsh").data.decode()
    Game.objects.filter(first_score=431).update(first_score=200)
    assert "newr" not in sent(tournament, "tsh").data.decode()


def test_the_schema_knows_every_outcome():
    assert set(get_args(Outcome)) == {value or "awaited" for value in Game.Outcome.values}


def test_the_published_schema_is_that_of_the_model():
    """`manage.py event_schema` writes it anew."""
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


def test_the_command_writes_a_file_and_tells_losses_on_standard_error(tmp_path, capsys):
    tournament = load()
    Game.objects.filter(first_score=431).update(outcome="void", rated=False)
    path = tmp_path / "spring.TOU"
    call_command("export_tournament", tournament.slug, "--format", "tou", "-o", str(path))
    assert path.read_bytes() == preview(by=COMMAND_LINE, tournament=tournament, key="tou").data
    assert capsys.readouterr().out == ""


def test_the_command_writes_nothing_that_would_be_wrong(tmp_path):
    tournament = load()
    Game.objects.filter(first_score=431).update(first_score=None, second_score=None, first_spread=43, second_spread=-43)
    with pytest.raises(CommandError, match="Nothing was written") as error:
        call_command("export_tournament", tournament.slug, "--format", "tou", "-o", str(tmp_path / "x"))
    assert error.value.returncode == 1 and not (tmp_path / "x").exists()


def files_page(client, tournament, name="files:files", *args):
    return client.get(reverse(name, args=[tournament.slug, *args]))


def test_the_page_lists_every_file_and_what_one_cannot_hold(client):
    tournament = load()
    client.force_login(make_user("organiser", tournament=tournament, role=Role.ORGANISER))
    page = files_page(client, tournament).content.decode()
    assert all(one.label in page for one in FORMATS.values())
    Game.objects.filter(first_score=431).update(outcome="void", rated=False)
    assert "a void game is written as no game" in files_page(client, tournament, "files:check", "tou").content.decode()


def test_the_page_hands_out_a_file_or_says_why_not(client):
    tournament = load()
    client.force_login(make_user("organiser", tournament=tournament, role=Role.ORGANISER))
    take = reverse("files:take", args=[tournament.slug, "tou"])
    answer = client.post(take)
    assert answer["Content-Disposition"] == 'attachment; filename="spring.TOU"'
    assert answer.content == preview(by=COMMAND_LINE, tournament=tournament, key="tou").data
    Game.objects.filter(first_score=431).update(first_score=None, second_score=None, first_spread=43, second_spread=-43)
    refused = client.post(take)
    assert refused.status_code == 409 and b"Must be put right" in refused.content
    assert client.post(reverse("files:take", args=[tournament.slug, "pdf"])).status_code == 404
