"""Practice events: marked as such before anything counts, and deleted whole. A real event is never deleted."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.audit.discard import discard_chain, written_once_lifted
from tdsuite.audit.models import Record
from tdsuite.audit.services import chain_of, head_hash, record

from ..models import Game, Player, Tournament
from .decision import Refused, own_event
from .events import tell_event
from .whole import Rows, delete_rows, rows_of

FIRST_RESULT = "A first result was given or signed: from then on an event stays what it is, a real one or practice."
# A signature is kept, whether it counts yet or not.
BINDING = Q(action__startswith="result.") | Q(action__startswith="sheet.")


def mark_practice(*, by: Any, tournament: Tournament, practice: bool) -> Tournament:
    """Make an event practice, or real again, before its first result. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        row = own_event(tournament)  # a result that is being written comes before, or after
        if row.is_practice == practice:
            return row
        if has_results(row):
            raise Refused(FIRST_RESULT)
        row.is_practice = practice
        row.save(update_fields=["is_practice"])
        action = "tournament.practice" if practice else "tournament.real"
        record(action, obj=row, tournament=row, by=by, before={"practice": not practice}, after={"practice": practice})
        tell_event(row)
    return row


def has_results(tournament: Tournament) -> bool:
    """Whether a game of two players has, or once had, a result, or figures that a player signed."""
    games = Game.objects.filter(round__division__tournament=tournament, second__isnull=False)
    if games.exclude(outcome=Game.Outcome.AWAITED).exists():
        return True
    return Record.objects.of_chain(chain_of(tournament)).filter(BINDING).exists()


def delete_practice_event(*, by: Any, tournament: Tournament) -> dict[str, int]:
    """Delete a practice event: every row, every file, its record of decisions, and the people who played nowhere else.

    The site's own record keeps that it was deleted, by whom, and the head of its chain. Returns what was deleted.
    Raises Refused for a real event, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with transaction.atomic():
        row = own_event(tournament)
        if not row.is_practice:
            raise Refused(f"{row} is a real event: it is never deleted. Only practice events can be.")
        head = head_hash(row)
        people = list(Player.objects.filter(entries__division__tournament=row).values_list("pk", flat=True).distinct())
        tell_event(row)
        rows = rows_of(row)
        files = _files(rows)
        with written_once_lifted():
            delete_rows(rows)
            Player.objects.filter(pk__in=people, entries=None).delete()
            records = discard_chain(row)
            gone = {"rows": sum(map(len, rows.values())), "records": records, "files": len(files)}
            facts = {"slug": row.slug, "head": head, **gone}
            record("tournament.practice_deleted", obj=row, by=by, before=facts)
        transaction.on_commit(lambda: _unlink(files))
    return gone


def _files(rows: Rows) -> list[Path]:
    """The files in the data folder that the rows name: produced prints, photographs."""
    stored = [
        name
        for model, keys in rows.items()
        if any(field.name == "stored" for field in model._meta.fields)
        for name in model._base_manager.filter(pk__in=keys).values_list("stored", flat=True)
    ]
    return [Path(settings.MEDIA_ROOT) / name for name in stored]


def _unlink(files: list[Path]) -> None:
    for path in files:
        path.unlink(missing_ok=True)
