"""The headings and links of the documentation."""

import re
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(text):
    """The lines of a page that are not in a code block, with their numbers."""
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them, each with what stands below it up to the next heading of its level."""
    headings = [(number, line) for number, line in prose(text) if re.match(r"#{1,6} ", line)]
    lines, found = text.split("\n"), {}
    for at, (number, line) in enumerate(headings):
        marks, title = line.split(" ", 1)
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        times = sum(1 for known in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", known))
        ends = (other for other, next_ in headings[at + 1:] if len(next_.split(" ")[0]) <= len(marks))
        found[anchor if not times else "%s-%d" % (anchor, times)] = "\n".join(lines[number:next(ends, len(lines) + 1) - 1])
    return found


def links(path):
    """The links of a page to files of this repository: the line, the file, and the anchor or nothing."""
    for number, line in prose(Path(path).read_text()):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target):
                name, _, anchor = target.partition("#")
                yield number, (path.parent / name).resolve() if name else path, anchor


def broken(path):
    """What is wrong with a page's links."""
    for number, target, anchor in links(path):
        where = "%s:%d" % (path.name, number)
        if not target.exists():
            yield "%s: %s does not exist" % (where, target.name)
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
            yield "%s: %s has no heading #%s" % (where, target.name, anchor)


def distances(start):
    """How many links each page is away from a page."""
    found, next_ = {start: 0}, [start]
    while next_:
        page = next_.pop(0)
        for _, target, _ in links(page):
            if target.suffix == ".md" and target.exists() and target not in found:
                found[target] = found[page] + 1
                next_.append(target)
    return found
