"""Why each board of real fields is played, as players read it: checked by what was played before, in three languages."""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
import rustworkx
from django.utils import translation

from benchmarks.fields import strengths_of
from checklist.made_up_events import MadeUpEvent
from pairings.engine.model import Board, Contestant, Pairing
from tdsuite.platform.words.sentences import from_stored, stored, with_start
from tdsuite.public.templatetags.rows import why_board, why_start
from tests.oracles.files import oracle

RECORD = r"(\d+(?:[.,]5)?-\d+(?:[.,]5)?)"
SHAPES = {  # of each kind of clause: what it says in each language
    "level": (f"both {RECORD}", f"tous deux {RECORD}", f"ambos {RECORD}"),
    "same wins": (f"{RECORD} and {RECORD}, the same wins", f"{RECORD} et {RECORD}, mêmes victoires", f"{RECORD} y {RECORD}, las mismas victorias"),
    "floats": (
        f"{RECORD} against {RECORD}, as close as the whole round allows( with even starts)?",
        f"{RECORD} contre {RECORD}, aussi proches que la ronde le permet(, avec des débuts équilibrés)?",
        f"{RECORD} contra {RECORD}, tan cerca como permite la ronda(, con salidas equilibradas)?",
    ),
    "last two": (
        f"{RECORD} against {RECORD}, one of your last two opponents, now for even starts(?: with even starts)?",
        f"{RECORD} contre {RECORD}, l’un de vos deux derniers adversaires, maintenant pour équilibrer les débuts(?:, avec des débuts équilibrés)?",
        f"{RECORD} contra {RECORD}, uno de sus dos últimos rivales, ahora para igualar las salidas(?:, con salidas equilibradas)?",
    ),
    "new": ("they have not met", "ils ne se sont pas rencontrés", "no se han enfrentado"),
    "repeat": (
        r"repeat of (.+): without it (\d+) players could not be paired",
        r"déjà rencontrés \((.+)\) : sinon, (\d+) joueurs sans adversaire",
        r"ya enfrentados \((.+)\): si no, (\d+) jugadores sin rival",
    ),
    "later": ("so that nobody has to meet twice later", "pour éviter des revanches plus tard", "para que nadie repita rival más adelante"),
    "bye": (
        r"bye: fewest byes \((\d+)\), lowest rank (\d+)(?: of those .*)?",
        r"exempt : le moins d’exempts \((\d+)\), rang le plus bas, (\d+)(?:,? parmi ceux .*)?",
        r"bye: menos byes \((\d+)\), puesto más bajo, (\d+)(?:,? entre .*)?",
    ),
}  # fmt: skip
LANGUAGES = ("en-gb", "fr", "es")
EVERY = [10, pytest.param(1, marks=pytest.mark.full)]


@cache
def played(every: int) -> list[tuple[dict[int, Contestant], Pairing]]:
    """The rounds of every so many real fields, each with its players before it."""
    sections, rounds = json.loads(oracle("start-balance/real-fields.json").read_text())["sections"], []
    for seed, (planned, strengths) in list(enumerate(strengths_of(sections)))[::every]:
        event = MadeUpEvent(len(strengths), planned, seed, strengths=strengths)
        for task, pairing in event.play_through("swiss"):
            rounds.append(({player.number: player for player in task.contestants}, pairing))
    return rounds


def record(player: Contestant) -> str:
    return f"{player.halves / 2:g}-{player.half_losses / 2:g}"


def meetings(player: Contestant, opponent: Contestant) -> list[int]:
    return [number for number, met in enumerate(player.opponents, start=1) if met == opponent.number]


def is_true(kind: str, found: Sequence[str], players: dict[int, Contestant], pairing: Pairing, board: Board) -> bool:
    """Whether a clause is what the players' games before the round say."""
    sides = sorted((players[number] for number in board.numbers), key=lambda player: (-player.halves, player.rank))
    records = {record(player) for player in sides}
    says = {text.replace(",", ".") for text in found if text and "-" in text}
    if kind == "bye":
        fewest = [player for player in players.values() if player.byes == min(each.byes for each in players.values())]
        byes, rank = map(int, found)
        free = max(player.rank for player in fewest) == rank or pairing.schedule
        return bool(free and (byes, rank) == (sides[0].opponents.count(0), sides[0].rank))
    first, second = sides
    if kind in ("level", "same wins", "floats", "last two"):
        near = first.halves == second.halves
        closest = kind != "floats" or found[-1] or pairing.schedule or not cheaper(players, pairing, board)
        return says == records and closest and (kind == "last two" or near == (kind != "floats"))
    if kind == "repeat":
        return [int(number) for number in re.findall(r"\d+", found[0])] == meetings(first, second) and int(
            found[1]
        ) == without_opponent(players, pairing)
    return bool(pairing.schedule) if kind == "later" else not meetings(first, second)


