"""Races in the window: begun, finished and saved, while the picture goes its own way."""

import csv
import unittest

from PIL import Image

from program import SCREENSHOT, WindowTest, command, pixels_of, resize, setting, texts_of

RACE = command("race", racers=["ex", "ask,g=8,B=8", "dp-mbr", "ask,backend=cuda,device=200"],
               repeat=3, seed=42, energy=True)


class RaceTest(WindowTest):
    def files(self, ending):
        return sorted(self.program.home.rglob(f"*-race{ending}"))

    def test_a_race_is_run_and_saved(self):
        self.enlarge_desktop()  # and so its plot
        self.program.replay([command("toggle_laboratory"), setting("view.height_im", 0.5), RACE,
                             command("export_race")],
                            "--view", "paper", "--backend", "cpu")
        [table], [picture] = self.files(".csv"), self.files(".png")
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(["1", "2", "3", ""], [row["rank"] for row in rows])
        medians = [float(row["ms_median"]) for row in rows[:3]]
        self.assertEqual(sorted(medians), medians)
        self.assertEqual({"ex", "ask", "dp"}, {row["engine"] for row in rows[:3]})
        for row in rows[:3]:
            self.assertEqual(3, len(row["runs_ms"].split()))
            self.assertEqual("0.5", row["height_im"])
            # A figure with its counter, or the reason why there is none.
            self.assertGreater(len(row["energy"]), 10)
            self.assertEqual(row["joules"] == "", row["pixels_per_joule"] == "")
        self.assertEqual(("ask", "cuda"), (rows[3]["engine"], rows[3]["backend"]))
        self.assertGreater(len(rows[3]["refusal"]), 20)
        # Four pictures, and a bar in each racer's colour that ran.
        pixels = pixels_of(picture)
        self.assertGreater(pixels.shape[1], 800)
        for colour in [(0, 114, 178), (230, 159, 0), (0, 158, 115)]:
            self.assertGreater((pixels == colour).all(axis=-1).sum(), 130, colour)
        self.assertIn("0.5", str(texts_of(picture)))

    def test_the_picture_moves_while_a_race_runs_and_it_can_be_stopped(self):
        [still] = self.shots(None, arguments=("--view", "paper"))
        done = self.program.replay(
            [{**RACE, "repeat": 100000, "energy": False},
             {"wait": "result", **command("open_bookmark", name="paper")},
             {"wait": "shown", **SCREENSHOT}, {"wait": "shown", **command("export_race")},
             {"wait": "shown", **command("stop_experiment")}],
            "--view", "seahorse", "--dwell", "512")
        self.assertEqual("", done.stderr)
        self.assert_same_picture(still, pixels_of(self.program.screenshots()[-2]))
        with self.files(".csv")[0].open(encoding="utf-8", newline="") as table:
            self.assertLess(int(next(csv.DictReader(table))["runs"]), 100000)

    def test_a_race_is_watched_over_the_picture_and_filmed(self):
        self.program.replay(
            [resize(900, 300), command("race", racers=["ex", "ask,g=8,B=8"], repeat=3, seed=1, energy=False),
             setting("export.with_panel", True), setting("window.panel_shown", False), SCREENSHOT,
             command("watch_race"), SCREENSHOT, command("stop_frame"), SCREENSHOT,
             command("watch_race"), command("export_race_film")],
            "--view", "paper", "--backend", "cpu")
        before, watched, after = map(pixels_of, self.program.screenshots())
        for colour in [(0, 114, 178), (230, 159, 0)]:  # of the lanes
            counts = [(shot == colour).all(axis=-1).sum() for shot in (before, watched, after)]
            self.assertGreater(counts[1], counts[0] + 50)
            self.assertEqual(counts[0], counts[2])
        [film] = self.files(".webp")
        with Image.open(film) as frames:
            self.assertEqual(1200, frames.size[0])
            self.assertGreater(frames.n_frames, 100)

    def test_there_is_nothing_to_save_before(self):
        self.program.replay([command("export_race")])
        self.assertEqual([], self.files(".csv") + self.files(".png"))

    def test_there_is_nothing_to_watch_or_film_before(self):
        self.program.replay([command("watch_race"), command("export_race_film")])
        self.assertEqual([], self.files(".webp"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
