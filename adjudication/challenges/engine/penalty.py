"""What challenges cost, and whom: unsuccessful ones counted where the penalty rises, and what players are told.

Sources: WESPA 3.10.15-3.10.17, NSA II.H.10, II.L.5, II.L.8, III.A.3, III.B; SOWPODS Play 7.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.penalties import PenaltyKind, PenaltyScheme
from tdsuite.tournaments.rulebooks.reasons import OURS, because, cited
from tdsuite.tournaments.rulebooks.terms import CountSpan, ExchangeRemedy, FreeChallenge


class ChallengeOf(StrEnum):
    WORDS = "words"
    PLACEMENT = "placement"
    EXCHANGE = "exchange"


class Turn(StrEnum):
    CHALLENGER = "challenger"
    CHALLENGED = "challenged"


class BadChallenge(ValueError):
    """The challenge described cannot be.  The message says what to mend."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge with its standing verdict.

    Attributes:
        key, game, challenger: ids.
        acceptable: the play, the placement or the exchange stands.
        words: how many were challenged.
        out_play: against the play that goes out.
    """

    key: int
    game: int
    challenger: int
    acceptable: bool
    words: int = 1
    of: ChallengeOf = ChallengeOf.WORDS
    out_play: bool = False


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from a challenge that was ruled upon.

    Attributes:
        rule: behind it; "our default" where the book is silent.
        points, seconds: off the challenger's score and clock, at least 0.
        turn_lost: by whom.
        game_over: the out play stands.
        counts_as_failed: towards a rising penalty or dingle.
        to_rule: upheld, and what follows is the director's to say: why.
    """

    rule: str
    points: int = 0
    seconds: int = 0
    turn_lost: Turn | None = None
    game_over: bool = False
    counts_as_failed: bool = False
    to_rule: Sentence | None = None


def consequences(challenges: Iterable[Challenge], *, book: Rulebook) -> Mapping[int, Consequence]:
    """The consequence of each challenge by its key, of challenges in the order in which they were made."""
    failed: Counter[tuple[int, int]] = Counter()
    over_event = book.during.challenge.counted_over.value is CountSpan.EVENT
    costs: dict[int, Consequence] = {}
    for challenge in challenges:
        counted = (challenge.challenger, 0 if over_event else challenge.game)
        costs[challenge.key] = cost = consequence(challenge, earlier=failed[counted], book=book)
        failed[counted] += cost.counts_as_failed
    return costs


def consequence(challenge: Challenge, *, earlier: int = 0, book: Rulebook) -> Consequence:
    """What follows from a challenge.  earlier: the challenger's unsuccessful ones of words that count before it."""
    rules, of_words = book.during.challenge, challenge.of is ChallengeOf.WORDS
    if not challenge.acceptable:
        return _upheld(challenge.of, book)
    over = challenge.out_play and challenge.of is not ChallengeOf.EXCHANGE
    if not of_words or (over and FreeChallenge.OUT_PLAY in rules.free.value):
        named = of_words or FreeChallenge(challenge.of) in rules.free.value
        return Consequence(cited(rules.free) if named else OURS, game_over=over, counts_as_failed=of_words)
    points, seconds, loses_turn = price(rules.scheme.value, words=challenge.words, earlier=earlier)
    turn = Turn.CHALLENGER if loses_turn and not over else None
    return Consequence(cited(rules.scheme), points, seconds, turn, over, counts_as_failed=True)


def _upheld(of: ChallengeOf, book: Rulebook) -> Consequence:
    """The turn is lost, unless no challenge settles an exchange with too few tiles (NSA II.H.10, SOWPODS Play 7)."""
    exchange = book.during.exchange
    remedy = exchange.remedy.value.remedy
    if of is not ChallengeOf.EXCHANGE or remedy is ExchangeRemedy.CHALLENGE:
        return Consequence(cited(book.during.challenge.due), turn_lost=Turn.CHALLENGED)
    if remedy is ExchangeRemedy.BY_STAGE:
        text = Sentence("The exchange is illegal: the director settles it by how far it has gone.")
        why = because(text, exchange.remedy)
    else:
        text = Sentence(
            "The exchange is illegal: {least} tiles must be in the bag. What follows is the director's ruling: it is "
            "undone and the turn is lost, or it stands.",
            least=exchange.least_in_bag.value,
        )
        why = because(text, exchange.least_in_bag)
    return Consequence(why.rule, to_rule=why.with_rule)


def price(scheme: PenaltyScheme, *, words: int, earlier: int) -> tuple[int, int, bool]:
    """(points, seconds, loss of turn) for one unsuccessful challenge (WESPA 3.10.15(b), (c)).

    words: how many were challenged.  earlier: unsuccessful challenges that count before this one; past the last step
    of a rising penalty the last amount repeats (our default).
    """
    amounts = scheme.amounts
    if scheme.kind is PenaltyKind.POINTS_PER_WORD:
        return amounts[0] * words, 0, False
    if scheme.kind is PenaltyKind.POINTS_PER_TURN:
        return amounts[0], 0, False
    if scheme.kind is PenaltyKind.RISING:
        return amounts[min(earlier, len(amounts) - 1)], 0, False
    if scheme.kind is PenaltyKind.TIME:
        return 0, amounts[0], False
    return 0, 0, scheme.kind is PenaltyKind.DOUBLE or (scheme.kind is PenaltyKind.DINGLE and earlier > 0)


def check_taken_back(why: FreeChallenge, *, out_play: bool, book: Rulebook) -> None:
    """Raises BadChallenge where the book lets no challenge be taken back before its verdict for this reason."""
    if why is FreeChallenge.LOST_TILE_TO_CHALLENGED and not out_play:
        raise BadChallenge(Sentence("A challenge is rescinded over a lost tile only against the play that goes out."))
    if why not in book.during.challenge.free.value:
        raise BadChallenge(Sentence("{book} knows no challenge taken back: rule on it.", book=book.name))


def cost_sentence(cost: Consequence, of: ChallengeOf = ChallengeOf.WORDS) -> Sentence:
    """One sentence for players and scorer: what it costs whom, and whose turn is lost."""
    if cost.to_rule:
        return cost.to_rule
    if cost.turn_lost is Turn.CHALLENGED:
        return Sentence("The challenged player takes the tiles back and loses the turn.")
    if of is ChallengeOf.EXCHANGE:
        return Sentence("The exchange is legal; no penalty.")
    text = _cost_of_challenger(cost)
    return Sentence("{what} The game is over.", what=text) if cost.game_over else text


def _cost_of_challenger(cost: Consequence) -> Sentence:
    """The play stands: what that costs the challenger. A book takes points, seconds or the turn, one of the three."""
    if cost.points:
        return Sentence.counted(
            "The play stands; {number} point off the challenger's score.",
            "The play stands; {number} points off the challenger's score.",
            cost.points,
        )
    if cost.seconds:
        return Sentence.counted(
            "The play stands; {number} second off the challenger's clock.",
            "The play stands; {number} seconds off the challenger's clock.",
            cost.seconds,
        )
    if cost.turn_lost is Turn.CHALLENGER:
        return Sentence("The play stands; the challenger loses the turn.")
    return Sentence("The play stands; no penalty.")
