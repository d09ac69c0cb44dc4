"""What makes an event unfit for contention-aware pairing, each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.engine.contention.situation import UNPAIRED
from pairings.engine.errors import PairingError

if TYPE_CHECKING:
    from pairings.engine.contention.requests import Request

FEWEST_PLAYERS = 2
MOST_PLAYERS = 50_000

Refusal = tuple[bool, str, str]


class BadEvent(PairingError):
    """A request that cannot be paired.  code: the name other programs give it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def check(request: Request) -> None:
    """Raise BadEvent for the first thing that is wrong."""
    for wrong in (_of_field, _of_rows, _of_classes, _of_stakes):
        for holds, code, message in wrong(request):
            if holds:
                raise BadEvent(code, message)


def _of_field(request: Request) -> Iterator[Refusal]:
    few = min(request.players, request.active) < FEWEST_PLAYERS
    yield few, "PLAYER_COUNT_INSUFFICIENT", "A round needs at least 2 players. Add players, or take back removals."
    much = request.players > MOST_PLAYERS
    yield (
        much,
        "PLAYER_COUNT_TOO_LARGE",
        f"{request.players} players are more than {MOST_PLAYERS}. Split the field into divisions.",
    )
    none = request.rounds < 1
    yield none, "ROUND_COUNT_INSUFFICIENT", "The event has no rounds. Say how many rounds it has."
    for player in request.removed:
        gone = not 0 <= player < request.players
        yield (
            gone,
            "INVALID_REMOVED_PLAYER",
            f"Removed player {player} is not in the field. Name places 0 to {request.players - 1}.",
        )


def _of_rows(request: Request) -> Iterator[Refusal]:
    paired, scored = len(request.pairings), len(request.results)
    more = "Take the surplus rows out, or raise the number of rounds."
    yield (
        paired > request.rounds,
        "MORE_PAIRINGS_THAN_ROUNDS",
        f"{paired} rounds of pairings in {request.rounds}. {more}",
    )
    yield scored > request.rounds, "MORE_RESULTS_THAN_ROUNDS", f"{scored} rounds of results in {request.rounds}. {more}"
    early = scored > paired
    yield (
        early,
        "MORE_RESULTS_THAN_PAIRINGS",
        f"{scored} rounds have results, {paired} have pairings. Pair before scoring.",
    )
    for number, row in enumerate(request.pairings, start=1):
        yield from _of_pairings(request, number, row)
    for number, row in enumerate(request.results, start=1):
        short = len(row) != request.players
        yield (
            short,
            "INVALID_ROUND_RESULTS_COUNT",
            f"Round {number} has {len(row)} scores for {request.players} players. Enter one score a player.",
        )
    last_open = bool(request.pairings) and UNPAIRED in request.pairings[-1]
    whole = paired == request.rounds and not last_open
    yield (
        whole,
        "ALL_ROUNDS_PAIRED",
        "Every round is paired already. Add a round, or delete the pairings of the last one.",
    )


def _of_pairings(request: Request, number: int, row: tuple[int, ...]) -> Iterator[Refusal]:
    short = len(row) != request.players
    yield (
        short,
        "INVALID_ROUND_PAIRINGS_COUNT",
        f"Round {number} names {len(row)} opponents for {request.players} players. Name one a player.",
    )
    for player, other in enumerate(row):
        outside = not UNPAIRED <= other < request.players
        yield (
            outside,
            "PLAYER_INDEX_OUT_OF_BOUNDS",
            f"Round {number}: player {player} meets {other}, who is not in the field. Correct the opponent.",
        )
    last = number == len(request.pairings) and number > len(request.results)
    for player, other in enumerate(row):
        alone = other == UNPAIRED and not last and player not in request.removed
        yield (
            alone,
            "UNPAIRED_PLAYER",
            f"Round {number}: player {player} has no opponent. Give a game, a bye or a forfeit.",
        )
    for player, other in enumerate(row):
        back = UNPAIRED if other == UNPAIRED else row[other]
        wrong = other != UNPAIRED and back != player
        yield (
            wrong,
            "INVALID_PAIRING",
            f"Round {number}: {player} meets {other}, but {other} does not meet {player}. Correct one of the two.",
        )


def _of_classes(request: Request) -> Iterator[Refusal]:
    short = len(request.classes) != request.players
    yield (
        short,
        "INVALID_PLAYER_CLASS_COUNT",
        f"{len(request.classes)} classes for {request.players} players. Give each player one.",
    )
    most = len(request.stakes.class_prizes)
    for player, number in enumerate(request.classes):
        unknown = not 0 <= number <= most
        yield unknown, "INVALID_PLAYER_CLASS", f"Player {player} is in class {number}. Classes are 0 to {most}."


def _of_stakes(request: Request) -> Iterator[Refusal]:
    stakes, players = request.stakes, request.active
    for prizes in stakes.class_prizes:
        yield (
            prizes < 1,
            "INVALID_CLASS_PRIZE",
            f"A class has {prizes} prizes. Give it at least 1, or leave the class out.",
        )
    spread = stakes.gibson_spread
    yield spread < 0, "INVALID_GIBSON_SPREAD", f"The Gibson spread is {spread} points. Give 0 or more."
    threshold = stakes.control_loss_threshold
    outside = not 0 <= threshold <= 1
    yield (
        outside,
        "INVALID_CONTROL_LOSS_THRESHOLD",
        f"The control loss threshold is {threshold}. Give a share from 0 to 1.",
    )
    hope = not 0 < stakes.hopefulness <= 1
    yield (
        hope,
        "INVALID_HOPEFULNESS_THRESHOLD",
        f"Hopefulness is {stakes.hopefulness}. Give a share above 0, at most 1.",
    )
    sims = stakes.division_sims
    yield sims < 1, "INVALID_DIVISION_SIMS", f"{sims} trials of the division. Give at least 1; 100,000 is usual."
    control = stakes.control_loss_sims
    yield (
        control < 1,
        "INVALID_CONTROL_LOSS_SIMS",
        f"{control} trials of control loss. Give at least 1; 10,000 is usual.",
    )
    places = not 1 <= stakes.place_prizes <= players
    yield (
        places,
        "INVALID_PLACE_PRIZES",
        f"{stakes.place_prizes} place prizes for {players} players. Give 1 to {players}.",
    )
    begin = stakes.activation_round
    yield (
        begin < 0,
        "INVALID_CONTROL_LOSS_ACTIVATION_ROUND",
        f"Control loss begins after round {begin}. Give 0 or more.",
    )
