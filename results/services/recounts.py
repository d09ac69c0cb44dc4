"""Recounts: who may ask, who takes part, how one ends, and what it may not change.

Totals are final ones, with every line; what a recount changes is the score on the sheet, so that the lines stay.
Rules: WESPA 5.5, NSA III.E; see docs/rulebook/recounts.md.
"""

from typing import Any

from django.utils import timezone

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.models import Record
from tdsuite.audit.services import record
from tdsuite.tournaments.models import Division, Entry, Game
from tdsuite.tournaments.reads import FinalScore, history
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.services.accounts import save_account
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, facts_of
from tdsuite.tournaments.services.roads import Road

from ..engine.finality import may_recount
from ..engine.recount import RecountRight, recount_right
from ..engine.recounted import Changed, after_recount, halted
from ..models import Recount
from . import outcomes
from .forfeits import published_game
from .sheets import deadline, recounting, standing


def request(
    *, by: Any, game: Game, asked_by: Entry, both_take_part: bool = True, sheet_to: str = Recount.Sheet.NOBODY
) -> Recount:
    """A player asks for a recount. Refused beyond the rulebook's margin, or to one who sat the last one out."""
    require(by, game.round.division.tournament, Can.ENTER_RESULTS)
    with deciding(game.round.division, changes_state=False) as division:
        row = published_game(division, game)
        return open_recount(
            division, row, _totals(division, row), by=by, asked_by=asked_by, both_take_part=both_take_part,
            sheet_to=sheet_to,
        )  # fmt: skip


def open_recount(
    division: Division, row: Game, score: FinalScore, *, by: Any, asked_by: Entry, both_take_part: bool = True,
    sheet_to: str = Recount.Sheet.NOBODY,
) -> Recount:  # fmt: skip
    """The recount's row and record, inside a decision that owns the division.  score: the totals being recounted."""
    side = outcomes.side_named(row, asked_by)
    book = division.tournament.rules.rulebook
    course = book.ending.recount_course
    standing.require_running(division)
    right = right_of(row, score)
    if not right.allowed:
        raise Refused(f"{right.reasons[0].text} ({right.reasons[0].rule})")
    _nobody_recounts(row)
    if course.value.sat_out_may_not_ask and _sat_out(row, asked_by):
        raise Refused(
            f"{asked_by.player} took no part in the last recount and may not ask for another ({cited(course)})."
        )
    if sheet_to == Recount.Sheet.DIRECTOR and not course.value.sheet_to_director:
        raise Refused("The opponent's sheet goes to the player who recounts (III.E).")
    recount = Recount.objects.create(
        game=row,
        asked_by=asked_by,
        both_take_part=both_take_part,
        sheet_to=sheet_to,
        first=row.first,
        first_before=score.first or 0,
        second_before=score.second or 0,
        opened_by=by.pk if kind_of_actor(by) == Record.ActorKind.USER else None,
        opened_at=timezone.now(),
    )
    record(
        "recount.requested", obj=recount, tournament=division.tournament, scope=division.live_topic, by=by,
        after={"game": row.pk, "side": side, "totals": [score.first, score.second], "both": both_take_part},
    )  # fmt: skip
    return recount


def right_of(game: Game, score: FinalScore) -> RecountRight:
    """Whether one player may ask for a recount of this game now, and why.  score: its totals."""
    book, state = game.round.division.tournament.rules.rulebook, standing.state_of(game)
    return recount_right(margin=score.spread, book=book, state=state, next_game_began=deadline.began(game))


def kind_of_actor(by: Any) -> str:
    return str(getattr(by, "audit_kind", Record.ActorKind.USER))


def _totals(division: Division, game: Game) -> FinalScore:
    on_sheet = recounting.totals(game) if game.outcome in Game.UNFINISHED else None
    if on_sheet is not None:
        return on_sheet
    if game.outcome not in Game.SCORED or game.first_score is None or game.second_score is None:
        raise Refused(f"{outcomes.where(game)} has no scores to recount: enter them first.")
    return history(division).final_score(game)


def _nobody_recounts(game: Game) -> None:
    if Recount.objects.open().filter(game=game).exists():
        raise Refused("This game is being recounted already.")


def _sat_out(game: Game, entry: Entry) -> bool:
    last = Recount.objects.filter(game=game).order_by("-opened_at", "-pk").first()
    return last is not None and not last.both_take_part and last.asked_by_id != entry.pk


