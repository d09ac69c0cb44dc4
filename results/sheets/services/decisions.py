"""A decision about one result sheet: the sheet as it is, its next version, its signatures, its state and its record."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.utils import timezone

from results.games.actions import ResultAction
from results.games.services import outcomes
from results.sheets.actions import SheetAction
from results.sheets.engine.facts import (
    BadSheet,
    Figures,
    SheetFacts,
    SheetLine,
    SheetSide,
    canonical,
    in_order,
    sha256,
    with_figures,
)
from results.sheets.engine.own_lines import as_counted
from results.sheets.engine.states import BECOMES, COUNTS, NOT_NOW, Event, State
from results.sheets.models import Petition, Sheet, SheetVersion, Signature
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.account import SHEET
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round
from tdsuite.tournaments.services.accounts import note_who_entered, save_account
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, facts_of, published_game
from tdsuite.tournaments.services.roads import Road

T = TypeVar("T")
WORKED_OUT = Sentence("An official worked out the end of this game: leave tiles left and overtime off the sheet.")


class NotAtThisBoard(Refused):
    """A player acts on a game that is somebody else's."""

    code = "not_your_board"


class SheetChanged(Refused):
    """The figures on the page are not the newest: nothing was signed."""

    code = "sheet_changed"


class SheetFinal(Refused):
    """The sheet is final; the message says how it can still be corrected."""

    code = "sheet_final"


@dataclass(frozen=True, slots=True)
class ActedBy:
    """Whose decision made a version, by kind and id as in the record."""

    audit_kind: str
    pk: int | None


def sheets_topic(division: Division) -> str:
    """What officials' pages that list sheets listen to."""
    return f"sheets:{division.pk}"


