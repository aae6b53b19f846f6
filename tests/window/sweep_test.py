"""A sweep in the window: run, saved as an experiment, and repeated by the command line."""

import json
import unittest

from program import WindowTest, command


class SweepTest(WindowTest):
    def test_a_sweep_is_run_saved_and_repeated(self):
        self.program.replay([command("toggle_laboratory"),
                             command("sweep", g="2,4", r="2", B="8..32"),
                             command("export_sweep")],
                            "--view", "paper", "--engine", "ask", "--backend", "cpu",
                            "--dwell", "100")
        [saved] = self.program.home.rglob("*-experiment.json")
        rows = json.loads(saved.read_text(encoding="utf-8"))["record"]["rows"]
        cells = {(row["g"], row["r"], row["B"]) for row in rows if row["engine"] == "ask"}
        self.assertEqual({(g, 2, B) for g in (2, 4) for B in (8, 16, 32)}, cells)
        self.assertTrue(all(row["ms_min"] <= row["ms_median"] <= row["ms_max"] for row in rows))
        again = self.program.run("bench", saved)
        self.assertEqual((0, ""), (again.returncode, again.stderr))
        self.assertIn(f"{len(rows)} of {len(rows)} recorded rows repeated", again.stdout)

    def test_auto_is_measured_with_the_scheme_that_it_takes(self):
        view = ("--view", "paper", "--dwell", "100")
        said = self.program.run("render", *view, "-o", "paper.png").stdout
        self.program.replay([command("sweep", g="8", r="2", B="16"), command("export_sweep")],
                            *view)
        [saved] = self.program.home.rglob("*-experiment.json")
        rows = json.loads(saved.read_text(encoding="utf-8"))["record"]["rows"]
        [scheme] = [row["scheme"] for row in rows if row["engine"] == "ask"]
        self.assertIn(f" ASK-{scheme.upper()} on ", said)

    def test_there_is_nothing_to_save_before(self):
        self.program.replay([command("export_sweep")])
        self.assertEqual([], list(self.program.home.rglob("*-experiment.json")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
