"""How a trial pairs the rounds that are left: simply, and always the same ranks for the same round."""

from dataclasses import dataclass

from .settled import Settled


@dataclass(frozen=True, slots=True)
class TrialRound:
    """upper[i] meets lower[i]; ranks are those after the trial round before.  The rank after the last is nobody."""

    upper: tuple[int, ...]
    lower: tuple[int, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The boards."""
        return tuple(zip(self.upper, self.lower, strict=True))


def trial_rounds(places: Settled, rounds_left: int, max_factor: int) -> tuple[TrialRound, ...]:
    """The rounds of a trial in the order they are played: factor pairing, and King of the Hill in the last."""
    return tuple(trial_round(places, left, max_factor) for left in range(rounds_left, 0, -1))


def trial_round(places: Settled, left: int, max_factor: int) -> TrialRound:
    """One trial round with `left` rounds to play, itself included.

    The groups play apart; the last of an odd group and the clinched players of no group meet at the end.
    """
    ranks = range(len(places.clinched) + len(places.clinched) % 2)
    inside: dict[int, list[int]] = {
        group: [] for group in sorted(set(places.groups), key=lambda group: (group == 0, group))
    }
    alone = []
    for rank in ranks:
        nobody = rank >= len(places.clinched)
        group = 0 if nobody else places.groups[rank]
        if not nobody and group == 0 and places.clinched[rank]:
            alone.append(rank)
        else:
            inside.setdefault(group, []).append(rank)
    boards: list[tuple[int, int]] = []
    over: list[int] = []
    for group_ranks in inside.values():
        if len(group_ranks) % 2:
            over.append(group_ranks.pop())
        boards += _of_group(group_ranks, left, max_factor)
    rest = over + alone
    boards += list(zip(rest[::2], rest[1::2], strict=True))
    return TrialRound(tuple(upper for upper, _ in boards), tuple(lower for _, lower in boards))


def _of_group(ranks: list[int], left: int, max_factor: int) -> list[tuple[int, int]]:
    if left == 1:
        return list(zip(ranks[::2], ranks[1::2], strict=True))
    factor = min(left, max_factor, len(ranks) // 2)
    rest = ranks[2 * factor :]
    half = len(rest) // 2
    return [*zip(ranks[:factor], ranks[factor : 2 * factor], strict=True), *zip(rest[:half], rest[half:], strict=True)]
