"""The register of an event's challenges: searched, exported, counted. Words are for officials; nobody sees which failed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.engine.csv_text import table_text
from tdsuite.tournaments.models import Tournament

from ..engine.opinions import Opinion
from ..engine.slips import OPEN, State
from ..models import ChallengeSlip
from .parts import is_official

HEADINGS = (
    "division", "slip", "round", "table", "challenger", "challenged", "challenge of", "words", "number of words", "verdict",
    "state", "way", "opinions", "written at", "adjudicated at",
)  # fmt: skip
COUNTED = (
    "acceptable", "words", "of", "state", "ending", "division__name", "game__round__number", "challenger",
    "challenger__player__name",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for; "" and None find everything.  text: a player's name, or for officials a word on a slip."""

    text: str = ""
    division: str = ""
    round: int | None = None
    table: str = ""
    player: int | None = None
    upheld: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One challenge in the register.  words: () for everybody but officials.  verdict: "" before one, or while another
    adjudicator is to look at the slip without knowing it.  opinions: how many adjudicators gave one.
    """

    pk: int
    division: str
    number: int
    round: int
    table: str
    challenger: str
    challenged: str
    of: str
    words: tuple[str, ...]
    count: int
    verdict: str
    state: str
    way: str
    opinions: int
    written_at: datetime
    adjudicated_at: datetime | None


def search_register(*, by: Any, tournament: Tournament, search: Search) -> Sequence[Line]:
    """The challenges of an event, in the order of its divisions and their numbers. Two queries, however many there are."""
    require(by, tournament, Can.SEE_EVENT)
    official = is_official(by, tournament)
    slips = _found(tournament, search).with_people().prefetch_related("verdicts")
    rows = [_line(slip, official) for slip in slips.order_by("division__position", "division_id", "number")]
    text = search.text.strip().casefold()
    return [row for row in rows if not text or _mentions(row, text)]


def _found(tournament: Tournament, search: Search) -> Any:
    slips = ChallengeSlip.objects.of_tournament(tournament)
    if search.division:
        slips = slips.filter(division__code=search.division)
    if search.round is not None:
        slips = slips.filter(game__round__number=search.round)
    if search.table:
        board = {"game__board": int(search.table)} if search.table.isdecimal() and len(search.table) < 5 else None
        named = Q(game__table_name=search.table)
        slips = slips.filter(named | Q(game__table_name="", **board) if board else named)
    if search.player is not None:
        slips = slips.filter(Q(challenger=search.player) | Q(challenged=search.player))
    if search.upheld is not None:
        slips = slips.settled().filter(acceptable=not search.upheld)
    return slips


def _mentions(row: Line, text: str) -> bool:
    names = (row.challenger, row.challenged)
    return any(text in name.casefold() for name in names) or any(text in word.casefold() for word in row.words)


def _line(slip: ChallengeSlip, official: bool) -> Line:
    given = list(slip.verdicts.all())
    blind = slip.state in OPEN  # what the first adjudicator keyed and found is not for the next one to see
    words: list[str] = slip.written or next(
        (one.keyed for one in given if one.opinion == Opinion.FIRST and not blind), []
    )
    return Line(
        slip.pk, slip.division.name, slip.number, slip.game.round.number, slip.game.table, str(slip.challenger.player),
        str(slip.challenged.player), slip.get_of_display(), tuple(words) if official else (),
        len(slip.written) if blind else slip.words,
        verdict_text(slip), state_text(slip), slip.get_way_display(), len(given), slip.written_at, slip.adjudicated_at,
    )  # fmt: skip


def verdict_text(slip: ChallengeSlip) -> str:
    """ "acceptable", "unacceptable", or "" where there is none to show."""
    if not slip.stands:
        return ""
    return "acceptable" if slip.acceptable else "unacceptable"


def state_text(slip: ChallengeSlip) -> str:
    without_effect = slip.ending in ChallengeSlip.WITHOUT_EFFECT
    return str(slip.get_ending_display() if without_effect else slip.get_state_display())


def register_csv(lines: Iterable[Line], *, tournament: Tournament) -> str:
    """The lines as CSV with a heading; times in the event's time zone. No cell can be read as a formula."""
    zone = ZoneInfo(tournament.time_zone)
    rows = []
    for line in lines:
        times = [_when(moment, zone) for moment in (line.written_at, line.adjudicated_at)]
        cells = [
            line.division, line.number, line.round, line.table, line.challenger, line.challenged, line.of,
            " ".join(line.words), line.count, line.verdict, line.state, line.way, line.opinions, *times,
        ]  # fmt: skip
        rows.append([str(cell) for cell in cells])
    return table_text(HEADINGS, rows)


def _when(moment: datetime | None, zone: ZoneInfo) -> str:
    return "" if moment is None else moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


@dataclass(frozen=True, slots=True)
class Share:
    """Challenges and how many of them were upheld, of one player, division or round."""

    of: str
    challenges: int
    upheld: int

    @property
    def percent(self) -> int:
        """Upheld in a hundred, rounded half up; 0 where there were none."""
        return (200 * self.upheld + self.challenges) // (2 * self.challenges) if self.challenges else 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """total: all that had a verdict.  words: how many words they challenged.  pending: slips not finished with.
    without_effect: taken back or reissued.
    """

    total: Share
    words: int
    pending: int
    without_effect: int
    by_player: tuple[Share, ...]
    by_division: tuple[Share, ...]
    by_round: tuple[Share, ...]


def statistics(*, by: Any, tournament: Tournament) -> Statistics:
    """Counts of the event's challenges of words; players with most challenges first. One query."""
    require(by, tournament, Can.SEE_EVENT)
    facts = ChallengeSlip.objects.of_tournament(tournament).order_by("division__position", "game__round__number")
    rows = list(facts.values(*COUNTED))
    void = ChallengeSlip.WITHOUT_EFFECT
    ruled = [
        row for row in rows
        if row["acceptable"] is not None and row["of"] == "words" and row["ending"] not in void and row["state"] not in OPEN
    ]  # fmt: skip
    players = _shares(ruled, lambda row: (row["challenger"], row["challenger__player__name"]))
    return Statistics(
        total=Share("", len(ruled), sum(not row["acceptable"] for row in ruled)),
        words=sum(row["words"] for row in ruled),
        pending=sum(row["state"] not in (State.ADJUDICATED, State.CLOSED) for row in rows),
        without_effect=sum(row["ending"] in void for row in rows),
        by_player=tuple(sorted(players, key=lambda one: (-one.challenges, -one.upheld, one.of))),
        by_division=_shares(ruled, lambda row: (0, row["division__name"])),
        by_round=_shares(sorted(ruled, key=_round), lambda row: (0, str(_round(row)))),
    )


def _round(row: Mapping[str, Any]) -> int:
    return int(row["game__round__number"])


def _shares(
    rows: Sequence[Mapping[str, Any]], keyed: Callable[[Mapping[str, Any]], tuple[int, str]]
) -> tuple[Share, ...]:
    made = Counter(map(keyed, rows))
    upheld = Counter(keyed(row) for row in rows if not row["acceptable"])
    return tuple(Share(key[1], count, upheld[key]) for key, count in made.items())
