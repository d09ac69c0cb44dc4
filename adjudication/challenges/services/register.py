"""The register of an event's challenges: searched, exported, counted. Words are for officials; nobody sees which failed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from adjudication.challenges.engine.slips import OPEN, State
from adjudication.challenges.models import ChallengeSlip, SlipQuerySet
from adjudication.challenges.services.slip_decisions import is_official
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.csv_text import table_text
from tdsuite.tournaments.models import Tournament

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
    """What to look for; "" and None find everything.

    Attributes:
        text: a player's name, or for officials a word on a slip.
    """

    text: str = ""
    division: str = ""
    round: int | None = None
    table: str = ""
    upheld: bool | None = None


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """One challenge in the register.

    Attributes:
        words: () for everybody but officials.
        count: how many words were judged, or stand on the slip until then.
        opinions: how many adjudicators gave one.
    """

    slip: ChallengeSlip
    words: tuple[str, ...]
    count: int
    opinions: int


def search_register(*, by: Actor, tournament: Tournament, search: Search) -> Sequence[RegisterLine]:
    """The challenges of an event, in the order of its divisions and their numbers. Two queries, however many there are."""
    require(by, tournament, Can.SEE_EVENT)
    official = is_official(by, tournament)
    slips = _matching(tournament, search).with_people().prefetch_related("verdicts")
    lines = [
        RegisterLine(
            slip=slip,
            words=slip.words_to_show if official else (),
            count=len(slip.written) if slip.state in OPEN else slip.words,  # what was keyed is not for the next to see
            opinions=len(slip.verdicts.all()),
        )
        for slip in slips.order_by("division__position", "division_id", "number")
    ]
    text = search.text.strip().casefold()
    return [line for line in lines if any(text in entry.casefold() for entry in _searched(line))]


def _searched(line: RegisterLine) -> tuple[str, ...]:
    return (str(line.slip.challenger.player), str(line.slip.challenged.player), *line.words)


def _matching(tournament: Tournament, search: Search) -> SlipQuerySet:
    slips = ChallengeSlip.objects.of_tournament(tournament)
    if search.division:
        slips = slips.filter(division__code=search.division)
    if search.round is not None:
        slips = slips.filter(game__round__number=search.round)
    if search.table:
        tables = Q(game__table_name=search.table)
        if search.table.isdecimal() and len(search.table) < 5:
            tables |= Q(game__table_name="", game__board=int(search.table))
        slips = slips.filter(tables)
    if search.upheld is not None:
        slips = slips.settled().filter(acceptable=not search.upheld)
    return slips


def register_csv(lines: Iterable[RegisterLine], *, tournament: Tournament) -> str:
    """The lines as CSV with a heading; times in the event's time zone. No cell can be read as a formula."""
    zone = ZoneInfo(tournament.time_zone)
    rows = []
    for line in lines:
        slip = line.slip
        moments = (slip.written_at, slip.adjudicated_at)
        cells = [
            slip.division.name, slip.number, slip.game.round.number, slip.game.table, slip.challenger.player,
            slip.challenged.player, slip.get_of_display(), " ".join(line.words), line.count, slip.verdict_text,
            slip.state_text, slip.get_way_display(), line.opinions,
            *(moment.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S") if moment else "" for moment in moments),
        ]  # fmt: skip
        rows.append([str(cell) for cell in cells])
    return table_text(HEADINGS, rows)


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
class ChallengeCounts:
    """What the challenges of an event come to.

    Attributes:
        total: all that had a verdict.
        words: how many words they challenged.
        pending: slips not finished with.
        without_effect: taken back, reissued or struck out.
    """

    total: Share
    words: int
    pending: int
    without_effect: int
    by_player: tuple[Share, ...]
    by_division: tuple[Share, ...]
    by_round: tuple[Share, ...]


def statistics(*, by: Actor, tournament: Tournament) -> ChallengeCounts:
    """Counts of the event's challenges of words; players with most challenges first. One query."""
    require(by, tournament, Can.SEE_EVENT)
    facts = ChallengeSlip.objects.of_tournament(tournament).order_by("division__position", "game__round__number")
    rows = list(facts.values(*COUNTED))
    void = ChallengeSlip.WITHOUT_EFFECT
    judged = [
        row for row in rows
        if row["acceptable"] is not None and row["of"] == "words" and row["ending"] not in void and row["state"] not in OPEN
    ]  # fmt: skip
    players = _shares(judged, lambda row: (row["challenger"], row["challenger__player__name"]))
    return ChallengeCounts(
        total=Share("", len(judged), sum(not row["acceptable"] for row in judged)),
        words=sum(row["words"] for row in judged),
        pending=sum(row["state"] not in (State.ADJUDICATED, State.CLOSED) for row in rows),
        without_effect=sum(row["ending"] in void for row in rows),
        by_player=tuple(sorted(players, key=lambda player: (-player.challenges, -player.upheld, player.of))),
        by_division=_shares(judged, lambda row: (0, row["division__name"])),
        by_round=_shares(sorted(judged, key=_round), lambda row: (0, str(_round(row)))),
    )


def _round(row: Mapping[str, Any]) -> int:
    return int(row["game__round__number"])


def _shares(
    rows: Sequence[Mapping[str, Any]], group_of: Callable[[Mapping[str, Any]], tuple[int, str]]
) -> tuple[Share, ...]:
    challenges = Counter(map(group_of, rows))
    upheld = Counter(group_of(row) for row in rows if not row["acceptable"])
    return tuple(Share(group[1], count, upheld[group]) for group, count in challenges.items())
