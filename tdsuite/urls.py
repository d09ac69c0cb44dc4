"""Every address of the suite."""

from django.urls import include, path, re_path

from tdsuite.api import docs, no_such_address

DIVISION = "console/<slug:slug>/<slug:code>/"

PACKAGES = {  # each with the beginning of its addresses, in the order in which they are tried
    "tdsuite.public.urls": "",
    "tdsuite.platform.access.urls": "",
    "tdsuite.ops.urls": "",
    "tdsuite.api": "api/v1/",
    "tdsuite.ops.backups.urls": "console/backups/",
    "tdsuite.exchange.urls.events": "console/import/",
    "tdsuite.console.urls": "console/",
    "adjudication.lexicons.urls": "console/<slug:slug>/words/",
    "adjudication.challenges.urls.officials": "console/<slug:slug>/challenges/",
    "adjudication.challenges.urls.at_table": "judge/<slug:slug>/",
    "tdsuite.exchange.urls.files": "console/<slug:slug>/files/",
    "tdsuite.exchange.urls.rosters": DIVISION,
    "pairings.urls.divisions": DIVISION,
    "results.urls": "",
}
urlpatterns = [
    *(path(beginning, include(package)) for package, beginning in PACKAGES.items()),
    path("api/docs/", docs, name="api_docs"),
    re_path(r"^api/v1/.*[^/]$", no_such_address),  # else Django would redirect, and a POST become a GET
]
