"""Turn a draft into games, once."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from pairings.actions import PairingAction
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import with_start
from tdsuite.tournaments.engine.presence import State
from tdsuite.tournaments.models import Division, Entry, Game, Presence, Round
from tdsuite.tournaments.presence import presence_facts
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.accounts import put_outcome
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import bye, lines_by_game
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import (
    begin_event,
    ensure_rounds,
    owned_round,
    require_undoable,
    settle_round,
    settle_starts,
)
from tdsuite.tournaments.tables_in_use import taken_elsewhere
from ..models import DraftBoard, PairingRun
from .automatic_drafts import draft_when_ready
from .boards import board_facts, withdraw_publication
from .matches import later_games
from .round_chances import ask
from .tables import AssignedTable, RunTables, tables_of_run


def publish_run(*, by: Actor, run: PairingRun, reason: str = "") -> list[Round]:
    """Turn a draft into games that everyone can see. Happens once.

    Raises Refused by its code: already_published and results_missing; and rounds_between (one whose standings the draft uses is not
    published), round_open_again, stale_draft, not_coming, tables_taken (another division plays at one that both plans name) unless a
    reason is given.
    """
    with deciding(
        run.division, by=by, can=Can.PUBLISH_PAIRINGS, action=PairingAction.PUBLISHED, reason=reason
    ) as decision:
        division = decision.division
        drafts = PairingRun.objects.drafts().filter(pk=run.pk)
        if not drafts.update(status=PairingRun.Status.PUBLISHED, published_at=timezone.now()):
            raise Refused(
                "This draft was published or discarded already: nothing was done a second time.",
                code="already_published",
            )
        away = Presence.objects.filter(entry__division=OuterRef("division"), status=Presence.Status.NOT_COMING)
        row = PairingRun.objects.annotate(asks=Exists(away)).get(pk=run.pk)
        row.division = division
        stale, seating = row.stale_now(division), tables_of_run(row)
        _refuse_unready(division, row, seating, stale=stale, out=not_coming(row) if row.asks else "", reason=reason)
        rounds = _create_games(division, row, seating)
        decision.record(row, after={"rounds": [row.first_round, row.last_round], "method": row.method, "stale": stale})
        begin_event(division)
        if division.pairing_plan:
            draft_when_ready(division)
        if row.first_round > 1:
            ask(division)
    return rounds


def unpublish_round(*, by: Actor, round: Round, reason: str) -> PairingRun | None:
    """Take a round's pairings back while nothing at all has been decided at its tables; its boards stay in the record.

    Returns the draft that it was published from, which is a draft again; None where that paired other rounds too, or
    another draft of the round was made since.

    Args:
        reason: players read it until the round is published again.
    """
    with deciding(
        round.division, by=by, can=Can.PUBLISH_PAIRINGS, action=PairingAction.UNPUBLISHED, reason=reason
    ) as decision:
        division = decision.division
        row = owned_round(division, round)
        if not row.is_published:
            raise Refused(f"Round {row.number} is not published.", code="round_not_published")
        if row.started_at is not None:
            raise Refused(f"Round {row.number} has started: undo its start first.", code="round_started")
        require_undoable(row, reason)
        games = list(row.games.by_board())
        lines = lines_by_game(games)
        before = {"round": row.number, "boards": [board_facts(game, lines) for game in games]}
        row.games.all().delete()
        withdraw_publication(row)
        row.undone_at, row.undone_reason = timezone.now(), reason.strip()
        row.save(update_fields=["undone_at", "undone_reason"])
        run = _draft_again(division, row.number)
        decision.record(row, before=before, after={"round": row.number, "draft": run.pk if run else None})
    return run


def _draft_again(division: Division, number: int) -> PairingRun | None:
    run = (
        division.pairing_runs.filter(status=PairingRun.Status.PUBLISHED)
        .covering(number)
        .order_by("-published_at")
        .first()
    )
    if run is None or not run.is_one_round or division.pairing_runs.drafts().covering(number).exists():
        return None
    run.status, run.published_at = PairingRun.Status.DRAFT, None
    run.save(update_fields=["status", "published_at"])
    return run


def unsettled_rounds(division: Division, run: PairingRun) -> tuple[list[int], list[Round]]:
    """Of the rounds that the draft's standings count: those that are not published themselves, and those that are open again."""
    if run.paired_after is None:
        return [], []
    rows = list(division.rounds.published().filter(number__lte=run.paired_after))
    skipped = {*range(1, run.paired_after + 1)} - {row.number for row in rows}
    return sorted(skipped), [row for row in rows if row.is_reopened]


