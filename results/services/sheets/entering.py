"""Players at their own sheet: enter, sign, dispute, hand in. Both signatures on one version make the game's result.

A single player's figures do not count: the game gets its result when both have signed the same version, or when an
official enters it (docs/decisions/0006-signed-sheets.md). Rules: WESPA 5.4; NSA III.F, Guideline 12.
"""

from typing import Any

from django.utils import timezone

from tdsuite.access.actors import PlayerActor
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Entry, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road

from ...engine.sheet_states import NOT_NOW, Event, State, correction, players_may_settle
from ...engine.sheets import Figures, SheetFacts, agree, same
from ...models import Signature
from .. import starts
from ..outcomes import result_text
from .deadline import next_game_began
from .doubts import ask_about
from .frame import NOTE_LIMIT, Desk, SheetChanged, SheetFinal, at_desk, written
from .submissions import Answer, answer, answered

WAITS = "Entered and signed by you. It counts when {other} has signed the same figures."
DIFFERS = "Your figures differ from those {other} signed. Both sheets are kept side by side: look at them together, or call the director."
SIGNED = "Both players signed: the result stands. Hand the sheet in before you leave the playing area."
SIGNED_AT_DESK = "Both players signed: the result stands."
ONE_SIGNED = "Signed by you; {other} has not signed yet."
NOTED = (
    "{other} entered the same scores and noted other things besides: look at that sheet, and sign it if it is right."
)
OVER = "The event is finished: a result changes only after the director has opened it again."
ALREADY = "You signed these figures before: nothing was done twice."
CARDS_DIFFER = "The two sheets differ: the director looks at both and finds the result (Guideline 12)."


def enter_sheet(
    *, by: PlayerActor, game: Game, figures: Figures, key: str = "", confirmed: str | None = None
) -> Answer:
    """A player enters the figures of the own game, and signs them by doing so. The same as the opponent's signs those.

    confirmed: the digest of the questions that got a yes, "" for none yet; None where nobody is there to be asked.
    Raises SheetFinal once it is final, OddFigures with what is asked first, Refused with what to mend, NotAllowed, NotAtThisBoard.
    """
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        content = plain(figures)
        before = answered(desk, key, "enter", content)
        if before is not None:
            return before
        still_open(desk)
        not_over(desk)
        facts = written(desk, figures)
        if confirmed is not None:
            ask_about(facts, desk.game, confirmed=confirmed)
        if desk.facts is not None and same(facts, desk.facts) and desk.state is not State.EMPTY:
            said = _signs(desk, by)
        elif desk.game.outcome not in Game.UNFINISHED:
            raise Refused(NOT_NOW[State.POSTED])
        else:
            said = _new_figures(desk, by, facts)
        return answer(desk, key, "enter", content, said)


def sign(*, by: PlayerActor, game: Game, version: int, sha256: str, key: str = "") -> Answer:
    """A player signs the version shown.  sha256: of the canonical text that the page showed.

    Raises SheetChanged when a newer version stands, SheetFinal, Refused.
    """
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        content = {"version": version, "sha256": sha256}
        before = answered(desk, key, "sign", content)
        if before is not None:
            return before
        shown(desk, version, sha256)
        if by.pk in desk.signers():
            return answer(desk, key, "sign", content, ALREADY)
        still_open(desk)
        return answer(desk, key, "sign", content, _signs(desk, by))


def dispute(*, by: PlayerActor, game: Game, version: int, note: str = "", key: str = "") -> Answer:
    """A player says that the figures shown are wrong. The sheet waits for the two to agree, or for the director."""
    with at_desk(by=by, game=game, can=Can.SIGN) as desk:
        content = {"version": version, "note": note.strip()}
        before = answered(desk, key, "dispute", content)
        if before is not None:
            return before
        if desk.sheet.number != version:
            raise SheetChanged("The figures changed since you looked: look at them again.")
        if by.pk in desk.signers():
            raise Refused("You signed these figures yourself: enter the right ones instead.")
        still_open(desk)
        not_over(desk)
        row = desk.step(Event.DISPUTES)
        desk.sheet.disputed_by_id, desk.sheet.dispute_note = by.pk, note.strip()[:NOTE_LIMIT]
        desk.becomes(row.becomes)
        desk.noted("sheet.disputed", entry=by.pk)
        return answer(
            desk, key, "dispute", content, "Disputed: the director sees it. Enter your own figures if you can."
        )


def hand_in(*, by: Any, game: Game, key: str = "") -> Answer:
    """The signed sheet is submitted: the winner's duty (WESPA 5.4.2); either player, or an official, may."""
    can = Can.SIGN if isinstance(by, PlayerActor) else Can.ENTER_RESULTS
    with at_desk(by=by, game=game, can=can) as desk:
        before = answered(desk, key, "hand_in", {})
        if before is not None:
            return before
        if desk.state is State.HANDED_IN:
            return answer(desk, key, "hand_in", {}, "This sheet was handed in already.")
        row = desk.step(Event.HANDS_IN)
        desk.sheet.handed_in_at = timezone.now()
        desk.becomes(row.becomes)
        desk.noted("sheet.handed_in")
        return answer(desk, key, "hand_in", {}, "Handed in. Thank you.")


