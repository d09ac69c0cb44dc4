from django.urls import path

from tdsuite.exchange.views import sites as views_sites

app_name = "sites"
urlpatterns = [
    path("<slug:slug>/", views_sites.page, name="page"),
    path("<slug:slug>/<path:name>", views_sites.page, name="file"),
]
