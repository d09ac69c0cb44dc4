"""What tsh's configuration says of an event is taken over, or named as left out; its days are read or asked for."""

import csv
import json
import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from tdsuite.exchange.event_sources import read_sources
from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.export import preview
from tdsuite.exchange.incoming import plan_event
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import import_files, make_division, make_tournament, make_user
from tests.oracles.files import oracle

pytestmark = pytest.mark.django_db

PLAYERS = b"Abbott, Ada 1500 2 1; 500; \nBrandt, Ben 1400 1 0; 300\n"
CONFIG = (
    b"config event_name = 'Invented Open'\nconfig event_date = 'Dec 29-Jan 1, 2026'\nconfig spread_cap = [100, 150]\n"
    b"config prize_bands = { H => [1, 2, 4] }\nconfig max_rounds = 12\nconfig rating_system = 'naspa-csw'\n"
    b"config bye_spread = 75\nconfig gibson = 1\nautopair H 1 2 swiss\ndivision H first.t\n"
)


def made(*sources: tuple[str, bytes], **more):
    files = [SourceFile(name, data) for name, data in sources]
    return import_files("spring", *files, **more)


def test_a_configuration_beside_the_division_is_taken_over():
    tournament, notes = made(
        ("config.tsh", CONFIG), ("first.t", PLAYERS.replace(b" 2 1;", b" 2;").replace(b" 1 0;", b" 1;"))
    )
    division = tournament.divisions.get()
    assert (tournament.name, tournament.starts_on, tournament.ends_on) == (
        "Invented Open", date(2025, 12, 29), date(2026, 1, 1),
    )  # fmt: skip
    assert (division.name, division.prize_places, division.planned_rounds) == ("H", 4, 12)
    assert division.spread_caps == [100, 150]
    assert division.standings_options == {"rating_system": "naspa"}
    assert [row.spread for row in history(division).standings(1)] == [100, -100]
    assert "Settings: not taken over: gibson, lines of autopair." in notes[0].text
    assert tournament.choices == {"bye_spread": "75"}


def test_a_configuration_alone_is_refused():
    with pytest.raises(UnusableFile, match="holds no players"):
        made(("config.tsh", CONFIG))
    plan = plan_event([SourceFile("config.tsh", CONFIG), SourceFile("first.t", b"Abbott, Ada 1500;\n")])
    assert plan.usable and plan.name == "Invented Open" and plan.day == date(2025, 12, 29)


def test_a_rating_system_that_is_not_ours_is_named():
    _, notes = made(("c.tsh", b"config rating_system = 'martian'\ndivision A a.t\n"), ("a.t", b"Abbott, Ada 1500;\n"))
    assert any("the rating system 'martian' is not one of the suite's" in problem.text for problem in notes)


def test_the_day_is_the_importers_else_the_files_and_never_made_up(tmp_path):
    plain = ("a.t", b"Abbott, Ada 1500;\n")
    timed = ("a.t", b"Abbott, Ada 1500 2; 400; rtime 1745677900\nBrandt, Ben 1400 1; 390; rtime 1745677900\n")
    assert plan_event([SourceFile(*plain)]).day is None
    assert plan_event([SourceFile(*timed)]).day == date(2025, 4, 26)
    tournament, notes = made(plain, day=date(2006, 5, 6))
    assert (tournament.starts_on, tournament.ends_on, notes) == (date(2006, 5, 6), date(2006, 5, 6), [])
    (tmp_path / "a.t").write_bytes(plain[1])
    with pytest.raises(
        CommandError, match=r"No file says when the event was\. Give its first day: .* --date 2026-05-16"
    ):
        call_command("import_tournament", "other", str(tmp_path / "a.t"))
    assert Tournament.objects.count() == 1


