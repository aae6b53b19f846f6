"""A connection of one's own to an X server: messages to the program's window, in order behind the
mouse and the keyboard."""

import ctypes
import os
import select

import numpy

_x = ctypes.CDLL("libX11.so.6")
for _name, _result, _arguments in [
        ("XOpenDisplay", ctypes.c_void_p, [ctypes.c_char_p]),
        ("XCloseDisplay", ctypes.c_int, [ctypes.c_void_p]),
        ("XDefaultRootWindow", ctypes.c_ulong, [ctypes.c_void_p]),
        ("XInternAtom", ctypes.c_ulong, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]),
        ("XSelectInput", ctypes.c_int, [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]),
        ("XSendEvent", ctypes.c_int, [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long,
                                      ctypes.c_void_p]),
        ("XFlush", ctypes.c_int, [ctypes.c_void_p]),
        ("XPending", ctypes.c_int, [ctypes.c_void_p]),
        ("XNextEvent", ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p]),
        ("XConnectionNumber", ctypes.c_int, [ctypes.c_void_p]),
        ("XGetImage", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int,
                                        ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]),
        ("XDestroyImage", ctypes.c_int, [ctypes.c_void_p])]:
    getattr(_x, _name).restype = _result
    getattr(_x, _name).argtypes = _arguments
_fixes = ctypes.CDLL("libXfixes.so.3")
_fixes.XFixesHideCursor.argtypes = [ctypes.c_void_p, ctypes.c_ulong]

_EXPOSE, _CLIENT_MESSAGE = 12, 33
_EXPOSURE_MASK, _SUBSTRUCTURE_NOTIFY_MASK = 1 << 15, 1 << 19


class _Image(ctypes.Structure):
    """The first members of an XImage."""
    _fields_ = [(name, ctypes.c_int) for name in ["width", "height", "xoffset", "format"]] + [
        ("data", ctypes.c_void_p)] + [(name, ctypes.c_int) for name in [
            "byte_order", "bitmap_unit", "bitmap_bit_order", "bitmap_pad", "depth",
            "bytes_per_line", "bits_per_pixel"]]


# By default Xlib ends the process when a window is no longer there.
_ignore_errors = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
_x.XSetErrorHandler(_ignore_errors)


class Connection:
    def __init__(self, name):
        self._display = _x.XOpenDisplay(name.encode())
        if not self._display:
            raise RuntimeError(f"there is no display {name}")
        self._root = _x.XDefaultRootWindow(self._display)
        self._pings = os.getpid() << 16  # so that answers to others are not ours
        _x.XSelectInput(self._display, self._root, _SUBSTRUCTURE_NOTIFY_MASK)
        # A window changes the cursor's shape in its own time; pictures of the screen are without it.
        _fixes.XFixesHideCursor(self._display, self._root)
        _x.XFlush(self._display)

    def close(self):
        _x.XCloseDisplay(self._display)

    def _atom(self, name):
        return _x.XInternAtom(self._display, name.encode(), 0)

    def _send(self, window, mask, fields):
        event = (ctypes.c_long * 24)()  # an XEvent, in longs
        for index, value in fields.items():
            event[index] = value
        _x.XSendEvent(self._display, window, 0, mask, event)
        _x.XFlush(self._display)

    def _send_protocol(self, window, protocol, *data):
        format_32 = 32
        self._send(window, 0, {0: _CLIENT_MESSAGE, 4: window, 5: self._atom("WM_PROTOCOLS"),
                               6: format_32, 7: self._atom(protocol),
                               **{8 + index: value for index, value in enumerate(data)}})

    def press_close_button(self, window):
        """What a window manager sends when the close button is pressed."""
        self._send_protocol(window, "WM_DELETE_WINDOW")

    def ask_to_draw(self, window):
        """What the server sends when a part of the window has come to light."""
        self._send(window, _EXPOSURE_MASK, {0: _EXPOSE, 4: window})

    def ping(self, window):
        """Asks as a window manager does whether the program is alive; returns what to wait for."""
        self._pings += 1
        self._send_protocol(window, "_NET_WM_PING", self._pings, window)
        return self._pings

    def answered(self, ping, seconds):
        """Whether the answer to this ping has come, or comes within so many seconds."""
        event = (ctypes.c_long * 24)()
        ping_atom = self._atom("_NET_WM_PING")
        while True:
            while _x.XPending(self._display):
                _x.XNextEvent(self._display, event)
                if (event[0] & 0xFFFFFFFF) == _CLIENT_MESSAGE and (event[7], event[8]) == (
                        ping_atom, ping):
                    return True
            if not select.select([_x.XConnectionNumber(self._display)], [], [], seconds)[0]:
                return False

    def pixels(self, window, left, top, width, height):
        """A part of the window: uint8, shape (height, width, 3); None where the window has not all
        of it. For true colour of 32 bits, which all our displays have."""
        all_planes, z_pixmap = 0xFFFFFFFF, 2
        image = _x.XGetImage(self._display, window, left, top, width, height, all_planes, z_pixmap)
        if not image:
            return None
        layout = _Image.from_address(image)
        data = ctypes.string_at(layout.data, layout.bytes_per_line * height)
        _x.XDestroyImage(image)
        rows = numpy.frombuffer(data, dtype=numpy.uint8).reshape(height, -1, 4)
        return rows[:, :width, 2::-1].copy()
