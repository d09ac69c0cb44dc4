"""What a division's director asks of its rounds: kept, checked, and relaxed where it leaves no round.

A board is asked for in one round ("forced"); kept from one round or from all ("forbidden"); or let through in one round
or in all, whatever the rules say ("exempt").
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Max

from pairings.actions import PairingAction
from pairings.engine.matching.clashes import is_possible, no_pairing
from pairings.engine.matching.constraints import board_text, check_requests
from pairings.engine.methods.registry import METHODS
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused, changed_fields, deciding
from ..engine.errors import BadRequest, NoPairingPossible, Relaxation
from ..engine.rules import BYE, Rules, is_among, rules_from
from ..models import PairingSettings
from .engine_tasks import pairing_task, plan_line, settings_of

SETTINGS_FIELDS = ("rules", "boards", "families", "volunteers", "reasons_public")
ASKS = ("forced", "forbidden", "exempt")


@dataclass(frozen=True, slots=True)
class Clash:
    """Why round `number` cannot be made."""

    number: int
    rules: tuple[str, ...]  # in words
    relaxations: tuple[Relaxation, ...]  # the smallest change


def save_settings(*, by: Actor, division: Division, values: Mapping[str, Any], reason: str = "") -> PairingSettings:
    """Keep what is asked of the division's rounds; drafts made before are stale. Raises Refused, NotAllowed."""
    require(by, division.tournament, Can.PAIR)
    unchanged = settings_of(division)
    if _same_rules(values.get("rules", {}), unchanged.rules):
        values = {**values, "rules": unchanged.rules}
    asks_more = any(getattr(unchanged, name) != values[name] for name in values if name != "reasons_public")
    action = PairingAction.RULES_CHANGED
    with deciding(division, by=by, action=action, reason=reason, changes_state=asks_more) as decision:
        owned = decision.division
        row = settings_of(owned)
        before, after = changed_fields(row, {name: values[name] for name in SETTINGS_FIELDS if name in values})
        _check(owned, row)
        if after:
            row.save()
            decision.record(row, before=before, after=after)
    return row


def clash_in(division: Division, number: int) -> Clash | None:
    """What clashes in a round as it would be paired now; None where some round keeps every rule. Raises Refused."""
    line = plan_line(division, number, None)
    if line.method not in METHODS or METHODS[line.method].whole_block:
        return None  # a table is played as it stands, with warnings
    task, _ = pairing_task(history(division), number, line=line, seed=0)
    try:
        check_requests(task)
    except BadRequest as wrong:
        raise Refused(str(wrong), code="bad_request") from wrong
    if is_possible(task):
        return None
    error: NoPairingPossible = no_pairing(task)
    return Clash(number, error.clash, error.relaxations)


def relax(*, by: Actor, division: Division, number: int) -> tuple[Relaxation, ...]:
    """Grant the smallest change that makes the round possible: boards let through, or given up, in this round only."""
    with deciding(division, by=by, can=Can.PAIR, action=PairingAction.RULES_RELAXED) as decision:
        owned = decision.division
        clash = clash_in(owned, number)
        if clash is None:
            raise Refused(f"Nothing clashes in round {number} any more: pair it.", code="nothing_clashes")
        row = settings_of(owned)
        before = {"boards": row.boards}
        row.boards = relaxed_boards(row.boards, clash.relaxations, number)
        row.save()
        texts = "; ".join(relaxation.text for relaxation in clash.relaxations)
        decision.record(row, before=before, after={"boards": row.boards}, reason=texts)
    return clash.relaxations


def relaxed_boards(boards: Sequence[dict[str, Any]], relaxations: Sequence[Relaxation], number: int) -> list[Any]:
    """The boards asked for, with the exceptions granted in round `number`."""
    given_up = tuple(relaxation.board for relaxation in relaxations if relaxation.rule == "forced")
    let = [relaxation.board for relaxation in relaxations if relaxation.rule != "forced"]
    remaining = [
        row
        for row in boards
        if not (row["ask"] == "forced" and row["round"] == number and is_among(given_up, row["one"], row["two"]))
    ]
    return [*remaining, *({"ask": "exempt", "one": first, "two": second, "round": number} for first, second in let)]


def _check(division: Division, row: PairingSettings) -> None:
    numbers = set(division.entries.values_list("number", flat=True))
    _check_boards(row, numbers, division.rounds.exclude(status="draft").aggregate(newest=Max("number"))["newest"] or 0)
    named = {*row.volunteers, *(number for family in row.families for number in family)}
    if unknown := sorted(named - numbers):
        raise Refused(f"There is no player {unknown[0]} in {division}.", code="no_such_player")
    twice = [number for family in row.families for number in family]
    if len(twice) != len(set(twice)):
        raise Refused("A player stands in two families: write each family on one line.", code="two_families")
    try:
        rules: Rules = rules_from(row.rules)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"These rules cannot be read: {error}", code="bad_rules") from error
    row.rules = {name: value for name, value in asdict(rules).items() if name not in ASKS}
    row.rules["apart"] = [dict(rule) for rule in row.rules["apart"]]


def _same_rules(rules: Mapping[str, Any], stored: Mapping[str, Any]) -> bool:
    """Whether they ask for the same; what is left out is as by default."""
    try:
        return rules_from(rules) == rules_from(stored)
    except (KeyError, TypeError, ValueError):
        return False


def _check_boards(row: PairingSettings, numbers: set[int], published: int) -> None:
    taken: dict[tuple[int, int], tuple[int, int]] = {}
    for asked in row.boards:
        first, second, number = asked["one"], asked["two"], asked["round"]
        text = board_text((first, second))
        for player in (first, second):
            if player not in numbers and player != BYE:
                raise Refused(f"Board {text}: there is no player {player} in this division.", code="no_such_player")
        if first in (second, BYE):
            raise Refused(f"{text} is no board: name two players, or one player and a bye.", code="no_board")
        if asked["ask"] != "forced":
            continue
        if not number:
            raise Refused(
                f"Board {text} is asked for without a round: write for example {text} round {published + 1}.",
                code="no_round_named",
            )
        for player in {first, second} - {BYE}:
            if (number, player) in taken:
                other = board_text(taken[number, player])
                raise Refused(
                    f"Round {number}: player {player} is asked for on two boards, {other} and {text}.",
                    code="two_boards",
                )
            taken[number, player] = (first, second)
