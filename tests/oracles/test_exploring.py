"""Explore on the two real events, from the rows of the database: the figures of docs/replays.md."""

from statistics import fmean

import pytest
from django.utils import timezone

from benchmarks.replays import BYE, RealEvent, csw_2023, mean_and_error, spc_2024
from pairings.engine.exploring import Figures, explore_round
from pairings.engine.matching.tie_break import seeded_bits
from pairings.services.exploring import part_of
from tdsuite.exchange.events import SourceFile
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tests.factories import import_files, make_division, make_tournament
from tests.oracles.files import oracle

pytestmark = [pytest.mark.django_db, pytest.mark.oracle]

TRIALS = 20_000


def second_half(division: Division, event: RealEvent):
    """All rounds of the second half paired by contenders from the real standings, with the seeds that docs/replays.md has."""
    division.prize_places = event.prizes
    options = {"place_prizes": event.prizes, "trials": TRIALS}
    explored = []
    for number in range(event.half + 1, len(event.rounds) + 1):
        seed = seeded_bits(number - 1, "round", number) >> 33
        line = {"first": number, "last": number, "method": "contenders", "options": options}
        explored.append(explore_round(*part_of(division, line, seed)))
    return explored


def side(rows: list[Figures]) -> tuple[int, int, str]:
    """Repeats, repeats of the round before, and the mean stake."""
    stake = fmean(row.stake for row in rows)
    return sum(row.repeats for row in rows), sum(row.back_to_back for row in rows), f"{stake:.3f}"


def in_words(explored) -> tuple:
    """The rounds, both sides, and the difference of stakes with its error."""
    real, ours = [row.real_figures for row in explored], [row.explored_figures for row in explored]
    gain, error = mean_and_error([one.stake - other.stake for one, other in zip(ours, real, strict=True)])
    return len(explored), side(real), side(ours), f"{gain:+.3f} ± {error:.3f}"


def test_24_players_over_23_rounds():
    event, _ = import_files("csw", SourceFile("csw.t", oracle("csw-2023-24x23.t").read_bytes()))
    explored = second_half(event.divisions.get(), csw_2023())
    assert in_words(explored) == (12, (81, 3, "0.217"), (23, 2, "0.215"), "-0.002 ± 0.003")


@pytest.mark.full
def test_45_players_over_31_rounds():
    oracle("tsh_2024_spc_div1.json")
    event = spc_2024()
    explored = second_half(rows_of(event), event)
    assert in_words(explored) == (16, (84, 1, "0.218"), (38, 0, "0.219"), "+0.000 ± 0.001")


def rows_of(event: RealEvent) -> Division:
    """A real event as rows."""
    division = make_division(make_tournament(), players=len(event.ratings), rounds=len(event.rounds))
    entries = {entry.number: entry for entry in division.entries.all()}
    for entry, rating in zip(entries.values(), event.ratings, strict=True):
        entry.rating = rating
    Entry.objects.bulk_update(entries.values(), ["rating"])
    now = timezone.now()
    for number, played in enumerate(event.rounds, start=1):
        row = Round.objects.create(
            division=division, number=number, status="closed", started_at=now, closed_at=now, planned_length=31
        )
        games = [
            Game(
                round=row, board=board, first=entries[first], second=entries[second], outcome="played",
                first_score=400 + max(0, margin), second_score=400 + max(0, -margin),
            )
            for board, (first, second, margin) in enumerate(played.games, start=1)
        ]  # fmt: skip
        games += [
            Game(
                round=row, first=entries[first], starts_by="none", outcome="bye" if spread == BYE else "forfeit",
                first_halves=2 if spread > 0 else 0, first_spread=spread,
            )
            for first, spread in played.idle.items()
        ]  # fmt: skip
        Game.objects.bulk_create(games)
    return division
