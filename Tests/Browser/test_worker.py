"""The service worker with no page open: it draws, answers buttons, reports and keeps what a lost network holds back.

Chromium delivers the pushes by its protocol (`ServiceWorker.deliverPushMessage`), after all workers were stopped and all pages of
the site closed. What no protocol can do is press or dismiss a notification: there the worker's own handler gets the same event.
"""

import copy
import json
import os

import pytest

from site_server import CLIENT, PAGE, Server, bundle
from worker import Worker

LINKS = {"scheme": "gss", "hosts": [], "routes": ["/events/{id}", "/events/{id}/eta", "/notifications"], "fallback": "/notifications"}
DEVICE = {"v": 1, "d": {"id": "dev_1", "key": "dk_1", "user": "ann", "state": "active", "address": "a", "registered": "r"}}
RECEIVED = r"POST /api/v1/notifications/ntf_1/received"
ACTION = r"POST /api/v1/notifications/ntf_1/actions/"
PUSH = {
    "title": "Lunch run starts soon", "body": "Will you be on time?", "tag": "0190", "lang": "en", "dir": "ltr",
    "peal": {
        "v": 1, "op": "show", "id": "ntf_1", "type": "event-reminder", "category": "event-reminder", "priority": "high",
        "entity": "event/run", "link": "/events/run", "badge": 3, "badgeVersion": 7, "sentAt": "2026-11-20T18:00:00Z",
        "actions": [
            {"id": "on-time", "title": "On time", "kind": "quick-reply", "token": "token-on-time"},
            {"id": "late-10", "title": "10 min late", "kind": "quick-reply", "token": "token-late-10"},
        ],
    },
}
# What a page with Peal does with messages of its worker; the client itself does it in test_e2e.py.
TAKES = """() => {
  window.taken = [];
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => { window.taken.push(data); ports[0].postMessage(true); });
}"""


def push(change=None, **peal):
    """The usual push with other members."""
    made = copy.deepcopy(PUSH)
    made.update(change or {})
    made["peal"].update(peal)
    return made


def settings(peal, **more):
    return {"app": "gss", "baseUrl": peal.url, "provider": "webpush", "vapidKey": "BPk", "locale": "en", "links": LINKS, **more}


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """What the server embeds; `PEAL_CLIENT=sources` takes the sources."""
    if os.environ.get("PEAL_CLIENT") == "sources":
        return bundle("worker/index.ts", tmp_path_factory.mktemp("worker") / "peal-sw.js", "--format=iife")
    return (CLIENT.parent.parent / "Sources" / "CPealAssets" / "client" / "peal-sw.js").read_text()


@pytest.fixture
def peal(script):
    server = Server()
    server.files["/peal-sw.js"] = script
    for call in ("received", "opened", "dismissed"):
        server.answer("POST /api/v1/notifications/.*/%s$" % call)
    yield server
    server.stop()


@pytest.fixture
def site(peal):
    """A site of another origin than Peal's: its worker file is one line."""
    server = Server()
    server.files["/peal-sw.js"] = "importScripts('%s/peal-sw.js')" % peal.url
    for path in ("/", "/blank", "/events/run", "/notifications"):
        server.files[path] = PAGE
    yield server
    server.stop()


@pytest.fixture
def bare(browser, site):
    """The worker of a site before anything was configured."""
    context = browser.new_context()
    worker = Worker(context, site.url)
    worker.open()
    yield worker
    context.close()


@pytest.fixture
def worker(bare, peal):
    """The worker of a signed-in user with a registered device; no page is open, and no worker runs."""
    bare.register()
    configure(bare, peal)
    bare.alone()
    return bare


def configure(worker, peal, **more):
    worker.store("peal:worker:%s/" % worker.origin, settings(peal, **more))
    worker.store("peal:gss:device", DEVICE)


def deliver(worker, peal, payload=None, count=1):
    """A push arrives and is handled."""
    worker.push(payload or PUSH)
    return peal.wait(RECEIVED, count)


def test_a_push_is_shown_with_its_options_and_reported_by_the_device_key(worker, peal):
    request = deliver(worker, peal)
    assert request.headers["Authorization"] == "Peal-Device dev_1:dk_1"
    [shown] = worker.shown()
    assert shown["title"] == "Lunch run starts soon" and shown["body"] == "Will you be on time?"
    assert (shown["tag"], shown["lang"], shown["silent"], shown["id"]) == ("0190", "en", False, "ntf_1")
    assert shown["actions"] == [["on-time", "On time"], ["late-10", "10 min late"]]
    # It never shows its key to anybody else, and never asks for a text.
    assert {request.path for request in peal.requests} == {"/api/v1/notifications/ntf_1/received"}


