"""Draws the pictures of the README from a running demo: `Scripts/browser --pictures`."""

import base64
import re
import sys
import tempfile
from pathlib import Path

from conftest import Demo, find_browser, find_peal
from gss import Phone, ask, board, call, reply
from page import DemoPage
from playwright.sync_api import expect, sync_playwright


def desktop(browser, demo, file):
    """The admin who blocks notifications: the event, the phones, and the panel that says why."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = DemoPage(context, demo, "dsober")
    page.trigger()
    page.phone("Robin").locator(".why").click()
    expect(page.page.locator("#sheet .why-verdict")).to_be_visible()
    page.page.screenshot(path=file, animations="disabled")
    context.close()


def phone(browser, demo, file):
    """A reminder with buttons, on a narrow screen."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, reduced_motion="reduce"
    )
    page = DemoPage(context, demo, "gss")
    page.trigger()
    expect(page.phone(re.escape("Lukas")).locator(".notice")).to_be_visible()
    # Out of the way, so that nothing looks pointed at.
    page.page.mouse.move(0, 0)
    page.page.screenshot(path=file, animations="disabled")
    context.close()


def replies(browser, demo, file):
    """The host's board after three taps on phones."""
    ask(demo)
    context = browser.new_context(
        viewport={"width": 860, "height": 604}, device_scale_factor=2, reduced_motion="reduce", timezone_id="Europe/Berlin"
    )
    page = DemoPage(context, demo, "gss")
    shown = board(page)
    Phone(demo, "dana").tap("on-time")
    Phone(demo, "lukas").tap("late-10")
    reply(demo, "omar", status="cant-make-it")
    expect(shown.get_by_text("1 on time, 1 running late, 1 can't make it", exact=True)).to_be_visible()
    page.page.mouse.move(0, 0)
    page.page.screenshot(path=file, animations="disabled")
    context.close()


def client(browser, demo, file):
    """The web components, with the catalog of one app: inbox and settings, next to each other."""
    call(demo, "POST", "/api/v1/triggers", {"type": "streak-risk", "to": {"users": ["dana"]}, "data": {"days": 12}}, status=None)
    context = browser.new_context(viewport={"width": 640, "height": 900}, device_scale_factor=2, reduced_motion="reduce")
    context.grant_permissions(["notifications"], origin=demo.url)
    halves = []
    for tab, element in [("Inbox", "peal-inbox"), ("Notifications", "peal-preferences")]:
        page = context.new_page()
        page.goto(demo.url + "/browser.html#gss/dana")
        expect(page.locator("peal-inbox")).to_contain_text("Park run starts soon")
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(page.locator("peal-preferences")).to_contain_text("Streak at risk") if tab != "Inbox" else None
        page.mouse.move(0, 0)
        halves.append(page.locator(element).screenshot(animations="disabled"))
    page = context.new_page()
    page.set_viewport_size({"width": 1240, "height": 560})
    pictures = "".join('<div><img src="data:image/png;base64,%s"></div>' % base64.b64encode(half).decode() for half in halves)
    page.set_content("<style>body{margin:16px;display:flex;gap:16px;background:#f4f4f1}"
                     "div{width:596px;height:528px;overflow:hidden;background:#fff;border-radius:14px}img{width:596px}</style>" + pictures)
    page.screenshot(path=file, animations="disabled")
    context.close()


def main(folder):
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        demo = Demo(find_peal(), Path(scratch))
        try:
            desktop(browser, demo, folder / "demo-desktop.png")
            phone(browser, demo, folder / "demo-phone.png")
            replies(browser, demo, folder / "demo-board.png")
            client(browser, demo, folder / "web-client.png")
        finally:
            demo.stop()
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