def test_the_page_and_programs_are_refused_without_a_day_that_no_file_says(client):
    client.force_login(make_user(is_superuser=True))
    plain = SimpleUploadedFile("a.t", b"Abbott, Ada 1500;\n")
    look = client.post(reverse("console:new_from_files"), {"sources": [plain], "slug": "spring", "name": "Spring"}).url
    page = client.post(f"{look}apply/", {"slug": "spring", "name": "Spring", "day": ""})
    assert page.status_code == 422 and "no file says it" in page.content.decode()
    plain.seek(0)
    answer = client.post("/api/v1/imports/", {"file": plain, "slug": "spring"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_day")
    assert not Tournament.objects.exists()


def test_an_event_of_several_days_keeps_them_over_the_page(client):
    client.force_login(make_user(is_superuser=True))
    sources = [SimpleUploadedFile("config.tsh", CONFIG), SimpleUploadedFile("first.t", b"Abbott, Ada 1500;\n")]
    look = client.post(reverse("console:new_from_files"), {"sources": sources, "slug": "spring"}).url
    words = client.get(look).context["form"].initial
    client.post(f"{look}apply/", {**words, "day": words["day"].isoformat()})
    tournament = Tournament.objects.get()
    assert (tournament.starts_on, tournament.ends_on) == (date(2025, 12, 29), date(2026, 1, 1))


def test_a_player_of_two_divisions_is_noted():
    sources = [SourceFile("a.t", b"Abbott, Ada 1500;\n"), SourceFile("b.t", b"Ada ABBOTT 1500;\n")]
    (problem,) = plan_event(sources).notes
    assert problem.text == "Name: Ada ABBOTT is in a and in b. Take them out of one if it is the same person."


def ranks_in_file(division, key, number):
    ranks = {entry.number: entry.imported[key].split() for entry in division.entries.filter(unranked=False)}
    return {entry: int(row[number]) for entry, row in ranks.items()}


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "key", "rounds"),
    [
        ("tsh-pairs/school-caps.tourney.js", "rcrank", 10),
        ("tourney-js/xtid-33x2.tourney.js", "rrank", 2),
        ("tourney-js/spc-2024-a-47x31.tourney.js", "rrank", 31),
    ],
)
def test_genuine_tourney_js_gives_the_published_ranks(name, key, rounds):
    tournament, _ = made((name.rpartition("/")[2], oracle(name).read_bytes()))
    division = tournament.divisions.get()
    past = history(division)
    for number in range(1, rounds + 1):
        published = ranks_in_file(division, key, number)
        assert {row.number: row.rank for row in past.standings(number)} == published


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "last"), [("tourney-js/xtid-33x2.tourney.js", [33, 33]), ("tourney-js/spc-2024-a-47x31.tourney.js", [9])]
)
def test_the_line_under_the_prizes_is_that_of_the_genuine_file(name, last):
    """tsh's figures of earlier rounds are made of the records at the moment when it was started: only the last are of use."""
    tournament, _ = made((name.rpartition("/")[2], oracle(name).read_bytes()))
    text = preview(by=COMMAND_LINE, tournament=tournament, key="tourney.js").data.decode()
    (division,) = json.loads(text.removeprefix("newt=").rstrip().removesuffix(";"))["divisions"]
    lines = division["first_out_of_the_money"]
    assert (len(lines), lines[-len(last) :]) == (division["maxrp"] + 1, last)


@pytest.mark.oracle
def test_a_bundle_with_spread_caps_gives_the_published_ranks():
    expected = json.loads(oracle("tsh-pairs/caps-bundle/expected-ranks.json").read_text(encoding="utf-8"))
    names = ("config.tsh", "h.t")
    tournament, _ = made(*((name, oracle(f"tsh-pairs/caps-bundle/{name}").read_bytes()) for name in names))
    past = history(tournament.divisions.get())
    filed = {entry.number: entry.player.filing_name for entry in past.entries}
    for number in range(1, 11):
        published = {name.partition(":")[0]: ranks["rcrank"][number] for name, ranks in expected.items()}
        assert {filed[row.number]: row.rank for row in past.standings(number)} == published


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        *(
            (f"{name}.tourney.js", [1, 3, 2, 4])
            for name in ("head-spaces", "head-comment", "head-comment-crlf-1a", "pretty")
        ),
        *((f"pairs-sum.{kind}", [1, 2, 3, 4]) for kind in ("t", "tourney.js")),
        *((f"pairs-names.{kind}", [1, 4, 2, 3]) for kind in ("t", "tourney.js")),
    ],
)
def test_pairs_and_schools_come_with_their_ranks(name, ranks):
    tournament, _ = made((name, oracle(f"tsh-pairs/{name}").read_bytes()))
    rows = sorted((row.number, row.rank) for row in history(tournament.divisions.get()).standings(2))
    assert rows == list(enumerate(ranks, start=1))


