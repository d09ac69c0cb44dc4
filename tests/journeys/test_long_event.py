"""A long event, every round through the services: pair, publish, start, enter, close, standings, PDF."""

import os
from collections import Counter

import networkx as nx
import pytest
from pypdf import PdfReader

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.games.services.outcomes import record_result
from tdsuite.console.simulation import simulated_scores
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing.services import request_print
from tdsuite.tournaments.reads import history, missing_results
from tdsuite.tournaments.services.rounds import start_round
from tests.factories import make_division, make_tournament
from tests.platform.jobs.kinds import drain

SEEDS = int(os.environ.get("TDSUITE_SEEDS", "1"))


def least_repeats(numbers, met):
    """The fewest repeats any pairing of the round could have, by an independent solver."""
    graph = nx.Graph()
    for one in numbers:
        for two in numbers:
            if one < two:
                graph.add_edge(one, two, weight=0 if frozenset((one, two)) in met else 1)
    chosen = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(frozenset(pair) in met for pair in chosen)


def play_round(division, number, seed, met):
    """One round through the services; returns how many of its boards were avoidable repeats."""
    run = make_draft(by=COMMAND_LINE, division=division, method="swiss", seed=seed * 1000 + number)
    row = publish_run(by=COMMAND_LINE, run=run)[0]
    start_round(by=COMMAND_LINE, round=row)
    pairs = [frozenset((game.first.number, game.second.number)) for game in missing_results(division, number)]
    repeats = sum(pair in met for pair in pairs)
    avoidable = repeats - least_repeats([entry.number for entry in division.entries.all()], met) if repeats else 0
    for game in missing_results(division, number):
        first, second = simulated_scores(game, seed)
        record_result(by=COMMAND_LINE, game=game, first_score=first, second_score=second)
    row.refresh_from_db()
    assert row.status == "closed"
    met.update(pairs)
    return avoidable


def print_standings(division, rounds):
    """The standings as a PDF, made as a worker makes it, in a process of its own."""
    printed = request_print(
        report="standings", obj=division.rounds.get(number=rounds), tournament=division.tournament, by=COMMAND_LINE
    )
    worker = Runner()
    try:
        drain(worker, printed.queue)
    finally:
        worker.close()
    printed.refresh_from_db()
    assert (printed.status, printed.error) == (Job.Status.DONE, "")
    return printed.files.get()


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
@pytest.mark.parametrize("players, rounds", [(12, 11), pytest.param(24, 23, marks=pytest.mark.full)])
@pytest.mark.django_db(transaction=True)
def test_as_many_rounds_as_everybody_has_opponents(players, rounds, seed, capsys):
    division = make_division(make_tournament(f"long-{seed}"), players=players, rounds=rounds)
    met: set[frozenset[int]] = set()
    avoidable = [play_round(division, number, seed, met) for number in range(1, rounds + 1)]
    assert avoidable == [0] * rounds
    past = history(division)
    assert sum(row.halves for row in past.standings()) == players * rounds
    records = past.start_records().values()
    differences = Counter(abs(one.starts - one.replies) for one in records)
    runs = Counter(one.longest_run for one in records)
    with capsys.disabled():
        within = sum(count for difference, count in differences.items() if difference <= 1)
        short = sum(count for run, count in runs.items() if run <= 4)
        print(f"\nseed {seed}: {within}/{players} within ±1 start, {short}/{players} with no run over 4", end=" ")
    assert max(differences) <= 3
    assert verify(division.tournament).whole
    if seed == 1:
        with print_standings(division, rounds).open() as file:
            assert len(PdfReader(file).pages) == 1
