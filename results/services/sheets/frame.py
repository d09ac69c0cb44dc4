"""What every decision about a result sheet shares: its rows, its versions and signatures, its record, its live topics."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tdsuite.access.actors import PlayerActor
from tdsuite.access.guard import NotAllowed, require
from tdsuite.access.roles import Can
from tdsuite.audit.models import Record
from tdsuite.audit.services import record
from tdsuite.live.services import bump
from tdsuite.tournaments.engine.account import SHEET
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.adjustments import ScoreLine
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, facts_of
from tdsuite.tournaments.services.roads import Road

from ...engine.own_lines import as_counted
from ...engine.sheet_states import COUNTS, Event, NotNow, State, Transition, step
from ...engine.sheets import BadSheet, Figures, Line, SheetFacts, Side, agree, canonical, in_order, sha256, with_figures
from ...models import Petition, Sheet, SheetVersion, Signature
from ...sheets_models import NOTE_LENGTH
from .. import outcomes
from ..forfeits import published_game

NOTE_LIMIT = NOTE_LENGTH
OWN_LINES = SHEET  # the source of lines that the players wrote on the sheet themselves
ELSEWHERE = "The end of this game was worked out by an official: leave tiles left and overtime off the sheet."


class NotAtThisBoard(Refused):
    """A player acts on a game that is somebody else's."""


class SheetChanged(Refused):
    """The figures on the page are not the newest: nothing was signed."""


class SheetFinal(Refused):
    """The sheet is final; the message says how it can still be corrected."""


@dataclass(frozen=True, slots=True)
class ActedBy:
    """Whose decision made a version, by kind and id as in the record."""

    audit_kind: str
    pk: int | None


def kind_of(by: Any) -> str:
    return str(getattr(by, "audit_kind", Record.ActorKind.USER))


def sheets_topic(division: Division) -> str:
    """What officials' pages that list sheets listen to."""
    return f"sheets:{division.pk}"


def game_topic(game_id: int) -> str:
    """What the two players' pages of one game listen to."""
    return f"game:{game_id}"


@dataclass
class Desk:
    """One decision on one sheet, under way: the division is owned, the rows are as they are now."""

    by: Any
    division: Division
    game: Game
    sheet: Sheet
    latest: SheetVersion | None
    lines: list[GameAdjustment]
    made: list[SheetVersion]
    signed: list[Signature]
    result_changed: bool = False

    @property
    def state(self) -> State:
        return self.sheet.is_state

    @property
    def facts(self) -> SheetFacts | None:
        """What the newest version says."""
        return self.latest.facts if self.latest else None

    def step(self, event: Event) -> Transition:
        """The table's row; Refused where it has none."""
        try:
            return step(self.state, event)
        except NotNow as wrong:
            raise Refused(str(wrong)) from wrong

    def signers(self) -> set[int]:
        """Who has signed the newest version."""
        if self.latest is None:
            return set()
        there = Signature.objects.filter(version=self.latest).values_list("entry_id", flat=True)
        return set(there)

    def blank(self) -> SheetFacts:
        """The sheet without figures: players, and what stands in the game's rows."""
        return blank(self.game, self.division, self.lines)

    def base(self) -> SheetFacts:
        """What new figures are written on: the newest version, or a blank sheet."""
        newest = self.facts
        return self.blank() if newest is None else replace(newest, lines=_kept(newest, self.blank().lines))

    def claim_of(self, entry_id: int) -> SheetFacts | None:
        """The figures a player signed last since the sheet was last settled, with officials' lines as they are now."""
        signed = SheetVersion.objects.filter(sheet=self.sheet, number__gt=self.sheet.since, signatures__entry=entry_id)
        row = signed.order_by("-number").first()
        return None if row is None else replace(row.facts, lines=_kept(row.facts, self.blank().lines))

    def claims_differ(self) -> bool:
        """Whether the two players signed different figures."""
        one, other = self.claim_of(self.sheet.one_id), self.claim_of(self.sheet.other_id)
        return one is not None and other is not None and not agree(one, other)

    def version(self, facts: SheetFacts, *, cause: str) -> SheetVersion:
        """Write the next version down. It voids the signatures of earlier ones; petitions for those lapse."""
        number = self.sheet.number + 1
        text = canonical(replace(facts, version=number))
        row = SheetVersion.objects.create(
            sheet=self.sheet, number=number, text=text, sha256=sha256(text), made_by_kind=kind_of(self.by),
            made_by=self.by.pk, made_at=timezone.now(), cause=cause,
        )  # fmt: skip
        if number > 1:
            self.sheet.petitions.open().exclude(sha256=row.sha256).update(
                status=Petition.Status.LAPSED, decided_at=timezone.now()
            )
        self.sheet.number, self.latest = number, row
        self.made.append(row)
        return row

    def sign(
        self, entry_id: int, *, means: str, device: str = "", at: datetime | None = None, seen_by: Any = None
    ) -> None:
        """A player's name under the newest version."""
        assert self.latest is not None
        row = Signature.objects.create(
            version=self.latest, entry_id=entry_id, sha256=self.latest.sha256, means=means, device=device,
            signed_at=at or timezone.now(), seen_by_kind=kind_of(seen_by) if seen_by is not None else "",
            seen_by=seen_by.pk if seen_by is not None else None,
        )  # fmt: skip
        self.signed.append(row)

    def becomes(self, state: State) -> None:
        if state is not State.DISPUTED:
            self.sheet.disputed_by, self.sheet.dispute_note = None, ""
        if state is State.EMPTY:
            self.sheet.handed_in_at = None
        if state is State.EMPTY or state in COUNTS or self.game.outcome not in Game.UNFINISHED:
            self.sheet.since = self.sheet.number
        self.sheet.state = state.value
        self.sheet.save()

    def noted(self, action: str, *, reason: str = "", **more: Any) -> None:
        """The decision's record: the state it left, and every version and signature it made, by hash."""
        after = {
            "game": self.sheet.game_id,
            "state": self.sheet.state,
            "version": self.sheet.number,
            "versions": [version_facts(row) for row in self.made],
            "signatures": [signature_facts(row) for row in self.signed],
            **more,
        }
        record(
            action, obj=self.sheet, tournament=self.division.tournament, scope=self.division.live_topic, by=self.by,
            after=after, reason=reason,
        )  # fmt: skip

    def put_on_game(self, *, road: Road, reason: str = "", action: str = "") -> None:
        """Make the game's scores and own lines what the newest version says; the standings follow."""
        facts = self.facts
        assert facts is not None
        before = facts_of(self.game) if self.game.outcome else {}
        there = game_facts(self.game, self.division, self.lines, facts)
        if not outcome_same(there, facts):
            own = {OWN_LINES: [_row_of(self.game, line) for line in facts.lines if line.own]}
            scores = [facts.side(entry or 0).score for entry in (self.game.first_id, self.game.second_id)]
            outcome = GameOutcome(facts.outcome, first_score=scores[0], second_score=scores[1])
            save_account(self.game, outcome, road=road, by=self.by, lines=own, keep_own=True)
            Division.objects.filter(pk=self.division.pk).raise_version()
        after = {"round": self.game.round.number, "table": self.game.table, "sheet": self.sheet.pk}
        after |= {"version": self.sheet.number, "first": self.game.first_id, "second": self.game.second_id}
        name = action or ("result.corrected" if before.get("outcome") else "result.entered")
        record(
            name, obj=self.game, tournament=self.division.tournament, scope=self.division.live_topic, by=self.by,
            before=before, after={**after, **facts_of(self.game)}, reason=reason,
        )  # fmt: skip
        self.result_changed = True


