"""One run of a scenario while an operation fails, and what is wrong with how it ended."""

import ast
import csv
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import tomllib
from pathlib import Path

from program import BUILD, MARIANI, share_thumbnails
from scenarios import BEGIN, END, PALETTE

LIBRARY = BUILD / "tests" / "libmariani_faults.so"

PATIENCE = 180  # seconds until a run counts as hanging
TURNS = "turns.jsonl"
NEVER = 10**9   # a number that no operation has

# What a user made before, which no failure may take away.
OWN_FILES = {
    "config/mariani/settings.toml": f'[colouring]\npalette = "{PALETTE}"\nsamples = 2\n',
    "data/mariani/bookmarks.toml":
        '[[view]]\nname = "kept"\ncenter = "-0.5,0.25"\nheight = 0.125\ndwell = 77\n',
    "notes.txt": "not mariani's\n",
}
SIGNS = {"config/mariani/settings.toml": PALETTE, "data/mariani/bookmarks.toml": "kept",
         "notes.txt": "not mariani's"}


class Home:
    """A user's folders. Runs are given copies of one in which a run has been already."""

    def __init__(self, template=None):
        self._temporary = tempfile.TemporaryDirectory(prefix="mariani-faults-")
        self.path = Path(self._temporary.name) / "home"
        if template:
            shutil.copytree(template.path, self.path, ignore=shutil.ignore_patterns("*.part"))
            return
        share_thumbnails(self.path / "cache")
        for name, text in OWN_FILES.items():
            file = self.path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def close(self):
        self._temporary.cleanup()

    def files(self):
        return {str(path.relative_to(self.path)): path.read_bytes()
                for path in self.path.rglob("*") if path.is_file()}


