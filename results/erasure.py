"""What this app's rows hold about a person."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from results.attendance.models import CheckIn, DelayJudgement, LateWarning, MoveLimit, Presence, StarterReport
from results.mail.models import ConfirmationAsked, MailAddress, OutgoingMail
from results.prizes.models import HighClaim, Prize
from results.rating_lists.formats.cells import id_key
from results.rating_lists.formats.model import IDS
from results.rating_lists.models import RatingListEntry, RatingListUpload, RatingListUse
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
from results.sheets.models import Petition, PlayerRequest, Sheet, SheetPhoto, SheetVersion, Signature, TableCall
from results.sheets.services.photos import path_of
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.erasure import Person, deletes, empties, erases
from tdsuite.tournaments.services.personal import holds

GONE = "(erased)"


BOARD = "game__first game__second"
SHEET = "sheet__player_a sheet__player_b"
PHOTOGRAPHED = "version__sheet__player_a version__sheet__player_b"
deletes("incidents' words", IncidentText, "incident__entry incident__other")
deletes("rulings' words", RulingText, "ruling__entry ruling__game__first ruling__game__second")
deletes("appeals' words", AppealText, "appeal__by_entry appeal__ruling__entry")
# What was allowed may tell of an illness; the seconds stay, for the games were played with them.
empties("accommodations", Accommodation, "entry", what=GONE, reason=GONE)
deletes("addresses for mail", MailAddress, "entry")
deletes("first mails asked for", ConfirmationAsked, "entry")
empties("requests to the director", PlayerRequest, "entry", words="", answer="")
empties("waivers", GameEnd, BOARD, first_waiver="", second_waiver="")


@erases("notes of players")
def notes(person: Person) -> int:
    disputes = Sheet.objects.filter(disputed_by__in=person.entries).exclude(dispute_note="").update(dispute_note="")
    return disputes + TableCall.objects.filter(entry__in=person.entries).exclude(note="").update(note="")


@erases("photographs of sheets")
def photographs(person: Person) -> int:
    photos = SheetPhoto.objects.filter(person.at(PHOTOGRAPHED))
    paths = [path_of(stored) for stored in photos.values_list("stored", flat=True)]
    count = photos.delete()[0]

    def unlink() -> None:
        for path in paths:
            path.unlink(missing_ok=True)

    transaction.on_commit(unlink)
    return count


@erases("lines of rating lists")
def lines_of_rating_lists(person: Person) -> int:
    """The person's own lines; a list that waits to be loaded goes whole, its file names everybody."""
    gone = _own_lines(person)
    uploads = RatingListUpload.objects.all().delete()[0]
    count = sum(
        RatingListEntry.objects.filter(pk__in=gone[at : at + 500]).delete()[0] for at in range(0, len(gone), 500)
    )  # fmt: skip
    forget_indexes()
    return count + uploads


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
    """What was filled for the person by a list, old and new; the other players' stays, so that it can be taken back."""
    mine, count = set(person.entries), 0
    for use in RatingListUse.objects.filter(division__entries__in=person.entries).distinct():
        of_others = [change for change in use.changes if change["entry"] not in mine]
        if len(of_others) < len(use.changes):
            count += 1
            RatingListUse.objects.filter(pk=use.pk).update(changes=of_others)
    return count


def _rulings(start: str) -> Any:
    """The rulings about a person, and those about nobody by name at their boards.  start: the path to the ruling."""

    def rows(person: Person) -> Any:
        model = RulingText if start else Ruling
        board = Q((f"{start}game__first__in", person.entries)) | Q((f"{start}game__second__in", person.entries))
        nobody = Q((f"{start}entry", None)) & board
        return model._base_manager.filter(Q((f"{start}entry__in", person.entries)) | nobody).order_by("pk")

    return rows


def _own_changes(use: Any, person: Person) -> dict[str, Any]:
    return {"list": use.rating_list_id, "changes": [each for each in use.changes if each["entry"] in person.entries]}


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


