"""Statistics, prizes and rating gains of a real event, against figures taken from the file's own columns the plain way."""

import re
from functools import cache

import pytest

from results.prizes.engine.prizes import Basis, Prize, PrizeField, PrizeRules, award
from results.prizes.engine.statistics import Facts, Kind, PlayedGame, averages, listing, mean_score, starters_share
from results.ratings.engine.model import RatedGame, RatedPlayer, RatingTask
from results.ratings.engine.systems import system
from tdsuite.formats.reading import read_file
from tdsuite.tournaments.engine.standings import standings_by_round
from tests.formats.standings import adjustments, counted_sides, entrants
from tests.oracles.files import oracle
from tests.oracles.test_standings_oracles import stripped

pytestmark = pytest.mark.oracle


@cache
def columns() -> list[dict[str, list[int]]]:
    """Each line of the file: rating and opponents, scores, and the named columns, as numbers."""
    rows = []
    for line in oracle("csw-2023-24x23.t").read_text(encoding="utf-8").splitlines():
        head, scores, *keys = line.split(";")
        row = {"head": numbers(head), "scores": numbers(scores)}
        for key in keys:
            name, _, values = key.strip().partition(" ")
            row[name] = numbers(values)
        rows.append(row)
    return rows


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"(?<!\S)-?\d+(?!\S)", text)]


@cache
def event() -> Facts:
    """The stripped file as the engines see it."""
    division = read_file("A.t", stripped(oracle("csw-2023-24x23.t").read_text(encoding="utf-8")).encode()).divisions[0]
    games = tuple(
        PlayedGame(key, one.round, one.first, one.second, one.first_score, one.second_score, one.first)
        for key, one in enumerate(division.games)
    )
    tables = standings_by_round(
        entrants(division), counted_sides(division), division.rounds, adjustments=adjustments(division)
    )
    task = RatingTask(
        tuple(RatedPlayer(row.number, row.rating, row.lifetime_games) for row in division.players),
        tuple(RatedGame(one.round, one.first, one.second, 2 * (one.winner == one.first)) for one in games),
        division.rounds,
    )
    return Facts(
        games,
        {row.number: row.rating for row in division.players},
        tuple({row.number: row.rank for row in table} for table in tables),
        {row.number: row.change for row in system("naspa").rate(task)},
    )


def pairs_of_scores() -> list[tuple[int, int, int]]:
    """(player, own score, other score) of every game from both chairs."""
    rows = columns()
    return [
        (number, own, rows[opponent - 1]["scores"][round_])
        for number, row in enumerate(rows, start=1)
        for round_, (opponent, own) in enumerate(zip(row["head"][1:], row["scores"], strict=True))
    ]


@pytest.mark.parametrize(
    ("kind", "best"),
    [
        (Kind.HIGH_WIN, lambda all_: max((own, who) for who, own, other in all_ if own > other)),
        (Kind.LOW_WIN, lambda all_: min((own, who) for who, own, other in all_ if own > other)),
        (Kind.HIGH_LOSS, lambda all_: max((own, who) for who, own, other in all_ if own < other)),
        (Kind.LOW_LOSS, lambda all_: min((own, who) for who, own, other in all_ if own < other)),
        (Kind.HIGH_SPREAD, lambda all_: max((own - other, who) for who, own, other in all_)),
    ],
)
def test_highest_and_lowest_scores_are_those_of_the_columns(kind, best):
    value, who = best(pairs_of_scores())
    found = listing(kind, event(), 1)
    assert {one.value for one in found} == {value}
    assert (who,) in {one.players for one in found}


def test_high_combined_and_averages_are_those_of_the_columns():
    scores = pairs_of_scores()
    assert listing(Kind.HIGH_COMBINED, event(), 1)[0].value == max(own + other for _, own, other in scores)
    assert mean_score(event().games) == sum(own for _, own, _ in scores) / len(scores) == pytest.approx(430, abs=20)
    for number, row in averages(event().games).items():
        assert row.points_for == sum(columns()[number - 1]["scores"])
        assert row.points_against == sum(other for who, _, other in scores if who == number)


def test_luck_is_in_the_closest_six_games():
    margins = {
        number: sorted(own - other for who, own, other in pairs_of_scores() if who == number) for number in range(1, 25)
    }
    lost = {number: sum([-one for one in own if one < 0][-6:]) for number, own in margins.items() if own[5] < 0}
    won = {number: sum([one for one in own if one > 0][:6]) for number, own in margins.items() if own[-6] > 0}
    assert {one.players[0]: one.value for one in listing(Kind.TUFF_LUCK, event())} == lost
    assert {one.players[0]: one.value for one in listing(Kind.LUCKY_STIFF, event())} == won


def test_comebacks_and_rating_gains_are_those_of_the_files_own_ranks_and_ratings():
    ranks = {number: row["rrank"] for number, row in enumerate(columns(), start=1)}
    gained = {number: row["newr"][-1] - row["head"][0] for number, row in enumerate(columns(), start=1)}
    assert {one.players[0]: one.value for one in listing(Kind.COMEBACK, event())} == {
        number: max(own[1:]) - own[-1] for number, own in ranks.items() if max(own[1:]) > own[-1]
    }
    assert {one.players[0]: one.value for one in listing(Kind.OVERSEED, event())} == {
        number: own[0] - own[-1] for number, own in ranks.items() if own[0] > own[-1]
    }
    assert {one.players[0]: one.value for one in listing(Kind.RATING_GAIN, event())} == {
        number: gain for number, gain in gained.items() if gain > 0
    }


def test_starters_share_is_that_of_the_first_and_second_column():
    rows = columns()
    started = [
        (own, rows[opponent - 1]["scores"][round_])
        for row in rows
        for round_, (opponent, own, side) in enumerate(zip(row["head"][1:], row["scores"], row["p12"], strict=True))
        if side == 1
    ]
    found = starters_share(event().games)
    assert found.games == len(started) == 276
    assert found.halves == sum(1 + (own > other) - (own < other) for own, other in started)


def test_prizes_of_the_event_go_to_the_files_last_ranks():
    division = read_file("A.t", stripped(oracle("csw-2023-24x23.t").read_text(encoding="utf-8")).encode()).divisions[0]
    table = standings_by_round(entrants(division), counted_sides(division), division.rounds)[-1]
    prizes = (
        *(Prize(place, f"Place {place}", Basis.PLACE, place, money=10000) for place in (1, 2, 3)),
        Prize(4, "High game", Kind.HIGH_WIN, money=2500),
    )
    found = award(prizes, PrizeField(table, facts=event()), PrizeRules(one_each=True))
    last = {row["rrank"][-1]: number for number, row in enumerate(columns(), start=1)}
    assert [one.winners[0].number for one in found.awards[:3]] == [last[1], last[2], last[3]]
    winners = {winner.number for winner in found.awards[3].winners}
    assert not winners & {last[1], last[2], last[3]}
    assert sum(winner.money for one in found.awards for winner in one.winners) == 32500 - found.awards[3].left_over
