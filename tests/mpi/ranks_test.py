"""`mariani-mpi`: the ranks of a job make the poster that one process makes, and measure what one process
measures; a rank may be killed.

    ranks_test.py MARIANI_MPI MPIEXEC
"""

import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "pyramid"))
import poster  # noqa: E402  (lies beside the tests of posters)
from poster_test import SLOW, SMALL  # noqa: E402

PROGRAM, MPIEXEC = os.path.realpath(sys.argv.pop(1)), sys.argv.pop(1)
# Four ranks on any machine, started by root too: Open MPI asks for all of this, MPICH ignores it.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}

VIEW = ("--view", "seahorse", "--backend", "cpu")
GRID = ("--g", "2,4,8", "--r", "2,4", "--B", "8,16,32")
COUNTS = ("g", "r", "B", "regions", "pixels_filled", "iterations")
EXPERIMENT = {
    "mariani_experiment": 1, "title": "Ranks",
    "view": {"center_re": -0.5, "center_im": 0, "height_im": 2}, "dwell": 256, "precision": "f64",
    "backend": "cpu", "fill": "uniform", "shortcuts": False, "threads": 1, "repeat": 2, "minutes": 5,
    "cases": [{"engine": "ex", "sizes": ["64x64", "128x128"], "largest": False, "block": ["16x16"]},
              {"engine": "ask", "scheme": "sbr", "sizes": ["64x64", "128x128"], "largest": False, "block": ["16x16"],
               "g": [2, 4, 8], "r": [2, 4], "B": [8, 16]}]}


def ranks(number, command="poster"):
    return (MPIEXEC, "-n", str(number), PROGRAM, command)


