"""Practice events: marked as such before anything counts, and deleted whole. A real event is deleted only while nothing rated was
played and nobody signed, by whoever types its name."""

from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.chains import discard_chain, written_once_lifted
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import deciding_on, head_hash
from ..actions import EventAction
from ..models import Entry, Game, Player, Tournament
from .decision import Refused, deciding_event, own_event, tell_event
from .whole import Rows, delete_rows, rows_of

NAMED = {
    "division": ("division", "divisions"), "entry": ("entry of a player", "entries of players"), "game": ("game", "games"),
    "sheet": ("result sheet", "result sheets"),
}  # fmt: skip
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
    if not Tournament.objects.get(pk=tournament.pk).is_practice:
        raise Refused(f"{tournament} is a real event: only practice events are deleted like this.", code="real_event")
    return _delete(by, tournament, EventAction.TOURNAMENT_PRACTICE_DELETED)


def delete_real_event(*, by: Actor, tournament: Tournament, name: str) -> dict[str, int]:
    """Delete an event that was made by mistake, as whole as a practice event, while nothing rated was played in it.

    Args:
        name: the event's name, typed by whoever deletes it.

    Raises:
        Refused: code ``rated_game`` or ``signed`` where it counts already, ``name_differs``. NotAllowed.
    """
    require(by, tournament, Can.MANAGE_TOURNAMENT)
    if name.strip() != tournament.name:
        raise Refused(f"Type the event's name as it stands here to delete it: {tournament.name}", code="name_differs")
    return _delete(by, tournament, EventAction.TOURNAMENT_DELETED)


def what_keeps(tournament: Tournament, rows: Rows | None = None) -> Refused | None:
    """Why a real event is not deleted: a rated game, or something that players signed. A club evening always is."""
    if tournament.club_evening:
        return None
    games = Game.objects.filter(round__division__tournament=tournament, second__isnull=False, rated=True)
    if game := games.exclude(outcome__in=Game.UNFINISHED).with_people().first():
        return Refused(
            f"{game.round}, table {game.table} has a rated result. An event that was played is never deleted; if the result "
            "was a try, take it back first.",
            code="rated_game",
        )
    if any(getattr(model, "KEEPS_EVENT", False) for model in rows or rows_of(tournament)):
        return Refused("Players signed result sheets of this event: it is never deleted.", code="signed")
    return None


def what_goes(tournament: Tournament) -> list[tuple[int, str]]:
    """What is deleted with an event, in numbers, for whoever is about to do it."""
    rows = rows_of(tournament)
    count = {model._meta.model_name: len(keys) for model, keys in rows.items()}
    named = [(count.pop(name, 0), words) for name, words in NAMED.items()]
    people, files, records = _people_only_here(tournament), _files(rows), Record.objects.about(tournament)
    counted = [
        *named,
        (people.count(), ("person who plays in no other event", "people who play in no other event")),
        (len(files), ("file", "files")),
        (records.count(), ("record of a decision", "records of decisions")),
        (
            sum(count.values()) - 1,
            ("other entry of the database", "other entries of the database"),
        ),  # one is the event's own
    ]
    return [(number, words[number != 1]) for number, words in counted]


def _people_only_here(tournament: Tournament) -> QuerySet[Player]:
    elsewhere = Entry.objects.filter(player=OuterRef("pk")).exclude(division__tournament=tournament)
    return Player.objects.filter(~Exists(elsewhere), entries__division__tournament=tournament).distinct()


def _delete(by: Actor, tournament: Tournament, action: EventAction) -> dict[str, int]:
    with deciding_on(None, by=by, action=action) as decision:
        row = own_event(tournament)
        rows = rows_of(row)
        if not row.is_practice and (refused := what_keeps(row, rows)):
            raise refused
        head = head_hash(row)
        people = list(_people_only_here(row).values_list("pk", flat=True))
        tell_event(row)
        files = _files(rows)
        with written_once_lifted():
            delete_rows(rows)
            Player.objects.filter(pk__in=people).delete()
            gone = {"rows": sum(map(len, rows.values())), "records": discard_chain(row), "files": len(files)}
            decision.record(row, before={"slug": row.slug, "head": head, **gone})
        for path in files:
            transaction.on_commit(partial(path.unlink, missing_ok=True))
    return gone


def _files(rows: Rows) -> list[Path]:
    """The files in the data folder that the rows name: produced prints."""
    stored = [
        name
        for model, keys in rows.items()
        if any(field.name == "stored" for field in model._meta.fields)
        for name in model._base_manager.filter(pk__in=keys).values_list("stored", flat=True)
    ]
    return [Path(settings.MEDIA_ROOT) / name for name in stored]
