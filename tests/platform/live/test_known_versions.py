"""Versions are told at once, then at most once a second a division; the last one is always told."""

from tdsuite.platform.live.known_versions import FRESH_SECONDS, PACES, WATCHED_SECONDS, KnownVersions


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def versions() -> tuple[KnownVersions, Clock]:
    clock = Clock()
    return KnownVersions(clock), clock


def test_of_fifty_changes_in_a_second_the_first_and_the_last_are_told() -> None:
    known, clock = versions()
    known.note({"division:1": 0})
    told = []
    for version in range(1, 51):
        known.note({"division:1": version})
        if known.publish_due():
            told.append(known.known(["division:1"])["division:1"])
        clock.now += PACES[0] / 64
    assert told == [1]
    assert known.held_back() is not None
    clock.now += known.held_back() or 0
    assert known.publish_due()
    assert (known.known(["division:1"]), known.held_back()) == ({"division:1": 50}, None)


def test_telling_takes_a_fifth_of_the_time_at_most_and_the_pace_comes_back_step_by_step() -> None:
    known, clock = versions()

    def changes() -> float:
        """Seconds between two versions that are public."""
        known.note({"division:1": int(clock.now * 64)})
        clock.now = float(-(-clock.now // 4) * 4)
        known.note({"division:1": int(clock.now * 64) + 1})
        known.publish_due()
        known.note({"division:1": int(clock.now * 64) + 2})
        return known.held_back() or 0.0

    assert changes() == PACES[0]
    known.telling_took(0.21)
    assert changes() == PACES[1]
    known.telling_took(5.0)
    assert changes() == PACES[2]
    known.telling_took(0.01)
    assert changes() == PACES[1]
    known.telling_took(0.01)
    assert changes() == PACES[0]


def test_a_change_that_comes_alone_is_told_at_once() -> None:
    known, clock = versions()
    known.note({"division:1": 3})
    for version in range(4, 8):
        clock.now += PACES[0]
        known.note({"division:1": version})
        assert known.publish_due()


def test_divisions_do_not_wait_for_one_another_and_clocks_never_wait() -> None:
    known, _ = versions()
    known.note({"division:1": 0, "division:2": 0, "attendance:1": 0})
    known.note({"division:1": 1, "attendance:1": 1})
    assert known.publish_due()
    known.note({"division:1": 2, "division:2": 1, "attendance:1": 2})
    assert known.publish_due()
    assert known.known(["division:1", "division:2", "attendance:1"]) == {
        "division:1": 1, "division:2": 1, "attendance:1": 2,
    }  # fmt: skip


def test_what_was_not_checked_lately_is_not_said_to_hold() -> None:
    known, clock = versions()
    known.note({"division:1": 7})
    assert known.public(["division:1"]) is None
    known.confirm()
    assert known.public(["division:1"]) == {"division:1": 7}
    assert known.public(["division:1", "division:2"]) is None
    clock.now += FRESH_SECONDS + 0.1
    assert known.public(["division:1"]) is None
    known.confirm()
    known.forget()
    assert (known.public(["division:1"]), known.lacks(["division:1"])) == (None, {"division:1"})


def test_a_topic_is_watched_for_a_while_after_the_last_request_and_then_forgotten() -> None:
    known, clock = versions()
    woken: list[bool] = []
    known.wake = lambda: woken.append(True)
    known.watch(["division:1"])
    known.note({"division:1": 1})
    clock.now += WATCHED_SECONDS - 1
    assert (known.watched(), woken) == ({"division:1"}, [True])
    clock.now += 2
    assert known.watched() == set()
    known.keep(known.watched())
    assert known.lacks(["division:1"]) == {"division:1"}


def test_an_older_reading_that_comes_late_changes_nothing() -> None:
    known, _ = versions()
    known.note({"attendance:1": 5})
    known.note({"attendance:1": 4})
    assert not known.publish_due()
    assert known.known(["attendance:1", "attendance:2"]) == {"attendance:1": 5}


def test_what_is_shown_now_is_held_back_no_longer() -> None:
    known, _ = versions()
    for version in (1, 2, 3):
        known.note({"division:1": version})
        known.publish_due()
    known.show_now({"division:1": 4})
    assert (known.known(["division:1"]), known.held_back()) == ({"division:1": 4}, None)


def test_what_waits_is_public_in_all_processes_at_the_same_moment() -> None:
    clock = Clock()
    first, second = KnownVersions(clock), KnownVersions(clock)
    for known in (first, second):
        known.note({"division:1": 0})
    first.note({"division:1": 1})
    first.publish_due()
    clock.now += 0.3  # the other one looks later
    second.note({"division:1": 1})
    second.publish_due()
    for known in (first, second):
        known.note({"division:1": 2})
    waits = first.held_back()
    assert waits is not None and waits == second.held_back()
    clock.now += waits
    expected = [(True, {"division:1": 2}), (True, {"division:1": 2})]
    assert [(known.publish_due(), known.known(["division:1"])) for known in (first, second)] == expected
