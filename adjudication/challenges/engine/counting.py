"""What every challenge of a division costs, in the order they were made.  Sources: WESPA 3.10.15, NSA II.L.5, III.A.3.

A rising penalty or dingle counts the player's own unsuccessful challenges before it, in the game or in the event.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudication.challenges.engine.penalty import Challenge, ChallengeOf, Consequence, Turn, consequence
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import because
from tdsuite.tournaments.rulebooks.terms import ExchangeRemedy


@dataclass(frozen=True, slots=True)
class SettledChallenge:
    """A challenge with its standing verdict.

    Attributes:
        key, game, challenger: ids.
        words: how many were challenged.
    """

    key: int
    game: int
    challenger: int
    acceptable: bool
    words: int = 1
    of: ChallengeOf = ChallengeOf.WORDS
    out_play: bool = False


def consequences(challenges: Iterable[SettledChallenge], *, book: Rulebook) -> Mapping[int, Consequence]:
    """The consequence of each challenge by its key, of challenges in the order in which they were made."""
    in_game: Counter[tuple[int, int]] = Counter()
    in_event: Counter[int] = Counter()
    costs: dict[int, Consequence] = {}
    for settled in challenges:
        where = (settled.challenger, settled.game)
        costs[settled.key] = cost = _consequence(settled, in_game[where], in_event[settled.challenger], book)
        in_game[where] += cost.counts_as_failed
        in_event[settled.challenger] += cost.counts_as_failed
    return costs


def _consequence(settled: SettledChallenge, in_game: int, in_event: int, book: Rulebook) -> Consequence:
    rules = book.during.exchange
    if settled.of is ChallengeOf.EXCHANGE and not settled.acceptable:
        # An exchange with too few tiles that no challenge settles (NSA II.H.10, SOWPODS Play 7).
        if rules.remedy.value.remedy is ExchangeRemedy.BY_STAGE:
            text = Sentence("The exchange is illegal: the director settles it by how far it has gone.")
            return Consequence(0, 0, None, False, False, False, (because(text, rules.remedy),), to_rule=True)
        if rules.remedy.value.remedy is not ExchangeRemedy.CHALLENGE:
            text = Sentence(
                "The exchange is illegal: {least} tiles must be in the bag. What follows is the director's ruling: it is "
                "undone and the turn is lost, or it stands.",
                least=rules.least_in_bag.value,
            )
            return Consequence(0, 0, None, False, False, False, (because(text, rules.least_in_bag),), to_rule=True)
    challenge = Challenge(
        upheld=not settled.acceptable,
        words=settled.words,
        of=settled.of,
        failed_in_game=in_game,
        failed_in_event=in_event,
        out_play=settled.out_play and settled.of is not ChallengeOf.EXCHANGE,
    )
    return consequence(challenge, book=book)


def cost_sentence(cost: Consequence, of: ChallengeOf = ChallengeOf.WORDS) -> Sentence:
    """One sentence for players and scorer: what it costs whom, and whose turn is lost."""
    if cost.to_rule:
        return cost.reasons[0].with_rule
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
