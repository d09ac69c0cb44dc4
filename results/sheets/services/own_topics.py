"""For whom a new version of a division changes something on the own page or in the line of the next game, and which place everybody has."""

from collections.abc import Iterable
from json import dumps
from operator import is_
from sys import intern
from typing import Any

from results.sheets.models import Sheet
from tdsuite.platform.live import services
from tdsuite.platform.live.own_topics import OwnNews, own_topic, player_topic
from tdsuite.tournaments.kept_histories import kept_history
from tdsuite.tournaments.models import Division, Game

WATCHED, MOST_WATCHED = 3, 12  # a page may listen to twenty topics
_before: dict[
    int, dict[str, tuple[tuple[Any, ...], OwnNews]]
] = {}  # by division and topic: what the page is made of, what was said


def watched_games(published: Iterable[Game]) -> list[Game]:
    """Of a player's games in published rounds those whose own topics the page listens to: the awaited ones and the newest others."""
    games = [game for game in published if game.second_id is not None]
    awaited = [game for game in games if game.outcome in Game.UNFINISHED][:MOST_WATCHED]
    return sorted({*awaited, *games[-WATCHED:]}, key=lambda game: game.pk)


def own_news(key: str, version: int) -> dict[str, OwnNews]:
    """What stands for each player of the division whose live topic this is. Runs in one thread, once a version.

    The objects of a kept history are the same ones from version to version until their rows change: whoever has the same
    ones is told nothing. Games that the page listens to tell it by themselves, at once. Who is told carries the newest version of the
    moment, so that no page made before is taken as newer.
    """
    pk = int(key.partition(":")[2])
    try:
        history = kept_history(pk, version)
    except Division.DoesNotExist:
        _before.pop(pk, None)
        return {}
    uses_sheets = Sheet.objects.filter(division__tournament=history.division.tournament_id).exists()
    newest = services.versions(key)[key]
    places = {row.number: row.rank_text for row in history.standings()} if history.last_round else {}
    notices = intern(dumps(history.division.tournament.notices))  # one object for equal ones
    known, standing = _before.get(pk, {}), {}
    for entry in history.entries:
        games = [game for game in history.games_of(entry) if game.round.is_published]
        watched = {game.pk for game in watched_games(games)}
        others = [game for game in games if game.pk not in watched]
        listens = intern(",".join(map(str, sorted(watched))))
        line, place = (entry, *games), places.get(entry.number, "")
        page = (entry, listens, *others, uses_sheets, bool(place), notices)
        for topic, made_of, text in ((own_topic(pk, entry.pk), page, place), (player_topic(pk, entry.pk), line, "")):
            before, news = known.get(topic, ((), OwnNews(newest, text, newest)))
            if len(before) != len(made_of) or not all(map(is_, before, made_of)):
                news = OwnNews(newest, text, newest)
            standing[topic] = made_of, news._replace(text=text, at=newest)
    _before[pk] = standing
    return {topic: news for topic, (_, news) in standing.items()}
