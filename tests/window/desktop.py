"""An X server of one test's own (Xvfb, Mesa's software GL), its pixels, its mouse and keyboard."""

import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

import x11

PATIENCE = 120  # seconds until something that should happen counts as never happening

# Of a desktop, at most nine tenths of which a window fills. What is drawn in software takes its time by the pixel.
SMALL, WIDE, LARGE = (1000, 640), (1600, 720), (1600, 1000)


def wait_until(condition, what, patience=PATIENCE):
    """Returns the first value of condition() that is no None, False or empty text; fails when there
    is none for so long."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if isinstance(value, numpy.ndarray) or value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience} s: {what}")
        time.sleep(0.05)


def xdotool(display, *arguments):
    """What it prints."""
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True,
                          timeout=PATIENCE, check=False, env={**os.environ, "DISPLAY": display})
    return done.stdout.strip()


def window_on(display):
    """The X window of the program under test. A search ends without it where another window goes
    meanwhile."""
    found = wait_until(lambda: xdotool(display, "search", "--onlyvisible", "--class", "mariani"),
                       "a window of mariani")
    return int(found.split()[-1])


class Desktop:
    """Xvfb on a free display number. Without a window manager: windows open at the top left."""

    def __init__(self, width, height):
        # Of a window that fills as much as it may, above where messages appear.
        self.picture = (slice(0, height * 9 // 10 - 120), slice(0, width * 9 // 10))
        self._folder = tempfile.TemporaryDirectory()
        read_end, write_end = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24",
             "-nolisten", "tcp", "-noreset", "-fbdir", self._folder.name],
            pass_fds=[write_end], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.name = f":{number}"
        self.connection = x11.Connection(self.name)

    def close(self):
        self.connection.close()
        self._server.terminate()
        self._server.wait()
        self._folder.cleanup()

    def pixels(self):
        """What the screen shows: uint8, shape (height, width, 3), from Xvfb's XWD file."""
        data = numpy.fromfile(Path(self._folder.name) / "Xvfb_screen0", dtype=numpy.uint8)
        header = data[:100].view(">u4")
        header_size, width, height = int(header[0]), int(header[4]), int(header[5])
        bytes_per_line, colours = int(header[12]), int(header[19])
        start = header_size + 12 * colours
        rows = data[start:start + height * bytes_per_line].reshape(height, bytes_per_line)
        return rows[:, :4 * width].reshape(height, width, 4)[:, :, 2::-1].copy()

    def picture_pixels(self):
        return self.pixels()[self.picture]

    def do(self, *arguments):
        return xdotool(self.name, *arguments)

    def window(self, program):
        """The X window of the program under test, once its first turn is done."""
        program.turns.wait_for(lambda turn: True, "a window")
        return window_on(self.name)

    def point_at(self, x, y):
        self.do("mousemove", x, y)

    def press(self, keys):
        self.do("key", keys)

    def scroll(self, notches):
        for _ in range(abs(notches)):
            self.do("click", 4 if notches > 0 else 5)

    def drag(self, start, end, modifier=None):
        if modifier:
            self.do("keydown", modifier)
        self.do("mousemove", *start, "mousedown", 1)
        for step in range(1, 5):
            self.do("mousemove", *(a + (b - a) * step // 4 for a, b in zip(start, end)))
        self.do("mouseup", 1)
        if modifier:
            self.do("keyup", modifier)

    def double_click(self, x, y):
        self.do("mousemove", x, y, "click", "--repeat", 2, "--delay", 10, 1)

    def set_layout(self, *layout):
        """Sets the keyboard's layout, as setxkbmap takes it."""
        subprocess.run(["setxkbmap", *layout], check=True, timeout=PATIENCE,
                       env={**os.environ, "DISPLAY": self.name})

    def clipboard(self):
        return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True,
                              text=True, timeout=PATIENCE, check=False,
                              env={**os.environ, "DISPLAY": self.name}).stdout

    def set_clipboard(self, text):
        """Returns once the clipboard holds it."""
        subprocess.run(["xclip", "-selection", "clipboard"], input=text, text=True, check=True,
                       timeout=PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "DISPLAY": self.name})
        wait_until(lambda: self.clipboard() == text, "the clipboard")

    def press_close_button(self, program):
        self.connection.press_close_button(self.window(program))
