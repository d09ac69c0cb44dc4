"""Long events are rated in segments: each starts from the rating that the one before ended with."""


def segments(planned_rounds: int) -> tuple[tuple[int, int], ...]:
    """(first, last) round of each segment: up to 16 rounds one, up to 35 two, else three; odd rounds go to the earlier ones.

    Source: NASPA ratings as tsh works them out; 28 rounds are 14 + 14, 31 are 16 + 15, and a change of the planned
    length re-cuts the whole event.
    """
    count = 1 if planned_rounds <= 16 else 2 if planned_rounds <= 35 else 3
    length, extra = divmod(planned_rounds, count)
    cut: list[tuple[int, int]] = []
    first = 1
    for index in range(count):
        last = first + length - 1 + (1 if index < extra else 0)
        cut.append((first, last))
        first = last + 1
    return tuple(cut)
