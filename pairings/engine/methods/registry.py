"""The methods a round can be paired by, and the one door to them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from pairings.engine.contention.contenders import pair_contenders
from pairings.engine.contention.method import pair_cop
from pairings.engine.errors import BadOption, UnknownMethod
from pairings.engine.model import Pairing, PairingTask
from . import groups as group_play, round_robin, teams as team_play
from .australian import pair_australian
from .chew import pair_chew
from .factor import pair_factor
from .king_of_the_hill import pair_king_of_the_hill
from .knockout import pair_knockout
from .manual import pair_manual
from .queen_of_the_hill import pair_queen_of_the_hill
from .random_draw import pair_random
from .schedules import Build, pair_scheduled
from .swiss import Shape, pair_swiss

PairRound = Callable[[PairingTask], Pairing]
PairBlock = Callable[[PairingTask, int], tuple[Pairing, ...]]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to pair.

    weighs: drafts the cheapest round, so that a director can ask what another board would cost.  block: pairs several
    rounds at once, or fewer where its table ends; None for one round at a time.
    """

    label: str  # what a director calls it
    needs_standings: bool  # whether earlier results decide who meets whom
    pair: PairRound
    weighs: bool = True
    block: PairBlock | None = None
    reads: frozenset[str] = frozenset()  # options of `MethodOptions` that mean something to it

    @property
    def whole_block(self) -> bool:
        """Whether its rounds can all be paired at once (`pair_block`)."""
        return self.block is not None

    @property
    def quick(self) -> bool:
        """Whether it drafts the cheapest round at once, without simulated events."""
        return self.weighs and "trials" not in self.reads


STARTS = frozenset({"even_starts", "starts_ahead"})
GAMES = frozenset({"games"})
MATCHED = STARTS | {"prove"}
PAIRED = MATCHED | GAMES
TABLE = GAMES | {"draw", "games_in_row", "starts_ahead"}
RACE = MATCHED | {"even_everywhere"}
CHEW = RACE | {
    "equal_places", "faint_hope", "flight_caps", "prize_bands", "spread_swings", "strict_victim", "victim_class",
}  # fmt: skip
CONTENTION = STARTS | {
    "class_prizes", "control_loss", "control_loss_from", "control_trials", "cop_rules", "gibson_spreads", "hopefulness",
    "place_prizes", "repeat_byes", "start_rating", "trials",
}  # fmt: skip
BRACKET = MATCHED | {"best_of", "bracket_size", "by_standings", "draw", "eliminated"}


def _by_table(label: str, build: Build, *more: str, needs_standings: bool = False) -> Method:
    """more: options that it reads beside those of every table."""
    block, reads = partial(pair_scheduled, build=build), TABLE | frozenset(more)
    return Method(label, needs_standings, lambda task: block(task, 1)[0], weighs=False, block=block, reads=reads)


METHODS: dict[str, Method] = {
    "random": Method("Random", False, pair_random, weighs=False, reads=STARTS | GAMES),
    "round_robin": _by_table("Round robin", round_robin.schedule),
    "group_round_robin": _by_table("Group round robin", group_play.group_schedule, "group_size", "groups"),
    "team_round_robin": _by_table("Team round robin", team_play.team_schedule, "team_games"),
    "interleaved": _by_table("Interleaved: two halves meet", team_play.halves_schedule, "halves"),
    "initial_fontes": _by_table("Initial Fontes rounds", group_play.fontes_schedule, "fontes_rounds"),
    "quads": _by_table("Quads", group_play.quad_schedule, needs_standings=True),
    "king_of_the_hill": Method(
        "King of the Hill", True, pair_king_of_the_hill, reads=RACE | GAMES | {"place_prizes", "spread_swings"}
    ),
    "queen_of_the_hill": Method("Queen of the Hill", True, pair_queen_of_the_hill, reads=PAIRED),
    "swiss": Method("Swiss", True, pair_swiss, reads=PAIRED),
    "swiss_fold": Method("Swiss, first against last", True, partial(pair_swiss, shape=Shape.FOLD), reads=PAIRED),
    "swiss_adjacent": Method("Swiss, neighbours", True, partial(pair_swiss, shape=Shape.ADJACENT), reads=PAIRED),
    "factor": Method("Factor", True, pair_factor, reads=RACE | GAMES | {"factor"}),
    "australian": Method("Australian Draw", True, pair_australian, weighs=False, reads=GAMES | {"starts_ahead"}),
    "chew": Method("Chew", True, pair_chew, weighs=False, reads=CHEW),
    "cop": Method("Contention-aware (COP)", True, pair_cop, reads=CONTENTION),
    "contenders": Method("Contenders (contention-aware)", True, pair_contenders, reads=CONTENTION),
    "knockout": Method(
        "Knockout", True, pair_knockout, weighs=False, block=lambda task, _: (pair_knockout(task),), reads=BRACKET
    ),
    "manual": Method("By hand", False, pair_manual, weighs=False, reads=GAMES),
}


def check_options(method: str, options: Iterable[str]) -> None:
    """Raises BadOption for an option that the method does not read; it names the methods that do."""
    for name in options:
        readers = [each.label for each in METHODS.values() if name in each.reads]
        if method in METHODS and readers and name not in METHODS[method].reads:
            raise BadOption(name, f"says nothing to {METHODS[method].label}: {', '.join(readers)} may have it.")


def method_of(task: PairingTask) -> Method:
    """The task's method.  Raises UnknownMethod."""
    if task.method not in METHODS:
        raise UnknownMethod(task.method, tuple(METHODS))
    return METHODS[task.method]


def pair(task: PairingTask) -> Pairing:
    """Pair one round.  The same task gives the same boards in every process and on every machine.

    Raises a PairingError that says what the director can do.
    """
    return method_of(task).pair(task)


def pair_block(task: PairingTask, rounds: int) -> tuple[Pairing, ...]:
    """Pair up to `rounds` rounds from task.round on, their starts solved together.  Raises PairingError.

    A method without a table pairs one; a table that ends sooner gives fewer than asked.
    """
    block = method_of(task).block
    return (pair(task),) if block is None else block(task, rounds)