def version_facts(row: SheetVersion) -> list[Any]:
    """What the record keeps of a version; `verify` compares it with the row."""
    at = row.made_at.isoformat(timespec="microseconds")
    return [row.number, row.sha256, row.made_by_kind, row.made_by, at, row.cause]


def signature_facts(row: Signature) -> list[Any]:
    """What the record keeps of a signature; `verify` compares it with the row."""
    at = row.signed_at.isoformat(timespec="microseconds")
    return [row.version.number, row.entry_id, row.sha256, row.means, row.device, at, row.seen_by_kind, row.seen_by]


@contextmanager
def at_desk(*, by: Any, game: Game, can: Can) -> Iterator[Desk]:
    """Ask the guard, own the division, and hand over the game's sheet. A player gets at the own game's only."""
    require(by, game.round.division.tournament, can)
    if can is Can.SIGN and not isinstance(by, PlayerActor):  # a user's key is no entry's
        raise NotAllowed(can)
    with deciding(game.round.division, changes_state=False, told=False) as division:
        row = published_game(division, game)
        if row.second_id is None:
            raise Refused("A bye has no result sheet.")
        if isinstance(by, PlayerActor) and by.pk not in (row.first_id, row.second_id):
            raise NotAtThisBoard("You do not play at this board: your own game is on your page.")
        desk = desk_for(by, division, row)
        yield desk
        public = [division.live_topic] if desk.result_changed else []
        bump(sheets_topic(division), game_topic(row.pk), *public)


def desk_for(by: Any, division: Division, game: Game) -> Desk:
    """The game's sheet as it is now, made where there is none. The caller owns the division."""
    people = sorted((game.first_id, game.second_id or 0))
    sheet = Sheet.objects.filter(game=game).first()
    if sheet is not None and [sheet.one_id, sheet.other_id] != people:
        _give_up(by, division, game, sheet)
        sheet = None
    if sheet is None:
        sheet = Sheet.objects.create(
            division=division, round_number=game.round.number, game=game, one_id=people[0], other_id=people[1]
        )
        if game.outcome not in Game.UNFINISHED:
            _adopt(division, game, sheet)
    return open_desk(by, division, game, sheet)


