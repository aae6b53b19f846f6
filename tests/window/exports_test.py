"""Pictures that the window writes and opens, beside those that the command line makes of the same view:
with the region grid and without."""

import json
import unittest

import numpy

from program import SCREENSHOT, WindowTest, command, pixels_of, setting, texts_of

VIEW = ("--center", "-0.7461,0.1087", "--height", "0.0234", "--dwell", "543", "--engine", "ask",
        "-g", "5", "-r", "2", "-B", "24", "--palette", "inferno",
        "--fill", "safe")  # whose pixels are right already: at rest the window corrects what is not
SHOWN, HIDDEN = setting("overlay.shown", True), setting("overlay.shown", False)
WITH, WITHOUT = setting("export.with_overlay", True), setting("export.with_overlay", False)

AS_COMMANDS = [setting("overlay.tint", 0.25), setting("overlay.line_opacity", 0.8)]  # draw the grid


class ExportsTest(WindowTest):
    def made_by(self, *events, arguments=VIEW):
        """The pictures that a replay of the events writes, by their paths."""
        before = set(self.program.screenshots())
        self.program.replay(events, *arguments)
        return [path for path in self.program.screenshots() if path not in before]

    def rendered(self, like, *arguments):
        """The same view by the command line, as large as the picture."""
        height, width = pixels_of(like).shape[:2]
        done = self.program.run("render", *VIEW, "--size", f"{width}x{height}", "-o", "other.png",
                                *arguments)
        self.assertEqual(0, done.returncode, done.stderr)
        return pixels_of(self.program.home / "other.png")

    def assert_with_grid_and_without(self, with_grid, without_grid):
        plain, grid = self.rendered(without_grid), self.rendered(with_grid, "--grid")
        self.assert_other_picture(plain, grid)
        self.assert_same_picture(plain, pixels_of(without_grid))
        # Tints are blended by OpenGL in a screenshot, and rounded its way.
        self.assertLessEqual(numpy.abs(grid.astype(int) - pixels_of(with_grid)).max(), 1)
        self.assertTrue(_overlay_of(with_grid)["shown"])
        self.assertFalse(_overlay_of(without_grid)["shown"])

    def test_a_screenshot_has_the_grid_where_that_is_shown_and_wanted(self):
        hidden, left_out, drawn = self.made_by(
            *AS_COMMANDS, HIDDEN, WITH, SCREENSHOT, SHOWN, WITHOUT, SCREENSHOT, WITH, SCREENSHOT)
        self.assert_with_grid_and_without(drawn, left_out)
        self.assert_same_picture(pixels_of(hidden), pixels_of(left_out))

    def test_a_poster_has_the_grid_where_that_is_wanted(self):
        size = setting("export.size", "700x480")
        drawn, left_out = self.made_by(*AS_COMMANDS, SHOWN, size, WITH, command("export_poster"),
                                       WITHOUT, command("export_poster"))
        self.assertEqual((480, 700, 3), pixels_of(drawn).shape)
        self.assert_with_grid_and_without(drawn, left_out)

    def test_a_picture_opened_brings_its_grid_with_it_or_takes_it_away(self):
        with_grid, without_grid = self.made_by(SHOWN, WITH, SCREENSHOT, WITHOUT, SCREENSHOT)
        for first, path in [(HIDDEN, with_grid), (SHOWN, without_grid)]:
            for opened in [command("open_file", path=str(path)),
                           {"event": "drop", "paths": [str(path)]}]:
                with self.subTest(path=path, opened=opened["event"]):
                    (again,) = self.made_by(first, setting("colouring.palette", "grey"), opened,
                                            WITH, SCREENSHOT, arguments=("--view", "paper"))
                    self.assert_same_picture(pixels_of(path), pixels_of(again))
                    self.assertEqual(path == with_grid, self.program.saved()["overlay"]["shown"])
            with self.subTest(path=path, opened="named"):
                (again,) = self.made_by(WITH, SCREENSHOT, arguments=(path,))
                self.assert_same_picture(pixels_of(path), pixels_of(again))


def _overlay_of(path):
    """As the picture's text has it."""
    return json.loads(texts_of(path)["mariani:settings"])["overlay"]


if __name__ == "__main__":
    unittest.main(verbosity=2)
