"""Pages in a real Chromium: accessible, usable by keyboard, searchable, printable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbem.assets import load_variant
from pbem.drawing.words import unit_words
from pbem.site.build import build_site
from pbem.store.archive import read_game
from tests.shared import missing, program
from tests.site.samples import SETTINGS, plain_archive

try:
    import axe_playwright_python
    from playwright.sync_api import Page, expect, sync_playwright
except ImportError:
    missing("playwright and axe-playwright-python are not installed (requirements/test.txt)")

CHROMIUM = program("chromium")
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"

KINDS = (
    "index.html games/index.html games/by-player/index.html games/by-length/index.html "
    "players/index.html players/player-p3/index.html powers/index.html "
    "powers/standard/france/index.html openings/index.html statistics/index.html "
    "search/index.html legend/index.html help/index.html help/orders/index.html "
    "variants/standard/index.html birch/index.html birch/latest/index.html "
    "birch/orders/index.html birch/press/index.html birch/S1901M/index.html "
    "cedar/index.html cedar/result/index.html willow/index.html rowan/F1901M/2/index.html"
).split()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with a page of each kind, at an address below the top of a folder."""
    folder = tmp_path_factory.mktemp("browser")
    out = folder / "some" / "where"
    build_site(plain_archive(folder), out, SETTINGS)
    return out


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Return Chromium, as Debian has it."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield opened
        opened.close()


@dataclass
class Reader:
    """Somebody who looks at the site, opened from its folder."""

    chromium: Any
    site: Path
    problems: list[str] = field(default_factory=list)

    def open(self, path: str, width: int = 1280, scheme: str = "light") -> Page:
        """Open a page, and take down what its scripts or its policy complain of."""
        size = {"width": width, "height": 900}
        page: Page = self.chromium.new_context(viewport=size, color_scheme=scheme).new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text))
        page.goto((self.site / path).as_uri())
        return page


@pytest.fixture
def reader(chromium: Any, site: Path) -> Iterator[Reader]:
    """Return a reader in whose pages nothing may go wrong."""
    reader = Reader(chromium, site)
    yield reader
    for context in chromium.contexts:
        context.close()
    assert reader.problems == []


@pytest.mark.parametrize(
    ("width", "scheme"), [(375, "light"), (768, "light"), (1280, "light"), (1280, "dark")]
)
def test_every_kind_of_page_is_accessible(reader: Reader, width: int, scheme: str) -> None:
    """Axe finds nothing (WCAG 2.2 AA and its best practices), and no page scrolls sideways."""
    found = []
    for path in KINDS:
        page = reader.open(path, width, scheme)
        page.evaluate(AXE.read_text("utf-8"))
        if (width, scheme) != (1280, "light"):
            # What is in a map is one picture to all but the eyes; once is enough.
            page.evaluate("document.querySelectorAll('.pbem-map > g').forEach(g => g.remove())")
        rules = (
            '{"rules": {"target-size": {"enabled": true}}, "resultTypes": ["violations"], '
            '"preload": false}'
        )
        for finding in page.evaluate(f"axe.run({rules})")["violations"]:
            where = [node["html"][:160] for node in finding["nodes"][:2]]
            found.append((path, finding["id"], where))
        element = "document.documentElement"
        if page.evaluate(f"{element}.scrollWidth - {element}.clientWidth"):
            found.append((path, "scrolls sideways", []))
        page.context.close()
    assert found == []


def test_a_screen_reader_finds_all_of_a_map(reader: Reader) -> None:
    """What a map shows is in the tables of its page: who stands where and owns what, each order.

    They are read as a screen reader gets them, from Chromium's tree of accessible things.
    """
    record = read_game(reader.site.parents[1] / "games" / "birch")
    variant = load_variant("standard")
    for file in record.standing:
        page = reader.open(f"birch/{file.position.phase}/index.html")
        for summary in page.locator("details > summary").all():
            summary.click()
        rows = re.findall(r"- '?row \"(.+)\"'?:", page.locator("main").aria_snapshot())
        for power, owner in variant.powers.items():
            held = re.compile(rf"{owner.name} (army|fleet|none)", re.IGNORECASE)
            (row,) = filter(held.match, rows)
            units = [unit_words(variant, unit) for unit in file.position.units.get(power, ())]
            homes = [variant.provinces[p].name for p in file.position.centers.get(power, ())]
            assert [word for word in (*units, *homes) if word.lower() not in row.lower()] == []
            for order in file.result.orders.get(power, ()):
                said = f" {order.order} · {order.reason}".lower()
                assert [row for row in rows if said in row.lower()] != []
        page.context.close()


