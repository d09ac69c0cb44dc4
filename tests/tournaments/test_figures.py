"""Half wins have the decimal sign of the reader's language on pages, papers and in mails."""

import pytest
from django.utils import translation

from tdsuite.tournaments.figures import record_of, wins_text


@pytest.mark.parametrize(("language", "half"), [("en-gb", "6.5"), ("fr", "6,5"), ("es", "6,5")])
def test_half_wins_have_the_decimal_sign_of_the_language_and_whole_ones_none(language: str, half: str) -> None:
    with translation.override(language):
        assert (wins_text(13), wins_text(14), wins_text(0)) == (half, "7", "0")
        assert record_of(13, 7) == f"{half}–{half.replace('6', '3')}"