def test_more_actions_than_buttons_end_in_more(worker, peal):
    actions = [{"id": "a%d" % n, "title": "A%d" % n, "kind": "quick-reply", "token": "t"} for n in range(5)]
    deliver(worker, peal, push(actions=actions))
    assert worker.shown()[0]["actions"] == [["a0", "A0"], ["peal-more", "More…"]]


def test_an_action_that_belongs_to_more_is_no_button(worker, peal):
    actions = [dict(PUSH["peal"]["actions"][0]), {**PUSH["peal"]["actions"][1], "place": "more"}]
    deliver(worker, peal, push(actions=actions))
    assert worker.shown()[0]["actions"] == [["on-time", "On time"], ["peal-more", "More…"]]


@pytest.mark.parametrize("locale, word", [("de-AT", "Mehr…"), ("es", "Más…"), ("fr", "Plus…"), ("it", "More…")])
def test_the_words_of_the_worker_are_in_the_language_of_the_app(worker, peal, locale, word):
    configure(worker, peal, locale=locale)
    worker.alone()
    actions = [{"id": "a%d" % n, "title": "A", "kind": "quick-reply"} for n in range(3)]
    deliver(worker, peal, push(actions=actions))
    assert worker.shown()[0]["actions"][-1] == ["peal-more", word]


def test_a_push_with_the_same_tag_replaces_the_first(worker, peal):
    deliver(worker, peal)
    worker.alone()
    worker.push(push({"title": "Later"}, id="ntf_2"))
    peal.wait("ntf_2/received")
    assert [(shown["title"], shown["id"]) for shown in worker.shown()] == [("Later", "ntf_2")]


def test_clear_closes_by_id_and_by_tag(worker, peal):
    deliver(worker, peal)
    worker.push(push({"tag": "b"}, id="ntf_2"))
    worker.push(push({"tag": "c"}, id="ntf_3"))
    peal.wait("ntf_2/received")
    peal.wait("ntf_3/received")
    worker.alone()
    cleared = [{"id": "ntf_1"}, {"id": "ntf_other", "tag": "b"}]
    worker.push({"peal": {"v": 1, "op": "clear", "id": "ntf_1", "cleared": cleared, "badge": 0, "badgeVersion": 9}})
    worker.until(lambda: (worker.store("peal:gss:worker:badge") or {}).get("version") == 9)
    worker.shows(["ntf_3"])


def test_the_badge_with_the_highest_version_stays(worker, peal):
    script = worker.script()
    script.evaluate("() => { self.badges = []; self.navigator.setAppBadge = async count => { self.badges.push(count); }; }")
    for count, version in ((4, 8), (9, 7), (2, 9)):
        worker.push({"peal": {"v": 1, "op": "badge", "badge": count, "badgeVersion": version}})
    script.evaluate("""() => new Promise(done => { const look = () => self.badges.length > 1 ? done() : setTimeout(look, 20); look(); })""")
    assert script.evaluate("self.badges") == [4, 2]
    assert worker.store("peal:gss:worker:badge") == {"count": 2, "version": 9}


def test_sync_reports_what_is_shown_and_removes_what_was_read_elsewhere(worker, peal):
    peal.answer("POST /api/v1/users/me/devices/dev_1/sync", 200, {
        "state": "active", "badge": {"count": 1, "version": 12}, "clear": ["ntf_1"], "configVersion": 1, "preferencesVersion": 0,
        "missed": {"count": 0, "ids": [], "cursor": None}})
    deliver(worker, peal)
    worker.push(push({"tag": "b"}, id="ntf_2"))
    peal.wait("ntf_2/received")
    worker.alone()
    worker.push({"peal": {"v": 1, "op": "sync", "id": "ntf_9"}})
    request = peal.wait("/devices/dev_1/sync")
    assert request.headers["Authorization"] == "Peal-Device dev_1:dk_1"
    assert (request.body["state"], sorted(request.body["shown"]), request.body["permission"]) == ("background", ["ntf_1", "ntf_2"], "granted")
    peal.wait("ntf_9/received")
    worker.shows(["ntf_2"])
    assert worker.store("peal:gss:worker:badge") == {"count": 1, "version": 12}


