"""A list fills a division: shown first, applied as one decision, and never after round 1 what pairings stand on."""

from datetime import date
from functools import partial
from typing import Any

import pytest

from results.models import RatingList, RatingListEntry, RatingListUse
from results.rating_lists.engine.matching import MatchKind
from results.rating_lists.services.lists import index_of
from results.rating_lists.services.uses import LABELS, ListPlan, apply_list, plan_list, value_text
from tdsuite.exchange.checklist import checklist
from tdsuite.exchange.export import export
from tdsuite.exchange.result_rows import result_rows
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, DivisionChange, Entry, Player, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.practice import delete_practice_event, mark_practice
from tests.factories import make_division, make_entries, make_round, make_user
from tests.results.rating_lists.conftest import JUNE, MAY, loaded
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
BOB = {2: 3}  # player 2, Robert Lindqvist, is line 3, Robert Lindqvist


def values(division: Division) -> list[tuple[Any, ...]]:
    rows = division.entries.select_related("player").order_by("number")
    return [(row.number, row.rating, row.lifetime_games, row.player.naspa_id, row.imported) for row in rows]


UNTOUCHED = [(1, 1700, None, "", {}), (2, 0, None, "AA000009", {}), (3, 0, None, "", {}), (4, 1000, None, "", {})]
FILLED = [
    (1, 1725, 212, "AA000001", {"expiry": "2027-01-31"}), (2, 0, None, "AA000009", {}),
    (3, 900, 7, "AA000003", {"expiry": "9999-12-31", "suspended_until": "2026-12-31"}), (4, 1000, None, "", {}),
]  # fmt: skip


def apply(division: Division, row: RatingList, **more: Any) -> ListPlan:
    return apply_list(by=COMMAND_LINE, division=division, rating_list=row, **more)


def last_use() -> RatingListUse:
    use = RatingListUse.objects.select_related("division__tournament").first()
    assert use is not None
    return use


# --- the plan -----------------------------------------------------------------------------------------------


def test_the_plan_says_what_would_change_and_changes_nothing(division: Division, may: RatingList) -> None:
    plan = plan_list(division, may)
    assert plan.counts == {"players": 4, "matched": 2, "changed": 2, "to_confirm": 1, "unmatched": 1, "left_alone": 0}
    assert [(one.label, one.before, one.after) for one in plan.changed[0].changes] == [
        ("rating", "1700", "1725"), ("lifetime games", "none", "212"), ("NASPA number", "none", "AA000001"),
        ("membership until", "none", "2027-01-31"),
    ]  # fmt: skip
    assert [(one.label, one.before, one.after) for one in plan.changed[1].changes] == [
        ("rating", "unrated", "900"), ("lifetime games", "none", "7"), ("NASPA number", "none", "AA000003"),
        ("membership until", "none", "life"), ("suspended until", "none", "2026-12-31"),
    ]  # fmt: skip
    assert values(division) == UNTOUCHED and Record.objects.filter(action="rating_list.applied").count() == 0


def test_a_name_under_another_number_is_offered_and_confirmed(division: Division, may: RatingList) -> None:
    (bob,) = plan_list(division, may).of_kind(MatchKind.TO_CONFIRM)
    assert [(one.entry.line, one.why) for one in bob.match.offered] == [
        (3, "the same name, but the NASPA number AA000002")
    ]
    confirmed = plan_list(division, may, BOB)
    assert [row.entry.number for row in confirmed.changed] == [1, 2, 3]
    assert confirmed.changed[1].match.why == "confirmed: the list says Robert Lindqvist"


def test_the_plan_warns_of_memberships_and_suspensions_on_the_events_days(division: Division, may: RatingList) -> None:
    assert plan_list(division, may, BOB).warnings == (
        "Robert Lindqvist: membership ended on 2026-03-01, before the last day of the event.",
        "Cy Okafor: suspended until 2026-12-31.",
    )


def test_a_membership_that_ends_on_the_last_day_is_no_warning_and_an_ended_suspension_neither(
    division: Division,
) -> None:
    row = loaded(b"Name,Rating,Expires,Suspended\nAda Winterbourne,1725,2026-05-17,2026-05-15\n")
    assert plan_list(division, row).warnings == ()
    row = loaded(b"Name,Rating,Suspended\nAda Winterbourne,1725,yes\n", name="other")
    assert plan_list(division, row).warnings == ("Ada Winterbourne: suspended until further notice.",)


def test_a_choice_of_a_line_or_a_player_that_is_not_there_is_refused(division: Division, may: RatingList) -> None:
    with pytest.raises(Refused, match="has no player in line 99"):
        plan_list(division, may, {2: 99})
    with pytest.raises(Refused, match="Division A has no player 77"):
        plan_list(division, may, {77: 3})


