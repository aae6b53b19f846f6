"""What the tab Triangle shows of the formulas that are not exact, beside its panel."""

import unittest

import numpy

from desktop import LARGE
from triangle_test import GROUND, MISSED, PALE_RED, RED, TriangleTest

SIZES = [(1440, 900), (1100, 700)]  # of the window
GREY, MAGENTA = (108, 118, 136), (255, 48, 152)
PANEL = 470  # its width at the most
SWATCH = 30  # pixels at least of a colour in the legend
STATUS = 26  # the height of the status bar, below the picture


class ExhibitTest(TriangleTest):
    DESKTOP = LARGE

    def open_beside_panel(self, triangle, size=SIZES[0]):
        """Opens the window in this size on the tab, with its panel, and returns what it reports."""
        self.program.save("[triangle]\n" + triangle + '[workload]\nname = "triangle"\n')
        self.program.start()
        self.desktop.do("windowsize", "--sync", self.desktop.window(self.program), *size)
        self.desktop.point_at(2, 2)
        self.wait_for(lambda turn: turn["settled"] and turn["triangle"] and
                      "panes" in turn["triangle"] and self.is_beside(turn, size), "the panes")
        return self.shown()

    @staticmethod
    def is_beside(turn, size):
        """The picture ends above the status bar and left of the panel."""
        _, top, width, height = turn["picture"]
        return top + height == size[1] - STATUS and size[0] - PANEL - 30 <= width < size[0] - 300

    def legend(self, size):
        """The pixels below parallel space and left of it, where the legend is."""
        left, top, width, height = self.shown()["panes"][0]
        x, y = self.turn()["picture"][:2]
        return self.desktop.pixels()[y + top + height:size[1] - STATUS, x:x + left + width]

    def pixels_of(self, pixels, colour):
        return numpy.all(pixels == colour, axis=-1).sum()


class LegendTest(ExhibitTest):
    def test_white_and_magenta_are_in_the_legend_of_the_coverage(self):
        for size in SIZES:
            with self.subTest(size):
                self.open_beside_panel('map = "rb-printed"\ncoverage = true\n', size)
                legend = self.legend(size)
                for colour in (GREY, MISSED, MAGENTA):
                    self.assertGreater(self.pixels_of(legend, colour), SWATCH, colour)
                self.program.end()

    def test_no_red_is_shown_where_no_block_is_wasted(self):
        triangle = self.open_beside_panel('map = "rb-printed"\nn = 64\n')
        self.assertEqual(0, triangle["wasted"])
        parallel, legend = self.pane(0), self.legend(SIZES[0])
        self.assertEqual(0, self.pixels_of(parallel, RED))
        for pixels in (parallel, legend):
            self.assertGreater(self.pixels_of(pixels, PALE_RED), SWATCH)


class PrintedTest(ExhibitTest):
    def test_equation_9_as_printed_leaves_the_diagonal_alone(self):
        triangle = self.open_triangle('map = "ltm-strict-printed"\n')
        self.assertEqual((2080, 2016, 64 * 63 // 2 * 256),
                         tuple(triangle[name] for name in ("blocks", "wasted", "missed")))
        parallel = self.pane(0)
        blocks = numpy.any(parallel != GROUND, axis=-1)
        red = numpy.all(parallel == RED, axis=-1).sum() / blocks.sum()
        self.assertAlmostEqual(2016 / 2080, red, delta=0.03)
        side = len(self.pane(1))
        rows, columns = numpy.mgrid[0:side, 0:side]
        below = rows - columns > side // 32
        for which in (1, 2):
            self.assertTrue((self.pane(which)[below] == MISSED).all(), f"pane {which}")

    def test_the_printed_pairs_are_wrong_in_a_large_triangle_only(self):
        self.assertEqual(0, self.open_triangle('map = "utm-printed"\nn = 4096\n')["missed"])
        self.program.end()
        triangle = self.open_triangle('map = "utm-printed"\nn = 30720\ntest = "map"\n')
        self.assertGreater(triangle["missed"], 400_000)
        self.assertGreater(triangle["repeated"], 10_000)
        for colour in (MISSED, MAGENTA):
            self.assertGreater(self.pixels_of(self.pane(1), colour), 100)

    def test_a_button_shows_what_is_missed_first(self):
        for size in SIZES:
            with self.subTest(size):
                before = self.open_beside_panel('map = "ltm-n"\nn = 40000\ntest = "map"\n', size)
                self.assertGreater(before["missed"], 0)
                self.click_wide_button(size)
                grid, cells = self.wait_for(
                    lambda turn: turn["settled"] and turn["triangle"]["views"][1][2] < 0.01,
                    "a view of a block")["triangle"]["views"]
                self.assertAlmostEqual(4 * 16 / 40000, cells[2])
                self.assertLess(cells[1], (1949 * 16 + 8) / 40000)
                self.assertGreater(cells[1] + cells[2], (1949 * 16 + 8) / 40000)
                self.assertLess(grid[2], 0.01)
                self.assertGreater(self.pixels_of(self.pane(1), MISSED), 500)
                self.program.end()

    def click_wide_button(self, size):
        """The last button of the panel that has a row for itself."""
        rows, x = self.rows_of_wide_buttons(*size)
        self.assertTrue(rows.size, "a button over the whole panel")
        self.desktop.do("mousemove", x, int(rows[-8]), "click", 1)


if __name__ == "__main__":
    unittest.main()
