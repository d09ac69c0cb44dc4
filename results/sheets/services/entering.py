"""Players at their own sheet: enter, sign, dispute, hand in. Both signatures on one version make the game's result.

A single player's figures do not count: the game gets its result when both have signed the same version, or when an
official enters it (docs/decisions/0006-signed-sheets.md). Rules: WESPA 5.4; NSA III.F, Guideline 12.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.core import signing

from results.attendance.services import starts
from results.games.actions import ResultAction
from results.games.engine.entry_line import Doubt, Question, asked_digest, score_questions
from results.games.services.outcomes import result_text
from results.sheets.actions import SheetAction
from results.sheets.engine.facts import Figures, SheetFacts, agree, in_order, same
from results.sheets.engine.finality import hands_in
from results.sheets.engine.states import NOT_NOW, Event, State, correction, players_may_settle
from results.sheets.models import NOTE_LENGTH, Sheet, Submission
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence, from_stored, stored
from tdsuite.tournaments.models import Entry, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road
from .decisions import (
    SheetChanged,
    SheetDecision,
    SheetFinal,
    deciding_sheet,
    waits_for_start,
    written_sheet,
)
from .signed import next_game_began

_SIGNER = signing.Signer(salt="results.sheets.submission")
PAGE_TOO_OLD = Sentence("This page is too old to send: reload it and send again. Your figures are still there.")
SIGNED = Sentence("Both players signed: the result stands. Hand the sheet in before you leave the playing area.")
SIGNED_AT_DESK = Sentence("Both players signed: the result stands.")
OVER = Sentence("The event is finished: a result changes only after the director has opened it again.")
ALREADY = Sentence("You signed these figures before: nothing was done twice.")
CARDS_DIFFER = Sentence("The two sheets differ: the director compares them and decides the result (Guideline 12).")


class KeyReused(Refused):
    """The same key came with something else."""

    code = "key_reused"


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a submission.

    Attributes:
        message: what its page says in the reader's language (`translated`); stored in English, with its parts.
        again: it had come before, and nothing was done twice.
    """

    sheet: Sheet
    state: State
    version: int
    message: str
    again: bool = False


def issue_key(*, by: Actor, game: Game) -> str:
    """A key for one submission by this actor about this game. Nothing is stored until it is used."""
    return _SIGNER.sign(f"{by.audit_kind}.{by.pk}.{game.pk}.{secrets.token_hex(8)}")


def answer_once(decision: SheetDecision, key: str, action: str, content: Any, take: Callable[[], Sentence]) -> Answer:
    """Take a decision and store its answer with the key; the same again only gets that answer.

    Args:
        key: "" where the page sent none; then the decision is taken.
        content: what was sent, as plain facts.
        take: takes the decision; returns one sentence.

    Raises:
        Refused: for a key that this server did not issue to this actor for this game.
        KeyReused: for a key that came with another content.
    """
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    if key:
        try:
            issued_to = _SIGNER.unsign(key).rsplit(".", 1)[0]
        except signing.BadSignature:
            issued_to = ""
        if issued_to != f"{decision.by.audit_kind}.{decision.by.pk}.{decision.game.pk}":
            raise Refused(PAGE_TOO_OLD, code="page_too_old")
        used = Submission.objects.filter(key=key).first()
        if used is not None:
            if (used.action, used.content) != (action, digest):
                raise KeyReused(Sentence("This page has sent something else: reload it and send again."))
            before = used.answer
            message = from_stored(before["message"])
            return Answer(decision.sheet, State(before["state"]), before["version"], message, again=True)
    message = take()
    answer = Answer(decision.sheet, decision.state, decision.sheet.number, message)
    if key:
        facts = {"state": answer.state.value, "version": answer.version, "message": stored(message)}
        Submission.objects.create(key=key, action=action, content=digest, answer=facts)
    return answer


@dataclass(frozen=True, slots=True)
class FigureQuestions:
    """What is asked about unusual figures before they are signed, as at the keyboard of results.

    Attributes:
        questions: sentences.
        digest: what a yes to exactly these sends back; "" where nothing is asked.
    """

    questions: tuple[str, ...] = ()
    digest: str = ""


class OddFigures(Refused):
    """Figures that need a yes before they are signed; nothing is stored."""

    def __init__(self, asked: FigureQuestions) -> None:
        super().__init__(" ".join(asked.questions), code="odd_figures")
        self.asked = asked


