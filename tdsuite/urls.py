"""Every address of the suite."""

from django.urls import include, path

DIVISION = "console/<slug:slug>/<slug:code>/"

urlpatterns = [
    path("", include("tdsuite.public.urls")),
    path("", include("tdsuite.access.urls")),
    path("", include("tdsuite.ops.urls")),
    path("api/v1/", include("tdsuite.api")),
    path("console/import/", include("tdsuite.exchange.urls_events")),
    path("console/received/", include("tdsuite.exchange.urls_received")),
    path("sites/", include("tdsuite.exchange.urls_sites")),
    path("console/", include("tdsuite.console.urls")),
    path("console/<slug:slug>/words/", include("adjudication.urls_lexicons")),
    path("console/<slug:slug>/challenges/", include("adjudication.urls")),
    path("judge/<slug:slug>/", include("adjudication.urls_players")),
    path("console/<slug:slug>/files/", include("tdsuite.exchange.urls_files")),
    path(DIVISION, include("tdsuite.exchange.urls")),
    path(DIVISION, include("pairings.urls")),
    path("", include("results.urls")),
]
