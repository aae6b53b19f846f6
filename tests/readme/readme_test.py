"""Every command of every page works and prints what is said there."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from commands import commands, shape, unmarked
from pages import pages

ROOT = Path(__file__).resolve().parents[2]
MARIANI = os.environ["MARIANI"]
BUILD = os.environ["MARIANI_BUILD"]
NEEDS_NO_DISPLAY = {"render", "bench", "sweep", "race", "check", "model", "reproduce", "poster", "info",
                    "--help", "--version"}

sys.path.insert(0, str(ROOT / "tests" / "window"))
from desktop import SMALL, Desktop  # noqa: E402  (lies beside the window's tests)
from program import share_thumbnails  # noqa: E402


class PageTest(unittest.TestCase):
    """The commands are run one after the other, as a reader would, in a folder with the assets."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        share_thumbnails(self.folder / ".cache")
        (self.folder / "assets").symlink_to(ROOT / "assets")

    def run_command(self, text):
        words = shlex.split(text)
        if words[0] == "app/run.sh":
            return self.run_mariani(words[1:])
        if words[0] == "tests/run.sh":
            return self.run_program(["ctest", "--test-dir", BUILD, "--show-only", *words[1:]])
        if words[:2] == ["cmake", "--install"]:
            places = {"build/release": BUILD, "~/mariani": str(self.folder / "mariani")}
            return self.run_program([places.get(word, word) for word in words])
        if words[0] in {"cmake", "ctest"}:
            return self.run_preset(words)
        self.fail(f"no way to test `{text}`")

    def run_program(self, words, **environment):
        own = {"XDG_CONFIG_HOME": str(self.folder / ".config"), "HOME": str(self.folder),
               "XDG_DATA_HOME": str(self.folder / ".data"), "LIBGL_ALWAYS_SOFTWARE": "1"}
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=600,
                              check=False, stdin=subprocess.DEVNULL,
                              env={**os.environ, **own, **environment})

    def run_mariani(self, arguments):
        if arguments and arguments[0] in NEEDS_NO_DISPLAY:
            return self.run_program([MARIANI, *arguments])
        replay = self.folder / "quit.json"
        replay.write_text('[{"event": "quit", "wait": "settled"}]')
        if "--replay" not in arguments:
            arguments = [*arguments, "--replay", str(replay)]
        desktop = Desktop(*SMALL)
        self.addCleanup(desktop.close)
        return self.run_program([MARIANI, *arguments], DISPLAY=desktop.name)

    def run_preset(self, words):
        """Building another preset would take minutes: that it is there has to do."""
        preset = words[words.index("--preset") + 1]
        kind = "build" if "--build" in words else "test" if words[0] == "ctest" else "configure"
        listed = subprocess.run(["cmake", f"--list-presets={kind}"], cwd=ROOT, capture_output=True,
                                text=True, check=False)
        self.assertIn(f'"{preset}"', listed.stdout)
        return listed

    def check_page(self, page):
        text = (ROOT / page).read_text(encoding="utf-8")
        self.assertEqual([], unmarked(text))
        for command in commands(text):
            with self.subTest(f"{page}:{command.line}: {command.text}"):
                done = self.run_command(command.text)
                self.assertEqual(0, done.returncode, done.stderr)
                self.check_output(command, done.stdout + done.stderr)

    def check_output(self, command, printed):
        varies = command.output_varies
        lines = {shape(line, varies) for line in printed.splitlines()}
        for line in command.output:
            if line != "…":
                self.assertIn(shape(line, varies), lines, printed)


def test_of(page):
    return lambda self: self.check_page(page)


for each in pages():  # a test of its own, so that all are tried and the name says which fails
    setattr(PageTest, f"test_{each}", test_of(each))


class CommandsAreFoundTest(unittest.TestCase):
    PAGE = ("# T\n\n`mariani bench --repeat 3` in passing\n\n```sh\napp/run.sh info\n```\n"
            "```console\n$ app/run.sh --version\nmariani 0.1.0\n```\n```bash\nls\n```\n")

    def test_in_blocks(self):
        found = commands(self.PAGE)
        self.assertEqual([("app/run.sh info", 6), ("app/run.sh --version", 9)],
                         [(command.text, command.line) for command in found])
        self.assertEqual(["mariani 0.1.0"], found[1].output)

    def test_in_a_list(self):
        found = commands("1. Step\n\n   ```sh\n   app/run.sh info\n   ```\n")
        self.assertEqual([("app/run.sh info", 4)], [(each.text, each.line) for each in found])

    def test_what_no_test_would_run_is_told(self):
        complaints = unmarked(self.PAGE)
        self.assertEqual(2, len(complaints), complaints)
        self.assertIn("'bash'", complaints[0])
        self.assertIn("mariani bench --repeat 3", complaints[1])

    def test_output_is_compared_less_its_numbers(self):
        self.assertEqual(shape("ex   12.5 ms  1e9 it"), shape("ex 7 ms 2.25e+10 it"))
        self.assertNotEqual(shape("ex 12 ms"), shape("ask 12 ms"))
        self.assertEqual(shape("cpu: a Xeon", True), shape("cpu: an EPYC", True))
        self.assertEqual(shape("  2  4  4", True), shape(" 16  2  8", True))


if __name__ == "__main__":
    unittest.main(verbosity=2)