SUBSCRIBES = """() => {
  const make = endpoint => ({ endpoint, options: { applicationServerKey: new Uint8Array([4, 242, 100]).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }), unsubscribe: async () => true });
  self.subscribed = [];
  PushManager.prototype.getSubscription = async () => self.existing ? make(self.existing) : null;
  PushManager.prototype.subscribe = async options => {
    if (self.refuses) throw new DOMException('denied', 'NotAllowedError');
    self.subscribed.push([options.userVisibleOnly, [...new Uint8Array(options.applicationServerKey)]]);
    return make('https://push.example/new');
  };
}"""
CHANGES = """async () => {
  const event = new ExtendableEvent('pushsubscriptionchange');
  const work = [];
  event.waitUntil = promise => work.push(promise);
  self.dispatchEvent(event);
  await Promise.all(work);
}"""
SUBSCRIPTION = {"endpoint": "https://push.example/new", "keys": {"p256dh": "p", "auth": "a"}}


def test_a_quarantined_device_sends_its_address_again(worker, peal):
    peal.answer("PATCH /api/v1/users/me/devices/dev_1", 200, {"id": "dev_1"})
    peal.answer("/sync$", 200, {"state": "quarantined", "badge": {"count": 0, "version": 1}, "clear": []})
    script = worker.script()
    script.evaluate(SUBSCRIBES)
    script.evaluate("() => { self.existing = 'https://push.example/new'; }")
    worker.push({"peal": {"v": 1, "op": "sync", "id": "ntf_9"}})
    assert peal.wait("PATCH").body == {"subscription": SUBSCRIPTION}


def test_a_changed_subscription_replaces_the_address_by_the_device_key(worker, peal):
    """R004, and with it a token of the user that has expired: the worker has none."""
    peal.answer("PATCH /api/v1/users/me/devices/dev_1", 200, {"id": "dev_1"})
    script = worker.script()
    script.evaluate(SUBSCRIBES)
    script.evaluate(CHANGES)
    request = peal.wait("PATCH")
    assert (request.path, request.body) == ("/api/v1/users/me/devices/dev_1", {"subscription": SUBSCRIPTION})
    assert request.headers["Authorization"] == "Peal-Device dev_1:dk_1"
    assert script.evaluate("self.subscribed") == [[True, [4, 249]]]


def test_each_new_subscription_names_the_one_before(worker, peal):
    """A device key needs the hash of the address in use; the worker keeps that of the last answer."""
    peal.answer("PATCH /api/v1/users/me/devices/dev_1", 200, {"id": "dev_1", "addressHash": "hash-2"})
    worker.store("peal:gss:address", {"v": 1, "d": "hash-1"})
    script = worker.script()
    script.evaluate(SUBSCRIBES)
    script.evaluate(CHANGES)
    peal.wait("PATCH", 1)
    script.evaluate("() => { self.existing = 'https://push.example/newest'; }")
    script.evaluate(CHANGES)
    peal.wait("PATCH", 2)
    assert [request.body["oldAddressHash"] for request in peal.seen("PATCH")] == ["hash-1", "hash-2"]


def test_a_changed_subscription_is_kept_while_offline_and_only_the_last_one_is_sent(worker, peal):
    peal.answer("PATCH", 200, {"id": "dev_1"})
    peal.is_down = True
    script = worker.script()
    script.evaluate(SUBSCRIBES)
    script.evaluate(CHANGES)
    script.evaluate("() => { self.existing = 'https://push.example/newest'; }")
    script.evaluate(CHANGES)
    peal.is_down = False
    deliver(worker, peal)
    assert [request.body["subscription"]["endpoint"] for request in peal.seen("PATCH")] == ["https://push.example/newest"]


def test_a_subscription_that_is_refused_is_logged(worker, peal):
    script = worker.script()
    script.evaluate(SUBSCRIBES)
    script.evaluate("() => { self.refuses = true; self.lines = []; console.warn = line => self.lines.push(line); }")
    script.evaluate(CHANGES)
    assert script.evaluate("self.lines") == ["[peal] subscription.failed"]
    assert peal.seen("PATCH") == []


OTHER = """
self.seen = [];
self.addEventListener('push', event => { self.seen.push(event.data ? event.data.text() : null); });
self.addEventListener('notificationclick', () => { self.seen.push('click'); });
"""


