"""A person at a page who never touches a mouse: goes anywhere by the palette, reaches what is there by Tab, and presses it."""

import re

from playwright.sync_api import Locator, Page, expect

# How many presses of Tab lead from the focus to an element: less than nothing where Shift+Tab is nearer; null where no Tab leads.
TABS = """target => {
  const all = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
  const one = (each) => each.type !== "radio" || each.checked || each === target
    || !each.form.querySelector(`[name="${each.name}"]:checked`) && each.form.elements[each.name][0] === each;
  const stops = [...(document.querySelector("dialog[open]") || document).querySelectorAll(all)]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({visibilityProperty: true}) && one(each));
  const there = stops.indexOf(target);
  const here = stops.indexOf(document.activeElement);
  if (there < 0) return null;
  if (here < 0 && document.activeElement !== document.body)
    return stops.slice(0, there + 1).filter((each) => document.activeElement.compareDocumentPosition(each) & 4).length;
  const back = here < 0 ? stops.length - there : here - there + (here < there ? stops.length + 1 : 0);
  const on = here < 0 ? there + 1 : there - here + (there < here ? stops.length + 1 : 0);
  return back < on ? -back : on;
}"""
SCROLLERS = 4  # what scrolls is a stop of its own where it is too wide, which only the browser knows
HAS_FOCUS = """each => each === document.activeElement
  || each.type === "radio" && document.activeElement.form === each.form && document.activeElement.name === each.name"""


class Keyboard:
    """One keyboard, at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.type = page.keyboard.type

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def go(self, words: str) -> None:
        """Where the palette's first answer to the words leads."""
        self.keys("Control+k")
        self.type(words)
        self.follow("Enter")

    def follow(self, key: str) -> None:
        """Press a key that opens a page."""
        with self.page.expect_event("load"):
            self.keys(key)

    def reach(self, target: Locator) -> None:
        """Have the focus there, by Tab or Shift+Tab alone."""
        expect(target).to_be_visible()
        presses = target.evaluate(TABS)
        assert presses is not None, f"no Tab leads to {target}"
        key = "Tab" if presses > 0 else "Shift+Tab"
        self.keys(*[key] * abs(presses))
        for _ in range(SCROLLERS):
            if target.evaluate(HAS_FOCUS):
                return
            self.keys(key)
        raise AssertionError(f"{presses} tabs do not lead to {target}, but to {self.focus()}")

    def focus(self) -> str:
        return str(self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))

    def press(self, name: str, within: Locator | None = None, *, role: str = "button", exact: bool = False) -> None:
        """A button, or a link, that opens a page."""
        self.tap(name, within, role=role, exact=exact, follow=True)

    def tap(
        self,
        name: str,
        within: Locator | None = None,
        *,
        role: str = "button",
        exact: bool = False,
        follow: bool = False,
    ) -> None:
        """A button that leaves the page open."""
        self.reach((within or self.page).get_by_role(role, name=name, exact=exact).first)
        (self.follow if follow else self.keys)("Enter")

    def link(self, name: str, within: Locator | None = None, *, exact: bool = False) -> None:
        self.press(name, within, role="link", exact=exact)

    def open(self, words: str, within: Locator | None = None) -> Locator:
        """The folded part of this heading, unfolded."""
        summary = (within or self.page).locator("summary").filter(has_text=words).first
        self.reach(summary)
        self.keys("Enter")
        return summary.locator("xpath=..")

    def fill(self, label: str, text: str, within: Locator | None = None) -> None:
        field = (within or self.page).get_by_label(label).and_(self.page.locator("input, textarea")).first
        self.reach(field)
        self.keys("Control+a")
        self.type(text)

    def choose(self, label: str, option: str, within: Locator | None = None) -> None:
        """The first option of a list that has these words."""
        field = (within or self.page).get_by_label(label, exact=True).first
        wanted = [option in text for text in field.locator("option").all_text_contents()].index(True)
        self.reach(field)
        self.keys("Home", *["ArrowDown"] * wanted)
        expect(field.locator("option:checked")).to_have_text(re.compile(re.escape(option)))

    def pick(self, label: str, within: Locator | None = None) -> None:
        """One of several round buttons."""
        wanted = (within or self.page).get_by_label(label, exact=True).first
        group = self.page.locator(f"input[name='{wanted.get_attribute('name')}']")
        checked = group.and_(self.page.locator(":checked"))
        self.reach(checked if checked.count() else group.first)
        self.keys("Space")
        for _ in range(group.count()):
            if wanted.is_checked():
                return
            self.keys("ArrowDown")
        raise AssertionError(f"no arrow key leads to {label}")

    def tick(self, label: str, within: Locator | None = None) -> None:
        box = (within or self.page).get_by_label(label).first
        self.reach(box)
        self.keys("Space")
        expect(box).to_be_checked()
