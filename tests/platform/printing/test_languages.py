"""Every paper in French and Spanish from a console that is in English: words, dates, figures and half wins."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation
from PIL import ImageFont
from pypdf import PdfReader

from docs.images.contact_sheet import BASE, secrets
from results.models import HighClaim, Prize, PrizeTerms
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing import registry, services
from tdsuite.tournaments.models import Division, Entry, Game, Tournament
from tests.english import english_words, parts_of
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.paper import SIZES, Paper
from tests.platform.jobs.kinds import drain
from tests.platform.printing.test_every_report import ELSEWHERE, subject_of
from tests.public.test_no_english import english_in

pytestmark = pytest.mark.django_db
LANGUAGES = ["fr", "es"]
PAGE, DESK = "/console/harbour-cup/print/", "/console/harbour-cup/sign-in/"
NAMED = ("event-rules", "challenge-docket")  # they name documents and lists, whose names are English
WRITTEN = ("Premier prix", "Prix rare", "Prix fou", "quixotic zax", "Test Words")
ADDRESS = re.compile(r"https?://\S+")
TURNS = (("A4", "fr"), ("letter", "es"))
WIDE = (
    "pairings-by-table", "pairings-by-name", "standings", "result-slips", "cross-table", "wall-chart", "scorecards",
    "prize-receipts", "challenge-slips", "score-sheet", "tally-sheet", "attendance",
)  # fmt: skip
HALF_WINS = (
    "pairings-by-table", "standings", "cross-table", "certificates", "scorecards", "event-results", "ceremony", "ceremony-event",
)  # fmt: skip


@pytest.fixture(scope="module")
def event(rows_of_the_file: None) -> Division:
    """A round of ties, one of every way a game can end, one under way; absent and withdrawn players; prizes of every sort."""
    event, options = make_tournament("harbour-cup", name="Harbour Cup"), {"rating_system": "wespa-2011"}
    made = make_division(event, players=30, rounds=6, standings_options=options)
    ties = make_round(made, 1, status="closed")
    for game in ties.games.all():
        play(game, 400, 400)
    make_ends(make_round(made, 2, status="playing", results=0).games.order_by("board"))
    make_round(made, 3, pairs=[(number, number + 1) for number in range(1, 29, 2)] + [(29, None)])
    Entry.objects.filter(division=made, number=30).update(withdrawn_from=3)
    Entry.objects.filter(division=made, number=28).update(absences=[3])
    for title, more in (
        ("Premier prix", {"basis": "place", "money": 5050, "text": "vino"}),
        ("Prix rare", {"basis": "class", "class_name": "Z", "money": 100}),
        ("Prix fou", {"basis": "high_win", "money": 100}),
    ):
        Prize.objects.create(division=made, title=title, **more)
        own = more if more["basis"] == "high_win" else {"basis": "team", "money": 75}
        Prize.objects.create(tournament=made.tournament, title=title, **own)
    PrizeTerms.objects.create(tournament=made.tournament, currency="€")
    game = ties.games.order_by("board")[0]
    for kind in HighClaim.Kind.values:
        HighClaim.objects.create(
            division=made, entry=game.first, game=game, kind=kind, points=120, word="ZAX", status="confirmed",
            claimed_at=timezone.now(),
        )  # fmt: skip
    Tournament.objects.update(public_base_url=BASE)
    return made


@pytest.fixture
def division(event: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=event.pk)


def make_ends(games: Any) -> None:
    """A game of each outcome, as far as there are games; who starts one of the last two is open."""
    outcomes = [outcome for outcome in Game.Outcome.values if outcome and "bye" not in outcome]
    for game, outcome in zip(games, outcomes, strict=False):
        game.outcome = outcome
        if outcome in Game.SCORED:
            game.first_score, game.second_score = 400, 380
        if outcome in Game.STATED:
            game.first_halves, game.first_spread, game.second_halves, game.second_spread = 2, 50, 0, -50
        game.save()


def papers(division: Division) -> dict[str, tuple[Any, dict[str, Any]]]:
    """Of every paper what it is of and its options."""
    names = [known.name for known in registry.reports() if known.name not in ELSEWHERE]
    of = {name: (subject_of(name, division), {"round": 3}) for name in names}
    of["pairings-by-table-2"] = of["standings-2"] = (division.rounds.get(number=2), {})
    secret = secrets(division)
    return of | {name: (given.pop("about", subject_of(name, division)), given) for name, given in secret.items()}


def written(division: Division) -> list[str]:
    """What people wrote."""
    people = Entry.objects.values_list("player__name", "player__filing_name", "player__club")
    return [*WRITTEN, *(text for row in people for text in row)]


def printed(division: Division, language: str) -> dict[str, str]:
    """The HTML of every paper, asked for in English."""
    assert translation.get_language() == "en-gb"
    return {
        name: services.html_of(registry.find(name.removesuffix("-2")), obj, options, paper="A4", language=language)
        for name, (obj, options) in papers(division).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paper_has_an_english_sentence_label_word_or_decimal_sign(language: str, division: Division) -> None:
    sheets, data = printed(division, language), written(division)
    assert len(sheets) > 31
    assert {name: words for name, sheet in sheets.items() if (words := english_in(sheet, language))} == {}
    others = {
        name: [ADDRESS.sub("", part) for part in parts_of(sheet)] for name, sheet in sheets.items() if name not in NAMED
    }
    assert {name: words for name, parts in others.items() if (words := english_words(parts, data))} == {}
    assert all(f'<html lang="{language}">' in sheet for sheet in sheets.values())
    texts = {name: " ".join(parts_of(sheet)) for name, sheet in sheets.items()}
    assert {name: found for name, text in texts.items() if (found := re.findall(r"\b\d+\.5\b", text))} == {}
    assert [name for name in HALF_WINS if not re.search(r"\b\d,5\b", texts[name])] == []


def test_dates_and_money_are_as_the_language_writes_them(division: Division) -> None:
    of = {"certificates": division, "prize-receipts": division.tournament}
    french, spanish, english = (
        {name: services.html_of(registry.find(name), of[name], {}, paper="A4", language=language) for name in of}
        for language in ("fr", "es", "en-gb")
    )
    assert "17 mai 2026" in french["certificates"] and "17 de mayo de 2026" in spanish["certificates"]
    assert "17 May 2026" in english["certificates"]
    money = re.compile(r"\d,\d\d\u00a0€")
    assert all(
        money.search(sheets["prize-receipts"]) and "€1" not in sheets["prize-receipts"] for sheets in (french, spanish)
    )
    assert re.search(r"€\d+\.\d\d", english["prize-receipts"])


@pytest.mark.parametrize(
    ("name", "paper", "language"),
    [  # each paper in one language, and they take turns
        pytest.param(name, paper, language, marks=[] if (paper, language) == TURNS[at % 2] else [pytest.mark.full])
        for at, name in enumerate(WIDE)
        for paper in SIZES
        for language in LANGUAGES
    ],
)
def test_longer_words_stay_on_the_paper_and_in_their_columns(
    name: str, paper: str, language: str, division: Division
) -> None:
    Paper(name, subject_of(name, division), paper=paper, options={"round": 3}, language=language).assert_whole()


@pytest.mark.parametrize(("language", "done"), [("fr", "Terminé"), pytest.param("es", "Listo", marks=pytest.mark.full)])
def test_the_head_of_a_column_to_tick_is_not_broken(language: str, done: str, division: Division) -> None:
    pack = Paper("director-pack", subject_of("director-pack", division), options={"round": 3}, language=language)
    assert done in pack.text.split()


@pytest.fixture
def director(division: Division) -> Client:
    client = Client()
    client.force_login(make_user(tournament=division.tournament, role=Role.DIRECTOR))
    return client


def choose(**given: str) -> dict[str, str]:
    return {"report": "pairings-by-table", "place": "a/3", "paper": "A4"} | given


def test_a_french_sheet_is_printed_from_an_english_console(director: Client, runner: Runner) -> None:
    director.post(PAGE, choose(language="fr"))
    assert Job.objects.get().args["language"] == "fr"
    drain(runner, "printing")
    job = Job.objects.get()
    assert job.status == Job.Status.DONE, job.error
    reader = PdfReader(io.BytesIO(job.files.get().open().read()))
    text = " ".join(reader.pages[0].extract_text().split())
    assert "Ronde 3 · Division A Appariements par table" in text and "joue en second" in text
    assert re.search(r"Imprimé le \d{1,2} [a-zûé]+ 20\d\d, \d\d:\d\d", text)
    root: Any = reader.root_object
    assert root["/Lang"] == "fr"
    page = director.get(PAGE).content.decode()
    assert "Division A, round 3, Français" in page and "Pairings by table" in page


def test_the_language_is_kept_as_the_paper_is_and_offered_at_the_desk_too(director: Client) -> None:
    assert director.get(PAGE).context["form"]["language"].value() == "en-gb"
    director.post(PAGE, choose(language="es", paper="letter"))
    page = director.get(PAGE)
    assert "the standings before: one file, in Español." in page.content.decode()
    assert page.context["form"]["language"].value() == page.context["wifi"]["language"].value() == "es"
    desk = " ".join(director.get(DESK).content.decode().split())
    assert re.search(r'value="es" lang="es" selected', desk) and re.search(r'value="letter" selected', desk)
    director.post(PAGE, choose())  # one press for a whole round names none
    assert Job.objects.order_by("-pk")[0].args["language"] == "es"
    assert "Escanee" not in page.content.decode()
    assert "PIN para la terminal" in director.post(f"{DESK}issue/").content.decode()
    assert "Scannez pour ouvrir" in director.post(f"{DESK}print/", {"language": "fr"}).content.decode()
    assert "Scannez pour ouvrir" in director.post(f"{DESK}print/").content.decode()


def test_the_browsers_own_print_is_in_the_language_of_its_address_which_is_not_kept(director: Client) -> None:
    answer = director.post(PAGE, choose(browser="1", language="fr"))
    assert answer.headers["Location"] == f"{PAGE}pairings-by-table/a/3/?paper=A4&language=fr"
    assert "joue en second" in director.get(answer.headers["Location"]).content.decode()
    assert "juega segundo" in director.get(f"{PAGE}pairings-by-table/a/3/?language=es").content.decode()
    assert director.get(PAGE).context["form"]["language"].value() == "fr"


def test_an_unknown_language_is_refused_everywhere_and_says_which_there_are(
    director: Client, division: Division
) -> None:
    assert director.post(PAGE, choose(language="xx")).status_code == 400
    says = "Nothing is printed in the language “xx”: choose one of en-gb, fr, es."
    wifi = {"network": "Hall", "paper": "A4", "language": "xx"}
    assert director.post(f"{PAGE}wifi/", wifi).status_code == 302
    for answer in (
        director.get(f"{PAGE}standings/a/2/?language=xx"),
        director.post(f"{DESK}issue/", {"language": "xx"}),
        director.get("/console/harbour-cup/challenges/docket/a/?language=xx"),
    ):
        assert (answer.status_code, answer.headers["Content-Type"]) == (400, "text/html; charset=utf-8")
        page = answer.content.decode()
        assert "<h1>Nothing was printed</h1>" in page and f"<p>{says}</p>" in page
    assert not Entry.objects.filter(player_link__isnull=False).exists()  # no PIN was made that nobody saw
    with pytest.raises(services.UnknownLook):
        services.request_print(report="standings", obj=division.rounds.get(number=2), by=COMMAND_LINE, language="xx")
    assert not Job.objects.exists()


def test_a_program_names_the_language_too(director: Client, division: Division) -> None:
    address, fields = "/api/v1/tournaments/harbour-cup/prints/", {"report": "standings", "division": "a", "round": 2}
    answers = [
        director.post(address, fields | more, content_type="application/json")
        for more in ({}, {"language": "fr"}, {"language": "xx"})
    ]
    assert [answer.status_code for answer in answers] == [202, 202, 400]
    assert [job.args["language"] for job in Job.objects.order_by("pk")] == ["en-gb", "fr"]
    assert "language" in str(answers[2].json())


def test_a_refusal_is_said_in_the_language_of_the_console(director: Client, division: Division, runner: Runner) -> None:
    empty = choose(report="result-slips", place="a/1", missing_only="1", language="fr")
    says = "No game of round 1 of Division A needs a slip."
    assert says in director.post(PAGE, empty).content.decode()
    address = f"{PAGE}result-slips/a/1/?missing_only=1&language=fr"
    assert says in director.get(address, follow=True).content.decode()
    row = division.rounds.get(number=1)
    services.request_print(
        report="result-slips", obj=row, by=COMMAND_LINE, tournament=division.tournament, language="fr",
        options={"missing_only": True},
    )  # fmt: skip
    drain(runner, "printing")
    assert Job.objects.get().error == says


ROOM = (  # millimetres that a label has, its size in points, whether it is bold
    (13.2, 6.5, False, ("Started ✓", "Tiles left ±", "Overtime −", "box of a slip\x04Challenges")),
    (24.0, 6.5, False, ("Final score",)),
    (26.5, 8.5, False, ("Winner’s spread",)),
    (13.4, 8.5, True, ("Own", "Opp.", "narrow column\x04Spread", "Running", "W–L")),
    (9.4, 8.5, True, ("Rd", "Start")),
)


def width_of(text: str, points: float, *, bold: bool) -> float:
    """Millimetres that a text takes on one line."""
    name = "SourceSansPro-Bold.ttf" if bold else "SourceSansPro-Regular.ttf"
    font = ImageFont.truetype(str(Path(settings.FONT_DIR) / name), 1000, layout_engine=ImageFont.Layout.BASIC)
    return font.getlength(text) * points * 25.4 / 72 / 1000


@pytest.mark.parametrize("language", services.LANGUAGES)
def test_labels_of_slips_and_scorecards_are_no_wider_than_their_boxes(language: str) -> None:
    too_wide = []
    with translation.override(language):
        for room, points, bold, labels in ROOM:
            for label in labels:
                context, _mark, message = label.rpartition("\x04")
                text = translation.pgettext(context, message) if context else translation.gettext(message)
                if width_of(text, points, bold=bold) > room:
                    too_wide.append((text, width_of(text, points, bold=bold), room))
    assert too_wide == []