class SheetDecision:
    """One decision about one sheet, under way: the division is owned, the rows are as they are now.

    Attributes:
        by: who made what is written: whoever decides, unless a follower knows better.
        latest: the newest version, None while there are no figures.
        facts: what the newest version says.
        state: of the sheet.
        blank: the sheet without figures.
        result_changed: whether the game got a result by this decision.
    """

    def __init__(self, decision: DivisionDecision, game: Game, sheet: Sheet, by: Actor | None = None) -> None:
        self.decision, self.game, self.sheet = decision, game, sheet
        self.by = by or decision.by
        self.division = decision.division if sheet.division_id == decision.division.pk else sheet.division
        self.book = self.division.book_in_force
        self.state = State(sheet.state)
        self.latest = sheet.versions.filter(number=sheet.number).first() if sheet.number else None
        self.facts = self.latest.facts if self.latest else None
        self.lines = list(GameAdjustment.objects.filter(game=game).order_by("pk"))
        self.blank = blank_sheet(game, self.division, self.lines)
        self.result_changed = False

    def signers(self) -> set[int]:
        """Who has signed the newest version."""
        return set(Signature.objects.filter(version=self.latest).values_list("entry_id", flat=True))

    def with_lines_that_stand(self, facts: SheetFacts) -> SheetFacts:
        """A sheet with the players' own lines as on it, and the officials' lines as they stand now."""
        own = [line for line in facts.lines if line.own]
        return replace(facts, lines=tuple(sorted([*own, *(line for line in self.blank.lines if not line.own)])))

    def signed_figures(self, entry_id: int) -> SheetFacts | None:
        """The figures a player signed last since the sheet was last settled, with officials' lines as they are now."""
        signed = SheetVersion.objects.filter(sheet=self.sheet, number__gt=self.sheet.since, signatures__entry=entry_id)
        row = signed.order_by("-number").first()
        return None if row is None else self.with_lines_that_stand(row.facts)

    def write(self, facts: SheetFacts, *, cause: str) -> SheetVersion:
        """Write the next version. It voids the signatures of earlier ones; petitions for those lapse."""
        number = self.sheet.number + 1
        facts = replace(facts, version=number)
        text = canonical(facts)
        row = SheetVersion.objects.create(
            sheet=self.sheet, number=number, text=text, sha256=sha256(text), made_by_kind=self.by.audit_kind,
            made_by=self.by.pk, made_at=timezone.now(), cause=cause,
        )  # fmt: skip
        if number > 1:
            lapsed = self.sheet.petitions.open().exclude(sha256=row.sha256)
            lapsed.update(status=Petition.Status.LAPSED, decided_at=timezone.now())
        self.sheet.number, self.latest, self.facts = number, row, facts
        return row

    def sign(self, entry_id: int, *, means: str, device: str = "", at: datetime | None = None) -> None:
        """Put a player's name under the newest version. On paper, whoever decides has seen the signature."""
        assert self.latest is not None
        seen_by = self.by if means == Signature.Means.PAPER else None
        Signature.objects.create(
            version=self.latest, entry_id=entry_id, sha256=self.latest.sha256, means=means, device=device,
            signed_at=at or timezone.now(), seen_by_kind=seen_by.audit_kind if seen_by else "",
            seen_by=seen_by.pk if seen_by else None,
        )  # fmt: skip

    def step(self, event: Event, action: SheetAction | None = None, *, reason: str = "", **more: Any) -> None:
        """Bring the sheet into the state that the table of states has for this event, and record it as `record` does.

        Refused where the table has none.
        """
        if (state := BECOMES.get((self.state, event))) is None:
            raise Refused(NOT_NOW[self.state], code="sheet_state")
        sheet = self.sheet
        if state is not State.DISPUTED:
            sheet.disputed_by, sheet.dispute_note = None, ""
        if state is State.EMPTY or state in COUNTS or self.game.outcome not in Game.UNFINISHED:
            sheet.since = sheet.number
        self.state, sheet.state = state, state.value
        sheet.save()
        self.record(action, reason=reason, **more)

    def record(self, action: SheetAction | None = None, *, reason: str = "", **more: Any) -> None:
        """Record the decision, or the part of it named, with the state it left; the rows it made are kept with it."""
        after = {"game": self.sheet.game_id, "state": self.sheet.state, "version": self.sheet.number, **more}
        self.decision.record(self.sheet, action=action, by=self.by, after=after, reason=reason)

    def waive(self, reason: str) -> None:
        """The game counts without the missing signatures."""
        self.step(Event.WAIVES, reason=reason)

    def put_on_game(self, *, road: Road, reason: str = "", action: ResultAction | None = None) -> None:
        """Make the game's scores and own lines what the newest version says; the standings follow."""
        facts, game = self.facts, self.game
        assert facts is not None
        before = facts_of(game) if game.outcome else {}
        if not outcome_same(sheet_of_game(game, self.blank, facts), facts):
            own = [
                ScoreLine(game.side_of(line.entry), line.kind, line.points, line.seconds, line.lost_turn, line.rule)
                for line in facts.lines
                if line.own
            ]
            first, second = facts.score(game.first_id), facts.score(game.second_id or 0)
            outcome = GameOutcome(facts.outcome, first_score=first, second_score=second)
            save_account(game, outcome, road=road, by=self.by, lines={SHEET: own}, keep_own=True)
            self.decision.changes_state = True
        elif game.outcome in Game.SCORED:  # the players signed what an official had entered: it is theirs now
            note_who_entered(game, road=road, by=self.by)
            game.save(update_fields=["entered_by_kind", "entered_by", "entered_road"])
        after = {"round": game.round.number, "table": game.table, "sheet": self.sheet.pk}
        after |= {"version": self.sheet.number, "first": game.first_id, "second": game.second_id}
        action = action or (ResultAction.CORRECTED if before.get("outcome") else ResultAction.ENTERED)
        after |= facts_of(game)
        self.decision.record(game, action=action, by=self.by, before=before, after=after, reason=reason)
        self.result_changed = True


@contextmanager
def deciding_sheet(*, by: Actor, game: Game, can: Can, action: SheetAction) -> Iterator[SheetDecision]:
    """Ask the guard, own the division, and give the game's sheet. A player decides about the own game only."""
    require(by, game.round.division.tournament, can)
    if can is Can.SIGN and not isinstance(by, PlayerActor):  # a user's key is no entry's
        raise NotAllowed(can)
    with deciding(
        game.round.division, by=by, action=action, changes_state=False, tells_pages=False, owns_event=False
    ) as decision:
        row = published_game(decision.division, game)
        if row.second_id is None:
            raise Refused(Sentence("A bye has no result sheet."), code="bye")
        if isinstance(by, PlayerActor) and by.pk not in (row.first_id, row.second_id):
            raise NotAtThisBoard(Sentence("You do not play at this board: your own game is on your page."))
        sheet_decision = decision_about(decision, row)
        yield sheet_decision
        decision.topics |= {sheets_topic(decision.division), row.live_topic}
        if sheet_decision.result_changed:
            decision.topics.add(decision.division.live_topic)


