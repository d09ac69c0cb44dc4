"""What WeasyPrint leaves open in a tagged document, mended just before the file is written. Imports no Django.

- Header cells say whether they head a row or a column (`Scope`); WeasyPrint lists the headers of each cell instead, under
  names that would no longer be unique once several documents are joined.
- The running head and foot are marked as artifacts, as PDF/UA-1 (7.1, 7.8) asks: WeasyPrint gives them tags outside the tree.
- Tags that say nothing (`NonStruct`, `Span`) give their content to the tag around them: half the objects, a third of the time.

Sources: ISO 32000-1, 14.7 and 14.8; ISO 14289-1, 7.5.
"""

from typing import Any

import pydyf

SILENT = ("/NonStruct", "/Span")


class Tree:
    """The tags of a document.  pdf: a pydyf.PDF with a structure tree."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.by_reference = {item.reference: item for item in pdf.objects if isinstance(item, pydyf.Dictionary)}
        root = self.by_reference[pdf.catalog["StructTreeRoot"]]
        self.document = self.by_reference[root["K"][0]]
        self.nums = self.by_reference[root["ParentTree"]]["Nums"]
        self.kept: set[bytes] = {self.document.reference}
        self.owner: dict[bytes, bytes] = {}  # of a silent tag: the tag that took its content

    def gather(self, element: Any, heads: bool) -> None:
        """Take in the content of silent tags and name the scope of header cells.  heads: whether this is inside a table's head."""
        kids = pydyf.Array()
        for kid in element["K"]:
            self._add(kids, kid, element)
        element["K"] = kids
        kind = element["S"]
        if kind in ("/TH", "/TD"):
            known = element.pop("A")
            element.pop("ID", None)
            known.pop("Headers", None)
            if element["S"] == "/TH":
                known["Scope"] = "/Column" if heads else "/Row"
            if len(known) > 1:
                element["A"] = known
        heads = kind == "/THead" or (heads and kind == "/TR")
        for kid in kids:
            if isinstance(kid, bytes) and kid in self.kept:
                self.gather(self.by_reference[kid], heads)

    def _add(self, kids: Any, kid: Any, owner: Any) -> None:
        below = self.by_reference.get(kid) if isinstance(kid, bytes) else None
        if below is None or below.get("Type") != "/StructElem":
            kids.append(kid)
        elif below["S"] in SILENT and "A" not in below:
            self.owner[kid] = owner.reference
            for grandchild in below["K"]:
                self._add(kids, grandchild, owner)
        else:
            below["P"] = owner.reference
            self.kept.add(kid)
            kids.append(kid)

    def settle(self) -> list[set[int]]:
        """Point the content of every page at the tag that has it now. Returns each page's content that none has, as MCIDs."""
        lost = []
        for place, refs in enumerate(self.nums[1::2]):
            if not isinstance(refs, pydyf.Array):  # an annotation's own tag
                self.nums[2 * place + 1] = self.owner.get(refs, refs)
                continue
            refs[:] = [self.owner.get(ref, ref) for ref in refs]
            lost.append({number for number, ref in enumerate(refs) if ref not in self.kept})
            refs[:] = [ref if ref in self.kept else b"null" for ref in refs]
        for reference, item in self.by_reference.items():
            if item.get("Type") == "/StructElem" and reference not in self.kept:
                item.clear()  # what is numbered stays in the list of objects, empty
        return lost


def _as_artifact(stream: Any, lost: set[int]) -> None:
    """Rewrite the opening marks of these contents: `/Span <</MCID 4>> BDC` becomes `/Artifact BMC`."""
    tokens = stream.stream
    for place, token in enumerate(tokens):
        if token == b"BDC" and tokens[place - 1].get("MCID") in lost:
            tokens[place - 2 : place + 1] = ["/Artifact", b"", b"BMC"]


def mend(_document: object, pdf: Any) -> None:
    """A finisher for WeasyPrint's `write_pdf`."""
    tree = Tree(pdf)
    tree.gather(tree.document, heads=False)
    for reference, missing in zip(pdf.page_references, tree.settle(), strict=True):
        _as_artifact(pdf.objects[int(tree.by_reference[reference]["Contents"].split()[0])], missing)
