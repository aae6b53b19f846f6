"""What auto-tune finds is remembered for a class of views, until it is forgotten."""

import tomllib
import unittest

from program import SCREENSHOT, WindowTest, command, setting


class TuningTest(WindowTest):
    INSIDE = ("--center", "-0.1,0", "--height", "0.3")  # where all can be filled

    def play(self, what, *view):
        """With g, r and B so bad that any others are many times as fast, on the busiest machine."""
        self.program.replay([command(what)], *view, "--engine", "ask", "--backend", "cpu",
                            "--dwell", "3000", "--shortcuts", "off", "-g", "1", "-B", "4096")

    def test_why_nothing_was_found_is_told_until_something_else_is_asked_for(self):
        deep = ("--center", "-0.74999999999999999999999,0.10000000000000000000001", "--height", "1e-20")
        self.program.begin_replay([command("tune"), SCREENSHOT, setting("engine.dwell", 60)], *deep,
                                  "--engine", "dp", "--backend", "cpu", "--dwell", "50")
        self.assertEqual(0, self.program.status())
        self.assertEqual("", self.program.turns.last()["experiment_error"])
        told = {turn["experiment_error"] for turn in self.program.turns.all}
        self.assertTrue(any(error.startswith("nothing is measured: ") for error in told), told)

    def tunings(self):
        file = self.program.settings_file.with_name("tunings.toml")
        if not file.exists():  # until something was kept for the first time
            return []
        return tomllib.loads(file.read_text(encoding="utf-8")).get("tuning", [])

    def test_a_find_is_kept_for_its_class_of_views_until_it_is_forgotten(self):
        while not self.tunings():  # what a busy machine measures may be noise, which is not kept
            self.play("tune", *self.INSIDE)
        [found] = self.tunings()
        self.assertEqual(("ask", "cpu"), (found["engine"], found["backend"]))
        self.assertGreater(found["speedup"], 0)
        self.play("forget_tuning", "--view", "seahorse")
        self.assertEqual([found], self.tunings())
        self.play("forget_tuning", *self.INSIDE)
        self.assertEqual([], self.tunings())


if __name__ == "__main__":
    unittest.main(verbosity=2)
