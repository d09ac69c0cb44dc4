"""Passwords that can be read aloud across a hall and typed on a phone."""

import secrets

CONSONANTS = "bdfghjklmnprstvz"
VOWELS = "aeiou"
GROUPS, SYLLABLES = 5, 2


def readable() -> str:
    """A random password such as `mako-tiru-bepo-saji-luna`: five groups of two syllables, 80**10, about 63 bits."""
    return "-".join(
        "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES)) for _ in range(GROUPS)
    )
