"""Pages of ours, read strictly: what is in them, and whether they keep to what we promise."""

import re
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "link", "br", "hr", "img", "input"}
# What SVG closes by itself.
SHAPES = {"path", "rect", "circle", "line", "polyline", "polygon", "use", "stop"}


class Page(HTMLParser):
    """A page; raises AssertionError where elements are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.text = text
        self.open, self.headings, self.ids, self.links = [], [], [], []
        self.tables_inside, self.unnamed_images, self.words = [], 0, ""
        self.in_details = ""
        self.feed(text)
        self.close()
        assert self.open == [], f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("h1", "h2", "h3"):
            self.headings.append([tag, ""])
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        if tag == "table":
            self.tables_inside.append([own.get("class") for _, own in self.open])
        if tag == "svg":
            self.unnamed_images += not (given.get("role") == "img" and given.get("aria-label"))
        if tag not in VOID:
            self.open.append((tag, given))

    def handle_startendtag(self, tag, attributes):
        assert tag in SHAPES | VOID, f"<{tag}/> is not closed in HTML"

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        begun, _ = self.open.pop()
        assert begun == tag, f"<{begun}> is closed by </{tag}>"

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        if "style" in tags or "title" in tags:
            return
        if tags and tags[-1] in ("h1", "h2", "h3"):
            self.headings[-1][1] += data
        if "details" in tags:
            self.in_details += data
        self.words += data

    @property
    def said(self):
        """Its words, blanks made alike."""
        return " ".join(self.words.split())

    @property
    def folded(self):
        """The words of what is folded away."""
        return " ".join(self.in_details.split())


def read_page(path):
    """A page that is well-formed, needs no network and no scripts, and can be read everywhere."""
    page = Page(path.read_text())
    assert page.text.startswith('<!doctype html>\n<html lang="en">')
    assert "<script" not in page.text
    loaded = re.findall(r"""(?:src|href)\s*=\s*["'](?!#)|url\(|@import""", page.text)
    assert loaded == []
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page.text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert all(link.removeprefix("#") in page.ids for link in page.links)
    assert len(set(page.ids)) == len(page.ids)
    assert all("scroll" in inside for inside in page.tables_inside)
    assert page.unnamed_images == 0
    assert_headings_are_in_order([tag for tag, _ in page.headings])
    assert "@media (prefers-color-scheme: dark)" in page.text
    assert "@media print" in page.text
    assert 'name="viewport" content="width=device-width' in page.text
    return page


def assert_headings_are_in_order(tags):
    """One first, and none deeper by more than one than that before."""
    assert tags[0] == "h1"
    assert tags.count("h1") == 1
    levels = [int(tag[1]) for tag in tags]
    assert all(b <= a + 1 for a, b in pairwise(levels)), tags
