"""A stored run made again from its own inputs and compared board by board with what was kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pairings.engine.methods.registry import pair_block
from pairings.engine.model import ENGINE_VERSION, Contestant, ManualBoard, Pairing, PairingTask, Repeats
from pairings.engine.options import options_from
from pairings.engine.rules import rules_from
from tdsuite.tournaments.engine.starts import StartMode, record_of

Facts = Mapping[str, Any]
# A run that names no such option is older than it.
BEFORE_THEM = {"even_starts": False, "starts_ahead": False, "even_everywhere": False, "start_rating": 0}
Line = tuple[int, int, int | None, str]


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of it. version, stored_version: of the engine now and then."""

    pairings: tuple[Pairing, ...]  # the rounds as this engine pairs them
    version: str
    stored_version: str
    boards: int  # how many were compared
    changed: int  # those that the director changed by hand, which are not compared
    differences: tuple[str, ...]  # one line each; none means that the same inputs gave the same boards

    @property
    def same_engine(self) -> bool:
        """Whether the run was made by this version; another one may pair otherwise."""
        return self.version == self.stored_version


def task_from(inputs: Facts) -> PairingTask:
    """A task out of the JSON that a run keeps.  Raises KeyError, TypeError, ValueError or BadOption where it is not one."""
    return PairingTask(
        contestants=tuple(_contestant(facts) for facts in inputs["contestants"]),
        round=int(inputs["round"]),
        planned_rounds=int(inputs["planned_rounds"]),
        method=str(inputs["method"]),
        seed=int(inputs["seed"]),
        start_mode=StartMode(inputs["start_mode"]),
        repeats=Repeats(inputs["repeats"]),
        rounds_free=inputs.get("rounds_free"),
        schedule_round=int(inputs["schedule_round"]),
        manual=tuple(ManualBoard(**line) for line in inputs.get("manual", ())),
        rules=rules_from(inputs.get("rules", {})),
        options=options_from(BEFORE_THEM | dict(inputs.get("options", {}))),
    )


def replay(inputs: Facts, boards: Sequence[Facts], rounds: int, version: str) -> Replay:
    """Pair a stored task again and compare.

    boards: {"round", "first", "second", "starts_by", "changed"} each.  rounds: how many the run holds.  version: the
    engine's that made it.  Raises PairingError where the task cannot be paired any more.
    """
    pairings = pair_block(task_from(inputs), rounds)
    replayed = {
        (pairing.round, board.first, board.second, board.starts_by) for pairing in pairings for board in pairing.boards
    }
    stored = {
        (board["round"], board["first"], board["second"], board["starts_by"])
        for board in boards
        if not board.get("changed")
    }
    by_hand = {
        (board["round"], number)
        for board in boards
        if board.get("changed")
        for number in (board["first"], board["second"])
        if number is not None
    }
    fresh = {line for line in replayed if not by_hand & {(line[0], line[1]), (line[0], line[2])}}
    lines = [f"{_text(line)}: stored, not made again" for line in sorted(stored - replayed, key=_order)]
    lines += [f"{_text(line)}: made again, not stored" for line in sorted(fresh - stored, key=_order)]
    return Replay(pairings, ENGINE_VERSION, version, len(stored), len(boards) - len(stored), tuple(lines))


def _contestant(facts: Facts) -> Contestant:
    known = {field.name for field in fields(Contestant)}
    values = {name: value for name, value in facts.items() if name in known}
    return Contestant(
        **values
        | {
            "record": record_of(facts["record"], facts.get("starts_unknown", 0)),
            "opponents": tuple(facts["opponents"]),
            "last_starts": frozenset(facts["last_starts"]),
            "results": tuple((int(halves), int(spread)) for halves, spread in facts.get("results", ())),
        }
    )


def _order(line: Line) -> tuple[int, int]:
    return line[0], line[1]


def _text(line: Line) -> str:
    number, first, second, starts_by = line
    against = "bye" if second is None else f"against {second}, start by {starts_by}"
    return f"Round {number}: {first} {against}"
