"""Built pages: well formed, linked, accessible, and safe whatever players write."""

from __future__ import annotations

import gzip
import io
import json
import re
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import unquote

import icalendar
import pytest

from pbem.site.build import build_site
from tests.site.checking import Found, read_page
from tests.site.samples import HOSTILE, SETTINGS, plain_archive, tree

SECRETS = ("@example.org", "votes-yes", "Europe/Lisbon")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game of each stage."""
    return plain_archive(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="module")
def site(games: Path) -> dict[str, bytes]:
    """Return the built files by path."""
    out = games.parent / "site"
    build_site(games, out, SETTINGS)
    return tree(out)


@pytest.fixture(scope="module")
def pages(site: dict[str, bytes]) -> dict[str, Found]:
    """Return the pages as read."""
    return {path: read_page(data.decode()) for path, data in site.items() if is_html(path)}


def unpacked(path: str, data: bytes) -> str:
    """Return all text in a file."""
    if path.endswith(".gz"):
        data = gzip.decompress(data)
    if path.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"".join(archive.read(name) for name in archive.namelist())
    return data.decode()


def is_html(path: str) -> bool:
    """Return whether a file is a page."""
    return path.endswith(".html")


def test_every_kind_of_page_is_there(site: dict[str, bytes]) -> None:
    """A forming, a running, a finished and a rolled back game have all their pages."""
    wanted = (
        "index.html games/index.html legend/index.html help/index.html style.css feed.xml "
        "variants/standard/index.html birch/index.html birch/latest/map.svg "
        "birch/S1901M/phase.json cedar/result/index.html willow/index.html "
        "rowan/F1901M/index.html rowan/F1901M/2/index.html birch/S1901M/phase.txt "
        "players/player-p3/index.html powers/standard/france/index.html openings/index.html "
        "statistics/index.html search/index.html search/2026.js games/by-length/index.html "
        "games/phases-2026.jsonl.gz cedar/archive.zip variants/standard/map.css"
    ).split()
    assert set(wanted) <= set(site)
    assert "willow/latest/index.html" not in site


def test_pages_are_well_formed(pages: dict[str, Found]) -> None:
    """What is opened is closed, in order; no attribute and no id stands twice."""
    assert {path: found.faults for path, found in pages.items() if found.faults} == {}


def test_links_and_anchors_resolve(site: dict[str, bytes], pages: dict[str, Found]) -> None:
    """Every link leads to a file of the site (never to a bare folder) and to an id in it."""
    broken = []
    for path, found in pages.items():
        for link in found.links:
            if link.startswith("mailto:"):
                continue
            target, _, anchor = link.partition("#")
            file = normpath(join(path, "..", unquote(target))) if target else path
            if file not in site or (anchor and anchor not in pages[file].ids):
                broken.append((path, link))
    assert not broken
    assert sum(len(found.links) for found in pages.values()) > 1000


def test_every_page_is_linked(site: dict[str, bytes], pages: dict[str, Found]) -> None:
    """Following links from the front page one comes to every file."""
    seen, ahead = {"index.html"}, ["index.html"]
    while ahead:
        path = ahead.pop()
        links = pages[path].links if path in pages else []
        for link in links:
            file = normpath(join(path, "..", link.partition("#")[0]))
            if file in site and file not in seen:
                seen.add(file)
                ahead.append(file)
    years = {path for path in site if path.startswith("search/") and path.endswith(".js")}
    # robots.txt is asked for by its address alone.
    assert set(site) - seen - years == {".built.json", ".games.json", "robots.txt"}


def test_a_strict_policy(pages: dict[str, Found]) -> None:
    """Only our own small scripts run, nothing comes from elsewhere, no style stands in a page."""
    for path, found in pages.items():
        policies = [
            values["content"]
            for tag, values in found.tags
            if values.get("http-equiv") == "Content-Security-Policy"
        ]
        assert len(policies) == 1, path
        assert "default-src 'none'" in policies[0], path
        for tag, values in found.tags:
            assert tag not in ("style", "iframe", "object", "embed"), path
            assert not [name for name in values if name.startswith("on") or name == "style"], path
            if tag == "script":
                assert values["src"].rpartition("/")[2] in ("keys.js", "search.js"), path
        assert not [link for link in found.links if re.match(r"(?!mailto:)[a-z]+:|//", link)], path


def test_pages_have_what_readers_rely_on(pages: dict[str, Found]) -> None:
    """A language, one title and one first heading, headings without gaps, text for pictures."""
    for path, found in pages.items():
        tags = [tag for tag, _ in found.tags]
        assert ("html", {"lang": "en"}) in found.tags
        assert found.titles == 1
        assert tags.count("main") == 1
        assert [level for level in found.headings if level == 1] == found.headings[:1], path
        steps = zip(found.headings, found.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), path
        for tag, values in found.tags:
            if tag == "img":
                assert "alt" in values
                assert values["width"]
                assert values["height"]
            if tag == "th":
                assert values.get("scope") in ("row", "col"), path
        assert tags.count("table") == tags.count("caption") or path.startswith("help/")


def test_hostile_names_are_only_text(site: dict[str, bytes], pages: dict[str, Found]) -> None:
    """What a player calls himself is shown, and is never markup in a page, map or feed."""
    shown = HOSTILE.replace("\u202e", "").replace("\x07", "")
    for path in ("birch/index.html", "birch/S1901M/index.html", "birch/latest/index.html"):
        assert shown in pages[path].text
    for path, data in site.items():
        if path.endswith((".json", ".jsonl", ".txt", ".gz", ".zip")):
            continue
        scripts = re.findall(rb"<script[^>]*>", data)
        assert all(b' src="' in tag and b" defer" in tag for tag in scripts), path
        if path != ".games.json":
            assert not [bad for bad in ("\x07", "\u202e") if bad.encode() in data], path


def test_maps_and_feeds_are_xml(site: dict[str, bytes]) -> None:
    """A strict parser reads every map and every feed."""
    found = [path for path in site if path.endswith((".svg", ".xml"))]
    for path in found:
        ET.fromstring(site[path])
    assert len(found) > 20


def test_feeds_have_what_atom_asks_for(site: dict[str, bytes]) -> None:
    """Each feed and each entry has an id of its own, a title and a time (RFC 4287)."""
    atom = "{http://www.w3.org/2005/Atom}"
    for path in ("feed.xml", "birch/feed.xml", "willow/feed.xml"):
        feed = ET.fromstring(site[path])
        parts = [feed, *feed.iter(f"{atom}entry")]
        ids = [part.findtext(f"{atom}id") for part in parts]
        assert len(set(ids)) == len(ids)
        assert all(str(id).startswith("urn:uuid:") for id in ids)
        for part in parts:
            assert part.findtext(f"{atom}title")
            assert re.fullmatch(r"[\d-]{10}T[\d:]{8}Z", str(part.findtext(f"{atom}updated")))
    assert len(list(ET.fromstring(site["birch/feed.xml"]).iter(f"{atom}entry"))) == 9


def test_calendars_hold_the_deadlines(site: dict[str, bytes]) -> None:
    """Each phase that was announced has one event at its deadline, in UTC."""
    calendar = icalendar.Calendar.from_ical(site["birch/deadlines.ics"].decode())
    events = list(calendar.walk("VEVENT"))
    assert len(events) == 10
    assert len({event["uid"] for event in events}) == 10
    assert all(event["dtstart"].dt.utcoffset().total_seconds() == 0 for event in events)


def test_phase_data_is_the_record(games: Path, site: dict[str, bytes]) -> None:
    """phase.json is the phase file, byte for byte."""
    for file in sorted((games / "birch" / "phases").iterdir()):
        code = file.stem.partition("-")[2]
        assert site[f"birch/{code}/phase.json"] == file.read_bytes()


def test_every_order_is_on_its_page(games: Path, pages: dict[str, Found]) -> None:
    """The page of a phase has each order with its result and its reason."""
    for file in sorted((games / "birch" / "phases").iterdir()):
        raw = json.loads(file.read_bytes())
        text = pages[f"birch/{raw['phase']}/index.html"].text
        results = [row for rows in raw["result"]["orders"].values() for row in rows]
        for row in results:
            assert row["order"] in text
            assert row["result"].replace("-", " ") in text
            assert row["reason"][1:] in text


def test_overruled_phases_say_so(pages: dict[str, Found]) -> None:
    """A phase that was rolled back leads to the one that stands, and the other way round."""
    overruled, standing = pages["rowan/F1901M/2/index.html"], pages["rowan/F1901M/index.html"]
    assert "Overruled." in overruled.text
    assert "../../F1901M/index.html" in overruled.links
    assert "Overruled." not in standing.text
    assert "../F1901M/2/index.html" in standing.links


def test_phases_lead_on(pages: dict[str, Found]) -> None:
    """Each phase leads to the one before and after; the last one to the board now."""
    assert "../F1901M/index.html" in pages["birch/S1901M/index.html"].links
    assert "../S1901M/index.html" in pages["birch/F1901M/index.html"].links
    assert "../latest/index.html" in pages["birch/S1901M/index.html"].links


def test_a_letter_asks_for_a_seat(pages: dict[str, Found]) -> None:
    """A game that waits for players has a link that opens the letter, on the front page too."""
    link = "mailto:judge@example.org?subject=%5Bwillow%5D%20Join&body=JOIN%0D%0A"
    assert link in pages["index.html"].links
    assert link in pages["willow/index.html"].links


def test_no_secret_is_on_a_page(site: dict[str, bytes]) -> None:
    """No address but the judge's, no vote and no private zone is anywhere."""
    for path, data in site.items():
        text = unpacked(path, data).replace("judge@example.org", "")
        assert not [secret for secret in SECRETS if secret in text], path


def test_pages_are_light(site: dict[str, bytes]) -> None:
    """A phase with its map and the style weighs at most 60 KB compressed; the style 12 KB."""
    style = site["style.css"]
    assert len(style) <= 12 * 1024
    assert len(site["keys.js"]) <= 4 * 1024
    shared = (style, site["keys.js"], site["variants/standard/map.css"])
    for path in site:
        if path.endswith("M/index.html"):
            parts = (site[path], *shared)
            assert sum(len(gzip.compress(part)) for part in parts) <= 60 * 1024, path
