"""A browser's own EventSource follows an inbox, with the tickets that docs/realtime.md describes."""

import re

import requests

from elements import ROOT

from patience import PATIENCE, PATIENCE_MS


# The client of docs/realtime.md; `window.follow` is what a page would write.
CLIENT = """
async ({ app, user }) => {
  const json = async answer => { if (!answer.ok) throw new Error(answer.status); return answer.json(); };
  const post = (path, body, token) => fetch(path, {
    method: 'POST', body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: 'Bearer ' + token } : {}) },
  });
  const { jwt } = await json(await post('/sandbox/tokens', { app, user }));
  window.received = []; window.cursor = ''; window.opened = 0; window.failed = 0;
  const kinds = ['notification.created', 'notification.changed', 'badge.changed', 'preferences.changed', 'alert.raised',
    'resync'];
  window.follow = async () => {
    const { ticket } = await json(await fetch('/api/v1/realtime/ticket', {
      method: 'POST', headers: { Authorization: 'Bearer ' + jwt },
    }));
    window.stream = new EventSource(
      `/api/v1/stream?channels=inbox&ticket=${ticket}&since=${encodeURIComponent(window.cursor)}`);
    window.stream.onopen = () => { window.opened += 1; };
    window.stream.onerror = () => { window.failed += 1; window.stream.close(); };
    for (const kind of kinds) {
      window.stream.addEventListener(kind, event => {
        window.cursor = event.lastEventId;
        window.received.push({ kind, ...JSON.parse(event.data) });
      });
    }
  };
  await window.follow();
}
"""


def trigger(demo, key, text, wanted=202):
    body = {"type": "message", "entity": "conversation/c77", "to": {"users": ["streamer"]},
            "data": {"sender": "Ana", "preview": text}}
    answer = requests.post(demo.url + "/api/v1/triggers", json=body, headers={"Authorization": "Bearer " + key}, timeout=PATIENCE)
    assert answer.status_code == wanted, answer.text


def wait(page, condition):
    """Waits in the page: its content security policy lets no text be evaluated there later."""
    page.evaluate("""() => new Promise((found, late) => {
      const end = Date.now() + %d;
      const look = () => (%s) ? found() : Date.now() > end ? late(new Error('not in time')) : setTimeout(look, 20);
      look();
    })""" % (PATIENCE_MS, condition))


def test_an_event_source_follows_and_resumes(browser, demo):
    key = "sk_test_match"
    headers = {"Authorization": "Bearer " + key}
    assert requests.put(demo.url + "/api/v1/users/streamer", json={}, headers=headers, timeout=PATIENCE).ok
    put = requests.put(demo.url + "/api/v1/entities/conversation/c77", json={}, headers=headers, timeout=PATIENCE)
    assert put.ok, put.text
    page = browser.new_page()
    page.goto(demo.url + "/#match", wait_until="domcontentloaded")
    page.evaluate(CLIENT, {"app": "match", "user": "streamer"})
    wait(page, "opened === 1 && received.some(m => m.kind === 'badge.changed')")
    trigger(demo, key, "first")
    wait(page, "received.some(m => m.kind === 'notification.created')")
    created = page.evaluate("received.find(m => m.kind === 'notification.created').data")
    assert created["entity"] == "conversation/c77" and created["title"]

    # What happens while the page is away is there when it comes back, once.
    page.evaluate("stream.close(); received = [];")
    trigger(demo, key, "second")
    page.evaluate("follow()")
    wait(page, "opened === 2 && received.some(m => m.kind === 'notification.created')")
    found = page.evaluate("received.filter(m => m.kind.startsWith('notification.')).map(m => m.data.id)")
    assert len(found) == 1 and found[0] != created["id"]
    assert page.evaluate("received.every(m => m.kind !== 'resync') && failed === 0")

    # A used ticket is refused, and the browser does not try again by itself.
    page.evaluate("""() => {
      window.used = new EventSource(stream.url);
      window.used.onerror = () => { window.refused = window.used.readyState; };
    }""")
    wait(page, "window.refused === EventSource.CLOSED")
    page.close()


# What a page brings to the block of docs/realtime.md: `token` and `apply`.
PAGE = """
async ({ user }) => {
  const answer = await fetch('/sandbox/tokens', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ app: 'match', user }),
  });
  const { jwt } = await answer.json();
  window.token = async () => jwt;
  window.received = [];
  window.apply = message => window.received.push(message);
}
"""


def test_eight_tabs_share_the_connection_of_the_documentation(browser, demo):
    """More tabs than a browser has connections: all of them receive, and their calls are answered."""
    [block] = re.findall(r"<!-- file: follow.js -->\n```js\n(.*?)```", (ROOT / "docs/realtime.md").read_text(), re.S)
    key = "sk_test_match"
    headers = {"Authorization": "Bearer " + key}
    assert requests.put(demo.url + "/api/v1/users/streamer", json={}, headers=headers, timeout=PATIENCE).ok
    assert requests.put(demo.url + "/api/v1/entities/conversation/c77", json={}, headers=headers, timeout=PATIENCE).ok
    context = browser.new_context(bypass_csp=True)
    pages = [context.new_page() for _ in range(8)]
    streams = []
    context.on("request", lambda request: streams.append(request.url) if "/api/v1/stream" in request.url else None)
    for page in pages:
        page.goto(demo.url + "/peal-icon.svg")
        page.evaluate(PAGE, {"user": "streamer"})
        page.evaluate("(text) => { (0, eval)(text); }", block)
    wait(pages[0], "received.length > 0")
    trigger(demo, key, "for all tabs")
    for page in pages:
        wait(page, "received.some(m => m.kind === 'notification.created')")
        assert page.evaluate("fetch('/healthz').then(answer => answer.status)") == 200
    assert len(streams) == 1

    # The tab that follows is closed: another one goes on.
    pages.pop(0).close()
    for page in pages:
        page.evaluate("received = []")
    trigger(demo, key, "after the first tab")
    for page in pages:
        wait(page, "received.some(m => m.kind === 'notification.created')")
    assert len(streams) == 2
    context.close()
