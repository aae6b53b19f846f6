"""What the window says of its turns with --report."""

import json
import os
import unittest

from frame_mark import CELL, WIDTH, marked_number
from program import WindowTest


class ReportTest(WindowTest):
    def test_a_line_a_turn_says_what_is_asked_for_and_shown(self):
        self.open("--view", "paper")
        first = self.settle()
        self.assertEqual((1, 1), (first["asked"], first["shown"]))
        self.assertEqual([], first["open"])
        self.desktop.press("plus")
        zoomed = self.settle()
        self.assertEqual((2, 2), (zoomed["asked"], zoomed["shown"]))
        self.assertGreater(zoomed["inputs"], first["inputs"])
        turns = self.program.turns.all
        self.assertEqual(list(range(1, len(turns) + 1)), [turn["turn"] for turn in turns])
        self.assertTrue(any(turn["computing"] for turn in turns))
        self.assertTrue(any(turn["moving"] for turn in turns))
        for one, next_one in zip(turns, turns[1:]):
            self.assertLessEqual(one["began"], one["ended"])
            self.assertLessEqual(one["ended"], next_one["began"])
            self.assertLessEqual(one["shown"], next_one["shown"])

    def test_messages_and_what_is_open_are_reported(self):
        self.open("--view", "paper")
        self.desktop.press("ctrl+c")
        shown = self.program.turns.wait_for(lambda turn: turn["messages"], "a message")
        self.assertEqual(["info"], [message["kind"] for message in shown["messages"]])
        self.assertIn("Copied --center -0.5,0", shown["messages"][0]["text"])
        self.desktop.press("l")
        self.assertEqual(["laboratory"], self.turn()["open"])
        self.desktop.press("F1")
        self.assertEqual(["laboratory", "help"], self.turn()["open"])

    def test_a_stopped_frame_is_not_shown(self):
        self.program.start("--center", "-0.1,0", "--height", "0.05", "--dwell", "10000000",
                           "--engine", "ex", "--shortcuts", "off")
        self.wait_for(lambda turn: turn["computing"], "a frame under way")
        self.desktop.press("Escape")
        stopped = self.settle()
        self.assertEqual((1, 0, False), tuple(stopped[name]
                                              for name in ["asked", "shown", "computing"]))

    def test_a_marked_frame_shows_its_number(self):
        def seen():
            shown = self.settle()["shown"]
            return shown, marked_number(self.desktop.pixels()[:CELL, :WIDTH])

        self.open("--view", "paper", "--mark-frames")
        self.assertEqual((1, 1), seen())
        for number in range(2, 6):
            self.desktop.press("F5")
            self.assertEqual((number, number), seen())
        self.program.end()
        self.open("--view", "paper")
        self.assertEqual((1, None), seen())

    def test_a_file_that_is_there_is_left_alone(self):
        file = self.program.home / "letters.jsonl"
        file.write_text("Dear Sir")
        done = self.program.run("--report", file)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn(f"--report cannot write {file}: File exists", done.stderr)
        self.assertEqual("Dear Sir", file.read_text())

    def test_a_report_that_cannot_go_on_ends_without_the_window(self):
        full = self.program.home / "full.jsonl"
        wrapper = ["bash", "-c", 'ulimit -f 8; exec "$0" "$@"']
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([{"event": "key", "key": "G"}] * 60
                                   + [{"event": "quit", "wait": "settled"}]))
        done = self.program.run("--view", "paper", "--replay", file, "--report", full,
                                wrapper=wrapper)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual(8 * 1024, os.path.getsize(full))


if __name__ == "__main__":
    unittest.main(verbosity=2)
