"""The checklist: every question can fail, planted faults are found, sound events pass, and the page says what is asked."""

import random
import re
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from checklist import planted_documents as documents
from checklist.benchmark import ORACLES
from checklist.judging import GROUPS, QUESTIONS, checklist_text, judge
from checklist.made_files import (
    SUFFIXES,
    WrittenFormat,
    made_division,
    written_event,
)
from checklist.planted import FAULTS
from checklist.tests.small_events import (
    HOUR,
    NINE,
    SOUND,
    document,
    event,
    failing,
    forfeit,
    four_wins_each_way,
    game,
    of_division,
    table_of,
    text_of,
    whole_document,
)
from checklist.tests.wrong_and_right import CASES
from tdsuite.formats.event_json.document import DocumentBoardRule, DocumentLine, DocumentPairingRules, EventDocument
from tdsuite.formats.model import (
    FileAdjustment,
    ImportedFile,
    Outcome,
    StartsBy,
)
from tdsuite.formats.reading import read_file

PAGE = Path(__file__).resolve().parents[1] / "README.md"
sound_division = cache(made_division)


def test_the_page_says_what_is_asked():
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        f"| {group} | {min(numbers)} to {max(numbers)} | {len(numbers)} |"
        for group, numbers in ((group, [each.number for each in questions]) for group, questions in GROUPS.items())
    ]
    assert re.findall(r"^\| .* \| \d+ to \d+ \| \d+ \|$", text, re.MULTILINE) == rows
    assert f"{len(QUESTIONS)} questions" in text
    assert all([question.judge, question.about, question.of_event].count(None) == 2 for question in QUESTIONS)


