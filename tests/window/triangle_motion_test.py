"""Moving points and spheres in the tab Triangle."""

import unittest

from program import SCREENSHOT, pixels_of, setting, texts_of
from triangle_test import TriangleTest


class MotionTest(TriangleTest):
    def moved(self, time):
        """The report, once the picture on screen shows a later time than this one."""
        def has_moved(turn):
            return turn["triangle"] and turn["triangle"].get("time", 0) > time
        return self.wait_for(has_moved, f"a time after {time}")["triangle"]

    def test_space_moves_points_and_holds_them(self):
        self.assertEqual(0, self.open_triangle()["time"])
        grid, triangle, values = [self.pane(which) for which in range(3)]
        self.desktop.press("space")
        first = self.moved(0)
        self.assertTrue(first["moving"])
        self.moved(first["time"])
        self.desktop.press("space")
        held = self.shown(moving=False)
        self.assertGreater(held["time"], first["time"])
        self.assert_same_picture(grid, self.pane(0))
        self.assert_same_picture(triangle, self.pane(1))
        self.assert_other_picture(values, self.pane(2), minimum=0.1)
        self.assertEqual(0, self.program.end())
        self.assertGreaterEqual(self.program.saved()["triangle"]["time"], held["time"])

    def test_a_full_stop_moves_them_a_twentieth_of_a_second(self):
        self.open_triangle('test = "collision"\ntime = 2.0\n')
        before = self.pane(2)
        self.desktop.press("period")
        self.assertFalse(self.shown(time=2.05)["moving"])
        self.assert_other_picture(before, self.pane(2), minimum=0.0001)

    def test_a_screenshot_while_they_move_opens_as_it_was(self):
        self.open_triangle()
        self.desktop.press("space")
        self.moved(0)
        self.desktop.press("F12")
        self.wait_for(lambda turn: not turn["exporting"] and self.program.screenshots(), "a file")
        self.assertTrue(self.turn()["triangle"]["moving"], "it goes on")
        [shot] = self.program.screenshots()
        self.assertEqual(0, self.program.end())
        self.program.start(shot)
        self.desktop.window(self.program)
        opened = self.shown(moving=False)
        self.assertGreater(opened["time"], 0)
        left, top, width, height = opened["panes"][2]
        saved = pixels_of(shot)[top:top + height, left:left + width]
        self.assert_same_picture(saved, self.pane(2, opened))

    def test_escape_holds_them(self):
        self.open_triangle()
        self.desktop.press("space")
        self.moved(0)
        self.desktop.press("Escape")
        self.message("Paused. Press Space to continue.")
        self.shown(moving=False)

    def test_a_time_shows_what_motion_leads_to(self):
        [moved, there] = self.play(
            {"event": "key", "key": "."}, {"event": "key", "key": "."}, SCREENSHOT,
            setting("triangle.time", 0), setting("triangle.time", 0.1), SCREENSHOT)
        self.assert_same_picture(pixels_of(moved), pixels_of(there))
        self.assertIn("after 0.10 s", texts_of(moved)["Title"])

    def test_what_cannot_move_says_why(self):
        self.open_triangle('test = "map"\n')
        self.desktop.press("space")
        self.message("Nothing moves in this test: choose EDM or collision.")
        self.program.end()
        self.open_triangle("n = 5000\n")
        self.desktop.press("period")
        self.message("Points move up to N = 4096, where the map is run.")


if __name__ == "__main__":
    unittest.main()
