"""What a word list of 280,000 words costs a worker: loading, memory, a look-up, a verdict, a whole request.

`python -m benchmarks.adjudication`, on Linux. Every structure is measured in a process of its own, the chosen one beside a plain
frozenset and a database row; the limits are those of docs/decisions/0009.
"""

import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks import judge

SIZE, ASKED, RUNS, REQUESTS, SEED = 280_000, 2_000, 5, 60, 20
WORDS_A_CHALLENGE = 4
LIMIT_RATIO, LIMIT_MB = 2.0, 5.0
STRUCTURES = {"chosen": "canonical text", "frozenset": "frozenset", "rows": "database rows"}
FIGURES = {
    "load_ms": "load, ms",
    "memory_mb": "memory a worker, MB",
    "look_up_us": "look-up, us",
    "verdict_us": f"verdict of {WORDS_A_CHALLENGE} words, us",
    "asked_us": "verdict with the division's choice of lists, us",
    "request_ms": "whole decision, on the disk and on record, ms",
    "page_ms": "whole request, from the station's form to its answer, ms",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start(folder)
        print(f"{SIZE} words: imported in {prepare(folder):.2f} s")
        found = {structure: run(structure, folder) for structure in STRUCTURES}
    plain, rows, chosen = found["frozenset"], found["rows"], found["chosen"]
    for figure, label in FIGURES.items():
        values = ", ".join(f"{title} {found[key][figure]:.2f}" for key, title in STRUCTURES.items())
        compared = f"{ratio(chosen, plain, figure)} of a frozenset, {ratio(chosen, rows, figure)} of rows"
        print(f"{label}: {values}; the text is {compared}")
    claims = {f"memory / limit of {LIMIT_MB:.0f} MB": chosen["memory_mb"] / LIMIT_MB}
    for figure in ("asked_us", "request_ms", "page_ms"):
        best = min(one[figure] for one in found.values())
        claims[f"{FIGURES[figure]} / {LIMIT_RATIO:.0f} times the best"] = chosen[figure] / best / LIMIT_RATIO
    judge(claims)


def ratio(one: dict[str, float], other: dict[str, float], figure: str) -> str:
    return f"{one[figure] / other[figure]:.2g}" if other[figure] > 0 else "beyond"


def start(folder: Path) -> None:
    (folder / "static").mkdir(exist_ok=True)
    os.environ["TDSUITE_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
    os.environ["ALLOWED_HOSTS"] = "testserver"
    import django

    django.setup()


def words() -> list[str]:
    """The open list, and made-up words of 4 to 15 letters up to 280,000."""
    from adjudication.lexicons.services import OPEN_FILE

    kept = set(gzip.decompress(OPEN_FILE.read_bytes()).decode().split())
    luck = random.Random(SEED)
    while len(kept) < SIZE:
        kept.add("".join(luck.choice("AEIOUBCDLMNPRST") for _ in range(luck.randint(4, 15))))
    return sorted(kept)


def prepare(folder: Path) -> float:
    """A division with a game in play, judged by the list; the list as rows too. Seconds of the import."""
    from django.core.management import call_command
    from django.db import connection, transaction

    from adjudication.lexicons.models import Lexicon
    from adjudication.lexicons.services import import_list, pin_lexicon, read_file
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tests.factories import make_division, make_round

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    every = words()
    luck = random.Random(SEED)
    hits = luck.sample(every, ASKED // 2)
    (folder / "asked").write_text("\n".join([*hits, *(word[::-1][:14] + "Q" for word in hits)]), "ascii")
    data = "\n".join(every).encode()
    began = time.perf_counter()
    lexicon = import_list(by=COMMAND_LINE, lexicon=Lexicon(name="Bench"), reading=read_file(data, "english"))
    seconds = time.perf_counter() - began
    division = make_division(players=2)
    make_round(division, 1, status="playing", pairs=[(1, 2)], results=0)
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=lexicon)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_word (word varchar(15) PRIMARY KEY)")
        cursor.executemany("INSERT INTO bench_word VALUES (%s)", [(word,) for word in every])
    connection.close()
    return seconds


def run(structure: str, folder: Path) -> dict[str, float]:
    """The figures of a structure, from a process of its own."""
    command = [sys.executable, "-m", "benchmarks.adjudication", structure, str(folder)]
    figures: dict[str, float] = json.loads(
        subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    )
    return figures


def measure(structure: str, folder: Path) -> dict[str, float]:
    from adjudication.challenges.services import lookup
    from adjudication.lexicons.models import DivisionLexicon, Lexicon
    from tdsuite.tournaments.models import Division

    lexicon = Lexicon.objects.get(name="Bench")
    asked = (folder / "asked").read_text("ascii").split()
    before, began = resident_mb(), time.perf_counter()
    ask = loaded(structure, lexicon)
    ask(asked[0])
    load = time.perf_counter() - began
    for word in asked:
        ask(word)
    memory = resident_mb() - before
    luck = random.Random(SEED)
    plays = [luck.sample(asked, WORDS_A_CHALLENGE) for _ in range(ASKED // WORDS_A_CHALLENGE)]
    if structure != "chosen":
        vars(lookup).update(canonical_words=lambda _: b"", contains=lambda _, word: ask(word))
    lists, division = DivisionLexicon(lexicon=lexicon), Division.objects.get()
    return {
        "load_ms": load * 1e3,
        "memory_mb": memory,
        "look_up_us": each(ask, asked) * 1e6,
        "verdict_us": each(lambda play: lookup.acceptable(lookup.canonical(play, lists), lists), plays) * 1e6,
        "asked_us": each(
            lambda play: lookup.acceptable(lookup.canonical(play, lists), lookup.lexicons_of(division)), plays[:200]
        )
        * 1e6,
        "request_ms": requests(plays) * 1e3,
        "page_ms": pages(plays) * 1e3,
    }


def loaded(structure: str, lexicon: Any) -> Callable[[str], bool]:
    """One structure as a question about a word."""
    from django.db import connection

    from adjudication.lexicons.engine.lookup import contains
    from adjudication.lexicons.loading import canonical_words

    if structure == "chosen":
        canonical = canonical_words(lexicon)
        return lambda word: contains(canonical, word)
    if structure == "frozenset":
        held = frozenset(canonical_words(lexicon).decode().split())
        return lambda word: word in held

    def in_rows(word: str) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM bench_word WHERE word = %s", [word])
            return cursor.fetchone() is not None

    return in_rows


def resident_mb() -> float:
    """What this process holds in memory."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def each(ask: Callable[[Any], object], asked: Iterable[Any]) -> float:
    """Seconds a question: the median of several runs."""
    questions, runs = list(asked), []
    for _ in range(RUNS):
        began = time.perf_counter()
        for one in questions:
            ask(one)
        runs.append((time.perf_counter() - began) / len(questions))
    return statistics.median(runs)


def requests(plays: list[list[str]]) -> float:
    """Seconds of the whole decision on a slip: guard, look-ups, verdict, record. The quicker quarter's: the disk is not asked here."""
    from adjudication.challenges.services.slips import NewChallenge, write_slip
    from adjudication.challenges.services.verdicts import adjudicate
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.models import Game

    game = Game.objects.with_people().get()
    times = []
    for play in plays[:REQUESTS]:
        written = NewChallenge(challenger=game.first_id, words=tuple(play), handed_over=True, another_turn=True)
        slip = write_slip(by=COMMAND_LINE, game=game, challenge=written)
        began = time.perf_counter()
        adjudicate(by=COMMAND_LINE, slip=slip, words=play)
        times.append(time.perf_counter() - began)
    return statistics.quantiles(times, n=4)[0]


def pages(plays: list[list[str]]) -> float:
    """Seconds of the judging key's whole request at a paired station: middleware, cookie, decision, answer. The quicker quarter's."""
    from django.test import Client
    from django.urls import reverse

    from adjudication.challenges.engine.slips import Way
    from adjudication.challenges.services.slips import NewChallenge, agree, write_slip
    from tdsuite.platform.access.models import Station
    from tdsuite.platform.access.stations import COOKIE, SALT
    from tdsuite.platform.audit.digests import fingerprint
    from tdsuite.tournaments.models import Game
    from tests.factories import make_user
    from tests.platform.access.signing import put_cookie

    game = Game.objects.with_people().select_related("round__division__tournament").get()
    event = game.round.division.tournament
    Station.objects.get_or_create(tournament=event, name="Bench", key_hash=fingerprint("bench"))
    tablet, times = Client(), []
    official = make_user(f"judge-{os.getpid()}", tournament=event)
    tablet.force_login(official)  # an official stands by: no PIN is asked, and no minute between two slips
    put_cookie(tablet, COOKIE, "bench", SALT)
    for play in plays[-REQUESTS:]:
        written = NewChallenge(challenger=game.first_id, way=Way.STATION, handed_over=True, another_turn=True)
        slip = write_slip(by=official, game=game, challenge=written)
        for entry in (game.first_id, game.second_id):
            slip = agree(by=official, slip=slip, entry=entry)
        address = reverse("slips:station_press", args=[event.slug, slip.pk])
        began = time.perf_counter()
        answer = tablet.post(address, {"words": " ".join(play)})
        times.append(time.perf_counter() - began)
        assert answer.status_code == 302, answer.content.decode().partition("note error")[2][:300]
    return statistics.quantiles(times, n=4)[0]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        start(Path(sys.argv[2]))
        print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))))
    else:
        main()
