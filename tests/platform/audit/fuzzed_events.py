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
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services import events
from tests.factories import made_up_name
from tests.platform.audit.event_of_luck import BY, ROUNDS, FuzzedEvent
from tests.platform.audit.fuzzed_decisions import DECISIONS


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
        event.decide(name, DECISIONS[name][1])
    if seed % 3 == 0:
        data = export(by=BY, tournament=tournament, key="json").data
        source = SourceFile("event.json", data)
        event.tournament, _problems = import_tournament(by=BY, slug=f"again-{seed}", files=[source])
        changed_rows().clear()
        for name in luck.choices(list(DECISIONS), k=decisions // 2):
            event.decide(name, DECISIONS[name][1])
    return event
