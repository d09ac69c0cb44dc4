"""What is shown once, on the next page: messages, and the undo of the decision just made, with what comes back.

The button sends an ordinary form to the address of the opposite decision: that is guarded, checked and recorded as every other, and where
something hangs by now on what was decided it is refused with the reason.
A page that a browser opens shows them; a stream, picture or part that renews itself may be answered by a page as well, which nobody sees.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest
from django.utils.translation import gettext as _

UNDO = "undo"  # in the session
Fields = tuple[tuple[str, str], ...]


def opens_a_page(request: HttpRequest) -> bool:
    """Whether somebody will see the answer as a page, or as the drawer of a board: it accepts HTML by name, and no script
    of ours fetches it for a part of a page."""
    headers = request.headers
    if headers.get("HX-Request"):
        return headers.get("HX-Target") == "drawer"
    if headers.get("X-Sheet") or headers.get("Sec-Purpose"):
        return False
    return "text/html" in headers.get("Accept", "text/html")


class PageMessages(SessionStorage):
    """Messages (setting MESSAGE_STORAGE) that wait for a page."""

    def __len__(self) -> int:
        return super().__len__() if opens_a_page(self.request) else 0

    def __iter__(self) -> Iterator[Message]:
        return super().__iter__() if opens_a_page(self.request) else iter(())


@dataclass(frozen=True, slots=True)
class Undo:
    """What takes a decision back.

    Attributes:
        says: what is then so again: "Table 9 goes back to table 4."
        url: where the form is sent.
        fields: (name, value) of what it sends; a name may come several times.
    """

    says: str
    url: str
    fields: Fields = ()

    @classmethod
    def sending(cls, says: str, url: str, values: Mapping[str, Any]) -> "Undo":
        """One that sends these values."""
        return cls(says, url, tuple((name, str(value)) for name, value in values.items()))


def offer_undo(request: HttpRequest, undo: Undo | None) -> None:
    """Show the button on the next page that this browser is shown; it replaces one that was not shown yet."""
    if undo is not None:
        request.session[UNDO] = {"says": undo.says, "url": undo.url, "fields": [list(field) for field in undo.fields]}


def taken_offer(request: HttpRequest) -> dict[str, Any] | None:
    """What this page is to offer; later pages do not."""
    return request.session.pop(UNDO, None) if UNDO in request.session and opens_a_page(request) else None


def offer_form_undo(request: HttpRequest, *pages: forms.BaseForm, url: str = "") -> None:
    """Offer to send a form again as it stood before this change.

    Args:
        pages: the form that was sent, or all that stand on its page; their `initial` is what stood there.
        url: where they are sent; "" for the address of this request.
    """
    if changed := [form[name] for form in pages for name in form.changed_data if not _is_reason(name)]:
        labels = ", ".join(f"“{field.label}”" for field in changed)
        fields = tuple(field for form in pages for field in fields_before(form))
        offer_undo(request, Undo(_("As before: %s.") % labels, url or request.path, fields))


def fields_before(form: forms.BaseForm) -> Iterable[tuple[str, str]]:
    """What the form would send if nobody had changed it."""
    for name, field in form.fields.items():
        html_name = form.add_prefix(name)
        if _is_reason(name):
            yield html_name, _("Undone")
            continue
        initial = form.get_initial_for_field(field, name)
        if isinstance(field, forms.BooleanField):
            if initial:
                yield html_name, "on"
            continue
        if isinstance(field.widget, forms.MultiWidget):
            values = field.widget.decompress(initial) or []
            yield from ((f"{html_name}_{at}", "" if value is None else str(value)) for at, value in enumerate(values))
            continue
        text = field.widget.format_value(field.prepare_value(initial))
        for value in text if isinstance(text, list | tuple) else [text]:
            yield html_name, "" if value is None else str(value)


def _is_reason(name: str) -> bool:
    return name == "reason"