holds("attendance", Presence, "entry", fields="game entry status before_arrival arrived_at clock_started_at forfeit")
holds(
    "check-in", CheckIn, "entry", fields="entry status arrived_at paired_anyway due paid paid_how taken_at", left="taken_by"
)  # fmt: skip
holds("warnings for lateness", LateWarning, "entry", fields="entry round at")
holds(
    "reports of who started", StarterReport, BOARD,
    fields="game says source status knowing ruling reported_at settled_at",
)  # fmt: skip
holds("judgements of delay", DelayJudgement, "entry", fields="game entry judged_at")
holds("move limits", MoveLimit, "entry", fields="entry seconds set_at ended_at move_started_at")
holds(
    "claims", HighClaim, "entry", fields="entry game kind points word status claimed_at decided_at reason",
    left="division claimed_by_kind claimed_by decided_by",
)  # fmt: skip
holds(
    "lines of rating lists", RatingListEntry, lambda person: RatingListEntry.objects.filter(pk__in=_own_lines(person)),
    fields="rating_list line name filing_name rating games national_id naspa_id wespa_id absp_id country club expiry "
    "suspended_until last_played deviation",
    eraser="lines of rating lists",
)  # fmt: skip
holds(
    "numbers that rating lists changed", RatingListUse,
    lambda person: RatingListUse.objects.filter(division__entries__in=person.entries).distinct(),
    left="rating_list division changes late applied_by applied_by_kind applied_at restored_at",
    show=_own_changes, eraser="numbers that rating lists changed",
)  # fmt: skip
holds(
    "prizes by hand", Prize,
    lambda person: Prize.objects.filter(Q(tournament__in=person.tournaments) | Q(division__entries__in=person.entries)).distinct(),
    left="tournament division position title basis place class_name round_number team_size money text besides winners",
    show=_won,
)  # fmt: skip
holds(
    "ends of games", GameEnd, BOARD,
    fields="game first how out first_rack second_rack first_seconds_over second_seconds_over first_disregarded "
    "second_disregarded first_waiver second_waiver first_clock second_clock first_clock_kind second_clock_kind turns",
    own={"first_waiver": "game__first", "second_waiver": "game__second"}, eraser="waivers",
)  # fmt: skip
holds(
    "rulings", Ruling, _rulings(""),
    fields="game entry round_number subject rule remedy departs adverse report_to reported_at made_at",
    left="division made_by made_by_name",
)  # fmt: skip
holds(
    "rulings' words", RulingText, _rulings("ruling__"), fields="ruling question finding",
    left="one_side other_side witnesses", eraser="rulings' words",
)  # fmt: skip
holds(
    "incidents", Incident, "entry",
    fields="game entry round_number kind level rule warning penalty report_to reported_at logged_at withdrawn_at ruling "
    "adjustment spread",
    left="division other logged_by",
)  # fmt: skip
holds("incidents' words", IncidentText, "incident__entry", fields="incident text", eraser="incidents' words")
holds(
    "ejections", Ejection, "entry",
    fields="entry ruling cause fate round_robin awards_lost from_round applied_at reversed_at",
    left="before after applied_by reversed_by",
)  # fmt: skip
holds(
    "addresses for mail", MailAddress, "entry", fields="entry address language pairings final asked_at confirmed_at",
    left="nonce token_hash", eraser="addresses for mail",
)  # fmt: skip
holds(
    "mails", OutgoingMail, "to__entry", fields="kind status made_at ended_at",
    left="to seats due_at tries claim trouble", eraser="addresses for mail",
)  # fmt: skip
holds(
    "first mails asked for", ConfirmationAsked, "entry", fields="entry day place", left="address_mark",
    eraser="first mails asked for",
)  # fmt: skip
holds("appeals", Appeal, "by_entry", fields="ruling by_entry body lodged_on result decided_on amendments")
holds("appeals' words", AppealText, "appeal__by_entry", fields="appeal grounds answer", eraser="appeals' words")
holds(
    "recounts", Recount, BOARD,
    fields="game asked_by barred first both_take_part status verified_by_director first_before second_before first_after "
    "second_after report reported_at opened_at closed_at",
    left="sheet_to opened_by",
)  # fmt: skip
holds(
    "accommodations", Accommodation, "entry", fields="entry what seconds device rule reason agreed_at ended_at",
    eraser="accommodations",
)  # fmt: skip
holds(
    "result sheets", Sheet, "player_a player_b",
    fields="game player_a player_b disputed_by round_number state number since dispute_note handed_in_at changed_at",
    left="division", own={"dispute_note": "disputed_by"}, eraser="notes of players",
)  # fmt: skip
holds(
    "versions of result sheets", SheetVersion, SHEET, fields="sheet number text sha256 made_at cause",
    left="made_by_kind made_by",
)  # fmt: skip
holds(
    "signatures", Signature, "entry", fields="version entry sha256 means device signed_at", left="seen_by_kind seen_by"
)
holds(
    "corrections that players proposed", Petition, SHEET,
    fields="sheet base proposed_by agreed_by text sha256 to_director status proposed_means proposed_device proposed_at "
    "agreed_means agreed_device agreed_at decided_at answer",
    own={"proposed_means": "proposed_by", "proposed_device": "proposed_by", "agreed_means": "agreed_by",
         "agreed_device": "agreed_by"},
)  # fmt: skip
holds(
    "photographs of sheets", SheetPhoto, PHOTOGRAPHED,
    fields="version stored content_type size sha256 kept_at", left="taken_by", eraser="photographs of sheets",
    file=lambda photo: path_of(photo.stored),
)  # fmt: skip
holds(
    "calls to the table", TableCall, "entry", fields="game entry note called_at answered_at", left="answered_by",
    eraser="notes of players",
)  # fmt: skip
holds(
    "requests to the director", PlayerRequest, "entry",
    fields="entry kind words status asked_at answer settled_at", left="settled_by", eraser="requests to the director",
)  # fmt: skip
