"""Corrections of a signed sheet: agreed by both, or petitioned for by both and accepted by the director.

How it goes follows from the rulebook (`engine.sheet_states.correction`). A petition holds the exact text of the version
it asks for; both players agree to those bytes, and they become the version as they are. WESPA 5.4.1; NSA III.F.
"""

from dataclasses import replace
from typing import Any

from django.utils import timezone

from tdsuite.access.actors import PlayerActor
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road

from ...engine.sheet_states import Event, Path, correction
from ...engine.sheets import Figures, canonical, same, sha256
from ...models import Petition, SheetVersion, Signature
from .deadline import next_game_began
from .entering import not_over, plain
from .frame import NOTE_LIMIT, Desk, SheetChanged, SheetFinal, at_desk, written
from .submissions import Answer, answer, answered

PROPOSED = "Proposed. Nothing changes until {other} agrees."
CORRECTED = "Both agreed: the sheet is corrected."
PETITIONED = "Both of you petition the director, who now decides."
GONE = "This proposal is settled: look at the sheet as it is now."


def propose_correction(*, by: PlayerActor, game: Game, figures: Figures, key: str = "") -> Answer:
    """A player proposes other figures for a sheet that both signed; the other is asked to agree.

    Raises SheetFinal when only a ruling or an appeal can still change it, Refused when it is not final at all.
    """
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        content = plain(figures)
        before = answered(desk, key, "propose", content)
        if before is not None:
            return before
        path = _path(desk)
        if Petition.objects.open().filter(sheet=desk.sheet).exists():
            raise Refused("A correction was proposed already: agree to it, or let it be withdrawn first.")
        facts = written(desk, figures)
        assert desk.latest is not None
        if same(facts, desk.latest.facts):
            raise Refused("That is what the sheet says already.")
        text = canonical(replace(facts, version=desk.sheet.number + 1))
        row = Petition.objects.create(
            sheet=desk.sheet, base=desk.latest, text=text, sha256=sha256(text), to_director=path is Path.PETITION,
            proposed_by_id=by.pk, proposed_means=by.means.value, proposed_device=by.device, proposed_at=timezone.now(),
        )  # fmt: skip
        desk.noted("sheet.correction_proposed", petition=row.pk, asks=row.sha256)
        return answer(desk, key, "propose", content, PROPOSED.format(other=_other(desk, by.pk)))


def agree_correction(*, by: PlayerActor, petition: Petition, sha256: str, key: str = "") -> Answer:
    """The other player agrees to exactly the proposed text.  sha256: of the text shown.

    Before the sheet is handed in that is the correction; after it the director has to accept. Raises as propose.
    """
    with at_desk(by=by, game=_game_of(petition), can=Can.SIGN) as desk:
        content = {"petition": petition.pk, "sha256": sha256}
        before = answered(desk, key, "agree", content)
        if before is not None:
            return before
        row = _open(desk, petition, Petition.Status.PROPOSED)
        if row.proposed_by_id == by.pk:
            raise Refused("You proposed this yourself: the other player has to agree.")
        if row.sha256 != sha256:
            raise SheetChanged("The proposal changed since you looked: look at it again.")
        path = _path(desk)
        row.agreed_by_id, row.agreed_means, row.agreed_device = by.pk, by.means.value, by.device
        row.agreed_at, row.status = timezone.now(), Petition.Status.AGREED
        row.to_director = path is Path.PETITION
        row.save()
        if row.to_director:
            desk.noted("sheet.petitioned", petition=row.pk, asks=row.sha256)
            return answer(desk, key, "agree", content, PETITIONED)
        _apply(desk, row, Event.AGREED, "sheet.corrected", "agreed by both players")
        return answer(desk, key, "agree", content, CORRECTED)


