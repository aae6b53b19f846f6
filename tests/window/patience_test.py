"""Long frames and odd sizes: the window stays a window."""

import json
import signal
import time
import unittest

import numpy

from desktop import PICTURE, wait_until
from program import SCREENSHOT, WindowTest, command, pixels_of, setting
from timing_rows import rows_of

# Minutes on any machine: every pixel inside, no shortcut taken.
ENDLESS = ("--center", "-0.1,0", "--height", "0.05", "--dwell", "10000000", "--engine", "ex",
           "--shortcuts", "off", "--precision", "f64")

# The same with the set in it, for the eye.
ENDLESS_SET = ("--view", "paper", *ENDLESS[4:])


class LongFrameTest(WindowTest):
    def test_the_window_answers_while_a_frame_runs(self):
        self.program.start(*ENDLESS)
        self.desktop.window(self.program)
        wait_until(lambda: self.desktop.pixels().std() > 1, "a panel beside the unfinished frame")
        before = self.desktop.pixels()
        self.desktop.press("F1")
        wait_until(lambda: (self.desktop.pixels() != before).mean() > 0.02, "the help window")
        self.assertEqual(0, self.program.end())

    def test_escape_stops_it_and_the_next_view_is_computed(self):
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([
            {"time": 1.0, "event": "key", "key": "Esc"},
            {"wait": "settled", **setting("engine.dwell", 64)},
            {"wait": "settled", **command("home_view")},
            {"wait": "settled", **command("screenshot")},
            {"wait": "settled", "event": "quit"}]))
        done = self.program.run(*ENDLESS, "--replay", file)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(1, len(self.program.screenshots()))
        self.assertEqual(64, self.program.saved()["engine"]["dwell"])

    def test_a_new_view_takes_over_at_once(self):
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([
            {"time": 1.0, **command("go_to", re=2.0, im=2.0, height=0.5)},
            {"wait": "settled", "event": "quit"}]))
        done = self.program.run(*ENDLESS, "--replay", file)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(2.0, self.program.saved()["view"]["center_re"])

    def test_a_coarse_picture_comes_first(self):
        self.program.save("[window]\npanel_shown = false\n")
        self.program.start(*ENDLESS_SET)
        self.desktop.window(self.program)
        wait_until(lambda: len(numpy.unique(self.desktop.pixels()[PICTURE].reshape(-1, 3),
                                            axis=0)) > 50, "colours before the frame is done")
        self.assertTrue(self.program.is_running())
        self.desktop.press("Escape")
        self.assertEqual(0, self.program.end())

    def test_a_coarse_picture_is_no_result(self):
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([
            {"time": 0.0, **command("start_timing_log")},
            {"time": 3.0, "event": "key", "key": "Esc"},
            {"wait": "settled", **command("screenshot")},
            {"wait": "settled", **setting("engine.dwell", 64)},
            {"wait": "settled", **command("stop_timing_log")},
            {"wait": "settled", "event": "quit"}]))
        done = self.program.run(*ENDLESS_SET, "--replay", file)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual([], self.program.screenshots())
        self.assertEqual(["64"], [row["dwell"] for row in rows_of(self.program.home)])

    def test_it_can_be_closed_in_the_middle(self):
        for close in [lambda: self.desktop.press("ctrl+q"),
                      lambda: self.desktop.press_close_button(self.program),
                      lambda: self.program.end(signal.SIGTERM)]:
            self.program.start(*ENDLESS)
            self.desktop.window(self.program)
            time.sleep(0.5)  # into the frame
            close()
            self.assertEqual(0, self.program.status(), self.program.said())


class SizeTest(WindowTest):
    def test_resized_to_almost_nothing_and_back(self):
        def resize(width, height):
            return {"event": "resize", "width": width, "height": height}

        self.program.replay([resize(900, 600), SCREENSHOT, resize(1, 1), resize(40, 3),
                             resize(900, 600), SCREENSHOT], "--view", "paper")
        before, after = map(pixels_of, self.program.screenshots())
        self.assert_same_picture(before, after)

    def test_a_user_resizes_the_real_window(self):
        before = self.open("--view", "paper")
        window = self.desktop.window(self.program)
        for size in [(1, 1), (300, 200), (1280, 900), (5, 800), (1440, 900)]:
            self.desktop.do("windowsize", window, *size)
        wait_until(lambda: numpy.array_equal(self.picture(), before),
                   "the picture as it was")
        self.assertEqual(0, self.program.end())


if __name__ == "__main__":
    unittest.main(verbosity=2)
