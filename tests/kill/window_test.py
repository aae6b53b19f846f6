"""The window is killed at random moments while it writes: settings, bookmarks, screenshots, posters
and logs are the old ones or the new ones, whole, and the next window works and sweeps up.

MARIANI_KILLS=100 MARIANI_SEED=1 tests/kill/window_test.py"""

import csv
import json
import os
import random
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))

from desktop import Desktop  # noqa: E402
from killing import Killer  # noqa: E402
from program import MARIANI, SCREENSHOT, Program, command, setting  # noqa: E402
from timing_rows import COLUMNS, logs  # noqa: E402
from whole import png, table  # noqa: E402

KILLS = int(os.environ.get("MARIANI_KILLS", "5"))
SEED = int(os.environ.get("MARIANI_SEED", random.SystemRandom().randrange(1 << 30)))
NEW_BOOKMARKS = ["one", "two", "three"]
SESSION = [
    setting("engine.dwell", 300), setting("export.size", "600x400"),
    *(command("add_bookmark", name=name) for name in NEW_BOOKMARKS),
    command("start_timing_log"), *[command("zoom_by", factor=0.5)] * 3,
    command("stop_timing_log"), SCREENSHOT, command("export_poster")]


class KilledWindow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desktop = Desktop(480, 300)
        cls.addClassCleanup(cls.desktop.close)

    def setUp(self):
        self.program = Program(self.desktop.name)
        self.addCleanup(self.program.close)
        self.program.replay([setting("engine.dwell", 200), command("add_bookmark", name="old")])
        self.bookmarks_file = self.program.home / "data" / "mariani" / "bookmarks.toml"
        self.old = {path: path.read_bytes()
                    for path in (self.program.settings_file, self.bookmarks_file)}
        self.replay = self.program.home / "session.json"
        waiting = [{"wait": "settled", **event} for event in SESSION]
        self.replay.write_text(json.dumps([*waiting, {"event": "quit", "wait": "settled"}]))

    def reset(self):
        for path, text in self.old.items():
            path.write_bytes(text)
        for path in [*self.program.screenshots(), *logs(self.program.pictures)]:
            path.unlink()

    def start(self, wrapper):
        return subprocess.Popen(
            [*wrapper, MARIANI, "--replay", str(self.replay)], cwd=self.program.home,
            env=self.program.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def check(self):
        """Each file is the old one or the new one."""
        self.assertIn(self.program.saved()["engine"]["dwell"], [200, 300])
        names = [view["name"] for view in
                 tomllib.loads(self.bookmarks_file.read_text(encoding="utf-8"))["view"]]
        self.assertEqual(["old", *NEW_BOOKMARKS][:len(names)], names)
        self.assertEqual([], list(self.program.home.rglob("*.damaged-*")))
        for path in self.program.screenshots():
            png()(path)
        for path in logs(self.program.pictures):  # a journal: the last row may be cut short
            text = path.read_text(encoding="utf-8")
            for row in csv.reader(text[:text.rfind("\n") + 1].splitlines()):
                self.assertEqual(len(COLUMNS), len(row))

    def check_next(self):
        """A window that is not killed does all of it, and sweeps up where it writes."""
        self.reset()
        self.assertEqual(0, self.start([]).wait())
        self.assertEqual(300, self.program.saved()["engine"]["dwell"])
        self.assertIn(b"three", self.bookmarks_file.read_bytes())
        self.assertEqual(2, len(self.program.screenshots()))
        (log,) = logs(self.program.pictures)
        table("time,engine", 3)(log)
        self.check()
        folders = [self.program.settings_file.parent, self.bookmarks_file.parent,
                   self.program.pictures]
        self.assertEqual([], [path for folder in folders for path in folder.rglob("*.part")])

    def kill(self, name, touching):
        killer = Killer(self.start, touching, f"{SEED} {name}", self.program.home, self.reset)
        for number in range(KILLS):
            self.reset()
            how = killer.kill_once()
            with self.subTest(name, seed=SEED, number=number, how=how):
                self.check()
        self.check_next()
        print(f"{name}: {KILLS} kills {dict(killer.moments)}", flush=True)

    def test_settings(self):
        self.kill("settings", r"settings\.toml")

    def test_bookmarks(self):
        self.kill("bookmarks", r"bookmarks\.toml")

    def test_screenshots_and_posters(self):
        self.kill("screenshot and poster", r"mariani-\d+-\d+(-\d+)?\.png")

    def test_timing_logs(self):
        self.kill("timing log", r"-timings\.csv")


if __name__ == "__main__":
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)