def withdraw_correction(*, by: Any, petition: Petition) -> None:
    """Either player takes the proposal back, or declines it, while nothing is decided."""
    with at_desk(by=by, game=_game_of(petition), can=Can.SIGN) as desk:
        row = _open(desk, petition, *_UNDECIDED)
        row.status, row.decided_at = Petition.Status.WITHDRAWN, timezone.now()
        row.save(update_fields=["status", "decided_at"])
        desk.noted("sheet.correction_withdrawn", petition=row.pk)


def accept_petition(*, by: Any, petition: Petition, reason: str = "") -> SheetVersion:
    """The director accepts what both players petitioned for in time: it becomes the sheet, signed by both."""
    with at_desk(by=by, game=_game_of(petition), can=Can.CORRECT_RESULTS) as desk:
        row = _open(desk, petition, *_UNDECIDED)
        if row.status != Petition.Status.AGREED:
            raise Refused("Only one player asks for this: both must (WESPA 5.4.1(b); NSA III.F). Rule on it instead.")
        _apply(desk, row, Event.ACCEPTED, "sheet.petition_accepted", reason or "petition of both players accepted")
        assert desk.latest is not None
        return desk.latest


def refuse_petition(*, by: Any, petition: Petition, reason: str) -> None:
    """The director lets the sheet stand. The reason is shown to both players."""
    if not reason.strip():
        raise Refused("Say why: both players will read it.")
    with at_desk(by=by, game=_game_of(petition), can=Can.CORRECT_RESULTS) as desk:
        row = _open(desk, petition, *_UNDECIDED)
        row.status, row.decided_at, row.answer = Petition.Status.REFUSED, timezone.now(), reason.strip()[:NOTE_LIMIT]
        row.save(update_fields=["status", "decided_at", "answer"])
        desk.noted("sheet.petition_refused", petition=row.pk, reason=reason.strip())


_UNDECIDED = (Petition.Status.PROPOSED, Petition.Status.AGREED)


def _path(desk: Desk) -> Path:
    """How this sheet can be corrected now; refused where the players have no say."""
    not_over(desk)
    path, why = correction(desk.state, desk.division.tournament.book, next_game_began=next_game_began(desk))
    if path is Path.FREE:
        raise Refused(f"{why.text} Nothing is final yet: enter, sign or dispute the figures.")
    if path is Path.RULING:
        raise SheetFinal(f"{why.text} ({why.rule})")
    return path


def _apply(desk: Desk, row: Petition, event: Event, action: str, reason: str) -> None:
    """The text both agreed to becomes the version, with both signatures as they were given."""
    becomes = desk.step(event).becomes
    row.status, row.decided_at = Petition.Status.DONE, timezone.now()
    row.save(update_fields=["status", "decided_at"])
    made = desk.version(row.facts, cause=action)
    if made.sha256 != row.sha256:
        raise SheetChanged(GONE)
    assert row.agreed_by_id is not None
    for entry, means, device, at in (
        (row.proposed_by_id, row.proposed_means, row.proposed_device, row.proposed_at),
        (row.agreed_by_id, row.agreed_means, row.agreed_device, row.agreed_at),
    ):
        desk.sign(entry, means=Signature.Means(means), device=device, at=at)
    desk.becomes(becomes)
    desk.noted(action, petition=row.pk)
    desk.put_on_game(road=Road.PETITION, reason=reason)


def _open(desk: Desk, petition: Petition, *statuses: str) -> Petition:
    row = Petition.objects.filter(pk=petition.pk, sheet=desk.sheet, status__in=statuses).first()
    if row is None or row.base_id != (desk.latest.pk if desk.latest else None):
        raise SheetChanged(GONE)
    return row


def _game_of(petition: Petition) -> Game:
    game = Game.objects.with_people().filter(sheet=petition.sheet_id).select_related("round__division__tournament")
    found = game.first()
    if found is None:
        raise Refused("Others sit at this board now; this sheet is only kept to be read.")
    return found


def _other(desk: Desk, entry: int) -> str:
    one, other = desk.game.first, desk.game.second
    assert other is not None
    return str((other if one.pk == entry else one).player)
