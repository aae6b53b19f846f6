"""The figures that the window shows beside its own are those of the pages."""

import re
import unittest

from pages import ROOT, text_of

LITMUS_HEADER = ROOT / "app/workloads/curves/litmus.hpp"
LITMUS_PAGE = "compute/workloads/curves/README.md"


class FiguresTest(unittest.TestCase):
    def test_litmus_tests_found_what_their_page_says(self):
        shown = re.findall(r'PublishedLitmus\{"([^"]+)", "([^"]+)"\}',
                           LITMUS_HEADER.read_text(encoding="utf-8"))
        of_page = text_of(LITMUS_PAGE).partition("| litmus test | measured |")[2].partition("\n\n")[0]
        self.assertEqual(re.findall(r"^\| `([^`]+)` \| (.+) \|$", of_page, re.M), shown)


if __name__ == "__main__":
    unittest.main()
