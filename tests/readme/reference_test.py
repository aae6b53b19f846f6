"""The pages lead to each other, their tables of keys and columns are complete, and --help describes
every option."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from pages import (ROOT, Link, anchors, broken_links, code_spans, links, missing_files, pages, rows,
                   text_of)

sys.path.insert(0, str(ROOT / "tests" / "window"))
from timing_rows import COLUMNS  # noqa: E402  (lies beside the window's tests)

MARIANI = os.environ["MARIANI"]
FIRST_PAGE_LINES = 130
PAGE_LINES = 400
WORKLOADS = ("curves", "gasket", "points", "triangle", "volume")
COMMANDS_OF_WORKLOADS = ("render", "bench", "sweep", "race", "check", "info")

COMMANDS = {"window": [], "render": ["render"], "bench": ["bench"],
            "bench --suite": ["bench", "--suite"], "sweep": ["sweep"], "race": ["race"],
            "check": ["check"], "model": ["model"], "reproduce": ["reproduce"], "poster": ["poster"], "info": ["info"],
            **{f"{command} {workload}": [command, "--workload", workload]
               for workload in WORKLOADS for command in COMMANDS_OF_WORKLOADS}}

# What the columns' table calls a file -> the command that writes it, less the file's name.
SMALL = ["--size", "64x64", "--repeat", "1"]
FILES = {
    "bench": ["bench", *SMALL, "--engine", "ex"],
    "sweep": ["sweep", *SMALL, "--g", "2", "--r", "2", "--B", "8"],
    "race": ["race", *SMALL],
    "curves": ["sweep", *SMALL, "--g", "2", "--r", "2", "--B", "8", "--curves-out"],
    "check": ["check", "--size", "64x64"],
    "regions": ["render", "-o", "regions.png", "--size", "64x64", "--regions-out"],
    "model": ["model", "--n", "1024", "--optimum"],
    "bench triangle": ["bench", "--workload", "triangle", "--n", "64", "--repeat", "1"],
    "trace": ["render", "--workload", "triangle", "--n", "64", "-o", "triangle.png", "--trace-out"],
    "sweep triangle": ["sweep", "--workload", "triangle", "--n", "64", "--repeat", "1"],
    "race triangle": ["race", "--workload", "triangle", "--n", "64", "--repeat", "1"],
    "check triangle": ["check", "--workload", "triangle", "--n", "64"],
    **{f"{command} curves": [command, "--workload", "curves", "--lines", "64", "--repeat", "1"]
       for command in ("bench", "sweep", "race")},
    "check curves": ["check", "--workload", "curves", "--lines", "64"],
    "vertices": ["render", "--workload", "curves", "-o", "curves.png", "--vertices-out"],
    **{f"{command} gasket": [command, "--workload", "gasket", "--r", "5", "--repeat", "1"]
       for command in ("bench", "sweep", "race")},
    "check gasket": ["check", "--workload", "gasket", "--r", "5"],
    **{f"{command} points": [command, "--workload", "points", "--points", "64", "--repeat", "1"]
       for command in ("bench", "sweep", "race")},
    "check points": ["check", "--workload", "points", "--points", "64"],
    "tree": ["render", "--workload", "points", "--points", "64", "-o", "points.png", "--tree-out"],
    **{f"{command} volume": [command, "--workload", "volume", "--n", "16", "--repeat", "1"]
       for command in ("bench", "sweep", "race")},
    "check volume": ["check", "--workload", "volume", "--n", "16"],
}


def run(folder, *arguments):
    own = {"XDG_CONFIG_HOME": str(folder / ".config"), "HOME": str(folder)}
    return subprocess.run([MARIANI, *arguments], cwd=folder, capture_output=True, text=True,
                          timeout=120, check=False, env={**os.environ, **own})


def options_of(printed):
    """The options that --help prints: pairs of an option with its value, such as `-g,--g auto|N`,
    and its description, which stands beside it or, indented further, below it."""
    found = []
    for line in printed.splitlines():
        if option := re.match(r"  (-\S+(?: [^\s-]\S*)?)(?: +(.*)|)$", line):
            found.append([option[1].replace("{false}", ""), option[2] or ""])
        elif found and line.startswith("   "):
            found[-1][1] += line.strip()
        elif line.strip():
            found.append(["", ""])  # a heading: what follows belongs to no option
    return [(option, description) for option, description in found if option]


class PagesTest(unittest.TestCase):
    def test_links_pictures_and_anchors_are_there(self):
        for page in pages():
            with self.subTest(page):
                self.assertEqual([], broken_links(page, text_of(page)))

    def test_files_that_are_named_are_there(self):
        for page in pages():
            with self.subTest(page):
                self.assertEqual([], missing_files(text_of(page)))

    def test_every_page_is_reached_from_the_first(self):
        reached, open_pages = set(), {"README.md"}
        while open_pages:
            page = open_pages.pop()
            reached.add(page)
            targets = {os.path.normpath(os.path.join(os.path.dirname(page), link.path))
                       for link in links(text_of(page)) if link.path.endswith(".md")}
            open_pages |= targets - reached
        self.assertEqual(pages(), sorted(reached))

    def test_none_is_too_long(self):
        for page in pages():
            lines = FIRST_PAGE_LINES if page == "README.md" else PAGE_LINES
            with self.subTest(page):
                self.assertLessEqual(len(text_of(page).splitlines()), lines)


class TablesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_every_key_of_the_window_is_in_the_table(self):
        source = (ROOT / "app/explore/keys.cpp").read_text(encoding="utf-8")
        source = source.partition("key_bindings() {")[2]  # before it are the keys' own names
        shown = ", ".join(row[1] for row in rows(text_of("README.md"), "## Keys"))
        described = re.findall(r', "([^"]+)"}', source)
        self.assertGreater(len(described), 15)
        for description in described:
            with self.subTest(description):
                self.assertIn(description, shown)

    def test_help_describes_every_option_once(self):
        for command, words in COMMANDS.items():
            options = options_of(run(self.folder, *words, "--help").stdout)
            with self.subTest(command):
                self.assertGreater(len(options), 1)
                self.assertEqual([], [option for option, description in options if not description])
                names = Counter(name for option, _ in options
                                for name in option.split(" ")[0].split(","))
                self.assertEqual([], [name for name, count in names.items() if count > 1])

    def columns(self):
        """The pairs (file, column) that the tables name. In the page of the workloads *bench* is
        `bench triangle` below that workload's heading, and that of each one below the first."""
        page = text_of("app/workload_columns.md")
        tables = [("", rows(text_of("app/README.md"), "### Columns"))]
        for workload in WORKLOADS:
            tables += [(f" {workload}", rows(page, "## Every workload")),
                       (f" {workload}", rows(page, f"## The workload `{workload}`"))]
        return Counter((file + of if file in {"log", *COMMANDS_OF_WORKLOADS} else file, column)
                       for of, table in tables
                       for columns, files, _ in table
                       for file in files.split(", ") for column in code_spans(columns))

    def header(self, file):
        command, path = FILES[file], self.folder / f"{file}.csv"
        output = [] if command[-1].endswith("-out") else ["-o"]
        done = run(self.folder, *command, *output, str(path))
        self.assertEqual("", "" if path.is_file() else done.stderr)
        return path.read_text(encoding="utf-8").splitlines()[0].split(",")

    def test_the_columns_of_every_table_are_listed(self):
        listed = self.columns()
        for file in FILES:
            with self.subTest(file):
                names = {column for table, column in listed if table == file}
                self.assertEqual(names, set(self.header(file)))
        self.assertEqual(1, max(listed.values()), "a column is listed twice for the same file")

    def test_the_columns_of_the_windows_log_are_listed(self):
        """The test window.log compares these with what the window writes."""
        self.assertEqual(set(COLUMNS), {column for file, column in self.columns() if file == "log"})


