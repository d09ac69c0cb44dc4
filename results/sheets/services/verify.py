"""Check every version and signature of an event against its own bytes and against the record of decisions.

A text is hashed again; a row must say what the record said when it was written; what the record tells of must be there.
"""

from collections.abc import Iterator
from typing import Any

from django.db import models

from results.sheets.engine.facts import BadSheet, SheetFacts, read, sha256
from results.sheets.engine.states import COUNTS
from results.sheets.models import Sheet, SheetVersion, Signature
from results.sheets.services.decisions import signature_facts, version_facts
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import Flaw, chain_of
from tdsuite.tournaments.models import Game


def flaws(tournament: models.Model | None) -> Iterator[Flaw]:
    """Every row of a sheet that does not hold; none for the site, which has no sheets. Four queries, whatever the size."""
    if tournament is None:
        return
    chain = chain_of(tournament)
    # What the record has of the event's sheets, by sheet and version (and entry); the state and version each was left in.
    recorded_versions: dict[tuple[int, ...], list[Any]] = {}
    recorded_signatures: dict[tuple[int, ...], list[Any]] = {}
    newest: dict[int, tuple[str, int]] = {}
    records = Record.objects.of_chain(chain).filter(object_type=Sheet._meta.label_lower)
    for object_id, after in records.values_list("object_id", "after").iterator(chunk_size=2000):
        sheet = int(object_id)
        for version in after.get("versions", ()):
            recorded_versions[sheet, version[0]] = version
        for signature in after.get("signatures", ()):
            recorded_signatures[sheet, signature[0], signature[1]] = signature
        if "state" in after:
            newest[sheet] = (after["state"], after["version"])
    versions = SheetVersion.objects.filter(sheet__division__tournament=tournament.pk).select_related("sheet__game")
    rows = list(versions.order_by("sheet_id", "number"))
    yield from _versions(rows, recorded_versions)
    yield from _signatures(tournament, recorded_signatures)
    yield from _sheets(tournament, newest, {(row.sheet_id, row.number): row for row in rows})


def _versions(rows: list[SheetVersion], missing: dict[tuple[int, ...], list[Any]]) -> Iterator[Flaw]:
    for row in rows:
        in_record = missing.pop((row.sheet_id, row.number), None)
        name = f"results_sheetversion {row.pk} (sheet {row.sheet_id}, version {row.number})"
        if sha256(row.text) != row.sha256:
            yield Flaw(name, "its text was changed after it was written: the hash is another one")
        elif not (
            (facts := _read(row)) is not None
            and (facts.version, [*facts.players]) == (row.number, [row.sheet.player_a_id, row.sheet.player_b_id])
            and row.sheet.game_id in (None, facts.game)
        ):
            yield Flaw(name, "its text is that of another sheet or version")
        if in_record is None:
            yield Flaw(name, "no decision made it")
        elif in_record != version_facts(row):
            yield Flaw(name, "it is not as the record of the decision has it")
    for sheet, number in missing:
        yield Flaw(f"sheet {sheet}, version {number}", "the version is missing")


def _read(row: SheetVersion) -> SheetFacts | None:
    try:
        return read(row.text)
    except BadSheet:
        return None


def _signatures(tournament: models.Model, missing: dict[tuple[int, ...], list[Any]]) -> Iterator[Flaw]:
    rows = Signature.objects.filter(version__sheet__division__tournament=tournament.pk).select_related("version")
    for row in rows.order_by("pk"):
        in_record = missing.pop((row.version.sheet_id, row.version.number, row.entry_id), None)
        name = f"results_signature {row.pk} (entry {row.entry_id}, sheet {row.version.sheet_id}, version {row.version.number})"
        if row.sha256 != sha256(row.version.text):
            yield Flaw(name, "it is not a signature of the text that stands there")
        if in_record is None:
            yield Flaw(name, "no decision made it")
        elif in_record != signature_facts(row):
            yield Flaw(name, "it is not as the record of the decision has it")
    for sheet, number, entry in missing:
        yield Flaw(f"sheet {sheet}, version {number}, entry {entry}", "the signature is missing")


def _sheets(
    tournament: models.Model, left: dict[int, tuple[str, int]], versions: dict[tuple[int, int], SheetVersion]
) -> Iterator[Flaw]:
    """A sheet stands as its last decision left it, and a game that counts has the scores of its newest version."""
    for sheet in Sheet.objects.filter(division__tournament=tournament.pk).select_related("game").order_by("pk"):
        name = f"results_sheet {sheet.pk}"
        if left.get(sheet.pk, (sheet.state, sheet.number)) != (sheet.state, sheet.number):
            yield Flaw(name, "its state or version is not as the record has it")
        newest = versions.get((sheet.pk, sheet.number))
        if sheet.game is not None and sheet.state in COUNTS and newest is not None:
            facts = _read(newest)
            if facts is not None and not _as_game(sheet.game, facts):
                yield Flaw(f"tournaments_game {sheet.game_id}", f"its result is not the one on sheet {sheet.pk}")


def _as_game(game: Game, facts: SheetFacts) -> bool:
    scores = {game.first_id: game.first_score, game.second_id: game.second_score}
    return game.outcome == facts.outcome and all(
        side.entry in scores and scores[side.entry] == side.score for side in facts.sides
    )
