"""The suite's document of a whole event: one model that is written, read, and published as a schema.

Version 1. Players are named by their number in their division. Instants carry their offset. Half wins are counted in
halves, so that no number is a fraction. A part that is `UNSET` is not in the document: an import leaves alone what it
would have set.
"""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import schema_components

SMALL, LARGE = 32_767, 2_147_483_647  # what a column of small and of large numbers holds
Small = Annotated[int, Meta(ge=-SMALL, le=SMALL)]
Count = Annotated[int, Meta(ge=0, le=SMALL)]
Number = Annotated[int, Meta(ge=1, le=SMALL)]
Large = Annotated[int, Meta(ge=-LARGE, le=LARGE)]
LargeCount = Annotated[int, Meta(ge=0, le=LARGE)]
LargeNumber = Annotated[int, Meta(ge=1, le=LARGE)]
Halves = Annotated[int, Meta(ge=0, le=2, description="Half wins: 2 won, 1 tied, 0 lost; null while undecided or void.")]
Instant = Annotated[datetime, Meta(tz=True)]
ScoreWithLines = Annotated[Small | None, Meta(description="With all lines of its side in it.")]
Outcome = Literal[
    "awaited", "played", "bye", "half_bye", "zero_bye", "forfeit", "double_forfeit", "postponed", "void", "stopped",
    "time_up", "lateness_forfeit", "no_show", "overtime_forfeit", "resigned", "resigned_improperly", "left_early",
    "awarded", "penalty_forfeit", "penalty_unplayed", "adjourned",
]  # fmt: skip
# Prizes and statistics stand above the formats: a test holds that these are the bases that they know.
PrizeBasis = Literal[
    "place", "class", "team", "by_hand", "high_win", "low_win", "high_loss", "low_loss", "high_combined", "high_spread",
    "upset", "tuff_luck", "lucky_stiff", "high_average", "low_average_against", "comeback", "overseed", "rating_gain",
]  # fmt: skip


class Part(Struct, forbid_unknown_fields=True):
    """A part of the document; a key that it does not know is refused."""


