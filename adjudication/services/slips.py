"""A challenge slip from the table to the adjudicator: written, agreed, handed over, put right, reissued, taken back.

Rules: WESPA 3.10.3-3.10.12, 3.10.16, 3.10.17; NSA II.L.4, II.L.8, III.A.3, Appendix C; see docs/word-judge.md.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils import timezone

from tdsuite.access.guard import NotAllowed
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import owned_game

from ..engine.penalty import BadChallenge, Challenge, ChallengeOf, consequence
from ..engine.slip_rules import Fixed, may_change_words, slip_rules
from ..engine.slips import LABELS, OPEN, Move, State, Way, first_state
from ..models import ChallengeSlip, WordJudging
from .consequences import settle_lines
from .frame import judging, move, owned_slip, told
from .parts import Part, challenger_or_official, kind_of, part_in, side_of
from .verdicts import lexicons_of, words_of

Ending = ChallengeSlip.Ending


@dataclass(frozen=True, slots=True)
class Written:
    """A new challenge.  challenger: an entry's id.  words: () = they stand on paper, the adjudicator keys them.

    handed_over: the slip is at the adjudicator already, so the words are fixed.  agreed: both players agree on it.
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


def ways_of(tournament: Any) -> frozenset[Way]:
    """The ways of judging that this event uses; all of them until its organiser says otherwise."""
    judging = WordJudging.objects.filter(tournament=tournament).first()
    return (judging or WordJudging(tournament=tournament)).ways


def write_slip(*, by: Any, game: Game, written: Written, request_key: str = "") -> ChallengeSlip:
    """Issue a challenge. The same `request_key` twice is one slip.

    Raises Refused when the game is not in play, another slip is open, or it is the same turn again; NotAllowed.
    """
    part = part_in(by, game)
    with judging(game) as division:
        if there := _requested(division, request_key, game, written):
            return there
        row = owned_game(division, game)
        _check_new(division, row, written, part)
        return _create(division, row, written, by=by, part=part, request_key=request_key)


def _requested(division: Division, key: str, game: Game, written: Written) -> ChallengeSlip | None:
    slip = ChallengeSlip.objects.filter(division=division, request_key=key).first() if key else None
    if slip is not None and (slip.game_id, slip.challenger_id) != (game.pk, written.challenger):
        raise Refused("This request was used for another slip: begin a new one.")
    return slip


def _check_new(division: Division, game: Game, written: Written, part: Part) -> None:
    if game.second_id is None or written.challenger not in (game.first_id, game.second_id):
        raise Refused("A challenge is made by one of the two players of a game: name which.")
    if part.entry is not None and part.entry != written.challenger:
        raise Refused("You write your own challenges only: your opponent writes theirs.")
    if part.entry is not None and written.handed_over:
        raise Refused("Write the slip first, let your opponent agree to it, then hand it over.")
    _check_in_play(game, part)
    if written.way not in ways_of(division.tournament):
        raise Refused("Challenges are not judged in that way at this event: choose another.")
    if part.station and written.way is not Way.STATION:
        raise Refused("At a station the players judge for themselves.")
    if written.of is not ChallengeOf.WORDS and written.words:
        raise Refused("Words are looked up only when words are challenged: leave them out, the director comes.")
    earlier = list(ChallengeSlip.objects.of_game(game).order_by("number"))
    if pending := next((one for one in earlier if one.state in OPEN), None):
        raise Refused(f"Slip {pending.number} of this game is still open: finish it first.")
    last = next((one for one in reversed(earlier) if one.stands), None)
    if last is not None and last.challenger_id == written.challenger and last.acceptable and not written.another_turn:
        rule = slip_rules(division.tournament.rules.rulebook).one_go
        raise Refused(f"{rule.text} ({rule.rule}) If another turn has been played since slip {last.number}, say so.")


def _check_in_play(game: Game, part: Part) -> None:
    """So that the judge cannot be a dictionary: a game being played; officials may enter paper slips afterwards."""
    if game.round.status in (Round.Status.DRAFT, Round.Status.PUBLISHED):
        raise Refused(f"Round {game.round.number} has not started: there is no play to challenge yet.")
    if game.outcome in Game.NOT_BEGUN or game.is_bye:
        raise Refused("This game was not played: there is no play to challenge.")
    if game.outcome not in Game.UNFINISHED and not part.official:
        raise Refused("This game has its result: call the director, who can still enter a challenge.")