def running():
    """The ranks of this program, whoever started them."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "exe") == PROGRAM:
                found.append(int(process.name))
        except OSError:  # ended, or another user's
            pass
    return found


def wait_for_end():
    while running():
        time.sleep(0.02)


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def counted(rows):
    return sorted(tuple(row[name] for name in COUNTS) for row in rows)


class Ranks(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mariani-ranks-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def job(self, number, command, *arguments):
        result = poster.run(*arguments, command=ranks(number, command), env=ENVIRONMENT)
        self.assertEqual(0, result.returncode, result.stdout + result.stderr)
        return result.stdout

    def one(self, command, *arguments):
        result = poster.run(*arguments, command=(poster.MARIANI, command))
        self.assertEqual(0, result.returncode, result.stdout + result.stderr)
        return result.stdout

    def kill_one(self, job, chosen=random.Random(7)):
        victims = running()
        if victims and job.poll() is None:
            os.kill(chosen.choice(victims), signal.SIGKILL)
            job.communicate()
            self.assertNotEqual(job.returncode, 0)
        else:
            job.communicate()
        wait_for_end()


class Posters(Ranks):
    def test_four_ranks_make_the_poster_of_one_process(self):
        out = poster.make(self.folder / "ranks", *SMALL, command=ranks(4), env=ENVIRONMENT)
        self.assertIn("22 of 22 cells", out)
        poster.make(self.folder / "one", *SMALL)
        self.assertEqual(poster.checked(self.folder / "ranks"), poster.checked(self.folder / "one"))
        self.assertGreater(len(list((self.folder / "ranks" / "done").glob("*.log"))), 1)

    def test_a_killed_rank_ends_the_job_and_others_go_on(self):
        poster.make(self.folder / "whole", *SLOW)
        place = self.folder / "ranks"
        chosen = random.Random(7)
        for number in (4, 3, 2, 4):
            job = poster.start("-o", place, *SLOW, command=ranks(number), env=ENVIRONMENT)
            poster.wait_for_cells(place, poster.logged_cells(place) + 1 + chosen.randrange(20), job)
            self.kill_one(job)
        poster.make(place, *SLOW, command=ranks(2), env=ENVIRONMENT)
        self.assertEqual(poster.checked(place), poster.checked(self.folder / "whole"))


class Measurements(Ranks):
    def test_three_ranks_measure_each_cell_of_a_sweep_once(self):
        by_ranks, by_one = self.folder / "ranks.csv", self.folder / "one.csv"
        out = self.job(3, "sweep", *VIEW, *GRID, "--size", "96x96", "--repeat", "2", "-o", by_ranks)
        self.one("sweep", *VIEW, *GRID, "--size", "96x96", "--repeat", "2", "-o", by_one)
        self.assertIn("measured by 3 ranks", out)
        self.assertEqual(1, out.count("median ms"))
        self.assertEqual(18, len(rows_of(by_ranks)))
        self.assertEqual(counted(rows_of(by_one)), counted(rows_of(by_ranks)))
        self.assertEqual(rows_of(by_one)[0].keys(), rows_of(by_ranks)[0].keys())

    def test_a_sweep_that_lost_a_rank_is_resumed(self):
        file = self.folder / "sweep.csv"
        asked = (*VIEW, *GRID, "--size", "512x512", "--repeat", "3", "-o", file)
        job = poster.start(*asked, command=ranks(3, "sweep"), env=ENVIRONMENT)
        while job.poll() is None and not (file.exists() and len(rows_of(file)) >= 3):
            time.sleep(0.005)
        self.kill_one(job)
        before = len(rows_of(file))
        self.assertGreaterEqual(before, 3)
        out = self.job(3, "sweep", *asked)
        self.assertIn(f"{before} cells were already in", out)
        self.assertEqual(18, len(set(counted(rows_of(file)))))
        self.assertEqual(18, len(rows_of(file)))

    def test_the_rows_of_an_experiment_are_in_the_order_of_one_process(self):
        asked = self.folder / "asked.json"
        asked.write_text(json.dumps(EXPERIMENT))
        self.job(3, "bench", asked, "-o", self.folder / "ranks.json")
        self.one("bench", asked, "-o", self.folder / "one.json")
        records = [json.loads((self.folder / name).read_text())["record"] for name in ("one.json", "ranks.json")]
        rows = [[{key: value for key, value in row.items() if not key.startswith("ms_")} for row in record["rows"]]
                for record in records]
        self.assertEqual(2 * 13, len(rows[0]))
        without_runs = [[{**row, "runs": 0} for row in each] for each in rows]  # a hopeless row has one
        self.assertEqual(*without_runs)
        self.assertEqual([], records[1]["left_out"])

    def test_each_rank_runs_a_bench_and_the_first_writes_all(self):
        file = self.folder / "log.csv"
        out = self.job(3, "bench", *VIEW, "--engine", "ex,ask", "--size", "96x96", "--repeat", "2", "-o", file)
        places = [out.index(f"rank {rank} of 3 (") for rank in range(3)]
        self.assertEqual(sorted(places), places)
        self.assertEqual(["1", "1", "2", "2"] * 3, [row["run"] for row in rows_of(file)])

    def test_what_ends_the_first_rank_ends_the_others(self):
        file = self.folder / "sweep.csv"
        file.write_text("something else\n")
        result = poster.run(*VIEW, *GRID, "--size", "512x512", "-o", file, command=ranks(3, "sweep"),
                            env=ENVIRONMENT, timeout=60)
        self.assertNotEqual(0, result.returncode)
        self.assertEqual(1, result.stderr.count("is not a sweep: name another file"), result.stderr)
        self.assertEqual("something else\n", file.read_text())


class Refusals(Ranks):
    def refused(self, why, *arguments, command="bench"):
        result = poster.run(*arguments, command=ranks(2, command), env=ENVIRONMENT)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(1, result.stderr.count(why), result.stderr)

    def test_what_ranks_cannot_do_is_refused_once(self):
        self.refused("mariani-mpi has the commands poster, sweep and bench", command="info")
        self.refused("mariani-mpi has the commands poster, sweep and bench", "--suite")
        self.refused("--energy: ranks of a host", "--energy")
        self.refused("--experiment: an experiment is written by one process", "--experiment", self.folder / "a.json")

    def test_help_says_what_is_compared_with_what(self):
        out = self.job(2, "sweep", "--help")
        self.assertEqual(1, out.count("a cell's\n                runs and its Ex are of one rank"))

    def test_processes_of_another_mpis_mpirun_say_that_they_are_alone(self):
        variable = "PMI_SIZE" if "openmpi" in PROGRAM else "OMPI_COMM_WORLD_SIZE"
        alone = subprocess.run([PROGRAM, "poster", "--help"], env={**ENVIRONMENT, variable: "3"}, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        self.assertIn("3 processes were started, and each computes everything by itself", alone.stderr)

    def test_the_program_itself_links_no_mpi(self):
        libraries = subprocess.run(["ldd", poster.MARIANI], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertNotIn("mpi", libraries)


if __name__ == "__main__":
    unittest.main()
