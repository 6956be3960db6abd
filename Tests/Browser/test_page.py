"""The page itself: where things are, a new start, the clock, two tabs, a slow or missing server."""

import re
import time

import pytest
from playwright.sync_api import expect

from fonts import FONTS
from page import APPS, eventually


def boxes(page):
    """Where the phones are."""
    return page.page.locator(".phone").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")


@pytest.mark.parametrize("width, height", [(1440, 900), (1366, 768), (1280, 720)])
@pytest.mark.parametrize("font", FONTS)
def test_all_phones_fit_on_a_laptop_and_the_first_event_is_delivered(visited, font, width, height):
    page = visited(APPS[0], width=width, height=height, font=font)
    for app in APPS:
        page.show(app)
        page.trigger()
        assert page.outcomes()[0] == "Delivered", app
        expect(page.page.locator(".phone").first.locator(".notice").first).to_be_visible()
        assert 6 <= page.page.locator(".phone").count() <= 8, app
        for box in boxes(page):
            assert box["top"] >= 0 and box["bottom"] < height + 1 and box["right"] < width + 1, (app, box)
        tops = page.page.locator(".frame").evaluate_all("all => all.map(one => one.offsetTop)")
        assert len(set(tops)) == 2, (app, tops)


def test_notified_phones_come_first(visited):
    page = visited("gss")
    page.trigger("Deposit is due")
    assert page.names()[:2] == ["Mia", "Omar"]
    assert page.outcomes()[:3] == ["Delivered", "Inbox only", "Not a recipient"]


def test_a_pill_leads_to_its_phone(visited):
    page = visited("dsober", width=390, height=844)
    page.trigger()
    page.page.locator("#outcome .pill", has_text="Robin").click()
    expect(page.phone("Robin")).to_be_focused()
    expect(page.phone("Robin").locator(".verdict")).to_be_in_viewport()


def test_a_reset_starts_from_the_beginning_in_every_tab(opened):
    page, other = opened("gss"), opened("reports")
    before = page.demo.get("/demo/state?app=gss")
    calls = []
    page.page.on("request", lambda request: calls.append((time.monotonic(), request.url)))
    page.page.get_by_role("button", name="+4 h").click()
    page.trigger()
    other.trigger()
    page.page.locator("#reset").click()
    expect(page.page.locator(".toast")).to_contain_text("starts from the beginning")
    expect(other.page.locator(".phone .verdict strong").first).to_have_text("No event yet")
    assert set(page.outcomes()) == {"No event yet"}
    assert page.page.locator(".notice").count() == 0
    after = page.demo.get("/demo/state?app=gss")
    assert after["run"] != before["run"] and after["outage"] is False
    page.trigger()
    assert page.outcomes()[0] == "Delivered"
    # The page that asked makes no call before the server that ends has answered what was under way.
    asked = next(index for index, (_, url) in enumerate(calls) if url.endswith("/demo/reset"))
    assert calls[asked + 1][0] - calls[asked][0] > .5, calls[asked:asked + 3]


@pytest.mark.parametrize("days", [120, 360])
def test_phones_stay_usable_after_a_far_jump_of_the_clock(opened, days):
    page = opened("gss")
    page.page.get_by_role("button", name="Set time…").click()
    value = page.page.evaluate(
        "days => new Date(Date.now() + days * 86400000).toISOString().slice(0, 16)", days
    )
    page.page.locator("#clock-input").fill(value)
    page.page.get_by_role("button", name="Go", exact=True).click()
    expect(page.page.locator("#clock")).not_to_have_attribute("aria-busy", "true")
    page.trigger("Dana sends kudos")
    assert page.outcomes()[:2] == ["Delivered", "Delivered"]
    page.phone("Jordan").get_by_role("button", name=re.compile("Inbox")).click()
    expect(page.page.locator("#sheet .item-title").first).to_contain_text("kudos")


def test_the_clock_refuses_what_it_cannot_do_in_words(opened):
    page = opened("gss")
    page.page.get_by_role("button", name="Set time…").click()
    page.page.locator("#clock-input").evaluate("input => input.removeAttribute('max')")
    page.page.locator("#clock-input").fill("2999-01-01T00:00")
    page.page.get_by_role("button", name="Go", exact=True).click()
    expect(page.page.locator(".toast.bad")).to_contain_text("at most 10 years")
    assert "/" not in page.page.locator(".toast.bad p").inner_text()
    page.trigger()
    assert page.outcomes()[0] == "Delivered"


