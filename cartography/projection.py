"""From longitude and latitude to map units.

Three steps: an azimuthal equal-area projection of a sphere, a focus that enlarges the
middle and shrinks the rim, and lenses that enlarge what is crowded elsewhere. Lenses are
mild and hardly overlap, so that nothing folds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_EARTH_KM = 6371.0

# Not numpy's own: on some processors these differ in the last digit, and on that hangs which
# way a corner of an outline is rounded.
_sin, _cos, _asinh, _exp = (
    np.vectorize(function, otypes=[float])
    for function in (math.sin, math.cos, math.asinh, math.exp)
)


@dataclass(frozen=True)
class Projection:
    """A way to draw the globe.

    Attributes:
        lon: Degrees of the middle.
        lat: Degrees of the middle.
        focus: Km from the middle at which distances are shrunk noticeably.
        lenses: Middle in km after the focus, gain, and reach in km.
        scale: Map units to a km.
        left: Of the frame, in km.
        top: Of the frame, in km upwards.
        width: Map units.
        height: Map units.
    """

    lon: float
    lat: float
    focus: float
    lenses: tuple[tuple[Points, float, float], ...] = ()
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0
    width: int = 0
    height: int = 0

    def project(self, degrees: Sequence[Sequence[float]] | Points) -> Points:
        """Return points in map units, y downwards, of points in degrees."""
        km = self._lensed(self._focused(np.asarray(degrees, dtype=float)))
        return np.stack([km[:, 0] - self.left, self.top - km[:, 1]], axis=-1) * self.scale

    def _focused(self, degrees: Points) -> Points:
        lon = np.radians(degrees[:, 0] - self.lon)
        lat, lat0 = np.radians(degrees[:, 1]), np.radians(self.lat)
        cosine = _sin(lat0) * _sin(lat) + _cos(lat0) * _cos(lat) * _cos(lon)
        k = _EARTH_KM * np.sqrt(2 / np.maximum(1 + cosine, 1e-6))
        x = k * _cos(lat) * _sin(lon)
        y = k * (_cos(lat0) * _sin(lat) - _sin(lat0) * _cos(lat) * _cos(lon))
        far = np.maximum(np.hypot(x, y), 1e-9)
        shrunk = self.focus * _asinh(far / self.focus) / far
        return np.stack([x * shrunk, y * shrunk], axis=-1)

    def _lensed(self, km: Points) -> Points:
        moved = km.copy()
        for middle, gain, reach in self.lenses:
            off = km - middle
            near = _exp(-(off**2).sum(axis=1) / (2 * reach**2))
            moved += gain * off * near[:, None]
        return moved


def read_projection(facts: Mapping[str, Any]) -> Projection:
    """Return the projection of a board's facts, with its frame."""
    raw, frame = facts["projection"], facts["frame"]
    plain = Projection(raw["lon"], raw["lat"], raw["focus_km"])
    lenses = tuple(
        (plain._focused(np.array([lens["at"]]))[0], lens["gain"], lens["sigma_km"])
        for lens in raw["lenses"]
    )
    lensed = Projection(plain.lon, plain.lat, plain.focus, lenses)
    through = lensed.project(frame["through"]) * (1, -1)
    (left, bottom), (right, top) = through.min(axis=0), through.max(axis=0)
    scale = frame["width"] / (right - left)
    height = round((top - bottom) * scale)
    return Projection(
        plain.lon, plain.lat, plain.focus, lenses, scale, left, top, frame["width"], height
    )
