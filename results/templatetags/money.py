"""Sums of money in templates."""

from django import template

from results.prizes.engine.money import plain

register = template.Library()


@register.filter
def cents(amount: int) -> str:
    """A sum in the smallest unit of a currency, as people write it."""
    return plain(amount)
