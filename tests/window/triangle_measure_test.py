"""What the tab Triangle measures: all maps, at one or several N, and the log of the runs."""

import subprocess
import unittest

from program import MARIANI, command
from timing_rows import rows_of
from triangle_test import BB, TriangleTest

RACE = command("race", racers=[], repeat=5, seed=1, energy=False)


class MeasureTest(TriangleTest):
    def measured(self, settings, event=RACE):
        """What the tab reports once it has measured, with these settings."""
        self.program.save(f"[triangle]\n{settings}")
        self.program.begin_replay([event], *BB)
        field = "measured" if event is RACE else "measured_sides"
        turn = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get(field), "times")
        self.assertEqual(0, self.program.status())
        return turn["triangle"]

    def test_of_collision_the_grid_is_measured_too(self):
        measured = self.measured('test = "collision"\nn = 256\n')
        self.assertEqual(["bb", "grid"], measured["measured"][::10])

    def test_all_exact_maps_are_measured(self):
        measured = self.measured('test = "map"\nn = 256\n')
        self.assertEqual(["bb", "ltm", "ltm-square", "ltm-strict", "utm", "rb", "rb-threads", "rec",
                          "h", "dp"], measured["measured"])

    def test_printed_roots_are_measured_where_one_is_shown(self):
        measured = self.measured('test = "map"\nn = 256\nmap = "ltm-r"\nepsilon = 0.0\n')
        self.assertEqual(["dp", "ltm-x", "ltm-r", "ltm-n"], measured["measured"][9:])

    def test_a_map_as_printed_is_measured_where_it_is_shown(self):
        measured = self.measured('test = "map"\nn = 256\nmap = "rb-printed"\n')
        self.assertEqual(["dp", "rb-printed"], measured["measured"][9:])

    def test_measured_runs_are_logged_with_the_columns_of_bench(self):
        self.program.save('[triangle]\ntest = "map"\nn = 128\n')
        self.program.replay([RACE, command("start_timing_log"), RACE, command("stop_timing_log"), RACE],
                            *BB)
        rows = rows_of(self.program.home)
        self.assertEqual(50, len(rows), "five runs of ten maps; others are not in it")
        self.assertEqual({"128"}, {row["n"] for row in rows})
        self.assertEqual({"map"}, {row["test"] for row in rows})
        self.assertEqual(10, len({row["engine"] for row in rows}))
        self.assertTrue(all(float(row["compute_ms"]) > 0 for row in rows))
        bench = self.program.home / "bench.csv"
        subprocess.run([MARIANI, "bench", *BB, "--backend", "cpu", "--n", "64", "--repeat", "1",
                        "-o", bench], env=self.program.environment(), check=True,
                       stdout=subprocess.DEVNULL)
        self.assertEqual(bench.read_text().splitlines()[0].split(","), list(rows[0]))

    def test_all_exact_maps_are_measured_at_six_sizes(self):
        measured = self.measured('test = "map"\nn = 200\n',
                                 event=command("sweep", g="", r="", B=""))
        self.assertEqual([6, 12, 25, 50, 100, 200], measured["measured_sides"])
        self.assertEqual([], measured["measured"], "that is another measurement")

    def test_a_measurement_can_be_stopped(self):
        self.program.save('[triangle]\nn = 4096\n')
        self.program.begin_replay([RACE, {"wait": "measuring", **command("stop_experiment")}], *BB)
        self.assertEqual(0, self.program.status())
        self.assertEqual([], self.program.turns.last()["triangle"]["measured"])


if __name__ == "__main__":
    unittest.main()
