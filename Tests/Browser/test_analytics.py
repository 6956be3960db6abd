"""The analytics page: a product manager opens it by a link, without a key of the backend. The server is real, the scripts are today's
sources; figures that a sandbox does not have are given by the test."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from fonts import FONTS, NARROW
from gss_site import Peal
from page import still
from site_server import CLIENT, bundle

TYPES = [("event-reminder", "Event reminders"), ("kudos", "Kudos"), ("competitive-unlock", "Competitions unlocked")]
SENT = {"event-reminder": 2000, "kudos": 4800, "competitive-unlock": 12}


def push(category, sent):
    failed = sent // 50
    return {"category": category, "channel": "push", "sent": sent, "accepted": sent - failed, "failed": failed, "expired": 0, "unknown": 0,
            "confirmed": sent // 2, "latency": {"count": sent, "p95": 391}}


FIGURES = {
    "app": "gss", "name": "GSS", "at": "2026-11-28T22:31:00Z", "users": 4200,
    "categories": [{"category": category, "title": title} for category, title in TYPES],
    "deliveries": [push(*item) for item in SENT.items()] + [{**push("kudos", 70), "channel": "in-app", "latency": None}],
    "opens": [{"category": "kudos", "priority": "normal", "confirmed": 2400, "opened": 600}],
    "optOuts": [{"category": "kudos", "users": 4200, "optedOut": 210}],
    "etaLatency": {"count": 31, "p95": 527}, "quickReplyUse": {"lateArrivals": 24, "firstByAction": 9},
    "failures": {"from": "2026-11-27T23:00:00Z", "items": [{"category": "kudos", "counts": [0, 2] + [0] * 21 + [1200]}]},
    "alerts": [{"rule": "breaker-open", "subject": "fcm", "firedAt": "2026-11-28T21:12:00Z", "test": False},
               {"rule": "target-quick-reply-use", "firedAt": "2026-11-28T20:00:00Z", "test": False},
               {"rule": "of-a-later-server", "firedAt": "2026-11-28T20:00:00Z", "test": False}],
}
NOTHING = {**FIGURES, "deliveries": [], "opens": [], "optOuts": [], "etaLatency": None, "quickReplyUse": {"lateArrivals": 0, "firstByAction": 0},
           "failures": {**FIGURES["failures"], "items": []}, "alerts": []}


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    directory = tmp_path_factory.mktemp("analytics")
    bundle("pages/analytics/index.ts", directory / "analytics.js", "--format=esm", "--charset=utf8")
    for name in ["analytics.html", "analytics.css", "pages.css"]:
        (directory / name).write_text((CLIENT / "src/pages" / name).read_text())
    return directory


@pytest.fixture(scope="module")
def server(peal, tmp_path_factory):
    server = Peal(peal, tmp_path_factory.mktemp("figures"), "http://127.0.0.1:1")
    server.call("PUT", "/api/v1/users/ann", {"name": "Ann", "locale": "en"})
    server.trigger("kudos", "ann", {"from": "Dana", "message": "Thanks for setting up!"})
    yield server
    server.stop()


@pytest.fixture
def opened(shells, server, files):
    """Opens the page; at the end none may have reported an error, such as what the policy refused."""
    contexts, errors = [], []

    def open(path="/p/gss/analytics#key=pl_x", figures=None, status=200, font=NARROW, width=1000, scheme="light", locale="en-GB"):
        context = shells(font).new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, locale=locale, timezone_id="Europe/Berlin")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if "Security Policy" in message.text else None)
        for name, kind in [("analytics.js", "text/javascript"), ("analytics.css", "text/css"), ("pages.css", "text/css")]:
            page.route("**/" + name, lambda route, _=None, name=name, kind=kind: route.fulfill(path=str(files / name), content_type=kind))
        if figures is not None or status != 200:
            def answer(route):
                route.fulfill(status=status, content_type="application/json", body=json.dumps(figures or {}))
            page.route("**/api/v1/analytics/figures*", answer)
        page.goto(server.url + path)
        expect(page.locator("main > *").first).to_be_visible()
        return page

    yield open
    for context in contexts:
        context.close()
    assert errors == []


def test_a_link_shows_rates_with_their_definitions(opened, server):
    """S0.AC5.10, S3.DoD-7 (R223)."""
    link = server.call("POST", "/api/v1/pages/ticket", {"page": "analytics", "for": "P7D"})
    page = opened(link["path"])
    expect(page).to_have_title("Analytics · GSS")
    expect(page.get_by_role("article").filter(has_text="Pushes that a push service accepted, of those that ended.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Kudos")).to_be_visible()
    expect(page.get_by_text("No alert is active.")).to_be_visible()
    assert "Dana" not in page.content() and "Thanks" not in page.content()


def test_a_link_that_is_over_says_so(opened, server):
    page = opened("/p/gss/analytics#key=pl_unknown")
    expect(page.get_by_role("heading", name="This link has expired or was revoked")).to_be_visible()


def test_the_figures_are_shares_with_their_counts(opened):
    page = opened(figures=FIGURES)
    tile = lambda name: page.get_by_role("article").filter(has=page.get_by_role("heading", name=name, exact=True))
    for name, value, counts in [("Accepted", "98.0%", "6,676 of 6,812"), ("Confirmed", "50.0%", "3,406 of 6,812"), ("Opened", "25.0%", "600 of 2,400"),
                                ("Quick replies", "37.5%", "9 of 24"), ("Time to push", "0.39", ""), ("Time to board", "0.53", "")]:
        expect(tile(name)).to_contain_text(value)
        expect(tile(name)).to_contain_text(counts)
    kudos = page.get_by_role("row").filter(has_text="Kudos").get_by_role("cell")
    expect(kudos).to_have_text(["4,800", "98.0%", "50.0%", "25.0%", "5.0%"])
    expect(page.get_by_role("row").filter(has_text="Event reminders").get_by_role("cell").nth(3)).to_have_text("–")


def test_failures_are_shown_by_type_and_hour_and_alerts_in_words(opened):
    page = opened(figures=FIGURES)
    expect(page.get_by_role("img")).to_have_accessible_name("1:00: 2, 23:00: 1,200")
    assert page.locator(".bars i").count() == 24 and page.locator(".bars i.some").count() == 2
    expect(page.locator(".alerts li")).to_have_text(["A push service does not answer · fcmsince Sat 22:12", "Fewer quick replies than intendedsince Sat 21:00",
                                                     "of-a-later-serversince Sat 21:00"])
    page = opened(figures=NOTHING)
    expect(page.get_by_text("No delivery failed.")).to_be_visible()
    expect(page.get_by_role("article").first).to_contain_text("No data")


def test_the_period_is_chosen_and_keeps_the_focus(opened):
    page = opened(figures=FIGURES)
    week = page.get_by_role("button", name="7 days")
    with page.expect_request("**/analytics/figures?days=7&locale=en-GB"):
        week.click()
    expect(week).to_have_attribute("aria-pressed", "true")
    expect(week).to_be_focused()
    assert page.locator("nav [aria-pressed=true]").count() == 1


def test_without_the_server_it_says_so_and_is_tried_again(opened):
    page = opened(status=503)
    expect(page.get_by_role("heading", name="This could not be loaded")).to_be_visible()
    page.unroute("**/api/v1/analytics/figures*")
    page.route("**/api/v1/analytics/figures*", lambda route: route.fulfill(content_type="application/json", body=json.dumps(FIGURES)))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="By type", exact=True)).to_be_visible()


@pytest.mark.parametrize("width, scheme, locale", [(1440, "light", "en-GB"), (390, "dark", "fr-FR"), (320, "light", "de-DE")])
@pytest.mark.parametrize("font", FONTS)
def test_it_is_accessible_and_does_not_scroll_sideways(opened, font, width, scheme, locale):
    for figures in [FIGURES, NOTHING]:
        page = opened(figures=figures, font=font, width=width, scheme=scheme, locale=locale)
        still(page)
        found = Axe().run(page).response["violations"]
        assert [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate("[...document.querySelectorAll('button')].filter(one => one.getBoundingClientRect().height < 39.5).length")
        assert small == 0
