"""A poster's folder in the window: its pixels are those of `render`, nothing shows through on the way to them, and
what is missing, damaged or gone is said."""

import shutil
import tempfile
import unittest
from pathlib import Path

from program import OUTSIDE, Program, WindowTest, command, key, pixels_of, setting

SIDE = 8192  # of the posters' level 0
HEIGHT = 2.0  # of the part of the plane that they show: `paper`
ASKED = ("--view", "paper", "--dwell", "1000", "--engine", "ex", "--precision", "f64", "--backend", "cpu")
CELL = 2048
CELLS = 16 + 4 + 1 + 1 + 1 + 1  # of all levels


def make(program, folder, *arguments):
    done = program.run("poster", "-o", folder, "--size", SIDE, "--cell", CELL, *ASKED, *arguments)
    return done


class PosterTest(WindowTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        temporary = tempfile.TemporaryDirectory(prefix="mariani-poster-")
        cls.addClassCleanup(temporary.cleanup)
        program = Program(None)
        cls.addClassCleanup(program.close)
        cls.folder = Path(temporary.name) / "whole"
        done = make(program, cls.folder)
        assert done.returncode == 0, done.stderr

    def copied(self):
        """A poster that a test may spoil."""
        copy = self.program.home / "copy"
        shutil.copytree(self.folder, copy)
        return copy

    def poster(self, condition, what):
        """The turn in which the open poster is so."""
        return self.wait_for(lambda turn: turn["poster"] and condition(turn["poster"]), what)

    def size(self):
        return tuple(self.turn()["picture"][2:])

    @staticmethod
    def view_of(size, scale=1.0, right=0, up=0):
        """The view whose pixels are `scale` of level 0's, its centre moved by so many of these."""
        pitch = HEIGHT / SIDE
        return {"re": str(-0.5 + right * pitch), "im": str(up * pitch), "height": str(size[1] * pitch * scale)}

    def go_to(self, view):
        return command("go_to", **view)

    def shot(self, *events, arguments=None):
        return self.shots(*events, arguments=(self.folder,) if arguments is None else arguments)

    def test_pixel_for_pixel_it_is_what_render_makes(self):
        self.program.save('[engine]\nengine = "ask"\n[window]\npanel_shown = false\n[insets]\nminimap = false\n')
        first, = self.shot(None)
        size = first.shape[1], first.shape[0]
        for scale, right, up in [(1, -1024, 410), (1, -1101, -433), (2, -1000, 464)]:
            with self.subTest(scale=scale, right=right, up=up):
                view = self.view_of(size, scale, right, up)
                shown, = self.shot(self.go_to(view))
                done = self.program.run("render", "-o", "same.png", "--center", f"{view['re']},{view['im']}",
                                        "--height", view["height"], "--size", f"{size[0]}x{size[1]}", *ASKED[2:])
                self.assertEqual(0, done.returncode, done.stderr)
                self.assert_same_picture(shown, pixels_of(self.program.home / "same.png"))

    def test_a_map_has_the_colours_of_its_export(self):
        self.program.save('[window]\npanel_shown = false\n[insets]\nminimap = false\n')
        folder = self.program.home / "levels"
        done = self.program.run("poster", "-o", folder, "--view", "paper", "--size", 2048, "--cell", 1024, "--show",
                                "level", "--backend", "cpu")
        self.assertEqual(0, done.returncode, done.stderr)
        self.open(folder)
        size = self.size()
        view = {"re": "-0.5", "im": "0", "height": str(size[1] * HEIGHT / 2048)}
        self.program.end()
        shown, = self.shot(self.go_to(view), arguments=(folder,))
        corner = f"{size[0]}x{size[1]}+{1024 - size[0] // 2}+{1024 - size[1] // 2}"
        done = self.program.run("poster", folder, "--export", "png", "--crop", corner, "--to", "same.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(shown, pixels_of(self.program.home / "same.png"))

    def test_a_smooth_poster_has_the_colours_of_its_export_also_in_bands(self):
        self.program.save('[window]\npanel_shown = false\n[insets]\nminimap = false\n')
        folder = self.program.home / "smooth"
        done = self.program.run("poster", "-o", folder, "--view", "paper", "--size", 2048, "--cell", 1024, "--smooth",
                                "--mapping", "cyclic", "--backend", "cpu")
        self.assertEqual(0, done.returncode, done.stderr)
        self.open(folder)
        size = self.size()
        self.program.end()
        view = self.go_to({"re": "-0.5", "im": "0", "height": str(size[1] * HEIGHT / 2048)})
        pictures = self.shots(view, setting("colouring.smooth", False), setting("colouring.palette", "inferno"),
                              arguments=(folder,))
        corner = f"{size[0]}x{size[1]}+{1024 - size[0] // 2}+{1024 - size[1] // 2}"
        for shown, asked in zip(pictures, (["--smooth"], ["--no-smooth"], ["--no-smooth", "--palette", "inferno"])):
            done = self.program.run("poster", folder, "--export", "png", "--crop", corner, "--to", "same.png", *asked)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assert_same_picture(shown, pixels_of(self.program.home / "same.png"))

    def test_while_one_zooms_in_nothing_shows_through(self):
        self.open(self.folder)
        self.assertTrue(self.turn()["poster"]["on_screen"])
        self.desktop.point_at(440, 230)  # near the needle's edge
        self.desktop.scroll(3)  # the poster's sides leave the screen
        self.poster(lambda poster: poster["alone"] and not poster["loading"], "a picture of the poster alone")
        self.settle()
        asked = self.turn()["asked"]
        seen, levels = 0, set()
        for _ in range(12):
            self.desktop.scroll(1)
            for _ in range(4):
                turn = self.turn()
                if turn["poster"]["alone"]:
                    pixels = self.desktop.picture_pixels()
                    self.assertEqual(0, (pixels == OUTSIDE).all(axis=-1).mean(), turn)
                    levels.add(turn["poster"]["level"])
                    seen += 1
                    self.assertEqual(asked, turn["asked"], "no engine is asked for what a poster has")
            self.settle()
            if not self.turn()["poster"]["alone"]:
                break
        self.assertGreater(seen, 8)
        self.assertIn(0, levels)
        self.assertGreater(len(levels), 1)

    def test_beyond_its_finest_level_engines_go_on(self):
        self.open(self.folder)
        size = self.size()
        deep = self.view_of(size, scale=1 / 8, right=-3600)
        shown, = self.shot(self.go_to(deep))
        plain, = self.shot(None, arguments=("--center", f"{deep['re']},{deep['im']}", "--height", deep["height"],
                                            *ASKED[2:]))
        self.assert_same_picture(shown, plain)

    def test_outside_of_its_rectangle_engines_go_on(self):
        self.open(self.folder)
        size = self.size()
        self.program.end()
        beside = self.view_of(size, right=SIDE // 2)
        shown, = self.shot(self.go_to(beside))
        plain, = self.shot(None, arguments=("--center", f"{beside['re']},{beside['im']}", "--height",
                                            beside["height"], *ASKED[2:]))
        self.assert_same_picture(shown, plain)

    def test_colours_change_at_once(self):
        self.open(self.folder)
        size = self.size()
        self.program.end()
        view = self.go_to(self.view_of(size, 1, -1024, 410))
        one, other = self.shots(view, setting("colouring.palette", "inferno"),
                                arguments=(self.folder,))
        self.assert_other_picture(one, other, 0.05)

    def test_a_dropped_folder_opens_and_esc_closes_it(self):
        self.open("--view", "seahorse", "--dwell", "1000")
        self.program.end()
        self.program.begin_replay([{"event": "drop", "paths": [str(self.folder)]}, {"event": "wait"}, key("Esc"),
                                   {"event": "wait"}])
        turns = self.program.turns
        opened = turns.wait_for(lambda turn: turn["poster"], "a poster")
        self.assertEqual(CELLS, opened["poster"]["cells"])
        closed = turns.wait_for(lambda turn: not turn["poster"], "no poster", after=opened["turn"])
        self.assertGreater(closed["turn"], opened["turn"])
        self.assertEqual(0, self.program.status())

    def half(self):
        """A poster of which every second cell is computed."""
        folder = self.program.home / "half"
        done = make(self.program, folder, "--part", "0/2")
        self.assertEqual(0, done.returncode, done.stderr)
        return folder

    def test_an_incomplete_poster_fills_in(self):
        place = ("--center", "-1.25,0", "--height", "0.16")
        folder = self.half()
        self.open(folder, *place)
        turn = self.poster(lambda poster: poster["on_screen"] and not poster["loading"], "the poster")
        self.assertLess(turn["poster"]["finished"], CELLS)
        self.assertGreater(turn["poster"]["standing_in"], 0)
        before = self.picture()
        self.assertEqual(0, (before == OUTSIDE).all(axis=-1).mean(), "coarser levels stand in")
        self.assertEqual(0, make(self.program, folder, "--part", "1/2").returncode)
        turn = self.poster(lambda poster: poster["finished"] == CELLS and not poster["loading"], "all cells")
        self.assertEqual(0, turn["poster"]["standing_in"])
        after = self.another_picture(before)
        self.program.end()
        self.open(self.folder, *place)
        self.assert_same_picture(after, self.picture())

    def test_what_is_no_poster_is_said(self):
        empty = self.program.home / "empty"
        empty.mkdir()
        self.open("--view", "paper")
        self.program.end()
        self.program.begin_replay([{"event": "drop", "paths": [str(empty)]}, {"event": "wait"}])
        self.message(str(empty))
        self.assertEqual(0, self.program.status())
        done = self.program.run(empty)
        self.assertEqual(1, done.returncode)
        self.assertIn(str(empty), done.stderr)

    def test_a_damaged_shard_is_named_with_what_mends_it(self):
        folder = self.copied()
        shard = max((folder / "0" / "c").rglob("*"), key=lambda path: path.stat().st_size if path.is_file() else 0)
        content = bytearray(shard.read_bytes())
        content[:len(content) * 3 // 4] = bytes(len(content) * 3 // 4)
        shard.write_bytes(content)
        row, column = int(shard.parent.name), int(shard.name)
        pitch = HEIGHT / SIDE
        self.open(folder, "--center", f"{-0.5 + (column - 1.5) * CELL * pitch},{(1.5 - row) * CELL * pitch}",
                  "--height", 500 * pitch)
        said = self.message("--check")
        self.assertIn(str(shard), said["text"])
        self.assertEqual(0, (self.picture() == OUTSIDE).all(axis=-1).mean(), "coarser levels stand in")
        self.assertEqual(0, self.program.end())

    def test_a_folder_that_disappears_closes_the_poster(self):
        folder = self.half()
        self.open(folder)
        shutil.rmtree(folder)
        self.message("The poster is closed")
        self.wait_for(lambda turn: not turn["poster"] and turn["settled"], "the picture of an engine")
        self.assertEqual(0, self.program.end())


if __name__ == "__main__":
    unittest.main()
