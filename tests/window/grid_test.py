"""The region grid: shown and hidden by G, its outlines where the regions are."""

import json
import unittest

import numpy

from program import WindowTest, key, setting

ASK = ("--view", "paper", "--engine", "ask", "-g", "4", "-r", "2", "-B", "32")
NOT_KNOWN_YET = (58, 64, 78)  # render/picture/roles.hpp
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

    def test_a_screenshot_has_the_grid_that_is_shown_unless_it_is_not_wanted(self):
        plain, left_out, grid = self.shots(
            None, setting("overlay.shown", True), WITH_OVERLAY,
            arguments=(*ASK, "--no-grid"), before=[setting("export.with_overlay", False)])
        self.assert_same_picture(plain, left_out)
        self.assert_other_picture(plain, grid)

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
        unknown = [float(numpy.mean((picture == NOT_KNOWN_YET).all(axis=2)))
                   for picture in pictures]
        self.assertGreater(unknown[0], 0.8, "nothing is known but borders")
        self.assertGreater(unknown[0], unknown[1])
        self.assertGreater(unknown[1], unknown[2])

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

    def legend(self, pixels):
        """What the legend's corner of the picture shows."""
        left, top, _, height = self.settle()["picture"]
        return pixels[top + height - 250:top + height, left:left + 150]

    def assert_in_the_legend(self, legend, colour):
        """A square of the colour, of a swatch's size."""
        same = numpy.all(legend == colour, axis=-1)
        squares = numpy.lib.stride_tricks.sliding_window_view(same, (6, 6))
        self.assertTrue(squares.all(axis=(2, 3)).any(), f"{colour} is not in the legend")

    def test_a_levels_colour_in_the_legend_is_its_colour_on_the_screen(self):
        for show in [("--grid",), ("--show", "level")]:
            with self.subTest(show):
                self.open(*ASK, *show)
                self.desktop.point_at(1500, 950)
                left, top, width, height = self.settle()["picture"]
                pixels = self.desktop.pixels()
                for parts in [4, 8, 16]:  # the lattices of the levels, left of the legend's
                    row = pixels[top + height // 4 + 3:top + height // 2, left + width // parts]
                    colours, counts = numpy.unique(row, axis=0, return_counts=True)
                    self.assertGreater(counts.max(), 0.3 * len(row), "an outline")
                    self.assert_in_the_legend(self.legend(pixels), colours[counts.argmax()])
                self.program.end()

    def test_the_grid_shows_outcomes_at_first_sight(self):
        """A quarter of an outcome's colour is mixed with the picture: see render/picture/roles.hpp."""
        self.enlarge_desktop()  # in a small picture, the outlines and the legend hide more of the areas
        plain = self.open(*ASK)
        self.desktop.press("g")
        with_grid = self.another_picture(plain)
        self.assertGreater(numpy.any(plain != with_grid, axis=-1).mean(), 0.95, "all areas")
        filled, leaf = [(0.75 * plain + 0.25 * numpy.array(colour)) for colour in
                        [(0, 170, 170), (255, 148, 64)]]
        is_filled, is_leaf = [numpy.abs(with_grid - mixed).max(axis=-1) <= 1
                              for mixed in (filled, leaf)]
        self.assertGreater(is_filled.mean(), 0.3)
        self.assertGreater(is_leaf.mean(), 0.1)
        self.assertGreater((is_filled | is_leaf).mean(), 0.7, "the rest are outlines")

    def test_there_is_no_legend_without_something_to_explain(self):
        self.open(*ASK)
        self.desktop.point_at(1500, 950)
        self.settle()
        plain = self.desktop.pixels()
        self.desktop.press("g")
        self.settle()
        with_grid = self.desktop.pixels()
        self.desktop.press("g")
        self.settle()
        self.assert_other_picture(self.legend(plain), self.legend(with_grid))
        self.assert_same_picture(plain, self.desktop.pixels())

    def test_the_picture_is_dragged_through_the_legend(self):
        self.open(*ASK, "--grid")
        left, top, _, height = self.settle()["picture"]
        before = self.turn()["asked"]
        self.desktop.drag((left + 40, top + height - 40), (left + 240, top + height - 140))
        self.assertGreater(self.settle()["asked"], before)

    def hovered(self, x, y):
        """The place on the screen of the region there, and what pointing at it changes."""
        self.desktop.point_at(1500, 950)
        left, top, _, _ = self.settle()["picture"]
        before = self.desktop.pixels()
        self.desktop.point_at(x, y)
        at, down, width, height = self.wait_for(lambda turn: turn["region"] and turn["settled"],
                                                "a hovered region")["region"]
        self.settle()
        changed = numpy.any(before != self.desktop.pixels(), axis=-1)
        return slice(top + down, top + down + height), slice(left + at, left + at + width), changed

    def test_a_hovered_region_is_outlined_and_its_tooltip_beside_it(self):
        self.open(*ASK, "--show", "outcome")
        for x, y in [(190, 190), (625, 125), (440, 270)]:
            with self.subTest(x=x, y=y):
                rows, columns, changed = self.hovered(x, y)
                inner = changed[rows, columns]
                outside_pointer = numpy.ones_like(changed)
                outside_pointer[y - 20:y + 21, x - 20:x + 21] = False
                self.assertGreater(outside_pointer[rows, columns].sum(), 100)
                self.assertEqual(0, (inner & outside_pointer[rows, columns]).sum(),
                                 "the region itself is as it was")
                around = changed[rows.start - 2:rows.stop + 2, columns.start - 2:columns.stop + 2]
                self.assertEqual(around.size - inner.size, around.sum() - inner.sum(),
                                 "an outline around it")
                self.assertGreater(changed.sum(), 5000 + around.sum(), "a tooltip")


if __name__ == "__main__":
    unittest.main(verbosity=2)
