from django.urls import path

from tdsuite.exchange.views import rosters as views

app_name = "exchange"
urlpatterns = [
    path("roster/import/", views.roster_import, name="roster_import"),
    path("roster/import/<int:pk>/", views.roster_preview, name="roster_preview"),
    path("roster/import/<int:pk>/columns/", views.roster_columns, name="roster_columns"),
    path("roster/import/<int:pk>/apply/", views.roster_apply, name="roster_apply"),
]
