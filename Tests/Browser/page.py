"""The demo's page as a user meets it: what can be pressed, and what is read."""

import re
import time

from playwright.sync_api import expect

from patience import PATIENCE

APPS = ["gss", "match", "nhs", "reports", "dsober"]


def eventually(page, condition, facts=lambda: ""):
    """Waits for what Python sees, and lets the browser's events arrive meanwhile; `facts` are told when it does not come."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "not within %d s %s" % (PATIENCE, facts())
        page.wait_for_timeout(20)


def still(page):
    """Waits until what enters has faded in: a half-transparent text is not what is judged."""
    page.evaluate("Promise.all(document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity)"
                  ".map(one => one.finished.catch(() => null)))")


class DemoPage:
    """A page of the demo in a browser."""

    def __init__(self, context, demo, app, wait=True):
        self.context = context
        self.demo = demo
        self.errors = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto("%s/#%s" % (demo.url, app), wait_until="domcontentloaded")
        if wait:
            self.wait()

    def wait(self):
        """Waits until the phones are drawn."""
        expect(self.page.locator(".phone .verdict strong").first).not_to_be_empty()

    def show(self, app):
        self.page.evaluate("app => { location.hash = app; }", app)
        expect(self.page.locator("#apps [aria-current]")).to_have_attribute("href", "#" + app)
        self.wait()

    def trigger(self, title=None):
        """Presses an event, and waits until its outcome is there."""
        more = self.page.locator("#more-events")
        if title and more.is_visible():
            more.click()
        card = self.page.locator(".card", has_text=title).first if title else self.page.locator(".card").first
        wanted = card.locator(".card-title").inner_text()
        card.click()
        expect(card).not_to_have_attribute("aria-busy", "true")
        expect(self.page.locator("#outcome strong")).to_have_text(wanted)

    def phone(self, name):
        """The first phone of a user."""
        return self.page.locator("article.phone", has=self.page.get_by_role("heading", name=re.compile(name))).first

    def verdict(self, name):
        return self.phone(name).locator(".verdict")

    def outcomes(self):
        """The outcome under every phone, in the order of the page."""
        return self.page.locator(".phone .verdict strong").all_inner_texts()

    def names(self):
        return self.page.locator(".phone h3").all_inner_texts()

    def choose(self, name, label):
        """Opens a phone's menu and presses an entry."""
        phone = self.phone(name)
        phone.locator("summary").click()
        phone.locator(".menu-items").get_by_text(label).click()
        self.page.keyboard.press("Escape")

    def why(self, index):
        self.page.locator(".phone .why").nth(index).click()
        expect(self.page.locator("#sheet .why-verdict")).to_be_visible()
        return self.page.locator("#sheet")

    def close(self):
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#sheet")).not_to_be_visible()

    def text(self):
        """All text that can be seen."""
        return self.page.locator("body").inner_text()
