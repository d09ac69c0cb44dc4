"""What the console's views share."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tdsuite.platform.web.next_page import offer_form_undo
from tdsuite.tournaments.shortcuts import refusal_in, refusal_told


def decided(
    request: HttpRequest, form: forms.BaseForm, decide: Callable[[], Any], says: str, *, undo: bool = False
) -> bool:
    """Run one service for a valid form. A refusal becomes the form's error; success is said on the next page.

    Args:
        undo: the form shows what stands already: the next page offers to send it as it was.
    """
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            decide()
            messages.success(request, says)
            if undo:
                offer_form_undo(request, form)
            return True
    return False


def pressed(request: HttpRequest, decide: Callable[[], Any], says: str) -> bool:
    """Run one service for a button; a refusal is said on the next page."""
    with refusal_told(request):
        decide()
        messages.success(request, says)
        return True
    return False