def figure_questions(facts: SheetFacts, people: Mapping[int, Entry]) -> FigureQuestions:
    """The questions about the totals, with every line counted, as an official would type them, and about a player who has left."""
    facts = in_order(facts)
    low, high = facts.players
    gone = [
        Question(Doubt.GONE, Sentence("{player} has left the event: did you play this game?", player=entry.player))
        for entry in (people[low], people[high])
        if entry.has_left(facts.round)
    ]
    totals: tuple[int | None, int | None] = facts.account.totals or (facts.sides[0].score, facts.sides[1].score)
    margin = facts.sides[0].spread if None in totals else (totals[0] or 0) - (totals[1] or 0)
    if margin is None:
        return FigureQuestions()
    asked = gone + score_questions((people[low].player.name, people[high].player.name), totals, margin)
    if not asked:
        return FigureQuestions()
    return FigureQuestions(tuple(translated(question.text) for question in asked), asked_digest(facts.game, asked))


def enter_sheet(
    *, by: PlayerActor, game: Game, figures: Figures, key: str = "", confirmed: str | None = None
) -> Answer:
    """A player enters the figures of the own game, and signs them by doing so. The same as the opponent's signs those.

    Args:
        confirmed: the digest of the questions that got a yes, "" for none yet; None where nobody is there to be asked.

    Raises:
        SheetFinal: once it is final.
        OddFigures: with what is asked first.
        Refused: with what to mend.
        NotAllowed, NotAtThisBoard: for somebody else.
    """

    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.ENTERED) as decision:
        return answer_once(decision, key, "enter", asdict(figures), lambda: _enter(decision, by, figures, confirmed))


def _enter(decision: SheetDecision, by: PlayerActor, figures: Figures, confirmed: str | None) -> Sentence:
    require_open(decision, to_change=True)
    facts, newest = written_sheet(decision, figures), decision.facts
    if confirmed is not None:
        asked = figure_questions(facts, {entry.pk: entry for entry in decision.game.players})
        if asked.digest not in ("", confirmed):
            raise OddFigures(asked)
    if newest is not None and decision.state is not State.EMPTY and same(facts, newest):
        return _sign(decision, by)
    if decision.game.outcome not in Game.UNFINISHED:
        raise Refused(NOT_NOW[State.POSTED], code="sheet_state")
    opponent = opponent_of(decision, by)
    theirs = decision.signed_figures(opponent.pk)
    event = Event.ENTERS if theirs is None else Event.GIVES_IN if agree(facts, theirs) else Event.DIFFERS
    if event is Event.GIVES_IN and decision.state is State.ENTERED:
        raise SheetChanged(
            Sentence(
                "{other} entered the same scores with other notes: read that sheet, and sign it if it is right.",
                other=opponent.player,
            )
        )
    if decision.state is State.DISPUTED:
        _require_settling(decision)
        event = Event.GIVES_IN if event is Event.GIVES_IN else Event.DIFFERS
    elif decision.state is State.EMPTY:
        event = Event.ENTERS
    decision.write(facts, cause=SheetAction.ENTERED)
    decision.sign(by.pk, means=by.means.value, device=by.device)
    if event is Event.DIFFERS:
        decision.sheet.disputed_by_id = by.pk
    decision.step(event)
    if event is Event.DIFFERS:
        return Sentence(
            "Your figures differ from those {other} signed. Compare the two sheets together, or call the director.",
            other=opponent.player,
        )
    return Sentence(
        "Entered and signed by you. It counts when {other} has signed the same figures.", other=opponent.player
    )


def sign(*, by: PlayerActor, game: Game, version: int, sha256: str, key: str = "") -> Answer:
    """A player signs the version shown.

    Args:
        sha256: of the canonical text that the page showed.

    Raises:
        SheetChanged: when a newer version stands.
        SheetFinal, Refused: when it cannot be signed.
    """
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.SIGNED) as decision:

        def take() -> Sentence:
            if decision.latest is None:
                raise Refused(NOT_NOW[State.EMPTY], code="sheet_state")
            if (decision.latest.number, decision.latest.sha256) != (version, sha256):
                raise SheetChanged(Sentence("The figures have changed, and you signed nothing: read them again."))
            if by.pk in decision.signers():
                return ALREADY
            require_open(decision)
            return _sign(decision, by)

        return answer_once(decision, key, "sign", {"version": version, "sha256": sha256}, take)


def _sign(decision: SheetDecision, by: PlayerActor) -> Sentence:
    """One more signature on the newest version; the second one makes it final."""
    signers = decision.signers()
    if by.pk in signers:
        return ALREADY
    if decision.state is State.DISPUTED:
        _require_settling(decision)
    decision.sign(by.pk, means=by.means.value, device=by.device)
    decision.step(Event.BOTH_SIGNED if signers else Event.SIGNS, SheetAction.SIGNED)
    if not signers:
        return Sentence("Signed by you; {other} has not signed yet.", other=opponent_of(decision, by).player)
    action = ResultAction.SIGNED if decision.game.outcome in Game.SCORED else None
    decision.put_on_game(road=Road.PLAYERS_SHEET, action=action)
    report_start(decision)
    return SIGNED_AT_DESK if decision.state is State.HANDED_IN else SIGNED


