"""A few operations of each kind fail in each scenario; run.py makes all of them fail."""

import concurrent.futures
import contextlib
import random
import re
import sys
import types
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "window"))

import faulted  # noqa: E402
from desktop import Desktop  # noqa: E402
from run import Driver  # noqa: E402
from scenarios import COMMANDS, KINDS, SCENARIOS, WINDOWS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
HOST_KINDS = KINDS[:5]
SEED = 11


class EachEndsWellTest(unittest.TestCase):
    def try_some(self, driver, scenario, kinds, each):
        driver.prepare(scenario)
        for kind in kinds:
            count = driver.count(scenario, kind)
            chosen = random.Random(SEED).sample(range(1, count + 1), min(each, count))
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                results = list(pool.map(lambda number: driver.tried(scenario, kind, number), chosen))
            for number, (run, said) in zip(chosen, results):
                with self.subTest(f"run.py --scenario {scenario.name} --kind {kind} --only {number}"):
                    self.assertEqual([], said, f"{run.fired}: {run.said} {run.stack()}")

    def test_commands(self):
        with contextlib.closing(Driver(None, [])) as driver:
            for scenario in COMMANDS:
                self.try_some(driver, scenario, [kind for kind in HOST_KINDS if kind != "gl"], 3)

    def test_windows(self):
        with contextlib.closing(Desktop(480, 300)) as desktop, \
             contextlib.closing(Driver(desktop.name, [])) as driver:
            chosen = random.Random(SEED).sample(WINDOWS, 3)
            for scenario in chosen:
                self.try_some(driver, scenario, random.Random(scenario.name).sample(HOST_KINDS, 2), 1)


class EveryOneOfTheseTest(unittest.TestCase):
    """Operations that did not end well once."""

    def try_all(self, driver, scenario, kind, operation, numbers=range(1, 11)):
        driver.operation = operation
        driver.prepare(SCENARIOS[scenario])
        count = driver.count(SCENARIOS[scenario], kind)
        self.assertGreaterEqual(count, numbers[0])
        chosen = [number for number in numbers if number <= count]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda number: driver.tried(SCENARIOS[scenario], kind, number), chosen))
        for number, (run, said) in zip(chosen, results):
            with self.subTest(scenario, operation=operation, number=number):
                self.assertEqual([], said, f"{run.said} {run.stack()}")

    def test_of_commands(self):
        with contextlib.closing(Driver(None, [])) as driver:
            self.try_all(driver, "race-command", "file", "fstat")

    def test_of_windows(self):
        with contextlib.closing(Desktop(480, 300)) as desktop, \
             contextlib.closing(Driver(desktop.name, [])) as driver:
            self.try_all(driver, "start", "gl", "glCreateVertexArrays")
            self.try_all(driver, "engine", "c-allocation", "malloc", range(1, 4))
            # The loader of OpenGL, and what reads the bookmarks' pictures.
            self.try_all(driver, "start", "c-allocation", "malloc", [7, 8, *range(50, 1500, 100)])
            # Dear ImGui's tables.
            self.try_all(driver, "sweep", "c-allocation", "malloc", range(54, 80, 3))


class TheNetNoticesTest(unittest.TestCase):
    """That a bad end is taken for one."""

    def setUp(self):
        home = faulted.Home()
        self.addCleanup(home.close)
        scenario = next(scenario for scenario in COMMANDS if scenario.name == "model")
        self.reference = faulted.Run(scenario, home, None, f"file:{faulted.NEVER}")
        self.run_ = types.SimpleNamespace(
            **vars(self.reference), outputs=self.reference.outputs)

    def complaints(self, **changes):
        vars(self.run_).update(changes)
        return faulted.complaints(self.run_, self.reference)

    def test_nothing_is_said_against_a_good_end(self):
        self.assertEqual([], self.complaints())
        self.assertGreater(self.reference.counted, 10)

    def test_a_crash(self):
        self.assertEqual(["it ends by SIGSEGV"], self.complaints(status=-11))

    def test_silence(self):
        self.assertIn("it ends without a message", self.complaints(status=1, said=""))
        self.assertIn("model.csv is missing, and nothing says why",
                      self.complaints(status=0, said="", outputs=dict))

    def test_what_is_lost_left_or_cut_short(self):
        files = dict(self.reference.after)
        for name, content, words in [("notes.txt", b"", "notes.txt is lost"),
                                     (".model.csv.x.part", b"", ".model.csv.x.part is left"),
                                     ("model.csv", b"n,g\n1", "model.csv is not whole"),
                                     ("cut.png", b"\x89PNG", "cut.png is not whole")]:
            with self.subTest(name):
                self.assertIn(words, self.complaints(after={**files, name: content}))


class SeamsTest(unittest.TestCase):
    """That there is one for each function that the sources call."""

    ASKED_ONLY = {"cudaGetErrorName", "cudaGetErrorString", "cudaLaunchKernelEx"}
    ON_DEVICE = {"cudaStreamCreateWithFlags"}

    def called(self, pattern):
        return {name for folder in ["compute", "render", "app"]
                for file in (ROOT / folder).rglob("*.c*")
                for name in re.findall(pattern, file.read_text(encoding="utf-8"))}

    def test_cuda(self):
        seams = (ROOT / "tests/faults/inject_cuda.cpp").read_text(encoding="utf-8")
        called = self.called(r"\b(cuda[A-Z]\w+)\(") - self.ASKED_ONLY - self.ON_DEVICE
        self.assertEqual(set(), {name for name in called if not re.search(rf"\b{name}\b", seams)})

    def test_gl(self):
        seams = (ROOT / "tests/faults/inject_gl.cpp").read_text(encoding="utf-8")
        called = self.called(r"\b(gl(?:Create|Gen[a-z]|Map|Fence|Texture\w*Storage|\w*BufferStorage)\w+)\(")
        self.assertEqual(set(), {name for name in called if not re.search(rf"\b{name}\b", seams)})


if __name__ == "__main__":
    unittest.main(verbosity=2)
