"""`pbem bench`: figures, measured on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

import click

from pbem.bench.adjudicate import Figures, measure
from pbem.bench.growth import Growth, measure_growth
from pbem.bench.peer import NoPeerError, Peer, open_peer


@click.group()
def command() -> None:
    """Measure how quick the judge is on this machine."""


@command.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="Medians over so many."
)
@click.option("--phases", type=click.IntRange(1), help="Take so many of each kind, not all.")
@click.option("--no-peer", is_flag=True, help="Measure this engine alone.")
@click.option("--growth", is_flag=True, help="Measure boards of growing size instead.")
def adjudicate(as_json: bool, rounds: int, phases: int | None, no_peer: bool, growth: bool) -> None:
    """Time the adjudicator, beside the package diplomacy where it can be had.

    That package is installed into an environment of its own in the cache folder.
    """
    if growth:
        sizes = measure_growth(rounds)
        click.echo(
            _json({"growth": [asdict(size) for size in sizes]}) if as_json else _grown(sizes)
        )
        return
    with _peer(wanted=not no_peer) as peer:
        figures = measure(peer, rounds=rounds, most=phases, watch=_watch)
    click.echo(_json(asdict(figures)) if as_json else _told(figures))


@command.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--phases", type=click.IntRange(2), default=40, show_default=True, help="In each.")
@click.option(
    "--home", type=click.IntRange(20), default=1000, show_default=True, help="Games of a home."
)
@click.option("--no-peers", is_flag=True, help="Measure ours alone.")
def site(as_json: bool, games: int, phases: int, home: int, no_peers: bool) -> None:
    """Time the pages: all of them, and after one new phase; beside Hugo and Pelican.

    Hugo is used where it is installed; Pelican is installed into an environment of its
    own in the cache folder.
    """
    from pbem.bench.site import measure_site

    figures = measure_site(games, phases, home, _watch, peers=not no_peers)
    if as_json:
        click.echo(_json(asdict(figures)))
        return
    rows = [
        (f"{games} games, {phases} phases", f"{figures.full_s:.1f} s"),
        ("their size", f"{figures.bytes / 1e6:,.0f} MB"),
        (f"new phase, {home} games", f"{figures.incremental_s:.2f} s"),
        ("  first after a start", f"{figures.first_s:.2f} s"),
        ("files written", f"{figures.files_written}"),
    ]
    for name, peer in (("hugo", figures.hugo), ("pelican", figures.pelican)):
        if peer:
            took = f"{peer.full_s:.1f} s, then {peer.incremental_s:.1f} s"
            rows.append((f"{name} {peer.version.split('-')[0]}", took))
    click.echo("\n".join(f"{name:26}{value}" for name, value in rows))


@command.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--letters", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Running.")
@click.option(
    "--deadline", type=click.IntRange(1), default=200, show_default=True, help="Games due at once."
)
@click.option(
    "--over", type=click.IntRange(0), default=10000, show_default=True, help="Games that are over."
)
def mail(as_json: bool, letters: int, games: int, deadline: int, over: int) -> None:
    """Time the whole way of letters, a deadline of many games, and a judge that idles."""
    from pbem.bench.mail import measure_mail

    figures = measure_mail(letters, games, min(deadline, games), over, _watch)
    if as_json:
        click.echo(_json(asdict(figures)))
        return
    rows = [
        (f"letters, {name}", f"{rate:.0f} a second" if rate else "not installed")
        for name, rate in figures.letters_per_s.items()
    ]
    rows.append((f"{figures.deadline_games} games judged", f"{figures.deadline_s:.1f} s"))
    rows += [(f"idle, {count} games over", f"{ms:.1f} ms") for count, ms in figures.idle_ms.items()]
    rows += [
        ("most memory", f"{figures.peak_mb:.0f} MB"),
        ("one fsync", f"{figures.fsync_ms:.2f} ms"),
        *((f"  {name}, a letter", f"{ms:.2f} ms") for name, ms in figures.steps_ms.items()),
    ]
    click.echo("\n".join(f"{name:26}{value}" for name, value in rows))


@command.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--letters", type=click.IntRange(10), default=200000, show_default=True)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Running.")
def soak(as_json: bool, letters: int, games: int) -> None:
    """See what becomes of the judge's memory over very many letters."""
    from pbem.bench.soak import measure_soak

    figures = measure_soak(letters, games, _watch)
    if as_json:
        click.echo(_json(asdict(figures)))
        return
    rows = [
        ("letters", f"{figures.letters} in {figures.seconds:.0f} s"),
        ("phases judged", f"{figures.judged} in {figures.games} games"),
        ("memory, by tenths", ", ".join(f"{mb:.0f}" for mb in figures.memory_mb) + " MB"),
        ("most memory", f"{figures.peak_mb:.0f} MB"),
    ]
    click.echo("\n".join(f"{name:26}{value}" for name, value in rows))


