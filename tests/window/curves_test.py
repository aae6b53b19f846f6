"""The tab Curves: Bezier curves by their chords, live in the window."""

import csv
import unittest

import numpy

from desktop import LARGE
from program import SCREENSHOT, command, pixels_of, setting, texts_of
from tab import TabTest

GROUND = (30, 33, 41)  # see render/picture/roles.hpp
LOST = (158, 166, 181)


class CurvesTest(TabTest):
    DESKTOP = LARGE
    TAB = "curves"

    def test_the_tab_shows_curves(self):
        shown = self.open_tab()
        self.assertEqual((100, "dp", "tolerance", 0),
                         tuple(shown[name] for name in ("lines", "engine", "count_by", "cut_lines")))
        self.assertGreater(shown["vertices"], 1000)
        pixels = self.desktop.pixels()
        self.assertGreater((pixels != GROUND).any(axis=-1).mean(), 0.02)

    def test_the_option_opens_the_tab(self):
        self.open_by_options()
        self.shown(lines=100)

    def test_options_name_the_curves_that_are_shown(self):
        self.open_by_options("--lines", "30", "--engine", "dp-warp", "--factor", "16")
        self.shown(lines=30, engine="dp-warp", count_by="curvature")

    def test_many_curves_are_shown_and_those_of_a_near_view_have_dots(self):
        many = 'lines = 30000\nbackend = "cpu"\n'
        whole = self.open_tab(many)
        self.assertEqual((30000, 30000), (whole["lines"], whole["in_view"]))
        self.assertEqual(0, self.program.end())
        near = self.open_tab(many + "height = 0.001\ncenter_x = 0.3\n")
        self.assertLess(near["in_view"], 10000)
        self.assertGreater(near["vertices"], 10 * whole["vertices"])
        self.assertGreater((self.desktop.pixels() != GROUND).any(axis=-1).mean(), 0.001)

    def test_escape_stops_a_million_curves(self):
        self.save_tab('lines = 1000000\nbackend = "cpu"\n')
        self.program.start()
        self.desktop.window(self.program)
        self.wait_for(lambda turn: turn["computing"], "a running engine or picture")
        self.desktop.press("Escape")
        self.wait_for(lambda turn: turn["stopped"] and not turn["computing"], "a stopped one")

    def test_a_nearer_view_has_more_vertices(self):
        whole = self.open_tab()
        self.desktop.press("plus")
        nearer = self.settled_tab(lambda tab: tab["part"][2] < 1, "a nearer view")
        self.assertGreater(nearer["vertices"], whole["vertices"])
        self.desktop.press("Home")
        self.shown(part=[0.5, 0.5, 1], vertices=whole["vertices"])

    def test_every_engine_shows_the_same_picture(self):
        [first, *others] = self.play(SCREENSHOT, *(
            event for engine in ("flat", "scan", "dp-warp", "dp-block", "dp-grid")
            for event in (setting("curves.engine", engine), SCREENSHOT)))
        for other in others:
            self.assert_same_picture(pixels_of(first), pixels_of(other))
        self.assertTrue(texts_of(first)["Title"].startswith("Bezier curves: 100 lines, "))

    def test_space_moves_control_points_and_holds_them(self):
        self.check_motion("time", 0.1, places=5)

    def test_their_motion_has_a_speed(self):
        self.check_speed()

    def test_a_full_stop_moves_them_a_twentieth_of_a_second(self):
        self.check_step("time", 2.0, 0.05, places=5)

    def test_a_screenshot_while_they_move_opens_as_it_was(self):
        self.assert_same_picture(
            *self.check_screenshot_in_motion(lambda tab: tab["time"] > 0))

    def test_colours_tell_where_and_when_curves_were_placed(self):
        one_thread = "[engine]\nthreads = 1\n"
        vertices, unit, start = map(pixels_of, self.play(
            SCREENSHOT, setting("curves.colour", "unit"), SCREENSHOT,
            setting("curves.colour", "start"), SCREENSHOT, fields='backend = "cpu"\n' + one_thread))
        drawn = (vertices != GROUND).any(axis=-1)
        for other in (unit, start):
            self.assert_other_picture(vertices, other, minimum=0.01)
            self.assertLess(((other != GROUND).any(axis=-1) != drawn).mean(), 0.002, "other lines")
        self.assertEqual(1, len({tuple(colour) for colour in self.most_frequent(unit, 1)}))
        self.assertGreater(len({tuple(colour) for colour in self.most_frequent(start, 50)}), 20)

    @staticmethod
    def most_frequent(pixels, count):
        """The colours that most pixels have, but for the paper's."""
        inked = pixels[(pixels != GROUND).any(axis=-1)]
        colours, counts = numpy.unique(inked, axis=0, return_counts=True)
        return colours[counts.argsort()[::-1][:count]]

    def at(self, x, y):
        """A place of the unit square in the whole view, on the desktop."""
        return round(720 + (x - 0.5) * 900), round(450 - (y - 0.5) * 900)

    # A curve from (0.2, 0.5) to (0.8, 0.5) by (0.5, 0.9).
    ARCH = "lines = 1\nplaced = [[0, 0.2, 0.5], [1, 0.5, 0.9], [2, 0.8, 0.5]]\n"

    def test_a_control_point_is_lit_and_dragging_it_refines_its_curve_at_once(self):
        arch = self.open_tab(self.ARCH)
        self.assertEqual((3, None), (arch["placed"], arch["hovered"]))
        self.desktop.point_at(*self.at(0.5, 0.9))
        self.wait_for(lambda turn: turn["curves"]["hovered"] == 1, "a lit control point")
        self.desktop.drag(self.at(0.5, 0.9), self.at(0.5, 0.5))
        flat = self.settled_tab(lambda tab: tab["vertices"] < arch["vertices"], "another curve")
        self.assertEqual(2, flat["vertices"])
        self.assertEqual([0.5, 0.5, 1], flat["part"], "the view stays")
        self.desktop.press("ctrl+z")
        self.shown(vertices=arch["vertices"])
        self.desktop.press("ctrl+shift+z")
        self.shown(vertices=2)
        self.assertEqual(0, self.program.end())
        _, (number, x, y), _ = self.program.saved()["curves"]["placed"]
        self.assertEqual(1, number)
        self.assertAlmostEqual(0.5, x, delta=0.01)
        self.assertAlmostEqual(0.5, y, delta=0.01)

    def test_escape_lets_a_dragged_point_go_back(self):
        arch = self.open_tab(self.ARCH)
        self.desktop.do("mousemove", *self.at(0.5, 0.9), "mousedown", 1)
        self.desktop.do("mousemove", *self.at(0.5, 0.6))
        self.settled_tab(lambda tab: tab["vertices"] < arch["vertices"], "another curve")
        self.desktop.press("Escape")
        self.shown(vertices=arch["vertices"])
        self.desktop.do("mousemove", *self.at(0.5, 0.7), "mouseup", 1)
        self.assertEqual(arch["vertices"], self.shown()["vertices"])

    def test_a_drag_beside_points_moves_the_view(self):
        self.open_tab(self.ARCH)
        self.desktop.drag(self.at(0.5, 0.2), self.at(0.6, 0.2))
        self.assertEqual(3, self.settled_tab(lambda tab: tab["part"][0] < 0.45, "a view")["placed"])

    def test_a_screenshot_brings_dragged_points_along_and_another_seed_forgets_them(self):
        [shot] = self.play(SCREENSHOT, fields=self.ARCH)
        self.assertIn("3 points moved by hand", texts_of(shot)["Title"])
        again, other = self.play(command("open_file", path=str(shot)), SCREENSHOT,
                                 setting("curves.seed", 7), SCREENSHOT)
        self.assert_same_picture(pixels_of(shot), pixels_of(again))
        self.assertNotIn("moved by hand", texts_of(other)["Title"])
        self.assertEqual([], self.program.saved()["curves"]["placed"])

    def test_lost_launches_leave_dashed_curves(self):
        unrepaired = ('lines = 40\nengine = "dp"\nparent_block = 64\npool = 4\nbackend = "cpu"\n'
                      "repair = false\n[engine]\nthreads = 1\n")
        repaired = self.open_tab(unrepaired.replace("false", "true"))
        self.assertEqual((36, 0), (repaired["failed_launches"], repaired["lost_lines"]))
        whole = self.desktop.pixels()
        self.assertEqual(0, self.program.end())
        lost = self.open_tab(unrepaired)
        self.assertEqual((36, 36), (lost["failed_launches"], lost["lost_lines"]))
        self.assertLess(lost["vertices"], repaired["vertices"])
        dashed = self.desktop.pixels()
        self.assert_other_picture(whole, dashed, minimum=0.01)
        self.assertGreater(((dashed == LOST).all(axis=-1)).sum(), 100)
        self.assertEqual(0, ((whole == LOST).all(axis=-1)).sum())

    def test_all_engines_are_measured(self):
        race = command("race", racers=[], repeat=5, seed=1, energy=False)
        self.begin_replay(race)
        measured = self.program.turns.wait_for(
            lambda turn: turn["curves"] and turn["curves"].get("measured"), "times")["curves"]
        self.assertEqual(["flat", "dp", "dp-warp", "dp-block", "dp-grid", "scan"],
                         measured["measured"])

    def test_what_is_shown_and_measured_is_logged(self):
        self.play(command("start_timing_log"), setting("curves.engine", "flat"),
                  command("race", racers=[], repeat=5, seed=1, energy=True),
                  command("stop_timing_log"))
        [log] = self.program.home.rglob("*-timings.csv")
        with log.open(encoding="utf-8", newline="") as file:
            first, *measured = csv.DictReader(file)
        self.assertEqual("flat", first["engine"])
        self.assertEqual(sorted(5 * ["flat", "dp", "dp-warp", "dp-block", "dp-grid", "scan"]),
                         sorted(row["engine"] for row in measured))
        self.assertTrue(all(float(row["compute_ms"]) > 0 for row in measured))

    def test_litmus_tests_are_run_on_a_gpu_or_the_reason_is_told(self):
        self.begin_replay(command("check_frame"))

        def is_told(turn):
            curves = turn["curves"] or {}
            return curves.get("litmuses") or any(
                message["text"].startswith("Not applicable: the litmus tests run launches on a GPU")
                for message in turn["messages"])
        curves = self.program.turns.wait_for(is_told, "the tests, or why there are none")["curves"]
        if curves["no_litmus"] is None:
            self.assertEqual({"kept", "none", ""}, set(curves["litmuses"].values()))
        else:
            self.assertEqual({}, curves["litmuses"])


if __name__ == "__main__":
    unittest.main()