def bar(*, by: Any, recount: Recount, entry: Entry, reason: str) -> Recount:
    """Nothing is to change in this player's favour: a frivolous or slowed recount (WESPA 5.5.4(b))."""
    division = recount.game.round.division
    require(by, division.tournament, Can.RULE)
    if not reason.strip():
        raise Refused("Say why.")
    with deciding(division, changes_state=False) as owned:
        standing.require_running(owned)
        row = _open(recount)
        if not owned.tournament.rules.rulebook.ending.recount_course.value.may_bar:
            raise Refused("This rulebook knows no such direction; halt the recount instead.")
        outcomes.side_named(row.game, entry)
        row.barred = entry
        row.save(update_fields=["barred"])
        record(
            "recount.barred", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
            after={"entry": entry.pk}, reason=reason,
        )  # fmt: skip
    return row


def finish(
    *, by: Any, recount: Recount, first_total: int, second_total: int, verified: bool = False, reason: str = ""
) -> Changed:
    """The recount is done: the totals found, sides as they are now. verified: the director settled a disputed play."""
    return _close(by, recount, (first_total, second_total), halt=False, verified=verified, reason=reason)


def halt(*, by: Any, recount: Recount, reason: str, agreed: tuple[int, int] | None = None) -> Changed:
    """The director ends it. agreed: totals with the changes agreed so far, where the book applies those (NSA III.E)."""
    if not reason.strip():
        raise Refused("Say why the recount is halted: frivolous, too long, in the way of the event.")
    return _close(by, recount, agreed, halt=True, verified=False, reason=reason)


def _close(
    by: Any, recount: Recount, found: tuple[int, int] | None, *, halt: bool, verified: bool, reason: str
) -> Changed:
    division = recount.game.round.division
    require(by, division.tournament, Can.RULE if halt or verified else Can.CORRECT_RESULTS)
    with deciding(division) as owned:
        standing.require_running(owned)
        row = _open(recount)
        game = published_game(owned, row.game)
        signed = may_recount(standing.state_of(game), owned.tournament.rules.rulebook, next_game_began=False)
        now = _totals(owned, game)
        before = (now.first or 0, now.second or 0)
        book = owned.tournament.rules.rulebook
        if verified and not book.ending.recount_course.value.director_verifies:
            raise Refused("Under this rulebook a game is recounted in full by the players (5.5.2).")
        barred = None if row.barred_id is None else (0 if row.barred_id == game.first_id else 1)
        changed = (
            halted(before, found if signed.allowed else None, book=book)
            if halt
            else after_recount(before, found or before, barred=barred, book=book)
        )
        if (changed.first, changed.second) != before:
            if not signed.allowed:
                raise Refused(f"{signed.reason.text} ({signed.reason.rule}) End it with the totals that stand.")
            _correct(owned, game, now, changed, by=by, reason=reason or "recount")
        advised = book.ending.recount_course.value.report and (halt or verified)
        _write_end(row, game, changed, before, halt=halt, verified=verified, report=advised)
        record(
            "recount.closed", obj=row, tournament=owned.tournament, scope=owned.live_topic, by=by,
            before={"totals": list(before)}, after={"status": row.status, "totals": [changed.first, changed.second]},
            reason=reason,
        )  # fmt: skip
    return changed


def _open(recount: Recount) -> Recount:
    row = Recount.objects.select_related("game__round").get(pk=recount.pk)
    if row.status != Recount.Status.OPEN:
        raise Refused("This recount is over.")
    return row


def _correct(division: Division, game: Game, now: FinalScore, changed: Changed, *, by: Any, reason: str) -> None:
    """New scores, on the sheet alone while it does not count, so that with the lines that stand the totals are as recounted."""
    if game.outcome in Game.UNFINISHED:
        recounting.put(by=by, division=division, game=game, first_total=changed.first, second_total=changed.second)
        return
    first = (game.first_score or 0) + changed.first - (now.first or 0)
    second = (game.second_score or 0) + changed.second - (now.second or 0)
    outcomes.played(first, second)
    before = facts_of(game)
    outcome = GameOutcome(game.outcome, first_score=first, second_score=second, rated=game.rated)
    save_account(game, outcome, road=Road.RECOUNT, by=by, keep_own=True)
    record(
        "result.corrected", obj=game, tournament=division.tournament, scope=division.live_topic, by=by, before=before,
        after={"round": game.round.number, "table": game.table, **facts_of(game)}, reason=reason,
    )  # fmt: skip


def _write_end(
    row: Recount, game: Game, changed: Changed, before: tuple[int, int], *, halt: bool, verified: bool, report: bool
) -> None:
    totals = changed.first, changed.second
    if row.first_id != game.first_id:
        totals = totals[1], totals[0]
    stands = Recount.Status.STANDS if (changed.first, changed.second) == before else Recount.Status.CHANGED
    row.status = Recount.Status.HALTED if halt else stands
    row.first_after, row.second_after = totals
    row.verified_by_director, row.report = verified, report
    row.closed_at = timezone.now()
    row.save()
