"""Every reason that is stored is known again, clause by clause, and is in the reader's language on a page.

What each method gives for fields of all kinds is held in `methods/test_every_method.py`.
"""

import ast
import inspect
from collections.abc import Iterator
from itertools import product

import pytest
from django.utils import translation

from pairings.engine import reasons
from pairings.engine.contention import words
from pairings.engine.model import Contestant, Repeats
from pairings.engine.reason_words import CLAUSES, PARTS, reason_words
from pairings.engine.rules import ByeOrder, Rules
from pairings.engine.starts.starters import starter_of
from pairings.services.tables import CHANGED
from results.rulings.services.ejection import EJECTED
from results.rulings.services.late_entry import MISSED
from tdsuite.platform.languages import translated
from tdsuite.platform.sentences import Sentence
from tdsuite.tournaments.engine.starts import NOT_KNOWN, StartMode, StartRecord
from tdsuite.tournaments.services.rounds import reopen_later_starts


def player(number: int, halves: int, losses: int, **more: object) -> Contestant:
    return Contestant(number, rank=number, halves=halves, half_losses=losses, **more)  # type: ignore[arg-type]


def records() -> Iterator[StartRecord]:
    for sides in product((-1, 0, 1), repeat=4):
        record = StartRecord()
        for side in sides:
            record = record.then(side)
        yield record


def reasons_of_boards() -> Iterator[str]:
    upper, lower = player(3, 13, 1), player(8, 9, 5)
    for first, second in ((upper, lower), (upper, player(4, 13, 1)), (upper, player(4, 13, 3))):
        yield reasons.by_wins(first, second)
        yield reasons.by_order(first, second)
    yield from (reasons.by_place(3, 4), reasons.by_place(3, 9))
    for rounds, repeats in product([(), (3,), (3, 7), (3, 7, 12)], Repeats):
        yield f"{reasons.by_place(1, 2)}; {reasons.by_meetings(rounds, repeats, 4)}"
    for order, team, volunteers, passed in product(ByeOrder, (False, True), (False, True), (0, 2)):
        yield reasons.of_bye(
            player(9, 2, 12, byes=1, volunteers=volunteers), passed, Rules(bye_order=order, largest_team_byes=team)
        )
    yield NOT_KNOWN


def reasons_of_starts() -> Iterator[str]:
    earlier = list(records())
    for mode, first, second in product(StartMode, earlier, earlier[::5]):
        for last in (frozenset[int](), frozenset({2})):
            starter = player(1, 6, 2, record=first, last_starts=last)
            yield starter_of(starter, player(2, 4, 4, record=second), mode, 0).reason


def reasons_of_contention() -> Iterator[str]:
    """Every text that `words.py` returns, with a number for each number in it."""
    others = {
        "shares": f" ({words._shares(words.Evidence(2, 20, 3, 1))})",
        "who": "; place 5 stands next above",
        "tail": "can no longer win a prize",
    }
    for node in ast.walk(ast.parse(inspect.getsource(words))):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else others.get(ast.unparse(part.value), "5")  # type: ignore[attr-defined]
                for part in node.value.values
            )
    yield "place 5 costs the other boards least"


def reasons_of_decisions() -> Iterator[str]:
    """What services write once a board stands."""
    yield from (CHANGED, EJECTED, MISSED, f"{CHANGED}; met in round 2, 5; {NOT_KNOWN}")
    yield from (f"{CHANGED}; has had 1 bye", f"{CHANGED}; has had 2 byes")
    yield from (inspect.signature(reopen_later_starts).parameters["why"].default, "the start of the round was undone")


def clauses_of(text: str) -> list[str]:
    joined = isinstance(text, Sentence) and text.message == "{clause}; {rest}"
    return [text.values["clause"], *clauses_of(text.values["rest"])] if joined else [text]  # type: ignore[attr-defined]


def unknown_in(reason: str) -> list[str]:
    """The clauses of a reason that no message can have made."""
    return [clause for clause in clauses_of(reason_words(reason)) if not isinstance(clause, Sentence)]


@pytest.mark.parametrize("texts", [reasons_of_boards, reasons_of_starts, reasons_of_contention, reasons_of_decisions])
def test_every_clause_of_a_reason_is_known_again_and_stays_the_same_in_english(texts) -> None:  # type: ignore[no-untyped-def]
    found = sorted(set(texts()))
    assert len(found) > 7
    for text in found:
        assert reason_words(text) == text
        assert unknown_in(text) == []


def test_a_reason_is_in_the_readers_language_and_what_the_director_wrote_stays() -> None:
    stored = "both 6.5-0.5; repeat of rounds 3, 7 and 12; fewer starts: 1 start of 4 against 3 of 5; Ada asked for it; set by the director"
    with translation.override("fr"):
        assert translated(reason_words(stored)) == (
            "tous deux 6,5-0,5 ; se sont déjà rencontrés (rondes 3, 7 et 12) ; moins de débuts : 1 début sur 4 contre 3 sur 5 ; "
            "Ada asked for it ; fixé par le directeur"
        ).replace(" ;", "\N{NO-BREAK SPACE};").replace(" :", "\N{NO-BREAK SPACE}:")
    assert translated(reason_words(stored)) == stored


def test_no_two_messages_are_alike() -> None:
    assert len({*CLAUSES, *PARTS}) == len(CLAUSES) + len(PARTS)
