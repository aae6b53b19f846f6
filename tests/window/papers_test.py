"""The papers' claims, tested from the window: their verdicts last, and are exported."""

import json
import unittest

from program import WindowTest, command

COMPUTED, MEASURED = "modeling.cores", "triangle.rb-fold"


class PapersTest(WindowTest):
    def exported(self):
        """The claims of the report that was exported last, by name."""
        file = max(self.program.home.rglob("*-papers/report.json"), key=lambda path: path.stat().st_mtime)
        return {claim["id"]: claim for claim in json.loads(file.read_text(encoding="utf-8"))["claims"]
                if claim["time"]}

    def test_verdicts_last_from_one_start_to_the_next(self):
        self.program.replay([command("toggle_laboratory"),
                             command("reproduce", claims=[COMPUTED, MEASURED], minutes=5),
                             command("export_papers")], "--backend", "cpu")
        found = self.exported()
        self.assertEqual({COMPUTED: "holds", MEASURED: "cannot be obtained from the text"},
                         {name: claim["verdict"] for name, claim in found.items()})
        self.program.replay([command("export_papers")], "--backend", "cpu")
        self.assertEqual(found, self.exported())
        self.assertEqual(2, len(list(self.program.home.rglob("*-papers/report.html"))))

    def test_show_opens_the_model_of_a_claim_that_is_computed(self):
        self.program.begin_replay([command("show_claim", claim="modeling.omega-limit")],
                                  "--backend", "cpu")
        self.wait_for(lambda turn: "laboratory" in turn["open"], "the laboratory")
        self.assertEqual(0, self.program.status())
        turns = self.program.turns.all
        self.assertNotIn("laboratory", turns[0]["open"])
        self.assertEqual([], [message for turn in turns for message in turn["messages"]])

    def test_verdicts_of_another_version_are_kept_and_told_of(self):
        self.program.replay([command("toggle_laboratory"),
                             command("reproduce", claims=[COMPUTED], minutes=5)], "--backend", "cpu")
        kept = self.program.home / "data" / "mariani" / "papers" / "report.json"
        report = json.loads(kept.read_text(encoding="utf-8"))
        report["machine"]["mariani"] = "0.0.9"
        older = json.dumps(report)
        kept.write_text(older, encoding="utf-8")
        self.program.start("--view", "paper")
        self.wait_for(lambda turn: "of another version or machine (mariani 0.0.9; " in
                      str(turn["messages"]), "the message")
        self.assertEqual(older, kept.with_name("report-0.0.9.json").read_text(encoding="utf-8"))
        self.assertFalse(kept.exists())

    def test_a_report_that_cannot_be_read_is_named_and_stays(self):
        kept = self.program.home / "data" / "mariani" / "papers" / "report.json"
        kept.parent.mkdir(parents=True)
        kept.write_text("{", encoding="utf-8")
        self.program.start("--view", "paper")
        self.wait_for(lambda turn: "The papers' verdicts were not read" in str(turn["messages"]),
                      "the warning")
        self.assertEqual("{", kept.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
