"""Every report that is a tagged document, read back with pikepdf, against what PDF/UA-1 (ISO 14289-1) asks of it."""

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest

from tdsuite.platform.access.qr import code_of
from tdsuite.platform.printing import pdf, registry, services
from tdsuite.platform.printing.tasks import static_roots
from tests.factories import make_played_event, make_round
from tests.paper import Paper
from tests.tidy import tidy

pytestmark = pytest.mark.django_db


def elements(node: Any) -> Iterator[Any]:
    """Every tag below a node, in reading order."""
    for kid in node.get("/K", []) if isinstance(node.get("/K"), pikepdf.Array) else [node.get("/K")]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


class Tagged:
    """A PDF's catalog, its pages and its tags."""

    def __init__(self, data: bytes) -> None:
        self.pdf = pikepdf.open(io.BytesIO(data))
        self.root = self.pdf.Root
        self.tree = self.root.StructTreeRoot
        self.all = list(elements(self.tree))

    def numbers(self) -> list[Any]:
        """Keys and tags by turns, as the parent tree has them."""
        return list(self.tree.ParentTree.Nums)

    def of(self, *kinds: str) -> list[Any]:
        return [element for element in self.all if str(element.S) in kinds]

    def assert_is_pdf_ua(self) -> None:
        self.assert_file_says_what_it_is()
        self.assert_pages_are_tagged()
        self.assert_tables_have_heads()
        self.assert_pictures_have_words()
        self.assert_fonts_are_inside()

    def assert_file_says_what_it_is(self) -> None:
        assert self.pdf.check_pdf_syntax() == []
        assert (bool(self.root.MarkInfo.Marked), str(self.root.Lang)) == (True, "en-gb")
        assert bool(self.root.ViewerPreferences.DisplayDocTitle)
        with self.pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
            assert metadata["dc:title"]
        assert str(self.pdf.docinfo.Title)

    def assert_pages_are_tagged(self) -> None:
        """Everything painted is a tag's content or an artifact; each tag's content knows its tag and stands in the tree once."""
        numbers = self.numbers()
        owners = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        in_tree = {element.objgen for element in self.all}
        for page in self.pdf.pages:
            mine = owners[int(page.StructParents)]
            used = marks_of(page)
            assert used, "a page without marked content"
            for number in used:
                owner = mine[number]
                assert owner.objgen in in_tree and owner.Pg.objgen == page.objgen
                kids = owner.K if isinstance(owner.K, pikepdf.Array) else [owner.K]
                assert number in [kid for kid in kids if isinstance(kid, int)]
            assert {number for number, owner in enumerate(mine) if owner is not None} == set(used)
        for element in self.all:
            assert any(kid.objgen == element.objgen for kid in element.P.K if isinstance(kid, pikepdf.Dictionary))

    def assert_tables_have_heads(self) -> None:
        for table in self.of("/Table"):
            heads = [cell for cell in elements(table) if cell.S == "/TH"]
            assert heads, "a table without header cells"
            assert {str(cell.A.Scope) for cell in heads} <= {"/Row", "/Column"}
            columns = [
                cell for row in elements(table) if row.S == "/THead" for cell in elements(row) if cell.S == "/TH"
            ]
            assert all(cell.A.Scope == "/Column" for cell in columns)
            assert sum(cell.A.Scope == "/Column" for cell in heads) == len(columns)
        for cell in self.of("/TH", "/TD"):
            assert cell.P.S == "/TR" and "/ID" not in cell

    def assert_pictures_have_words(self) -> None:
        assert all(str(figure.Alt) for figure in self.of("/Figure"))

    def assert_fonts_are_inside(self) -> None:
        for page in self.pdf.pages:
            for font in page.Resources.get("/Font", {}).values():
                inside = font.DescendantFonts[0].FontDescriptor
                assert "/FontFile2" in inside or "/FontFile3" in inside, str(font.BaseFont)


