"""Shortcuts on the keyboards of other languages."""

import unittest

from desktop import wait_until
from program import WindowTest

# Keycodes of X: the keys of an American keyboard's 1, 2, 3 and full stop.
ONE, TWO, THREE, FULL_STOP = 10, 11, 12, 60

# What zooms in by its name, and the key of the full stop. On French and Czech keyboards digits need
# Shift, and the key of 1 prints &, " or +; a French full stop needs Shift too.
LAYOUTS = [(["de"], "plus", FULL_STOP), (["fr"], "equal", FULL_STOP), (["cz"], "equal", FULL_STOP),
           (["ru"], "equal", 61), (["fr", "-variant", "bepo"], "equal", 55)]


class LayoutsTest(WindowTest):
    def test_digits_the_full_stop_and_zooming_work_on_five_keyboards(self):
        self.addCleanup(self.desktop.set_layout, "us")
        for layout, zooms_in, full_stop in LAYOUTS:
            with self.subTest(layout=layout):
                self.desktop.set_layout(*layout)
                self.check_parts()
                self.check_zoom(zooms_in)
                self.check_step(full_stop)

    def start(self, *arguments):
        self.program.save("[volume]\nn = 16\n[window]\nverify_fills = false\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(300, 300)
        return self.settle()

    def check_parts(self):
        before = self.start("--view", "paper")
        for key, part in [(THREE, "measure"), (TWO, "regions"), (ONE, "explore")]:
            self.desktop.press(key)
            wait_until(lambda: self.program.saved()["window"].get("panel_part") == part, part)
        self.assertEqual(before["height"], self.settle()["height"])
        self.program.end()

    def check_zoom(self, zooms_in):
        before = float(self.start("--view", "paper")["height"])
        self.desktop.press(zooms_in)
        nearer = self.wait_for(lambda turn: turn["settled"] and float(turn["height"]) < before, "a nearer view")
        self.desktop.press("minus")
        self.wait_for(lambda turn: float(turn["height"]) > float(nearer["height"]), "the way back")
        self.program.end()

    def check_step(self, full_stop):
        self.start("--workload", "volume")
        self.desktop.press(full_stop)
        self.wait_for(lambda turn: turn["volume"] and turn["volume"].get("turn", 0) > 0, "a step")
        self.program.end()


if __name__ == "__main__":
    unittest.main(verbosity=2)
