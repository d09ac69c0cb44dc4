"""What takes a change of published boards, or of the plan's rounds, back at one press."""

import json

from django.http import HttpRequest
from django.utils.translation import gettext as _

from pairings.engine.methods.registry import METHODS
from pairings.forms.plan import RoundPlanForm
from pairings.services.planning import current_line
from pairings.services.restoring import Boards, boards_now, signed_boards
from tdsuite.platform.web.next_page import Undo, fields_before, offer_undo
from tdsuite.platform.web.reasons import LONGEST_REASON
from tdsuite.tournaments.models import Division, Game, Round

UNDONE = "Undone"


def reason_sent(request: HttpRequest) -> str:
    """The reason beside a button that sends nothing else."""
    return request.POST.get("reason", "")[:LONGEST_REASON].strip()


def offer_boards_back(request: HttpRequest, row: Round, before: Boards) -> None:
    """Offer to put a round's boards back exactly as they were.  before: all of them, with `boards_now`."""
    after = boards_now(Game.objects.filter(round=row))
    changed = [board for board in before if board not in after], [board for board in after if board not in before]
    url = row.division.url("pairings:restore", row.number)
    offer_undo(request, Undo.sending(_("The boards are as they were."), url, {"boards": signed_boards(*changed)}))


def undo_of_new_round(division: Division, number: int) -> Undo:
    """What takes back that a round was added."""
    url = division.url("pairings:remove_round", number)
    return Undo.sending(f"Round {number} is taken out of the plan again.", url, {"reason": UNDONE})


def undo_of_removed_round(division: Division) -> Undo:
    """What puts the last round, about to be taken away, back into the plan. Raises Refused."""
    form = RoundPlanForm(initial=current_line(division, division.planned_rounds))
    url = division.url("pairings:add_round")
    method = METHODS[form["method"].value()]
    says = f"Round {division.planned_rounds} is in the plan again, paired by {method.label} as before."
    return Undo(says, url, tuple(fields_before(form)))


def undo_of_changed_plan(division: Division) -> Undo:
    """What brings the plan back as it is now."""
    url = division.url("pairings:plan_restore")
    sent = {"plan": json.dumps(division.pairing_plan), "reason": UNDONE}
    return Undo.sending(_("The plan is as it was before."), url, sent)
