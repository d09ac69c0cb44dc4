"""The suite's own tables come back: games as CSV, players and games as a workbook, with the same standings."""

import csv
import io
import random
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from openpyxl import load_workbook

from results.formats.own_games import OUTCOMES, STARTS
from tdsuite.access.guard import COMMAND_LINE
from tdsuite.audit.services import verify
from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.incoming import plan_event
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.tournaments.models import (
    Division,
    Entry,
    Game,
    GameAdjustment,
    Player,
    Round,
    SpreadAdjustment,
    Tournament,
)
from tests.exchange.test_round_trips import again, made_up, sent, table_of
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
SEEDS = range(6)
BOTH = [("games", "open-games.csv"), ("xlsx", "open.xlsx")]


def without_adjustments(seed):
    """An event with everything but what no table has a cell for."""
    tournament = made_up(seed)
    SpreadAdjustment.objects.all().delete()
    return tournament


def rows_of(tournament):
    """Every game as far as a table can tell, penalties in the scores."""
    points = {(one.game_id, one.side): one.points for one in GameAdjustment.objects.all()}
    return sorted(
        (
            game.round.division.name, game.round.number, game.table, game.match_game, game.first.number,
            game.second.number if game.second else 0, game.outcome, game.rated,
            None if game.first_score is None else game.first_score + points.get((game.pk, "first"), 0),
            None if game.second_score is None else game.second_score + points.get((game.pk, "second"), 0),
            game.starts_by if game.second else "",
        )
        for game in Game.objects.filter(round__division__tournament=tournament).select_related(
            "round__division", "first", "second"
        )
    )  # fmt: skip


def without_byes_starts(rows):
    return [row if row[5] else (*row[:10], "") for row in rows]


def test_the_words_of_the_reader_are_the_words_of_the_kernel():
    assert {str(words): value for value, words in Game.Outcome.choices} == OUTCOMES
    assert {str(words): value for value, words in Game.StartsBy.choices} == STARTS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("key", "name"), BOTH)
