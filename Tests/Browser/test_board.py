"""The host's board: it shows replies as they come, on a desktop and on a phone, in words and in colours."""

import re

import pytest
from playwright.sync_api import expect

from gss import BOARD, EVENT, ask, board, call, check_in, reply
from test_access import SIZES, violations

SCREENS = [(1280, 800, "light"), (1280, 800, "dark"), (390, 844, "light"), (390, 844, "dark")]


@pytest.mark.parametrize("width, height, scheme", SCREENS)
def test_everybody_can_read_it(opened, demo, width, height, scheme):
    ask(demo)
    page = opened("gss", width=width, height=height, scheme=scheme, reduced_motion="reduce")
    board(page)
    tab = page.page
    lukas = tab.locator("tr[data-user=lukas]")
    expect(lukas.locator(".eta.gray")).to_have_text("No response")
    reply(demo, "lukas", status="running-late", minutesLate=10, message="Tram")
    expect(lukas.locator(".eta.yellow")).to_have_text("+10 min late")
    expect(lukas).to_contain_text("“Tram”")
    reply(demo, "dana", status="cant-make-it")
    expect(tab.locator("tr[data-user=dana] .eta.red")).to_have_text("Can't make it")
    reply(demo, "omar", status="on-time")
    expect(tab.locator("tr[data-user=omar] .eta.green")).to_have_text("On time")
    expect(tab.locator("#summary")).to_have_text("1 on time, 1 running late, 1 can't make it")
    # Each change is read aloud to those who do not see it.
    expect(tab.locator("#announcer")).to_have_text("Omar: On time. 1 on time, 1 running late, 1 can't make it.")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert len(tab.evaluate(SIZES)) <= 4
    assert violations(page) == []
    tab.get_by_role("button", name="Dana").click()
    expect(tab.get_by_role("dialog", name="Dana")).to_be_visible()
    assert violations(page) == []


def test_nothing_scrolls_sideways_on_a_small_phone(opened, demo):
    ask(demo)
    page = opened("gss", width=320, height=640)
    board(page)
    reply(demo, "dana", status="running-late", minutesLate=15, message="The train to the coast stands still in the tunnel")
    expect(page.page.locator("tr[data-user=dana]")).to_contain_text("tunnel")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_change_does_not_move_the_focus(opened, demo):
    ask(demo)
    page = opened("gss")
    board(page)
    name = page.page.get_by_role("button", name="Lukas")
    name.focus()
    reply(demo, "lukas", status="running-late", minutesLate=5)
    expect(page.page.locator("tr[data-user=lukas] .eta")).to_have_text("+5 min late")
    expect(page.page.get_by_role("button", name="Lukas")).to_be_focused()
    outline = page.page.evaluate("parseFloat(getComputedStyle(document.activeElement, '::after').outlineWidth)")
    assert outline >= 2
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("dialog", name="Lukas")).to_contain_text("+5 min late")


def test_without_a_connection_it_is_read_every_30_seconds(opened, demo):
    ask(demo)
    page = opened("gss")
    tab = page.page
    tab.route("**/api/v1/stream**", lambda route: route.abort())
    tab.clock.install()
    tab.goto(demo.url + BOARD)
    expect(tab.locator("#connection")).to_have_text("Not connected: updated every 30 seconds")
    reply(demo, "lukas", status="running-late", minutesLate=10)
    expect(tab.locator("tr[data-user=lukas] .eta")).to_have_text("No response")
    tab.clock.fast_forward(31_000)
    expect(tab.locator("tr[data-user=lukas] .eta")).to_have_text("+10 min late")
    tab.unroute("**/api/v1/stream**")
    tab.clock.fast_forward(6_000)
    expect(tab.locator("#connection")).to_have_text("Live")


def test_it_comes_back_with_what_was_missed(opened, demo):
    ask(demo)
    page = opened("gss")
    board(page)
    # The server ends the connection, and the page opens another one with a new token.
    call(demo, "DELETE", "/api/v1/users/jordan/tokens", status=None)
    expect(page.page.locator("#connection")).to_contain_text("Not connected")
    check_in(demo, "dana")
    demo.post("/sandbox/clock", {"advance": "PT5S"})
    expect(page.page.locator("#connection")).to_have_text("Live", timeout=30_000)
    expect(page.page.locator("tr[data-user=dana]")).to_contain_text("Checked in at")


def test_only_the_host_sees_it(opened, demo):
    page = opened("gss").page
    with page.expect_response(lambda answer: EVENT in answer.url) as answer:
        page.goto(demo.url + "/board.html?host=dana&event=park-run")
    assert answer.value.status == 404
    expect(page.locator("#about")).to_have_text("This event is unknown, or it has another host.")
    assert page.locator("tr[data-user]").count() == 0
    assert not re.search("lukas|omar", page.locator("main").inner_text(), re.IGNORECASE)
