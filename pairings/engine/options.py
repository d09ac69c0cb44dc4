"""What a method can be told.  Each method reads its own few; the defaults are what most events play."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from .errors import BadOption

CONTENTION_LEAST = (
    ("place_prizes", 1),
    ("control_loss_from", 0),
    ("trials", 1),
    ("control_trials", 1),
    ("start_rating", 0),
)
MOST_START_RATING = 400
MOST_GAMES = 9
MOST_TRIALS = 1_000_000  # ten times the usual; beyond it only time and memory grow
FLIGHT_CAPS: dict[str, tuple[int, ...]] = {
    "default": (2, 4, 8, 12),
    "nsc_before_2008": (4, 8, 12, 12),
    "nsc_2008": (2, 4, 6, 12),
    "none": (),
}


class Groups(StrEnum):
    """How a field is split into groups."""

    RANKED = "ranked"  # places 1 to 4, 5 to 8, ...
    SPREAD = "spread"  # with three groups: places 1, 4, 7, 10; 2, 5, 8, 11; 3, 6, 9, 12


class Halves(StrEnum):
    """How a field is split into two halves that meet."""

    ALTERNATE = "alternate"  # odd places against even places
    TOP_BOTTOM = "top_bottom"


class Eliminated(StrEnum):
    """What those play who are out of a knockout."""

    OUT = "out"  # nothing
    SWISS = "swiss"  # Swiss among themselves


class CopRules(StrEnum):
    """Which state of the published method `cop` follows."""

    RECORDED = "recorded"  # of the 39 recorded rounds it is held against
    MID_2026 = "mid-2026"  # liwords 05c2947, docs/rulebook/cop.md


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """Options of all methods; docs/rulebook/ has a page a method that says which it reads.

    spread_swings: points a player can gain and another lose in a round, last round first, the last one repeating.
    faint_hope: keeps players within a win of the last prize among the contenders in the last four rounds.  prove:
    whether a round of more than 400 players is proved over every board, which takes up to some seconds more.
    even_starts: whether the last rounds of Swiss let players with different wins meet where that keeps starts even.
    starts_ahead: whether starts look at what is left: a table's are settled over all its rounds to come, whoever is further
    behind even starts, and King of the Hill keeps starts even among those out of the prizes.  even_everywhere: whether in King of
    the Hill, Factor and Chew those who can still win a prize meet others near them where that keeps starts even.
    Contention-aware pairing: place_prizes: places that win something.  gibson_spreads, hopefulness: by round, last
    round first, the last one repeating.  trials, control_trials: simulated events.  cop_rules: which state of the
    published rules `cop` and `contenders` follow.  start_rating: what going first is worth in their trials, in rating points.
    """

    factor: int = 0  # 0 for the rounds left, this one included
    fontes_rounds: int = 3  # odd
    group_size: int = 4  # players a group
    groups: Groups = Groups.RANKED
    halves: Halves = Halves.ALTERNATE
    games: int = 1  # games two play in a round
    draw: int = 0  # 0 keeps the entry list's order in a table, any other number draws an order from it
    games_in_row: int = 1  # games two play before the table moves on
    team_games: int = 0  # rounds of one match between two teams; 0 for as many as everyone needs to meet everyone
    prize_bands: tuple[int, ...] = ()  # the last place of each band, () for one band of a quarter of the field
    flight_caps: str = "default"  # a key of FLIGHT_CAPS
    spread_swings: tuple[int, ...] = (500,)
    equal_places: tuple[tuple[int, int], ...] = ()  # groups of places with the same prize, as (first, last)
    victim_class: str = ""  # the prize class a Gibsonized player's opponent comes from, "" for any
    strict_victim: bool = False  # whether that opponent may be a repeat
    faint_hope: bool = True
    best_of: int = 1  # games a knockout match
    bracket_size: int = 0  # players in the bracket, 0 for all
    by_standings: bool = False  # seed a bracket by the standings before its first round and not by the entry list
    eliminated: Eliminated = Eliminated.OUT
    prove: bool = False
    even_starts: bool = True
    starts_ahead: bool = True
    even_everywhere: bool = True
    place_prizes: int = 4
    class_prizes: tuple[tuple[str, int], ...] = ()  # (class, prizes) of the lower classes, the highest of them first
    gibson_spreads: tuple[int, ...] = (250, 200)
    hopefulness: tuple[float, ...] = (0.1, 0.1, 0.05, 0.02, 0.01)
    control_loss: float = 0.3  # share of the trials from which first place must be met
    control_loss_from: int = 0  # the first round that looks for it, 0 for the last four
    trials: int = 100_000
    control_trials: int = 10_000
    cop_rules: CopRules = CopRules.RECORDED
    start_rating: int = 60
    repeat_byes: bool = False  # whether a second bye is free

    def __post_init__(self) -> None:
        """Raise BadOption for a value that no method can follow."""
        for name, least in (
            ("factor", 0),
            ("games", 1),
            ("group_size", 2),
            ("games_in_row", 1),
            ("team_games", 0),
            ("best_of", 1),
            *CONTENTION_LEAST,
        ):
            if getattr(self, name) < least:
                raise BadOption(name, f"must be at least {least}, not {getattr(self, name)}.")
        if self.games > MOST_GAMES:
            raise BadOption("games", f"must be at most {MOST_GAMES}, not {self.games}.")
        if self.fontes_rounds < 1 or self.fontes_rounds % 2 == 0:
            raise BadOption("fontes_rounds", f"must be odd, as a group has one player more; not {self.fontes_rounds}.")
        if self.flight_caps not in FLIGHT_CAPS:
            raise BadOption("flight_caps", f"must be one of {', '.join(FLIGHT_CAPS)}, not {self.flight_caps!r}.")
        if list(self.prize_bands) != sorted(set(self.prize_bands)) or any(band < 1 for band in self.prize_bands):
            raise BadOption("prize_bands", "must name the last place of each band, lowest number first.")
        if not self.spread_swings or min(self.spread_swings) < 0:
            raise BadOption("spread_swings", "needs at least one number of points, none below 0.")
        self._check_contention()

    def _check_contention(self) -> None:
        if not self.gibson_spreads or min(self.gibson_spreads) < 0:
            raise BadOption("gibson_spreads", "needs at least one number of points, none below 0.")
        if not self.hopefulness or not all(0 < share <= 1 for share in self.hopefulness):
            raise BadOption("hopefulness", "needs at least one share, each above 0 and at most 1.")
        if not 0 <= self.control_loss <= 1:
            raise BadOption("control_loss", f"must be a share from 0 to 1, not {self.control_loss}.")
        for name in ("trials", "control_trials"):
            if getattr(self, name) > MOST_TRIALS:
                raise BadOption(name, f"must be at most {MOST_TRIALS:,}, not {getattr(self, name):,}.")
        if self.start_rating > MOST_START_RATING:
            raise BadOption("start_rating", f"must be at most {MOST_START_RATING}, not {self.start_rating}.")
        if any(first < 1 or last < first for first, last in self.equal_places):
            raise BadOption("equal_places", "must name groups of places as first-last, such as 1-2 3-4.")
        if any(not name or prizes < 1 for name, prizes in self.class_prizes):
            raise BadOption("class_prizes", "needs a class and at least 1 prize in each place.")


NO_OPTIONS = MethodOptions()


def options_from(facts: Mapping[str, Any]) -> MethodOptions:
    """Options as they come out of JSON, a stored plan or a text, where several values have spaces between them
    ("3 8", "0.1 0.05", "1-2 3-4").  Raises BadOption for an unknown name or an unusable value."""
    known = {field.name: field for field in fields(MethodOptions)}
    values: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in known:
            raise BadOption(name, f"is no option of a pairing method. Known: {', '.join(known)}.")
        kind = type(known[name].default)
        try:
            values[name] = READERS.get(name, KINDS.get(kind, kind))(value)
        except (TypeError, ValueError) as error:
            example = EXAMPLES.get(name, EXAMPLES.get(kind.__name__, ""))
            raise BadOption(name, f"cannot be {value!r}.{example}") from error
    return MethodOptions(**values)


def _several(value: Any) -> list[Any]:
    """One value, or several: a list, or words of a text."""
    if isinstance(value, str):
        return value.split()
    return list(value) if isinstance(value, list | tuple) else [value]


def _places(value: Any) -> tuple[tuple[int, int], ...]:
    """Pairs of places as lists, or as words of a text with a sign between the two."""
    if isinstance(value, str):
        value = [word.split("-") for word in value.split()]
    return tuple((_number(first), _number(last)) for first, last in value)


def _classes(value: Any) -> tuple[tuple[str, int], ...]:
    """Classes and their prizes, as lists."""
    return tuple((str(name), _number(prizes)) for name, prizes in value)


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _number(value: Any) -> int:
    if isinstance(value, bool):
        raise ValueError(value)
    return int(value)


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(_number(item) for item in _several(value))


KINDS: dict[type, Any] = {bool: _yes_or_no, int: _number}
EXAMPLES = {
    "bool": " Write yes or no.",
    "hopefulness": " Write for example 0.1 0.05.",
    "equal_places": " Write for example 1-2 3-4.",
    "class_prizes": " Give each class with its prizes.",
}
READERS: dict[str, Any] = {
    "gibson_spreads": _numbers,
    "hopefulness": lambda value: tuple(float(item) for item in _several(value)),
    "class_prizes": _classes,
    "prize_bands": _numbers,
    "spread_swings": _numbers,
    "equal_places": _places,
}