class DatedPart(Part):
    """A part with instants; one far outside of our time is refused, as no database keeps it."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, datetime) and not 1900 <= value.year < 3000:
                raise ValueError(f"{name}: {value.isoformat()} is not an instant of our time")


class DocumentLine(DatedPart, kw_only=True):
    """What is in a score besides what was scored at the table, or time or turns given or lost."""

    side: Literal["first", "second"]
    kind: Annotated[
        str, Meta(min_length=1, max_length=30, description="overtime, challenge, time, or conduct: and an incident.")
    ]
    points: Small
    seconds: Large = 0
    lost_turn: bool = False
    rule: Annotated[str, Meta(max_length=60)] = ""
    source: Annotated[
        str, Meta(max_length=30, description="What wrote it: challenge, endgame, outcome, incident, director, sheet …")
    ] = ""
    at: Instant | None = None


class DocumentGame(DatedPart, kw_only=True):
    """One game or bye."""

    board: Small | None
    table: str
    match_game: Number
    first: Annotated[Number, Meta(description="The player who starts, unless starts_by is draw or none.")]
    second: Annotated[Small | None, Meta(description="null for a bye")]
    starts_by: Literal["assigned", "balance", "compare", "draw", "drawn", "none"]
    outcome: Outcome
    rated: bool
    first_score: ScoreWithLines
    second_score: ScoreWithLines
    first_halves: Halves | None
    second_halves: Halves | None
    first_spread: Small | None
    second_spread: Small | None
    reason: str
    table_reason: Annotated[str, Meta(max_length=200)] = ""
    decided_at: Instant | None = None
    entered_by: Annotated[
        str, Meta(description="User name of the official who gave the result; may be taken back by them.")
    ] = ""
    entered_road: Annotated[
        str, Meta(max_length=20, description="How it was given: keyboard, players_sheet, correction …")
    ] = ""
    lines: list[DocumentLine] = []


class DocumentRound(DatedPart, kw_only=True):
    """A round; one that is not published yet stands without games."""

    number: Number
    status: Literal["draft", "published", "playing", "closed"]
    scheduled_at: Instant | None = None
    started_at: Instant | None
    closed_at: Instant | None
    paired_after: Count | None
    planned_length: Annotated[Number | None, Meta(description="The division's rounds when it was closed.")] = None
    games: list[DocumentGame]


class DocumentPlayer(Part, kw_only=True, rename={"class_name": "class"}):
    """A player of a division."""

    number: Number
    name: str
    filing_name: str
    rating: Count
    lifetime_games: LargeCount | None
    class_name: str
    team: str
    club: str
    country: str
    national_id: str
    naspa_id: str
    wespa_id: str
    absp_id: str
    withdrawn_from: Small | None
    absences: list[Small]
    unranked: bool
    at_bottom: Annotated[bool, Meta(description="At the bottom of the standings: ejected.")] = False
    deviation: Annotated[Annotated[float, Meta(ge=0)] | None, Meta(description="Of the rating, in points.")] = None
    last_played: Annotated[date | None, Meta(description="The day of the last rated event before.")] = None
    seed: Count | UnsetType = UNSET
    extras: Annotated[dict[str, str], Meta(description="Keys of the file that the player came from.")] = {}


class DocumentSpreadAdjustment(DatedPart, kw_only=True):
    """Spread points given to one player alone, or taken."""

    player: Number
    round: Number
    points: Small
    reason: str
    rule: Annotated[str, Meta(max_length=60)] = ""
    at: Instant | None = None


class DocumentPrizeBase(Part, kw_only=True, rename={"class_name": "class", "round_number": "round"}):
    """A prize without its winners."""

    title: Annotated[str, Meta(max_length=80)]
    basis: PrizeBasis
    place: Number
    class_name: Annotated[str, Meta(max_length=12)]
    round_number: Number | None
    team_size: Annotated[Number | None, Meta(description="Members of a team that count, the best; null for all.")]
    money: Annotated[LargeCount, Meta(description="In the smallest unit of the currency.")]
    text: Annotated[str, Meta(max_length=120)]
    besides: bool


class DocumentPrize(DocumentPrizeBase, kw_only=True):
    """A prize of a division."""

    winners: Annotated[list[Number], Meta(description="Players' numbers, for prizes by hand.")]


class DocumentWinner(Part, kw_only=True):
    """A player of some division, who won a prize of the event."""

    division: Annotated[str, Meta(description="The division's code.")]
    number: Number


class DocumentEventPrize(DocumentPrizeBase, kw_only=True):
    """A prize of the whole event."""

    winners: list[DocumentWinner]


class DocumentClaim(DatedPart, kw_only=True):
    """A play or word put forward for a prize."""

    kind: Literal["high_play", "high_word"]
    player: Number
    round: Number
    match_game: Number
    points: Annotated[int, Meta(ge=1, le=2000)]
    word: Annotated[str, Meta(min_length=1, max_length=15)]
    status: Literal["claimed", "confirmed", "refused"]
    reason: Annotated[str, Meta(max_length=300)]
    claimed_at: Instant | None = None
    decided_at: Instant | UnsetType | None = UNSET


class DocumentTableNeed(Part, kw_only=True):
    """Which table a player needs. Not for publishing: it may tell of an illness."""

    player: Number
    table: Annotated[str, Meta(max_length=20)] = ""
    first_round: Number = 1
    last_round: Number | None = None


class DocumentTablePlan(Part, kw_only=True):
    """The tables of a division."""

    tables: Annotated[str, Meta(description="Such as 1-12, Stage.")] | UnsetType = UNSET
    reserved: Annotated[str, Meta(description="Those of them that nobody is put at.")] | UnsetType = UNSET


class DocumentPrizeRules(Part, kw_only=True):
    """How a division's prizes are given."""

    one_each: bool | UnsetType = UNSET
    round_to: LargeNumber | UnsetType = UNSET
    absent: list[Number] | UnsetType = UNSET


class DocumentBoardRule(Part, kw_only=True, rename={"player": "one", "opponent": "two"}):
    """Two players who must, must not or may meet. round: 0 for every round."""

    ask: Literal["forced", "forbidden", "exempt"]
    player: Number
    opponent: Annotated[Count, Meta(description="0: a bye")]
    round: Annotated[Count, Meta(description="0: every round")]


