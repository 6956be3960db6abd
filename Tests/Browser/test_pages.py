"""Hosted pages: a team without a front end sends its users there with a ticket. The server is real, the scripts are today's sources."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from fonts import FONTS, NARROW
from gss import live
from gss_site import Peal
from page import still
from site_server import CLIENT, bundle

MODULE = ["--format=esm", "--supported:import-meta=true", "--charset=utf8"]


@pytest.fixture(scope="session")
def scripts(tmp_path_factory):
    directory = tmp_path_factory.mktemp("pages")
    bundle("peal.ts", directory / "peal.js", *MODULE)
    bundle("pages/index.ts", directory / "pages.js", *MODULE)
    (directory / "pages.css").write_text((CLIENT / "src/pages/pages.css").read_text())
    return directory


@pytest.fixture(scope="module")
def server(peal, tmp_path_factory):
    server = Peal(peal, tmp_path_factory.mktemp("hosted"), "http://127.0.0.1:1")
    server.event("run", "jordan", ["ann", "bob"], minutes=50)
    for name in ["Dana", "Sam"]:
        server.trigger("kudos", "ann", {"from": name, "message": "Thanks for setting up!"})
    server.call("POST", "/api/v1/triggers", {"type": "eta-request", "entity": "event/run", "to": {"users": ["ann", "bob"]},
                                             "data": {"host": "Jordan", "event": "Lunch run", "startsAt": server.now().isoformat().replace("+00:00", "Z")}})
    server.settle()
    yield server
    server.stop()


class Hosted:
    """A browser of a user."""

    def __init__(self, browser, server, scripts, width=1000, scheme="light", locale="en-GB"):
        self.server = server
        self.context = browser.new_context(viewport={"width": width, "height": 860}, color_scheme=scheme, locale=locale, reduced_motion="reduce")
        self.errors = []
        for file, kind in [("peal.js", "text/javascript"), ("pages.js", "text/javascript"), ("pages.css", "text/css")]:
            self.context.route("**/" + file, lambda route, _=None, file=file, kind=kind: route.fulfill(path=str(scripts / file), content_type=kind))

    def open(self, path):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if "Security Policy" in message.text else None)
        page.goto(self.server.url + path)
        return page

    def path(self, user, name, event=None):
        return self.server.call("POST", "/api/v1/users/%s/page-tickets" % user, {"page": name, **({"event": event} if event else {})})["path"]

    def visit(self, user, name, event=None):
        return self.open(self.path(user, name, event))


@pytest.fixture
def hosted(browsers, server, scripts):
    opened = []

    def open(font=NARROW, **options):
        opened.append(Hosted(browsers(font), server, scripts, **options))
        return opened[-1]

    yield open
    for one in opened:
        one.context.close()
        assert one.errors == []


def test_a_ticket_opens_the_page_and_leaves_the_address(hosted, server):
    page = hosted().visit("ann", "inbox")
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    assert page.url == server.url + "/p/gss/inbox"
    expect(page).to_have_title("Notifications · GSS")
    expect(page.locator("#name")).to_have_text("GSS")
    # S0 AC1.1: the way to the settings has the number of enabled categories, and says what is counted.
    expect(page.get_by_role("navigation").get_by_role("link")).to_have_text([re.compile(r"^Notifications\d*$"), "Settings6 enabled"])
    expect(page.get_by_role("link", name=re.compile(r"^Notifications, \d+ new$"))).to_be_visible()


def test_a_reload_needs_no_other_ticket(hosted):
    page = hosted().visit("ann", "inbox")
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    page.reload()
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
    # The token is not where other tabs, or a later visitor, can read it.
    assert page.evaluate("Object.values(localStorage).join().includes('ps_')") is False


SESSION = "() => JSON.parse(sessionStorage.getItem('peal.page.gss') || 'null')"
CURRENT = """user => new Promise(done => {
  const open = indexedDB.open('peal', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('texts');
  open.onsuccess = () => {
    const write = open.result.transaction('texts', 'readwrite');
    write.objectStore('texts').put(JSON.stringify({ v: 1, d: { id: 'dev_1', key: 'k', user, state: 'active' } }), 'peal:gss:device');
    write.oncomplete = () => { open.result.close(); done(true); };
  };
})"""


def test_a_link_for_another_user_changes_nothing_before_the_user_says_so(hosted, server):
    """A ticket in a link that another user sent must not make this tab, and the pushes of this browser, theirs."""
    one = hosted()
    page = one.visit("ann", "inbox")
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    calls = []
    page.on("request", lambda request: calls.append((request.method, request.url.split("/api/v1")[1])) if "/api/v1" in request.url else None)
    page.goto("about:blank")
    page.goto(server.url + one.path("bob", "inbox"))
    expect(page.get_by_role("heading", name="Another user?")).to_be_visible()
    expect(page.locator("#main")).to_contain_text("signed in as ann. The link is for bob.")
    assert page.evaluate(SESSION)["user"] == "ann"
    assert calls == [("POST", "/pages/session")]
    page.get_by_role("button", name="Stay ann").click()
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    assert page.evaluate(SESSION)["user"] == "ann"
    page.goto("about:blank")
    page.goto(server.url + one.path("bob", "preferences"))
    page.get_by_role("button", name="Continue as bob").click()
    expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
    assert page.evaluate(SESSION)["user"] == "bob"


@pytest.mark.parametrize("current, isAsked", [("ann", True), ("BOB", True), ("bob ", True), ("bob", False), (None, False)])
def test_a_new_tab_asks_when_the_browser_receives_the_pushes_of_another_user(hosted, current, isAsked):
    one = hosted()
    blank = one.open("/peal-icon.svg")
    if current:
        blank.evaluate(CURRENT, current)
    page = one.visit("bob", "preferences")
    if isAsked:
        expect(page.get_by_role("button", name="Continue as bob")).to_be_visible()
        assert page.evaluate(SESSION) is None
    else:
        expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()


def test_the_same_user_is_not_asked(hosted, server):
    one = hosted()
    page = one.visit("ann", "inbox")
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    page.goto("about:blank")
    page.goto(server.url + one.path("ann", "preferences"))
    expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/p/gss/inbox", "/p/gss/inbox#ticket=pt_of-yesterday", "/p/gss/preferences?ticket=pt_x"])
def test_without_a_valid_ticket_the_page_says_where_to_get_one(hosted, path):
    page = hosted().open(path)
    expect(page.get_by_role("heading", name="This link has expired")).to_be_visible()
    expect(page.get_by_text("Open it again from the app.")).to_be_visible()
    assert "ticket" not in page.url


def test_a_ticket_works_once(hosted, server):
    ticket = server.call("POST", "/api/v1/users/ann/page-tickets", {"page": "inbox"})
    expect(hosted().open(ticket["path"]).locator("peal-inbox .row").first).to_be_visible()
    expect(hosted().open(ticket["path"]).get_by_text("This link has expired")).to_be_visible()


def test_a_ticket_survives_a_lost_network(hosted, server):
    one = hosted()
    one.context.route("**/pages/session", lambda route: route.abort())
    page = one.visit("ann", "inbox")
    expect(page.get_by_text("There is no connection.")).to_be_visible()
    one.context.unroute("**/pages/session")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("peal-inbox .row").first).to_be_visible()


def test_preferences_are_saved(hosted, server):
    page = hosted().visit("bob", "preferences")
    page.get_by_role("switch", name="Kudos", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(page.get_by_role("navigation").get_by_role("link", name="Settings")).to_have_text("Settings5 enabled")
    assert server.call("GET", "/api/v1/users/bob/notification-preferences")["categories"]["kudos"]["enabled"] is False


def test_a_participant_replies_and_the_host_sees_it(hosted):
    """S0: "User submits late ETA via quick-reply → host sees updated status in dashboard", by what the server sends (AC3.V)."""
    board = hosted().visit("jordan", "eta", "run")
    live(board)
    expect(board.locator("peal-host-board .summary")).to_have_text("0 on time, 0 running late, 0 can't make it")
    reply = hosted(width=390).visit("ann", "eta", "run")
    reply.get_by_role("button", name="10 min late").click()
    expect(board.get_by_role("row").filter(has_text="Ann").locator(".pill")).to_have_text("+10 min late")
    expect(board.locator("peal-host-board .summary")).to_have_text("0 on time, 1 running late, 0 can't make it")
    expect(reply.get_by_text("Host notified you're running 10 min late")).to_be_visible()


@pytest.mark.parametrize("links", [{"webOrigin": "https://gss.example"}, {"webOrigin": None, "hosts": ["gss.example"]}, {"webOrigin": None, "hosts": []}])
def test_a_row_leads_to_where_the_app_is_on_the_web(hosted, links):
    one = hosted()

    def config(route):
        answer = route.fetch()
        body = answer.json()
        body["links"] = {name: value for name, value in (body["links"] | links).items() if value is not None}
        route.fulfill(response=answer, json=body)

    one.context.route("**/client-config*", config)
    one.context.route("https://gss.example/**", lambda route: route.fulfill(body="the app", content_type="text/html"))
    page = one.visit("ann", "inbox")
    page.locator("peal-inbox .row").filter(has_text="Dana sent you kudos").click(position={"x": 150, "y": 12})
    if any(links.values()):
        page.wait_for_url("https://gss.example/kudos")
    else:
        expect(page.get_by_text("Open the app to see this.")).to_be_visible()


@pytest.mark.parametrize("locale, label, title", [("de-DE", "Push-Mitteilungen eingeschaltet", "Einstellungen"), ("fr-CA", "Notifications push activées", "Réglages")])
def test_texts_are_in_the_browsers_language(hosted, locale, label, title):
    page = hosted(locale=locale).visit("ann", "preferences")
    expect(page.locator("html")).to_have_attribute("lang", locale.split("-")[0])
    expect(page.get_by_role("switch", name=label)).to_be_visible()
    expect(page).to_have_title(title + " · GSS")


@pytest.mark.parametrize("width, scheme", [(1440, "light"), (320, "dark")])
@pytest.mark.parametrize("font", FONTS)
def test_pages_are_accessible_and_do_not_scroll_sideways(hosted, server, font, width, scheme):
    one = hosted(font, width=width, scheme=scheme)
    pages = [one.visit("ann", "inbox"), one.visit("ann", "preferences"), one.visit("jordan", "eta", "run"), one.visit("bob", "eta", "run"), one.open("/p/gss/inbox#ticket=pt_x")]
    for page in pages:
        expect(page.locator("main > *").first).to_be_visible()
        expect(page.locator(".bone")).to_have_count(0)
        still(page)
        found = Axe().run(page).response["violations"]
        assert [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found] == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def test_the_policy_of_a_page_allows_nothing_inline(server, hosted):
    answers = []
    one = hosted()
    page = one.context.new_page()
    page.on("response", lambda response: answers.append(response) if response.url.endswith("/p/gss/inbox") else None)
    page.goto(server.url + "/p/gss/inbox")
    policy = answers[0].headers["content-security-policy"]
    assert "unsafe-inline" not in policy and "default-src 'self'" in policy


def test_a_session_that_ends_says_so(browser, peal, scripts, tmp_path):
    server = Peal(peal, tmp_path, "http://127.0.0.1:1")
    try:
        server.call("PUT", "/api/v1/users/ann", {"name": "Ann"})
        one = Hosted(browser, server, scripts)
        page = one.visit("ann", "preferences")
        expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
        server.advance("PT8H")
        page.reload()
        expect(page.get_by_text("This link has expired")).to_be_visible()
        expect(page.get_by_role("switch")).to_have_count(0)
        one.context.close()
    finally:
        server.stop()
