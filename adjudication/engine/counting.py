"""What every challenge of a division costs, in the order they were made.  Sources: WESPA 3.10.15, NSA II.L.5, III.A.3.

A rising penalty or dingle counts the player's own unsuccessful challenges before it, in the game or in the event.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudication.engine.penalty import Challenge, ChallengeOf, Consequence, Turn, consequence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from tdsuite.tournaments.rulebooks.terms import ExchangeRemedy


@dataclass(frozen=True, slots=True)
class Made:
    """A challenge with its standing verdict.  key, game, challenger: ids.  words: how many were challenged."""

    key: int
    game: int
    challenger: int
    acceptable: bool
    words: int = 1
    of: ChallengeOf = ChallengeOf.WORDS
    out_play: bool = False


def consequences(made: Iterable[Made], *, book: Rulebook) -> Mapping[int, Consequence]:
    """The consequence of each challenge by its key.  made: in the order in which they were made."""
    in_game: Counter[tuple[int, int]] = Counter()
    in_event: Counter[int] = Counter()
    found: dict[int, Consequence] = {}
    for one in made:
        where = (one.challenger, one.game)
        found[one.key] = follows = _one(one, in_game[where], in_event[one.challenger], book)
        in_game[where] += follows.counts_as_failed
        in_event[one.challenger] += follows.counts_as_failed
    return found


def _one(made: Made, in_game: int, in_event: int, book: Rulebook) -> Consequence:
    by_challenge = book.during.exchange.remedy.value.remedy is ExchangeRemedy.CHALLENGE
    if made.of is ChallengeOf.EXCHANGE and not made.acceptable and not by_challenge:
        return Consequence(0, 0, None, False, False, False, _illegal_exchange(book), to_rule=True)
    challenge = Challenge(
        upheld=not made.acceptable,
        words=made.words,
        of=made.of,
        failed_in_game=in_game,
        failed_in_event=in_event,
        out_play=made.out_play and made.of is not ChallengeOf.EXCHANGE,
    )
    return consequence(challenge, book=book)


def _illegal_exchange(book: Rulebook) -> tuple[Reason, ...]:
    """What the book says of an exchange with too few tiles that no challenge settles (NSA II.H.10, SOWPODS Play 7)."""
    rules = book.during.exchange
    if rules.remedy.value.remedy is ExchangeRemedy.BY_STAGE:
        text = "The exchange is illegal: the director settles it by how far it has gone."
        return (because(text, rules.remedy),)
    text = (
        f"The exchange is illegal: {rules.least_in_bag.value} tiles must be in the bag. What follows is the director's "
        "ruling: it is undone and the turn is lost, or it stands."
    )
    return (because(text, rules.least_in_bag),)


def said(follows: Consequence) -> str:
    """One sentence for players and scorer: what it costs whom, and whose turn is lost."""
    if follows.to_rule:
        return f"{follows.reasons[0].text} ({follows.reasons[0].rule})"
    if follows.turn_lost is Turn.CHALLENGED:
        return "The challenged player takes the tiles back and loses the turn."
    costs = [f"{follows.points} points off the challenger's score"] if follows.points else []
    costs += [f"{follows.seconds} seconds off the challenger's clock"] if follows.seconds else []
    costs += ["the challenger loses the turn"] if follows.turn_lost is Turn.CHALLENGER else []
    text = f"The play stands; {' and '.join(costs) or 'no penalty'}."
    return f"{text} The game is over." if follows.game_over else text