def cheaper(players: dict[int, Contestant], pairing: Pairing, board: Board) -> bool:
    """Whether an exchange with another board has fewer repeats, or as few and closer wins."""

    def cost(*boards: tuple[int, int | None]) -> tuple[int, ...]:
        pairs = [(players[one], players[two or 0]) for one, two in boards]
        met = [meetings(*pair) for pair in pairs]
        last = sum(pairing.round - 1 in rounds for rounds in met)
        wins = sum((one.halves - two.halves) ** 2 for one, two in pairs)
        return sum(map(bool, met)), sum(len(rounds) ** 2 for rounds in met), last, wins

    one, two = board.first, board.second
    others = [other for other in pairing.boards if other.second is not None and other != board]
    return any(
        cost((one, three), (two or 0, four)) < cost((one, two), (other.first, other.second))
        for other in others
        for three, four in ((other.first, other.second), (other.second, other.first))
    )


def without_opponent(players: dict[int, Contestant], pairing: Pairing) -> int:
    """How many would have none if only those met who have not."""
    numbers = [number for board in pairing.boards if not board.is_bye for number in board.numbers]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(numbers)
    pairs = combinations(range(len(numbers)), 2)
    graph.add_edges_from(
        [(one, two, 1) for one, two in pairs if not meetings(players[numbers[one]], players[numbers[two]])]
    )
    return len(numbers) - 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True))


@pytest.mark.parametrize("every", EVERY)
def test_a_true_sentence_of_25_words_says_why_each_board_of_real_fields_is_played(every: int) -> None:
    seen, wrong = defaultdict(int), []
    for players, pairing in played(every):
        for board in pairing.boards:
            reason = from_stored(stored(with_start(board.reason, board.start_reason)))
            for at, language in enumerate(LANGUAGES):
                with translation.override(language):
                    sentence = why_board(reason).replace("\N{NO-BREAK SPACE}", " ")
                kinds = set()
                for clause in re.split(" ?; ", sentence[:1].lower() + sentence[1:-1]):
                    kind, match = next(
                        (kind, match) for kind, words in SHAPES.items() if (match := re.fullmatch(words[at], clause))
                    )
                    kinds.add(kind)
                    if not is_true(kind, match.groups(), players, pairing, board):
                        wrong.append((pairing.round, len(players), board.numbers, sentence))
                met = not board.is_bye and meetings(*(players[number] for number in board.numbers))
                if len(re.findall(r"[\w#][^\s]*", sentence)) > 25 or bool(met) != ("repeat" in kinds):
                    wrong.append((pairing.round, len(players), board.numbers, sentence))
                seen.update({kind: seen[kind] + 1 for kind in kinds})
    assert wrong[:5] == []
    assert {"level", "floats", "new", "repeat", "bye"} <= set(seen)


def test_the_counts_that_say_who_starts_are_those_of_the_games_before() -> None:
    checked = 0
    for players, pairing in played(10):
        for board in (board for board in pairing.boards if not board.is_bye):
            text = why_start(from_stored(stored(with_start(board.reason, board.start_reason))))
            first, second = (players[number].record for number in board.numbers)
            ahead, behind = ahead_by(first.balance + 1), ahead_by(second.balance - 1)
            after = f"after it #{board.first} is {ahead} and #{board.second} is {behind}"
            after = f"after it both are {ahead}" if ahead == behind else after
            assert text.endswith(after) or "after it" not in text
            if found := re.search(r"fewer starts: (\d+) starts? of (\d+) against (\d+) of (\d+)", text):
                counts = [(first.starts, first.games), (second.starts, second.games)]
                due, other = reversed(counts) if "turned round" in text else counts
                assert tuple(map(int, found.groups())) == due + other
                checked += 1
    assert checked > 100


def ahead_by(balance: int) -> str:
    return f"{abs(balance)} {'ahead' if balance > 0 else 'behind'}" if balance else "even"
