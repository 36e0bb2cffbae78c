"""A game year by year: who owned what, who grew and who shrank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pbem.board.phase import Season
from pbem.board.variant import Variant
from pbem.drawing.chart import Owner, Series
from pbem.drawing.words import place_words
from pbem.game.publication import GameRecord
from pbem.site.views import name_of, owners_of
from pbem.site.words import joined


@dataclass(frozen=True)
class YearRow:
    """The owners of the supply centers at the end of a year.

    Attributes:
        counts: By power, in the variant's order.
        strip: Offset, width (of all centers) and color of each power's part.
    """

    label: str
    counts: tuple[int, ...]
    changes: tuple[int, ...]
    strip: tuple[tuple[int, int, str], ...]


def years(record: GameRecord, variant: Variant) -> tuple[YearRow, ...]:
    """Return who owned how many supply centers at the start and after each year."""
    if record.opening is None:
        return ()
    rows = [_year_row(variant, "Start", record.opening.centers, None)]
    before: Mapping[str, tuple[str, ...]] = record.opening.centers
    for year, latest in _owners_by_year(record):
        rows.append(_year_row(variant, str(year), latest, before))
        before = latest
    return tuple(rows)


def _year_ends(record: GameRecord) -> list[Mapping[str, tuple[str, ...]]]:
    first = [record.opening.centers] if record.opening else []
    return [*first, *(latest for _, latest in _owners_by_year(record))]


def _owners_by_year(record: GameRecord) -> list[tuple[int, Mapping[str, tuple[str, ...]]]]:
    """Return who owned the centers after each year that is over."""
    found: list[tuple[int, Mapping[str, tuple[str, ...]]]] = []
    latest: Mapping[str, tuple[str, ...]] = record.opening.centers if record.opening else {}
    for file in record.standing:
        phase = file.position.phase
        latest = file.result.centers or latest
        over = phase.season is not Season.SPRING and file.following.year > phase.year
        counted_now = phase.season is Season.FALL and file.following.season is Season.WINTER
        if (over or counted_now) and (not found or found[-1][0] != phase.year):
            found.append((phase.year, latest))
    return found


def series(rows: Iterable[YearRow], variant: Variant) -> tuple[Series, ...]:
    """Return the centers of each power through the years, to be drawn."""
    rows = tuple(rows)
    return tuple(
        Series(power.name, power.letter, power.color, tuple(row.counts[place] for row in rows))
        for place, power in enumerate(variant.powers.values())
    )


def center_rows(
    record: GameRecord, variant: Variant
) -> tuple[tuple[str, tuple[Owner, ...], tuple[str, ...]], ...]:
    """Return each supply center with its owners at the start and after each year.

    Owners stand there twice: as they are drawn, and by name (a dash for nobody).
    Centers are sorted by whose home they are, then by name.
    """
    if record.opening is None:
        return ()
    held = [owners_of(centers) for centers in _year_ends(record)]
    homes = {center: place for place, p in enumerate(variant.powers.values()) for center in p.homes}
    ordered = sorted(variant.centers, key=lambda c: (homes.get(c, 99), place_words(variant, c)))
    nobody = Owner("", "")
    drawn = {p.id: Owner(p.letter, p.color) for p in variant.powers.values()}
    return tuple(
        (
            place_words(variant, center),
            tuple(drawn.get(owners.get(center, ""), nobody) for owners in held),
            tuple(name_of(variant, owners.get(center)) or "–" for owners in held),
        )
        for center in ordered
    )


def story(record: GameRecord, variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return what each year brought: pairs of a year and a sentence."""
    told = []
    rows = years(record, variant)
    names = [power.name for power in variant.powers.values()]
    for before, row in pairwise(rows):
        changes = sorted(zip(row.changes, names, strict=True), key=lambda c: (-abs(c[0]), c[1]))
        left = zip(names, before.counts, row.counts, strict=True)
        out = [name for name, was, now in left if was and not now]
        up = [f"{name} (+{change})" for change, name in changes if change > 0]
        down = [f"{name} (−{-c})" for c, name in changes if c < 0 and name not in out]
        most = max(row.counts, default=0)
        lead = [name for name, count in zip(names, row.counts, strict=True) if count == most]
        parts = [f"{joined(up)} grew"] if up else []
        parts += [f"{joined(down)} shrank"] if down else []
        parts += [f"{joined(out)} lost the last center"] if out else []
        parts = parts or ["No center changed hands"]
        parts.append(f"{joined(lead)} {'led' if len(lead) == 1 else 'led together'} with {most}")
        told.append((row.label, f"{'; '.join(parts)}."))
    return tuple(told)


def _year_row(
    variant: Variant,
    label: str,
    centers: Mapping[str, tuple[str, ...]],
    before: Mapping[str, tuple[str, ...]] | None,
) -> YearRow:
    strip = []
    offset = 0
    counts = {power: len(centers.get(power, ())) for power in variant.powers}
    for power, count in counts.items():
        if count:
            strip.append((offset, count, variant.powers[power].color))
        offset += count
    changes = tuple(
        0 if before is None else counts[power] - len(before.get(power, ())) for power in counts
    )
    return YearRow(label, tuple(counts.values()), changes, tuple(strip))
