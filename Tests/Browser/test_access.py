"""Everybody can use the page: axe finds nothing, nothing scrolls sideways, four sizes of text, focus is visible."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from fonts import FONTS
from page import APPS, still

WEB = Path(__file__).parent.parent.parent / "Sources" / "CPealAssets" / "web"

# The size of every text that can be seen.
SIZES = """() => {
  const sizes = {};
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName)) continue;
    if (!parent.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})) continue;
    if (parent.closest('.visually-hidden, .skip')) continue;
    (sizes[getComputedStyle(parent).fontSize] ??= []).push(node.data.trim().slice(0, 30));
  }
  return sizes;
}"""


def violations(page):
    still(page.page)
    found = Axe().run(page.page).response["violations"]
    return [(one["id"], one["help"], [node["html"][:160] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("width, height, scheme", [(1440, 900, "light"), (390, 844, "dark")])
def test_axe_finds_nothing(visited, width, height, scheme):
    page = visited("dsober", width=width, height=height, scheme=scheme, reduced_motion="reduce")
    page.trigger()
    assert violations(page) == []
    for index in [0, 1]:
        page.why(index)
        assert violations(page) == []
        page.close()
    for label in ["Inbox", "Settings"]:
        page.page.locator(".phone").first.get_by_role("button", name=re.compile("^%s" % label)).click()
        expect(page.page.locator("#sheet .item, #sheet .group").first).to_be_visible()
        assert violations(page) == []
        page.close()
    page.show("gss")
    page.trigger()
    page.page.locator(".notice-open").first.click()
    expect(page.page.locator(".opened h4")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("width, zoom", [(320, 1), (1024, 1), (390, 2), (1440, 2)])
@pytest.mark.parametrize("font", FONTS)
def test_nothing_scrolls_sideways(visited, font, width, zoom):
    page = visited("dsober", width=width, height=800, font=font)
    page.page.evaluate("zoom => { document.documentElement.style.fontSize = 16 * zoom + 'px'; }", zoom)
    page.trigger()
    scrolls = """() => [...document.querySelectorAll('*')].filter(one => one.scrollWidth > one.clientWidth + 1
      && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.checkVisibility()).map(one => one.className)"""
    for step in [lambda: None, lambda: page.why(0)]:
        step()
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.page.evaluate(scrolls) == []


@pytest.mark.parametrize("width", [1280, 1024])
@pytest.mark.parametrize("font", FONTS)
def test_nothing_is_cut_off_at_the_side_of_a_phone(visited, font, width):
    page = visited("gss", width=width, height=800, font=font)
    cut = """() => [...document.querySelectorAll('.frame, .dock, .dock-button, .top-tools, .apps')]
      .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className)"""
    for app in APPS:
        page.show(app)
        page.trigger()
        assert page.page.evaluate(cut) == [], app


def test_there_are_at_most_four_sizes_of_text(visited):
    page = visited("dsober")
    page.trigger()
    seen = page.page.evaluate(SIZES)
    page.why(0)
    seen |= page.page.evaluate(SIZES)
    page.close()
    for label in ["Inbox", "Settings"]:
        page.page.locator(".phone").first.get_by_role("button", name=re.compile("^%s" % label)).click()
        expect(page.page.locator("#sheet .item, #sheet .group").first).to_be_visible()
        seen |= page.page.evaluate(SIZES)
        page.close()
    assert len(seen) <= 4, seen


def test_one_action_is_primary_and_focus_is_visible(visited):
    page = visited("gss")
    assert page.page.locator(".primary:visible").count() == 1
    for _ in range(30):
        page.page.keyboard.press("Tab")
        focused = page.page.evaluate(
            "() => { const one = document.activeElement; const style = getComputedStyle(one);"
            " return [one.outerHTML.slice(0, 80), style.outlineStyle, parseFloat(style.outlineWidth)]; }"
        )
        assert focused[1] == "solid" and focused[2] >= 2, focused


def test_no_class_is_styled_by_two_files():
    """A rule of one file never overrides another file's by chance."""
    owners = {}
    for sheet in sorted(WEB.glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        for selectors in re.findall(r"([^{}]+)\{", text):
            for selector in selectors.split(","):
                own = re.fullmatch(r"\s*\.([\w-]+)\s*", selector)
                if own:
                    owners.setdefault(own.group(1), set()).add(sheet.name)
    assert len(owners) > 50
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}
