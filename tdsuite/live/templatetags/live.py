from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tdsuite.live import services

register = template.Library()


@register.simple_tag(name="live")
def live_attributes(*topics: str) -> SafeString:
    """The attributes that make an element hear of changes: `<section {% live "division:7" %} hx-get=… hx-trigger="live">`.

    It carries the versions the page was made from, so that a change between making and watching is heard too. One query.
    """
    shown = services.versions(*topics)
    return format_html(
        'data-live="{}" data-live-version="{}"', " ".join(topics), " ".join(str(shown[topic]) for topic in topics)
    )
