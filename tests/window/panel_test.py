"""The panel's fields and sections under a real mouse and keyboard."""

import tomllib
import unittest

import numpy

from desktop import WIDE, wait_until
from program import WindowTest, key, resize, setting

FIELD, REFUSED = (37, 40, 48), (82, 28, 31)  # grounds of a field, see app/panels/panel_style.hpp
HAIRLINE = (42, 46, 56)  # below the title of a section
LABELS, MIDDLE, CONTROLS = 1092, 1250, 1400  # in the columns of a panel of 470 in a window of 1440
LANDSCAPE, LANDSCAPE_G = (1003, 73), (1300, 99)  # in the laboratory: the tab, and its first field
MENU = (1040, 22)  # of the workloads
PALETTES = (1200, 279)  # the dropdown, where Colour is the first open section
HEAD = 72  # with the menu of the workloads and the panel's parts, ends above
RE, IM, HEIGHT = range(3)  # the fields of the section View, from the top


class PanelTest(WindowTest):
    DESKTOP = WIDE

    def setUp(self):
        super().setUp()
        self.program.save("[sections]\nbookmarks = false\ncolour = false\ncompare = false\nexport = false\n"
                          "[window]\nverify_fills = false\n")
        self.start()

    def start(self):
        self.program.start("--view", "paper")
        self.desktop.window(self.program)
        self.desktop.point_at(600, 300)
        self.settle()

    def rows(self, is_row):
        """The middles of the panel's rows that look so, from the top."""
        marked = numpy.concatenate([[False], is_row(self.desktop.pixels()[:648]), [False]])
        marked[:HEAD] = False
        starts, = numpy.nonzero(~marked[:-1] & marked[1:])
        ends, = numpy.nonzero(marked[:-1] & ~marked[1:])
        return [(start + end) // 2 for start, end in zip(starts, ends) if end - start > 12]

    def fields(self):
        self.desktop.point_at(600, 300)  # a field under the mouse looks different
        self.turn()
        return self.rows(lambda shown: (shown[:, [MIDDLE, CONTROLS]] == FIELD).all(axis=(1, 2))
                         & (shown[:, LABELS] != FIELD).any(axis=-1))

    def headings(self):
        """The middles of the sections' titles, from the top."""
        below = self.desktop.pixels()[:648, LABELS:CONTROLS]
        return numpy.flatnonzero((below == HAIRLINE).all(axis=(1, 2))) - 12

    def is_red(self):
        return (self.desktop.pixels()[:, LABELS:] == REFUSED).all(axis=-1).any()

    def click(self, x, y):
        self.desktop.do("mousemove", x, y, "click", 1)
        self.turn()

    def tap(self, key):
        self.desktop.press(key)
        self.turn()

    def type(self, text):
        self.desktop.do("type", text)
        self.tap("Return")
        return self.settle()

    def enter(self, field, text):
        self.click(CONTROLS, self.fields()[field])  # which selects its text
        return self.type(text)

    def test_refused_text_goes_where_the_view_is_set_by_other_means(self):
        for key in ["Home", "ctrl+z"]:
            with self.subTest(key):
                self.enter(HEIGHT, "1.5" if key == "ctrl+z" else "2")
                self.enter(RE, "1e300")
                wait_until(self.is_red, "the refused text")
                self.desktop.press(key)
                self.settle()
                wait_until(lambda: not self.is_red(), "the view's text")

    def test_a_place_whose_numbers_are_typed_is_one_recent_view(self):
        self.enter(HEIGHT, "0.02")
        self.enter(RE, "0.28")
        wait_until(lambda: self.recent_centres() == ["0.28,0"], "the view on the way among the recent ones")
        self.enter(IM, "0.01")
        wait_until(lambda: self.recent_centres() == ["0.28,0.01"], "the place alone among the recent ones")

    def recent_centres(self):
        file = self.program.home / "data" / "mariani" / "recent.toml"
        recent = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return [each["center"] for each in recent.get("view", [])]

    def test_f10_hides_and_shows_the_panel_and_tab_leaves_it_alone(self):
        self.enter(HEIGHT, "1")
        self.tap("F10")
        self.assertEqual([], self.settle()["open"])
        self.message("F10 shows the panel again.")
        self.tap("F10")
        self.assertEqual(["panel"], self.settle()["open"])
        self.tap("Tab")
        shown = self.settle()
        self.assertEqual(["panel"], shown["open"])
        self.assertEqual(shown["asked"], self.type("7")["asked"], "no field is entered")

    def test_f10_shows_the_panel_again_after_a_field_of_the_laboratory(self):
        self.tap("l")
        self.click(*LANDSCAPE)
        self.click(*LANDSCAPE_G)
        self.tap("Return")
        self.tap("F10")
        self.assertEqual(["panel"], self.settle()["open"])
        self.tap("F10")
        self.assertEqual([], self.settle()["open"])

    def test_the_laboratory_stands_beside_the_picture(self):
        wide = self.settle()["picture"]
        self.tap("l")
        shown = self.settle()
        self.assertEqual(["laboratory"], shown["open"], "the window is too narrow for both")
        self.assertEqual([0, 0, 1440 - 560, 648 - 26], shown["picture"])
        self.tap("l")
        self.assertEqual(wide, self.settle()["picture"])

    def test_a_key_shows_each_part_of_the_panel(self):
        self.tap("F10")
        for key, part in [("3", "measure"), ("2", "regions"), ("1", "explore")]:
            with self.subTest(part):
                self.tap(key)
                self.assertEqual(["panel"], self.settle()["open"])
                self.program.end()
                self.assertEqual(part, self.program.saved()["window"]["panel_part"])
                self.start()

    def test_the_keys_of_the_parts_are_the_same_in_every_workload(self):
        self.program.end()
        parts = [("3", "measure"), ("2", "regions"), ("1", "explore")]
        for index, workload in enumerate(["triangle", "gasket", "curves", "points", "volume"]):
            with self.subTest(workload):
                name, part = parts[index % 3]
                self.program.replay([setting("window.panel_shown", False), setting("gasket.running", False),
                                     setting("workload.name", workload), key(name)])
                window = self.program.saved()["window"]
                self.assertEqual((part, True), (window["panel_part"], window["panel_shown"]))

    def test_arrows_choose_from_the_menu_of_the_workloads(self):
        self.click(*MENU)
        for name in ["Down", "Down", "Up", "Return"]:
            self.tap(name)
        self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "triangle", "the next one")
        self.click(*MENU)
        for name in ["Down", "Escape"]:
            self.tap(name)
        self.assertEqual(["panel"], self.settle()["open"])
        self.click(*MENU)
        for name in ["Up", "Return"]:
            self.tap(name)
        self.wait_for(lambda turn: turn["settled"] and turn["workload"] == "mandelbrot", "the one before")

    def test_a_part_that_is_asked_for_takes_the_place_of_the_laboratory(self):
        self.tap("F10")
        self.tap("l")
        self.assertEqual(["laboratory"], self.settle()["open"])
        self.tap("2")
        self.assertEqual(["panel"], self.settle()["open"])

    def test_escape_closes_what_is_open_one_after_the_other(self):
        self.tap("l")
        self.tap("F1")
        self.assertEqual(["laboratory", "help"], self.settle()["open"])
        self.tap("Escape")
        self.assertEqual(["laboratory"], self.settle()["open"])
        self.tap("Escape")
        self.assertEqual(["panel"], self.settle()["open"])

    def test_tab_goes_from_field_to_field_while_one_is_edited(self):
        self.click(CONTROLS, self.fields()[RE])
        self.tap("Tab")
        self.tap("Tab")
        self.assertEqual(["panel"], self.type("0.5")["open"])
        self.program.end()
        self.assertEqual("0.5", self.program.saved()["view"]["height_im"])

    def test_keys_that_come_within_one_frame_are_all_seen(self):
        self.click(CONTROLS, self.fields()[HEIGHT])
        with self.program.stopped():
            self.desktop.do("type", "9")
            self.desktop.press("ctrl+a")
            self.desktop.do("type", "0.5")
            self.desktop.press("Return")
        self.settle()
        self.program.end()
        self.assertEqual("0.5", self.program.saved()["view"]["height_im"])

    def test_letters_for_a_field_that_was_just_clicked_are_no_shortcuts(self):
        self.program.end()
        before = self.program.saved()
        self.start()
        field = self.fields()[RE]
        with self.program.stopped():
            self.desktop.do("mousemove", CONTROLS, field, "click", 1, "type", "gpojmnlt123.+- ")
        after = self.settle()
        self.assertEqual((["panel"], False, None, None),
                         tuple(after[name] for name in ["open", "searching", "tour", "replay"]))
        self.tap("Escape")
        self.program.end()
        self.assertEqual(before, self.program.saved())

    def test_a_key_after_a_field_was_left_is_a_shortcut(self):
        self.click(CONTROLS, self.fields()[HEIGHT])
        with self.program.stopped():
            self.desktop.do("type", "0.5")
            self.desktop.do("key", "Return", "2")
        self.settle()
        self.program.end()
        saved = self.program.saved()
        self.assertEqual(("0.5", "regions"), (saved["view"]["height_im"], saved["window"]["panel_part"]))

    def test_what_a_window_is_too_small_for_stays_as_it_was(self):
        self.program.end()
        for workload in ["mandelbrot", "triangle", "gasket", "curves", "points", "volume"]:
            with self.subTest(workload):
                self.program.save("[gasket]\nrunning = false\n")
                self.program.replay([setting("workload.name", workload)])
                before = self.program.saved()
                self.program.replay([resize(1100, 60), resize(200, 900), resize(1, 1), resize(1440, 648)])
                self.assertEqual(before, self.program.saved())

    def test_only_a_window_below_the_least_size_says_what_it_needs(self):
        for size, scale, needed in [("639x480", 1, "640 x 480"), ("640x480", 1, None),
                                    ("1280x900", 2, "1280 x 960")]:
            with self.subTest(f"{size} at {scale}"):
                self.program.end()
                self.program.save(f'[window]\nsize = "{size}"\ninterface_scale = {scale}.0\n')
                self.start()
                said = {message["text"] for turn in self.program.turns.all for message in turn["messages"]
                        if "window is too small" in message["text"]}
                self.assertEqual(needed is not None, bool(said), said)
                self.assertTrue(all(f"needs {needed} pixels" in text for text in said), said)

    def test_arrows_choose_from_a_dropdown_and_escape_closes_it_alone(self):
        self.program.end()
        self.program.save("[sections]\nview = false\nbookmarks = false\n"
                          "[window]\nverify_fills = false\n")
        self.start()
        self.click(*PALETTES)
        for key in ["Down", "Down", "Return"]:
            self.tap(key)
        self.tap("F1")
        self.click(*PALETTES)
        for key in ["Down", "Escape"]:
            self.tap(key)
        self.assertEqual(["panel", "help"], self.settle()["open"])
        self.program.end()
        saved = self.program.saved()
        self.assertEqual("cividis", saved["colouring"]["palette"])
        self.assertEqual(["-0.5", "0"], [saved["view"]["center_re"], saved["view"]["center_im"]],
                         "arrows moved the picture")

    def test_sections_are_as_they_were_the_last_time(self):
        view = self.headings()[0]
        self.click(CONTROLS, view)
        self.desktop.point_at(600, 300)
        self.settle()
        wait_until(lambda: not self.fields(), "a folded section")
        self.program.end()
        self.start()
        self.assertEqual([], self.fields())


if __name__ == "__main__":
    unittest.main(verbosity=2)
