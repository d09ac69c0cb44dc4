"""Why a board stands as it does, in words that the two players accept."""

from tdsuite.platform.words.sentences import Figure, Sentence, catalogued
from tdsuite.tournaments.engine.account import half_text
from .model import Contestant, Repeats
from .rules import ByeOrder, Rules

FEWEST_BYES = {  # whether the highest rank has it, whether of the largest team
    (False, False): catalogued("bye: fewest byes ({byes}), lowest rank {number}"),
    (True, False): catalogued("bye: fewest byes ({byes}), highest rank {number}"),
    (False, True): catalogued("bye: fewest byes ({byes}), lowest rank {number} of the largest team"),
    (True, True): catalogued("bye: fewest byes ({byes}), highest rank {number} of the largest team"),
}


def record_text(player: Contestant) -> str:
    """Wins and losses as the field writes them: "7-3", "6.5-3.5"."""
    wins, losses = Figure(half_text(player.halves)), Figure(half_text(player.half_losses))
    return Sentence("{wins}-{losses}", wins=wins, losses=losses)


def rounds_text(rounds: tuple[int, ...]) -> str:
    """ "round 3", "rounds 3 and 7", "rounds 3, 7 and 9"."""
    if len(rounds) == 1:
        return Sentence("round {number}", number=rounds[0])
    return Sentence("rounds {list} and {number}", list=", ".join(map(str, rounds[:-1])), number=rounds[-1])


def by_wins(first: Contestant, second: Contestant) -> str:
    """Why two players meet in a Swiss round."""
    if first.halves == second.halves and first.half_losses == second.half_losses:
        return Sentence("both {record}", record=record_text(first))
    if first.halves == second.halves:
        return Sentence("{record} and {other_record}, the same wins", **_records(first, second))
    upper, lower = sorted((first, second), key=lambda player: player.score_order)
    return Sentence("{record} against {other_record}, as close as the whole round allows", **_records(upper, lower))


def by_order(first: Contestant, second: Contestant) -> str:
    """Why two players meet now and not in the last round, when everyone has two opponents left."""
    upper, lower = sorted((first, second), key=lambda player: player.score_order)
    return Sentence(
        "{record} against {other_record}, one of your last two opponents, now for even starts", **_records(upper, lower)
    )


def _records(first: Contestant, second: Contestant) -> dict[str, str]:
    return {"record": record_text(first), "other_record": record_text(second)}


def by_place(upper: int, lower: int, apart: int = 1) -> str:
    """Why two places of the standings, counted from 1, meet where places `apart` from each other are wanted."""
    if lower == upper + apart:
        return Sentence("places {number} and {other}", number=upper, other=lower)
    return Sentence("places {number} and {other}, as near as the whole round allows", number=upper, other=lower)


def by_meetings(rounds: tuple[int, ...], repeats: Repeats, unpaired: int) -> str:
    """Whether two have met.  rounds: when, as far as that counts.  unpaired: how many players would stay without an
    opponent if no repeat were played."""
    if not rounds:
        return Sentence("they have not met")
    if repeats is Repeats.AVOID and unpaired:
        return Sentence(
            "repeat of {rounds}: without it {number} players could not be paired",
            rounds=rounds_text(rounds), number=unpaired,
        )  # fmt: skip
    return Sentence("repeat of {rounds}", rounds=rounds_text(rounds))


def of_bye(player: Contestant, passed_over: int, rules: Rules, *, later: bool = False) -> str:
    """Why a player sits out.  passed_over: how many earlier in the order of byes had to play; later: so that nobody meets twice."""
    if player.volunteers:
        why = Sentence("bye: you offered to sit out")
    elif rules.bye_order is ByeOrder.ALWAYS_BOTTOM:
        why = Sentence("bye: lowest rank {number}", number=player.rank)
    else:
        message = FEWEST_BYES[rules.bye_order is ByeOrder.TOP_DOWN, rules.largest_team_byes]
        why = Sentence(message, byes=player.byes, number=player.rank)
    if not passed_over:
        return why
    if later:
        return Sentence("{why} of those whose bye lets nobody meet twice", why=why)
    return Sentence("{why} of those whose bye lets all others be paired", why=why)
