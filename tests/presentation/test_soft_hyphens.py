"""Long names on narrow cards may be broken, but only before a syllable."""

from __future__ import annotations

import pytest

from games.presentation.templatetags.table import soft_hyphens


@pytest.mark.parametrize(
    "syllables",
    [
        *("Li-qui-da-tion", "Li-mou-sine", "Re-vol-ver", "Po-li-ce Raid", "Bri-be-ry", "Meur-tre", "Cor-rup-tion"),
        *("Lik-wi-dacja", "Li-mu-zyna", "Ła-pów-ka", "Na-lot po-licji", "Lik-vi-de-ring"),
    ],
)
def test_a_name_may_be_broken_before_a_syllable(syllables: str) -> None:
    assert soft_hyphens(syllables.replace("-", "")) == syllables.replace("-", "\N{SOFT HYPHEN}")
