"""The tour: from stop to stop by keys, and back to where it began, whatever ends it."""

import json
import unittest

from program import SCREENSHOT, WindowTest, command, setting

SET, LEVELS, SEAHORSE, LAUNCHES, EXHAUSTIVE, ADAPTIVE, COLOURS, BACK = 1, 3, 4, 6, 7, 8, 9, 10


class TourTest(WindowTest):
    def begin(self):
        """A picture of the user's own, and the tour at its first stop."""
        before = self.open("--view", "elephant", "--palette", "viridis", "--dwell", "300")
        self.program.turns.wait_for(lambda turn: turn["settled"], "a settled window")
        self.desktop.press("t")
        self.reached(SET)
        return before

    def reached(self, stop):
        """Its frame is on screen; or that of a later one, as the tour goes on by itself."""
        return self.wait_for(lambda turn: turn["tour"] and turn["tour"]["stop"] >= stop
                             and turn["tour"]["figures"], f"stop {stop}")

    def press_on(self, last):
        """To this stop."""
        for stop in range(SET + 1, last + 1):
            self.desktop.press("Right")
            self.reached(stop)

    def figures(self):
        """The figures of each stop that was on screen, in their order."""
        return {turn["tour"]["stop"]: turn["tour"]["figures"] for turn in self.program.turns.all
                if turn["tour"] and turn["tour"]["figures"]}

    def assert_as_before(self, before):
        after = self.settle()
        self.assertIsNone(after["tour"])
        self.assert_same_picture(before, self.picture())
        return after

    def test_goes_from_stop_to_stop_and_ends_where_it_began(self):
        before = self.begin()
        self.press_on(BACK)
        for _ in range(3):
            self.desktop.press("Right")
        self.assertEqual(BACK, self.settle()["tour"]["stop"], "the last one stays")
        self.desktop.press("Return")
        self.wait_for(lambda turn: turn["tour"] is None, "the end")
        self.assertEqual(list(range(SET, BACK + 1)), list(self.figures()))
        self.assertTrue(any(turn["replay"] is not None for turn in self.program.turns.all))
        self.assertIsNone(self.assert_as_before(before)["replay"])

    def test_its_figures_are_those_of_the_frames(self):
        self.begin()
        self.press_on(COLOURS)
        figures = self.figures()
        self.assertEqual(1, figures[EXHAUSTIVE]["levels"])
        self.assertGreater(figures[SEAHORSE]["levels"], 2)
        self.assertNotEqual(figures[LEVELS]["regions"], figures[SEAHORSE]["regions"])
        self.assertGreater(figures[ADAPTIVE]["regions"], figures[ADAPTIVE]["filled"])
        self.assertEqual(figures[ADAPTIVE], figures[COLOURS], "no frame is computed for colours")

    def test_dp_has_its_timeline_below_a_shorter_picture(self):
        before = self.begin()
        self.press_on(LAUNCHES)
        shown = self.wait_for(lambda turn: turn["tour"]["stop"] > LAUNCHES or turn["timeline"]
                              and turn["timeline"]["bars"] > 0 and not turn["timeline"]["old"], "a timeline")
        self.assertEqual(LAUNCHES, shown["tour"]["stop"])
        self.desktop.press("Escape")
        self.assertIsNone(self.assert_as_before(before)["timeline"])

    def test_space_holds_it_and_what_it_plays(self):
        self.begin()
        self.press_on(LEVELS)
        self.desktop.press("space")
        held = self.wait_for(lambda turn: turn["tour"]["paused"], "a pause")
        later = self.program.turns.wait_for(lambda turn: turn["turn"] > held["turn"] + 30, "30 turns")
        self.assertEqual((held["replay"], LEVELS), (later["replay"], later["tour"]["stop"]))
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["tour"]["stop"] > LEVELS, "the next stop")

    def test_left_leads_back(self):
        self.begin()
        self.press_on(SEAHORSE)
        self.desktop.press("Left")
        self.wait_for(lambda turn: self.led_back(), "an earlier stop")

    def led_back(self):
        stops = [turn["tour"]["stop"] for turn in self.program.turns.all if turn["tour"]]
        return any(later < earlier for earlier, later in zip(stops, stops[1:]))

    def test_whatever_else_is_pressed_ends_it_and_does_nothing_more(self):
        for how in [("key", "Escape"), ("key", "g"), ("click", 1), ("click", 4)]:
            with self.subTest(how):
                before = self.begin()
                self.press_on(SET + 1)
                self.desktop.do(*how)
                after = self.assert_as_before(before)
                self.assertEqual([], after["open"])
                self.program.end()
                self.assertFalse(self.program.saved()["overlay"]["shown"])
                self.program.settings_file.unlink()

    def test_nothing_of_it_is_saved_when_the_window_is_closed_meanwhile(self):
        self.begin()
        self.press_on(SEAHORSE)
        self.program.end()
        saved = self.program.saved()
        self.assertEqual("viridis", saved["colouring"]["palette"])
        self.assertEqual("0.03", saved["view"]["height_im"])
        self.assertEqual(("ask", 300), (saved["engine"]["engine"], saved["engine"]["dwell"]))
        self.assertFalse(saved["overlay"]["shown"])

    def test_it_is_no_step_to_undo(self):
        before = self.begin()
        self.press_on(SEAHORSE)
        self.desktop.press("Escape")
        self.assert_as_before(before)
        self.desktop.press("ctrl+z")
        self.assert_same_picture(before, self.picture())

    def test_the_help_that_began_it_stays_closed(self):
        self.open("--view", "elephant")
        self.desktop.press("F1")
        self.wait_for(lambda turn: "help" in turn["open"], "the help")
        self.desktop.press("t")
        self.assertNotIn("help", self.reached(SET)["open"])
        self.desktop.press("Escape")
        self.assertNotIn("help", self.settle()["open"])

    def test_it_waits_for_an_experiment(self):
        report = self.program.home / "report.jsonl"
        self.program.replay(
            [{**command("race", racers=["ex", "ask"], repeat=100000, seed=1, energy=False)},
             {"wait": "result", **command("start_tour")}, {"wait": "shown", **setting("engine.g", 3)},
             {"wait": "shown", **command("stop_experiment")}],
            "--view", "paper", "--report", report)
        turns = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
        self.assertTrue(all(turn["tour"] is None for turn in turns))
        self.assertIn("The tour would disturb a running task", str(turns[-1]["messages"]))

    def test_a_setting_from_elsewhere_ends_it_and_counts(self):
        self.program.replay([command("start_tour"), setting("engine.g", 3), SCREENSHOT],
                            "--view", "elephant")
        saved = self.program.saved()
        self.assertEqual((3, "0.03"), (saved["engine"]["g"], saved["view"]["height_im"]))

    def test_a_first_start_goes_on_after_it(self):
        self.program.settings_file.unlink(missing_ok=True)
        self.program.start(intro=True)
        self.wait_for(lambda turn: turn["opening"], "the card")
        self.desktop.press("t")
        self.reached(SET)
        self.press_on(SET + 1)
        self.desktop.press("Escape")
        self.assertTrue(self.settle()["opening"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
