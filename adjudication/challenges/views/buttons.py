"""The buttons on a slip: one button, one address, one decision. Officials and players press the same ones."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.pages import slip_of, words_in
from adjudication.challenges.services import slips, station, verdicts
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.players import player_only
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import meaning_in

# What a button does with a slip: the slip to show next, and the message.
Button = Callable[[Actor, ChallengeSlip, QueryDict], tuple[ChallengeSlip, str]]
View = Callable[..., HttpResponse]


def press(request: HttpRequest, button: Button, *, by: Actor, slip: ChallengeSlip) -> ChallengeSlip | None:
    """Take the decision and say so on the next page; or say there why not, and return None."""
    try:
        row, message = button(by, slip, request.POST)
    except Refused as refused:
        messages.error(request, refused.says)
        return None
    messages.success(request, message)
    return row


def official(button: Button) -> View:
    """The view by which an official presses a button; back to the slip, or on to the one that takes its place."""

    @needs(Can.JUDGE_WORDS)
    @require_POST
    @wraps(button)
    def view(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
        row = press(request, button, by=actor_of(request), slip=slip_of(tournament, pk))
        return redirect("challenges:slip", tournament.slug, row.pk if row else pk)

    return view


def player(button: Button) -> View:
    """The view by which a player presses a button on a slip of an own game."""

    @player_only
    @require_POST
    @wraps(button)
    def view(request: HttpRequest, tournament: Tournament, actor: PlayerActor, pk: int) -> HttpResponse:
        slip = slip_of(tournament, pk)
        if actor.pk not in (slip.challenger_id, slip.challenged_id):
            raise Http404("This is not a challenge in a game of yours.")
        press(request, button, by=actor, slip=slip)
        return redirect("slips:game", tournament.slug, slip.game_id)

    return view


def amend(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    row = slips.amend_words(by=by, slip=slip, words=words_in(sent.get("words", "")), both_agree="both_agree" in sent)
    return row, _("The words are changed.")


def agree(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    return slips.agree(by=by, slip=slip, entry=whole(sent.get("entry"))), _("Agreed.")


def hand_over(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    message = _("Slip %d is handed over: its words are fixed.") % slip.number
    return slips.hand_over(by=by, slip=slip), message


def take_back(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    return slips.take_back(by=by, slip=slip, ending=sent.get("ending", "")), _("The challenge is taken back.")


def reissue(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    again = slips.reissue(
        by=by,
        slip=slip,
        words=words_in(sent.get("words", "")),
        request_key=sent.get("key", ""),
        meaning=meaning_in(sent),
    )
    numbers: dict[str, Any] = {"old": slip.number, "new": again.number}
    return again, _("Slip %(old)d is without effect; slip %(new)d takes its place.") % numbers


def close(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    return slips.close_slip(by=by, slip=slip), _("The verdict is accepted.")


def strike_out(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    row = slips.void_slip(by=by, slip=slip, reason=sent.get("reason", ""), meaning=meaning_in(sent))
    return row, _("Slip %d is struck out.") % slip.number


def not_us(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    assert isinstance(by, PlayerActor)
    row = station.say_not_us(by=by, slip=slip)
    return row, _("An official is called to your table. Until then the challenge costs nothing.")


def confirm(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    return station.confirm_slip(by=by, slip=slip, meaning=meaning_in(sent)), _(
        "Slip %d is confirmed: it counts."
    ) % slip.number


def third_opinion(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    return verdicts.grant_third_opinion(by=by, slip=slip), _("A third adjudicator looks.")


def second_opinion(by: Actor, slip: ChallengeSlip, sent: QueryDict) -> tuple[ChallengeSlip, str]:
    row = verdicts.ask_second_opinion(by=by, slip=slip, entry=whole(sent.get("entry")), flaw=sent.get("flaw", ""))
    return row, _("Another opinion is asked for. Until it is given, no verdict stands.")


FOR_ALL: dict[str, Any] = {  # buttons of players and officials, by name of the address
    "words": amend, "agree": agree, "hand": hand_over, "take_back": take_back, "reissue": reissue, "close": close,
    "opinion": second_opinion,
}  # fmt: skip
