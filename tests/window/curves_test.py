"""The tab Curves: Bezier curves by their chords, live in the window."""

import json
import unittest

from program import SCREENSHOT, WindowTest, command, pixels_of, setting, texts_of

PAPER = (250, 250, 250)
LOST = (96, 96, 102)


class CurvesTest(WindowTest):
    def open_curves(self, curves="", *arguments):
        """Opens the window on the tab, without its panel, and returns what it reports."""
        self.program.save("[curves]\n" + curves + '[workload]\nname = "curves"\n'
                          "[window]\npanel_shown = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        return self.shown()

    def shown(self, **fields):
        """The settled window's report of the tab, once these fields are so."""
        def is_shown(turn):
            curves = turn["curves"]
            return (turn["settled"] and curves and "engine" in curves and
                    all(curves[name] == value for name, value in fields.items()))
        return self.wait_for(is_shown, f"curves with {fields}")["curves"]

    def test_the_tab_shows_curves(self):
        shown = self.open_curves()
        self.assertEqual((100, "scan", "tolerance", 0),
                         tuple(shown[name] for name in ("lines", "engine", "count_by", "cut_lines")))
        self.assertGreater(shown["vertices"], 1000)
        pixels = self.desktop.pixels()
        self.assertGreater((pixels != PAPER).any(axis=-1).mean(), 0.02)

    def test_the_option_opens_the_tab(self):
        self.program.save("[window]\npanel_shown = false\n")
        self.program.start("--workload", "curves")
        self.desktop.window(self.program)
        self.shown(lines=100)

    def test_a_nearer_view_has_more_vertices(self):
        whole = self.open_curves()
        self.desktop.press("plus")
        nearer = self.wait_for(lambda turn: turn["settled"] and turn["curves"]["part"][2] < 1,
                               "a nearer view")["curves"]
        self.assertGreater(nearer["vertices"], whole["vertices"])
        self.desktop.press("Home")
        self.shown(part=[0.5, 0.5, 1], vertices=whole["vertices"])

    def test_every_engine_shows_the_same_picture(self):
        [first, *others] = self.play(SCREENSHOT, *(
            event for engine in ("flat", "dp", "dp-warp", "dp-block", "dp-grid")
            for event in (setting("curves.engine", engine), SCREENSHOT)))
        for other in others:
            self.assert_same_picture(pixels_of(first), pixels_of(other))
        self.assertTrue(texts_of(first)["Title"].startswith("Bezier curves: 100 lines, "))

    def begin_replay(self, *events):
        self.program.save('[workload]\nname = "curves"\n[window]\npanel_shown = false\n')
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([{"wait": "settled", **event}
                                    for event in (*events, {"event": "quit"})]))
        self.program.start("--replay", file)

    def play(self, *events):
        self.program.save('[workload]\nname = "curves"\n[window]\npanel_shown = false\n')
        made = []
        self.program.replay(list(events))
        return self.program.screenshots() + made

    def test_space_moves_control_points_and_holds_them(self):
        self.assertEqual(0, self.open_curves()["time"])
        before = self.desktop.pixels()
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["curves"]["moving"] and turn["curves"]["time"] > 0.1,
                      "motion")
        self.desktop.press("space")
        held = self.shown(moving=False)
        self.assert_other_picture(before, self.desktop.pixels(), minimum=0.001)
        self.assertEqual(0, self.program.end())
        self.assertAlmostEqual(held["time"], self.program.saved()["curves"]["time"], places=5)

    def test_a_full_stop_moves_them_a_twentieth_of_a_second(self):
        self.open_curves("time = 2.0\n")
        self.desktop.press("period")
        self.assertAlmostEqual(2.05, self.wait_for(
            lambda turn: turn["settled"] and turn["curves"]["time"] > 2, "a later time")
            ["curves"]["time"], places=5)

    def test_lost_launches_leave_dashed_curves(self):
        unrepaired = ('lines = 40\nengine = "dp"\nparent_block = 64\npool = 4\nbackend = "cpu"\n'
                      "repair = false\n[engine]\nthreads = 1\n")
        repaired = self.open_curves(unrepaired.replace("false", "true"))
        self.assertEqual((36, 0), (repaired["failed_launches"], repaired["lost_lines"]))
        whole = self.desktop.pixels()
        self.assertEqual(0, self.program.end())
        lost = self.open_curves(unrepaired)
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

    def test_litmus_tests_are_run_on_a_gpu_or_the_reason_is_told(self):
        self.begin_replay(command("check_frame"))

        def is_told(turn):
            curves = turn["curves"] or {}
            return curves.get("litmuses") or any(
                message["text"].startswith("Not applicable: the litmus tests ask a GPU")
                for message in turn["messages"])
        curves = self.program.turns.wait_for(is_told, "the tests, or why there are none")["curves"]
        if curves["no_litmus"] is None:
            self.assertEqual({"kept", "none", ""}, set(curves["litmuses"].values()))
        else:
            self.assertEqual({}, curves["litmuses"])


if __name__ == "__main__":
    unittest.main()
