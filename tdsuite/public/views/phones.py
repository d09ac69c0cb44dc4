"""What a phone remembers of an event by itself: whose it is. The server is told nothing but which player's line is asked for."""

from collections.abc import Sequence

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from results.sheets.pages.own_games import announcement
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.phones import KEEP, PUBLIC
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.own_topics import player_topic
from tdsuite.platform.live.page_versions import page_versions, set_page_versions
from tdsuite.public.caching import of_event, read_division
from tdsuite.public.reads import next_call
from tdsuite.tournaments.models import Division, Entry, Tournament
from tdsuite.tournaments.player_pages import ON_A_PAGE, Part, plain
from tdsuite.tournaments.reads import History

LETTERS = 3  # of a name that say which part of the list it is in


@of_event
def names(request: HttpRequest, tournament: Tournament, histories: Sequence[History]) -> HttpResponse:
    """Everybody who plays, of all divisions, as filed: a phone's owner picks their name."""
    search = plain(request.GET.get("q", "").strip())
    entries = [
        (history.division, entry)
        for history in histories
        for entry in history.entries
        if search in plain(f"{entry.player.name} {entry.number}")
    ]
    entries.sort(key=lambda line: (plain(line[1].player.filing_name), line[0].position, line[1].number))
    page = Paginator(entries, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"tournament": tournament, "page": page, "parts": _parts(page), "q": request.GET.get("q", "")}
    return render(request, "public/names.html", context)


def _parts(page: Page[tuple[Division, Entry]]) -> list[Part]:
    """Links to the parts of a long list, each with how its first and last name begin."""
    pages = page.paginator
    ends = [
        (number, [lines[at][1].player.filing_name[:LETTERS] for at in (0, -1)])
        for number in (pages.page_range if pages.num_pages > 1 else ())
        if (lines := pages.page(number).object_list)
    ]
    return [Part(str(number), "–".join(letters), number == page.number) for number, letters in ends]


@needs(Can.SEE_EVENT)
def next_game(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """One line: where this player is to go, whom they meet, who starts. Only what is published. Small, made for each who asks and not kept."""
    division, played = read_division(request, tournament, code)
    entry = played.by_number.get(number)
    if entry is None:
        raise Http404(f"{division} has no player {number}.")
    topic = player_topic(division.pk, entry.pk)
    set_page_versions(request, {topic: page_versions(request)[division.live_topic]})
    context = {
        "tournament": division.tournament,
        "division": division,
        "entry": entry,
        "says": _says(played, entry),
        "topic": topic,
    }
    response = render(request, "public/_next_game.html", context)
    if division.tournament.is_open_to_all:
        response.headers[KEEP] = PUBLIC
    return response


def _says(played: History, entry: Entry) -> str:
    if call := next_call(played, entry):
        opponent = call.opponent.entry if call.opponent else None
        return announcement(
            call.board.game, opponent, call.seat.start, call.board.outcome_words, gone=bool(call.board.gone)
        )
    published = sum(row.is_published for row in played.rounds)
    if entry.withdrawn_from is None and published < played.division.planned_rounds:
        return _("No game for you yet. The next pairing appears here by itself.")
    return _("No game is left for you.")
