"""Colors as text, `#rrggbb`, and the little arithmetic that maps need."""

from __future__ import annotations


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255.

    Raises:
        ValueError: The text is no color of the form `#rrggbb`.
    """
    if len(color) != 7 or color[0] != "#":
        raise ValueError(f"{color!r} is no color; write one like #5e9ca7")
    return (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16))


def mix(color: str, ground: str, share: float) -> str:
    """Return `share` (0 to 1) of a color over a ground, mixed in sRGB.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(color), channels(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def luminance(color: str) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2)."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(color))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
