"""The lessons that a user has completed."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user_keys import user_key
from games.models.games import Game


class LessonDone(models.Model):
    user = user_key("lessons_done", _("user"), db_index=False)
    game = models.CharField(_("game"), max_length=Game._meta.get_field("variant").max_length)
    lesson = models.CharField(_("lesson"), max_length=30)
    done_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("lesson done")
        verbose_name_plural = _("lessons done")
        constraints = [models.UniqueConstraint(fields=["user", "game", "lesson"], name="lesson_done_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}/{self.lesson}"
