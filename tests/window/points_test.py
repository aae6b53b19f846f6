"""The tab Points: points on the move and their quadtree, live in the window."""

import csv
import unittest

from PIL import Image

from program import SCREENSHOT, command, key, pixels_of, setting, texts_of
from tab import TabTest

MEASURE = command("race", racers=[], repeat=5, seed=1, energy=True)


class PointsTest(TabTest):
    TAB = "points"
    FIELDS = "points = 100000\nmin = 16\nstrips = false\n"

    def test_the_tab_shows_a_tree(self):
        shown = self.open_tab()
        self.assertEqual((100000, "linear", 16, 12),
                         tuple(shown[name] for name in ("points", "engine", "min", "depth")))
        self.assertGreater(shown["nodes"], 10000)
        self.assertGreater(shown["levels"], 6)
        picture = self.desktop.pixels()
        self.assertGreater(len({tuple(pixel) for pixel in picture[::7, ::7].reshape(-1, 3)}), 8)

    def test_it_opens_with_few_points_and_their_buffers(self):
        self.open_by_options()
        shown = self.shown(points=40, min=2)
        self.assertGreater(shown["steps"], 3)
        before = self.desktop.picture_pixels()
        self.desktop.press("p")
        self.wait_for(lambda turn: 0 < (turn["points"]["step"] or 0) < turn["points"]["steps"] - 1,
                      "a step on the way")
        self.assert_other_picture(before, self.desktop.picture_pixels(), minimum=0.001)

    def test_only_levels_that_are_looked_at_are_recorded(self):
        self.assertFalse(self.open_tab()["recorded"])
        self.desktop.press("b")
        self.shown(recorded=True)
        self.assertEqual(0, self.program.end())
        self.begin_replay(setting("window.panel_part", "regions"), setting("window.panel_shown", True))
        self.assertEqual(0, self.program.status())
        self.assertTrue(self.program.turns.last()["points"]["recorded"], "in the table")

    def test_options_open_the_tab(self):
        self.open_by_options("--points", 5000, "--min", 3, "--depth", 7, "--engine", "dp",
                             "--distribution", "clumps", "--seed", 9)
        self.shown(points=5000, min=3, depth=7, engine="dp", distribution="clumps")

    def test_every_engine_shows_the_same_picture(self):
        [first, *others] = self.play(SCREENSHOT, *(
            event for engine in ("karras", "ask", "dp", "dp-mbr")
            for event in (setting("points.engine", engine), SCREENSHOT)))
        self.assertEqual(4, len(others))
        for other in others:
            self.assert_same_picture(pixels_of(first), pixels_of(other))
        self.assertEqual("A quadtree of 100000 points, spiral, min 16, depth 12",
                         texts_of(first)["Title"])

    def test_a_screenshot_opens_as_it_was(self):
        [taken] = self.play(setting("points.points", 3000), setting("points.time", 1.5),
                            setting("points.circle", True), setting("points.counts", True),
                            command("zoom_by", factor=0.5), SCREENSHOT)
        self.program.save("[window]\npanel_shown = false\n")
        before = self.program.screenshots()
        self.program.replay([SCREENSHOT], taken)
        [again] = [path for path in self.program.screenshots() if path not in before]
        self.assert_same_picture(pixels_of(taken), pixels_of(again))

    def test_space_moves_points_and_holds_them(self):
        self.check_motion("time", 0.1, places=5)

    def test_their_motion_has_a_speed(self):
        self.check_speed()

    def test_a_screenshot_while_they_move_opens_as_it_was(self):
        self.assert_same_picture(
            *self.check_screenshot_in_motion(lambda tab: tab["time"] > 0))

    def test_a_full_stop_moves_them_a_twentieth_of_a_second(self):
        self.check_step("time", 2.0, 0.05, places=5)

    def test_escape_holds_them(self):
        self.open_tab()
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["points"]["time"] > 0, "motion")
        self.desktop.press("Escape")
        self.message("Paused. Press Space to continue.")
        self.shown(moving=False)

    def test_the_view_zooms_and_home_shows_the_whole(self):
        self.open_tab()
        self.desktop.press("plus")
        self.settled_tab(lambda tab: tab["part"][2] < 1, "a nearer view")
        self.desktop.press("Home")
        self.shown(part=[0.5, 0.5, 1])

    def test_the_emitter_follows_the_mouse(self):
        self.open_tab('distribution = "mouse"\n')
        width, height = self.turn()["picture"][2:]
        self.desktop.point_at(width // 2 - height // 4, height // 4)
        left = self.settled_tab(lambda tab: tab["place"][0] < 0.3, "the emitter at the left")["place"]
        self.assertAlmostEqual(0.25, left[0], delta=0.02)
        self.assertAlmostEqual(0.75, left[1], delta=0.02)

    def test_a_circle_at_the_mouse_finds_points(self):
        shown = self.open_tab('circle = true\nradius = 0.2\ndistribution = "uniform"\n')
        self.assertIsNotNone(shown["found"])
        width, height = self.turn()["picture"][2:]
        self.desktop.point_at(width // 2, height // 2)
        # Pi / 25 of the square.
        found = self.wait_for(
            lambda turn: turn["settled"] and 12000 < turn["points"]["found"]["points"] < 13200,
            "points in the circle")["points"]["found"]
        self.assertGreater(found["whole"], 10)
        self.assertLess(found["tested"], 6000)
        self.assertLess(found["visited"], 1500)

    def test_p_plays_the_buffers_of_few_points(self):
        shown = self.open_tab("points = 40\nmin = 2\n")
        self.assertIsNone(shown["step"])
        self.desktop.press("p")
        self.wait_for(lambda turn: turn["points"]["step"] == 0, "the first step")
        self.wait_for(lambda turn: turn["points"]["step"] == 1, "the second step")
        end = self.wait_for(lambda turn: turn["settled"] and turn["points"]["step"] ==
                            turn["points"]["steps"] - 1, "the last step")["points"]
        self.assertEqual(end["levels"] + 1, end["steps"])
        self.desktop.press("Escape")
        self.shown(step=end["step"])

    def test_many_points_have_no_strips_and_p_says_so(self):
        self.open_tab("strips = true\n")
        self.desktop.press("p")
        self.message("The replay shows up to 64 points")
        self.shown(step=None)

    def test_a_dropped_picture_emits_the_points(self):
        picture = self.program.home / "dot.png"
        image = Image.new("RGB", (8, 8))
        image.putpixel((7, 0), (255, 255, 255))
        image.save(picture)
        [uniform, dot] = self.play(
            SCREENSHOT, {"event": "drop", "paths": [str(picture)]}, SCREENSHOT,
            fields='distribution = "uniform"\n')
        before, after = pixels_of(uniform), pixels_of(dot)
        self.assert_other_picture(before, after, minimum=0.2)
        self.assertIn("picture", texts_of(dot)["Title"])
        middle = after.shape[1] // 2
        quiet = after[after.shape[0] // 2:, middle - 100:middle + 100]
        self.assertEqual(1, len({tuple(pixel) for pixel in quiet[20:60, 20:60].reshape(-1, 3)}))

    def test_what_cannot_be_shown_says_why(self):
        self.save_tab('distribution = "picture"\npixels = "/none.png"\n')
        self.program.start()
        self.desktop.window(self.program)
        turn = self.wait_for(lambda turn: turn["points"] and turn["points"]["error"], "an error")
        self.assertIn("/none.png", turn["points"]["error"])

    def test_all_engines_are_measured_and_logged(self):
        engines = ["dp", "dp-mbr", "ask", "linear", "karras"]
        self.begin_replay(command("start_timing_log"), setting("points.engine", "karras"), MEASURE,
                          command("stop_timing_log"), fields="points = 3000\n")
        measured = self.program.turns.wait_for(
            lambda turn: turn["points"] and turn["points"].get("measured"), "times")["points"]
        self.assertEqual(engines, measured["measured"])
        self.assertEqual(0, self.program.status())
        [log] = self.program.home.rglob("*-timings.csv")
        with log.open(encoding="utf-8", newline="") as file:
            first, *rows = csv.DictReader(file)
        self.assertEqual("karras", first["engine"])
        self.assertEqual(sorted(5 * engines), sorted(row["engine"] for row in rows))
        self.assertTrue(all(float(row["compute_ms"]) > 0 for row in rows))
        self.assertEqual(1, len({row["leaves"] for row in rows}))

    def test_escape_ends_a_measurement(self):
        self.begin_replay(MEASURE, {"wait": "measuring", **key("Esc")}, fields="points = 1000000\n")
        self.program.turns.wait_for(
            lambda turn: turn["points"] and turn["points"].get("measuring"), "a measurement")
        self.assertEqual(0, self.program.status())
        last = self.program.turns.last()
        self.assertEqual(([], False), (last["points"]["measured"], last["points"]["measuring"]))
        self.assertTrue(any("Earlier measurements are kept" in message["text"]
                            for turn in self.program.turns.all for message in turn["messages"]))

    def test_nothing_moves_while_engines_are_measured(self):
        self.begin_replay(MEASURE, {"wait": "measuring", **key("Space")}, {"wait": "measuring", **key("Esc")},
                          fields="points = 1000000\n")
        self.message("Nothing moves while engines are measured, so that the times are right.")
        self.assertEqual(0, self.program.status())
        self.assertFalse(any(turn["points"] and turn["points"]["moving"] for turn in self.program.turns.all))

    def test_a_log_has_a_row_for_each_run(self):
        self.play(command("start_timing_log"), key("."), key("."), command("stop_timing_log"))
        [log] = list(self.program.pictures.rglob("*-timings.csv"))
        names, *rows = log.read_text(encoding="utf-8").splitlines()
        self.assertTrue(names.startswith("time,workload,engine,backend,device,points,min,depth,"))
        self.assertEqual(2, len(rows))


if __name__ == "__main__":
    unittest.main()
