"""Two tabs of one browser, with the real locks, channels and storage, against a server of a few lines."""

import base64
import http.server
import json
import threading

import pytest
from playwright.sync_api import expect

from elements import ROOT
from page import eventually
from site_server import bundle

APP = ROOT / "clients/conformance/apps/gss"
CATEGORY = "/users/me/notification-preferences/category/kudos"
PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><script type="module" src="/peal.js?app=gss&token-url=/token"></script>
<peal-inbox></peal-inbox><peal-preferences></peal-preferences><peal-toast></peal-toast>"""
TIME = "2026-11-20T10:00:00Z"


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


TOKEN = ".".join([encoded({"alg": "HS256"}), encoded({"sub": "ann", "exp": 4_000_000_000}), "c2ln"])
ROWS = [{"id": "n%d" % number, "userId": "ann", "type": "kudos", "category": "kudos", "title": "Row %d" % number, "body": "", "data": {}, "channels": [],
         "status": "delivered", "priority": "normal", "createdAt": TIME, "link": "/kudos", "alert": False} for number in range(3)]
PREFERENCES = {"userId": "ann", "mutes": [], "enabledCount": 6, "version": 1, "updatedAt": TIME, "syncedAt": TIME,
               "globalSettings": {"pushEnabled": True, "emailEnabled": False, "inAppEnabled": True}, **json.loads((APP / "preferences.json").read_text())}
ANSWERS = {
    "/client-config": json.loads((APP / "client-config.json").read_text()),
    "/users/me/notification-preferences": PREFERENCES,
    CATEGORY: PREFERENCES,
    "/notifications": {"items": ROWS, "nextCursor": None, "unreadCount": 3, "unseenCount": 3, "badge": {"count": 3, "version": 1}},
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        files = {"/": ("text/html", PAGE), "/peal.js": ("text/javascript", self.server.script), "/token": ("application/json", json.dumps({"token": TOKEN}).encode())}
        status, (kind, body) = 200, files.get(path, ("application/json", json.dumps(ANSWERS.get(path.replace("/api/v1", ""), {})).encode()))
        if path.startswith("/api/v1"):
            is_down = path.endswith(CATEGORY) and self.server.is_down
            status = 503 if is_down or path.endswith("/realtime") else 200
            if status == 200:
                self.server.calls.append((self.command, path.replace("/api/v1", "")))
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    return bundle("peal.ts", tmp_path_factory.mktemp("tabs") / "peal.js", "--format=esm", "--supported:import-meta=true").encode()


@pytest.fixture
def server(script):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.script, server.calls, server.is_down = script, [], False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


@pytest.fixture
def tab(browser, server):
    context = browser.new_context()

    def open():
        page = context.new_page()
        page.goto("http://localhost:%d/" % server.server_port)
        expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
        expect(page.locator("peal-inbox .row")).to_have_count(3)
        return page

    yield open
    context.close()


def test_what_a_closed_tab_left_is_sent_once_by_the_tab_that_stays(tab, server):
    first, second = tab(), tab()
    first.bring_to_front()
    server.is_down = True
    first.get_by_role("switch", name="Kudos", exact=True).click()
    expect(first.get_by_text("You are offline. Your changes are kept on this device")).to_be_visible()
    assert ("PATCH", CATEGORY) not in server.calls
    first.close()
    server.is_down = False
    expect(second.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
    eventually(second, lambda: ("PATCH", CATEGORY) in server.calls)
    second.wait_for_timeout(1_500)
    assert server.calls.count(("PATCH", CATEGORY)) == 1
    expect(second.get_by_text("Saved", exact=True)).to_have_count(0)


def test_a_deletion_can_be_undone_although_another_tab_starts(tab, server):
    first = tab()
    first.locator("peal-inbox .open").first.press("Delete")
    expect(first.locator("peal-inbox .row")).to_have_count(2)
    tab()
    first.bring_to_front()
    first.get_by_role("button", name="Undo").click()
    expect(first.locator("peal-inbox .row")).to_have_count(3)
    first.wait_for_timeout(5_500)
    assert not [call for call in server.calls if call[0] == "DELETE"]
