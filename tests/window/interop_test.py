"""A GPU's frames on the display that it draws: the window shows the same with --display interop and
--display staged, byte for byte. Runs on the display that it is started from."""

import json
import os
import types
import unittest

from program import SCREENSHOT, Program, WindowTest, command, setting
from timing_rows import rows_of

ON_GPU = ("--backend", "cuda", "--engine", "ask")
PAPER = ("--view", "paper")
ZOOM = command("zoom_by", factor=0.6)
PAN = command("pan_by", x=97, y=-31)


def resize(width, height):
    return {"event": "resize", "width": width, "height": height}


class InteropTest(WindowTest):
    @classmethod
    def setUpClass(cls):
        cls.desktop = types.SimpleNamespace(name=os.environ.get("DISPLAY"))
        program = Program(cls.desktop.name)
        said = program.run("info").stdout.splitlines()
        program.close()
        interop = next(line for line in said if line.startswith("  interop")).split(None, 1)[1]
        if "which is CUDA device" not in interop:
            raise unittest.SkipTest(f"interop: {interop}")
        cls.drawn_by = int(interop.rsplit(None, 1)[1])
        gpus = said[said.index("GPUs") + 1:said.index("Engines")]
        cls.others = {int(line.split()[0]) for line in gpus
                      if "unavailable" not in line} - {cls.drawn_by}

    def shots_by(self, display, events, *arguments):
        self.program.settings_file.unlink(missing_ok=True)  # both begin alike
        return self.shots(*events, arguments=(*PAPER, *ON_GPU, "--display", display, *arguments),
                          before=[setting("export.with_overlay", True)])

    def assert_same_either_way(self, *events, arguments=()):
        shared = self.shots_by("interop", events, *arguments)
        staged = self.shots_by("staged", events, *arguments)
        for one, other in zip(shared, staged, strict=True):
            self.assert_same_picture(one, other)

    def test_zooms_and_pans_show_the_same(self):
        self.assert_same_either_way(None, ZOOM, ZOOM, PAN, ZOOM, PAN)

    def test_every_colouring_shows_the_same(self):
        self.assert_same_either_way(
            setting("colouring.mapping", "equalised"), setting("colouring.smooth", True),
            ZOOM, setting("colouring.mapping", "cyclic"), setting("colouring.smooth", False),
            setting("colouring.mapping", "distance"), setting("colouring.shaded", True), ZOOM)

    def test_the_region_grid_is_the_same(self):
        self.assert_same_either_way(setting("overlay.shown", True), ZOOM,
                                    setting("engine.B", 4), setting("overlay.replay_level", 2),
                                    setting("overlay.shown", False))

    def test_dwell_limits_on_both_sides_of_2_bytes_show_the_same(self):
        self.assert_same_either_way(None, *(setting("engine.dwell", limit)
                                            for limit in (65535, 65536, 70000, 3000)))

    def test_sizes_that_follow_each_other_show_the_same(self):
        self.assert_same_either_way(None, resize(1001, 701), resize(640, 480), resize(1280, 720))

    def test_a_storm_of_sizes_is_weathered(self):
        storm = [resize(400 + 37 * i % 700, 300 + 53 * i % 500) for i in range(60)]
        end = [{**event, "wait": "settled"} for event in (resize(900, 600), SCREENSHOT,
                                                          {"event": "quit"})]
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([*storm, *end]))
        done = self.program.run("--replay", file, *PAPER, *ON_GPU, "--display", "interop")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual(1, len(self.program.screenshots()))

    def test_a_gpu_that_does_not_draw_the_window_is_staged_and_shows_the_same(self):
        if not self.others:
            raise unittest.SkipTest("this machine has one GPU")
        other = str(min(self.others))
        events = [None, ZOOM, setting("overlay.shown", True), PAN]
        drawn = self.shots_by("interop", events, "--device", str(self.drawn_by))
        elsewhere = self.shots_by("auto", [command("start_timing_log"), *events[1:]],
                                  "--device", other)
        for one, another in zip(drawn, elsewhere, strict=True):
            self.assert_same_picture(one, another)
        rows = rows_of(self.program.home)
        self.assertEqual({"staged"}, {row["display"] for row in rows})
        self.assertTrue(all(row["device"].startswith(f"GPU {other}: ") for row in rows))

    def test_a_minute_of_zooming_ends_without_an_error(self):
        play = [command("start_timing_log")]
        for step in range(960):
            time = round(0.5 + 0.06 * step, 2)
            inwards = step // 220 % 2 == 0
            zoom = {**command("zoom_by", factor=0.93 if inwards else 1 / 0.93), "time": time}
            play.append({**zoom, "wait": "shown"} if step % 8 == 0 else zoom)
            if step % 150 == 75:
                play.append({**setting("overlay.shown", step // 150 % 2 == 0), "time": time})
            if step % 97 == 50:
                play.append({**command("pan_by", x=31, y=-17), "time": time})
        play += [{**event, "wait": "settled"}
                 for event in (command("stop_timing_log"), {"event": "quit"})]
        file = self.program.home / "replay.json"
        file.write_text(json.dumps(play))
        done = self.program.run("--replay", file, *ON_GPU, "--view", "seahorse", "--dwell", "2000")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        rows = rows_of(self.program.home)
        self.assertGreaterEqual(len(rows), 120)
        self.assertEqual({("cuda", "interop")}, {(row["backend"], row["display"]) for row in rows})

    def test_the_log_says_which_way_frames_came(self):
        for arguments, way in [(("--display", "interop"), "interop"),
                               (("--display", "auto"), "interop"),
                               (("--display", "staged"), "staged"),
                               (("--display", "interop", "--backend", "cpu"), "upload")]:
            with self.subTest(way):
                self.program.replay([command("start_timing_log"), ZOOM, ZOOM,
                                     command("stop_timing_log")], *PAPER, *arguments)
                rows = rows_of(self.program.home)
                self.assertEqual({way}, {row["display"] for row in rows})
                for path in self.program.home.rglob("*.csv"):
                    path.unlink()


if __name__ == "__main__":
    unittest.main(verbosity=2)
