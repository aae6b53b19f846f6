"""Moving about with the real mouse and keyboard."""

import re
import unittest

import numpy

from program import WindowTest, command

OUTSIDE = (22, 24, 29)  # where no frame is, see render/gl/picture_view.hpp


def solid(mask, side):
    """Where the mask holds a square of this side. Colours that are mixed where a picture is
    scaled may be any colour, but fill no square with one."""
    windows = numpy.lib.stride_tricks.sliding_window_view(mask, (side, side))
    return windows.all(axis=(-2, -1))


class NavigationTest(WindowTest):
    def window_size(self):
        shell = self.desktop.do("getwindowgeometry", "--shell", self.desktop.window(self.program))
        return (int(re.search(r"WIDTH=(\d+)", shell).group(1)),
                int(re.search(r"HEIGHT=(\d+)", shell).group(1)))

    def view(self):
        """The view, by Ctrl+C: centre and height."""
        self.desktop.set_clipboard("nothing yet")
        self.desktop.press("ctrl+c")
        self.turn()
        text = self.desktop.clipboard()
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", text)]
        self.assertGreaterEqual(len(numbers), 3, text)
        return numbers[0], numbers[1], numbers[2]

    def plane_at(self, x, y):
        width, height = self.window_size()
        re_, im, tall = self.view()
        pitch = tall / height
        return re_ + (x - width / 2) * pitch, im - (y - height / 2) * pitch

    def test_the_wheel_zooms_at_the_cursor(self):
        before = self.open("--view", "paper")
        self.desktop.point_at(400, 300)
        point, tall = self.plane_at(400, 300), self.view()[2]
        self.desktop.scroll(3)
        after = self.another_picture(before)
        self.assertLess(self.view()[2], tall)
        numpy.testing.assert_allclose(self.plane_at(400, 300), point, atol=tall / 1000)
        self.desktop.scroll(-3)
        self.another_picture(after)
        self.assertAlmostEqual(self.view()[2], tall, delta=tall / 1000)

    def test_small_turns_of_the_wheel_add_up_to_a_notch_in_every_tab(self):
        for tab in ["view", "triangle", "gasket", "curves", "points", "volume"]:
            with self.subTest(tab):
                none, one, many = (self.after_turns(tab, turns) for turns in ([], [1], [0.05] * 20))
                self.assertNotEqual(none, one)
                self.assertEqual(one.keys(), many.keys())
                for name, value in one.items():
                    if isinstance(value, float):
                        self.assertAlmostEqual(value, many[name], places=9, msg=name)
                    else:
                        self.assertEqual(value, many[name], name)

    def after_turns(self, tab, turns):
        """What is saved of the tab after these turns of the wheel."""
        workload = "mandelbrot" if tab == "view" else tab
        self.program.save(f'[workload]\nname = "{workload}"\n[gasket]\nrunning = false\nr = 6\n'
                          "[volume]\nn = 24\n[window]\npanel_shown = false\nsize = \"640x400\"\n"
                          '[view]\ncenter_re = "-0.5"\ncenter_im = "0"\nheight_im = "2"\njulia = "none"\n')
        self.program.replay([{"event": "move", "x": 284, "y": 139},
                             *({"event": "scroll", "y": turn, "wait": "shown"} for turn in turns)])
        saved = self.program.saved()[tab]
        return {name: float(value) if name == "height_im" else value for name, value in saved.items()}

    def test_holding_the_right_button_glides_in_at_the_cursor_and_frames_follow(self):
        self.open("--view", "paper")
        self.desktop.point_at(400, 300)
        point, tall = self.plane_at(400, 300), self.view()[2]
        shown = self.turn()["shown"]
        self.desktop.do("mousedown", 3)
        self.wait_for(lambda turn: turn["shown"] >= shown + 5, "frames on the way")
        self.desktop.do("mouseup", 3)
        self.settle()
        deeper = self.view()[2]
        self.assertLess(deeper, tall)
        numpy.testing.assert_allclose(self.plane_at(400, 300), point, atol=tall / 1000)
        shown = self.turn()["shown"]
        self.desktop.do("keydown", "shift", "mousedown", 3)
        self.wait_for(lambda turn: turn["shown"] >= shown + 3, "frames on the way")
        self.desktop.do("mouseup", 3, "keyup", "shift")
        self.settle()
        self.assertGreater(self.view()[2], deeper)
        self.desktop.press("ctrl+z")
        self.settle()
        self.desktop.press("ctrl+z")
        self.settle()
        self.assertAlmostEqual(self.view()[2], tall, delta=tall / 1000)

    def test_zooming_out_shows_something_at_once_wherever_one_was(self):
        self.open("--view", "seahorse")
        self.wait_for(lambda turn: turn["surroundings"], "the surroundings")
        asked = self.turn()["asked"]
        with self.program.stopped():
            self.desktop.scroll(-7)
        while not (last := self.program.turns.last())["settled"] or last["asked"] == asked:
            outside = (self.desktop.picture_pixels() == OUTSIDE).all(axis=-1)
            self.assertFalse(solid(outside, 8).any(), "grey beside the picture")

    def test_the_surroundings_of_every_view_are_computed(self):
        self.program.save("[window]\nverify_fills = false\n")
        self.open("--view", "seahorse", "--samples", 1)
        self.wait_for(lambda turn: turn["surroundings"] and turn["thumbnails"], "idleness")
        last = self.turn()
        self.desktop.press("Right")
        self.program.turns.wait_for(
            lambda turn: turn["asked"] > last["asked"] and turn["surroundings"],
            "another view's surroundings", after=last["turn"])

    def test_dragging_moves_the_point_under_the_cursor(self):
        before = self.open("--view", "paper")
        grabbed = self.plane_at(500, 400)
        self.desktop.drag((500, 400), (620, 330))
        self.another_picture(before)
        tall = self.view()[2]
        numpy.testing.assert_allclose(self.plane_at(620, 330), grabbed, atol=3 * tall / 600)

    def test_shift_and_dragging_zooms_into_the_box(self):
        before = self.open("--view", "paper")
        width, height = self.window_size()
        left, top = width // 4, height // 4
        corner = self.plane_at(left, top)
        self.desktop.drag((left, top), (left + width // 4, top + height // 4), "shift")
        self.another_picture(before)
        re_, im, tall = self.view()
        self.assertAlmostEqual(tall, 2.0 / 4, delta=0.02)
        numpy.testing.assert_allclose(
            (re_ - tall * width / height / 2, im + tall / 2), corner, atol=0.02)

    def test_a_double_click_centres_and_zooms(self):
        before = self.open("--view", "paper")
        point, tall = self.plane_at(450, 350), self.view()[2]
        with self.program.stopped():  # what comes at once is quick enough for a double click
            self.desktop.double_click(450, 350)
        self.another_picture(before)
        re_, im, now = self.view()
        numpy.testing.assert_allclose((re_, im), point, atol=tall / 100)
        self.assertLess(now, tall)

    def test_keys_move_and_zoom(self):
        self.open("--view", "paper")
        re_, im, tall = self.view()
        for pressed, moved in [("Right", lambda now: now[0] > re_), ("Up", lambda now: now[1] > im),
                               ("plus", lambda now: now[2] < tall),
                               ("minus", lambda now: now[2] >= tall * 0.99)]:
            with self.subTest(pressed):
                self.desktop.press(pressed)
                self.settle()
                self.assertTrue(moved(self.view()))
        self.desktop.press("Home")
        self.settle()
        self.assertGreaterEqual(self.view()[2], 2, "the whole set")

    def test_undo_and_redo_walk_through_the_views(self):
        first = self.open("--view", "paper")
        self.desktop.point_at(640, 300)
        with self.program.stopped():  # what comes at once is one step in the history
            self.desktop.scroll(4)
        second = self.another_picture(first)
        zoomed = self.view()
        self.desktop.press("ctrl+z")
        self.assert_same_picture(first, self.another_picture(second))
        self.desktop.press("ctrl+shift+z")
        self.assert_same_picture(second, self.another_picture(first))
        self.assertEqual(zoomed, self.view())

    def test_coordinates_are_copied_exactly_and_pasted(self):
        before = self.open("--center", "-0.7436438870371587,0.13182590420531198",
                           "--height", "1.0000000000000002e-05", "--dwell", "1000")
        text_of_view = self.view()
        self.assertEqual((-0.7436438870371587, 0.13182590420531198, 1.0000000000000002e-05),
                         text_of_view)
        text = self.desktop.clipboard()
        self.desktop.press("Home")
        home = self.another_picture(before)
        self.desktop.set_clipboard(text)
        self.desktop.press("ctrl+v")
        self.another_picture(home)
        self.assertEqual(text_of_view, self.view())
        self.assert_same_picture(before, self.picture())

    def test_a_refusal_goes_with_the_paste_that_works(self):
        before = self.open("--view", "paper")
        self.desktop.set_clipboard("nothing of that kind")
        self.desktop.press("ctrl+v")
        self.wait_for(lambda turn: "is not a location" in str(turn["messages"]), "the refusal")
        self.desktop.set_clipboard("-0.74 + 0.13i")
        self.desktop.press("ctrl+v")
        self.another_picture(before)
        self.assertEqual((-0.74, 0.13), self.view()[:2])
        self.assertNotIn("is not a location", str(self.turn()["messages"]))

    def test_a_place_of_a_thousand_digits_is_pasted_kept_and_left_again(self):
        before = self.open("--view", "paper")
        text = f"--center -0.7{'3' * 1005},0.1{'7' * 1006} --height 1.5e-1000"
        self.desktop.set_clipboard(text)
        self.desktop.press("ctrl+v")
        self.wait_for(lambda turn: turn["settled"] and turn["precision"] == "scaled", "its picture")
        self.desktop.set_clipboard("nothing yet")
        self.desktop.press("ctrl+c")
        self.turn()
        self.assertEqual(text, self.desktop.clipboard())
        self.desktop.press("ctrl+z")
        self.wait_for(lambda turn: all(each["kind"] == "error" for each in turn["messages"]),
                      "the copy's message gone")
        self.assert_same_picture(before, self.picture())
        self.desktop.press("ctrl+shift+z")
        self.turn()
        self.program.end()
        self.assertEqual({"center_re": "-0.7" + "3" * 1005, "center_im": "0.1" + "7" * 1006,
                          "height_im": "1.5e-1000", "julia": "none"}, self.program.saved()["view"])

    def test_where_doubles_end_the_way_back_is_open(self):
        self.program.replay([
            command("go_to", re=-0.75, im=0.1, height=1e-15),
            *[command("zoom_by", factor=1e-3)] * 8,
            command("zoom_by", factor=1e300), command("home_view")], "--view", "paper")
        self.assertGreaterEqual(float(self.program.saved()["view"]["height_im"]), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