def marks_of(page: Any) -> list[int]:
    """The numbers of the page's marked contents; asserts that nothing is painted outside them and the artifacts."""
    depth, found = [], []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BMC", "BDC"):
            depth.append(str(operands[0]))
            if name == "BDC":
                found.append(int(operands[1].MCID))
        elif name == "EMC":
            depth.pop()
        elif name in ("Tj", "TJ", "Do", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh"):
            assert depth, f"{name} paints outside of marked content"
    assert len(found) == len(set(found))
    return found


def test_the_running_head_and_foot_are_artifacts_and_no_part_of_the_reading() -> None:
    row = make_played_event(players=8, played=1).rounds.get(number=1)
    tagged = Tagged(Paper("standings", row).data)
    (page,) = tagged.pdf.pages
    numbers = tagged.numbers()[1]
    texts = [
        str(operands[0]) for operands, operator in pikepdf.parse_content_stream(page) if str(operator) in ("BMC", "BDC")
    ]
    assert texts.count("/Artifact") > 4
    assert len(marks_of(page)) == sum(owner is not None for owner in numbers) < len(list(numbers))


def test_the_first_column_of_standings_names_no_row_but_the_player_does() -> None:
    row = make_played_event(players=4, played=1).rounds.get(number=1)
    tagged = Tagged(Paper("standings", row).data)
    scopes = [[str(cell.A.Scope) for cell in elements(line) if cell.S == "/TH"] for line in tagged.of("/TR")]
    assert scopes == [["/Column"] * 5, *[["/Row"]] * 4]


def test_a_pack_is_one_tagged_document_with_the_tags_and_bookmarks_of_all_its_sheets() -> None:
    row = make_round(make_played_event(players=12, played=1), 2)
    known = registry.find("director-pack")
    documents = services.documents_of(known, known.build(row, {"round": 2}), paper="A4")
    whole = Tagged(pdf.write_pdf(documents, services.STATIC_BASE, static_roots()))
    alone = [Tagged(pdf.write_pdf([html], services.STATIC_BASE, static_roots())) for html in documents]
    whole.assert_is_pdf_ua()
    assert len(whole.pdf.pages) == sum(len(sheet.pdf.pages) for sheet in alone) > len(documents) > 6
    assert [str(tag.S) for tag in whole.all] == ["/Document", *(str(tag.S) for sheet in alone for tag in sheet.all[1:])]
    assert titles_of(whole) == [title for sheet in alone for title in titles_of(sheet)]


def titles_of(tagged: Tagged) -> list[str]:
    with tagged.pdf.open_outline() as outline:
        return [str(item.title) for item in outline.root]


@pytest.mark.parametrize(
    ("report", "first"), [("result-slips", ["Result slips cut along the dashed lines"]), ("table-signs", [])]
)
def test_bookmarks_of_a_large_set_are_one_row_with_its_heading_once(report: str, first: list[str]) -> None:
    row = make_round(make_played_event(players=36, played=1), 2)
    data = Paper(report, row if registry.find(report).scope == "round" else row.division).data
    assert titles_of(Tagged(data)) == [*first, *(f"Table {number}" for number in range(1, 19))]


def test_every_page_of_slips_bears_the_same_words_above_the_cut() -> None:
    known = registry.find("result-slips")
    sheet = known.build(make_round(make_played_event(players=16, played=1), 2), {})
    html = tidy(services.render_html(known, sheet, for_pdf=True))
    assert (html.count('<h1 class="cut-line">Result slips'), html.count('class="cut-line">Result slips')) == (1, 2)


def test_two_reports_are_joined_even_where_one_has_links_or_no_bookmarks() -> None:
    head = '<html lang="en-gb"><title>Two</title><body>'
    pages = [
        f'{head}<p>One <a href="https://example.org/">link</a></p>',
        f"{head}<h1>Two</h1><p><a href='https://example.org/2'>more</a>",
    ]
    whole = Tagged(pdf.write_pdf(pages, services.STATIC_BASE, ()))
    keys = [int(key) for key in whole.numbers()[::2]]
    assert keys == sorted(set(keys)) == [0, 1, 2, 3]
    assert [str(link.S) for link in whole.of("/Link")] == ["/Link", "/Link"]
    annotations = [int(note.StructParent) for page in whole.pdf.pages for note in page.Annots]
    assert annotations == [2, 3]
    with whole.pdf.open_outline() as outline:
        assert [str(item.title) for item in outline.root] == ["Two"]


def test_words_that_look_like_a_reference_or_a_gap_stay_words() -> None:
    words = "12 0 R %d %s (\\) " + 7 * "0"
    picture = code_of("x").picture
    html = f'<html lang="en-gb"><title>{words}</title><body><h1>{words}</h1><p><img src="{picture}" alt="{words} 3 0 R"></p>'
    whole = Tagged(pdf.write_pdf([html] * 3, services.STATIC_BASE, ()))
    assert (len(whole.pdf.pages), str(whole.pdf.docinfo.Title)) == (3, words)
    assert [str(figure.Alt) for figure in whole.of("/Figure")] == [f"{words} 3 0 R"] * 3
    with whole.pdf.open_outline() as outline:
        assert [str(item.title) for item in outline.root] == [words] * 3
        assert [item.destination[0].objgen for item in outline.root] == [page.objgen for page in whole.pdf.pages]
    assert whole.pdf.check_pdf_syntax() == []
