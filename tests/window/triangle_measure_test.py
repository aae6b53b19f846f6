"""What the tab Triangle measures: all maps, at one or several N, and the log of the runs."""

import json
import subprocess
import unittest

from program import MARIANI, command
from timing_rows import rows_of
from triangle_test import BB, TriangleTest


class MeasureTest(TriangleTest):
    def test_of_collision_the_grid_is_measured_too(self):
        self.program.save('[triangle]\ntest = "collision"\nn = 256\n')
        file = self.program.home / "measure.json"
        file.write_text(json.dumps([
            {"wait": "settled", **command("race", racers=[], repeat=5, seed=1, energy=False)},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, *BB)
        measured = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measured"), "times")
        self.assertEqual(["bb", "grid"], measured["triangle"]["measured"][::10])
        self.assertEqual(0, self.program.status())

    def test_all_exact_maps_are_measured(self):
        self.open_triangle('test = "map"\nn = 256\n')
        self.program.end()
        file = self.program.home / "measure.json"
        file.write_text(json.dumps([
            {"wait": "settled", **command("race", racers=[], repeat=5, seed=1, energy=False)},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, *BB)
        measured = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measured"), "times")
        self.assertEqual(["bb", "ltm", "ltm-square", "ltm-strict", "utm", "rb", "rb-threads", "rec",
                          "h", "dp"], measured["triangle"]["measured"])
        self.assertEqual(0, self.program.status())

    def test_printed_roots_are_measured_where_one_is_shown(self):
        self.program.save('[triangle]\ntest = "map"\nn = 256\nmap = "ltm-r"\nepsilon = 0.0\n')
        file = self.program.home / "measure.json"
        file.write_text(json.dumps([
            {"wait": "settled", **command("race", racers=[], repeat=5, seed=1, energy=False)},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, "--workload", "triangle")
        measured = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measured"), "times")
        self.assertEqual(["dp", "ltm-x", "ltm-r", "ltm-n"], measured["triangle"]["measured"][9:])
        self.assertEqual(0, self.program.status())

    def test_a_map_as_printed_is_measured_where_it_is_shown(self):
        self.program.save('[triangle]\ntest = "map"\nn = 256\nmap = "rb-printed"\n')
        file = self.program.home / "measure.json"
        file.write_text(json.dumps([
            {"wait": "settled", **command("race", racers=[], repeat=5, seed=1, energy=False)},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, "--workload", "triangle")
        measured = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measured"), "times")
        self.assertEqual(["dp", "rb-printed"], measured["triangle"]["measured"][9:])
        self.assertEqual(0, self.program.status())

    def test_measured_runs_are_logged_with_the_columns_of_bench(self):
        self.program.save('[triangle]\ntest = "map"\nn = 128\n')
        race = command("race", racers=[], repeat=5, seed=1, energy=False)
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([
            {"wait": "settled", **race}, {"wait": "settled", **command("start_timing_log")},
            {"wait": "settled", **race}, {"wait": "settled", **command("stop_timing_log")},
            {"wait": "settled", **race}, {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, *BB)
        self.assertEqual(0, self.program.status())
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
        self.program.save('[triangle]\ntest = "map"\nn = 200\n')
        file = self.program.home / "measure.json"
        file.write_text(json.dumps([
            {"wait": "settled", **command("sweep", g="", r="", B="")},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, *BB)
        measured = self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measured_sides"), "times")
        self.assertEqual([6, 12, 25, 50, 100, 200], measured["triangle"]["measured_sides"])
        self.assertEqual([], measured["triangle"]["measured"], "that is another measurement")
        self.assertEqual(0, self.program.status())

    def test_a_measurement_can_be_stopped(self):
        self.program.save('[triangle]\nn = 4096\n')
        file = self.program.home / "stop.json"
        race = command("race", racers=[], repeat=5, seed=1, energy=False)
        file.write_text(json.dumps([
            {"wait": "settled", **race}, {"time": 0.2, **command("stop_experiment")},
            {"wait": "settled", "event": "quit"}]))
        self.program.start("--replay", file, *BB)
        self.program.turns.wait_for(
            lambda turn: turn["triangle"] and turn["triangle"].get("measuring"), "a measurement")
        self.assertEqual(0, self.program.status())
        self.assertEqual([], self.program.turns.last()["triangle"]["measured"])


if __name__ == "__main__":
    unittest.main()
