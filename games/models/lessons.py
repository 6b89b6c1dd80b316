"""The lessons that a user has completed."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class LessonDone(models.Model):
    """A lesson of one game completed by a user."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="lessons_done",
        db_index=False,
    )
    game = models.CharField(_("game"), max_length=Game._meta.get_field("variant").max_length)
    lesson = models.CharField(_("lesson"), max_length=30)
    done_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("lesson done")
        verbose_name_plural = _("lessons done")
        constraints = [models.UniqueConstraint(fields=["user", "game", "lesson"], name="lesson_done_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}/{self.lesson}"
