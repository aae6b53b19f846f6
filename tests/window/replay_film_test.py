"""The replay of the subdivision, written as a film from the window."""

import unittest

import numpy
from PIL import Image

from program import SCREENSHOT, WindowTest, command, pixels_of, setting

FILM = command("export_replay", format="webp")
# The finished replay has the regions' outlines, as this picture has.
WITH_GRID = [setting("overlay.shown", True), setting("export.with_overlay", True)]
SMALL = [setting("window.panel_shown", False), setting("insets.minimap", False),
         {"event": "resize", "width": 640, "height": 400}]


BARE = [setting("overlay.line_opacity", 0), setting("overlay.tint", 0)]


def frames_of(film):
    """As arrays, with how long each is shown in ms. Those that are equal are one."""
    frames, times = [], []
    with Image.open(film) as opened:
        for number in range(opened.n_frames):
            opened.seek(number)
            opened.load()
            frames.append(numpy.asarray(opened.convert("RGB")))
            times.append(opened.info["duration"])
    return frames, times


def distance(one, other):
    """The mean difference in brightness, of 255: a film's colours have half of the resolution."""
    return numpy.abs(one.mean(axis=-1) - other.mean(axis=-1)).mean()


NOT_KNOWN_YET = (58, 64, 78)  # render/picture/roles.hpp


class ReplayFilmTest(WindowTest):
    def films(self):
        return sorted(self.program.home.rglob("*-replay.*"))

    def test_it_grows_to_the_picture_on_screen(self):
        self.program.replay([*SMALL, setting("colouring.palette", "viridis"), FILM, *WITH_GRID,
                             SCREENSHOT],
                            "--view", "seahorse", "--engine", "ask", "--dwell", "300")
        [film], [shot] = self.films(), self.program.screenshots()
        frames, times = frames_of(film)
        self.assertEqual(6000, sum(times))
        self.assertGreater(len(frames), 3)
        shown = pixels_of(shot)
        self.assertEqual(shown.shape, frames[0].shape)
        unknown = [(abs(frame.astype(int) - NOT_KNOWN_YET).max(axis=-1) < 16).mean()
                   for frame in frames]
        self.assertGreater(unknown[0], 0.9)
        self.assertEqual(sorted(unknown[:-1], reverse=True), unknown[:-1])
        self.assertLess(unknown[-1], unknown[1])
        self.assertLess(distance(frames[-1], shown), 4)
        self.assertGreater(distance(frames[-2], shown), 6)

    def test_its_picture_is_antialiased_as_on_screen(self):
        self.program.replay([*SMALL, *BARE, SCREENSHOT, setting("colouring.samples", 4), SCREENSHOT,
                             FILM], "--view", "seahorse", "--engine", "ask", "--dwell", "300")
        rough, smooth = map(pixels_of, self.program.screenshots())
        last = frames_of(self.films()[0])[0][-1]
        self.assertLess(2 * distance(last, smooth), distance(last, rough))

    def test_a_large_picture_makes_a_film_of_a_handy_size(self):
        self.enlarge_desktop()
        self.program.replay([setting("window.panel_shown", False), FILM], "--view", "paper")
        frames, _ = frames_of(self.films()[0])
        self.assertEqual((640, 1024, 3), frames[0].shape)

    def test_it_is_cancelled(self):
        self.program.replay([FILM, {**command("cancel_export"), "wait": "exporting"}],
                            "--view", "paper", "--engine", "ask")
        self.assertEqual([], self.films())

    def test_what_cannot_be_filmed_is_told(self):
        ordinary = self.program.environment()
        self.program.environment = lambda: {**ordinary, "PATH": "/nonexistent"}
        for arguments, film, why in [
                (("--engine", "ex"), FILM, "Ex does not cut the picture into regions"),
                (("--engine", "ask"), {**FILM, "format": "gif"}, "is not a film"),
                (("--engine", "ask"), {**FILM, "format": "mp4"}, "the program ffmpeg")]:
            with self.subTest(why):
                report = self.program.home / f"{film['format']}-{len(arguments)}{arguments[1]}.jsonl"
                self.program.replay([film], "--view", "paper", *arguments, "--report", report)
                self.assertIn(why, report.read_text(encoding="utf-8"))
                self.assertEqual([], self.films())

    def test_a_stopped_picture_is_not_filmed(self):
        report = self.program.home / "report.jsonl"
        self.program.replay(
            [setting("engine.shortcuts", False), setting("engine.dwell", 10_000_000),
             {**command("stop_frame"), "wait": "computing"}, FILM],
            "--center", "-0.1,0", "--height", "0.05", "--engine", "ask", "--report", report)
        self.assertIn("No film of the replay: the picture is unfinished",
                      report.read_text(encoding="utf-8"))
        self.assertEqual([], self.films())


if __name__ == "__main__":
    unittest.main(verbosity=2)
