"""The tab Triangle: a map of blocks beside the triangle, live in the window."""

import unittest

import numpy

from program import SCREENSHOT, WindowTest, command, key, pixels_of, setting, texts_of

GROUND, MISSED = (30, 33, 41), (255, 255, 255)  # see render/picture/roles.hpp
RED, AMBER, TOUCHING = (204, 40, 52), (255, 200, 72), (255, 138, 101)
PALE_RED = (206, 108, 110)  # a thread without a cell
RUNNING, WAITING = (150, 255, 214), (58, 64, 78)
BB = ("--workload", "triangle")


def share_of(pixels, colour):
    """The share of the pixels that have exactly this colour."""
    return numpy.all(pixels == colour, axis=-1).mean()


class TriangleTest(WindowTest):
    def open_triangle(self, triangle="", *arguments):
        """Opens the window on the tab, without its panel, and returns what it reports."""
        self.program.save('[engine]\nengine = "ask"\n[triangle]\n' + triangle +
                          '[workload]\nname = "triangle"\n'
                          "[window]\npanel_shown = false\nverify_fills = false\n"
                          "[insets]\nminimap = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        return self.shown()

    def shown(self, **fields):
        """The settled window's report of the tab, once these fields are so."""
        def is_shown(turn):
            triangle = turn["triangle"]
            return (turn["settled"] and triangle and "map" in triangle and
                    all(triangle[name] == value for name, value in fields.items()))
        return self.wait_for(is_shown, f"a triangle with {fields}")["triangle"]

    def pane(self, which, triangle=None):
        """The pixels of a pane: 0 parallel space, 1 data space, 2 the result."""
        left, top, width, height = (triangle or self.shown())["panes"][which]
        x, y = self.turn()["picture"][:2]
        return self.desktop.pixels()[y + top:y + top + height, x + left:x + left + width]

    def point_at_pane(self, which, across, down):
        """Moves the mouse to a place of a pane, in shares of its side."""
        left, top, width, height = self.shown()["panes"][which]
        x, y = self.turn()["picture"][:2]
        self.desktop.point_at(round(x + left + across * width), round(y + top + down * height))

    def play(self, *events):
        """The screenshots that a replay takes, as files."""
        self.program.replay([*events], *BB, "--no-intro")
        return self.program.screenshots()


class PictureTest(TriangleTest):
    def test_the_share_of_red_is_the_share_of_wasted_blocks(self):
        triangle = self.open_triangle()
        self.assertEqual(("bb", "edm", 1024), (triangle["map"], triangle["test"], triangle["n"]))
        self.assertEqual((4096, 2016, 64),
                         (triangle["blocks"], triangle["wasted"], triangle["partial"]))
        parallel = self.pane(0)
        blocks = numpy.any(parallel != GROUND, axis=-1)  # without the seams between them
        red = numpy.all(parallel == RED, axis=-1).sum() / blocks.sum()
        self.assertAlmostEqual(2016 / 4096, red, delta=0.01)
        amber = numpy.all(parallel == AMBER, axis=-1).sum() / blocks.sum()
        self.assertAlmostEqual(64 / 4096, amber, delta=0.005)

    def test_the_triangle_lies_below_its_diagonal(self):
        self.open_triangle()
        for which in (1, 2):
            pane = self.pane(which)
            filled = numpy.any(pane != GROUND, axis=-1)
            side = len(pane)
            rows, columns = numpy.mgrid[0:side, 0:side]
            self.assertTrue(filled[rows > columns].all())
            self.assertFalse(filled[rows < columns].any())

    def test_a_map_without_waste_shows_no_red(self):
        triangle = self.open_triangle('map = "rb"\n')
        self.assertEqual((2080, 0), (triangle["blocks"], triangle["wasted"]))
        self.assertEqual(0, share_of(self.pane(0), RED))
        self.assertGreater(share_of(self.pane(0), AMBER), 0.01)

    def test_each_launch_of_rec_is_drawn(self):
        triangle = self.open_triangle('map = "rec"\nm = 1\n')
        self.assertEqual((2080, 0), (triangle["blocks"], triangle["wasted"]))
        rows = numpy.any(self.pane(0) != GROUND, axis=(1, 2))
        self.assertEqual(7, (numpy.diff(numpy.flatnonzero(rows)) > 3).sum() + 1,
                         "the diagonal and six launches, with gaps between them")

    def test_coverage_shows_the_cells_that_a_wrong_map_misses(self):
        triangle = self.open_triangle('map = "rb-printed"\nn = 64\ncoverage = true\n')
        self.assertEqual(528, triangle["missed"])
        result = self.pane(2)
        missed = share_of(result, MISSED)
        self.assertAlmostEqual(528 / 64 ** 2, missed, delta=0.01)

    def test_contacts_and_distances_are_drawn(self):
        self.open_triangle()
        distances = self.pane(2)
        self.assertGreater(len(numpy.unique(distances[:, :, 0])), 50)
        self.program.end()
        self.open_triangle('test = "collision"\n')
        contacts = self.pane(2)
        touching = share_of(contacts, TOUCHING)
        self.assertGreater(touching, 0)
        self.assertLess(touching, 0.02)


class HoverTest(TriangleTest):
    def changed(self, before, after):
        return numpy.any(before != after, axis=-1)

    def test_the_block_under_the_mouse_is_lit_in_all_panes(self):
        triangle = self.open_triangle()
        self.assertIsNone(triangle["block"])
        panes = [self.pane(which) for which in range(3)]
        self.point_at_pane(0, 10.5 / 64, 40.5 / 64)  # x = 10, y = 40
        triangle = self.shown(block=40 * 64 + 10)
        self.assertEqual([[640, 160, 16, 16]], triangle["cells"])
        for which, before in enumerate(panes):
            side = len(before)
            # Above and left of the middle, where the mouse's arrow is drawn.
            lit = self.pane(which)[round(40.5 / 64 * side) - 3, round(10.5 / 64 * side) - 3]
            self.assertEqual([255, 255, 255], list(lit), f"pane {which}")

    def test_a_cell_lights_its_block(self):
        self.open_triangle('map = "ltm"\n')
        self.point_at_pane(1, 10.5 / 64, 40.5 / 64)  # i = 40, j = 10
        self.shown(block=40 * 41 // 2 + 10)
        self.point_at_pane(2, 3.5 / 64, 63.5 / 64)
        self.shown(block=63 * 64 // 2 + 3)
        self.point_at_pane(1, 0.9, 0.1)
        self.shown(block=None)

    def test_the_same_cell_is_found_in_both_panes_of_the_triangle(self):
        self.open_triangle()
        for which in (1, 2):
            self.point_at_pane(which, 16.5 / 64, 48.5 / 64)
            triangle = self.shown(block=48 * 64 + 16)
            row, column = triangle["cell"]
            to_a_pixel = 1024 / triangle["panes"][which][2]
            self.assertAlmostEqual(48.5 * 16, row, delta=2 * to_a_pixel)
            self.assertAlmostEqual(16.5 * 16, column, delta=2 * to_a_pixel)
        self.point_at_pane(0, 16.5 / 64, 48.5 / 64)
        self.assertIsNone(self.shown(block=48 * 64 + 16)["cell"], "a block has many")

    def test_a_wasted_block_has_no_cells(self):
        self.open_triangle()
        self.point_at_pane(0, 0.9, 0.1)
        self.assertEqual([], self.shown(cells=[])["cells"])


class LargeTest(TriangleTest):
    """N of 131,072: 16,384 blocks to a side, many of them in each pixel."""

    def test_the_largest_triangle_shows_the_share_of_its_wasted_blocks(self):
        triangle = self.open_triangle("n = 131072\nrho = 8\n")
        side = 131072 // 8
        self.assertEqual((side ** 2, side * (side - 1) // 2, side),
                         (triangle["blocks"], triangle["wasted"], triangle["partial"]))
        parallel = self.pane(0)
        rows, columns = numpy.mgrid[0:len(parallel), 0:len(parallel)]
        red = numpy.all(parallel == RED, axis=-1)
        self.assertTrue(red[columns > rows].all())
        self.assertFalse(red[columns <= rows].any(), "the diagonal's pixels have both")
        self.assertGreater(len(numpy.unique(self.pane(2))), 20, "distances")

    def test_each_map_is_shown_large(self):
        for name in ("ltm", "ltm-square", "utm", "rb-threads", "rec", "h", "dp"):
            self.open_triangle(f'map = "{name}"\nn = 100000\nrho = 32\ncolour = "use"\n')
            for which in (0, 1):
                pane = self.pane(which)
                blank = numpy.all(pane == GROUND, axis=-1).mean()
                # The launches of DP are many, and stand in a narrow column.
                self.assertLess(blank, 0.99 if (name, which) == ("dp", 0) else 0.85,
                                f"{name}, pane {which}")
            self.program.end()

    def test_what_a_map_misses_of_the_largest_triangle_is_white(self):
        triangle = self.open_triangle('map = "ltm-n"\nn = 131072\nrho = 8\ntest = "map"\n')
        self.assertGreater(triangle["missed"], 10 ** 6)
        self.assertLess(triangle["missed"], 10 ** 7)
        for which in (1, 2):
            self.assertGreater(share_of(self.pane(which), MISSED), 0.001, f"pane {which}")
        self.program.end()
        triangle = self.open_triangle('map = "ltm"\nn = 131072\nrho = 8\ntest = "map"\n')
        self.assertEqual(0, triangle["missed"])
        for which in (1, 2):
            self.assertEqual(0, share_of(self.pane(which), MISSED), f"pane {which}")

    def test_a_cell_of_a_large_triangle_lights_its_block(self):
        self.open_triangle('map = "ltm"\nn = 65536\nrho = 16\n')
        self.point_at_pane(1, 0.25, 0.75)
        turn = self.wait_for(lambda turn: turn["triangle"]["block"], "a block")
        number = turn["triangle"]["block"]
        [[row, column, rows, columns]] = turn["triangle"]["cells"]
        self.assertEqual((16, 16), (rows, columns))
        self.assertEqual(number, row // 16 * (row // 16 + 1) // 2 + column // 16)


class ZoomTest(TriangleTest):
    def views(self, is_so):
        """The views of grid and triangle, each (x, y, size), once they are so."""
        def has_come(turn):
            return turn["settled"] and is_so(*turn["triangle"]["views"])
        return self.wait_for(has_come, "another view")["triangle"]["views"]

    def test_the_wheel_zooms_at_the_mouse_to_the_threads_of_a_block(self):
        self.open_triangle("n = 30720\nrho = 16\n")
        self.point_at_pane(0, 0.5, 0.5)  # on the diagonal: wasted, partial and useful blocks
        self.desktop.scroll(5)
        grid, triangle = self.views(lambda grid, _: abs(grid[2] - 0.75 ** 5) < 1e-9)
        self.assertEqual([0, 0, 1], triangle)
        self.assertAlmostEqual(0.5, grid[0] + 0.5 * grid[2], delta=0.01)
        self.assertAlmostEqual(0.5, grid[1] + 0.5 * grid[2], delta=0.01)
        self.desktop.scroll(30)
        self.views(lambda grid, _: abs(grid[2] - 1 / 1920) < 1e-9)
        parallel = self.pane(0)
        self.assertGreater(share_of(parallel, PALE_RED), 0.1)
        gaps = numpy.all(parallel == GROUND, axis=-1)
        self.assertGreater(gaps.mean(), 0.02, "between threads")
        self.desktop.press("Home")
        self.views(lambda grid, triangle: grid == triangle == [0, 0, 1])

    def test_dragging_moves_both_panes_of_the_triangle(self):
        self.open_triangle()
        self.point_at_pane(1, 0.25, 0.75)
        self.desktop.scroll(4)
        _, before = self.views(lambda _, triangle: abs(triangle[2] - 0.75 ** 4) < 1e-9)
        left, top, width, height = self.shown()["panes"][1]
        x, y = self.turn()["picture"][:2]
        middle = (round(x + left + 0.5 * width), round(y + top + 0.5 * height))
        self.desktop.drag(middle, (middle[0] + width // 10, middle[1]))
        grid, after = self.views(
            lambda _, triangle: abs(before[0] - 0.1 * before[2] - triangle[0]) < 0.01)
        self.assertEqual([0, 0, 1], grid)
        self.assertAlmostEqual(before[1], after[1], delta=0.01)
        self.assertEqual(before[2], after[2])


    def test_what_the_panes_show_is_kept_over_a_restart(self):
        self.open_triangle()
        for which, turns in ((0, 3), (1, 5)):
            self.point_at_pane(which, 0.25, 0.75)
            self.desktop.scroll(turns)
            self.views(lambda grid, triangle: abs((grid, triangle)[which][2] - 0.75 ** turns) < 1e-9)
        before = self.shown()["views"]
        self.assertEqual(0, self.program.end())
        saved = self.program.saved()["triangle"]
        self.assertEqual(before, [[saved[f"{pane}_{name}"] for name in ("x", "y", "size")]
                                  for pane in ("grid", "cells")])
        self.program.start()
        self.desktop.window(self.program)
        self.views(lambda grid, triangle: [grid, triangle] == before)

    def test_a_screenshot_opens_on_what_its_panes_show(self):
        [whole, shot] = self.play(
            SCREENSHOT, setting("triangle.grid_size", 0.25), setting("triangle.grid_x", 0.5),
            setting("triangle.cells_size", 0.125), setting("triangle.cells_y", 0.75), SCREENSHOT)
        self.assert_other_picture(pixels_of(whole), pixels_of(shot), minimum=0.1)
        self.program.start(shot)
        self.desktop.window(self.program)
        self.views(lambda grid, triangle: [grid, triangle] == [[0.5, 0, 0.25], [0, 0.75, 0.125]])

    def test_no_setting_shows_less_than_a_block(self):
        self.open_triangle("grid_x = 1.0\ngrid_size = 1e-6\ncells_y = 1.0\ncells_size = 1e-6\n")
        def is_least(grid, triangle):
            return (abs(grid[2] - 1 / 64) < 1e-9 and triangle[2] == 1 / 64 and
                    grid[0] == 1 - grid[2] and triangle[1] == 1 - 1 / 64)
        self.views(is_least)


class ProgressTest(TriangleTest):
    def test_a_run_is_told_how_far_it_is(self):
        triangle = self.open_triangle("n = 256\n")
        self.assertEqual((256, 1), (triangle["n"], self.turn()["progress"]))
        self.program.end()
        self.program.begin_replay([setting("triangle.n", 4096)])
        self.assertEqual(0, self.program.status())
        self.program.turns.last()
        turns = self.program.turns.all
        last = next(turn for turn in reversed(turns) if turn["settled"])
        self.assertEqual((4096, 1), (last["triangle"]["n"], last["progress"]))
        small = max(turn["turn"] for turn in turns
                    if turn["settled"] and turn["triangle"].get("n") == 256)
        under_way = [turn["progress"] for turn in turns
                     if turn["turn"] > small and turn["computing"]]
        self.assertEqual(0, under_way[0], "of a run that has not begun")
        self.assertEqual(sorted(under_way), under_way, "it never goes back")
        self.assertLessEqual(under_way[-1], 1)


class PlayTest(TriangleTest):
    def test_blocks_appear_in_both_panes_as_they_began(self):
        self.open_triangle()
        self.desktop.press("b")
        self.wait_for(lambda turn: turn["settled"] and turn["timeline"], "a picture as high as while it is played")
        whole = self.pane(0)
        self.desktop.press("p")
        self.wait_for(lambda turn: turn["triangle"] and (turn["triangle"]["played"] or 0) > 0.05,
                      "a part that is played")
        self.desktop.press("p")
        triangle = self.shown()
        self.assertLess(triangle["played"], 1, "six seconds have passed at once")
        for which in (0, 1):
            pane = self.pane(which)
            self.assertGreater(share_of(pane, WAITING), 0, f"pane {which}")
        parallel = self.pane(0)
        waits = numpy.all(parallel == WAITING, axis=-1) | numpy.all(parallel == RUNNING, axis=-1)
        self.assertTrue((parallel[~waits] == whole[~waits]).all())
        self.desktop.press("Escape")
        self.shown(played=None)
        self.assert_same_picture(whole, self.pane(0))

    def test_another_map_ends_what_is_played(self):
        self.program.begin_replay([key("P"), key("P"), setting("triangle.map", "rb"), SCREENSHOT], *BB)
        self.assertEqual(0, self.program.status())
        last = self.program.turns.last()
        held = [turn["triangle"]["played"] for turn in self.program.turns.all
                if turn["settled"] and turn["triangle"].get("map") == "bb"]
        self.assertIsNotNone(held[-1], "the last picture of that map is one of its replay")
        self.assertEqual(("rb", None), (last["triangle"]["map"], last["triangle"]["played"]))
        [after] = self.program.screenshots()
        self.assertLess(share_of(pixels_of(after), WAITING), 0.001)


class TabTest(TriangleTest):
    def test_keys_and_the_mouse_open_the_tab_and_mandelbrot_comes_back_unchanged(self):
        mandelbrot = self.open("--view", "seahorse", "--dwell", "300")
        self.desktop.press("ctrl+Tab")
        self.shown(map="bb")
        self.assertGreater(share_of(self.pane(0), RED), 0.3)
        self.desktop.press("ctrl+shift+Tab")
        self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "mandelbrot", "the set")
        self.assert_same_picture(mandelbrot, self.picture())
        self.desktop.press("ctrl+Tab")
        self.shown(map="bb")
        self.desktop.press("ctrl+Tab")
        self.wait_for(lambda turn: turn["workload"] == "gasket", "the next tab")
        self.desktop.press("ctrl+Tab")
        self.wait_for(lambda turn: turn["workload"] == "curves", "the one after it")
        self.desktop.press("ctrl+Tab")
        self.wait_for(lambda turn: turn["workload"] == "points", "the one after that")
        self.desktop.press("ctrl+Tab")
        self.wait_for(lambda turn: turn["workload"] == "volume", "the last tab")
        self.desktop.press("ctrl+Tab")
        self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "mandelbrot", "the set")
        self.assert_same_picture(mandelbrot, self.picture())

    def test_keys_of_the_mandelbrot_set_do_nothing_here(self):
        mandelbrot = self.open("--view", "seahorse", "--dwell", "300")
        self.desktop.press("ctrl+Tab")
        self.shown(map="bb")
        for key in ["g", "Left", "plus", "j", "Home", "l"]:
            self.desktop.press(key)
        self.desktop.press("ctrl+shift+Tab")
        turn = self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "mandelbrot",
                             "the set")
        self.assertEqual([], turn["open"])
        self.assert_same_picture(mandelbrot, self.picture())

    def test_the_tab_and_its_settings_are_kept_over_a_restart(self):
        self.open_triangle('map = "h"\nn = 512\nrho = 32\n')
        self.assertEqual(0, self.program.end())
        saved = self.program.saved()
        self.assertEqual("triangle", saved["workload"]["name"])
        self.assertEqual(("h", 512, 32),
                         tuple(saved["triangle"][name] for name in ("map", "n", "rho")))
        self.program.start()
        self.desktop.window(self.program)
        self.shown(map="h", n=512, blocks=136)

    def test_naming_a_view_opens_the_mandelbrot_set(self):
        self.open_triangle()
        self.program.end()
        self.program.start("--view", "paper")
        self.desktop.window(self.program)
        turn = self.settle()
        self.assertEqual("mandelbrot", turn["workload"])


class OptionsTest(TriangleTest):
    def test_options_open_the_tab_on_a_map_and_keep_the_rest(self):
        self.program.save('[triangle]\nseed = 7\nrho = 16\nn = 300\n')
        self.program.start(*BB, "--map", "rec", "--n", "600", "--test", "collision")
        self.desktop.window(self.program)
        self.shown(map="rec", n=600, test="collision")
        self.assertEqual(0, self.program.end())
        saved = self.program.saved()["triangle"]
        self.assertEqual((7, "auto"), (saved["seed"], saved.get("rho", "auto")))

    def test_a_bad_value_is_refused_in_a_line(self):
        for words, said in [(["--map", "none"], "--map"), (["--n", "0"], "--n"),
                            (["--test", "edm", "--rho", "128"], "rho"),
                            (["--epsilon", "x"], "--epsilon"), (["--view", "paper"], "--view")]:
            refused = self.program.run(*BB, *words)
            self.assertEqual(2, refused.returncode, refused.stderr)
            self.assertEqual(1, len(refused.stderr.splitlines()), refused.stderr)
            self.assertIn(said, refused.stderr)


class ReplayTest(TriangleTest):
    def test_a_screenshot_opens_on_the_tab_again(self):
        [shot] = self.play(setting("triangle.map", "rec"), setting("triangle.n", 600), SCREENSHOT)
        self.assertIn("REC", texts_of(shot)["Title"])
        self.program.start(shot)
        self.desktop.window(self.program)
        self.shown(map="rec", n=600)
        for words in [("render", shot, "-o", "again.png"), ("check", shot)]:
            refused = self.program.run(*words)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("is a picture of the workload triangle", refused.stderr)

    def test_another_map_is_shown_at_once(self):
        self.enlarge_desktop()  # in a small picture, what little is red weighs more
        before, after = [pixels_of(path) for path in
                         self.play(SCREENSHOT, setting("triangle.map", "rb"), SCREENSHOT)]
        self.assertGreater(share_of(before, RED), 0.05)
        self.assertLess(share_of(after, RED), 0.001)
        self.assert_other_picture(before, after, minimum=0.1)

    def test_a_combination_that_cannot_be_is_refused(self):
        [before, after] = self.play(SCREENSHOT, setting("triangle.rho", 128), SCREENSHOT)
        self.assert_same_picture(pixels_of(before), pixels_of(after))

    def test_escape_stops_and_f5_runs_again(self):
        self.program.begin_replay([setting("triangle.n", 4096), {"wait": "computing", **key("Esc")},
                                   SCREENSHOT, key("F5"), SCREENSHOT], *BB)
        self.program.turns.wait_for(lambda turn: turn["stopped"], "the run is stopped")
        self.message("No screenshot: the requested picture is not on screen")
        self.assertEqual(0, self.program.status())
        [shot] = self.program.screenshots()
        self.assertIn("N 4096", texts_of(shot)["Title"])


if __name__ == "__main__":
    unittest.main()
