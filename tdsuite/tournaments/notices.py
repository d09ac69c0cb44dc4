"""What everybody reads: sentences of the director, and announcements, whose words follow from who is here at the moment.

An announcement ends with its state: nobody is missing, the round it is about has started (check-in) or is over (tables).
All end with the event.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _, ngettext

from .engine.presence import State
from .models import Entry, Game, Round, Tournament
from .presence import missing_players, presence_facts

LONGEST_NOTICE = 200
CHECK_IN, TABLES = "check_in", "tables"
Group = tuple[str, Sequence[str]]


def standing_notices(tournament: Tournament) -> list[tuple[int, str, datetime]]:
    """(number, text, since when) of each notice that everybody reads now, the oldest first.

    Two queries for each announcement, none for sentences of the director.
    """
    if tournament.status == Tournament.Status.FINISHED:
        return []
    texts = [(notice, notice_text(tournament, notice)) for notice in tournament.notices]
    return [(notice["number"], text, datetime.fromisoformat(notice["at"])) for notice, text in texts if text]


def notice_text(tournament: Tournament, notice: Mapping[str, Any]) -> str:
    """What a notice says now; "" for an announcement that is over."""
    match notice.get("about"):
        case None:
            return str(notice["text"])
        case "check_in":
            groups = missing_at_check_in(tournament, {int(pk): number for pk, number in notice["rounds"].items()})
            labels = (_("Please come to check-in"), _("Coming late"), _("Not coming"))
            return _sentence("", list(zip(labels, groups, strict=True)))
    names = missing_at_tables(notice["division"], notice["round"])
    division = next((row for row in tournament.divisions.all() if row.pk == notice["division"]), None)
    about = _("%(division)s, round %(round)d: ") % {"division": division, "round": notice["round"]}
    return _sentence(about, [(_("please come to your table"), names)])


def missing_at_check_in(tournament: Tournament, rounds: Mapping[int, int]) -> tuple[list[str], list[str], list[str]]:
    """Who has not come, who comes late and who does not come, by name, of divisions whose round has not started.

    Args:
        rounds: of each division by its key, the round they are expected for.
    """
    begun = Round.objects.filter(division__in=rounds, status__in=(Round.Status.PLAYING, Round.Status.CLOSED))
    over = {pk for pk, number in begun.values_list("division", "number") if rounds[pk] <= number}
    people = Entry.objects.filter(division__in=rounds.keys() - over).select_related("player")
    entries = [row for row in people.order_by("player__filing_name", "pk") if row.plays_in(rounds[row.division_id])]
    facts = presence_facts(entries)
    groups: tuple[list[str], list[str], list[str]] = ([], [], [])
    for entry in entries:
        known = facts.known(entry.pk, rounds[entry.division_id])
        if not known.has_come:
            groups[{State.LATE: 1, State.NOT_COMING: 2}.get(known.state, 0)].append(entry.player.name)
    return groups


def missing_at_tables(division: int, number: int) -> list[str]:
    """Who is not at their table in a round, with the table; players still in a game of an earlier round are not asked for."""
    games = Game.objects.filter(round__division=division, round__number=number, second__isnull=False)
    games = games.exclude(round__status=Round.Status.DRAFT).awaiting_result().with_people().by_board()
    return [
        f"{row.entry.player} ({_('table %s') % row.game.table})"
        for row in missing_players(games)
        if row.known.state in (State.ABSENT, State.ON_WAY, State.LATE, State.TENTATIVE)
    ]


def _sentence(about: str, groups: Sequence[Group]) -> str:
    """As many names of each group as fit into a notice, and how many more there are; "" without any."""
    filled = [(label, names) for label, names in groups if names]
    if not filled:
        return ""
    texts = (
        about + "; ".join(f"{label}: {_names(names, limit)}" for label, names in filled)
        for limit in range(max(len(names) for _label, names in filled), -1, -1)
    )
    return next(text for text in texts if len(text) <= LONGEST_NOTICE)


def _names(names: Sequence[str], limit: int) -> str:
    rest = len(names) - limit
    if rest <= 0:
        return ", ".join(names)
    if not limit:
        return ngettext("%d player", "%d players", rest) % rest
    return _("%(names)s and %(count)d more") % {"names": ", ".join(names[:limit]), "count": rest}
