"""Deep zoom in the window: beyond doubles every dwell is proven, minibrots are found, and places of other
programs open."""

import unittest
from decimal import Decimal

from program import SCREENSHOT, WindowTest, command, key, setting, texts_of

# Around i the set looks alike at every depth, and its dwells grow slowly.
AROUND_I = ("--center", "0,1", "--dwell", "600", "--engine", "auto")
MINI = ("--center", "-0.10110457380702350918,0.95629057942002442372", "--height", "4e-10", "--dwell", "4096",
        "--engine", "auto")


class ProvenTest(WindowTest):
    def test_where_doubles_end_every_dwell_is_proven(self):
        for height, precision in ("1e-30", "deltas"), ("1e-320", "scaled"):
            with self.subTest(height):
                self.setUp()
                self.open(*AROUND_I, "--height", height)
                turn = self.settle()
                self.assertEqual("proven", turn["exactness"])
                self.assertEqual(precision, turn["precision"])
                self.program.end()

    def test_a_preview_is_named_so(self):
        self.open(*AROUND_I, "--height", "1e-30", "--quality", "preview")
        self.assertEqual("preview", self.settle()["exactness"])

    def test_a_screenshot_tells_how_it_was_proven_and_leads_back(self):
        first, = self.shots({}, arguments=(*AROUND_I, "--height", "1e-40"))
        shot = self.program.screenshots()[-1]
        texts = texts_of(shot)
        self.assertRegex(texts["mariani:proof"], r"^proven: \d+ pixels by deltas, .* 0 not proven")
        self.assertIn("1e-40", texts["mariani:view"])
        again, = self.shots({}, arguments=(str(shot),))
        self.assert_same_picture(first, again)

    def test_the_regions_of_a_deep_picture_are_shown(self):
        self.open(*AROUND_I, "--height", "1e-30")
        self.desktop.press("g")
        self.wait_for(lambda turn: turn["settled"] and turn["region"], "a region under the mouse")

    def test_colours_by_distance_and_smooth_ones_differ_from_steps(self):
        stepped, smooth, distant = self.shots(
            {}, setting("colouring.smooth", True), setting("colouring.mapping", "distance"),
            arguments=(*AROUND_I, "--height", "1e-60", "--no-smooth"))
        self.assert_other_picture(stepped, smooth, 0.1)
        self.assert_other_picture(smooth, distant, 0.1)

    def test_esc_stops_a_reference(self):
        self.open(*AROUND_I, "--height", "1e-30")
        self.program.end()
        self.setUp()
        self.program.start("--center", "0,1", "--height", "1e-9000", "--dwell", "10000000")
        self.desktop.window(self.program)
        self.wait_for(lambda turn: turn["computing"] and turn["progress"] > 0, "a reference on its way")
        self.desktop.press("Escape")
        self.wait_for(lambda turn: turn["stopped"], "an end")

    def test_a_frame_stays_where_computing_it_again_is_stopped(self):
        self.open("--view", "dandelion", "--engine", "auto")
        self.desktop.press("F5")
        self.wait_for(lambda turn: turn["computing"] and turn["growing"], "a part of the frame")
        self.desktop.press("Escape")
        turn = self.settle()
        self.assertEqual((False, False, "proven"), (turn["stopped"], turn["growing"], turn["exactness"]))

    def test_a_view_that_was_stopped_has_no_figures_of_the_one_before(self):
        middle = {"event": "move", "x": 200, "y": 300}
        self.program.begin_replay([middle, command("go_to", re="0", im="1", height="1e-9000"),
                                   {"wait": "computing", **key("Esc")}],
                                  "--view", "paper", "--dwell", "100000")
        self.assertEqual(0, self.program.status())
        self.program.turns.last()
        before, after = [[turn for turn in self.program.turns.all if turn["settled"] and turn["stopped"] == stopped]
                         for stopped in (False, True)]
        self.assertIsNotNone(before[-1]["dwell"])
        self.assertEqual(("1e-9000", None), (after[-1]["height"], after[-1]["dwell"]))
        self.assertGreater(after[-1]["asked"], after[-1]["shown"])