def _give_up(by: Any, division: Division, game: Game, sheet: Sheet) -> None:
    """Others sit at the board now: the sheet of those before them is only kept to be read."""
    old = open_desk(by, division, game, sheet)
    if old.state is not State.SET_ASIDE:
        old.becomes(old.step(Event.BOARD).becomes)
        old.noted("sheet.set_aside")
    Sheet.objects.filter(pk=sheet.pk).update(game=None)


def _adopt(division: Division, game: Game, sheet: Sheet) -> None:
    """A game that an official entered before anybody asked for its sheet: the figures are the first version."""
    last = Record.objects.about(game).order_by("-seq").first()
    by = ActedBy(last.actor_kind, last.actor_id) if last else ActedBy(Record.ActorKind.COMMAND, None)
    desk = open_desk(by, division, game, sheet)
    row = desk.step(Event.POSTS if game.outcome in Game.SCORED else Event.RULES)
    desk.version(game_facts(game, division, desk.lines, None), cause=last.action if last else "result.entered")
    desk.becomes(row.becomes)
    desk.noted("sheet.opened")


def open_desk(by: Any, division: Division, game: Game, sheet: Sheet) -> Desk:
    latest = sheet.versions.filter(number=sheet.number).first() if sheet.number else None
    lines = list(GameAdjustment.objects.filter(game=game).order_by("pk"))
    return Desk(by, division, game, sheet, latest, lines, [], [])


# ── what the rows say, as a sheet ─────────────────────────────────────────────────────────────────────────────


def blank(game: Game, division: Division, lines: Sequence[GameAdjustment]) -> SheetFacts:
    """A sheet without figures: the players, who starts where that is decided, and the lines that stand."""
    assert game.second_id is not None
    started = game.first_id if game.starts_by not in {*Game.NOBODY_YET, Game.StartsBy.NONE} else None
    players = {"first": game.first_id, "second": game.second_id}
    found = tuple(
        Line(players[one.side], one.kind, one.points, one.seconds, one.lost_turn, one.rule, one.source == OWN_LINES)
        for one in lines
    )
    return in_order(
        SheetFacts(
            division.tournament_id, division.pk, game.pk, game.round.number, 0, "",
            (Side(game.first_id), Side(game.second_id)), started, found,
        )
    )  # fmt: skip


def game_facts(game: Game, division: Division, lines: Sequence[GameAdjustment], said: SheetFacts | None) -> SheetFacts:
    """The sheet as the game's rows have it. said: the newest version, for what no row keeps (challenges, the tick)."""
    plain = blank(game, division, lines)
    kept: dict[str, Any] = {}
    if said is not None:
        kept = {"started": said.started, "challenges": said.challenges, "tiles_counted": said.tiles_counted}
    sides = []
    for name, entry in (("first", game.first_id), ("second", game.second_id)):
        score, spread = getattr(game, f"{name}_score"), getattr(game, f"{name}_spread")
        sides.append(Side(entry or 0, score, getattr(game, f"{name}_halves"), spread))
    return in_order(replace(plain, outcome=game.outcome, sides=(sides[0], sides[1]), **kept))


def outcome_same(one: SheetFacts, other: SheetFacts) -> bool:
    """Whether two sheets give the game the same outcome, scores and lines."""
    return (one.outcome, one.sides, one.lines) == (other.outcome, other.sides, other.lines)


def _kept(facts: SheetFacts, rows: tuple[Line, ...]) -> tuple[Line, ...]:
    """Officials' lines as they stand now, with the players' own as on the sheet."""
    own = tuple(line for line in facts.lines if line.own)
    return tuple(sorted((*(line for line in rows if not line.own), *own)))


def _row_of(game: Game, line: Line) -> ScoreLine:
    return ScoreLine(game.side_of(line.entry), line.kind, line.points, line.seconds, line.lost_turn, line.rule)


def written(desk: Desk, figures: Figures) -> SheetFacts:
    """The sheet with these figures on it, its lines as the rulebook counts them. Raises Refused with what to mend."""
    for score in figures.scores.values():
        outcomes.played(score, 0)
    if figures.lines and any(one.source == "endgame" for one in desk.lines):
        raise Refused(ELSEWHERE)
    for line in figures.lines:
        outcomes.played(line.points, 0)
    names = {entry.pk: entry.player.name for entry in (desk.game.first, desk.game.second) if entry is not None}
    book = desk.division.tournament.rules.rulebook
    outcome = desk.game.outcome if desk.game.outcome in Game.SCORED else Game.Outcome.PLAYED
    try:
        counted = replace(figures, lines=as_counted(figures.lines, book, names))
        return with_figures(desk.base(), counted, outcome=outcome)
    except BadSheet as wrong:
        raise Refused(str(wrong)) from wrong
