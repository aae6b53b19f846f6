"""An X server of one test's own (Xvfb, Mesa's software GL), its pixels, its mouse and keyboard."""

import ctypes
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

PATIENCE = 120  # seconds until something that should happen counts as never happening

PICTURE = (slice(0, 780), slice(0, 1440))  # of a window of 1440 x 900 at the top left


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


class Desktop:
    """Xvfb on a free display number. Without a window manager: windows open at the top left."""

    def __init__(self, width=1600, height=1000):
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

    def close(self):
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

    def do(self, *arguments):
        """Runs xdotool; returns what it prints."""
        done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True,
                              timeout=PATIENCE, check=False,
                              env={**os.environ, "DISPLAY": self.name})
        return done.stdout.strip()

    def window(self, program):
        """The X window of the program under test, once it is shown."""
        def shown():
            if not program.is_running():
                raise AssertionError(f"the program has ended: {program.said()}")
            return self.do("search", "--onlyvisible", "--class", "mariani")

        return int(wait_until(shown, "a window").split()[-1])

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

    def clipboard(self):
        return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True,
                              text=True, timeout=PATIENCE, check=False,
                              env={**os.environ, "DISPLAY": self.name}).stdout

    def set_clipboard(self, text):
        subprocess.run(["xclip", "-selection", "clipboard"], input=text, text=True, check=True,
                       timeout=PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "DISPLAY": self.name})

    def press_close_button(self, program):
        """What a window manager sends when the close button is pressed: WM_DELETE_WINDOW."""
        window = self.window(program)
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(self.name.encode()))
        event = (ctypes.c_long * 24)()  # an XEvent; as a client message, in longs:
        client_message, format_32 = 33, 32
        event[0] = client_message
        event[4] = window
        event[5] = x.XInternAtom(display, b"WM_PROTOCOLS", 0)
        event[6] = format_32
        event[7] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), event)
        x.XCloseDisplay(display)
