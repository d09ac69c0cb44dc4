from collections.abc import Sequence

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tdsuite.platform.live import services
from tdsuite.platform.live.page_versions import page_versions, set_passing

register = template.Library()


@register.simple_tag(name="live", takes_context=True)
def live_attributes(context: Context, *topics: str) -> SafeString:
    """The attributes that make an element hear of changes: `<section {% live "division:7" %} hx-get=… hx-trigger="live">`.

    It carries the versions the page was made from, so that a change between making and watching is heard too. One query,
    none where the view read them first.
    """
    known = page_versions(context.get("request"))
    if unknown := [topic for topic in topics if topic not in known]:
        known = known | services.versions(*unknown)
    return format_html(
        'data-live="{}" data-live-version="{}"', " ".join(topics), " ".join(str(known[topic]) for topic in topics)
    )


@register.simple_tag(takes_context=True)
def live_topics(context: Context, topics: Sequence[str]) -> SafeString:
    """As `{% live %}`, of the topics that the view lists."""
    return live_attributes(context, *topics)


@register.simple_tag(takes_context=True)
def passing(context: Context) -> str:
    """`{% passing %}`: this page shows a running clock, so that it is made anew for everyone who asks."""
    if request := context.get("request"):
        set_passing(request)
    return ""
