"""Who plays: add, change, withdraw, mark absent."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live import kept_pages
from tdsuite.platform.live.services import bump
from ..actions import EventAction
from ..engine.names import display_name, filing_name, near_known
from ..models import Division, Entry, Game, Player
from .decision import Refused, changed_fields, check, deciding

IDS = ("national_id", "naspa_id", "wespa_id", "absp_id")
PLAYER_FIELDS = ("name", "filing_name", *IDS, "club", "country")
LISTED_FIELDS = ("rating", "lifetime_games", "deviation", "last_played", "class_name", "team")  # as files have them too
ENTRY_FIELDS = ("number", "seed", *LISTED_FIELDS, "absences", "withdrawn_from", "unranked")


class LooksAlike(Refused):
    """A player looks like one of the event, and it was not answered that this is another person.

    alike: the division's short name and the number of that one.
    """

    code = "looks_alike"


def add_entry(*, by: Actor, division: Division, values: Mapping[str, Any], another_person: bool = False) -> Entry:
    """Enter one player by hand; the number is the next free one unless given. Raises Refused, NotAllowed.

    another_person: a player who looks like one of the event is another person; else such a player is refused (LooksAlike).
    """
    with deciding(division, by=by, can=Can.EDIT_ROSTER, action=EventAction.ENTRY_ADDED) as decision:
        row = decision.division
        player = Player(**{name: values[name] for name in PLAYER_FIELDS if values.get(name)})
        player.filing_name = player.filing_name or filing_name(player.name)
        player.name = display_name(player.name)
        check(player)
        if not another_person:
            _require_another(player, row)
        player.save()
        entry = Entry(division=row, player=player, **{name: values[name] for name in ENTRY_FIELDS if name in values})
        last = row.entries.order_by("-number").values_list("number", flat=True).first()
        entry.number = entry.number or (last or 0) + 1
        entry.seed = entry.seed or entry.number
        _check_entry(entry)
        entry.save()
        decision.record(entry, after={"number": entry.number, "player": player.pk})
    return entry


def update_entry(
    *,
    by: Actor,
    entry: Entry,
    values: Mapping[str, Any],
    reason: str = "",
    another_person: bool = False,
    can: Can = Can.EDIT_ROSTER,
) -> Entry:
    """Change a player's details or entry. The record names changed fields of the person, not their text. Raises Refused.

    another_person: as of `add_entry`, where the name or a number of the person changes.  can: SIGN for what players say of themselves.
    """  # fmt: skip
    with deciding(entry.division, by=by, can=can, action=EventAction.ENTRY_CHANGED, reason=reason) as decision:
        row = Entry.objects.select_related("player").get(pk=entry.pk)
        row.division = decision.division
        if (name := values.get("name")) and name != row.player.name:
            values = {**values, "name": display_name(name)}
        _, person = changed_fields(row.player, {name: values[name] for name in PLAYER_FIELDS if name in values})
        before, after = changed_fields(row, {name: values[name] for name in ENTRY_FIELDS if name in values})
        if person:
            check(row.player)
            if not another_person and {"name", *IDS} & set(person):
                _require_another(row.player, row.division)
            row.player.save()
            _tell_elsewhere(row)
        if after:
            _check_entry(row)
            row.save()
        if person or after:
            after["player_fields"] = sorted(person)
            decision.record(row, before=before, after=after)
    return row


def _require_another(player: Player, division: Division) -> None:
    """Refuses (LooksAlike) a player of a division who may be somebody else of it, or has the same name in another."""
    entries = Entry.objects.filter(division__tournament=division.tournament_id).exclude(player=player.pk)
    others = list(entries.select_related("player", "division").order_by("division__position", "number"))
    for other in others:
        if any(getattr(player, name) and getattr(player, name) == getattr(other.player, name) for name in IDS):
            raise _looks_alike(player, other, "a number of a rating body is the same")
    for pair in near_known([player.name], [other.player.name for other in others]):
        if pair.same or others[pair.second].division_id == division.pk:
            raise _looks_alike(player, others[pair.second], pair.reason)


def _looks_alike(player: Player, other: Entry, reason: str) -> LooksAlike:
    left = " (withdrawn)" if other.withdrawn_from else ""
    return LooksAlike(
        f"{player} looks like {other}{left} in {other.division}: {reason}. Is this another person?",
        alike={"division": other.division.code, "number": other.number},
    )


def _tell_elsewhere(entry: Entry) -> None:
    """A person's new name or club stands in the other events too: their pages are told, after the commit.

    Not before: two decisions that raise the versions of several divisions in two orders could wait for each other.
    """
    divisions = Division.objects.filter(entries__player=entry.player_id).exclude(pk=entry.division_id)
    topics = [division.live_topic for division in divisions]

    def tell() -> None:
        with transaction.atomic():
            bump(*topics)
        kept_pages.show_now(topics)

    transaction.on_commit(tell)


def withdraw_entry(*, by: Actor, entry: Entry, from_round: int | None, reason: str) -> Entry:
    """Take a player out from a round on (None: put back in). Published boards are not changed: `boards_left` names them."""
    if from_round is not None and from_round < 1:
        raise Refused("A player withdraws from round 1 or later.", code="round_before_first")
    return update_entry(by=by, entry=entry, values={"withdrawn_from": from_round}, reason=reason)


def boards_left(entry: Entry) -> list[Game]:
    """Published boards without a result, of the rounds from which the player has withdrawn; earliest first."""
    return [game for game in Game.objects.of_division(entry.division).open_for(entry) if entry in game.gone]


def remove_entry(*, by: Actor, entry: Entry, reason: str = "") -> None:
    """Take somebody who has not been paired off the roster. Raises Refused when a game, a sheet or a ruling names them."""
    with deciding(
        entry.division, by=by, can=Can.EDIT_ROSTER, action=EventAction.ENTRY_REMOVED, reason=reason
    ) as decision:
        if Game.objects.of_division(decision.division).filter(first=entry).exists() or entry.games_as_second.exists():
            raise Refused(
                f"{entry.player} stands in published rounds: withdraw the player instead, so that the games stay.",
                code="player_has_games",
            )
        decision.record(entry, before={"number": entry.number})
        player = entry.player
        try:
            entry.delete()
        except ProtectedError as error:
            raise Refused(
                f"{player} stands on a result sheet or in a ruling: withdraw the player instead, so that it stays.",
                code="player_is_named",
            ) from error
        if not player.entries.exists():
            player.delete()


def _check_entry(entry: Entry) -> None:
    rounds = entry.absences
    if not isinstance(rounds, list) or not all(isinstance(number, int) and number >= 1 for number in rounds):
        raise Refused("Rounds missed are round numbers: for example 1, 2.", code="bad_round_numbers")
    if entry.division.entries.exclude(pk=entry.pk).filter(number=entry.number).exists():
        raise Refused(
            f"Number {entry.number} is taken in {entry.division}; choose another or leave it empty.",
            code="number_taken",
        )
    check(entry)