@pytest.mark.parametrize("payload", [
    '{"title": "A sale"}', "plain text", '["peal"]', '"peal"', '{"data": {"title": "x"}}', '{"notification": {"title": "x"}}', "null", "",
    '{"v": 1, "op": "show", "id": "x", "title": "t"}',
])
def test_a_push_without_peal_is_left_to_the_other_listeners(bare, site, peal, payload):
    """Beside other workers: Peal's script is one of several in the file of the app."""
    site.files["/app-worker.js"] = "importScripts('%s/peal-sw.js');%s" % (peal.url, OTHER)
    bare.register("/app-worker.js")
    configure(bare, peal)
    bare.alone()
    script = bare.script()
    bare.push(payload)
    script.evaluate("() => new Promise(done => { const look = () => self.seen.length ? done() : setTimeout(look, 20); look(); })")
    assert script.evaluate("self.seen") == [payload or ""] or not payload
    # What comes later is handled, so this one was ignored and not only late.
    deliver(bare, peal)
    bare.shows(["ntf_1"])
    assert len(peal.requests) == 1


def test_a_push_of_peal_is_handled_once_beside_other_listeners(bare, site, peal):
    site.files["/app-worker.js"] = "importScripts('%s/peal-sw.js');%s" % (peal.url, OTHER)
    bare.register("/app-worker.js")
    configure(bare, peal)
    bare.alone()
    script = bare.script()
    deliver(bare, peal)
    assert bare.press("ntf_1")["isHandled"]
    assert script.evaluate("self.seen") == []
    # A notification of the app is none of Peal's business.
    script.evaluate("() => self.registration.showNotification('Own', { data: { peal: undefined, own: true } })")
    assert script.evaluate("""async () => {
      const [notification] = (await self.registration.getNotifications()).filter(n => n.data.own);
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      return self.seen;
    }""") == ["click"]


def test_a_worker_of_the_app_decides_itself_when_it_takes_over(bare, site, peal):
    site.files["/app-worker.js"] = "// 1\nimportScripts('%s/peal-sw.js')" % peal.url
    bare.register("/app-worker.js")
    bare.page.reload()
    site.files["/app-worker.js"] = "// 2\nimportScripts('%s/peal-sw.js')" % peal.url
    bare.page.evaluate("() => navigator.serviceWorker.getRegistration('/').then(r => r.update()).then(() => true)")
    bare.until(lambda: ("running", "installed") in bare.states.values())
    bare.page.wait_for_timeout(500)
    assert bare.page.evaluate("() => navigator.serviceWorker.getRegistration('/').then(r => r.waiting.state)") == "installed"
    # Peal's own file takes over by itself, so that a fix reaches pages that stay open for weeks.
    site.files["/peal-sw.js"] = "// 2\nimportScripts('%s/peal-sw.js')" % peal.url
    bare.page.evaluate("() => navigator.serviceWorker.register('/peal-sw.js').then(() => true)")
    bare.until(lambda: bare.page.evaluate(
        "() => navigator.serviceWorker.getRegistration('/').then(r => r.active.scriptURL.endsWith('/peal-sw.js'))"))


SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1"


def pretend(worker, agent):
    """The worker takes this browser for another one until it is stopped."""
    worker.script().evaluate("agent => Object.defineProperty(self.navigator, 'userAgent', { get: () => agent, configurable: true })", agent)


UNREADABLE = [
    "", "plain text", "null", "[]", "{}", '{"title": "A sale"}', '{"data": {"title": "x"}}', '{"title": "x", "peal": "{no json"}',
    '{"title": "x", "peal": {"v": 2, "op": "show", "id": "ntf_2"}}', '{"title": "x", "peal": {"v": 1, "op": "later", "id": "ntf_2"}}',
    '{"peal": {"v": 1, "op": "show", "id": "ntf_2"}}',
]


@pytest.mark.parametrize("payload", UNREADABLE)
def test_where_the_permission_is_at_stake_a_push_that_cannot_be_read_is_shown(worker, peal, payload):
    configure(worker, peal, title="GSS")
    worker.alone()
    pretend(worker, SAFARI)
    worker.push(payload)
    worker.until(lambda: worker.shown())
    [shown] = worker.shown()
    assert (shown["title"], shown["body"], shown["id"]) == ("GSS", "Open GSS to see what is new.", "")
    worker.until(lambda: worker.store("peal:gss:worker:handover"))
    [left] = worker.store("peal:gss:worker:handover")
    assert left["peal"] == "push", "the next page counts it as malformed"


