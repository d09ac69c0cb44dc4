"""An event from files: everything is shown first, then made whole or not at all."""

from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.incoming import KEPT_FOR, MOST_FILES, apply_upload, keep_upload, plan_event
from tdsuite.exchange.models import EventUpload
from tdsuite.tournaments.models import Game, Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.exchange.test_import_tournament import COMPLETE, TOU, TSH
from tests.factories import import_files, make_tournament, make_user

pytestmark = pytest.mark.django_db
DAY = "2026-05-16"
BROKEN = COMPLETE.replace(b"415 390", b"415 9900")


@pytest.fixture
def keeper(client):
    user = make_user("keeper", is_superuser=True)
    client.force_login(user)
    return user


def upload(name, data):
    return SimpleUploadedFile(name, data)


def give(client, *files, **words):
    return client.post(reverse("console:new_from_files"), {"sources": [upload(*one) for one in files], **words})


def test_the_plan_counts_divisions_players_rounds_and_games_without_result():
    plan = plan_event([SourceFile("a.t", TSH.replace(b"402 50 377", b"402 50")), SourceFile("b.t", COMPLETE)])
    assert plan.usable
    found = [(one.name, one.code, one.players, one.rounds, one.games, one.awaited) for one in plan.divisions]
    assert found == [("a", "a", 3, 3, 3, 1), ("b", "b", 3, 3, 3, 0)]


@pytest.mark.parametrize(
    ("was", "now"),
    [(b"1725 2 3 0", b"1725 2 2 0"), (b"50 377", b"50"), (b"415 390", b"415 9900"), (b"1402 1 0", b"1402 9 0")],
)
def test_a_game_that_two_lines_tell_differently_is_put_right_on_the_page(client, keeper, was, now):
    data = COMPLETE.replace(was, now)
    address = give(client, ("a.t", data)).url
    ((file, row, faulty, *_rest),) = client.get(address).context["files"]
    assert faulty and not file.usable
    sent = {f"line-{number}": line for number, line in enumerate(COMPLETE.decode().splitlines(), start=1)}
    client.post(address, {"file": row.pk, **sent})
    words = {"name": "A", "day": DAY, "slug": "page"}
    assert client.post(reverse("incoming:make", args=[EventUpload.objects.get().pk]), words).status_code == 302
    assert Game.objects.filter(round__division__tournament__slug="page", second__isnull=False).count() == 3
    with pytest.raises(UnusableFile):
        import_files("service", SourceFile("a.t", data))


def test_files_are_given_looked_at_and_made_into_an_event(client, keeper):
    answer = give(client, ("spring.tou", TOU))
    kept = EventUpload.objects.get()
    assert (answer.status_code, answer.url) == (302, reverse("incoming:look", args=[kept.pk]))
    page = client.get(answer.url).content.decode()
    assert "<h1>What this will create</h1>" in page
    assert "Riverside Spring Open" in page and "Ada Winterbourne" in page and 'value="riverside-spring-open"' in page
    assert Tournament.objects.count() == Player.objects.count() == 0
    words = {"slug": "riverside", "name": "Riverside Open", "day": "2026-03-14"}
    made = client.post(reverse("incoming:make", args=[kept.pk]), words)
    assert made.url == reverse("console:event", args=["riverside"])
    event = Tournament.objects.get()
    assert (event.name, event.divisions.get().entries.count()) == ("Riverside Open", 3)


@pytest.mark.parametrize(
    ("filename", "name"),
    [("Spring Open.csv", "Spring Open"), ("harbour_cup-2026.csv", "Harbour cup 2026"), (".csv", ".csv")],
)
def test_a_file_without_the_events_name_offers_its_own_as_words(client, keeper, filename, name):
    page = client.get(give(client, (filename, b"Name,Rating\nAda Winterbourne,1700\nBo Lindqvist,1500\n")).url)
    assert page.context["form"]["name"].value() == name
    assert "<li>Ada Winterbourne · 1700</li>" in page.content.decode()


