"""How CMake fetches what is no package of the system: from the registry that pip is set to use, and nothing but
the file that is meant."""

import hashlib
import http.server
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = b"an archive"
SHA256 = hashlib.sha256(ARCHIVE).hexdigest()
SCRIPT = """
set(PROJECT_SOURCE_DIR "@folder@")
set(MARIANI_PYTHON python3)
include("@root@/app/setup/download.cmake")
mariani_python_registry(address thing thing-1.0.tar.gz)
mariani_download(path thing-1.0.tar.gz "${address}" @sha256@)
message(STATUS "path=${path}")
"""


class Registry(http.server.BaseHTTPRequestHandler):
    pages = {}
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        page = self.pages.get(self.path)
        self.send_response(404 if page is None else 200)
        self.end_headers()
        self.wfile.write(page or b"")

    def log_message(self, *_):
        pass


class DownloadTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = http.server.HTTPServer(("127.0.0.1", 0), Registry)
        Registry.pages, Registry.asked = {}, []
        threading.Thread(target=self.server.serve_forever).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.host = f"http://127.0.0.1:{self.server.server_port}"

    def fetch(self):
        """What the script says, and the path it found."""
        script = self.folder / "script.cmake"
        values = {"folder": self.folder, "root": ROOT, "sha256": SHA256}
        text = SCRIPT
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        script.write_text(text)
        environment = os.environ | {"PIP_INDEX_URL": f"{self.host}/simple/", "no_proxy": "127.0.0.1"}
        ran = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, timeout=120,
                             check=True, env=environment)
        return ran.stdout, ran.stdout.split("path=")[1].strip()

    def test_links_of_every_kind_lead_to_the_file(self):
        for link, address in [(f"{self.host}/files/thing-1.0.tar.gz#sha256={SHA256}", "/files/"),
                              ("/files/thing-1.0.tar.gz", "/files/"),
                              ("../../files/thing-1.0.tar.gz", "/simple/thing/../../files/")]:
            with self.subTest(link):
                Registry.pages = {"/simple/thing/": f'<a href="{link}">thing</a>'.encode(),
                                  "/files/thing-1.0.tar.gz": ARCHIVE,
                                  address + "thing-1.0.tar.gz": ARCHIVE}
                said, path = self.fetch()
                self.assertTrue(path, said)
                self.assertEqual(ARCHIVE, Path(path).read_bytes())
                Path(path).unlink()

    def test_what_was_fetched_is_not_fetched_again(self):
        Registry.pages = {"/simple/thing/": b'<a href="/thing-1.0.tar.gz">thing</a>',
                          "/thing-1.0.tar.gz": ARCHIVE}
        first = self.fetch()[1]
        self.assertEqual(first, self.fetch()[1])
        self.assertEqual(1, Registry.asked.count("/thing-1.0.tar.gz"))

    def test_another_file_is_refused_and_not_kept(self):
        Registry.pages = {"/simple/thing/": b'<a href="/thing-1.0.tar.gz">thing</a>',
                          "/thing-1.0.tar.gz": b"something else"}
        said, path = self.fetch()
        self.assertEqual("", path)
        self.assertIn(f"thing-1.0.tar.gz is not the file with SHA-256 {SHA256}", said)
        self.assertEqual([], list((self.folder / "build/downloads").iterdir()))

    def test_a_registry_without_it_is_named(self):
        said, path = self.fetch()
        self.assertEqual("", path)
        self.assertIn(f"{self.host}/simple has no thing-1.0.tar.gz", said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
