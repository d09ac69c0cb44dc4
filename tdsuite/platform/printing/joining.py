"""A PDF file written from WeasyPrint's objects, whole or in pieces that several processes set. Imports no Django.

A piece is written where it is set, all but the numbers of its objects: every reference is a gap of one width. Whoever joins the
pieces fills the gaps and puts them one after the other, with their pages, bookmarks and tags; nothing is read back, and nobody
holds more than the bytes of the file.

Source: ISO 32000-1, 7.5.7 and 7.5.8 (object and cross-reference streams), 7.9.7 (number trees), 12.3.3 (outlines), 14.7.
"""

import pickle
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from typing import Any

import pydyf

KEYS = ("StructParents", "StructParent")  # of pages and links: where the parent tree has their tags
DIGITS = 7  # of a number in a gap: ISO 32000-1, annex C, allows 8,388,607 objects
GAP = bytes(DIGITS)  # in no dictionary: pydyf writes other than ASCII in hexadecimal digits
LEVEL = 5  # of compression: 9 takes a third longer for a file a hundredth smaller
FREE, ALONE, IN_STREAM = 0, 1, 2
PAGES, CATALOG, INFO, TAG_ROOT, DOCUMENT, PARENTS, OUTLINES, FIRST_OF_PIECES = range(1, 9)


@dataclass(slots=True)
class Draft:
    """Objects in writing.  parts: their text, with a gap for each reference; gaps: what belongs there, a number of the piece or -1 - key."""

    parts: list[bytes] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    length: int = 0

    def put(self, value: Any) -> None:
        if isinstance(value, pydyf.Dictionary):
            self._put_dictionary(value)
        elif isinstance(value, pydyf.Array):
            self._add(b"[")
            for item in value:
                self.put(item)
                self._add(b" ")
            self._add(b"]")
        elif isinstance(value, bytes) and value.endswith(b" 0 R"):
            self.gap(int(value[:-4]), b" 0 R")
        else:
            self._add(pydyf.Array([value]).data[1:-1])

    def _put_dictionary(self, entries: dict[str, Any]) -> None:
        self._add(b"<<")
        for key, value in entries.items():
            self._add(b"/%s " % key.encode("ascii"))
            if key in KEYS:
                self.gap(-1 - value)
            else:
                self.put(value)
        self._add(b">>")

    def gap(self, number: int, after: bytes = b"") -> None:
        self.gaps.append(number)
        self._add(GAP + after)

    def _add(self, text: bytes) -> None:
        self.parts.append(text)
        self.length += len(text)

    def done(self) -> "WrittenPdf":
        return WrittenPdf(b"".join(self.parts), self.gaps)


@dataclass(frozen=True, slots=True)
class WrittenPdf:
    """A text with gaps, and the numbers that belong there."""

    text: bytes
    gaps: list[int]

    def filled(self, names: Sequence[bytes]) -> bytes:
        """names: what to write for each number of the piece, then for each key of its parent tree, the last first."""
        parts = self.text.split(GAP)
        woven = [b""] * (2 * len(self.gaps) + 1)
        woven[::2] = parts
        woven[1::2] = [names[number] for number in self.gaps]
        return b"".join(woven)


def written(value: Any) -> WrittenPdf:
    draft = Draft()
    draft.put(value)
    return draft.done()


@dataclass(frozen=True, slots=True)
class Packed:
    """A piece of a file. Numbers are those of its own objects.

    shared: the number of each object that the whole has once, under the whole's; table: number and place of each object in `body`;
    streams: number, dictionary and content; tags: below the document's; parents: the leaf of the parent tree, for `keys` keys; bookmarks: the
    bookmarks of the first level, without their neighbours.
    """

    count: int
    keys: int
    shared: dict[int, int]
    table: list[tuple[int, int]]
    body: WrittenPdf
    streams: list[tuple[int, WrittenPdf, bytes]]
    pages: list[int]
    tags: list[int]
    parents: WrittenPdf
    bookmarks: list[tuple[int, WrittenPdf]]
    bookmark_count: int
    catalog: WrittenPdf
    info: bytes
    metadata: int | None