@pytest.mark.parametrize("settings, title, body", [
    ({"title": "GSS", "locale": "de"}, "GSS", "Öffne GSS, um Neues zu sehen."), ({"title": "GSS", "locale": "es-MX"}, "GSS", "Abre GSS para ver las novedades."),
    ({"title": "GSS", "locale": "fr_CA"}, "GSS", "Ouvrez GSS pour voir les nouveautés."),
    ({"title": "GSS", "unreadable": "News in GSS"}, "GSS", "News in GSS"), ({}, "gss", "Open gss to see what is new."),
    ({"title": "$& {{app}}"}, "$& {{app}}", "Open $& {{app}} to see what is new."),
])
def test_the_words_for_a_push_that_cannot_be_read_are_the_catalogs(worker, peal, settings, title, body):
    configure(worker, peal, **settings)
    worker.alone()
    pretend(worker, SAFARI)
    worker.push("")
    worker.until(lambda: worker.shown())
    assert [(shown["title"], shown["body"]) for shown in worker.shown()] == [(title, body)]


def test_an_app_that_wants_none_shows_none(worker, peal):
    configure(worker, peal, title="GSS", unreadable=None)
    worker.alone()
    pretend(worker, SAFARI)
    worker.push("")
    deliver(worker, peal)
    worker.shows(["ntf_1"])


@pytest.mark.parametrize("payload", UNREADABLE)
def test_where_nothing_is_at_stake_nothing_is_shown(worker, peal, payload):
    worker.push(payload)
    deliver(worker, peal)
    worker.shows(["ntf_1"])


def test_a_push_that_another_script_shows_is_not_shown_twice(bare, site, peal):
    site.files["/app-worker.js"] = ("importScripts('%s/peal-sw.js');"
                                    "self.addEventListener('push', event => event.waitUntil(self.registration.showNotification('Own')));" % peal.url)
    bare.register("/app-worker.js")
    configure(bare, peal)
    bare.alone()
    pretend(bare, SAFARI)
    bare.push('{"title": "A sale"}')
    bare.until(lambda: bare.shown())
    deliver(bare, peal)
    bare.shows(["Own", PUSH["title"]], "title")


def test_a_button_of_an_unknown_kind_is_left_out_and_the_push_is_shown(worker, peal):
    deliver(worker, peal, push(actions=[{"id": "a", "title": "A", "kind": "reply-by-voice"}, {"id": "b"}, 7, {"id": "d", "title": "D", "kind": "dismiss"}]))
    [shown] = worker.shown()
    assert shown["actions"] == [["d", "D"]]


@pytest.mark.parametrize("payload", [
    {"title": "x", "peal": {"v": 2, "op": "show", "id": "ntf_2"}}, {"title": "x", "peal": {"v": 99, "op": "new-op", "id": "ntf_2"}},
])
def test_a_later_version_is_ignored(worker, peal, payload):
    worker.push(payload)
    deliver(worker, peal)
    worker.shows(["ntf_1"])
    assert worker.store("peal:gss:worker:handover") is None


@pytest.mark.parametrize("payload, id", [
    ({"title": "x", "peal": "{no json"}, None), ({"title": "x", "peal": {"op": "show", "id": "ntf_2"}}, "ntf_2"),
    ({"peal": {"v": 1, "op": "show", "id": "ntf_2"}}, "ntf_2"), ({"title": "x", "peal": {"v": 1, "op": "show"}}, None),
    ({"title": "x", "peal": {"v": 1, "op": "show", "id": "ntf_2", "actions": {}}}, "ntf_2"), ({"peal": None}, None),
])
def test_a_malformed_payload_is_discarded_and_left_for_the_audit(worker, peal, payload, id):
    """R149: discarded and logged; the next page claims it, since a device's key may not."""
    worker.push(payload)
    deliver(worker, peal)
    worker.shows(["ntf_1"])
    [left] = worker.store("peal:gss:worker:handover")
    assert (left["peal"], left["payload"]) == ("push", {"peal": {"id": id}})
    assert len(peal.requests) == 1


def fcm():
    """A data message of FCM as its push service delivers it: all values are texts."""
    options = {"tag": "0190", "lang": "en", "requireInteraction": True, "timestamp": 1795197600000}
    return {"from": "1", "fcmMessageId": "m", "priority": "high", "data": {
        "peal": json.dumps(PUSH["peal"]), "title": PUSH["title"], "body": PUSH["body"], "options": json.dumps(options)}}


