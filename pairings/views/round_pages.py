"""What the page of a round shows before it is published: to be paired, or a draft."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pairings.engine.matching.broken_rules import Finding
from pairings.engine.methods.comparison import ADDED_UP, TOTAL
from pairings.engine.methods.registry import METHODS
from pairings.forms.pairing import ByHandForm, PairForm, PublishForm
from pairings.services.tables import RunTables, tables_of_run
from tdsuite.platform.jobs.services import worker_status
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Division, Entry, Round
from tdsuite.tournaments.reads import History, history, missing_results
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.waiting import settled_first
from tdsuite.tournaments.shortcuts import page_with_forms
from tdsuite.tournaments.tables_in_use import taken_elsewhere
from ..models import DraftBoard, PairingRun
from ..services.checking import draft_findings
from ..services.drafts import NO_RESULT, last_try
from ..services.engine_tasks import plan_line, source_of
from ..services.explanations import as_drafted
from ..services.publishing import unsettled_rounds
from ..services.rules import clash_in
from ..services.settled import can_be_spared, settled_players

COSTS = {
    "total": Sentence("all costs added up"),
    "repeats": Sentence("repeats"),
    "meetings": Sentence("meetings so far of those who meet again, squared"),
    "last_round": Sentence("repeats of the last round"),
    "apart": Sentence("players alike who were to stay apart"),
    "classes": Sentence("boards between classes"),
    "byes": Sentence("byes against the wish of the rules"),
    "wins": Sentence("win differences, squared"),
    "top": Sentence("leaders who do not meet each other"),
    "factor": Sentence("distance from the factor"),
    "halves": Sentence("boards inside the upper or the lower half"),
    "closing": Sentence("boards that would spoil the last round"),
    "uneven_starts": Sentence("starts that no later round can make even"),
    "starts": Sentence("starts out of balance"),
    "fold": Sentence("distance from the half fold"),
    "places": Sentence("distance in the table, squared"),
    "distance": Sentence("distance in the table, cubed in the prizes"),
    "contenders": Sentence("opponents who cannot hope for the place played for"),
    "hopes": Sentence("players who can hope for a prize against those who cannot, or against the last six"),
    "settled": Sentence("settled players against those who can win a prize"),
    "repeat_cost": Sentence("repeats, weighed"),
    "back_to_back": Sentence("repeats of the last round, weighed"),
    "repeat_byes": Sentence("repeated byes, weighed"),
    "avoided": Sentence("rules to be kept if possible, weighed"),
    "stakes": Sentence("what the boards do not decide about prizes"),
    "closeness": Sentence("differences in wins and places"),
}
FINDINGS = {
    "unknown": "Players",
    "absent": "Absent players",
    "self": "Opponents",
    "twice": "Players on two boards",
    "left_out": "Players on no board",
    "bye": "Byes",
    "repeats": "Repeats",
    "starts": "Starts",
    "factor": "Places of the factor",
    "forced": "Boards asked for",
    "forbidden": "Boards not to be played",
    "meetings": "Number of meetings",
    "apart": "Players who stay apart",
    "classes": "Prize classes",
    "schedule": "Rounds to come",
}
PROOFS = {
    "whole": Sentence("Proved over every board that may be played."),
    "candidates": Sentence(
        "Not proved over every board: in so large a field only the likely boards were weighed, and over these it is proved."
    ),
    "none needed": Sentence("This method does not choose by costs, so there is nothing to prove."),
}
NOT_PROVED = Sentence("Not proved.")
CHANGED_SINCE = Sentence(
    "Boards were changed by hand since: these are the costs of the round as it was drafted, and nothing is proved of it "
    "as it stands."
)


def cost_rows(rows: Any) -> list[tuple[str, int, int, int]]:
    """(criterion in words, now, then, difference) of what differs, most important first; a sum stays where its parts do."""
    changed = [(name, now, then) for name, now, then in rows if now != then]
    shown_rows = [row for row in rows if row[0] == TOTAL or row[1] != row[2]] if changed else []
    return [(COSTS.get(name, name), now, then, then - now) for name, now, then in shown_rows]


def cost_lines(costs: Iterable[Sequence[Any]]) -> list[tuple[str, int]]:
    """Costs with their criterion in words."""
    return [(COSTS.get(name, name), value) for name, value in costs]


def finding_rows(findings: Iterable[Finding]) -> list[tuple[str, Finding]]:
    """What the checker found, each with its rule in words."""
    return [(FINDINGS[finding.rule], finding) for finding in findings]


def round_url(where: Round | Division, number: int | None = None) -> str:
    """The page of a round that is to be paired, or a draft; it leads on to the board once it is published."""
    division = where.division if isinstance(where, Round) else where
    number = where.number if isinstance(where, Round) else number
    return division.url("pairings:round", number)


def page_context(row: Round) -> dict[str, Any]:
    """What every page of a round needs."""
    return {"division": row.division, "round": row}


def draft_of(row: Round) -> PairingRun | None:
    """The draft that covers a round, if there is one."""
    run = row.division.pairing_runs.drafts().covering(row.number).first()
    if run is not None:
        run.division = row.division
    return run


def last_try_facts(row: Round, run: PairingRun | None = None) -> dict[str, Any]:
    """The job that pairs a round now; or why the last one failed, what clashes then, and who is named in the smallest change."""
    job = last_try(row.division, row.number, run)
    if job is None or job.is_active:
        return {"job": job, "no_worker": worker_status().says if job and job.status == job.Status.QUEUED else ""}
    clash = None
    with suppress(Refused):
        clash = clash_in(row.division, row.number)
    named = {number for relaxation in (clash.relaxations if clash else ()) for number in relaxation.board}
    people = row.division.entries.select_related("player").filter(number__in=named) if named else ()
    return {"failed": job, "clash": clash, "named": people}


# --- to be paired ----------------------------------------------------------------------------------


def pairing_page(
    request: HttpRequest, row: Round, *, pair_form: PairForm | None = None, by_hand: ByHandForm | None = None
) -> HttpResponse:
    """A round that nobody has drafted: who plays, which results are missing, and the Pair button."""
    refused, after = "", None
    division, number = row.division, row.number
    try:
        after = source_of(plan_line(division, number, None), number)
        pair_form = pair_form or PairForm(division=division, number=number)
    except (Refused, KeyError) as error:
        refused = str(error)
    entries = list(division.entries.select_related("player"))
    context = {
        **page_context(row), "pair_form": pair_form, "by_hand": by_hand or ByHandForm(), "refused": refused, "after": after,
        "playing": [entry for entry in entries if entry.plays_in(number)],
        "away": [entry for entry in entries if not entry.plays_in(number)],
        "waits_for": [game for game in missing_results(division) if after is not None and game.round.number <= after],
        "first": settled_first(division.tournament, division), **last_try_facts(row),
    }  # fmt: skip
    return page_with_forms(request, "pairings/pair.html", context)


# --- a draft ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One board of a draft as the page shows it. standing: the record before the round, None in the first."""

    board: DraftBoard
    table: str
    table_reason: str
    at_own_table: bool
    first: Entry | None
    second: Entry | None
    first_standing: Standing | None
    second_standing: Standing | None


