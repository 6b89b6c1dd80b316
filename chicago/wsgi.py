"""The WSGI application, for gunicorn."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template import engines

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chicago.settings")
application = get_wsgi_application()

# With `--preload`, gunicorn's processes share everything loaded before forking, as long as it is not written to.
for module in (settings.ROOT_URLCONF, "confusable_homoglyphs.confusables"):
    import_module(module)
engines.all()
gc.collect()
gc.freeze()
