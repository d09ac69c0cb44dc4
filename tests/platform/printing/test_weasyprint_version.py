"""tags.py works on objects that WeasyPrint does not promise to keep as they are."""

from importlib.metadata import version

KNOWN = {"weasyprint": "70.0", "pydyf": "0.13.0"}
WHAT_TO_CHECK = """\
another version of WeasyPrint or pydyf. Check, then name it in KNOWN:
- tests/platform/printing passes, above all test_tags.py and test_packs.py;
- write_pdf still calls `finisher(document, pdf)` before it writes, with pdf.objects, .pages, .catalog, .info, .page_references;
- the catalog has StructTreeRoot with K[0] the document and ParentTree with Nums;
- tokens of a page's content end in BDC behind the tag and its MCID (tags._as_artifact);
- veraPDF or PAC accepts a pack; `python -m benchmarks.reports` prints figures as before.
docs/decisions/0016-paper.md says why this is worth it."""


def test_weasyprint_is_a_version_whose_objects_were_checked() -> None:
    assert {name: version(name) for name in KNOWN} == KNOWN, WHAT_TO_CHECK
