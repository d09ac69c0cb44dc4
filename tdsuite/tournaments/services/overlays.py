"""Where the slots of a stream's overlays point: the address stays, what it shows is moved."""

from django.http import Http404

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.services import deciding_on
from ..actions import EventAction
from ..models import Division, Entry, Overlay, Tournament
from ..models.screens import MOST_SLOTS
from .decision import Refused, check, tell_topics


def overlay_of(tournament: Tournament, slot: int) -> Overlay:
    """The slot's row, an unsaved one where it is empty. 404 where an event has no such slot."""
    if not 1 <= slot <= MOST_SLOTS:
        raise Http404(f"An event has the slots 1 to {MOST_SLOTS}.")
    return tournament.overlays.filter(slot=slot).first() or Overlay(tournament=tournament, slot=slot)


def overlays_of(tournament: Tournament) -> list[Overlay]:
    """All slots in order, empty ones too, in one query."""
    taken = {row.slot: row for row in tournament.overlays.select_related("division", "entry__player")}
    return [taken.get(slot) or Overlay(tournament=tournament, slot=slot) for slot in range(1, MOST_SLOTS + 1)]


def point_overlay(
    *,
    by: Actor,
    overlay: Overlay,
    shows: str | None = None,
    division: str | None = None,
    player: int | None = None,
    table: str | None = None,
) -> Overlay:
    """Point a slot elsewhere; open pages show it at once. What is not named stays as it was.

    Args:
        shows: an `Overlay.Shows`; "" empties the slot.
        division: its code; left out, the event's first.
        player: the player's number in the division, for a lower third.
        table: the table's name, for the two who play there.

    Raises Refused, NotAllowed.
    """
    tournament = overlay.tournament
    require(by, tournament, Can.RUN_ROUNDS)
    with deciding_on(tournament, by=by, action=EventAction.OVERLAY_MOVED) as decision:
        Tournament.objects.select_for_update(no_key=True).get(
            pk=tournament.pk
        )  # two who move slots: one after the other
        row = overlay_of(tournament, overlay.slot)
        before = row.facts
        row.shows = row.shows if shows is None else shows
        if row.is_empty:
            if row.pk:
                Overlay.objects.filter(pk=row.pk).delete()
            elif shows is None:
                raise Refused("This slot is empty: say what it is to show.", code="overlay_empty")
            row = Overlay(tournament=tournament, slot=row.slot)
        else:
            _aim(row, division, player, table)
            check(row)
            row.save()
        if row.facts != before:
            decision.record(tournament, before=before, after=row.facts)
            tell_topics(row.live_topic)
    return row


def _aim(row: Overlay, code: str | None, player: int | None, table: str | None) -> None:
    """Put division, player and table in, as far as what is shown has them. Raises Refused."""
    named = row.division.code if row.division_id and code is None else code
    divisions = Division.objects.filter(tournament=row.tournament)
    division = divisions.filter(code=named).first() if named else divisions.first()
    if division is None:
        raise Refused(
            f"The event has no division {named}." if named else "Add a division first.", code="no_such_division"
        )
    row.division = division
    if row.shows == Overlay.Shows.PLAYER:
        number = player or (row.entry.number if row.entry else 0)
        row.entry = Entry.objects.with_people().filter(division=division, number=number).first()
        if row.entry is None:
            raise Refused(f"{division} has no player {number}.", code="no_such_player")
    else:
        row.entry = None
    name = row.table if table is None else table.strip()
    row.table = name if row.shows == Overlay.Shows.TABLE else ""
    if row.shows == Overlay.Shows.TABLE and not row.table:
        raise Refused("Name the table whose players are to be shown.", code="no_table")
