"""The form for choosing who sees a user's luck and skill."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SkillForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("skill_shown_to",)
        labels = {"skill_shown_to": _("Who sees this page")}
        help_texts = {"skill_shown_to": _("Games at private tables count here only for the people who played in them.")}
        widgets = {"skill_shown_to": forms.RadioSelect(attrs={"class": "vh"})}
