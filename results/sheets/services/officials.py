"""Officials at a sheet: enter it from paper, rule on it, change a signed one, do without signatures."""

from typing import Any

from django.utils import timezone

from results.games.actions import ResultAction
from results.games.services.disputes import require_dispute_ruled
from results.games.services.outcomes import refuse_gone, where
from results.rulings.models import Ruling
from results.rulings.services import rulings
from results.sheets.actions import SheetAction
from results.sheets.engine.facts import Figures, SheetFacts, agree, same
from results.sheets.engine.finality import Ground
from results.sheets.engine.states import FINAL, Event, State
from results.sheets.models import NOTE_LENGTH, Sheet, SheetVersion, Signature, TableCall
from results.sheets.reads import to_waive
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.services.decision import Refused, deciding, require_reason
from tdsuite.tournaments.services.roads import Road
from . import signed
from .decisions import (
    SheetDecision,
    SheetFinal,
    deciding_sheet,
    decision_about,
    sheets_topic,
    written_sheet,
)
from .entering import Answer, report_start

SAYS_FINAL = (
    "This sheet is final and says otherwise: both players petition, or the director changes it on its page "
    "(WESPA 5.4.1; NSA III.F)."
)
UNSIGNED_AND_GONE = "Enter the sheet once both signatures are on it, or type the result at Enter results, which asks."
VERIFIED = "Say how the result was verified without the signatures (NSA Guideline 12)."
GROUNDS = {
    Ground.BOTH_ASK: (Event.ACCEPTED, SheetAction.PETITION_ACCEPTED, Road.PETITION),
    Ground.AS_SIGNED: (Event.REKEYED, SheetAction.REKEYED, Road.PAPER_SHEET),
}
NO_MORE = (State.POSTED, State.WAIVED)  # paper without signatures adds nothing to these


def enter_from_paper(
    *, by: Actor, game: Game, figures: Figures, both_seen: bool, rules_dispute: bool = False
) -> Answer:
    """A scorer enters a paper sheet.

    Without signatures the figures count, and the sheet stays in the list of unsigned ones. Raises SheetFinal, Refused.

    Args:
        both_seen: both signatures are on it, and that makes it final.
        rules_dispute: as of a result (`record_outcome`).
    """
    with deciding_sheet(by=by, game=game, can=Can.ENTER_RESULTS, action=SheetAction.FROM_PAPER) as decision:
        if decision.state is State.DISPUTED:
            require_dispute_ruled(decision.game, by=by, rules_dispute=rules_dispute or not both_seen)
        if not _from_paper(decision, figures, both_seen=both_seen):
            message = Sentence("This very sheet is in already: nothing was done twice.")
        else:
            message = Sentence("Entered.") if both_seen else Sentence("Entered; signatures are missing.")
        return Answer(decision.sheet, decision.state, decision.sheet.number, message)


def _from_paper(decision: SheetDecision, figures: Figures, *, both_seen: bool) -> bool:
    """Write the paper's figures; with both signatures seen, those too. False where this very sheet is in already."""
    facts, newest = written_sheet(decision, figures), decision.facts
    if newest is not None and not figures.tiles_counted and agree(facts, newest):
        facts = newest  # the tick on the sheet stays
    on_sheet = newest is not None and same(facts, newest)
    if not on_sheet and (decision.state in FINAL or (not both_seen and signed.signed_version(decision.sheet))):
        raise SheetFinal(SAYS_FINAL)
    if decision.state in FINAL or (on_sheet and not both_seen and decision.state in NO_MORE):
        return False
    if decision.state is State.DISPUTED and not both_seen:
        raise Refused(signed.ONLY_THE_DIRECTOR, code="cards_differ")
    refuse_gone(decision.game, facts.outcome, confirmed=both_seen, how=UNSIGNED_AND_GONE)
    action = None if decision.game.outcome in Game.UNFINISHED else ResultAction.CORRECTED
    event = Event.PAPER if both_seen else Event.POSTS
    _make_count(decision, facts, event, Road.PAPER_SHEET, both_seen=both_seen, action=action)
    return True


def _make_count(
    decision: SheetDecision, facts: SheetFacts, event: Event, road: Road, *, both_seen: bool = False, finding: str = "",
    action: ResultAction | None = None, **recorded: Any,
) -> SheetVersion:  # fmt: skip
    """Write the figures and put them on the game.

    Args:
        both_seen: the official saw both signatures on paper.
        recorded: what the record has of the sheet.
    """
    version = decision.write(facts, cause=decision.decision.action)
    for entry in facts.players if both_seen else ():
        decision.sign(entry, means=Signature.Means.PAPER)
    decision.step(event, **recorded)
    decision.put_on_game(road=road, reason=finding, action=action)
    report_start(decision)
    return version


