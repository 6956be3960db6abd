"""Journeys of the web client by keyboard alone. What a screen reader tells is kept in `journeys/`, to be read by people: does
a user who sees nothing know what happened, and what comes next? The focus is never lost, and at most one thing is said at once.

Rewrite them with `JOURNEYS=write Scripts/browser -k journeys`, and read what changed.
"""

import pytest
from playwright.sync_api import expect

from gss import live
from gss_site import Browser
from journey import Journey

KUDOS = {"from": "Dana", "message": "Thanks for setting up!"}


@pytest.fixture
def travel(browser, site):
    """Opens a page of a user's browser; at the end none may have reported an error."""
    opened = []

    def open(title, user, path, ready, permission="granted", script=None, isDevice=True):
        one = Browser(browser, site, user, permission=permission, locale="en-GB", timezone_id="Europe/Berlin", reduced_motion="reduce")
        opened.append(one)
        Journey.listen(one.context)
        if script:
            one.context.add_init_script(script)
        page = one.open(path)
        if isDevice and permission == "granted":
            one.registered(page)
        expect(ready(page)).to_be_visible()
        journey = Journey(title, page)
        journey.browser = one
        journey.start("the page is open")
        return journey

    yield open
    for one in opened:
        one.close()


def test_a_category_is_switched_off_and_back(travel, site):
    journey = travel("Switch a category off and back", "ann", "/settings/notifications",
                     lambda page: page.locator("peal-preferences").get_by_role("switch", name="Kudos"))
    journey.tab_to("switch", "^Kudos$")
    journey.press("Space", says="Saved", focus="^switch \"Kudos\", off")
    # By a clock that stands still, the change that took longer to send is the older one.
    site.peal.advance()
    journey.press("Space", says="Saved", focus="^switch \"Kudos\", on")
    journey.keep("switch-a-category")


def test_a_conversation_is_muted(travel, site):
    site.peal.call("PUT", "/api/v1/users/ann", {"name": "Ann", "locale": "en", "timeZone": "Europe/Berlin"})
    site.peal.trigger("kudos", "ann", KUDOS)
    journey = travel("Mute a conversation and unmute it", "ann", "/notifications",
                     lambda page: page.locator("peal-inbox").get_by_text("Dana sent you kudos"))
    journey.tab_to("button", "^Options: Dana sent you kudos")
    journey.press("Enter", focus="expanded")
    journey.tab_to("button", "^1 day")
    journey.press("Enter", says="Muted", focus="Unmute")
    journey.press("Enter", says="Unmuted", focus="1 hour")
    journey.keep("mute-a-conversation")


def test_a_late_arrival_is_replied(travel, site):
    site.peal.event("run", "jordan", ["ann"])
    journey = travel("Reply “10 min late”, and change it", "ann", "/events/run",
                     lambda page: page.locator("peal-quick-reply").get_by_role("button", name="10 min late"))
    journey.tab_to("button", "^10 min late")
    journey.press("Enter", says="Host notified you're running 10 min late", focus="Change reply")
    journey.press("Enter", focus="10 min late")
    journey.tab_to("button", "^On time", key="Shift+Tab")
    journey.press("Enter", says="Host notified you're on time", focus="Change reply")
    journey.keep("reply-10-min-late")


def test_the_host_follows_the_board(travel, site):
    site.peal.event("run", "jordan", ["ann", "bob"])
    journey = travel("See the board change", "jordan", "/events/run/eta", lambda page: page.locator("peal-host-board").get_by_role("button", name="Ann"))
    live(journey.page.locator("peal-host-board"))
    journey.tab_to("button", "^Ann$")
    for user, status in [("ann", {"status": "running-late", "minutesLate": 10}), ("bob", {"status": "on-time"})]:
        site.peal.call("POST", "/api/v1/events/run/eta", status, user=user)
    journey.happens("Ann replies, and a moment later Bob", says="Ann: \\+10 min late")
    journey.happens("five seconds pass", says="1 on time, 1 running late")
    journey.at_most_one_in_five_seconds()
    journey.press("Enter", focus="Close")
    journey.press("Escape", focus='button "Ann"')
    journey.keep("see-the-board-change")


def test_a_notification_is_deleted_and_brought_back(travel, site):
    site.peal.call("PUT", "/api/v1/users/ann", {"name": "Ann", "locale": "en", "timeZone": "Europe/Berlin"})
    for name in ["Dana", "Sam", "Lukas"]:
        site.peal.advance()
        site.peal.trigger("kudos", "ann", {"from": name, "message": "Thanks!"})
    journey = travel("Delete a notification and undo it", "ann", "/notifications",
                     lambda page: page.locator("peal-inbox").get_by_text("Lukas sent you kudos"))
    journey.tab_to("button", "^Delete: Sam sent you kudos")
    journey.press("Enter", says="Notification deleted", focus="Dana|Lukas")
    journey.press("Control+z", says="Restored", focus="Sam")
    journey.keep("delete-and-undo")


def test_a_permission_is_denied(travel):
    journey = travel("Deny the permission", "ann", "/settings/notifications",
                     lambda page: page.locator("peal-permission").get_by_role("button", name="Allow", exact=True), permission="not-determined",
                     # The prompt is the browser's own; its answer is given by the protocol.
                     script="Notification.requestPermission = () => new Promise(answer => { window.answerPrompt = answer; })")
    journey.tab_to("button", "^Allow$")
    journey.press("Enter", focus="Allow")
    journey.browser.until(journey.page, "window.answerPrompt")
    journey.browser.permit("denied")
    journey.page.evaluate("answerPrompt(Notification.permission)")
    journey.happens("the browser asks, and the user blocks it", focus="^heading")
    journey.tab_to("button", "^Close$")
    journey.press("Enter")
    journey.keep("deny-the-permission")
