"""A verdict found to be wrong: what the rulebook still allows, put into effect (WESPA 3.10.13; NSA II.L.7)."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.live.services import bump
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.rulebooks.reasons import OURS, NeedsRuling, Reason
from tdsuite.tournaments.services.adjustments import add_spread
from tdsuite.tournaments.services.decision import Refused

from ..engine.misadjudication import Misruled, Remedy, Wrongly
from ..engine.misadjudication import remedy as remedy_of
from ..engine.opinions import Opinion
from ..engine.penalty import ChallengeOf
from ..models import ChallengeSlip, Misadjudicated, Verdict
from .consequences import consequences_in, settle_lines
from .frame import judging, owned_slip, told
from .parts import kind_of


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of the game when the error is found.

    The tiles are the challenged player's (WESPA 3.10.13).  play_value: points of the play, verified by the score sheet
    and the opponent; reported_in_time: before leaving the tournament area that day (NSA II.L.7).  correct: the director's
    own ruling, where the rulebook is silent.
    """

    new_tile_on_rack: bool = False
    retracted_tile_on_rack: bool = False
    play_value: int = 0
    verified: bool = False
    reported_in_time: bool = False
    correct: bool | None = None


def remedy_for(*, slip: ChallengeSlip, found: Found) -> Remedy:
    """What the rulebook gives for this error, without doing it. Raises Refused where the director must rule first."""
    division = slip.division
    if slip.of != ChallengeOf.WORDS or not slip.stands:
        raise Refused("Only a settled verdict on words can be found wrong: this slip has none.")
    follows = consequences_in(division)[slip.pk]
    misruled = Misruled(
        Wrongly.ACCEPTABLE if slip.acceptable else Wrongly.UNACCEPTABLE,
        new_tile_on_rack=found.new_tile_on_rack,
        retracted_tile_on_rack=found.retracted_tile_on_rack,
        turn_lost=follows.turn_lost is not None,
        play_value=found.play_value,
        verified=found.verified,
        reported_in_time=found.reported_in_time,
    )
    try:
        return remedy_of(misruled, book=division.tournament.rules.rulebook)
    except NeedsRuling as error:
        if found.correct is None:
            raise Refused(str(error)) from error
        text = "The director corrects the verdict." if found.correct else "The director lets the verdict stand."
        return Remedy(found.correct, 0, (Reason(text, error.rule or OURS),))
    except ValueError as error:
        raise Refused(str(error)) from error


def settle_misadjudication(*, by: Any, slip: ChallengeSlip, found: Found, reason: str) -> Misadjudicated:
    """Write down a wrong verdict and apply its remedy: the verdict put right, spread points, or nothing. Once a slip."""
    require(by, slip.division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say how the verdict was found to be wrong.")
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        if hasattr(row, "misadjudicated"):
            raise Refused("This verdict was dealt with as wrong already.")
        given = remedy_for(slip=row, found=found)
        wronged = row.challenger if row.acceptable else row.challenged
        spread = None
        if given.spread:
            spread = add_spread(
                wronged, round_number=row.game.round.number, points=given.spread, rule=given.reasons[0].rule,
                reason=given.reasons[0].text,
            )  # fmt: skip
        kept = _kept(row, found, given, spread_id=None if spread is None else spread.pk, by=by)
        if given.may_correct:
            _correct(row, by=by)
        facts = {**kept.facts(), "spread": given.spread, "entry": wronged.pk}
        told("challenge.misadjudicated", row, by, reason=reason, **facts)
        if given.spread:
            Division.objects.filter(pk=division.pk).raise_version()
            bump(division.live_topic)
    return kept


def _kept(slip: ChallengeSlip, found: Found, given: Remedy, *, spread_id: int | None, by: Any) -> Misadjudicated:
    why = given.reasons[0]
    return Misadjudicated.objects.create(
        slip=slip,
        was_acceptable=bool(slip.acceptable),
        new_tile_on_rack=found.new_tile_on_rack,
        retracted_tile_on_rack=found.retracted_tile_on_rack,
        turn_lost=consequences_in(slip.division)[slip.pk].turn_lost is not None,
        play_value=found.play_value,
        verified=found.verified,
        reported_in_time=found.reported_in_time,
        corrected=given.may_correct,
        spread_id=spread_id,
        rule=why.rule[:60],
        remedy=why.text[:200],
        found_by=by.pk,
        found_at=timezone.now(),
    )


def _correct(slip: ChallengeSlip, *, by: Any) -> None:
    """The opposite verdict stands from now on, and the game's lines follow it."""
    Verdict.objects.create(
        slip=slip,
        opinion=Opinion.CORRECTION,
        acceptable=not slip.acceptable,
        stated=True,
        by_kind=kind_of(by),
        by=by.pk,
        by_name=str(by)[:150],
        at=timezone.now(),
    )
    slip.acceptable = not slip.acceptable
    slip.save(update_fields=["acceptable"])
    settle_lines(slip.game, by=by)
