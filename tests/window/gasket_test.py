"""The tab Gasket: Life on a fractal, live in the window, against Life in its plainest form."""

import json
import math
import unittest

import numpy

from program import SCREENSHOT, WindowTest, command, key, pixels_of, setting, texts_of
from timing_rows import rows_of

GROUND, HOLE = (30, 33, 41), (14, 15, 20)  # see render/picture/roles.hpp
DEAD, ALIVE = (58, 70, 104), (255, 214, 110)
ABOVE_LEGEND = 13  # of 16 rows of cells
MASK = (1 << 64) - 1


def mix(value):
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


class Gasket:
    """The Sierpinski gasket of a level in its box, with cells alive by seed and density."""

    def __init__(self, level, seed=1, density=0.5):
        side = self.side = 2 ** level
        self.members = numpy.zeros((side, side), bool)
        self.alive = numpy.zeros((side, side), bool)
        for y in range(side):
            for x in range(side):
                if x & (side - 1 - y):
                    continue
                self.members[y, x] = True
                index = sum(3 ** m * ((x >> m & 1) + (y >> m & 1)) for m in range(level))
                bits = mix(mix(seed) + (index + 1) * 0x9E3779B97F4A7C15 & MASK)
                self.alive[y, x] = (bits >> 40) * 2.0 ** -24 < density

    def step(self, steps, born=(2,), survives=(2, 3)):
        for _ in range(steps):
            padded = numpy.pad(self.alive, 1).astype(int)
            around = sum(padded[1 + dy:1 + dy + self.side, 1 + dx:1 + dx + self.side]
                         for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
            self.alive = self.members & numpy.where(
                self.alive, numpy.isin(around, survives), numpy.isin(around, born))
        return self

    def colours(self):
        """A pixel a cell."""
        colours = numpy.full((self.side, self.side, 3), HOLE, numpy.uint8)
        colours[self.members] = DEAD
        colours[self.alive] = ALIVE
        return colours


class GasketTest(WindowTest):
    def open_gasket(self, gasket="r = 5\nrunning = false\n", *arguments, rectangle=False):
        """Opens the window on the tab, without its panel, and returns what it reports."""
        self.program.save("[gasket]\n" + gasket + '[workload]\nname = "gasket"\n'
                          "[window]\npanel_shown = false\n"
                          f"[insets]\nrectangle = {str(rectangle).lower()}\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        return self.shown()

    def shown(self, **fields):
        """The settled window's report of the tab, once these fields are so."""
        def is_shown(turn):
            gasket = turn["gasket"]
            return (turn["settled"] and gasket and "steps" in gasket and
                    all(gasket[name] == value for name, value in fields.items()))
        return self.wait_for(is_shown, f"Life with {fields}")["gasket"]

    def place_of(self, cell, picture, board):
        """The pixel in the middle of a cell."""
        x, y, height = board
        left, top, wide, high = picture
        pixel = height / high
        return (math.floor(left + wide / 2 + (cell[0] + 0.5 - x) / pixel),
                math.floor(top + high / 2 + (cell[1] + 0.5 - y) / pixel))

    def cells(self, side):
        """The colours of all cells on screen, by the pixels in their middles."""
        self.shown()
        self.desktop.point_at(2, 2)  # beside the box: no tooltip is over the cells
        self.shown(cell=None)
        turn = self.settle()
        pixels = self.desktop.pixels()
        places = [[self.place_of((x, y), turn["picture"], turn["gasket"]["board"])
                   for x in range(side)] for y in range(side)]
        return numpy.array([[pixels[y, x, :3] for x, y in row] for row in places])

    def play(self, *events, arguments=()):
        """The screenshots that a replay takes, as files."""
        self.program.replay([*events], "--workload", "gasket", "--no-intro", *arguments)
        return self.program.screenshots()

    def assert_cells(self, gasket):
        numpy.testing.assert_array_equal(gasket.colours(), self.cells(gasket.side))


class LogTest(GasketTest):
    def test_a_row_for_each_state_that_is_shown(self):
        self.program.save('[gasket]\nr = 5\nrunning = false\n[workload]\nname = "gasket"\n')
        step = {"wait": "settled", **command("step_once")}
        self.program.replay([step, command("start_timing_log"), step, step,
                             {"wait": "settled", **command("measure_energy")},
                             {"wait": "settled", **command("stop_timing_log")}, step],
                            "--workload", "gasket")
        rows = rows_of(self.program.home)
        life = Gasket(5).step(2)
        self.assertEqual(["2", "3"], [row["steps"] for row in rows[:2]])
        self.assertEqual(str(life.alive.sum()), rows[0]["alive"])
        self.assertEqual(str(life.step(1).alive.sum()), rows[1]["alive"])
        self.assertTrue(all(float(row["ms_a_step"]) > 0 for row in rows))
        self.assertEqual("", rows[1]["energy"])
        self.assertNotEqual("", rows[-1]["energy"], "a counter, or why there is no figure")
        self.assertEqual(3, len(rows), "what is shown after the log is not in it")


class PictureTest(GasketTest):
    def test_states_are_those_of_life_in_its_plainest_form(self):
        shown = self.open_gasket()
        life = Gasket(5)
        self.assertEqual(("gasket", 5, "B2/S23", 0), tuple(
            shown[name] for name in ("fractal", "r", "rule", "steps")))
        self.assertEqual(life.alive.sum(), shown["alive"])
        self.assert_cells(life)
        self.desktop.press("period")
        self.assertEqual(life.step(1).alive.sum(), self.shown(steps=1)["alive"])
        self.assert_cells(life)
        for _ in range(6):
            self.desktop.press("period")
        self.assertEqual(life.step(6).alive.sum(), self.shown(steps=7)["alive"])
        self.assert_cells(life)

    def test_seed_density_and_rule_are_those_of_the_settings(self):
        self.open_gasket('r = 4\nseed = 7\ndensity = 0.3\nrule = "B1/S12"\nsteps = 5\n'
                         "running = false\n")
        self.shown(steps=5)
        self.assert_cells(Gasket(4, 7, 0.3).step(5, (1,), (1, 2)))

    def test_threads_that_wait_over_holes_are_red_in_the_bounding_box_only(self):
        useful, wasted = (104, 160, 204), (204, 40, 52)
        for engine, holes in [("bb", wasted), ("bits", HOLE)]:
            with self.subTest(engine=engine):
                self.open_gasket(f'r = 4\nrunning = false\nblocks = "use"\nengine = "{engine}"\n'
                                 "rho = 4\n")
                expected = numpy.where(Gasket(4).members[..., None], useful, holes)
                numpy.testing.assert_array_equal(expected[:ABOVE_LEGEND],
                                                 self.cells(16)[:ABOVE_LEGEND])
                self.program.close()

    def test_every_cell_is_computed_once(self):
        self.open_gasket("r = 4\nrunning = false\ncoverage = true\n")
        expected = numpy.where(Gasket(4).members[..., None], (108, 118, 136), HOLE)
        numpy.testing.assert_array_equal(expected[:ABOVE_LEGEND], self.cells(16)[:ABOVE_LEGEND])

    def test_a_step_is_played_block_by_block_and_life_waits(self):
        self.open_gasket("r = 4\n")
        self.desktop.press("p")
        self.wait_for(lambda turn: turn["gasket"].get("played"), "a played step")
        self.desktop.press("Escape")
        steps = self.shown(played=None)["steps"]
        self.assertEqual(steps, self.shown(played=None)["steps"])
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["gasket"]["steps"] > steps, "Life that goes on")

    def test_g_outlines_the_tiles_and_dots_what_they_read(self):
        self.open_gasket('r = 5\nrunning = false\nengine = "table"\nrho = 8\n')
        without = self.settle()
        left, top, wide, high = without["picture"]
        plain = self.desktop.pixels()[top:top + high, left:left + wide, :3]
        self.desktop.press("g")
        self.assertEqual(8, self.shown(tiles=8)["tiles"])
        turn = self.settle()
        pixels = self.desktop.pixels()
        # A tile's upper left corner is on its outline, its inner cells are as before.
        for x, y in [(0, 8), (8, 8), (24, 24)]:
            at = self.place_of((x - 0.5, y - 0.5), turn["picture"], turn["gasket"]["board"])
            around = pixels[at[1] - 2:at[1] + 3, at[0] - 2:at[0] + 3, :3]
            self.assertTrue((around != plain[at[1] - 2 - top:at[1] + 3 - top,
                                             at[0] - 2 - left:at[0] + 3 - left]).any(), (x, y))
        contact = self.place_of((0, 7), turn["picture"], turn["gasket"]["board"])
        self.assertGreater(int(pixels[contact[1], contact[0], :3].min()), 200)
        inner = self.place_of((0, 3), turn["picture"], turn["gasket"]["board"])
        numpy.testing.assert_array_equal(plain[inner[1] - top, inner[0] - left],
                                         pixels[inner[1], inner[0], :3])
        self.desktop.press("g")
        self.shown(tiles=None)

    def test_density_is_shown_below_a_pixel(self):
        self.open_gasket("r = 12\nrunning = false\n")
        shown, turn = self.shown(), self.settle()
        left, top, wide, high = turn["picture"]
        pixels = self.desktop.pixels()[top:top + high, left:left + wide, :3].astype(int)
        holes = numpy.all(pixels == HOLE, axis=-1) | numpy.all(pixels == GROUND, axis=-1)
        share = ((pixels - DEAD) @ (numpy.subtract(ALIVE, DEAD))) / (
            numpy.subtract(ALIVE, DEAD) @ numpy.subtract(ALIVE, DEAD))
        self.assertAlmostEqual(shown["alive"] / 3 ** 12, share[~holes].mean(), delta=0.03)

    def test_another_fractal_is_shown(self):
        shown = self.open_gasket('fractal = "3:0,0/1,1/2,2"\nr = 2\ndensity = 1.0\n'
                                 "running = false\n")
        self.assertEqual(9, shown["alive"])
        cells = self.cells(9)
        numpy.testing.assert_array_equal(numpy.all(cells == ALIVE, axis=-1), numpy.eye(9, dtype=bool))


class TimeTest(GasketTest):
    def test_it_is_paused_until_somebody_starts_it(self):
        self.program.save('[gasket]\nr = 5\n[workload]\nname = "gasket"\n')
        self.program.start()
        self.desktop.window(self.program)
        self.assertEqual(0, self.settle()["gasket"]["steps"])
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["gasket"].get("steps", 0) > 3, "steps")

    def test_it_runs_until_a_pause_and_begins_anew(self):
        self.open_gasket("r = 6\nrunning = true\nspeed = 200\n")
        self.program.turns.wait_for(lambda turn: turn["gasket"] and turn["gasket"].get("steps", 0) > 20,
                                    "steps by itself")
        self.desktop.press("space")
        paused = self.program.turns.wait_for(
            lambda turn: turn["settled"] and turn["gasket"].get("hash") is not None, "a pause")["gasket"]
        self.assertEqual(paused, self.shown())
        life = Gasket(6).step(paused["steps"])
        self.assertEqual(life.alive.sum(), paused["alive"])
        self.desktop.press("F5")
        self.shown(steps=0, alive=int(Gasket(6).alive.sum()))

    def test_escape_pauses_and_space_goes_on(self):
        self.open_gasket('r = 6\nrunning = true\nspeed = "auto"\n')
        self.desktop.press("Escape")
        self.message("Paused. Press Space to continue.")
        paused = self.program.turns.wait_for(
            lambda turn: turn["settled"] and turn["gasket"].get("hash") is not None, "a pause")["gasket"]
        self.desktop.press("space")
        self.program.turns.wait_for(
            lambda turn: turn["gasket"] and turn["gasket"].get("steps", 0) > paused["steps"],
            "more steps")

    def test_escape_stops_a_long_beginning(self):
        file = self.program.home / "stop.json"
        file.write_text(json.dumps([
            {"wait": "settled", **setting("gasket.r", 20)},
            {"wait": "computing", "event": "key", "key": "Esc"},
            {"wait": "settled", **SCREENSHOT}, {"wait": "settled", "event": "quit"}]))
        self.program.save("[gasket]\nr = 5\nrunning = false\n")
        self.program.start("--replay", file, "--workload", "gasket")
        stopped = self.program.turns.wait_for(
            lambda turn: turn["gasket"] and turn["gasket"]["error"], "an end")
        self.assertIn("Stopped. Press F5 to restart.", stopped["gasket"]["error"])
        self.assertEqual(0, self.program.status())

    def test_engines_swapped_in_mid_run_keep_the_state(self):
        def hashes(*events):
            file = self.program.home / "swap.json"
            file.write_text(json.dumps([{"wait": "settled", **event} for event in events] +
                                       [{"wait": "settled", "event": "quit"}]))
            self.program.save("[gasket]\nr = 8\nrunning = false\nsteps = 40\n")
            self.program.start("--replay", file, "--workload", "gasket")
            self.assertEqual(0, self.program.status())
            return self.program.turns.last()["gasket"]
        step = command("step_once")
        plain = hashes(step, step, step, step)
        swapped = hashes(setting("gasket.engine", "bb"), step, setting("gasket.engine", "table"),
                         step, setting("gasket.rho", 4), setting("gasket.engine", "bits"), step,
                         setting("gasket.fuse", 3), setting("gasket.engine", "nu"), step)
        self.assertEqual(("bits", "nu"), (plain["engine"], swapped["engine"]))
        self.assertEqual((44, 44), (plain["steps"], swapped["steps"]))
        self.assertIsNotNone(plain["hash"])
        self.assertEqual(plain["hash"], swapped["hash"])

    def test_an_engine_that_does_not_fit_is_refused_with_a_reason(self):
        self.program.save('[gasket]\nfractal = "carpet"\nr = 3\nengine = "bits"\n'
                          '[workload]\nname = "gasket"\n')
        self.program.start()
        self.desktop.window(self.program)
        turn = self.wait_for(lambda turn: turn["gasket"] and turn["gasket"]["error"], "a reason")
        self.assertIn("The engine bits: ", turn["gasket"]["error"])


