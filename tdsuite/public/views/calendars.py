"""Calendar files: an event's days and rounds, and one player's rounds with table and opponent."""

from collections.abc import Iterable, Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.public import reads
from tdsuite.public.caching import history_for, kept_page, read_division, read_event
from tdsuite.public.calendars import Appointment, calendar
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import History


@kept_page
@needs(Can.SEE_EVENT)
def event_calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event's days, and every round that has its time, by division."""
    tournament, histories = read_event(request, tournament)
    timed = [row for history in histories for row in history.rounds if row.scheduled_at is not None]
    timed.sort(key=lambda row: row.scheduled_at)  # type: ignore[arg-type, return-value]
    titles = (
        (row, _("%(division)s, round %(number)d") % {"division": row.division, "number": row.number}) for row in timed
    )
    appointments = [_days(tournament), *_rounds(tournament, titles)]
    return calendar(str(tournament), appointments, tournament.created_at)


@kept_page
@needs(Can.SEE_EVENT)
def player_calendar(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """The rounds of one player that have their time: of those that are published, table and opponent too."""
    division = read_division(request, tournament, code)
    division_history = history_for(request)
    entry = division_history.by_number.get(number)
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    meets = {line.round: line.call for line in _own(division_history, number)}
    titles = (
        (row, _title(row, meets.get(row.number)))
        for row in division_history.rounds
        if row.scheduled_at is not None and (row.number in meets or not row.is_published)
    )
    event = division.tournament
    return calendar(f"{entry.player}, {event}", [_days(event), *_rounds(event, titles)], event.created_at)


def _own(division_history: History, number: int) -> Iterator[reads.PlayerRound]:
    card = reads.player_card(division_history, division_history.by_number[number])
    yield from (*card.upcoming, *card.lines)


def _title(row: Round, call: reads.Call | None) -> str:
    if call is None:
        return _("Round %(number)d") % {"number": row.number}
    if call.opponent is None:
        return _("Round %(number)d: no game") % {"number": row.number}
    return _("Round %(number)d: table %(table)s, v %(opponent)s") % {
        "number": row.number,
        "table": call.board.game.table,
        "opponent": call.opponent.entry.player,
    }


def _days(tournament: Tournament) -> Appointment:
    return Appointment(
        key=f"event-{tournament.pk}-{tournament.slug}@tdsuite",
        title=str(tournament),
        begins=tournament.starts_on,
        last_day=tournament.ends_on,
        place=tournament.venue,
        address=_address(tournament),
    )


def _rounds(tournament: Tournament, titles: Iterable[tuple[Round, str]]) -> Iterator[Appointment]:
    address = _address(tournament)
    for row, title in titles:
        if row.scheduled_at is not None:
            yield Appointment(
                key=f"round-{row.pk}-{tournament.slug}@tdsuite",
                title=title,
                begins=row.scheduled_at,
                place=tournament.venue,
                address=address,
                more=str(tournament),
            )


def _address(tournament: Tournament) -> str:
    base = base_url(tournament)
    return f"{base}{reverse('public:event', args=[tournament.slug])}" if base else ""
