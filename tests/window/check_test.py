"""The picture at rest: fills that were wrong are corrected, whoever looks away."""

import unittest

import numpy

from program import WindowTest

# A view in which ASK with so small a B fills some pixels wrongly.
SEAHORSE = ("--view", "seahorse", "--precision", "f64")
FILLED = (*SEAHORSE, "--engine", "ask", "-B", "4")


class CheckTest(WindowTest):
    def open_with(self, verify, *arguments):
        self.program.save(f"[window]\npanel_shown = false\nverify_fills = {verify}\n")
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(1599, 999)  # away: the screen shows the mouse too
        picture = self.picture()
        self.assertGreater(len(numpy.unique(picture.reshape(-1, 3), axis=0)), 8, "no picture")
        return picture

    def wait_until_exact(self):
        self.wait_for(lambda turn: turn["exactness"] == "exact", "an exact picture")

    def test_at_rest_it_becomes_the_picture_of_ex(self):
        right = self.open_with("true", *SEAHORSE, "--engine", "ex")
        self.program.end()
        filled = self.open_with("false", *FILLED)
        self.program.end()
        wrong = int(numpy.any(filled != right, axis=-1).sum())
        self.assertGreater(wrong, 0, "there is nothing to correct in this view")
        self.assertLess(wrong, 200)
        self.open_with("true", *FILLED)
        self.wait_until_exact()
        self.assert_same_picture(right, self.picture())

    def test_a_new_view_ends_it_and_is_verified_itself(self):
        self.open_with("true", *FILLED, "--dwell", "200000")
        self.desktop.press("Home")
        self.desktop.press("plus")
        moved = self.picture()
        self.desktop.press("Home")
        self.another_picture(moved)
        self.wait_until_exact()


if __name__ == "__main__":
    unittest.main(verbosity=2)
