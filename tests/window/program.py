"""The program under test with folders of its own, and the base of the window's tests."""

import json
import os
import signal
import subprocess
import tempfile
import time
import tomllib
import unittest
from pathlib import Path

import numpy
from PIL import Image

from desktop import PATIENCE, PICTURE, Desktop, wait_until

MARIANI = os.environ.get("MARIANI") or str(
    Path(__file__).resolve().parents[2] / "build" / "release" / "mariani")


class Program:
    """Runs mariani as a user of its own: HOME and the XDG folders lie in a temporary folder."""

    def __init__(self, display):
        self._temporary = tempfile.TemporaryDirectory(prefix="mariani-window-")
        self.home = Path(self._temporary.name)
        self.pictures = self.home / "Pictures"
        self.settings_file = self.home / "config" / "mariani" / "settings.toml"
        self.display = display
        self._running = None

    def close(self):
        if self._running and self._running.poll() is None:
            self._running.kill()
            self._running.wait()
        self._temporary.cleanup()

    def environment(self):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("XDG_", "WAYLAND")) and name != "DISPLAY"}
        own = {"HOME": str(self.home), "LIBGL_ALWAYS_SOFTWARE": "1"}
        for name in ["config", "data", "cache", "state"]:
            own[f"XDG_{name.upper()}_HOME"] = str(self.home / name)
        if self.display:
            own["DISPLAY"] = self.display
        return kept | own

    def start(self, *arguments):
        """Opens the window and leaves it open."""
        with open(self.home / "said", "w", encoding="utf-8") as said:
            self._running = subprocess.Popen(
                [MARIANI, *map(str, arguments)], cwd=self.home, env=self.environment(),
                stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
        return self._running

    def said(self):
        return (self.home / "said").read_text(encoding="utf-8")

    def is_running(self):
        return self._running.poll() is None

    def work_done(self):
        """The processor time used so far, in ticks: it stands still when nothing is under way."""
        stat = Path(f"/proc/{self._running.pid}/stat").read_text(encoding="utf-8")
        user, system = stat.rsplit(")", 1)[1].split()[11:13]
        return int(user) + int(system)

    def status(self):
        """The exit status, once the program has ended."""
        return self._running.wait(timeout=PATIENCE)

    def end(self, how=signal.SIGTERM):
        self._running.send_signal(how)
        return self.status()

    def run(self, *arguments):
        """Runs to the end; for the command line."""
        return subprocess.run([MARIANI, *map(str, arguments)], cwd=self.home, timeout=PATIENCE,
                              env=self.environment(), capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)

    def replay(self, events, *arguments):
        """Plays the events in the window, each when the window has settled, and quits."""
        settled = [{"wait": "settled", **event} for event in events]
        file = self.home / "replay.json"
        file.write_text(json.dumps([*settled, {"event": "quit", "wait": "settled"}]))
        done = self.run("--replay", file, *arguments)
        if done.returncode != 0:
            raise AssertionError(f"the replay ended with {done.returncode}: {done.stderr}")
        return done

    def saved(self):
        """The settings file as a dictionary."""
        return tomllib.loads(self.settings_file.read_text(encoding="utf-8"))

    def save(self, text):
        self.settings_file.parent.mkdir(parents=True, exist_ok=True)
        self.settings_file.write_text(text, encoding="utf-8")

    def screenshots(self):
        """All screenshots so far, oldest first."""
        return sorted(self.pictures.rglob("*.png"), key=lambda path: path.stat().st_mtime_ns)


class WindowTest(unittest.TestCase):
    """Each test has a program of its own; the tests of a class share a desktop."""

    @classmethod
    def setUpClass(cls):
        cls.desktop = Desktop()
        cls.addClassCleanup(cls.desktop.close)

    def setUp(self):
        self.program = Program(self.desktop.name)
        self.addCleanup(self.program.close)

    def open(self, *arguments):
        """Opens the window without its panel; returns the picture."""
        self.program.save("[window]\npanel_shown = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(640, 300)
        return wait_until(self._picture_if(
            lambda pixels: len(numpy.unique(pixels.reshape(-1, 3), axis=0)) > 8), "a picture")

    def picture(self):
        """The window's picture, above where messages appear, once nothing moves any more."""
        def seen():
            return self.program.work_done(), self.desktop.pixels()[PICTURE]

        def settled():
            work, pixels = seen()
            for _ in range(5):
                time.sleep(0.1)
                work_now, pixels_now = seen()
                if work_now > work + 1 or not numpy.array_equal(pixels_now, pixels):
                    return None
            return pixels

        return wait_until(settled, "a window at rest")

    def another_picture(self, old):
        """The window's picture once it is another one."""
        return wait_until(self._picture_if(lambda pixels: not numpy.array_equal(pixels, old)),
                          "another picture")

    def _picture_if(self, condition):
        def picture():
            pixels = self.picture()
            return pixels if condition(pixels) else None

        return picture

    def shots(self, *events, arguments=("--view", "paper"), before=()):
        """Plays the events with a screenshot after each; the pictures as arrays."""
        played = list(before)
        before = len(self.program.screenshots())
        for event in events:
            played += [event] if event else []
            played.append(SCREENSHOT)
        self.program.replay(played, *arguments)
        made = self.program.screenshots()[before:]
        self.assertEqual(len(events), len(made), "a screenshot each")
        return [pixels_of(path) for path in made]

    def assert_same_picture(self, one, other):
        self.assertEqual(one.shape, other.shape)
        differing = int(numpy.any(one != other, axis=-1).sum())
        self.assertEqual(0, differing, f"{differing} pixels differ")

    def assert_other_picture(self, one, other, least=0.001):
        self.assertEqual(one.shape, other.shape)
        share = numpy.any(one != other, axis=-1).mean()
        self.assertGreater(share, least, "the picture stays as it was")


SCREENSHOT = {"event": "command", "command": "screenshot"}


def command(what, /, **fields):
    return {"event": "command", "command": what, **fields}


def key(name, *mods):
    return {"event": "key", "key": name, "mods": list(mods)}


def setting(field, value):
    return {"event": "set", "field": field, "value": value}


def pixels_of(path):
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGB"))


def texts_of(path):
    with Image.open(path) as image:
        image.load()
        return dict(image.text)
