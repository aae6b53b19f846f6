"""Recordings that are played in the user's own window."""

import json
import unittest

from desktop import LARGE
from program import SCREENSHOT, WindowTest, command, pixels_of, setting

# The button that plays the recording used last, in a window in which only Export is open.
PANEL = ('[window]\npanel_part = "explore"\nsize = "1440x900"\nverify_fills = false\n'
         '[sections]\nview = false\nbookmarks = false\ncolour = false\ncompare = false\nappearance = false\n')
PLAY = (1390, 651)

LONG = [{"event": "command", "command": "toggle_grid"},
        {"event": "button", "button": "right", "action": "press", "x": 300, "y": 300, "time": 0.1},
        {"event": "key", "key": "G", "time": 10_000}]


class PlaybackTest(WindowTest):
    DESKTOP = LARGE

    def recording(self, events, name="visit.json"):
        file = self.program.home / name
        file.write_text(json.dumps(events), encoding="utf-8")
        return str(file)

    def messages(self, *events):
        """All that the window says while it replays these."""
        report = self.program.home / f"report-{len(list(self.program.home.iterdir()))}.jsonl"
        self.program.replay(events, "--view", "paper", "--engine", "ask", "--report", report)
        turns = map(json.loads, report.read_text(encoding="utf-8").splitlines())
        return [message["text"] for turn in turns for message in turn["messages"]]

    def play_long(self):
        """The window, in the middle of a recording that glides for hours."""
        self.program.save(PANEL)
        recording = self.recording(LONG)
        recent = self.program.home / "data" / "mariani" / "recent.toml"
        recent.parent.mkdir(parents=True)
        recent.write_text(f'[[file]]\npath = "{recording}"\n', encoding="utf-8")
        self.program.start("--view", "paper", "--engine", "ask")
        self.settle()
        self.desktop.do("mousemove", *PLAY, "click", 1)
        self.wait_for(lambda turn: turn["playing"] == "visit.json" and turn["moving"] is not None
                      and turn["asked"] > 2, "it is played")

    def test_a_recording_dropped_is_played_and_its_end_leaves_the_window_open(self):
        visit = self.recording([command("open_bookmark", name="seahorse"), {"event": "quit"}])
        said = self.messages({"event": "drop", "paths": [visit]}, SCREENSHOT)
        self.assertIn("Played visit.json", said)
        self.assertEqual("0.02", self.program.saved()["view"]["height_im"])
        [shot] = self.program.screenshots()
        self.assertGreater(len(pixels_of(shot)), 100)
        recent = (self.program.home / "data" / "mariani" / "recent.toml").read_text()
        self.assertIn(visit, recent)

    def test_what_was_recorded_here_is_played_in_a_window_of_the_same_size(self):
        self.messages({"event": "resize", "width": 900, "height": 700}, command("start_recording"),
                      {"event": "scroll", "y": 4}, command("stop_recording"))
        [recorded] = self.program.home.rglob("*-input.json")
        events = json.loads(recorded.read_text(encoding="utf-8"))
        self.assertEqual(("resize", 900, 700),
                         tuple(events[0][name] for name in ("event", "width", "height")))
        self.messages(command("open_file", path=str(recorded)))
        self.assertEqual("900x700", self.program.saved()["window"]["size"])

    def test_a_damaged_recording_is_refused_with_a_message(self):
        for text, why in [("[{", "the replay "), ('[{"event": "dance"}]', "event 1: "),
                          ('{"name": "x"}', "the replay ")]:
            with self.subTest(text):
                file = self.program.home / "damaged.json"
                file.write_text(text, encoding="utf-8")
                said = self.messages(command("open_file", path=str(file)), setting("engine.g", 7))
                self.assertTrue(any("damaged.json" in each and why in each for each in said), said)
                self.assertEqual(7, self.program.saved()["engine"]["g"], "the window goes on")

    def test_a_recording_plays_no_other(self):
        visit = self.recording([command("toggle_grid")])
        outer = self.recording([command("open_file", path=visit), {"event": "wait", "time": 0.1}],
                               "outer.json")
        said = self.messages(command("open_file", path=outer))
        self.assertIn("outer.json is being played: a recording cannot play another one", said)
        self.assertFalse(self.program.saved()["overlay"]["shown"])

    def test_escape_stops_it_and_releases_what_it_held(self):
        self.play_long()
        self.desktop.press("Escape")
        stopped = self.settle()
        self.assertIsNone(stopped["playing"])
        self.message("Stopped visit.json")
        self.assertEqual(["panel"], stopped["open"])

    def test_the_mouse_may_move_and_a_click_stops_it(self):
        self.play_long()
        self.desktop.point_at(500, 500)
        self.assertEqual("visit.json", self.turn()["playing"])
        self.desktop.do("click", 1)
        self.assertIsNone(self.settle()["playing"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
