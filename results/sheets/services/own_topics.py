"""For whom a new version of a division changes something on the own page, and which place everybody has."""

from json import dumps
from operator import is_
from sys import intern
from typing import Any

from results.sheets.models import Sheet
from tdsuite.platform.live import services
from tdsuite.platform.live.own_topics import OwnNews, own_topic
from tdsuite.tournaments.kept_histories import kept_history
from tdsuite.tournaments.models import Division

_before: dict[
    int, dict[int, tuple[tuple[Any, ...], OwnNews]]
] = {}  # by division and entry: what the page is made of, what was said


def own_news(key: str, version: int) -> dict[str, OwnNews]:
    """What stands for each player of the division whose live topic this is. Runs in one thread, once a version.

    The objects of a kept history are the same ones from version to version until their rows change: whoever has the same
    ones is told nothing. Who is told carries the newest version of the moment, so that no page made before is taken as newer.
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
        place = places.get(entry.number, "")
        made_of = (entry, *games, uses_sheets, bool(place), notices)
        page, news = known.get(entry.pk, ((), OwnNews(newest, place, newest)))
        if len(page) != len(made_of) or not all(map(is_, page, made_of)):
            news = OwnNews(newest, place, newest)
        standing[entry.pk] = made_of, news._replace(text=place, at=newest)
    _before[pk] = standing
    return {own_topic(pk, entry): news for entry, (_, news) in standing.items()}
