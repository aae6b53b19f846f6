"""The first start plays the subdivision of the whole set, and a card says what it saved; the key P
plays that of any picture."""

import unittest

from program import WindowTest, command


class OpeningTest(WindowTest):
    def open_first(self, *arguments):
        """Opens the window as nobody has opened it before."""
        self.program.settings_file.unlink(missing_ok=True)
        self.program.start(*arguments, intro=True)

    def played(self, level):
        """When that level was reached, maybe some time ago."""
        return self.program.turns.wait_for(lambda turn: turn["replay"] == level, f"level {level}")

    def ended(self):
        begun = self.played(0)["turn"]
        return self.program.turns.wait_for(lambda turn: turn["replay"] is None, "the end",
                                           after=begun)

    def test_plays_the_subdivision_once_and_keeps_the_card(self):
        self.open_first()
        self.assertTrue(self.ended()["opening"])
        figures = self.wait_for(lambda turn: turn["opening"]["times_less_work"],
                                "the work saved")["opening"]
        self.assertGreater(figures["times_less_work"], 1.5)
        self.assertGreater(figures["regions"], 100)
        self.assertTrue(0.1 < figures["pixels_filled"] / figures["pixels"] < 0.9, figures)
        levels = [turn["replay"] for turn in self.program.turns.all if turn["replay"] is not None]
        self.assertEqual(levels, sorted(levels), "it is played once")
        self.assertGreater(max(levels), 3)
        self.program.end()
        saved = self.program.saved()
        self.assertEqual((True, "cyclic"),
                         (saved["colouring"]["smooth"], saved["colouring"]["mapping"]))
        self.assertEqual((False, -1), (saved["overlay"]["shown"], saved["overlay"]["replay_level"]))

    def test_beside_the_card_the_key_plays_it_again(self):
        self.open_first()
        ended = self.ended()["turn"]
        self.desktop.press("p")
        again = self.program.turns.wait_for(lambda turn: turn["replay"] == 1, "level 1, again",
                                            after=ended)
        self.assertTrue(again["opening"])
        self.desktop.press("p")
        self.assertIsNone(self.wait_for(lambda turn: turn["replay"] is None, "the end")["replay"])

    def test_shows_the_whole_set(self):
        self.open_first()
        left, top, width, height = self.played(0)["picture"]
        self.program.end()
        view = self.program.saved()["view"]
        self.assertEqual(("-0.75", "0"), (view["center_re"], view["center_im"]))
        tall = float(view["height_im"])
        for extent, of_the_set in [(tall, 2.25), (tall * width / height, 2.5)]:
            self.assertGreater(extent, of_the_set)

    def test_any_input_ends_the_replay_and_another_view_the_opening(self):
        self.open_first()
        self.played(0)
        self.desktop.press("F1")
        self.assertTrue(self.wait_for(
            lambda turn: turn["replay"] is None and "help" in turn["open"], "the end")["opening"])
        self.desktop.press("F1")
        self.desktop.press("plus")
        self.assertIsNone(self.settle()["opening"])

    def test_its_cross_closes_the_card_and_nothing_else(self):
        self.open_first()
        before = self.ended()
        left, _, width, _ = before["picture"]
        self.desktop.do("mousemove", left + width - 39, 34, "click", 1)
        closed = self.wait_for(lambda turn: turn["opening"] is None, "the end")
        self.assertEqual([before[name] for name in ("picture", "height", "open")],
                         [closed[name] for name in ("picture", "height", "open")])

    def test_input_on_the_panel_lets_the_card_stay_a_while_and_on_the_picture_ends_it(self):
        self.open_first()
        before = self.ended()
        self.assertIsNone(before["opening"]["gone"])
        left, top, width, height = before["picture"]
        self.desktop.do("mousemove", left + width + 3, top + height // 2, "click", 1)
        used = self.wait_for(lambda turn: turn["opening"]["gone"], "an end of the card")
        self.assertGreater(used["opening"]["gone"], before["ended"])
        self.desktop.do("mousemove", left + 90, top + height // 2, "click", 1)
        closed = self.wait_for(lambda turn: turn["opening"] is None, "the end")
        self.assertEqual(before["height"], closed["height"])

    def test_escape_ends_the_opening(self):
        self.open_first()
        self.played(0)
        self.desktop.press("Escape")
        ended = self.settle()
        self.assertEqual((None, None), (ended["replay"], ended["opening"]))

    def test_later_starts_go_to_where_one_was(self):
        self.open_first()
        self.played(0)
        self.desktop.press("plus")
        self.settle()
        self.program.end()
        view = self.program.saved()["view"]
        self.program.start(intro=True)
        self.assert_without_opening()
        self.assertEqual(view, self.program.saved()["view"])

    def test_another_tab_or_the_laboratory_ends_the_opening(self):
        for there, back in [("ctrl+Tab", "ctrl+shift+Tab"), ("l", "l")]:
            with self.subTest(there):
                self.open_first()
                self.assertTrue(self.ended()["opening"])
                self.desktop.press(there)
                self.wait_for(lambda turn: turn["opening"] is None, "the end")
                self.desktop.press(back)
                self.assertIsNone(self.settle()["opening"])
                self.program.end()

    def test_options_change_what_they_name_and_nothing_else(self):
        def saved_by(*arguments):
            self.open_first("--no-intro", *arguments)
            self.settle()
            self.program.end()
            saved = self.program.saved()
            del saved["engine"]["dwell"]  # it follows the picture
            return saved

        self.open_first()
        self.ended()
        self.program.end()
        first = self.program.saved()
        del first["engine"]["dwell"]
        self.assertEqual(first, saved_by())
        first["engine"] |= {"engine": "ask", "shortcuts": False}
        self.assertEqual(first, saved_by("--engine", "ask", "--shortcuts", "off"))

    def test_the_whole_set_stays_whole_in_a_narrower_picture(self):
        self.open_first()
        self.ended()
        self.desktop.press("l")
        _, _, width, height = self.settle()["picture"]
        self.program.end()
        self.assertGreater(float(self.program.saved()["view"]["height_im"]) * width / height, 2.5)

    def test_who_asks_for_something_gets_that(self):
        for arguments in [("--no-intro",), ("--view", "seahorse"), ("--engine", "ex")]:
            with self.subTest(arguments):
                self.open_first(*arguments)
                self.assert_without_opening()

    def assert_without_opening(self):
        self.settle()
        turns = self.program.turns.all
        self.assertTrue(all(turn["replay"] is turn["opening"] is None for turn in turns))
        self.program.end()


class ReplayTest(WindowTest):
    def test_the_key_plays_the_subdivision_without_another_frame(self):
        self.open("--view", "paper", "--engine", "ask")
        before = self.settle()
        self.assertEqual([], before["open"], "the panel need not be shown")
        self.desktop.press("p")
        for level in range(4):
            self.program.turns.wait_for(lambda turn, level=level: turn["replay"] == level,
                                        f"level {level}")
        self.desktop.press("Escape")
        after = self.settle()
        self.assertEqual((None, before["asked"]), (after["replay"], after["asked"]))

    def test_a_screenshot_is_of_the_picture_not_of_the_replay(self):
        plain, played = self.shots(None, command("play_subdivision"))
        self.assert_same_picture(plain, played)

    def test_pressed_again_it_stops(self):
        self.open("--view", "paper", "--engine", "ask")
        self.settle()
        with self.program.stopped():
            self.desktop.press("p")
            self.desktop.press("p")
        self.assertIsNone(self.settle()["replay"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
