"""A new project of Django. What a page shows stands at the end of its settings, in settings.py of this folder."""

import os
import pathlib
import sys

import django
from django.conf import settings

_, PREFIX, URLS, PORT = sys.argv
DATABASE = pathlib.Path("db.sqlite3")
DATABASE.unlink(missing_ok=True)

new_project = {
    "SECRET_KEY": os.environ["APP_SECRET"],
    "ALLOWED_HOSTS": ["localhost"],
    "ROOT_URLCONF": __name__,
    "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATABASE)}},
    "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
    "INSTALLED_APPS": [
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
    ],
    "MIDDLEWARE": [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    "TEMPLATES": [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    "AUTHENTICATION_BACKENDS": ["django.contrib.auth.backends.ModelBackend"],
    # For the test of mozilla-django-oidc: it asks the issuer again after seconds.
    "OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS": 2,
}
exec(pathlib.Path("settings.py").read_text(), new_project)
settings.configure(**{name: value for name, value in new_project.items() if name.isupper()})
django.setup()

from django.core.management import execute_from_command_line  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.middleware.csrf import get_token  # noqa: E402
from django.urls import include, path  # noqa: E402


def home(request):
    user = request.user
    email, name = (user.email, user.get_full_name()) if user.is_authenticated else ("", "")
    lines = f"email={email}\nname={name}\ncsrf={get_token(request)}\n"
    return HttpResponse(lines, content_type="text/plain")


urlpatterns = [path("", home), path(PREFIX, include(URLS))]

if __name__ == "__main__":
    execute_from_command_line(["manage", "migrate", "--verbosity", "0"])
    execute_from_command_line(["manage", "runserver", f"127.0.0.1:{PORT}", "--noreload"])
