"""The program under test with folders of its own, and the base of the window's tests."""

import json
import os
import signal
import subprocess
import tempfile
import tomllib
import unittest
from contextlib import contextmanager
from pathlib import Path

import numpy
from PIL import Image

from desktop import LARGE, PATIENCE, SMALL, Desktop
from turns import Turns

BUILD = Path(os.environ.get("MARIANI_BUILD")
             or Path(__file__).resolve().parents[2] / "build" / "release")
MARIANI = os.environ.get("MARIANI") or str(BUILD / "mariani")


def share_thumbnails(cache_home):
    """All users of a build have one cache of the bookmarks' thumbnails: to compute them takes longer than all else that
    a first window does."""
    shared = BUILD / "tests" / "thumbnails"
    shared.mkdir(parents=True, exist_ok=True)
    (cache_home / "mariani").mkdir(parents=True)
    (cache_home / "mariani" / "thumbnails").symlink_to(shared)


# A user who likes pictures as the command line makes them: tests that compare the two begin with it.
PLAIN = {"colouring": {"mapping": "'stretched'", "period": "64.0", "samples": "1", "smooth": "false"},
         "window": {"automatic_dwell": "false", "prove_at_rest": "false"}}

BUTTON = (37, 40, 48)  # the ground of one at rest


def plainly(text):
    """These settings, plain where they say nothing; those that cannot be read, as they are."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return text
    for section, values in PLAIN.items():
        lines = "".join(f"{name} = {value}\n" for name, value in values.items()
                        if name not in said.get(section, {}))
        head = f"[{section}]\n"
        text = text.replace(head, head + lines, 1) if head in text else f"{text}\n{head}{lines}"
    return text


class Program:
    """Runs mariani as a user of its own: HOME and the XDG folders lie in a temporary folder."""

    def __init__(self, display):
        self._temporary = tempfile.TemporaryDirectory(prefix="mariani-window-")
        self.home = Path(self._temporary.name)
        self.pictures = self.home / "Pictures"
        self.settings_file = self.home / "config" / "mariani" / "settings.toml"
        share_thumbnails(self.home / "cache")
        self.display = display
        self.turns = None  # of the window that start() opened last
        self._running = None
        self._starts = 0

    def close(self):
        if self._running and self._running.poll() is None:
            self._running.kill()
            self._running.wait()
        self._temporary.cleanup()

    def environment(self):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("XDG_", "WAYLAND")) and name != "DISPLAY"}
        own = {"HOME": str(self.home), "LIBGL_ALWAYS_SOFTWARE": "1",
               "MESA_SHADER_CACHE_DIR": str(BUILD / "tests" / "shaders")}
        for name in ["config", "data", "cache", "state"]:
            own[f"XDG_{name.upper()}_HOME"] = str(self.home / name)
        if self.display:
            own["DISPLAY"] = self.display
        return kept | own

    def start(self, *arguments, intro=False):
        """Opens the window and leaves it open: on a first start with an intro, else as PLAIN says unless settings are
        there."""
        self._starts += 1
        if not intro:
            self._be_plain()
        report = self.home / f"turns-{self._starts}.jsonl"
        self.turns = Turns(report, self.is_running)
        with open(self.home / "said", "w", encoding="utf-8") as said:
            self._running = subprocess.Popen(
                [MARIANI, "--report", report, *([] if intro else ["--no-intro"]),
                 *map(str, arguments)], cwd=self.home,
                env=self.environment(), stdin=subprocess.DEVNULL, stdout=said,
                stderr=subprocess.STDOUT)
        return self._running

    def said(self):
        return (self.home / "said").read_text(encoding="utf-8")

    def pid(self):
        return self._running.pid

    def is_running(self):
        return self._running.poll() is None

    @contextmanager
    def stopped(self):
        """The program stands still within: it finds all of the input at once afterwards."""
        self._running.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._running.send_signal(signal.SIGCONT)

    def status(self):
        """The exit status, once the program has ended."""
        return self._running.wait(timeout=PATIENCE)

    def end(self, how=signal.SIGTERM):
        self._running.send_signal(how)
        return self.status()

    def run(self, *arguments, wrapper=()):
        """Runs to the end; for the command line."""
        return subprocess.run([*wrapper, MARIANI, *map(str, arguments)], cwd=self.home, timeout=PATIENCE,
                              env=self.environment(), capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)

    def replay(self, events, *arguments):
        """Plays the events in the window, each when the window has settled or when what it waits for
        itself is so, and quits."""
        done = self.run("--replay", self._replay_file(events), *arguments)
        if done.returncode != 0:
            raise AssertionError(f"the replay ended with {done.returncode}: {done.stderr}")
        return done

    def begin_replay(self, events, *arguments):
        """Likewise, without waiting for the end."""
        self.start("--replay", self._replay_file(events), *arguments)

    def _be_plain(self):
        if not self.settings_file.exists() and not self.settings_file.parent.is_file():
            self.save("format = 2\n")

    def _replay_file(self, events):
        self._be_plain()
        file = self.home / "replay.json"
        file.write_text(json.dumps([{"wait": "settled", **event} for event in [*events, {"event": "quit"}]]))
        return file

    def saved(self):
        """The settings file as a dictionary."""
        return tomllib.loads(self.settings_file.read_text(encoding="utf-8"))

    def save(self, text):
        text = plainly(text)
        self.settings_file.parent.mkdir(parents=True, exist_ok=True)
        self.settings_file.write_text(text, encoding="utf-8")

    def screenshots(self):
        """All screenshots so far, oldest first."""
        return sorted(self.pictures.rglob("*.png"), key=lambda path: path.stat().st_mtime_ns)


OUTSIDE = (22, 24, 29)  # where the window has no picture


class WindowTest(unittest.TestCase):
    """Each test has a program of its own; the tests of a class share a desktop."""

    DESKTOP = SMALL

    @classmethod
    def setUpClass(cls):
        cls.desktop = Desktop(*cls.DESKTOP)
        cls.addClassCleanup(cls.desktop.close)

    def setUp(self):
        self.program = Program(self.desktop.name)
        self.addCleanup(self.program.close)

    def enlarge_desktop(self):
        """For this test alone."""
        self.desktop = Desktop(*LARGE)
        self.addCleanup(self.desktop.close)
        self.program.display = self.desktop.name

    def open(self, *arguments):
        """Opens the window without its panel, and returns the picture. Fills are not verified, which
        would change pixels some time after the window has settled, and the engine is not automatic:
        what it learns may lead it to another one, which fills other pixels. There is no minimap, which
        would cover some."""
        self.program.save('[engine]\nengine = "ask"\n'
                          "[window]\npanel_shown = false\nverify_fills = false\n"
                          "[insets]\nminimap = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(640, 300)
        picture = self.picture()
        self.assertGreater((picture != OUTSIDE).any(axis=-1).mean(), 0.9, "no picture")
        return picture

    def turn(self):
        """The window's state after a turn that had all of the input up to now."""
        self._answer()
        before = self.program.turns.last()["turn"]
        self.desktop.connection.ask_to_draw(self.desktop.window(self.program))
        return self.program.turns.wait_for(lambda turn: not turn["waiting"], "a turn", after=before)

    def wait_for(self, condition, what):
        """The window's state once the condition holds for it, after all of the input up to now. It
        is on the screen."""
        met = self.program.turns.wait_for(condition, what, after=self.turn()["turn"] - 1)
        self._answer()
        return met

    def message(self, text):
        """The first message with this text, which may be gone from the screen by now."""
        def found(turn):
            return next((each for each in turn["messages"] if text in each["text"]), None)
        return found(self.program.turns.wait_for(found, f"a message with: {text}"))

    def rows_of_wide_buttons(self, width, height):
        """The window's rows of pixels in which a button at rest fills the panel's width, from the top, and an x that
        lies within all of them."""
        shown = self.desktop.pixels()[:height]
        left, right = self.turn()["picture"][2] + 30, width - 60
        rows, = numpy.nonzero((shown[:, [left, right]] == BUTTON).all(axis=(1, 2)))
        return rows, right

    def settle(self):
        return self.wait_for(lambda turn: turn["settled"], "a settled window")

    def picture(self):
        """The settled window's picture, above where messages appear."""
        self.settle()
        return self.desktop.picture_pixels()

    def another_picture(self, old):
        """The settled window's picture, which is another one."""
        new = self.picture()
        self.assert_other_picture(old, new, minimum=0)
        return new

    def _answer(self):
        """Returns when the program has read all of the input up to now, and the server has drawn
        all that the turns in its report have drawn."""
        connection = self.desktop.connection
        ping = connection.ping(self.desktop.window(self.program))
        for _ in range(PATIENCE):
            if connection.answered(ping, 1):
                return
            if not self.program.is_running():
                raise AssertionError(f"the program has ended: {self.program.said()}")
        raise AssertionError(f"the window does not answer within {PATIENCE} s")

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
        rows, columns = numpy.any(one != other, axis=-1).nonzero()
        if rows.size:
            self.fail(f"{rows.size} pixels differ, in rows {rows.min()} to {rows.max()} and columns "
                      f"{columns.min()} to {columns.max()}")

    def assert_other_picture(self, one, other, minimum=0.001):
        self.assertEqual(one.shape, other.shape)
        share = numpy.any(one != other, axis=-1).mean()
        self.assertGreater(share, minimum, "the picture stays as it was")


SCREENSHOT = {"event": "command", "command": "screenshot"}


def command(what, /, **fields):
    return {"event": "command", "command": what, **fields}


def key(name, *mods):
    return {"event": "key", "key": name, "mods": list(mods)}


def resize(width, height):
    return {"event": "resize", "width": width, "height": height}


def setting(field, value):
    return {"event": "set", "field": field, "value": value}


def pixels_of(path):
    with Image.open(path) as image:
        return numpy.asarray(image.convert("RGB"))


def texts_of(path):
    with Image.open(path) as image:
        image.load()
        return dict(image.text)
