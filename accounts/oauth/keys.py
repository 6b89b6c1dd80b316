"""The RSA key that signs ID tokens: from the settings or, on a local site, created and stored in the data folder."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

NAME = "oauth-key.pem"


def private_key() -> str:
    """Return the key as PEM. Raise `OSError` if it can be neither read nor stored."""
    return settings.OAUTH_PRIVATE_KEY or _load_or_create(settings.DATA_DIR / NAME)


def _load_or_create(path: Path) -> str:
    if not path.exists():
        with TemporaryDirectory(dir=path.parent) as folder:
            made = Path(folder) / NAME
            made.touch(mode=0o600)
            made.write_text(_new_key(), encoding="ascii")
            with suppress(FileExistsError):  # another thread was first; the file is complete in either case
                os.link(made, path)
    return path.read_text(encoding="ascii")


def _new_key() -> str:
    from cryptography.hazmat.primitives import serialization  # 7 MB, for processes where people sign in
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
