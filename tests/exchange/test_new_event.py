"""A new event with its roster on one page, an earlier one again, and how many actions lead to a published first round."""

from datetime import UTC, date, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from pairings.services.advice import format_advice
from pairings.services.rules import save_settings
from results.prizes.services.prizes import save_prize
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Entry, Round, Tournament
from tdsuite.tournaments.services.screens import add_screen
from tests.factories import PASSWORD, made_up_name, make_played_event, make_user
from tests.oracles.files import oracle
from tests.pairings.desk import work
from tests.results.looking import text

pytestmark = pytest.mark.django_db
PAGE = {
    "name": "Lagoon Classic", "starts_on": "2026-11-28", "ends_on": "2026-11-29", "time_zone": "Africa/Lagos",
    "divisions": "Division A, 8\nDivision B, 6", "rulebook": "wespa-2010", "game_minutes": "25", "entry_mode": "player",
    "visibility": "public", "by_rating": "on",
}  # fmt: skip


def csv(players=61, first=24, *, divisions=True):
    """A table of players, worst first, with a column that says who of them plays where."""
    lines = ["Name,Rating,Division"]
    for at in reversed(range(players)):
        lines.append(f"{made_up_name(at)[0]},{2000 - 10 * at},{'A' if at < first else 'B'}")
    return "\n".join(line if divisions else line.rpartition(",")[0] for line in lines).encode()


def roster(data):
    return SimpleUploadedFile("players.csv", data)


@pytest.fixture
def keeper(client):
    user = make_user("keeper", is_superuser=True)
    client.force_login(user)
    return user


class Actions:
    """A browser that counts: a page submitted or a button pressed is an action."""

    def __init__(self, client):
        self.client, self.count = client, 0

    def open(self, address):
        self.count += 1
        return self.client.get(address, follow=True)

    def send(self, address, values):
        self.count += 1
        return self.client.post(address, values, follow=True)


def publish_both(browser, page):
    """From the page on which both divisions are paired."""
    work()
    board = page.request["PATH_INFO"]
    steps = browser.client.get(board).context["press"].chosen
    values = {"division": [step.division.code for step in steps], "draft": [step.run.pk for step in steps]}
    browser.send(f"{board}publish/", values)


def made_from(browser, page):
    words = {name: page.context["form"][name].value() for name in ("slug", "name", "day")}
    return browser.send(reverse("incoming:make", args=[page.context["upload"].pk]), {**words, "pair": "1"})


def published(slug):
    rows = Round.objects.filter(division__tournament__slug=slug, number=1).exclude(status="draft")
    return {row.division.code: row.games.count() for row in rows}


def test_two_divisions_of_61_players_from_one_csv_are_published_in_at_most_9_actions_and_a_copy_in_5(client):
    make_user("keeper", is_superuser=True)
    browser = Actions(client)
    browser.send("/log-in/?next=/console/", {"username": "keeper", "password": PASSWORD})
    assert browser.open("/console/new/").context["form"]["rulebook"].value() == "wespa-2012"  # the newest edition
    page = browser.send("/console/new/", {**PAGE, "sources": [roster(csv())]})
    assert 'value="2026-11-28"' in page.content.decode()  # as a field of days reads it
    assert "tables 1-14" in text(page) and "tables 15-35" in text(page)
    publish_both(browser, made_from(browser, page))
    assert (published("lagoon-classic"), browser.count) == ({"a": 12, "b": 19}, 5)
    browser.count = 0
    browser.open("/console/lagoon-classic/copy/")
    words = {"name": "Lagoon Classic 2027", "starts_on": "2027-11-27", "by_rating": "on", "same_people": "on"}
    page = browser.send("/console/lagoon-classic/copy/", {**words, "sources": [roster(csv(60))]})
    publish_both(browser, made_from(browser, page))
    assert (published("lagoon-classic-2027"), browser.count) == ({"a": 12, "b": 18}, 4)
    again = Tournament.objects.get(slug="lagoon-classic-2027")
    assert (again.ends_on, again.time_zone, again.status) == (date(2027, 11, 28), "Africa/Lagos", "running")