def packed(pdf: Any) -> bytes:
    """The objects of a tagged pydyf.PDF as a piece for `join`. Takes them out: the PDF itself has nothing left to write."""
    catalog = dict(pdf.catalog)
    root = _at(pdf, catalog.pop("StructTreeRoot"))
    document, parents = _at(pdf, root["K"][0]), _at(pdf, root["ParentTree"])
    outlines = _at(pdf, catalog.pop("Outlines")) if "Outlines" in catalog else None
    bookmarks = list(_first_level(pdf, outlines))
    catalog.pop("Pages")
    shared = {
        item.number: number
        for number, item in (
            (PAGES, pdf.pages),
            (CATALOG, pdf.catalog),
            (TAG_ROOT, root),
            (DOCUMENT, document),
            (PARENTS, parents),
            (OUTLINES, outlines),
        )
        if item is not None
    }
    left_out = {0, *shared, *(mark.number for mark in bookmarks)}
    streams, table, body = [], [], Draft()
    for item in pdf.objects:
        if item.number in left_out:
            continue
        if isinstance(item, pydyf.Stream):
            streams.append((item.number, *_stream(item)))
        elif item:  # no emptied tags
            table.append((item.number, body.length))
            body.put(item)
            body.put(b"\n")
    piece = Packed(
        count=len(pdf.objects),
        keys=len(parents["Nums"]) // 2,
        shared=shared,
        table=table,
        body=body.done(),
        streams=streams,
        pages=pdf.pages["Kids"][::3],
        tags=[int(reference.split()[0]) for reference in document["K"]],
        parents=_leaf(parents["Nums"]),
        bookmarks=[(mark.number, written(mark)) for mark in bookmarks],
        bookmark_count=outlines["Count"] if outlines else 0,
        catalog=written(pydyf.Dictionary(catalog)),
        info=pdf.info.data,
        metadata=int(catalog["Metadata"].split()[0]) if "Metadata" in catalog else None,
    )
    del pdf.objects[FIRST_OF_PIECES:]
    return pickle.dumps(piece, protocol=pickle.HIGHEST_PROTOCOL)


