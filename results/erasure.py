"""Private words about a person that stand in this app's rows."""

from django.db import transaction
from django.db.models import Q

from tdsuite.tournaments.services.erasure import Person, erases

from .models import Accommodation, GameEnd, IncidentText, RulingText, Sheet, SheetPhoto, TableCall
from .services.sheets.photos import path_of

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
        Q(version__sheet__one__in=person.entries) | Q(version__sheet__other__in=person.entries)
    )
    paths = [path_of(stored) for stored in photos.values_list("stored", flat=True)]
    count = photos.delete()[0]

    def unlink() -> None:
        for path in paths:
            path.unlink(missing_ok=True)

    transaction.on_commit(unlink)
    return count
