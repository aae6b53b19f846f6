"""Long frames and odd sizes: the window stays a window."""

import signal
import unittest

import numpy

from desktop import LARGE, wait_until
from program import SCREENSHOT, WindowTest, command, key, pixels_of, setting
from timing_rows import rows_of

# Minutes on any machine: every pixel inside, no shortcut taken.
ENDLESS = ("--center", "-0.1,0", "--height", "0.05", "--dwell", "10000000", "--engine", "ex",
           "--shortcuts", "off", "--precision", "f64", "--backend", "cpu")

# The same with the set in it, for the eye.
ENDLESS_SET = ("--view", "paper", *ENDLESS[4:])


class LongFrameTest(WindowTest):
    DESKTOP = LARGE

    def open_in_mid_frame(self, *arguments):
        self.program.start(*arguments)
        self.wait_for(lambda turn: turn["computing"], "a frame under way")

    def test_the_window_answers_while_a_frame_runs(self):
        self.open_in_mid_frame(*ENDLESS)
        before = self.desktop.pixels()
        self.assertGreater(before.std(), 1, "a panel beside the unfinished frame")
        self.desktop.press("F1")
        helped = self.wait_for(lambda turn: "help" in turn["open"], "the help window")
        self.assertTrue(helped["computing"])
        self.assertGreater((self.desktop.pixels() != before).mean(), 0.02, "the help window")
        self.assertEqual(0, self.program.end())

    def test_escape_stops_it_and_the_next_view_is_computed(self):
        self.program.replay([{"wait": "computing", **key("Esc")}, setting("engine.dwell", 64),
                             command("home_view"), SCREENSHOT], *ENDLESS)
        self.assertEqual(1, len(self.program.screenshots()))
        self.assertEqual(64, self.program.saved()["engine"]["dwell"])

    def test_a_new_view_takes_over_at_once(self):
        self.program.replay(
            [{"wait": "computing", **command("go_to", re=2.0, im=2.0, height=0.5)}], *ENDLESS)
        self.assertEqual("2", self.program.saved()["view"]["center_re"])

    def test_a_coarse_picture_comes_first(self):
        self.program.save("[window]\npanel_shown = false\n")
        self.program.start(*ENDLESS_SET)
        coarse = self.wait_for(lambda turn: turn["preview"], "a coarse picture")
        self.assertEqual((True, 0), (coarse["computing"], coarse["shown"]))
        colours = numpy.unique(self.desktop.picture_pixels().reshape(-1, 3), axis=0)
        self.assertGreater(len(colours), 50, "colours before the frame is done")
        self.desktop.press("Escape")
        self.assertEqual(0, self.program.end())

    def test_what_is_finished_is_shown_before_the_rest(self):
        cyclic = ("--mapping", "cyclic")  # the same colours whatever the dwell limit
        done = self.program.run("render", "--view", "paper", *cyclic, "--dwell", "1000",
                                "--size", "1440x900", "-o", "finished.png")
        self.assertEqual(0, done.returncode, done.stderr)
        finished = pixels_of(self.program.home / "finished.png")
        self.program.save("[window]\npanel_shown = false\n[insets]\nminimap = false\n")
        self.program.start(*ENDLESS_SET, *cyclic)
        self.wait_for(lambda turn: turn["growing"], "a part of the frame")
        beside_the_set = (slice(0, 16), slice(100, 500))
        wait_until(lambda: (self.desktop.pixels()[beside_the_set]
                            == finished[beside_the_set]).all(), "the first rows, pixel for pixel")
        self.assertTrue(self.turn()["computing"])
        self.desktop.press("Escape")
        self.assertEqual(0, self.program.end())

    def test_a_coarse_picture_is_no_result(self):
        self.program.replay([{"wait": "computing", **command("start_timing_log")},
                             {"wait": "preview", **key("Esc")}, SCREENSHOT,
                             setting("engine.dwell", 64), command("stop_timing_log")],
                            *ENDLESS_SET)
        self.assertEqual([], self.program.screenshots())
        self.assertEqual(["64"], [row["dwell"] for row in rows_of(self.program.home)])

    def test_it_can_be_closed_in_the_middle(self):
        for close in [lambda: self.desktop.press("ctrl+q"),
                      lambda: self.desktop.press_close_button(self.program),
                      lambda: self.program.end(signal.SIGTERM)]:
            self.open_in_mid_frame(*ENDLESS)
            close()
            self.assertEqual(0, self.program.status(), self.program.said())


class SizeTest(WindowTest):
    DESKTOP = LARGE

    def test_resized_to_almost_nothing_and_back(self):
        def resize(width, height):
            return {"event": "resize", "width": width, "height": height}

        self.program.replay([resize(900, 600), SCREENSHOT, resize(1, 1), resize(0, 0), resize(40, 3),
                             resize(900, 600), SCREENSHOT], "--view", "paper")
        before, after = map(pixels_of, self.program.screenshots())
        self.assert_same_picture(before, after)

    def test_a_user_resizes_the_real_window(self):
        before = self.open("--view", "paper")
        window = self.desktop.window(self.program)
        for size in [(1, 1), (300, 200), (1280, 900), (5, 800), (1440, 900)]:
            self.desktop.do("windowsize", window, *size)
        self.assert_same_picture(before, self.picture())
        self.assertEqual(0, self.program.end())


if __name__ == "__main__":
    unittest.main(verbosity=2)
