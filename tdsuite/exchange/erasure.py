"""Files that were read in or produced hold everybody's names: they go when somebody is erased."""

from tdsuite.platform.jobs.models import JobFile
from tdsuite.tournaments.services.erasure import Person, erases
from .models import EventUpload, RosterUpload


@erases("uploaded files")
def uploads(person: Person) -> int:
    rosters = RosterUpload.objects.filter(division__tournament__in=person.tournaments).delete()[0]
    return rosters + EventUpload.objects.all().delete()[0]  # belongs to no event yet, and may hold anybody


@erases("produced files")
def prints(person: Person) -> int:
    """Prints and exports are made anew at the next press, with the label in place of the name."""
    return JobFile.objects.filter(job__tournament__in=person.tournaments).delete()[0]
