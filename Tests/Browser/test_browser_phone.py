"""The page of the demo on which this browser is one of the phones: one page, five configurations."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gss import BOARD, call, live
from page import eventually

# What each catalog makes of the same page: a category with its title, and whether there are arrivals.
APPS = [
    ("gss", "dana", "Streak at risk", True),
    ("match", None, "Messages", False),
    ("nhs", None, "Volunteer hours", False),
    ("reports", None, None, False),
    ("dsober", None, "Safety alerts", False),
]


@pytest.fixture
def page(browser, demo):
    """Opens the page in a browser of its own, with notifications allowed; at the end none may have reported an error."""
    errors, contexts = [], []

    def open(where):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.grant_permissions(["notifications"], origin=demo.url)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto("%s/browser.html#%s" % (demo.url, where))
        expect(page.locator("#app-name")).not_to_have_text("…")
        return page

    yield open
    for context in contexts:
        context.close()
    assert errors == [], errors


def shown(page):
    """The notifications that the service worker shows: title and buttons."""
    return page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration.getNotifications()).map(one => [one.title, one.actions.map(action => action.action)]);
    }""")


# The pages that the worker takes for one that the user looks at.
IN_USE = """async () => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
  .filter(one => one.focused && one.visibilityState === 'visible').map(one => one.url)"""


def why_not(page, worker, demo):
    """Where a push is that is not shown."""
    toast = page.evaluate("document.querySelector('peal-toast').shadowRoot.textContent")
    return "in use: %s, toast: %s, pushes: %s" % (worker.evaluate(IN_USE), toast, demo.get("/sandbox/pushes?provider=webpush"))


@pytest.mark.parametrize("app, user, category, has_arrivals", APPS)
def test_one_page_is_each_app(page, app, user, category, has_arrivals):
    opened = page("%s/%s" % (app, user) if user else app)
    expect(opened.locator("#tab-board")).to_be_visible(visible=has_arrivals)
    opened.get_by_role("tab", name="Notifications").click()
    if category:
        expect(opened.locator("peal-preferences").get_by_role("switch", name=re.compile(category)).first).to_be_visible()
    inbox = opened.get_by_role("tab", name="Inbox")
    # Its catalog has no inbox.
    expect(inbox).to_be_visible(visible=app != "reports")
    if app != "reports":
        inbox.click()
        expect(opened.locator("peal-inbox")).to_be_visible()
    for scheme in ["light", "dark"]:
        opened.emulate_media(color_scheme=scheme)
        results = Axe().run(opened)
        assert results.violations_count == 0, (scheme, results.generate_report())
    opened.set_viewport_size({"width": 320, "height": 700})
    assert opened.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_push_reaches_the_service_worker_of_this_browser(page, demo):
    opened = page("gss/dana")
    expect(opened.locator("#push-state")).to_contain_text("simulates it")
    # In front of the page is another one, so the system shows the notification.
    other = opened.context.new_page()
    other.goto(demo.url + "/README.md")
    other.bring_to_front()
    # A browser under a test says of every page that it has the focus, and a page in use is given the push itself.
    opened.context.new_cdp_session(opened).send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    worker = opened.context.service_workers[0]
    eventually(other, lambda: worker.evaluate(IN_USE) == [other.url])
    opened.evaluate("document.querySelector('#cards .card').click()")
    eventually(other, lambda: shown(opened), lambda: why_not(opened, worker, demo))
    (title, actions), = shown(opened)
    assert title == "Park run starts soon"
    assert len(actions) == 2, actions
    # The worker reports it with the device's key, and why says that the phone has it.
    expect(opened.locator("peal-bell")).to_contain_text("1")


def test_a_host_sees_the_board_and_participants_reply(page):
    host = page("gss/jordan")
    host.get_by_role("tab", name="Arrivals").click()
    expect(host.locator("peal-host-board")).to_contain_text("Dana")
    expect(host.locator("peal-host-board")).to_contain_text("No response")
    live(host.locator("peal-host-board"))
    participant = page("gss/dana")
    expect(participant.locator("#push-state")).to_contain_text("simulates it")
    participant.locator("#cards .card").first.click()
    # The reminder is a banner that takes the reply there.
    reminder = participant.locator("peal-toast .banner", has_text="Park run starts soon")
    reminder.get_by_role("button", name="10 min late").click()
    expect(participant.locator("peal-toast")).to_contain_text("Host notified you're running 10 min late")
    expect(reminder).to_have_count(0)
    expect(host.locator("peal-host-board")).to_contain_text("+10 min late")


def test_the_page_with_the_board_takes_no_phone_from_another_user(page, demo):
    """This browser is Dana's phone, and the board is opened as Jordan."""
    dana = page("gss/dana")
    expect(dana.locator("#push-state")).to_contain_text("simulates it")
    devices = call(demo, "GET", "/api/v1/users/me/devices", user="dana")
    board = dana.context.new_page()
    board.goto(demo.url + BOARD)
    live(board.locator("peal-host-board"))
    assert call(demo, "GET", "/api/v1/users/me/devices", user="dana") == devices
    dana.reload()
    expect(dana.locator("#push-state")).to_contain_text("simulates it")
    assert len(call(demo, "GET", "/api/v1/users/me/devices", user="dana")["items"]) == len(devices["items"])
