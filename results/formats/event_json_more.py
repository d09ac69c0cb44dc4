"""What the suite's own document says besides players and games, checked as far as plain rows can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from results.engine.prizes import Basis
from results.engine.ratings.model import RatingError
from results.engine.ratings.systems import system
from results.engine.statistics import Kind
from results.formats.event_json_games import AGAIN, instant
from results.formats.model import ImportedGame, Problem
from tdsuite.tournaments.engine.tables import BadTablePlan, plan_from

OF_DIVISION = (
    "lexicon", "tie_breaks", "rating_system", "missed_rounds", "prize_rules", "prize_places", "pairing_plan",
    "pairing_rules", "table_plan", "table_needs", "prizes", "high_claims",
)  # fmt: skip
OF_EVENT = ("practice", "word_judging", "officials", "prize_terms", "prizes")
BASES = frozenset({*(one.value for one in Basis), *(one.value for one in Kind)})


SMALL, LARGE = 32_767, 2_147_483_647  # what a column of small and of large numbers holds
LARGE_ONES = frozenset({"lifetime_games", "money", "round_to", "seconds"})
FREE = frozenset({"choices", "pairing_plan", "extras"})  # kept as they are, whatever is in them
INSTANTS = frozenset({"scheduled_at", "started_at", "closed_at", "decided_at", "claimed_at", "at"})
DAYS = frozenset({"starts_on", "ends_on"})


def unfit(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """Numbers, letters, instants and days that no database keeps: they would stop an import in its middle."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from unfit(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from unfit(value, (*path, at))
    elif isinstance(data, str) and "\x00" in data:
        yield Problem(None, _where(path), "it has a character that is no text.", AGAIN)
    elif isinstance(data, str):
        if path and FREE.isdisjoint(path) and "features" not in path and (wrong := _time(path[-1], data)):
            yield Problem(None, _where(path), wrong, AGAIN)
    elif isinstance(data, int) and FREE.isdisjoint(path) and abs(data) > (LARGE if path[-1] in LARGE_ONES else SMALL):
        yield Problem(None, _where(path), f"{data} is too large.", AGAIN)


def _time(key: str | int, text: str) -> str:
    """What is wrong with an instant or a day; "" for all other texts."""
    try:
        if key in INSTANTS:
            instant(text)
        elif key in DAYS:
            date.fromisoformat(text)
    except (ValueError, OverflowError):
        like = (
            "a day such as 2026-05-16"
            if key in DAYS
            else "an instant with its offset, such as 2026-05-16T09:30:00+00:00"
        )
        return f"{text[:40]!r} is not {like}."
    return ""


def _where(path: Sequence[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def more_of(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The named parts that the document has; older documents have none."""
    return {name: data[name] for name in names if name in data}


def division_faults(data: Mapping[str, Any], games: Sequence[ImportedGame]) -> Iterator[Problem]:
    """What does not fit together in one division.  A fault of these stops everything, as one of the schema would."""
    numbers = {one["number"] for one in data["players"]}
    where = f"division {data['name']}"
    try:
        plan_from(data.get("table_plan", {}))
    except BadTablePlan as error:
        yield Problem(None, "table plan", f"{where}: {error}", AGAIN)
    if data.get("rating_system"):
        try:
            system(data["rating_system"])
        except RatingError as error:
            yield Problem(None, "rating system", f"{where}: {error}", AGAIN)
    for need in data.get("table_needs", ()):
        yield from _unknown("table needs", where, [need["player"]], numbers)
        if need.get("last_round") is not None and need["last_round"] < need.get("first_round", 1):
            yield Problem(None, "table needs", f"{where}: player {need['player']}: the last round is before the first.", AGAIN)  # fmt: skip
    yield from _unknown("spread adjustments", where, [one["player"] for one in data["spread_adjustments"]], numbers)
    asked = data.get("pairing_rules", {})
    boards = [asked_for for one in asked.get("boards", ()) for asked_for in (one["one"], one["two"]) if asked_for]
    families = [one for family in asked.get("families", ()) for one in family]
    yield from _unknown("pairing rules", where, [*boards, *families, *asked.get("volunteers", ())], numbers)
    yield from _unknown("prize rules", where, data.get("prize_rules", {}).get("absent", ()), numbers)
    for prize in data.get("prizes", ()):
        yield from _bad_basis(where, prize)
        yield from _unknown("prizes", where, prize["winners"], numbers)
    yield from _claim_faults(data, games, where)


def _claim_faults(data: Mapping[str, Any], games: Sequence[ImportedGame], where: str) -> Iterator[Problem]:
    """Claims of games that were not played by the player, and those that stand twice without a refusal."""
    played = {(game.round, game.match_game, one) for game in games for one in (game.first, game.second) if game.second}
    seen = set()
    for claim in data.get("high_claims", ()):
        same = tuple(claim[name] for name in ("round", "match_game", "player", "kind", "word", "points"))
        if claim["status"] != "refused" and same in seen:
            yield Problem(
                None, "high_claims", f"{where}: {claim['word']} of player {claim['player']} stands twice.", AGAIN
            )
        seen |= {same} if claim["status"] != "refused" else set()
        if (claim["round"], claim["match_game"], claim["player"]) not in played:
            message = f"{where}: player {claim['player']} has no such game in round {claim['round']}."
            yield Problem(None, "high claims", message, AGAIN)


def event_faults(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Divisions of one short name, and what does not fit together in the prizes of the whole event."""
    codes = [one["code"] for one in data["divisions"]]
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        yield Problem(None, "divisions", f"event: the short name {code!r} stands twice.", AGAIN)
    known = {(one["code"], player["number"]) for one in data["divisions"] for player in one["players"]}
    for prize in data.get("prizes", ()):
        yield from _bad_basis("event", prize)
        for one in prize["winners"]:
            if (one["division"], one["number"]) not in known:
                message = f"event: there is no player {one['number']} in division {one['division']}."
                yield Problem(None, "prizes", message, AGAIN)


def _bad_basis(where: str, prize: Mapping[str, Any]) -> Iterator[Problem]:
    if prize["basis"] not in BASES:
        yield Problem(None, "prizes", f"{where}: nothing is given for {prize['basis']!r}.", AGAIN)


def _unknown(field: str, where: str, named: Sequence[int], known: set[int]) -> Iterator[Problem]:
    for one in named:
        if one not in known:
            yield Problem(None, field, f"{where}: there is no player {one}.", AGAIN)
