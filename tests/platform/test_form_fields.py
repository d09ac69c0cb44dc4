"""Fields that are written here are the same as those of Django's templates, to the letter."""

from datetime import date
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from tdsuite.platform.form_fields import WRITTEN, FormFields

HARD = """a<b> "c" 'd' & e"""
CHOICES = [
    ("", "–"), (1, 1234567), ("a&b", HARD), ("safe", mark_safe("<b>bold</b>")), ("lazy", gettext_lazy("Yes")),
    ("Group & co", [("x", "in <it>"), (2.5, 2.5)]),
]  # fmt: skip
WIDGETS: list[tuple[forms.Widget, Any]] = [
    *((widget, value) for widget in (
        forms.TextInput(), forms.NumberInput(), forms.HiddenInput(), forms.PasswordInput(render_value=True), forms.EmailInput(), forms.URLInput(),
        forms.DateInput(), forms.TimeInput(), forms.TextInput(attrs={"maxlength": 5, "data-x": HARD, "required": True, "hidden": False}),
        forms.TextInput(attrs={"placeholder": gettext_lazy("Yes"), "pattern": "-?[0-9]{1,4}"}),
    ) for value in ("", None, 0, 1234567, HARD, mark_safe("&amp;"), date(2026, 1, 2), gettext_lazy("Yes"))),
    *((forms.CheckboxInput(attrs=attrs), value) for attrs in ({}, {"id": HARD}) for value in (True, False, None, "word")),
    *((forms.Select(attrs={"id": "id_x"}, choices=CHOICES), value) for value in ("", None, 1, "1", "a&b", 2.5, "unknown")),
    (forms.SelectMultiple(choices=CHOICES), ["a&b", "x"]),
    (forms.NullBooleanSelect(), True),
    (forms.FileInput(attrs={"accept": ".csv"}), None),
    (forms.Textarea(), HARD),
    (forms.RadioSelect(choices=CHOICES), "a&b"),
    (forms.CheckboxSelectMultiple(attrs={"id": "many"}, choices=CHOICES), ["x"]),
    (forms.SplitDateTimeWidget(), None),
    (forms.SelectDateWidget(years=[2026, 2027]), date(2026, 1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("widget", "value"), WIDGETS, ids=lambda value: type(value).__name__)
def test_a_field_is_written_as_by_the_templates(widget: forms.Widget, value: Any):
    for name, attrs in ((HARD, {"id": "id_it"}), ("plain", {"class": "wide", "autofocus": True}), ("bare", None)):
        own, theirs = (widget.render(name, value, attrs, renderer) for renderer in (FormFields(), DjangoTemplates()))
        assert own == theirs
        assert hasattr(own, "__html__")


def test_each_choice_of_a_form_is_written_as_by_the_templates():
    def choices(renderer: DjangoTemplates) -> list[str]:
        class Form(forms.Form):
            default_renderer = renderer
            one = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
            some = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)

        form = Form({"one": "a&b", "some": ["x", "2.5"]})
        return [
            each.tag(wrap_label=wrapped) for field in form for each in field.subwidgets for wrapped in (True, False)
        ]

    assert choices(FormFields()) == choices(DjangoTemplates())


def test_what_is_written_here_is_what_forms_ask_for():
    asked = {
        forms.TextInput().template_name, forms.Select().template_name, forms.CheckboxInput().template_name,
        forms.RadioSelect().option_template_name, forms.HiddenInput().template_name,
    }  # fmt: skip
    assert asked <= WRITTEN.keys()
