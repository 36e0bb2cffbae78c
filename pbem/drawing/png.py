"""PNG: pictures for mail and for previews of links, drawn with fonts of our own.

A bare machine has no fonts, and then no letters would be drawn; so the fonts are
shipped, cut down to Latin letters, and no others are looked for.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from io import BytesIO

from PIL import Image
from resvg_py import svg_to_bytes

MOST_BYTES = 60_000
_COLORS = (128, 64, 48, 32)
_SERIF = "DejaVu Serif"
_SANS = "DejaVu Sans"


def draw_png(svg: str, *, width: int | None = None, most: int = MOST_BYTES) -> bytes:
    """Return an SVG as a PNG of few colors, the same bytes for the same values.

    Args:
        svg: Trusted text with a size, as maps and cards are.
        width: Pixels; its own width in units where it is None.
        most: Bytes. Colors are given up until the picture fits, but 32 are kept.
    """
    with as_file(files("pbem.drawing") / "fonts") as fonts:
        drawn = svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_dirs=[str(fonts)],
            font_family=_SANS,
            sans_serif_family=_SANS,
            serif_family=_SERIF,
        )
    with Image.open(BytesIO(drawn)) as picture:
        flat = Image.new("RGB", picture.size, "#ffffff")
        flat.paste(picture, mask=picture.getchannel("A"))
    for colors in _COLORS:
        packed = _pack(flat, colors)
        if len(packed) <= most:
            break
    return packed


def _pack(picture: Image.Image, colors: int) -> bytes:
    """Return a picture in its most frequent colors, so that fills keep theirs exactly."""
    most_colors = picture.width * picture.height
    counted = picture.getcolors(most_colors) or []
    counted.sort(key=lambda one: (-one[0], one[1]))
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for _, color in counted[:colors] for channel in _rgb(color)])
    written = BytesIO()
    few = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def _rgb(color: object) -> tuple[int, int, int]:
    match color:
        case (int(red), int(green), int(blue)):
            return (red, green, blue)
        case _:
            raise TypeError(f"{color!r} is no color of an RGB picture")