def rule_sheet(*, by: Actor, game: Game, figures: Figures, facts: rulings.RulingFacts) -> SheetVersion:
    """The director finds the result: sheets that differ, or a signed one that a ruling, or an appeal, has to change.

    It needs no signature, and binds until another ruling or an appeal. Raises Refused without a finding, NotAllowed.
    """
    require(by, game.round.division.tournament, Can.RULE)
    with deciding_sheet(by=by, game=game, can=Can.CORRECT_RESULTS, action=SheetAction.RULED) as decision:
        signed.require_running(decision.division)
        sheet = written_sheet(decision, figures)
        ruling = rulings.make_ruling(
            by=by, division=decision.division, facts=facts, subject=Ruling.Subject.SCORE, game=decision.game
        )
        finding = facts.finding.strip()
        return _make_count(decision, sheet, Event.RULES, Road.SHEET_RULING, finding=finding, ruling=ruling.pk)


def change_signed(
    *, by: Actor, game: Game, figures: Figures, ground: Ground, facts: rulings.RulingFacts
) -> SheetVersion:
    """An official changes what both players signed, on a ground of the rulebook that the record has.

    A ruling is `rule_sheet`. Asked for by both players before the director, or typed otherwise than the paper says that
    both signed: a new version, with both signatures as the official saw them. (WESPA 5.4.1; NSA III.F)

    Raises:
        SheetFinal: where the book has no such ground (any more).
        Refused: without a finding.
    """
    if ground is Ground.RULING:
        return rule_sheet(by=by, game=game, figures=figures, facts=facts)
    finding = facts.finding.strip()
    if not finding:
        raise Refused("Say what was found: it goes into the record.", code="finding_missing")
    event, action, road = GROUNDS[ground]
    with deciding_sheet(by=by, game=game, can=Can.CORRECT_RESULTS, action=action) as decision:
        signed.require_running(decision.division)
        verdict = signed.verdict_on(decision.game, ground, decision.state, signed.signed_version(decision.sheet))
        if not verdict.allowed:
            raise SheetFinal(verdict.reason.with_rule)
        sheet = written_sheet(decision, figures)
        if decision.facts is not None and same(sheet, decision.facts):
            raise Refused("That is what the sheet says already.", code="nothing_changed")
        return _make_count(decision, sheet, event, road, both_seen=True, finding=finding, reason=finding)


def waive_unsigned(*, by: Actor, game: Game, reason: str) -> Sheet:
    """The director does without the missing signatures of a game that counts: the figures were verified otherwise."""
    require_reason(reason, VERIFIED)
    with deciding_sheet(by=by, game=game, can=Can.CORRECT_RESULTS, action=SheetAction.WAIVED) as decision:
        if decision.game.outcome in Game.UNFINISHED:
            raise Refused(
                f"{where(decision.game)} has no result yet: it must be entered before signatures can be waived.",
                code="no_result",
            )
        decision.waive(reason.strip())
        return decision.sheet


def waive_all_unsigned(*, by: Actor, division: Division, reason: str) -> int:
    """The same for every game of a division that an official entered; how many. What only players entered stays."""
    require(by, division.tournament, Can.CORRECT_RESULTS)
    require_reason(reason, VERIFIED)
    with deciding(division, by=by, action=SheetAction.WAIVED, changes_state=False, tells_pages=False) as decision:
        games = list(to_waive(division.tournament).filter(round__division=division))
        for game in games:
            decision_about(decision, game).waive(reason.strip())
            decision.topics.add(game.live_topic)
        decision.topics.add(sheets_topic(decision.division))
        return len(games)


def call_director(*, by: PlayerActor, game: Game, note: str = "") -> TableCall:
    """Call the director to the table. A second call by the same player, before anybody came, is the same call."""
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.TABLE_CALLED) as decision:
        call, new = TableCall.objects.get_or_create(
            game=decision.game, entry_id=by.pk, answered_at=None,
            defaults={"note": note.strip()[:NOTE_LENGTH], "called_at": timezone.now()},
        )  # fmt: skip
        if new:
            decision.record(entry=by.pk)
        return call


def answer_call(*, by: Actor, call: TableCall) -> TableCall:
    """An official has gone to the table. Answering twice does nothing."""
    game = Game.objects.with_people().select_related("round__division__tournament").get(pk=call.game_id)
    with deciding_sheet(by=by, game=game, can=Can.HELP, action=SheetAction.TABLE_CALL_ANSWERED) as decision:
        row = TableCall.objects.get(pk=call.pk)
        if row.answered_at is None:
            row.answered_at = timezone.now()
            row.save(update_fields=["answered_at"])
            decision.record(entry=row.entry_id)
        return row
