"""A rating list as a table that every installation reads again: names, ratings and numbers, and nothing of memberships."""

from collections.abc import Iterable, Mapping

from tdsuite.tournaments.engine.csv_text import table_text
from .model import ListEntry

COLUMNS: Mapping[str, str] = {  # all that leaves the house; the headings are those that `columns` knows
    "Name": "name", "Rating": "rating", "Lifetime games": "games", "Deviation": "deviation", "Last played": "last_played", "Country": "country",
    "Club": "club", "National ID": "national_id", "NASPA ID": "naspa_id", "WESPA ID": "wespa_id", "ABSP ID": "absp_id",
}  # fmt: skip


def list_as_csv(entries: Iterable[ListEntry]) -> bytes:
    """A line for each entry in its order, UTF-8; an empty cell says nothing."""
    return table_text(
        list(COLUMNS), ([getattr(entry, field) for field in COLUMNS.values()] for entry in entries)
    ).encode()
