"""Another picture of the same view is seen in place of the first or beside it, and colours move: nothing of it
is computed again."""

import unittest

import numpy

from desktop import WIDE
from program import WindowTest, command, setting

# A view in which ASK with so small a B fills some pixels wrongly.
VIEW = ("--view", "seahorse", "--precision", "f64", "-B", "4")
FREE = (slice(60, 528), slice(0, 1440))  # of the picture, below the captions


class ComparedWindow(WindowTest):
    DESKTOP = WIDE

    def open_with(self, compare, *arguments, panel=False):
        self.program.save('[engine]\nengine = "ask"\n'
                          f"[window]\npanel_shown = {str(panel).lower()}\nverify_fills = false\n"
                          "[sections]\nview = false\nbookmarks = false\n"
                          f"[insets]\nminimap = false\n[compare]\n{compare}\n")
        self.program.start(*VIEW, *arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(1599, 999)
        self.settle()
        return self.desktop.pixels()

    def held(self):
        """The screen while C is held, once the other picture is there."""
        self.desktop.do("keydown", "c")
        shown = self.wait_for(lambda turn: turn["compared"] and turn["compared"]["from"] == 0 and
                              not turn["compared"]["coming"], "the other picture")
        return shown["compared"], self.desktop.pixels()

    def released(self):
        self.desktop.do("keyup", "c")
        self.wait_for(lambda turn: turn["compared"] is None and turn["settled"], "the first picture")
        return self.desktop.pixels()


class CompareTest(ComparedWindow):
    def check_held(self, what):
        before = self.open_with(f'with = "{what}"\npalette = "viridis"')
        asked = self.turn()["asked"]
        compared, other = self.held()
        self.assert_other_picture(before[FREE], other[FREE], minimum=0)
        self.assert_same_picture(before, self.released())
        self.assertEqual(what, compared["with"])
        self.assertEqual(asked, self.turn()["asked"], "no other frame is asked for")

    def test_c_shows_the_other_engine_s_picture_while_it_is_held(self):
        self.check_held("engine")

    def test_c_shows_the_computed_pixels_while_it_is_held(self):
        self.check_held("fills")

    def test_c_shows_the_other_palette_while_it_is_held(self):
        self.check_held("palette")

    def test_the_other_engine_s_picture_is_what_it_computes(self):
        before = self.open_with('with = "engine"')
        compared, other = self.held()
        differing = numpy.any(before[FREE] != other[FREE], axis=-1).sum()
        self.assertGreater(compared["differing"], 0)
        self.assertLessEqual(differing, compared["differing"])
        self.released()
        self.program.end()
        by_ex = self.open_with('with = "engine"', "--engine", "ex")
        self.assert_same_picture(by_ex[FREE], other[FREE])

    def test_the_wiper_shows_half_of_each(self):
        first = self.open_with('with = "fills"\ndivider = 0.25')
        _, other = self.held()
        self.released()
        self.desktop.press("shift+c")
        begin = self.wait_for(lambda turn: turn["compared"] and turn["settled"],
                              "both pictures")["compared"]["from"]
        both = self.desktop.pixels()
        line = 16  # of the divider and its knob, on each side
        self.assertEqual(360, begin)
        self.assert_same_picture(first[FREE][:, :begin - line], both[FREE][:, :begin - line])
        self.assert_same_picture(other[FREE][:, begin + line:], both[FREE][:, begin + line:])

    def test_the_divider_is_dragged_and_remembered_and_the_view_stays(self):
        self.open_with('with = "palette"\nwiper = true')
        height = self.turn()["height"]
        self.desktop.drag((720, 300), (300, 320))
        moved = self.wait_for(lambda turn: turn["settled"] and turn["compared"]["from"] < 310,
                              "a moved divider")
        self.assertAlmostEqual(300, moved["compared"]["from"], delta=2)
        self.assertEqual((height, 1), (moved["height"], moved["asked"]))
        self.desktop.press("shift+c")
        self.wait_for(lambda turn: turn["compared"] is None, "one picture")
        self.program.end()
        saved = self.program.saved()
        self.assertAlmostEqual(300 / 1440, saved["compare"]["divider"], delta=0.01)
        self.assertEqual(("-0.745", "0.113"), (saved["view"]["center_re"], saved["view"]["center_im"]))

    def test_another_view_is_compared_anew(self):
        self.open_with('with = "engine"\nwiper = true')
        before = self.turn()["compared"]["differing"]
        self.desktop.press("Up")
        after = self.wait_for(lambda turn: turn["settled"] and turn["shown"] == 2, "another view")
        self.assertIsNotNone(after["compared"]["from"])
        self.assertNotEqual(before, after["compared"]["differing"])

    def test_a_file_has_the_first_picture(self):
        plain, wiped = self.shots(
            None, command("toggle_wiper"), arguments=(*VIEW, "--fill", "safe"),  # no pixel to correct in between
            before=[setting("compare.with", "palette")])
        self.assert_same_picture(plain, wiped)


class ColourTest(ComparedWindow):
    def test_space_turns_the_palette_and_computes_nothing(self):
        before = self.open_with("wiper = false")
        self.desktop.press("space")
        first = self.wait_for(lambda turn: turn["cycling"], "cycling")
        self.program.turns.wait_for(lambda turn: turn["turn"] > first["turn"] + 20, "20 turns")
        self.desktop.press("space")
        rests = self.wait_for(lambda turn: not turn["cycling"] and turn["settled"], "colours at rest")
        other = self.desktop.pixels()
        self.assert_other_picture(before[self.desktop.picture], other[self.desktop.picture], minimum=0.1)
        self.assertEqual((1, 1, False), (rests["asked"], rests["shown"], rests["restless"]))
        self.program.end()
        self.assertGreater(self.program.saved()["colouring"]["offset"], 0)

    def test_a_whole_cycling_is_one_step_to_undo(self):
        before = self.open_with("wiper = false")
        self.desktop.press("space")
        first = self.wait_for(lambda turn: turn["cycling"], "cycling")
        self.program.turns.wait_for(lambda turn: turn["turn"] > first["turn"] + 20, "20 turns")
        self.desktop.press("space")
        self.wait_for(lambda turn: not turn["cycling"] and turn["settled"], "colours at rest")
        turned = self.desktop.pixels()
        self.desktop.press("ctrl+z")
        self.settle()
        self.assert_same_picture(before, self.desktop.pixels())
        self.desktop.press("ctrl+y")
        self.settle()
        self.assert_same_picture(turned, self.desktop.pixels())

    def test_at_rest_it_takes_nothing(self):
        self.open_with("wiper = true")
        self.desktop.press("space")
        self.wait_for(lambda turn: turn["cycling"], "cycling")
        self.desktop.press("Escape")
        self.wait_for(lambda turn: not turn["cycling"] and not turn["restless"], "a turn at rest")

    def test_only_dwells_cycle(self):
        self.open_with("wiper = false", "--show", "level")
        self.desktop.press("space")
        self.message("do not cycle")
        self.assertFalse(self.turn()["cycling"])

    def test_a_drag_on_the_palette_turns_it_and_one_above_it_changes_the_period(self):
        """The strip is the highest part of the panel that is so colourful."""
        before = self.open_with("wiper = false", "--mapping", "cyclic", "--period", "40", panel=True)
        left = self.turn()["picture"][2]
        panel = before[:, left + 20:1420].astype(int)
        colourful = (panel.std(axis=1).max(axis=-1) > 30).astype(int)
        ends = numpy.flatnonzero(numpy.diff(colourful, prepend=0, append=0)).reshape(-1, 2)
        strips = [bottom for top, bottom in ends
                  if bottom - top == 16 and len(numpy.unique(panel[top], axis=0)) > 60]
        bottom = strips[0]
        x = left + 200
        self.desktop.drag((x, bottom - 4), (x + 60, bottom - 4))
        self.settle()
        self.desktop.drag((x, bottom - 40), (x + 100, bottom - 40))
        self.settle()
        self.program.end()
        colouring = self.program.saved()["colouring"]
        self.assertNotEqual(0, colouring["offset"])
        self.assertGreater(colouring["period"], 45)


if __name__ == "__main__":
    unittest.main(verbosity=2)
