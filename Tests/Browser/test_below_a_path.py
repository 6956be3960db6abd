"""Peal below a path of another site: pages, scripts, tickets and the API find each other behind a proxy that takes the path away."""

import http.server
import threading

import pytest
import requests
from playwright.sync_api import expect

from gss_site import Peal
from patience import PATIENCE


class Proxy(http.server.BaseHTTPRequestHandler):
    """Passes on what is below a path; everything else does not exist."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, server = self.path, self.server
        server.seen.append(path)
        if not path.startswith(server.prefix + "/"):
            status, headers, content = 404, {}, b"not here"
        else:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
            target = server.target + path[len(server.prefix):]
            answer = requests.request(self.command, target, data=body, headers=headers, timeout=PATIENCE, allow_redirects=False)
            status, headers, content = answer.status_code, answer.headers, answer.content
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in ("content-length", "connection", "transfer-encoding", "content-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


@pytest.fixture(params=["/peal", "/apps/push-1", "/a.b/~c"])
def served(request, peal, tmp_path):
    prefix = request.param
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.prefix, proxy.seen = prefix, []
    origin = "http://127.0.0.1:%d" % proxy.server_port
    server = Peal(peal, tmp_path, origin)
    proxy.target = server.url
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    server.call("PUT", "/api/v1/users/ann", {"name": "Ann", "locale": "en"})
    server.trigger("kudos", "ann", {"from": "Dana", "message": "Thanks for setting up!"})
    yield server, proxy, origin + prefix
    proxy.shutdown()
    server.stop()


def test_a_hosted_page_works_below_a_path(browser, served):
    server, proxy, base = served
    ticket = server.call("POST", "/api/v1/users/ann/page-tickets", {"page": "inbox"})
    context = browser.new_context()
    page = context.new_page()
    page.goto(base + ticket["path"])
    expect(page.locator("peal-inbox .row").first).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("switch", name="Kudos", exact=True)).to_be_visible()
    assert page.url == base + "/p/gss/preferences"
    files = ["manifest.webmanifest", "../../peal-sw.js", "../../peal-icon.svg", "../../pages.css", "../../peal-de.js", "../../api/v1/client-config?app=gss"]
    for file in files:
        assert page.evaluate("file => fetch(file).then(answer => answer.status)", file) == 200, file
    registered = page.evaluate("() => navigator.serviceWorker.register('../../peal-sw.js', { scope: './' }).then(found => found.scope)")
    assert registered == base + "/p/gss/"
    outside = [path for path in proxy.seen if not path.startswith(proxy.prefix + "/") and path != "/favicon.ico"]
    assert outside == []
    assert context.cookies() == []
    context.close()