# ── the steps ────────────────────────────────────────────────────────────────────────────────────────────────


def still_open(desk: Desk) -> None:
    """Refused where nothing is to be entered or signed any more; the words say what can still be done."""
    game = desk.game
    if game.outcome in Game.STATED or game.outcome == Game.Outcome.VOID:
        raise SheetFinal(f"This game was decided otherwise ({result_text(game)}): ask the director.")
    if desk.state in (State.SIGNED, State.HANDED_IN, State.RULED):
        path = correction(desk.state, desk.division.tournament.book, next_game_began=next_game_began(desk))
        raise SheetFinal(f"{NOT_NOW[desk.state]} {path[1].text} ({path[1].rule})")


def not_over(desk: Desk) -> None:
    """Refused once the event is finished: a sheet can still be signed and handed in, and no longer changed by players."""
    if desk.division.tournament.status == Tournament.Status.FINISHED:
        raise SheetFinal(OVER)


def shown(desk: Desk, version: int, sha256: str) -> None:
    """Refused unless these are the newest bytes."""
    if desk.latest is None:
        raise Refused(NOT_NOW[State.EMPTY])
    if (desk.latest.number, desk.latest.sha256) != (version, sha256):
        raise SheetChanged("The figures changed since you looked, and you signed nothing: look at them again.")


def plain(figures: Figures) -> dict[str, Any]:
    """Figures as plain facts, for telling whether the same was sent twice."""
    return {
        "scores": {str(entry): score for entry, score in figures.scores.items()},
        "started": figures.started,
        "lines": [[one.entry, one.kind, one.points, one.seconds] for one in figures.lines],
        "challenges": [[one.by, one.word, one.upheld] for one in figures.challenges],
        "tiles": figures.tiles_counted,
    }


def _signs(desk: Desk, by: PlayerActor) -> str:
    """One more signature on the newest version; the second one makes it final."""
    there = desk.signers()
    if by.pk in there:
        return ALREADY
    last = bool(there)
    if desk.state is State.DISPUTED:
        _may_settle(desk)
    row = desk.step(Event.BOTH_SIGNED if last else Event.SIGNS)
    desk.sign(by.pk, means=Signature.Means(by.means.value), device=by.device)
    if not last:
        desk.becomes(row.becomes)
        desk.noted("sheet.signed")
        return ONE_SIGNED.format(other=_other(desk, by))
    at_the_desk = row.becomes is State.HANDED_IN
    if at_the_desk:
        desk.sheet.handed_in_at = timezone.now()
    desk.becomes(row.becomes)
    desk.noted("sheet.signed")
    desk.put_on_game(road=Road.PLAYERS_SHEET, action="result.signed" if desk.game.outcome in Game.SCORED else "")
    tell_starter(desk)
    return SIGNED_AT_DESK if at_the_desk else SIGNED


def _new_figures(desk: Desk, by: PlayerActor, facts: SheetFacts) -> str:
    """A version of the player's own, signed by entering it."""
    other = next(one for one in facts.players if one != by.pk)
    theirs = desk.claim_of(other)
    if theirs is None:
        event, said = Event.ENTERS, WAITS
    elif agree(facts, theirs):
        if desk.state is State.ENTERED:
            raise SheetChanged(NOTED.format(other=_other(desk, by)))
        event, said = Event.GIVES_IN, WAITS
    else:
        event, said = Event.DIFFERS, DIFFERS
    if desk.state is State.DISPUTED:
        _may_settle(desk)
        event = Event.GIVES_IN if event is Event.GIVES_IN else Event.DIFFERS
    elif desk.state is State.EMPTY:
        event = Event.ENTERS
    row = desk.step(event)
    desk.version(facts, cause="sheet.entered")
    desk.sign(by.pk, means=Signature.Means(by.means.value), device=by.device)
    if row.becomes is State.DISPUTED:
        desk.sheet.disputed_by_id = by.pk
    desk.becomes(row.becomes)
    desk.noted("sheet.entered")
    return said.format(other=_other(desk, by))


def _may_settle(desk: Desk) -> None:
    """Where the book has the director find the result, players no longer change cards that differ (Guideline 12)."""
    if desk.claims_differ() and not players_may_settle(desk.division.tournament.book):
        raise Refused(CARDS_DIFFER)


def _other(desk: Desk, by: PlayerActor) -> str:
    mine, theirs = desk.game.first, desk.game.second
    assert theirs is not None
    return str((theirs if mine.pk == by.pk else mine).player)


def tell_starter(desk: Desk) -> None:
    """Tell the director of a sheet that names another starter, and record a draw that was still open (WESPA 2.1)."""
    facts = desk.facts
    if facts is None or facts.started is None or desk.game.starts_by == Game.StartsBy.NONE:
        return
    if facts.started != desk.game.first_id or desk.game.starts_by in Game.NOBODY_YET:
        starts.report_starter(by=desk.by, game=desk.game, says=Entry.objects.get(pk=facts.started))
