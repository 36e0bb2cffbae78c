"""A machine that loses its power: what was not flushed is gone.

The home lies on a file system of its own in a file. A judge at work on it is killed at a
random time, and the file is copied as it is then: it holds what has reached the disk,
and nothing that was still on its way there. The copy takes the file system's place, the
judge is started again, and left to finish. Only root can mount.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.judge.scenes import SCENES, see
from tests.kills.killing import AtTime, Workshop

_SIZE = "96M"


class Disk:
    """A file system in a file.

    Attributes:
        mount: Where it is.
    """

    def __init__(self, folder: Path) -> None:
        """Make one in an empty folder; nothing is mounted yet."""
        self._image = folder / "image"
        self._copy = folder / "copy"
        self.mount = folder / "disk"
        self.mount.mkdir()
        _run("truncate", "-s", _SIZE, str(self._image))
        _run("mkfs.ext4", "-q", "-F", str(self._image))

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        """Mount it."""
        self._up()
        try:
            yield self.mount
        finally:
            _run("umount", str(self.mount))

    def cut(self) -> None:
        """Go back to what has reached the disk by now."""
        shutil.copyfile(self._image, self._copy)
        _run("umount", str(self.mount))
        self._copy.replace(self._image)
        self._up()

    def _up(self) -> None:
        # Nothing is written by itself for a while: only what is flushed arrives.
        _run("mount", "-o", "loop,commit=300", str(self._image), str(self.mount))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def cuts(folder: Path, seed: int, count: int) -> Iterator[str]:
    """Cut the power so many times; yield the scene of each that left all as it should be.

    Raises:
        AssertionError: Something is not as it would have been.
    """
    disk = Disk(folder)
    with disk.mounted() as place:
        shop = Workshop(place)
        for number in range(count):
            chance = random.Random(f"power {seed} {number}")
            scene = chance.choice(sorted(SCENES))
            expected = shop.undisturbed(scene)
            work = shop.begin(scene)
            os.sync()
            shop.kill(work, AtTime(chance.random(), whole=True), expected.seconds)
            disk.cut()
            work = shop.again(work)
            shop.kill(work, None, expected.seconds)
            found = see(work)
            where = f"number {number} of seed {seed}: {scene}"
            assert found.events == expected.seen.events, where
            assert found.letters == expected.seen.letters, where
            wrong = sorted(
                name
                for name in found.files.keys() | expected.seen.files.keys()
                if found.files.get(name) != expected.seen.files.get(name)
            )
            assert wrong == [], f"{where}: {wrong}"
            assert found == expected.seen, where
            yield scene


def main(seed: int, count: int, folder: Path) -> None:
    """Cut, and tell."""
    began = time.monotonic()
    for done, _ in enumerate(cuts(folder, seed, count), 1):
        if done % 20 == 0 or done == count:
            sys.stdout.write(f"{done} cuts, {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
