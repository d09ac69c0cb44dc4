"""A workbook shows what the page shows, cell by cell, prints well, and runs nothing."""

import io

import pytest
from django.urls import reverse
from lxml import html
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tdsuite.exchange.export import preview
from tdsuite.exchange.workbook import LOOKS, NARROWEST, WIDEST, _plain
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


def shown(cell):
    """A cell as a spreadsheet shows it, for the looks that the workbook uses."""
    value, look = cell.value, cell.number_format
    if value is None:
        return ""
    if look == '0"="':
        return f"{value}="
    if look == LOOKS["Spread"]:
        return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"
    if look == LOOKS["Moved"]:
        return f"▲{value}" if value > 0 else f"▼{-value}" if value < 0 else ""
    if look == LOOKS["Rating"]:
        return str(value) if value else "–"
    assert look == "General"
    return f"{value:g}" if isinstance(value, float) else str(value)


def book_of(tournament):
    return load_workbook(io.BytesIO(preview(by=COMMAND_LINE, tournament=tournament, key="xlsx").data))


def rows_of(sheet, **where):
    """Rows as {head: what is shown}, those of which `where` is true."""
    head, *rows = list(sheet.iter_rows())
    found = [{top.value: shown(cell) for top, cell in zip(head, row, strict=True)} for row in rows]
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
    book = rows_of(book_of(tournament)["Standings"], Division=division.name)
    assert head == ["Rank", "Player", "W–L", "Spread", "Places moved", "In a row", "Rating"]
    assert len(page) == len(book) == 8
    for theirs, ours in zip(page, book, strict=True):
        name = f"{ours['Name']} {ours['Number']}" + (f" {ours['Settled'][:1].upper()}{ours['Settled'][1:]}" if ours["Settled"] else "")  # fmt: skip
        record = f"{ours['Wins']}–{ours['Losses']}"
        assert theirs == [ours["Rank"], name, record, ours["Spread"], ours["Moved"], ours["In a row"], ours["Rating"]]
    assert any(row["Spread"].startswith("−") for row in book) == (code == "b")
    assert any(row["Rating"] == "–" for row in book)
    assert any(".5" in row["Wins"] for row in book) and all(row["Round"] == "3" for row in book)


@pytest.mark.parametrize("code", ["a", "b"])
def test_classes_and_teams_are_those_of_the_page_cell_by_cell(client, code):
    tournament = an_event()
    division = tournament.divisions.get(code=code)
    _, *tables = page_tables(client, division)
    book = book_of(tournament)
    found = 0
    for said, _, page in tables:
        if said.startswith("Class "):
            ours = rows_of(book["Classes"], Division=division.name, Class=said.removeprefix("Class "))
            assert page == [[row["Rank"], row["Name"], f"{row['Wins']}–{row['Losses']}", row["Spread"], row["Overall"]] for row in ours]  # fmt: skip
        else:
            assert said.startswith("Teams")
            ours = rows_of(book["Teams"], Division=division.name)
            members = [row["Team"] + row["Members"] for row in ours]
            assert [[row[0], "".join(row[1].split()), *row[2:]] for row in page] == [
                [row["Rank"], "".join(name.split()), row["Wins"], row["Spread"]] for row, name in zip(ours, members, strict=True)
            ]  # fmt: skip
        found += len(ours)
    assert found == 5 + 2


def test_before_the_first_round_the_list_stands_without_figures(client):
    division = make_division(players=4)
    _, head, page = page_tables(client, division)[0]
    book = rows_of(book_of(division.tournament)["Standings"])
    assert head == ["Rank", "Player", "Rating"]
    assert page == [[row["Rank"], f"{row['Name']} {row['Number']}", row["Rating"]] for row in book]
    assert {row["Wins"] + row["Losses"] + row["Spread"] for row in book} == {""}
    assert book_of(division.tournament).sheetnames == ["Standings", "Games", "Players", "Event"]


def test_heads_stay_in_sight_columns_fit_and_sheets_print(client):
    book = book_of(an_event())
    assert book.sheetnames == ["Standings", "Classes", "Teams", "Games", "Players", "Event"]
    for sheet in book:
        assert sheet.freeze_panes == "A2" and sheet.print_title_rows == "$1:$1"
        paper = sheet.page_setup
        assert (paper.orientation, paper.paperSize, paper.fitToWidth, paper.fitToHeight) == ("landscape", 9, 1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.oddFooter.left.text == "Shown" and sheet.oddFooter.right.text == "&A, page &P of &N"
        assert all(cell.font.bold for cell in sheet[1]) and (sheet.auto_filter.ref is None) == (sheet.title == "Event")
        for at, column in enumerate(sheet.iter_cols(min_row=2), start=1):
            dimension = sheet.column_dimensions[get_column_letter(at)]
            longest = max(len(shown(cell)) for cell in column)
            assert NARROWEST <= dimension.width <= WIDEST and (dimension.width > longest or longest > WIDEST - 4)
            assert dimension.hidden == all(cell.value is None for cell in column)
    assert [one.id for one in book["Standings"].row_breaks.brk] == [9]


def test_figures_are_numbers_and_codes_are_text():
    tournament = an_event()
    Player.objects.filter(entries__number=1).update(naspa_id="00012345"[:8], club="007")
    book = book_of(tournament)
    heads = [cell.value for cell in book["Players"][1]]
    row = [cell.value for cell in book["Players"][2]]
    assert (row[heads.index("NASPA number")], row[heads.index("Club")]) == ("00012345", "007")
    assert isinstance(row[heads.index("Rating")], int)
    games = book["Games"]
    assert {type(row[5].value) for row in games.iter_rows(min_row=2)} == {int}


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "=cmd|' /C calc'!A0", "  =1+1", "＝1+1",
     '=HYPERLINK("http://x","y")', "=DDE(\"cmd\";\"/C calc\";\"x\")"],
)  # fmt: skip
def test_no_text_is_a_formula_in_any_sheet_or_table(text):
    tournament = make_played_event(players=4, played=1).tournament
    Player.objects.update(name=text, filing_name=text, club=text[:60], country="=1")
    Entry.objects.update(team=text[:40], class_name="=1+1")
    Division.objects.update(name=text)
    Tournament.objects.update(name=text, venue=text)
    tournament = Tournament.objects.get(pk=tournament.pk)
    cells = [cell for sheet in book_of(tournament) for row in sheet.iter_rows() for cell in row]
    assert all(cell.data_type != "f" for cell in cells)
    held = [cell.value for cell in cells if isinstance(cell.value, str)]
    assert sum(one.startswith("'") for one in held) > 20
    assert not any(one.lstrip(" ").startswith(("=", "+", "@", "\t", "\r", "\n", "＝")) for one in held)
    for key in ("standings", "games", "players"):
        lines = preview(by=COMMAND_LINE, tournament=tournament, key=key).data.decode("utf-8-sig")
        assert "'" in lines
        assert not any(cell.lstrip('"').startswith(("=", "@", "＝")) for cell in lines.split(","))


def test_what_the_format_forbids_is_left_out():
    """Names cannot hold it any more; other texts of a cell may."""
    assert _plain("Ada\x0b Win\x1fterbourne") == "Ada Winterbourne"
