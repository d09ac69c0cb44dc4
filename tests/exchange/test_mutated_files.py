"""Whatever file is accepted can be rated by every system, written in every format, read again and published.

A small sample of made-up files; `python -m benchmarks.mutated_files` drives thousands, real ones among them.
"""

import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from django.db import transaction

from results.ratings.engine.systems import SYSTEMS
from results.ratings.services import rate_division
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, preview
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.pushing import push
from tdsuite.formats.reading import read_file
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.oracles.files import ORACLES

pytestmark = pytest.mark.django_db

CASES = 24
WAYS_BACK = {"tou": "a.TOU", "tsh": "a.tsh", "tourney.js": "tourney.js", "json": "a.json", "absp": "a.csv"}
LARGEST = 12_000  # bytes of a real file that is damaged again and again
TSH = (
    "Bo, Ann+Di, Cy 1500+1400 2 3 0; 400 412 50; newr 1501+1401 1503+1403 1503; rrank 1 2 1 1; p12 1 2 0; off -50\n"
    "Fo, Ed:XT000017 20200 1 0 3; 380 -50 390; newr 1299 1301 1302; rrank 2 3 2 2; lifeg 12; class B; p12 2 0 1\n"
    "School 4 Ko, Ida (8/8) 0 0 1 2; 0 350 405; penalty 0 -20 0; rtime 1745677900 1745677901; board 1 1 1\n"
)
TOURNEY_JS = (
    "newt={config:{event_name:'Open',spread_cap:[100,200],max_rounds:4,prize_bands:{A:[1,2]},rating_system:'nsa2008'},"
    "divisions:[{name:'A',maxr:1,players:[undefined,{id:1,name:'Abbott, Ada',rating:1500,pairings:[2,2],scores:[400,380],"
    "etc:{p12:[1,2],newr:[1503,undefined],rrank:[1,1,2]}},{id:2,name:'Brandt, Ben',rating:\"0+0\",pairings:[1,1],"
    "scores:[380,402],etc:{excwins:[-2.5],newr:['1501+1401',null]},newr:undefined}]}]};"
)
TOU = (
    "*M14.03.2026 Riverside Spring Open\r\n*A\r\nAda Winterbourne    QUERYING        239\r\n"
    "Ada Winterbourne     2431  +2 2001  +1 2388   3\r\nBo Lindqvist          402   1 1415  +3 2001  +2\r\n"
    "Cy Okafor            2001  +3 1415   2  377  +1\r\nBye A                 300   1\r\n*** END OF FILE ***\r\n"
)
COCO = (
    "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n44702.3,1,Ada W,474,Bo L,380\n"
    "44702.4,1,Cy O,50,Bye,0\n44702.5,2,Bo L,400,Cy O,400\n44702.6,Final,Ada W,410,Bo L,300\n"
)
ROSTER = "Name,Current WESPA Rating,Division,E-mail\nAda Winterbourne,1725,A,x\nBo Lindqvist,n/a,B,y\nCy Okafor,-,A,z\n"
ABSP = "Division,Round,Player1,Score1,Player2,Score2\nA,1,Ada W,400,Bo L,300\nA,2,Bo L,410,Ada W,410\n"
COMPOSED = {"a.t": TSH, "tourney.js": TOURNEY_JS, "a.tou": TOU, "coco.csv": COCO, "r.csv": ROSTER, "absp.csv": ABSP}
TOKENS = (
    "None", "null", "undefined", "1501+1401", "20200110", "99999999", "-5", "0+0+0", "1e9", "3000", "-54", "nan", "2-10", ";", ",",
    "\t", '"', "'", "{", "]", "0", "Bye", "é", "\x1a", "\u2028", "\ud83d\ude00", "=1+1", "\n", "*B", ":XT000001", "newr x; rtime -",
)  # fmt: skip


def real_files() -> list[tuple[str, str]]:
    """(name, text) of the oracles that are small enough to be damaged again and again."""
    patterns = "tourney-js/*.js tsh-pairs/*.* *.t wespa-reports/*/*/*.tou wespa-site/*.tou coco/results/*-results.*"
    return [
        (path.name, path.read_text(encoding="latin-1"))
        for pattern in patterns.split()
        for path in sorted(ORACLES.glob(pattern))
        if path.suffix != ".md" and path.stat().st_size <= LARGEST
    ]