class ViewTest(GasketTest):
    def middle(self):
        left, top, wide, high = self.turn()["picture"]
        return left + wide // 2, top + high // 2

    def test_the_wheel_leads_to_one_cell_and_home_back_to_the_whole(self):
        whole = self.open_gasket("r = 10\nrunning = false\n")["board"]
        self.assertEqual([512, 512, 1024], whole)
        at = self.place_of((0, 1023), self.turn()["picture"], whole)
        self.desktop.point_at(*at)
        for _ in range(8):
            self.desktop.scroll(5)
        x, y, height = self.wait_for(
            lambda turn: turn["settled"] and turn["gasket"]["board"][2] < 2, "one cell")["gasket"][
                "board"]
        self.assertEqual(1.5, height)
        self.assertLess(abs(x), 3)
        self.assertLess(abs(y - 1023), 3)
        self.desktop.press("Home")
        self.assertEqual(whole, self.shown(board=whole)["board"])

    def test_a_drag_moves_the_cells_with_the_mouse(self):
        self.open_gasket("r = 6\ncenter_x = 20.0\ncenter_y = 40.0\nheight = 16.0\nrunning = false\n")
        x, y = self.middle()
        self.desktop.drag((x, y), (x + 100, y - 50))
        high = self.turn()["picture"][3]
        board = self.shown()["board"]
        self.assertAlmostEqual(20 - 100 * 16 / high, board[0], places=6)
        self.assertAlmostEqual(40 + 50 * 16 / high, board[1], places=6)