def test_a_data_message_of_fcm_is_drawn_like_web_push(worker, peal):
    """P3: with buttons, a tap that leads somewhere, and `received` from the background."""
    deliver(worker, peal, fcm())
    [shown] = worker.shown()
    assert (shown["title"], shown["body"], shown["tag"], shown["id"]) == (PUSH["title"], PUSH["body"], "0190", "ntf_1")
    assert shown["requireInteraction"] and not shown["silent"]
    assert [action for action, _ in shown["actions"]] == ["on-time", "late-10"]
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/events/run"]


def test_a_notification_message_of_fcm_is_left_to_firebase(worker, peal):
    worker.push({**fcm(), "notification": {"title": "Firebase draws this"}})
    worker.push(push({"tag": "own"}))
    peal.wait(RECEIVED)
    worker.shows(["own"], "tag")


def test_the_declarative_form_is_drawn_once(worker, peal):
    deliver(worker, peal, {"web_push": 8030, "notification": {"title": PUSH["title"], "navigate": "https://gss.example/events/run"}, **PUSH})
    worker.shows(["ntf_1"])


def test_a_page_in_use_decides_how_a_push_is_shown(worker, peal):
    page = worker.open()
    page.evaluate(TAKES)
    page.bring_to_front()
    deliver(worker, peal)
    assert worker.shown() == []
    [message] = page.evaluate("taken")
    assert (message["peal"], message["app"], message["payload"]) == ("push", "gss", PUSH)


def test_a_page_without_peal_does_not_swallow_a_push(worker, peal):
    worker.open().bring_to_front()
    deliver(worker, peal)
    worker.shows(["ntf_1"])


def test_an_option_that_the_browser_refuses_loses_no_notification(worker, peal):
    deliver(worker, peal, push({"silent": True, "renotify": True, "icon": "http://[", "timestamp": "soon", "dir": "up"}))
    worker.shows(["ntf_1"])


CONFIRMED = {"notificationId": "ntf_1", "action": "late-10", "kind": "quick-reply", "latest": True,
             "confirmation": "Host notified you're running 10 min late", "link": None}


def test_a_button_answers_with_no_page_open(worker, peal):
    """R193, S0.AC3.3: by the token of the action, with the time of the tap; the answer is shown."""
    peal.answer(ACTION + "late-10", 200, CONFIRMED)
    deliver(worker, peal)
    worker.alone()
    outcome = worker.press("ntf_1", "late-10")
    assert outcome == {"opened": [], "focused": [], "isHandled": True}
    request = peal.wait(ACTION)
    assert request.headers["Authorization"] == "Peal-Action token-late-10"
    assert list(request.body) == ["timestamp"] and request.body["timestamp"].endswith("Z")
    worker.shows(["Host notified you're running 10 min late"], "title")
    assert worker.shown()[0]["silent"]


def test_a_button_that_is_refused_says_so(worker, peal):
    peal.answer(ACTION, 409, {"code": "not-open"})
    deliver(worker, peal)
    worker.press("ntf_1", "on-time")
    worker.shows(["Your answer was not accepted"], "title")
    assert worker.shown()[0]["id"] == "ntf_1"
    # A tap on it leads to the event, and reports nothing.
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/events/run"]
    assert peal.seen("opened") == []


def test_a_button_pressed_offline_is_sent_later_with_the_time_of_the_tap(worker, peal):
    peal.answer(ACTION + "late-10", 200, CONFIRMED)
    deliver(worker, peal)
    peal.is_down = True
    worker.press("ntf_1", "late-10")
    worker.shows(["Saved. Your reply is sent when you are online"], "title")
    [waiting] = worker.store("peal:gss:worker:outbox")
    worker.alone()
    peal.is_down = False
    worker.push(push({"tag": "b"}, id="ntf_2"))
    request = peal.wait(ACTION)
    assert request.body == waiting["body"] and request.headers["Authorization"] == "Peal-Action token-late-10"
    peal.wait("ntf_2/received")
    worker.until(lambda: sorted(shown["title"] for shown in worker.shown())
                 == ["Host notified you're running 10 min late", "Lunch run starts soon"])
    assert worker.store("peal:gss:worker:outbox") is None


def test_what_waits_is_sent_when_a_page_says_so(worker, peal):
    """The page tells its worker when it starts and when the network is back."""
    peal.is_down = True
    worker.push(PUSH)
    worker.until(lambda: worker.store("peal:gss:worker:outbox"))
    peal.is_down = False
    worker.open().evaluate("() => navigator.serviceWorker.getRegistration('/').then(r => r.active.postMessage({ peal: 'flush' }))")
    peal.wait(RECEIVED)


