"""A challenge slip from the table to the adjudicator: written, agreed, handed over, corrected, reissued, taken back.

Rules: WESPA 3.10.3-3.10.12, 3.10.16, 3.10.17; NSA II.L.4, II.L.8, III.A.3, Appendix C; see docs/word-judge.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Max
from django.utils import timezone

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.penalty import BadChallenge, ChallengeOf, check_taken_back
from adjudication.challenges.engine.slip_rules import Fixed, may_change_words, slip_rules
from adjudication.challenges.engine.slips import OPEN, Move, State, Way, first_state
from adjudication.challenges.models import ChallengeSlip, WordJudging
from tdsuite.platform.access.guard import NotAllowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.rulebooks.terms import FreeChallenge
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, changed_fields, require_reason
from tdsuite.tournaments.services.games import owned_game
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from .consequences import require_ruling, settle_lines
from .lookup import canonical, lexicons_of
from .slip_decisions import (
    SlipRole,
    deciding_on_challenge,
    deciding_on_slip,
    move,
    role_in,
)

Ending = ChallengeSlip.Ending
TAKEN_BACK: Mapping[str, FreeChallenge] = {
    Ending.BLANK: FreeChallenge.BLANK_MISUNDERSTOOD,
    Ending.LOST_TILE: FreeChallenge.LOST_TILE_TO_CHALLENGED,
}


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A challenge as it is written down.

    Attributes:
        challenger: an entry's id.
        words: () = they stand on paper, the adjudicator keys them.
        handed_over: the slip is at the adjudicator already, so the words are fixed.
        agreed: both players agree on it.
        another_turn: a turn was played since the challenger's last verdict in this game.
    """

    challenger: int
    words: tuple[str, ...] = ()
    of: ChallengeOf = ChallengeOf.WORDS
    way: Way = Way.RUNNER
    out_play: bool = False
    handed_over: bool = False
    agreed: bool = False
    another_turn: bool = False


def judging_of(tournament: Tournament) -> WordJudging:
    """How an event has its challenges judged: in every way until its organiser says otherwise."""
    return WordJudging.objects.filter(tournament=tournament).first() or WordJudging(tournament=tournament)


def write_slip(*, by: Actor, game: Game, challenge: NewChallenge, request_key: str = "") -> ChallengeSlip:
    """Issue a challenge. The same `request_key` twice is one slip.

    Raises:
        Refused: the game is not in play, another slip is open, or it is the same turn again.
        NotAllowed: `by` has no role in the game.
    """
    role = role_in(by, game)
    with deciding_on_challenge(game, by=by, action=ChallengeAction.WRITTEN) as decision:
        division = decision.division
        sent = ChallengeSlip.objects.filter(division=division, request_key=request_key).first() if request_key else None
        if sent is not None and (sent.game_id, sent.challenger_id) == (game.pk, challenge.challenger):
            return sent
        if sent is not None:
            raise Refused(Sentence("This request was used for another slip: begin a new one."), code="request_used")
        row = owned_game(division, game)
        _check_new(division, row, challenge, role)
        return _create(decision, row, challenge, role=role, request_key=request_key)


def _check_new(division: Division, game: Game, challenge: NewChallenge, role: SlipRole) -> None:
    if game.second_id is None or challenge.challenger not in game.entry_ids:
        raise Refused(
            Sentence("A challenge is made by one of the two players of a game: name which."), code="who_challenges"
        )
    if role.entry is not None and role.entry != challenge.challenger:
        raise Refused(
            Sentence("You write your own challenges only: your opponent writes theirs."), code="not_your_challenge"
        )
    if role.entry is not None and challenge.handed_over:
        sentence = Sentence("Write the slip first, let your opponent agree to it, then hand it over.")
        raise Refused(sentence, code="not_agreed")
    _check_in_play(game, role)
    if challenge.way not in judging_of(division.tournament).ways:
        raise Refused(
            Sentence("Challenges are not judged in that way at this event: choose another."), code="way_not_used"
        )
    if challenge.of is not ChallengeOf.WORDS and challenge.words:
        sentence = Sentence("Words are looked up only when words are challenged: leave them out, the director comes.")
        raise Refused(sentence, code="no_words_needed")
    earlier = list(ChallengeSlip.objects.of_game(game).order_by("number"))
    if pending := next((slip for slip in earlier if slip.state in OPEN), None):
        raise Refused(
            Sentence("Slip {slip} of this game is still open: finish it first.", slip=pending.number), code="slip_open"
        )
    last = next((slip for slip in reversed(earlier) if slip.stands), None)
    if last and last.challenger_id == challenge.challenger and last.acceptable and not challenge.another_turn:
        rule = slip_rules(division.book_in_force).one_go
        sentence = Sentence(
            "{why} ({rule}) If another turn has been played since slip {slip}, say so.",
            why=rule.text,
            rule=rule.rule,
            slip=last.number,
        )
        raise Refused(sentence, code="same_turn")


