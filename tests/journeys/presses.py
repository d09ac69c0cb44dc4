"""What one person presses at a page of the console, counted: by mouse, or by keyboard alone."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

from playwright.sync_api import Locator, Page

from tests.journeys.keyboard import Keyboard

TRIES = 5


class Presses:
    """A click, Enter or a key that acts is a press. Typing is none, nor is the way by Tab to what is pressed.

    Attributes:
        taken: the presses of each step that was finished.
        counts: who counts: somebody at another device, where one step is taken by several people.
    """

    def __init__(self, page: Page, *, mouse: bool, counts: Self | None = None) -> None:
        self.page, self.mouse = page, mouse
        self.hands = Keyboard(page)
        self.counts = counts or self
        self.taken: dict[str, int] = {}
        self.count = 0

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self.count = 0
        yield
        self.taken[name] = self.count

    def press(self, name: str, *, role: str = "button", within: Locator | None = None) -> None:
        """A button or a link of this name, or of one that begins so."""
        self.counts.count += 1
        self._act((within or self.page).get_by_role(role, name=name).first)  # type: ignore[arg-type]

    def unfold(self, words: str) -> None:
        self.counts.count += 1
        self._act(self.page.locator("summary").filter(has_text=words).first)

    def _act(self, target: Locator) -> None:
        if self.mouse:
            return target.click()
        for _again in range(TRIES):  # news may put another button in the way between two Tabs
            with suppress(AssertionError):
                self.hands.reach(target)
                return self.hands.keys("Enter")
        raise AssertionError(f"no Tab leads to {target}, but to {self.hands.focus()}")

    def line(self, words: str) -> None:
        """Typed at the line, and Enter."""
        self.counts.count += 1
        self.hands.type(f"{words}\n")

    def key(self, name: str) -> None:
        self.counts.count += 1
        self.hands.keys(name)

    def fill(self, label: str, text: str, within: Locator) -> None:
        if self.mouse:
            within.get_by_label(label).first.fill(text)
        else:
            self.hands.fill(label, text, within)

    def choose(self, label: str, option: str, within: Locator) -> None:
        field = within.get_by_label(label, exact=True).first
        if not self.mouse:
            return self.hands.choose(label, option, within)
        wanted = [option in text for text in field.locator("option").all_text_contents()].index(True)
        field.select_option(index=wanted)
        return None
