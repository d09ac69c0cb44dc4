"""Whatever a director asks of whatever field, every method answers with a whole round or with an error in words."""

import os
import random

import pytest

from checklist.made_up_events import MadeUpEvent
from pairings.engine.checking.checker import check, check_places
from pairings.engine.errors import PairingError
from pairings.engine.methods.registry import METHODS, pair, pair_block
from pairings.engine.options import MethodOptions, options_from
from pairings.engine.rules import BYE, KINDS, Apart, ByeOrder, Rules, Strength
from tdsuite.platform.words.sentences import Sentence, clauses_of
from tdsuite.tournaments.engine.starts import StartMode

EVENTS = 140 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 70  # a method
ASKED = {
    "factor": [1, 50], "fontes_rounds": [1, 5, 9], "group_size": [2, 3, 9, 99], "groups": ["spread"],
    "halves": ["top_bottom"], "draw": [7], "games_in_row": [2, 3], "team_games": [1, 9], "prize_bands": [1, "3 8", 40],
    "flight_caps": ["none"], "spread_swings": [0, 50], "equal_places": ["1-2", "1-99"], "victim_class": ["class 1", "none"],
    "strict_victim": [True], "faint_hope": [False], "best_of": [2, 8], "bracket_size": [1, 3, 64], "by_standings": [True], "prove": [True],
    "even_starts": [False], "starts_ahead": [False], "even_everywhere": [False], "start_rating": [0, 400],
    "eliminated": ["swiss"], "place_prizes": [1, 99], "class_prizes": [[["class 1", 9], ["class 2", 2]]], "gibson_spreads": ["9 1"],
    "hopefulness": [1, 0.0001], "control_loss": [0, 1], "control_loss_from": [1, 99], "repeat_byes": [True], "cop_rules": ["mid-2026"],
}  # fmt: skip


def any_rules(rng, players):
    """Rules that may well clash."""
    numbers = range(1, players + 1)

    def boards(most):
        return tuple(tuple(rng.sample(numbers, 2)) for _ in range(rng.randrange(most + 1)))

    bye = ((rng.choice(numbers), BYE),) if rng.random() < 0.3 else ()
    return Rules(
        forced=boards(1) + bye, forbidden=boards(4),
        apart=tuple(Apart(kind, rng.choice([0, 3]), Strength.AVOID) for kind in rng.sample(KINDS, rng.randrange(3))),
        classes=rng.choice(list(Strength)), most_meetings=rng.choice([0, 0, 2]), bye_order=rng.choice(list(ByeOrder)),
        no_bye_above=rng.choice([0, 2, 99]), largest_team_byes=rng.random() < 0.3,
    )  # fmt: skip


def any_event(seed):
    """A field of 2 to 20 in any round, with 0 to 6 to come; absentees, options and how starts are given drawn at random."""
    rng = random.Random(seed)
    players, played, left = rng.randint(2, 20), rng.choice([0, 1, 3, 8]), rng.choice([0, 1, 2, 6])
    options = {name: rng.choice(values) for name, values in ASKED.items() if rng.random() < 0.2}
    return MadeUpEvent(
        players, played + 1 + left, seed, absences=rng.choice([0.0, 0.2, 0.6]), clubs=rng.choice([0, 2, 3]),
        options=options_from({**options, "trials": 50, "control_trials": 30, "games": 1 + seed % 3}), rules=any_rules(rng, players),
        start_mode=rng.choice(list(StartMode)),
    ).play_quickly(played)  # fmt: skip


def answer(task):
    """The round, and those paired with it at once; or the error."""
    try:
        return [pair(task), *(pair_block(task, 3) if METHODS[task.method].whole_block else ())]
    except PairingError as error:
        return str(error)


def unknown_reasons(pairings):
    """Clauses that a page could not say in its reader's language."""
    boards = [board for pairing in pairings for board in pairing.boards]
    texts = {text for board in boards for text in (board.reason, board.start_reason) if text}
    return {clause for text in texts for clause in clauses_of(text) if not isinstance(clause, Sentence)}


def test_every_option_is_asked():
    assert {*ASKED, "trials", "control_trials", "games"} == set(MethodOptions.__slots__)


@pytest.mark.parametrize("method", sorted(METHODS.keys() - {"manual"}))
def test_a_method_pairs_everybody_once_by_the_rules_for_known_reasons_or_says_in_words_why_not(method):
    judge = check_places if method == "knockout" else check  # a bracket comes before what was asked for, and says so
    rounds = 0
    for seed in range(EVENTS):
        task = any_event(seed).task(method)
        said = answer(task)
        if isinstance(said, str):
            assert said.endswith((".", "!")) and len(said) < 500, said
        else:
            rounds += 1
            findings = [finding.rule for finding in judge(task, said[0])]
            assert findings == [] or (
                findings == ["schedule"] and task.rules.forced
            )  # what a board asked for costs later
            assert unknown_reasons(said) == set()
    assert rounds >= EVENTS // (14 if method == "initial_fontes" else 4)
