"""How a long list is divided into pictures that a phone shows at once, without scrolling and without enlarging."""

import math

MOST_LINES = 32  # in a picture of 1080 by 1920 points; chats make larger ones smaller


def pictures_of(count: int) -> int:
    """How many pictures a list of so many lines takes; one for an empty list."""
    return max(1, math.ceil(count / MOST_LINES))


def lines_in(count: int, number: int) -> slice:
    """Which lines stand in a picture, numbered from 1: no picture has more than one line more than another."""
    pictures = pictures_of(count)
    return slice(count * (number - 1) // pictures, count * number // pictures)
