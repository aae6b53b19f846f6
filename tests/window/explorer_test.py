"""What helps to find one's way: orbit and Julia set of the point under the mouse, the map, copies of the
picture, palettes of one's own, and where one has been."""

import io
import os
import subprocess
import tomllib
import unittest
from pathlib import Path

import numpy
from PIL import Image

from desktop import PATIENCE, wait_until
from program import SCREENSHOT, WindowTest, command, pixels_of, setting

VIEW = ("--center", "-0.5,0", "--height", "3", "--dwell", "300")


class ExplorerTest(WindowTest):
    def pixel_of(self, re, im, height=3.0, centre=(-0.5, 0.0)):
        """Where a point is on the screen."""
        left, top, width, rows = self.turn()["picture"]
        pitch = height / rows
        return (left + round(width / 2 + (re - centre[0]) / pitch),
                top + round(rows / 2 - (im - centre[1]) / pitch))

    def point_at(self, re, im):
        x, y = self.pixel_of(re, im)
        self.desktop.point_at(x, y)
        return self.settle()

    def changed_around(self, before, x, y, reach=9):
        """How much of the neighbourhood of a pixel is not as it was."""
        rows, columns = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
        return numpy.any(before[rows, columns] != self.desktop.pixels()[rows, columns],
                         axis=-1).mean()


class OrbitTest(ExplorerTest):
    def test_o_shows_the_orbit_of_the_point_under_the_mouse_and_hides_it(self):
        self.open(*VIEW)
        self.point_at(-0.12, 0.74)
        self.assertIsNone(self.settle()["orbit"])
        before = self.desktop.pixels()
        self.desktop.press("o")
        orbit = self.wait_for(lambda turn: turn["orbit"] and turn["settled"], "an orbit")["orbit"]
        self.assertEqual((300, False, 3), (orbit["steps"], orbit["escaped"], orbit["period"]))
        z = c = complex(-0.12, 0.74)
        for _ in range(3):
            z = z * z + c
            self.assertGreater(self.changed_around(before, *self.pixel_of(z.real, z.imag)), 0.1,
                               f"a dot at {z}")
        self.desktop.press("o")
        self.wait_for(lambda turn: not turn["orbit"] and turn["settled"], "no orbit")
        self.assert_same_picture(before, self.desktop.pixels())

    def test_it_follows_the_mouse(self):
        self.open(*VIEW)
        self.desktop.press("o")
        self.assertEqual(1, self.point_at(-0.1, 0.1)["orbit"]["period"])
        self.assertEqual(2, self.point_at(-1.0, 0.05)["orbit"]["period"])
        escaped = self.point_at(0.5, 0.5)
        self.assertTrue(escaped["orbit"]["escaped"])
        self.assertEqual(escaped["dwell"], escaped["orbit"]["steps"])

    def test_what_lies_outside_the_picture_is_cut_off(self):
        self.open("--center", "-0.7436438870371587,0.13182590420531198", "--height", "1e-10",
                  "--dwell", "2000")
        before = self.desktop.pixels()
        self.desktop.press("o")
        orbit = self.wait_for(lambda turn: turn["orbit"] and turn["settled"], "an orbit")["orbit"]
        self.assertGreater(orbit["points"], 250)
        _, _, width, height = self.turn()["picture"]
        changed = numpy.any(before != self.desktop.pixels(), axis=-1)[:height, :width]
        self.assertGreater(changed.sum(), 0)
        self.assertLess(changed.mean(), 0.3, "lines, not areas")

    def test_it_is_remembered_for_the_next_start(self):
        self.open(*VIEW)
        self.desktop.press("o")
        self.settle()
        self.assertEqual(0, self.program.end())
        self.assertTrue(self.program.saved()["insets"]["orbit"])


