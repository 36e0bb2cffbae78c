"""Films: a whole game in one SVG that moves by itself, phase after phase, without a script.

Ground, outlines and names are written once. A *frame* is what differs from phase to
phase; a style sheet shows one after another, round and round, and stops while a pointer
rests on the picture. Where style sheets do not move anything, the first frame stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.result import Adjudication
from pbem.board.position import Position
from pbem.board.variant import Terrain, Variant
from pbem.drawing import svg
from pbem.drawing.atlas import Atlas
from pbem.drawing.base import (
    Base,
    Realms,
    draw_ground,
    draw_names,
    fill_of,
    find_realms,
    hatches,
    make_base,
)
from pbem.drawing.map import Overlay, draw_overlay, signs_of

SECONDS = 3.0


@dataclass(frozen=True)
class Frame:
    """One phase of a film.

    Attributes:
        position: The board before the orders.
        result: The orders with what became of them; None for the position alone.
        overlay: What `draw_overlay` returns for it with the film's prefix and caption, where
            it is at hand.
    """

    position: Position
    result: Adjudication | None
    overlay: Overlay | None = None


def draw_film(
    variant: Variant,
    atlas: Atlas,
    frames: Sequence[Frame],
    *,
    title: str,
    description: str,
    theme: str = "light",
    seconds: float = SECONDS,
    prefix: str = "film-",
) -> str:
    """Return a film as SVG, the same bytes for the same values.

    Args:
        variant: The board.
        atlas: Its outlines and spots.
        frames: From the first to the last, at least one.
        title: Of the game; the phase stands beside it in each frame.
        description: Read aloud.
        theme: One of those of maps.
        seconds: That each frame is shown for.
        prefix: Of all ids, as in maps.

    Raises:
        VariantError: The atlas does not show this board.
        ConfigError: There is no such theme.
        ValueError: There are no frames.
    """
    if not frames:
        raise ValueError("a film has at least one frame")
    base = make_base(variant, atlas, theme)
    overlays = [
        frame.overlay
        or draw_overlay(
            base, variant, atlas, frame.position, frame.result, caption(title, frame), prefix
        )
        for frame in frames
    ]
    height = atlas.height + max(overlay.legend.height for overlay in overlays)
    seas = tuple(p.id for p in variant.provinces.values() if p.terrain is Terrain.SEA)
    nobody = Realms({"land": tuple(base.land)}, seas)
    start = Position(frames[0].position.phase, {})
    shut = Position(start.phase, {}, closed=tuple({c for f in frames for c in f.position.closed}))
    under, over = [], []
    for frame, overlay in zip(frames, overlays, strict=True):
        under.append(_ground(base, variant, frame.position, prefix) + overlay.under)
        over.append(overlay.over + overlay.legend.svg)
    style = f"<style>{_style(len(frames), seconds)}{base.palette.style}</style>"
    outlines = "".join(_named(prefix, key, path) for key, path in base.land.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pbem-map pbem-film" '
        f'viewBox="0 0 {atlas.width} {height}" width="{atlas.width}" height="{height}" '
        f'role="img" aria-labelledby="{prefix}title {prefix}desc">'
        f'<title id="{prefix}title">{svg.text(title)}</title>'
        f'<desc id="{prefix}desc">{svg.text(description)}</desc>{style}'
        f"<defs>{signs_of(base, atlas, prefix)}{hatches(base, variant, shut, prefix)}"
        f"{outlines}</defs>"
        f'<rect {base.palette.paint["halo"]} width="{atlas.width}" height="{height}" '
        f'stroke-width="0"/>'
        f"{draw_ground(base, variant, atlas, nobody, start, prefix)}"
        f"{_frames(under, seconds)}"
        f"{draw_names(base, atlas, nobody, prefix)}"
        f"{_frames(over, seconds)}</svg>\n"
    )


def caption(title: str, frame: Frame) -> str:
    """Return the title below a frame of a game."""
    phase = frame.position.phase.title
    return f"{title}: {phase}" if title else phase


def _style(count: int, seconds: float) -> str:
    """Return rules that show each frame for its share of the time, and hide it for the rest."""
    if count == 1:
        return ""
    share, whole = 100 / count, count * seconds
    return (
        f"@keyframes pbem-frame{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}"
        f"100%{{visibility:hidden}}}}"
        f".pbem-film .frame{{animation:pbem-frame {whole:g}s step-end infinite}}"
        f".pbem-film:hover .frame{{animation-play-state:paused}}"
    )


def _frames(pieces: Sequence[str], seconds: float) -> str:
    return "".join(
        f'<g class="frame"{" visibility=" + chr(34) + "hidden" + chr(34) if place else ""} '
        f'style="animation-delay:{place * seconds:g}s">{piece}</g>'
        for place, piece in enumerate(pieces)
    )


def _named(prefix: str, key: str, path: str) -> str:
    return path.replace("<path ", f'<path id="{prefix}at-{key}" ', 1)


def _ground(base: Base, variant: Variant, position: Position, prefix: str) -> str:
    """Return the owned land of a frame, and the hatch over provinces that are closed."""
    paint = base.palette.paint
    realms = find_realms(variant, position)
    owned = "".join(
        f"<g {fill_of(base, role, prefix)}>{_uses(prefix, keys)}</g>"
        for role, keys in realms.land.items()
        if role != "land"
    )
    closed = [key for key in position.closed if key in base.land]
    shut = f'<g fill="url(#{prefix}closed)">{_uses(prefix, closed)}</g>' if closed else ""
    return (
        f'<g {paint["border"]} stroke-width="1.8" stroke-linejoin="round" fill-rule="evenodd" '
        f'transform="scale({1 / base.grid:g})">{owned}{shut}</g>'
        f'<g {paint["center"]} stroke-width="1.6">{base.centers}</g>'
    )


def _uses(prefix: str, keys: Sequence[str]) -> str:
    return "".join([f'<use href="#{prefix}at-{key}"/>' for key in keys])
