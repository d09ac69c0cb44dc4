"""Formats compared for an event that is being planned; a worker plays them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from django.db import transaction

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue

from ..engine.forecast import Estimate, EventPlayed, Format, estimates, formats_for
from ..engine.methods.registry import METHODS

FORMATS_JOB = "pairings.formats"
FEWEST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS = 4, 200, 40
MOST_EVENTS, FEWEST_EVENTS = 200, 40
BOARDS_AS_USUAL = 31 * 14  # players x rounds for which MOST_EVENTS take under a minute
EVENTS_A_PART = 10

Part = tuple[Format, range, int, int, tuple[int, ...]]
Play = Callable[[Iterable[Part]], Iterator[Sequence[EventPlayed]]]


@dataclass(frozen=True, slots=True)
class EventOutline:
    """What is known of an event before its format is chosen.  ratings: of the field, () where they are not known."""

    players: int
    rounds: int
    prizes: int
    ratings: tuple[int, ...] = ()

    @property
    def simulated(self) -> int:
        """How many events of each format are played: as many as take about a minute."""
        return max(FEWEST_EVENTS, min(MOST_EVENTS, MOST_EVENTS * BOARDS_AS_USUAL // (self.players * self.rounds)))


@dataclass(frozen=True, slots=True)
class ComparedFormat:
    """One line of the comparison."""

    name: str
    estimates: dict[str, Estimate]

    @property
    def figures(self) -> list[tuple[str, str]]:
        """Each figure and its interval, as texts."""
        won, *others = self.estimates.values()
        chance = (f"{won.mean:.0%}", f"{won.low:.0%} to {won.high:.0%}")
        return [chance, *((f"{figure.mean:.2f}", f"± {figure.high - figure.mean:.2f}") for figure in others)]


def format_name(format_: Format) -> str:
    """As a director says it: "Swiss 13, then King of the Hill 1"."""
    return ", then ".join(f"{METHODS[block.method].label} {block.rounds}" for block in format_)


def compare(outline: EventOutline, play: Play) -> dict[str, Any]:
    """Play every format; the figures as JSON.  play: plays parts one after the other or side by side, in order."""
    formats = formats_for(outline.players, outline.rounds)
    parts: list[Part] = []
    for first in range(0, outline.simulated, EVENTS_A_PART):
        events = range(first, min(first + EVENTS_A_PART, outline.simulated))
        parts.extend((format_, events, outline.players, outline.prizes, outline.ratings) for format_ in formats)
    played: dict[Format, list[EventPlayed]] = {format_: [] for format_ in formats}
    for part, events_played in zip(parts, play(parts), strict=True):
        played[part[0]].extend(events_played)
    figures = [{name: asdict(figure) for name, figure in estimates(played[format_]).items()} for format_ in formats]
    return {"events": outline.simulated, "formats": figures}


def compared(outline: EventOutline, answer: dict[str, Any]) -> list[ComparedFormat]:
    """The lines of a comparison that was played."""
    formats = formats_for(outline.players, outline.rounds)
    return [
        ComparedFormat(format_name(format_), {name: Estimate(**figure) for name, figure in figures.items()})
        for format_, figures in zip(formats, answer["formats"], strict=True)
    ]


def request_comparison(*, by: Actor, outline: EventOutline) -> Job:
    """Have a worker play the formats; asking twice for the same is one job."""
    require(by, None, Can.CREATE_TOURNAMENT)
    args = {**asdict(outline), "ratings": list(outline.ratings)}
    with transaction.atomic():
        under_way = comparisons_of(by).active().filter(args=args).first()
        return under_way or enqueue(FORMATS_JOB, args=args, by=by, queue="bulk")


def comparisons_of(by: Actor) -> Any:
    """The comparisons that somebody asked for."""
    return Job.objects.of(None).of_kind(FORMATS_JOB).filter(created_by_id=cast("Any", by).pk)


def outline_of(job: Job) -> EventOutline:
    """What a comparison was asked about."""
    return EventOutline(**{**job.args, "ratings": tuple(job.args["ratings"])})
