from django.urls import path

from tdsuite.exchange.views import events as views_events

app_name = "incoming"
urlpatterns = [
    path("<int:pk>/", views_events.look, name="look"),
    path("<int:pk>/columns/<int:file>/", views_events.columns, name="columns"),
    path("<int:pk>/apply/", views_events.make, name="make"),
]
