"""The tab Volume: subdivision in three and four dimensions, live in the window."""

import unittest

from program import SCREENSHOT, command, key, pixels_of, setting, texts_of
from tab import TabTest

GROUND = (30, 33, 41)


class VolumeTest(TabTest):
    TAB = "volume"
    FIELDS = "n = 48\n"

    def middle_of(self, rect, across=0.5, down=0.5):
        """A point of a rectangle of the picture, on the desktop: without the panel they agree."""
        return round(rect[0] + across * rect[2]), round(rect[1] + down * rect[3])

    def test_the_tab_shows_three_planes(self):
        shown = self.open_tab()
        self.assertEqual(("julibrot", 3, "ask", "slices", [24, 24, 24, 0]),
                         tuple(shown[name] for name in ("function", "k", "engine", "shown", "at")))
        self.assertEqual(3, len(shown["panes"]))
        pixels = self.desktop.pixels()
        for x, y, width, height in shown["panes"] + [shown["space"]]:
            part = pixels[y:y + height, x:x + width]
            self.assertGreater((part != GROUND).any(axis=-1).mean(), 0.02)

    def test_the_option_opens_the_tab(self):
        self.open_by_options("--n", "40", "--engine", "surface", "--slice", "z=7", "--show", "slices")
        self.shown(n=40, engine="surface", at=[20, 20, 7, 0])

    def test_stops_of_ones_own_colour_the_volume(self):
        self.open_tab('grid = false\n[colouring]\npalette = "stops:0 00ff00,1 00ff00"\n')
        green = (self.desktop.picture_pixels() == (0, 255, 0)).all(axis=-1)
        self.assertGreater(green.mean(), 0.1)

    def test_the_grid_comes_and_goes(self):
        self.open_tab()
        with_grid = self.desktop.pixels()
        self.desktop.press("g")
        without = self.another_picture_of(with_grid)
        self.desktop.press("g")
        self.another_picture_of(without)

    def another_picture_of(self, old):
        self.settle()
        new = self.desktop.pixels()
        self.assert_other_picture(old, new, minimum=0.005)
        return new

    def test_the_wheel_moves_a_plane_and_a_drag_the_others(self):
        panes = self.open_tab()["panes"]
        x, y = self.middle_of(panes[0], 0.25, 0.75)
        self.desktop.point_at(x, y)
        self.desktop.scroll(1)
        self.shown(at=[24, 24, 25, 0])
        self.desktop.scroll(-2)
        self.shown(at=[24, 24, 23, 0])
        self.desktop.drag((x, y), self.middle_of(panes[0], 0.51, 0.26))
        at = self.wait_for(lambda turn: turn["settled"] and turn["volume"]["at"][1] < 20,
                           "other planes")["volume"]["at"]
        self.assertEqual(([24, 12], 23), (at[:2], at[2]))

    def test_a_drag_in_space_turns_the_volume(self):
        shown = self.open_tab('shown = "space"\n')
        before = self.desktop.pixels()
        self.desktop.drag(self.middle_of(shown["space"]),
                          self.middle_of(shown["space"], 0.6, 0.45))
        self.wait_for(lambda turn: turn["settled"], "a settled window")
        self.another_picture_of(before)
        self.assertEqual(0, self.program.end())
        saved = self.program.saved()["volume"]
        self.assertGreater(saved["yaw"], 36)
        self.assertLess(saved["pitch"], 25)

    def test_every_engine_shows_the_same_volume(self):
        [first, *others] = self.play(
            setting("volume.rule", "interior"), setting("volume.grid", False), SCREENSHOT,
            *(event for engine in ("ex", "dp", "surface") for event in
              (setting("volume.engine", engine), SCREENSHOT)))
        for other in others:
            self.assert_same_picture(pixels_of(first), pixels_of(other))
        self.assertTrue(texts_of(first)["Title"].startswith("A volume julibrot, k 3, n 48, "))

    def test_the_order_of_a_list_is_seen(self):
        means = []
        for encoding in ("canonical", "morton", "hilbert"):
            self.open_tab(f'shown = "space"\nline = true\nlevel = 0\nencoding = "{encoding}"\n')
            listed = self.shown()["listed"]
            self.assertEqual((0, 512), (listed["level"], listed["regions"]))
            means.append(listed["mean_step"])
            self.assertEqual(0, self.program.end())
        self.assertAlmostEqual(1, means[2])
        self.assertGreater(means[0], means[2])
        self.assertGreater(means[1], means[2])

    def test_space_turns_w_and_holds_it(self):
        self.check_motion("turn", 0.02, places=9)

    def test_a_full_stop_is_a_step_of_the_turn(self):
        self.check_step("turn", 0.5, 1 / 120, places=9)

    def test_a_full_stop_is_a_voxel_of_the_fourth_axis(self):
        self.FIELDS = "k = 4\nn = 20\n"
        self.assertEqual([10, 10, 10, 10], self.open_tab()["at"])
        self.desktop.press("period")
        self.shown(at=[10, 10, 10, 11])

    def test_space_goes_through_the_fourth_axis_and_holds_it(self):
        self.FIELDS = "k = 4\nn = 20\n"
        self.open_tab()
        before = self.desktop.pixels()
        self.desktop.press("space")
        for _ in range(2):
            begin = self.turn()["volume"]["at"][3]
            self.wait_for(lambda turn: turn["volume"]["moving"] and turn["volume"]["at"][3] != begin,
                          "another section")
        self.desktop.press("space")
        held = self.shown(moving=False)["at"]
        self.assertEqual([10, 10, 10], held[:3])
        self.assert_other_picture(before, self.desktop.pixels(), minimum=0.001)
        self.assertEqual(0, self.program.end())
        self.assertEqual(held[3], self.program.saved()["volume"].get("u", 10))

    def test_a_nearer_view_has_a_smaller_height(self):
        height = self.open_tab()["height"]
        self.desktop.press("plus")
        self.wait_for(lambda turn: turn["settled"] and turn["volume"]["height"] < height,
                      "a nearer view")
        self.desktop.press("Home")
        self.shown(height=height)

    def test_escape_stops_a_long_run(self):
        self.open_tab()
        self.program.end()
        self.FIELDS = 'n = 512\ndwell = 1000000\nheight = 0.01\ncenter_re = -0.1\nengine = "ex"\n'
        self.save_tab()
        self.program.start()
        self.desktop.window(self.program)
        self.wait_for(lambda turn: turn["computing"], "a running engine")
        self.desktop.press("Escape")
        self.wait_for(lambda turn: not turn["computing"], "a stopped engine")
        self.wait_for(lambda turn: turn["stopped"], "a card that says so")

    def test_the_last_picture_is_dim_until_the_next_is_done(self):
        bright = self.open_tab() and self.desktop.picture_pixels().mean()
        self.program.end()
        self.begin_replay(setting("volume.engine", "ex"), setting("volume.center_re", -0.1),
                          setting("volume.height", 0.01), setting("volume.dwell", 10_000_000))
        self.desktop.window(self.program)
        self.wait_for(lambda turn: turn["old"] and self.desktop.picture_pixels().mean() < 0.8 * bright,
                      "a dim picture")

    def test_a_screenshot_while_w_turns_opens_at_that_turn(self):
        saved, opened = self.check_screenshot_in_motion(lambda volume: volume["turn"] > 0)
        self.assertEqual(saved.shape, opened.shape)  # a processor's moving pictures are coarser

    def test_a_screenshot_on_the_way_through_four_axes_opens_at_that_place(self):
        self.FIELDS = "k = 4\nn = 20\n"
        saved, opened = self.check_screenshot_in_motion(lambda volume: volume["at"][3] != 10)
        place = self.shown()["at"]
        self.desktop.press("period")
        self.shown(at=[*place[:3], (place[3] + 1) % 20])
        next_one = self.desktop.picture_pixels()[:, -opened.shape[1]:]
        unlike, unlike_next = ((saved != other).any(axis=-1).mean() for other in (opened, next_one))
        self.assertLess(5 * unlike, unlike_next, "of this section, if coarser")

    def test_a_screenshot_opens_as_it_was(self):
        [made] = self.play(setting("volume.turn", 0.125), setting("volume.x", 9),
                           setting("volume.shown", "space"), setting("volume.line", True),
                           SCREENSHOT)
        self.program.settings_file.unlink()
        self.program.save("[window]\npanel_shown = false\n")
        self.program.replay([SCREENSHOT], made)
        again = self.program.screenshots()[-1]
        self.assertNotEqual(made, again)
        self.assert_same_picture(pixels_of(made), pixels_of(again))

    def test_what_is_shown_is_logged(self):
        self.play(command("start_timing_log"), setting("volume.engine", "dp"),
                  setting("volume.engine", "surface"), command("stop_timing_log"))
        [log] = self.program.home.rglob("*.csv")
        head, *rows = [line.split(",") for line in log.read_text().splitlines()]
        engines = [row[head.index("engine")] for row in rows]
        self.assertEqual(["dp", "surface"], engines[-2:])
        self.assertTrue(all(float(row[head.index("compute_ms")]) > 0 for row in rows))

    def test_a_run_is_logged_once_although_the_window_is_resized_meanwhile(self):
        self.FIELDS = "n = 160\n"
        resize = {"event": "resize", "width": 1000, "height": 700}
        self.play(command("start_timing_log"), setting("volume.engine", "dp"),
                  {"wait": "computing", **resize}, command("stop_timing_log"))
        [log] = self.program.home.rglob("*.csv")
        head, *rows = [line.split(",") for line in log.read_text().splitlines()]
        self.assertEqual(["dp"], [row[head.index("engine")] for row in rows])

    def test_what_was_stopped_says_so_until_it_is_computed(self):
        self.FIELDS = "n = 24\n"
        self.begin_replay(setting("volume.n", 400), {"wait": "computing", **key("Esc")},
                          setting("volume.n", 30))
        self.assertEqual(0, self.program.status())
        self.program.turns.last()
        settled = [(turn["stopped"], turn["volume"]["n"]) for turn in self.program.turns.all
                   if turn["settled"] and turn["volume"]]
        self.assertIn((True, 24), settled)
        self.assertEqual((False, 30), settled[-1])

    def measured(self, *events):
        """How many plans were measured, by these events of a small volume."""
        self.FIELDS = "n = 24\n"
        self.begin_replay(*events)
        measured = self.program.turns.wait_for(
            lambda turn: turn["volume"] and turn["volume"].get("measured"), "times")
        self.assertEqual(0, self.program.status())
        return measured["volume"]["measured"]

    def test_engines_are_measured_beside_ex(self):
        self.assertEqual(4, self.measured(command("race", racers=[], repeat=5, seed=1, energy=False)))

    def test_encodings_and_orders_are_measured_and_logged(self):
        self.assertEqual(16, self.measured(command("start_timing_log"),
                                           command("measure_lists", energy=False),
                                           command("stop_timing_log")))
        [log] = self.program.home.rglob("*.csv")
        head, *rows = [line.split(",") for line in log.read_text().splitlines()]
        lists = [(row[head.index("encoding")], row[head.index("order")]) for row in rows]
        self.assertEqual(15, len(set(lists) - {("", "")}))
        self.assertTrue(all(lists.count(each) >= 5 for each in set(lists)))

    def test_escape_stops_a_measurement(self):
        self.FIELDS = "n = 200\n"
        self.begin_replay(command("measure_lists", energy=False), {"wait": "measuring", **key("Esc")})
        self.program.turns.wait_for(
            lambda turn: turn["volume"] and turn["volume"].get("measuring"), "a measurement")
        self.assertEqual(0, self.program.status())
        last = self.program.turns.last()["volume"]
        self.assertEqual((None, False), (last["measured"], last["measuring"]))
        self.assertTrue(any("Earlier measurements are kept" in message["text"]
                            for turn in self.program.turns.all for message in turn["messages"]))


if __name__ == "__main__":
    unittest.main()