def _create(
    division: Division,
    game: Game,
    written: Written,
    *,
    by: Any,
    part: Part,
    request_key: str = "",
    replaces: ChallengeSlip | None = None,
) -> ChallengeSlip:
    words = words_of(lexicons_of(division), written.words) if written.words else ()
    now = timezone.now()
    challenged = game.second_id if written.challenger == game.first_id else game.first_id
    assert challenged is not None
    state = first_state(written.of, handed_over=written.handed_over)
    handed = None if state is State.WRITTEN else now
    both = written.agreed and part.entry is None
    ChallengeSlip.objects.of_game(game).filter(state=State.ADJUDICATED).update(state=State.CLOSED, closed_at=now)
    slip = ChallengeSlip.objects.create(
        division=division,
        game=game,
        number=(ChallengeSlip.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0) + 1,
        challenger_id=written.challenger,
        challenged_id=challenged,
        of=written.of,
        way=written.way,
        state=state,
        written=list(words),
        words=len(words),
        out_play=written.out_play,
        challenger_agreed_at=now if both or part.entry == written.challenger else None,
        challenged_agreed_at=now if both else None,
        written_at=now,
        handed_at=handed,
        written_by_kind=kind_of(by),
        written_by=by.pk,
        replaces=replaces,
        request_key=request_key,
    )
    told("challenge.written", slip, by, way=slip.way, of=slip.of)
    return slip


def amend_words(*, by: Any, slip: ChallengeSlip, words: tuple[str, ...], both_agree: bool = False) -> ChallengeSlip:
    """Change the words while they may be changed; the opponent then agrees anew. Raises Refused once they are fixed."""
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        challenger_or_official(part, row, "change the words")
        if row.of != ChallengeOf.WORDS:
            raise Refused("No words are looked up on this slip: the director settles it.")
        book = division.tournament.rules.rulebook
        try:
            may_change_words(State(row.state), Way(row.way), both_agree=both_agree, book=book)
        except Fixed as error:
            raise Refused(str(error)) from error
        move(row, Move.AMEND if row.state == State.WRITTEN else Move.PUT_RIGHT)
        row.written = list(words_of(lexicons_of(division), words)) if words else []
        row.words = len(row.written)
        if part.entry is not None or not both_agree:
            row.challenged_agreed_at = None
        row.save()
        told("challenge.words_changed", row, by)
    return row


def agree(*, by: Any, slip: ChallengeSlip, entry: int | None = None) -> ChallengeSlip:
    """A player agrees that the slip shows the words as played (WESPA 3.10.3(a)(iv), NSA II.L.4, App. C A.5).

    entry: the player for whom an official or a station says so; a player says so for themselves.
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        whose = side_of(part, row, entry)
        if row.state not in (State.WRITTEN, State.WITH_RUNNER):
            raise Refused("This slip has been judged already.")
        field = "challenger_agreed_at" if whose == row.challenger_id else "challenged_agreed_at"
        if getattr(row, field) is None:
            setattr(row, field, timezone.now())
            row.save(update_fields=[field])
            told("challenge.agreed", row, by, entry=whose)
    return row


def hand_over(*, by: Any, slip: ChallengeSlip) -> ChallengeSlip:
    """Give the slip to the runner, leave the table with it, or arrive at the station: from now on its words are fixed."""
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        challenger_or_official(part, row, "hand the slip over")
        if row.state == State.WITH_RUNNER:
            return row
        if part.entry is not None and not row.agreed:
            raise Refused("Your opponent has not agreed to the words yet; if you cannot agree, call the director.")
        move(row, Move.HAND_OVER)
        row.handed_at, row.carried_by_kind, row.carried_by = timezone.now(), kind_of(by), by.pk
        row.save()
        told("challenge.handed_over", row, by)
    return row


def take_back(*, by: Any, slip: ChallengeSlip, ending: str) -> ChallengeSlip:
    """Take a challenge back before its verdict, where the rulebook lets it be: NSA II.L.8 and III.A.3 alone.

    ending: ChallengeSlip.Ending.BLANK or LOST_TILE. Raises Refused everywhere else (WESPA 3.10.10(a)).
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        challenger_or_official(part, row, "take the challenge back")
        move(row, Move.WITHDRAW)
        book = division.tournament.rules.rulebook
        compelled = slip_rules(book).compelled
        try:
            consequence(
                Challenge(
                    upheld=False,
                    words=row.words or 1,
                    out_play=row.out_play,
                    withdrawn_over_blank=ending == Ending.BLANK,
                    rescinded_for_lost_tile=ending == Ending.LOST_TILE,
                ),
                book=book,
            )
        except BadChallenge as error:
            raise Refused(f"{error} {compelled.text} ({compelled.rule})") from error
        if ending not in (Ending.BLANK, Ending.LOST_TILE):
            raise Refused(f"{compelled.text} ({compelled.rule})")
        row.ending, row.closed_at = ending, timezone.now()
        row.save()
        told("challenge.taken_back", row, by)
    return row


