"""Opening and closing: every way out saves the settings; what is damaged or missing is reported."""

import json
import signal
import unittest

import numpy

from program import Program, WindowTest, setting


class OpenAndCloseTest(WindowTest):
    def open_and_zoom(self):
        """Opens the window and changes something that is worth keeping."""
        before = self.open("--view", "paper")
        self.desktop.press("plus")
        self.another_picture(before)

    def assert_closed_and_saved(self):
        self.assertEqual(0, self.program.status(), self.program.said())
        self.assertLess(float(self.program.saved()["view"]["height_im"]), 2)

    def test_a_first_start_shows_the_set_beside_a_panel(self):
        self.program.start()
        self.assertIn("panel", self.settle()["open"])
        colours = numpy.unique(self.desktop.pixels().reshape(-1, 3), axis=0)
        self.assertGreater(len(colours), 50, "no picture beside a panel")
        self.assertEqual(0, self.program.end())

    def test_the_close_button_closes_and_saves(self):
        self.open_and_zoom()
        self.desktop.press_close_button(self.program)
        self.assert_closed_and_saved()

    def test_ctrl_q_closes_and_saves(self):
        self.open_and_zoom()
        self.desktop.press("ctrl+q")
        self.assert_closed_and_saved()

    def test_sigterm_closes_and_saves(self):
        self.open_and_zoom()
        self.program.end(signal.SIGTERM)
        self.assert_closed_and_saved()

    def test_what_was_set_is_there_again_the_next_time(self):
        self.program.replay([setting("engine.dwell", 4321), setting("colouring.palette", "grey")])
        self.program.replay([])
        self.assertEqual(4321, self.program.saved()["engine"]["dwell"])
        self.assertEqual("grey", self.program.saved()["colouring"]["palette"])

    def test_the_window_is_as_large_as_the_last_time(self):
        self.program.replay([setting("window.panel_shown", False),
                             {"event": "resize", "width": 800, "height": 500}])
        self.program.start()
        self.assertEqual([0, 0, 800, 500], self.settle()["picture"])
        self.assertEqual(0, self.program.end())

    def test_a_damaged_settings_file_is_kept_aside_and_not_fatal(self):
        damaged = "[engine\ndwell = what?"
        self.program.save(damaged)
        self.program.replay([setting("engine.dwell", 900)])
        others = [path for path in self.program.settings_file.parent.iterdir()
                  if path.is_file() and path != self.program.settings_file]
        self.assertIn(damaged, [path.read_text(encoding="utf-8") for path in others])
        self.assertEqual(900, self.program.saved()["engine"]["dwell"])

    def test_settings_that_may_not_be_are_kept_aside_and_not_fatal(self):
        self.enlarge_desktop()  # where the whole set needs no higher limit
        self.program.save("[engine]\ndwell = 0\n")
        self.program.replay([setting("engine.g", 8)])
        self.assertEqual(512, self.program.saved()["engine"]["dwell"])

    def test_a_home_that_cannot_be_written_is_not_fatal(self):
        self.program.settings_file.parent.parent.mkdir(parents=True)
        self.program.settings_file.parent.write_text("a file where the folder should be")
        self.program.replay([setting("engine.dwell", 900)])

    def test_a_wrong_replay_is_told_before_a_window_opens(self):
        for text, words in [("[{]", ["replay"]), ('[{"event": "fly"}]', ["event 1", "fly"])]:
            with self.subTest(text):
                file = self.program.home / "replay.json"
                file.write_text(text)
                done = self.program.run("--replay", file)
                self.assertEqual(2, done.returncode)
                self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
                for word in words:
                    self.assertIn(word, done.stderr)

    def test_a_display_that_cannot_be_had_is_refused_with_the_reason(self):
        done = self.program.run("--display", "interop")
        self.assertEqual(1, done.returncode)
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        self.assertIn("--display interop is not available here: ", done.stderr)
        self.assertEqual(2, self.program.run("--display", "mirror").returncode)

    def test_a_recorded_session_plays_the_same_again(self):
        recording = [{"event": "command", "command": "start_recording"},
                     {"event": "command", "command": "zoom_by", "factor": 0.25},
                     setting("engine.dwell", 2000),
                     {"event": "command", "command": "stop_recording"}]
        self.program.replay(recording, "--view", "paper")
        (file,) = [path for path in self.program.home.rglob("*.json")
                   if path.name != "replay.json" and isinstance(json.loads(path.read_text()), list)]
        recorded = self.program.saved()
        again = Program(self.desktop.name)
        self.addCleanup(again.close)
        again.run("--view", "paper", "--replay", file)
        self.assertEqual(recorded["view"], again.saved()["view"])
        self.assertEqual(2000, again.saved()["engine"]["dwell"])


class WithoutDisplayTest(unittest.TestCase):
    def test_one_line_says_so_and_names_render(self):
        for display in [None, ":4242"]:
            with self.subTest(display):
                program = Program(display)
                self.addCleanup(program.close)
                done = program.run()
                self.assertEqual(1, done.returncode)
                self.assertEqual("", done.stdout)
                self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
                self.assertIn("display", done.stderr)
                self.assertIn("mariani render", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
