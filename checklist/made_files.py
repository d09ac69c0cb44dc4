"""Seeded events as files of every format: players, Swiss rounds, scores, and one planted fault if asked."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import cast

from msgspec.json import encode, format

from checklist.made_up_events import MadeUpEvent
from checklist.planted import Fault
from checklist.questions.model import DivisionFacts
from pairings.engine.methods.registry import pair
from tdsuite.formats.event_json.document import (
    DocumentDivision,
    DocumentGame,
    DocumentPlayer,
    DocumentRound,
    DocumentStanding,
    DocumentStandings,
    EventDocument,
    Outcome as WrittenOutcome,
)
from tdsuite.formats.model import FileDivision, FileGame, Outcome, RosterRow, StartsBy
from tdsuite.formats.standings import half_wins, margin_of
from tdsuite.formats.tou.writer import write_tou
from tdsuite.formats.tourney_js.writer import write_tourney_js
from tdsuite.formats.tsh.writer import write_tsh
from tdsuite.tournaments.rulebooks.registry import DEFAULT

DAY = date(2026, 5, 16)
BYE_SPREAD = 50
_STARTS = (
    "Ba",
    "Co",
    "Di",
    "Fu",
    "Ga",
    "Hel",
    "Jo",
    "Ki",
    "Lum",
    "Mar",
    "Nes",
    "Oth",
    "Pra",
    "Quo",
    "Ris",
    "Sol",
    "Tam",
    "Ull",
    "Vex",
    "Wyn",
)
_ENDS = (
    "bury",
    "cott",
    "dale",
    "fell",
    "gard",
    "holm",
    "kirk",
    "ley",
    "mond",
    "ness",
    "quist",
    "ridge",
    "shaw",
    "thorpe",
    "vik",
    "worth",
)
_FORENAMES = (
    "Ada",
    "Bruno",
    "Clara",
    "Dmitri",
    "Edith",
    "Felix",
    "Greta",
    "Hugo",
    "Ingrid",
    "Jonas",
    "Karla",
    "Ludwig",
    "Mira",
)


class WrittenFormat(StrEnum):
    """A format that events are written in."""

    T = "t"
    TOU = "tou"
    TOURNEY_JS = "tourney_js"
    JSON = "json"


SUFFIXES: Mapping[WrittenFormat, str] = {
    WrittenFormat.T: ".t",
    WrittenFormat.TOU: ".TOU",
    WrittenFormat.TOURNEY_JS: ".js",
    WrittenFormat.JSON: ".json",
}


def made_division(players: int, rounds: int, seed: int) -> FileDivision:
    """A division whose rounds are paired by the suite's Swiss and played; everything follows from the seed."""
    rng = random.Random(seed)
    event = MadeUpEvent(players, rounds, seed)
    games: list[FileGame] = []
    for round_ in range(1, rounds + 1):
        pairing = pair(event.task())
        event.play(pairing)
        margins = {player.number: player.results[-1][1] for player in event.contestants()}
        totals: set[tuple[int, int]] = set()
        for place, board in enumerate(pairing.boards, start=1):
            if board.second is None:
                games.append(
                    FileGame(round_, None, board.first, outcome=Outcome.BYE, first_halves=2, first_spread=BYE_SPREAD)
                )
                continue
            scores = _scores(margins[board.first], rng, totals)
            games.append(FileGame(round_, place, board.first, board.second, *scores, StartsBy.ASSIGNED, Outcome.PLAYED))
    rows = tuple(_player(number, rng) for number in range(1, players + 1))
    return FileDivision("A", rows, tuple(games), rounds=rounds, code="a")


