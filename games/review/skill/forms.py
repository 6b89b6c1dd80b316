"""The form for choosing who sees a user's luck and skill."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SkillForm(forms.ModelForm):
    """The visibility: only the user, their friends, or everyone."""

    class Meta:
        model = User
        fields = ("skill_shown_to",)
        labels = {"skill_shown_to": _("Who sees this page")}
        help_texts = {"skill_shown_to": _("Only the players at a table by invitation see it counted here.")}
        widgets = {"skill_shown_to": forms.RadioSelect(attrs={"class": "vh"})}
