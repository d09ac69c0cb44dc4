"""Every address of the suite."""

from django.urls import include, path

DIVISION = "console/<slug:slug>/<slug:code>/"

urlpatterns = [
    path("", include("tdsuite.public.urls")),
    path("", include("tdsuite.access.urls")),
    path("", include("tdsuite.ops.urls")),
    path("api/v1/", include("tdsuite.api")),
    path("console/", include("tdsuite.console.urls")),
    path("console/<slug:slug>/words/", include("adjudication.urls_lexicons")),
    path("console/<slug:slug>/challenges/", include("adjudication.urls")),
    path("console/<slug:slug>/files/", include("tdsuite.exchange.urls_files")),
    path(DIVISION, include("tdsuite.exchange.urls")),
    path(DIVISION, include("pairings.urls")),
    path("", include("results.urls")),
]
