"""The timing log: a row per frame, all the columns, on the disk as it goes."""

import csv
import json
import signal
import unittest

from desktop import wait_until
from program import WindowTest, command, setting
from timing_rows import COLUMNS, entries_of, logs, rows_of

ZOOMS = [command("zoom_by", factor=0.5)] * 4


class TimingLogTest(WindowTest):
    def test_a_row_per_frame_with_every_column(self):
        self.program.replay([command("start_timing_log"), *ZOOMS, command("stop_timing_log"),
                             command("zoom_by", factor=0.5)],
                            "--view", "paper", "--engine", "ask", "--dwell", "300")
        rows = rows_of(self.program.home)
        self.assertEqual(COLUMNS, list(rows[0]))
        self.assertEqual(4, len(rows), "frames before and after the log are not in it")
        for row, height in zip(rows, [1, 0.5, 0.25, 0.125]):
            self.assertEqual(height, float(row["height_im"]))
            self.assertEqual("ask", row["engine"])
            self.assertEqual("300", row["dwell"])
            self.assertEqual(int(row["regions"]), int(row["filled"]) + int(row["subdivided"])
                             + int(row["leaves"]))
            parts = [float(row[name]) for name in ["compute_ms", "upload_ms", "draw_ms"]]
            self.assertTrue(all(part >= 0 for part in parts), parts)
            self.assertAlmostEqual(float(row["frame_ms"]), sum(parts), delta=0.01)

    def test_json_has_the_levels_too(self):
        self.program.replay([setting("export.log_format", "json"), command("start_timing_log"),
                             *ZOOMS, command("stop_timing_log")],
                            "--view", "paper", "--engine", "ask")
        entries = entries_of(self.program.home)
        self.assertEqual(4, len(entries))
        self.assertLessEqual(set(COLUMNS) | {"levels"}, set(entries[0]))
        first = entries[0]["levels"][0]
        self.assertLessEqual(
            {"level", "side", "regions", "filled", "subdivided", "leaves", "P", "ms"}, set(first))

    def test_two_logs_are_two_files(self):
        self.program.replay([command("start_timing_log"), *ZOOMS[:1], command("stop_timing_log"),
                             command("start_timing_log"), *ZOOMS[:2], command("stop_timing_log")],
                            "--view", "paper")
        rows = sorted(len(path.read_text().splitlines()) - 1 for path in logs(self.program.home))
        self.assertEqual([1, 2], rows)

    def test_a_killed_program_leaves_whole_rows(self):
        for log_format, whole in [("csv", self.whole_csv), ("json", self.whole_json)]:
            with self.subTest(log_format):
                self.kill_while_logging(log_format, whole)

    def kill_while_logging(self, log_format, whole):
        # The engine is given ever new views by a recording that is still playing when killed.
        play = [setting("export.log_format", log_format), command("start_timing_log")]
        play += [{**command("zoom_by", factor=factor), "wait": "settled"}
                 for _ in range(2000) for factor in (0.5, 2.0)]
        file = self.program.home / "replay.json"
        file.write_text(json.dumps(play))
        self.program.start("--view", "paper", "--dwell", "100", "--replay", file)
        (path,) = wait_until(lambda: logs(self.program.home, "." + log_format), "a log")
        wait_until(lambda: whole(path) > 5, "rows while it runs")
        self.assertNotEqual(0, self.program.end(signal.SIGKILL))
        self.assertGreater(whole(path), 5)
        path.unlink()

    def whole_csv(self, path):
        """How many rows there are, all but perhaps the last one whole."""
        text = path.read_text(encoding="utf-8")
        lines = list(csv.reader(text.splitlines()))
        whole = lines if text.endswith("\n") else lines[:-1]
        self.assertTrue(all(len(line) == len(COLUMNS) for line in whole), whole[-1:])
        return len(whole) - 1

    def whole_json(self, path):
        text = path.read_text(encoding="utf-8")
        return len(json.loads(text)) if text.strip() else 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