@command.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--games", type=click.IntRange(1), default=200, show_default=True)
@click.option("--phases", type=click.IntRange(1), default=40, show_default=True, help="In each.")
def verify(as_json: bool, games: int, phases: int) -> None:
    """Time `pbem verify` on a record of games, committed as a judge commits them."""
    from pbem.bench.verify import measure_verify

    figures = measure_verify(games, phases, _watch)
    if as_json:
        click.echo(_json(asdict(figures)))
        return
    rows = [
        (f"{games} games, {phases} phases", f"{figures.wall_s:.2f} s"),
        ("games a second", f"{figures.games_per_s:.1f}"),
        ("processors, a game", f"{figures.cpu_ms:.1f} ms"),
    ]
    click.echo("\n".join(f"{name:26}{value}" for name, value in rows))


@command.command("map")
@click.option("--json", "as_json", is_flag=True, help="For programs: an object a line.")
@click.argument("keys", metavar="[VARIANT]...", nargs=-1)
def maps(as_json: bool, keys: tuple[str, ...]) -> None:
    """Weigh and time the maps of boards, of all that are shipped unless some are named."""
    from pbem.assets import variant_keys
    from pbem.bench.map import measure_map

    for key in keys or variant_keys():
        figures = measure_map(key)
        if as_json:
            click.echo(_json(asdict(figures)))
            continue
        click.echo(
            f"{key:16}base {figures.base_gz / 1000:5.1f} KB   orders "
            f"{figures.overlay_gz / 1000:4.1f} KB in {figures.draw_ms:.2f} ms   "
            f"PNG {figures.png_bytes / 1000:.1f} KB in {figures.png_ms:.0f} ms"
        )


@contextmanager
def _peer(*, wanted: bool) -> Iterator[Peer | None]:
    """Run the other engine; where it cannot be had, say why in a line and go on without."""
    if not wanted:
        yield None
        return
    try:
        opened = open_peer()
        peer = opened.__enter__()
    except NoPeerError as error:
        click.echo(f"pbem: {error}", err=True)
        yield None
        return
    try:
        yield peer
    finally:
        opened.__exit__(None, None, None)


def _watch(says: str) -> None:
    if sys.stderr.isatty():
        click.echo(says, err=True)


def _json(figures: dict[str, object]) -> str:
    return json.dumps(figures)


def _told(figures: Figures) -> str:
    rows = [
        ("phases", f"{figures.phases}, {figures.rounds} rounds"),
        ("ours", f"{figures.ours_per_s:,.0f} phases a second"),
    ]
    if figures.peer and figures.peer_per_s and figures.ratio and figures.agree is not None:
        rows += [
            (figures.peer, f"{figures.peer_per_s:,.0f} phases a second"),
            ("ratio", f"{figures.ratio:.1f}"),
            ("agree", f"{figures.agree:.1%} of the phases"),
        ]
    if figures.ratio_recorded:
        rows.append(("ratio on recorded games", f"{figures.ratio_recorded:.1f}"))
    rows += [
        ("slowest phase", f"{figures.slowest_ms:.2f} ms"),
        ("import", f"{figures.import_ms:.0f} ms"),
    ]
    if figures.import_mb is not None:
        rows.append(("memory of the import", f"{figures.import_mb:.1f} MB"))
    return "\n".join(f"{name:24}{value}" for name, value in rows)


def _grown(sizes: list[Growth]) -> str:
    return "\n".join(
        f"{size.provinces:5} provinces {size.units:4} units "
        f"{size.phase_us:9,.0f} µs a phase {size.unit_us:6.1f} µs a unit"
        for size in sizes
    )
