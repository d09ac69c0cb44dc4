"""Who gets which prize, and why: places, classes, teams, high games and the rest, shared on ties.

Money of tied places is pooled and split evenly, each share rounded down; what is left over stays with the organiser and is
named. Prizes of a whole event stand in `event_prizes`. Rules and worked examples: docs/rulebook/prizes.md.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import partial

from tdsuite.platform.words.sentences import Sentence, clauses
from tdsuite.tournaments.engine.groups import TeamRow, team_table
from tdsuite.tournaments.engine.standings import Standing
from .money import Money
from .statistics import OF_A_ROUND, Facts, Kind, best_of_each


class PrizeError(ValueError):
    """The list of prizes cannot be awarded as it stands; the message names the prize and what to put right."""


class Basis(StrEnum):
    """What a prize is given for, besides the lists of `statistics.Kind`."""

    PLACE = "place"
    CLASS = "class"
    TEAM = "team"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize. number: its own, unique; the list's order is the order of precedence after the places.

    basis: a Basis, or a list of statistics. place: 1 = the first of its basis. class_name: for class prizes. round: for the lists that
    are kept by round; None = the whole event. money: in the smallest unit, such as pence. text: what else it is.
    besides: may go to a player who has another prize, and does not count as one. winners: only for prizes by hand.
    team_size: how many members of a team count, the best ones; None = all.
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
    team_size: int | None = None


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """one_each: a player with a prize is passed over for the next. round_to: shares are multiples of it, in smallest units."""

    one_each: bool = False
    round_to: int = 1


@dataclass(frozen=True, slots=True)
class PrizeField:
    """What the prizes are given on. standings: the last table. classes, teams: by number. facts: for the lists.

    absent: get nothing.  forfeited: get nothing either, by the rule given for each (NSA Guideline 20).
    """

    standings: tuple[Standing, ...]
    classes: Mapping[int, str] = field(default_factory=dict)
    facts: Facts = field(default_factory=lambda: Facts(()))
    absent: frozenset[int] = frozenset()
    teams: Mapping[int, str] = field(default_factory=dict)
    forfeited: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Winner:
    """One player's part of an award, or one team's. number: 0 for a team.

    division: of an event's prize, whose numbers `why` speaks of; "" = of the award's own.
    """

    number: int
    money: int
    why: str
    team: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """Prizes that go together: one, or several that tied players share. left_over: money that could not be split.

    over: a sentence about each player who was passed over.
    """

    prizes: tuple[Prize, ...]
    winners: tuple[Winner, ...]
    left_over: int
    over: tuple[str, ...]

    @property
    def shared(self) -> bool:
        """Several winners: things that are not money are for the organiser to settle."""
        return len(self.winners) > 1

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount of money that is told of it, in smallest units."""
        return (*(prize.money for prize in self.prizes), *(winner.money for winner in self.winners), self.left_over)

    def reasons(self, money: Money) -> tuple[str, ...]:
        """Who was passed over, and how the money was split."""
        pool = sum(prize.money for prize in self.prizes)
        if not self.shared or not pool:
            return self.over
        parts = " + ".join(money.text(prize.money) for prize in self.prizes)
        total = f"{parts} = {money.text(pool)}" if len(self.prizes) > 1 else parts
        share, number = money.text(self.winners[0].money), len(self.winners)
        sentences = [
            *self.over,
            Sentence("{total} between {number}: {share} each", total=total, number=number, share=share),
        ]
        if self.left_over:
            rest = money.text(self.left_over)
            sentences.append(Sentence("{money} cannot be split and stays with the organiser", money=rest))
        return tuple(sentences)


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Every award in the order of the list, and the prizes that nobody gets, with the reason."""

    awards: tuple[Award, ...]
    not_awarded: tuple[tuple[Prize, str], ...]

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(amount for award in self.awards for amount in award.amounts)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player, the two players of a game, or a team stands on. rank: equal ranks share. say: gives why. division: as of a Winner."""

    rank: int
    players: tuple[int, ...]
    say: Callable[[], str]
    team: str = ""
    division: str = ""

    def of(self, number: int, money: int) -> Winner:
        return Winner(number, money, self.say(), self.team, self.division)


