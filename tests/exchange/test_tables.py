"""The CSV of an event shows what the page shows, cell by cell, and runs nothing."""

import csv
import io

import pytest
from django.urls import reverse
from lxml import html

from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, Tournament
from tests.factories import make_division, make_played_event, make_round, make_tournament

pytestmark = pytest.mark.django_db
TIE_BREAKS = ["head_to_head", "uncapped_spread", "spread"]


def page_tables(client, division):
    """[(caption, head, rows)] of the standings page; what is only for the ear is left out."""
    address = reverse("public:standings", args=[division.tournament.slug, division.code])
    page, found = html.fromstring(client.get(address).content.decode()), []
    for hidden in page.find_class("visually-hidden"):
        if hidden.tag not in ("caption", "th", "td"):
            hidden.drop_tree()
    for table in page.iter("table"):
        head, *rows = [[" ".join(cell.text_content().split()) for cell in row] for row in table.iter("tr")]
        found.append((" ".join(table.xpath("string(caption)").split()), head, rows))
    return found


def shown(head, text):
    """A cell as the page shows it."""
    number = float(text) if head in ("Spread", "Moved", "Rating") and text else 0
    if head == "Spread" and text:
        return f"+{text}" if number > 0 else f"−{text[1:]}" if number < 0 else "0"
    if head == "Moved":
        return f"▲{text}" if number > 0 else f"▼{text[1:]}" if number < 0 else ""
    if head == "Rating":
        return text if number else "–"
    return text


def rows_of(tournament, **where):
    """The standings as {head: what is shown}, those of which `where` is true."""
    text = preview(by=COMMAND_LINE, tournament=tournament, key="standings").data.decode("utf-8-sig")
    found = [{head: shown(head, cell) for head, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]
    for row in found:
        row["Rank"] += "=" if row["Shared"] else ""
    return [row for row in found if all(row[key] == value for key, value in where.items())]


def an_event():
    """Two divisions: ties, a shared rank, half wins, classes, teams, an unrated player, other tie-breaks."""
    tournament = make_tournament("shown")
    for code in ("a", "b"):
        division = make_division(tournament, players=8, rounds=6, code=code, name=f"Section {code.upper()}")
        for number in (1, 2, 3):
            make_round(division, number, status=Round.Status.CLOSED)
        first, second = Game.objects.of_division(division).in_round(1).order_by("board")[:2]
        Game.objects.filter(pk__in=[first.pk, second.pk]).update(first_score=400, second_score=400)
        for number in (1, 2, 3):
            entries = Entry.objects.filter(division=division, number=number)
            entries.update(class_name="A", team="Reds")
        Entry.objects.filter(division=division, number__in=(4, 5)).update(class_name="B", team="Blues")
        Entry.objects.filter(division=division, number=8).update(rating=0)
    Division.objects.filter(tournament=tournament, code="b").update(
        standings_options={"tie_breaks": TIE_BREAKS}, spread_caps=[50]
    )
    make_shared(tournament.divisions.get(code="a"))
    return Tournament.objects.get(pk=tournament.pk)


def make_shared(division):
    """Every game a tie: everybody shares the first rank but who had the one win."""
    games = list(Game.objects.of_division(division).filter(second__isnull=False).order_by("pk"))
    Game.objects.filter(pk__in=[game.pk for game in games[1:]]).update(first_score=380, second_score=380)


@pytest.mark.parametrize("code", ["a", "b"])
def test_the_standings_are_those_of_the_page_cell_by_cell(client, code):
    tournament = an_event()
    division = tournament.divisions.get(code=code)
    _, head, page = page_tables(client, division)[0]
    book = rows_of(tournament, Division=division.name)
    assert head == ["Rank", "Player", "W–L", "Spread", "Places moved", "In a row", "Rating"]
    assert len(page) == len(book) == 8
    for theirs, ours in zip(page, book, strict=True):
        name = f"{ours['Name']} {ours['Number']}" + (f" {ours['Settled'][:1].upper()}{ours['Settled'][1:]}" if ours["Settled"] else "")  # fmt: skip
        record = f"{ours['Wins']}–{ours['Losses']}"
        assert theirs == [ours["Rank"], name, record, ours["Spread"], ours["Moved"], ours["In a row"], ours["Rating"]]
    assert any(row["Spread"].startswith("−") for row in book) == (code == "b")
    assert any(row["Rating"] == "–" for row in book)
    assert any(".5" in row["Wins"] for row in book) and all(row["Round"] == "3" for row in book)


def test_before_the_first_round_the_list_stands_without_figures(client):
    division = make_division(players=4)
    _, head, page = page_tables(client, division)[0]
    book = rows_of(division.tournament)
    assert head == ["Rank", "Player", "Rating"]
    assert page == [[row["Rank"], f"{row['Name']} {row['Number']}", row["Rating"]] for row in book]
    assert {row["Wins"] + row["Losses"] + row["Spread"] for row in book} == {""}


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "=cmd|' /C calc'!A0", "  =1+1", "＝1+1",
     '=HYPERLINK("http://x","y")', "=DDE(\"cmd\";\"/C calc\";\"x\")"],
)  # fmt: skip
def test_no_text_is_a_formula_in_any_table(text):
    tournament = make_played_event(players=4, played=1).tournament
    Player.objects.update(name=text, filing_name=text, club=text[:60], country="=1")
    Entry.objects.update(team=text[:40], class_name="=1+1")
    Division.objects.update(name=text)
    Tournament.objects.update(name=text, venue=text)
    tournament = Tournament.objects.get(pk=tournament.pk)
    for key in ("standings", "games", "players"):
        lines = preview(by=COMMAND_LINE, tournament=tournament, key=key).data.decode("utf-8-sig")
        held = [cell for row in csv.reader(io.StringIO(lines)) for cell in row]
        assert sum(one.startswith("'") for one in held) >= 4
        assert not any(one.lstrip(" ").startswith(("=", "+", "@", "\t", "\r", "\n", "＝")) for one in held)
