"""Somebody who opens everything that a spectator, a player and a tablet may open, and presses every button, in one language."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from asgiref.sync import async_to_sync
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client
from django.urls import resolve
from django.utils import translation

from adjudication.models import ChallengeSlip
from results.models import Petition, PlayerRequest, Sheet
from results.ratings.engine.systems import SYSTEMS
from results.ratings.services import OPTION
from tdsuite.ops.server.pages import CROWDED, refuse
from tdsuite.platform.access import stations
from tdsuite.platform.access.models import Station
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Entry, Game, Overlay, Round, Screen, Tournament
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.factories import PASSWORD, make_user
from tests.platform.access.signing import PIN, give_link, put_cookie, signed_in
from tests.public.filled.event import KEY, Filled

PART = {"HX-Request": "true"}
EVERY = 8
NUMBERS = re.compile(r"\d+|\?.*")


class Walk:
    """What was read, by a name for each look.

    Args:
        every: 0 opens every page and presses every button in every state; else one button in eight, beginning with this one, and each
            button once, and of the pages whose addresses differ by a number alone every other: an even number opens those that an odd one leaves out.
    """

    def __init__(self, filled: Filled, language: str, every: int = 0) -> None:
        self.filled, self.language, self.every = filled, language, every
        self.steps = 0
        self.turns: Counter[str] = Counter()
        self.pages: dict[str, str] = {}
        self.routes: set[tuple[str, str]] = set()
        self.slug = filled.event.slug
        self.stranger = self.client()
        self.station = self.client()
        put_cookie(self.station, stations.COOKIE, KEY, stations.SALT)

    def client(self) -> Client:
        return Client(headers={"Accept-Language": self.language})

    def player(self, entry: Entry) -> Client:
        client: Client = signed_in(self.client(), entry)
        return client

    def note(self, name: str, method: str, response: Any) -> None:
        if match := response.wsgi_request.resolver_match:
            self.routes.add((method, match.route))
        kind = response.headers.get("Content-Type", "")
        text = "" if response.streaming else response.content.decode()
        told = " ".join(f"<p>{message}</p>" for message in response.wsgi_request._messages._queued_messages)
        if kind.startswith("text/"):
            self.pages[name] = (text if kind.startswith("text/html") else f"<p>{text}</p>") + told

    def look(self, address: str, client: Client | None = None, what: str = "", **headers: str) -> None:
        if self.shares(NUMBERS.sub("", address)):
            self.note(f"{address} {what}".strip(), "GET", (client or self.stranger).get(address, headers=headers))

    def skips(self) -> bool:
        """Whether to leave something out that was much the same in other states."""
        self.steps += 1
        return bool(self.every) and self.steps % EVERY != self.every

    def shares(self, kind: str) -> bool:
        """Whether it is this walk's turn for one of many of a kind: a walk that skips takes every other, another walk the rest."""
        self.turns[kind] += 1
        return not self.every or (self.turns[kind] + self.every) % 2 == 0

    def press(
        self, address: str, client: Client, data: dict[str, Any] | None = None, what: str = "", **headers: str
    ) -> None:
        """Send a form, read what comes of it and what is told on the next page, and take it back."""
        if self.skips() and ("POST", resolve(address.partition("?")[0]).route) in self.routes:
            return
        with transaction.atomic():
            response = client.post(address, data or {}, headers=headers)
            self.note(f"POST {address} {what} {data}", "POST", response)
            transaction.set_rollback(True)

    def everything(self) -> None:
        self.public()
        self.errors()
        self.sign_in()
        self.log_in()
        self.own_pages()
        self.sheets()
        self.challenges()
        self.at_the_station()

    def public(self) -> None:
        event, look = f"/t/{self.slug}/", self.look
        for address in ("/", "/offline/", "/t/manana/", "/t/final/", "/t/final/final/", event, f"{event}final/"):
            look(address)
        for name in ("manifest.webmanifest", "names/", "names/?q=qqq", "rules/"):
            look(event + name)
        for division, rounds in (
            (self.filled.main, (1, 2, 3, 4, 5, 7)),
            (self.filled.done, (1, 3)),
            (self.filled.coming, ()),
            (self.filled.empty, ()),
        ):
            self.of_division(f"{event}{division.code}/", division, rounds)
        for screen in Screen.objects.filter(tournament=self.filled.event):
            for at in (0, 1):
                look(f"{event}screen/{screen.number}/?at={at}")
        for slot in (*range(1, len(Overlay.Shows.values) + 1), 9):
            for screen in (0, 1):
                look(f"{event}overlay/{slot}/?screen={screen}")
        look("/t/final/a/standings/")
        for system in SYSTEMS:
            Division.objects.filter(pk=self.filled.done.pk).update(standings_options={OPTION: system})
            for name in ("ratings/", "ratings/3/player/1/", "ratings/1/player/2/"):
                look(f"{event}b/{name}", what=system)
        for book in RULEBOOKS:
            Tournament.objects.filter(pk=self.filled.event.pk).update(rulebook=book)
            look(f"{event}rules/", what=book)
        Tournament.objects.filter(pk=self.filled.event.pk).update(rulebook="wespa-2010")

    def of_division(self, start: str, division: Division, rounds: tuple[int, ...]) -> None:
        more = ("statistics", "chances", "ratings", "wall")
        for name in ("pairings", "standings", "players", "cross-table", "wall-chart", *more):
            self.look(f"{start}{name}/")
        for asked in ("by=name", "by=name&q=qqq", "as=text", "by=name&as=text"):
            self.look(f"{start}pairings/?{asked}")
        for name in ("standings/?as=text", "players/?q=qqq", "wall/?screen=1", "wall/?shows=standings"):
            self.look(start + name)
        for number in rounds:
            for name in ("pairings", "standings", "statistics", "ratings"):
                self.look(f"{start}{name}/{number}/")
        numbers = (1, 2, 3, 4, 5, 9, 29, 41, 49, 52, 54, 55, 56) if division == self.filled.main else (1, 2)
        for number in numbers if rounds else ():
            self.look(f"{start}players/{number}/")
            self.look(f"{start}players/{number}/next/")
        if rounds:
            self.look(f"{start}ratings/3/player/1/")
        own = f"/console/{self.slug}/{division.code}/"
        for number in rounds[:3]:
            for name in (f"round/{number}/why/", f"round/{number}/prizes/"):
                self.look(own + name)
        for name in ("why/1/", "prizes-in-reach/"):
            self.look(own + name)

    def errors(self) -> None:
        look, event = self.look, f"/t/{self.slug}/"
        nowhere = ["/zz/", "/l/zz/", "/t/antes/", "/me/zz/", "/s/zz/1/"]
        for address in (f"{event}zz/standings/", f"{event}a/standings/99/", *nowhere):
            look(address)
        player = self.player(self.filled.entry(1))
        game = self.filled.game(3).pk
        sheets = (f"/s/{self.slug}/{end}/" for end in (game, 999_999, f"{game}/sign"))
        for address in (*sheets, f"/judge/{self.slug}/game/{game}/", f"/console/{self.slug}/"):
            look(address, player, "another's")
        self.press(f"/s/{self.slug}/{game}/sign/", self.client(), what="a stranger")
        self.press(f"/judge/{self.slug}/station/game/{game}/", self.client(), what="no station")
        with translation.override(self.language):
            self.pages["500"] = render_to_string("500.html")
        large = Sentence("This is too large: {most} kB may be sent.", most=64)
        self.pages["503"] = self.refused(503, CROWDED)
        self.pages["413"] = self.refused(413, Sentence("{why} Sign in to send more.", why=large))

    def refused(self, status: int, says: str) -> str:
        """What the server says before a page is made."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        scope = {"path": "/", "headers": [(b"accept-language", self.language.encode())]}
        async_to_sync(refuse)(scope, send, status, says, receive)
        return f"<p>{b''.join(message.get('body', b'') for message in sent).decode()}</p>"

    def log_in(self) -> None:
        user, client = make_user("tilda", factor_nonce="of another key"), self.client()
        self.look("/log-in/?next=/console/")
        self.note("the password alone", "POST", client.post("/log-in/", {"username": user, "password": PASSWORD}))
        self.look("/log-in/code/", client)
        self.press("/log-in/", self.client(), {"username": user, "password": "wrong"})
        self.press("/log-in/code/", client, {"code": "123456"})

    def sign_in(self) -> None:
        give_link(self.filled.entry(1))
        page = f"/p/?event={self.slug}"
        self.look("/p/")
        self.look(page)
        self.look("/p/?event=zz")
        running = Tournament.objects.exclude(pk=self.filled.event.pk)
        running.filter(slug="final").update(status=Tournament.Status.RUNNING)
        give_link(Entry.objects.get(division__tournament=self.filled.finished, number=1))
        self.look("/p/", what="several events")
        running.filter(slug="final").update(status=Tournament.Status.FINISHED)
        Tournament.objects.filter(pk=self.filled.event.pk).update(visibility="unlisted")
        self.look("/p/", what="no event")
        Tournament.objects.filter(pk=self.filled.event.pk).update(visibility="public")
        for data in (
            {},
            {"number": "zz", "pin": "1"},
            {"number": "1", "pin": "000000"},
            {"number": "1", "division": "a", "pin": "000000"},
            {"number": "999", "division": "a", "pin": PIN},
        ):
            self.press(page, self.client(), data)
            self.press("/station/", self.station, data, "station")
        client = self.client()
        with transaction.atomic():
            for _time in range(12):
                answer = client.post(page, {"number": "1", "division": "a", "pin": "000000"})
            self.note("throttled", "POST", answer)
            answer = client.get("/l/zz/")
            self.note("throttled link", "GET", answer)
            transaction.set_rollback(True)
        self.look("/station/", what="not paired")
        self.look("/station/", self.station)
        for data in ({}, {"code": "zz"}, {"code": "ZZZZ-ZZZZ"}):
            self.press("/station/", self.client(), data, "pairing")
        self.press(f"/p/done/{self.slug}/", self.player(self.filled.entry(1)))

    def own_pages(self) -> None:
        slug, event = self.slug, self.filled.event
        client = self.player(self.filled.entry(1))
        self.look(f"/me/{slug}/requests/", client)
        for data in ({}, {"kind": "name"}, {"kind": "zz"}, {"kind": "late", "words": "Zzz"}):
            self.press(f"/me/{slug}/requests/", client, data)
        for row in PlayerRequest.objects.filter(entry=self.filled.entry(1)):
            self.press(f"/me/{slug}/requests/{row.pk}/take-back/", client, what=row.status)
        claimed = self.filled.event.divisions.get(code="a").high_claims.first()
        client = self.player(claimed.entry)
        self.look(f"/me/{slug}/claims/", client)
        for data in (
            {},
            {"kind": "high_play", "game": claimed.game_id, "points": "9999", "word": "ZZ1"},
            {"kind": "high_play", "game": claimed.game_id, "points": "91", "word": "ZZ"},
            {"kind": "high_word", "game": claimed.game_id, "points": "44", "word": "ZZZ"},
        ):
            self.press(f"/me/{slug}/claims/", client, data)
        for number in (1, 5, 16, 31, 37, 41, 42, 45, 46, 47, 48, 49, 53, 54, 55, 56):
            client = self.player(self.filled.entry(number))
            self.look(f"/me/{slug}/", client, str(number))
        for division in (self.filled.done, self.filled.coming):
            self.look(f"/me/{slug}/", self.player(self.filled.entry(1, division)), division.code)
        self.look("/me/final/", self.player(Entry.objects.get(division__tournament=self.filled.finished, number=1)))
        at_station = signed_in(self.client(), self.filled.entry(1), "pin", Station.objects.get(tournament=event))
        put_cookie(at_station, stations.COOKIE, KEY, stations.SALT)
        self.look(f"/me/{slug}/", at_station, "at a station")
        self.press(f"/p/done/{slug}/", at_station, what="at a station")
        self.press(f"/p/still-here/{slug}/", at_station)

    def books(self) -> Iterator[str]:
        for book in RULEBOOKS:
            Tournament.objects.filter(pk=self.filled.event.pk).update(rulebook=book)
            yield book
        Tournament.objects.filter(pk=self.filled.event.pk).update(rulebook="wespa-2010")

    def sheets(self) -> None:
        for board in range(2, 6):
            game = self.filled.game(board, 1)
            self.look(f"/s/{self.slug}/{game.pk}/", self.player(game.first), "with lines of every kind")
        for name, game in self.filled.sheets.items():
            for place, entry in enumerate((game.first, game.second)):
                client = self.player(entry)
                if not self.shares("players of a game"):
                    continue
                self.look(f"/me/{self.slug}/", client, name)
                self.look(f"/s/{self.slug}/{game.pk}/", client, f"{name} {place}")
                self.buttons_of_sheet(name, game, client, place)
        for book in self.books():
            for name, game in self.filled.sheets.items():
                if not self.skips():
                    self.look(f"/s/{self.slug}/{game.pk}/", self.player(game.second), f"{name} {book}", **PART)
        Round.objects.filter(division=self.filled.main, number=4).update(status=Round.Status.PUBLISHED)
        for name in ("empty", "signed"):
            game = self.filled.sheets[name]
            self.look(f"/s/{self.slug}/{game.pk}/", self.player(game.first), f"{name} not started")
            self.look(f"/me/{self.slug}/", self.player(game.first), f"{name} not started")
            self.buttons_of_sheet(f"{name} not started", game, self.player(game.first), 0)
        Round.objects.filter(division=self.filled.main, number=4).update(status=Round.Status.PLAYING)
        Tournament.objects.filter(pk=self.filled.event.pk).update(status=Tournament.Status.FINISHED)
        for name in ("empty", "entered", "signed"):
            game = self.filled.sheets[name]
            self.look(f"/s/{self.slug}/{game.pk}/", self.player(game.first), f"{name} finished")
            self.buttons_of_sheet(f"{name} finished", game, self.player(game.second), 1)
        Tournament.objects.filter(pk=self.filled.event.pk).update(status=Tournament.Status.RUNNING)

    def buttons_of_sheet(self, name: str, game: Game, client: Client, place: int) -> None:
        address, what = f"/s/{self.slug}/{game.pk}/", f"{name} {place}"
        first, second = game.first_id, game.second_id
        whole = {f"score_{first}": "431", f"score_{second}": "388", "started": str(first)}
        odd = {f"score_{first}": "931", f"score_{second}": "-20", "started": str(second)}
        odd |= {f"left_{first}": "8", f"gained_{second}": "5", f"overtime_{first}": "1:01"}
        wrong = {f"score_{first}": "x", f"score_{second}": "99999", "started": "1", f"left_{first}": "-8"}
        wrong |= {f"overtime_{first}": "zz", "by_0": str(first), "word_1": "ZZ"}
        part = {"X-Sheet": "1"}
        for data in ({}, wrong, odd, whole):
            self.press(f"{address}enter/", client, data, what, **part)
        self.press(f"{address}correct/", client, {**whole, f"score_{first}": "400"}, what, **part)
        sheet = Sheet.objects.filter(game=game).first()
        version = sheet.versions.filter(number=sheet.number).first() if sheet else None
        latest = {"version": version.number, "sha256": version.sha256} if version else {}
        for button in ("sign", "dispute"):
            self.press(f"{address}{button}/", client, latest, what, **part)
        self.press(f"{address}sign/", client, {"version": "77"}, what, **part)
        for button in ("hand-in", "recount", "call"):
            self.press(f"{address}{button}/", client, {}, what, **part)
        for petition in Petition.objects.filter(sheet__game=game):
            self.press(f"{address}correct/{petition.pk}/agree/", client, {"sha256": petition.sha256}, what, **part)
            self.press(f"{address}correct/{petition.pk}/decline/", client, {}, what, **part)

    def challenges(self) -> None:
        for name, game in self.filled.slips.items():
            for place, entry in enumerate((game.first, game.second)):
                client = self.player(entry)
                if not self.shares("players of a game"):
                    continue
                self.look(f"/judge/{self.slug}/game/{game.pk}/", client, f"{name} {place}")
                self.look(f"/judge/{self.slug}/game/{game.pk}/station/", client, name)
                self.buttons_of_slips(name, game, client, place)
        for book in self.books():
            for name, game in self.filled.slips.items():
                if not self.skips():
                    self.look(f"/judge/{self.slug}/game/{game.pk}/", self.player(game.second), f"{name} {book}", **PART)
                if name in ("with the runner", "acceptable", "unacceptable"):
                    self.buttons_of_slips(f"{name} {book}", game, self.player(game.second), 1)

    def buttons_of_slips(self, name: str, game: Game, client: Client, place: int) -> None:
        what = f"{name} {place}"
        for data in (
            {},
            {"words": "zz 1", "way": "runner", "of": "words"},
            {"words": "gnu", "way": "station", "of": "words", "another_turn": "on"},
            {"of": "exchange", "way": "table", "another_turn": "on"},
        ):
            self.press(f"/judge/{self.slug}/game/{game.pk}/", client, data, what, **PART)
        for slip in ChallengeSlip.objects.filter(game=game):
            address = f"/judge/{self.slug}/slip/{slip.pk}/"
            for button, data in (
                ("words", {"words": ""}), ("words", {"words": "emu"}), ("agree", {}), ("hand", {}), ("take-back", {}),
                ("take-back", {"ending": "blank"}), ("take-back", {"ending": "lost_tile"}), ("reissue", {"words": "emu"}), ("not-us", {}), ("close", {}),
                ("opinion", {}), ("opinion", {"flaw": "mistyped"}),
            ):  # fmt: skip
                self.press(f"{address}{button}/", client, data, what)

    def at_the_station(self) -> None:
        start = f"/judge/{self.slug}/station/"
        look, station = self.look, self.station
        for address in (start, f"{start}?table=1", f"{start}?table=zz", f"{start}leave/"):
            look(address, station)
        self.press(f"{start}leave/", station)
        self.press(f"{start}leave/", station, {"username": "zz", "password": "zz"})
        for name, game in self.filled.slips.items():
            address = f"{start}game/{game.pk}/"
            look(address, station, name)
            for data in (
                {},
                {"challenger": game.second_id},
                {"challenger": game.second_id, f"pin-{game.first_id}": "1", f"pin-{game.second_id}": "2"},
            ):
                self.press(address, station, data, name)
            for slip in ChallengeSlip.objects.filter(game=game):
                address = f"{start}slip/{slip.pk}/"
                look(address, station, name)
                for words in ("", "zz1", "emu", "jinx"):
                    self.press(f"{address}press/", station, {"words": words}, name)
                self.press(f"{address}opinion/", station, {"entry": game.first_id, "pin": "0"}, name)
