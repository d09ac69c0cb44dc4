"""Check every version and signature of an event against its own bytes, and the game against its sheet.

A text is hashed again. Whether the rows are as the record left them is asked of all rows alike (`audit.comparing`).
"""

from collections.abc import Iterator

from django.db import models

from results.sheets.engine.facts import BadSheet, SheetFacts, read, sha256
from results.sheets.engine.states import COUNTS
from results.sheets.models import Sheet, SheetVersion, Signature
from tdsuite.platform.audit.services import Flaw
from tdsuite.tournaments.models import Game


def flaws(tournament: models.Model | None) -> Iterator[Flaw]:
    """Every row of a sheet that does not hold; none for the site, which has no sheets. Three queries, whatever the size."""
    if tournament is None:
        return
    versions = SheetVersion.objects.filter(sheet__division__tournament=tournament.pk).select_related("sheet__game")
    rows = list(versions.order_by("sheet_id", "number"))
    for row in rows:
        facts, name = _read(row), f"results_sheetversion {row.pk}"
        if sha256(row.text) != row.sha256:
            yield Flaw(name, "its text was changed after it was written: the hash is another one")
        elif not (
            facts is not None
            and (facts.version, [*facts.players]) == (row.number, [row.sheet.player_a_id, row.sheet.player_b_id])
            and row.sheet.game_id in (None, facts.game)
        ):
            yield Flaw(name, "its text is that of another sheet or version")
    signatures = Signature.objects.filter(version__sheet__division__tournament=tournament.pk).select_related("version")
    for signature in signatures.order_by("pk"):
        if signature.sha256 != sha256(signature.version.text):
            yield Flaw(f"results_signature {signature.pk}", "it is not a signature of the text that stands there")
    newest = {(row.sheet_id, row.number): row for row in rows}
    for sheet in Sheet.objects.filter(division__tournament=tournament.pk).select_related("game").order_by("pk"):
        version = newest.get((sheet.pk, sheet.number))
        if sheet.game is not None and sheet.state in COUNTS and version is not None:
            facts = _read(version)
            if facts is not None and not _as_game(sheet.game, facts):
                yield Flaw(f"tournaments_game {sheet.game_id}", f"its result is not the one on sheet {sheet.pk}")


def _read(row: SheetVersion) -> SheetFacts | None:
    try:
        return read(row.text)
    except BadSheet:
        return None


def _as_game(game: Game, facts: SheetFacts) -> bool:
    scores = {game.first_id: game.first_score, game.second_id: game.second_score}
    return game.outcome == facts.outcome and all(
        side.entry in scores and scores[side.entry] == side.score for side in facts.sides
    )
