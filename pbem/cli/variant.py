"""`pbem variant`: the boards at hand, one of them in full, and what is wrong with one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pbem.adjudicator.rulebook import rulebook
from pbem.assets import load_variant, variant_keys, variant_text
from pbem.board.text import check_text, read_variant
from pbem.board.variant import Arrangement, Power, Variant
from pbem.cli.boards import maps_option
from pbem.errors import ConfigError, VariantError

_JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


@click.group()
def command() -> None:
    """Show the boards, and check them."""


@command.command("list")
@maps_option
@_JSON
def list_variants(home: Path | None, as_json: bool) -> None:
    """List the boards at hand."""
    variants = [load_variant(key, home) for key in variant_keys(home)]
    if as_json:
        click.echo(json.dumps([_summary(variant) for variant in variants]))
        return
    for variant in variants:
        click.echo(
            f"{variant.key:16}{variant.title}: {len(variant.powers)} powers, "
            f"{len(variant.provinces)} provinces, {len(variant.centers)} centers"
        )


@command.command("show")
@click.argument("key", metavar="VARIANT")
@maps_option
@_JSON
def show_variant(key: str, home: Path | None, as_json: bool) -> None:
    """Show a board: its powers, ways to share them, and provinces."""
    variant = load_variant(key, home)
    click.echo(json.dumps(_whole(variant)) if as_json else "\n".join(_page(variant)))


@command.command("check")
@click.argument("boards", metavar="[VARIANT|FILE]...", nargs=-1)
@maps_option
@_JSON
def check_variants(boards: tuple[str, ...], home: Path | None, as_json: bool) -> None:
    """List all that is wrong with boards; all of those at hand unless some are named."""
    findings = {board: _findings(board, home) for board in boards or variant_keys(home)}
    if as_json:
        click.echo(json.dumps(findings))
    else:
        for board, wrong in findings.items():
            click.echo("\n".join(wrong) or f"{board}: nothing is wrong with it")
    if any(findings.values()):
        raise click.exceptions.Exit(1)


def _findings(board: str, home: Path | None) -> list[str]:
    """Return all that is wrong with a board at hand, or with a file."""
    try:
        if board in variant_keys(home) or not Path(board).exists():
            where, text = f"maps/{board}/variant.toml", variant_text(board, home)
        else:
            where, text = board, _file_text(Path(board))
    except VariantError as error:
        return list(error.findings)
    return [f"{where}: {finding}" for finding in (*check_text(text), *_wrong_rulebook(text))]


def _wrong_rulebook(text: str) -> list[str]:
    """Return why the rulebook that a text names cannot be used; nothing where it is no board."""
    try:
        rulebook(read_variant(text).rulebook)
    except ConfigError as error:
        return [str(error)]
    except VariantError:
        return []
    return []


def _file_text(path: Path) -> str:
    path = path / "variant.toml" if path.is_dir() else path
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise VariantError(f"{path}: byte {error.start} is not UTF-8") from None


def _summary(variant: Variant) -> dict[str, object]:
    return {
        "key": variant.key,
        "title": variant.title,
        "powers": list(variant.powers),
        "provinces": len(variant.provinces),
        "centers": len(variant.centers),
        "start": str(variant.start),
        "arrangements": list(variant.arrangements),
    }


def _whole(variant: Variant) -> dict[str, object]:
    return _summary(variant) | {
        "powers": {
            power.id: {
                "name": power.name,
                "homes": list(power.homes),
                "units": [str(unit) for unit in power.units],
            }
            for power in variant.powers.values()
        },
        "provinces": {
            province.id: {
                "name": province.name,
                "terrain": province.terrain.value,
                "center": province.center,
                "home": province.home,
                "army": list(province.army),
                "fleet": {coast: list(places) for coast, places in province.fleet.items()},
            }
            for province in variant.provinces.values()
        },
        "arrangements": {
            key: [list(seat) for seat in arrangement.seats]
            for key, arrangement in variant.arrangements.items()
        },
        "rulebook": variant.rulebook,
        "options": dict(variant.options),
        "solo_with": list(variant.solo_with),
        "host_title": variant.host_title,
    }


def _page(variant: Variant) -> list[str]:
    return [
        f"{variant.title} ({variant.key}), from {variant.start.turn}",
        *_rule_lines(variant),
        "",
        *(_power_line(power) for power in variant.powers.values()),
        "",
        *(_arrangement_line(arrangement) for arrangement in variant.arrangements.values()),
        "",
        *(
            f"{province.id:5}{province.name:24}{province.terrain.value:9}"
            f"{_center_words(variant, province.id)}".rstrip()
            for province in variant.provinces.values()
        ),
    ]


def _rule_lines(variant: Variant) -> list[str]:
    """Say what is unlike other boards, a line each."""
    lines = [f"Judged by the rulebook {variant.rulebook}."]
    if variant.builds_anywhere:
        lines.append("Units are built in any vacant center of their power.")
    if variant.converts:
        lines.append("A unit in a center may change its kind in Winter.")
    if not variant.unit_kinds:
        lines.append("Armies and fleets are alike.")
    if not variant.convoys:
        lines.append("Nobody convoys.")
    if variant.solo_with:
        lines.append(f"Nobody wins without {', '.join(variant.solo_with)}.")
    if variant.solo_tie == "shared":
        lines.append("A tie at the number that wins is shared.")
    return lines


def _power_line(power: Power) -> str:
    units = ", ".join(str(unit) for unit in power.units)
    return f"{power.name:16}{', '.join(power.homes):28}{units}"


def _arrangement_line(arrangement: Arrangement) -> str:
    seats = "; ".join(" + ".join(seat) for seat in arrangement.seats)
    neutral = f"; nobody plays {', '.join(arrangement.neutral)}" if arrangement.neutral else ""
    start = f"; from {arrangement.start.turn}" if arrangement.start else ""
    coin = ""
    if arrangement.coin:
        given, after = arrangement.coin.power, arrangement.coin.after.turn
        coin = f", until after {after} a coin gives {given} to one of them"
    wins = f"{arrangement.solo_centers} centers win"
    return f"{arrangement.key:16}{seats}{neutral}{coin}{start}; {wins}"


def _center_words(variant: Variant, province: str) -> str:
    found = variant.provinces[province]
    if not found.center:
        return ""
    return f"home of {variant.power(found.home).name}" if found.home else "supply center"