class JuliaTest(ExplorerTest):
    def julia(self, c):
        """The pixels of the Julia set of c, once it is shown."""
        shown = self.wait_for(lambda turn: turn["julia"] and turn["settled"] and
                              abs(complex(*turn["julia"]["c"]) - c) < 0.01, f"the Julia set of {c}")
        left, top, width, height = shown["julia"]["at"]
        return self.desktop.pixels()[top:top + height, left:left + width]

    def inside(self, pixels):
        return numpy.all(pixels == 0, axis=-1)

    def test_j_shows_the_julia_set_of_the_point_under_the_mouse_and_hides_it(self):
        self.open(*VIEW)
        self.point_at(0, 0)
        before = self.desktop.pixels()
        self.assertIsNone(self.turn()["julia"])
        self.desktop.press("j")
        pixels = self.julia(0)
        self.assertEqual((280, 280, 3), pixels.shape)
        y, x = numpy.mgrid[0:280, 0:280]
        modulus = numpy.hypot(x - 139.5, y - 139.5) * 3.6 / 280
        self.assertTrue(self.inside(pixels)[modulus < 0.97].all(), "the unit disc is inside")
        self.assertFalse(self.inside(pixels)[modulus > 1.05].any())
        self.desktop.press("j")
        self.wait_for(lambda turn: not turn["julia"] and turn["settled"], "no Julia set")
        self.assert_same_picture(before, self.desktop.pixels())

    def test_it_follows_the_mouse_and_stays_when_the_mouse_leaves(self):
        self.open(*VIEW)
        self.desktop.press("j")
        self.point_at(-1.0, 0.0)
        basilica = self.julia(-1)
        self.point_at(-0.12, 0.74)
        rabbit = self.julia(complex(-0.12, 0.74))
        self.assert_other_picture(basilica, rabbit, minimum=0.2)
        self.assert_same_picture(rabbit[8:-8, 8:-8], rabbit[8:-8, 8:-8][::-1, ::-1])
        self.desktop.point_at(1599, 999)
        self.wait_for(lambda turn: not turn["cursor"], "no mouse")
        self.assert_same_picture(rabbit, self.julia(complex(-0.12, 0.74)))

    def test_it_has_the_colours_of_the_picture(self):
        self.open(*VIEW, "--palette", "grey")
        self.desktop.press("j")
        self.point_at(0.3, 0.5)
        grey = self.julia(complex(0.3, 0.5))
        self.assertEqual(0, numpy.ptp(grey.astype(int), axis=-1).max())
        self.program.end()
        self.open(*VIEW, "--palette", "inferno")
        self.desktop.press("j")
        self.point_at(0.3, 0.5)
        self.assertGreater(numpy.ptp(self.julia(complex(0.3, 0.5)).astype(int), axis=-1).max(), 80)


class JuliaViewTest(ExplorerTest):
    """Shift+J: the Julia set of the point under the mouse as a view of its own."""

    def saved_view(self):
        self.assertEqual(0, self.program.end())
        return self.program.saved()["view"]

    def test_shift_j_opens_it_and_goes_back_to_where_one_was(self):
        self.open(*VIEW, "--palette", "viridis")  # nowhere black
        self.desktop.point_at(3, 3)
        self.settle()
        before = self.desktop.pixels()
        self.point_at(0, 0)
        self.desktop.press("shift+j")
        self.settle()
        self.desktop.point_at(3, 3)  # its arrow is seen
        self.settle()
        left, top, width, height = self.turn()["picture"]
        pixels = self.desktop.pixels()[top:top + height, left:left + width]
        y, x = numpy.mgrid[0:height, 0:width]
        modulus = numpy.hypot(x - (width - 1) / 2, y - (height - 1) / 2) * 3.6 / height
        inside = numpy.all(pixels == 0, axis=-1)
        self.assertTrue(inside[modulus < 0.97].all(), "the unit disc is inside")
        self.assertFalse(inside[(modulus > 1.05) & (modulus < 1.7)].any())
        self.desktop.press("shift+j")
        self.settle()
        self.assert_same_picture(before, self.desktop.pixels())

    def test_it_is_zoomed_undone_and_there_again_at_the_next_start(self):
        self.open(*VIEW)
        self.point_at(-0.12, 0.74)
        self.desktop.press("shift+j")
        self.settle()
        self.desktop.press("equal")
        self.settle()
        view = self.saved_view()
        c = complex(*map(float, view["julia"].split(",")))
        self.assertLess(abs(c - complex(-0.12, 0.74)), 0.01)
        self.assertEqual(("0", "0"), (view["center_re"], view["center_im"]))
        self.assertLess(float(view["height_im"]), 3.6)
        self.program.start()
        self.desktop.window(self.program)
        self.settle()
        self.desktop.press("Home")
        self.settle()
        self.assertEqual(view["julia"], self.saved_view()["julia"])

    def test_a_screenshot_of_it_opens_again_and_a_point_beyond_2_is_refused(self):
        self.program.replay([SCREENSHOT], "--julia", "-0.8,0.156", "--dwell", "300")
        shot, = self.program.screenshots()
        self.open("--center", "0,2", "--height", "3", "--dwell", "50")
        self.desktop.point_at(640, 30)
        self.settle()
        self.desktop.press("shift+j")
        self.assertIn("|c| <= 2", self.message("There is no Julia set to open")["text"])
        self.program.end()
        self.program.start(shot)
        self.desktop.window(self.program)
        self.settle()
        self.assertEqual("-0.8,0.156", self.saved_view()["julia"])