def test_background_sync_sends_what_waits(worker, peal):
    peal.is_down = True
    worker.push(PUSH)
    worker.until(lambda: worker.store("peal:gss:worker:outbox"))
    peal.is_down = False
    worker.alone()
    worker.cdp.send("ServiceWorker.dispatchSyncEvent", {
        "origin": worker.origin, "registrationId": worker.registrations[worker.origin + "/"], "tag": "peal", "lastChance": False})
    peal.wait(RECEIVED)


@pytest.mark.parametrize("status, answer", [
    (429, {"code": "limit-reached"}), (500, {"code": "internal"}), (503, "<h1>Bad gateway</h1>"), (200, "<h1>Sign in to this network</h1>"),
])
def test_a_busy_server_and_a_network_with_a_login_lose_no_report(worker, peal, status, answer):
    peal.answer("received", status, answer)
    worker.push(PUSH)
    peal.wait(RECEIVED)
    worker.until(lambda: worker.store("peal:gss:worker:outbox"))
    peal.answer("received")
    worker.push(push({"tag": "b"}, id="ntf_2"))
    peal.wait("ntf_2/received")
    peal.wait(RECEIVED, 2)


@pytest.mark.parametrize("status", [401, 403, 404, 422])
def test_a_report_that_is_refused_for_good_is_not_repeated(worker, peal, status):
    peal.answer("received", status, {"code": "x"})
    deliver(worker, peal)
    worker.push(push({"tag": "b"}, id="ntf_2"))
    peal.wait("ntf_2/received")
    assert len(peal.seen(RECEIVED)) == 1


def test_a_tap_focuses_an_open_page_and_navigates_there(worker, peal):
    deliver(worker, peal)
    page = worker.open()
    page.evaluate(TAKES)
    outcome = worker.press("ntf_1")
    assert (outcome["opened"], outcome["focused"]) == ([], [worker.origin + "/"])
    taps = [message["tap"] for message in page.evaluate("taken") if message["peal"] == "tap"]
    assert taps == [{"source": "push", "state": "foreground", "notification": "ntf_1", "link": "/events/run", "entity": "event/run"}]
    assert peal.wait("ntf_1/opened").headers["Authorization"] == "Peal-Device dev_1:dk_1"
    worker.shows([])


@pytest.mark.parametrize("fails", [
    "async function () { throw new DOMException('not allowed', 'InvalidAccessError'); }", "function () { throw new TypeError('no'); }",
    "function () { return Promise.reject(null); }", "function () { return Promise.reject(new Error('gone')); }",
])
def test_a_tap_whose_page_cannot_be_focused_opens_a_window_once(worker, peal, fails):
    deliver(worker, peal)
    page = worker.open()
    page.evaluate(TAKES)
    outcome = worker.press("ntf_1", focus=fails)
    assert outcome["opened"] == [worker.origin + "/events/run"]
    taps = [message for message in page.evaluate("taken") if message["peal"] == "tap"]
    assert len(taps) == 1
    assert worker.store("peal:gss:worker:handover") is None, "the tap was taken: it is not left for another page"
    peal.wait("ntf_1/opened")
    assert len(peal.seen("ntf_1/opened")) == 1


def test_a_tap_with_no_page_opens_the_link_and_leaves_the_tap_for_it(worker, peal):
    deliver(worker, peal)
    worker.alone()
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/events/run"]
    [left] = worker.store("peal:gss:worker:handover")
    assert left["tap"] == {"source": "push", "state": "closed", "notification": "ntf_1", "link": "/events/run", "entity": "event/run"}
    peal.wait("ntf_1/opened")


def test_a_page_without_peal_takes_no_tap(worker, peal):
    deliver(worker, peal)
    worker.open()
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/events/run"]


@pytest.mark.parametrize("link", ["https://evil.example/", "//evil.example/", "/admin", "javascript:alert(1)", "/events/..%2fadmin", None])
def test_a_link_that_the_catalog_does_not_allow_opens_the_fallback(worker, peal, link):
    """R125, R126."""
    deliver(worker, peal, push(link=link) if link else {**PUSH, "peal": {k: v for k, v in PUSH["peal"].items() if k != "link"}})
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/notifications"]


