"""Who is here, read from the rows: every page, call, print and announcement asks here."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from .engine.presence import Facts, Presence as Known, Source, State, Statement, presence
from .models import Entry, Game, Presence, Round

FEW = 10  # players whose own rows are read, and not their divisions


@dataclass(frozen=True, slots=True)
class PresenceFacts:
    """Facts of several players; of one who is not among them nothing is known.  rows: what was said, by board and player."""

    by_entry: Mapping[int, Facts]
    rows: Mapping[tuple[int | None, int], Presence]

    def of(self, entry: int) -> Facts:
        return self.by_entry.get(entry, Facts())

    def known(self, entry: int, number: int | None = None) -> Known:
        """What is known of a player in a round; without a number in the round that is next for them."""
        facts = self.of(entry)
        return presence(facts, facts.next_round if number is None else number)


class GameFact(NamedTuple):
    """What presence needs of a player's game.  begun: its round has."""

    round: int
    begun: bool
    outcome: str
    table: str

    @classmethod
    def of(cls, game: Game) -> "GameFact":
        return cls(game.round.number, game.round.status == Round.Status.PLAYING, game.outcome, game.table)


def presence_facts(entries: Iterable[Entry]) -> PresenceFacts:
    """The facts of these players, in two queries."""
    players = {entry.pk: entry for entry in entries}
    divisions = {entry.division_id for entry in players.values()}
    stated = Presence.objects.still_holds().filter(entry__division__in=divisions)
    played = Game.objects.filter(round__division__in=divisions).exclude(round__status=Round.Status.DRAFT)
    if len(players) <= FEW:
        stated = stated.filter(entry__in=players)
        played = played.filter(Q(first__in=players) | Q(second__in=players))
    words: dict[int, list[Presence]] = defaultdict(list)
    rows = list(stated.order_by("pk"))
    for row in rows:
        words[row.entry_id].append(row)
    games: dict[int, list[GameFact]] = defaultdict(list)
    fields = ("first", "second", "round__number", "round__status", "outcome", "table_name", "board")
    for first, second, number, status, outcome, name, board in played.values_list(*fields):
        fact = GameFact(number, status == Round.Status.PLAYING, outcome, name or (str(board) if board else ""))
        games[first].append(fact)
        games[second].append(fact)
    facts = {pk: facts_of(entry, words[pk], games[pk]) for pk, entry in players.items()}
    return PresenceFacts(facts, {(row.game_id, row.entry_id): row for row in rows})


def facts_of(entry: Entry, rows: Iterable[Presence], games: Iterable[GameFact]) -> Facts:
    """The facts of one player.

    Args:
        rows: the player's rows that still hold.
        games: the player's games of published rounds.
    """
    games = list(games)
    awaited = [game for game in games if game.outcome == Game.Outcome.AWAITED]
    decided = {game.round: game.outcome for game in games if game.outcome not in Game.UNFINISHED}
    return Facts(
        tuple(
            Statement(row.round_number, row.status, row.said_at, row.game_id is not None, row.by_phone) for row in rows
        ),
        played={number for number, outcome in decided.items() if outcome not in (*Game.NOT_BEGUN, *Game.BYES)},
        decided=decided.keys(),
        awaited={game.round for game in awaited},
        playing=tuple((game.round, game.table) for game in awaited if game.begun),
        gone_from=entry.withdrawn_from,
    )


def presence_words(known: Known) -> str:
    """What is known, in a few words for officials."""
    match known.state:
        case State.PLAYING:
            values = {"round": known.round, "table": known.table}
            return _("still playing, round %(round)d, table %(table)s") % values
        case State.GONE:
            return _("out from round %d") % (known.round or 1)
        case State.EXPECTED:
            return _("expected") if known.source is not Source.GAME else _("played round %d") % (known.round or 1)
        case State.HERE if known.source is Source.GAME:
            return _("played round %d") % (known.round or 1)
        case State.HERE if known.source is Source.PHONE:
            return _("here, by phone")
    return str(Presence.Status(known.state.value).label)


@dataclass(frozen=True, slots=True)
class MissingPlayer:
    """A player of a board who is not here, is gone, or still plays an earlier round."""

    game: Game
    entry: Entry
    known: Known

    @property
    def says(self) -> str:
        return f"{self.entry.player} ({presence_words(self.known)})"


def missing_players(games: Iterable[Game]) -> list[MissingPlayer]:
    """Who is missing at these boards of published rounds that await a result, in two queries.

    Args:
        games: with their people and rounds.
    """
    boards = [game for game in games if game.second is not None and game.outcome == Game.Outcome.AWAITED]
    seats = [(game, entry) for game in boards for entry in game.players]
    if not seats:
        return []
    facts = presence_facts(entry for _game, entry in seats)
    rows = [MissingPlayer(game, entry, facts.known(entry.pk, game.round.number)) for game, entry in seats]
    return [row for row in rows if row.known.is_not_here or row.known.state in (State.GONE, State.PLAYING)]
