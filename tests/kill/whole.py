"""Whether a file is whole: all that its writer puts into it is there. Each throws where it is not."""

import csv
import io
import json
import tomllib

import numpy
from PIL import Image


def png(size=None):
    """A picture of this size, or of any."""
    def check(path):
        with Image.open(path) as image:
            image.load()
            assert size in (None, image.size), image.size
        assert path.read_bytes().endswith(b"IEND\xaeB`\x82")
    return check


def npy(shape):
    def check(path):
        assert numpy.load(path).shape == shape
    return check


def table(columns, rows=None, may_be_empty=False):
    """A CSV file whose first line begins with these columns."""
    def check(path):
        text = path.read_text(encoding="utf-8")
        assert text.endswith("\n")
        lines = list(csv.reader(io.StringIO(text)))
        assert ",".join(lines[0]).startswith(columns), lines[0]
        assert all(len(line) == len(lines[0]) for line in lines)
        assert len(lines) > 1 or may_be_empty
        assert rows in (None, len(lines) - 1), len(lines)
    return check


def page(path):
    assert path.read_text(encoding="utf-8").endswith("</body></html>\n")


def json_of(what):
    def check(path):
        assert what(json.loads(path.read_text(encoding="utf-8")))
    return check


def toml_of(what):
    def check(path):
        assert what(tomllib.loads(path.read_text(encoding="utf-8")))
    return check
