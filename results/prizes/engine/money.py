"""Amounts of money as people write them, one way in one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tdsuite.platform.words.sentences import Figure, Sentence, catalogued

SIGN = catalogued(
    "{currency}{figures}"
)  # £12.50; a language that writes the currency behind the amount says so in its catalogue
WORD = catalogued("{currency} {figures}")  # USD 12.50
UNIT = 100  # smallest units, such as pence, in one of the currency


@dataclass(frozen=True, slots=True)
class Money:
    """How one list writes its amounts. currency: "" or what stands before them, such as £ or USD. decimals: 0 or 2, behind `mark`.

    behind: the currency stands behind the amount, as in French and Spanish.
    """

    currency: str = ""
    decimals: int = 2
    mark: str = "."
    behind: bool = False

    @classmethod
    def of_list(cls, currency: str, amounts: Iterable[int], mark: str = ".", *, behind: bool = False) -> Money:
        """No decimals where every amount of the list is whole, two where any is not. amounts: in smallest units."""
        return cls(currency, 2 if any(amount % UNIT for amount in amounts) else 0, mark, behind)

    def text(self, amount: int) -> str:
        """12345 -> "123.45", "£123.45", "USD 123.45" or "123,45 €"; 12300 without decimals -> "123"."""
        figures = self._figures(amount)
        if self.behind and self.currency:
            return f"{figures}\N{NO-BREAK SPACE}{self.currency}"
        between = " " if self.currency[-1:].isalpha() else ""
        return f"{self.currency}{between}{figures}"

    def sentence(self, amount: int) -> str:
        """The same as English has it, which each reader's language writes in its own way."""
        figures = Figure(self._figures(amount))
        if not self.currency:
            return figures
        return Sentence(WORD if self.currency[-1].isalpha() else SIGN, currency=self.currency, figures=figures)

    def _figures(self, amount: int) -> str:
        whole, rest = divmod(amount, UNIT)
        return f"{whole}{self.mark}{rest:02}" if self.decimals else str(whole)


def plain(amount: int) -> str:
    """One amount alone, without its currency: "50" or "50.50"."""
    return Money.of_list("", [amount]).text(amount)
