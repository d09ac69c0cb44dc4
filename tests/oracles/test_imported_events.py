"""Real events through the database: imported with their answers taken out, ranked by the suite, compared with the original."""

import re

import pytest

from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.reads import history
from tests.oracles.files import oracle

pytestmark = [pytest.mark.django_db, pytest.mark.oracle]

ANSWERS = re.compile(r"; (?:rrank|rcrank|newr|excwins) [^;]*")


def imported(name, data):
    tournament, _ = import_tournament(by=COMMAND_LINE, slug="real", files=[SourceFile(name, data)])
    return history(tournament.divisions.get())


def test_csw_2023_gives_552_of_552_ranks():
    text = oracle("csw-2023-24x23.t").read_text(encoding="utf-8")
    stripped = ANSWERS.sub("", text)
    assert not re.search(r"\b(rrank|rcrank|newr|excwins)\b", stripped)
    past = imported("csw-2023-24x23.t", stripped.encode())
    published = [
        [int(rank) for rank in re.search(r"; rrank ([\d ]+);", line)[1].split()]
        for line in text.splitlines()
        if line.strip()
    ]
    tables = [{row.number: row.rank for row in table} for table in past.standings_by_round(23)]
    right = sum(
        tables[after][number] == ranks[after]
        for number, ranks in enumerate(published, start=1)
        for after in range(1, 24)
    )
    assert (right, len(published) * 23) == (552, 552)


def test_csw_2023_comes_whole():
    past = imported("csw-2023-24x23.t", oracle("csw-2023-24x23.t").read_bytes())
    assert (len(past.entries), len(past.games), past.last_round) == (24, 276, 23)
    assert {row.status for row in past.division.rounds.all()} == {"closed"}
