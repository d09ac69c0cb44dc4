"""One press on a slip, by an official or a player: what was pressed, which decision that is, and what is said of it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdsuite.tournaments.services.decision import Refused

from ..models import ChallengeSlip
from ..services import judging, slips
from .shown import words_in

Sent = Mapping[str, Any]
Step = Callable[[Any, ChallengeSlip, Sent], str]


def _words(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.amend_words(by=by, slip=slip, words=words_in(sent.get("words", "")), both_agree="both_agree" in sent)
    return _("The words are changed.")


def _agree(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.agree(by=by, slip=slip, entry=_entry(sent))
    return _("Agreed.")


def _hand(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.hand_over(by=by, slip=slip)
    return _("Slip %d is handed over: its words are fixed.") % slip.number


def _take_back(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.take_back(by=by, slip=slip, ending=sent.get("ending", ""))
    return _("The challenge is taken back.")


def _reissue(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    again = slips.reissue(by=by, slip=slip, words=words_in(sent.get("words", "")), request_key=sent.get("key", ""))
    return _("Slip %(old)d is without effect; slip %(new)d takes its place.") % {
        "old": slip.number,
        "new": again.number,
    }


def _close(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.close_slip(by=by, slip=slip)
    return _("The verdict is accepted.")


def _void(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    slips.void_slip(by=by, slip=slip, reason=sent.get("reason", ""))
    return _("Slip %d is struck out.") % slip.number


def _third(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    judging.grant_third_opinion(by=by, slip=slip)
    return _("A third adjudicator looks.")


def _opinion(by: Any, slip: ChallengeSlip, sent: Sent) -> str:
    judging.ask_second_opinion(by=by, slip=slip, entry=_entry(sent), flaw=sent.get("flaw", ""))
    return _("Another opinion is asked for. Until it is given, no verdict stands.")


def _entry(sent: Sent) -> int | None:
    chosen = str(sent.get("entry", ""))
    return int(chosen) if chosen.isdecimal() else None


STEPS: Mapping[str, Step] = {
    "words": _words,
    "agree": _agree,
    "hand": _hand,
    "take_back": _take_back,
    "reissue": _reissue,
    "close": _close,
    "void": _void,
    "third": _third,
    "opinion": _opinion,
}
OFFICIAL_STEPS = {
    "words": "slip_amend",
    "agree": "slip_agree",
    "hand": "slip_hand",
    "take_back": "slip_take_back",
    "reissue": "slip_reissue",
    "close": "slip_close",
    "void": "slip_void",
    "third": "third",
}
PLAYER_STEPS = ("words", "agree", "hand", "take_back", "reissue", "close", "opinion")


def take(request: HttpRequest, step: str, *, by: Any, slip: ChallengeSlip) -> bool:
    """Take the step and say so on the next page; or say there why not. Whether it was taken."""
    try:
        messages.success(request, STEPS[step](by, slip, request.POST))
    except Refused as refused:
        messages.error(request, refused.says)
        return False
    return True
