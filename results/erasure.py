"""Private words about a person that stand in this app's rows."""

from django.db import transaction
from django.db.models import Q

from results.rating_lists.formats.cells import id_key
from results.rating_lists.formats.model import IDS
from results.rating_lists.models import RatingListEntry, RatingListUpload, RatingListUse
from results.rating_lists.services.lists import forget_indexes
from results.rulings.models import Accommodation, GameEnd, IncidentText, RulingText
from results.sheets.models import Sheet, SheetPhoto, TableCall
from results.sheets.services.photos import path_of
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Player
from tdsuite.tournaments.services.erasure import Person, erases

GONE = "(erased)"


@erases("incidents' words")
def incidents(person: Person) -> int:
    return IncidentText.objects.filter(
        Q(incident__entry__in=person.entries) | Q(incident__other__in=person.entries)
    ).delete()[0]


@erases("rulings' words")
def rulings(person: Person) -> int:
    at_the_board = Q(ruling__game__first__in=person.entries) | Q(ruling__game__second__in=person.entries)
    return RulingText.objects.filter(Q(ruling__entry__in=person.entries) | at_the_board).delete()[0]


@erases("accommodations")
def accommodations(person: Person) -> int:
    """What was allowed may tell of an illness; the seconds stay, for the games were played with them."""
    return Accommodation.objects.filter(entry__in=person.entries).update(what=GONE, reason=GONE)


@erases("waivers")
def waivers(person: Person) -> int:
    ends = GameEnd.objects.filter(Q(game__first__in=person.entries) | Q(game__second__in=person.entries))
    return ends.exclude(first_waiver="", second_waiver="").update(first_waiver="", second_waiver="")


@erases("notes of players")
def notes(person: Person) -> int:
    disputes = Sheet.objects.filter(disputed_by__in=person.entries).exclude(dispute_note="").update(dispute_note="")
    return disputes + TableCall.objects.filter(entry__in=person.entries).exclude(note="").update(note="")


@erases("photographs of sheets")
def photographs(person: Person) -> int:
    photos = SheetPhoto.objects.filter(
        Q(version__sheet__player_a__in=person.entries) | Q(version__sheet__player_b__in=person.entries)
    )
    paths = [path_of(stored) for stored in photos.values_list("stored", flat=True)]
    count = photos.delete()[0]

    def unlink() -> None:
        for path in paths:
            path.unlink(missing_ok=True)

    transaction.on_commit(unlink)
    return count


@erases("lines of rating lists")
def lines_of_rating_lists(person: Person) -> int:
    """The person's own lines, by number or by name; a list that waits to be loaded goes whole, its file names everybody."""
    row = Player.objects.get(pk=person.player)
    numbers = {name: id_key(value) for name in IDS if (value := getattr(row, name))}
    keys = {name_key(name) for name in person.names}
    gone = [
        values["pk"]
        for values in RatingListEntry.objects.values("pk", "name", *IDS).iterator(chunk_size=5000)
        if any(values[name] and id_key(values[name]) == number for name, number in numbers.items())
        or name_key(values["name"]) in keys
    ]
    uploads = RatingListUpload.objects.all().delete()[0]
    count = sum(
        RatingListEntry.objects.filter(pk__in=gone[at : at + 500]).delete()[0] for at in range(0, len(gone), 500)
    )  # fmt: skip
    forget_indexes()
    return count + uploads


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
