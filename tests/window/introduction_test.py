"""Every tab opens with its point: the first button of the panel makes the picture move."""

import unittest

from desktop import LARGE
from program import WindowTest

HEAD = 72  # with the menu of the workloads and the panel's parts, ends above


class IntroductionTest(WindowTest):
    DESKTOP = LARGE

    def open_tab(self, workload, settings=""):
        self.program.save(f'{settings}[workload]\nname = "{workload}"\n'
                          "[window]\nverify_fills = false\n")
        self.program.start()
        self.desktop.window(self.program)
        self.desktop.point_at(300, 300)
        self.settle()

    def press_first_button(self):
        rows, x = self.rows_of_wide_buttons(1440, 900)
        rows = rows[rows >= HEAD]
        self.assertTrue(rows.size, "a button over the whole panel")
        self.desktop.do("mousemove", x, int(rows[0]) + 8, "click", 1)

    @staticmethod
    def is_on_the_way(turn):
        """At rest the last step is shown."""
        points = turn["points"] or {}
        return points.get("step") is not None and points["step"] + 1 < points["steps"]

    def check(self, workload, moves, settings=""):
        self.open_tab(workload, settings)
        self.press_first_button()
        self.wait_for(moves, f"{workload} in motion")
        self.program.end()

    def test_one_press_moves_the_picture_of_every_tab(self):
        self.check("mandelbrot", lambda turn: turn["replay"] is not None,
                   '[engine]\nengine = "ask"\n')
        self.check("triangle", lambda turn: (turn["triangle"] or {}).get("played") is not None)
        self.check("points", self.is_on_the_way)
        for workload in ("curves", "volume"):
            self.check(workload, lambda turn, name=workload: (turn[name] or {}).get("moving"))

    def test_the_gasket_lives_and_is_held(self):
        self.open_tab("gasket")
        self.press_first_button()
        self.wait_for(lambda turn: turn["gasket"] and turn["gasket"]["steps"] > 3, "steps")
        self.desktop.do("click", 1)
        self.settle()
        self.program.end()
        self.assertFalse(self.program.saved()["gasket"]["running"])

    def test_one_press_sets_up_what_shows_the_point_and_the_next_moves_it(self):
        self.open_tab("points", "[points]\npoints = 100000\nmin = 16\n")
        self.press_first_button()
        few = self.wait_for(lambda turn: turn["settled"] and turn["points"].get("points") == 40,
                            "40 points")["points"]
        self.assertGreater(few["steps"], 3)
        self.desktop.do("click", 1)
        self.wait_for(self.is_on_the_way, "points on their way")


if __name__ == "__main__":
    unittest.main(verbosity=2)
