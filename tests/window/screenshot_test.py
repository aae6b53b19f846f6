"""Screenshots and posters: what is on the screen, and all that is needed to see it again."""

import unittest

import numpy

from program import (SCREENSHOT, WindowTest, command, key, pixels_of, setting,
                     texts_of)

ODD = ("--center", "-0.7436438870371587,0.13182590420531198", "--height", "0.0123",
       "--dwell", "777", "--engine", "ask", "-g", "3", "-r", "3", "-B", "20",
       "--palette", "twilight")


class ScreenshotTest(WindowTest):
    def one_screenshot(self, *events, arguments=ODD):
        before = set(self.program.screenshots())
        self.program.replay([*events, SCREENSHOT], *arguments)
        (made,) = set(self.program.screenshots()) - before
        return made

    def test_it_is_the_picture_on_the_screen(self):
        self.open(*ODD)
        self.desktop.point_at(1599, 999)  # away: the screen shows the mouse too
        shown = self.picture()
        self.desktop.press("F12")
        self.settle()
        (path,) = self.program.screenshots()
        picture = pixels_of(path)
        differing = numpy.abs(picture[self.desktop.picture].astype(int) - shown).max()
        self.assertEqual(0, self.program.end())
        self.assertLessEqual(differing, 1, "levels of 255")

    def test_its_text_holds_view_engine_palette_and_version(self):
        texts = texts_of(self.one_screenshot())
        joined = " ".join(texts.values())
        for word in ["-0.7436438870371587", "0.13182590420531198", "0.0123", "777", "ask",
                     "twilight"]:
            self.assertIn(word, joined)
        self.assertTrue(any("mariani" in text.lower() for text in texts.values()), texts)

    def test_its_text_tells_what_auto_took(self):
        texts = texts_of(self.one_screenshot(arguments=("--view", "paper")))
        for key in ["mariani:engine", "mariani:parameters"]:
            self.assertNotIn("auto", texts[key])

    def test_opened_again_it_gives_the_same_picture_pixel_by_pixel(self):
        first = self.one_screenshot(setting("colouring.mapping", "equalised"))
        kept = self.program.saved()
        for name, way_back in {
            "named": lambda: self.one_screenshot(arguments=(first,)),
            "dropped": lambda: self.one_screenshot({"event": "drop", "paths": [str(first)]},
                                                   arguments=("--view", "paper")),
            "opened": lambda: self.one_screenshot(command("open_file", path=str(first)),
                                                  arguments=("--view", "elephant")),
        }.items():
            with self.subTest(name):
                again = way_back()
                self.assert_same_picture(pixels_of(first), pixels_of(again))
                self.assertEqual(texts_of(first), texts_of(again))
                for section in ["view", "engine", "colouring"]:
                    self.assertEqual(kept[section], self.program.saved()[section])

    def test_render_makes_the_same_picture_from_it(self):
        first = self.one_screenshot()
        done = self.program.run("render", first, "-o", "again.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(pixels_of(first), pixels_of(self.program.home / "again.png"))

    def test_it_shows_what_is_shown_of_the_pixels(self):
        shown = ["work", "level", "outcome", "dwell"]
        pictures = self.shots(*[setting("colouring.shown", each) for each in shown],
                              arguments=ODD)
        for one, path in zip(pictures, self.program.screenshots()):
            done = self.program.run("render", path, "-o", "again.png")
            self.assertEqual(0, done.returncode, done.stderr)
            self.assert_same_picture(one, pixels_of(self.program.home / "again.png"))
        for one, other in zip(pictures, pictures[1:]):
            self.assert_other_picture(one, other, minimum=0.1)

    def test_with_the_panel_it_shows_more(self):
        plain = pixels_of(self.one_screenshot())
        with_panel = pixels_of(self.one_screenshot(setting("export.with_panel", True)))
        self.assertFalse(plain.shape == with_panel.shape and (plain == with_panel).all())

    def test_it_goes_where_it_is_told(self):
        folder = self.program.home / "elsewhere"
        self.program.replay([setting("export.folder", str(folder)), SCREENSHOT], *ODD)
        self.assertEqual(1, len(list(folder.glob("*.png"))))

    def test_where_it_cannot_be_written_the_window_lives_on(self):
        self.program.replay([setting("export.folder", "/proc/nowhere"), SCREENSHOT,
                             setting("engine.dwell", 900)], *ODD)
        self.assertEqual([], self.program.screenshots())
        self.assertEqual(900, self.program.saved()["engine"]["dwell"])


class PosterTest(WindowTest):
    def test_a_poster_has_its_size_and_opens_again(self):
        self.program.replay([setting("export.size", "1600x1000"), command("export_poster")],
                            "--view", "paper", "--dwell", "300")
        (poster,) = self.program.screenshots()
        self.assertEqual((1000, 1600, 3), pixels_of(poster).shape)
        done = self.program.run("render", poster, "-o", "again.png")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assert_same_picture(pixels_of(poster), pixels_of(self.program.home / "again.png"))

    def test_a_cancelled_poster_leaves_nothing(self):
        self.program.replay([setting("export.size", "20000x20000"), command("export_poster"),
                             {"wait": "exporting", **command("cancel_export")}],
                            "--view", "paper", "--dwell", "20000", "--shortcuts", "off",
                            "--engine", "ex")
        left = [path for path in self.program.pictures.rglob("*") if path.is_file()]
        self.assertEqual([], left)


class DropTest(WindowTest):
    def drop(self, *paths):
        return {"event": "drop", "paths": [str(path) for path in paths]}

    def test_a_palette_file_recolours(self):
        palette = self.program.home / "reds.map"
        palette.write_text("".join(f"{i} 0 0\n" for i in range(256)))
        before, after = self.shots(None, self.drop(palette))
        self.assert_other_picture(before, after)
        self.assertEqual(0, after[:, :, 1:].max(), "only reds")

    def test_a_gimp_palette_recolours(self):
        palette = self.program.home / "greens.gpl"
        palette.write_text("GIMP Palette\nName: greens\n#\n"
                           + "".join(f"0 {i} 0 g{i}\n" for i in range(0, 256, 5)))
        _, after = self.shots(None, self.drop(palette))
        self.assertEqual(0, after[:, :, 0::2].max(), "only greens")

    def test_files_of_no_use_change_nothing(self):
        text = self.program.home / "letter.txt"
        text.write_text("Dear Sir")
        broken = self.program.home / "broken.png"
        broken.write_bytes(b"\x89PNG\r\n\x1a\n and then nothing")
        for paths in [[text], [broken], [self.program.home / "not there.png"],
                      [self.program.home], []]:
            with self.subTest(paths):
                before, after = self.shots(None, self.drop(*paths))
                self.assert_same_picture(before, after)

    def test_the_key_and_the_command_do_the_same(self):
        self.program.replay([key("F12"), SCREENSHOT], *ODD)
        first, second = self.program.screenshots()
        self.assert_same_picture(pixels_of(first), pixels_of(second))


if __name__ == "__main__":
    unittest.main(verbosity=2)
