"""A service worker in a real browser, driven by its debugging protocol."""

import json

from page import eventually


SHOWN = """async () => (await (await navigator.serviceWorker.getRegistrations())[0].getNotifications()).map(n => ({
  title: n.title, body: n.body, tag: n.tag, lang: n.lang, silent: n.silent, requireInteraction: n.requireInteraction,
  actions: n.actions.map(a => [a.action, a.title]), id: n.data && n.data.peal && n.data.peal.id }))"""

# The storage of the client: one store of texts.
STORE = """([key, value]) => new Promise((resolve, reject) => {
  const open = indexedDB.open('peal', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('texts');
  open.onerror = () => reject(open.error);
  open.onsuccess = () => {
    const transaction = open.result.transaction('texts', 'readwrite');
    const texts = transaction.objectStore('texts');
    const read = value === undefined || value === null ? texts.get(key) : texts.put(value, key);
    transaction.oncomplete = () => { open.result.close(); resolve(value === undefined || value === null ? read.result : null); };
    transaction.onerror = () => reject(transaction.error);
  };
})"""

# A press in the browser's own interface cannot be made by its protocol. The same event is dispatched in the worker: it has no
# `waitUntil` of the browser and no permission to open or focus a window, so these two are recorded.
PRESS = """async ({ type, id, action, focus }) => {
  const shown = await self.registration.getNotifications();
  const notification = shown.find(n => n.data && n.data.peal && n.data.peal.id === id && (!action || n.actions.some(a => a.action === action)));
  if (!notification) throw new Error('not shown: ' + id);
  const event = new NotificationEvent(type, { notification, action: action || '' });
  const work = [];
  event.waitUntil = promise => work.push(promise);
  const opened = [];
  self.clients.openWindow = async url => { opened.push(url); return null; };
  const focused = [];
  WindowClient.prototype.focus = focus ? (0, eval)('(' + focus + ')') : async function () { focused.push(this.url); return this; };
  self.dispatchEvent(event);
  await Promise.all(work);
  if (type === 'notificationclose') notification.close();
  return { opened, focused, isHandled: work.length > 0 };
}"""


class Worker:
    """The worker of a site: its pages can be closed and itself be stopped before each event."""

    def __init__(self, context, origin):
        self.context, self.origin, self.scope = context, origin, origin + "/"
        context.grant_permissions(["notifications"], origin=origin)
        # The protocol needs a page; it is no page of the site.
        self.aside = context.new_page()
        self.cdp = context.new_cdp_session(self.aside)
        self.registrations, self.states = {}, {}
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self.registered)
        self.cdp.on("ServiceWorker.workerVersionUpdated", self.changed)
        self.cdp.send("ServiceWorker.enable")
        self.page, self.blank = None, "/blank"

    def registered(self, event):
        for registration in event["registrations"]:
            if not registration["isDeleted"]:
                self.registrations[registration["scopeURL"]] = registration["registrationId"]

    def changed(self, event):
        for version in event["versions"]:
            self.states[version["versionId"]] = (version["runningStatus"], version["status"])

    def until(self, condition):
        """Waits, and lets the browser's events arrive."""
        try:
            eventually(self.aside, condition)
        except AssertionError:
            raise AssertionError("not in time: %s %s" % (self.registrations, self.states)) from None

    def open(self, path="/"):
        self.page = self.context.new_page()
        self.page.goto(self.origin + path)
        return self.page

    def register(self, url="/peal-sw.js"):
        page = self.page or self.open()
        page.evaluate("url => navigator.serviceWorker.register(url).then(() => navigator.serviceWorker.ready).then(() => true)", url)
        self.until(lambda: self.origin + "/" in self.registrations and ("running", "activated") in self.states.values())

    def store(self, key, value=None):
        """Reads or writes what page and worker share."""
        own = None if self.page and not self.page.is_closed() else self.open()
        found = self.page.evaluate(STORE, [key, value if value is None or isinstance(value, str) else json.dumps(value)])
        if own:
            self.close()
        return json.loads(found) if found and value is None else None

    def keys(self):
        """What is stored, by its keys."""
        own = self.open("/blank")
        try:
            return own.evaluate("""() => new Promise(found => {
              const open = indexedDB.open('peal', 1);
              open.onsuccess = () => {
                const read = open.result.transaction('texts').objectStore('texts').getAllKeys();
                read.onsuccess = () => { open.result.close(); found(read.result); };
              };
            })""")
        finally:
            own.close()
            self.page = None

    def close(self):
        """Closes all pages of the site."""
        for page in self.context.pages:
            if page is not self.aside:
                page.close()
        self.page = None

    def stop(self):
        self.cdp.send("ServiceWorker.stopAllWorkers")
        self.until(lambda: all(running == "stopped" for running, _ in self.states.values()))

    def alone(self):
        """No page is open and no worker runs."""
        self.close()
        self.stop()

    def push(self, payload):
        """A push arrives, as the browser delivers it. Waits until the worker has handled it, by an event that comes after it."""
        data = payload if isinstance(payload, str) else json.dumps(payload)
        self.cdp.send("ServiceWorker.deliverPushMessage",
                      {"origin": self.origin, "registrationId": self.registrations[self.scope], "data": data})

    def shown(self):
        """What the browser shows."""
        if self.page and not self.page.is_closed():
            return self.page.evaluate(SHOWN)
        page = self.context.new_page()
        page.goto(self.origin + self.blank)
        try:
            return page.evaluate(SHOWN)
        finally:
            page.close()

    def shows(self, expected, part="id"):
        """Waits until the browser shows these and nothing else: it closes what was closed when it comes to it."""
        found = []

        def is_so():
            found[:] = [one[part] for one in self.shown()]
            return found == expected

        try:
            self.until(is_so)
        except AssertionError:
            raise AssertionError("shown: %s, expected: %s" % (found, expected)) from None

    def script(self):
        """The running worker; starts it when it is stopped."""
        if not any(running == "running" for running, _ in self.states.values()):
            self.cdp.send("ServiceWorker.startWorker", {"scopeURL": self.scope})
            self.until(lambda: any(running == "running" for running, _ in self.states.values()))
        found = []
        self.until(lambda: found.extend(w for w in self.context.service_workers) or found)
        return found[-1]

    def press(self, id, action=None, focus=None):
        return self.script().evaluate(PRESS, {"type": "notificationclick", "id": id, "action": action, "focus": focus})

    def dismiss(self, id):
        return self.script().evaluate(PRESS, {"type": "notificationclose", "id": id})