def _check_in_play(game: Game, role: SlipRole) -> None:
    """So that the judge cannot be a dictionary: a game being played; officials may enter paper slips afterwards."""
    if game.round.status in (Round.Status.DRAFT, Round.Status.PUBLISHED):
        sentence = Sentence(
            "Round {round} has not started: there is no play to challenge yet.", round=game.round.number
        )
        raise Refused(sentence, code="not_started")
    if game.outcome in Game.NOT_BEGUN or game.is_bye:
        raise Refused(Sentence("This game was not played: there is no play to challenge."), code="not_played")
    if game.outcome not in Game.UNFINISHED and not role.official:
        sentence = Sentence("This game has its result: call the director, who can still enter a challenge.")
        raise Refused(sentence, code="has_result")


def _create(
    decision: DivisionDecision,
    game: Game,
    challenge: NewChallenge,
    *,
    role: SlipRole,
    request_key: str,
    replaces: ChallengeSlip | None = None,
) -> ChallengeSlip:
    division, now = decision.division, timezone.now()
    words = canonical(challenge.words, lexicons_of(division)) if challenge.words else ()
    challenged = game.second_id if challenge.challenger == game.first_id else game.first_id
    assert challenged is not None
    state = first_state(challenge.of, handed_over=challenge.handed_over)
    both = challenge.agreed and role.entry is None
    ChallengeSlip.objects.of_game(game).filter(state=State.ADJUDICATED).update(state=State.CLOSED)
    slip = ChallengeSlip.objects.create(
        division=division,
        game=game,
        number=(ChallengeSlip.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0) + 1,
        challenger_id=challenge.challenger,
        challenged_id=challenged,
        of=challenge.of,
        way=challenge.way,
        state=state,
        written=list(words),
        words=len(words),
        out_play=challenge.out_play,
        challenger_agreed_at=now if both or role.entry == challenge.challenger else None,
        challenged_agreed_at=now if both else None,
        written_at=now,
        handed_at=None if state is State.WRITTEN else now,
        written_by_kind=decision.by.audit_kind,
        written_by=decision.by.pk,
        replaces=replaces,
        request_key=request_key,
    )
    decision.record(slip, action=ChallengeAction.WRITTEN, after=slip.record_facts | {"way": slip.way, "of": slip.of})
    return slip


def amend_words(*, by: Actor, slip: ChallengeSlip, words: tuple[str, ...], both_agree: bool = False) -> ChallengeSlip:
    """Change the words while they may be changed; the opponent then agrees anew.  Raises Refused once they are fixed."""
    with deciding_on_slip(slip, by=by, action=ChallengeAction.WORDS_CHANGED) as (decision, row, role):
        role.refuse_challenged_player(row, Sentence("Only the challenger or an official can change the words."))
        if row.of != ChallengeOf.WORDS:
            raise Refused(
                Sentence("No words are looked up on this slip: the director settles it."), code="no_words_needed"
            )
        book = decision.division.book_in_force
        try:
            may_change_words(State(row.state), Way(row.way), both_agree=both_agree, book=book)
        except Fixed as error:
            raise Refused(translated(error), code="words_fixed") from error
        move(row, Move.AMEND if row.state == State.WRITTEN else Move.PUT_RIGHT)
        row.written = list(canonical(words, lexicons_of(decision.division))) if words else []
        row.words = len(row.written)
        if role.entry is not None or not both_agree:
            row.challenged_agreed_at = None
        row.save()
        decision.record(row, after=row.record_facts)
    return row


def agree(*, by: Actor, slip: ChallengeSlip, entry: int | None = None) -> ChallengeSlip:
    """A player agrees that the slip shows the words as played (WESPA 3.10.3(a)(iv), NSA II.L.4, App. C A.5).

    Args:
        entry: the player for whom an official says so, or a station that checked the PIN; a player says so for themselves.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.AGREED) as (decision, row, role):
        player = role.speaks_for(row, entry)
        if row.state not in (State.WRITTEN, State.WITH_RUNNER):
            raise Refused(Sentence("This slip has been judged already."), code="slip_state")
        field = "challenger_agreed_at" if player == row.challenger_id else "challenged_agreed_at"
        if getattr(row, field) is None:
            setattr(row, field, timezone.now())
            row.save(update_fields=[field])
            decision.record(row, after=row.record_facts | {"entry": player})
    return row


def hand_over(*, by: Actor, slip: ChallengeSlip) -> ChallengeSlip:
    """Give the slip to the runner, leave the table with it, or arrive at the station: from now on its words are fixed."""
    with deciding_on_slip(slip, by=by, action=ChallengeAction.HANDED_OVER) as (decision, row, role):
        role.refuse_challenged_player(row, Sentence("Only the challenger or an official can hand the slip over."))
        if row.state == State.WITH_RUNNER:
            return row
        if role.entry is not None and not row.agreed:
            sentence = Sentence(
                "Your opponent has not agreed to the words yet; if you cannot agree, call the director."
            )
            raise Refused(sentence, code="not_agreed")
        move(row, Move.HAND_OVER)
        row.handed_at = timezone.now()
        row.save()
        decision.record(row, after=row.record_facts)
    return row


def take_back(*, by: Actor, slip: ChallengeSlip, ending: str) -> ChallengeSlip:
    """Take a challenge back before its verdict, where the rulebook lets it be: NSA II.L.8 and III.A.3 alone.

    Args:
        ending: ChallengeSlip.Ending.BLANK or LOST_TILE. Refused everywhere else (WESPA 3.10.10(a)).
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.TAKEN_BACK) as (decision, row, role):
        role.refuse_challenged_player(row, Sentence("Only the challenger or an official can take the challenge back."))
        move(row, Move.WITHDRAW)
        book = decision.division.book_in_force
        compelled = slip_rules(book).compelled
        if ending not in TAKEN_BACK:
            raise Refused(compelled.with_rule, code="not_taken_back")
        try:
            check_taken_back(TAKEN_BACK[ending], out_play=row.out_play, book=book)
        except BadChallenge as error:
            text = Sentence("{what} {why} ({rule})", what=error.args[0], why=compelled.text, rule=compelled.rule)
            raise Refused(text, code="not_taken_back") from error
        _end(decision, row, ending)
    return row


