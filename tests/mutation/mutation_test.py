"""Every kept fault fits the code; and the runner says which were noticed."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import fault_lists
import run

ROOT = Path(__file__).resolve().parents[2]

# A project whose tests look for words in a text.
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(words NONE)
enable_testing()
foreach(word one two)
    add_test(NAME word.${word} COMMAND grep -q ${word} "${CMAKE_SOURCE_DIR}/app/words/text")
endforeach()
"""


class KeptFaultsTest(unittest.TestCase):
    def test_fit_the_code(self):
        faults = fault_lists.read(ROOT / "tests/mutation/faults")
        complaints = fault_lists.check(ROOT, faults)
        self.assertEqual([], complaints, "\n" + "\n".join(complaints))


class RunnerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("CMakeLists.txt", PROJECT)
        self.write(".gitignore", "/build/\n")
        self.write("app/words/text", "one two three\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def faults(self, *entries):
        text = ""
        for number, (find, tests, more) in enumerate(entries):
            text += (f'[[fault]]\nid = "f{number}"\nfile = "app/words/text"\nbuild = ["all"]\n'
                     f'find = "{find}"\nreplace = "x"\ntests = "{tests}"\n{more}\n')
        self.write("tests/mutation/faults/words.toml", text)

    def run_faults(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run.main(["--root", str(self.root), *words])
        return status, out.getvalue(), err.getvalue()

    def test_a_fault_is_noticed_and_the_tree_stays_as_it_is(self):
        self.faults(("two", "word", ""))
        status, out, _ = self.run_faults()
        self.assertEqual(0, status, out)
        self.assertRegex(out, r"noticed +f0 .* by word\.two")
        self.assertEqual("one two three\n", (self.root / "app/words/text").read_text())

    def test_a_fault_that_no_test_notices_has_survived(self):
        self.faults(("one", "word.one", ""), ("two", "word.one", ""), ("three", "word", ""))
        status, out, _ = self.run_faults()
        self.assertEqual(1, status)
        self.assertRegex(out, r"app/words +1 +2 +0 +0 +0\n")
        self.assertRegex(out, r"survived +f1 .* none of word.one noticed 'x' in app/words/text")

    def test_equivalent_faults_are_tried_too(self):
        self.faults(("three", "word", 'equivalent = "nobody reads it"'))
        status, out, _ = self.run_faults()
        self.assertEqual(0, status, out)
        self.assertRegex(out, "equivalent +f0 .* nobody reads it")
        self.faults(("two", "word", 'equivalent = "nobody reads it"'))
        status, out, _ = self.run_faults()
        self.assertEqual(2, status)
        self.assertIn("called equivalent, but noticed by word.two", out)

    def test_without_a_gpu_its_faults_are_left_out(self):
        self.faults(("one", "word", ""), ("two", "word", "gpu = true"))
        self.assertRegex(self.run_faults()[1], r"all +1 +0 +0 +1 +0\n")
        self.assertRegex(self.run_faults("--gpu")[1], r"all +1 +0 +0 +0 +0\n")

    def test_tests_that_fail_by_themselves_are_an_error(self):
        self.write("app/words/text", "one three\n")
        self.faults(("one", "word", ""))
        status, _, err = self.run_faults()
        self.assertEqual(2, status)
        self.assertIn("word.two fails without a fault", err)

    def test_tests_that_are_not_there_are_an_error(self):
        self.faults(("one", "ward", ""))
        self.assertEqual(2, self.run_faults()[0])

    def test_a_fault_that_does_not_fit_is_an_error(self):
        self.faults(("four", "word", ""))
        for words in [("--check",), ()]:
            status, _, err = self.run_faults(*words)
            self.assertEqual(2, status)
            self.assertIn("f0: app/words/text has its text 0 times", err)
        self.faults(("o", "word", ""))
        self.assertIn("2 times", self.run_faults("--check")[2])

    def test_what_does_not_build_is_an_error(self):
        self.faults(("one", "word", ""), ("two", "word", 'build_ = 1'))
        self.assertIn("f1: build_ is not a field", self.run_faults("--check")[2])
        self.faults(("one", "word", ""))
        text = (self.root / "tests/mutation/faults/words.toml").read_text()
        self.write("tests/mutation/faults/words.toml", text.replace('"all"', '"nothing"'))
        self.assertIn("building nothing failed", self.run_faults()[2])

    def test_areas_and_names_choose(self):
        self.faults(("one", "word", ""), ("two", "word", ""))
        self.assertEqual(1, len(self.run_faults("--list", "--id", "1$")[1].splitlines()))
        self.assertEqual(2, len(self.run_faults("--list", "--area", "words")[1].splitlines()))
        self.assertIn("there is no list letters; there are words",
                      self.run_faults("--area", "letters")[2])


class TargetsTest(unittest.TestCase):
    def test_are_derived_from_the_tests(self):
        self.assertEqual(("files_test", "measure_tests"),
                         fault_lists.targets_of("files_test.Npy|measure_tests.Race|files_test.X"))
        self.assertEqual(("mariani",), fault_lists.targets_of("window.log"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
