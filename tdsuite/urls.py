"""Every address of the suite."""

from django.urls import include, path, re_path

from tdsuite.api import docs, no_such_address

DIVISION = "console/<slug:slug>/<slug:code>/"

urlpatterns = [
    path("", include("tdsuite.public.urls")),
    path("", include("tdsuite.platform.access.urls")),
    path("", include("tdsuite.ops.urls")),
    path("api/docs/", docs, name="api_docs"),
    path("api/v1/", include("tdsuite.api")),
    re_path(r"^api/v1/.*[^/]$", no_such_address),  # else Django would redirect, and a POST become a GET
    path("console/backups/", include("tdsuite.ops.backups.urls")),
    path("console/import/", include("tdsuite.exchange.urls.events")),
    path("console/", include("tdsuite.console.urls")),
    path("console/<slug:slug>/words/", include("adjudication.lexicons.urls")),
    path("console/<slug:slug>/challenges/", include("adjudication.challenges.urls.officials")),
    path("judge/<slug:slug>/", include("adjudication.challenges.urls.at_table")),
    path("console/<slug:slug>/files/", include("tdsuite.exchange.urls.files")),
    path(DIVISION, include("tdsuite.exchange.urls.rosters")),
    path(DIVISION, include("pairings.urls.divisions")),
    path("", include("results.urls")),
]