def decision_about(decision: DivisionDecision, game: Game) -> SheetDecision:
    """What a decision is about: the sheet of this game, which is made where there is none."""
    low, high = sorted((game.first_id, game.second_id or 0))
    sheet = Sheet.objects.filter(game=game).first()
    if sheet is not None and (sheet.player_a_id, sheet.player_b_id) != (low, high):
        # Others play at the board now: the sheet of those before them can only be read.
        set_aside(SheetDecision(decision, game, sheet))
        Sheet.objects.filter(pk=sheet.pk).update(game=None)
        sheet = None
    if sheet is None:
        sheet = Sheet.objects.create(
            division=decision.division, round_number=game.round.number, game=game, player_a_id=low, player_b_id=high
        )
        if game.outcome not in Game.UNFINISHED:
            # A game that an official entered before anybody asked for its sheet: the figures are the first version.
            by = ActedBy(game.entered_by_kind or COMMAND_LINE.audit_kind, game.entered_by)
            adoption = SheetDecision(decision, game, sheet, by)
            adoption.write(sheet_of_game(game, adoption.blank), cause=SheetAction.OPENED)
            adoption.step(Event.POSTS if game.outcome in Game.SCORED else Event.RULES, SheetAction.OPENED)
    return SheetDecision(decision, game, sheet)


def set_aside(decision: SheetDecision) -> None:
    """Other players were put on the board of this sheet."""
    if decision.state is not State.SET_ASIDE:
        decision.step(Event.BOARD, SheetAction.SET_ASIDE)


def waits_for_start(game: Game) -> bool:
    """Whether the players' sheets of this game's round are not open yet: it is published and not started."""
    waits = game.round.status == Round.Status.PUBLISHED and game.round.started_at is None
    return waits and not game.round.division.tournament.sheets_open_early


# ── what the game's rows say, as a sheet ──────────────────────────────────────────────────────────────────────


def blank_sheet(game: Game, division: Division, lines: Sequence[GameAdjustment]) -> SheetFacts:
    """A sheet without figures: the players, who starts where that is decided, and the lines that stand."""
    second = game.second_id or 0
    started = game.first_id if game.starts_by not in {*Game.NOBODY_YET, Game.StartsBy.NONE} else None
    players = {"first": game.first_id, "second": second}
    sheet_lines = [
        SheetLine(
            players[line.side], line.kind, line.points, line.seconds, line.lost_turn, line.rule, line.source == SHEET
        )
        for line in lines
    ]
    sides = SheetSide(game.first_id), SheetSide(second)
    return in_order(
        SheetFacts(
            division.tournament_id, division.pk, game.pk, game.round.number, 0, "", sides, started, tuple(sheet_lines)
        )
    )


def sheet_of_game(game: Game, blank: SheetFacts, newest: SheetFacts | None = None, *, version: int = 0) -> SheetFacts:
    """The sheet as the game's rows have it.

    Args:
        blank: the game's sheet without figures.
        newest: the newest version, for what no row has: who started as the players wrote it, the tick.
    """
    sides = (
        SheetSide(game.first_id, game.first_score, game.first_halves, game.first_spread),
        SheetSide(game.second_id or 0, game.second_score, game.second_halves, game.second_spread),
    )
    facts = replace(blank, version=version, outcome=game.outcome, sides=sides)
    if newest is not None:
        facts = replace(facts, started=newest.started, tiles_counted=newest.tiles_counted)
    return in_order(facts)


def outcome_same(sheet: SheetFacts, other: SheetFacts) -> bool:
    """Whether two sheets give the game the same outcome, scores and lines."""
    return (sheet.outcome, sheet.sides, sheet.lines) == (other.outcome, other.sides, other.lines)


def written_sheet(decision: SheetDecision, figures: Figures) -> SheetFacts:
    """The sheet with these figures on it, its lines as the rulebook counts them. Raises Refused with what to mend."""
    for points in (*figures.scores.values(), *(line.points for line in figures.lines)):
        outcomes.played(points, 0)
    game, facts = decision.game, decision.blank
    if decision.facts is not None:
        facts = decision.with_lines_that_stand(decision.facts)
    try:
        if figures.lines:
            if any(line.source == "endgame" for line in decision.lines):
                raise Refused(WORKED_OUT, code="end_worked_out")
            names = {entry.pk: entry.player.name for entry in game.players}
            figures = replace(figures, lines=as_counted(figures.lines, decision.book, names))
        outcome = game.outcome if game.outcome in Game.SCORED else Game.Outcome.PLAYED
        return with_figures(facts, figures, outcome=outcome)
    except BadSheet as wrong:
        raise Refused(translated(wrong), code="bad_sheet") from wrong
