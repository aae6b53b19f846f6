"""The commands of a page: in blocks marked sh (each line is one) and console (after a $, followed by
the output; `console varies` where that differs from machine to machine)."""

import re
from dataclasses import dataclass, field

BLOCK_KINDS = {"sh", "console", "console varies", "text"}


@dataclass
class Command:
    line: int
    text: str
    output: list = field(default_factory=list)
    output_varies: bool = True


def blocks(text):
    """(first line's number, what stands behind the fence, the lines) of every fenced block. One in a
    list is indented, and so are its lines."""
    start, kind, lines, indent = None, None, [], ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("```"):
            lines.append(line.removeprefix(indent))
        elif start is None:
            indent = line[:len(line) - len(line.lstrip())]
            start, kind, lines = number + 1, line.strip()[3:].strip(), []
        else:
            yield start, kind, lines
            start = None


def commands(text):
    found = []
    for start, kind, lines in blocks(text):
        if kind == "sh":
            found += [Command(start + i, line) for i, line in enumerate(lines) if line]
        elif kind.startswith("console"):
            for i, line in enumerate(lines):
                if line.startswith("$ "):
                    found.append(Command(start + i, line[2:], [], kind != "console"))
                else:
                    found[-1].output.append(line)
    return found


def unmarked(text):
    """Complaints about blocks of no known kind and commands that stand in running text only."""
    complaints = [f"line {start}: a block marked {kind!r}; it must be one of {sorted(BLOCK_KINDS)}"
                  for start, kind, _ in blocks(text) if kind not in BLOCK_KINDS]
    run = {command.text for command in commands(text)}
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S)
    for span in re.findall(r"`([^`]+)`", prose):
        if re.match(r"(app/run\.sh|tests/run\.sh|mariani|cmake|ctest|apt-get) ", span):
            if not any(span in text for text in run):
                complaints.append(f"`{span}` is in no block that the test runs")
    return complaints


def shape(line, varies=False):
    """What has to be the same in a line of output: all but numbers and the widths of columns, or
    only the first word, unless that is a number, where the output varies; and the mark behind a rank
    that may be noise."""
    if varies:
        line = line.split()[0] if line.split() else ""
    return re.sub(r"\s+", " ", re.sub(r"\d[\d.,:]*(e[-+]?\d+)?~?", "#", line)).strip()
