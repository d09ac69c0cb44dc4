"""The answers of the API that more than one package gives, as types. The OpenAPI document shows them, and tests/api hold answers to them.

Scores, lines and spreads are whole points; instants are ISO 8601.
"""

from typing import Any, Literal, NotRequired, TypedDict

from rest_framework import serializers

from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.engine.account import AccountLine
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, Tournament
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.services.entries import ENTRY_FIELDS, PLAYER_FIELDS, boards_left

Side = Literal["first", "second"]
Points = tuple[int, int] | None  # the first player's, then the second's


def facts(kind: Any, row: Any) -> dict[str, Any]:
    """What the answer `kind` says of a row that has its fields under the same names."""
    return {name: getattr(row, name) for name in kind.__annotations__}


def saying(row: Any, **facts: Any) -> Any:
    """The row, with what an answer says of it beside its columns."""
    vars(row).update(facts)
    return row


class Problem(TypedDict):
    """An error (RFC 9457). `code` is a stable word for programs; further members say more where a refusal has facts."""

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str
    code: str
    fields: NotRequired[dict[str, Any]]


class Answer(serializers.Serializer[Any]):
    """What an answer says. Nothing of it is read from a call."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.read_only = True
        return fields


class Shown(Answer, serializers.ModelSerializer[Any]):
    """What an answer says of a row: its columns, and what is declared beside them."""


class CountField(serializers.IntegerField):
    """How many there are of something."""

    def to_representation(self, value: Any) -> int:
        return len(value)


class DivisionAnswer(Shown):
    """A division of an event. id: names its topics in the stream of changes."""

    class Meta:
        model = Division
        fields = ["id", "code", "name", "planned_rounds"]


class TournamentAnswer(Shown):
    """The public facts of an event."""

    divisions = DivisionAnswer(many=True)

    class Meta:
        model = Tournament
        fields = ["slug", "name", "venue", "starts_on", "ends_on", "time_zone", "rulebook", "status", "divisions"]


class RoundAnswer(Shown):
    """A round and when it was, or is to be, started."""

    round = serializers.IntegerField(source="number")

    class Meta:
        model = Round
        fields = ["round", "status", "scheduled_at", "started_at", "closed_at"]


class ReopenedAnswer(RoundAnswer):
    """A round that is open again, and the published rounds that were paired from its results."""

    rounds_paired_before = serializers.SerializerMethodField()

    class Meta(RoundAnswer.Meta):
        fields = [*RoundAnswer.Meta.fields, "rounds_paired_before"]

    def get_rounds_paired_before(self, row: Round) -> list[int]:
        return list(rounds_paired_from(row.division, row.number))


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
    """A published game. `table` and `second` are null for a bye; the scores are totals, in points.

    gone: numbers of its players who have left, until the board is settled.  table_kept_for: of those who keep its table.
    """

    id: int
    round: int
    table: str | None
    first: PersonAnswer
    second: PersonAnswer | None
    starts_by: Literal["assigned", "balance", "draw", "compare", "drawn", "none"]
    outcome: str | None
    gone: list[int]
    table_kept_for: list[int]
    first_score: int | None
    second_score: int | None
    rated: bool
    reason: str
    table_reason: str
    account: AccountAnswer


class CorrectedGameAnswer(GameAnswer):
    """A corrected game, and the rounds that were paired before the correction."""

    rounds_paired_before: list[int]


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


class PersonColumns(Shown):
    """Who a player is."""

    class Meta:
        model = Player
        fields = PLAYER_FIELDS


class PlayerAnswer(Shown):
    """A player of a division. `deviation` in points of rating."""

    absences = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ENTRY_FIELDS

    def get_fields(self) -> dict[str, Any]:
        person = PersonColumns().get_fields()
        for name, field in person.items():
            field.source = f"player.{name}"
        return {**person, **super().get_fields()}


class LeftBoardAnswer(TypedDict):
    """A published board without a result of a player who has left."""

    game: int
    round: int
    table: str | None
    opponent: PersonAnswer | None


class WithdrawnAnswer(PlayerAnswer):
    """A player who has withdrawn. boards: published ones that are to become a bye or a forfeit for the opponent."""

    boards = serializers.SerializerMethodField()

    class Meta(PlayerAnswer.Meta):
        fields = (*ENTRY_FIELDS, "boards")

    def get_boards(self, row: Entry) -> list[LeftBoardAnswer]:
        return [_left_board(row, game) for game in boards_left(row)]


def _left_board(entry: Entry, game: Game) -> LeftBoardAnswer:
    other = game.second if game.first_id == entry.pk else game.first
    opponent: PersonAnswer | None = {"number": other.number, "name": other.player.name} if other else None
    return {"game": game.pk, "round": game.round.number, "table": game.table or None, "opponent": opponent}


class ScheduledAnswer(Shown):
    """When a round is to start."""

    round = serializers.IntegerField(source="number")

    class Meta:
        model = Round
        fields = ["round", "scheduled_at"]


class JobAnswer(Shown):
    """Background work. done, total: how far it is. error: why it failed. files: names of what came out."""

    job = serializers.IntegerField(source="pk")
    files: Any = serializers.SlugRelatedField(slug_field="name", many=True, read_only=True)

    class Meta:
        model = Job
        fields = ["job", "kind", "status", "phase", "done", "total", "error", "created_at", "finished_at", "files"]


class QueuedAnswer(Shown):
    """A job that a worker will do."""

    job = serializers.IntegerField(source="pk")

    class Meta:
        model = Job
        fields = ["job", "status"]


class TokenAnswer(TypedDict):
    """A token, shown in this answer alone."""

    token: str
