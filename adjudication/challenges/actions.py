"""What the record calls decisions about challenge slips."""

from tdsuite.platform.audit.actions import Action, Touches


class ChallengeAction(Action):
    """Decisions about challenge slips."""

    WRITTEN = "challenge.written", "Slip written"
    WORDS_CHANGED = "challenge.words_changed", "Words of a slip changed"
    AGREED = "challenge.agreed", "Slip agreed"
    HANDED_OVER = "challenge.handed_over", "Slip handed over"
    TAKEN_BACK = "challenge.taken_back", "Slip taken back"
    REISSUED = "challenge.reissued", "Slip issued again"
    CLOSED = "challenge.closed", "Slip closed"
    STRUCK_OUT = "challenge.struck_out", "Slip struck out"
    ADJUDICATED = "challenge.adjudicated", "Challenge adjudicated"
    MISADJUDICATED = "challenge.misadjudicated", "Misadjudication noted"
    SECOND_OPINION_ASKED = "challenge.second_opinion_asked", "Second opinion asked"
    THIRD_OPINION_GRANTED = "challenge.third_opinion_granted", "Third opinion granted"
    NOT_THEIRS = "challenge.not_theirs", "Challenge that a player says was not theirs"
    CONFIRMED = "challenge.confirmed", "Challenge confirmed by an official"
    WAYS_CHOSEN = "challenge.ways_chosen", "Way of judging challenges chosen"
    LINES = "challenge.lines", "Score changed by a challenge", "a score was adjusted", Touches.SCORES | Touches.PRINTS
