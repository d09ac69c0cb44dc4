import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.models import RosterUpload
from tdsuite.exchange.roster import apply_roster, plan_roster
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Entry, Player
from tests.exchange.test_import_tournament import COMPLETE, TOU
from tests.factories import make_division, make_entries, make_tournament, make_user

pytestmark = pytest.mark.django_db
CSV = b"rating,name,club\n1725,Ada Winterbourne,Dockside\n1402,Bo Lindqvist,\n"


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=0)


def apply(division, data=CSV, **options):
    return apply_roster(by=COMMAND_LINE, division=division, source=SourceFile("roster.csv", data), **options)


def plan(division, data):
    return plan_roster(division, SourceFile("roster.csv", data))


def entries(division):
    return list(division.entries.values_list("number", "player__name", "rating"))


def test_columns_come_in_any_order(division):
    apply(division)
    assert entries(division) == [(1, "Ada Winterbourne", 1725), (2, "Bo Lindqvist", 1402)]
    assert Player.objects.get(name="Ada Winterbourne").club == "Dockside"


def test_the_preview_changes_nothing_and_says_what_would_happen(division):
    apply(division)
    planned = plan(division, b"name,rating\nAda Winterbourne,1750\nBo Lindqvist,1402\nCy Okafor,900\n")
    assert planned.counts == {"add": 1, "change": 1, "same": 1}
    (change,) = planned.of_kind("change")[0].changes
    assert (change.field, change.old, change.new) == ("rating", "1725", "1750")
    assert entries(division) == [(1, "Ada Winterbourne", 1725), (2, "Bo Lindqvist", 1402)]


def test_applying_again_changes_and_adds_by_name_whatever_the_case(division):
    apply(division)
    apply(division, b"name,rating\nADA WINTERBOURNE,1750\nCy Okafor,900\n")
    assert entries(division) == [(1, "Ada Winterbourne", 1750), (2, "Bo Lindqvist", 1402), (3, "Cy Okafor", 900)]


def test_an_id_finds_a_player_under_another_name(division):
    apply(division, b"name,rating,naspa\nAda Winterbourne,1725,AA001234\n")
    planned = plan(division, b"name,rating,naspa\nAda Smith,1730,AA001234\n")
    assert [row.kind for row in planned.rows] == ["change"]


def test_what_the_file_does_not_say_stays(division):
    apply(division)
    apply(division, b"name\nAda Winterbourne\n")
    assert entries(division)[0] == (1, "Ada Winterbourne", 1725)


def test_a_line_with_a_bad_rating_is_named_and_nothing_is_applied(division):
    with pytest.raises(UnusableFile) as caught:
        apply(division, b"name,rating\nAda Winterbourne,1725\nBo Lindqvist,strong\n")
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [(3, "rating")]
    assert entries(division) == []


def test_names_that_look_alike_are_flagged_not_merged(division):
    apply(division)
    planned = plan(division, b"name,rating\nAda Winterborne,1700\n")
    assert planned.usable
    assert "looks like Ada Winterbourne on the roster" in planned.problems[-1].text
    assert planned.counts["add"] == 1


def test_a_number_that_is_somebody_elses_is_refused_with_its_line(division):
    apply(division)
    planned = plan(division, b"number,name,rating\n1,Cy Okafor,900\n")
    assert not planned.usable
    assert "number 1 belongs to Ada Winterbourne" in planned.problems[-1].text


def test_two_lines_about_one_player_are_refused(division):
    apply(division, b"name,rating,naspa\nAda Winterbourne,1725,AA001234\n")
    planned = plan(division, b"name,rating,naspa\nAda Winterbourne,1725,\nAda Smith,1730,AA001234\n")
    assert not planned.usable


def test_a_tsh_file_brings_its_history_into_an_empty_division_when_asked(division):
    source = SourceFile("a.t", COMPLETE)
    assert plan_roster(division, source).history == 3
    apply_roster(by=COMMAND_LINE, division=division, source=source, with_games=True)
    assert [row.status for row in division.rounds.filter(number__lte=3)] == ["closed"] * 3


def test_a_tsh_file_brings_only_its_players_otherwise(division):
    apply_roster(by=COMMAND_LINE, division=division, source=SourceFile("a.t", COMPLETE))
    assert (division.entries.count(), division.rounds.count()) == (3, 0)


def test_history_is_not_offered_to_a_division_with_players(division):
    make_entries(division, 2)
    source = SourceFile("a.t", COMPLETE)
    assert plan_roster(division, source).history == 0
    with pytest.raises(UnusableFile):
        apply_roster(by=COMMAND_LINE, division=division, source=source, with_games=True)


def test_only_those_who_may_edit_the_roster_apply_one(division):
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        apply_roster(by=scorer, division=division, source=SourceFile("roster.csv", CSV))


def test_the_command_previews_and_applies(division, tmp_path):
    path, out = tmp_path / "roster.csv", StringIO()
    path.write_bytes(CSV)
    call_command("import_roster", "open", "a", str(path), "--preview", "--json", stdout=out)
    assert (json.loads(out.getvalue()), division.entries.count()) == ({"add": 2, "change": 0, "same": 0}, 0)
    call_command("import_roster", "open", "a", str(path), stdout=out)
    assert division.entries.count() == 2


def test_the_command_names_what_it_cannot_find(tmp_path):
    make_tournament("open")
    with pytest.raises(CommandError, match=r"There is no event 'nowhere'\. Events here: open"):
        call_command("import_roster", "nowhere", "a", "x.csv")
    with pytest.raises(CommandError, match="open has no division 'z'"):
        call_command("import_roster", "open", "z", "x.csv")


@pytest.fixture
def director(client, division):
    client.force_login(make_user(tournament=division.tournament))
    return client


def paste(client, text):
    return client.post(reverse("exchange:roster_import", args=["open", "a"]), {"text": text})


def test_a_director_pastes_looks_and_applies(director, division):
    answer = paste(director, CSV.decode())
    page = director.get(answer.url)
    assert "Apply: add 2, change 0, leave 0" in page.content.decode()
    assert division.entries.count() == 0
    director.post(f"{answer.url}apply/")
    assert division.entries.count() == 2
    assert not RosterUpload.objects.exists()


def test_a_page_shows_every_problem_with_its_line_and_offers_no_apply(director):
    page = director.get(paste(director, "name,rating\nAda Winterbourne,x\nBo Lindqvist,y\n").url).content.decode()
    assert ("Line 2" in page, "Line 3" in page, "Apply:" in page) == (True, True, False)


def test_a_tou_file_with_its_games_can_be_applied_with_its_history(director, division):
    url = paste(director, TOU.decode()).url
    assert "Apply with 3 rounds of games" in director.get(url).content.decode()
    director.post(f"{url}apply/", {"with_games": "1"})
    assert division.rounds.filter(status="closed").count() == 3


def test_an_empty_form_says_what_is_missing(director):
    answer = paste(director, "  ")
    assert answer.status_code == 400
    assert "one of the three: a file, pasted lines or an address" in answer.content.decode()


def test_an_upload_that_was_applied_is_gone(director):
    url = paste(director, CSV.decode()).url
    director.post(f"{url}apply/")
    assert director.post(f"{url}apply/").status_code == 404
    assert Entry.objects.count() == 2


def test_a_stranger_is_sent_to_log_in_and_a_scorer_is_refused(client, division):
    url = reverse("exchange:roster_import", args=["open", "a"])
    assert client.get(url).status_code == 302
    client.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    assert client.get(url).status_code == 403
