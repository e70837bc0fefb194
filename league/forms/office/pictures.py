"""The form of a picture."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from league.pictures.encoding import MOST_BYTES


class PictureForm(forms.Form):
    """A file to be chosen; the service looks at what is in it."""

    picture = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("JPEG, PNG or WebP, up to 8 MB. Place and camera are removed from it."),
    )

    def read(self) -> bytes:
        """The file, and no more of it than shows that it is too large."""
        data: bytes = self.cleaned_data["picture"].read(MOST_BYTES + 1)
        return data
