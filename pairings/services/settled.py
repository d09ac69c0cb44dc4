"""Players of a draft whose prize place is settled ("Gibsonized"), and opponents for them who can win nothing by it.

Settled is what the standings call so. A settled player who meets somebody in the prizes decides who wins them, and has nothing to
play for.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pairings.engine.methods.registry import METHODS
from pairings.models import PairingRun
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.engine.reach import reach
from tdsuite.tournaments.models import Division, Entry
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import stakes_of
from tdsuite.tournaments.still_open import to_come
from .engine_tasks import settings_of
from .rules import save_settings


@dataclass(frozen=True, slots=True)
class SettledPlayer:
    """A player whose prize place is settled.

    Attributes:
        opponent: of the draft; None for a bye.
        harms: whether the opponent can still win a prize.
        instead: who can win nothing by this game; None where the draft harms nobody, or everybody has something to win.
    """

    place: int
    entry: Entry
    opponent: Entry | None
    harms: bool
    instead: Entry | None = None


def settled_players(run: PairingRun, division_history: History) -> tuple[SettledPlayer, ...]:
    """Who of a draft of one round is settled, best first. Asks the prizes of the division only where a place is settled."""
    if not run.paired_after or not run.is_one_round:
        return ()
    rows = [
        row
        for row in division_history.standings(run.paired_after)
        if not division_history.by_number[row.number].at_bottom
    ]
    left = to_come(division_history, run.paired_after)
    can = reach(rows, left.by_number)
    if not any(each.clinched for each in can.values()):
        return ()
    stakes = stakes_of(run.division, (entry.class_name for entry in division_history.entries))
    contends = {number for number, each in can.items() if not each.out_of(stakes.places)}
    for name, prizes in stakes.classes:
        members = [row for row in rows if division_history.by_number[row.number].class_name == name]
        contends |= {number for number, each in reach(members, left.by_number).items() if not each.out_of(prizes)}
    opponents = _opponents(run)
    settled = [row.number for row in rows if can[row.number].clinched and can[row.number].best <= stakes.places]
    settled = [number for number in settled if number in opponents]
    harms = [number for number in settled if opponents[number] in contends and opponents[number] not in settled]
    out = [row.number for row in rows if row.number in opponents and row.number not in contends]
    instead = _instead(run, division_history, harms, out)
    return tuple(
        SettledPlayer(
            can[number].best,
            division_history.by_number[number],
            division_history.by_number.get(opponents[number]),
            number in harms,
            division_history.by_number.get(instead.get(number, 0)),
        )
        for number in settled
    )


def can_be_spared(run: PairingRun) -> bool:
    """Whether the draft's method pairs anew around boards that are asked for; a table is played as it stands."""
    return run.method in METHODS and METHODS[run.method].weighs


def spare_contenders(*, by: Actor, division: Division, number: int) -> tuple[tuple[int, int], ...]:
    """Ask for boards of round `number` in which its draft's settled players meet those who can win nothing by it.

    The round is to be paired anew then. Returns the boards by players' numbers. Raises Refused where the draft harms nobody, or
    no such opponent is left.
    """
    run = division.pairing_runs.drafts().covering(number).first()
    if run is None or not can_be_spared(run):
        raise Refused(f"Round {number} has no draft that could be paired around settled players.", code="no_draft")
    run.division = division
    boards: list[tuple[int, int]] = []
    for player in settled_players(run, history(division)):
        if player.instead and not any(player.entry.number in board for board in boards):
            boards.append((player.entry.number, player.instead.number))
    if not boards:
        raise Refused(
            f"In the draft of round {number} no settled player can be given an opponent who has less to win.",
            code="nothing_to_spare",
        )
    asked = [{"ask": "forced", "one": first, "two": second, "round": number} for first, second in boards]
    values = {"boards": [*settings_of(division).boards, *asked]}
    save_settings(by=by, division=division, values=values, reason="settled places decide nobody's prize")
    return tuple(boards)


def _opponents(run: PairingRun) -> dict[int, int]:
    """By number the opponent in the draft; 0 for a bye."""
    opponents = {}
    for board in run.draft_boards():
        opponents[board.first] = board.second or 0
        if board.second is not None:
            opponents[board.second] = board.first
    return opponents


def _instead(run: PairingRun, division_history: History, harms: list[int], out: list[int]) -> Mapping[int, int]:
    """For each who harms somebody: another of them, or who is out of the prizes; whom they met least, then the best placed."""
    asked = [row for row in settings_of(run.division).boards if row["round"] in (0, None, run.first_round)]
    busy = {number for row in asked if row["ask"] == "forced" for number in (row["one"], row["two"])}
    shut = {frozenset((row["one"], row["two"])) for row in asked if row["ask"] == "forbidden"}
    met = Counter(
        frozenset((division_history.by_id[game.first_id].number, division_history.by_id[game.second_id].number))
        for game in division_history.games
        if game.second_id is not None
    )
    instead: dict[int, int] = {}
    for number in harms:
        if number in instead or number in busy:
            continue
        free = [other for other in [*harms, *out] if other not in {number, *busy, *instead}]
        if free := [other for other in free if frozenset((number, other)) not in shut]:
            other = min(free, key=lambda each: met[frozenset((number, each))])
            instead[number] = other
            instead[other] = number
    return instead
