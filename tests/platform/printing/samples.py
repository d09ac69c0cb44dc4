"""A report of made-up boards, as an app would declare it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tdsuite.platform.printing import registry
from tdsuite.platform.printing.registry import Options, Report, Sheet
from tdsuite.tournaments.models import Tournament
from tests.factories import made_up_name

TEMPLATES = Path(__file__).parent / "templates"
NAME = "sample-boards"


def boards(count: int) -> list[tuple[int, str, str]]:
    return [(table, made_up_name(2 * table)[0], made_up_name(2 * table + 1)[0]) for table in range(1, count + 1)]


def build(tournament: Tournament, options: Options) -> Sheet:
    return Sheet(
        tournament=tournament, event=tournament.name, division="Division A", round=7, slug=f"{tournament.slug}-a",
        time_zone="Pacific/Auckland",
        context={"rows": boards(options.get("boards", 12)), "image": options.get("image", "")},
    )  # fmt: skip


@contextmanager
def declared() -> Iterator[Report]:
    """The sample report stands in the registry for a while."""
    registry.report(NAME, label="Sample boards", scope="tournament", template="print/sample.html")(build)
    try:
        yield registry.find(NAME)
    finally:
        registry.printed_reports.remove(NAME)


def with_samples(templates: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    """The template settings with the samples' folder put first."""
    return [{**engine, "DIRS": [TEMPLATES, *engine["DIRS"]]} for engine in templates]
