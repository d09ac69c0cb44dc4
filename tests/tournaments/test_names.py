"""Filing and display order, and which names may be one person."""

import pytest

from tdsuite.tournaments.engine.names import NearDuplicate, display_name, filing_name, name_key, near_duplicates, tidy


@pytest.mark.parametrize(
    ("filing", "display"),
    [
        ("Winterbourne, Ada", "Ada Winterbourne"),
        ("Ten Den, Chris", "Chris Ten Den"),
        ("Khan, Abdul Majid", "Abdul Majid Khan"),
        ("  O'Connor ,  Zoë ", "Zoë O'Connor"),
        ("Ode Jr, Ken", "Ken Ode Jr"),
        ("llamaste", "llamaste"),
        ("Winterbourne,", "Winterbourne"),
        (", Ada", "Ada"),
        ("Ode, Ken, Jr", "Ken Ode Jr"),
        ("", ""),
    ],
)
def test_surname_comma_given_is_displayed_given_first(filing: str, display: str):
    assert display_name(filing) == display


@pytest.mark.parametrize(
    ("display", "filing"),
    [
        ("Ada Winterbourne", "Winterbourne, Ada"),
        ("Sarah-Jane Marchetti", "Marchetti, Sarah-Jane"),
        ("Chris Ten Den", "Ten Den, Chris"),
        ("Joost van der Linde", "van der Linde, Joost"),
        ("Ahmed al Haddad", "al Haddad, Ahmed"),
        ("Maria da Silva", "da Silva, Maria"),
        ("Ken Ode Jr", "Ode Jr, Ken"),
        ("Ken Ode III", "Ode III, Ken"),
        ("Ken van Ode Jr.", "van Ode Jr., Ken"),
        ("Alexandrina Papadopoulou Junior", "Papadopoulou Junior, Alexandrina"),
        ("Ken van Ode Senior", "van Ode Senior, Ken"),
        ("Van Morel", "Morel, Van"),
        ("Ben Okafor", "Okafor, Ben"),
        ("Ken Jr", "Jr, Ken"),
        ("llamaste", "llamaste"),
        ("Winterbourne ,Ada", "Winterbourne, Ada"),
        ("Winterbourne,", "Winterbourne"),
        ("", ""),
    ],
)
def test_a_name_is_filed_under_its_surname_with_its_particles(display: str, filing: str):
    assert filing_name(display) == filing


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Ada \t Winterbourne\u00a0", "Ada Winterbourne"),
        ("Zoe\u0308 Okafor", "Zoë Okafor"),
        ("Ada\x00\x1b Bo\u200b", "Ada Bo"),
        ("\n", ""),
    ],
)
def test_tidy_leaves_single_spaces_composed_letters_and_no_controls(raw: str, clean: str):
    assert tidy(raw) == clean


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Winterbourne", "WINTERBOURNE, ADA"),
        ("Zoë O'Connor", "oconnor zoe"),
        ("Sarah-Jane Marchetti", "Sarah Jane Marchetti"),
        ("Łukasz Brønsted", "Lukasz Bronsted"),
        ("Günter Weiß", "Gunter Weiss"),
        ("D’Arcy Bo", "D'Arcy, Bo"),
    ],
)
def test_name_key_ignores_case_accents_punctuation_and_order(one: str, other: str):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ada Bo", "Ada Bon"), ("李 伟", "李 娜"), ("Player 1", "Player 2")])
def test_name_key_keeps_different_people_apart(one: str, other: str):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("one", "other", "same", "reason"),
    [
        ("Ada Winterbourne", "Winterbourne Ada", True, "the same name apart from case, accents or order"),
        ("Mary Ann Lindqvist", "Maryann Lindqvist", False, "the same letters with the spaces elsewhere"),
        ("Ada Winterbourne", "Ada Winterborne", False, "one letter apart"),
        ("Bo Lindqvist", "Bo Lindkvist", False, "one letter apart"),
        ("Andres Okafor", "Anders Okafor", False, "one letter apart"),
        ("A. Winterbourne", "Ada Winterbourne", False, "one may be the other with an initial"),
        ("Winterbourne, A", "Ada Winterbourne", False, "one may be the other with an initial"),
        ("Bartholomew Featherst", "Bartholomew Featherstonehaugh", None, ""),
        ("Bartholomew Feathers", "Bartholomew Featherstonehaugh", False, "one may be the other cut at 20 letters"),
    ],
)
def test_near_duplicates_say_why(one: str, other: str, same: bool | None, reason: str):
    expected = () if same is None else (NearDuplicate(0, 1, same, reason),)
    assert near_duplicates([one, other]) == expected
    assert [(pair.same, pair.reason) for pair in near_duplicates([other, one])] == [
        (pair.same, pair.reason) for pair in expected
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Winterbourne", "Bo Lindqvist"),
        ("Bo Li", "Bo Lu"),
        ("Ada Bolton", "Daboltons"),
        ("Ada Okafor", "Ade Bkafor"),
        ("B Winterbourne", "Ada Winterbourne"),
        ("Demo Player 11", "Demo Player 12"),
        ("", ""),
    ],
)
def test_different_people_are_not_flagged(one: str, other: str):
    assert near_duplicates([one, other]) == ()


def test_one_letter_apart_is_noticed_however_many_others_are_in_between():
    name, others = "Ada Winterbourne", [f"Aa {letter * 4}ple" for letter in "abcdefghijklmnopqrstuv"]
    for at in range(4, len(name)):
        for letter in ("", "x"):
            twins = near_duplicates([name, *others, name[:at] + letter + name[at + 1 :]])
            assert twins == (NearDuplicate(0, len(others) + 1, False, "one letter apart"),)


def test_near_duplicates_are_ordered_and_each_pair_comes_once():
    names = ["Bo Lindqvist", "Ada Winterbourne", "bo lindqvist", "Ada Winterborne", "Bo Lindkvist"]
    found = near_duplicates(names)
    assert [(pair.first, pair.second) for pair in found] == [(0, 2), (0, 4), (1, 3), (2, 4)]
