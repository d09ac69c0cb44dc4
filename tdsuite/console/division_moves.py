"""Players change their division: with everything before their first game, and with their games left behind afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import ForeignKey, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from pairings.services.engine_tasks import settings_of
from results.rulings.services.late_entry import enter_late, rounds_without
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Division, Entry, Game, Presence
from tdsuite.tournaments.services.decision import Refused, check, deciding, own_event
from tdsuite.tournaments.services.entries import ENTRY_FIELDS, remove_entry, update_entry, withdraw_entry

# What goes with the player whichever division they play in; whatever else names the entry keeps it where it is.
GO_ALONG = ("presences", "player_link", "table_needs", "accommodations", "requests")
OF_THE_DIVISION = frozenset({"number", "seed", "absences", "withdrawn_from", "unranked"})


def move_players(*, by: Actor, division: Division, players: Sequence[Entry], to: Division, reason: str) -> list[Entry]:
    """Let players of a division play in another of the event from now on; all of them or none.

    Who has not played there moves with number, check-in, link and table. Who has played leaves the division with the
    next round, and their games stay and count there; in the other division the rounds missed score nothing.

    Returns:
        Their entries in the other division.

    Raises:
        Refused: they moved meanwhile, a game of theirs has no result, they stand on a draft or in the division's pairing rules, or they have left.
        NotAllowed: the actor may not edit the roster, or not rule where rounds were missed.
    """
    event = division.tournament
    require(by, event, Can.EDIT_ROSTER)
    if to.pk == division.pk or to.tournament_id != event.pk:
        raise Refused("Choose another division of this event.", code="same_division")
    if not players:
        raise Refused("Choose who moves.", code="nobody_chosen")
    action = EventAction.ENTRIES_MOVED
    with transaction.atomic():
        own_event(event)  # two divisions are owned in the order in which everybody does
        with (
            deciding(division, by=by, action=action, reason=reason) as leaves,
            deciding(to, by=by, action=action, reason=reason) as comes,
        ):
            if draft := leaves.division.pairing_runs.drafts().first():
                raise Refused(f"There is a draft of {draft.rounds_text}: discard it first.", code="drafted")
            entries = _as_they_stand(leaves.division, players)
            moved = [_move(by, entry, leaves.division, comes.division, reason) for entry in entries]
            leaves.record(division, after={"to": to.code, "players": [entry.player_id for entry in entries]})
            comes.record(to, after={"numbers": [entry.number for entry in moved], "from": division.code})
    return moved


def _as_they_stand(division: Division, players: Sequence[Entry]) -> list[Entry]:
    """The players read again now that the division is owned: another press may have moved them meanwhile. Raises Refused."""
    rows = {entry.pk: entry for entry in division.entries.with_people().filter(pk__in=[entry.pk for entry in players])}
    entries = [rows[entry.pk] for entry in players if entry.pk in rows]
    if len(entries) != len(players):
        raise Refused("Somebody has changed the roster meanwhile: look at who plays where.", code="moved_meanwhile")
    for entry in entries:
        entry.division = division
    return entries


def _move(by: Actor, entry: Entry, division: Division, to: Division, reason: str) -> Entry:
    _refuse(entry, division)
    back = to.entries.filter(player=entry.player_id).first()
    played = any(rows.exists() for name, _field, rows in _naming(entry) if name not in GO_ALONG)
    if back is None and not played:
        entry.division, entry.number = to, _next_number(to)
        entry.seed = entry.number
        check(entry)
        entry.save()
        moved = entry
    else:
        moved = _entered(entry, to) if back is None else _entered_again(by, back, to, reason)
        _take_along(entry, moved)
        if played:
            withdraw_entry(by=by, entry=entry, from_round=_next_round(division), reason=reason)
        else:
            remove_entry(by=by, entry=Entry.objects.select_related("player", "division__tournament").get(pk=entry.pk))
    plays_from = _next_round(to)
    moved.division = to
    if any(row.number < plays_from for row in rounds_without(moved)):
        enter_late(by=by, entry=moved, plays_from=plays_from, reason=reason)
    return moved


def _refuse(entry: Entry, division: Division) -> None:
    if entry.withdrawn_from is not None:
        raise Refused(f"{entry.player} has left {division}: put them back first.", code="player_left")
    if games := list(Game.objects.open_for(entry)):
        game = games[0]
        raise Refused(
            f"{entry.player} has no result yet at table {game.table} of round {game.round.number}: enter it, or take the "
            "board apart.",
            code="game_open",
        )
    rules = settings_of(division)
    named = {board[side] for board in rules.boards for side in ("one", "two")}
    named |= {*rules.volunteers, *(number for family in rules.families for number in family)}
    if entry.number in named:
        raise Refused(
            f"{entry.player} is named in the pairing rules of {division} (Pairing desk): take that out first.",
            code="named_in_rules",
        )


def _naming(entry: Entry) -> Iterator[tuple[str, str, QuerySet[Any]]]:
    """Every kind of row that names the player: what the entry calls it, "" for nothing; its field; the rows."""
    for link in entry._meta.get_fields(include_hidden=True):
        if isinstance(link, ForeignObjectRel) and isinstance(link.field, ForeignKey):
            rows = link.related_model._base_manager.filter(**{link.field.name: entry})
            if link.related_model is Presence:
                rows = rows.filter(game=None)  # what was said at a board stays with the board
            yield link.get_accessor_name() or "", link.field.name, rows


def _next_number(division: Division) -> int:
    return (division.entries.order_by("-number").values_list("number", flat=True).first() or 0) + 1


def _next_round(division: Division) -> int:
    """The first round behind all that are published."""
    published = division.rounds.published().order_by("-number")
    return (published.values_list("number", flat=True).first() or 0) + 1


def _entered(entry: Entry, to: Division) -> Entry:
    carried = {name: getattr(entry, name) for name in ENTRY_FIELDS if name not in OF_THE_DIVISION}
    number = _next_number(to)
    moved = Entry(division=to, player=entry.player, number=number, seed=number, imported=entry.imported, **carried)
    check(moved)
    moved.save()
    return moved


def _entered_again(by: Actor, entry: Entry, to: Division, reason: str) -> Entry:
    entry.division = to
    return update_entry(by=by, entry=entry, values={"withdrawn_from": None}, reason=reason)


def _take_along(entry: Entry, moved: Entry) -> None:
    for name, field, rows in _naming(entry):
        for row in rows if name in GO_ALONG else ():
            setattr(row, field, moved)
            row.save(update_fields=[field])
