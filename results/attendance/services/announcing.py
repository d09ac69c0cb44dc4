"""Who is missing, told at one press on every public page, wall screen and player's own page.

It is one of the director's notices: another press brings it up to date, and takes it down when nobody is missing.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from results.attendance.models import CheckIn, Presence
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.notices import LONGEST_NOTICE, replace_notice

from .attendance import ABSENCES
from .check_in import guests

Group = tuple[str, Sequence[str]]


def announce_missing(*, by: Actor, tournament: Tournament) -> int:
    """Announce who is not at check-in, who comes late and who does not come; returns how many.  Raises Refused, NotAllowed."""
    names: dict[str, list[str]] = {"": [], CheckIn.Status.LATE: [], CheckIn.Status.ABSENT: []}
    for guest in guests(tournament):
        if not guest.row.is_here:
            names.setdefault(guest.row.status, names[""]).append(guest.entry.player.name)
    groups = [
        (_("Please come to check-in"), names[""]),
        (_("Coming late"), names[CheckIn.Status.LATE]),
        (_("Not coming"), names[CheckIn.Status.ABSENT]),
    ]
    replace_notice(by=by, tournament=tournament, about="check-in", text=_sentence("", groups))
    return sum(len(each) for _label, each in groups)


def announce_absent(*, by: Actor, row: Round) -> int:
    """Announce who is not at their table in a round; returns how many.  Raises Refused, NotAllowed."""
    division = row.division
    rows = Presence.objects.of_round(row).at_the_board().filter(status__in=ABSENCES, game__outcome=Game.Outcome.AWAITED)
    rows = rows.select_related("entry__player", "game").order_by("game__board", "pk")
    names = [f"{each.entry.player} ({_('table %s') % each.game.table})" for each in rows]
    about = _("%(division)s, round %(round)d: ") % {"division": division, "round": row.number}
    text = _sentence(about, [(_("please come to your table"), names)])
    replace_notice(by=by, tournament=division.tournament, about=f"absent-{division.pk}", text=text)
    return len(names)


def _sentence(about: str, groups: Sequence[Group]) -> str:
    """As many names of each group as fit into a notice, and how many more there are; "" without any."""
    filled = [(label, names) for label, names in groups if names]
    if not filled:
        return ""
    most = max(len(names) for _label, names in filled)
    texts = (
        about + "; ".join(f"{label}: {_names(names, limit)}" for label, names in filled)
        for limit in range(most, -1, -1)
    )
    return next(text for text in texts if len(text) <= LONGEST_NOTICE)


def _names(names: Sequence[str], limit: int) -> str:
    rest = len(names) - limit
    if rest <= 0:
        return ", ".join(names)
    if not limit:
        return ngettext("%d player", "%d players", rest) % rest
    return _("%(names)s and %(count)d more") % {"names": ", ".join(names[:limit]), "count": rest}