def test_a_browser_is_drawn_as_a_browser(visited):
    page = visited("gss")
    web = page.page.locator(".phone", has_text="Browser")
    assert web.locator(".browser-bar .address").inner_text() == "gss.example"
    assert web.locator(".status").count() == 0
    assert page.page.locator(".frame.android .browser-bar, .frame.ios .browser-bar").count() == 0


def test_the_address_chooses_the_app_also_later_and_back(visited):
    page = visited("match")
    expect(page.page).to_have_title("Match · Peal demo")
    page.page.get_by_role("link", name="NHS", exact=True).click()
    expect(page.page).to_have_title("NHS · Peal demo")
    page.page.go_back()
    expect(page.page).to_have_title("Match · Peal demo")
    page.show("reports")
    expect(page.phone("Rahul")).to_be_visible()


def test_two_tabs_agree(opened):
    page, other = opened("gss"), opened("gss")
    page.page.locator("#outage").click()
    expect(other.page.locator("#outage")).to_have_attribute("aria-checked", "true")
    other.page.locator("#outage").click()
    expect(page.page.locator("#outage")).to_have_attribute("aria-checked", "false")
    page.choose("Omar", "Allow notifications")
    expect(other.phone("Omar").locator(".still")).to_have_text("No notifications")
    page.trigger()
    expect(other.page.locator("#outcome strong")).to_have_text("Park run starts soon")
    expect(other.verdict("Lukas").locator("strong")).to_have_text("Delivered")


def test_a_slow_network_shows_a_skeleton(visited):
    page = visited(wait=False)
    held = []
    page.page.route("**/demo/scenario", lambda route: held.append(route))
    page.page.reload(wait_until="domcontentloaded")
    expect(page.page.locator(".skeleton").first).to_be_visible()
    expect(page.page.locator("h1")).to_be_visible()
    eventually(page.page, lambda: held)
    for route in held:
        route.continue_()
    page.wait()
    assert page.page.locator(".skeleton").count() == 0


def test_a_server_that_is_away_is_said_and_found_again(visited):
    page = visited()
    page.page.route("**/demo/**", lambda route: route.abort())
    expect(page.page.locator("#banner")).to_contain_text("Connection to the server lost")
    page.page.reload(wait_until="domcontentloaded")
    expect(page.page.locator("#failure")).to_be_visible()
    page.page.unroute("**/demo/**")
    page.page.get_by_role("button", name="Try again").click()
    page.wait()
    expect(page.page.locator("#failure")).not_to_be_visible()


def test_a_problem_is_told_without_pointers(visited):
    page = visited()
    problem = (
        '{"title": "Invalid request", "status": 422, "code": "invalid", "detail": "the request is invalid",'
        ' "errors": [{"detail": "days is missing", "pointer": "/data/days"}]}'
    )
    page.page.route(
        "**/api/v1/triggers",
        lambda route: route.fulfill(status=422, content_type="application/problem+json", body=problem)
        if route.request.method == "POST"
        else route.continue_(),
    )
    page.page.locator(".card").first.click()
    expect(page.page.locator(".toast.bad p")).to_have_text("Days is missing.")


def test_it_links_to_the_readme_and_the_api(visited):
    page = visited("gss")
    for name, part in [("README", "<title>README"), ("API description", '"openapi"')]:
        href = page.page.get_by_role("link", name=name).get_attribute("href")
        answer = page.page.request.get("%s/%s" % (page.demo.url, href.lstrip("/")))
        assert answer.ok and part in answer.text(), name


def test_a_quick_reply_is_sent_without_opening_the_app_and_confirmed_on_the_phone(opened):
    page = opened("gss")
    page.trigger()
    phone = page.phone("Lukas")
    phone.locator(".notice").first.get_by_role("button", name="5 Min. später", exact=True).click()
    expect(page.page.locator(".toast.good")).to_contain_text("Lukas answered without opening the app.")
    expect(phone.locator(".notice-body").first).to_have_text("Gastgeber informiert: du kommst 5 Min. später")
    expect(phone.locator(".opened")).to_have_count(0)
    # It leads to the page that cancels; the app's own notification says what was sent.
    dana = page.phone("Dana")
    dana.get_by_role("button", name="Can't make it").click()
    expect(dana.locator(".opened-link code")).to_have_text("/events/park-run/cancel")
    assert page.errors == []
