"""Recounts: who may ask, who takes part, how one ends, and what it may not change.

Totals are final ones, with every line; what a recount changes is the score on the sheet, so that the lines stay.
Rules: WESPA 5.5, NSA III.E; see docs/rulebook/recounts.md.
"""

from dataclasses import replace

from django.utils import timezone

from results.games.actions import ResultAction
from results.games.services import outcomes
from results.rulings.models import Recount
from results.sheets.actions import SheetAction
from results.sheets.engine.facts import SheetSide
from results.sheets.engine.finality import may_recount
from results.sheets.engine.recounts import RecountedTotals, RecountRight, after_recount, halted, recount_right
from results.sheets.engine.states import NOT_NOW, Event, State
from results.sheets.models import Sheet
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import FinalScore, history
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding, require_reason
from tdsuite.tournaments.services.games import GameOutcome, facts_of, published_game
from tdsuite.tournaments.services.roads import Road
from . import signed
from .decisions import deciding_sheet, decision_about


def request_from_sheet(*, by: PlayerActor, game: Game) -> Recount:
    """A player asks for a recount of the figures on the sheet, signed or not. Refused beyond the rulebook's margin."""
    with deciding_sheet(by=by, game=game, can=Can.SIGN, action=SheetAction.RECOUNT_REQUESTED) as decision:
        facts, row = decision.facts, decision.game
        if facts is None or facts.margin is None or decision.state is State.EMPTY:
            raise Refused(NOT_NOW[State.EMPTY], code="sheet_state")
        score = FinalScore(facts.total(row.first_id), facts.total(row.second_id or 0))
        asked_by = Entry.objects.select_related("player").get(pk=by.pk)
        return open_recount(decision.decision, row, score, asked_by=asked_by)


def request(
    *, by: Actor, game: Game, asked_by: Entry, both_take_part: bool = True, sheet_to: str = Recount.SheetTo.NOBODY
) -> Recount:
    """A player asks for a recount. Refused beyond the rulebook's margin, or to one who sat the last one out."""
    with deciding(game.round.division, by=by, can=Can.ENTER_RESULTS, action=SheetAction.RECOUNT_REQUESTED) as decision:
        row = published_game(decision.division, game)
        totals = _totals(decision.division, row)
        return open_recount(decision, row, totals, asked_by=asked_by, both_take_part=both_take_part, sheet_to=sheet_to)


def open_recount(
    decision: DivisionDecision, row: Game, score: FinalScore, *, asked_by: Entry, both_take_part: bool = True,
    sheet_to: str = Recount.SheetTo.NOBODY,
) -> Recount:  # fmt: skip
    """The recount's row and record.

    Args:
        score: the totals being recounted.
    """
    division = decision.division
    side = outcomes.side_named(row, asked_by)
    course = division.book_in_force.ending.recount_course
    signed.require_running(division)
    right = right_of(row, score)
    if not right.allowed:
        raise Refused(right.reasons[0].with_rule, code="no_recount")
    if Recount.objects.open().filter(game=row).exists():
        raise Refused(Sentence("This game is being recounted already."), code="recount_open")
    last = Recount.objects.filter(game=row).order_by("-opened_at", "-pk").first()
    sat_out = last is not None and not last.both_take_part and last.asked_by_id != asked_by.pk
    if sat_out and course.value.sat_out_may_not_ask:
        raise Refused(
            Sentence(
                "{player} took no part in the last recount and may not ask for another ({rule}).",
                player=asked_by.player,
                rule=cited(course),
            ),
            code="sat_out",
        )
    if sheet_to == Recount.SheetTo.DIRECTOR and not course.value.sheet_to_director:
        raise Refused("The opponent's sheet goes to the player who recounts (III.E).", code="sheet_to_player")
    recount = Recount.objects.create(
        game=row,
        asked_by=asked_by,
        both_take_part=both_take_part,
        sheet_to=sheet_to,
        first=row.first,
        first_before=score.first or 0,
        second_before=score.second or 0,
        opened_at=timezone.now(),
    )
    after = {"game": row.pk, "side": side, "totals": [score.first, score.second], "both": both_take_part}
    decision.record(recount, action=SheetAction.RECOUNT_REQUESTED, after=after)
    return recount


def right_of(game: Game, score: FinalScore) -> RecountRight:
    """Whether one player may ask for a recount of this game with these totals now, and why."""
    book, state = game.round.division.book_in_force, signed.state_of(game)
    return recount_right(margin=score.spread, book=book, state=state, next_game_began=signed.next_game_began(game))


def _totals(division: Division, game: Game) -> FinalScore:
    """The totals being recounted: of the result, or of a sheet that does not count yet."""
    if game.outcome in Game.UNFINISHED and game.second_id is not None:
        sheet = Sheet.objects.filter(game=game, state__in=(State.ENTERED, State.DISPUTED)).first()
        newest = sheet.versions.filter(number=sheet.number).first() if sheet else None
        if newest is not None:
            return FinalScore(newest.facts.total(game.first_id), newest.facts.total(game.second_id))
    if game.outcome not in Game.SCORED or game.first_score is None or game.second_score is None:
        raise Refused(f"{outcomes.where(game)} has no scores to recount: enter them first.", code="no_scores")
    return history(division).final_score(game)