def _scores(margin: int, rng: random.Random, used: set[tuple[int, int]]) -> tuple[int, int]:
    """Two scores with this margin, which no other board of the round has."""
    low = max(rng.randint(330, 400) - abs(margin) // 2, 150)
    while (low, abs(margin)) in used:
        low += 1
    used.add((low, abs(margin)))
    return (low + margin, low) if margin > 0 else (low, low - margin)


def _player(number: int, rng: random.Random) -> RosterRow:
    at = number - 1
    family = _STARTS[at % len(_STARTS)] + _ENDS[(at + at // len(_STARTS)) % len(_ENDS)]
    again = at // (len(_STARTS) * len(_ENDS))
    family += _ENDS[again % len(_ENDS)] if again else ""
    forename = _FORENAMES[at % len(_FORENAMES)]
    rating = max(2000 - 12 * at + rng.randint(-5, 5), 300)
    return RosterRow(f"{forename} {family}", f"{family}, {forename}", number, rating)


def written_event(division: FileDivision, format_: WrittenFormat, *, seed: int = 0, fault: Fault | None = None) -> str:
    """The event as a file of this format.

    Raises:
        ValueError: the format has no place for that fault, or the event is too short or too small for it.
    """
    if fault is not None and format_ not in fault.formats:
        raise ValueError(f"{fault.name} can be planted in {', '.join(fault.formats)}.")
    try:
        return _written(division, format_, random.Random(f"fault {seed}"), fault)
    except IndexError as error:
        raise ValueError("The event is too small for this fault.") from error


def _written(division: FileDivision, format_: WrittenFormat, rng: random.Random, fault: Fault | None) -> str:
    if fault is not None and fault.in_division is not None:
        division = fault.in_division(division, rng)
    if format_ is WrittenFormat.JSON:
        document = document_of(division)
        if fault is not None and fault.in_document is not None:
            fault.in_document(document, rng)
        return json_text(document)
    if format_ is WrittenFormat.TOURNEY_JS:
        config = {"event_name": "Made-up event", "event_date": DAY.isoformat()}
        return write_tourney_js([(division, {})], config).text
    tou = format_ is WrittenFormat.TOU
    text = write_tou("Made-up event", DAY, [division]).text if tou else write_tsh(division).text
    return fault.in_text(text, rng) if fault is not None and fault.in_text is not None else text


def json_text(document: EventDocument) -> str:
    """The document as a file."""
    return format(encode(document), indent=1).decode() + "\n"


def document_of(division: FileDivision) -> EventDocument:
    """The division as an event of its own in the suite's own document."""
    rounds = [
        DocumentRound(
            number=number,
            status="closed",
            started_at=None,
            closed_at=None,
            paired_after=number - 1,
            games=[_game(game) for game in games],
        )
        for number, games in DivisionFacts(division).rounds.items()
    ]
    table = [
        DocumentStanding(
            rank=row.rank, player=row.number, halves=row.halves, losing_halves=row.losing_halves, spread=row.spread
        )
        for row in DivisionFacts(division).tables[-1]
    ]
    own = DocumentDivision(
        code=division.code or "a",
        name=division.name,
        planned_rounds=max(division.rounds, 1),
        spread_caps=[],
        lexicon="CSW24",
        players=[_document_player(row) for row in division.players],
        rounds=rounds,
        spread_adjustments=[],
        standings=DocumentStandings(after=division.rounds, table=table),
    )
    return EventDocument(
        format="tdsuite-event",
        version=1,
        name="Made-up event",
        slug="made-up",
        venue="",
        starts_on=DAY,
        ends_on=DAY,
        time_zone="UTC",
        rulebook=DEFAULT,
        choices={},
        game_minutes=25,
        status="finished",
        divisions=[own],
    )


def _document_player(row: RosterRow) -> DocumentPlayer:
    return DocumentPlayer(
        number=row.number or 0, name=row.name, filing_name=row.filing_name, rating=row.rating or 0, lifetime_games=row.lifetime_games,
        class_name=row.class_name, team=row.team, club=row.club, country=row.country, national_id=row.national_id,
        naspa_id=row.naspa_id, wespa_id=row.wespa_id, absp_id=row.absp_id, withdrawn_from=row.withdrawn_from,
        absences=list(row.absences), unranked=False, at_bottom=row.at_bottom,
    )  # fmt: skip


def _game(game: FileGame) -> DocumentGame:
    margin = margin_of(game)
    scored = game.outcome is Outcome.PLAYED and margin is not None
    worth = replace(
        game, first_halves=half_wins(margin), second_halves=half_wins(-margin), first_spread=margin, second_spread=-margin
    ) if scored and margin is not None else game  # fmt: skip
    return DocumentGame(
        board=game.board, table=game.table, match_game=1, first=game.first, second=game.second, starts_by=game.starts_by.value,
        outcome=cast("WrittenOutcome", game.outcome.value or "awaited"), rated=game.rated, first_score=game.first_score, second_score=game.second_score,
        first_halves=worth.first_halves, second_halves=worth.second_halves, first_spread=worth.first_spread,
        second_spread=worth.second_spread, reason="",
    )  # fmt: skip
