"""The built program is hardened: what the linker and the compiler can do about overflows, they did."""

import os
import re
import subprocess
import unittest
from pathlib import Path

MARIANI = os.environ["MARIANI"]
BUILD = Path(os.environ["MARIANI_BUILD"])
# The program holds libraries of others too, which were compiled as their makers saw fit.
OURS = BUILD / "app" / "files" / "libapp_files.a"


def readelf(*arguments):
    done = subprocess.run(["readelf", "--wide", *map(str, arguments)], capture_output=True, text=True,
                          check=True)
    return done.stdout


def symbols(file):
    """What its objects define or need."""
    return {line.split()[7].split("@")[0] for line in readelf("--symbols", file).splitlines()
            if len(line.split()) > 7}


def cache(name):
    """A value of the build's configuration; empty where there is none."""
    found = re.search(rf"^{re.escape(name)}:[A-Z]+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M)
    return found.group(1) if found else ""


class HardeningTest(unittest.TestCase):
    def test_the_program_lies_anywhere(self):
        self.assertIn("Type:                              DYN", readelf("--file-header", MARIANI))
        self.assertRegex(readelf("--dynamic", MARIANI), r"FLAGS_1\).*PIE")

    def test_what_the_loader_filled_in_cannot_be_written_to(self):
        self.assertIn("GNU_RELRO", readelf("--program-headers", MARIANI))
        self.assertRegex(readelf("--dynamic", MARIANI), r"BIND_NOW|FLAGS_1\).*NOW")

    def test_neither_the_stack_nor_data_is_run(self):
        headers = readelf("--program-headers", MARIANI)
        self.assertRegex(headers, r"GNU_STACK .* RW +0x")
        self.assertNotRegex(headers, r"LOAD .* RWE ")

    def test_overflows_of_the_stack_are_noticed(self):
        self.assertTrue("__stack_chk_fail" in symbols(OURS))

    @unittest.skipIf(cache("MARIANI_SANITIZE") or cache("CMAKE_BUILD_TYPE") == "Debug",
                     "the C library checks optimised programs without sanitizers only")
    def test_overflows_of_buffers_are_noticed(self):
        self.assertTrue("__fprintf_chk" in symbols(OURS))

    @unittest.skipUnless(cache("MARIANI_HAS_fcf_protection_full"), "this compiler has no such flag")
    def test_jumps_and_returns_go_where_they_may(self):
        objects = readelf("--notes", OURS)
        self.assertGreater(objects.count("File: "), 0)
        self.assertEqual(objects.count("File: "), objects.count("IBT, SHSTK"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
