"""What the tab Gasket measures: a step of every engine that fits, while Life waits."""

import json
import unittest

from desktop import LARGE
from program import WindowTest, command


class TimesTest(WindowTest):
    DESKTOP = LARGE

    def played(self, *events):
        """The last turn of a window on a resting state, in which these events were played."""
        file = self.program.home / "times.json"
        file.write_text(json.dumps([{"wait": "settled", **event} for event in events] +
                                   [{"wait": "settled", "event": "quit"}]))
        self.program.save("[gasket]\nr = 7\nrunning = false\nsteps = 9\n")
        self.program.start("--replay", file, "--workload", "gasket")
        self.assertEqual(0, self.program.status())
        return self.program.turns.last()["gasket"]

    def test_every_engine_that_fits_is_measured_and_the_state_stays(self):
        plain = self.played()
        self.assertEqual([], plain["measured"])
        measured = self.played(command("race", racers=[], repeat=5, seed=1, energy=False))
        engines = [engine for engine in measured["measured"] if engine != "nu-mma"]  # on a GPU
        self.assertEqual(["bb", "lambda", "nu", "table", "bits"], engines)
        self.assertEqual(9, measured["steps"])
        self.assertEqual(plain["hash"], measured["hash"])

    def test_every_rho_is_measured_over_n(self):
        self.assertEqual([], self.played()["sizes"])
        sizes = self.played(command("sweep", g="", r="", B=""))["sizes"]
        self.assertEqual([[rho, r] for rho in (2, 4, 8, 16, 32) for r in range(2, 8)], sizes)


if __name__ == "__main__":
    unittest.main()
