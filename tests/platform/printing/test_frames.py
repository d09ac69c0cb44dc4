"""Sheets that are cut: every slip, tag, sign and card stands whole in its own frame, whatever the names."""

import re

import pytest

from adjudication.models import DivisionLexicon
from tdsuite.platform.access.models import PlayerLink
from tdsuite.platform.access.services import links
from tdsuite.platform.printing.registry import find
from tdsuite.tournaments.models import Division, Game, Player, Tournament
from tests.adjudication.challenges.cases import lexicon
from tests.factories import make_division, make_round, make_user
from tests.paper import LONG_DIVISION, LONG_EVENT, LONG_NAMES, SIZES, Box, Paper, grid, make_hard

pytestmark = pytest.mark.django_db
BASE = "http://tdsuite.local:8000"
CLUB = "The Lakeside Hall and Riverside Meadows Word Game Club, 1926"[:60]
WIDTH = {"A4": 182.0, "letter": 187.9}  # between the margins, millimetres
SLIPS = {"A4": grid(2, 2, 91, 125, top=25), "letter": grid(2, 2, 93.9, 117, top=25)}
FRAMES: dict[str, dict[str, list[Box]]] = {
    "result-slips": SLIPS,
    "challenge-slips": SLIPS,
    "designation-slips": {"A4": grid(2, 4, 91, 60), "letter": grid(2, 4, 93.95, 58)},
    "name-tags": {"A4": grid(2, 5, 91, 51), "letter": grid(2, 5, 93.95, 47.5)},
    "table-signs": {"A4": grid(1, 2, 182, 128), "letter": grid(1, 2, 187.9, 119)},
    "sign-in-cards": {paper: grid(2, 5, WIDTH[paper] / 2, 47) for paper in SIZES},
    "sign-in-pins": {paper: grid(3, 6, WIDTH[paper] / 3, 39) for paper in SIZES},
}


@pytest.fixture(scope="module")
def event(rows_of_the_file: None) -> Division:
    """Ten players with the longest names there are, and five tables with the longest names that a table takes."""
    made = make_division(players=10, rounds=3)
    row = make_round(made, 1, pairs=[(1, 4), (2, 3), (5, 6), (7, 8), (9, 10)], starts_by=Game.StartsBy.DRAW)
    row.games.filter(board=1).update(table_name="Ballroom East 12")
    row.games.filter(board=2).update(table_name="W" * 20)
    Tournament.objects.filter(pk=made.tournament_id).update(public_base_url=BASE)
    make_hard(Division.objects.select_related("tournament").get(pk=made.pk))
    Player.objects.update(club=CLUB)
    DivisionLexicon.objects.create(division=made, lexicon=lexicon("The List of Every Word " * 3))
    return made


@pytest.fixture
def division(event: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=event.pk)


def printed(name: str, division: Division, paper: str) -> Paper:
    """The sheet; players' cards with links and PINs issued for it."""
    director = make_user(tournament=division.tournament)
    issued = links.issue_missing(by=director, tournament=division.tournament) if name.startswith("sign-in") else []
    rows = PlayerLink.objects.select_related("entry__player", "entry__division").order_by("entry__number")
    secrets = {"links": list(rows), "issued": [(one.link.entry, one.pin) for one in issued], "base": BASE}
    subjects = {"round": division.rounds.first(), "division": division, "tournament": division.tournament}
    return Paper(name, subjects[find(name).scope], paper=paper, options=secrets)


def words(*texts: str) -> set[str]:
    """What a frame must show to the last letter, whatever breaks between."""
    return {word for text in texts for word in re.split(r"[\s-]+", text)}


SEEN = [
    words(name) if name.isascii() or name[0] == "Þ" else set() for name, _filed in LONG_NAMES
]  # right-to-left: by eye
HOLDS: dict[str, list[set[str]]] = {  # frame by frame
    "result-slips": [SEEN[0] | SEEN[3] | {"Ballroom", "12"}, SEEN[1] | {"W" * 20}, *[{"Signed"}] * 3],
    "challenge-slips": [words(LONG_EVENT, LONG_DIVISION, "8 UNACCEPTABLE")] * 4,
    "designation-slips": [words(LONG_EVENT, "Second blank")] * 8,
    "name-tags": [*(seen | words(LONG_DIVISION, CLUB) for seen in SEEN), *({f"#{n}"} for n in range(5, 11))],
    "table-signs": [*[{"Pairings"}] * 3, words("Ballroom East 12", LONG_DIVISION), words("W" * 20)],
    "sign-in-cards": [*(seen | {BASE} for seen in SEEN), *({f"#{n}"} for n in range(5, 11))],
    "sign-in-pins": [*SEEN, *({f"#{n}"} for n in range(5, 11))],
}


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        pytest.param(name, paper, marks=[pytest.mark.full] if paper == "letter" and name.startswith("sign-in") else [])
        for name in FRAMES
        for paper in SIZES
    ],
)
def test_what_is_cut_stands_whole_in_its_own_frame(name: str, paper: str, division: Division) -> None:
    made = printed(name, division, paper)
    frames, pages = FRAMES[name][paper], range(len(made.reader.pages))
    held = [boxes for page in pages for boxes in made.in_frames(page, frames)]
    texts = [re.sub(r"\s|\x02", "", "".join(box.text for box in boxes)) for boxes in held]
    full = len(HOLDS[name])
    assert [
        wanted - {word for word in wanted if word in text} for wanted, text in zip(HOLDS[name], texts, strict=False)
    ] == [set()] * full
    assert texts[full:] == [""] * (len(texts) - full)
    assert len(pages) == -(-full // len(frames))  # and no page is wasted
    made.assert_whole()