def award(prizes: Sequence[Prize], standing: PrizeField, rules: PrizeRules | None = None) -> Ceremony:
    """Give every prize of a division. Raises PrizeError."""
    rules = rules or PrizeRules()
    check(prizes, {row.number for row in standing.standings}, rules)
    return give(prizes, lambda prize: _claims(prize, standing), rules, standing.absent, standing.forfeited)


ALWAYS_GIVEN = (Basis.PLACE, Basis.BY_HAND, Basis.TEAM)  # also to the winner of another prize


def give(
    prizes: Sequence[Prize],
    claims_of: Callable[[Prize], Sequence[Claim]],
    rules: PrizeRules,
    absent: Collection[int],
    forfeited: Mapping[int, str],
) -> Ceremony:
    """Give the places, always and before everything else, then the others in the order of the list.

    claims_of: everybody who could get a prize, best first.
    """
    awards: list[Award] = []
    missed: list[tuple[Prize, str]] = []
    holders: dict[int, str] = {}  # the first prize of each player
    for group in _groups(sorted(prizes, key=lambda prize: prize.basis is not Basis.PLACE)):
        head = group[0]
        passes_over = rules.one_each and not head.besides and head.basis not in ALWAYS_GIVEN
        claims, over = _free(claims_of(head), partial(_why_not, forfeited, absent, holders if passes_over else {}))
        awarded = _awards_of(group, claims, rules, over)
        awards += awarded
        if not head.besides:
            for each in awarded:
                holders = {winner.number: each.prizes[0].title for winner in each.winners if not winner.team} | holders
        handed_out = {prize.number for each in awarded for prize in each.prizes}
        reason = Sentence("nobody qualifies")
        if over:
            reason = Sentence("nobody qualifies: {why}", why=clauses(*over))
        missed += [(prize, reason) for prize in group if prize.number not in handed_out]
    order = {prize.number: position for position, prize in enumerate(prizes)}
    awards.sort(key=lambda award: order[award.prizes[0].number])
    missed.sort(key=lambda pair: order[pair[0].number])
    return Ceremony(tuple(awards), tuple(missed))


def _awards_of(
    group: Sequence[Prize], claims: Sequence[Claim], rules: PrizeRules, over: tuple[str, ...]
) -> list[Award]:
    """The prizes of one list, those of tied places together."""
    awards: list[Award] = []
    first = 1
    for tied in _tied(claims):
        last = first + len(tied) - 1
        if pool := tuple(prize for prize in group if prize.basis is Basis.BY_HAND or first <= prize.place <= last):
            awards.append(_shared(pool, tied, rules, over))
        first = last + 1
    return awards


def _free(claims: Sequence[Claim], why_not: Callable[[int], str]) -> tuple[list[Claim], tuple[str, ...]]:
    """Each player's best claim, without those who get nothing; and a sentence about each of these."""
    free: list[Claim] = []
    seen: set[int] = set()
    over: list[str] = []
    for claim in claims:
        if claim.team:
            free.append(claim)
            continue
        numbers = []
        for number in (number for number in claim.players if number not in seen):
            seen.add(number)
            if why := why_not(number):
                over.append(why)
            else:
                numbers.append(number)
        if numbers:
            whole = len(numbers) == len(claim.players)
            free.append(claim if whole else replace(claim, players=tuple(numbers)))
    return free, tuple(over)


def _why_not(
    forfeited: Mapping[int, str], absent: Collection[int], holders: Mapping[int, str], number: int
) -> Sentence | str:
    """Why a player gets nothing; "" where nothing is in the way."""
    player = f"player {number}"
    if number in forfeited:
        return Sentence("{player} has forfeited all awards ({rule})", player=player, rule=forfeited[number])
    if number in absent:
        return Sentence("{player} is absent", player=player)
    if number in holders:
        return Sentence("{player} has a prize already ({title})", player=player, title=holders[number])
    return ""


def _groups(prizes: Sequence[Prize]) -> list[list[Prize]]:
    """Prizes that are places of one and the same list, in order of places; every prize by hand is alone."""
    groups: dict[tuple[object, ...], list[Prize]] = {}
    for prize in prizes:
        alone = prize.number if prize.basis is Basis.BY_HAND else None
        key = (prize.basis, prize.class_name, prize.round, prize.team_size, prize.besides, alone)
        groups.setdefault(key, []).append(prize)
    return [sorted(group, key=lambda prize: (prize.place, prize.number)) for group in groups.values()]