def test_what_the_list_does_not_say_stays(division: Division) -> None:
    Entry.objects.filter(number=1).update(lifetime_games=5, imported={"expiry": "2026-01-01"})
    apply(division, loaded(b"Name,Rating\nAda Winterbourne,1725\n"))
    assert values(division)[0] == (1, 1725, 5, "", {"expiry": "2026-01-01"})


def test_a_list_with_suspensions_ends_those_that_it_does_not_name_and_one_without_does_not(division: Division) -> None:
    Entry.objects.filter(number=1).update(imported={"suspended_until": "2026-12-31"})
    apply(division, loaded(b"Name,Rating\nAda Winterbourne,1725\n"))
    assert values(division)[0][4] == {"suspended_until": "2026-12-31"}
    apply(division, loaded(JUNE, as_of=date(2026, 6, 1)))
    assert values(division)[0][4] == {"expiry": "2027-01-31"}


def test_a_plan_takes_the_same_queries_for_4_players_and_for_34(division: Division, may: RatingList) -> None:
    index_of(may)
    counts = []
    for more in (0, 30):
        make_entries(division, more)
        counts.append(statements_of(partial(plan_list, division, may)))
    assert counts == [4, 4]


def test_applying_takes_the_same_statements_for_1_player_and_for_30(division: Division) -> None:
    counts = []
    for number in (2, 1, 30):  # the first record of a chain makes the chain too
        row = make_division(division.tournament, players=number, code=f"d{number}")
        lines = "".join(f"{one.player.name},{one.number},9\n" for one in row.entries.select_related("player"))
        fresh = loaded(b"Name,Rating,Games\n" + lines.encode(), name=f"list {number}")
        index_of(fresh)
        counts.append(statements_of(partial(apply, row, fresh)))
    assert counts[1] == counts[2] and Entry.objects.filter(lifetime_games=9).count() == 33


# --- applied ------------------------------------------------------------------------------------------------


def test_applying_fills_who_is_matched_once_and_tells_drafts(division: Division, may: RatingList) -> None:
    before = division.state_version
    apply(division, may)
    assert values(division) == FILLED
    division.refresh_from_db()
    assert division.state_version == before + 1
    assert DivisionChange.objects.get(division=division).happened == "ratings were taken from a list"
    with pytest.raises(Refused, match="Nothing would change"):
        apply(division, may)
    assert RatingListUse.objects.count() == 1


def test_applying_is_one_record_that_names_figures_and_no_numbers_of_people(
    division: Division, may: RatingList
) -> None:
    apply(division, may)
    (record,) = Record.objects.filter(action="rating_list.applied")
    assert record.before == {"rating": {"1": 1700, "3": 0}, "lifetime_games": {"1": None, "3": None}}
    assert record.after["rating"] == {"1": 1725, "3": 900}
    assert record.after["other_fields"] == {"1": ["naspa_id", "expiry"], "3": ["naspa_id", "expiry", "suspended_until"]}
    assert (record.after["sha256"], record.after["list"]) == (may.sha256, "NASPA ratings, 1 May 2026")
    assert "AA000001" not in str(record.after) and verify(division.tournament).whole


def test_a_player_left_alone_stays(division: Division, may: RatingList) -> None:
    apply(division, may, chosen={1: None, **BOB})
    assert [row[1] for row in values(division)] == [1700, 1402, 900, 1000]


def test_what_was_looked_at_must_still_hold(division: Division, may: RatingList) -> None:
    seen = plan_list(division, may).seen
    update_entry(by=COMMAND_LINE, entry=Entry.objects.get(number=1), values={"rating": 1600})
    with pytest.raises(Refused, match="changed since this was looked at"):
        apply(division, may, seen=seen)
    assert values(division)[0][1] == 1600
    apply(division, may, seen=plan_list(division, may).seen)
    assert values(division)[0][1] == 1725


def test_a_later_list_is_applied_over_an_earlier_one_and_the_earlier_one_again(
    division: Division, may: RatingList
) -> None:
    june = loaded(JUNE, as_of=date(2026, 6, 1))
    apply(division, may)
    apply(division, june)
    assert values(division)[0][1:3] == (1750, 226)
    apply(division, may)
    assert values(division)[0][1:3] == (1725, 212)


def test_only_who_may_change_the_roster_applies(division: Division, may: RatingList) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        apply_list(by=scorer, division=division, rating_list=may)
    assert values(division) == UNTOUCHED


# --- after round 1 is published -----------------------------------------------------------------------------


