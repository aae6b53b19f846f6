"""The picture at rest: fills that were wrong are corrected, and every dwell is proven, whoever looks away."""

import json
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

    def wait_until(self, exactness):
        self.wait_for(lambda turn: turn["exactness"] == exactness, f"a picture that is {exactness}")

    def test_at_rest_it_becomes_the_picture_of_ex(self):
        right = self.open_with("true", *SEAHORSE, "--engine", "ex")
        self.program.end()
        filled = self.open_with("false", *FILLED)
        self.program.end()
        wrong = int(numpy.any(filled != right, axis=-1).sum())
        self.assertGreater(wrong, 0, "there is nothing to correct in this view")
        self.assertLess(wrong, 200)
        self.open_with("true", *FILLED)
        self.wait_until("verified")
        self.assert_same_picture(right, self.picture())

    def test_a_new_view_ends_it_and_is_verified_itself(self):
        self.open_with("true", *FILLED, "--dwell", "200000")
        self.desktop.press("Home")
        self.desktop.press("plus")
        moved = self.picture()
        self.desktop.press("Home")
        self.another_picture(moved)
        self.wait_until("verified")

    def test_at_rest_every_dwell_is_proven_and_antialiasing_stays(self):
        deep = ("--center", "-0.743643887037151,0.131825904205330", "--height", "1e-12", "--dwell", "3000",
                "--precision", "f64")
        smooth = {}
        for prove in "false", "true":
            self.program.save('[window]\nsize = "480x360"\npanel_shown = false\n'
                              f"prove_at_rest = {prove}\n[insets]\nminimap = false\n")
            self.program.start(*deep, "--samples", 2)
            self.desktop.window(self.program)
            self.desktop.point_at(1599, 999)
            self.wait_until("proven" if prove == "true" else "verified")
            smooth[prove] = self.picture()
            self.assertEqual([4, 4], self.turn()["samples"])
            self.program.end()
        self.assert_same_picture(smooth["false"], smooth["true"])

    def test_a_proof_that_other_colours_interrupt_begins_again(self):
        colours = self.program.home / "colours.json"
        colours.write_text(json.dumps([{"event": "set", "field": "colouring.palette", "value": "inferno",
                                        "wait": "proving"}]))
        self.program.save('[window]\nsize = "320x240"\npanel_shown = false\nprove_at_rest = true\n')
        self.program.start("--center", "-1.7548776662466927,0", "--height", "0.02", "--dwell", "5000",
                           "--samples", 2, "--replay", colours)
        self.wait_until("proving")
        self.wait_for(lambda turn: (turn["exactness"], turn["samples"]) == ("proven", [4, 4]),
                      "a picture that is proven and antialiased in its new colours")

    def test_a_proof_mends_the_picture(self):
        deep = ("--center", "-0.743643887037151,0.131825904205330", "--height", "1e-12", "--dwell", "3000")
        shots = {}
        for precision, prove in ("f64", "false"), ("f64", "true"), ("deltas", "false"):
            self.program.save('[window]\nsize = "320x240"\npanel_shown = false\n'
                              f"prove_at_rest = {prove}\n[insets]\nminimap = false\n")
            self.program.start(*deep, "--precision", precision, "--engine", "ex")
            self.desktop.window(self.program)
            self.desktop.point_at(1599, 999)
            self.wait_until("computed" if precision == "f64" and prove == "false" else "proven")
            shots[precision, prove] = self.picture()
            self.program.end()
        self.assert_same_picture(shots["deltas", "false"], shots["f64", "true"])
        self.assert_other_picture(shots["f64", "false"], shots["f64", "true"], 0.01)

    def test_only_a_finished_picture_of_ex_is_computed(self):
        long = [{"event": "set", "field": "engine.dwell", "value": 10_000_000, "wait": "settled"},
                {"event": "key", "key": "Esc", "wait": "preview"},
                {"event": "quit", "wait": "settled"}]
        file = self.program.home / "long.json"
        file.write_text(json.dumps(long))
        self.program.start("--center", "-0.1,0", "--height", "0.05", "--engine", "ex",
                           "--shortcuts", "off", "--replay", file)
        self.assertEqual(0, self.program.status(), self.program.said())
        last = self.program.turns.last()
        turns = self.program.turns.all
        self.assertIn("computed", [turn["exactness"] for turn in turns])
        unfinished = [turn for turn in turns if turn["shown"] < turn["asked"]]
        self.assertTrue(any(turn["preview"] for turn in unfinished))
        self.assertEqual((2, 1, False), (last["asked"], last["shown"], last["computing"]))
        self.assertEqual({"unknown"}, {turn["exactness"] for turn in unfinished})


if __name__ == "__main__":
    unittest.main(verbosity=2)
