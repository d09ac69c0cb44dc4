"""Faults are reported to Sentry, or to a program that speaks its protocol, where `SENTRY_DSN` names one."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tdsuite.platform import log_context
from tdsuite.platform.access.logs import without_links


def start() -> None:
    """Begin to report; without a DSN nothing is loaded.  Raises ImproperlyConfigured."""
    if not settings.SENTRY_DSN:
        return
    try:
        sentry_sdk = import_module("sentry_sdk")
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN: the package sentry-sdk is not installed; install it into the suite's environment, or unset it"
        ) from None
    try:
        sentry_sdk.init(
            settings.SENTRY_DSN,
            send_default_pii=False,
            include_local_variables=False,  # they hold names, PINs and passwords
            max_request_body_size="never",
            traces_sample_rate=0.0,
            before_send=_without_private,
        )
    except ValueError as error:
        raise ImproperlyConfigured(f"SENTRY_DSN: {error}") from error


def _without_private(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """No private link, cookie or header leaves with a fault; the names of request and job do, to find it in the log."""
    named = {"request": log_context.request_id.get(), "job": log_context.job_id.get()}
    event["tags"] = {**(event.get("tags") or {}), **{key: value for key, value in named.items() if value}}
    event.pop("breadcrumbs", None)
    event.pop("server_name", None)
    if "request" in event:
        event["request"] = {"url": event["request"].get("url", ""), "method": event["request"].get("method", "")}
    cleaned: dict[str, Any] = _plain(event)
    return cleaned


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return without_links(value)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