def not_coming(run: PairingRun) -> str:
    """Who of a draft's first round does not come, by check-in, and what to do about it; "" where all may come."""
    numbers = {number for board in run.draft_boards(run.first_round) for number in board.numbers}
    rows = Presence.objects.filter(entry__division=run.division_id, entry__number__in=numbers)
    rows = rows.filter(status=Presence.Status.NOT_COMING).exclude(paired_anyway=True, round_number=run.first_round)
    entries = Entry.objects.filter(pk__in=rows.values("entry")).select_related("player")
    facts = presence_facts(entries)
    out = [str(entry) for entry in entries if facts.known(entry.pk, run.first_round).state is State.NOT_COMING]
    if not out:
        return ""
    who = f"{', '.join(out)} {'do' if len(out) > 1 else 'does'} not come and"
    return f"{who} would be paired: discard the draft, then Pair on the Round page leaves out who is not here."


def _refuse_unready(
    division: Division, run: PairingRun, seating: RunTables, *, stale: bool, out: str, reason: str
) -> None:
    after = run.paired_after or 0
    if after and (missing := [game for game in missing_results(division) if game.round.number <= after]):
        tables = ", ".join(f"round {game.round.number} table {game.table}" for game in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise Refused(
            f"These results are missing: {tables}{more}. Enter them first, or let the pairing plan lag behind this round.",
            code="results_missing",
        )
    if reason.strip():
        return
    skipped, reopened = unsettled_rounds(division, run) if after else ([], [])
    if skipped:
        raise Refused(
            f"This draft is made from the standings after round {run.paired_after}, but round "
            f"{', '.join(map(str, skipped))} is not published. Publish that first, or give a reason to leave it out.",
            code="rounds_between",
        )
    if reopened:
        raise Refused(
            f"Round {reopened[0].number} is open again and may still change. Close it first, or give a reason to publish all the same.",
            code="round_open_again",
        )
    if stale:
        what = "; ".join(sorted({change.happened for change in run.changes_since()})) or "the division changed"
        raise Refused(
            f"Since this draft was made {what}. Pair again, or give a reason to publish it as it is.",
            code="stale_draft",
        )
    if out:
        raise Refused(f"{out} Or give a reason to publish it as it is.", code="not_coming")
    first_round = (table.table for (number, _), table in seating.tables.items() if number == run.first_round)
    if division.names_tables and (taken := taken_elsewhere(division, first_round)).certain:
        raise Refused(
            f"Another division is still playing at table {taken.certain_text}, and both table plans name it. Wait for its "
            "results, give the divisions tables of their own, or give a reason to publish all the same.",
            code="tables_taken",
        )


def _create_games(division: Division, run: PairingRun, seating: RunTables) -> list[Round]:
    ensure_rounds(division)
    rounds = {row.number: row for row in division.rounds.filter(number__in=run.rounds)}
    if taken := [row.number for row in rounds.values() if row.is_published]:
        raise Refused(
            f"Round {taken[0]} is published already: change its boards one by one instead.", code="already_published"
        )
    entries = {entry.number: entry for entry in division.entries.all()}
    games: list[Game] = []
    for board in run.draft_boards():
        at = seating.tables.get((board.round, board.board or 0))
        games.append(_as_game(division, rounds[board.round], board, entries, at))
        if board.games > 1:
            games += later_games(games[-1], board.games, division.tournament.start_mode, board.reason)
    Game.objects.bulk_create(games)
    for row in rounds.values():
        row.status, row.paired_after = Round.Status.PUBLISHED, run.paired_after
        row.undone_at, row.undone_reason = None, ""
        row.save(update_fields=["status", "paired_after", "undone_at", "undone_reason"])
        settle_round(row)
    settle_starts(division)
    return [rounds[number] for number in run.rounds]


def _as_game(
    division: Division, row: Round, board: DraftBoard, entries: dict[int, Entry], at: AssignedTable | None
) -> Game:
    if gone := [number for number in (board.first, board.second) if number and number not in entries]:
        raise Refused(f"Player {gone[0]} left the roster after this draft was made: pair again.", code="player_left")
    reason = with_start(board.reason, board.start_reason)
    if board.second is None or at is None:
        game = Game(round=row, first=entries[board.first], starts_by=Game.StartsBy.NONE, reason=reason)
        return put_outcome(game, bye(division.tournament.rules), road=Road.PUBLISHING)
    return Game(
        round=row, board=at.number, table_name=at.name, table_reason=at.reason, first=entries[board.first],
        second=entries[board.second], starts_by=board.starts_by, reason=reason,
    )  # fmt: skip
