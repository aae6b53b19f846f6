"""The figures that the window shows beside its own are those of the pages."""

import re
import unittest

from pages import ROOT, text_of

HEADER = ROOT / "app/workloads/triangle/published.hpp"
PAGE = "compute/workloads/triangle/README.md"
LITMUS_HEADER = ROOT / "app/workloads/curves/litmus.hpp"
LITMUS_PAGE = "compute/workloads/curves/README.md"

# Name in the header -> the first cell of the table's head, and that of the row. Nothing: no matter.
TABLES = {
    "h200_map": ("test", "`map`"), "h200_dummy": ("test", "`dummy`"),
    "h200_accumulate": ("test", "`accumulate`"), "h200_edm": ("test", "`edm`"),
    "h200_collision": ("test", "`collision`"),
    "h200_roots": ("N = 30,720, ρ = 16", "`dummy`"),
    "h200_map_32": ("*map only*, N = 32,768", "ρ = 32"),
    "h200_edm_tiles": ("*EDM*, 4 features, ρ = 64, cells a thread", "tiles, 32"),
    "h200_line": ("N = 30,720", "*collision*, 1-D, ρ = 128"),
    "kepler_dummy": ("GTX 765M, ρ = 16, N = 30,720", "dummy"),
    "kepler_edm": ("GTX 765M, ρ = 16, N = 30,720", "EDM, 4 features"),
    "kepler_collision": ("GTX 765M, ρ = 16, N = 30,720", "collision, 3-D"),
    "volta_map": ("V100, ρ = 32, N = 32,768", "map only"),
    "volta_accumulate": ("V100, ρ = 32, N = 32,768", "accumulate"),
    "volta_edm": ("V100, ρ = 32, N = 32,768", "EDM, 2 features, full square"),
    "roots_680": ("roots", "GTX 680"), "roots_765m": ("roots", "GTX 765M"),
    "roots_k40": ("roots", "Tesla K40"),
}
# As the authors' tables have them.
COLUMNS = {"BB": "bb", "LTM": "ltm_r", "RB": "rb_threads", "REC": "rec", "UTM": "utm",
           "LTM-X": "ltm_x", "LTM-N": "ltm_n"}


def lists_of_header():
    """Name -> {map: figure}."""
    found = {}
    for name, body in re.findall(r"inline constexpr std::array (\w+)\{(.*?)\};",
                                 HEADER.read_text(encoding="utf-8"), re.S):
        maps = re.findall(r"Map\{(\w+), ([\d.]+)", body)
        if maps:
            found[name] = {kind: float(figure) for kind, figure in maps}
    return found


def table_rows():
    """(first cell of the head, first cell of the row) -> {map: figure}."""
    rows, head = {}, None
    for line in text_of(PAGE).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            head = None
        elif head is None:
            head = cells
        elif not set(line) <= set("|-"):
            rows.setdefault((head[0], cells[0]), {}).update(
                (COLUMNS.get(column, column.strip("`").replace("-", "_")), figure(cell))
                for column, cell in zip(head[1:], cells[1:]) if figure(cell) is not None)
    return rows


def figure(cell):
    number = re.fullmatch(r"(?:about )?([\d.]+)", cell)
    return float(number[1]) if number else None


class FiguresTest(unittest.TestCase):
    def test_figures_of_the_triangle_are_those_of_its_page(self):
        lists, rows = lists_of_header(), table_rows()
        for name, place in TABLES.items():
            with self.subTest(name):
                shown = {kind: rows[place].get(kind) for kind in lists[name]}
                self.assertEqual(lists[name], shown)
        # What is left is in sentences.
        self.assertEqual({"dummy", "edm", "spheres"},
                         {name.split("_")[0] for name in lists.keys() - TABLES.keys()})

    def test_litmus_tests_found_what_their_page_says(self):
        shown = re.findall(r'PublishedLitmus\{"([^"]+)", "([^"]+)"\}',
                           LITMUS_HEADER.read_text(encoding="utf-8"))
        of_page = text_of(LITMUS_PAGE).partition("| litmus test | measured |")[2].partition("\n\n")[0]
        self.assertEqual(re.findall(r"^\| `([^`]+)` \| (.+) \|$", of_page, re.M), shown)


if __name__ == "__main__":
    unittest.main()
