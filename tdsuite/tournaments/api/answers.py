"""The answers of the API that more than one package gives, as types. The OpenAPI document shows them, and tests/api hold answers to them.

Scores, lines and spreads are whole points; instants are ISO 8601.
"""

from datetime import date, datetime
from typing import Any, Literal, NotRequired, TypedDict

from tdsuite.tournaments.engine.account import AccountLine

Side = Literal["first", "second"]
Points = tuple[int, int] | None  # the first player's, then the second's


class Problem(TypedDict):
    """An error (RFC 9457). `code` is a stable word for programs; further members say more where a refusal has facts."""

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str
    code: str
    fields: NotRequired[dict[str, Any]]


class DivisionAnswer(TypedDict):
    """A division of an event. id: names its topics in the stream of changes."""

    id: int
    code: str
    name: str
    planned_rounds: int


class TournamentAnswer(TypedDict):
    """The public facts of an event."""

    slug: str
    name: str
    venue: str
    starts_on: date
    ends_on: date
    time_zone: str
    rulebook: str
    status: Literal["preparing", "running", "finished"]
    divisions: list[DivisionAnswer]


class RoundAnswer(TypedDict):
    """A round and when it was, or is to be, started."""

    round: int
    status: Literal["draft", "published", "playing", "closed"]
    scheduled_at: datetime | None
    started_at: datetime | None
    closed_at: datetime | None


class ReopenedAnswer(RoundAnswer):
    """A round that is open again, and the published rounds that were paired from its results."""

    rounds_paired_before: list[int]


class PersonAnswer(TypedDict):
    """A player by number."""

    number: int
    name: str


class AccountAnswer(TypedDict):
    """The account of a game; pairs are the first player's figure, then the second's."""

    written: Points
    lines: list[AccountLine]
    totals: Points
    half_wins: Points
    spread: Points
    winner: Side | None
    rated: bool
    starts: tuple[int, int]
    filed: Literal["game", "unrated", "forfeit", "bye", "nothing"]
    filed_scores: Points


class GameAnswer(TypedDict):
    """A published game. `table` and `second` are null for a bye; the scores are totals, in points."""

    id: int
    round: int
    table: str | None
    first: PersonAnswer
    second: PersonAnswer | None
    starts_by: Literal["assigned", "balance", "draw", "compare", "drawn", "none"]
    outcome: str | None
    first_score: int | None
    second_score: int | None
    rated: bool
    reason: str
    table_reason: str
    account: AccountAnswer


class CorrectedGameAnswer(GameAnswer):
    """A corrected game, and the rounds that were paired before the correction."""

    rounds_paired_before: list[int]


class GamePreviewAnswer(GameAnswer):
    """What a call would make of a game, with its account read out now and then. Nothing is saved."""

    preview: Literal[True]
    before: list[str]
    after: list[str]
    rounds_paired_before: NotRequired[list[int]]  # of a correction


class StandingAnswer(TypedDict):
    """A player's place. Wins and losses count a tie as a half; `spread` in points."""

    rank: int
    number: int
    name: str
    wins: float
    losses: float
    spread: int
    games: int


class StandingsAnswer(TypedDict):
    """The table after a round; 0 is the seeding."""

    round: int
    standings: list[StandingAnswer]


class PlayerAnswer(TypedDict):
    """A player of a division. `deviation` in points of rating."""

    number: int
    name: str
    filing_name: str
    national_id: str
    naspa_id: str
    wespa_id: str
    absp_id: str
    club: str
    country: str
    seed: int
    rating: int
    lifetime_games: int | None
    deviation: float | None
    last_played: date | None
    class_name: str
    team: str
    absences: list[int]
    withdrawn_from: int | None
    unranked: bool


class JobAnswer(TypedDict):
    """Background work. done, total: how far it is. error: why it failed. files: names of what came out."""

    job: int
    kind: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    phase: str
    done: int
    total: int | None
    error: str
    created_at: datetime
    finished_at: datetime | None
    files: list[str]


class QueuedAnswer(TypedDict):
    """A job that a worker will do."""

    job: int
    status: Literal["queued", "running", "done", "failed", "cancelled"]


class ScheduledAnswer(TypedDict):
    """When a round is to start."""

    round: int
    scheduled_at: datetime | None


class TokenAnswer(TypedDict):
    """A token, shown in this answer alone."""

    token: str
