"""What a round's page shows in each of its states: to be paired, a draft, published boards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tdsuite.jobs.models import Job
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import History, history, missing_results, with_accounts
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import round_links

from ..engine.alternatives import ADDED_UP, TOTAL
from ..engine.methods import METHODS
from ..forms import ByHandForm, PairForm, PublishForm, SeatForm, SwapForm
from ..models import DraftBoard, PairingRun
from ..services.drafts import DRAFT_JOB, NO_RESULT, failed_since
from ..services.explaining import as_drafted
from ..services.field import plan_line, source_of
from ..services.publishing import skipped_rounds
from ..services.seating import RunSeating, misplaced, seat_run
from ..services.seats import seats_of
from ..services.stale import WHAT_CHANGED, changes_since, stale_now
from ..services.tables import taken_elsewhere

COSTS = {
    "total": "all costs added up",
    "repeats": "repeats",
    "meetings": "meetings so far of those who meet again, squared",
    "last_round": "repeats of the last round",
    "apart": "players alike who were to stay apart",
    "classes": "boards between classes",
    "byes": "byes against the wish of the rules",
    "wins": "win differences, squared",
    "top": "leaders who do not meet each other",
    "factor": "distance from the factor",
    "closing": "boards that would spoil the last round",
    "starts": "starts out of balance",
    "fold": "distance from the half fold",
    "places": "distance in the table, squared",
    "distance": "distance in the table, cubed in the prizes",
    "contenders": "opponents who cannot hope for the place played for",
    "settled": "settled players against those who can win a prize",
    "repeat_cost": "repeats, weighed",
    "back_to_back": "repeats of the last round, weighed",
    "repeat_byes": "repeated byes, weighed",
    "avoided": "rules to be kept if possible, weighed",
    "stakes": "what the boards do not decide about prizes",
    "closeness": "differences in wins and places",
}
PROOFS = {
    "whole": "Proved over every board that may be played.",
    "candidates": "Not proved over every board: in so large a field only the likely boards were weighed, and over these it is proved.",
    "none needed": "This method does not choose by costs, so there is nothing to prove.",
}
NOT_PROVED = "Not proved."
CHANGED_SINCE = (
    "Boards were changed by hand since: these are the costs of the round as it was drafted, and nothing is proved of it "
    "as it stands."
)


def cost_rows(rows: Any) -> list[tuple[str, int, int, int]]:
    """(criterion in words, now, then, difference) of what differs, most important first; a sum stays where its parts do."""
    changed = [(name, now, then) for name, now, then in rows if now != then]
    kept = [row for row in rows if row[0] == TOTAL or row[1] != row[2]] if changed else []
    return [(COSTS.get(name, name), now, then, then - now) for name, now, then in kept]


def round_url(where: Round | Division, number: int | None = None) -> str:
    """The page of a round."""
    division = where.division if isinstance(where, Round) else where
    number = where.number if isinstance(where, Round) else number
    return reverse("pairings:round", args=[division.tournament.slug, division.code, number])


def frame(row: Round) -> dict[str, Any]:
    """What every page of a round needs."""
    division = row.division
    return {
        "tournament": division.tournament, "division": division, "round": row,
        "rounds": round_links(division, "pairings:round", row.number), "round_text": str(row.number),
    }  # fmt: skip


def round_page(request: HttpRequest, row: Round) -> HttpResponse:
    """A round's one page: to be paired, a draft, or published boards."""
    if row.is_published:
        return boards_page(request, row)
    run = draft_of(row)
    return draft_page(request, run, number=row.number) if run is not None else pairing_page(request, row)


def draft_of(row: Round) -> PairingRun | None:
    """The draft that covers a round, if there is one."""
    run = row.division.pairing_runs.drafts().covering(row.number).first()
    if run is not None:
        run.division = row.division
    return run


# --- to be paired ----------------------------------------------------------------------------------


def pairing_page(
    request: HttpRequest, row: Round, *, pair_form: PairForm | None = None, by_hand: ByHandForm | None = None
) -> HttpResponse:
    """A round that nobody has drafted: who plays, which results are missing, and the Pair button."""
    refused, after = "", None
    division, number = row.division, row.number
    try:
        line = plan_line(division, number, None)
        after = source_of(line, number)
        pair_form = pair_form or PairForm(division=division, number=number)
    except (Refused, KeyError) as error:
        refused = str(error)
    entries = list(division.entries.select_related("player"))
    context = {
        **frame(row), "pair_form": pair_form, "by_hand": by_hand or ByHandForm(), "refused": refused, "after": after,
        "playing": [entry for entry in entries if entry.plays_in(number)],
        "away": [entry for entry in entries if not entry.plays_in(number)],
        "waits_for": [game for game in missing_results(division) if after is not None and game.round.number <= after],
        "job": Job.objects.about(division).of_kind(DRAFT_JOB).active().filter(args__round=number).first(),
    }  # fmt: skip
    bad = (pair_form is not None and pair_form.errors) or (by_hand is not None and by_hand.errors)
    return render(request, "pairings/pair.html", context, status=422 if bad else 200)


