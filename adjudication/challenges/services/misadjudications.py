"""A verdict found to be wrong: what the rulebook still allows, put into effect (WESPA 3.10.13; NSA II.L.7)."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.misadjudication import Misruled, Remedy, remedy as remedy_of
from adjudication.challenges.engine.opinions import Opinion
from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.models import ChallengeSlip, Verdict
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason
from tdsuite.tournaments.services.decision import Refused, require_reason
from tdsuite.tournaments.services.games import add_spread
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from .consequences import consequences_in, settle_lines
from .slip_decisions import deciding_on_slip


def remedy_for(*, slip: ChallengeSlip, known: Mapping[str, Any], correct: bool | None = None) -> Remedy:
    """What the rulebook gives for this error, without doing it.

    Args:
        known: of the game when the error is found, by the names of `Misruled`.
        correct: the director's own ruling, where the rulebook is silent.

    Raises:
        Refused: code ``no_verdict``, ``ruling_needed`` or ``bad_play_value``.
    """
    if slip.of != ChallengeOf.WORDS or not slip.stands:
        raise Refused("Only a settled verdict on words can be found wrong: this slip has none.", code="no_verdict")
    misruled = Misruled(bool(slip.acceptable), turn_lost=_turn_lost(slip), **known)
    try:
        return remedy_of(misruled, book=slip.division.book_in_force)
    except NeedsRuling as error:
        if correct is None:
            raise Refused(str(error), code="ruling_needed") from error
        text = "The director corrects the verdict." if correct else "The director lets the verdict stand."
        return Remedy(correct, 0, Reason(text, error.rule or OURS))
    except ValueError as error:
        raise Refused(str(error), code="bad_play_value") from error


def _turn_lost(slip: ChallengeSlip) -> bool:
    return consequences_in(slip.division)[slip.pk].turn_lost is not None


def settle_misadjudication(
    *,
    by: Actor,
    slip: ChallengeSlip,
    known: Mapping[str, Any],
    reason: str,
    correct: bool | None = None,
    meaning: ScoreMeaning = NOT_GIVEN,
) -> ChallengeSlip:
    """Write down a wrong verdict and apply its remedy: the verdict put right, spread points, or nothing. Once a slip.

    Raises:
        Refused: as `remedy_for`; code ``reason_needed`` or ``already_settled``.
        ScoreThere: the game has a result, which would change, and whether it does was not given.
    """
    require(by, slip.division.tournament, Can.RULE)
    require_reason(reason, "Say how the verdict was found to be wrong.")
    with deciding_on_slip(slip, by=by, action=ChallengeAction.MISADJUDICATED, reason=reason) as (decision, row, _role):
        if row.remedy:
            raise Refused("This verdict was dealt with as wrong already.", code="already_settled")
        remedy = remedy_for(slip=row, known=known, correct=correct)
        why, wronged = remedy.why, row.challenger if row.acceptable else row.challenged
        facts = {
            "was_acceptable": row.acceptable, "turn_lost": _turn_lost(row), **known, "corrected": remedy.may_correct,
            "rule": why.rule, "remedy": why.text, "spread": remedy.spread, "entry": wronged.pk,
        }  # fmt: skip
        row.remedy, row.remedy_rule = why.text[:200], why.rule[:60]
        if remedy.may_correct:
            _correct(row, by=by)
        row.save(update_fields=["remedy", "remedy_rule", "acceptable"])
        if remedy.may_correct:
            settle_lines(decision, row, meaning)
        if remedy.spread:
            number = row.game.round.number
            add_spread(wronged, round_number=number, points=remedy.spread, rule=why.rule, reason=why.text)
            decision.changes_state = True
            bump(decision.division.live_topic)
        decision.record(row, after=row.record_facts | facts)
    return row


def _correct(slip: ChallengeSlip, *, by: Actor) -> None:
    """The opposite verdict stands from now on."""
    Verdict.objects.create(
        slip=slip,
        opinion=Opinion.CORRECTION,
        acceptable=not slip.acceptable,
        stated=True,
        by_kind=by.audit_kind,
        by=by.pk,
        by_name=str(by)[:150],
        at=timezone.now(),
    )
    slip.acceptable = not slip.acceptable
