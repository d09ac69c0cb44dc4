"""A result sheet's life as a table: what may happen to it, who does it, what it becomes; and how final it is.

Sources: WESPA 5.4.1, 5.4.2; NSA III.F, Guideline 12. docs/sheets.md shows the same table; a test holds the two together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import CorrectionDeadline
from tdsuite.tournaments.rulebooks.reasons import Reason, because


class State(StrEnum):
    EMPTY = "empty"
    ENTERED = "entered"
    DISPUTED = "disputed"
    SIGNED = "signed"
    HANDED_IN = "handed_in"
    POSTED = "posted"
    WAIVED = "waived"
    RULED = "ruled"
    SET_ASIDE = "set_aside"


class Event(StrEnum):
    ENTERS = "enters"
    DIFFERS = "differs"
    GIVES_IN = "gives_in"
    SIGNS = "signs"
    BOTH_SIGNED = "both_signed"
    DISPUTES = "disputes"
    HANDS_IN = "hands_in"
    AGREED = "agreed"
    ACCEPTED = "accepted"
    REKEYED = "rekeyed"
    POSTS = "posts"
    PAPER = "paper"
    LINES = "lines"
    RECOUNTED = "recounted"
    RULES = "rules"
    TAKEN_BACK = "taken_back"
    WAIVES = "waives"
    BOARD = "board"


class Who(StrEnum):
    PLAYER = "a player of the game"
    BOTH = "both players"
    HANDS_IN = "who hands it in by the rulebook, or whoever enters results"
    SCORER = "whoever enters results"
    DIRECTOR = "the director"
    ENTERED_IT = "whoever entered it, else the director with a reason"
    SUITE = "the suite, when the game's rows change"


COUNTS = frozenset({State.SIGNED, State.HANDED_IN, State.POSTED, State.WAIVED, State.RULED})
FINAL = frozenset({State.SIGNED, State.HANDED_IN, State.RULED})
UNSIGNED = frozenset({State.ENTERED, State.DISPUTED, State.POSTED})


@dataclass(frozen=True, slots=True)
class Transition:
    """One row of the table.  voids: a new version is made, so that earlier signatures hold no more."""

    state: State
    event: Event
    who: Who
    becomes: State
    voids: bool


def _rows(states: Iterable[State], event: Event, who: Who, becomes: State, *, voids: bool = True) -> list[Transition]:
    return [Transition(state, event, who, becomes, voids) for state in State if state in set(states)]


_OPEN = (State.EMPTY, State.ENTERED)
_AT_THE_DESK = (State.POSTED, State.WAIVED)
TABLE: tuple[Transition, ...] = tuple(
    [
        *_rows(_OPEN, Event.ENTERS, Who.PLAYER, State.ENTERED),
        *_rows([State.ENTERED, State.DISPUTED], Event.DIFFERS, Who.PLAYER, State.DISPUTED),
        *_rows([State.DISPUTED], Event.GIVES_IN, Who.PLAYER, State.ENTERED),
        *_rows([State.ENTERED], Event.SIGNS, Who.PLAYER, State.ENTERED, voids=False),
        *_rows([State.DISPUTED], Event.SIGNS, Who.PLAYER, State.DISPUTED, voids=False),
        *_rows([State.POSTED], Event.SIGNS, Who.PLAYER, State.POSTED, voids=False),
        *_rows([State.WAIVED], Event.SIGNS, Who.PLAYER, State.WAIVED, voids=False),
        *_rows([State.ENTERED, State.DISPUTED], Event.BOTH_SIGNED, Who.PLAYER, State.SIGNED, voids=False),
        *_rows(_AT_THE_DESK, Event.BOTH_SIGNED, Who.PLAYER, State.HANDED_IN, voids=False),
        *_rows([State.ENTERED, *_AT_THE_DESK], Event.DISPUTES, Who.PLAYER, State.DISPUTED, voids=False),
        *_rows([State.SIGNED], Event.HANDS_IN, Who.HANDS_IN, State.HANDED_IN, voids=False),
        *_rows([State.SIGNED], Event.AGREED, Who.BOTH, State.SIGNED),
        *_rows([State.SIGNED], Event.ACCEPTED, Who.DIRECTOR, State.SIGNED),
        *_rows([State.HANDED_IN], Event.ACCEPTED, Who.DIRECTOR, State.HANDED_IN),
        *_rows([State.SIGNED, State.HANDED_IN], Event.REKEYED, Who.DIRECTOR, State.HANDED_IN),
        *_rows([*_OPEN, *_AT_THE_DESK], Event.POSTS, Who.SCORER, State.POSTED),
        *_rows([*_OPEN, State.DISPUTED, *_AT_THE_DESK], Event.PAPER, Who.SCORER, State.HANDED_IN),
        *_rows([State.ENTERED], Event.LINES, Who.SUITE, State.ENTERED),
        *_rows([State.DISPUTED], Event.LINES, Who.SUITE, State.DISPUTED),
        *_rows([State.SIGNED, State.HANDED_IN, *_AT_THE_DESK], Event.LINES, Who.SUITE, State.POSTED),
        *_rows([State.RULED], Event.LINES, Who.SUITE, State.RULED),
        *_rows([State.ENTERED, State.DISPUTED], Event.RECOUNTED, Who.DIRECTOR, State.ENTERED),
        *_rows(set(State) - {State.SET_ASIDE}, Event.RULES, Who.DIRECTOR, State.RULED),
        *_rows([*COUNTS, State.DISPUTED], Event.TAKEN_BACK, Who.ENTERED_IT, State.EMPTY),
        *_rows([State.POSTED], Event.WAIVES, Who.DIRECTOR, State.WAIVED, voids=False),
        *_rows(set(State) - {State.SET_ASIDE}, Event.BOARD, Who.SUITE, State.SET_ASIDE, voids=False),
        *_rows([State.SET_ASIDE], Event.LINES, Who.SUITE, State.POSTED),
    ]
)
BECOMES = {(row.state, row.event): row.becomes for row in TABLE}
NOT_NOW: dict[State, Sentence] = {
    State.EMPTY: Sentence("There are no figures on this sheet yet: enter them first."),
    State.ENTERED: Sentence("This sheet is not signed by both players yet."),
    State.DISPUTED: Sentence("The players' figures differ: the director compares both sheets and decides the result."),
    State.SIGNED: Sentence("Both players signed this sheet, and that is final."),
    State.HANDED_IN: Sentence("Both players signed this sheet and it was handed in; that is final."),
    State.POSTED: Sentence("An official entered this game: sign these figures, or dispute them."),
    State.WAIVED: Sentence("An official entered this game: sign these figures, or dispute them."),
    State.RULED: Sentence("The director ruled on this game: only an appeal changes it."),
    State.SET_ASIDE: Sentence("Others play at this board now; this sheet can only be read."),
}


class Path(StrEnum):
    """How figures can still be changed."""

    FREE = "free"  # not final: enter, sign or dispute
    AGREE = "agree"  # both agree, and it is done
    PETITION = "petition"  # both petition, the director accepts
    RULING = "ruling"  # only a ruling or an appeal


def correction(state: State, book: Rulebook, *, next_game_began: bool) -> tuple[Path, Reason]:
    """How a sheet in this state is corrected under the rulebook, and why.

    next_game_began: the next round of either player is playing. (WESPA 5.4.1(a), (b); NSA III.F)
    """
    provision = book.results.signed_sheet
    rule = provision.value
    if state is State.RULED:
        return Path.RULING, because(Sentence("The director ruled on this game: only an appeal changes it."), provision)
    if state not in (State.SIGNED, State.HANDED_IN):
        return Path.FREE, because(NOT_NOW[state], provision)
    if state is State.SIGNED and not rule.director_told_before_submission:
        return Path.AGREE, because(Sentence("Not handed in yet: both players may agree on a correction."), provision)
    if next_game_began and rule.deadline is CorrectionDeadline.NEXT_GAME_STARTS:
        text = Sentence("The next game has begun: the signed sheet stands, and only a ruling or an appeal changes it.")
        return Path.RULING, because(text, provision)
    return Path.PETITION, because(Sentence("Signed by both: both petition the director, who may accept it."), provision)


def players_may_settle(book: Rulebook) -> bool:
    """Whether a player may still give in where the two cards differ; else the director finds the result (Guideline 12)."""
    return not book.results.signed_sheet.value.differing_sheets_to_director
