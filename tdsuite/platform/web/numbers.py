"""Whole numbers as requests bring them."""

LARGEST = 999_999_999  # of rows, rounds and players; every database holds it, and `int()` reads it at once


def whole(text: object, most: int = LARGEST) -> int | None:
    """The number that `text` spells in plain digits, from 0 to `most`; None for anything else, however long."""
    if not isinstance(text, str) or not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None