def test_arrow_keys_move_between_phases(reader: Reader) -> None:
    """Right and left lead to the next phase and back, with Shift to the ends."""
    page = reader.open("birch/S1901M/index.html")
    for key, end in [
        ("ArrowRight", "birch/F1901M/index.html"),
        ("ArrowLeft", "birch/S1901M/index.html"),
        ("Shift+ArrowRight", "birch/latest/index.html"),
        ("Shift+ArrowLeft", "birch/S1901M/index.html"),
        ("Shift+ArrowUp", "birch/index.html"),
        ("/", "search/index.html"),
    ]:
        page.keyboard.press(key)
        page.wait_for_url(f"**/{end}")


def test_keys_are_listed_and_can_be_turned_off(reader: Reader) -> None:
    """`?` and the button list the keys; turned off, they do nothing."""
    page = reader.open("birch/S1901M/index.html")
    page.keyboard.press("?")
    assert page.locator("dialog th").count() == 5
    page.locator("dialog input").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.locator("#keys").click()
    assert page.locator("dialog").is_visible()
    assert page.url.endswith("birch/S1901M/index.html")


@pytest.mark.parametrize(
    ("asked", "link"),
    [
        ("game ced", "cedar/index.html"),
        ("zoe", "players/zoe-the-fox-"),
        ("cedar f1901m", "cedar/F1901M/index.html"),
        ("spring 1901", "cedar/S1901M/index.html"),
        ("a par-", "cedar/"),
    ],
)
def test_search_finds(reader: Reader, asked: str, link: str) -> None:
    """Games, players, phases and orders are found, also from a folder, and the link works."""
    page = reader.open("search/index.html")
    page.locator("#q").fill(asked)
    page.keyboard.press("Enter")
    # Asked for from outside: the policy of the page forbids a script to be made from text.
    expect(page.locator("#said")).to_contain_text("found")
    links = page.locator("#found a")
    hrefs = [str(links.nth(n).get_attribute("href")) for n in range(links.count())]
    found = [href for href in hrefs if href.startswith(f"../{link}")]
    assert found
    assert all((reader.site / "search" / href).resolve().is_file() for href in hrefs)


def test_layers_of_a_map(reader: Reader) -> None:
    """Orders, units and names of a map can be hidden, and one power's orders shown alone."""
    page = reader.open("birch/S1901M/index.html")
    for name in ("orders", "units", "names"):
        layer = page.locator(f".pbem-map .{name}").first
        assert layer.is_visible()
        page.locator(f"#show-{name}").uncheck()
        assert not layer.is_visible()
        page.locator(f"#show-{name}").check()
    other = page.locator(".pbem-map .orders > .order-TURKEY").first
    before = other.evaluate("node => getComputedStyle(node).opacity")
    page.locator(".layers select").select_option("FRANCE")
    assert float(other.evaluate("node => getComputedStyle(node).opacity")) < float(before)


def test_a_map_in_a_page_is_dark_where_the_page_is(reader: Reader) -> None:
    """The map in the page has the colors of its file, light and dark."""
    colors = {
        scheme: reader.open("birch/S1901M/index.html", scheme=scheme)
        .locator(".pbem-map .sea")
        .first.evaluate("node => getComputedStyle(node).fill")
        for scheme in ("light", "dark")
    }
    assert colors["light"] != colors["dark"]


def test_a_phase_fits_on_a_sheet(reader: Reader) -> None:
    """The page of a phase is one sheet of A4 in print, its map and all its orders."""
    page = reader.open("birch/S1901M/index.html")
    data = page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "12mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1


def test_without_a_script(reader: Reader) -> None:
    """Without a script nothing is missing but the search, whose page leads to the lists."""
    page = reader.chromium.new_context(java_script_enabled=False).new_page()
    page.goto((reader.site / "search/index.html").as_uri())
    assert page.locator("noscript").is_visible()
    assert not page.locator("#search").is_visible()
    page.locator("main a", has_text="by date").click()
    page.wait_for_url("**/games/index.html")
