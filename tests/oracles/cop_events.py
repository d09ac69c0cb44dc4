"""Recorded contention-aware requests, read in place and made into ours."""

import json
from functools import cache

from pairings.engine.contention.bans import Control
from pairings.engine.contention.control import ControlLoss
from pairings.engine.contention.settled import outlook_of
from pairings.engine.contention.situation import Stakes
from tests.oracles.cop_requests import Request, read
from tests.oracles.files import oracle

BYE_NODE = 65535


@cache
def recorded(name):
    return json.loads(oracle(name).read_text(encoding="utf-8"))


def cases():
    """{id: case} of the contention-aware ones."""
    return {case["id"]: case for case in recorded("cop_cases.json")["cases"] if case["method"] == "COP"}


def traces():
    return recorded("cop_traces.json")["traces"]


def request_of(case):
    """The request of a case: its fixture, what it overrides, the rows it keeps and those it adds."""
    facts = case.get("input") or {
        **recorded("cop_fixtures.json")["fixtures"][case["fixture"]],
        **case.get("overrides", {}),
    }
    kept = facts["pairings"][: case.get("keep_pairing_rounds", len(facts["pairings"]))]
    stakes = Stakes(
        place_prizes=facts["place_prizes"], class_prizes=tuple(facts["class_prizes"]),
        gibson_spread=facts["gibson_spread"], control_loss_threshold=facts["control_loss_threshold"],
        hopefulness=facts["hopefulness_threshold"], division_sims=facts["division_sims"],
        control_loss_sims=facts["control_loss_sims"], activation_round=facts["control_loss_activation_round"],
        allow_repeat_byes=facts["allow_repeat_byes"], top_down_byes=facts["top_down_byes"],
    )  # fmt: skip
    return Request(
        players=facts["players"], active=facts["active_players"], rounds=facts["rounds"],
        pairings=rows([*kept, *case.get("extra_pairings", [])]), results=rows(facts["results"]), stakes=stakes,
        classes=tuple(facts["player_classes"]), removed=tuple(facts["removed"]),
    )  # fmt: skip


def rows(given):
    return tuple(tuple(row) for row in given)


def ranked(case):
    return read(request_of(case))


def outlook_in(trace):
    return outlook_of(
        tuple(trace["highest_rank_hopefully"]),
        tuple(trace["highest_rank_absolutely"]),
        tuple(trace["lowest_rank_absolutely"]),
    )


def control_in(trace):
    """What control loss asked in the trace; no trace has forced boards."""
    rank = trace["destinys_child"]
    assert trace["factor3_forced"] is None
    return ControlLoss(Control(None if rank < 0 else rank))


def limits_in(trace):
    """The contender limits of the trace's last attempt."""
    raised = {int(rank): limit for rank, limit in (trace["lowest_hope_override"] or {}).items()}
    return tuple(raised.get(rank, limit) for rank, limit in enumerate(trace["lowest_possible_hope_nth"]))
