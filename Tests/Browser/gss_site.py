"""The site of an app with Peal's client in it: its own origin, its own sign-in, its own screens; and the real server."""

import json
import os
import queue
import signal
import subprocess
import threading
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

import requests

from patience import PATIENCE, SETTLE_MS
from site_server import Server
from worker import Worker

KEY = {"Authorization": "Bearer sk_test_gss"}

# What an app writes: its screens, and where a notification leads.
APP = """
import { onConfigured, moreActions } from '%(script)s';
const screens = {
  '/settings/notifications': '<peal-permission></peal-permission><peal-preferences></peal-preferences>',
  '/notifications': '<peal-inbox></peal-inbox>',
  '/kudos': '<p>Kudos</p>',
};
const show = (path, query = '') => {
  history.replaceState(null, '', path + query);
  document.querySelector('h1').textContent = 'Screen ' + path;
  const [, event, isEta] = /^\\/events\\/([^/]+)(\\/eta)?$/.exec(path) || [];
  document.querySelector('#screen').innerHTML = event && isEta ? `<peal-host-board event="${event}"></peal-host-board>`
    : event ? `<peal-quick-reply event="${event}"></peal-quick-reply><peal-eta-button event="${event}"></peal-eta-button>` : screens[path] || '';
};
window.opened = [];
show(location.pathname, location.search);
moreActions.subscribe(more => { window.more = more; });
onConfigured(client => {
  window.peal = client;
  client.links.onOpen(destination => {
    window.opened.push(destination);
    show(destination.path);
    void client.screenViewed(destination.href);
  });
});
"""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>GSS</title><link rel="icon" href="data:,">
<script type="module" src="%(script)s"></script><script type="module" src="/app.js"></script></head>
<body><header><peal-bell></peal-bell></header><main><h1></h1><div id="screen"></div></main><peal-toast></peal-toast></body></html>"""

# The browser's push service cannot be reached here; the subscription is one of the simulated service, and what that service
# receives is delivered by the browser's protocol.
SUBSCRIPTION = """subscription => {
  const make = () => ({ endpoint: subscription.endpoint, options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: subscription.endpoint, expirationTime: null, keys: subscription.keys }),
    unsubscribe: async () => { localStorage.removeItem('subscribed'); return true; } });
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async options => {
    localStorage.setItem('subscribed', JSON.stringify([options.userVisibleOnly, new Uint8Array(options.applicationServerKey).length]));
    return make();
  };
}"""


class Peal:
    """`peal serve --sandbox` that lets the pages of an origin call."""

    def __init__(self, binary, directory, origin):
        self.log = open(directory / "serve.log", "ab")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PEAL_")}
        self.process = subprocess.Popen([str(binary), "serve", "--sandbox", "--port", "0", "--origin", origin],
                                        stdout=subprocess.PIPE, stderr=self.log, env=environment, cwd=directory)
        lines = queue.Queue()
        threading.Thread(target=lambda: [lines.put(line) for line in self.process.stdout], daemon=True).start()
        try:
            self.url = json.loads(lines.get(timeout=PATIENCE))["url"]
        except queue.Empty:
            self.stop()
            raise AssertionError("peal did not start") from None

    def call(self, method, path, body=None, user=None, status=None):
        headers = KEY if user is None else {"Authorization": "Bearer " + self.token(user)}
        answer = requests.request(method, self.url + path, json=body, headers=headers, timeout=PATIENCE)
        assert answer.status_code == status or status is None and answer.ok, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def token(self, user, **more):
        return self.call("POST", "/sandbox/tokens", {"app": "gss", "user": user, **more})["jwt"]

    def settle(self):
        answer = self.call("POST", "/sandbox/settle", {"timeoutMs": SETTLE_MS})
        assert answer["settled"], answer

    def advance(self, duration="PT2S"):
        """The sandbox's clock stands still until it is moved."""
        self.call("POST", "/sandbox/clock", {"advance": duration})

    def now(self):
        return datetime.fromisoformat(self.call("GET", "/sandbox/clock")["now"].replace("Z", "+00:00"))

    def trigger(self, kind, user, data, entity=None):
        """A backend triggers, and everything that follows has happened."""
        body = {"type": kind, "to": {"users": [user]}, "data": data, **({"entity": entity} if entity else {})}
        answer = self.call("POST", "/api/v1/triggers", body)
        self.settle()
        return answer["id"]

    def event(self, name, host, participants, minutes=60):
        """An event that starts in some minutes."""
        starts = (self.now() + timedelta(minutes=minutes)).astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.call("PUT", "/api/v1/entities/event/" + name, {"ownerId": host, "times": {"startsAt": starts}, "attributes": {"title": "Lunch run"}})
        for user, role in [(host, "host"), *((user, "participant") for user in participants)]:
            self.call("PUT", "/api/v1/users/" + user, {"name": user.title(), "locale": "en"})
            self.call("PUT", "/api/v1/entities/event/%s/members/%s" % (name, user), {"role": role, "status": "confirmed"})
        return starts

    def fcm_token(self):
        """A token of the simulated FCM, of a browser that nobody uses: it is in what is sent there."""
        self.call("POST", "/sandbox/phones", {"app": "gss", "user": "nobody", "provider": "fcm", "platform": "web"})
        self.trigger("kudos", "nobody", {"from": "Dana", "message": "Hello"})
        [push] = self.fcm_messages()
        return push["token"]

    def fcm_messages(self):
        return [item["payload"]["message"] for item in self.call("GET", "/sandbox/pushes?provider=fcm")["items"]]

    def inbox(self, user):
        return self.call("GET", "/api/v1/notifications", user=user)

    def metric(self, name):
        lines = requests.get(self.url + "/metrics", timeout=PATIENCE).text.splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name) and not line.startswith("#"))

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


