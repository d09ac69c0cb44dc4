"""Fill the columns that the program asks in place of the record of decisions, from the record of older data."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RESULTS, SCORES, ROSTER, BOARDS, STARTS, RULES, DRAFTS, PRINTS, TABLES = (1 << bit for bit in range(9))
TOUCHES = {
    **dict.fromkeys(
        ("result.entered", "result.corrected", "result.amended", "result.withdrawn", "result.decided", "result.signed"),
        RESULTS | PRINTS,
    ),
    "attendance.forfeited": RESULTS | PRINTS,
    **dict.fromkeys(("game.adjusted", "game.adjustment_removed", "spread.adjusted"), SCORES | PRINTS),
    **dict.fromkeys(("entry.added", "entry.changed", "entry.removed", "entry.joined_late"), ROSTER | PRINTS),
    **dict.fromkeys(("entry.ejected", "entry.ejection_reversed"), RESULTS | ROSTER | PRINTS),
    "roster.imported": ROSTER | PRINTS,
    **dict.fromkeys(("start.drawn", "start.draw_taken_back", "start.settled", "start.compared"), STARTS),
    "pairings.published": BOARDS,
    "pairings.board_changed": BOARDS | TABLES | PRINTS,
    "pairings.plan_changed": RULES,
    "pairings.round_added": RULES,
    "pairings.round_removed": RULES,
    "pairings.rules_changed": RULES,
    "pairings.rules_relaxed": RULES,
    "division.changed": RULES,
    "pairings.drafted": DRAFTS,
    "pairings.draft_changed": DRAFTS,
}
ROADS = {
    "result.entered": "keyboard",
    "result.corrected": "correction",
    "result.amended": "appeal",
    "result.decided": "how_it_ended",
    "result.signed": "players_sheet",
    "attendance.forfeited": "attendance",
}


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Division = apps.get_model("tournaments", "Division")
    for division in Division.objects.select_related("tournament"):
        fill_changes(apps, division)
        fill_lengths(apps, division)
    for tournament in apps.get_model("tournaments", "Tournament").objects.all():
        fill_results(apps, tournament)


def fill_changes(apps: Apps, division) -> None:
    Record, DivisionChange = apps.get_model("audit", "Record"), apps.get_model("tournaments", "DivisionChange")
    Game, Round = apps.get_model("tournaments", "Game"), apps.get_model("tournaments", "Round")
    in_games = {
        str(pk): number
        for pk, number in Game.objects.filter(round__division=division).values_list("pk", "round__number")
    }
    in_rounds = {str(pk): number for pk, number in Round.objects.filter(division=division).values_list("pk", "number")}
    numbers = {"tournaments.game": in_games, "tournaments.round": in_rounds}
    records = Record.objects.filter(
        chain=str(division.tournament_id), scope=f"division:{division.pk}", action__in=TOUCHES
    )
    changes = []
    for record in records.order_by("seq").iterator():
        rounds = record.after.get("rounds") or [record.after.get("round")]
        stated = rounds[0] if isinstance(rounds, list) and isinstance(rounds[0], int) else None
        changes.append(
            DivisionChange(
                division=division,
                at=record.at,
                action=record.action,
                touches=TOUCHES[record.action],
                round_number=numbers.get(record.object_type, {}).get(record.object_id, stated),
                table=str(record.after.get("table") or "")[:20],
                object_id=int(record.object_id) if record.object_id.isdecimal() else None,
            )
        )
    DivisionChange.objects.filter(division=division).delete()
    DivisionChange.objects.bulk_create(changes, batch_size=500)


def fill_lengths(apps: Apps, division) -> None:
    """The length at the end of a round is what the first later change of it says it was before."""
    Record = apps.get_model("audit", "Record")
    records = Record.objects.filter(
        object_type="tournaments.division", object_id=str(division.pk), action="division.changed"
    )
    changes = [
        (at, int(before["planned_rounds"]))
        for at, before, after in records.order_by("seq").values_list("at", "before", "after")
        if "planned_rounds" in after
    ]
    for row in division.rounds.filter(status="closed").exclude(closed_at=None):
        row.planned_length = next((before for at, before in changes if at > row.closed_at), division.planned_rounds)
        row.save(update_fields=["planned_length"])


def fill_results(apps: Apps, tournament) -> None:
    Record, Game = apps.get_model("audit", "Record"), apps.get_model("tournaments", "Game")
    records = Record.objects.filter(chain=str(tournament.pk)).order_by("seq")
    first = records.filter(action__startswith="result.").first() or records.filter(action__startswith="sheet.").first()
    if first is not None:
        tournament.first_result_at = first.at
        tournament.save(update_fields=["first_result_at"])
    last = {
        record.object_id: record
        for record in records.filter(object_type="tournaments.game", action__in=ROADS).iterator()
    }
    for game in Game.objects.filter(round__division__tournament=tournament).exclude(outcome=""):
        if record := last.get(str(game.pk)):
            game.entered_by_kind, game.entered_by = record.actor_kind, record.actor_id
            game.entered_road = "end_of_game" if "how" in record.after else ROADS[record.action]
            game.save(update_fields=["entered_by_kind", "entered_by", "entered_road"])


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_another_suite"), ("tournaments", "0010_facts_of_results")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
