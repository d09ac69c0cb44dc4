"""A result sheet as pages show it: every figure of a version read back from its canonical text, with people by name.

What is shown is what is signed: nothing here is taken from the game's rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tdsuite.access.models import User
from tdsuite.tournaments.models import Entry, Game

from ..engine.sheets import SheetFacts, Side, in_order
from ..models import Sheet, SheetPhoto, SheetVersion, Signature
from ..services.sheets.doubts import Doubts, doubts_about
from .ended import LABELS, title_of

SHORT_HASH = 12


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line that changes a score, in words.  own: written by the players."""

    label: str
    points: int
    rule: str
    own: bool


@dataclass(frozen=True, slots=True)
class SideShown:
    """One player's half of a sheet.  total: the score with every line."""

    entry: Entry
    side: Side
    lines: tuple[LineShown, ...]
    total: int | None
    started: bool
    won: bool
    own: bool
    differs: bool
    signature: Signature | None = None


@dataclass(frozen=True)
class Shown:
    """A version of a sheet, or what a petition asks for.

    number: 0 where it is no version yet.  me: the player who looks at it.  differs: parts to mark, as `what_differs` names them.
    """

    facts: SheetFacts
    number: int
    sha256: str
    people: Mapping[int, Entry]
    me: int | None = None
    row: SheetVersion | None = None
    signatures: Mapping[int, Signature] | None = None
    differs: frozenset[str] = frozenset()
    officials: Mapping[int, str] = field(default_factory=dict)

    @property
    def made_by(self) -> str:
        """Who made this version, by name; "" where it is none yet."""
        if self.row is None:
            return ""
        kind, key = self.row.made_by_kind, self.row.made_by or 0
        if kind == "player":
            return str(self.people[key].player) if key in self.people else f"player {key}"
        return self.officials.get(key, kind)

    @property
    def photo(self) -> SheetPhoto | None:
        """The picture of the paper it was entered from; no query where it was fetched with the row."""
        return getattr(self.row, "photo", None)

    @property
    def short(self) -> str:
        return self.sha256[:SHORT_HASH]

    @cached_property
    def sides(self) -> tuple[SideShown, ...]:
        """Own side first, else in the order of the people: the first player of the game, then the second."""
        signed, order = self.signatures or {}, list(self.people)
        return tuple(
            SideShown(
                entry=self.people[side.entry],
                side=side,
                lines=tuple(line_shown(line) for line in self.facts.lines if line.entry == side.entry),
                total=self.facts.total(side.entry),
                started=self.facts.started == side.entry,
                won=self.facts.winner == side.entry,
                own=side.entry == self.me,
                differs=bool(self.differs & {f"score:{side.entry}", f"lines:{side.entry}"}),
                signature=signed.get(side.entry),
            )
            for side in sorted(self.facts.sides, key=lambda side: (side.entry != self.me, order.index(side.entry)))
        )

    @property
    def starter(self) -> Entry | None:
        """Who started, as the sheet says."""
        return None if self.facts.started is None else self.people[self.facts.started]

    @property
    def tie(self) -> bool:
        return self.facts.margin == 0

    @cached_property
    def doubts(self) -> Doubts:
        """What whoever is to sign this is warned of."""
        return doubts_about(self.facts, self.people)

    @property
    def said(self) -> str:
        """How the game ended in words, "" where it was played out."""
        kinds = Game.Outcome
        return "" if self.facts.outcome in (kinds.PLAYED, kinds.AWAITED) else str(kinds(self.facts.outcome).label)

    @property
    def score(self) -> str:
        """ "431–388", own score first; "" where no score was kept."""
        totals = [one.total for one in self.sides]
        return "–".join(map(str, totals)) if None not in totals else ""

    @property
    def challenges(self) -> list[tuple[Entry, str, bool]]:
        return [(self.people[one.by], one.word, one.upheld) for one in self.facts.challenges]

    @property
    def missing(self) -> list[Entry]:
        """Whose signature this version lacks."""
        return [one.entry for one in self.sides if one.signature is None]

    def signed_by(self, entry: int) -> bool:
        return entry in (self.signatures or {})


def line_shown(line: object) -> LineShown:
    """A line in words: tiles left, overtime, the incident behind it."""
    kind = getattr(line, "kind", "")
    bare = kind.removeprefix("conduct:")
    said = str(LABELS.get(bare) or (title_of(bare).lower() if bare != kind else bare.replace("_", " ")))
    seconds = getattr(line, "seconds", 0)
    clock = f", {seconds // 60:d}:{seconds % 60:02d}" if seconds else ""
    turn = ", turn lost" if getattr(line, "lost_turn", False) else ""
    return LineShown(
        said + clock + turn, getattr(line, "points", 0), getattr(line, "rule", ""), getattr(line, "own", False)
    )


def people_of(game: Game) -> dict[int, Entry]:
    """The two players of a game by entry."""
    return {entry.pk: entry for entry in (game.first, game.second) if entry is not None}


def versions_of(sheet: Sheet | None, people: Mapping[int, Entry], me: int | None = None) -> list[Shown]:
    """Every version, newest first, with signatures, photo and maker; in two queries, for officials (no `me`) in three."""
    if sheet is None:
        return []
    rows = list(sheet.versions.order_by("-number").select_related("photo").prefetch_related("signatures"))
    users = {row.made_by for row in rows if row.made_by_kind == "user" and row.made_by is not None}
    names = {one.pk: str(one) for one in User.objects.filter(pk__in=users)} if users and me is None else {}
    return [
        Shown(
            row.facts, row.number, row.sha256, people, me, row,
            {one.entry_id: one for one in row.signatures.all()}, officials=names,
        )
        for row in rows
    ]  # fmt: skip


def claims(versions: Iterable[Shown], players: Sequence[Entry], *, since: int = 0) -> dict[int, Shown]:
    """For each player the newest version signed after version `since`: the two cards of a dispute."""
    found: dict[int, Shown] = {}
    for one in versions:
        if one.number <= since:
            continue
        for player in players:
            if one.signed_by(player.pk):
                found.setdefault(player.pk, one)
    return found


def what_differs(one: Shown, other: Shown) -> frozenset[str]:
    """Which parts of two cards are not the same: "score:<entry>", "lines:<entry>", "started", "challenges", "tiles"."""
    first, second = in_order(one.facts), in_order(other.facts)
    parts = {f"score:{a.entry}" for a, b in zip(first.sides, second.sides, strict=True) if a != b}
    for side in first.sides:
        mine, theirs = ([line for line in facts.lines if line.entry == side.entry] for facts in (first, second))
        parts |= {f"lines:{side.entry}"} if mine != theirs else set()
    parts |= {"started"} if first.started != second.started else set()
    parts |= {"challenges"} if first.challenges != second.challenges else set()
    return frozenset(parts | ({"tiles"} if first.tiles_counted != second.tiles_counted else set()))
