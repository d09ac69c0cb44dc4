"""Corrections of a signed sheet: agreed by both, or petitioned for by both and accepted by the director.

How it goes follows from the rulebook (`engine.states.correction`). A petition holds the exact text of the version it
asks for; both players agree to those bytes, and they become the version as they are. WESPA 5.4.1; NSA III.F.
"""

from dataclasses import asdict, replace

from django.utils import timezone

from results.sheets.actions import SheetAction
from results.sheets.engine.facts import Figures, canonical, same, sha256
from results.sheets.engine.states import Event, Path, correction
from results.sheets.models import NOTE_LENGTH, Petition, SheetVersion
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused, require_reason
from tdsuite.tournaments.services.roads import Road
from .decisions import SheetChanged, SheetDecision, SheetFinal, deciding_sheet, written_sheet
from .entering import Answer, answer_once, opponent_of, require_event_open
from .signed import next_game_began

CORRECTED = Sentence("Both agreed: the sheet is corrected.")
PETITIONED = Sentence("Both of you petition the director, who now decides.")
GONE = Sentence("This proposal is settled: read the sheet as it is now.")
UNDECIDED = (Petition.Status.PROPOSED, Petition.Status.AGREED)


def propose_correction(*, by: PlayerActor, game: Game, figures: Figures, key: str = "") -> Answer:
    """A player proposes other figures for a sheet that both signed; the other is asked to agree.

    Raises:
        SheetFinal: when only a ruling or an appeal can still change it.
        Refused: when it is not final at all.
    """
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.CORRECTION_PROPOSED) as decision:

        def take() -> Sentence:
            path = _path(decision)
            if Petition.objects.open().filter(sheet=decision.sheet).exists():
                raise Refused(
                    Sentence("A correction was proposed already: agree to it, or have it withdrawn first."),
                    code="petition_open",
                )
            facts = written_sheet(decision, figures)
            assert decision.latest is not None and decision.facts is not None
            if same(facts, decision.facts):
                raise Refused(Sentence("That is what the sheet says already."), code="nothing_changed")
            text = canonical(replace(facts, version=decision.sheet.number + 1))
            petition = Petition.objects.create(
                sheet=decision.sheet, base=decision.latest, text=text, sha256=sha256(text),
                to_director=path is Path.PETITION, proposed_by_id=by.pk, proposed_means=by.means.value,
                proposed_device=by.device, proposed_at=timezone.now(),
            )  # fmt: skip
            decision.record(petition=petition.pk, asks=petition.sha256)
            return Sentence("Proposed. Nothing changes until {other} agrees.", other=opponent_of(decision, by).player)

        return answer_once(decision, key, "propose", asdict(figures), take)


def agree_correction(*, by: PlayerActor, petition: Petition, sha256: str, key: str = "") -> Answer:
    """The other player agrees to exactly the proposed text.

    Before the sheet is handed in that is the correction; after it the director has to accept. Raises as propose.

    Args:
        sha256: of the text shown.
    """
    with deciding_sheet(by=by, game=_game_of(petition), can=Can.SIGN, action=SheetAction.CORRECTED) as decision:

        def take() -> Sentence:
            row = _open(decision, petition, Petition.Status.PROPOSED)
            if row.proposed_by_id == by.pk:
                raise Refused(
                    Sentence("You proposed this yourself: the other player has to agree."), code="proposed_by_you"
                )
            if row.sha256 != sha256:
                raise SheetChanged(Sentence("The proposal has changed: read it again."))
            row.to_director = _path(decision) is Path.PETITION
            row.agreed_by_id, row.agreed_means, row.agreed_device = by.pk, by.means.value, by.device
            row.agreed_at, row.status = timezone.now(), Petition.Status.AGREED
            row.save()
            if row.to_director:
                decision.record(SheetAction.PETITIONED, petition=row.pk, asks=row.sha256)
                return PETITIONED
            _apply(decision, row, Event.AGREED, SheetAction.CORRECTED, "agreed by both players")
            return CORRECTED

        return answer_once(decision, key, "agree", {"petition": petition.pk, "sha256": sha256}, take)


