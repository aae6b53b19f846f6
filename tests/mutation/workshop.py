"""A copy of the tree with a build folder of its own, in which faults are tried."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import fault_lists

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "structure"))
from checks import repository_files  # noqa: E402  (lies beside the structure test)

TEST_SECONDS = 600  # of one test: a fault may make it endless
LISTS_TEST = "^mutation$"  # finds the texts of every fault: it would notice all of them


class Failed(Exception):
    """What must work without a fault does not, or a fault cannot be built."""


class Workshop:
    def __init__(self, root, folder, cmake_arguments=(), jobs=None):
        self.root, self.tree = root, folder / "tree"
        self.build_folder = self.tree / "build" / "release"
        self.cmake_arguments = list(cmake_arguments)
        self.jobs = str(jobs or os.cpu_count())

    def prepare(self):
        """Makes the copy the same as the tree; what did not change keeps its date and is not built
        again."""
        wanted = {path for path in repository_files(self.root) if (self.root / path).is_file()}
        for path in wanted:
            self._copy(path)
        for path in set(repository_files(self.tree)) - wanted:
            (self.tree / path).unlink()
        self._run("configuring", ["cmake", "-G", "Ninja", "-S", self.tree, "-B", self.build_folder,
                                  "-DCMAKE_BUILD_TYPE=Release", *self.cmake_arguments])

    def passes(self, tests, targets):
        """Builds and tests what has no fault: the name of a test that fails, or None."""
        self._build(targets)
        return self._failing(tests)

    def try_fault(self, fault):
        """The name of the test that noticed; None where none did."""
        path = self.tree / fault.file
        faulty = fault_lists.with_fault(self.tree, fault)
        sound = path.read_bytes()
        path.write_text(faulty, encoding="utf-8")
        try:
            self._build(fault.build)
            return self._failing(fault.tests)
        finally:
            path.write_bytes(sound)

    def _copy(self, path):
        source, copy = self.root / path, self.tree / path
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            return
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)

    def _run(self, doing, words):
        done = subprocess.run(words, cwd=self.tree, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise Failed(f"{doing} failed:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")

    def _build(self, targets):
        self._run("building " + " ".join(targets),
                  ["ninja", "-C", self.build_folder, "-j", self.jobs, *targets])

    def _failing(self, tests):
        done = subprocess.run(
            ["ctest", "--test-dir", self.build_folder, "-R", tests, "-E", LISTS_TEST,
             "--no-tests=error", "--stop-on-failure", "--timeout", str(TEST_SECONDS), "-j", self.jobs],
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode == 0:
            return None
        if "No tests were found" in done.stdout + done.stderr:
            raise Failed(f"no test is called {tests}")
        failed = re.search(r"^\s*\d+ - (\S+) \((?!Skipped|Disabled)", done.stdout, re.MULTILINE)
        return failed[1] if failed else "ctest"