def test_players_are_numbered_by_rating_unless_the_roster_is_to_be_kept(client, keeper):
    for by_rating, first in (("on", "Ada Winterbourne"), ("", made_up_name(9)[0])):
        page = client.post("/console/new/", {**PAGE, "by_rating": by_rating, "divisions": "Open, 7", "sources": [roster(csv(10, divisions=False))]}, follow=True)  # fmt: skip
        made_from(Actions(client), page)
        event = Tournament.objects.latest("pk")
        assert [division.name for division in event.divisions.all()] == ["Open"]
        assert Entry.objects.get(division__tournament=event, number=1).player.name == first


def test_a_roster_without_divisions_is_dealt_out_by_rating(client, keeper):
    lines = "Premier, 9, 4\nIntermediate, 8, 6\nNovices, 7"
    page = client.post("/console/new/", {**PAGE, "divisions": lines, "text": csv(15, divisions=False).decode()}, follow=True)  # fmt: skip
    made_from(Actions(client), page)
    rows = [(row.name, row.planned_rounds, row.entries.count()) for row in Division.objects.all()]
    assert rows == [("Premier", 9, 4), ("Intermediate", 8, 6), ("Novices", 7, 5)]
    assert Division.objects.get(code="premier").entries.get(number=4).player.name == made_up_name(3)[0]


def test_one_line_of_divisions_gives_its_rounds_to_every_division_of_the_roster(client, keeper):
    page = client.post(
        "/console/new/", {**PAGE, "divisions": "Division A, 7", "sources": [roster(csv(9, 4))]}, follow=True
    )
    made_from(Actions(client), page)
    assert sorted(Division.objects.values_list("name", "planned_rounds")) == [("A", 7), ("B", 7)]


def test_rounds_are_scheduled_by_one_line(client, keeper):
    client.post("/console/new/", {**PAGE, "divisions": "Open, 8", "first_at": "09:00", "every": "65", "lunch_after": "3", "lunch": "60"})  # fmt: skip
    times = list(Round.objects.order_by("number").values_list("scheduled_at", flat=True))
    assert times[0] == datetime(2026, 11, 28, 8, 0, tzinfo=UTC)
    assert times[3] == datetime(2026, 11, 28, 8 + 4, 15, tzinfo=UTC)
    assert times[4] == datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


def test_a_copy_has_every_setting_and_nothing_that_was_played(client, keeper):
    division = make_played_event(players=6, played=2)
    event = division.tournament
    event.venue = "Hall 2"
    event.save()
    Division.objects.filter(pk=division.pk).update(
        pairing_plan=[{"first": 1, "last": 7, "method": "random"}], spread_caps=[100, 200], table_plan={"tables": "5-9"}
    )
    division.refresh_from_db()
    Round.objects.create(division=division, number=7, scheduled_at=datetime(2026, 5, 17, 7, 30, tzinfo=UTC))
    rules = {"families": [[1, 2]], "reasons_public": False}
    save_settings(by=keeper, division=division, values=rules)
    save_prize(by=keeper, division=division, values={"title": "First", "basis": "place", "place": 1, "money": 100})
    panels = [{"shows": "names", "division": "a"}, {"shows": "clock", "division": "", "seconds": 9}]
    add_screen(by=keeper, tournament=event, name="Entrance", panels=panels)
    scorer = make_user("scorer", tournament=event, role=Role.SCORER)
    words = {"name": "Next Open", "starts_on": "2026-05-23", "same_people": "on"}
    page = client.post("/console/lakeside-open/copy/", words, follow=True)
    made_from(Actions(client), page)
    copy = Tournament.objects.get(slug="next-open")
    own = copy.divisions.get()
    assert (copy.venue, copy.ends_on, own.planned_rounds) == ("Hall 2", date(2026, 5, 24), 7)
    assert own.spread_caps == [100, 200]
    assert own.pairing_plan[0]["method"] == "random" and own.table_plan["tables"] == "5-9"
    assert (own.pairing_settings.families, own.pairing_settings.reasons_public) == ([], False)
    assert own.prizes.get().title == "First" and own.entries.count() == 0
    assert not own.rounds.exclude(status="draft").exists()
    assert own.rounds.get(number=7).scheduled_at == datetime(2026, 5, 24, 7, 30, tzinfo=UTC)
    assert [(screen.name, screen.panels, screen.held) for screen in copy.screens.all()] == [
        ("Entrance", event.screens.get().panels, None)
    ]
    assert copy.memberships.filter(user=scorer, role=Role.SCORER).exists()
    page = client.post("/console/lakeside-open/copy/", {**words, "name": "Club", "same_players": "on"}, follow=True)
    made_from(Actions(client), page)
    club = Division.objects.get(tournament__slug="club")
    assert (club.entries.count(), club.pairing_settings.families) == (6, [[1, 2]])


