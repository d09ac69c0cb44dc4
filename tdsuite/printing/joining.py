"""Pieces of a document, set in several processes, joined to one file with all their tags. Imports no Django.

A piece travels as WeasyPrint's own objects before they are written: they are numbered anew and written once. To read the written
files back costs a library in Python more time than setting them did.
"""

import io
import pickle
from collections.abc import Sequence
from typing import Any

import pydyf

TAGS = ("/StructElem", "/StructTreeRoot", "/OBJR")
KEYS = {"StructParents", "StructParent"}  # of pages and links: where the parent tree has their tags
ONLY_WITH_TAGS = ("StructTreeRoot", "MarkInfo", "Metadata")


def packed(pdf: Any, *, tagged: bool) -> bytes:
    """The objects of a pydyf.PDF, ready to be joined.  tagged: whether the whole is to have tags; the PDF itself keeps its own."""
    for number, item in enumerate(pdf.objects):
        if isinstance(item, pydyf.Stream):
            pdf.objects[number] = _plain(item)
    objects, catalog = pdf.objects, pdf.catalog
    if not tagged:
        catalog = {key: value for key, value in catalog.items() if key not in ONLY_WITH_TAGS}
        numbers = pdf.objects[int(pdf.catalog["StructTreeRoot"].split()[0])]["ParentTree"]
        dropped = {int(numbers.split()[0])}
        objects = [None if item.number in dropped or _is(item, *TAGS) else _untagged(item) for item in objects]
    return pickle.dumps((objects, dict(catalog), pdf.info), protocol=pickle.HIGHEST_PROTOCOL)


def _plain(stream: Any) -> Any:
    """The same stream without what WeasyPrint needed to write it, compressed here and not again when the whole is written."""
    content = stream.data.partition(b"stream\n")[2].removesuffix(b"\nendstream")
    extra = {**stream.extra, **({"Filter": "/FlateDecode"} if stream.compress else {})}
    made = pydyf.Stream([content], extra)
    made.number = stream.number
    return made


def _is(item: Any, *kinds: str) -> bool:
    return isinstance(item, pydyf.Dictionary) and item.get("Type") in kinds


def _untagged(item: Any) -> Any:
    if not isinstance(item, pydyf.Dictionary) or not KEYS & item.keys():
        return item
    made = pydyf.Dictionary({key: value for key, value in item.items() if key not in KEYS})
    made.number = item.number
    return made


def join(pieces: Sequence[bytes]) -> bytes:
    """One PDF of several packed pieces: their pages, outlines and tags in order; title, language and metadata of the first."""
    whole = pydyf.PDF()
    for piece in pieces:
        objects, catalog, info = pickle.loads(piece)
        is_first = not whole.pages["Count"]
        catalog = _take_in(whole, objects, catalog)
        if is_first:
            whole.info = info
            whole.catalog.update(catalog)
        else:
            _share_tags(whole, catalog)
            _share_outlines(whole, catalog)
    out = io.BytesIO()
    whole.write(out, b"1.7", False, True)
    return out.getvalue()


def _take_in(whole: Any, objects: list[Any], catalog: dict[str, Any]) -> dict[str, Any]:
    """Add a piece's objects and pages to the whole. Returns its catalog's other entries; every reference is of the whole."""
    zero, pages, own_catalog, *others = objects
    here = [item for item in others if item is not None and (item or isinstance(item, pydyf.Stream))]  # no emptied tags
    numbers = {zero.number: 0, pages.number: whole.pages.number, own_catalog.number: whole.catalog.number}
    for item in here:
        before = item.number
        whole.add_object(item)
        numbers[before] = item.number
    keys = _keys_taken(whole)
    for item in here:
        _moved(item, numbers)
        if isinstance(item, pydyf.Dictionary):
            for key in KEYS & item.keys():
                item[key] += keys
    for number in pages["Kids"][::3]:
        whole.pages["Kids"].extend([numbers[number], 0, "R"])
        whole.pages["Count"] += 1
    return {key: _moved(value, numbers) for key, value in catalog.items() if key != "Pages"}


def _moved(value: Any, numbers: dict[int, int]) -> Any:
    """A value with every reference in it, such as b"12 0 R", pointing to the object's new number."""
    if isinstance(value, bytes):
        return b"%d 0 R" % numbers[int(value.split()[0])] if value.endswith(b" 0 R") else value
    if isinstance(value, pydyf.Array):
        value[:] = [_moved(one, numbers) for one in value]
    elif isinstance(value, pydyf.Dictionary):
        for key, one in value.items():
            value[key] = _moved(one, numbers)
    elif isinstance(value, pydyf.Stream):
        value.extra = {key: _moved(one, numbers) for key, one in value.extra.items()}
    return value


def _at(whole: Any, reference: bytes) -> Any:
    return whole.objects[int(reference.split()[0])]


def _tree(whole: Any, reference: bytes) -> tuple[Any, Any, Any]:
    """A structure tree: its root, the Document tag in it, and the dictionary from pages' contents to tags."""
    root = _at(whole, reference)
    return root, _at(whole, root["K"][0]), _at(whole, root["ParentTree"])


def _keys_taken(whole: Any) -> int:
    """How many keys of the parent tree are used: one for each page, one for each link."""
    if "StructTreeRoot" not in whole.catalog:
        return 0
    return len(_tree(whole, whole.catalog["StructTreeRoot"])[2]["Nums"]) // 2


def _share_tags(whole: Any, catalog: dict[str, Any]) -> None:
    """Hang a piece's tags into the Document tag of the whole."""
    if "StructTreeRoot" not in catalog:
        return
    _, document, parents = _tree(whole, whole.catalog["StructTreeRoot"])
    own = _tree(whole, catalog["StructTreeRoot"])
    keys = _keys_taken(whole)
    for reference in own[1]["K"]:
        _at(whole, reference)["P"] = document.reference
    document["K"].extend(own[1]["K"])
    nums = own[2]["Nums"]
    parents["Nums"].extend(one + keys if place % 2 == 0 else one for place, one in enumerate(nums))
    for left_over in own:
        left_over.clear()


def _share_outlines(whole: Any, catalog: dict[str, Any]) -> None:
    """Put a piece's bookmarks after those of the whole."""
    if "Outlines" not in catalog:
        return
    if "Outlines" not in whole.catalog:
        whole.catalog["Outlines"] = catalog["Outlines"]
        return
    marks, own = _at(whole, whole.catalog["Outlines"]), _at(whole, catalog["Outlines"])
    following: bytes | None = own["First"]
    _at(whole, marks["Last"])["Next"] = following
    _at(whole, own["First"])["Prev"] = marks["Last"]
    while following:
        mark = _at(whole, following)
        mark["Parent"] = marks.reference
        following = mark.get("Next")
    marks["Last"] = own["Last"]
    marks["Count"] += own["Count"]
    own.clear()
