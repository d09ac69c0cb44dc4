"""What a director should know of a field: before its format is chosen what fits, later whether a repeat is forced."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from pairings.engine.matching.ahead import can_go_on
from pairings.engine.methods.registry import METHODS
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from .engine_tasks import pairing_task, plan_line

QUAD, QUAD_ROUNDS = 4, 3
SMALL = 12  # up to here a round robin is usual
MOST_LAPS = 4


def format_advice(players: int, rounds: int) -> list[str]:
    """What fits a field, most important first; nothing for fewer than 3 players.

    Source: arithmetic. A round robin of n players takes n - 1 rounds, n where n is odd; after r rounds of Swiss at most
    one player in 2**r is unbeaten.
    """
    return list(_sentences(players, rounds)) if players >= 3 and rounds >= 1 else []


def plan_advice(division: Division) -> list[str]:
    """What fits the division before round 1; then whether its next rounds can still be played without a repeat."""
    published = division.rounds.published().count()
    if not published:
        return format_advice(division.entries.filter(withdrawn_from=None).count(), division.planned_rounds)
    try:
        line = plan_line(division, published + 1, None)
        if published >= division.planned_rounds or not METHODS[line.method].quick:
            return []
        task, _after = pairing_task(history(division), published + 1, line=line, seed=0)
    except (Refused, KeyError):
        return []
    count, possible = can_go_on(task) or (0, True)
    if not count:
        return []
    if possible:
        says = ngettext(
            "The next round can still be paired without a repeat.",
            "The next %(count)d rounds can still be paired without a repeat.",
            count,
        )
    else:
        says = ngettext(
            "Without a repeat the next round cannot be paired.",
            "Without a repeat the next %(count)d rounds cannot all be paired.",
            count,
        )
    return [says % {"count": count}]


def _sentences(players: int, rounds: int) -> Iterator[str]:
    lap = players - 1 + players % 2
    laps, rest = divmod(rounds, lap)
    if rest == 0 and laps <= MOST_LAPS:
        yield ngettext(
            "A round robin fits: everybody meets everybody once.",
            "A round robin fits: everybody meets everybody %(number)d times.",
            laps,
        ) % {"number": laps}
    elif players <= SMALL:
        yield ngettext(
            "A round robin would take %(number)d round.", "A round robin would take %(number)d rounds.", lap
        ) % {"number": lap}
    if players % QUAD == 0 and players > QUAD and rounds == QUAD_ROUNDS:
        yield ngettext(
            "Quads fit: %(number)d group of four, everybody meets the other three.",
            "Quads fit: %(number)d groups of four, everybody meets the other three.",
            players // QUAD,
        ) % {"number": players // QUAD}
    if rounds > lap and rest:
        yield _("Everybody meets everybody once by round %(number)d; then second games begin.") % {"number": lap}
    if rounds < lap:
        unbeaten = max(1, -(-players // 2**rounds))
        yield ngettext(
            "Swiss fits: at most one player stays unbeaten.",
            "Swiss is too short to find one winner: %(number)d players may stay unbeaten, and spread decides between them.",
            unbeaten,
        ) % {"number": unbeaten}
        if rounds > QUAD_ROUNDS:
            yield _("King of the Hill in the last round lets neighbours in the table play for the places.")
    if players % 2:
        yield ngettext(
            "The number of players is odd: there will be a bye.",
            "The number of players is odd: there will be a bye in each of the %(number)d rounds.",
            rounds,
        ) % {"number": rounds}
