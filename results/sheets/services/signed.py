"""What both players signed of a game, for every way that could change it; and how a sheet follows its game.

Whatever changes a game's rows makes a version, and earlier signatures hold no more. `follow_games` is called at the end of
every decision that touched a game or its lines, inside that decision's transaction: so it is also the one gate before what
both players signed, whichever page, command or file the change comes from.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db.models import Count, Q

from results.attendance.models import StarterReport
from results.sheets.actions import SheetAction
from results.sheets.engine.facts import SheetFacts, same, same_points
from results.sheets.engine.finality import Ground, Verdict, change, follows, scores_signed
from results.sheets.engine.states import COUNTS, FINAL, Event, State
from results.sheets.models import Sheet, SheetVersion, Signature
from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.models import Record
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.services.decision import DivisionDecision, Refused
from tdsuite.tournaments.services.roads import Road
from .decisions import (
    ActedBy,
    SheetDecision,
    SheetFinal,
    outcome_same,
    set_aside,
    sheet_of_game,
    sheets_topic,
)

OVER = Sentence(
    "The event is finished: open it again in its settings before a result, a sheet or a recount is changed."
)
# Only a director takes these: appeals, ejections, and lines that are decisions of their own.
RULINGS = frozenset(
    {
        Road.APPEAL, Road.EJECTION, Road.EJECTION_REVERSED, Road.INCIDENT, Road.ADJUSTMENT, Road.CHALLENGE, Road.ATTENDANCE,
    }
)  # fmt: skip
# By these the director decides how a game ended: a ruling, unless it only replaces the scores.
HOW_IT_ENDED = frozenset({Road.HOW_IT_ENDED, Road.LEAVING, Road.CORRECTION, Road.API})
SIGNED = (State.SIGNED, State.HANDED_IN)
AFTERWARDS = (State.POSTED, State.WAIVED, State.DISPUTED)  # signatures may be void because a line came, or went
FROM_THE_SHEET = frozenset({Road.PLAYERS_SHEET, Road.PAPER_SHEET, Road.SHEET_RULING, Road.PETITION})
LINES_ALONE = frozenset({Road.ADJUSTMENT, Road.INCIDENT, Road.CHALLENGE})
ONLY_THE_DIRECTOR = Sentence(
    "The two players' figures differ here: the director compares both sheets and decides the result (Guideline 12)."
)


def require_running(division: Division) -> None:
    """Refused once the event is finished: it is opened again first, and the record has that."""
    if Tournament.objects.filter(pk=division.tournament_id, status=Tournament.Status.FINISHED).exists():
        raise SheetFinal(OVER, code="event_finished")


def next_game_began(game: Game) -> bool:
    """Whether a later round in which either player has a board was started or is over, or one of their later games is decided.

    Until then a signed sheet may be petitioned about (WESPA 5.4.1(b)). Other tables' results do not start a round.
    """
    people = [game.first_id, game.second_id]
    theirs = Game.objects.filter(Q(first__in=people) | Q(second__in=people), round__division_id=game.round.division_id)
    begun = Q(round__started_at__isnull=False) | Q(round__status=Round.Status.CLOSED)
    begun |= ~Q(outcome__in=(*Game.UNFINISHED, *Game.NOT_BEGUN))
    later = Q(round__number__gt=game.round.number) & ~Q(round__status=Round.Status.DRAFT) & begun
    same_match = Q(round=game.round, match_game__gt=game.match_game) & ~Q(outcome__in=Game.UNFINISHED)
    return theirs.filter(later | same_match).exists()


def signed_version(sheet: Sheet | None) -> SheetVersion | None:
    """The version under which both players signed the scores that stand; None where they did not."""
    if sheet is None or sheet.state not in (*SIGNED, *AFTERWARDS):
        return None
    versions = list(sheet.versions.annotate(names=Count("signatures")).order_by("-number"))
    facts = scores_signed((row.facts, row.names) for row in versions)
    return None if facts is None else next(row for row in versions if row.number == facts.version)


def has_signed_scores(game: Game) -> bool:
    """Whether both players signed the scores that stand (WESPA 5.4.1; NSA III.F)."""
    return signed_version(Sheet.objects.filter(game=game).first()) is not None


def state_of(game: Game) -> State:
    """How final a game is: SIGNED or HANDED_IN too where only lines came after both signatures; EMPTY without a sheet."""
    sheet = Sheet.objects.filter(game=game).first()
    if sheet is None:
        return State.EMPTY
    return binding_state(State(sheet.state), scores_signed=signed_version(sheet) is not None)


def binding_state(state: State, *, scores_signed: bool) -> State:
    """The state that binds: void signatures of scores that stand bind as those of a final sheet do."""
    return State.HANDED_IN if state in AFTERWARDS and scores_signed else state


def verdict_on(game: Game, ground: Ground, state: State, signed: SheetVersion | None) -> Verdict:
    """Whether the sheet of this game may be changed on this ground now."""
    book = game.round.division.tournament.book
    return change(ground, state, book, on_paper=signed_on_paper(signed), next_game_began=next_game_began(game))


def signed_on_paper(version: SheetVersion | None) -> bool:
    """Whether an official saw both signatures on paper and typed the figures."""
    return set(Signature.objects.filter(version=version).values_list("means", flat=True)) == {Signature.Means.PAPER}


def open_grounds(game: Game) -> tuple[list[Ground], str]:
    """The grounds on which an official may change the sheet of this game now, and in one text why not the others."""
    sheet = Sheet.objects.filter(game=game).first()
    signed = signed_version(sheet)
    if sheet is None or signed is None or sheet.state not in SIGNED:
        return [Ground.RULING], ""
    verdicts = {ground: verdict_on(game, ground, State(sheet.state), signed) for ground in Ground}
    closed = [verdict.reason for verdict in verdicts.values() if not verdict.allowed]
    return (
        [ground for ground, verdict in verdicts.items() if verdict.allowed],
        " ".join(f"{reason.text} ({reason.rule})" for reason in closed),
    )


def is_ruling(roads: Collection[Road], *, scored: bool) -> bool:
    """Whether a decision that reached a game by these roads is a ruling; by no road, or by an unknown one, it is none.

    Args:
        scored: the game has scores afterwards.
    """
    rulings = RULINGS if scored else RULINGS | HOW_IT_ENDED
    return bool(roads) and rulings.issuperset(roads)


def require_ground(decision: SheetDecision, facts: SheetFacts, roads: Collection[Road]) -> None:
    """Refused where a decision changes what both signed on no ground that the book knows (WESPA 5.4.1; NSA III.F).

    Args:
        facts: the sheet as it becomes.
        roads: by which the decision under way reached the game.

    Raises:
        SheetFinal: with the ways that are open.
    """
    if decision.facts is None or outcome_same(facts, decision.facts):
        return
    signed = signed_version(decision.sheet)
    if signed is None:
        return
    verdict = follows(
        by_ruling=is_ruling(roads, scored=facts.outcome in Game.SCORED),
        taken_back=set(roads) == {Road.TAKE_BACK},
        on_paper=signed_on_paper(signed),
        book=decision.book,
    )
    if not verdict.allowed:
        raise SheetFinal(verdict.reason.with_rule)


# ── a sheet follows its game ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Cause:
    """The decision under way.

    Attributes:
        roads: by which it reached the game.
        action: its name in the record, to be shown.
    """

    by: ActedBy
    roads: frozenset[Road]
    action: str


def follow_games(decision: DivisionDecision) -> None:
    """Bring the sheets of the games that a decision touched in line with their rows.

    A game that was written from its own sheet is in line already.
    """
    if any(row.division.tournament.status == Tournament.Status.FINISHED for row in decision.rounds):
        raise SheetFinal(OVER, code="event_finished")
    roads = {game: {passage.road for passage in passages} for game, passages in decision.games.items()}
    changed = [game for game, reached in roads.items() if not reached or reached - FROM_THE_SHEET]
    sheets = list(Sheet.objects.filter(game__in=changed).order_by().values_list("pk", flat=True)) if changed else []
    if sheets:  # most games have none, and to ask for all that a sheet stands with takes long
        for sheet in Sheet.objects.filter(pk__in=sheets).select_related(
            "division__tournament", "game__round", "game__first", "game__second"
        ):
            assert sheet.game is not None
            _follow(decision, sheet, sheet.game)


def _follow(outer: DivisionDecision, sheet: Sheet, game: Game) -> None:
    # Who decides about a game, and by which roads: whoever gave it a result, else whoever the record names.
    last, passages = outer.cause, outer.games[game.pk]
    by = ActedBy(last.actor_kind, last.actor_id) if last else ActedBy(Record.ActorKind.COMMAND, None)
    for passage in passages:
        by = by if passage.by is None else ActedBy(passage.by.audit_kind, passage.by.pk)
    cause = Cause(by, frozenset(passage.road for passage in passages), last.action if last else "")
    decision = SheetDecision(outer, game, sheet, cause.by)
    before = sheet.state, sheet.number
    newest, decided = decision.facts, game.outcome not in Game.UNFINISHED
    never_counted = sheet.number > sheet.since
    if game.second_id is None or sorted((game.first_id, game.second_id)) != [sheet.player_a_id, sheet.player_b_id]:
        set_aside(decision)
    elif newest is None:
        if decided:  # a sheet opened, and nothing entered on it
            _write(decision, sheet_of_game(game, decision.blank), cause)
    elif not _says_enough(decision, facts := _as_it_is(decision, newest), newest) or (
        decided and never_counted and decision.state is State.DISPUTED
    ):
        _write(decision, facts, cause)
    elif decided and never_counted and decision.state in (State.EMPTY, State.ENTERED):
        # An official entered the very figures that stand there: they count, and a signature on them stays good.
        decision.step(Event.POSTS, SheetAction.FOLLOWED, cause=cause.action)
    if (sheet.state, sheet.number) != before:
        decision.decision.topics |= {sheets_topic(decision.division), game.live_topic}


def _says_enough(decision: SheetDecision, facts: SheetFacts, newest: SheetFacts) -> bool:
    """Whether the newest version stays: what both signed also does where only time or a turn was ruled on."""
    return same_points(facts, newest) if decision.state in SIGNED else same(facts, newest)


def _as_it_is(decision: SheetDecision, newest: SheetFacts) -> SheetFacts:
    """The sheet as the rows have it now; figures that do not count yet stay as the players wrote them."""
    started = _started(decision, newest)
    if decision.game.outcome not in Game.UNFINISHED:
        return replace(sheet_of_game(decision.game, decision.blank, newest), started=started)
    if decision.state in (State.ENTERED, State.DISPUTED) and decision.sheet.number > decision.sheet.since:
        return replace(decision.with_lines_that_stand(newest), started=started)
    return replace(decision.blank, started=started)


def _started(decision: SheetDecision, newest: SheetFacts) -> int | None:
    """Who started: as the sheet says while the director has that to settle, else as the rows have it."""
    on_sheet, paired = newest.started, decision.blank.started
    if paired is None or on_sheet is None or on_sheet == paired:
        return on_sheet
    reported = StarterReport.objects.filter(game=decision.game, says_id=on_sheet)
    return on_sheet if decision.state not in COUNTS or reported.exists() else paired


def _write(decision: SheetDecision, facts: SheetFacts, cause: Cause) -> None:
    event = _event(decision, facts, cause)
    if event is not None:
        require_ground(decision, facts, cause.roads)
        decision.write(facts, cause=cause.action)
        decision.step(event, SheetAction.FOLLOWED, cause=cause.action)


def _event(decision: SheetDecision, facts: SheetFacts, cause: Cause) -> Event | None:
    """Which row of the table of states this change is; None where nothing happens to the sheet."""
    state, scored = decision.state, facts.outcome in Game.SCORED
    if state is State.SET_ASIDE:
        return Event.LINES if scored else None
    if decision.game.outcome in Game.UNFINISHED:
        if state in (State.ENTERED, State.DISPUTED) and decision.sheet.number > decision.sheet.since:
            return Event.LINES
        return None if state is State.EMPTY else Event.TAKEN_BACK
    return _event_of_result(decision, facts, cause) if scored else Event.RULES


def _event_of_result(decision: SheetDecision, facts: SheetFacts, cause: Cause) -> Event:
    """The game has scores: only lines changed, or an official entered, corrected or decided."""
    newest = decision.facts
    only_lines = newest is not None and outcome_same(replace(facts, lines=()), replace(newest, lines=()))
    if only_lines and decision.sheet.number <= decision.sheet.since:
        return Event.LINES
    if decision.state is State.DISPUTED and not _by_director(decision, cause):
        raise Refused(ONLY_THE_DIRECTOR, code="cards_differ")
    if decision.state is State.DISPUTED:
        return Event.RULES
    if decision.state not in FINAL:
        return Event.POSTS
    return Event.RULES if cause.roads - LINES_ALONE else Event.LINES


def _by_director(decision: SheetDecision, cause: Cause) -> bool:
    if cause.by.audit_kind != Record.ActorKind.USER:
        return cause.by.audit_kind == Record.ActorKind.COMMAND
    return allowed(User.objects.filter(pk=cause.by.pk or 0).first(), decision.division.tournament, Can.RULE)
