"""Who is who: every match says why, nothing is guessed, and no line of a list goes to two players."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from results.rating_lists.engine.matching import (
    MATCHED,
    Index,
    Match,
    MatchKind,
    RosterPlayer,
    match_all,
    unknown_lines,
)
from results.rating_lists.formats.model import Body, ListEntry
from results.rating_lists.formats.reading import read_rating_list
from tdsuite.tournaments.engine.names import filing_name, name_words
from tests.results.rating_lists.cases import as_csv, people, spoiled


def line(number: int, name: str, **fields: object) -> ListEntry:
    return ListEntry(line=number, name=name, filing_name=filing_name(name), rating=1500, **fields)  # type: ignore[arg-type]


def player(name: str, *, number: int = 1, country: str = "", club: str = "", **ids: str) -> RosterPlayer:
    return RosterPlayer(number, name, ids, country, club)


def only(
    wanted: RosterPlayer, *entries: ListEntry, body: Body = Body.NASPA, chosen: Mapping[int, int | None] | None = None
) -> Match:
    (found,) = match_all([wanted], Index(entries, body), chosen)
    return found


def taken(match: Match) -> int | None:
    return match.entry.line if match.entry else None


# --- by number ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["AA000123", "aa123", "AA 000123", "aa-000123"])
def test_the_bodys_number_matches_however_it_is_written(written: str) -> None:
    found = only(player("Ada Winterbourne", naspa_id=written), line(4, "Winterbourne, Ada", naspa_id="AA000123"))
    expected = (MatchKind.BY_ID, 4, f"the NASPA number {written} and the same name")
    assert (found.kind, taken(found), found.why) == expected


def test_a_number_with_a_like_name_matches_and_says_how_the_names_differ() -> None:
    found = only(player("Ada Winterbourne", naspa_id="AA000123"), line(4, "A Winterbourne", naspa_id="AA000123"))
    assert (found.kind, found.why) == (
        MatchKind.BY_ID, "the NASPA number AA000123; the list says A Winterbourne",
    )  # fmt: skip


def test_a_number_with_quite_another_name_waits_for_somebody() -> None:
    found = only(
        player("Ada Winterbourne", naspa_id="AA000123"),
        line(4, "Bo Lindqvist", naspa_id="AA000123"),
        line(5, "Ada Winterbourne"),
    )
    assert (found.kind, taken(found)) == (MatchKind.TO_CONFIRM, None)
    assert found.why == "the NASPA number AA000123 is Bo Lindqvist in the list: another name"
    assert [one.entry.line for one in found.offered] == [4, 5]


def test_another_bodys_number_matches_where_the_lists_own_is_not_known() -> None:
    found = only(
        player("Ada Winterbourne", wespa_id="34"), line(4, "Ada Winterbourne", naspa_id="AA000001", wespa_id="0034")
    )
    assert (found.kind, found.why) == (MatchKind.BY_ID, "the WESPA number 34 and the same name")


def test_a_number_on_two_lines_matches_nobody() -> None:
    rows = [line(4, "Ada Winterbourne", naspa_id="AA000001"), line(9, "Ada Winterbourne", naspa_id="AA1")]
    found = only(player("Ada Winterbourne", naspa_id="AA000001"), *rows)
    assert (found.kind, found.why) == (MatchKind.TO_CONFIRM, "the NASPA number AA000001 is on 2 lines of the list")
    assert [one.entry.line for one in found.offered] == [4, 9]


# --- by name ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Zoë O'Connor", "ZOE OCONNOR", "O’Connor, Zoe", "oconnor zoë"])
def test_case_accents_marks_and_order_do_not_make_another_name(name: str) -> None:
    found = only(player(name), line(4, "Zoë O'Connor"))
    assert (found.kind, taken(found), found.why) == (MatchKind.BY_NAME, 4, "the same name")


def test_a_name_with_another_number_of_the_body_waits_for_somebody() -> None:
    found = only(player("Ada Winterbourne", naspa_id="AA000009"), line(4, "Ada Winterbourne", naspa_id="AA000001"))
    assert (found.kind, found.why) == (
        MatchKind.TO_CONFIRM, "the same name, but the NASPA number is AA000009 here and another in the list",
    )  # fmt: skip
    assert found.offered[0].why == "the same name, but the NASPA number AA000001"


def test_a_name_in_another_country_matches_and_says_so() -> None:
    found = only(player("Ada Winterbourne", country="ENG"), line(4, "Ada Winterbourne", country="GBR"))
    assert (found.kind, found.why) == (MatchKind.BY_NAME, "the same name; ENG here, GBR in the list")


def test_of_two_people_of_one_name_the_country_decides_then_the_club() -> None:
    rows = [
        line(4, "Ada Winterbourne", country="ENG", club="Dockside"),
        line(5, "Ada Winterbourne", country="WAL", club="Hillside"),
    ]
    by_country = only(player("Ada Winterbourne", country="wal"), *rows)
    expected = (MatchKind.BY_NAME, 5, "the same name, the only one of 2 from wal")
    assert (by_country.kind, taken(by_country), by_country.why) == expected
    by_club = only(player("Ada Winterbourne", club="Dockside"), *rows)
    assert (taken(by_club), by_club.why) == (4, "the same name, the only one of 2 of Dockside")


def test_of_two_people_of_one_name_nobody_is_taken_where_nothing_tells_them_apart() -> None:
    rows = [line(4, "Ada Winterbourne", country="ENG"), line(5, "Ada Winterbourne", country="ENG")]
    found = only(player("Ada Winterbourne", country="ENG"), *rows)
    assert (found.kind, taken(found), found.why) == (MatchKind.TO_CONFIRM, None, "2 people in the list have this name")
    assert [one.why for one in found.offered] == ["the same name, the same country"] * 2


def test_nobody_like_the_player_is_unmatched() -> None:
    found = only(player("Ada Winterbourne"), line(4, "Bo Lindqvist"))
    expected = (MatchKind.UNMATCHED, "nobody in the list has this name or number", ())
    assert (found.kind, found.why, found.offered) == expected


# --- names that only look alike -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada Winterbourne", "Ada Winterborne"), ("Ada Winterbourne", "A Winterbourne"),
        ("Bob Quillfeather", "Robert Quillfeather"), ("Ada Mary Winterbourne", "Ada Winterbourne"),
    ],
)  # fmt: skip
def test_a_name_that_only_looks_alike_is_not_guessed(name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        match = only(player(first), line(4, second))
        assert (taken(match), match.kind in MATCHED) == (None, False)


def test_like_names_are_asked_about_the_likeliest_first_unless_a_number_says_that_it_is_another() -> None:
    rows = [line(4, "Ada Winterborne", naspa_id="AA1"), line(5, "A Winterbourne"), line(6, "Ada Lindqvist")]
    match = only(player("Ada Winterbourne"), *rows)
    assert (match.kind, [offer.entry.line for offer in match.offered]) == (MatchKind.TO_CONFIRM, [5, 4])
    assert [offer.entry.line for offer in only(player("Ada Winterbourne", naspa_id="AA9"), *rows).offered] == [5]


def test_a_name_that_columns_may_have_cut_is_asked_about() -> None:
    for name, cut in (
        ("Bartholomew Winterbourne", "Bartholomew Winterbo"), ("Bartholomew Wintersby Oak", "Bartholomew Wintersb"),
    ):  # fmt: skip
        match = only(player(name), line(4, cut), line(5, "Bo Lindqvist"))
        assert (match.kind, taken(match)) == (MatchKind.TO_CONFIRM, None)
        assert [(offer.entry.line, offer.why) for offer in match.offered] == [(4, "a like name")]


def test_the_likeliest_is_offered_first_and_at_most_six() -> None:
    rows = [
        line(number, "Ada Winterbourne", country="WAL", club="B" if number == 8 else "A") for number in range(1, 12)
    ]
    match = only(
        player("Ada Winterbourne", country="WAL", naspa_id="AA1"),
        *[replace(row, naspa_id=f"AA{row.line + 1}") for row in rows],
    )
    assert len(match.offered) == 6 and match.offered[0].entry.line == 1
    assert match.offered[0].why == "the same name, but the NASPA number AA2, the same country"


# --- choices ------------------------------------------------------------------------------------------------


def test_what_somebody_confirmed_is_taken_with_the_reason() -> None:
    found = only(player("Ada Winterbourne"), line(4, "A Winterbourne"), chosen={1: 4})
    assert (found.kind, taken(found), found.why) == (MatchKind.CONFIRMED, 4, "confirmed: the list says A Winterbourne")
    married = only(player("Ada Winterbourne"), line(4, "Ada Lindqvist"), chosen={1: 4})
    assert married.why == "confirmed: the list says Ada Lindqvist"


def test_whom_somebody_leaves_alone_stays_as_he_is() -> None:
    found = only(player("Ada Winterbourne"), line(4, "Ada Winterbourne"), chosen={1: None})
    assert (found.kind, taken(found), found.why) == (MatchKind.LEFT, None, "left alone, as chosen")


def test_a_line_that_the_list_does_not_have_is_not_taken_and_can_be_asked_for() -> None:
    index = Index([line(4, "Ada Winterbourne")], Body.NASPA)
    assert unknown_lines(index, {1: 99, 2: None, 3: 4}) == (99,)
    assert match_all([player("Bo Lindqvist")], index, {1: 99})[0].kind is MatchKind.UNMATCHED


# --- one line, one player -----------------------------------------------------------------------------------


def test_a_number_is_surer_than_a_name_and_keeps_the_line() -> None:
    players = [player("Ada Winterbourne", number=1), player("Ada Winterbourne", number=2, naspa_id="AA000001")]
    first, second = match_all(players, Index([line(4, "Ada Winterbourne", naspa_id="AA000001")], Body.NASPA))
    assert (second.kind, taken(second)) == (MatchKind.BY_ID, 4)
    assert (first.kind, taken(first), first.why) == (
        MatchKind.TO_CONFIRM, None, "line 4 of the list fits 2 Ada Winterbourne too",
    )  # fmt: skip


def test_two_players_of_one_name_both_wait_for_somebody() -> None:
    players = [player("Ada Winterbourne", number=number) for number in (1, 2)]
    found = match_all(players, Index([line(4, "Ada Winterbourne")], Body.NASPA))
    assert [(one.kind, taken(one)) for one in found] == [(MatchKind.TO_CONFIRM, None)] * 2


def test_one_line_confirmed_for_two_players_goes_to_neither() -> None:
    players = [player("Ada Winterbourne", number=1), player("Bo Lindqvist", number=2)]
    found = match_all(players, Index([line(4, "Ada Winterbourne")], Body.NASPA), {1: 4, 2: 4})
    assert [taken(one) for one in found] == [None, None]


# --- properties ---------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 5000), count=st.integers(1, 40))
def test_with_numbers_everybody_finds_himself(seed: int, count: int) -> None:
    rows = people(seed, count)
    index = Index(read_rating_list(as_csv(rows), body=Body.NASPA).entries, Body.NASPA)
    players = [RosterPlayer(at, one.name, {"naspa_id": one.number}) for at, one in enumerate(rows, start=1)]
    assert [taken(match) for match in match_all(players, index)] == [at + 1 for at in range(1, count + 1)]


@given(seed=st.integers(0, 5000), count=st.integers(1, 40), spoil=st.integers(0, 50))
def test_no_line_is_taken_twice_and_what_is_taken_has_the_name_or_the_number(seed: int, count: int, spoil: int) -> None:
    rows = people(seed, count)
    index = Index(read_rating_list(as_csv(rows), body=Body.NASPA).entries, Body.NASPA)
    players = [RosterPlayer(at, one.name, {}) for at, one in enumerate(spoiled(rows, spoil), start=1)]
    found = match_all(players, index)
    lines = [taken(match) for match in found if taken(match)]
    assert len(lines) == len(set(lines))
    for wanted, match in zip(players, found, strict=True):
        assert match.why and (match.entry is None) == (match.kind not in MATCHED)
        if match.entry is not None:
            assert sorted(name_words(match.entry.name)) == sorted(name_words(wanted.name))


@given(seed=st.integers(0, 5000), count=st.integers(2, 30))
def test_the_order_of_the_roster_changes_nobodys_answer(seed: int, count: int) -> None:
    rows = people(seed, count)
    index = Index(read_rating_list(as_csv(rows), body=Body.NASPA).entries, Body.NASPA)
    players = [RosterPlayer(at, one.name, {}) for at, one in enumerate(rows, start=1)]
    forwards = {match.number: (match.kind, taken(match)) for match in match_all(players, index)}
    backwards = {match.number: (match.kind, taken(match)) for match in match_all(players[::-1], index)}
    assert forwards == backwards
