"""Whole events of decisions drawn by a seed: what directors, scorers and players do in a hall, in no sensible order.

A decision that cannot be taken at that moment is refused, and the next one is drawn.
"""

import random
from datetime import date, timedelta

from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.events import import_tournament
from tdsuite.exchange.export import export
from tdsuite.exchange.roster import apply_roster
from tdsuite.platform.audit.services import changed_rows
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services import events
from tests.factories import made_up_name
from tests.platform.audit.event_of_luck import BY, ROUNDS, FuzzedEvent
from tests.platform.audit.fuzzed_decisions import DECISIONS


def holds(tournament: Tournament) -> None:
    """What must be true whatever was decided."""
    for row in Round.objects.filter(division__tournament=tournament):
        games = list(Game.objects.filter(round=row))
        players = [pk for game in games for pk in (game.first_id, game.second_id) if pk is not None]
        tables = [game.table for game in games if game.second_id is not None]
        assert len(players) == len(set(players)) and len(tables) == len(set(tables))
        awaited = any(game.outcome == Game.Outcome.AWAITED for game in games)
        if row.status == Round.Status.DRAFT:
            assert games == [] and row.started_at is None
        else:
            assert games and row.is_reopened | ((row.status == Round.Status.CLOSED) == (not awaited))
            assert row.started_at is None or row.status != Round.Status.PUBLISHED
    for division in tournament.divisions.all():
        account = history(division)
        standings = account.standings()  # after the last round with a result: a bye of a later round is not in it
        counted = [game for game in account.games if account.round_numbers[game.round_id] <= account.last_round]
        halves = [half or 0 for game in counted for half in account.account(game).half_wins or ()]
        assert sum(row.halves for row in standings) == sum(halves)
        spreads = [spread or 0 for game in counted for spread in account.account(game).spread or ()]
        assert sum(row.spread for row in standings) == sum(spreads)


def fuzzed_event(seed: int, decisions: int) -> FuzzedEvent:
    """An event of two small divisions under one of the rulebooks, and so many decisions about it; every third one imported."""
    luck = random.Random(seed)
    today = date(2026, 5, 16)
    values = {
        "name": "Fuzzed", "starts_on": today, "ends_on": today + timedelta(days=1), "status": "running",
        "rulebook": luck.choice(sorted(RULEBOOKS)), "sheets_open_early": True,
    }  # fmt: skip
    divisions = [{"name": code.upper(), "code": code, "planned_rounds": ROUNDS} for code in ("a", "b")]
    tournament = events.create_tournament(by=BY, slug=f"fuzzed-{seed}", values=values, divisions=divisions)
    event = FuzzedEvent(tournament, luck)
    for division in Division.objects.filter(tournament=tournament):
        names = [made_up_name(luck.randrange(10_000))[0] for _ in range(luck.randint(4, 7))]
        lines = [f"{name},{luck.randint(0, 2100)}" for name in dict.fromkeys(names)]
        source = SourceFile("roster.csv", "\n".join(["Name,Rating", *lines]).encode())
        event.decide(
            "import", lambda _, division=division, source=source: apply_roster(by=BY, division=division, source=source)
        )
    for _ in range(decisions):
        name = luck.choices(list(DECISIONS), [weight for weight, _ in DECISIONS.values()])[0]
        if luck.random() < 0.2 and not Game.objects.filter(round__division__tournament=tournament, outcome="").exists():
            name = "next round"
        if event.decide(name, DECISIONS[name][1]):
            holds(tournament)
    if seed % 3 == 0:
        data = export(by=BY, tournament=tournament, key="json").data
        source = SourceFile("event.json", data)
        event.tournament, _problems = import_tournament(by=BY, slug=f"again-{seed}", files=[source])
        changed_rows().clear()
        for name in luck.choices(list(DECISIONS), k=decisions // 2):
            event.decide(name, DECISIONS[name][1])
    return event
