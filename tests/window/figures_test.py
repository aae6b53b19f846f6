"""Figures that the window keeps or shows, beside those of the command line for the same view and size."""

import csv
import json
import unittest
from collections import Counter

import numpy

from desktop import LARGE
from program import SCREENSHOT, WindowTest, command, pixels_of, setting
from timing_rows import logs

ZOOM = command("zoom_by", factor=0.5)
START, STOP = command("start_timing_log"), command("stop_timing_log")
ENGINE = ("--engine", "ask", "--scheme", "sbr", "-g", "3", "-r", "2", "-B", "20", "--dwell", "432",
          "--precision", "f64", "--backend", "cpu", "--fill", "safe")


class TimingLogTest(WindowTest):
    def test_rows_are_numbered_anew_in_each_log_and_name_their_way_to_the_display(self):
        self.program.replay([START, ZOOM, ZOOM, ZOOM, STOP, START, ZOOM, ZOOM, STOP], *ENGINE)
        rows = []
        for path in logs(self.program.home):
            with open(path, newline="", encoding="utf-8") as file:
                rows.append(list(csv.DictReader(file)))
        self.assertEqual([["1", "2", "3"], ["1", "2"]],
                         [[row["run"] for row in log] for log in rows])
        self.assertEqual({"upload"}, {row["display"] for log in rows for row in log})

    def test_levels_in_json_are_those_of_the_regions_that_render_writes(self):
        self.program.replay([setting("export.log_format", "json"), START,
                             command("go_to", re=-0.7461, im=0.1087, height=0.0234), STOP,
                             SCREENSHOT], *ENGINE)
        (path,) = logs(self.program.home, ".json")
        (entry,) = json.loads(path.read_text(encoding="utf-8"))
        height, width = pixels_of(self.program.screenshots()[0]).shape[:2]
        self.assertEqual((width, height), (entry["width"], entry["height"]))
        regions = self.regions_of(width, height)
        names = {"filled": "filled", "subdivided": "subdivided", "leaves": "leaf"}
        self.assertEqual(len({region["level"] for region in regions}), len(entry["levels"]))
        for number, level in enumerate(entry["levels"]):
            with self.subTest(level=number):
                found = Counter(region["outcome"] for region in regions
                                if int(region["level"]) == number)
                self.assertEqual({name: found[outcome] for name, outcome in names.items()},
                                 {name: level[name] for name in names})
                self.assertEqual((number, found.total()), (level["level"], level["regions"]))
                self.assertAlmostEqual(found["subdivided"] / found.total(), level["P"], places=4)
                self.assertAlmostEqual(max(width, height) / (3 * 2 ** number), level["side"],
                                       places=2)
        for name in ["regions", "filled", "subdivided", "leaves"]:
            self.assertEqual(sum(level[name] for level in entry["levels"]), entry[name], name)
        self.assertLessEqual(sum(level["ms"] for level in entry["levels"]),
                             entry["compute_ms"] * 1.001)

    def regions_of(self, width, height):
        done = self.program.run("render", "--center", "-0.7461,0.1087", "--height", "0.0234", *ENGINE,
                                "--size", f"{width}x{height}", "-o", "x.png", "--regions-out",
                                "regions.csv")
        self.assertEqual(0, done.returncode, done.stderr)
        with open(self.program.home / "regions.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


class CursorTest(WindowTest):
    """The point of the plane and the dwell that the window tells of the pixel under the mouse."""

    DESKTOP = LARGE
    VIEW = ("--center", "-0.7461,0.1087", "--height", "0.0234")
    PLACES = [(3, 5), (700, 11), (1421, 150), (260, 333), (905, 402), (77, 611), (1203, 640),
              (512, 713), (640, 884), (1438, 897)]

    def test_the_dwell_under_the_mouse_is_that_of_the_file(self):
        self.open(*self.VIEW, *ENGINE)
        settled = self.settle()
        self.assertEqual(([0, 0, 1440, 900], "upload"), (settled["picture"], settled["display"]))
        dwells = self.dwells(1440, 900)
        pitch = 0.0234 / 900
        for x, y in self.PLACES:
            with self.subTest(x=x, y=y):
                self.desktop.point_at(x, y)
                turn = self.turn()
                self.assertEqual(dwells[y, x], turn["dwell"])
                re_, im = turn["cursor"]
                self.assertAlmostEqual(-0.7461 + (x - 720) * pitch, re_, delta=pitch)
                self.assertAlmostEqual(0.1087 - (y - 450) * pitch, im, delta=pitch)
        mirrored = [(dwells[899 - y, x], dwells[y, 1439 - x]) for x, y in self.PLACES]
        self.assertGreater(sum(dwells[y, x] not in pair
                               for (x, y), pair in zip(self.PLACES, mirrored)), 6,
                           "a flipped picture would be told apart")

    def dwells(self, width, height):
        done = self.program.run("render", *self.VIEW, *ENGINE, "--size", f"{width}x{height}",
                                "-o", "x.png", "--dwell-out", "dwells.npy")
        self.assertEqual(0, done.returncode, done.stderr)
        return numpy.load(self.program.home / "dwells.npy")


class BookmarksTest(WindowTest):
    def test_a_bookmark_brings_its_view_and_its_dwell_limit(self):
        self.program.replay([command("go_to", re=-1.25, im=0.02, height=0.01),
                             setting("engine.dwell", 1357), command("add_bookmark", name="mine"),
                             command("open_bookmark", name="paper")])
        self.assertEqual(512, self.program.saved()["engine"]["dwell"])
        self.program.replay([command("open_bookmark", name="mine")], "--view", "paper")
        saved = self.program.saved()
        self.assertEqual({"center_re": "-1.25", "center_im": "0.02", "height_im": "0.01", "julia": "none"}, saved["view"])
        self.assertEqual(1357, saved["engine"]["dwell"])

    def test_it_brings_its_colours_and_shipped_ones_leave_them(self):
        self.program.replay([command("add_bookmark", name="green")], "--view", "paper", "--palette", "viridis",
                            "--mapping", "equalised")
        self.program.replay([setting("colouring.palette", "inferno"), setting("colouring.mapping", "cyclic"),
                             command("open_bookmark", name="seahorse")])
        self.assertEqual("inferno", self.program.saved()["colouring"]["palette"])
        self.program.replay([command("open_bookmark", name="green")])
        colouring = self.program.saved()["colouring"]
        self.assertEqual(("viridis", "equalised"), (colouring["palette"], colouring["mapping"]))

    def test_an_automatic_dwell_limit_stays_automatic(self):
        self.program.replay([setting("window.automatic_dwell", True), command("open_bookmark", name="seahorse")],
                            "--view", "paper")
        saved = self.program.saved()
        self.assertEqual(("0.113", True), (saved["view"]["center_im"], saved["window"]["automatic_dwell"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
