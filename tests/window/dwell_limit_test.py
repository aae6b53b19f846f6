"""The automatic dwell limit follows the view; the number that was found is kept."""

import unittest

from program import SCREENSHOT, WindowTest, setting

DEEP = ["--center", "-0.7436438870371587,0.13182590420531198", "--height", "1e-12"]


class DwellLimitTest(WindowTest):
    def limits(self, *arguments):
        """The dwell limit and whether it is automatic, once the window has settled on a view."""
        self.program.save("[window]\nautomatic_dwell = true\nverify_fills = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.settle()
        pixels = self.desktop.pixels()
        self.program.end()
        saved = self.program.saved()
        return saved["engine"]["dwell"], saved["window"]["automatic_dwell"], pixels

    def test_a_deep_picture_is_not_black(self):
        limit, automatic, pixels = self.limits(*DEEP)
        self.assertGreater(limit, 512)
        self.assertTrue(automatic)
        picture = pixels[:600, :600]
        self.assertGreater((picture > 0).any(axis=-1).mean(), 0.5)

    def test_it_stays_low_at_home(self):
        self.assertEqual((512, True), self.limits("--center", "-0.5,0", "--height", "2.5")[:2])

    def test_a_limit_that_is_given_stays(self):
        self.assertEqual((700, False), self.limits(*DEEP, "--dwell", "700")[:2])

    def test_the_limit_of_a_picture_that_is_opened_stays(self):
        picture = self.program.home / "deep.png"
        done = self.program.run("render", "-o", picture, *DEEP, "--dwell", "700", "--size", "64x48")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual((700, False), self.limits(picture)[:2])

    def test_a_screenshot_of_an_automatic_limit_opens_with_one(self):
        self.program.replay([setting("window.automatic_dwell", True), SCREENSHOT], *DEEP)
        found = self.program.saved()["engine"]["dwell"]
        (screenshot,) = self.program.screenshots()
        fixed = setting("window.automatic_dwell", False)
        for events, arguments in [([fixed, {"event": "drop", "paths": [str(screenshot)]}], ["--view", "paper"]),
                                  ([], [screenshot])]:
            self.program.replay(events, *arguments)
            saved = self.program.saved()
            self.assertEqual((found, True), (saved["engine"]["dwell"], saved["window"]["automatic_dwell"]))

    def test_further_out_it_is_bounded_before_a_frame_is_computed(self):
        self.program.save("[engine]\ndwell = 1000000\n[window]\nautomatic_dwell = true\n")
        self.program.start("--center", "-0.1,0", "--height", "0.05", "--engine", "ex",
                           "--shortcuts", "off")
        self.settle()
        self.program.end()
        self.assertLessEqual(self.program.saved()["engine"]["dwell"], 2048)


if __name__ == "__main__":
    unittest.main(verbosity=2)
