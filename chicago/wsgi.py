"""The WSGI application, for gunicorn."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template import engines

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
application = get_wsgi_application()

# `--preload`: gunicorn's processes share what is loaded before they part, as long as nobody writes to it.
import_module(settings.ROOT_URLCONF)
engines.all()
gc.collect()
gc.freeze()