def test_once_round_1_is_published_numbers_membership_and_what_unrated_players_lack_are_filled(
    division: Division, may: RatingList
) -> None:
    row = Round.objects.create(division=division, number=1)  # a draft does not matter
    assert not plan_list(division, may).late
    row.delete()
    make_round(division, 1)
    plan = apply(division, may)
    assert plan.late and [{change.field for change in row.changes} for row in plan.changed] == [
        {"naspa_id", "expiry"},
        {"rating", "lifetime_games", "naspa_id", "expiry", "suspended_until"},
    ]
    expected = [(1, 1700, None, "AA000001"), (2, 0, None, "AA000009"), (3, 900, 7, "AA000003")]
    assert [row[:4] for row in values(division)][:3] == expected
    assert last_use().late


def test_once_round_1_is_published_a_list_of_ratings_alone_changes_nothing(division: Division) -> None:
    row = loaded(b"Name,Rating\nAda Winterbourne,1725\n")
    make_round(division, 1)
    with pytest.raises(Refused, match="Nothing would change"):
        apply(division, row)


def test_the_checklist_knows_memberships_that_a_list_filled(division: Division, may: RatingList) -> None:
    apply(division, may, chosen=BOB)
    texts = [one.text for one in checklist(by=COMMAND_LINE, tournament=division.tournament).common]
    assert "Division A: membership ended before the last day: Robert Lindqvist (2026-03-01)." in texts
    assert "Division A: suspended: Cy Okafor." in texts


def test_a_suspension_that_ended_before_the_first_day_is_not_on_the_checklist(division: Division) -> None:
    apply(division, loaded(b"Name,Rating,Suspended\nAda Winterbourne,1725,2026-05-15\nCy Okafor,900,2026-05-16\n"))
    texts = [one.text for one in checklist(by=COMMAND_LINE, tournament=division.tournament).common]
    assert [text for text in texts if "suspended" in text] == ["Division A: suspended: Cy Okafor."]


def test_a_practice_event_is_deleted_whole_and_the_list_stays(division: Division, may: RatingList) -> None:
    mark_practice(by=COMMAND_LINE, tournament=division.tournament, practice=True)
    apply(division, may)
    division.tournament.refresh_from_db()
    delete_practice_event(by=COMMAND_LINE, tournament=division.tournament)
    assert (RatingListUse.objects.count(), RatingList.objects.count(), may.entries.count()) == (0, 1, 3)


def test_membership_and_suspension_are_in_no_file_that_leaves(division: Division, may: RatingList) -> None:
    apply(division, may, chosen=BOB)
    Entry.objects.filter(number=4).update(imported={"E-mail": "dee@example.org", "photo": "dee.jpg"})
    players = result_rows(history(division)).division.players
    assert [row.extras for row in players] == [(), (), (), (("photo", "dee.jpg"),)]
    for key in ("tsh", "tourney.js", "players", "json"):
        made = export(by=COMMAND_LINE, tournament=division.tournament, key=key)
        assert not any(word in made.data for word in (b"2027-01-31", b"9999-12-31", b"2026-12-31", b"example.org")), key


def test_a_person_who_is_erased_leaves_the_lists_and_what_they_changed(division: Division, may: RatingList) -> None:
    apply(division, may)
    index_of(may)
    erased = erase_player(by=COMMAND_LINE, player=Player.objects.get(name="Ada Winterbourne"))
    assert (erased["lines of rating lists"], erased["numbers that rating lists changed"]) == (1, 1)
    assert list(RatingListEntry.objects.values_list("name", flat=True)) == ["Robert Lindqvist", "Cy Okafor"]
    assert [entry for entry, _ in last_use().lines] == [Entry.objects.get(number=3).pk]
    assert index_of(may).with_name("Ada Winterbourne") == []


def test_others_of_the_same_surname_stay_in_the_list_whole(division: Division) -> None:
    row = loaded(b"Name,Rating\nAda Winterbourne,1725\nAda Winterbourne-Smith,900\n")
    erase_player(by=COMMAND_LINE, player=Player.objects.get(name="Ada Winterbourne"))
    assert list(row.entries.values_list("name", flat=True)) == ["Ada Winterbourne-Smith"]


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("rating", 0, "unrated"), ("rating", None, "none"), ("lifetime_games", 0, "0"),
        ("expiry", "9999-12-31", "life"), ("suspended_until", "9999-12-31", "further notice"),
    ],
)  # fmt: skip
def test_values_read_as_people_say_them(field: str, value: Any, says: str) -> None:
    assert value_text(field, value) == says and field in LABELS and MAY


def test_a_list_fills_the_deviation_and_the_day_last_played(division):
    rating_list = loaded(
        b"Name,Rating,Games,Deviation,Last played\nRobert Lindqvist,1650,40,86.6,2026-04-11\n", name="CoCo"
    )
    apply(division, rating_list, chosen={2: 2})
    bob = division.entries.get(number=2)
    assert (bob.rating, bob.deviation, bob.last_played.isoformat()) == (1650, 86.6, "2026-04-11")
