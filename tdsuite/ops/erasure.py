"""Files that lie about of events that were brought back hold everybody's names: they go when somebody is erased."""

from django.db import transaction

from tdsuite.ops.aside.folder import unnamed
from tdsuite.ops.aside.tidying import let_go_of_unnamed
from tdsuite.tournaments.services.erasure import Person, erases


@erases("files of events that were brought back")
def left_files(person: Person) -> int:
    """After the commit, when nobody waits for the database. Nobody is erased who played in an event that is aside (`erasure.events_of`)."""
    transaction.on_commit(let_go_of_unnamed)
    return len(unnamed())
