"""Who gets which prize, and why: places, classes, high games and the rest, shared on ties.

Money of tied places is pooled and split evenly, each share rounded down; what is left over stays with the organiser and is
named. Rules and worked examples: docs/rulebook/prizes.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from results.engine.statistics import OF_A_ROUND, Facts, Kind, PlayedGame, listing
from tdsuite.tournaments.engine.standings import Standing


class PrizeError(ValueError):
    """The list of prizes cannot be awarded as it stands; the message names the prize and what to put right."""


class Basis(StrEnum):
    """What a prize is given for, besides the lists of `statistics.Kind`."""

    PLACE = "place"
    CLASS = "class"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. number: its own, unique; the list's order is the order of precedence after the places.

    basis: a Basis, or a list of statistics. place: 1 = the first of its basis. class_name: for class prizes. round: for the lists that
    are kept by round; None = the whole event. money: in the smallest unit, such as pence. text: what else it is.
    besides: may go to a player who has another prize, and does not count as one. winners: only for prizes by hand.
    """

    number: int
    title: str
    basis: Basis | Kind
    place: int = 1
    class_name: str = ""
    round: int | None = None
    money: int = 0
    text: str = ""
    besides: bool = False
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """one_each: a player with a prize is passed over for the next. round_to: shares are multiples of it, in smallest units.

    digits: decimals of the money, for sentences.
    """

    one_each: bool = False
    round_to: int = 1
    digits: int = 2

    def amount(self, money: int) -> str:
        """12345 with two digits -> "123.45"."""
        return f"{money / 10**self.digits:.{self.digits}f}"


