"""What both players signed, and who may still change it: not one player, and nobody on another ground than these.

Sources: WESPA 5.4.1, 5.5.1; NSA III.E, III.F, Guideline 12; other books as WESPA (our default).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import CorrectionDeadline, HandsIn
from tdsuite.tournaments.rulebooks.reasons import Reason, because
from .facts import SheetFacts
from .states import Path, State, correction


class Ground(StrEnum):
    """On what ground an official changes what both players signed."""

    BOTH_ASK = "both_ask"  # both players, in agreement, before the director
    AS_SIGNED = "as_signed"  # an official typed otherwise than the paper says that both signed
    RULING = "ruling"  # a ruling of the director's, or an appeal


SIGNED_BY_BOTH = Sentence(
    "Both players signed this sheet, and that is final. To change it, open the game's sheet and say on what ground: both "
    "players ask, the paper says so, or a ruling."
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something may be done, and why or why not."""

    allowed: bool
    reason: Reason


def scores_signed(versions: Iterable[tuple[SheetFacts, int]]) -> SheetFacts | None:
    """The version under which both players signed the scores that stand, though officials' lines came or went since.

    versions: each version with the number of its signatures, the newest first.  None where the scores were not signed
    by both as they stand.
    """
    newest: SheetFacts | None = None
    for facts, signatures in versions:
        newest = newest or facts
        if _by_the_players(facts) != _by_the_players(newest):
            return None
        if signatures == 2:
            return facts
    return None


def _by_the_players(facts: SheetFacts) -> tuple[object, ...]:
    """What the players themselves put on a sheet: the outcome, both scores, their own lines."""
    return facts.outcome, facts.sides, tuple(line for line in facts.lines if line.own)


def change(ground: Ground, state: State, book: Rulebook, *, on_paper: bool, next_game_began: bool) -> Verdict:
    """Whether a sheet in this state may be changed on this ground.

    on_paper: both signatures were seen on paper by an official, who typed the figures.  (WESPA 5.4.1; NSA III.F)
    """
    provision = book.results.signed_sheet
    if ground is Ground.RULING or state not in (State.SIGNED, State.HANDED_IN):
        return Verdict(ground is Ground.RULING, because(Sentence("The director rules."), provision))
    if ground is Ground.AS_SIGNED:
        text = Sentence("The paper that both signed is the sheet: what was typed follows it.")
        if not on_paper:
            text = Sentence("Both players signed these very figures themselves: no paper says otherwise.")
        return Verdict(on_paper, because(text, provision))
    path, why = correction(state, book, next_game_began=next_game_began)
    return Verdict(path in (Path.AGREE, Path.PETITION), why)


def hands_in(facts: SheetFacts, book: Rulebook) -> tuple[int, ...]:
    """The entries of whom one hands a signed sheet in: the winner (WESPA 5.4.2); after a tie either, our default."""
    if facts.winner is None or book.results.hands_in.value is HandsIn.EITHER:
        return facts.players
    return (facts.winner,)


def follows(*, by_ruling: bool, taken_back: bool, on_paper: bool, book: Rulebook) -> Verdict:
    """Whether a decision may change what both players signed: rulings may, and nothing else.

    taken_back: an official's own reading of the sheet, which is given up where the signatures are on paper.
    """
    return Verdict(by_ruling or (taken_back and on_paper), because(SIGNED_BY_BOTH, book.results.signed_sheet))


def may_recount(state: State, book: Rulebook, *, next_game_began: bool) -> Verdict:
    """Whether one player may still ask for a recount, whatever the margin.

    Signed by both it is no longer "the end of a game" (WESPA 5.5.1): what holds is how a signed sheet is corrected
    (WESPA 5.4.1; NSA III.F). state: SIGNED or HANDED_IN too where only lines came after both signatures.
    """
    path, why = correction(state, book, next_game_began=next_game_began)
    if state is State.RULED:
        return Verdict(False, why)
    if path is not Path.FREE:
        text = Sentence(
            "Both players signed these scores: a recount that one player asks for changes nothing. {why}", why=why.text
        )
        return Verdict(False, Reason(text, why.rule))
    if next_game_began and book.results.signed_sheet.value.deadline is CorrectionDeadline.NEXT_GAME_STARTS:
        text = Sentence("The next game has begun: a recount is asked for at the end of a game.")
        return Verdict(False, because(text, book.ending.recount))
    return Verdict(True, because(Sentence("Not signed by both: either player may ask."), book.ending.recount))
