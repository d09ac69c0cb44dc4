from django.urls import path

from . import views_events

app_name = "incoming"
urlpatterns = [
    path("", views_events.give, name="give"),
    path("<int:pk>/", views_events.look, name="look"),
    path("<int:pk>/apply/", views_events.make, name="make"),
]
