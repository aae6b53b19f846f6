"""Files that anybody may have made, dropped on the window: it refuses them, with little memory, and stays."""

import json
import os
import subprocess
import unittest
import zlib

from program import MARIANI, SCREENSHOT, WindowTest


def chunk(name, data, stated=None):
    length = len(data) if stated is None else stated
    return length.to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


START = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]))
END = chunk(b"IDAT", b"") + chunk(b"IEND", b"")


class ForeignFilesTest(WindowTest):
    def play(self, *events):
        """Plays the events, a screenshot and the end; the program's peak of memory in bytes."""
        file = self.program.home / "replay.json"
        file.write_text(json.dumps([*events, {**SCREENSHOT, "wait": "settled"},
                                    {"event": "quit", "wait": "settled"}]))
        with subprocess.Popen([MARIANI, "--replay", file], cwd=self.program.home,
                              env=self.program.environment(), stdin=subprocess.DEVNULL) as program:
            _, status, used = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(0, program.returncode)
        return used.ru_maxrss * 1024

    def test_dropped_files_are_refused_and_the_window_stays(self):
        home = self.program.home
        (home / "long.png").write_bytes(START + chunk(b"tEXt", b"k", 0x7ffffff0)[:13])
        (home / "grows.png").write_bytes(
            START + 16 * chunk(b"zTXt", b"mariani:settings\0\0" + zlib.compress(bytes(60_000_000)))
            + END)
        os.mkfifo(home / "pipe.png")
        os.mkfifo(home / "pipe.map")
        (home / "endless.gpl").symlink_to("/dev/zero")
        (home / "endless.map").symlink_to("/dev/zero")
        with (home / "large.map").open("wb") as file:
            file.truncate(1 << 40)
        little = self.play()
        names = ["long.png", "grows.png", "pipe.png", "pipe.map", "endless.gpl", "endless.map", "large.map"]
        peak = self.play(*({"event": "drop", "paths": [str(home / name)], "wait": "settled"}
                           for name in names))
        self.assertLess(peak - little, 256 << 20)
        self.assertEqual(2, len(self.program.screenshots()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
