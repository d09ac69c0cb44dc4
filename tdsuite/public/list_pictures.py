"""A round's pairings by name and a table of standings as pictures, to be sent into a chat and read on a phone."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdsuite.platform.numbers import whole
from tdsuite.platform.pictures import lines_in, pictures_of
from tdsuite.public.pictures import ListRow, list_picture
from tdsuite.public.reads import Call, calls_in
from tdsuite.public.templatetags.figures import record, signed
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import History, StandingRow

MOST_PICTURES = 99
ShownLine = TypeVar("ShownLine")


def pairings_picture(request: HttpRequest, played: History, row: Round | None) -> HttpResponse:
    """By name, whatever order the page shows: in a picture nobody can search.  row: None before the first round is published."""
    division = played.division
    if row is None:
        raise Http404(f"{division} has no pairings yet.")
    title = _("Round %(number)d") % {"number": row.number}
    starts = _("Starts at %(at)s") % {"at": _time(division, row.scheduled_at, "H:i")} if row.scheduled_at else ""
    return _picture(request, division, title, starts, calls_in(played, row), row_of=call_row)


def standings_picture(
    request: HttpRequest,
    division: Division,
    row: Round | None,
    lines: Sequence[StandingRow],
    *,
    missing: int,
    places: int,
) -> HttpResponse:
    """The table after a round, those with a prize marked.  row: None before the first result.

    Args:
        missing: results of the round that are still to come.
        places: how many have a prize.
    """
    title = _("Standings after round %(number)d") % {"number": row.number} if row else _("Players")
    to_come = ngettext("%(missing)s result to come", "%(missing)s results to come", missing) % {"missing": missing}
    row_of = partial(standing_row, places=places if row else None)
    return _picture(request, division, title, to_come if missing else "", lines, row_of=row_of)


def standing_row(line: StandingRow, places: int | None) -> ListRow:
    """Place, who, won and lost, spread; before the first result (places is None) the rating."""
    standing = line.standing
    if places is None:
        return ListRow(standing.rank_text, str(line.entry.player), "", (str(line.entry.rating or ""),))
    ends = record(standing), signed(standing.spread)
    return ListRow(standing.rank_text, str(line.entry.player), "", ends, standing.rank <= places)


def call_row(call: Call) -> ListRow:
    """Table, who, whom they meet; the result, else who starts."""
    seat, opponent = call.seat, call.opponent
    if opponent is None:
        return ListRow("–", seat.entry.player.filing_name, call.board.outcome_words or _("bye"), ("",))
    end = _start_word(seat.start) if seat.score is None else f"{seat.score}–{opponent.score}"
    versus = _("v %(player)s") % {"player": opponent.entry.player}
    return ListRow(call.board.game.table, seat.entry.player.filing_name, versus, (end,))


def _start_word(start: str) -> str:
    words = {"first": _("starts"), "second": _("second"), "draw": _("draw tiles"), "compare": _("compare records")}
    return words.get(start, "")


def _picture(
    request: HttpRequest,
    division: Division,
    title: str,
    more: str,
    lines: Sequence[ShownLine],
    *,
    row_of: Callable[[ShownLine], ListRow],
) -> HttpResponse:
    """The picture of several that the address asks for, with `page`.  row_of: makes a row of a line."""
    pictures = pictures_of(len(lines))
    number = whole(request.GET.get("page"), MOST_PICTURES) or 1
    if number > pictures:
        raise Http404(f"{division} has no picture {number} of {title}.")
    part = _("%(done)s of %(all)s") % {"done": number, "all": pictures} if pictures > 1 else ""
    under = " · ".join(filter(None, (part, more, _time(division, timezone.now(), "j F Y, H:i"))))
    rows = [row_of(line) for line in lines[lines_in(len(lines), number)]]
    png = list_picture(str(division.tournament), f"{division} · {title}", under, rows)
    return HttpResponse(png, content_type="image/png")


def _time(division: Division, at: datetime, form: str) -> str:
    return date_format(timezone.localtime(at, ZoneInfo(division.tournament.time_zone)), form)