def test_an_app_below_a_path_opens_its_links_there(worker, peal):
    configure(worker, peal, openUrl="/app?open={link}", moreUrl="/app/reply?about={link}")
    worker.alone()
    actions = [{"id": "a%d" % n, "title": "A%d" % n, "kind": "quick-reply", "token": "secret-%d" % n} for n in range(5)]
    deliver(worker, peal, push(actions=actions))
    assert worker.press("ntf_1", "peal-more")["opened"] == [worker.origin + "/app/reply?about=%2Fevents%2Frun"]
    peal.wait("ntf_1/opened")
    # The tokens of the actions reach the page by the storage of the site, never by an address.
    [left] = worker.store("peal:gss:worker:handover")
    assert left["peal"] == "more"
    assert [action["token"] for action in left["more"]["actions"]] == ["secret-%d" % n for n in range(5)]
    assert (left["more"]["id"], left["more"]["title"]) == ("ntf_1", PUSH["title"])


def test_a_browser_without_buttons_offers_the_actions_on_the_page(worker, peal):
    worker.script().evaluate("() => Object.defineProperty(Notification, 'maxActions', { value: undefined })")
    deliver(worker, peal)
    assert worker.shown()[0]["actions"] == []
    assert worker.press("ntf_1")["opened"] == [worker.origin + "/events/run"]
    [left] = worker.store("peal:gss:worker:handover")
    assert [action["id"] for action in left["more"]["actions"]] == ["on-time", "late-10"]


def test_a_button_with_a_link_answers_and_opens_it(worker, peal):
    peal.answer(ACTION + "cancel", 200, {"action": "cancel", "confirmation": "Host notified you can't make it", "link": "/events/run/eta"})
    actions = [{"id": "cancel", "title": "Can't make it", "kind": "quick-reply", "token": "t", "link": "/events/run/eta"}]
    deliver(worker, peal, push(actions=actions))
    assert worker.press("ntf_1", "cancel")["opened"] == [worker.origin + "/events/run/eta"]
    peal.wait(ACTION)
    worker.shows(["Host notified you can't make it"], "title")


def test_open_app_reports_and_opens_and_dismiss_reports_and_opens_nothing(worker, peal):
    peal.answer(ACTION, 200, {"latest": True})
    actions = [{"id": "view", "title": "View", "kind": "open-app", "token": "v", "link": "/events/run/eta"},
               {"id": "later", "title": "Later", "kind": "dismiss", "token": "l", "link": "/events/run"}]
    deliver(worker, peal, push(actions=actions))
    assert worker.press("ntf_1", "view")["opened"] == [worker.origin + "/events/run/eta"]
    deliver(worker, peal, push(actions=actions), 2)
    assert worker.press("ntf_1", "later")["opened"] == []
    assert [request.headers["Authorization"] for request in peal.seen(ACTION)] == ["Peal-Action v", "Peal-Action l"]
    worker.shows([])


def test_a_reply_without_a_token_is_taken_to_a_page(worker, peal):
    actions = [{"id": "on-time", "title": "On time", "kind": "quick-reply"}]
    deliver(worker, peal, push(actions=actions))
    assert worker.press("ntf_1", "on-time")["opened"] == [worker.origin + "/events/run"]
    [left] = worker.store("peal:gss:worker:handover")
    assert left["tap"]["action"] == {"id": "on-time", "kind": "quick-reply"}


def test_a_dismissed_notification_is_reported_and_opens_nothing(worker, peal):
    """R127: no navigation, no other effect."""
    deliver(worker, peal)
    assert worker.dismiss("ntf_1") == {"opened": [], "focused": [], "isHandled": True}
    assert peal.wait("ntf_1/dismissed").headers["Authorization"] == "Peal-Device dev_1:dk_1"


def test_a_push_is_shown_before_anything_is_configured(bare, site, peal):
    """A push that comes before the page has stored its settings is not lost, and reports nothing."""
    bare.register()
    bare.alone()
    bare.push(PUSH)
    bare.until(lambda: bare.shown())
    assert bare.press("ntf_1")["opened"] == [bare.origin + "/"]
    assert peal.requests == []


def test_reports_wait_until_the_device_is_registered(bare, peal):
    bare.register()
    bare.store("peal:worker:%s/" % bare.origin, settings(peal))
    bare.alone()
    bare.push(PUSH)
    bare.until(lambda: bare.store("peal:gss:worker:outbox"))
    bare.store("peal:gss:device", DEVICE)
    bare.push(push({"tag": "b"}, id="ntf_2"))
    peal.wait("ntf_2/received")
    peal.wait(RECEIVED)
