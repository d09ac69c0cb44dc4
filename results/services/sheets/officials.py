"""Officials at a sheet: enter it from paper, rule on it, do without signatures, and see what is still unsigned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import BY_BOARD, Division, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.roads import Road

from ...engine.finality import Ground, change
from ...engine.sheet_states import FINAL, UNSIGNED, Event, State
from ...engine.sheets import Figures, SheetFacts, agree, same
from ...models import Ruling, Sheet, SheetPhoto, SheetVersion, Signature
from .. import rulings
from ..outcomes import where
from . import photos, standing
from .deadline import next_game_began
from .entering import plain, tell_starter
from .follow import ONLY_THE_DIRECTOR
from .frame import Desk, SheetFinal, at_desk, written
from .submissions import Answer, answer, answered

SAYS_FINAL = (
    "This sheet is final and says otherwise: both players petition, or the director changes it on its page "
    "(WESPA 5.4.1; NSA III.F)."
)
NO_SHEET = "no sheet"
GROUNDS = {
    Ground.BOTH_ASK: (Event.ACCEPTED, "sheet.petition_accepted", Road.PETITION),
    Ground.AS_SIGNED: (Event.REKEYED, "sheet.rekeyed", Road.PAPER_SHEET),
}
NO_MORE = (State.POSTED, State.WAIVED)  # paper without signatures adds nothing to these


def enter_from_paper(
    *, by: Any, game: Game, figures: Figures, both_seen: bool, photo: photos.Photo | None = None, key: str = ""
) -> Answer:
    """A scorer enters a paper sheet.  both_seen: both signatures are on it, and that makes it final.

    Without them the figures count and the sheet stays in the list of unsigned ones. Raises SheetFinal, Refused.
    """
    kept = photos.keep(photo) if photo else None
    try:
        with at_desk(by=by, game=game, can=Can.ENTER_RESULTS) as desk:
            content = {**plain(figures), "seen": both_seen}
            before = answered(desk, key, "paper", content)
            if before is not None:
                photos.drop(kept)
                return before
            facts = _on_the_sheet(desk, figures)
            there = desk.facts is not None and same(facts, desk.facts)
            if not there and (desk.state in FINAL or (not both_seen and standing.signed_version(desk.sheet))):
                raise SheetFinal(SAYS_FINAL)
            if desk.state in FINAL or (there and not both_seen and desk.state in NO_MORE):
                photos.drop(kept)
                return answer(desk, key, "paper", content, "This very sheet is in already: nothing was done twice.")
            if desk.state is State.DISPUTED and not both_seen:
                raise Refused(ONLY_THE_DIRECTOR)
            _write(desk, facts, Event.PAPER if both_seen else Event.POSTS, by)
            if kept and desk.latest:
                SheetPhoto.objects.create(version=desk.latest, taken_by=by.pk, **kept)
            return answer(desk, key, "paper", content, "Entered." if both_seen else "Entered; signatures are missing.")
    except BaseException:
        photos.drop(kept)
        raise


def _on_the_sheet(desk: Desk, figures: Figures) -> SheetFacts:
    """The paper's figures. What is noted on the sheet besides stays, where they are the same and say nothing of it."""
    facts, newest = written(desk, figures), desk.facts
    silent = not (figures.challenges or figures.tiles_counted)
    return newest if newest is not None and silent and agree(facts, newest) else facts


def _write(desk: Desk, facts: SheetFacts, event: Event, by: Any) -> None:
    """The paper's figures as a version; with both signatures seen, those too."""
    row = desk.step(event)
    desk.version(facts, cause="sheet.from_paper")
    if event is Event.PAPER:
        desk.sheet.handed_in_at = timezone.now()
        for entry in facts.players:
            desk.sign(entry, means=Signature.Means.PAPER, seen_by=by)
    desk.becomes(row.becomes)
    desk.noted("sheet.from_paper")
    action = "" if desk.game.outcome in Game.UNFINISHED else "result.corrected"
    desk.put_on_game(road=Road.PAPER_SHEET, action=action)
    tell_starter(desk)


def rule_sheet(*, by: Any, game: Game, figures: Figures, facts: rulings.RulingFacts) -> SheetVersion:
    """The director finds the result: sheets that differ, or a signed one that a ruling, or an appeal, has to change.

    It needs no signature, and binds until another ruling or an appeal. Raises Refused without a finding, NotAllowed.
    """
    require(by, game.round.division.tournament, Can.RULE)
    with at_desk(by=by, game=game, can=Can.CORRECT_RESULTS) as desk:
        standing.require_running(desk.division)
        sheet = written(desk, figures)
        row = desk.step(Event.RULES)
        ruling = rulings.write_ruling(desk.division, facts, by=by, subject=Ruling.Subject.SCORE, game=desk.game)
        made = desk.version(sheet, cause="sheet.ruled")
        desk.becomes(row.becomes)
        desk.noted("sheet.ruled", ruling=ruling.pk)
        desk.put_on_game(road=Road.SHEET_RULING, reason=facts.finding.strip())
        tell_starter(desk)
        return made