class PaintTest(GasketTest):
    def stroke(self, button, cells):
        """A stroke with Ctrl held, from cell to cell."""
        turn = self.settle()
        places = [self.place_of(cell, turn["picture"], turn["gasket"]["board"]) for cell in cells]
        steps = ["keydown", "ctrl", "mousemove", *places[0], "mousedown", button]
        for place in places[1:]:
            steps += ["mousemove", *place]
        self.desktop.do(*steps, "mouseup", button, "keyup", "ctrl")

    def test_cells_are_set_and_cleared_where_the_mouse_goes(self):
        board = self.open_gasket("r = 4\ndensity = 0.0\nrunning = false\n")["board"]
        self.stroke(1, [(0, 15), (15, 15)])  # the whole last row
        shown = self.shown(alive=16, altered=True)
        self.assertEqual((0, board), (shown["steps"], shown["board"]))
        life = Gasket(4, density=0.0)
        life.alive[15] = True
        self.assert_cells(life)
        self.stroke(3, [(4, 15), (6, 15)])
        life.alive[15, 4:7] = False
        self.shown(alive=13)
        self.assert_cells(life)
        self.desktop.press("period")
        self.shown(steps=1, alive=int(life.step(1).alive.sum()))
        self.assert_cells(life)
        self.desktop.press("F5")
        self.shown(steps=0, alive=0, altered=False)

    def test_a_hole_is_no_cell_to_set(self):
        self.open_gasket("r = 4\nrunning = false\n")
        before = self.shown()
        self.stroke(1, [(9, 1)])
        self.message("9, 1 is a hole of the fractal: there is no cell to set.")
        self.assertEqual(before["hash"], self.shown(altered=False)["hash"])

    def test_a_screenshot_of_cells_set_by_hand_says_so(self):
        self.open_gasket("r = 4\ndensity = 0.0\nrunning = false\n")
        self.stroke(1, [(15, 15)])
        self.shown(alive=1)
        self.desktop.press("F12")
        self.message("without the changes made by hand.")
        [shot] = self.until_saved()
        texts = texts_of(shot)
        self.assertIn("and changes by hand", texts["Title"])
        self.assertIn("mariani:altered", texts)
        self.program.end()
        self.program.start(shot)
        self.desktop.window(self.program)
        self.message("state was edited by hand")
        self.shown(steps=0, alive=0, altered=False)

    def until_saved(self):
        self.wait_for(lambda turn: not turn["exporting"] and self.program.screenshots(), "a file")
        return self.program.screenshots()