def _at(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _first_level(pdf: Any, outlines: Any) -> Iterable[Any]:
    """The bookmarks of the first level; none knows its neighbours any more."""
    following = outlines["First"] if outlines else None
    while following:
        mark = _at(pdf, following)
        following = mark.pop("Next", None)
        mark.pop("Prev", None)
        yield mark


def _stream(item: Any) -> tuple[WrittenPdf, bytes]:
    """A stream's dictionary and its content, compressed."""
    extra = dict(item.extra)
    compress, item.compress = item.compress, False
    content = item.data.partition(b"stream\n")[2].removesuffix(b"\nendstream")
    if compress:
        extra["Filter"] = "/FlateDecode"
        content = zlib.compress(content, LEVEL)
    return written(pydyf.Dictionary({**extra, "Length": len(content)})), content


def _leaf(nums: Sequence[Any]) -> WrittenPdf:
    """A leaf of the parent tree.  nums: keys and tags by turns, as in the tree's root."""
    draft = Draft()
    draft.put(b"<</Limits [")
    draft.gap(-1 - nums[0], b" ")
    draft.gap(-1 - nums[-2], b"]/Nums [")
    for key, tags in zip(nums[::2], nums[1::2], strict=True):
        draft.gap(-1 - key, b" ")
        draft.put(tags)
        draft.put(b"\n")
    draft.put(b"]>>")
    return draft.done()


def join(pieces: Iterable[bytes]) -> bytes:
    """One tagged PDF of packed pieces: their pages, outlines and tags in order; title, language and metadata of the first."""
    whole = _Whole()
    for piece in pieces:
        whole.take(pickle.loads(piece))
    return whole.finished()


class _Whole:
    """A file in writing: the pieces as they come, then what they share."""

    def __init__(self) -> None:
        self.out = BytesIO()
        self.out.write(b"%PDF-1.7\n%\xf0\x9f\x83\x8f\n")
        self.places: list[tuple[int, int, int]] = [(FREE, 0, 65535), *[(FREE, 0, 0)] * (FIRST_OF_PIECES - 1)]
        self.pages: list[bytes] = []
        self.tags: list[bytes] = []
        self.leaves: list[bytes] = []
        self.bookmarks: list[tuple[int, bytes]] = []
        self.bookmark_count = 0
        self.keys = 0
        self.catalog = self.info = b""

    def take(self, piece: Packed) -> None:
        is_first = not self.pages
        names = self._named(piece)
        for number, head, content in piece.streams:
            if is_first or number != piece.metadata:
                self._alone(int(names[number]), head.filled(names), content)
        table = [(int(names[number]), start) for number, start in piece.table]
        self._together(table, piece.body.filled(names))
        leaf = self._new_number()
        self._together([(leaf, 0)], piece.parents.filled(names))
        self.leaves.append(b"%d 0 R" % leaf)
        self.pages += [names[number] + b" 0 R" for number in piece.pages]
        self.tags += [names[number] + b" 0 R" for number in piece.tags]
        self.bookmarks += [
            (int(names[number]), mark.filled(names).removesuffix(b">>")) for number, mark in piece.bookmarks
        ]
        self.bookmark_count += piece.bookmark_count
        self.keys += piece.keys
        if is_first:
            self.info = piece.info
            self.catalog = piece.catalog.filled(names).removesuffix(b">>")

    def _named(self, piece: Packed) -> list[bytes]:
        """What to write for each number of a piece, and for each key of its parent tree from the end."""
        numbers = [0] * piece.count
        for number, shared in piece.shared.items():
            numbers[number] = shared
        for number in chain(
            (stream[0] for stream in piece.streams),
            (row[0] for row in piece.table),
            (mark[0] for mark in piece.bookmarks),
        ):
            numbers[number] = self._new_number()
        keys = range(self.keys + piece.keys - 1, self.keys - 1, -1)
        return [b"%-*d" % (DIGITS, number) for number in chain(numbers, keys)]

    def _new_number(self) -> int:
        self.places.append((FREE, 0, 0))
        return len(self.places) - 1

    def _alone(self, number: int, head: bytes, content: bytes) -> None:
        self.places[number] = (ALONE, self.out.tell(), 0)
        self.out.write(b"%d 0 obj\n%s\nstream\n" % (number, head))
        self.out.write(content)
        self.out.write(b"\nendstream\nendobj\n")

    def _together(self, table: Sequence[tuple[int, int]], text: bytes) -> None:
        """Objects without a stream of their own, in one compressed stream.  table: number and place in the text."""
        stream = self._new_number()
        for index, (number, _start) in enumerate(table):
            self.places[number] = (IN_STREAM, stream, index)
        head = b"%s\n" % b" ".join(b"%d %d" % row for row in table)
        content = zlib.compress(head + text, LEVEL)
        self._alone(
            stream,
            b"<</Type /ObjStm/N %d/First %d/Filter /FlateDecode/Length %d>>" % (len(table), len(head), len(content)),
            content,
        )

    def finished(self) -> bytes:
        shared = {
            PAGES: b"<</Type /Pages/Kids [%s]/Count %d>>" % (b" ".join(self.pages), len(self.pages)),
            CATALOG: b"%s/Pages %d 0 R/StructTreeRoot %d 0 R%s>>"
            % (self.catalog, PAGES, TAG_ROOT, b"/Outlines %d 0 R" % OUTLINES if self.bookmarks else b""),
            INFO: self.info,
            TAG_ROOT: b"<</Type /StructTreeRoot/K [%d 0 R]/ParentTree %d 0 R/ParentTreeNextKey %d>>"
            % (DOCUMENT, PARENTS, self.keys),
            DOCUMENT: b"<</Type /StructElem/S /Document/P %d 0 R/K [%s]>>" % (TAG_ROOT, b" ".join(self.tags)),
            PARENTS: b"<</Kids [%s]>>" % b" ".join(self.leaves),
            **self._outlines(),
        }
        table, text = [], b""
        for number, written_out in shared.items():
            table.append((number, len(text)))
            text += written_out + b"\n"
        self._together(table, text)
        return self._with_references()

    def _outlines(self) -> dict[int, bytes]:
        if not self.bookmarks:
            return {}
        numbers = [number for number, _text in self.bookmarks]
        outlines = {
            OUTLINES: b"<</Type /Outlines/Count %d/First %d 0 R/Last %d 0 R>>"
            % (self.bookmark_count, numbers[0], numbers[-1])
        }
        for place, (number, text) in enumerate(self.bookmarks):
            before = b"/Prev %d 0 R" % numbers[place - 1] if place else b""
            after = b"/Next %d 0 R" % numbers[place + 1] if place + 1 < len(numbers) else b""
            outlines[number] = text + before + after + b">>"
        return outlines

    def _with_references(self) -> bytes:
        """Write where everything stands, and end the file."""
        number, start = self._new_number(), self.out.tell()
        self.places[number] = (ALONE, start, 0)
        rows = struct.pack(">" + "BII" * len(self.places), *chain.from_iterable(self.places))
        content = zlib.compress(rows, LEVEL)
        head = b"<</Type /XRef/W [1 4 4]/Size %d/Root %d 0 R/Info %d 0 R/Filter /FlateDecode/Length %d>>"
        self._alone(number, head % (len(self.places), CATALOG, INFO, len(content)), content)
        self.out.write(b"startxref\n%d\n%%%%EOF\n" % start)
        return self.out.getvalue()
