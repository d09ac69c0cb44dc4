"""Who can still reach which prize after a round: places that are possible, what each player needs, and how likely it is."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.core.cache import cache

from pairings.engine.contention.chances import TRIALS_A_PART, Chances, Rest, rough_chances
from pairings.engine.contention.needs import Race, to_finish
from pairings.engine.errors import PairingError
from pairings.engine.methods.registry import METHODS, pair
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.reach import SWING, Reach, reach
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import History
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.stakes import Stakes, stakes_of
from tdsuite.tournaments.still_open import ToCome, is_to_come, to_come
from .engine_tasks import pairing_task, plan_line

SEED = 1  # of the trials: the same standings give the same chances at every desk
DAY = 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class PlayerChances:
    standing: Standing
    entry: Entry
    reach: Reach | None  # None for who stands at the bottom
    games: int  # to play
    needs: tuple[tuple[str, str], ...]  # (prize, what it takes)
    shares: tuple[str, ...]  # of each prize place, as text
    any: str  # of any of them; both empty where no chances are


@dataclass(frozen=True, slots=True)
class ChancesTable:
    """The players of the division, or of one class."""

    name: str  # "" for the division
    places: int  # with a prize
    lines: tuple[PlayerChances, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """What is still open after round `number`."""

    number: int
    left: ToCome
    tables: tuple[ChancesTable, ...]
    waits: int  # games of it without a result
    trials: int  # 0 where there are no chances: a result is missing, or every round is played
    boards: str  # whose boards the trials play in the next round: "published", "draft" or "plan"; "" where they pair it themselves
    gone: tuple[Entry, ...]  # players who withdrew, whom the trials leave out


def still_open(history: History, number: int) -> Open:
    """Everything about the prizes after round `number`. Raises Refused."""
    if not 1 <= number <= history.last_round:
        raise Refused(
            Sentence(
                "Round {number} has no result yet: prizes are shown from the standings after a round.", number=number
            ),
            code="no_result_yet",
        )
    table, left = history.standings(number), to_come(history, number)
    stakes = stakes_of(history.division, (entry.class_name for entry in history.entries))
    waits = sum(is_to_come(game) and history.round_numbers[game.round_id] <= number for game in history.games)
    rest, who, boards_from = rest_of(history, number, table, stakes)
    chances = None if rest is None else chances_of_prizes(rest)
    inside = [row for row in table if not history.by_number[row.number].at_bottom]
    groups = [("", stakes.places), *stakes.classes]
    return Open(
        number=number,
        left=left,
        tables=tuple(
            _table(history, name, places, inside, left=left, counts=_counts(chances, name, who))
            for name, places in groups
        ),
        waits=waits,
        trials=chances.trials if chances else 0,
        boards=boards_from,
        gone=tuple(entry for entry in history.entries if not entry.at_bottom and _left(entry, left)),
    )


def _left(entry: Entry, left: ToCome) -> bool:
    """Whether a player takes part in none of the rounds to come."""
    return bool(left.rounds) and entry.has_left(left.rounds[0])


# --- the trials ------------------------------------------------------------------------------------


def rest_of(
    history: History, number: int, table: Sequence[Standing], stakes: Stakes, *, heeds_boards: bool = True
) -> tuple[Rest | None, tuple[int, ...], str]:
    """What the trials begin with, who stands at each position, and whose boards the next round has (`Open.boards`).

    None once all is played, or while a result is missing.  heeds_boards: False leaves out what is known of the next round.
    """
    left = to_come(history, number)
    people = [row for row in table if _tries(history.by_number[row.number], left)]
    who = tuple(row.number for row in people)
    if len(people) < 2 or not left.rounds or left.rounds[0] <= number:
        return None, who, ""
    known = heeds_boards and left.games == len(left.rounds)
    boards, boards_from = _next_boards(history, number + 1, who) if known else ((), "")
    boards_from = boards_from if boards else ""
    caps = [history.options.cap(round) or SWING for round in left.rounds]
    return (
        Rest(
            halves=tuple(row.halves for row in people),
            spreads=tuple(row.spread for row in people),
            classes=tuple(history.by_number[row.number].class_name for row in people),
            left=left.games,
            most=min(SWING, *caps),
            places=min(stakes.places, len(people)),
            class_places=stakes.classes,
            boards=boards,
            starters=_starters(history, number + 1, who) if boards_from == "published" else (),
        ),
        who,
        boards_from,
    )


def _tries(entry: Entry, left: ToCome) -> bool:
    return not entry.at_bottom and not _left(entry, left)


def _next_boards(history: History, number: int, who: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], str]:
    """A round's boards as positions, and whose they are: published, of its draft, or as the plan's method pairs it now.

    Only where everybody is on one and at most one has a bye.
    """
    games = [
        game for game in history.games if history.round_numbers[game.round_id] == number and game.round.is_published
    ]
    if games:
        return _positions(
            [
                (history.by_id[game.first_id].number, history.by_id[game.second_id].number if game.second_id else 0)
                for game in games
            ],
            who,
        ), "published"
    run = history.division.pairing_runs.drafts().covering(number).first()
    if run is not None and not run.stale_now(history.division):
        return _positions([(board.first, board.second or 0) for board in run.draft_boards(number)], who), "draft"
    return _positions(_planned_seats(history, number), who), "plan"


def _planned_seats(history: History, number: int) -> list[tuple[int, int]]:
    """The boards as the plan's method would pair them now, by number; none where it takes long or cannot."""
    try:
        line = plan_line(history.division, number, None)
        if line.method not in METHODS or not METHODS[line.method].quick:
            return []
        task, _ = pairing_task(history, number, line=line, seed=SEED)
        return [(board.first, board.second or 0) for board in pair(task).boards]
    except (Refused, PairingError):
        return []


