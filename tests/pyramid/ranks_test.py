"""`mariani-mpi poster`: the ranks of a job make the poster that one process makes; a rank may be killed.

    ranks_test.py MARIANI_MPI MPIEXEC
"""

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

sys.path.insert(0, os.path.dirname(__file__))
import poster
from poster_test import SLOW, SMALL

PROGRAM, MPIEXEC = sys.argv.pop(1), sys.argv.pop(1)
# Four ranks on any machine, started by root too: Open MPI asks for all of this, MPICH ignores it.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}


def ranks(number):
    return (MPIEXEC, "-n", str(number), PROGRAM, "poster")


def children_named(name):
    """The processes of this user that run the program."""
    found = subprocess.run(["pgrep", "-x", name], stdout=subprocess.PIPE, text=True, check=False).stdout
    return [int(pid) for pid in found.split()]


class Ranks(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mariani-ranks-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

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
            victims = children_named("mariani-mpi")
            if victims and job.poll() is None:
                os.kill(chosen.choice(victims), signal.SIGKILL)
                job.communicate()
                self.assertNotEqual(job.returncode, 0)
            else:
                job.communicate()
            while children_named("mariani-mpi"):
                time.sleep(0.02)
        poster.make(place, *SLOW, command=ranks(2), env=ENVIRONMENT)
        self.assertEqual(poster.checked(place), poster.checked(self.folder / "whole"))

    def test_other_commands_are_refused_once(self):
        result = poster.run(command=(*ranks(2)[:-1], "bench"), env=ENVIRONMENT)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("mariani-mpi has one command, poster"), 1)

    def test_the_program_itself_links_no_mpi(self):
        libraries = subprocess.run(["ldd", poster.MARIANI], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertNotIn("mpi", libraries)


if __name__ == "__main__":
    unittest.main()
