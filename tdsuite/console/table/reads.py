"""What the page of a table shows, a section after the other, in a number of queries that no other table changes."""

from collections.abc import Callable, Mapping
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from adjudication.challenges.models import ChallengeSlip
from pairings.forms.pairing import BYE_FORMS, GAME_FORMS, BoardForm, StarterForm
from pairings.services.hindsight import overtaken_runs
from pairings.services.round_boards import RoundBoards, boards_of_round
from results.attendance import forms as attendance
from results.attendance.engine.counters import counters
from results.attendance.models import MoveLimit, StarterReport
from results.attendance.services.attendance import attendance_topic
from results.attendance.services.lateness import losses_of
from results.attendance.services.starts import SELF_BALANCING
from results.attendance.services.tables import SeatView, game_table, round_frame
from results.attendance.services.time import may_limit_moves, standings_of, times_of
from results.games.services.outcomes import is_own_result
from results.games.services.preview import account_text
from results.rulings.engine.forfeits import lateness_forfeit
from results.rulings.forms.corrections import CorrectForm
from results.rulings.forms.endgame import EndForm
from results.rulings.forms.rulings import BYE_GROUPS, NEEDS, TITLES, EndedForm, OverrideForm
from results.rulings.labels import groups_of, labelled, title_of
from results.rulings.models import Appeal, Incident, Ruling
from results.rulings.services.forfeits import BOTH
from results.sheets.engine.finality import Ground, hands_in
from results.sheets.engine.states import State
from results.sheets.forms import RecountedForm, RecountForm, RuleForm, first_values
from results.sheets.models import Petition
from results.sheets.pages.sheet import SheetPage, sheet_page
from results.sheets.services import recounts, signed
from tdsuite.console.board.cells import cells_of, result_cell
from tdsuite.console.record import lines_of, records_about
from tdsuite.platform.access.guard import actor_of, allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import page_versions
from tdsuite.tournaments.engine.account import FIRST, SECOND, Account, line_text
from tdsuite.tournaments.engine.tile_draw import tile_draw
from tdsuite.tournaments.kept_histories import kept_history
from tdsuite.tournaments.models import Game, Presence, Round, SpreadAdjustment
from tdsuite.tournaments.reads import FinalScore, with_accounts
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import MustForfeit
from . import states
from .forms import ScoresForm

Sent = Mapping[str, Any]
Asks = Callable[[Can], bool]
LAST_RECORDS = 8
CALCULATOR = "calculator"


def table_facts(request: HttpRequest, game: Game, sent: Sent) -> dict[str, Any]:
    """Everything the templates of a table ask for, but for what a press brings along (`sent`)."""
    division = game.round.division
    tournament = division.tournament
    with_accounts([game])

    def may(action: Can) -> bool:
        return allowed(request.user, tournament, action)

    sheet = None if game.is_bye else sheet_page(game)
    facts: dict[str, Any] = {
        "division": division, "round": game.round, "game": game, "page": sheet,
        "topics": [division.live_topic, attendance_topic(division), game.live_topic], "says": {},
        **_result(request, game, sheet, may, sent), **_notes(game),
    }  # fmt: skip
    if sheet is not None:
        facts |= _attendance(game, may) | _sheet(game, sheet)
        facts |= _starts(request, game, may)
        facts["slips"] = list(ChallengeSlip.objects.of_game(game).with_people().order_by("number"))
    facts["watches_door"] = not may(Can.ENTER_RESULTS)
    if may(Can.PUBLISH_PAIRINGS):
        facts |= _boards(game, sent, asked=not request.headers.get("HX-Request") or request.GET.get("at") == "move")
    if may(Can.SEE_AUDIT):
        facts |= _record(game, reads_private=may(Can.RULE))
    facts["says"] = _says(game, sheet, facts)
    return facts