def _positions(seats: Sequence[tuple[int, int]], who: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    place = {player: at for at, player in enumerate(who)}
    sitting = [player for seat in seats for player in seat if player]
    if sorted(sitting) != sorted(who) or sum(0 in seat for seat in seats) > 1:
        return ()
    return tuple(sorted((place[first], place[second] if second else len(who)) for first, second in seats))


def _starters(history: History, number: int, who: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of those known to start a game of a round."""
    assigned = {
        history.by_id[game.first_id].number
        for game in history.games
        if history.round_numbers[game.round_id] == number and game.second_id and game.starts_by not in Game.NOBODY_YET
    }
    return tuple(at for at, player in enumerate(who) if player in assigned)


def chances_of_prizes(rest: Rest) -> Chances:
    """The chances; a new state with the same standings needs no new trials. A third of a second for 500 players."""
    key = hashlib.sha256(repr((rest, SEED, TRIALS_A_PART)).encode()).hexdigest()
    return cast("Chances", cache.get_or_set(f"reach:{key}", lambda: rough_chances(rest, SEED), DAY))


# --- the tables ------------------------------------------------------------------------------------

Counts = tuple[int, dict[int, tuple[int, ...]]]


def _counts(chances: Chances | None, name: str, who: tuple[int, ...]) -> Counts | None:
    """(trials, by number in how many of them each prize place)."""
    if chances is None:
        return None
    rows = dict(chances.classes).get(name, ()) if name else chances.places
    return chances.trials, dict(zip(who, rows, strict=True))


def _table(
    history: History, name: str, places: int, inside: Sequence[Standing], *, left: ToCome, counts: Counts | None
) -> ChancesTable:
    rows = [row for row in inside if not name or history.by_number[row.number].class_name == name]
    places = min(places, len(rows))
    can = reach(rows, left.by_number)
    names = {at: history.names[row.number] for at, row in enumerate(rows)}
    race = Race(rows, names, [left.by_number[row.number] for row in rows], left.by_spread)
    return ChancesTable(
        name,
        places,
        tuple(
            PlayerChances(
                row,
                history.by_number[row.number],
                can[row.number],
                left.by_number[row.number].games,
                _needs(race, at, places, can[row.number]) if left.rounds else (),
                *_shares(counts, row.number, can[row.number], places),
            )
            for at, row in enumerate(rows)
        ),
    )


def _needs(race: Race, at: int, places: int, can: Reach) -> tuple[tuple[str, str], ...]:
    """What it takes to win, and to win any prize; one line where these are the same, or where the place is settled."""
    if can.clinched:
        return ((Sentence("place {number}", number=can.best), Sentence("settled")),)
    goals = [(Sentence("first place"), 1)] if can.best == 1 and places else []
    if places > 1 or not goals:
        goals.append((Sentence("a prize"), places))
    return tuple((what, to_finish(race, at, place, can)) for what, place in goals)


def _shares(counts: Counts | None, number: int, can: Reach, places: int) -> tuple[tuple[str, ...], str]:
    if counts is None or number not in counts[1]:
        return (), ""
    trials, rows = counts
    row = rows[number][:places]
    shares = tuple(
        "–" if not can.best <= place <= can.worst else share_text(count, trials) for place, count in enumerate(row, 1)
    )
    whole = Sentence("sure") if can.sure_of(places) else "–" if can.out_of(places) else share_text(sum(row), trials)
    return shares, whole


def share_text(count: int, trials: int) -> str:
    """A share in whole per cent; what is neither never nor always is never called so."""
    if 200 * count < trials:
        return Sentence("<{percent}%", percent=1)
    if 200 * (trials - count) <= trials:
        return Sentence(">{percent}%", percent=99)
    return Sentence("{percent}%", percent=(200 * count + trials) // (2 * trials))
