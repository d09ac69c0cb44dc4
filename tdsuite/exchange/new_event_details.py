"""What a new event gets besides its divisions: a timetable, and of an earlier event its helpers, word lists, schedule and screens."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from adjudication.lexicons.models import DivisionLexicon
from adjudication.lexicons.services import pin_lexicon
from tdsuite.console.people import add_member
from tdsuite.platform.access.models import Membership
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.practice import mark_practice
from tdsuite.tournaments.services.rounds import schedule_by_timetable, schedule_rounds
from tdsuite.tournaments.services.screens import add_screen
from .new_event import NewEvent


def settle_new_event(*, by: Actor, tournament: Tournament, plan: NewEvent) -> None:
    """Schedule the rounds, and take over what no document holds.  Raises Refused."""
    if plan.practice:
        mark_practice(by=by, tournament=tournament, practice=True)
    divisions = list(tournament.divisions.all())
    source = plan.source
    if source is not None:
        for division in divisions:
            division.tournament = tournament
            _copy_division(by, division, source)
        _copy_screens(by, tournament, source)
        if plan.same_people:
            _copy_people(by, tournament, source)
    if plan.timetable is not None:
        for division in tournament.divisions.all():
            schedule_by_timetable(by=by, division=division, timetable=plan.timetable)


def _copy_people(by: Actor, tournament: Tournament, source: Tournament) -> None:
    """Everybody with a role there has it here too."""
    known = set(tournament.memberships.values_list("user_id", "role"))
    for row in Membership.objects.filter(tournament=source).select_related("user").order_by("pk"):
        if (row.user_id, row.role) not in known and row.user.is_active:
            add_member(by=by, tournament=tournament, username=row.user.username, role=row.role)


def _copy_screens(by: Actor, tournament: Tournament, source: Tournament) -> None:
    """The screens of the hall, with their panels of all divisions and of those that the new event has too."""
    codes = {"", *tournament.divisions.values_list("code", flat=True)}
    for screen in source.screens.all():
        panels = [panel for panel in screen.panels if panel["division"] in codes]
        add_screen(by=by, tournament=tournament, name=screen.name, panels=panels or None)


def _copy_division(by: Actor, division: Division, source: Tournament) -> None:
    """A division's word lists, and when its rounds start, as many days later as the event is."""
    earlier = source.divisions.filter(code=division.code).first()
    if earlier is None:
        return
    lists = DivisionLexicon.objects.filter(division=earlier).select_related("lexicon", "second").first()
    if lists is not None:
        pin_lexicon(
            by=by, division=division, lexicon=lists.lexicon, second=lists.second, second_from=lists.second_from
        )  # fmt: skip
    later = division.tournament.starts_on - source.starts_on
    zones = ZoneInfo(source.time_zone), ZoneInfo(division.tournament.time_zone)
    planned = Round.objects.filter(division=earlier, scheduled_at__isnull=False)
    if times := {row.number: _moved(row.scheduled_at, later, *zones) for row in planned if row.scheduled_at}:
        schedule_rounds(by=by, division=division, times=times)


def _moved(at: datetime, later: timedelta, zone: ZoneInfo, new_zone: ZoneInfo) -> datetime:
    """The same time of the day, some days later."""
    return (at.astimezone(zone).replace(tzinfo=None) + later).replace(tzinfo=new_zone)
