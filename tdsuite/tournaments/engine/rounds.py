"""Rounds of a division."""

MOST_ROUNDS = 99  # of a division: a round number has two digits, on paper and in files