def test_standings_and_games_are_the_same_after_coming_back(seed, key, name):
    tournament = without_adjustments(seed)
    back = again(name, sent(tournament, key).data)
    assert table_of(back) == table_of(tournament)
    assert without_byes_starts(rows_of(back)) == without_byes_starts(rows_of(tournament))
    assert verify(back).whole
    assert set(Round.objects.filter(division__tournament=back).values_list("status", flat=True)) == {"closed"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_workbook_has_the_same_games_and_players(seed):
    tournament = without_adjustments(seed)
    first = sent(tournament, "games").data
    back = again("open.xlsx", sent(tournament, "xlsx").data)
    ours, theirs = (
        list(csv.reader(io.StringIO(data.decode("utf-8-sig")))) for data in (first, sent(back, "games").data)
    )
    assert theirs == ours
    assert sent(back, "players").data == sent(tournament, "players").data


def test_spread_adjustments_are_told_as_missing_and_nothing_else_differs():
    tournament = made_up(1)
    taken = {one.entry.player.name for one in SpreadAdjustment.objects.select_related("entry__player")}
    back = again("open.xlsx", sent(tournament, "xlsx").data)
    before, after = table_of(tournament), table_of(back)
    assert taken and {name for name in before if before[name][3] != after[name][3]} == {
        name[:20].strip() for name in taken
    }
    assert {after[name[:20].strip()][3] - before[name[:20].strip()][3] for name in taken} == {25}
    notes = [one.text for one in plan_event([SourceFile("a.xlsx", sent(tournament, "xlsx").data)]).files[0].notes]
    assert notes == [
        "File: penalties stand in the scores; spread adjustments of single players, seeds and prizes are not in such tables."
    ]


STATED = ("first_halves", "first_spread", "second_halves", "second_spread")


def with_every_outcome(seed):
    """Every kind of outcome that an event may hold, tables with names, a match of two games, and games still awaited."""
    rng = random.Random(seed)
    tournament = without_adjustments(seed)
    big = make_division(tournament, players=20, rounds=5, code="c", name="Section C, “=big”")
    for number in range(1, 6):
        make_round(big, number, status=Round.Status.CLOSED)
    games = list(Game.objects.of_division(big).order_by("pk"))
    rng.shuffle(games)
    alone = {"half_bye": (1, 0), "zero_bye": (0, 0), "bye": (2, 40), "forfeit": (0, -50)}
    for kind, (halves, spread) in alone.items():
        one = games.pop()
        Game.objects.filter(pk=one.pk).update(second=None, board=None, outcome=kind, first_score=None, second_score=None,
            starts_by="none", rated=False, first_halves=halves, first_spread=spread)  # fmt: skip
    for kind in sorted(Game.STATED - {*alone, "no_show"}):
        one, halves = games.pop(), rng.choice([0, 1, 2])
        worth = dict(zip(STATED, (halves, rng.randrange(-99, 99), 2 - halves, rng.randrange(-99, 99)), strict=True))
        Game.objects.filter(pk=one.pk).update(outcome=kind, rated=rng.choice([True, False]), **worth)
    spread_only, void, stopped, waits, later = (games.pop() for _ in range(5))
    Game.objects.filter(pk=spread_only.pk).update(
        first_score=None, second_score=None, first_spread=-73, second_spread=73
    )
    Game.objects.filter(pk=void.pk).update(outcome="void", rated=False)
    Game.objects.filter(pk=stopped.pk).update(outcome="stopped")
    Game.objects.filter(pk=waits.pk).update(outcome="", first_score=None, second_score=None, decided_at=None)
    Game.objects.filter(pk=later.pk).update(outcome="postponed", first_score=None, second_score=None, decided_at=None)
    Game.objects.filter(pk=games.pop().pk).update(table_name="'=Stage")
    match = games.pop()
    Game.objects.create(round=match.round, board=match.board, match_game=2, first=match.second, second=match.first,
        starts_by="assigned", outcome="played", first_score=444, second_score=333)  # fmt: skip
    return tournament


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("key", "name"), BOTH)
def test_every_outcome_comes_back_with_what_it_is_worth(seed, key, name):
    tournament = with_every_outcome(seed)
    before = sent(tournament, "games").data.decode()
    back = again(name, sent(tournament, key).data)
    assert table_of(back) == table_of(tournament)
    assert sorted(sent(back, "games").data.decode().splitlines()) == sorted(before.splitlines())


def test_a_round_with_awaited_games_comes_back_being_played():
    tournament = without_adjustments(0)
    last = Game.objects.filter(round__division__code="a", round__number=5, second__isnull=False)
    last.update(outcome="", first_score=None, second_score=None, rated=True)
    back = again("g.csv", sent(tournament, "games").data)
    found = Round.objects.filter(division__tournament=back, number=5).order_by("division__position")
    assert [row.status for row in found] == ["playing", "closed"]
    assert Game.objects.filter(round=found[0], outcome="").count() == last.count() == 3


def saved_again(data, change=lambda book: None):
    """The workbook as openpyxl saves it anew."""
    book = load_workbook(io.BytesIO(data))
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_saved_anew_with_a_score_changed_comes_back_with_that_score():
    tournament = without_adjustments(2)

    def mend(book):
        book.remove(book["Standings"])
        book.create_sheet("My notes", 0).append(["=1+1"])
        sheet = book["Games"]
        heads = [cell.value for cell in sheet[1]]
        row = next(row for row in sheet.iter_rows(min_row=2) if row[heads.index("Outcome")].value == "played")
        row[heads.index("First score")].value = "777"

    back = again("mine.xlsx", saved_again(sent(tournament, "xlsx").data, mend))
    assert Game.objects.filter(round__division__tournament=back, first_score=777).count() == 1
    same = again("same.xlsx", saved_again(sent(tournament, "xlsx").data), slug="same")
    assert table_of(same) == table_of(tournament)


def nothing_made():
    return Tournament.objects.count(), Player.objects.count(), Entry.objects.count(), Game.objects.count()


def spoiled(data, rng):
    """The workbook with some cells replaced, moved or doubled."""

    def spoil(book):
        for sheet in (book["Players"], book["Games"]):
            cells = [cell for row in sheet.iter_rows() for cell in row]
            for cell in rng.sample(cells, 2):
                cell.value = rng.choice(
                    [None, "x", -1, 10**12, "=1", "bye", rng.choice(cells).value, date(2026, 5, 1), 3.5]
                )
        if rng.random() < 0.5:
            book["Games"].delete_rows(rng.randrange(1, 20))

    return saved_again(data, spoil)