def draft_lines(run: PairingRun, history: History, number: int, seating: RunTables) -> list[DraftLine]:
    """The boards of one round of a draft; a player who left the roster since is None."""
    after = history.last_round if run.paired_after is None else run.paired_after
    standings: Mapping[int, Standing] = {row.number: row for row in history.standings(after)} if after else {}
    lines = []
    for board in seating.in_order(run.draft_boards(number)):
        at = seating.of(board)
        first, second = history.by_number.get(board.first), history.by_number.get(board.second or 0)
        standing, other = standings.get(board.first), standings.get(board.second or 0)
        table = (at.table, at.reason, bool(at.keepers)) if at else ("", "", False)
        lines.append(DraftLine(board, *table, first, second, standing, other))
    return lines


def stale_facts(run: PairingRun) -> dict[str, Any]:
    """What comes before a draft's publication: requests to settle, changes since, missing results, rounds left out."""
    changes = run.changes_since()
    after = run.paired_after or 0
    skipped, reopened = unsettled_rounds(run.division, run)
    return {
        "run": run, "stale": run.stale_now(), "changes": changes, "skipped": skipped, "reopened": reopened,
        "waits_for": [game for game in missing_results(run.division) if game.round.number <= after],
        "first": settled_first(run.division.tournament, run.division),
    }  # fmt: skip


def cost_facts(run: PairingRun, *, untouched: bool) -> dict[str, Any]:
    """What a run's boards cost altogether, and how sure it is that no others cost less. untouched: they stand as drafted.
    Rounds of one table are added up."""
    sums = {name: sum(value for other, value in run.costs if other == name) for name, _ in run.costs}
    return {
        "costs": cost_lines(sums.items()), "added_up": run.method in ADDED_UP,
        "proof": PROOFS.get(run.proof, NOT_PROVED) if untouched else CHANGED_SINCE,
    }  # fmt: skip


def draft_page(
    request: HttpRequest, run: PairingRun, row: Round, *, publish_form: PublishForm | None = None
) -> HttpResponse:
    """A draft: the boards of one of its rounds with reasons, what they cost, what changed since, and what can be done with it."""
    bad = publish_form is not None and publish_form.errors
    context = {**draft_context(run, row), "publish_form": publish_form or PublishForm()}
    return render(request, "pairings/draft.html", context, status=409 if bad else 200)


def draft_context(run: PairingRun, row: Round) -> dict[str, Any]:
    """What the page of a draft shows of one of its rounds, but for the two forms."""
    method, number = METHODS.get(run.method), row.number
    division_history = history(run.division)
    seating = tables_of_run(run)
    lines, usual = said_once(draft_lines(run, division_history, number, seating))
    tables = [line.table for line in lines if line.table]
    settled = settled_players(run, division_history)
    return {
        **page_context(row), **stale_facts(run), "lines": lines, "usual": usual, "table_warnings": seating.warnings,
        "taken": taken_elsewhere(run.division, tables),
        "pair_form": PairForm(division=run.division, number=run.first_round),
        "settled": settled, "spares": can_be_spared(run) and any(player.instead for player in settled),
        "method": method.label if method else run.method, **cost_facts(run, untouched=as_drafted(run, number)),
        "findings": finding_rows(draft_findings(run)), **last_try_facts(row, run),
        "warnings": [warning for warning in run.warnings if not warning.endswith(NO_RESULT)],  # shown as they are now
    }  # fmt: skip


def said_once(lines: Sequence[DraftLine]) -> tuple[list[DraftLine], dict[str, str]]:
    """The boards of a draft without what more than half of them say alike, and that: "board", "start", "table"."""
    texts = [(line.board.reason, line.board.start_reason, line.table_reason.partition(":")[0]) for line in lines]
    counted = [Counter(column).most_common(1)[0] for column in zip(*texts, strict=True)]
    usual = [text if count > max(2, len(lines) / 2) else "" for text, count in counted] or [""] * 3
    shorter = []
    for line, own in zip(lines, texts, strict=True):
        reason, start, table = (text == common for text, common in zip(own, usual, strict=True))
        board = replace(line.board, reason="" if reason else line.board.reason, start_reason="" if start else own[1])
        shorter.append(replace(line, board=board, table_reason="" if table else line.table_reason))
    return shorter, dict(zip(("board", "start", "table"), usual, strict=True))