def _claims(prize: Prize, standing: PrizeField) -> list[Claim]:
    """Everybody who could get the prize or one behind it, best first."""
    if prize.basis is Basis.BY_HAND:
        return by_hand(prize)
    if prize.basis is Basis.TEAM:
        return of_teams(prize, standing.standings, standing.teams)
    if isinstance(prize.basis, Kind):
        facts = standing.facts if prize.round is None else standing.facts.in_round(prize.round)
        return [Claim(line.place, line.players, line.say) for line in best_of_each(prize.basis, facts)]
    rows = [
        row
        for row in standing.standings
        if prize.basis is Basis.PLACE or standing.classes.get(row.number) == prize.class_name
    ]
    return [Claim(row.rank, (row.number,), partial(_of_rank, row)) for row in rows]


def _of_rank(row: Standing) -> Sentence:
    return Sentence(
        "rank {rank}, {wins}-{losses} {spread}",
        rank=row.rank_text,
        wins=Decimal(row.halves) / 2,
        losses=Decimal(row.losing_halves) / 2,
        spread=f"{row.spread:+d}",
    )


def by_hand(prize: Prize) -> list[Claim]:
    """The winners that the organiser named, all of them equal."""
    return [Claim(1, (number,), lambda: Sentence("awarded by hand")) for number in prize.winners]


def of_teams(prize: Prize, table: Sequence[Standing], teams: Mapping[int, str]) -> list[Claim]:
    """Every team, by the wins of its members together, then their spread."""
    return [
        Claim(row.rank, (0,), partial(_say_team, row), team=row.team)
        for row in team_table(table, teams, best=prize.team_size)
    ]


def _say_team(row: TeamRow) -> Sentence:
    return Sentence.counted(
        "{wins} win, {spread} together: {players}",
        "{wins} wins, {spread} together: {players}",
        1 if row.halves == 2 else 2,
        wins=Decimal(row.halves) / 2,
        spread=f"{row.spread:+d}",
        players=", ".join(f"player {member.number}" for member in row.members),
    )


def _tied(claims: Sequence[Claim]) -> Iterator[list[Claim]]:
    """Claims of equal rank together."""
    start = 0
    for position in range(1, len(claims) + 1):
        if position == len(claims) or claims[position].rank != claims[start].rank:
            yield list(claims[start:position])
            start = position


def _shared(pool: tuple[Prize, ...], tied: Sequence[Claim], rules: PrizeRules, over: tuple[str, ...]) -> Award:
    people = [(number, claim) for claim in tied for number in claim.players]
    money = sum(prize.money for prize in pool)
    share = money // len(people) // rules.round_to * rules.round_to if len(people) > 1 else money
    return Award(pool, tuple(claim.of(number, share) for number, claim in people), money - share * len(people), over)


def check(prizes: Sequence[Prize], collection: Collection[int], rules: PrizeRules) -> None:
    """Whether the list can be awarded. known: the numbers that may win. Raises PrizeError."""
    if len({prize.number for prize in prizes}) != len(prizes):
        raise PrizeError("Two prizes have the same number: each needs its own.")
    if rules.round_to < 1:
        raise PrizeError("Shares are rounded to at least 1 of the smallest unit.")
    for prize in prizes:
        if message := wrong_with(prize):
            raise PrizeError(f"{prize.title}: {message}")
        if strangers := [number for number in prize.winners if number not in collection]:
            raise PrizeError(f"{prize.title}: player {strangers[0]} is not in the standings.")


def wrong_with(prize: Prize) -> str:
    """Why one prize cannot be, whatever players there are; "" where nothing is wrong."""
    if prize.place < 1 or prize.money < 0:
        return "the place counts from 1 and the money from 0."
    if prize.basis is Basis.CLASS and not prize.class_name:
        return "say which class it is for."
    if prize.round is not None and prize.basis not in OF_A_ROUND:
        return "this is not kept by round; make it a prize of the whole event."
    if prize.team_size is not None and prize.basis is not Basis.TEAM:
        return "only a prize for teams says how many members count."
    if prize.team_size == 0:
        return "at least one member of a team counts."
    return "only prizes by hand name their winners." if prize.winners and prize.basis is not Basis.BY_HAND else ""