def test_an_upload_makes_one_event_however_often_it_is_pressed(keeper):
    kept = keep_upload(by=keeper, sources=[SourceFile("a.t", COMPLETE)], slug="once", name="", rulebook="")
    apply_upload(by=keeper, upload=kept, slug="once", name="Once", day=date(2026, 5, 16))
    with pytest.raises(Refused):
        apply_upload(by=keeper, upload=kept, slug="twice", name="Twice", day=date(2026, 5, 16))
    assert Tournament.objects.count() == 1


def test_a_file_with_faults_is_shown_with_them_and_cannot_be_made(client, keeper):
    answer = give(client, ("a.t", COMPLETE.replace(b"Okafor, Cy", b"Lindqvist, Bo")), slug="x")
    page = client.get(answer.url).content.decode()
    assert "This cannot be used yet." in page and "Make the event" not in page
    pressed = client.post(
        reverse("incoming:make", args=[EventUpload.objects.get().pk]), {"slug": "x", "name": "X", "day": DAY}
    )
    assert pressed.status_code == 422 and Tournament.objects.count() == 0


@pytest.mark.parametrize(("slug", "says"), [("import", "own addresses"), ("spring", "already"), ("no good", "slug")])
def test_a_short_name_that_is_taken_is_refused_in_place(client, keeper, slug, says):
    for name in ("spring", slug):
        give(client, ("a.t", COMPLETE))
        kept = EventUpload.objects.order_by("-pk").first()
        page = client.post(reverse("incoming:make", args=[kept.pk]), {"slug": name, "name": "Spring", "day": DAY})
    assert page.status_code == 422 and says in page.content.decode()
    assert Tournament.objects.count() == 1


def test_too_many_files_are_refused(keeper):
    sources = [SourceFile(f"{one}.t", COMPLETE) for one in range(MOST_FILES + 1)]
    with pytest.raises(Refused, match="at most 30"):
        keep_upload(by=keeper, sources=sources, slug="", name="", rulebook="")


def test_files_that_nobody_applied_go_after_a_day(keeper):
    source = [SourceFile("a.t", COMPLETE)]
    old = keep_upload(by=keeper, sources=source, slug="", name="", rulebook="")
    EventUpload.objects.filter(pk=old.pk).update(created_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    new = keep_upload(by=keeper, sources=source, slug="", name="", rulebook="")
    assert list(EventUpload.objects.values_list("pk", flat=True)) == [new.pk]


def test_another_keeper_does_not_see_the_files(client, keeper):
    look = give(client, ("a.t", COMPLETE)).url
    client.force_login(make_user("other-keeper", is_superuser=True))
    assert client.get(look).status_code == 404


def test_programs_are_told_every_problem(client, keeper):
    answer = client.post("/api/v1/imports/", {"file": upload("a.t", BROKEN), "slug": "spring"})
    assert answer.status_code == 409 and answer.json()["problems"]
    assert client.post("/api/v1/imports/", {"slug": "spring"}).status_code == 409
    assert client.post("/api/v1/imports/", {"file": upload("a.t", COMPLETE), "slug": "import"}).status_code == 400
    client.force_login(make_user("somebody"))
    assert client.post("/api/v1/imports/", {"file": upload("a.t", COMPLETE), "slug": "y"}).status_code == 403


@pytest.mark.parametrize(
    ("name", "filename", "proposed"),
    [
        ("Riverside Open", "a.t", "riverside-open"), ("Lakeside Open", "a.t", "lakeside-open-2"),
        ("", "Division A.t", "division-a"), ("スクラブル", "決勝.t", "event"), ("New", "a.t", "new-2"),
    ],
)  # fmt: skip
def test_the_short_name_that_page_2_asks_for_is_proposed_where_page_1_left_it_empty(
    client, keeper, name, filename, proposed
):
    make_tournament("lakeside-open")
    page = client.get(give(client, (filename, COMPLETE), name=name).url)
    assert page.context["form"]["slug"].value() == proposed
    made = client.post(
        reverse("incoming:make", args=[EventUpload.objects.get().pk]), {"slug": proposed, "name": "Any", "day": DAY}
    )
    assert made.url == reverse("console:event", args=[proposed])