class Site:
    """The app's site. Who is signed in is a cookie, as everywhere. `script`: Peal's client where it is not the server's own."""

    def __init__(self, binary, directory, script=None):
        self.server = Server()
        self.url = self.server.url
        self.peal = Peal(binary, directory, self.url)
        self.script = "/peal.js" if script else self.peal.url + "/peal.js"
        if script:
            self.server.files["/peal.js"] = script
        address = "base-url=%s&" % quote(self.peal.url, safe="") if script else ""
        values = {"script": "%s?app=gss&%stoken-url=/peal/token" % (self.script, address)}
        policy = "default-src 'self' %s; connect-src 'self' %s %s; img-src 'self' data:; base-uri 'none'" % (
            self.peal.url, self.peal.url, self.peal.url.replace("http", "ws"))
        self.server.headers["Content-Security-Policy"] = policy
        self.server.files["/app.js"] = APP % values
        self.server.files["/peal-sw.js"] = "importScripts('%s/peal-sw.js')" % self.peal.url
        for path in ("/", "/blank", "/kudos", "/notifications", "/settings/notifications", "/events/run", "/events/run/eta"):
            self.server.files[path] = PAGE % {key: value.replace("&", "&amp;") for key, value in values.items()}
        self.server.files["/blank"] = "<!doctype html><title>Blank</title>"
        self.server.routes["/peal/token"] = self.session

    def session(self, handler):
        """The endpoint that a site writes: a token for who is signed in, or 401."""
        cookies = dict(part.strip().split("=", 1) for part in (handler.headers.get("Cookie") or "").split(";") if "=" in part)
        user = cookies.get("user")
        try:
            return (200, {"token": self.peal.token(user)}) if user else (401, {"code": "signed-out"})
        except requests.ConnectionError:
            return 503, {"code": "stopped"}

    def stop(self):
        self.peal.stop()
        self.server.stop()


class Browser:
    """A browser of a user at the site."""

    def __init__(self, browser, site, user, permission="granted", origin=None, **options):
        self.site, self.user, self.origin, self.errors = site, user, origin or site.url, []
        self.context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        if user:
            self.sign_in(user)
        self.phone = None
        self.worker = Worker(self.context, self.origin)
        self.permit(permission)
        if permission == "granted":
            self.phone = site.peal.call("POST", "/sandbox/phones", {"app": "gss", "user": user or "nobody", "provider": "webpush", "platform": "web"})
            self.context.add_init_script("(%s)(%s)" % (SUBSCRIPTION, json.dumps(self.phone["subscription"])))
        self.delivered = 0

    def sign_in(self, user):
        self.user = user
        self.context.add_cookies([{"name": "user", "value": user, "url": self.site.url}])

    def permit(self, state):
        """Grants or denies notifications by the browser's protocol."""
        if state == "granted":
            self.context.grant_permissions(["notifications"], origin=self.origin)
            return
        self.context.clear_permissions()
        setting = {"denied": "denied", "not-determined": "prompt"}[state]
        target = self.worker.cdp.send("Target.getTargetInfo")["targetInfo"]
        self.worker.cdp.send("Browser.setPermission", {
            "permission": {"name": "notifications"}, "setting": setting, "origin": self.origin, "browserContextId": target["browserContextId"]})

    def open(self, path="/"):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.origin + path)
        self.worker.page = page
        return page

    def registered(self, page):
        """Waits until this browser is a device of the user, and its worker runs."""
        self.until(page, "window.peal && peal.devices.state.get().state === 'active'")
        self.worker.until(lambda: any(scope.startswith(self.origin) for scope in self.worker.registrations))

    def until(self, page, condition, seconds=PATIENCE):
        """Waits in the page; its policy lets no text be evaluated there later."""
        page.evaluate("""() => new Promise((found, late) => {
          const end = Date.now() + %d;
          const look = () => (%s) ? found(true) : Date.now() > end ? late(new Error('not in time')) : setTimeout(look, 30);
          look();
        })""" % (seconds * 1000, condition))

    def pushes(self):
        """What the push service received for this browser."""
        items = self.site.peal.call("GET", "/sandbox/pushes?provider=webpush")["items"]
        return [item for item in items if item["phoneId"] == self.phone["phoneId"]]

    def deliver(self):
        """Delivers what the push service has received since the last time."""
        arrived = self.pushes()[self.delivered:]
        self.delivered += len(arrived)
        for item in arrived:
            self.worker.push(item["payload"])
        return [item["payload"] for item in arrived]

    def close(self):
        self.context.close()
        assert self.errors == [], self.errors