class DocumentPairingRules(Part, kw_only=True):
    """What is asked of every round beyond its method."""

    rules: Annotated[dict[str, Any], Meta(description="Who stays apart, repeats, byes.")] | UnsetType = UNSET
    boards: list[DocumentBoardRule] | UnsetType = UNSET
    families: list[list[Number]] | UnsetType = UNSET
    volunteers: Annotated[list[Number], Meta(description="Who would rather have the bye.")] | UnsetType = UNSET
    reasons_public: bool | UnsetType = UNSET


class DocumentStanding(Part, kw_only=True):
    """A line of the standings."""

    rank: Number
    player: Number
    halves: Small
    losing_halves: Small
    spread: Large


class DocumentStandings(Part, kw_only=True):
    """The standings after the last round, for other programs; an import works them out anew."""

    after: Count
    table: list[DocumentStanding]


class DocumentDivision(Part, kw_only=True):
    """A division with its players, rounds, prizes and standings."""

    code: str
    name: str
    planned_rounds: Number
    spread_caps: list[Small]
    lexicon: (
        Annotated[str, Meta(max_length=60, description="The word list in use, as players know it.")] | UnsetType
    ) = UNSET
    players: list[DocumentPlayer]
    rounds: list[DocumentRound]
    spread_adjustments: list[DocumentSpreadAdjustment]
    tie_breaks: (
        Annotated[
            list[Literal["spread", "uncapped_spread", "head_to_head", "opponents_wins", "fewest_byes", "fewer_losses"]],
            Meta(description="What decides between equal wins, in order; missing: spread."),
        ]
        | UnsetType
    ) = UNSET
    rating_system: str | UnsetType = UNSET
    prize_rules: DocumentPrizeRules | UnsetType = UNSET
    withdrawn_unranked: Annotated[bool, Meta(description="Players who left have no rank from then on.")] | UnsetType = (
        UNSET
    )
    prize_places: Count | UnsetType = UNSET
    pairing_plan: (
        Annotated[list[dict[str, Any]], Meta(description="Lines of first, last, method and its options.")] | UnsetType
    ) = UNSET
    pairing_rules: DocumentPairingRules | UnsetType = UNSET
    table_plan: DocumentTablePlan | UnsetType = UNSET
    table_needs: list[DocumentTableNeed] = []
    prizes: list[DocumentPrize] = []
    high_claims: list[DocumentClaim] = []
    standings: DocumentStandings


class DocumentOfficial(Part, kw_only=True):
    """Who helped to run the event. A name only: no account and no right comes of it."""

    name: Annotated[str, Meta(max_length=320)]
    role: Literal["organiser", "director", "assistant", "scorer", "judge", "official", "read-only"]


class DocumentPrizeTerms(Part, kw_only=True):
    """How the prizes of the whole event are given."""

    round_to: LargeNumber
    currency: Annotated[str, Meta(max_length=5)]


class DocumentWordJudging(Part, kw_only=True):
    """Ways in which challenges are judged."""

    runner: bool
    self_run: bool
    station: bool


class EventDocument(Part, kw_only=True, rename={"is_practice": "practice"}):
    """A whole event in one document. Players are named by their number in their division."""

    format: Literal["tdsuite-event"]
    version: Literal[1]
    name: str
    slug: str
    venue: str
    starts_on: date
    ends_on: date
    time_zone: str
    rulebook: str
    rulebook_file: Annotated[str, Meta(max_length=200_000)] | UnsetType = UNSET
    choices: dict[str, Any]
    game_minutes: Number
    status: Literal["preparing", "running", "finished"]
    settings: Annotated[
        dict[str, str | int | bool], Meta(description="What else the organiser set, by the setting’s name.")
    ] = {}
    is_practice: Annotated[bool, Meta(description="A practice event: it may be deleted whole.")] = False
    visibility: Literal["public", "unlisted", "private"] | UnsetType = UNSET
    word_judging: DocumentWordJudging | UnsetType = UNSET
    officials: list[DocumentOfficial] = []
    prize_terms: DocumentPrizeTerms | UnsetType = UNSET
    prizes: list[DocumentEventPrize] = []
    divisions: list[DocumentDivision]


def schema_text() -> str:
    """The JSON Schema of the document (draft 2020-12), as it is published with the suite."""
    (reference,), parts = schema_components([EventDocument], ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "An event of tdsuite"}
    return json.dumps({**head, **reference, "$defs": parts}, indent=1, ensure_ascii=False) + "\n"
