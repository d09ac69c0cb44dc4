"""Who is here: one answer for one player in one round, from what was said and what was played."""

import random

import pytest

from tdsuite.tournaments.engine.presence import NOT_HERE, Facts, Source, State, Statement, presence


def said(*words: tuple[int, str], at_table: bool = False) -> tuple[Statement, ...]:
    return tuple(Statement(number, status, at_table=at_table) for number, status in words)


HERE_AT_THE_DOOR, LATE, GOES_HOME = said((1, "here")), said((1, "late")), said((3, "not_coming"))
TABLE_2 = said((2, "absent"), at_table=True)
CASES = [
    ("nobody said anything", Facts(), 1, (State.EXPECTED, Source.NOTHING, None)),
    ("check-in is presence in the next round", Facts(HERE_AT_THE_DOOR), 1, (State.HERE, Source.CHECK_IN, 1)),
    ("and in the first one that is played", Facts(HERE_AT_THE_DOOR), 2, (State.HERE, Source.CHECK_IN, 1)),
    ("but a game played since is seen later", Facts(HERE_AT_THE_DOOR, {1}), 2, (State.EXPECTED, Source.GAME, 1)),
    ("who comes late is late", Facts(LATE), 1, (State.LATE, Source.CHECK_IN, 1)),
    ("until a game is played", Facts(LATE, {1}), 2, (State.EXPECTED, Source.GAME, 1)),
    ("a result is presence", Facts(LATE, {1}), 1, (State.HERE, Source.GAME, 1)),
    ("who goes home stays away", Facts(GOES_HOME, {1, 2}), 5, (State.NOT_COMING, Source.CHECK_IN, 3)),
    ("not at table 2 in round 2", Facts(HERE_AT_THE_DOOR + TABLE_2, {1}), 2, (State.ABSENT, Source.TABLE, 2)),
    ("what is said of round 3 is not said of 2", Facts(GOES_HOME, {1}), 2, (State.EXPECTED, Source.GAME, 1)),
    ("wespa 2.3.1 still playing", Facts(TABLE_2, (), (), {1}, ((1, "7"),)), 2, (State.PLAYING, Source.GAME, 1)),
    ("here though the slip is missing", Facts(said((2, "here")), (), (), {1}, ((1, "7"),)), 2, (State.HERE, Source.CHECK_IN, 2)),
    ("withdrawn", Facts(HERE_AT_THE_DOOR, gone_from=2), 2, (State.GONE, Source.ROSTER, 2)),
    ("not yet withdrawn", Facts(HERE_AT_THE_DOOR, gone_from=2), 1, (State.HERE, Source.CHECK_IN, 1)),
    ("a statement is taken back", Facts(said((1, ""))), 1, (State.EXPECTED, Source.NOTHING, None)),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "number", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_presence_follows_from_the_latest_fact(facts: Facts, number: int, answer: tuple[State, Source, int]) -> None:
    known = presence(facts, number)
    assert (known.state, known.source, known.round) == answer


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        (Facts(), 1),
        (Facts(decided={1, 2}), 3),
        (Facts(decided={1, 5}, awaited={2, 3}), 2),
        (Facts(said((4, "late"))), 4),
        (Facts(said((3, "here")), decided={2}, awaited={1}), 1),  # whose result was taken back
    ],
)
def test_a_statement_is_about_the_first_round_without_a_result(facts: Facts, number: int) -> None:
    assert facts.next_round == number


def test_what_is_said_now_is_the_answer_now_and_the_order_of_facts_is_none() -> None:
    rng = random.Random(33)
    for _ in range(2000):
        played = {number for number in range(1, 5) if rng.random() < 0.4}
        words = [
            Statement(rng.randint(1, 5), rng.choice(["", *NOT_HERE, "here"]), None, rng.random() < 0.5)
            for _ in range(2)
        ]
        facts = Facts(tuple(words), played, played)
        status = rng.choice([*NOT_HERE, "here"])
        again = Facts((*words, Statement(facts.next_round, status, at_table=True)), played, played)
        assert presence(again, facts.next_round).state == status
        if words[0].round != words[1].round:
            turned = Facts(tuple(reversed(words)), played, played)
            assert [presence(turned, n) for n in range(1, 7)] == [presence(facts, n) for n in range(1, 7)]