def test_who_never_came_is_no_unknown_player_of_the_rounds():
    text = b"Abbott, Ada 1500 2 2; 400 410;\nBrandt, Ben 1400 1 1; 390 380;\nClay, Cy 1300 0 0; -50 -50; off -50\n"
    _, notes = made(("a.t", text), day=date(2026, 5, 6))
    assert [problem.text for problem in notes] == ["Line 3, off: Cy Clay forfeited every round and gets no rank."]


def test_ranks_that_end_early_go_out_as_they_came_and_are_no_other_ranks():
    text = b"Abbott, Ada 1500 2 2; 400 410; rrank 1 1\nBrandt, Ben 1400 1 1; 390 380; rrank 2 2\n"
    tournament, _ = made(("a.t", text), day=date(2026, 5, 6))
    sent = preview(by=COMMAND_LINE, tournament=tournament, key="tsh")
    assert "rrank 1 1\n" in sent.data.decode() and sent.losses == ()


GAMES = (
    b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada Abbott,400,Ben Brandt,300\n1,Cy Clay,410,Di Dunn,390\n"
)


def test_a_table_of_ratings_beside_a_table_of_games_gives_them_to_its_players():
    ratings = b"Name,Rating,Club\nABBOTT Ada,1500,Hill\nBen Brandt,1400,\nCy Clay,,\nElsewhere Ed,900,\n"
    tournament, notes = made(("games.csv", GAMES), ("ratings.csv", ratings))
    division = tournament.divisions.get()
    assert list(division.entries.values_list("player__name", "rating", "player__club")) == [
        ("Ada Abbott", 1500, "Hill"), ("Ben Brandt", 1400, ""), ("Cy Clay", 0, ""), ("Di Dunn", 0, ""),
    ]  # fmt: skip
    says = "File: ratings for 3 of 4 players of the games are taken from it. Not in it: Di Dunn."
    assert says in [problem.text for problem in notes]


def test_a_table_of_other_players_beside_a_table_of_games_is_a_division_of_its_own():
    tournament, _ = made(
        ("games.csv", GAMES), ("open.csv", b"Name,Rating\nAda Abbott,1500\nEd Else,900\nFay Fox,800\n")
    )
    assert [division.entries.count() for division in tournament.divisions.all()] == [4, 3]


@pytest.mark.oracle
def test_cocos_ratings_beside_its_games_reach_every_player_they_name():
    with oracle("coco/events.csv").open(encoding="utf-8") as file:
        pairs = [(row["results_file"], row["ratings_file"]) for row in csv.DictReader(file)]
    rated = players = 0
    for names in pairs:
        reads = read_sources([SourceFile(name, oracle(f"coco/results/{name}").read_bytes()) for name in names])
        rows = [row for read in reads for division in read.divisions for row in division.players]
        players, rated = players + len(rows), rated + sum(row.rating is not None for row in rows)
    assert (len(pairs), rated, players) == (61, 735, 763)


def with_settings(**values):
    """The document of a small event, its settings changed."""
    event = make_division(make_tournament("open"), players=2, rounds=1).tournament
    data = json.loads(preview(by=COMMAND_LINE, tournament=event, key="json").data)
    data["settings"] |= values
    return data


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"entry_mode": "by ear"}, "Value 'by ear' is not a valid choice."),
        ({"starts_by_schedule": "perhaps"}, "“perhaps” value must be either True or False."),
        ({"is_practice": True}, "No event has the setting is_practice."),
    ],
)
def test_a_setting_of_a_document_that_no_event_has_is_refused(settings, message):
    with pytest.raises(Refused, match=re.escape(message)):
        made(("event.json", json.dumps(with_settings(**settings)).encode()))
    assert not Tournament.objects.filter(slug="spring").exists()


def test_the_name_of_a_document_is_not_among_its_settings():
    event, _ = made(("event.json", json.dumps(with_settings(name="Other")).encode()))
    assert event.name == "Open"
