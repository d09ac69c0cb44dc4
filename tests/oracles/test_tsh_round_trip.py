"""Real files of tsh go out as they came in: bytes of `.t`, every value of `tourney.js`."""

import json

import pytest

from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.export import preview
from tdsuite.formats.literals import read_literal
from tdsuite.formats.tsh.reader import read_tsh
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Game
from tests.factories import import_files
from tests.oracles.files import oracle

pytestmark = pytest.mark.django_db
NAMES = ("csw-2023-24x23", "tsh-pairs/pairs-sum", "tsh-pairs/pairs-names", "tsh-pairs/tags", "tsh-pairs/caps-bundle/h")
KEYS = (
    "board", "class", "excwins", "lifeg", "naspa", "newr", "off", "p12", "rcrank", "rprov", "rrank", "rtime", "time",
    "xtid",
)  # fmt: skip


def load(path):
    return import_files("again", SourceFile(path.name, path.read_bytes()))[0]


def sent(event, key):
    exported = preview(by=COMMAND_LINE, tournament=event, key=key)
    return exported.data.decode(), [loss.field for loss in exported.losses]


def rows(text):
    return [line for line in text.splitlines() if ";" in line]


@pytest.mark.parametrize("name", [f"{name}.t" for name in NAMES])
def test_a_t_file_goes_out_byte_for_byte(name):
    path = oracle(name)
    assert rows(sent(load(path), "tsh")[0]) == path.read_text("utf-8").splitlines()


def test_one_changed_result_costs_two_players_what_tsh_worked_out():
    path = oracle("csw-2023-24x23.t")
    event = load(path)
    game = Game.objects.filter(round__number=23, second__isnull=False).first()
    Game.objects.filter(pk=game.pk).update(first_score=game.first_score + 1)
    text, losses = sent(event, "tsh")
    assert losses == ["excwins", "newr", "rtime", "time"]
    kept = [
        old.split("; ")[-4:-3] == new.split("; ")[-4:-3]
        for old, new in zip(rows(path.read_text("utf-8")), rows(text), strict=True)
    ]
    times = [row.count("; time ") for row in rows(text)]
    assert (times.count(0), times.count(1), any(kept)) == (2, 22, True)


def test_a_tourney_js_of_tsh_goes_out_with_every_value_of_every_player():
    path = oracle("tourney-js/spc-2024-a-47x31.tourney.js")
    text = path.read_text("utf-8")
    (original,) = read_literal(text, text.index("{"))[0]["divisions"]
    written_text, losses = sent(load(path), "tourney.js")
    (written,) = json.loads(written_text.removeprefix("newt=").rstrip().removesuffix(";"))["divisions"]
    assert {key: original[key] for key in ("maxr", "maxrp", "seeds", "classes")} == {
        key: written[key] for key in ("maxr", "maxrp", "seeds", "classes")
    }
    differences = []
    for old, new in zip(original["players"][1:], written["players"][1:], strict=True):
        assert [new[key] for key in ("id", "name", "rating", "pairings", "scores", "photo")] == [
            old[key] for key in ("id", "name", "rating", "pairings", "scores", "photo")
        ]
        for key in KEYS:
            was, now = old["etc"].get(key, []), new["etc"].get(key, [])
            if key in ("board", "p12"):  # of rounds with an opponent: tsh leaves old numbers beside byes
                was, now = (
                    [value for value, opponent in zip(values, new["pairings"], strict=False) if opponent]
                    for values in (was, now)
                )
            differences += [(key, old["id"])] if was != now[: len(was)] or any(now[len(was) :]) else []
    assert (differences, losses) == ([], [])


def test_the_sum_of_a_pair_is_read_again_as_the_same():
    text = rows(sent(load(oracle("tsh-pairs/pairs-sum.t")), "tsh")[0])
    (division,) = read_tsh("\n".join(text)).divisions
    assert division.players[0].rating == 2900
