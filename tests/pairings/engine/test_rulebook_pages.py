"""The worked examples of docs/rulebook, made again: each page holds the very lines that the engine gives."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairings.engine.errors import NoPairingPossible
from pairings.engine.methods.registry import METHODS, pair, pair_block
from pairings.engine.model import Repeats
from pairings.engine.options import MethodOptions
from pairings.engine.rules import Apart, ByeOrder, Rules, Strength
from tests.pairings.engine.fields import contestant, fresh, relaxed, task, with_meetings

PAGES = Path(__file__).resolve().parents[3] / "docs" / "rulebook"
WITHOUT_LINES = ("random", "manual", "swiss", "king-of-the-hill")  # no line of the engine says what their examples show
OTHER_PAGES = {"swiss_fold": "swiss-shapes", "swiss_adjacent": "swiss-shapes", "australian": "australian-draw"}


def page(name):
    path = PAGES / f"{name}.md"
    assert path.exists(), f"Write docs/rulebook/{name}.md, with the headings of its neighbours."
    return path.read_text(encoding="utf-8")


def reasons(pairing):
    """One line a board: who meets whom, and why."""
    return [
        f"| {board.first}{'' if board.is_bye else f' - {board.second}'} | {board.reason} |" for board in pairing.boards
    ]


def rounds(pairings, names=str):
    """One line a round: its games with the starter first, and its byes."""
    lines = []
    for pairing in pairings:
        games = ", ".join(f"{names(board.first)}-{names(board.second)}" for board in pairing.boards if not board.is_bye)
        byes = ", ".join(names(number) for number in pairing.byes)
        lines.append(f"| {pairing.round} | {games} | {byes} |".replace("|  |", "| |"))
    return lines


def standing(*wins, rounds=None, spread=None):
    """Players 1, 2, ... in the order of the standings with so many wins and no draws."""
    played = rounds if rounds is not None else max(wins)
    return tuple(
        contestant(
            number, 2 * won, half_losses=2 * (played - won),
            spread=spread[number - 1] if spread else 100 * (won * 2 - played),
        )
        for number, won in enumerate(wins, start=1)
    )  # fmt: skip


def team_field():
    return tuple(replace(player, team="ABCD"[at % 4]) for at, player in enumerate(fresh(8)))


def quad_field():
    return tuple(replace(player, rank=rank) for player, rank in zip(fresh(9), (1, 4, 5, 2, 9, 3, 6, 8, 7), strict=True))


def chew_task():
    """Round 18 of 20, twelve players, first settled, prizes for three."""
    wins = (15, 11, 11, 10, 10, 9, 9, 8, 7, 6, 5, 1)
    spread = (1210, 640, 380, 512, 77, 130, -20, 15, -240, -455, -702, -1547)
    field = with_meetings(standing(*wins, rounds=17, spread=spread), {16: [(1, 7)], 17: [(2, 5), (3, 4)]}, 17)
    return task(field, "chew", 18, 20, options=MethodOptions(prize_bands=(3,), spread_swings=(250, 200)))


def cop_task():
    """Round 17 of 20, twelve players, prizes for three; some met in the last two rounds."""
    wins = (13, 11, 11, 10, 10, 9, 9, 8, 8, 7, 5, 3)
    spread = (812, 901, 380, 512, 77, 130, -20, 15, -240, -455, -702, -1100)
    lately = {15: [(1, 3), (9, 10)], 16: [(2, 5), (3, 4), (8, 11)]}
    field = with_meetings(standing(*wins, rounds=16, spread=spread), lately, 16)
    return task(field, "cop", 17, 20, seed=1, options=MethodOptions(place_prizes=3))


def contenders_task():
    """The same round, paired by our own weighting."""
    return replace(cop_task(), method="contenders")


def contenders_late_task():
    """Round 19 of 20, eight players, prizes for three."""
    wins = (13, 12, 11, 11, 10, 9, 6, 5)
    spread = (912, 640, 380, 512, 77, 130, -702, -1100)
    lately = {16: [(1, 2), (3, 4)], 17: [(1, 3), (5, 6)], 18: [(2, 3)]}
    field = with_meetings(standing(*wins, rounds=18, spread=spread), lately, 18)
    return task(field, "contenders", 19, 20, seed=1, options=MethodOptions(place_prizes=3))


def knockout_task(number):
    """Six players, matches of three games; 1 and 2 are through, 3 beat 6 by 2-0, 4 and 5 stand at 1-1."""
    field = with_meetings(fresh(6), {one: [(3, 6), (4, 5)] for one in range(1, min(number, 3))}, min(number, 3) - 1)
    results = {3: ((2, 60), (2, 15)), 6: ((0, -60), (0, -15)), 4: ((2, 80), (0, -30)), 5: ((0, -80), (2, 30))}
    field = tuple(replace(player, results=results.get(player.number, ((2, 50), (2, 50)))) for player in field)
    return task(field, "knockout", number, 9, schedule_round=number - 1, options=MethodOptions(best_of=3))


def impossible_task():
    field = with_meetings(fresh(6), {1: [(1, 4), (2, 5), (3, 6)], 2: [(1, 5), (2, 6), (3, 4)]}, 2)
    field = tuple(replace(player, club="Rooks" if player.number in (1, 2, 3) else "") for player in field)
    rules = Rules(forbidden=((1, 6),), apart=(Apart("club", 4, Strength.MUST),))
    return task(field, number=3, repeats=Repeats.FORBID, rules=rules)


def bye_tasks():
    field = tuple(contestant(number, byes=byes) for number, byes in enumerate((0, 1, 0, 1, 1), start=1))
    offers = (*field[:3], replace(field[3], volunteers=True), field[4])
    return [
        ("bottom up", task(field, number=4)),
        ("top down", task(field, number=4, rules=Rules(bye_order=ByeOrder.TOP_DOWN))),
        ("always bottom", task(field, number=4, rules=Rules(bye_order=ByeOrder.ALWAYS_BOTTOM))),
        ("4 offers to sit out", task(offers, number=4)),
        ("none above rank 4", task(field, number=4, rules=Rules(no_bye_above=3))),
    ]


AUSTRALIAN = with_meetings(fresh(7), {1: [(1, 2), (3, 4), (5, 6)], 2: [(1, 3), (2, 5), (6, 7)]}, 2)
FACTOR = with_meetings(standing(4, 4, 3, 3, 2, 2, 1, 1, rounds=5), {4: [(7, 8)]}, 5)
GROUPED = standing(2, 2, 2, 2, 2, 2, 2, 2, 1, 1, rounds=2)

EXAMPLES = {
    "round-robin": lambda: [
        *rounds(pair_block(task(fresh(5), "round_robin"), 5)),
        *rounds(pair_block(task(fresh(4), "round_robin"), 6)),
    ],
    "group-round-robin": lambda: rounds(pair_block(task(fresh(8), "group_round_robin"), 3)),
    "team-round-robin": lambda: rounds(pair_block(task(team_field(), "team_round_robin"), 6)),
    "interleaved": lambda: rounds(pair_block(task(fresh(7), "interleaved"), 4)),
    "initial-fontes": lambda: rounds(pair_block(task(fresh(8), "initial_fontes"), 7)),
    "quads": lambda: rounds(pair_block(task(quad_field(), "quads", number=1), 9)),
    "queen-of-the-hill": lambda: reasons(pair(task(with_meetings(fresh(6), {1: [(1, 3)]}, 6), "queen_of_the_hill", 7))),
    "swiss-shapes": lambda: [
        line
        for method in ("swiss", "swiss_fold", "swiss_adjacent")
        for line in [
            f"| {METHODS[method].label} | {', '.join(sorted('-'.join(map(str, sorted(b.numbers))) for b in pair(task(GROUPED, method, 3)).boards))} |"
        ]
    ],
    "factor": lambda: reasons(pair(task(FACTOR, "factor", 6, 7))),
    "australian-draw": lambda: reasons(pair(task(AUSTRALIAN, "australian", 3))),
    "chew": lambda: reasons(pair(chew_task())),
    "cop": lambda: reasons(pair(cop_task())),
    "contenders": lambda: [*reasons(pair(contenders_task())), *reasons(pair(contenders_late_task()))],
    "knockout": lambda: [line for number in (1, 3) for line in reasons(pair(knockout_task(number)))],
    "byes": lambda: [f"| {name} | {pair(made).boards[-1].reason} |" for name, made in bye_tasks()],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_example_of_the_page_is_what_the_engine_pairs(name):
    text, lines = page(name), EXAMPLES[name]()
    assert [line for line in lines if line not in text] == [], "The page needs these lines:\n" + "\n".join(lines)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_page_with_a_worked_example(method):
    name = OTHER_PAGES.get(method, method.replace("_", "-"))
    text = page(name)
    assert name in EXAMPLES or name in WITHOUT_LINES, f"Add the worked example of {name} to EXAMPLES."
    assert "## The rule" in text
    assert "## Worked example" in text


def test_the_page_on_rules_says_what_clashes_and_what_would_help():
    with pytest.raises(NoPairingPossible) as refused:
        pair(impossible_task())
    text = page("rules")
    assert str(refused.value) in text
    assert [
        line for line in reasons(pair(relaxed(impossible_task(), refused.value.relaxations))) if line not in text
    ] == []


def test_the_options_of_every_page_exist_and_every_option_has_a_page():
    every = "".join(path.read_text(encoding="utf-8") for path in PAGES.glob("*.md"))
    missing = [name for name in (*MethodOptions.__slots__, *Rules.__slots__) if f"`{name}`" not in every]
    assert missing == []
