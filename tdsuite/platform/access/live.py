"""Who may listen: whoever may see the page may hear of its changes."""

import re
from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tdsuite.platform.access.guard import allowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.players import player_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.second_factor import lacks
from tdsuite.platform.access.tokens import SCHEME, token_of
from tdsuite.platform.live.own_topics import OWN, PLAYER, followed
from tdsuite.platform.web.numbers import whole

TOPICS = {
    "division": Can.SEE_EVENT,
    "clocks": Can.SEE_EVENT,
    "attendance": Can.SEE_ATTENDANCE,
    "sheets": Can.SEE_CONSOLE,
    "challenges": Can.JUDGE_WORDS,
}  # who may hear of what, of a division
OF_EVENT = re.compile(r"(?:overlay|screen):([0-9]{1,18}):[0-9]{1,4}")  # what a stream's overlay or a screen shows
GAME, REQUESTS = "game", "requests"


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
    topics = [followed(topic) if PLAYER.fullmatch(topic) else topic for topic in topics]
    own = {topic for topic in topics if OWN.fullmatch(topic)}
    if not all(_is_own(request, topic) for topic in own):
        return False
    screens = [match for topic in topics if (match := OF_EVENT.fullmatch(topic))]
    if not _of_events(request, {int(match[1]) for match in screens}):
        return False
    of_screens = {match[0] for match in screens}
    parts = [topic.split(":") for topic in topics if topic not in own | of_screens]
    if not all(
        len(each) == 2 and each[0] in (*TOPICS, GAME, REQUESTS) and whole(each[1]) is not None for each in parts
    ):
        return False
    games = {int(number) for kind, number in parts if kind == GAME}
    return (
        bool(topics)
        and _of_games(request, games)
        and all(_own_requests(request, int(number)) for kind, number in parts if kind == REQUESTS)
        and _of_divisions(request, [each for each in parts if each[0] in TOPICS])
    )


def _of_events(request: HttpRequest, keys: set[int]) -> bool:
    events = list(apps.get_model("tournaments", "Tournament").objects.filter(pk__in=keys)) if keys else []
    return len(events) == len(keys) and all(
        allowed(request.user, event, Can.SEE_EVENT) or allowed(player_of(request, event), event, Can.SEE_EVENT)
        for event in events
    )


def _is_own(request: HttpRequest, topic: str) -> bool:
    _, division_id, entry_id = topic.split(":")
    divisions = apps.get_model("tournaments", "Division").objects.select_related("tournament")
    division: Any = divisions.filter(pk=division_id).first()
    player = None if division is None else player_of(request, division.tournament)
    return player is not None and (player.division_id, player.pk) == (int(division_id), int(entry_id))


def _own_requests(request: HttpRequest, entry_id: int) -> bool:
    entries = apps.get_model("tournaments", "Entry").objects.select_related("division__tournament")
    entry: Any = entries.filter(pk=entry_id).first()
    player = None if entry is None else player_of(request, entry.division.tournament)
    return player is not None and player.pk == entry_id


def _of_games(request: HttpRequest, keys: set[int]) -> bool:
    rows = apps.get_model("tournaments", "Game").objects.filter(pk__in=keys)
    games = list(rows.select_related("round__division__tournament")) if keys else []
    return len(games) == len(keys) and all(_plays_or_runs(request, game) for game in games)


def _plays_or_runs(request: HttpRequest, game: Any) -> bool:
    tournament = game.round.division.tournament
    player = player_of(request, tournament)
    own = player is not None and player.pk in (game.first_id, game.second_id)
    return own or allowed(request.user, tournament, Can.SEE_CONSOLE)


def _of_divisions(request: HttpRequest, parts: Sequence[Sequence[str]]) -> bool:
    if not parts:
        return True
    numbers = {int(number) for _, number in parts}
    divisions = apps.get_model("tournaments", "Division").objects.filter(pk__in=numbers).select_related("tournament")
    events = {division.pk: division.tournament for division in divisions}
    return len(events) == len(numbers) and all(
        allowed(request.user, events[int(number)], TOPICS[kind])
        or allowed(player_of(request, events[int(number)]), events[int(number)], TOPICS[kind])
        for kind, number in parts
    )
