"""Reports that the real program writes, and what is wrong with their files."""

import csv
import html.parser
import io
import json
import re
import sys
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))

from program import Program  # noqa: E402,F401

SCHEMA = json.loads((Path(__file__).parent / "report.schema.json").read_text(encoding="utf-8"))
COMPUTED_ONLY = ["--minutes", "0.01"]  # no claim that is measured takes so little
VOID = {"br", "meta"}
LOADING = {"src", "srcset", "poster", "data", "action", "formaction", "background"}


def json_complaints(report):
    """What the schema says against a report."""
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in
            jsonschema.Draft202012Validator(SCHEMA).iter_errors(report)]


class Page(html.parser.HTMLParser):
    """The page's structure: what it says by claim, its links and charts, and what is wrong with it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.complaints, self.links, self.ids, self.charts = [], [], [], []
        self.texts = {}  # an article's id -> its words
        self._open = []
        self._article = None
        self.feed(text)
        self.close()
        if self._open:
            self.complaints.append(f"{self._open} are not closed")
        for style in re.findall(r"<style>(.*?)</style>", text, re.DOTALL):
            if re.search(r"url\(|@import", style):
                self.complaints.append("the style loads something")

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.complaints.append(f"<{tag}> has an attribute twice")
        values = dict(attributes)
        if tag in {"script", "link", "iframe", "object", "embed", "img", "image", "use"}:
            self.complaints.append(f"<{tag}> loads something")
        self.complaints += [f"<{tag} {name}> loads something" for name in LOADING & values.keys()]
        self.complaints += [f"<{tag} {name}={value!r}> is no number" for name, value in attributes
                            if re.search(r"\bnan\b|\binf(inity)?\b", value or "", re.IGNORECASE)
                            and "svg" in self._open]
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        if tag == "svg":
            self.charts.append(self._article)
        if tag == "article":
            self._article = values["id"]
            self.texts[self._article] = ""
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        if "svg" not in self._open:
            self.complaints.append(f"<{tag}/> is no HTML")
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        if not self._open or self._open[-1] != tag:
            self.complaints.append(f"</{tag}> closes {self._open[-1:]}")
        else:
            self._open.pop()
        if tag == "article":
            self._article = None

    def handle_data(self, data):
        if self._article:
            self.texts[self._article] += data


def folder_complaints(folder):
    """What is wrong with a report's folder: the three kinds of its files, and how they agree."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    found = json_complaints(report)
    page = Page((folder / "report.html").read_text(encoding="utf-8"))
    found += page.complaints
    ids = [claim["id"] for claim in report["claims"]]
    if list(page.texts) != ids:
        found.append(f"the page has {list(page.texts)}, and the report {ids}")
    if len(page.ids) != len(set(page.ids)):
        found.append("an id is there twice")
    for claim in report["claims"]:
        words = page.texts.get(claim["id"], "")
        found += [f"{claim['id']}: the page does not say '{text}'" for text in
                  (claim["statement"], claim["where"], claim["verdict"], claim["why"])
                  if text not in words]
    links = [link for link in page.links if not (folder / link).is_file()]
    found += [f"{link} is not there" for link in links]
    if sorted(page.links) != sorted(f"{claim}.csv" for claim in page.charts):
        found.append("a chart lacks its table")
    for table in folder.glob("*.csv"):
        rows = list(csv.reader(io.StringIO(table.read_text(encoding="utf-8"))))
        claim = next(claim for claim in report["claims"] if f"{claim['id']}.csv" == table.name)
        if len(rows) - 1 != sum(len(result["rows"]) for result in claim["results"]):
            found.append(f"{table.name} has {len(rows)} lines")
        if {len(row) for row in rows} != {len(rows[0])}:
            found.append(f"{table.name} has rows of several lengths")
    return found
