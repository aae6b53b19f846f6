"""Antialiasing: edges are smoothed while the picture rests, on the screen as in files."""

import unittest

import numpy

from program import SCREENSHOT, WindowTest, pixels_of, setting

VIEW = ("--center", "-0.74,0.13", "--height", "0.1", "--engine", "ask", "--dwell", "300", "--smooth")


class AntialiasingTest(WindowTest):
    def open(self, *arguments, verify=False):
        self.program.save(f"[window]\npanel_shown = false\nverify_fills = {str(verify).lower()}\n"
                          "[insets]\nminimap = false\n")
        self.program.start(*VIEW, *arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(1599, 999)
        return self.picture()

    def neighbours_differ_by(self, picture):
        return numpy.abs(numpy.diff(picture.astype(int), axis=1)).mean()

    def test_it_smooths_the_picture_while_it_rests(self):
        sharp = self.open()
        self.assertEqual([0, 0], self.turn()["samples"])
        self.program.end()
        smooth = self.open("--samples", 3)
        self.assertEqual([9, 9], self.turn()["samples"])
        self.assertLess(self.neighbours_differ_by(smooth), 0.8 * self.neighbours_differ_by(sharp))

    def test_another_view_is_smoothed_anew(self):
        first = self.open("--samples", 2)
        self.desktop.press("Left")
        moved = self.another_picture(first)
        self.assertEqual([4, 4], self.turn()["samples"])
        self.desktop.press("ctrl+z")
        self.assertTrue((self.another_picture(moved) == first).all())

    def assert_render_makes_the_same(self, screenshot):
        done = self.program.run("render", screenshot, "-o", "again.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(pixels_of(screenshot), pixels_of(self.program.home / "again.png"))

    def test_a_screenshot_is_smooth_and_is_the_picture_that_render_makes(self):
        shown = self.open("--samples", 2, verify=True)
        self.desktop.press("F12")
        self.settle()
        (screenshot,) = self.program.screenshots()
        saved = pixels_of(screenshot)
        self.assertLessEqual(numpy.abs(saved[self.desktop.picture].astype(int) - shown).max(), 1)
        self.assert_render_makes_the_same(screenshot)

    def test_one_that_is_asked_for_meanwhile_waits_for_the_samples(self):
        self.program.save('[window]\nsize = "320x240"\npanel_shown = false\n')
        self.program.start("--view", "paper", "--engine", "ask", "--samples", 8, "--dwell", 3000)
        self.desktop.window(self.program)
        self.wait_for(lambda turn: turn["samples"][0] > 0, "the first samples")
        self.desktop.press("F12")
        self.assertEqual([64, 64], self.settle()["samples"])
        (screenshot,) = self.program.screenshots()
        self.assert_render_makes_the_same(screenshot)

    def test_another_mapping_is_smoothed_in_its_own_colours(self):
        self.program.save('[window]\nsize = "320x240"\npanel_shown = false\n')
        smooth = (*VIEW, "--samples", "2", "--palette", "inferno")
        self.program.replay([setting("colouring.mapping", "equalised"), SCREENSHOT], *smooth,
                            "--mapping", "stretched")
        self.program.replay([SCREENSHOT], *smooth, "--mapping", "equalised")
        changed, fresh = map(pixels_of, self.program.screenshots())
        self.assert_same_picture(changed, fresh)


if __name__ == "__main__":
    unittest.main(verbosity=2)
