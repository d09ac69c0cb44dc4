"""A swap or a move that is typed at the line: it opens the drawer where the change is shown with its costs."""

import re
from collections.abc import Collection, Mapping
from urllib.parse import urlencode

from results.games.engine.entry_line import EntryError
from tdsuite.tournaments.engine.names import begins
from tdsuite.tournaments.engine.tables import table_key
from tdsuite.tournaments.models import Entry, Game
from .sections import Section

CHANGE = re.compile(r"(?P<word>swap|move)\s+(?P<who>\S.*)", re.IGNORECASE)
TWO_PLAYERS = re.compile(r"p?\s?(?P<player>[0-9]{1,6})(?:\s+(?:and|with))?\s+p?(?P<other>[0-9]{1,6})", re.IGNORECASE)
TO_TABLE = re.compile(r"p?\s?(?P<player>[0-9]{1,6})\s+(?:to\s+|t\s?(?=[0-9]))?(?P<table>\S.*)", re.IGNORECASE)
USAGE = {
    "swap": "Swap which two? Type their numbers: swap 10 12.",
    "move": "Move whom, and where? Type a player's number and a table: move 24 30.",
}


def draft_url(section: Section, **players: int) -> str:
    """The drawer of a board of the draft.  players: the player, and the other who is to change places."""
    return f"{section.division.url('console:draft_table', section.number)}?{urlencode(players)}"


def player_named(entries: Collection[Entry], who: str) -> Entry:
    """The player whom a number, or the beginning of a name, means. Raises EntryError where that is none of them, or several."""
    by_number = [entry for entry in entries if who.casefold() in (str(entry.number), f"p{entry.number}")]
    people = by_number or [entry for entry in entries if begins(who, entry.player.name)]
    if len(people) != 1:
        raise EntryError(f"Which player is {who}? Type the number, or more of the name.")
    return people[0]


def drafted_url(section: Section, who: str) -> str:
    """The drawer of a player's board in the draft. Raises EntryError."""
    return _drafted_url(section, player=player_named(section.history.entries, who).number)


def _drafted_url(section: Section, **players: int) -> str:
    """The same of players who must be on its boards."""
    assert section.run is not None
    boards = section.run.draft_boards(section.number)
    _check(section, set(players.values()) - {number for board in boards for number in board.numbers})
    return draft_url(section, **players)


def change_url(section: Section, word: str, what: str) -> str:
    """Where `swap 10 12`, two players by number, or `move 24 30`, a player's game to a table, is shown with its costs.

    Raises:
        EntryError: the line names no such players or table; the message says what to type instead.
    """
    asked = (TWO_PLAYERS if word == "swap" else TO_TABLE).fullmatch(what.strip())
    if asked is None:
        raise EntryError(USAGE[word])
    if word == "swap":
        return _swap(section, int(asked["player"]), int(asked["other"]))
    return _move(section, int(asked["player"]), asked["table"].strip())


def _swap(section: Section, player: int, other: int) -> str:
    if section.run is not None:
        return _drafted_url(section, player=player, other=other)
    games, people = _games(section, player, other), section.history.by_number
    sent = {"change": "swap_players", "entry": people[player].pk, "other_entry": people[other].pk}
    return f"{section.division.table_url(games[player].pk)}?{urlencode(sent)}"


def _move(section: Section, player: int, table: str) -> str:
    """A table where another game is changes its place with this one's."""
    if section.run is not None:
        raise EntryError("A draft takes its tables from the division's plan: publish it first, then move the game.")
    games = _games(section, player)
    if games[player].is_bye:
        raise EntryError(f"Player {player} has a bye: a bye has no table.")
    there = next((each for each in games.values() if table_key(each.table) == table_key(table)), None)
    sent = {"change": "swap_tables", "other": there.pk} if there else {"change": "move", "table_name": table}
    return f"{section.division.table_url(games[player].pk)}?{urlencode(sent)}"


def _games(section: Section, *players: int) -> Mapping[int, Game]:
    """The games of the round that is shown, by the numbers of their players, who must be among them."""
    if not section.is_published:
        raise EntryError(f"Round {section.number} is not paired yet.")
    games = {entry.number: game for game in section.history.games_in(section.number) for entry in game.players}
    _check(section, set(players) - games.keys())
    return games


def _check(section: Section, missing: set[int]) -> None:
    if missing:
        raise EntryError(f"Player {min(missing)} is on no board of round {section.number}.")
