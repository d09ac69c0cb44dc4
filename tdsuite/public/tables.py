"""What stands around a standings table: what is settled, classes and teams, who met whom, and the wall chart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import ngettext, pgettext

from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.engine.encounters import NO_MEETING, HeadToHead, Streak, current_streaks, head_to_head
from tdsuite.tournaments.engine.groups import ClassRow, TeamRow, class_tables, team_table
from tdsuite.tournaments.engine.reach import CutOff, cut_off
from tdsuite.tournaments.engine.standings import Standing, signed
from tdsuite.tournaments.engine.tie_breaks import IN_WORDS
from tdsuite.tournaments.figures import wins_text
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import History, standing_rows
from tdsuite.tournaments.still_open import settled

MOST_IN_A_CROSS_TABLE = 40  # players: more columns fit no screen and no sheet


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One line of the standings page. settled: what the player has already for certain, in words, or ""."""

    standing: Standing
    entry: Entry
    moved: int | None
    streak: Streak | None
    settled: str

    @property
    def run(self) -> str:
        """The current run in words: "won 3"."""
        if self.streak is None:
            return ""
        length = self.streak.length
        words = {
            2: ngettext("won %(length)d", "won %(length)d", length),
            1: ngettext("tied %(length)d", "tied %(length)d", length),
            0: ngettext("lost %(length)d", "lost %(length)d", length),
        }
        return words[self.streak.halves] % {"length": length}


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A table with everything around it. order: what decides after wins, in words."""

    lines: tuple[StandingsLine, ...]
    cut: CutOff | None
    order: tuple[str, ...]
    classes: Mapping[str, tuple[tuple[ClassRow, Entry], ...]]
    teams: tuple[tuple[TeamRow, tuple[Entry, ...]], ...]
    any_run: bool


def standings_page(history: History, number: int, places: int) -> StandingsPage:
    """The table after round `number`, which needs no query besides those of `history`. places: how many have a prize."""
    rows = standing_rows(history, number)
    table = [row.standing for row in rows]
    runs = current_streaks([side for side in history.sides if side.round <= number])
    certain = settled(history, table, number, places)
    groups = [
        {entry.number: name for entry in history.entries if (name := getattr(entry, group))}
        for group in ("class_name", "team")
    ]
    lines = tuple(
        StandingsLine(row.standing, row.entry, row.moved, runs.get(row.entry.number), certain.get(row.entry.number, ""))
        for row in rows
    )
    return StandingsPage(
        lines=lines,
        cut=cut_off(table, places) if number else None,
        order=tuple(translated(IN_WORDS[tie_break]) for tie_break in history.tie_breaks),
        classes={
            name: tuple((row, history.by_number[row.standing.number]) for row in rows)
            for name, rows in (class_tables(table, groups[0]) if number else {}).items()
        },
        teams=tuple(
            (row, tuple(history.by_number[member.number] for member in row.members))
            for row in (team_table(table, groups[1]) if number else ())
        ),
        any_run=any(line.streak for line in lines),
    )


# --- the wall chart ---


@dataclass(frozen=True, slots=True)
class WallCell:
    """A player's round on the wall chart, as it is written.

    Attributes:
        games: several in a match, none in a round missed: W, T, L, B (bye) or "–" (not counted yet), the opponent's number, the score.
        so_far: wins and spread after it; "" while they are not known.
    """

    games: tuple[tuple[str, str, str], ...]
    so_far: str


class _Seen(NamedTuple):
    """One game from one player's chair. halves: None while it is not counted."""

    opponent: int | None
    halves: int | None
    spread: int
    score: str


@dataclass(frozen=True, slots=True)
class WallLine:
    """A player's rounds on the wall chart, and the rank after the last of them."""

    entry: Entry
    rounds: tuple[WallCell, ...]
    rank: str


def wall_chart(history: History, numbers: Sequence[int], players: Iterable[int]) -> list[WallLine]:
    """The published rounds of these players, in the reader's language."""
    letters = {2: pgettext("won", "W"), 1: pgettext("tied", "T"), 0: pgettext("lost", "L"), None: "–"}
    bye = pgettext("bye", "B")

    def written(game: _Seen) -> tuple[str, str, str]:
        is_bye = game.opponent is None and game.halves is not None
        opponent = "" if game.opponent is None else str(game.opponent)
        return bye if is_bye else letters[game.halves], opponent, game.score

    def cell(player: int, seen: Mapping[int, Sequence[_Seen]], sums: Mapping[int, tuple[int, int]]) -> WallCell:
        games = seen.get(player, ())
        if not games or games[-1].halves is None:
            return WallCell(tuple(map(written, games)), "")
        halves, spread = sums[player]
        return WallCell(tuple(map(written, games)), f"{wins_text(halves)}, {signed(spread)}")

    columns = [(history.part(_seen_in, number), history.part(_sums_after, number)) for number in numbers]
    ranks = {row.number: row.rank_text for row in history.standings(numbers[-1])} if numbers else {}
    return [
        WallLine(history.by_number[player], tuple(cell(player, *column) for column in columns), ranks.get(player, ""))
        for player in players
    ]


def _sums_after(history: History, number: int) -> dict[int, tuple[int, int]]:
    """Half wins and spread of everybody after a published round, that of rounds before it included."""
    if number == 0:
        return {entry.number: (0, 0) for entry in history.entries}
    sums = dict(history.part(_sums_after, number - 1))
    for player, games in history.part(_seen_in, number).items():
        halves, spread = sums[player]
        for game in games:
            if game.halves is not None:
                halves += game.halves
                spread += history.options.capped(number, game.spread)
        sums[player] = halves, spread
    for adjustment in history.spread_adjustments:
        if adjustment.round == number:
            halves, spread = sums[adjustment.entry]
            sums[adjustment.entry] = halves, spread + adjustment.points
    return sums


def _seen_in(history: History, number: int) -> dict[int, list[_Seen]]:
    """The games of a round by player; none of a draft."""
    seen: dict[int, list[_Seen]] = defaultdict(list)
    for game in history.games_in(number):
        if game.round.is_published:
            first = history.by_id[game.first_id].number
            second = history.by_id[game.second_id].number if game.second_id else None
            halves, spread, other_halves, other_spread = history.values_of(game)
            score, counts = history.final_score(game), game.outcome not in Game.UNCOUNTED
            known = counts and score.first is not None and score.second is not None
            own, other = (f"{score.first}–{score.second}", f"{score.second}–{score.first}") if known else ("", "")
            seen[first].append(_Seen(second, halves if counts else None, spread, own))
            if second is not None:
                seen[second].append(_Seen(first, other_halves if counts else None, other_spread, other))
    return dict(seen)


# --- who met whom ---


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One player against each of the others, in the order of the columns; None against oneself."""

    standing: Standing
    entry: Entry
    against: tuple[tuple[Entry, HeadToHead | None], ...]


def cross_table(history: History) -> list[CrossLine]:
    """The first players of the table against one another. More than `MOST_IN_A_CROSS_TABLE` are left out."""
    table = history.standings()[:MOST_IN_A_CROSS_TABLE]
    met = head_to_head(history.sides)
    columns = [history.by_number[row.number] for row in table]
    return [
        CrossLine(
            row,
            history.by_number[row.number],
            tuple(
                (other, None if row.number == other.number else met.get((row.number, other.number), NO_MEETING))
                for other in columns
            ),
        )
        for row in table
    ]