def _says(game: Game, sheet: SheetPage | None, facts: Sent) -> dict[str, states.Says]:
    """What each section says in its heading, by its name."""
    account: Account = game.account  # type: ignore[attr-defined]
    begun = game.round.status != Round.Status.PUBLISHED
    notes = {"incidents": len(facts["incidents"]), "rulings": len(facts["rulings"]), "penalties": len(facts["spreads"])}
    says = {"notes": states.notes_says(**notes)}
    if sheet is None:
        cell = result_cell(game.outcome, account.totals, game.first_spread, begun=begun, disputed=False)
        says["result"] = states.Says.of(cell)
    else:
        seats = facts["seen"].seats
        slips = [(slip.state, slip.acceptable, slip.ending, slip.disputed_at is not None) for slip in facts["slips"]]
        cells = cells_of(
            game, account, [seat.known.state for seat in seats], seats, slips,
            begun=begun, sheet=sheet.state if sheet.sheet else None, signed=len(sheet.signed),
        )  # fmt: skip
        says |= {name: states.Says.of(cell) for name, cell in cells}
        says |= {"absent": says["here"], "sheet": states.sheet_says(sheet, says["signed"])}
        if sheet.sheet is not None and sheet.state is State.DISPUTED:
            since = timezone.localtime(sheet.sheet.changed_at, _zone(game))
            says["result"] = states.Says(f"{says['signed'].words} {since:%H:%M}", "bad")
        says["starts"] = states.starts_says(game, reported=any(row.status == "open" for row in facts["reports"]))
    if "record" in facts:
        newest = [timezone.localtime(line.record.at, _zone(game)) for line in facts["record"][:1]]
        says["record"] = states.record_says(facts["recorded"], next(iter(newest), None))
    if "board_forms" in facts:
        says["move"] = states.Says("costs are shown first")
    return says


def _zone(game: Game) -> ZoneInfo:
    return ZoneInfo(game.round.division.tournament.time_zone)


# --- the result --------------------------------------------------------------------------------------


def _result(request: HttpRequest, game: Game, sheet: SheetPage | None, may: Asks, sent: Sent) -> dict[str, Any]:
    account = game.account  # type: ignore[attr-defined]
    lines = [labelled(line) for line in game.adjustments.order_by("side", "pk")]
    sides = [("first", game.first, 0), ("second", game.second, 1)]
    return {
        "sides": [
            {
                "entry": entry, "side": side, "sheet": account.written and account.written[place],
                "total": account.totals and account.totals[place], "lines": [line for line in lines if line.side == side],
                "halves": account.half_wins and account.half_wins[place], "spread": account.spread and account.spread[place],
            }
            for side, entry, place in sides if entry is not None
        ],
        "there": account_text(game) if game.outcome not in Game.UNFINISHED else (),
        "take_back": _take_back(request, game, sheet, may), "groups": BYE_GROUPS if game.is_bye else groups_of(game.round.division),
        **(_asked(request, game, may) or _usual(game, sheet, may, sent)),
    }  # fmt: skip


def _take_back(request: HttpRequest, game: Game, sheet: SheetPage | None, may: Asks) -> str:
    """What taking the result back does, with the lines that go with it and those that stay; "" where it cannot be."""
    if sheet is None or game.outcome in Game.UNFINISHED or not may(Can.ENTER_RESULTS):
        return ""
    by_right = may(Can.CORRECT_RESULTS) or is_own_result(by=actor_of(request), game=game)
    if not by_right or (sheet.state in signed.SIGNED and Ground.AS_SIGNED not in signed.open_grounds(game)[0]):
        return ""
    account: Account = game.account  # type: ignore[attr-defined]
    names = {FIRST: str(game.first.player), SECOND: str(game.second.player) if game.second else ""}
    sentences = ["The game awaits a result again. The record keeps the old one."]
    for text, lines in (("These go with it.", account.own_lines), ("These stay.", account.decisions)):
        if lines:
            sentences += [text, *(line_text(line, names[line.side]) for line in lines)]
    return " ".join(sentences)


def _asked(request: HttpRequest, game: Game, may: Asks) -> dict[str, Any]:
    """The form that the address asks for: ?end=, a way to end, or the calculator; ?appeal=, an upheld appeal."""
    kind = request.GET.get("end", "") if request.method == "GET" else ""
    if kind == CALCULATOR and may(Can.ENTER_RESULTS) and not game.is_bye:
        return calculator(EndForm(game=game, book=_book(game), auto_id="end_%s"))
    if kind in NEEDS and may(Can.RULE):
        form = EndedForm(game=game, kind=kind, auto_id="ended_%s")
        return {"ended_form": form, "ended_title": TITLES[kind], "ruling_form": OverrideForm(game=game)}
    appeal = request.GET.get("appeal", "")
    if appeal.isdecimal() and may(Can.CORRECT_RESULTS) and not game.is_bye:
        row = get_object_or_404(Appeal, pk=appeal, ruling__division=game.round.division)
        return {"correct_form": CorrectForm(game=game, auto_id="correct_%s"), "appeal": row}
    return {}


