from django.urls import path

from . import views

app_name = "backups"
urlpatterns = [
    path("", views.page, name="page"),
    path("folder/", views.folder, name="folder"),
    path("restore/", views.restore, name="restore"),
]
