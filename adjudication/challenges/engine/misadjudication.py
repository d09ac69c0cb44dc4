"""What can still be done about a wrong verdict.  Sources: WESPA 3.10.13, NSA II.L.7."""

from dataclasses import dataclass

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import NeedsRuling, Reason, because
from tdsuite.tournaments.rulebooks.terms import CorrectUntil, MisadjudicationRemedy


@dataclass(frozen=True, slots=True)
class Misruled:
    """The state of the game when the error is found.

    was_acceptable: the wrong verdict: an invalid play stayed on and the challenger paid; False: a valid play came off.
    new_tile_on_rack / retracted_tile_on_rack: of the challenged player.  turn_lost: a turn was lost by the error.
    play_value: points of the challenged play.  verified: by the score sheet and the opponent.  reported_in_time:
    before leaving the tournament area that day.
    """

    was_acceptable: bool
    new_tile_on_rack: bool = False
    retracted_tile_on_rack: bool = False
    turn_lost: bool = True
    play_value: int = 0
    verified: bool = False
    reported_in_time: bool = False


@dataclass(frozen=True, slots=True)
class Remedy:
    """may_correct: the verdict may be put right on the board.  spread: points on the wronged player's own spread;
    result and the opponent's spread stand.  Neither: play goes on, no account is taken.
    """

    may_correct: bool
    spread: int
    why: Reason


def remedy(misruled: Misruled, *, book: Rulebook) -> Remedy:
    """What the rulebook allows.  Raises NeedsRuling where it is silent, ValueError for a negative play_value."""
    if misruled.play_value < 0:
        raise ValueError("A play is worth 0 points or more.")
    provision = book.during.misadjudication
    kind = provision.value.remedy
    if kind is MisadjudicationRemedy.RULING:
        raise NeedsRuling("Misadjudication found later", "Correct it, or let it stand.", provision.rule)
    if kind is MisadjudicationRemedy.SPREAD_AWARD:
        return _spread_award(misruled, book)
    rule = provision.value
    until = rule.wrongly_acceptable if misruled.was_acceptable else rule.wrongly_unacceptable
    if until is CorrectUntil.NEW_TILE_ON_RACK:
        late, tile = misruled.new_tile_on_rack, "newly drawn"
    else:
        late, tile = misruled.retracted_tile_on_rack, "retracted"
    if late:
        text = f"A {tile} tile has touched the challenged player's rack: the verdict stands."
    else:
        text = f"No {tile} tile has touched the challenged player's rack: the verdict may be corrected."
    return Remedy(not late, 0, because(text, provision))


def _spread_award(misruled: Misruled, book: Rulebook) -> Remedy:
    provision = book.during.misadjudication
    if not misruled.turn_lost:
        text = "No turn was lost by the error: nothing is due."
    elif not misruled.reported_in_time:
        text = "Not reported before leaving the tournament area that day: nothing is due."
    elif not misruled.verified:
        text = "The play's value is not verified by the score sheet and the opponent: verify it first."
    else:
        points = misruled.play_value + provision.value.bonus
        text = f"Spread +{points}: the play's {misruled.play_value} and {provision.value.bonus}. The result stands."
        return Remedy(False, points, because(text, provision))
    return Remedy(False, 0, because(text, provision))