def reissue(*, by: Any, slip: ChallengeSlip, words: tuple[str, ...] = (), request_key: str = "") -> ChallengeSlip:
    """A word on the slip is not the word on the board: close it without effect and issue the challenge anew.

    Before a verdict the challenger may; after one, only an official, who has seen the board (WESPA 3.10.12).
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        if row.ending == Ending.REISSUED:
            return ChallengeSlip.objects.with_people().get(replaces=row)
        challenger_or_official(part, row, "reissue the challenge")
        if row.acceptable is not None and not part.official:
            raise Refused("There is a verdict on this slip: call a word judge or the director to the board.")
        move(row, Move.REISSUE)
        row.ending, row.closed_at = Ending.REISSUED, timezone.now()
        row.save()
        settle_lines(row.game, by=by)
        rule = slip_rules(division.tournament.rules.rulebook).reissue
        told("challenge.reissued", row, by, rule=rule.rule)
        again = Written(row.challenger_id, words, ChallengeOf(row.of), Way(row.way), row.out_play)
        game = owned_game(division, row.game)
        return _create(division, game, again, by=by, part=part, request_key=request_key, replaces=row)


def close_slip(*, by: Any, slip: ChallengeSlip) -> ChallengeSlip:
    """Both players accept the verdict: nothing more is asked. The next slip of the game does the same."""
    part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        if row.state == State.CLOSED:
            return row
        move(row, Move.CLOSE)
        row.closed_at = timezone.now()
        row.save()
        told("challenge.closed", row, by)
    return row


def void_slip(*, by: Any, slip: ChallengeSlip, reason: str) -> ChallengeSlip:
    """Strike out a slip that should not be there: the wrong table, written in error. It stays in the register, without effect.

    A word judge may before there is a verdict, the director at any time.
    """
    part = part_in(by, slip.game)
    with judging(slip.game) as division:
        row = owned_slip(division, slip)
        if row.ending == Ending.VOID:
            return row
        if not (part.rules or (part.official and row.acceptable is None)):
            raise NotAllowed(Can.RULE)
        if not reason.strip():
            raise Refused("Say why this slip is struck out.")
        if row.ending:
            raise Refused("This slip has no effect any more: there is nothing to strike out.")
        move(row, Move.VOID)
        row.ending, row.closed_at = Ending.VOID, timezone.now()
        row.save()
        settle_lines(row.game, by=by)
        told("challenge.struck_out", row, by, reason=reason)
    return row


def open_slips(division: Division) -> int:
    """How many challenges of a division are still to be finished; its word list cannot change under them."""
    return ChallengeSlip.objects.filter(division=division).pending().count()


def open_slip_blockers(tournament: Tournament) -> list[str]:
    """Why an event cannot be finished yet: one sentence for each challenge that nobody has finished with."""
    slips = ChallengeSlip.objects.of_tournament(tournament).pending().select_related("division", "game__round")
    return [
        f"Slip {slip.number} of {slip.division} (round {slip.game.round.number}) is {LABELS[State(slip.state)]}: "
        "finish it, or strike it out."
        for slip in slips.order_by("division__position", "number")
    ]
