"""What auto-tune finds is remembered for a class of views, until it is forgotten."""

import tomllib
import unittest

from program import WindowTest, command


class TuningTest(WindowTest):
    INSIDE = ("--center", "-0.1,0", "--height", "0.3")  # where all can be filled

    def play(self, what, *view):
        """With g, r and B so bad that any others are many times as fast, on the busiest machine."""
        self.program.replay([command(what)], *view, "--engine", "ask", "--backend", "cpu",
                            "--dwell", "3000", "--shortcuts", "off", "-g", "1", "-B", "4096")

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
