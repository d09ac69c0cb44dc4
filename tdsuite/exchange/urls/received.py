from django.urls import path

from tdsuite.exchange.views import received as views_received

app_name = "received"
urlpatterns = [
    path("", views_received.sites, name="sites"),
    path("<int:pk>/token/", views_received.another_token, name="token"),
    path("<int:pk>/revoke/", views_received.close, name="revoke"),
    path("<int:pk>/remove/", views_received.remove, name="remove"),
]