class Run:
    """Its report, exit status, words and files."""

    def __init__(self, scenario, home, display, fault, arguments=(), operation=None):
        self.scenario = scenario
        self.before = home.files()
        self._report = home.path.parent / "report"
        self._operation = {"MARIANI_FAULT_OPERATION": operation} if operation else {}
        words = [MARIANI, *scenario.arguments, *arguments]
        if scenario.has_window():
            recording = home.path.parent / "recording.json"
            recording.write_text(json.dumps(scenario.recording()))
            words += ["--replay", str(recording), "--report", str(home.path.parent / TURNS)]
        self.hangs = False
        try:
            done = subprocess.run(words, cwd=home.path, env=self._environment(home, display, fault),
                                  capture_output=True, text=True, errors="replace",
                                  timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)
            self.status, self.said = done.returncode, done.stderr
        except subprocess.TimeoutExpired as expired:
            self.hangs, self.status, self.said = True, None, str(expired.stderr)
        self.after = home.files()
        report = self._report.read_text() if self._report.exists() else ""
        fired = re.search(r"fired (\d+) (.+)", report)
        counted = re.search(r"counted (\d+)", report)
        self.fired = fired and fired.group(2)
        self.counted = int(counted.group(1)) if counted else None
        self.messages = _messages(home.path.parent / TURNS)
        self._frames = re.findall(r"^\S*mariani\(\+(0x[0-9a-f]+)\)", report.split("crashed")[-1], re.MULTILINE)

    def _environment(self, home, display, fault):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("XDG_", "WAYLAND", "MARIANI_")) and name != "DISPLAY"}
        own = {"HOME": str(home.path), "LD_PRELOAD": str(LIBRARY), "MARIANI_FAULT": fault,
               "MARIANI_FAULT_REPORT": str(self._report), "MARIANI_FAULT_SPARE": TURNS}
        for name in ["config", "data", "cache", "state"]:
            own[f"XDG_{name.upper()}_HOME"] = str(home.path / name)
        if self.scenario.has_window() and not self.scenario.starts:
            own["MARIANI_FAULT_BETWEEN"] = f"{BEGIN},{END}"
        if display:
            own |= {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": os.environ.get("LIBGL_ALWAYS_SOFTWARE", "1")}
        return kept | own | self._operation

    def stack(self):
        """The program's own functions on the stack of a crash, else of the operation that failed, innermost first."""
        if not self._frames or not shutil.which("addr2line"):
            return []
        found = subprocess.run(["addr2line", "-fCe", MARIANI, *self._frames], check=False,
                               capture_output=True, text=True).stdout.splitlines()
        return [line[:120] for line in found[::2]]

    def outputs(self):
        """New and changed files by their names, less the time in them."""
        return {re.sub(r"\d{8}-\d{6}(-\d+)?", "TIME", name): content
                for name, content in self.after.items()
                if self.before.get(name) != content and not name.startswith("cache/")
                and name not in self.scenario.perhaps}

    def last_picture(self):
        names = sorted(name for name in self.after if re.search(r"Pictures/mariani-[-\d]*\.png$", name))
        return self.after[names[-1]] if names else None


def _messages(turns):
    """What the window said in all of its turns, less what it says to files that are not there."""
    said = set()
    for line in turns.read_text().splitlines() if turns.exists() else []:
        turn = json.loads(line)
        said |= {message["text"] for message in turn["messages"] if message["kind"] != "info"}
        said |= {turn["engine_error"]} - {None}
    return {text for text in said if BEGIN not in text and END not in text}


def complaints(run, reference):
    """What is wrong with a run beside the one in which nothing failed."""
    if run.hangs:
        return ["it hangs"]
    if run.status < 0:
        return [f"it ends by {signal.Signals(-run.status).name}"]
    found = [*_lost(run), *_left_over(run, reference)]
    if run.status not in (0, 1, 2):
        found.append(f"its exit status is {run.status}")
    if run.status != 0:
        if "mariani: " not in run.said:
            found.append("it ends without a message")
        if run.scenario.has_window() and not (run.scenario.starts or run.scenario.closes
                                              or "out of memory" in run.said):
            found.append("the window quits")
    elif run.scenario.has_window() and not run.scenario.closes:
        found += _window_not_working(run, reference)
    if run.status == 0 and not run.said.strip() and not run.messages - reference.messages:
        missing = reference.outputs().keys() - run.outputs().keys()
        found += [f"{name} is missing, and nothing says why" for name in sorted(missing)]
    return found


def _lost(run):
    for name, sign in SIGNS.items():
        if sign.encode() not in run.after.get(name, b""):
            yield f"{name} is lost"
    for name, content in run.after.items():
        if content != run.before.get(name) and not is_whole(name, content):
            yield f"{name} is not whole"


def _left_over(run, reference):
    # What cannot be removed stays; what is not even tried is swept up by the next to write there.
    if run.fired in ("unlink", "unlinkat", "remove") or "unfinished output is discarded" in run.said:
        return
    for name in run.after.keys() - run.before.keys():
        if name.endswith(".part"):
            yield f"{name} is left"
    for name in run.outputs().keys() - reference.outputs().keys():
        if not name.endswith(".part") and name not in run.before:
            yield f"{name} is written besides"


def _window_not_working(run, reference):
    picture = run.last_picture()
    if picture is None:
        yield "no screenshot can be taken afterwards"
    elif pixels(picture) != pixels(reference.last_picture()):
        yield "the picture afterwards is another one"


def pixels(png):
    """The compressed pixels: equal for equal pictures."""
    found, at = b"", 8
    while at + 12 <= len(png):
        (length,) = struct.unpack(">I", png[at:at + 4])
        if png[at + 4:at + 8] in (b"IHDR", b"PLTE", b"IDAT"):
            found += png[at + 8:at + 8 + length]
        at += 12 + length
    return found


def is_whole(name, content):
    """Whether a file of ours can be read by what it is read with."""
    try:
        if name.endswith(".png"):
            return content.startswith(b"\x89PNG") and content[-8:-4] == b"IEND"
        if name.endswith(".html"):
            return content.endswith(b"</html>\n")
        if name.endswith(".json"):
            return bool(json.loads(content))
        if name.endswith(".toml"):
            return tomllib.loads(content.decode()) is not None
        if name.endswith(".npy"):
            header = struct.unpack("<H", content[8:10])[0]
            described = ast.literal_eval(content[10:10 + header].decode())
            size = int(described["descr"][-1])  # in bytes, as in "<u4"
            return len(content) == 10 + header + size * math.prod(described["shape"])
        if name.endswith(".csv"):
            rows = list(csv.reader(content.decode().splitlines()))
            return content.endswith(b"\n") and len({len(row) for row in rows}) == 1
    except (ValueError, TypeError, struct.error):
        return False
    return True