def _usual(game: Game, sheet: SheetPage | None, may: Asks, sent: Sent) -> dict[str, Any]:
    """The form that fits the state of the game, beside what was pressed."""
    if sheet is None or {"scores_form", "correct_form", "rule_form"} & set(sent):
        return {}
    if end := sent.get("end_form"):
        return calculator(end)
    ended = sent.get("ended_form")
    if ended is not None and ended.kind != Game.Outcome.NO_SHOW:
        return {"ended_title": TITLES[ended.kind]}
    if (sheet.state is State.DISPUTED or sheet.state in signed.SIGNED) and may(Can.RULE):
        return {"rule_form": rule_form_of(game, initial=first_values(sheet.facts, game))}
    if game.outcome in Game.UNFINISHED:
        return {"scores_form": ScoresForm(game=game)} if may(Can.ENTER_RESULTS) else {}
    return {"correct_form": CorrectForm(game=game, auto_id="correct_%s")} if may(Can.CORRECT_RESULTS) else {}


def calculator(form: EndForm) -> dict[str, Any]:
    """The end-of-game calculator's questions, a player after the other."""
    return {"end_form": form, "end_sides": [(side, form.of(side), form.seldom(side)) for side in ("first", "second")]}


def rule_form_of(game: Game, **more: Any) -> RuleForm:
    """The director's figures, with the grounds on which this sheet may be changed now."""
    grounds, closed = signed.open_grounds(game)
    return RuleForm(game=game, grounds=grounds, closed=closed, auto_id="rule_%s", **more)


# --- presence, clocks, starts ------------------------------------------------------------------------


def _attendance(game: Game, may: Asks) -> dict[str, Any]:
    book, seen, division = _book(game), game_table(game), game.round.division
    loses = may(Can.RULE) and not seen.decided
    forms = {
        "time_form": attendance.GiveTimeForm(game=game, auto_id="time_%s"),
        "limit_form": attendance.MoveLimitForm(game=game, auto_id="limit_%s"),
        "lost_form": attendance.LostForm(auto_id=False), "clock_form": attendance.ClockForm(auto_id=False),
        "starter_form": attendance.StarterForm(game=game, auto_id="starter_%s"),
    }  # fmt: skip
    return {
        "seen": seen, "hall": round_frame(game.round), "book": book, "times": times_of(game),
        "losses": [(seat, losses_of(game, seat.side), may_be_forfeited(seat, book)) for seat in seen.seats] if loses else [],
        "both_lose": losses_of(game, BOTH).loses if loses else None,
        "elected": lateness_forfeit(book=book, elected=True), "lost": lateness_forfeit(book=book, elected=False),
        "may_limit": may_limit_moves(division),
        "limits": MoveLimit.objects.in_force([game.first_id, game.second_id]),
        "counts": standings_of(game), "counters": counters(book), **forms,
    }  # fmt: skip


def may_be_forfeited(seat: SeatView, book: Rulebook) -> bool:
    """Whether the director may forfeit the game of a late player now: time is up, or the rulebook leaves it to a ruling."""
    if seat.clock.assigned is not None and seat.clock.assigned.must_forfeit:
        return True
    by_ruling = book.starting.must_forfeit.value == MustForfeit.RULING
    return by_ruling and bool(seat.status) and not seat.is_here and seat.opponent_status == Presence.Status.HERE


def _starts(request: HttpRequest, game: Game, may: Asks) -> dict[str, Any]:
    division, book = game.round.division, _book(game)
    reports = list(StarterReport.objects.filter(game=game).select_related("says__player"))
    records = kept_history(division.pk, page_versions(request)[division.live_topic]).start_records()
    asked = next((report for report in reports if report.status == StarterReport.Status.OPEN), None)
    return {
        "reports": reports, "draw": tile_draw([], book).reasons[0], "startless": book.starting.who_starts.startless,
        "records": [(entry, records[entry.number]) for entry in game.players],
        "settle_form": settle_form_of(game, asked) if asked is not None and may(Can.RULE) else None,
    }  # fmt: skip


