"""The region grid: shown and hidden by G, its outlines where the regions are."""

import json
import unittest

import numpy

from program import WindowTest, key, setting

ASK = ("--view", "paper", "--engine", "ask", "-g", "4", "-r", "2", "-B", "32")
WITH_OVERLAY = setting("export.with_overlay", True)


class GridTest(WindowTest):
    def test_g_shows_outlines_and_g_hides_them(self):
        plain = self.open(*ASK)
        self.desktop.press("g")
        with_grid = self.another_picture(plain)
        self.desktop.press("g")
        self.assert_same_picture(plain, self.another_picture(with_grid))

    def test_outlines_are_where_the_regions_are(self):
        plain, grid = self.shots(None, setting("overlay.shown", True),
                                 arguments=(*ASK, "--no-grid"), before=[WITH_OVERLAY])
        changed = numpy.any(plain != grid, axis=-1)
        height, width = changed.shape
        for quarter in range(1, 4):
            column, row = quarter * width // 4, quarter * height // 4
            self.assertGreater(changed[:, column - 2:column + 3].any(axis=1).mean(), 0.9,
                               f"an outline along x = {column}")
            self.assertGreater(changed[row - 2:row + 3, :].any(axis=0).mean(), 0.9,
                               f"an outline along y = {row}")

    def test_a_screenshot_leaves_the_grid_out_unless_it_is_wanted(self):
        plain, grid = self.shots(None, setting("overlay.shown", True),
                                 arguments=(*ASK, "--no-grid"))
        self.assert_same_picture(plain, grid)

    def test_levels_and_outcomes_can_be_hidden(self):
        everything, level_0, everything_again = self.shots(
            None, setting("overlay.levels", 1), setting("overlay.levels", 0xFFFFFFFF),
            arguments=(*ASK, "--grid"), before=[WITH_OVERLAY])
        self.assert_other_picture(everything, level_0)
        self.assert_same_picture(everything, everything_again)
        for field in ["filled", "subdivided", "leaves"]:
            with self.subTest(field):
                shown, hidden = self.shots(None, setting(f"overlay.{field}", False),
                                           arguments=(*ASK, "--grid"))
                self.assert_other_picture(shown, hidden, minimum=1e-4)

    def test_the_replay_adds_level_by_level(self):
        pictures = self.shots(setting("overlay.replay_level", 0),
                              setting("overlay.replay_level", 1),
                              setting("overlay.replay_level", 2),
                              arguments=(*ASK, "--grid"), before=[WITH_OVERLAY])
        self.assert_other_picture(pictures[0], pictures[1])
        self.assert_other_picture(pictures[1], pictures[2])
        black = [float(numpy.mean(picture.max(axis=2) == 0)) for picture in pictures]
        self.assertGreater(black[0], 0.8, "nothing is known but borders")
        self.assertGreater(black[0], black[1])
        self.assertGreater(black[1], black[2])

    def test_the_window_rests_after_the_grid_was_hidden_under_the_mouse(self):
        """The regions that were looked up for the mouse come when nobody asks for them any more."""
        at_once = [setting("overlay.shown", True), {"event": "move", "x": 300, "y": 300},
                   setting("overlay.shown", False)]
        recording = self.program.home / "at-once.json"
        recording.write_text(json.dumps([{"event": "wait"}, *at_once, {"event": "wait"},
                                         {"event": "quit"}]))
        self.assertEqual(0, self.program.run("--replay", recording, *ASK).returncode)

    def test_switching_the_grid_with_the_key_in_a_replay(self):
        off, on, off_again = self.shots(None, key("G"), key("G"), arguments=ASK,
                                        before=[WITH_OVERLAY])
        self.assert_other_picture(off, on)
        self.assert_same_picture(off, off_again)


if __name__ == "__main__":
    unittest.main(verbosity=2)