def dispute(*, by: PlayerActor, game: Game, version: int, note: str = "", key: str = "") -> Answer:
    """A player says that the figures shown are wrong. The sheet waits for the two to agree, or for the director."""
    note = note.strip()

    def disputed(decision: SheetDecision) -> Sentence:
        if decision.sheet.number != version:
            raise SheetChanged(Sentence("The figures have changed: read them again."))
        if by.pk in decision.signers():
            raise Refused(
                Sentence("You signed these figures yourself: enter the right ones instead."), code="signed_by_you"
            )
        require_open(decision, to_change=True)
        decision.sheet.disputed_by_id, decision.sheet.dispute_note = by.pk, note[:NOTE_LENGTH]
        decision.step(Event.DISPUTES, entry=by.pk)
        return Sentence("Disputed: the director sees it. Enter your own figures if you can.")

    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.DISPUTED) as decision:
        return answer_once(decision, key, "dispute", {"version": version, "note": note}, lambda: disputed(decision))


def hand_in(*, by: Actor, game: Game, key: str = "") -> Answer:
    """The signed sheet is submitted: by the winner (WESPA 5.4.2), by either player after a tie or where the book says so.

    An official may for them, where the winner has left.

    Raises:
        Refused: code ``winner_hands_in`` for the loser; or with how the sheet stands.
    """
    can = Can.SIGN if isinstance(by, PlayerActor) else Can.ENTER_RESULTS

    def handed_in(decision: SheetDecision) -> Sentence:
        if decision.state is State.HANDED_IN:
            return Sentence("This sheet was handed in already.")
        facts = decision.facts
        if isinstance(by, PlayerActor) and facts is not None and by.pk not in hands_in(facts, decision.book):
            raise Refused(
                Sentence(
                    "{winner} won, and the winner hands the sheet in before leaving the playing area ({rule}).",
                    winner=opponent_of(decision, by).player,
                    rule=decision.book.results.hands_in.rule,
                ),
                code="winner_hands_in",
            )
        decision.step(Event.HANDS_IN)
        return Sentence("Handed in. Thank you.")

    with deciding_sheet(by=by, game=game, can=can, action=SheetAction.HANDED_IN) as decision:
        return answer_once(decision, key, "hand_in", {}, lambda: handed_in(decision))


# ── shared with other ways to enter a sheet ──────────────────────────────────────────────────────────────────


def require_open(decision: SheetDecision, *, to_change: bool = False) -> None:
    """Refused where nothing is to be entered or signed any more; the message says what can still be done.

    Args:
        to_change: the figures change. Once the event is finished a sheet can still be signed, and not changed.
    """
    game = decision.game
    if isinstance(decision.by, PlayerActor) and waits_for_start(game):
        raise Refused(not_started(game), code="round_not_started")
    if game.outcome in Game.STATED or game.outcome == Game.Outcome.VOID:
        raise SheetFinal(
            Sentence("This game was decided otherwise ({how}): ask the director.", how=result_text(game)),
            code="decided_otherwise",
        )
    if decision.state in (State.SIGNED, State.HANDED_IN, State.RULED):
        why = correction(decision.state, decision.book, next_game_began=next_game_began(game))[1]
        raise SheetFinal(Sentence("{now} {why} ({rule})", now=NOT_NOW[decision.state], why=why.text, rule=why.rule))
    if to_change:
        require_event_open(decision)


def require_event_open(decision: SheetDecision) -> None:
    """Refused once the event is finished."""
    if decision.division.tournament.status == Tournament.Status.FINISHED:
        raise SheetFinal(OVER, code="event_finished")


def not_started(game: Game) -> Sentence:
    """Why nothing can be entered before the director starts the round."""
    return Sentence(
        "Round {round} has not started: its result sheets open when the director starts it.", round=game.round.number
    )


def opponent_of(decision: SheetDecision, by: PlayerActor) -> Entry:
    """The other player of the game."""
    first, second = decision.game.first, decision.game.second
    assert second is not None
    return second if first.pk == by.pk else first


def report_start(decision: SheetDecision) -> None:
    """Tell the director of a sheet that names another starter, and record a draw that was still open (WESPA 2.1)."""
    facts, game = decision.facts, decision.game
    if facts is None or facts.started is None or game.starts_by == Game.StartsBy.NONE:
        return
    if facts.started != game.first_id or game.starts_by in Game.NOBODY_YET:
        starts.report_starter(by=decision.by, game=game, says=Entry.objects.get(pk=facts.started))


def _require_settling(decision: SheetDecision) -> None:
    """Where the book has the director find the result, players no longer change cards that differ (Guideline 12)."""
    if players_may_settle(decision.book):
        return
    low, high = (decision.signed_figures(pk) for pk in (decision.sheet.player_a_id, decision.sheet.player_b_id))
    if low is not None and high is not None and not agree(low, high):
        raise Refused(CARDS_DIFFER, code="cards_differ")
