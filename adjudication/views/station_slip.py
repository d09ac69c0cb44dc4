"""One slip at the station: the challenger types, both look, the challenged player presses; then one word for the play."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tdsuite.access.models import Station
from tdsuite.tournaments.services.decision import Refused

from ..engine.lexicon_alphabets import LONGEST, SHORTEST, Alphabet
from ..engine.lexicon_lookup import MOST_WORDS
from ..engine.slips import OPEN, State
from ..models import ChallengeSlip
from ..services.judging import adjudicate
from ..services.verdicts import lexicons_of
from .shown import LONGEST_LINE, new_key, rules_of, shown, slip_of, words_in
from .station import can_go_on, page, station_only
from .steps import take

IDLE_SECONDS, VERDICT_SECONDS, HELD_MS = 15, 10, 500
LOOKING_SECONDS = 60  # both compare the words with the slip


@station_only
@require_safe
def entry(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """Type and press; once judged, the verdict until it clears itself."""
    slip = slip_of(here.tournament, pk)
    if slip.state == State.WRITTEN or (slip.state in OPEN and not can_go_on(slip)):
        return redirect("judging:station_game", here.tournament.slug, slip.game_id)
    return keyboard(request, here, slip) if slip.state in OPEN else verdict_page(request, here, slip)


def keyboard(
    request: HttpRequest, here: Station, slip: ChallengeSlip, *, line: str = "", refused: str = ""
) -> HttpResponse:
    lists = lexicons_of(slip.division)
    context = page(here, slip=slip, lists=[(slip.division, lists)], keys=keys_of(lists.first.tiles), key=new_key())
    context |= {
        "letters": letters_of(lists.first.tiles),
        "digraphs": " ".join(lists.first.tiles.digraphs),
        "line": line,
    }
    context |= {"refused": refused, "limits": {"least": SHORTEST, "most": LONGEST, "words": MOST_WORDS}}
    context |= {
        "idle": IDLE_SECONDS,
        "looking": LOOKING_SECONDS,
        "held": HELD_MS,
        "rules": rules_of(slip.division.tournament),
    }
    return render(request, "adjudication/station/entry.html", context, status=409 if refused else 200)


def keys_of(tiles: Alphabet) -> tuple[str, ...]:
    """What stands on the keys of the screen: every tile of the set, in its order, and then the tiles of several letters."""
    return (*tiles.letters, *tiles.digraphs)


def letters_of(tiles: Alphabet) -> str:
    """Every sign that a word may be typed with on a keyboard."""
    return "".join(sorted({*tiles.letters, *tiles.folded, *"".join(tiles.digraphs)}))


def verdict_page(request: HttpRequest, here: Station, slip: ChallengeSlip) -> HttpResponse:
    one = shown(slip)
    if not one.verdict:
        return redirect("judging:station", here.tournament.slug)
    context = page(here, one=one, slip=slip, lists=[(slip.division, lexicons_of(slip.division))])
    context |= {"clears": VERDICT_SECONDS, "held": HELD_MS}
    return render(request, "adjudication/station/verdict.html", context)


@station_only
@require_POST
def press(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """The judging key. The same key twice is one verdict; words that are not those of the slip are not looked up."""
    slip, sent = slip_of(here.tournament, pk), request.POST
    line = sent.get("words", "")[:LONGEST_LINE]
    try:
        adjudicate(by=here, slip=slip, words=words_in(line), request_key=sent.get("key", "")[:64])
    except Refused as refused:
        if slip.state in OPEN:
            return keyboard(request, here, slip, line=line, refused=refused.says)
    return redirect("judging:station_slip", here.tournament.slug, pk)


@station_only
@require_POST
def opinion(request: HttpRequest, here: Station, pk: int) -> HttpResponse:
    """A player asks here for another opinion; typed again at once where that is what is asked for."""
    tournament: Any = here.tournament
    slip = slip_of(tournament, pk)
    if take(request, "opinion", by=here, slip=slip) and can_go_on(slip_of(tournament, pk)):
        list(messages.get_messages(request))  # the page itself says that the words are typed again
        return redirect("judging:station_slip", tournament.slug, pk)
    return redirect("judging:station_game", tournament.slug, slip.game_id)