def damaged(text: str, rng: random.Random) -> str:
    """The text after one to four (mostly one) of: cut, a piece taken out, lines moved or doubled, a word replaced, a token put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        lines = text.splitlines(keepends=True)
        words = text.split(" ")
        match rng.randrange(6):
            case 0 if rng.random() < 0.2:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + rng.randint(1, 12) :]
            case 2 if len(lines) > 1:
                first, second = rng.sample(range(len(lines)), 2)
                lines[first], lines[second] = lines[second], lines[first]
                text = "".join(lines)
            case 3 if lines:
                text += rng.choice(lines)
            case 4:
                words[rng.randrange(len(words))] = rng.choice(TOKENS)
                text = " ".join(words)
            case _:
                text = text[:at] + rng.choice(TOKENS) + text[at:]
    return text


def cases(names: list[tuple[str, str]], seeds: range) -> Iterator[tuple[int, str, bytes]]:
    """(seed, name, damaged file) of each seed; each file in turn, from the seed 0 on."""
    for seed in seeds:
        name, text = names[seed % len(names)]
        yield seed, name, damaged(text, random.Random(seed)).encode("utf-8", "replace")


def drive(name: str, data: bytes, folder: Path) -> Iterator[str]:
    """What was done with a file: "refused"; or "imported", then "rated", "written", "read again", "published"."""
    assert read_file(name, data).problems is not None
    with transaction.atomic():
        try:
            tournament, _ = import_tournament(
                by=COMMAND_LINE, slug="damaged", files=[SourceFile(name, data)], day=date(2026, 5, 16)
            )
        except Refused as refused:
            assert str(refused) and not Tournament.objects.exists() and not Player.objects.exists()
            yield "refused"
            return
        yield "imported"
        for division in tournament.divisions.all():
            for system in SYSTEMS:
                try:
                    rate_division(division, system)
                    yield "rated"
                except Refused as refused:
                    assert str(refused)
        for key in FORMATS:
            exported = preview(by=COMMAND_LINE, tournament=tournament, key=key)
            assert exported.data
            yield "written"
            lines = exported.data.count(b"\n")
            if key in WAYS_BACK and exported.sendable and (key != "absp" or lines > 1):  # an ABSP file may have no game
                problems = read_file(WAYS_BACK[key], exported.data).errors
                assert not problems, f"{key} is not read again: {problems[0].text}"
                yield "read again"
        target = PublishTarget.objects.create(tournament=tournament, kind=PublishTarget.Kind.FOLDER, folder=str(folder))
        assert push(target=target).sent
        yield "published"
        transaction.set_rollback(True)


def test_what_is_accepted_can_be_rated_written_and_published(tmp_path):
    imported = 0
    for seed, name, data in cases(list(COMPOSED.items()), range(CASES)):
        try:
            imported += "imported" in list(drive(name, data, tmp_path))
        except Exception as error:
            pytest.fail(f"{name}, seed {seed}: {type(error).__name__}: {error}\n{data[:2000]!r}")
    assert imported >= CASES // 4


@pytest.mark.parametrize("padding", [" " * 60, "//" * 40, "\t\n" * 40, "/* */" * 40, ";" * 60 + "x"])
@pytest.mark.parametrize("place", ["{}*M14.03.2026 Open", "newt{}", "newt={{divisions:[]}}{}x"])
def test_a_run_of_blanks_or_remarks_is_read_at_once(padding, place):
    """Forty blanks before the first word once kept a process busy for ever: no assert on time, as nothing would end."""
    assert read_file("a.txt", place.format(padding).encode()).format


@pytest.mark.parametrize(
    "text",
    [
        "Ada W 99999999 2; 400; lifeg 60\nBo L 1400 1; 380; lifeg 60\n",  # a curve beyond what a float has
        "Ada W 29000 2; 400\nBo L 0 1; 380\n",
        "Ada W 1500+1400 2; 400; newr 1501+1401; rrank 1 1\nBo L 1400 1; 380; newr None; rrank 2 2; off -9999\n",
        TOURNEY_JS.replace("1503,undefined", "{a:1},[2]").replace("excwins:[-2.5]", "rtime:['junk'],rcrank:[null],board:[70000]"),
    ],
)  # fmt: skip
def test_what_crashed_once_does_not(text, tmp_path):
    assert "published" in drive("tourney.js" if text.startswith("newt") else "a.t", text.encode(), tmp_path)