class MinimapTest(ExplorerTest):
    def with_minimap(self, *arguments):
        self.open(*arguments)
        self.desktop.press("m")
        return self.wait_for(lambda turn: turn["minimap"] and turn["settled"], "a map")["minimap"]

    def on_map(self, place, re, im):
        """Where a point is on the map, which is 2.56 high around -0.7."""
        left, top, width, height = place
        return (left + width / 2 + (re + 0.7) * height / 2.56,
                top + height / 2 - im * height / 2.56)

    def test_m_shows_where_the_view_is_and_hides_it(self):
        seahorse = ("--center", "-0.745,0.113", "--height", "0.02")
        self.open(*seahorse)
        before = self.desktop.pixels()
        self.desktop.press("m")
        place = self.wait_for(lambda turn: turn["minimap"] and turn["settled"], "a map")["minimap"]
        pixels = self.desktop.pixels()
        x, y = self.on_map(place, -0.745, 0.113)
        cross = pixels[round(y) - 1:round(y) + 2, round(x) - 12:round(x) + 13]
        self.assertTrue(numpy.all(cross > 250, axis=-1).any(axis=0)[:6].all(), "the left bar")
        x, y = self.on_map(place, -0.2, 0.0)
        self.assertEqual(0, pixels[round(y), round(x)].max(), "the cardioid")
        self.desktop.press("m")
        self.wait_for(lambda turn: not turn["minimap"] and turn["settled"], "no map")
        self.assert_same_picture(before, self.desktop.pixels())

    def test_it_is_there_only_where_one_may_be_lost(self):
        self.with_minimap("--center", "-0.5,0", "--height", "0.4")
        self.desktop.press("minus")
        self.assertIsNone(self.settle()["minimap"])
        self.desktop.press("equal")
        self.wait_for(lambda turn: turn["minimap"] and turn["settled"], "a map")

    def test_a_box_shows_how_large_the_view_is(self):
        place = self.with_minimap("--center", "-1,0.1", "--height", "0.4")
        _, _, width, height = self.turn()["picture"]
        pixels = self.desktop.pixels()
        white = numpy.all(pixels > 250, axis=-1)
        for sign in (-1, 1):
            x, y = self.on_map(place, -1 + sign * 0.2 * width / height, 0.1)
            self.assertTrue(white[round(y), round(x) - 2:round(x) + 3].any(), "an upright edge")
            x, y = self.on_map(place, -1, 0.1 + sign * 0.2)
            self.assertTrue(white[round(y) - 2:round(y) + 3, round(x)].any(), "a level edge")

    def test_a_click_on_it_goes_there(self):
        place = self.with_minimap("--center", "-0.745,0.113", "--height", "0.3")
        x, y = self.on_map(place, -1.25, 0.3)
        self.desktop.point_at(round(x), round(y))
        self.desktop.do("click", 1)
        self.settle()
        self.desktop.point_at(600, 450)
        left, top, width, height = self.settle()["picture"]
        re, im = self.turn()["cursor"]
        centre = complex(re + (left + width / 2 - 600.5) * 0.3 / height,
                         im - (top + height / 2 - 450.5) * 0.3 / height)
        self.assertLess(abs(centre - complex(-1.25, 0.3)), 0.03)

    def test_it_has_the_palette_of_the_picture(self):
        place = self.with_minimap("--center", "-0.745,0.113", "--height", "0.02",
                                  "--palette", "grey")
        left, top, width, height = place
        part = self.desktop.pixels()[top + 2:top + 20, left + 2:left + width - 2].astype(int)
        self.assertEqual(0, numpy.ptp(part, axis=-1).max())


