from django.urls import path

from . import views_files

app_name = "files"
urlpatterns = [
    path("", views_files.files, name="files"),
    path("checklist/", views_files.before_submission, name="checklist"),
    path("<str:key>/", views_files.files, name="check"),
    path("<str:key>/take/", views_files.file_out, name="take"),
]
