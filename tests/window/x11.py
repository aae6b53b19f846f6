"""A connection of one's own to an X server: messages to the program's window, in order behind the
mouse and the keyboard."""

import ctypes
import os
import select

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
        ("XConnectionNumber", ctypes.c_int, [ctypes.c_void_p])]:
    getattr(_x, _name).restype = _result
    getattr(_x, _name).argtypes = _arguments

_EXPOSE, _CLIENT_MESSAGE = 12, 33
_EXPOSURE_MASK, _SUBSTRUCTURE_NOTIFY_MASK = 1 << 15, 1 << 19

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
