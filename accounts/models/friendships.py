"""Friendships and blocks."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.user_keys import user_key


class Friendship(models.Model):
    """Two friends, or a request by ``by`` to ``to`` while ``agreed_at`` is empty.

    A declined request may still be accepted; ``declined_at`` is never revealed to its sender.
    """

    by = user_key("friends_asked", _("requested by"))
    to = user_key("asked_by_friends", pgettext_lazy("person", "asked"))
    requested_at = models.DateTimeField(_("requested at"), auto_now_add=True)
    agreed_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.CheckConstraint(condition=~Q(by=F("to")), name="friendship_of_two"),
            models.UniqueConstraint(Least("by", "to"), Greatest("by", "to"), name="friendship_one_per_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.by} – {self.to}"


class Block(models.Model):
    """A block of ``who`` by ``by``, which is never revealed to ``who``."""

    by = user_key("blocks", _("by"), db_index=False)
    who = user_key("blocked_by", _("blocked person"))
    created_at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.CheckConstraint(condition=~Q(by=F("who")), name="block_of_another"),
            models.UniqueConstraint(fields=["by", "who"], name="block_once"),
        ]

    def __str__(self) -> str:
        return f"{self.by} – {self.who}"
