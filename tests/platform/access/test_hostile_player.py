"""A player's own pages: every form of theirs with others' ids. What their link opens, and nothing else, is the table's (test_matrix.py)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from lxml import html

from tdsuite.platform.audit.models import Record
from tests.platform.access.routes import Line, Place, lines_at, make_place, routes
from tests.platform.access.signing import signed_in
from tests.platform.access.test_matrix import noted_writes

pytestmark = pytest.mark.django_db
# How a row of each kind is told to be the player's own, or of their own game; all others are of somebody else.
OWN = {
    "tournaments.Tournament": "", "tournaments.Division": "", "tournaments.Round": "", "tournaments.Player": "",
    "tournaments.Entry": "", "tournaments.Game": "pk", "tournaments.GameAdjustment": "game",
    "tournaments.SpreadAdjustment": "", "results.Sheet": "game", "results.SheetVersion": "sheet__game",
    "results.Petition": "sheet__game", "results.TableCall": "game", "results.HighClaim": "game", "results.Recount": "game",
    "tournaments.Presence": "game", "adjudication.ChallengeSlip": "game", "adjudication.Verdict": "slip__game",
    "results.Ruling": "", "results.Incident": "", "access.Membership": "", "access.User": "", "access.PlayerLink": "",
    "access.Station": "", "access.Invitation": "", "jobs.Job": "",
}  # fmt: skip
NAMES = ("entry", "player", "game", "challenger", "challenged", "slip", "number", "by", "user", "by_entry")
NAMES += ("proposed_by",)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_pages_know_get_and_post_alone(client: Client, method: str) -> None:
    make_place("own")
    assert [client.generic(method, path).status_code for path in ("/", "/t/own/", "/log-in/")] == [405] * 3


def of_others(place: Place) -> dict[str, Any]:
    """Every row that is not about the player's game; and who signed and claimed in somebody else's name."""
    own = place.rows["tournaments.Game"].pk
    rows: dict[str, Any] = {}
    for label, path in OWN.items():
        kept = apps.get_model(label)._base_manager.order_by("pk")
        rows[label] = list((kept.exclude(**{path: own}) if path else kept).values())
    for label in ("results.Signature", "results.HighClaim", "results.PlayerRequest"):
        named = apps.get_model(label)._base_manager.exclude(entry=place.rows["tournaments.Entry"])
        rows[f"{label} of others"] = list(named.order_by("pk").values())
    return rows


def forms(client: Client, place: Place) -> Iterator[tuple[str, dict[str, str]]]:
    """Address and values of every form on the player's pages, as a browser would send it."""
    slug, game = place.tournament.slug, place.rows["tournaments.Game"].pk
    own = (f"/me/{slug}/{page}" for page in ("", "claims/", "requests/"))
    for page in (*own, f"/s/{slug}/{game}/", f"/judge/{slug}/game/{game}/"):
        for form in html.fromstring(client.get(page).content).forms:
            if form.method == "POST":
                values = {field.name: "1" for field in form.inputs if field.name}
                yield form.action or page, values | {name: value or "1" for name, value in form.form_values()}


def test_forged_ids_in_every_field_reach_nobody_else() -> None:
    own, elsewhere = make_place("own"), make_place("other")
    player = own.rows["tournaments.Entry"]
    client = signed_in(Client(), player)
    before = of_others(own)
    strangers = [own.hall.event.entry(1), own.hall.event.entry(2), own.hall.game(1)]
    strangers += [
        elsewhere.rows[kind] for kind in ("tournaments.Entry", "tournaments.Game", "adjudication.ChallengeSlip")
    ]
    near = {str(row.pk) for row in strangers[1:3]}  # the opponent and another game: these also in each field by itself
    first_new = Record.objects.count()
    sent = 0
    posts = [route for route in routes() if "player" in lines_at(route).get("POST", Line(frozenset(), False)).who]
    own_posts = [(own.address(route), {}) for route in posts if route.startswith(("s/", "judge/", "me/"))]
    for address, values in [*forms(client, own), *own_posts]:
        if address.startswith("/p/done/"):
            continue  # leaves
        for forged in sorted({str(row.pk) for row in strangers}):
            alone = [name for name in values if name != "csrfmiddlewaretoken"] if forged in near else []
            for names in (NAMES, *([name] for name in alone)):
                with transaction.atomic():
                    with noted_writes() as writes:
                        answer = client.post(address, values | dict.fromkeys(names, forged))
                    sent += 1
                    assert answer.status_code < 500, (address, names, forged)
                    after = of_others(own) if writes else before
                    changed = {label for label in before if after[label] != before[label]}
                    assert changed == set(), (address, names, forged)
                    by = set(Record.objects.order_by("pk").values_list("actor_kind", "actor_id")[first_new:])
                    assert by <= {("player", player.pk)}, (address, names, forged)
                    transaction.set_rollback(True)
    assert sent > 100
