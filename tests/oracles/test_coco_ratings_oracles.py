"""CoCo's events one after the other: every rating and deviation from the one before, in the engine and as a director runs them."""

import csv
import json
import re
from collections import defaultdict
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from results.rating_lists.services.lists import ListFile, load_list
from results.rating_lists.services.uses import apply_list
from results.ratings.engine.model import RatedPlayer
from results.ratings.engine.systems import system
from results.ratings.services import list_new_ratings, rate_division, rating_facts
from tdsuite.formats.model import Outcome
from tdsuite.formats.reading import read_file
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tests.oracles.files import oracle, task_of

pytestmark = pytest.mark.oracle
Golden = dict[str, dict[str, dict[str, str]]]
EVENTS = 5  # of the 61 that are imported here; all give 763 of 763 (docs/rulebook/ratings-norway.md)


def table(path: Path) -> list[list[str]]:
    text = path.read_text(encoding="utf-8-sig").splitlines()
    return list(csv.reader(text, delimiter="\t" if path.suffix == ".tsv" else ","))


def dictionaries(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))


def golden_rows() -> Golden:
    """By event and player, without the bye that CoCo lists."""
    rows: Golden = defaultdict(dict)
    for row in dictionaries(oracle("coco/golden.csv")):
        if row["player"].strip() != "Bye":
            rows[row["key"]][name_key(row["player"])] = row
    return rows


def rated_before(event: dict[str, str]) -> list[list[str]]:
    """[name, rating] of the event's own rating file."""
    rows = table(oracle("coco/results") / event["ratings_file"])
    return [row[:2] for row in rows if row[1:] and row[1].strip().isdigit() and int(row[1])]


def is_golden(new: int, deviation: float, row: dict[str, str]) -> bool:
    return (new, f"{deviation:.1f}") == (int(row["rating_after"]), f"{float(row['deviation_after']):.1f}")


def test_763_of_763_ratings_deviations_and_lifetime_games_follow_from_the_events_before():
    golden = golden_rows()
    known: dict[str, RatedPlayer] = {}
    exact, games = [], []
    for event in dictionaries(oracle("coco/events.csv")):
        day = date.fromisoformat(event["date"])
        results = oracle("coco/results") / event["results_file"]
        division = read_file(results.name, results.read_bytes()).divisions[0]
        before = {name_key(name): int(rating) for name, rating in rated_before(event)}
        names = {row.number: name_key(row.name) for row in division.players}
        byes = [game.first for game in division.games if game.outcome is Outcome.BYE]
        players = []
        for number, name in names.items():
            old = known.get(name, RatedPlayer(number, before.get(name, 0)))
            players.append(
                RatedPlayer(number, old.rating, old.games, old.deviation, old.last_played, byes=byes.count(number))
            )
        task = task_of(division, 30, players=tuple(players), day=day)
        for player, row in zip(players, system("coco").rate(task), strict=True):
            wanted = golden[event["key"]][names[row.number]]
            lifetime = (player.games or 0) + row.games + row.byes
            exact.append(is_golden(row.new, row.deviation, wanted))
            games.append(lifetime == int(wanted["games"]))
            known[names[row.number]] = RatedPlayer(row.number, row.new, lifetime, row.deviation, day)
    assert (sum(exact), sum(games), len(exact)) == (763, 763, 763)


def mended(path: Path, to: Path) -> Path:
    """The file, a game that stands in another's round moved to a round in which neither plays, as its problem says."""
    rows = [row for row in table(path) if any(row)]
    to = to / f"{path.stem}.csv"
    while True:
        with to.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
        problems = read_file(to.name, to.read_bytes()).errors
        if not problems:
            return to
        for line in (problems[0].line, int(re.search(r"see line (\d+)", problems[0].text)[1])):
            row = rows[line - 1]
            busy = {other[1] for other in rows if {other[2], other[4]} & {row[2], row[4]}}
            if free := [number for number in dict.fromkeys(row[1] for row in rows[1:]) if number not in busy]:
                row[1] = free[0]
                break
        else:
            row[1] = str(max(int(row[1]) for row in rows[1:] if row[1].isdigit()) + 1)


def command(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_first_events_as_a_director_runs_them_each_from_the_list_that_the_one_before_made(db, tmp_path):
    golden, exact, base = golden_rows(), [], None
    for event in dictionaries(oracle("coco/events.csv"))[:EVENTS]:
        slug = event["key"]
        results = mended(oracle("coco/results") / event["results_file"], tmp_path)
        imported = command("import_tournament", slug, str(results), "--date", event["date"], "--json")
        division = Division.objects.get(tournament__slug=slug, code=json.loads(imported)["divisions"][0]["code"])
        before = StringIO()
        csv.writer(before).writerows([["Name", "Rating"], *rated_before(event)])
        day = date.fromisoformat(event["date"])
        file = ListFile(f"{slug}-before.csv", before.getvalue().encode(), "other", slug, day)
        for row in filter(None, (base, load_list(by=COMMAND_LINE, file=file, tournament=division.tournament))):
            try:
                apply_list(by=COMMAND_LINE, division=division, rating_list=row)
            except Refused as refused:
                assert refused.code == "nothing_to_change"
        for row in rating_facts(rate_division(division, "coco")):
            exact.append(is_golden(row["new"], row["deviation"], golden[slug][name_key(row["name"])]))
        base = list_new_ratings(by=COMMAND_LINE, division=division, key="coco", base=base)
    assert (
        sum(exact)
        == len(exact)
        == sum(len(golden[event["key"]]) for event in dictionaries(oracle("coco/events.csv"))[:EVENTS])
    )