class CopyTest(ExplorerTest):
    def clipboard_picture(self):
        """The PNG on the clipboard, once the window has said that it is there."""
        self.message("Copied the picture")
        done = subprocess.run(["xclip", "-selection", "clipboard", "-t", "image/png", "-o"],
                              capture_output=True, timeout=PATIENCE, check=True,
                              env={**os.environ, "DISPLAY": self.desktop.name})
        with Image.open(io.BytesIO(done.stdout)) as image:
            self.assertEqual("PNG", image.format)
            return numpy.asarray(image.convert("RGB"))

    def tearDown(self):
        """Takes the clipboard from the program that keeps it, which so ends."""
        self.desktop.set_clipboard("nothing")

    def test_ctrl_shift_c_copies_the_picture_on_the_screen(self):
        self.open(*VIEW, "--grid")
        self.desktop.point_at(1599, 999)
        self.desktop.press("o")
        self.settle()
        shown = self.desktop.pixels()
        left, top, width, height = self.turn()["picture"]
        self.desktop.press("ctrl+shift+c")
        copied = self.clipboard_picture()
        self.assertEqual((height, width, 3), copied.shape)
        legend = slice(0, height - 250)
        differing = numpy.abs(copied[legend].astype(int) -
                              shown[top:top + height, left:left + width][legend]).max()
        self.assertLessEqual(differing, 1, "levels of 255")
        self.assertEqual([], list((self.program.home / "cache" / "mariani").glob("clipboard*")))

    def test_it_leaves_the_panel_out_and_outlives_the_program(self):
        self.program.save("[window]\nverify_fills = false\n")
        self.program.start(*VIEW)
        self.desktop.window(self.program)
        picture = self.settle()["picture"]
        self.desktop.press("ctrl+shift+c")
        self.clipboard_picture()
        self.assertEqual(0, self.program.end())
        done = subprocess.run(["xclip", "-selection", "clipboard", "-t", "image/png", "-o"],
                              capture_output=True, timeout=PATIENCE, check=True,
                              env={**os.environ, "DISPLAY": self.desktop.name})
        with Image.open(io.BytesIO(done.stdout)) as image:
            self.assertEqual(tuple(picture[2:]), image.size)

    def test_without_a_program_for_it_the_message_names_the_package(self):
        empty = self.program.home / "nothing"
        empty.mkdir()
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        os.environ["PATH"] = str(empty)
        self.program.save("[window]\nverify_fills = false\n")
        self.program.start(*VIEW)
        os.environ["PATH"] = path
        self.desktop.window(self.program)
        self.settle()
        self.desktop.press("ctrl+shift+c")
        self.assertEqual("error", self.message("package xclip")["kind"])

    def test_what_the_program_says_when_it_fails_is_shown(self):
        tools = self.program.home / "tools"
        tools.mkdir()
        fake = tools / "xclip"
        fake.write_text("#!/bin/sh\necho 'no selection today' >&2\nexit 3\n")
        fake.chmod(0o755)
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        os.environ["PATH"] = f"{tools}:{path}"
        self.program.start(*VIEW)
        os.environ["PATH"] = path
        self.desktop.window(self.program)
        self.settle()
        self.desktop.press("ctrl+shift+c")
        self.message("xclip failed: no selection today")