def bar(*, by: Actor, recount: Recount, entry: Entry, reason: str) -> Recount:
    """Nothing is to change in this player's favour: a frivolous or slowed recount (WESPA 5.5.4(b))."""
    division = recount.game.round.division
    require(by, division.tournament, Can.RULE)
    require_reason(reason, "Say why.")
    with deciding(division, by=by, action=SheetAction.RECOUNT_BARRED, reason=reason) as decision:
        signed.require_running(decision.division)
        row = _open(recount)
        if not decision.division.book_in_force.ending.recount_course.value.may_bar:
            raise Refused("This rulebook knows no such direction; halt the recount instead.", code="not_in_rulebook")
        outcomes.side_named(row.game, entry)
        row.barred = entry
        row.save(update_fields=["barred"])
        decision.record(row, after={"entry": entry.pk})
    return row


def finish(
    *, by: Actor, recount: Recount, first_total: int, second_total: int, verified: bool = False, reason: str = ""
) -> RecountedTotals:
    """The recount is done.

    Args:
        first_total, second_total: the totals counted, sides as they are now.
        verified: the director settled a disputed play.
    """
    return _close(by, recount, (first_total, second_total), halt=False, verified=verified, reason=reason)


def halt(*, by: Actor, recount: Recount, reason: str, agreed: tuple[int, int] | None = None) -> RecountedTotals:
    """The director ends it.

    Args:
        agreed: totals with the changes agreed so far, where the book applies those (NSA III.E).
    """
    require_reason(reason, "Say why the recount is halted: frivolous, too long, in the way of the event.")
    return _close(by, recount, agreed, halt=True, verified=False, reason=reason)


def _close(
    by: Actor, recount: Recount, counted: tuple[int, int] | None, *, halt: bool, verified: bool, reason: str
) -> RecountedTotals:
    with deciding(
        recount.game.round.division,
        by=by,
        can=Can.RULE if halt or verified else Can.CORRECT_RESULTS,
        action=SheetAction.RECOUNT_CLOSED,
        reason=reason,
    ) as decision:
        owned = decision.division
        signed.require_running(owned)
        row = _open(recount)
        game = published_game(owned, row.game)
        book = owned.book_in_force
        right = may_recount(signed.state_of(game), book, next_game_began=False)
        now = _totals(owned, game)
        before = (now.first or 0, now.second or 0)
        if verified and not book.ending.recount_course.value.director_verifies:
            raise Refused(
                "Under this rulebook a game is recounted in full by the players (5.5.2).", code="players_recount"
            )
        barred = None if row.barred_id is None else (0 if row.barred_id == game.first_id else 1)
        changed = (
            halted(before, counted if right.allowed else None, book=book)
            if halt
            else after_recount(before, counted or before, barred=barred, book=book)
        )
        if (changed.first, changed.second) != before:
            if not right.allowed:
                reason_text = f"{right.reason.text} ({right.reason.rule})"
                raise Refused(f"{reason_text} End it with the totals that stand.", code="recount_too_late")
            _correct(decision, game, now, changed, reason=reason or "recount")
        advised = book.ending.recount_course.value.report and (halt or verified)
        totals = changed.first, changed.second
        stands = Recount.Status.STANDS if totals == before else Recount.Status.CHANGED
        row.status = Recount.Status.HALTED if halt else stands
        row.first_after, row.second_after = totals if row.first_id == game.first_id else totals[::-1]
        row.verified_by_director, row.report, row.closed_at = verified, advised, timezone.now()
        row.save()
        decision.record(row, before={"totals": list(before)}, after={"status": row.status, "totals": list(totals)})
    return changed


def _open(recount: Recount) -> Recount:
    row = Recount.objects.select_related("game__round").get(pk=recount.pk)
    if row.status != Recount.Status.OPEN:
        raise Refused("This recount is over.", code="recount_over")
    return row


def _correct(decision: DivisionDecision, game: Game, now: FinalScore, changed: RecountedTotals, *, reason: str) -> None:
    """New scores, on the sheet alone while it does not count, so that with the lines that stand the totals are as recounted."""
    if game.outcome in Game.UNFINISHED:
        sheet = decision_about(decision, game)
        facts = sheet.with_lines_that_stand(sheet.facts or sheet.blank)
        totals = {game.first_id: changed.first, game.second_id: changed.second}
        low, high = (
            SheetSide(entry, totals[entry] - (facts.total(entry) or 0) + (facts.score(entry) or 0))
            for entry in facts.players
        )
        sheet.write(replace(facts, sides=(low, high)), cause=SheetAction.RECOUNT_CLOSED)
        sheet.step(Event.RECOUNTED, SheetAction.RECOUNTED)
        return
    first = (game.first_score or 0) + changed.first - (now.first or 0)
    second = (game.second_score or 0) + changed.second - (now.second or 0)
    outcomes.played(first, second)
    before = facts_of(game)
    outcome = GameOutcome(game.outcome, first_score=first, second_score=second, rated=game.rated)
    save_account(game, outcome, road=Road.RECOUNT, by=decision.by, keep_own=True)
    after = {"round": game.round.number, "table": game.table, **facts_of(game)}
    decision.record(game, action=ResultAction.CORRECTED, before=before, after=after, reason=reason)
