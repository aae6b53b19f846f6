"""`mariani reproduce` as a user runs it: its report, what it resumes, compares and refuses."""

import json
import os
import re
import signal
import subprocess
import unittest
from pathlib import Path

from reports import COMPUTED_ONLY, Page, Program, folder_complaints, json_complaints

from desktop import wait_until
from program import MARIANI

ROOT = Path(__file__).resolve().parents[2]
ERRATA = ROOT / "compute" / "papers.md"
CPU = ["--backend", "cpu"]
MEASURED = "modeling.start"  # it takes a few seconds, and times alone decide it
COUNTED = "triangle.theorem-1"
DERIVED = "modeling.mbr-overhead"


class ReproduceTest(unittest.TestCase):
    def setUp(self):
        self.program = Program(None)
        self.addCleanup(self.program.close)
        self.folder = self.program.home / "report"

    def reproduce(self, *arguments, status=0):
        done = self.program.run("reproduce", *arguments)
        self.assertEqual(status, done.returncode, done.stderr)
        return done

    def refused(self, *arguments, status=2):
        """The one line that says why."""
        done = self.reproduce(*arguments, status=status)
        self.assertRegex(done.stderr, r"\Amariani: [^\n]+\n\Z")
        self.assertEqual("", done.stdout)
        return done.stderr

    def report(self, folder=None):
        return json.loads(((folder or self.folder) / "report.json").read_text(encoding="utf-8"))

    def claims(self, folder=None):
        return {claim["id"]: claim for claim in self.report(folder)["claims"]}

    def expect_whole(self, folder=None):
        self.assertEqual([], folder_complaints(folder or self.folder))


class ComputedTest(ReproduceTest):
    def test_what_is_computed_needs_no_time(self):
        printed = self.reproduce(*CPU, "modeling", *COMPUTED_ONLY, "-o", self.folder).stdout
        self.expect_whole()
        claims = self.claims()
        computed = {name for name, claim in claims.items() if claim["time"]}
        self.assertIn("modeling.omega-limit", computed)
        for name, claim in claims.items():
            with self.subTest(name):
                self.assertTrue(name.startswith("modeling."))
                self.assertEqual(name in computed, bool(claim["results"]))
                self.assertRegex(printed, rf"(?m)^{re.escape(name)} +{claim['verdict']}")
                if name not in computed:
                    self.assertEqual("not on this machine", claim["verdict"])
        self.assertIn("it is about the times of a GPU", claims[MEASURED]["why"])
        self.assertIn("it needs an NVIDIA GPU", claims["modeling.energy"]["why"])

    def test_every_paper_can_be_chosen(self):
        self.reproduce(*CPU, *COMPUTED_ONLY, "-o", self.folder)
        self.expect_whole()
        listed = self.reproduce(*CPU, "--list").stdout
        names = re.findall(r"(?m)^  (\S+)", listed)
        self.assertEqual(names, list(self.claims()))
        self.assertIn("less time was left", self.claims()[COUNTED]["why"])

    def test_without_a_folder_it_is_only_printed(self):
        before = set(self.program.home.rglob("*"))
        printed = self.reproduce(*CPU, "modeling.cores").stdout
        self.assertRegex(printed, r"(?m)^modeling\.cores +holds$")
        self.assertRegex(printed, r"(?m)^  A100 +6912; published: 6912$")
        self.assertEqual(before, set(self.program.home.rglob("*")))

    def test_verdicts_do_not_change_the_exit_status(self):
        printed = self.reproduce(*CPU, "modeling.omega-g").stdout
        self.assertIn("cannot be obtained from the text", printed)