@pytest.mark.parametrize(
    ("players", "rounds", "advice"),
    [
        (2, 3, []),
        (8, 7, ["A round robin fits: everybody meets everybody once."]),
        (8, 14, ["A round robin fits: everybody meets everybody 2 times."]),
        (8, 3, ["A round robin would take 7 rounds.", "Quads fit: 2 groups of four,", "Swiss fits: at most one player"]),
        (8, 9, ["A round robin would take 7 rounds.", "Everybody meets everybody once by round 7; then"]),
        (24, 9, ["Swiss fits: at most one player", "King of the Hill in the last round"]),
        (61, 5, ["Swiss is too short to find one winner: 2 players", "King of the Hill", "The number of players is odd: there will be a bye in each of the 5 rounds."]),
    ],
)  # fmt: skip
def test_advice_follows_from_players_and_rounds(players, rounds, advice):
    found = format_advice(players, rounds)
    assert [text.startswith(begun) for text, begun in zip(found, advice, strict=True)] == [True] * len(advice)


def test_a_refused_roster_is_put_right_on_its_page_and_nothing_typed_is_lost(client, keeper):
    case = oracle("cases-3/google-form.csv")
    words = {**PAGE, "divisions": "Division A (Open), 8\nDivision B (Intermediate), 6"}
    form = SimpleUploadedFile("google-form.csv", case.read_bytes())
    page = client.post("/console/new/", {**words, "sources": [form]}, follow=True)
    (_, row, faulty, *_columns), address = page.context["files"][0], page.request["PATH_INFO"]
    assert [line.number for line in faulty] == [2, 5, 13, 22, 24, 39, 56, 63]
    assert page.text.count("Line 5, rating: &#x27;1335 (I think)&#x27; is not a rating.") == 1
    half = {f"line-{line.number}": line.text.replace(" (I think)", "") for line in faulty}
    page = client.post(address, {"file": row.pk, **half, "out-63": "on"}, follow=True)
    faulty = page.context["files"][0][2]
    assert [line.number for line in faulty] == [2, 13, 24]
    rest = {f"line-{line.number}": line.text.replace("none yet", "0") for line in faulty}
    page = client.post(address, {"file": row.pk, **rest}, follow=True)
    assert page.context["form"]["name"].value() == "Lagoon Classic"
    made_from(Actions(client), page)
    event = Tournament.objects.get(slug="lagoon-classic")
    assert (event.time_zone, event.ends_on, event.rulebook) == ("Africa/Lagos", date(2026, 11, 29), "wespa-2010")
    assert [(row.planned_rounds, row.entries.count()) for row in event.divisions.all()] == [(8, 24), (6, 37)]
    ratings = dict(Entry.objects.filter(division__tournament=event).values_list("player__name", "rating"))
    assert ratings["Hassan Bello"] == 1335


def test_another_file_takes_the_place_of_a_refused_one_and_the_rest_is_kept(client, keeper):
    page = client.post("/console/new/", {**PAGE, "sources": [roster(b"%PDF-1.7")]}, follow=True)
    address, row = page.request["PATH_INFO"], page.context["files"][0][1]
    page = client.post(address, {"file": row.pk, "replacement": roster(csv(20, 8))}, follow=True)
    assert [(division.players, division.rounds) for division in page.context["plan"].divisions] == [(8, 8), (12, 6)]
    assert page.context["form"]["name"].value() == "Lagoon Classic"