def withdraw_correction(*, by: Actor, petition: Petition) -> None:
    """Either player takes the proposal back, or declines it, while nothing is decided."""
    _end(by, petition, Can.SIGN, Petition.Status.WITHDRAWN, SheetAction.CORRECTION_WITHDRAWN)


def accept_petition(*, by: Actor, petition: Petition, reason: str = "") -> SheetVersion:
    """The director accepts what both players petitioned for in time: it becomes the sheet, signed by both."""
    with deciding_sheet(
        by=by, game=_game_of(petition), can=Can.CORRECT_RESULTS, action=SheetAction.PETITION_ACCEPTED
    ) as decision:
        row = _open(decision, petition, *UNDECIDED)
        if row.status != Petition.Status.AGREED:
            raise Refused(
                "Only one player asks for this: both must (WESPA 5.4.1(b); NSA III.F). Rule on it instead.",
                code="one_player_asks",
            )
        reason = reason or "petition of both players accepted"
        return _apply(decision, row, Event.ACCEPTED, SheetAction.PETITION_ACCEPTED, reason)


def refuse_petition(*, by: Actor, petition: Petition, reason: str) -> None:
    """The director lets the sheet stand. The reason is shown to both players."""
    require_reason(reason, "Say why: both players will read it.")
    status, action = Petition.Status.REFUSED, SheetAction.PETITION_REFUSED
    _end(by, petition, Can.CORRECT_RESULTS, status, action, reason=reason.strip())


def _end(by: Actor, petition: Petition, can: Can, status: str, action: SheetAction, *, reason: str = "") -> None:
    with deciding_sheet(by=by, game=_game_of(petition), can=can, action=action) as decision:
        row = _open(decision, petition, *UNDECIDED)
        row.status, row.decided_at, row.answer = status, timezone.now(), reason[:NOTE_LENGTH]
        row.save(update_fields=["status", "decided_at", "answer"])
        decision.record(petition=row.pk, reason=reason)


def _path(decision: SheetDecision) -> Path:
    """How this sheet can be corrected now; refused where the players have no say."""
    require_event_open(decision)
    path, why = correction(decision.state, decision.book, next_game_began=next_game_began(decision.game))
    if path is Path.FREE:
        raise Refused(
            Sentence("{why} Nothing is final yet: enter, sign or dispute the figures.", why=why.text), code="not_final"
        )
    if path is Path.RULING:
        raise SheetFinal(why.with_rule)
    return path


def _apply(decision: SheetDecision, row: Petition, event: Event, action: SheetAction, reason: str) -> SheetVersion:
    """The text both agreed to becomes the version, with both signatures as they were given."""
    row.status, row.decided_at = Petition.Status.DONE, timezone.now()
    row.save(update_fields=["status", "decided_at"])
    version = decision.write(row.facts, cause=action)
    if version.sha256 != row.sha256:
        raise SheetChanged(GONE, code="petition_settled")
    assert row.agreed_by_id is not None
    decision.sign(row.proposed_by_id, means=row.proposed_means, device=row.proposed_device, at=row.proposed_at)
    decision.sign(row.agreed_by_id, means=row.agreed_means, device=row.agreed_device, at=row.agreed_at)
    decision.step(event, petition=row.pk)
    decision.put_on_game(road=Road.PETITION, reason=reason)
    return version


def _open(decision: SheetDecision, petition: Petition, *statuses: str) -> Petition:
    row = Petition.objects.filter(pk=petition.pk, sheet=decision.sheet, status__in=statuses).first()
    if row is None or row.base_id != (decision.latest.pk if decision.latest else None):
        raise SheetChanged(GONE, code="petition_settled")
    return row


def _game_of(petition: Petition) -> Game:
    games = Game.objects.with_people().filter(sheet=petition.sheet_id).select_related("round__division__tournament")
    game = games.first()
    if game is None:
        raise Refused(Sentence("Others play at this board now; this sheet can only be read."), code="board_changed")
    return game