class WheelTest(WindowTest):
    def test_it_leads_from_home_beyond_doubles_and_back(self):
        self.open("--center", "0,1", "--height", "1e-13", "--dwell", "600", "--engine", "auto")
        left, top, width, height = self.turn()["picture"]
        self.desktop.point_at(left + width // 2, top + height // 2)
        self.desktop.scroll(60)
        deep = self.wait_for(lambda turn: turn["settled"] and not turn["moving"], "the end of the way")
        self.assertLess(float(deep["height"]), 1e-16)
        self.assertEqual("proven", deep["exactness"])
        self.desktop.scroll(-80)
        back = self.wait_for(lambda turn: turn["settled"] and turn["precision"] != "deltas", "the way back")
        self.assertGreater(float(back["height"]), 1e-14)


class DeepWheelTest(WindowTest):
    """From a view of the whole set to 1e-1000 and on, a few hundred notches at a time."""

    def test_it_leads_from_home_to_1e_1000(self):
        self.program.save("[window]\npanel_shown = false\n[insets]\nminimap = false\n")
        notches = 355  # 0.8 for each: 34 decades
        middle = {"event": "move", "x": 120, "y": 90}
        self.program.replay([{"event": "resize", "width": 240, "height": 180}, middle,
                             *[{"event": "scroll", "y": notches} for _ in range(30)], SCREENSHOT],
                            "--center", "0,1", "--height", "2.5", "--dwell", "4096")
        texts = texts_of(self.program.screenshots()[-1])
        self.assertRegex(texts["mariani:proof"], r"^proven: .* 0 filled, 0 not proven")
        height = Decimal(self.program.saved()["view"]["height_im"])
        self.assertLess(height, Decimal("1e-1000"))
        expected = Decimal("2.5") * Decimal("0.8") ** (30 * notches)
        self.assertAlmostEqual(1, float(height / expected), delta=1e-9)


class MinibrotTest(WindowTest):
    def test_n_goes_to_the_one_in_the_view(self):
        self.open(*MINI)
        before = self.settle()
        self.assertIsNone(before["minibrot"])
        self.desktop.press("n")
        found = self.wait_for(lambda turn: turn["minibrot"] and turn["settled"], "a minibrot")
        self.assertLess(float(found["height"]), float(before["height"]))
        self.message(f"A minibrot of period {found['minibrot']}")
        # There it is the one of least period again.
        self.desktop.press("n")
        again = self.wait_for(lambda turn: turn["settled"] and not turn["searching"], "the same again")
        self.assertEqual(found["minibrot"], again["minibrot"])

    def test_ctrl_and_a_drag_find_the_one_in_a_box_and_its_dwells_end_no_earlier(self):
        for dwell, needed in (300, 300), (20, 48):
            with self.subTest(dwell):
                self.open("--center", "-0.5,0", "--height", "3", "--dwell", dwell)
                left, top, width, height = self.turn()["picture"]
                x, y = left + width / 2 + (-1.7548 + 0.5) / 3 * height, top + height / 2
                self.desktop.drag((round(x - 20), round(y - 15)), (round(x + 20), round(y + 15)), "ctrl")
                found = self.wait_for(lambda turn: turn["minibrot"] and turn["settled"], "a minibrot")
                self.assertEqual(3, found["minibrot"])
                self.assertLess(float(found["height"]), 0.1)
                self.program.end()
                self.assertEqual(needed, self.program.saved()["engine"]["dwell"])

    def test_a_disc_is_called_one(self):
        self.open("--center", "-1.1,0", "--height", "1", "--dwell", "300")
        self.desktop.press("n")
        self.message("Found a disc of period 2, 0.5 wide, and no minibrot")

    def test_it_never_zooms_out(self):
        self.open("--center", "-0.2,0", "--height", "0.5", "--dwell", "300")
        self.desktop.press("n")
        self.message("The least period here, 1, is that of the main cardioid, which is larger than the view")
        self.assertEqual(0.5, float(self.turn()["height"]))
        self.program.end()
        view = self.program.saved()["view"]
        self.assertEqual((-0.2, 0, 0.5),
                         tuple(float(view[name]) for name in ("center_re", "center_im", "height_im")))

    def begin_long_search(self):
        self.desktop.press("n")
        self.wait_for(lambda turn: turn["searching"], "a search")

    def end_of_search(self):
        ended = self.wait_for(lambda turn: not turn["searching"], "the end of the search")
        self.assertIsNone(ended["minibrot"])
        return ended

    def test_esc_ends_the_search_where_one_is(self):
        before = self.open_far_down()
        self.begin_long_search()
        self.desktop.press("Escape")
        self.assertEqual(before["height"], self.end_of_search()["height"])

    def open_far_down(self):
        """Where a search takes minutes."""
        self.open("--center", "0,1", "--height", "1e-30000", "--dwell", "100", "--engine", "auto")
        return self.settle()

    def test_who_goes_elsewhere_is_not_thrown_back(self):
        self.open_far_down()
        press = self.desktop.press
        for name, leave, back in [
                ("keys", lambda: press("Left"), lambda: None),
                ("undo", lambda: press("ctrl+z"), lambda: None),
                ("wheel", lambda: self.desktop.scroll(-1), lambda: press("ctrl+z")),
                ("drag", lambda: self.desktop.drag((400, 300), (440, 310)), lambda: press("ctrl+z")),
                ("tab", lambda: press("ctrl+Tab"), lambda: press("ctrl+shift+Tab")),
                ("julia", lambda: press("shift+j"), lambda: press("ctrl+z")),
                ("home", lambda: press("Home"), lambda: press("ctrl+z"))]:
            with self.subTest(name):
                self.begin_long_search()
                leave()
                self.end_of_search()
                back()
                self.turn()
        self.message("The search for a minibrot ended")

    def test_where_there_is_none_it_says_so(self):
        self.open("--center", "1,1", "--height", "0.01", "--dwell", "300")
        self.desktop.press("n")
        self.message("No minibrot was found here")

    def test_julia_sets_have_none(self):
        self.open("--julia", "-0.8,0.156", "--dwell", "300")
        self.desktop.press("n")
        self.message("A Julia set has no minibrots")


class BookmarkTest(WindowTest):
    def test_a_deep_one_of_the_program_is_proven(self):
        self.program.replay([command("open_bookmark", name="dandelion"), SCREENSHOT], "--view", "paper",
                            "--engine", "auto")
        texts = texts_of(self.program.screenshots()[-1])
        self.assertRegex(texts["mariani:proof"], r" 0 filled, 0 not proven")
        self.assertIn("height 1.5e-196", texts["mariani:view"])


class LocationTest(WindowTest):
    def test_one_of_kalles_fraktaler_opens_from_the_command_line_and_in_the_window(self):
        file = self.program.home / "place.kfr"
        file.write_text("Re: 0.000\r\nIm: 1.000\r\nZoom: 4E30\r\nIterations: 600\r\nRotate: 0\r\n")
        self.open(str(file), "--engine", "auto")
        turn = self.settle()
        self.assertEqual("proven", turn["exactness"])
        self.assertAlmostEqual(1e-30, float(turn["height"]), delta=1e-36)
        self.program.end()

        self.setUp()
        file = self.program.home / "place.toml"
        file.write_text('real = "0.0"\nimag = "1.0"\nzoom = "4E40"\niterations = 700\n')
        self.program.replay([command("open_file", path=str(file)), SCREENSHOT], "--view", "paper")
        saved = self.program.saved()
        self.assertEqual(700, saved["engine"]["dwell"])
        self.assertAlmostEqual(1e-40, float(saved["view"]["height_im"]), delta=1e-46)


if __name__ == "__main__":
    unittest.main()
