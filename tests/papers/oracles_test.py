"""Every claim that is computed, held against oracles of its own."""

import functools
import json
import math
import unittest

from oracles import ORACLES
from reports import COMPUTED_ONLY, Program


def agree(value, expected):
    if isinstance(expected, set):
        return value in expected
    return math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12)


def complaints(claim, expected):
    """Where a claim's results are not what its oracle gives."""
    found = {result["x"]: {row["label"]: row["values"] for row in result["rows"]}
             for result in claim["results"]}
    if found.keys() != expected.keys():
        return [f"at {sorted(found)} instead of {sorted(expected)}"]
    wrong = []
    for x, rows in expected.items():
        if found[x].keys() != rows.keys():
            wrong.append(f"x {x}: rows {sorted(found[x])} instead of {sorted(rows)}")
            continue
        for label, values in rows.items():
            got = found[x][label]
            wrong += [f"x {x}, {label}: {column} is {got.get(column)}, and not {values.get(column)}"
                      for column in values.keys() | got.keys()
                      if not agree(got.get(column, math.nan), values.get(column, math.nan))]
    return wrong


class OraclesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program = Program(None)
        cls.addClassCleanup(program.close)
        folder = program.home / "report"
        done = program.run("reproduce", "--backend", "cpu", *COMPUTED_ONLY, "-o", folder)
        assert done.returncode == 0, done.stderr
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        cls.computed = {claim["id"]: claim for claim in report["claims"] if claim["time"]}

    def test_every_computed_claim_has_one(self):
        self.assertEqual(sorted(ORACLES), sorted(self.computed))

    def test_each_gives_the_same(self):
        once = functools.cache(lambda oracle: oracle())
        for name, oracle in ORACLES.items():
            with self.subTest(name):
                wrong = complaints(self.computed[name], once(oracle))
                self.assertEqual([], wrong[:10], f"{len(wrong)} of them")

    def test_what_differs_is_noticed(self):
        name = "modeling.cores"
        expected = ORACLES[name]()
        claim = json.loads(json.dumps(self.computed[name]))
        self.assertEqual([], complaints(claim, expected))
        values = claim["results"][0]["rows"][0]["values"]
        for changed in ({"cores": values["cores"] + 1}, {}, {**values, "more": 1}):
            claim["results"][0]["rows"][0]["values"] = changed
            self.assertEqual(1, len(complaints(claim, expected)))
        claim["results"][0]["rows"].pop()
        self.assertEqual(1, len(complaints(claim, expected)))


if __name__ == "__main__":
    unittest.main()
