"""The drawn faces that users can choose."""

from django.db import models
from django.utils.translation import pgettext_lazy


class Face(models.TextChoices):
    """A face. The value is its symbol in ``profile/faces.svg``; the label names it for users who don't see it."""

    __empty__ = pgettext_lazy("face", "Your initial")

    FEDORA = "fedora", pgettext_lazy("face", "Fedora")
    BOWLER = "bowler", pgettext_lazy("face", "Bowler hat")
    TOP_HAT = "top-hat", pgettext_lazy("face", "Top hat")
    FLAT_CAP = "flat-cap", pgettext_lazy("face", "Flat cap")
    CAPTAIN = "captain", pgettext_lazy("face", "Captain’s cap")
    BERET = "beret", pgettext_lazy("face", "Beret")
    CLOCHE = "cloche", pgettext_lazy("face", "Cloche hat")
    TURBAN = "turban", pgettext_lazy("face", "Turban")
    HEADSCARF = "headscarf", pgettext_lazy("face", "Headscarf")
    GOGGLES = "goggles", pgettext_lazy("face", "Flying goggles")
    BOB = "bob", pgettext_lazy("face", "Bobbed hair")
    WAVES = "waves", pgettext_lazy("face", "Finger waves")
    CURLS = "curls", pgettext_lazy("face", "Curls")
    BUN = "bun", pgettext_lazy("face", "Hair bun")
    BRAIDS = "braids", pgettext_lazy("face", "Braids")
    FEATHER = "feather", pgettext_lazy("face", "Feather")
    GLASSES = "glasses", pgettext_lazy("face", "Round glasses")
    MONOCLE = "monocle", pgettext_lazy("face", "Monocle")
    MOUSTACHE = "moustache", pgettext_lazy("face", "Moustache")
    BEARD = "beard", pgettext_lazy("face", "Full beard")
    WHITE_BEARD = "white-beard", pgettext_lazy("face", "White beard")
    PEARLS = "pearls", pgettext_lazy("face", "Pearls")
    EARRING = "earring", pgettext_lazy("face", "Earring")