class TabTest(GasketTest):
    def test_keys_and_the_mouse_open_the_tab_and_mandelbrot_comes_back_unchanged(self):
        mandelbrot = self.open("--view", "seahorse", "--dwell", "300")
        for tab in ["volume", "points", "curves"]:
            self.desktop.press("ctrl+shift+Tab")
            self.wait_for(lambda turn: turn["workload"] == tab, f"the tab {tab}")
        self.desktop.press("ctrl+shift+Tab")
        self.shown(fractal="gasket")
        for pressed in ["g", "Left", "plus", "j", "Home", "l", "space"]:
            self.desktop.press(pressed)
        for _ in range(4):
            self.desktop.press("ctrl+Tab")
        turn = self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "mandelbrot", "it")
        self.assertEqual([], turn["open"])
        self.assert_same_picture(mandelbrot, self.picture())

    def test_the_tab_and_its_settings_are_kept_over_a_restart(self):
        self.open_gasket('fractal = "vicsek"\nr = 3\nrule = "B1/S1"\nrunning = false\n')
        self.assertEqual(0, self.program.end())
        saved = self.program.saved()
        self.assertEqual("gasket", saved["workload"]["name"])
        self.assertEqual(("vicsek", 3, "B1/S1", "auto"), tuple(
            saved["gasket"][name] for name in ("fractal", "r", "rule", "height")))
        self.program.start()
        self.desktop.window(self.program)
        self.shown(fractal="vicsek", r=3)


