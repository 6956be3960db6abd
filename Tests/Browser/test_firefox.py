"""The components and pages in Firefox: preferences, inbox, replies and the board, by real clicks and keys.

Firefox has no protocol that delivers a push, and without a desktop it shows no notification: what the worker does with a push is
tested in Chromium (test_worker.py). Here it is installed and asked whether it runs Peal's script.
"""

import time

import pytest

from elements import ElementServer
from firefox import Firefox
from gss_site import SUBSCRIPTION
from patience import PATIENCE

KUDOS = {"from": "Dana", "message": "Thanks for setting up!"}


@pytest.fixture(scope="module")
def firefox():
    firefox = Firefox()
    yield firefox
    firefox.stop()


@pytest.fixture
def visit(firefox, site):
    """Opens a page as a user; at the end none may have reported an error."""
    tabs = []

    def visit(user, path="/", width=1280, permission=None):
        tab = firefox.open(site.url + "/blank", width=width)
        tabs.append(tab)
        tab.evaluate("user => { document.cookie = 'user=' + user; }", user)
        if permission:
            tab.permit("notifications", permission)
        tab.goto(site.url + path)
        tab.until("() => window.peal && window.peal.config.get() && window.peal.live.mode.get() === 'live'")
        return tab

    yield visit
    for tab in tabs:
        assert tab.errors == [], tab.errors
        tab.close()


SHOWS = "(selector, text) => document.querySelector(selector).shadowRoot.textContent.includes(text)"
SWITCH = "peal-preferences >> input[role=switch][aria-labelledby$=kudos]"
CHECKED = "() => document.querySelector('peal-preferences').shadowRoot.querySelector('input[role=switch][aria-labelledby$=kudos]')?.checked"


def preference(site):
    return site.peal.call("GET", "/api/v1/users/me/notification-preferences", user="ann")["categories"]["kudos"]["enabled"]


def until(condition, tab):
    """Waits for the server; the page stays alive meanwhile."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "not within %d s" % PATIENCE
        tab.evaluate("() => new Promise(done => setTimeout(() => done(true), 50))")


def test_a_preference_is_toggled(visit, site):
    tab = visit("ann", "/settings/notifications")
    assert tab.until(CHECKED)
    tab.click(SWITCH)
    until(lambda: not preference(site), tab)
    site.peal.advance()
    tab.find(SWITCH)
    tab.press("Space")
    until(lambda: preference(site), tab)
    tab.reload()
    assert tab.until(CHECKED)


def test_a_preference_toggled_offline_is_synced(visit, site):
    tab = visit("ann", "/settings/notifications")
    tab.until(CHECKED)
    tab.offline()
    tab.click(SWITCH)
    tab.until(SHOWS, "peal-preferences", "You are offline. Your changes are kept on this device")
    assert preference(site)
    tab.offline(False)
    until(lambda: not preference(site), tab)
    tab.until("() => !(%s)('peal-preferences', 'You are offline')" % SHOWS)


def test_the_inbox_is_live_and_a_row_opens_its_screen(visit, site):
    tab = visit("ann", "/notifications")
    site.peal.trigger("kudos", "ann", KUDOS)
    tab.until(SHOWS, "peal-inbox", "Dana sent you kudos")
    tab.until(SHOWS, "peal-toast", "Dana sent you kudos")
    tab.click("peal-inbox >> .row .open")
    tab.until("() => document.querySelector('h1').textContent === 'Screen /kudos'")
    until(lambda: site.peal.inbox("ann")["items"][0].get("readAt"), tab)


def test_a_reply_reaches_the_board_in_another_window(visit, site):
    starts = site.peal.event("run", "jordan", ["ann"])
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    board = visit("jordan", "/events/run/eta")
    board.until(SHOWS, "peal-host-board", "No response")
    board.until(SHOWS, "peal-host-board", "Live")
    tab = visit("ann", "/events/run")
    tab.until(SHOWS, "peal-quick-reply", "10 min late")
    tab.evaluate("""() => [...document.querySelector('peal-quick-reply').shadowRoot.querySelectorAll('button')]
      .find(button => button.textContent.includes('10 min late')).focus()""")
    tab.press("Enter")
    tab.until(SHOWS, "peal-quick-reply", "Host notified you're running 10 min late")
    board.until(SHOWS, "peal-host-board", "+10 min late")


def test_two_tabs_share_one_stream(visit, site):
    tab = visit("ann", "/notifications")
    other = tab.another(site.url + "/notifications")
    other.until("() => window.peal && window.peal.live.mode.get() === 'live'")
    assert site.peal.metric("peal_streams ") == 1
    site.peal.trigger("kudos", "ann", KUDOS)
    for one in (tab, other):
        one.until(SHOWS, "peal-inbox", "Dana sent you kudos")
    other.close()


def test_firefox_becomes_a_device_with_a_worker(visit, site):
    phone = site.peal.call("POST", "/sandbox/phones", {"app": "gss", "user": "ann", "provider": "webpush", "platform": "web"})
    tab = visit("ann", "/settings/notifications", permission="prompt")
    tab.evaluate("subscription => { (%s)(subscription); Notification.requestPermission = async () => { window.prompted = true; }; }" % SUBSCRIPTION,
                 phone["subscription"])
    tab.until(SHOWS, "peal-permission", "Allow notifications so that we can remind you of your events and you can say when you arrive.")
    tab.permit("notifications")
    tab.evaluate("() => peal.permission.refresh()")
    tab.until("() => peal.devices.state.get().state === 'active'")
    assert tab.evaluate("() => navigator.serviceWorker.ready.then(({ active }) => new URL(active.scriptURL).pathname)") == "/peal-sw.js"
    assert phone["deviceId"] == tab.evaluate("() => peal.devices.state.get().id")


@pytest.mark.parametrize("path", ["/settings/notifications", "/notifications", "/events/run", "/events/run/eta"])
def test_nothing_scrolls_sideways_on_a_narrow_screen(visit, site, path):
    site.peal.event("run", "ann", ["ben"])
    site.peal.trigger("kudos", "ann", KUDOS)
    tab = visit("ann", path, width=320)
    tab.until("() => !document.querySelector('main').innerText.includes('Loading')")
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= 320


DRAW = """async () => {
  const element = document.createElement('peal-preferences');
  element.client = window.fixture.createFake();
  document.querySelector('#stage').replaceChildren(element);
}"""


def test_code_that_could_not_be_loaded_is_tried_again(firefox, tmp_path):
    """Firefox does not request a module again that it could not load."""
    server = ElementServer(tmp_path)
    server.server.refused.add("/peal-preferences.js")
    tab = firefox.open(server.url)
    try:
        tab.until("() => !!window.fixture")
        tab.evaluate(DRAW)
        tab.until(SHOWS, "peal-preferences", "This could not be loaded")
        tab.click("peal-preferences >> .btn.primary")
        tab.until(SHOWS, "peal-preferences", "This could not be loaded")
        server.server.refused.clear()
        tab.click("peal-preferences >> .btn.primary")
        assert tab.until(CHECKED)
        # The next one takes the code that is there.
        server.server.refused.add("/peal-preferences.js")
        tab.evaluate(DRAW)
        assert tab.until(CHECKED)
    finally:
        tab.close()
        server.stop()
