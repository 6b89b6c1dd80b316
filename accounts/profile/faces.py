"""The drawings of the faces that users choose."""

from django.templatetags.static import static


def face_url(face: str) -> str:
    """Return the URL of a face (``accounts.models.Face``), or an empty string for no face."""
    return f"{static('profile/faces.svg')}#{face}" if face else ""
