"""Practice events: marked as such before anything counts, and deleted whole. A real event is never deleted."""

from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.discard import discard_chain, written_once_lifted
from tdsuite.platform.audit.services import deciding_on, head_hash

from ..actions import EventAction
from ..models import Game, Player, Tournament
from .decision import Refused, deciding_event, own_event
from .events import tell_event
from .whole import Rows, delete_rows, rows_of

FIRST_RESULT = "A first result was given or signed: from then on an event stays what it is, a real one or practice."


def mark_practice(*, by: Actor, tournament: Tournament, practice: bool) -> Tournament:
    """Make an event practice, or real again, before its first result. Raises Refused, NotAllowed."""
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    action = EventAction.TOURNAMENT_PRACTICE if practice else EventAction.TOURNAMENT_REAL
    with deciding_event(tournament, by=by, action=action) as decision:
        row = decision.event  # a result that is being written comes before, or after
        if row.is_practice == practice:
            return row
        if has_results(row):
            raise Refused(FIRST_RESULT, code="first_result_given")
        row.is_practice = practice
        row.save(update_fields=["is_practice"])
        decision.record(row, before={"practice": not practice}, after={"practice": practice})
        tell_event(row)
    return row


def has_results(tournament: Tournament) -> bool:
    """Whether a game of two players has, or once had, a result, or figures that a player signed."""
    games = Game.objects.filter(round__division__tournament=tournament, second__isnull=False)
    if games.exclude(outcome=Game.Outcome.AWAITED).exists():
        return True
    return Tournament.objects.filter(pk=tournament.pk).exclude(first_result_at=None).exists()


def delete_practice_event(*, by: Actor, tournament: Tournament) -> dict[str, int]:
    """Delete a practice event: every row, every file, its record of decisions, and the people who played nowhere else.

    The site's own record keeps that it was deleted, by whom, and the head of its chain. Returns what was deleted.
    Raises Refused for a real event, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    with deciding_on(None, by=by, action=EventAction.TOURNAMENT_PRACTICE_DELETED) as decision:
        row = own_event(tournament)
        if not row.is_practice:
            raise Refused(
                f"{row} is a real event: it is never deleted. Only practice events can be.", code="real_event"
            )
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
            decision.record(row, before=facts)
        for path in files:
            transaction.on_commit(partial(path.unlink, missing_ok=True))
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