class ResumedTest(ReproduceTest):
    def test_nothing_is_measured_twice(self):
        measure = [*CPU, MEASURED, "modeling.cores", "-o", self.folder]
        self.reproduce(*measure)
        self.expect_whole()
        first = self.claims()[MEASURED]
        self.assertEqual("not on this machine", first["verdict"])
        self.assertIn("it is about the times of a GPU", first["why"])
        self.assertIsNotNone(first["quantities"][0]["value"], "shown all the same")
        self.assertIn(MEASURED, Page((self.folder / "report.html").read_text()).charts)
        self.assertTrue(all(len(row["ms"]) >= 5 for result in first["results"]
                            for row in result["rows"]))
        again = self.reproduce(*measure, *COMPUTED_ONLY)
        self.assertEqual(first, self.claims()[MEASURED])
        self.assertNotIn(MEASURED, again.stdout)
        self.expect_whole()

    def test_what_is_derived_is_derived_again(self):
        measure = [*CPU, DERIVED, "-o", self.folder]
        self.reproduce(*measure)
        first = self.claims()[DERIVED]
        self.assertTrue(all(result["command"] for result in first["results"]), "none is derived")
        rows = (self.folder / f"{DERIVED}.csv").read_text().splitlines()
        self.assertIn("model_with_overhead_ms", rows[0])
        self.assertNotIn(DERIVED, self.reproduce(*measure).stdout)
        self.assertEqual(first, self.claims()[DERIVED])

    def test_another_choice_adds_to_what_is_there(self):
        self.reproduce(*CPU, MEASURED, "modeling.cores", "-o", self.folder)
        first = self.claims()[MEASURED]
        self.reproduce(*CPU, "modeling.canonical-order", "-o", self.folder)
        self.assertEqual(first, self.claims()[MEASURED])
        self.assertEqual([MEASURED, "modeling.cores", "modeling.canonical-order"],
                         list(self.claims()))
        self.expect_whole()

    def test_an_interrupted_run_leaves_a_whole_report(self):
        measured = "modeling.best-g"
        words = [*CPU, "modeling.cores", measured, "-o", self.folder]
        running = subprocess.Popen(
            [MARIANI, "reproduce", *map(str, words)], cwd=self.program.home,
            env=self.program.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        # What is computed is written before anything is measured.
        wait_until((self.folder / "report.json").exists, "a report")
        running.send_signal(signal.SIGINT)
        said = running.communicate()[1]
        self.assertEqual(130, running.returncode, said)
        self.assertIn("reproduce: interrupted; the same command goes on from here", said)
        self.assertEqual([], list(self.folder.rglob("*.part")))
        self.expect_whole()
        self.assertEqual(["modeling.cores"], list(self.claims()))
        self.reproduce(*words, *COMPUTED_ONLY)
        self.assertEqual([measured, "modeling.cores"], list(self.claims()))


class ComparedTest(ReproduceTest):
    def test_its_own_report_agrees_with_itself(self):
        names = ["modeling.cores", "modeling.omega-limit"]
        self.reproduce(*CPU, *names, "-o", self.folder)
        other = self.program.home / "other"
        self.reproduce(*CPU, *names, "-o", other, "--compare", self.folder / "report.json")
        self.expect_whole(other)
        page = (other / "report.html").read_text(encoding="utf-8")
        self.assertEqual(2, page.count("<th>machine 2</th>"))
        self.assertIn("<td>6912</td><td>6912</td>", page)
        self.assertNotIn("machine 2", (self.folder / "report.html").read_text(encoding="utf-8"))

    def test_two_others_stand_side_by_side(self):
        self.reproduce(*CPU, "modeling.cores", "-o", self.folder)
        given = str(self.folder / "report.json")
        self.reproduce(*CPU, "modeling.cores", "-o", self.folder, "--compare", given, given)
        self.assertIn("<td>6912</td><td>6912</td><td>6912</td>",
                      (self.folder / "report.html").read_text(encoding="utf-8"))
        self.expect_whole()


class ListedTest(ReproduceTest):
    def test_claims_are_listed_by_paper(self):
        listed = self.reproduce(*CPU, "--list").stdout
        self.assertRegex(listed, r"(?m)^modeling: Modeling GPU Dynamic Parallelism")
        self.assertRegex(listed, r"(?m)^  modeling\.cores +computed  q multiprocessors")
        self.assertRegex(listed, rf"(?m)^  {re.escape(COUNTED)} +\d+ s  ")
        self.assertRegex(listed, rf"(?m)^  {re.escape(MEASURED)} +if named  ")
        self.assertRegex(self.reproduce(*CPU, "--list", MEASURED).stdout,
                         rf"(?m)^  {re.escape(MEASURED)} +\d+ s  ")
        self.assertRegex(listed, r"(?m)^  modeling\.energy +not here  ")
        self.assertEqual(f"modeling: {listed.split('modeling: ')[1].splitlines()[0]}",
                         self.reproduce(*CPU, "--list", "modeling.cores").stdout.splitlines()[0])
        self.assertEqual(2, len(self.reproduce(*CPU, "--list", "modeling.cores").stdout.splitlines()))

    def test_examples_name_claims_that_there_are(self):
        examples = re.findall(r"(?m)^  mariani reproduce(.*)", self.reproduce("--help").stdout)
        self.assertGreater(len(examples), 2)
        for words in examples:
            with self.subTest(words):
                names = words.split(" -")[0].split()
                self.reproduce(*CPU, *names, "--list")

    def test_errata_are_the_page_of_the_documentation(self):
        printed = self.reproduce("--errata").stdout
        self.assertTrue(printed.startswith("# Errata of the papers\n"))
        for line in printed.splitlines():
            if line.startswith("|"):
                self.assertEqual(5, len(re.findall(r"(?<!\\)\|", line)), line)
        self.assertEqual(ERRATA.read_text(encoding="utf-8"), printed)


class RefusedTest(ReproduceTest):
    def test_names_that_nothing_has(self):
        self.assertEqual("mariani: there is no paper or claim 'modelling': --list prints their names\n",
                         self.refused("modelling", "-o", self.folder))
        self.assertFalse(self.folder.exists())

    def test_options(self):
        for words, says in [(["--minutes", "0"], "--minutes"), (["--minutes", "nan"], "--minutes"),
                            (["--minutes", "10001"], "at most 10000"),
                            (["--compare", "x.json"], "-o is missing"), (["--mins", "1"], "--mins")]:
            with self.subTest(words):
                self.assertIn(says, self.refused(*words))

    def test_a_folder_that_cannot_be(self):
        file = self.program.home / "file"
        file.write_text("not a folder")
        for folder in (file, file / "below"):
            with self.subTest(folder.name):
                said = self.refused("modeling.cores", "-o", folder, status=1)
                self.assertIn(f"cannot make the folder {folder}: ", said)
        self.assertEqual("not a folder", file.read_text())

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_may_not_be_written(self):
        self.folder.mkdir(mode=0o500)
        self.assertIn(str(self.folder), self.refused("modeling.cores", "-o", self.folder, status=1))

    def test_a_report_of_another_version_is_kept_beside_the_new_one(self):
        self.reproduce(*CPU, "modeling.cores", "-o", self.folder)
        whole = self.report()
        older = json.dumps({**whole, "machine": {**whole["machine"], "mariani": "0.0.9/x"}})
        (self.folder / "report.json").write_text(older, encoding="utf-8")
        said = self.reproduce(*CPU, "modeling.canonical-order", "-o", self.folder).stderr
        kept = self.folder / "report-0.0.9-x.json"
        self.assertEqual(f"mariani: reproduce: the report of mariani 0.0.9/x is kept as {kept}; all is "
                         "measured anew\n", said)
        self.assertEqual(older, kept.read_text(encoding="utf-8"))
        self.assertEqual(["modeling.canonical-order"], list(self.claims()))
        self.expect_whole()
        (self.folder / "report.json").write_text(older + "\n", encoding="utf-8")
        self.reproduce(*CPU, "modeling.cores", "-o", self.folder)
        self.assertEqual(older, kept.read_text(encoding="utf-8"))
        self.assertEqual(older + "\n", kept.with_name("report-0.0.9-x-2.json").read_text(encoding="utf-8"))

    def test_a_report_of_another_machine(self):
        self.reproduce(*CPU, "modeling.cores", "-o", self.folder)
        whole = self.report()
        for change in ({"machine": {**whole["machine"], "cpu": "another"}},
                       {"machine": {**whole["machine"], "system": "another"}},
                       {"device": "another"}):
            with self.subTest(change):
                text = json.dumps({**whole, **change})
                (self.folder / "report.json").write_text(text, encoding="utf-8")
                said = self.refused(*CPU, "modeling.cores", "-o", self.folder)
                self.assertIn("is a report of another machine or system", said)
                self.assertIn("choose another folder with -o", said)
                self.assertEqual(text, (self.folder / "report.json").read_text(encoding="utf-8"))

    def test_a_report_that_was_measured_with_other_options(self):
        self.reproduce(*CPU, MEASURED, "-o", self.folder)
        before = self.report()
        said = self.refused(*CPU, "modeling.cores", "--threads", "1", "-o", self.folder)
        self.assertIn('was measured with other options than "--backend cpu --threads 1"', said)
        self.assertEqual(before, self.report())

    def test_damaged_reports(self):
        self.folder.mkdir()
        for text in ("", "{", "{}", '{"mariani_reproduction": 2}', "\0" * 100):
            with self.subTest(text):
                (self.folder / "report.json").write_text(text, encoding="utf-8")
                said = self.refused(*CPU, "modeling.cores", "-o", self.folder)
                self.assertIn("report.json is no report of reproduce: ", said)
                self.assertEqual(text, (self.folder / "report.json").read_text(encoding="utf-8"))
                other = self.program.home / "other"
                self.refused(*CPU, "modeling.cores", "-o", other, "--compare",
                             self.folder / "report.json")
                self.assertFalse(other.exists())

    def test_reports_that_are_not_there(self):
        said = self.refused("modeling.cores", "-o", self.folder, "--compare", "none.json", status=1)
        self.assertIn("none.json", said)
        self.assertFalse(self.folder.exists())


class NetTest(ReproduceTest):
    """That a damaged report is taken for one."""

    def setUp(self):
        super().setUp()
        self.reproduce(*CPU, "modeling.cores", "modeling.omega-limit", *COMPUTED_ONLY, "-o", self.folder)

    def test_by_the_schema(self):
        whole = self.report()
        claim = whole["claims"][0]
        quantity = claim["quantities"][0]
        for damaged in ({**whole, "mariani_reproduction": 2}, {**whole, "more": 1},
                        {**whole, "claims": [{**claim, "verdict": "good"}]},
                        {**whole, "claims": [{**claim, "time": ""}]},
                        {**whole, "claims": [{**claim, "verdict": "not on this machine"}]},
                        {**whole, "claims": [{**claim, "quantities": [{**quantity, "value": 3}]}]},
                        {**whole, "claims": [{**claim, "results": []}]}):
            self.assertNotEqual([], json_complaints(damaged))

    def test_by_the_page(self):
        page = self.folder / "report.html"
        whole = page.read_text(encoding="utf-8")
        for old, new in [("</article>", ""), ("<svg ", "<img src='a.png'><svg "), ("<circle ", "<circle r='nan' "),
                         ("modeling.omega-limit.csv", "none.csv"), ("holds", "refuted"),
                         ("body{", "body{background:url(https://x.org)"),
                         ("<h1>", "<script src='https://x.org/a.js'></script><h1>")]:
            with self.subTest(new):
                self.assertIn(old, whole)
                page.write_text(whole.replace(old, new), encoding="utf-8")
                self.assertNotEqual([], folder_complaints(self.folder))


if __name__ == "__main__":
    unittest.main()