def _end(
    decision: DivisionDecision, slip: ChallengeSlip, ending: str = "", meaning: ScoreMeaning = NOT_GIVEN, **facts: str
) -> None:
    """Save a slip that is done with, and record it."""
    slip.ending = ending or slip.ending
    slip.save()
    if ending in (Ending.REISSUED, Ending.VOID):
        settle_lines(decision, slip, meaning)
    decision.record(slip, after=slip.record_facts | facts)


def reissue(
    *,
    by: Actor,
    slip: ChallengeSlip,
    words: tuple[str, ...] = (),
    request_key: str = "",
    meaning: ScoreMeaning = NOT_GIVEN,
) -> ChallengeSlip:
    """A word on the slip is not the word on the board: close it without effect and issue the challenge anew.

    Before a verdict the challenger may; after one, only an official, who has seen the board (WESPA 3.10.12).

    Returns:
        The slip that takes its place.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.REISSUED) as (decision, row, role):
        if row.ending == Ending.REISSUED:
            return ChallengeSlip.objects.with_people().get(replaces=row)
        role.refuse_challenged_player(row, Sentence("Only the challenger or an official can reissue the challenge."))
        if row.acceptable is not None and not role.official:
            sentence = Sentence("There is a verdict on this slip: call a word judge or the director to the board.")
            raise Refused(sentence, code="slip_state")
        require_ruling(role, meaning)
        move(row, Move.REISSUE)
        _end(decision, row, Ending.REISSUED, meaning, rule=slip_rules(decision.division.book_in_force).reissue.rule)
        again = NewChallenge(row.challenger_id, words, ChallengeOf(row.of), Way(row.way), row.out_play)
        game = owned_game(decision.division, row.game)
        return _create(decision, game, again, role=role, request_key=request_key, replaces=row)


def close_slip(*, by: Actor, slip: ChallengeSlip) -> ChallengeSlip:
    """Both players accept the verdict: nothing more is asked. The next slip of the game does the same."""
    with deciding_on_slip(slip, by=by, action=ChallengeAction.CLOSED) as (decision, row, _role):
        if row.state != State.CLOSED:
            move(row, Move.CLOSE)
            _end(decision, row)
    return row


def void_slip(*, by: Actor, slip: ChallengeSlip, reason: str, meaning: ScoreMeaning = NOT_GIVEN) -> ChallengeSlip:
    """Strike out a slip that should not be there: the wrong table, written in error. It stays in the register, without effect.

    A word judge may before there is a verdict, the director at any time.

    Raises:
        ScoreThere: the game has a result, which would change, and whether it does was not given.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.STRUCK_OUT, reason=reason) as (decision, row, role):
        if row.ending == Ending.VOID:
            return row
        if not (role.rules or (role.official and row.acceptable is None)):
            raise NotAllowed(Can.RULE)
        require_reason(reason, Sentence("Say why this slip is struck out."))
        if row.ending:
            raise Refused(
                Sentence("This slip has no effect any more: there is nothing to strike out."), code="slip_state"
            )
        require_ruling(role, meaning)
        move(row, Move.VOID)
        _end(decision, row, Ending.VOID, meaning)
    return row


def open_slip_blockers(tournament: Tournament) -> list[str]:
    """Why an event cannot be finished yet: one sentence for each challenge that nobody has finished with."""
    slips = ChallengeSlip.objects.of_tournament(tournament)
    slips = (slips.pending() | slips.disputed()).select_related("division", "game__round")
    return [
        f"Slip {slip.number} of {slip.division} (round {slip.game.round.number}): {slip.state_text}. "
        "Finish or confirm it, or strike it out."
        for slip in slips.order_by("division__position", "number")
    ]


def choose_ways(*, by: Actor, tournament: Tournament, runner: bool, self_run: bool, station: bool) -> WordJudging:
    """Choose the ways of judging. A human judge at the table can be asked for whatever is chosen (NSA App. C)."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(tournament, by=by, action=ChallengeAction.WAYS_CHOSEN) as decision:
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        row = judging_of(tournament)
        before, after = changed_fields(row, {"runner": runner, "self_run": self_run, "station": station})
        if after:
            row.save()
            decision.record(row, before=before, after=after)
    return row
