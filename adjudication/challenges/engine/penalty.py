"""What a challenge costs, and whom.  Sources: WESPA 3.10.15-3.10.17, NSA II.L.5, II.L.8, III.A.3, III.B."""

from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.penalties import PenaltyKind, PenaltyScheme
from tdsuite.tournaments.rulebooks.reasons import OURS, Reason, because
from tdsuite.tournaments.rulebooks.terms import CountSpan, ExchangeRemedy, FreeChallenge


class ChallengeOf(StrEnum):
    WORDS = "words"
    PLACEMENT = "placement"
    EXCHANGE = "exchange"


class Turn(StrEnum):
    CHALLENGER = "challenger"
    CHALLENGED = "challenged"


MOST_WORDS = 8  # one along the play and one across each of seven tiles


class BadChallenge(ValueError):
    """The challenge described cannot be.  The message says what to mend."""


_UPHELD = {
    ChallengeOf.WORDS: "A challenged word is unacceptable: the play comes off and the turn is lost.",
    ChallengeOf.PLACEMENT: "The placement is illegal: the play comes off and the turn is lost.",
    ChallengeOf.EXCHANGE: "The exchange is illegal: it is undone and the turn is lost.",
}


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge with its verdict.

    words: how many were challenged, >= 1 for words.  upheld: at least one is unacceptable, or the placement or the
    exchange was illegal.  failed_in_game / failed_in_event: the challenger's unsuccessful challenges of words before
    this one.  out_play: against the play that goes out.  withdrawn_over_blank: the designation of a blank was
    misunderstood.  rescinded_for_lost_tile: a lost tile found before the verdict went to the challenged player.
    """

    upheld: bool
    words: int = 1
    of: ChallengeOf = ChallengeOf.WORDS
    failed_in_game: int = 0
    failed_in_event: int = 0
    out_play: bool = False
    withdrawn_over_blank: bool = False
    rescinded_for_lost_tile: bool = False


@dataclass(frozen=True, slots=True)
class Consequence:
    """points: off the challenger's score, >= 0.  seconds: off the challenger's clock, >= 0.  turn_lost: by whom.

    play_off: the play comes off (or the exchange is undone).  game_over: the out play stands.  counts_as_failed:
    towards a rising penalty or dingle.  to_rule: upheld, and what follows is the director's to say; the reason says how.
    """

    points: int
    seconds: int
    turn_lost: Turn | None
    play_off: bool
    game_over: bool
    counts_as_failed: bool
    reasons: tuple[Reason, ...]
    to_rule: bool = False


def consequence(challenge: Challenge, *, book: Rulebook) -> Consequence:
    """What follows from a challenge once it is ruled upon, or withdrawn.

    Raises BadChallenge; an illegal exchange that the book settles by its stage is the director's, on the page Exchange.
    """
    _check(challenge, book)
    rules = book.during.challenge
    if let_off := _let_off(challenge, book):
        return Consequence(0, 0, None, False, False, False, (let_off,))
    if challenge.upheld:
        return Consequence(0, 0, Turn.CHALLENGED, True, False, False, (because(_UPHELD[challenge.of], rules.due),))
    over = challenge.out_play
    if free := _free(challenge, book):
        return Consequence(0, 0, None, False, over, challenge.of is ChallengeOf.WORDS, (free,))
    earlier = challenge.failed_in_event if rules.counted_over.value is CountSpan.EVENT else challenge.failed_in_game
    points, seconds, loses_turn = price(rules.scheme.value, words=challenge.words, earlier=earlier)
    reasons = [because(_sentence(points, seconds, loses_turn, rules.scheme.value), rules.scheme)]
    if points:
        reasons.append(because(rules.charged.explain, rules.charged))
    if over:
        reasons.append(because("The play goes out: the game is over.", rules.due))
    turn = Turn.CHALLENGER if loses_turn and not over else None
    return Consequence(points, seconds, turn, False, over, True, tuple(reasons))


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


def _let_off(challenge: Challenge, book: Rulebook) -> Reason | None:
    """A challenge taken back without a verdict, where the book lets it be."""
    free = book.during.challenge.free
    for asked, case, text in (
        (
            challenge.withdrawn_over_blank,
            FreeChallenge.BLANK_MISUNDERSTOOD,
            Sentence("Withdrawn without penalty: the blank's designation was misunderstood."),
        ),
        (
            challenge.rescinded_for_lost_tile,
            FreeChallenge.LOST_TILE_TO_CHALLENGED,
            Sentence("Rescinded: a lost tile went to the challenged player before the verdict."),
        ),
    ):
        if asked and case not in free.value:
            raise BadChallenge(Sentence("{book} knows no challenge taken back: rule on it.", book=book.name))
        if asked:
            return because(text, free)
    return None


def _free(challenge: Challenge, book: Rulebook) -> Reason | None:
    free = book.during.challenge.free
    if challenge.of is not ChallengeOf.WORDS:
        text = f"No penalty for challenging the {challenge.of}."
        return because(text, free) if FreeChallenge(challenge.of) in free.value else Reason(text, OURS)
    if challenge.out_play and FreeChallenge.OUT_PLAY in free.value:
        return because("No penalty for challenging the going-out play; the game is over.", free)
    return None


def _sentence(points: int, seconds: int, loses_turn: bool, scheme: PenaltyScheme) -> str:
    cost = f"{points} points" if points else f"{seconds} seconds" if seconds else "nothing"
    return f"Unsuccessful; {scheme.label}: costs {'the turn' if loses_turn else cost}."


def _check(challenge: Challenge, book: Rulebook) -> None:
    if challenge.of is ChallengeOf.WORDS and challenge.words < 1:
        raise BadChallenge(Sentence("At least one word must be challenged."))
    if challenge.of is ChallengeOf.WORDS and challenge.words > MOST_WORDS:
        raise BadChallenge(
            Sentence("One play forms {most} words at most: count those on the slip again.", most=MOST_WORDS)
        )
    if challenge.rescinded_for_lost_tile and not challenge.out_play:
        raise BadChallenge(Sentence("A challenge is rescinded over a lost tile only against the play that goes out."))
    if challenge.failed_in_game < 0 or challenge.failed_in_event < challenge.failed_in_game:
        raise BadChallenge("Failed challenges are 0 or more, and those in the event include those in the game.")
    if challenge.of is ChallengeOf.EXCHANGE and challenge.out_play:
        raise BadChallenge("An exchange cannot be the play that goes out.")
    by_challenge = book.during.exchange.remedy.value.remedy is ExchangeRemedy.CHALLENGE
    if challenge.of is ChallengeOf.EXCHANGE and challenge.upheld and not by_challenge:
        raise BadChallenge(f"Under {book.name} an illegal exchange is not settled by challenge: rule on its stage.")