@pytest.mark.parametrize("seed", range(12))
def test_a_spoiled_workbook_or_table_makes_a_whole_event_or_none(seed):
    rng = random.Random(seed)
    tournament = without_adjustments(0)
    table = bytearray(sent(tournament, "games").data)
    for _ in range(4):
        at = rng.randrange(200, len(table))
        table[at : at + rng.randrange(3)] = rng.choice([b",", b'"', b"\n", b"9", b""])
    before = nothing_made()
    for name, data in (("a.xlsx", spoiled(sent(tournament, "xlsx").data, rng)), ("a.csv", bytes(table))):
        try:
            back = again(name, data, slug=name.replace(".", "-"))
        except UnusableFile as refused:
            assert refused.problems and all(one.remedy for one in refused.problems)
            assert nothing_made() == before
        else:
            assert table_of(back)
            before = nothing_made()


def test_a_workbook_is_given_looked_at_and_made_into_an_event(client):
    tournament = without_adjustments(3)
    client.force_login(make_user("keeper", is_superuser=True))
    file = SimpleUploadedFile("open.xlsx", sent(tournament, "xlsx").data)
    page = client.post(reverse("incoming:give"), {"sources": [file], "slug": "second"}, follow=True)
    text = page.content.decode()
    assert "Section A" in text and "Section B" in text and "spread adjustments of single players" in text
    made = client.post(page.request["PATH_INFO"] + "apply/", {"slug": "second", "name": "Second"})
    assert made.status_code == 302
    assert table_of(Tournament.objects.get(slug="second")) == table_of(tournament)


def test_the_page_names_the_sheet_and_the_row_that_stand_in_the_way(client):
    client.force_login(make_user("keeper", is_superuser=True))

    def spoil(book):
        book["Games"]["B3"] = "soon"

    data = saved_again(sent(without_adjustments(3), "xlsx").data, spoil)
    page = client.post(reverse("incoming:give"), {"sources": [SimpleUploadedFile("o.xlsx", data)]}, follow=True)
    assert "Line 3, sheet Games, round" in page.content.decode()
    assert ".xlsx" in client.get(reverse("incoming:give")).content.decode()


def test_a_program_posts_a_table_of_games_and_gets_its_event(client):
    tournament = without_adjustments(4)
    client.force_login(make_user("keeper", is_superuser=True))
    for preview in ("1", ""):
        file = SimpleUploadedFile("games.csv", sent(tournament, "games").data)
        answer = client.post("/api/v1/imports/", {"file": file, "slug": "second", "preview": preview})
        assert answer.status_code == (200 if preview else 201)
    assert table_of(Tournament.objects.get(slug="second")) == table_of(tournament)


def test_the_command_reads_a_workbook(tmp_path):
    tournament = without_adjustments(5)
    path = tmp_path / "open.xlsx"
    path.write_bytes(sent(tournament, "xlsx").data)
    call_command("import_tournament", "second", str(path), stdout=io.StringIO())
    assert table_of(Tournament.objects.get(slug="second")) == table_of(tournament)


@pytest.mark.parametrize(("key", "name"), [("players", "p.csv"), ("xlsx", "p.xlsx")])
def test_players_come_back_as_the_roster_of_each_division(key, name):
    tournament = without_adjustments(1)
    Entry.objects.filter(number=2).update(team="Lakeside", class_name="C")
    source = SourceFile(name, sent(tournament, key).data)
    empty = make_division(make_tournament("next"), players=0, code="n")
    plan = plan_roster(empty, source, section=1)
    assert (plan.sections, plan.counts["add"]) == (("Section A", "Section B"), 8)
    apply_roster(by=COMMAND_LINE, division=empty, source=source, section=1)
    there = Division.objects.get(tournament=tournament, code="b")
    values = ("number", "rating", "team", "class_name", "lifetime_games", "player__name", "player__filing_name")
    assert list(empty.entries.order_by("number").values_list(*values)) == list(
        there.entries.order_by("number").values_list(*values)
    )