class ReadingTest(unittest.TestCase):
    PAGE = ("# A page: `x`\n\n## Part\n[a](#part) [b](#none) ![c](none.png) [d](https://e.f)\n"
            "```sh\n# no heading\n```\n## Part\n\n"
            "| option | of |\n|---|---|\n| `--a x\\|y` | all |\n\n# Next\n\n| no | row |\n")

    def test_headings(self):
        self.assertEqual(["a-page-x", "part", "part-1", "next"], anchors(self.PAGE))

    def test_links(self):
        self.assertEqual([Link("", "part"), Link("", "none"), Link("none.png", "")],
                         links(self.PAGE))

    def test_broken_links_are_told(self):
        complaints = broken_links("README.md", self.PAGE)
        self.assertEqual(2, len(complaints), complaints)
        self.assertIn("#none", complaints[0])
        self.assertIn("none.png", complaints[1])

    def test_files_that_are_not_there_are_told(self):
        self.assertEqual(["app/none.cpp"], missing_files(
            "`app/none.cpp` `app/settings` `tests/readme` `app/run.sh --help` `none/x`\n"))

    def test_rows_below_a_heading(self):
        page = self.PAGE.replace("## Part\n\n|", "## Table\n\n|")
        self.assertEqual([["`--a x|y`", "all"]], rows(page, "## Table"))

    def test_options(self):
        self.assertEqual([("-h,--help", "Print"), ("--no-intro", "As always"),
                          ("--fill a|b", "-no option"), ("-g,--g N", "Initial"),
                          ("--to-the-end N", "Of"), ("--none", "")], options_of(
            "Usage: x [OPTIONS]\n\n  -h,--help     Print\n  --no-intro{false}   As always\n"
            "  --fill a|b\n                -no option\n  -g,--g N      Initial\n"
            "  --to-the-end N Of\n  --none\n\nExamples:\n   mariani x\n"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
