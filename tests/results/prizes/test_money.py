"""How amounts of money are written: one way in one list."""

import pytest

from results.prizes.engine.money import Money, plain


@pytest.mark.parametrize(
    ("currency", "written"), [("", "123.45"), ("£", "£123.45"), ("USD", "USD 123.45"), ("A$", "A$123.45")]
)
def test_a_currency_stands_before_the_money(currency, written):
    assert Money(currency).text(12345) == written


@pytest.mark.parametrize(("currency", "written"), [("", "123,45"), ("€", "123,45\u00a0€"), ("USD", "123,45\u00a0USD")])
def test_in_french_and_spanish_it_stands_behind_and_stays_on_the_line(currency, written):
    assert Money.of_list(currency, [12345], ",", behind=True).text(12345) == written


@pytest.mark.parametrize(
    ("amounts", "written"),
    [
        ([], ["JPY 0"]), ([10000, 500000], ["JPY 100", "JPY 5000"]),
        ([10000, 0, 50], ["JPY 100.00", "JPY 0.00", "JPY 0.50"]), ([1, 100], ["JPY 0.01", "JPY 1.00"]),
    ],
)  # fmt: skip
def test_a_list_has_decimals_where_any_amount_is_not_whole(amounts, written):
    money = Money.of_list("JPY", amounts)
    assert [money.text(amount) for amount in amounts or [0]] == written


def test_large_amounts_are_written_to_the_last_unit():
    assert Money().text(10**17 + 1) == "1000000000000000.01"


@pytest.mark.parametrize(("amount", "written"), [(5000, "50"), (5050, "50.50"), (5, "0.05"), (0, "0")])
def test_an_amount_alone_has_decimals_where_it_needs_them(amount, written):
    assert plain(amount) == written
