"""What follows from a decision: the facts of an event, read before it and after it in a transaction that is given up."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from tdsuite.platform.hooks.hooks import Hook
from ..engine.consequences import Consequence, Fact, Kind, consequences
from ..models import Game, Round, Tournament
from ..reads import History, histories_of
from .waiting import all_waiting

T = TypeVar("T")
OPEN = (Round.Status.PUBLISHED, Round.Status.PLAYING)

# Asked before and after a decision: what an app says of an event, from the histories of its divisions.
event_facts: Hook[[Tournament, list[History]], Iterable[Fact]] = Hook("event_facts")


def facts_of(tournament: Tournament) -> list[Fact]:
    """Everything that the program says of an event now; one fact for each kind and subject."""
    event = Tournament.objects.get(pk=tournament.pk)
    histories = histories_of(event)
    own = [fact for history in histories for facts in (_boards, _results, _standings) for fact in facts(history)]
    waits = [
        Fact(Kind.WAITS, (row.division, row.what), row.what, row.says or _("waits"), row.url)
        for row in all_waiting(event)
    ]
    return [*waits, *own, *event_facts.rows(event, histories)]


def what_follows(tournament: Tournament, decide: Callable[[], T]) -> tuple[T, list[Consequence]]:
    """Take a decision, compare, and give it up again: nothing is saved. Raises what `decide` raises."""
    with transaction.atomic():
        before = facts_of(tournament)
        decision = decide()
        after = facts_of(tournament)
        transaction.set_rollback(True)
    return decision, consequences(before, after)


def _about(history: History, game: Game) -> tuple[int, int, frozenset[int | None], int]:
    return history.division.pk, game.round.number, frozenset({game.first_id, game.second_id}), game.match_game


def _subject(history: History, game: Game) -> str:
    names = [str(history.by_id[pk].player) for pk in (game.first_id, game.second_id) if pk]
    values = {"division": history.division, "round": game.round.number, "players": " – ".join(names)}
    return _("%(division)s, round %(round)d: %(players)s") % values


def _boards(history: History) -> Iterator[Fact]:
    """Of rounds that are not over: games without a result, and byes."""
    for game in history.games:
        if game.round.status not in OPEN or (game.second_id and game.outcome not in Game.UNFINISHED):
            continue
        game.first = history.by_id[game.first_id]
        game.second = history.by_id[game.second_id] if game.second_id else None
        says = [_("table %s") % game.table if game.second_id else str(Game.Outcome(game.outcome).label)]
        if game.second_id and game.starts_by != Game.StartsBy.NONE and not game.start_is_open:
            says.append(_("%s starts") % game.first.player)
        says += [_("%s has left") % entry.player for entry in game.gone]
        url = history.division.board_url(game.round.number)
        yield Fact(Kind.BOARDS, _about(history, game), _subject(history, game), ", ".join(says), url)


def _results(history: History) -> Iterator[Fact]:
    for game in history.games:
        if game.outcome in Game.UNCOUNTED or (game.second_id is None and game.round.status in OPEN):
            continue
        score, spread = history.final_score(game), history.values_of(game)[1]
        says = f"{score.first}–{score.second}"
        if game.outcome not in Game.SCORED:
            says = f"{Game.Outcome(game.outcome).label} {spread:+d}"
        yield Fact(Kind.RESULTS, _about(history, game), _subject(history, game), says)


def _standings(history: History) -> Iterator[Fact]:
    for row in history.standings():
        player = history.by_number[row.number].player
        says = f"{row.rank_text}. {row.record} {row.spread:+d}"
        yield Fact(Kind.STANDINGS, (history.division.pk, row.number), f"{history.division}: {player}", says)
