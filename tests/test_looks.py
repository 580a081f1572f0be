"""The colours of the page, as `static/css/tokens.css` names them: all text can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[1] / "static" / "css"
READABLE = 4.5
"""The ratio that WCAG 2.2 asks of small text, level AA."""


def colours(theme: str, sheet: str = "tokens.css") -> dict[str, str]:
    """Name -> #rrggbb of a theme."""
    (block,) = re.findall(
        rf'data-theme="{theme}"\] \{{([^}}]*)\}}', (CSS / sheet).read_text("utf-8")
    )
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("tone", ["ink", "soft", "faint", "lead", "wait", "dead", "new", "frozen"])
def test_text_can_be_read(theme: str, tone: str) -> None:
    known = colours(theme)
    grounds = {name: contrast(known[tone], known[name]) for name in ("bg", "panel", "raised")}
    assert {name: ratio for name, ratio in grounds.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_text_on_a_button_can_be_read(theme: str) -> None:
    known = colours(theme)
    assert contrast(known["on-accent"], known["accent"]) >= READABLE


TINTED = 0.18
"""The share of a tone in the ground of what it marks, such as the line of the pseudo-code."""


def mixed(tone: str, ground: str, share: float) -> str:
    """As `color-mix(in srgb, tone share, ground)`."""
    pairs = [(int(tone[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("tone", ["lead", "wait", "dead", "new", "frozen", "lost", "accent"])
def test_text_can_be_read_on_what_its_tone_marks(theme: str, tone: str) -> None:
    known = colours(theme)
    grounds = {
        (text, name): contrast(known[text], mixed(known[tone], known[name], TINTED))
        for name in ("bg", "panel")
        for text in (tone, "soft", "ink")
    }
    assert {name: ratio for name, ratio in grounds.items() if ratio < READABLE} == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_name_of_a_term_and_of_a_strategy_can_be_read(theme: str) -> None:
    panel = colours(theme)["panel"]
    named = colours(theme, "kit.css") | colours(theme, "../js/recipes/comparison/look.css")
    assert len(named) == 6 + 3
    ratios = {name: contrast(colour, panel) for name, colour in named.items()}
    assert {name: ratio for name, ratio in ratios.items() if ratio < READABLE} == {}