class RecentTest(ExplorerTest):
    def recent(self):
        file = self.program.home / "data" / "mariani" / "recent.toml"
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    def views(self):
        return [each["center"] for each in self.recent().get("view", [])]

    def test_a_view_that_rests_is_remembered_and_opened_again(self):
        self.open("--center", "-0.745,0.113", "--height", "0.02", "--dwell", "700")
        wait_until(lambda: self.views() == ["-0.745,0.113"], "the view among the recent ones")
        self.assertEqual(700, self.recent()["view"][0]["dwell"])
        self.assertEqual(0, self.program.end())
        self.program.replay([command("open_recent_view", index=0)], "--view", "elephant")
        saved = self.program.saved()
        self.assertEqual(("-0.745", "0.113"), (saved["view"]["center_re"], saved["view"]["center_im"]))
        self.assertEqual(700, saved["engine"]["dwell"])

    def test_opened_pictures_are_remembered_whichever_way_they_came(self):
        self.program.replay([SCREENSHOT, setting("view.height_im", 0.5), SCREENSHOT],
                            "--view", "paper")
        one, other = self.program.screenshots()
        self.program.replay([{"event": "drop", "paths": [str(one)]}], other)
        self.assertEqual([str(one), str(other)],
                         [each["path"] for each in self.recent()["file"]])
        self.program.replay([command("forget_recent")], "--view", "paper")
        self.assertEqual([], self.recent()["file"])

    def test_a_damaged_file_is_kept_aside_and_told(self):
        file = self.program.home / "data" / "mariani" / "recent.toml"
        file.parent.mkdir(parents=True)
        file.write_text("view = 3", encoding="utf-8")
        self.open(*VIEW)
        self.message("recent views could not be used")
        self.assertEqual("view = 3", Path(f"{file}.damaged-1").read_text(encoding="utf-8"))


class PaletteTest(ExplorerTest):
    STOPS = "stops:0 ff0000,1 0000ff"

    def folder(self):
        return self.program.home / "data" / "mariani" / "palettes"

    def test_a_palette_of_stops_colours_the_picture_and_is_kept_with_it(self):
        (picture,) = self.shots(setting("colouring.palette", self.STOPS), arguments=VIEW)
        self.assertEqual(0, picture[..., 1].max(), "no green")
        self.assertGreater(picture[..., 0].max(), 200)
        (path,) = self.program.screenshots()
        done = self.program.run("render", path, "-o", "again.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(picture, pixels_of(self.program.home / "again.png"))

    def test_it_is_saved_and_there_at_the_next_start(self):
        (before,) = self.shots(setting("colouring.palette", self.STOPS), arguments=VIEW)
        self.program.replay([command("save_palette", name="my own")], *VIEW,
                            "--palette", self.STOPS)
        file = self.folder() / "my own.gpl"
        self.assertEqual(str(file), self.program.saved()["colouring"]["palette"])
        (again,) = self.shots(None, arguments=VIEW)
        self.assert_same_picture(before, again)

    def test_no_palette_is_overwritten_or_leads_elsewhere(self):
        self.folder().mkdir(parents=True)
        (self.folder() / "mine.gpl").write_text("GIMP Palette\n1 2 3\n", encoding="utf-8")
        self.program.replay([command("save_palette", name=name)
                             for name in ["mine", "../mine", "", ".mine", "a/b"]], *VIEW)
        self.assertEqual(["mine.gpl"], [path.name for path in self.folder().iterdir()])
        self.assertEqual("GIMP Palette\n1 2 3\n",
                         (self.folder() / "mine.gpl").read_text(encoding="utf-8"))

    def test_a_damaged_palette_is_told_and_the_others_are_there(self):
        self.folder().mkdir(parents=True)
        (self.folder() / "bad.gpl").write_text("nothing", encoding="utf-8")
        self.open(*VIEW)
        self.message("bad.gpl")


if __name__ == "__main__":
    unittest.main(verbosity=2)
