"""Who may listen: whoever may see the page may hear of its changes."""

import re
from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tdsuite.platform.access.services.second_factor import lacks
from tdsuite.platform.live.own_topics import OWN, PLAYER, followed, own_topic
from tdsuite.platform.web.numbers import whole
from .guard import allowed
from .models import User
from .players import player_of
from .roles import Can
from .tokens import SCHEME, token_of

TOPICS = {
    "division": Can.SEE_EVENT,
    "clocks": Can.SEE_EVENT,
    "attendance": Can.SEE_ATTENDANCE,
    "sheets": Can.SEE_CONSOLE,
    "challenges": Can.JUDGE_WORDS,
}  # who may hear of what, of a division
OF_EVENT = re.compile(r"(?:overlay|screen):([0-9]{1,18}):[0-9]{1,4}")  # what a stream's overlay or a screen shows


def may_listen(request: HttpRequest, topics: Sequence[str]) -> bool:
    """True when every topic is one that the visitor may hear of.

    Of a division ("division:<id>", "clocks:<id>", ...) or the next game of one of its players ("player:<division>:<entry>"); of one game's sheet
    ("game:<id>"), which is for its players and for those who run the event; of a player's own page ("own:<division>:<entry>") and requests
    ("requests:<entry>"), which are for that player alone; of what a stream's overlay or a screen of an event shows ("overlay:<event>:<number>").
    """
    scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.casefold() == SCHEME.casefold():  # a program
        token = token_of(key.strip())
        request.user = token.user if token else AnonymousUser()
    elif isinstance(user := getattr(request, "user", None), User) and lacks(user):
        return False  # no page answers them either (SecondFactorMiddleware)
    return bool(topics) and all(
        _may_hear(request, followed(topic) if PLAYER.fullmatch(topic) else topic) for topic in topics
    )


def _may_hear(request: HttpRequest, topic: str) -> bool:
    if screen := OF_EVENT.fullmatch(topic):
        return _may(request, _row("Tournament", int(screen[1])), Can.SEE_EVENT)
    kind, *parts = topic.split(":")
    match kind, [whole(part) for part in parts]:
        case ("own", [_division, int(number)]) if OWN.fullmatch(topic):
            return _is_player(request, _row("Entry", number, "division__tournament"), topic)
        case "requests", [int(number)]:
            return _is_player(request, _row("Entry", number, "division__tournament"))
        case "game", [int(number)]:
            game = _row("Game", number, "round__division__tournament")
            return game is not None and _plays_or_runs(request, game)
        case _, [int(number)] if kind in TOPICS:
            division = _row("Division", number, "tournament")
            return division is not None and _may(request, division.tournament, TOPICS[kind])
    return False


def _row(model: str, number: int, *related: str) -> Any:
    rows = apps.get_model("tournaments", model).objects.filter(pk=number)
    return (rows.select_related(*related) if related else rows).first()


def _may(request: HttpRequest, event: Any, action: Can) -> bool:
    return event is not None and (
        allowed(request.user, event, action) or allowed(player_of(request, event), event, action)
    )


def _is_player(request: HttpRequest, entry: Any, own: str = "") -> bool:
    """Whether this entry is signed in.  own: its topic, which names its division too."""
    player = None if entry is None else player_of(request, entry.division.tournament)
    return player is not None and player.pk == entry.pk and own in ("", own_topic(entry.division_id, entry.pk))


def _plays_or_runs(request: HttpRequest, game: Any) -> bool:
    tournament = game.round.division.tournament
    player = player_of(request, tournament)
    own = player is not None and player.pk in (game.first_id, game.second_id)
    return own or allowed(request.user, tournament, Can.SEE_CONSOLE)
