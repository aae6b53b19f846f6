"""What the tab Gasket shows of the cell under the mouse, of compact cells, and of what it rests on."""

import unittest

from desktop import wait_until
from gasket_test import ALIVE, DEAD, Gasket, GasketTest


class HoverTest(GasketTest):
    def point_at_cell(self, cell):
        turn = self.settle()
        self.desktop.point_at(*self.place_of(cell, turn["picture"], turn["gasket"]["board"]))

    def hovered(self, **fields):
        """The hovered cell, once these fields of it are so."""
        def is_hovered(turn):
            cell = turn["gasket"] and turn["gasket"].get("cell")
            return (turn["settled"] and cell and
                    all(cell.get(name) == value for name, value in fields.items()))
        return self.wait_for(is_hovered, f"a cell with {fields}")["gasket"]["cell"]

    def inset(self):
        """Left, top, width and height of the compact rectangle on the screen."""
        return self.wait_for(lambda turn: turn["settled"] and turn["rectangle"],
                             "the compact cells")["rectangle"]

    def test_the_cell_under_the_mouse_is_told_with_its_place(self):
        self.open_gasket("r = 4\nrunning = false\n")
        life = Gasket(4)
        # 5 = 0101 and 13 = 1101: digits h 2, 0, 2, 1 from the smallest boxes on.
        self.point_at_cell((5, 13))
        cell = self.hovered(at=[5, 13])
        self.assertEqual([2 + 3 * 2, 0 + 3 * 1], cell["compact"])
        self.assertEqual(2 + 9 * 2 + 27, cell["number"])
        self.assertEqual(bool(life.alive[13, 5]), cell["alive"])
        self.point_at_cell((9, 1))
        # Of the paper's H = x + y: 2, 0, 0, 1.
        self.assertEqual({"at": [9, 1], "hole": 3, "printed": [2 + 3 * 0, 0 + 3 * 1]},
                         self.hovered(at=[9, 1]))
        self.desktop.point_at(2, 2)
        self.wait_for(lambda turn: turn["settled"] and turn["gasket"]["cell"] is None, "no cell")

    def test_the_compact_cells_are_those_of_the_picture_and_light_up_with_it(self):
        self.open_gasket("r = 4\nrunning = false\n", rectangle=True)
        left, top, width, high = self.inset()
        self.assertAlmostEqual(width, high, delta=1)
        pixels, life = self.desktop.pixels(), Gasket(4)
        for cx in range(9):
            for cy in range(9):
                digits = [cx % 3, cy % 3, cx // 3, cy // 3]
                x = sum(2 ** m * (h == 2) for m, h in enumerate(digits))
                y = sum(2 ** m * (h > 0) for m, h in enumerate(digits))
                at = pixels[top + int((cy + 0.5) * high / 9), left + int((cx + 0.5) * width / 9), :3]
                self.assertEqual(ALIVE if life.alive[y, x] else DEAD, tuple(at), (cx, cy))
        self.desktop.point_at(left + int(7.5 * width / 9), top + int(2.5 * high / 9))
        # Digits 1, 2, 2, 0 from the smallest boxes on.
        self.assertEqual([2 + 4, 1 + 2 + 4], self.hovered(compact=[7, 2])["at"])

    def test_the_compact_cells_have_the_borders_of_blocks(self):
        self.open_gasket("r = 6\nrunning = false\nrho = 4\n", rectangle=True)
        left, top, width, high = self.inset()
        pixels = self.desktop.pixels()[top:top + high, left:left + width, :3]
        cells = {DEAD, ALIVE}
        # 27 x 27 places, of which a block of 4 x 4 cells has 3 x 3.
        for place in range(1, 27):
            x, y = round(place * width / 27), round(place * high / 27)
            column = {tuple(pixel) for pixel in pixels[:, x]}
            row = {tuple(pixel) for pixel in pixels[y]}
            self.assertEqual(place % 3 == 0, not column & cells, place)
            self.assertEqual(place % 3 == 0, not row & cells, place)

    def test_the_compact_cells_are_hidden_and_shown_by_a_key(self):
        self.open_gasket("r = 4\nrunning = false\n", rectangle=True)
        self.inset()
        self.desktop.press("m")
        self.wait_for(lambda turn: turn["settled"] and turn["rectangle"] is None, "no inset")
        self.assertEqual(0, self.program.end())
        self.assertFalse(self.program.saved()["insets"]["rectangle"])


class HintTest(GasketTest):
    def test_what_the_mouse_rests_on_is_explained_though_nothing_moves(self):
        # Thumbnails of bookmarks bring turns of their own: a first start makes them.
        self.program.start()
        self.wait_for(lambda turn: turn["settled"] and turn["thumbnails"], "thumbnails")
        self.program.end()
        self.program.save('[gasket]\nr = 6\nrunning = false\n[workload]\nname = "gasket"\n')
        self.program.start()
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        rested = self.wait_for(lambda turn: turn["settled"], "a window at rest")
        left, _, wide, high = rested["picture"]

        def picture():
            return self.desktop.pixels()[40:high, left:left + wide]  # without the mouse
        plain = picture()
        self.desktop.point_at(left + wide + 60, 115)  # a button of the panel
        wait_until(lambda: (picture() != plain).any(), "an explanation beside the panel")
        self.desktop.point_at(2, 2)
        wait_until(lambda: (picture() == plain).all(), "the picture without it")


if __name__ == "__main__":
    unittest.main()
