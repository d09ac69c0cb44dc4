"""What the console's views share."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tdsuite.platform.web.next_page import offer_form_undo
from tdsuite.tournaments.services.decision import Refused


def decided(
    request: HttpRequest, form: forms.BaseForm, decide: Callable[[], Any], says: str, *, undo: bool = False
) -> bool:
    """Run one service for a valid form. A refusal becomes the form's error; success is said on the next page.

    Args:
        undo: the form shows what stands already: the next page offers to send it as it was.
    """
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        decide()
    except Refused as refused:
        form.add_error(None, refused.says)
        return False
    messages.success(request, says)
    if undo:
        offer_form_undo(request, form)
    return True


def pressed(request: HttpRequest, decide: Callable[[], Any], says: str) -> bool:
    """Run one service for a button; a refusal is said on the next page."""
    try:
        decide()
    except Refused as refused:
        messages.error(request, refused.says)
        return False
    messages.success(request, says)
    return True