class ScreenshotTest(GasketTest):
    def test_a_screenshot_opens_on_the_tab_with_the_same_picture(self):
        self.program.save("[gasket]\nr = 6\nrunning = false\nseed = 5\n[window]\npanel_shown = false\n")
        [shot] = self.play(*[command("step_once")] * 3, setting("gasket.center_x", 10.0),
                           setting("gasket.center_y", 40.0), setting("gasket.height", 24.0),
                           command("step_once"), SCREENSHOT)
        alive = Gasket(6, 5).step(4).alive.sum()
        self.assertIn(f"Life by B2/S23 on the fractal gasket of level 6, after 4 steps: {alive} of "
                      "729 cells", texts_of(shot)["Title"])
        self.program.save("[window]\npanel_shown = false\n")
        self.program.replay([SCREENSHOT], shot)
        again = self.program.screenshots()[-1]
        self.assertNotEqual(shot, again)
        self.assert_same_picture(pixels_of(shot), pixels_of(again))

    def test_a_dropped_screenshot_begins_where_it_was_taken(self):
        self.program.save("[gasket]\nr = 6\nrunning = false\n[window]\npanel_shown = false\n")
        [shot] = self.play(command("step_once"), command("step_once"), SCREENSHOT)
        pictures = self.play(*[command("step_once")] * 5, {"event": "drop", "paths": [str(shot)]},
                             SCREENSHOT)
        self.assertIn("after 2 steps", texts_of(pictures[-1])["Title"])
        self.assert_same_picture(pixels_of(shot), pixels_of(pictures[-1]))

    def test_a_picture_of_the_command_render_opens_on_the_tab(self):
        picture = self.program.home / "carpet.png"
        done = self.program.run("render", "--workload", "gasket", "--fractal", "carpet", "--r", "3",
                                "--steps", "7", "--density", "0.4", "--backend", "cpu", "-o", picture)
        self.assertEqual(0, done.returncode, done.stderr)
        self.program.save("[window]\npanel_shown = false\n[insets]\nrectangle = false\n")
        self.program.start(picture)
        self.desktop.window(self.program)
        self.shown(fractal="carpet", r=3, steps=7)
        cells = self.cells(27)
        drawn = pixels_of(picture)
        side = drawn.shape[0] / 27
        middles = [int((i + 0.5) * side) for i in range(27)]
        numpy.testing.assert_array_equal(drawn[numpy.ix_(middles, middles)][..., :3], cells)


class OptionTest(GasketTest):
    def test_options_name_the_fractal_and_its_life(self):
        self.program.save("[gasket]\nr = 20\n[window]\npanel_shown = false\n"
                          "[insets]\nrectangle = false\n")
        self.program.start("--workload", "gasket", "--fractal", "vicsek", "--r", "3", "--rule",
                           "B1/S1", "--engine", "nu", "--seed", "9", "--steps", "4")
        self.desktop.window(self.program)
        turn = self.wait_for(lambda turn: turn["gasket"] and turn["gasket"].get("steps", 0) >= 4,
                             "its steps")
        self.assertEqual(("vicsek", 3, "B1/S1", "nu"), tuple(
            turn["gasket"][name] for name in ("fractal", "r", "rule", "engine")))


if __name__ == "__main__":
    unittest.main()