def settle_form_of(game: Game, report: StarterReport, data: Any = None) -> attendance.SettleForm:
    """The director's answer to a sheet that names another starter."""
    report.game, knowing = game, game.round.division.tournament.start_mode in SELF_BALANCING
    return attendance.SettleForm(data, report=report, knowing=knowing, auto_id="settle_%s")


def _boards(game: Game, sent: Sent, *, asked: bool) -> dict[str, Any]:
    """The changes that the board can undergo, a form for each; who starts stands in its own section.

    Their lists name the whole roster: beside a board they are read once their section is opened.
    """
    seats, pressed = SimpleLazyObject(lambda: boards_of_round(game.round)), sent.get("board_form")

    def form_of(kind: type[BoardForm]) -> BoardForm:
        return pressed if isinstance(pressed, kind) else kind(game=game, seats=cast(RoundBoards, seats))

    kinds = [kind for kind in (BYE_FORMS if game.is_bye else GAME_FORMS) if kind is not StarterForm]
    opened = asked or type(pressed) in kinds
    return {
        "board_forms": [form_of(kind) for kind in kinds] if opened else [],
        "later": "" if opened else "move",
        "set_starter": None if game.is_bye else form_of(StarterForm),
    }


# --- the sheet, challenges, rulings ------------------------------------------------------------------


def totals_of(game: Game) -> tuple[int, int]:
    """The two scores with every line, 0 where none is there."""
    account = with_accounts([game])[0].account  # type: ignore[attr-defined]
    totals: tuple[int, int] = account.totals or (0, 0)
    return totals


def _sheet(game: Game, sheet: SheetPage) -> dict[str, Any]:
    totals = game.account.totals  # type: ignore[attr-defined]
    settled = (
        Petition.objects.filter(sheet=sheet.sheet).exclude(decided_at=None) if sheet.sheet else Petition.objects.none()
    )
    opened, duty = sheet.recount, _book(game).results.hands_in
    brings = hands_in(sheet.facts, _book(game)) if sheet.facts and sheet.state is State.SIGNED else ()
    return {
        "disputed": sheet.state is State.DISPUTED, "may_waive": sheet.sheet is not None and sheet.state is State.POSTED,
        "may_receive": sheet.state is State.SIGNED, "brings": [sheet.people[pk].player for pk in brings], "duty": duty,
        "settled": settled.select_related("proposed_by__player").order_by("-decided_at"),
        "right": recounts.right_of(game, FinalScore(*totals)) if totals else None,
        "recount_form": RecountForm(game=game, auto_id="recount_%s"), "recount": opened,
        "recounts": game.recounts.exclude(pk=opened.pk if opened else 0).select_related("asked_by__player"),
        "recounted_form": RecountedForm(game=game, totals=totals or (0, 0), auto_id="recounted_%s") if opened else None,
        "course": _book(game).ending.recount_course,
    }  # fmt: skip


def _notes(game: Game) -> dict[str, Any]:
    logged = list(Incident.objects.filter(game=game).select_related("entry__player"))
    for incident in logged:
        incident.title = title_of(incident.kind)  # type: ignore[attr-defined]
    people = [pk for pk in (game.first_id, game.second_id) if pk]
    spreads = SpreadAdjustment.objects.filter(entry__in=people, round_number=game.round.number)
    return {
        "incidents": logged, "rulings": list(Ruling.objects.filter(game=game).select_related("text")),
        "spreads": list(spreads.select_related("entry__player")),
    }  # fmt: skip


def _record(game: Game, *, reads_private: bool) -> dict[str, Any]:
    rows, division, at = records_about(game), game.round.division, game.round.number
    record = lines_of(division.tournament, rows[:LAST_RECORDS], reads_private=reads_private)
    overtaken = [number for number in overtaken_runs(division) if number > at]
    return {"record": record, "recorded": rows.count(), "overtaken": overtaken}


def _book(game: Game) -> Rulebook:
    book: Rulebook = game.round.division.book_in_force
    return book
