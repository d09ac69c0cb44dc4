"""What a division's director asks of its rounds: kept, checked, and relaxed where it leaves no round.

A board is asked for in one round ("forced"); kept from one round or from all ("forbidden"); or let through in one round
or in all, whatever the rules say ("exempt").
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Max

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused, changed_fields, deciding

from ..engine.clashes import is_possible, no_pairing
from ..engine.constraints import board_text, check_requests
from ..engine.errors import BadRequest, NoPairingPossible, Relaxation
from ..engine.methods import METHODS
from ..engine.model import PairingTask
from ..engine.rules import BYE, Rules, is_among, rules_from
from ..models import PairingSettings
from .field import pairing_task, plan_line, settings_of

SETTINGS_FIELDS = ("rules", "boards", "families", "volunteers", "reasons_public")
ASKS = ("forced", "forbidden", "exempt")


@dataclass(frozen=True, slots=True)
class Clash:
    """Why round `number` cannot be made. rules: in words. relaxations: the smallest change."""

    number: int
    rules: tuple[str, ...]
    relaxations: tuple[Relaxation, ...]


def save_settings(*, by: Any, division: Division, values: Mapping[str, Any], reason: str = "") -> PairingSettings:
    """Keep what is asked of the division's rounds; drafts made before are stale. Raises Refused, NotAllowed."""
    require(by, division.tournament, Can.PAIR)
    unchanged = settings_of(division)
    asks_more = any(getattr(unchanged, name) != values[name] for name in values if name != "reasons_public")
    with deciding(division, changes_state=asks_more) as owned:
        row = settings_of(owned)
        before, after = changed_fields(row, {name: values[name] for name in SETTINGS_FIELDS if name in values})
        _check(owned, row)
        if after:
            row.save()
            record(
                "pairings.rules_changed", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
                before=before, after=after, reason=reason,
            )  # fmt: skip
    return row


def clash_in(division: Division, number: int) -> Clash | None:
    """What clashes in a round as it would be paired now; None where some round keeps every rule. Raises Refused."""
    return _clash(history(division), number)


def relax(*, by: Any, division: Division, number: int) -> tuple[Relaxation, ...]:
    """Grant the smallest change that makes the round possible: boards let through, or given up, in this round only."""
    require(by, division.tournament, Can.PAIR)
    with deciding(division) as owned:
        clash = _clash(history(owned), number)
        if clash is None:
            raise Refused(f"Nothing clashes in round {number} any more: pair it.")
        row = settings_of(owned)
        before = {"boards": row.boards}
        row.boards = relaxed_boards(row.boards, clash.relaxations, number)
        row.save()
        record(
            "pairings.rules_relaxed", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
            before=before, after={"boards": row.boards}, reason="; ".join(one.text for one in clash.relaxations),
        )  # fmt: skip
    return clash.relaxations


def relaxed_boards(boards: Sequence[dict[str, Any]], relaxations: Sequence[Relaxation], number: int) -> list[Any]:
    """The boards asked for, with the exceptions granted in round `number`."""
    given_up = tuple(one.board for one in relaxations if one.rule == "forced")
    let = [one.board for one in relaxations if one.rule != "forced"]
    kept = [
        row
        for row in boards
        if not (row["ask"] == "forced" and row["round"] == number and is_among(given_up, row["one"], row["two"]))
    ]
    return [*kept, *({"ask": "exempt", "one": one, "two": two, "round": number} for one, two in let)]


def _clash(past: History, number: int) -> Clash | None:
    line = plan_line(past.division, number, None)
    if line.method not in METHODS or METHODS[line.method].whole_block:
        return None  # a table is played as it stands, with warnings
    task, _ = pairing_task(past, number, line=line, seed=0)
    _asked_well(task)
    if is_possible(task):
        return None
    error: NoPairingPossible = no_pairing(task)
    return Clash(number, error.clash, error.relaxations)


def _asked_well(task: PairingTask) -> None:
    try:
        check_requests(task)
    except BadRequest as error:
        raise Refused(str(error)) from error


def _check(division: Division, row: PairingSettings) -> None:
    numbers = set(division.entries.values_list("number", flat=True))
    _check_boards(row, numbers, _newest_round(division))
    named = {*row.volunteers, *(number for family in row.families for number in family)}
    if unknown := sorted(named - numbers):
        raise Refused(f"There is no player {unknown[0]} in {division}.")
    twice = [number for family in row.families for number in family]
    if len(twice) != len(set(twice)):
        raise Refused("A player stands in two families: write each family on one line.")
    try:
        rules: Rules = rules_from(row.rules)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"These rules cannot be read: {error}") from error
    row.rules = {name: value for name, value in asdict(rules).items() if name not in ASKS}
    row.rules["apart"] = [dict(one) for one in row.rules["apart"]]


def _newest_round(division: Division) -> int:
    published = division.rounds.exclude(status="draft").aggregate(newest=Max("number"))["newest"]
    return int(published or 0)


def _check_boards(row: PairingSettings, numbers: set[int], published: int) -> None:
    taken: dict[tuple[int, int], tuple[int, int]] = {}
    for asked in row.boards:
        one, two, number = asked["one"], asked["two"], asked["round"]
        text = board_text((one, two))
        for player in (one, two):
            if player not in numbers and player != BYE:
                raise Refused(f"Board {text}: there is no player {player} in this division.")
        if one in (two, BYE):
            raise Refused(f"{text} is no board: name two players, or one player and a bye.")
        if asked["ask"] != "forced":
            continue
        if not number:
            raise Refused(f"Board {text} is asked for without a round: write for example {text} round {published + 1}.")
        for player in {one, two} - {BYE}:
            if (number, player) in taken:
                other = board_text(taken[number, player])
                raise Refused(f"Round {number}: player {player} is asked for on two boards, {other} and {text}.")
            taken[number, player] = (one, two)
