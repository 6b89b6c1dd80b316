"""The drawings of the faces that users choose."""

from django.templatetags.static import static


def face_url(face: str) -> str:
    """Return the URL of a face (``accounts.models.Face``); empty for none."""
    return f"{static('profile/faces.svg')}#{face}" if face else ""
