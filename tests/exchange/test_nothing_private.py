"""What a roster says of people that the suite has no field for: not stored unless for a purpose, and on no page or file."""

import io
import json
import logging
import re
import zipfile
from datetime import date

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse

from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, export
from tdsuite.exchange.models import RosterUpload
from tdsuite.exchange.publishing import add_target
from tdsuite.exchange.pushing import files_out, push
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Entry, Round, Tournament
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
HEADINGS = (
    "E-mail address", "Email", "Correo electrónico", "Dietary needs", "Allergies", "Téléphone", "Phone (mobile)", "Paid?",
    "Amount due", "Date de naissance", "D.O.B.", "Age", "Gender", "Pronouns", "Home address", "Postcode / ZIP", "Adresse",
    "Emergency contact", "Doctor", "Medical notes", "Wheelchair?", "Passport no.", "Bank details", "IBAN", "T-shirt size",
    "Hotel room", "Arrival time", "Comments", "How did you hear of us", "Timestamp", "IP", "Signature", "rrank of last year",
    "Password", "Guardian", "Strasse", "Telefonnummer", "Notes to TD", "photo consent", "time",
)  # fmt: skip
PEOPLE = ("Ada Winterbourne", "Bo Lindqvist", "Cy Okafor", "Didi Marlowe")
MARK = "zz-private"


def sheet():
    """A roster in which every cell of an odd heading holds words that stand nowhere else."""
    rows = [["Player's full name".replace("Player's full ", ""), "Rating", "Club", *HEADINGS]]
    for number, name in enumerate(PEOPLE):
        rows.append([name, str(1700 - number), "Dockside", *(f"{MARK}-{number}-{at}" for at in range(len(HEADINGS)))])
    return "\n".join(";".join(row) for row in rows)


def stored():
    """Every value of every row of every table."""
    return [
        bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)
        for model in apps.get_models()
        for row in model._base_manager.values_list()
        for value in row
    ]


def in_files(event, folder):
    """Every file of the event by its name, those in archives and of the published site too: what the command and a push write."""
    for key in FORMATS:
        path = folder / key
        call_command("export_tournament", event.slug, "--format", key, "-o", str(path), stderr=io.StringIO())
        data = path.read_bytes()
        yield key, data
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                yield from ((f"{key}:{name}", archive.read(name)) for name in archive.namelist())
    site = folder / "site-of-the-event"
    site.mkdir()
    target = add_target(by=COMMAND_LINE, tournament=event, values={"kind": "folder", "folder": str(site)}, secret="")
    assert push(target=target).sent == len(files_out(event)) > 10
    yield from ((path.name, path.read_bytes()) for path in site.rglob("*") if path.is_file())


def play(division):
    for number in (1, 2, 3):
        make_round(division, number, status=Round.Status.CLOSED)


def told(event, caplog, folder):
    """The names of files, and the messages, that hold a private word."""
    found = [name for name, data in in_files(event, folder) if MARK.encode() in data]
    return found + [record.getMessage() for record in caplog.records if MARK in record.getMessage()]


def test_an_odd_roster_leaves_nothing_in_the_database_files_and_logs(client, caplog, tmp_path):
    caplog.set_level(logging.DEBUG)
    division = make_division(make_tournament("open"), players=0)
    client.force_login(make_user(tournament=division.tournament))
    answer = client.post(reverse("exchange:roster_import", args=["open", "a"]), {"text": sheet()})
    page = client.get(answer.url).content.decode()
    assert [heading in page for heading in HEADINGS] == [True] * len(HEADINGS)
    said = re.sub(r'<ol class="samples">.*?</ol>', "", page, flags=re.DOTALL)  # cells to say by what a column holds
    assert MARK not in said
    client.post(f"{answer.url}apply/")
    assert division.entries.count() == 4
    assert [value for value in stored() if MARK in value] == []
    play(division)
    assert told(division.tournament, caplog, tmp_path) == []


@pytest.mark.parametrize("name", ["roster.csv", "old.json", "a.t"])
def test_no_road_into_an_event_stores_them(name, tmp_path, capsys):
    keys = "; ".join(f"{heading.replace(' ', '-')} {MARK}" for heading in (*HEADINGS, "newr", "rtime", "photo"))
    texts = {
        "roster.csv": sheet(),
        "a.t": "\n".join(f"{name} 1500; ; {keys}" for name in ("Winterbourne, Ada", "Lindqvist, Bo")),
    }
    if name == "old.json":
        division = make_division(make_tournament("old"), players=4)
        document = json.loads(export(by=COMMAND_LINE, tournament=division.tournament, key="json").data)
        for player in document["divisions"][0]["players"]:
            player["extras"] = dict.fromkeys((*HEADINGS, "password", "newr"), MARK)
        texts[name] = json.dumps(document)
    path = tmp_path / name
    path.write_text(texts[name])
    day = [] if name == "old.json" else ["--date", "2026-05-16"]
    call_command("import_tournament", "open", str(path), *day)
    assert Tournament.objects.get(slug="open").divisions.get().entries.count() in (2, 4)
    assert [value for value in stored() if MARK in value] == []
    assert MARK not in "".join(capsys.readouterr())


def test_keys_that_tsh_does_not_have_are_named_without_what_they_say():
    source = SourceFile("a.t", f"Winterbourne, Ada 1500; ; email {MARK}; password {MARK}; lifeg 7; xtid 17\n".encode())
    event, notes = import_tournament(by=COMMAND_LINE, slug="open", files=[source], day=date(2026, 5, 16))
    texts = [note.text for note in notes]
    assert texts == ["Keys: not kept, as they are none of tsh's, or hold what tsh never writes: email, password."]
    assert Entry.objects.get(division__tournament=event).imported == {
        "lifeg": "7", "xtid": "17", "column": "22", "results": ";;",
    }  # fmt: skip


def test_a_roster_that_nobody_applies_goes_with_the_next(client):
    division = make_division(make_tournament("open"), players=0)
    client.force_login(make_user(tournament=division.tournament))
    for _ in range(2):
        client.post(reverse("exchange:roster_import", args=["open", "a"]), {"text": sheet()})
    assert RosterUpload.objects.count() == 1
