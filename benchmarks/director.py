"""How often the director of 1,000 players presses a button in a round: players enter and sign their results on their own pages.

`python -m benchmarks.director [PLAYERS] [ROUNDS]`; needs no server. Two halls: one division, whose rounds the director
starts, and four that start by their schedule. The director goes by *Day* alone: every page opened from there and every
button pressed is an action. Every sheet is right; what goes wrong at a table comes on top.
"""

import os
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from typing import Any

from benchmarks import judge
from benchmarks.hall import hidden

PLAYERS, ROUNDS, LIMIT = 1000, 1, 3
SCORES = (431, 388)


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        most = max(Hall(players, divisions).plays(rounds) for divisions in (1, 4))
    judge({f"director's actions a round with {players} players / limit of {LIMIT}": most / LIMIT})


class Hall:
    """An event, its director's browser and its players' phones."""

    def __init__(self, players: int, divisions: int) -> None:
        from django.test import Client

        from tests.factories import make_division, make_tournament, make_user
        from tests.platform.access.signing import signed_in

        self.event = make_tournament(f"hall-{divisions}", starts_by_schedule=divisions > 1)
        self.phones: dict[int, Any] = {}
        for code in "abcd"[:divisions]:
            division = make_division(self.event, players=players // divisions, rounds=7, code=code)
            for entry in division.entries.select_related("division__tournament"):
                number = len(self.phones)
                client = Client(REMOTE_ADDR=f"127.1.{number // 250 + 1}.{number % 250 + 1}")
                self.phones[entry.pk] = signed_in(client, entry)
        self.director = Client()
        self.director.force_login(make_user(f"director-{divisions}", tournament=self.event))
        self.actions: Counter[str] = Counter()

    def plays(self, rounds: int) -> int:
        """The most actions of a round."""
        most = 0
        for number in range(1, rounds + 1):
            self.actions.clear()
            self.schedule(number)
            self.begin()
            self.players_enter(number)
            done = ", ".join(f"{name} {times}" for name, times in self.actions.items())
            print(f"{len(self.phones)} players, {self.event.divisions.count()} division(s), round {number}: {done}")
            most = max(most, sum(self.actions.values()))
        return most

    def schedule(self, number: int) -> None:
        """When the round of every division starts: written when the event was made, and now."""
        from django.utils import timezone

        from tdsuite.platform.access.guard import COMMAND_LINE
        from tdsuite.tournaments.services.rounds import schedule_rounds

        if self.event.starts_by_schedule:
            at = timezone.now() - timedelta(seconds=1)
            for division in self.event.divisions.select_related("tournament"):
                schedule_rounds(by=COMMAND_LINE, division=division, times={number: at})

    def act(self, name: str, address: str, values: dict[str, Any] | None = None) -> Any:
        """One action of the director: a page opened, or with values a button pressed."""
        self.actions[name] += 1
        ask = self.director.get if values is None else self.director.post
        answer = ask(address, values, follow=True)
        assert answer.status_code == 200, (name, answer.status_code)
        self.work()
        return answer

    def begin(self) -> None:
        """Pair, publish and start the next round, as Day says."""
        from tdsuite.tournaments.services.rounds import start_due_rounds

        page = f"/console/{self.event.slug}/next-rounds/"
        if self.event.starts_by_schedule:
            self.act("open the next rounds", page)
            self.act("pair", f"{page}pair/", {})
            drafts = [run.pk for run in self.director.get(page).context["publishable"]]  # as the page shows by itself
            self.act("publish", f"{page}publish/", {"draft": drafts})
            start_due_rounds()  # as the worker's clock does
        else:
            self.act("pair", self.next_step(), {})  # leads to the draft by itself
            draft = self.event.divisions.get().pairing_runs.drafts().get()
            self.act("publish", f"/console/{self.event.slug}/a/draft/{draft.pk}/publish/", {})
            self.act("start", self.next_step(), {})

    def next_step(self) -> str:
        """The one button of Day."""
        (day,) = self.director.get(f"/console/{self.event.slug}/").context["days"]
        assert day.step.post, day.step
        address: str = day.step.url
        return address

    def players_enter(self, number: int) -> None:
        """The first player of each table enters the figures, the second signs them; after that the round is closed."""
        from tdsuite.tournaments.models import Game, Round

        games = Game.objects.filter(round__division__tournament=self.event, round__number=number, second__isnull=False)
        for game in games:
            address = f"/s/{self.event.slug}/{game.pk}/"
            figures = dict(zip((f"score_{game.first_id}", f"score_{game.second_id}"), SCORES, strict=True))
            for entry, name, values in (
                (game.first_id, "enter", {**figures, "started": game.first_id}), (game.second_id, "sign", {}),
            ):  # fmt: skip
                phone = self.phones[entry]
                sheet = phone.get(address).content.decode()
                keys = {key: hidden(sheet, key) for key in ("key", "version", "sha256")}
                answer = phone.post(f"{address}{name}/", {**values, **keys}, headers={"X-Sheet": "1"})
                assert answer.status_code == 200, (name, answer.status_code, answer.content[:500])
        rows = Round.objects.filter(division__tournament=self.event, number=number)
        assert {row.status for row in rows} == {Round.Status.CLOSED}, "a round waits for results"

    @staticmethod
    def work() -> None:
        """Do what waits for a worker."""
        from tdsuite.platform.jobs.runner import Runner
        from tests.platform.jobs.kinds import drain

        worker = Runner()
        try:
            drain(worker, "pairing")
        finally:
            worker.close()


if __name__ == "__main__":
    main()
