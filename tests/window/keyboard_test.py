"""The window without a mouse: the keyboard in the panel, the search, undo, help, and what a right click
on a label does."""

import unittest

from desktop import WIDE, wait_until
from program import WindowTest

LABEL = 1000  # in the column of the labels, in a window of 1440


class KeyboardTest(WindowTest):
    DESKTOP = WIDE

    def start(self, settings="", *arguments):
        self.program.save('[engine]\nengine = "ask"\n' + settings +
                          "[window]\nverify_fills = false\n")
        self.program.start("--view", "paper", *arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(600, 300)
        self.settle()

    def tap(self, *keys):
        for key in keys:
            self.desktop.press(key)
            self.turn()

    def type(self, text):
        self.desktop.do("type", text)
        self.turn()

    def saved(self):
        self.settle()
        self.program.end()
        return self.program.saved()

    def has_keyboard(self):
        return self.settle()["keyboard"]


class PanelFocusTest(KeyboardTest):
    FOLDED = ("[sections]\nview = false\nbookmarks = false\nexport = false\nappearance = false\n"
              "colour = false\n")

    def test_f6_moves_the_keyboard_round_and_keeps_its_place(self):
        self.start()
        self.assertEqual("picture", self.has_keyboard())
        for place in ["panel", "picture", "panel", "picture"]:
            self.tap("F6")
            self.assertEqual(place, self.has_keyboard())
        self.tap("l", "F6")
        self.assertEqual("laboratory", self.has_keyboard(), "it has the panel's place")
        self.tap("F6")
        self.assertEqual("picture", self.has_keyboard())

    def test_f6_shows_a_hidden_panel(self):
        self.start()
        self.tap("F10")
        self.assertEqual([], self.settle()["open"])
        self.tap("F6")
        shown = self.settle()
        self.assertEqual((["panel"], "panel"), (shown["open"], shown["keyboard"]))
        self.tap("F10")
        self.assertEqual("picture", self.has_keyboard())

    def test_the_ring_is_seen_in_the_panel_only_while_that_has_the_keyboard(self):
        self.start(self.FOLDED)
        without = self.desktop.pixels()
        self.tap("F6")
        self.settle()
        wait_until(lambda: (self.desktop.pixels()[:, 970:] != without[:, 970:]).any(), "a ring")
        self.tap("F6")
        self.settle()
        wait_until(lambda: (self.desktop.pixels()[:, 970:] == without[:, 970:]).all(), "no ring")

    def test_arrows_are_the_panels_there_and_the_pictures_elsewhere(self):
        self.start()
        before = self.settle()["asked"]
        self.tap("F6", "Down", "Down", "Up", "Home")
        self.assertEqual(before, self.settle()["asked"])
        self.tap("F6", "Left")
        self.assertGreater(self.settle()["asked"], before)

    def test_other_keys_stay_what_they_are(self):
        self.start()
        self.tap("F6", "g")
        self.tap("2")
        saved = self.saved()
        self.assertTrue(saved["overlay"]["shown"])
        self.assertEqual("regions", saved["window"]["panel_part"])

    def test_tab_and_space_unfold_a_section(self):
        self.start(self.FOLDED)
        self.tap("F6")
        for _ in range(30):  # past the head, whatever it has
            self.tap("Tab")
        for _ in range(40):
            if self.is_ring_low():
                break
            self.tap("Tab")
        self.tap("space")
        self.assertIn(True, self.saved()["sections"].values())

    def is_ring_low(self):
        ring = (self.desktop.pixels()[120:, 970:] == (115, 168, 250)).all(axis=-1)
        return ring.sum() > 400

    def test_the_menu_key_resets_the_setting_whose_control_has_the_keyboard(self):
        for key in ["Menu", "shift+F10"]:
            with self.subTest(key):
                self.start("[colouring]\noffset = 0.5\nreversed = true\n")
                self.tap("ctrl+p")
                self.type("reversed colour")
                self.tap("Return")
                self.wait_for(lambda turn: turn["keyboard"] == "panel", "the keyboard in the panel")
                self.settle()
                self.tap(key, "Return")
                colouring = self.saved()["colouring"]
                self.assertEqual((False, 0.5), (colouring["reversed"], colouring["offset"]))

    def test_escape_gives_the_keyboard_back_and_so_does_a_click_on_the_picture(self):
        self.start()
        self.tap("F6", "Escape")
        self.assertEqual("picture", self.has_keyboard())
        self.tap("F6")
        self.desktop.do("click", 1)
        self.turn()
        self.assertEqual("picture", self.has_keyboard())


class UndoTest(KeyboardTest):
    def test_the_last_change_is_taken_back_whatever_it_was(self):
        self.start()
        self.desktop.press("g")
        self.settle()
        self.desktop.press("Left")
        self.settle()
        self.desktop.press("o")
        self.settle()
        self.tap("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+shift+z")
        saved = self.saved()
        self.assertEqual((True, False), (saved["overlay"]["shown"], saved["insets"]["orbit"]))
        self.assertEqual("-0.5", saved["view"]["center_re"])

    def test_a_minibrot_is_a_step_of_its_own(self):
        self.start("", "--center", "-1.75,0.01", "--height", "0.1")
        self.desktop.do("mousemove", 600, 300, "click", 4)
        zoomed = self.picture()
        self.desktop.press("n")
        self.wait_for(lambda turn: turn["minibrot"] and turn["settled"], "a minibrot")
        found = self.another_picture(zoomed)
        self.desktop.press("ctrl+z")
        again = self.another_picture(found)
        self.assert_same_picture(zoomed[:, :900], again[:, :900])

    def test_it_leads_to_the_tab_of_the_change(self):
        self.start()
        self.tap("ctrl+Tab")
        self.assertEqual("triangle", self.settle()["workload"])
        self.desktop.do("mousemove", 600, 300, "click", 4)
        self.settle()
        self.tap("ctrl+Tab")
        self.assertEqual("gasket", self.settle()["workload"])
        self.tap("ctrl+z")
        self.assertEqual("triangle", self.settle()["workload"])
        saved = self.saved()["triangle"]
        self.assertEqual((1.0, 1.0), (saved["grid_size"], saved["cells_size"]))


class SearchTest(KeyboardTest):
    def test_a_command_is_found_and_run(self):
        self.start()
        self.tap("ctrl+p")
        self.assertEqual(["panel", "search"], self.settle()["open"])
        self.type("show grid")
        self.tap("Return")
        self.assertEqual(["panel"], self.settle()["open"])
        self.assertTrue(self.saved()["overlay"]["shown"])

    def test_a_field_is_found_and_can_be_typed_into_at_once(self):
        self.start("[sections]\nview = false\n", "--workload", "mandelbrot")
        self.tap("3", "ctrl+p")
        self.type("heigh view")
        self.tap("Return")
        self.wait_for(lambda turn: turn["keyboard"] == "panel", "the keyboard in the panel")
        self.settle()
        self.type("0.5")
        self.tap("Return")
        saved = self.saved()
        self.assertEqual("0.5", saved["view"]["height_im"])
        self.assertEqual("explore", saved["window"]["panel_part"])
        self.assertTrue(saved["sections"]["view"])

    def test_a_tab_and_a_bookmark_are_found(self):
        self.start()
        self.tap("ctrl+p")
        self.type("triangle tab")
        self.tap("Return")
        self.assertEqual("triangle", self.settle()["workload"])
        self.tap("ctrl+p")
        self.type("seahorse")
        self.tap("Return")
        self.assertEqual("mandelbrot", self.settle()["workload"])
        self.assertLess(float(self.saved()["view"]["height_im"]), 1)

    def test_a_file_is_opened_by_its_path(self):
        (self.program.home / "two.gpl").write_text("GIMP Palette\n0 0 0\n255 255 255\n", encoding="utf-8")
        self.start()
        self.tap("ctrl+p")
        self.type("~/two.gpl")
        self.tap("Return")
        self.assertEqual(str(self.program.home / "two.gpl"), self.saved()["colouring"]["palette"])

    def test_the_last_used_is_the_first(self):
        self.start()
        self.tap("ctrl+p")
        self.type("show grid")
        self.tap("Return")
        self.tap("ctrl+p", "Return")
        self.assertFalse(self.saved()["overlay"]["shown"], "shown, and hidden again")

    def test_escape_and_a_click_elsewhere_close_it(self):
        self.start()
        for close in [lambda: self.tap("Escape"), lambda: self.tap("ctrl+p"),
                      lambda: self.desktop.do("mousemove", 300, 500, "click", 1)]:
            self.tap("ctrl+p")
            self.assertIn("search", self.settle()["open"])
            close()
            self.wait_for(lambda turn: "search" not in turn["open"], "a closed search")


class CopyTest(KeyboardTest):
    def test_the_figures_beside_the_mouse_are_copied(self):
        self.start("[overlay]\nshown = true\n")
        self.desktop.point_at(30, 30)
        self.wait_for(lambda turn: turn["region"], "a region under the mouse")
        self.tap("ctrl+i")
        self.message("Copied the figures")
        self.assertRegex(self.desktop.clipboard(), r"(?s)side: \d+ x \d+\nat: .*dwell")

    def test_without_any_the_reason_is_told(self):
        self.start()
        self.tap("ctrl+i")
        self.message("There are no figures to copy")


class HelpTest(KeyboardTest):
    def test_escape_closes_help_before_anything_else(self):
        self.start()
        self.tap("F6", "F1")
        self.assertEqual(["panel", "help"], self.settle()["open"])
        self.tap("Escape")
        shown = self.settle()
        self.assertEqual((["panel"], "panel"), (shown["open"], shown["keyboard"]))

    def test_its_search_keeps_what_matches(self):
        self.start()
        self.tap("F1")
        self.settle()
        before = self.desktop.pixels()
        self.tap("Tab")
        self.type("minibrot")
        after = self.settle()
        self.assertFalse(after["searching"], "letters are the field's")
        self.assert_other_picture(before, self.desktop.pixels(), minimum=0.02)
        self.tap("Escape")
        self.assertEqual(["panel"], self.settle()["open"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
