"""Colours by distance from the set, and shading: on the screen, in screenshots, in files."""

import itertools
import unittest

import numpy

from program import SCREENSHOT, WindowTest, command, pixels_of, setting
from timing_rows import rows_of

BY_DISTANCE = setting("colouring.mapping", "distance")
SHADED = setting("colouring.shaded", True)
SEAHORSE = ("--center", "-0.745,0.113", "--height", "0.02", "--engine", "ask")


class DistanceTest(WindowTest):
    def setUp(self):
        super().setUp()
        # Would correct pixels some time after the window has settled.
        self.program.save("[window]\nverify_fills = false\n")

    def test_each_look_is_another_picture_and_the_dwells_come_back(self):
        dwells, distances, shaded, lit_dwells, dwells_again = self.shots(
            setting("colouring.mapping", "cyclic"), BY_DISTANCE, SHADED,
            setting("colouring.mapping", "cyclic"), setting("colouring.shaded", False),
            arguments=SEAHORSE)
        pictures = [dwells, distances, shaded, lit_dwells]
        for one, other in itertools.combinations(pictures, 2):
            self.assert_other_picture(one, other, minimum=0.3)
        self.assert_same_picture(dwells, dwells_again)

    def test_a_filament_thinner_than_a_pixel_is_seen(self):
        # The set's needle on the real axis. A pixel inside is white, and hardly any is.
        inside = setting("colouring.inside", [1.0, 1.0, 1.0])
        (picture,) = self.shots(BY_DISTANCE, before=[inside], arguments=(
            "--center", "-1.93,3e-7", "--height", "0.001", "--palette", "grey"))
        light = picture[:, :, 0].astype(int)
        middle = light.shape[0] // 2
        near = light[middle - 1:middle + 1].min(axis=0)
        self.assertLess(near.max(), 60, "dark along all of the needle")
        self.assertGreater(numpy.median(light[:middle // 2]), 120, "light away from it")

    def test_a_screenshot_opened_again_is_the_same_and_render_makes_it_too(self):
        look = ("--mapping", "distance", "--shading", "--light-angle", "300", "--samples", "2",
                "--fill", "safe")  # as samples are where fills are verified
        self.program.replay([SCREENSHOT], *SEAHORSE, *look)
        (first,) = self.program.screenshots()
        self.program.replay([SCREENSHOT], first)
        (again,) = set(self.program.screenshots()) - {first}
        self.assert_same_picture(pixels_of(first), pixels_of(again))
        done = self.program.run("render", first, "-o", "again.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(pixels_of(first), pixels_of(self.program.home / "again.png"))

    def test_moving_the_light_computes_nothing(self):
        self.program.replay([
            SHADED, {"wait": "shown", **command("start_timing_log")}, command("recompute_frame"),
            setting("colouring.light_angle", 10.0), setting("colouring.light_height", 80.0),
            BY_DISTANCE, setting("colouring.reversed", True), command("stop_timing_log")],
            *SEAHORSE)
        self.assertEqual(1, len(rows_of(self.program.home)))
        saved = self.program.saved()["colouring"]
        self.assertEqual((True, 10, 80, "distance"), (saved["shaded"], saved["light_angle"],
                                                     saved["light_height"], saved["mapping"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
