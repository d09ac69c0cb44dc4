"""Template tags of the parts that every page uses; templates need no {% load %} for them (settings: `builtins`)."""

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from tdsuite.platform.words.languages import NAMES, ONE_LANGUAGE, translated as in_language
from .next_page import taken_offer

register = template.Library()


@register.filter
def translated(text: str) -> str:
    """`{{ reason.text|translated }}`: a sentence of an engine or a service in the reader's language."""
    return in_language(text)


@register.simple_block_tag(takes_context=True)
def confirm(
    context: Context,
    content: str,
    action: str,
    label: str,
    *,
    reason: str = "",
    calm: bool = False,
    looks: bool = False,
) -> SafeString:
    """`{% confirm action "Revoke" %}What then happens.{% endconfirm %}`: a button that asks before it posts.

    For what is hard to take back. Works without scripts.

    Args:
        action: the address to post to.
        label: what stands on the button.
        reason: asks for a reason, in a field of this id.
        calm: the button is not red.
        looks: what follows can be looked at first (console alone).
    """
    return _component(
        context, "_confirm", action=action, label=label, text=content, reason=reason, calm=calm, looks=looks
    )


@register.simple_block_tag(takes_context=True)
def empty_state(context: Context, content: str, title: str, href: str = "", label: str = "") -> SafeString:
    """`{% empty_state "No round yet" %}What comes next.{% endempty_state %}`: a list without entries.

    Args:
        title: what is missing.
        href: the address of the step to take next, with `label` on its button.
    """
    return _component(context, "_empty", title=title, text=content, href=href, label=label)


@register.simple_tag(takes_context=True)
def press(context: Context, label: str, view: str, *parts: object, look: str = "", key: str = "") -> SafeString:
    """`{% press _("Try again") "console:job_retry" tournament.slug job.pk %}`: a button that posts to its own address.

    look: "primary", "small-button" or "link". key: presses it on the keyboard.
    """
    return _component(context, "_press", text="", action=reverse(view, args=parts), label=label, look=look, key=key)


@register.inclusion_tag("components/_copies.html")
def copies(address: str, *, by: str = "") -> dict[str, object]:
    """`{% copies request.path %}`: a button that copies a public list as text, for a chat.

    Args:
        address: of the public page, which has it.
        by: the order of the text, where the page has more than one.
    """
    return {"address": address, "by": by}


@register.inclusion_tag("components/_languages.html", takes_context=True)
def language_choice(context: Context) -> dict[str, object]:
    """`{% language_choice %}`: the languages that the page can be read in; a button each, which work without scripts."""
    request: HttpRequest | None = context.get("request")
    if request is None or request.path.startswith(ONE_LANGUAGE):
        return {}
    current = translation.get_language()
    # An answer to a form may stand at an address that only the form knows: back to where it was filled in.
    back = request.get_full_path() if request.method == "GET" else request.headers.get("Referer", "")
    back = "" if request.path.startswith("/l/") else back  # a page repeats nobody's link
    return {"languages": [(code, name, code == current) for code, name in NAMES.items()], "back": back}


@register.inclusion_tag("components/_undo.html", takes_context=True)
def undo_offer(context: Context) -> dict[str, object]:
    """`{% undo_offer %}`: the button that takes back what was decided on the page before, and what is then so again."""
    return {"undo": taken_offer(context["request"]), "csrf_token": context.get("csrf_token", "")}


def _component(context: Context, name: str, *, text: str, **values: str | bool) -> SafeString:
    # What the block tag hands over is rendered already, so escaped where it has to be.
    filled = {**values, "text": mark_safe(text.strip()), "csrf_token": context.get("csrf_token", "")}
    assert context.template is not None, "a tag stands in a template"
    return context.template.engine.get_template(f"components/{name}.html").render(context.new(filled))