# --- a draft ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One board of a draft as the page shows it. standing: the record before the round, None in the first."""

    board: DraftBoard
    table: str
    table_reason: str
    first: Entry | None
    second: Entry | None
    first_standing: Standing | None
    second_standing: Standing | None


def draft_lines(run: PairingRun, past: History, number: int, seating: RunSeating) -> list[DraftLine]:
    """The boards of one round of a draft; a player who left the roster since is None."""
    after = past.last_round if run.paired_after is None else run.paired_after
    standings: Mapping[int, Standing] = {row.number: row for row in past.standings(after)} if after else {}
    lines = []
    for board in seating.in_order(run.draft_boards(number)):
        at = seating.of(board)
        first, second = past.by_number.get(board.first), past.by_number.get(board.second or 0)
        standing, other = standings.get(board.first), standings.get(board.second or 0)
        lines.append(DraftLine(board, at.table if at else "", at.reason if at else "", first, second, standing, other))
    return lines


def stale_facts(run: PairingRun) -> dict[str, Any]:
    """What stands between a draft and its publication: changes since, missing results, rounds left out."""
    changes = [(one, WHAT_CHANGED[one.action]) for one in changes_since(run)]
    after = run.paired_after or 0
    return {
        "run": run, "stale": stale_now(run), "changes": changes, "skipped": skipped_rounds(run.division, run),
        "waits_for": [game for game in missing_results(run.division) if game.round.number <= after],
    }  # fmt: skip


def cost_facts(run: PairingRun, *, untouched: bool) -> dict[str, Any]:
    """What a run's boards cost altogether, and how sure it is that no others cost less. untouched: they stand as drafted.
    Rounds of one table are added up."""
    sums = {name: sum(value for other, value in run.costs if other == name) for name, _ in run.costs}
    return {
        "costs": [(COSTS.get(name, name), value) for name, value in sums.items()], "added_up": run.method in ADDED_UP,
        "proof": PROOFS.get(run.proof, NOT_PROVED) if untouched else CHANGED_SINCE,
    }  # fmt: skip


def _row_of(run: PairingRun, number: int) -> Round:
    row = run.division.rounds.filter(number=number).first() or Round(number=number)
    row.division = run.division
    return row


def _asked_round(run: PairingRun, swap_form: forms.Form | None) -> int:
    given = str(swap_form.data.get("round", "")) if swap_form is not None else ""
    return int(given) if given.isdecimal() and int(given) in run.rounds else run.first_round


def draft_page(
    request: HttpRequest,
    run: PairingRun,
    *,
    number: int | None = None,
    swap_form: forms.Form | None = None,
    publish_form: forms.Form | None = None,
) -> HttpResponse:
    """A draft: its boards with reasons, what it costs, what changed since, and what can be done with it."""
    number = number or _asked_round(run, swap_form)
    row, method = _row_of(run, number), METHODS.get(run.method)
    past = history(run.division)
    seating = seat_run(run, past)
    lines = draft_lines(run, past, number, seating)
    tables = [line.table for line in lines if line.table]
    context = {
        **frame(row), **stale_facts(run), "lines": lines, "table_warnings": seating.warnings,
        "taken": taken_elsewhere(run.division, tables), "publish_form": publish_form or PublishForm(),
        "swap_form": swap_form or SwapForm(initial={"round": number}),
        "pair_form": PairForm(division=run.division, number=run.first_round), "gone": run.status != PairingRun.Status.DRAFT,
        "failed": failed_since(run), "method": method.label if method else run.method, **cost_facts(run, untouched=as_drafted(run, number)),
        "warnings": [one for one in run.warnings if not one.endswith(NO_RESULT)],  # those are shown as they are now
    }  # fmt: skip
    bad = any(form is not None and form.errors for form in (swap_form, publish_form))
    return render(request, "pairings/draft.html", context, status=409 if bad else 200)


# --- published -------------------------------------------------------------------------------------


def boards_page(request: HttpRequest, row: Round, *, seat_form: SeatForm | None = None) -> HttpResponse:
    """Published boards with results, and whoever sits nowhere."""
    seats = seats_of(row)
    context = {
        **frame(row), "seats": seats, "games": with_accounts(seats.rows), "awaited": Game.Outcome.AWAITED,
        "misplaced": misplaced(row, seats.rows),
        "seat_form": seat_form or SeatForm(seats=seats),
    }  # fmt: skip
    bad = seat_form is not None and seat_form.errors
    return render(request, "pairings/boards.html", context, status=422 if bad else 200)
