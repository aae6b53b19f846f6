"""What `cmake --install` puts into a folder runs from wherever that folder is moved to, and reads what
was installed, not the source tree."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = os.environ["MARIANI_BUILD"]

sys.path.insert(0, str(ROOT / "tests" / "window"))
from desktop import SMALL, Desktop  # noqa: E402  (lies beside the window's tests)
from program import share_thumbnails  # noqa: E402

ASKED = ["--view", "seahorse", "--size", "64x48"]


class InstallTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        share_thumbnails(self.folder / ".cache")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", self.folder / "first"], check=True,
                       stdout=subprocess.DEVNULL)
        self.prefix = self.folder / "moved there"
        (self.folder / "first").rename(self.prefix)
        self.data = self.prefix / "share" / "mariani"

    def run_installed(self, *arguments, **environment):
        kept = {name: value for name, value in os.environ.items()
                if name != "MARIANI_DATA" and not name.startswith("XDG_")}
        own = {"HOME": str(self.folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
        return subprocess.run([self.prefix / "bin" / "mariani", *map(str, arguments)],
                              cwd=self.folder, env=kept | own | environment, capture_output=True,
                              text=True, timeout=120, check=False, stdin=subprocess.DEVNULL)

    def run_window(self, *arguments):
        replay = self.folder / "quit.json"
        replay.write_text('[{"event": "quit", "wait": "settled"}]')
        desktop = Desktop(*SMALL)
        self.addCleanup(desktop.close)
        return self.run_installed(*arguments, "--replay", replay, DISPLAY=desktop.name)

    def test_all_of_the_data_is_there(self):
        for kind in ["shaders", "assets"]:
            for source in (ROOT / kind).rglob("*"):
                if source.is_file():
                    with self.subTest(source.name):
                        self.assertEqual(source.read_bytes(),
                                         (self.data / source.relative_to(ROOT)).read_bytes())

    def test_a_picture_is_rendered_with_the_installed_palettes(self):
        palettes = self.data / "assets" / "palettes"
        (palettes / "ember.map").rename(palettes / "installed-here.map")
        done = self.run_installed("render", "-o", "p.png", *ASKED, "--palette", "installed-here")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue((self.folder / "p.png").is_file())

    def test_the_window_opens_with_the_installed_shaders(self):
        done = self.run_window(*ASKED[:2])
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        shader = self.data / "shaders" / "picture.frag"
        shader.write_text("no shader\n")
        done = self.run_window()
        self.assertNotEqual(0, done.returncode)
        self.assertIn(str(shader), done.stderr)

    def test_the_licences_and_the_entry_for_menus_are_there(self):
        share = self.prefix / "share"
        self.assertEqual((ROOT / "LICENSE").read_text(),
                         (share / "doc" / "mariani" / "LICENSE").read_text())
        self.assertIn("Omar Cornut", (share / "doc" / "mariani" / "LICENSE.imgui").read_text())
        self.assertIn("Evan Pezent", (share / "doc" / "mariani" / "LICENSE.implot").read_text())
        self.assertIn("OpenSeadragon contributors", (share / "doc" / "mariani" / "LICENSE.openseadragon").read_text())
        entry = (share / "applications" / "mariani.desktop").read_text().splitlines()
        self.assertIn("Exec=mariani %f", entry)

    def test_every_page_is_there(self):
        doc = self.prefix / "share" / "doc" / "mariani"
        pages = [page.relative_to(ROOT) for page in ROOT.rglob("*.md")]
        pages = sorted(page for page in pages if page.parts[0] != "build")
        self.assertEqual(pages, sorted(page.relative_to(doc) for page in doc.rglob("*.md")))

    def test_nothing_else_is_installed(self):
        self.assertEqual(["bin", "share"], sorted(path.name for path in self.prefix.iterdir()))
        self.assertEqual(["mariani"], [path.name for path in (self.prefix / "bin").iterdir()])
        self.assertEqual(["applications", "doc", "mariani"],
                         sorted(path.name for path in (self.prefix / "share").iterdir()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
