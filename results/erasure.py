"""What this app's rows hold about a person."""

from typing import Any

from django.db.models import Q

from results.attendance.models import LateWarning, MoveLimit, StarterReport
from results.prizes.models import HighClaim, Prize
from results.rating_lists.formats.cells import id_key
from results.rating_lists.formats.model import IDS
from results.rating_lists.models import RatingListEntry, RatingListUse
from results.rating_lists.services.lists import forget_indexes
from results.rulings.models import (
    Accommodation,
    Appeal,
    AppealText,
    Ejection,
    GameEnd,
    Incident,
    IncidentText,
    Recount,
    Ruling,
    RulingText,
)
from results.sheets.models import Petition, PlayerRequest, Sheet, SheetVersion, Signature, TableCall
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.erasure import Person, deletes, empties, erases
from tdsuite.tournaments.services.personal import holds

GONE = "(erased)"


BOARD = "game__first game__second"
SHEET = "sheet__player_a sheet__player_b"
deletes("incidents' words", IncidentText, "incident__entry incident__other")
deletes("rulings' words", RulingText, "ruling__entry ruling__game__first ruling__game__second")
deletes("appeals' words", AppealText, "appeal__by_entry appeal__ruling__entry")
# What was allowed may tell of an illness; the seconds stay, for the games were played with them.
empties("accommodations", Accommodation, "entry", what=GONE, reason=GONE)
empties("requests to the director", PlayerRequest, "entry", words="", answer="")
empties("waivers", GameEnd, BOARD, first_waiver="", second_waiver="")


@erases("notes of players")
def notes(person: Person) -> int:
    disputes = Sheet.objects.filter(disputed_by__in=person.entries).exclude(dispute_note="").update(dispute_note="")
    return disputes + TableCall.objects.filter(entry__in=person.entries).exclude(note="").update(note="")


@erases("lines of rating lists")
def lines_of_rating_lists(person: Person) -> int:
    """The person's own lines."""
    gone = _own_lines(person)
    count = sum(
        RatingListEntry.objects.filter(pk__in=gone[at : at + 500]).delete()[0] for at in range(0, len(gone), 500)
    )  # fmt: skip
    forget_indexes()
    return count


def _own_lines(person: Person) -> list[int]:
    """The lines of rating lists that are about a person, by number or by name."""
    row = Player.objects.get(pk=person.player)
    numbers = {name: id_key(value) for name in IDS if (value := getattr(row, name))}
    keys = {name_key(name) for name in person.names}
    return [
        values["pk"]
        for values in RatingListEntry.objects.values("pk", "name", *IDS).iterator(chunk_size=5000)
        if any(values[name] and id_key(values[name]) == number for name, number in numbers.items())
        or name_key(values["name"]) in keys
    ]


@erases("numbers that rating lists changed")
def uses_of_rating_lists(person: Person) -> int:
    """On which line of a list the person was; the other players' stays."""
    mine, count = set(person.entries), 0
    for use in RatingListUse.objects.filter(division__entries__in=person.entries).distinct():
        of_others = [line for line in use.lines if line[0] not in mine]
        if len(of_others) < len(use.lines):
            count += 1
            RatingListUse.objects.filter(pk=use.pk).update(lines=of_others)
    return count


def _rulings(start: str) -> Any:
    """The rulings about a person, and those about nobody by name at their boards.  start: the path to the ruling."""

    def rows(person: Person) -> Any:
        model = RulingText if start else Ruling
        board = Q((f"{start}game__first__in", person.entries)) | Q((f"{start}game__second__in", person.entries))
        nobody = Q((f"{start}entry", None)) & board
        return model._base_manager.filter(Q((f"{start}entry__in", person.entries)) | nobody).order_by("pk")

    return rows


def _own_lines_used(use: Any, person: Person) -> dict[str, Any]:
    return {"list": use.rating_list_id, "lines": [line for entry, line in use.lines if entry in person.entries]}


def _won(prize: Any, person: Person) -> dict[str, Any]:
    """A prize that was given to the person by hand."""
    if prize.division_id is None:
        won = not set(prize.winners).isdisjoint(person.entries)
    else:
        numbers = Entry.objects.filter(pk__in=person.entries, division=prize.division_id).values_list(
            "number", flat=True
        )
        won = not set(prize.winners).isdisjoint(numbers)
    return {"title": prize.title, "money": prize.money, "text": prize.text} if won else {}


holds("warnings for lateness", LateWarning, "entry")
holds("reports of who started", StarterReport, BOARD)
holds("move limits", MoveLimit, "entry")
holds("claims", HighClaim, "entry", left="division")
holds(
    "lines of rating lists",
    RatingListEntry,
    lambda person: RatingListEntry.objects.filter(pk__in=_own_lines(person)),
    eraser="lines of rating lists",
)
holds(
    "numbers that rating lists changed",
    RatingListUse,
    lambda person: RatingListUse.objects.filter(division__entries__in=person.entries).distinct(),
    show=_own_lines_used,
    eraser="numbers that rating lists changed",
)
holds(
    "prizes by hand",
    Prize,
    lambda person: Prize.objects.filter(
        Q(tournament__in=person.tournaments) | Q(division__entries__in=person.entries)
    ).distinct(),
    show=_won,
)
holds(
    "ends of games",
    GameEnd,
    BOARD,
    own={"first_waiver": "game__first", "second_waiver": "game__second"},
    eraser="waivers",
)
holds("rulings", Ruling, _rulings(""), left="division made_by made_by_name")
holds("rulings' words", RulingText, _rulings("ruling__"), left="one_side other_side witnesses", eraser="rulings' words")
holds("incidents", Incident, "entry", left="division other")
holds("incidents' words", IncidentText, "incident__entry", eraser="incidents' words")
holds("ejections", Ejection, "entry", left="before after")
holds("appeals", Appeal, "by_entry")
holds("appeals' words", AppealText, "appeal__by_entry", eraser="appeals' words")
holds("recounts", Recount, BOARD, left="sheet_to")
holds("accommodations", Accommodation, "entry", eraser="accommodations")
holds(
    "result sheets",
    Sheet,
    "player_a player_b",
    left="division",
    own={"dispute_note": "disputed_by"},
    eraser="notes of players",
)
holds("versions of result sheets", SheetVersion, SHEET, left="made_by_kind made_by")
holds("signatures", Signature, "entry", left="seen_by_kind seen_by")
holds(
    "corrections that players proposed",
    Petition,
    SHEET,
    own={
        "proposed_means": "proposed_by",
        "proposed_device": "proposed_by",
        "agreed_means": "agreed_by",
        "agreed_device": "agreed_by",
    },
)
holds("calls to the table", TableCall, "entry", eraser="notes of players")
holds("requests to the director", PlayerRequest, "entry", left="settled_by", eraser="requests to the director")
