"""The host's board: it shows replies as they come, on a desktop and on a phone, in words and in colours."""

import re

import pytest
from playwright.sync_api import expect

from fonts import FONTS
from gss import BOARD, EVENT, ask, board, call, check_in, live, reply, row, says
from patience import SETTLE_MS
from test_access import SIZES, violations

SCREENS = [(1280, 800, "light"), (1280, 800, "dark"), (390, 844, "light"), (390, 844, "dark")]
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("width, height, scheme", SCREENS)
def test_everybody_can_read_it(opened, demo, width, height, scheme):
    ask(demo)
    page = opened("gss", width=width, height=height, scheme=scheme, reduced_motion="reduce")
    shown = board(page)
    tab = page.page
    expect(tab.get_by_role("heading", level=1, name="Park run")).to_be_visible()
    expect(tab.get_by_text("Signed in as Jordan")).to_be_visible()
    says(row(shown, "Lukas"), "No response", "gray")
    reply(demo, "lukas", status="running-late", minutesLate=10, message="Tram")
    says(row(shown, "Lukas"), "+10 min late", "yellow")
    expect(row(shown, "Lukas")).to_contain_text("Tram")
    reply(demo, "dana", status="cant-make-it")
    says(row(shown, "Dana"), "Can't make it", "red")
    reply(demo, "omar", status="on-time")
    says(row(shown, "Omar"), "On time", "green")
    summary = "1 on time, 1 running late, 1 can't make it"
    expect(shown.get_by_text(summary, exact=True)).to_be_visible()
    # Each change is read aloud to those who do not see it, at most every five seconds.
    expect(shown.get_by_role("status").filter(has_text="Omar: On time. " + summary)).to_be_attached()
    assert not tab.evaluate(SIDEWAYS), "the page scrolls sideways"
    assert len(tab.evaluate(SIZES)) <= 4
    assert violations(page) == []
    shown.get_by_role("button", name="Dana").click()
    details = tab.get_by_role("dialog", name="Dana")
    expect(details.get_by_role("link", name="+351 21 5550 188")).to_be_visible()
    expect(details).to_contain_text("Brings the cups")
    assert violations(page) == []


@pytest.mark.parametrize("font", FONTS)
def test_nothing_scrolls_sideways_on_a_small_phone(opened, demo, font):
    ask(demo)
    page = opened("gss", width=320, height=640, font=font)
    shown = board(page)
    reply(demo, "dana", status="running-late", minutesLate=15, message="The train to the coast stands still in the tunnel")
    expect(row(shown, "Dana")).to_contain_text("tunnel")
    assert not page.page.evaluate(SIDEWAYS)


def test_a_change_does_not_move_the_focus(opened, demo):
    ask(demo)
    page = opened("gss")
    shown = board(page)
    name = shown.get_by_role("button", name="Lukas")
    name.focus()
    reply(demo, "lukas", status="running-late", minutesLate=5)
    says(row(shown, "Lukas"), "+5 min late", "yellow")
    expect(name).to_be_focused()
    assert name.evaluate("one => parseFloat(getComputedStyle(one, '::after').outlineWidth)") >= 2
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("dialog", name="Lukas")).to_contain_text("+5 min late")


def test_without_a_connection_it_is_read_every_30_seconds(opened, demo):
    ask(demo)
    page = opened("gss")
    tab = page.page
    is_blocked = True
    tab.route_web_socket(re.compile("/api/v1/realtime"),
                         lambda socket: socket.close() if is_blocked else socket.connect_to_server())
    tab.clock.install()
    tab.goto(demo.url + BOARD)
    shown = tab.locator("peal-host-board")
    expect(shown.get_by_text("Live updates paused. Checking every 30 seconds.")).to_be_visible()
    reply(demo, "lukas", status="running-late", minutesLate=10)
    says(row(shown, "Lukas"), "No response", "gray")
    tab.clock.fast_forward(31_000)
    says(row(shown, "Lukas"), "+10 min late", "yellow")
    is_blocked = False
    tab.clock.fast_forward(60_000)
    live(shown)


def test_it_comes_back_with_what_was_missed(opened, demo):
    ask(demo)
    page = opened("gss")
    shown = board(page)
    page.context.set_offline(True)
    expect(shown.get_by_text("Offline", exact=True)).to_be_visible()
    check_in(demo, "dana")
    page.context.set_offline(False)
    live(shown)
    expect(row(shown, "Dana")).to_contain_text("Checked in at")


def test_a_late_reply_is_no_notification_while_the_host_looks(opened, demo):
    ask(demo)
    page = opened("gss")
    shown = board(page)
    reply(demo, "lukas", status="running-late", minutesLate=10)
    says(row(shown, "Lukas"), "+10 min late", "yellow")
    demo.post("/sandbox/settle", {"timeoutMs": SETTLE_MS})
    decided = [one for one in call(demo, "GET", "/api/v1/why?user=jordan")["items"] if one["type"] == "participant-late"]
    assert [one["channels"]["push"]["outcome"] for one in decided] == ["suppressed"]


def test_only_the_host_sees_it(opened, demo):
    page = opened("gss").page
    with page.expect_response(lambda answer: EVENT in answer.url) as answer:
        page.goto(demo.url + "/board.html?host=dana&event=park-run")
    assert answer.value.status == 404
    shown = page.locator("peal-host-board")
    expect(shown).to_contain_text("Only hosts of the event can see it.")
    expect(shown.get_by_role("row")).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text(re.compile("lukas|omar", re.IGNORECASE))
