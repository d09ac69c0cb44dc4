"""Finished events for these tests, and every row of the database to compare them by."""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.utils import timezone

from results.sheets.models import SheetPhoto
from tdsuite.ops.aside.event_file import stored_files, whole_event
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Tournament
from tests.platform.access.routes import Place

# What a decision changes whatever it is about: how often pages were told.
OF_THE_INSTALLATION = {"live.livetopic"}


def all_rows() -> dict[str, list[tuple[str, ...]]]:
    """Every row of the database, but for the installation's own record."""
    tables = {}
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.concrete_fields]
        rows: Any = model._base_manager.order_by("pk").values_list(*names)
        label = model._meta.label_lower
        if label in ("audit.record", "audit.chainhead"):
            rows = rows.exclude(chain="site")
        if label not in OF_THE_INSTALLATION:
            tables[label] = [tuple(map(repr, row)) for row in rows]
    return tables


def finished(tournament: Tournament) -> Tournament:
    action = EventAction.TOURNAMENT_CHANGED
    with deciding_on(tournament, by=COMMAND_LINE, action=action, reason="The day is over") as decision:
        Tournament.objects.filter(pk=tournament.pk).update(status="finished")
        decision.record(tournament, after={"status": "finished"})
    Job.objects.of(tournament).update(status="done", finished_at=timezone.now())
    return Tournament.objects.get(pk=tournament.pk)


def finished_with_files(place: Place) -> tuple[Tournament, dict[Path, bytes]]:
    """An event with a row of every kind, finished, and its print and its photo on the disk."""
    tournament = finished(place.tournament)
    for model in (JobFile, SheetPhoto):
        model._base_manager.filter(pk=place.rows[model._meta.label].pk).update(stored=f"{model.__name__}/1.bin")
    files = {Path(settings.MEDIA_ROOT) / name: name.encode() for name in stored_files(whole_event(tournament))}
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    assert len(files) == 2
    return tournament, files


def on_disk(files: dict[Path, bytes]) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in files if path.exists()}
