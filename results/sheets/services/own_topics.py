"""For whom a new version of a division changes something on the own page or in the line of the next game, and which place everybody has."""

from collections.abc import Iterable
from json import dumps

from django.db.models import Model

from results.sheets.models import Sheet
from tdsuite.platform.live import services
from tdsuite.platform.live.own_topics import OwnNews, own_topic, player_topic
from tdsuite.tournaments.kept_histories import kept_history
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.notices import standing_notices

WATCHED, MOST_WATCHED = 3, 12  # a page may listen to twenty topics
_before: dict[
    int, dict[str, tuple[int, OwnNews]]
] = {}  # by division and topic: a hash of what the page shows, what was said


def watched_games(published: Iterable[Game]) -> list[Game]:
    """Of a player's games in published rounds those whose own topics the page listens to: the awaited ones and the newest others."""
    games = [game for game in published if game.second_id is not None]
    awaited = [game for game in games if game.outcome in Game.UNFINISHED][:MOST_WATCHED]
    return sorted({*awaited, *games[-WATCHED:]}, key=lambda game: game.pk)


def own_news(key: str, version: int) -> dict[str, OwnNews]:
    """What stands for each player of the division whose live topic this is. Runs in one thread, once a version.

    A player whose rows are as they were is told nothing. Games that the page listens to tell it by themselves, at once. The news carries
    the newest version of the moment, so that no page made before is taken as newer.
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
    notices = dumps(standing_notices(history.division.tournament), default=str)
    people = [(_facts(entry), _facts(entry.player)) for entry in history.entries]
    event = hash(
        (_facts(history.division.tournament), _facts(history.division), tuple(people), history.spread_adjustments)
    )
    rows = {game.pk: (_facts(game), _facts(game.round), history.lines.get(game.pk)) for game in history.games}
    known, standing = _before.get(pk, {}), {}
    for entry in history.entries:
        games = [game for game in history.games_of(entry) if game.round.is_published]
        watched = {game.pk for game in watched_games(games)}
        others = [rows[game.pk] for game in games if game.pk not in watched]
        place = places.get(entry.number, "")
        line = hash((event, *(rows[game.pk] for game in games)))
        page = hash((event, tuple(sorted(watched)), *others, uses_sheets, bool(place), notices))
        for topic, made_of, text in ((own_topic(pk, entry.pk), page, place), (player_topic(pk, entry.pk), line, "")):
            before, news = known.get(topic, (None, OwnNews(newest, text, newest)))
            if before != made_of:
                news = OwnNews(newest, text, newest)
            standing[topic] = made_of, news._replace(text=text, at=newest)
    _before[pk] = standing
    return {topic: news for topic, (_, news) in standing.items()}


def _facts(row: Model) -> tuple[str, ...]:
    """The values of a row, but for the counter that every decision raises."""
    return tuple(
        str(getattr(row, field.attname))
        for field in row._meta.concrete_fields
        if field.attname not in ("state_version", "updated_at")
    )