def test_every_question_is_printed_once_with_its_number_and_what_should_be_so():
    printed = re.findall(r"^\| (\d+) \| (grave|serious|slight) \| (.+) \| (.+) \|$", checklist_text(), re.MULTILINE)
    assert printed == [(str(each.number), each.weight.name.lower(), each.asks, each.source) for each in QUESTIONS]
    assert len({each.number for each in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("kind", sorted(FAULTS))
def test_a_planted_fault_is_found_and_named(kind):
    fault = FAULTS[kind]
    for seed in range(5):
        format_ = WrittenFormat(fault.formats[seed % len(fault.formats)])
        division = sound_division(14 + seed, 7 + seed % 2, seed)
        read = [
            read_file(f"a{SUFFIXES[format_]}", written_event(division, format_, seed=seed, fault=planted).encode())
            for planted in (fault, None)
        ]
        assert fault.question in failing(read[0]), (format_, seed)
        assert fault.question not in failing(read[1]), (format_, seed)


def test_each_kind_of_fault_is_found_by_a_question_of_its_own():
    assert len({fault.question for fault in FAULTS.values()}) == len(FAULTS) >= 20


@pytest.mark.parametrize("format_", list(WrittenFormat))
def test_a_made_up_event_passes_whole_in_every_format(format_):
    for seed in range(3):
        text = written_event(made_division(9 + 7 * seed, 5 + seed, seed), format_)
        event = read_file(f"a{SUFFIXES[format_]}", text.encode())
        assert [division.rounds for division in event.divisions] == [5 + seed]
        assert failing(event) - {425} == set()


def test_the_same_seed_makes_the_same_event():
    assert made_division(9, 4, 5) == made_division(9, 4, 5) != made_division(9, 4, 6)


@pytest.mark.parametrize("kind", sorted(FAULTS))
def test_an_event_that_is_too_small_for_a_fault_is_refused(kind):
    fault = FAULTS[kind]
    try:
        text = written_event(made_division(2, 1, 1), WrittenFormat(fault.formats[0]), fault=fault)
    except ValueError as error:
        assert str(error)
    else:
        assert text


BREAKS: dict[int, Callable[[], ImportedFile]] = {
    105: lambda: event(3, game(1, 1, 2), game(1, 3, first_spread=30)),
    106: lambda: event(3, game(1, 1, 2), game(1, 3, first_halves=0)),
    108: lambda: event(5, game(1, 1, 2), game(1, 3, 4), game(1, 5), game(2, 3), game(2, 1, 4), game(2, 2, 5)),
    109: lambda: event(4, game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(2, 2), game(3, 1, 4), game(3, 2, 3)),
    110: lambda: event(3, game(1, 1, 2), game(2, 3), withdrawn_from={3: 2}),
    111: lambda: event(3, game(1, 1, 2), game(1, 3, board=2)),
    112: lambda: event(3, game(1, 1, 2), game(1, 3, outcome=Outcome.HALF_BYE, first_halves=1)),
    113: lambda: event(3, game(1, 1, 2), game(1, 3), game(2, 1, 3), game(2, 2), game(3, 2, 3), game(3, 1, outcome=Outcome.FORFEIT, first_halves=0)),
    115: lambda: event(5, *(entry for round_ in (1, 2) for entry in (game(round_, 1, round_ + 1), game(round_, 5, 4 - round_ // 2 * 2 + 1), game(round_, 4)))),
    203: lambda: event(6, *(game(round_, 1, 2) for round_ in (1, 2, 3, 4))),
    204: lambda: event(6, *(game(round_, first, first + 1) for round_ in (1, 2) for first in (1, 3, 5))),
    205: lambda: event(6, *(game(round_, 1, 2) for round_ in (1, 2, 4))),
    206: lambda: event(6, *(game(round_, 1, 2) for round_ in (1, 2))),
    207: lambda: event(6, game(1, 1, 2), team={1: "Dock", 2: "Dock"}),
    208: lambda: event(10, *four_wins_each_way(), game(5, 1, 10)),
    209: lambda: event(12, *four_wins_each_way()[:3], *four_wins_each_way()[4:7], *(game(round_, 11, 12, first_score=360) for round_ in (1, 2, 3)), game(4, 1, 10)),
    211: lambda: event(3, game(1, 1, 2), game(2, 1, 2), game(3, 1, 3), game(4, 2, 3)),
    212: lambda: event(6, game(1, 1, 2), club={1: "Dock", 2: "Dock"}),
    301: lambda: event(4, game(1, 1, 2), game(2, 1, 3)),
    303: lambda: event(4, game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(2, 2, 4), game(3, 1, 4), game(3, 2, 3)),
    306: lambda: event(6, game(1, 1, 2), game(2, 1, 3), game(3, 1, 4)),
    307: lambda: event(6, game(1, 1, 2), game(2, 1, 3)),
    308: lambda: event(6, game(1, 3, 2), game(2, 1, 2)),
    309: lambda: event(6, game(1, 1, 2), game(1, 3, 4), game(2, 1, 4)),
    310: lambda: event(6, game(1, 1, 2), game(2, 1, 2)),
    311: lambda: event(6, game(1, 1, 2), game(1, 3, 4, starts_by=StartsBy.NONE)),
    312: lambda: event(6, game(1, 1, 2), game(2, 1, 3), game(3, 1, 4), game(4, 5, 1)),
    313: lambda: event(6, game(1, 1, 2), game(2, 1, 2), game(3, 1, 2)),
    314: lambda: event(6, game(1, 1, 2), game(1, 1, 2, match_game=2)),
    315: lambda: event(30, *(game(round_, first, first + 1) for round_ in range(1, 8) for first in range(1, 30, 2))),
    401: lambda: event(3, forfeit(1, halves=(2, 2))),
    403: lambda: event(3, forfeit(1, spreads=(-50, 50))),
    404: lambda: event(3, forfeit(1, halves=(0, 0), spreads=(50, -50), outcome=Outcome.DOUBLE_FORFEIT)),
    407: lambda: event(3, forfeit(1, outcome=Outcome.VOID)),
    408: lambda: event(6, forfeit(1), forfeit(2), forfeit(3)),
    409: lambda: event(4, game(1, 1, 2), game(2, 1, 3), withdrawn_from={3: 2}),
    410: lambda: event(4, game(1, 1, 2), absences={2: (1,)}),
    411: lambda: event(3, forfeit(1), absences={1: (1,)}),
    412: lambda: event(3, forfeit(1, first_score=400, second_score=350)),
    413: lambda: event(3, forfeit(1, outcome=Outcome.OVERTIME)),
    414: lambda: event(3, forfeit(1, spreads=(20, -20), outcome=Outcome.RESIGNED)),
    421: lambda: event(4, game(1, 1, 2, second_score=-5)),
    423: lambda: event(4, game(1, 1, 2, first_score=800)),
    424: lambda: event(4, game(1, 1, 2, first_score=199, second_score=150)),
    425: lambda: event(4, game(1, 1, 2, first_score=651, second_score=200)),
    426: lambda: event(4, game(1, 1, 2), game(1, 3, 4, first_score=350, second_score=401)),
    429: lambda: event(6, *(game(round_, first, first + 1, second_score=400 + first) for round_ in range(1, 15) for first in (1, 3, 5))),
    431: lambda: event(3, game(1, 1, 2, lines=(DocumentLine(side="first", kind="overtime", points=-15),))),
    432: lambda: event(3, game(1, 1, 2, lines=(DocumentLine(side="first", kind="challenge", points=-7),))),
    529: lambda: event(4, game(1, 1, 2), game(1, 2, 1, match_game=2), game(1, 3, 4)),
    501: lambda: document(lambda division: setattr(table_of(division)[0], "losing_halves", 9)),
    504: lambda: document(lambda division: table_of(division).pop()),
    505: lambda: document(lambda division: table_of(division).reverse()),
    506: lambda: of_division(event(4, game(1, 1, 2)), left_out=frozenset({1})),
    507: lambda: event(
        4, game(1, 1, 2, outcome=Outcome.AWAITED, first_score=None, second_score=None), game(2, 1, 3)
    ),
    508: lambda: of_division(document(lambda division: None), adjustments=(FileAdjustment(1, 2, -50),)),
    509: lambda: document(lambda division: setattr(division.rounds[1], "paired_after", 2)),
    521: lambda: event(4, game(1, 1, 2), game(1, 3, 4), game(2, 3, 4), game(3, 1, 2)),
    522: lambda: event(4, game(1, 1, 2), game(1, 1, 3)),
    523: lambda: event(4, game(1, 1, 2), game(3, 3, 4)),
    524: lambda: event(4, game(1, 1, 2, board=1), game(1, 3, 4, board=3)),
    512: lambda: document(lambda division: setattr(division.rounds[2], "status", "published")),
    513: lambda: document(lambda division: [setattr(division.rounds[at], "started_at", NINE - at * HOUR) for at in (0, 1)]),
    514: lambda: document(lambda division: [setattr(division.rounds[0], name, NINE - at * HOUR) for at, name in enumerate(("started_at", "closed_at"))]),
    515: lambda: document(lambda division: (setattr(division.rounds[0], "started_at", NINE), setattr(division.rounds[0].games[0], "decided_at", NINE - HOUR))),
    516: lambda: event(4, forfeit(1), forfeit(2), game(3, 1, 3)),
    518: lambda: event(4, game(1, 1, 2, outcome=Outcome.POSTPONED, first_score=None, second_score=None), game(2, 3, 4)),
    525: lambda: event(4, game(1, 1, 2, board=1, table="Stage"), game(1, 3, 4, board=2, table="Stage")),
    604: lambda: text_of(WrittenFormat.T, "board 1 ", "board 9 "),
    605: lambda: read_file("a.TOU", b"*M16.05.2026 A\r\n*A\r\n                                      0\r\nAda One             1400   2\r\nBo Two              2350   1\r\n*** END OF FILE ***\r\n"),
    607: lambda: document(lambda division: setattr(division.rounds[0].games[1], "board", 1)),
    608: lambda: document(lambda division: setattr(division.rounds[1], "number", 1)),
    609: lambda: text_of(WrittenFormat.T, SOUND.players[1].filing_name, SOUND.players[0].filing_name + "a"),
    613: lambda: event(4, game(1, 1, 2), rating={1: 2500}),
    699: lambda: read_file("a.json", b"{"),
}  # fmt: skip


def test_every_question_has_a_case_that_fails_it():
    by_fault = {fault.question for fault in FAULTS.values()}
    assert {question.number for question in QUESTIONS} == by_fault | set(BREAKS) | set(CASES)
    assert by_fault.isdisjoint(BREAKS)


@pytest.mark.parametrize("number", sorted(CASES))
def test_a_question_fails_the_wrong_event_and_passes_the_right_one(number):
    wrong, right = CASES[number]
    assert number in failing(wrong())
    assert number not in failing(right())


@pytest.mark.parametrize("number", sorted(BREAKS))
def test_a_question_fails_where_it_should(number):
    assert number in failing(BREAKS[number]())


def test_more_rounds_than_can_be_are_not_judged_one_by_one():
    assert failing(event(4, game(1, 1, 2), game(30_000, 3, 4))) == {608}


def test_who_comes_late_leaves_or_is_absent_is_not_missed():
    games = [game(1, 1, 2), game(1, 3), game(2, 1, 3), game(2, 2, 4), game(3, 1, 4), game(3, 2)]
    assert failing(event(4, *games)) & {109, 521} == set()
    games = [game(1, 1, 2), game(1, 3, 4), game(2, 1, 3), game(2, 2), game(3, 1, 4), game(3, 2, 3)]
    assert failing(event(4, *games, absences={4: (2,)})) & {109, 521} == set()


def test_a_sound_event_fails_none_of_them():
    assert failing(document(lambda division: None)) == set()
    assert failing(event(4, game(1, 1, 2), game(1, 3, 4), rating={1: 1500})) == set()


def test_rules_penalties_prizes_and_days_that_are_right_fail_nothing():
    def change(whole: EventDocument) -> None:
        whole.rulebook, whole.choices = "wespa-2010", {"challenge_penalty": "word:10"}
        division = whole.divisions[0]
        first, second, late = division.rounds[0].games[:3]
        first.lines = [DocumentLine(side="first", kind="challenge", points=-20)]
        second.lines = [DocumentLine(side="second", kind="overtime", points=-100)]
        late.outcome, late.rated, late.first_score, late.second_score = "lateness_forfeit", False, None, None
        late.first_halves, late.second_halves, late.first_spread, late.second_spread = 2, 0, 75, -75
        board = division.rounds[2].games[0]
        division.pairing_rules = DocumentPairingRules(
            boards=[
                DocumentBoardRule(ask="forbidden", player=board.first, opponent=board.second or 0, round=2),
                DocumentBoardRule(ask="forced", player=board.second or 0, opponent=board.first, round=3),
            ]
        )
        division.players[0].country, division.players[0].naspa_id, division.players[0].wespa_id = (
            "NZL",
            "AA123456",
            "77",
        )
        for round_ in division.rounds:
            round_.scheduled_at = NINE + round_.number * HOUR
        documents.other_prize_places(whole, random.Random(1))
        division.prize_places = 3
        documents.high_play_above_the_score(whole, random.Random(1))
        division.high_claims[0].points = 120

    of_the_forfeit = {301, 307, 501, 502, 503}  # a start less, and another result than the standings were made from
    assert failing(whole_document(change)) <= of_the_forfeit


def test_a_leader_whom_nobody_catches_may_meet_anybody_in_the_last_round():
    games = [*four_wins_each_way()[:3], *four_wins_each_way()[4:7], game(4, 1, 10)]
    assert 209 not in failing(event(12, *games))


def test_who_is_not_in_the_finals_has_not_left():
    final = [game(1, 1, 2), game(1, 3, 4), game(1, 5, 6), game(2, 1, 3), game(2, 2, 5), game(2, 4, 6)]
    final += [game(round_, 1, 2) for round_ in (3, 4)]
    assert 629 not in failing(event(6, *final))


def test_days_at_the_ends_of_the_calendar_are_judged_too():
    def change(whole: EventDocument) -> None:
        whole.starts_on, whole.ends_on = date.min, date.max
        whole.divisions[0].rounds[0].scheduled_at = NINE

    assert failing(whole_document(change)) == {618}


def oracle(name: str) -> bytes:
    """One real event; the calling test is skipped where it is not there."""
    path = ORACLES / name
    if not path.exists():
        pytest.skip(f"oracle absent: {name}")
    return path.read_bytes()


@pytest.mark.oracle
def test_ranks_that_tsh_states_are_those_of_the_games_with_caps_and_without():
    for name, key in (
        ("tsh-pairs/school-caps.tourney.js", "rcrank"),
        ("tourney-js/spc-2024-a-47x31.tourney.js", "rrank"),
    ):
        text = oracle(name).decode()
        assert 519 not in failing(read_file("a.tourney.js", text.encode()))
        ranks = re.search(rf'"{key}":\[\d+,\d+,(\d+)', text)
        assert ranks is not None
        wrong = f"{text[: ranks.start(1)]}{int(ranks[1]) + 1}{text[ranks.end(1) :]}"
        assert 519 in failing(read_file("a.tourney.js", wrong.encode()))


@pytest.mark.oracle
def test_real_events_are_judged_without_a_crash():
    assert 310 in failing(read_file("csw.t", oracle("csw-2023-24x23.t")))
    for path in [*sorted(ORACLES.glob("tourney-js/*"))[:3], *sorted(ORACLES.glob("wespa-site/**/*.tou"))[:10]]:
        judge(read_file(path.name, path.read_bytes()))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("rr-half-byes.tou", []),
        ("half-byes-twice.tou", [(102, (1,)), (103, (1,)), (115, (1,))]),
        ("full-byes-twice.tou", [(102, (1,)), (103, (1,)), (115, (1,))]),
        ("classes-o-y.t", []),
    ],
)
def test_half_a_win_of_the_one_who_sits_out_is_a_bye_and_o_and_y_are_no_classes_by_rating(name, fails):
    answers = judge(read_file(name, oracle(f"cases-3/{name}")))
    asked = [(answer.question.number, answer.failure.players) for answer in answers]
    assert [answer for answer in asked if answer[0] < 200 or answer[0] > 700] == fails


@pytest.mark.oracle
def test_questions_of_whole_rounds_wait_while_rows_disagree_about_who_met_whom():
    text = oracle("cases-3/full-byes-twice.tou").replace(b"2410  +5 2399", b"2410  +4 2399")
    found = failing(read_file("a.tou", text))
    assert (601 in found, found & {109, 521}) == (True, set())
