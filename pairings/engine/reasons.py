"""Why a board stands as it does, in words that the two players accept."""

from pairings.engine.model import Contestant, Repeats
from pairings.engine.rules import NO_RULES, ByeOrder, Rules
from tdsuite.tournaments.engine.standings import half_text


def record_text(player: Contestant) -> str:
    """Wins and losses as the field writes them: "7-3", "6.5-3.5"."""
    return f"{half_text(player.halves)}-{half_text(player.half_losses)}"


def rounds_text(rounds: tuple[int, ...]) -> str:
    """ "round 3", "rounds 3 and 7", "rounds 3, 7 and 9"."""
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    return f"rounds {', '.join(map(str, rounds[:-1]))} and {rounds[-1]}"


def by_wins(first: Contestant, second: Contestant) -> str:
    """Why two players meet in a Swiss round."""
    if first.halves == second.halves and first.half_losses == second.half_losses:
        return f"both {record_text(first)}"
    if first.halves == second.halves:
        return f"{record_text(first)} and {record_text(second)}, the same wins"
    upper, lower = sorted((first, second), key=lambda player: player.score_order)
    return f"{record_text(upper)} against {record_text(lower)}, as close as the whole round allows"


def by_order(first: Contestant, second: Contestant) -> str:
    """Why two players meet now and not in the last round, when everyone has two opponents left."""
    upper, lower = sorted((first, second), key=lambda player: player.score_order)
    return f"{record_text(upper)} against {record_text(lower)}, one of your last two opponents, now for even starts"


def by_place(upper: int, lower: int, apart: int = 1) -> str:
    """Why two places of the standings, counted from 1, meet where places `apart` from each other are wanted."""
    if lower == upper + apart:
        return f"places {upper} and {lower}"
    return f"places {upper} and {lower}, as near as the whole round allows"


def by_meetings(rounds: tuple[int, ...], repeats: Repeats, unpaired: int) -> str:
    """Whether two have met.  rounds: when, as far as that counts.  unpaired: how many players would stay without an
    opponent if no repeat were played."""
    if not rounds:
        return "they have not met"
    if repeats is Repeats.AVOID and unpaired:
        return f"repeat of {rounds_text(rounds)}: without it {unpaired} players could not be paired"
    return f"repeat of {rounds_text(rounds)}"


def of_bye(player: Contestant, passed_over: int, rules: Rules = NO_RULES) -> str:
    """Why a player sits out.  passed_over: how many earlier in the order of byes had to play."""
    if player.volunteers:
        why = "bye: you offered to sit out"
    elif rules.bye_order is ByeOrder.ALWAYS_BOTTOM:
        why = f"bye: lowest rank {player.rank}"
    else:
        place = "highest" if rules.bye_order is ByeOrder.TOP_DOWN else "lowest"
        team = " of the largest team" if rules.largest_team_byes else ""
        why = f"bye: fewest byes ({player.byes}), {place} rank {player.rank}{team}"
    if not passed_over:
        return why
    return f"{why} of those whose bye lets all others be paired"