@dataclass(frozen=True, slots=True)
class PrizeField:
    """What the prizes are given on. standings: the last table. classes: by number. facts: for the lists. absent: get nothing."""

    standings: tuple[Standing, ...]
    classes: Mapping[int, str] = field(default_factory=dict)
    facts: Facts = field(default_factory=lambda: Facts(()))
    absent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Winner:
    """One player's part of an award. games: what it was won with, where it was won with games."""

    number: int
    money: int
    why: str
    games: tuple[PlayedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """Prizes that go together: one, or several that tied players share. left_over: money that could not be split."""

    prizes: tuple[Prize, ...]
    winners: tuple[Winner, ...]
    left_over: int
    reasons: tuple[str, ...]

    @property
    def shared(self) -> bool:
        """Several winners: things that are not money are for the organiser to settle."""
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Every award in the order of the list, and the prizes that nobody gets, with the reason."""

    awards: tuple[Award, ...]
    not_awarded: tuple[tuple[Prize, str], ...]

    def money_of(self, number: int) -> int:
        """All the money one player gets."""
        return sum(winner.money for award in self.awards for winner in award.winners if winner.number == number)


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a player or the two players of a game stand on. rank: equal ranks share."""

    rank: int
    players: tuple[int, ...]
    why: str
    games: tuple[PlayedGame, ...] = ()


def award(prizes: Sequence[Prize], standing: PrizeField, rules: PrizeRules | None = None) -> Ceremony:
    """Give every prize. Places first, then the others in the order of the list. Raises PrizeError."""
    rules = rules or PrizeRules()
    _check(prizes, standing, rules)
    holders: dict[int, str] = {}
    awards: list[Award] = []
    missed: list[tuple[Prize, str]] = []
    for group in _groups(prizes):
        given, left = _award_group(group, standing, rules, holders)
        awards += given
        missed += left
        for one in given:
            if not one.prizes[0].besides:
                holders |= {winner.number: one.prizes[0].title for winner in one.winners}
    order = {prize.number: position for position, prize in enumerate(prizes)}
    awards.sort(key=lambda one: order[one.prizes[0].number])
    missed.sort(key=lambda one: order[one[0].number])
    return Ceremony(tuple(awards), tuple(missed))


def _groups(prizes: Sequence[Prize]) -> list[list[Prize]]:
    """Prizes that are places of one and the same list, in order of places; every prize by hand is alone."""
    groups: dict[tuple[object, ...], list[Prize]] = {}
    for prize in prizes:
        alone = prize.number if prize.basis is Basis.BY_HAND else None
        groups.setdefault((prize.basis, prize.class_name, prize.round, prize.besides, alone), []).append(prize)
    ordered = sorted(groups.values(), key=lambda group: group[0].basis is not Basis.PLACE)
    return [sorted(group, key=lambda prize: (prize.place, prize.number)) for group in ordered]


def _award_group(
    group: list[Prize], standing: PrizeField, rules: PrizeRules, holders: Mapping[int, str]
) -> tuple[list[Award], list[tuple[Prize, str]]]:
    head = group[0]
    passes_over = rules.one_each and not head.besides and head.basis not in (Basis.PLACE, Basis.BY_HAND)
    claims, passed = _free(_claims(head, standing), set(holders) if passes_over else set(), standing.absent)
    over = tuple(f"player {number} has a prize already ({holders[number]})" for number in passed if number in holders)
    awards: list[Award] = []
    given: set[int] = set()
    first = 1
    for tied in _tied(claims):
        last = first + len(tied) - 1
        pool = tuple(prize for prize in group if head.basis is Basis.BY_HAND or first <= prize.place <= last)
        if pool:
            awards.append(_shared(pool, tied, rules, over))
            given |= {prize.number for prize in pool}
        first = last + 1
    reason = "nobody qualifies" + (": " + "; ".join(over) if over else "")
    return awards, [(prize, reason) for prize in group if prize.number not in given]


def _claims(prize: Prize, standing: PrizeField) -> list[_Claim]:
    """Everybody who could get the prize or one behind it, best first."""
    if prize.basis is Basis.BY_HAND:
        return [_Claim(1, (number,), "awarded by hand") for number in prize.winners]
    if isinstance(prize.basis, Kind):
        facts = standing.facts if prize.round is None else standing.facts.in_round(prize.round)
        return [_Claim(one.place, one.players, one.why, one.games) for one in listing(prize.basis, facts)]
    rows = [
        row
        for row in standing.standings
        if prize.basis is Basis.PLACE or standing.classes.get(row.number) == prize.class_name
    ]
    return [_Claim(row.rank, (row.number,), f"rank {row.rank_text}, {row.record} {row.spread:+d}") for row in rows]


def _free(
    claims: Sequence[_Claim], holders: Collection[int], absent: Collection[int]
) -> tuple[list[_Claim], list[int]]:
    """Each player's best claim, without those who are passed over; and these, in order."""
    free: list[_Claim] = []
    seen: set[int] = set()
    passed: list[int] = []
    for claim in claims:
        players = tuple(number for number in claim.players if number not in seen)
        kept = tuple(number for number in players if number not in holders and number not in absent)
        passed += [number for number in players if number not in kept]
        seen |= set(players)
        if kept:
            free.append(_Claim(claim.rank, kept, claim.why, claim.games))
    return free, passed


def _tied(claims: Sequence[_Claim]) -> Iterator[list[_Claim]]:
    """Claims of equal rank together."""
    start = 0
    for position in range(1, len(claims) + 1):
        if position == len(claims) or claims[position].rank != claims[start].rank:
            yield list(claims[start:position])
            start = position


def _shared(pool: tuple[Prize, ...], tied: Sequence[_Claim], rules: PrizeRules, over: tuple[str, ...]) -> Award:
    people = [(number, claim) for claim in tied for number in claim.players]
    money = sum(prize.money for prize in pool)
    share = money // len(people) // rules.round_to * rules.round_to
    left_over = money - share * len(people)
    reasons = list(over)
    if len(people) > 1 and money:
        parts = " + ".join(rules.amount(prize.money) for prize in pool)
        total = f"{parts} = {rules.amount(money)}" if len(pool) > 1 else parts
        reasons.append(f"{total} between {len(people)}: {rules.amount(share)} each")
        if left_over:
            reasons.append(f"{rules.amount(left_over)} cannot be split and stays with the organiser")
    winners = tuple(
        Winner(number, share if len(people) > 1 else money, claim.why, claim.games) for number, claim in people
    )
    return Award(pool, winners, left_over if len(people) > 1 else 0, tuple(reasons))


def _check(prizes: Sequence[Prize], standing: PrizeField, rules: PrizeRules) -> None:
    if len({prize.number for prize in prizes}) != len(prizes):
        raise PrizeError("Two prizes have the same number: each needs its own.")
    if rules.round_to < 1:
        raise PrizeError("Shares are rounded to at least 1 of the smallest unit.")
    known = {row.number for row in standing.standings}
    for prize in prizes:
        if message := _wrong(prize, known):
            raise PrizeError(f"{prize.title}: {message}")


def _wrong(prize: Prize, known: Collection[int]) -> str:
    """What is wrong with one prize; "" where nothing is."""
    if prize.place < 1 or prize.money < 0:
        return "the place counts from 1 and the money from 0."
    if prize.basis is Basis.CLASS and not prize.class_name:
        return "say which class it is for."
    if prize.round is not None and prize.basis not in OF_A_ROUND:
        return "this is not kept by round; make it a prize of the whole event."
    if prize.winners and prize.basis is not Basis.BY_HAND:
        return "only prizes by hand name their winners."
    strangers = [number for number in prize.winners if number not in known]
    return f"player {strangers[0]} is not in the standings." if strangers else ""