def change_signed(*, by: Any, game: Game, figures: Figures, ground: Ground, facts: rulings.RulingFacts) -> SheetVersion:
    """An official changes what both players signed, on a ground of the rulebook that the record keeps.

    A ruling is `rule_sheet`. Asked for by both players before the director, or typed otherwise than the paper says that
    both signed: a new version, with both signatures as the official saw them. Raises SheetFinal where the book has no
    such ground (any more), Refused without a finding. (WESPA 5.4.1; NSA III.F)
    """
    if ground is Ground.RULING:
        return rule_sheet(by=by, game=game, figures=figures, facts=facts)
    if not facts.finding.strip():
        raise Refused("Say what was found: the record keeps it.")
    with at_desk(by=by, game=game, can=Can.CORRECT_RESULTS) as desk:
        standing.require_running(desk.division)
        _require_ground(desk, ground)
        sheet = written(desk, figures)
        if desk.facts is not None and same(sheet, desk.facts):
            raise Refused("That is what the sheet says already.")
        event, action, road = GROUNDS[ground]
        row = desk.step(event)
        made = desk.version(sheet, cause=action)
        for entry in sheet.players:
            desk.sign(entry, means=Signature.Means.PAPER, seen_by=by)
        if row.becomes is State.HANDED_IN:
            desk.sheet.handed_in_at = desk.sheet.handed_in_at or timezone.now()
        desk.becomes(row.becomes)
        desk.noted(action, reason=facts.finding.strip())
        desk.put_on_game(road=road, reason=facts.finding.strip())
        tell_starter(desk)
        return made


def _require_ground(desk: Desk, ground: Ground) -> None:
    signed = standing.signed_version(desk.sheet)
    verdict = change(
        ground, desk.state, desk.division.tournament.book,
        on_paper=signed is not None and standing.signed_on_paper(signed), next_game_began=next_game_began(desk),
    )  # fmt: skip
    if not verdict.allowed:
        raise SheetFinal(f"{verdict.reason.text} ({verdict.reason.rule})")


def waive_unsigned(*, by: Any, game: Game, reason: str) -> Sheet:
    """The director does without the missing signatures of a game that counts: the figures were verified otherwise."""
    if not reason.strip():
        raise Refused("Say how the result was verified without the signatures (NSA Guideline 12).")
    with at_desk(by=by, game=game, can=Can.CORRECT_RESULTS) as desk:
        if desk.game.outcome in Game.UNFINISHED:
            raise Refused(f"{where(desk.game)} has no result yet: it must be entered before signatures can be waived.")
        desk.becomes(desk.step(Event.WAIVES).becomes)
        desk.noted("sheet.waived", reason=reason.strip())
        return desk.sheet


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A game whose sheet misses a signature.  state: a State, or "no sheet".  missing: entries whose name is not on it."""

    game: Game
    state: str
    missing: tuple[int, ...]


def unsigned(division: Division) -> list[Unsigned]:
    """Sheets that miss a signature, by round and table, in four queries.

    In an event that uses sheets at all, a scored game that has none is one of them: nobody signed it here.
    """
    games = Game.objects.of_division(division).exclude(round__status=Round.Status.DRAFT).filter(second__isnull=False)
    wanted = games.filter(sheet__state__in=UNSIGNED)
    if Sheet.objects.filter(division__tournament=division.tournament_id, number__gt=0).exists():
        wanted = wanted | games.filter(sheet=None, outcome__in=Game.SCORED)
    rows = wanted.with_people().select_related("sheet").order_by("round__number", *BY_BOARD)
    found = list(rows)
    signed = _signed([game.sheet for game in found if hasattr(game, "sheet")])
    return [_unsigned(game, signed) for game in found]


def _signed(sheets: Sequence[Sheet]) -> set[tuple[int, int, int]]:
    """(sheet, version, entry) of every signature on these sheets."""
    rows = Signature.objects.filter(version__sheet__in=sheets)
    return set(rows.values_list("version__sheet_id", "version__number", "entry_id"))


def _unsigned(game: Game, signed: set[tuple[int, int, int]]) -> Unsigned:
    people = (game.first_id, game.second_id or 0)
    sheet = getattr(game, "sheet", None)
    if sheet is None:
        return Unsigned(game, NO_SHEET, people)
    missing = tuple(entry for entry in people if (sheet.pk, sheet.number, entry) not in signed)
    return Unsigned(game, sheet.state, missing)


def unsigned_blockers(tournament: Tournament) -> list[str]:
    """Why the event cannot be finished yet: one sentence a division."""
    found = []
    for division in tournament.divisions.order_by("position", "pk"):
        rows = unsigned(division)
        if rows:
            names = "; ".join(where(row.game) for row in rows[:5]) + ("; …" if len(rows) > 5 else "")
            count = "one sheet is" if len(rows) == 1 else f"{len(rows)} sheets are"
            found.append(f"{division}: {count} not signed by both ({names}). Have them signed, or waive with a reason.")
    return found
