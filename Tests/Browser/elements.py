"""Draws the elements of the web client with a client that has no server, under the policy `default-src 'self'`."""

import functools
import http.server
import json
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FILES = Path(__file__).parent / "components"
POLICY = "default-src 'self'"
#: The elements whose code is a file of its own.
LAZY = ["eta", "preferences"]


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def do_GET(self):
        if self.path.split("?")[0] in self.server.refused:
            self.close_connection = True
        elif self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


class ElementServer:
    """Serves the page of the tests with the bundle of today's sources."""

    def __init__(self, directory):
        for file in FILES.iterdir():
            (directory / file.name).write_bytes(file.read_bytes())
        # What is served is compact and of several files, so the tests run with that.
        compact = directory / "compact"
        subprocess.run([str(ROOT / "Scripts/client-compact"), str(compact)], check=True)
        files = {"fixture.js": "test/components/fixture.ts"}
        files.update({"peal-%s.js" % lazy: "src/components/%s/peal-%s.ts" % (lazy, lazy) for lazy in LAZY})
        for file, source in files.items():
            subprocess.run(
                ["esbuild", str(compact / source), "--bundle", "--format=esm", "--target=es2020", "--minify",
                 *("--external:./peal-%s.js" % lazy for lazy in LAZY), "--supported:import-meta=true", "--charset=utf8", "--log-level=warning", "--outfile=%s" % (directory / file)], check=True)
        subprocess.run([str(ROOT / "Scripts/client-minify"), *(str(directory / file) for file in files)], check=True)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(directory)))
        #: Paths that get no answer, as if there were no network.
        self.server.refused = set()
        self.url = "http://127.0.0.1:%d/index.html" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()


class ElementPage:
    """A page with one element and its fake client, `window.el` and `window.fake`."""

    def __init__(self, browser, url, width=768, height=900, scheme="light", lang="en", preload=True, **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.goto(url)
        self.page.wait_for_function("window.fixture")
        # What an element loads when it appears would come after the test looks at it.
        if preload:
            for lazy in LAZY:
                self.page.evaluate("async () => void await import('/peal-%s.js')" % lazy)
        self.page.evaluate("lang => document.documentElement.lang = lang", lang)

    def draw(self, tag, setup="", attributes=None, then=""):
        """`setup` and `then` are JavaScript that sees `fake`, `el`, `f` (the data) and `now`."""
        self.page.evaluate("""async () => {
          const f = window.fixture, fake = window.fake = f.createFake(), now = Date.now();
          const el = window.el = document.createElement(%s);
          for (const [name, value] of Object.entries(%s)) el.setAttribute(name, value);
          %s;
          el.client = fake;
          document.querySelector('#stage').replaceChildren(el);
          await window.drawn();
          %s;
          await window.drawn();
        }""" % (json.dumps(tag), json.dumps(attributes or {}), setup, then))
        return self.page.locator(tag)

    def run(self, script):
        return self.page.evaluate("async () => { const { fake, el, fixture: f } = window, now = Date.now(); %s }" % script)

    def calls(self, name=None):
        calls = self.page.evaluate("window.fake.calls")
        return [call[1:] for call in calls if call[0] == name] if name else calls

    def focused(self):
        """What has the focus, through all shadow roots."""
        return self.page.evaluate("""() => {
          let one = document.activeElement;
          while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
          return one?.getAttribute('aria-label') || one?.textContent.trim() || one?.localName;
        }""")

    def sizes(self):
        """The size of every text that can be seen, in shadow roots as well."""
        return self.page.evaluate("""() => {
          const sizes = {};
          const visit = root => {
            for (const one of root.querySelectorAll('*')) {
              if (one.shadowRoot) visit(one.shadowRoot);
              const text = [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join('');
              if (text && one.localName !== 'style' && one.localName !== 'script' && !one.closest('.sr, h1') && one.checkVisibility({visibilityProperty: true})) (sizes[getComputedStyle(one).fontSize] ??= []).push(text.slice(0, 30));
            }
          };
          visit(document);
          return sizes;
        }""")

    def text(self):
        """All texts, with titles and labels, in shadow roots as well."""
        return self.page.evaluate("""() => {
          const texts = [];
          const visit = root => {
            for (const node of root.querySelectorAll('*')) {
              for (const child of node.childNodes) if (child.nodeType === 3) texts.push(child.data);
              for (const name of ['title', 'aria-label']) if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
              if (node.shadowRoot) visit(node.shadowRoot);
            }
          };
          visit(document.querySelector('#stage'));
          return texts.join('\\n');
        }""")

    def sideways(self):
        """What is wider than the page or than what holds it."""
        return self.page.evaluate("""() => {
          const wide = [];
          const root = document.documentElement;
          if (root.scrollWidth > root.clientWidth) wide.push(['page', root.scrollWidth]);
          const visit = root => {
            for (const one of root.querySelectorAll('*')) {
              if (one.shadowRoot) visit(one.shadowRoot);
              // What only screen readers see is cut to a pixel.
              if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.sr') || one.closest('thead')?.clientWidth === 1) continue;
              const box = one.getBoundingClientRect(), clip = getComputedStyle(one).overflowX;
              if (box.right > innerWidth + 1 || box.left < -1) wide.push([one.localName, one.className.baseVal ?? one.className, box.left, box.right]);
              if ((clip === 'auto' || clip === 'scroll') && one.scrollWidth > one.clientWidth + 1) wide.push([one.localName, one.className, 'scrolls']);
            }
          };
          visit(document);
          return wide;
        }""")

    def space(self):
        """Spaces every text as much as WCAG 1.4.12 has it, also inside the elements."""
        self.page.evaluate("""() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
            p { margin-bottom: 2em !important }`);
          const visit = root => {
            root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
            for (const one of root.querySelectorAll('*')) if (one.shadowRoot) visit(one.shadowRoot);
          };
          visit(document);
        }""")

    def cut(self):
        """Controls and headings whose text does not fit into them."""
        return self.page.evaluate("""() => {
          const cut = [];
          const visit = root => {
            for (const one of root.querySelectorAll('*')) {
              if (one.shadowRoot) visit(one.shadowRoot);
              if (!one.matches('button, a, label, h1, h2, h3, th, legend, [role]') || !one.textContent.trim()) continue;
              if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.sr') || one.closest('thead')?.clientWidth === 1) continue;
              if (getComputedStyle(one).display === 'inline') continue;
              if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
                cut.push([one.localName, one.className, one.textContent.trim().slice(0, 60)]);
            }
          };
          visit(document);
          return cut;
        }""")

    def close(self):
        self.context.close()


INBOX = "fake.setItems([f.alertRow(now), ...f.notifications(30, now)]);"
OPTIONS = "el.shadowRoot.querySelectorAll('[aria-label^=Options]')[2].click()"
BANNERS = """fake.stores.banners.set([
  {id: 'b1', title: 'Lunch run starts soon', body: 'Starts at 18:00, Town park.', link: '/', priority: 'normal', presentation: 'banner'},
  {id: 'b2', title: 'Sobriety check failed', body: 'Sam failed the check at 21:04.', link: '/', priority: 'critical', presentation: 'banner'}])"""
FULL = "fake.stores.banners.set([{id: 'b3', title: 'Lunch run starts soon', body: 'At 18:00.', link: '/', priority: 'high', presentation: 'full-screen'}])"
FULL_REPLIES = """const [row] = f.notifications(1, now); fake.setItems([row]);
  fake.stores.banners.set([{id: row.id, title: row.title, body: row.body, link: '/', priority: 'high', presentation: 'full-screen',
    actions: row.actions}])"""
MUTES = """const view = fake.stores.preferences.get(), in_ = hours => new Date(now + hours * 3600e3).toISOString();
  fake.stores.preferences.set({...view, isQueued: true, value: {...view.value, mutes: [
    {id: 'mute_1', scope: 'all', until: in_(20), createdAt: in_(0)}, {id: 'mute_2', scope: 'category', target: 'kudos', until: in_(100), createdAt: in_(0)},
    {id: 'mute_3', scope: 'thread', target: 'thread/kudos', until: null, createdAt: in_(0)}]}});
  fake.stores.outbox.set({waiting: 1, isOnline: false}); fake.setItems(f.notifications(5, now))"""
PROMPT = "fake.stores.permission.set({state: 'not-determined', prompt: {text: f.config.permission.texts.prompt}, softPrompt: null})"
SOFT = "fake.stores.permission.set({state: 'denied', prompt: null, softPrompt: {text: 'Enable notifications to get status updates'}})"
EVENT = {"event": "lunch-run"}
LATE = "el.shadowRoot.querySelectorAll('.choices button')[2].click()"

# Every element in every state: (tag, attributes, setup, then).
STATES = {
    "bell": ("peal-bell", {}, INBOX, ""),
    "bell open": ("peal-bell", {}, INBOX, "el.shadowRoot.querySelector('.bell').click()"),
    "bell with preferences": ("peal-bell", {}, INBOX, "el.shadowRoot.querySelector('.bell').click(); await drawn(); el.shadowRoot.querySelector('[aria-label^=\"Notification settings\"]').click()"),
    "inbox": ("peal-inbox", {}, INBOX, ""),
    "inbox with options": ("peal-inbox", {}, INBOX, OPTIONS),
    "inbox with replies": ("peal-inbox", {}, INBOX, "[...el.shadowRoot.querySelectorAll('button')].find(one => one.textContent === 'Reply').click()"),
    "inbox by type with menu": ("peal-inbox", {"group-by": "type"}, INBOX, "el.shadowRoot.querySelector('[aria-haspopup]').click()"),
    "inbox of 1,000": ("peal-inbox", {"class": "boxed"}, "fake.setItems(f.notifications(1000, now))", ""),
    "inbox empty": ("peal-inbox", {}, "fake.setItems([])", ""),
    "inbox without unread": ("peal-inbox", {}, "fake.setItems([], {filter: {status: 'unread'}})", ""),
    "inbox loading": ("peal-inbox", {}, "fake.setItems([], {status: 'loading'})", ""),
    "inbox failed": ("peal-inbox", {}, "fake.setItems([], {status: 'failed', error: new f.PealError('internal', 'x', 500)})", ""),
    "inbox offline": ("peal-inbox", {}, "fake.setItems(f.notifications(9, now), {mode: 'offline', isStale: true})", ""),
    "inbox polling with undo": ("peal-inbox", {}, "fake.setItems(f.notifications(9, now), {mode: 'polling'})", "fake.inbox.remove('ntf_2')"),
    "inbox off": ("peal-inbox", {}, "fake.setItems([], {status: 'off'})", ""),
    "preferences": ("peal-preferences", {}, "", ""),
    "preferences denied": ("peal-preferences", {}, "fake.stores.permission.set({state: 'denied', prompt: null, softPrompt: null})", "el.shadowRoot.querySelector('.btn.primary').click()"),
    "preferences offline with mutes": ("peal-preferences", {}, MUTES, ""),
    "preferences refused": ("peal-preferences", {}, "fake.refuse = true", "fake.preferences.setCategory('kudos', {enabled: false}); el.shadowRoot.querySelector('.chips .btn').click()"),
    "preferences loading": ("peal-preferences", {}, "fake.stores.preferences.set({...fake.stores.preferences.get(), status: 'loading', value: null})", ""),
    "preferences failed": ("peal-preferences", {}, "fake.stores.preferences.set({...fake.stores.preferences.get(), status: 'failed', value: null, error: new f.PealError('internal', 'x', 500)})", ""),
    "preferences reset": ("peal-preferences", {}, "", "el.shadowRoot.querySelector('.foot .btn').click()"),
    "permission": ("peal-permission", {}, PROMPT, ""),
    "permission soft": ("peal-permission", {}, SOFT, "el.shadowRoot.querySelector('.btn.primary').click()"),
    "quick reply": ("peal-quick-reply", EVENT, "", ""),
    "quick reply sent": ("peal-quick-reply", EVENT, "", LATE),
    "quick reply queued": ("peal-quick-reply", EVENT, "fake.reply = {status: 'queued', confirmation: null, link: null, error: null}", LATE),
    "quick reply refused": ("peal-quick-reply", EVENT, "fake.reply = {status: 'refused', confirmation: null, link: null, error: new f.PealError('not-open', 'x', 409)}", LATE),
    "eta button": ("peal-eta-button", EVENT, "", ""),
    "eta button open": ("peal-eta-button", EVENT, "", "el.shadowRoot.querySelector('.btn').click()"),
    "board": ("peal-host-board", EVENT, "", ""),
    "board details": ("peal-host-board", EVENT, "", "el.shadowRoot.querySelectorAll('.who button')[8].click()"),
    "board cleared": ("peal-host-board", EVENT, "fake.setBoard({...fake.stores.board.get().board}, {phase: 'cleared'})", ""),
    "board early, polling": ("peal-host-board", EVENT, "fake.setBoard({...fake.stores.board.get().board}, {phase: 'early', mode: 'polling'})", ""),
    "board offline": ("peal-host-board", EVENT, "fake.setBoard({...fake.stores.board.get().board}, {mode: 'offline'})", ""),
    "board loading": ("peal-host-board", EVENT, "fake.setBoard(null, {status: 'loading'})", ""),
    "board failed": ("peal-host-board", EVENT, "fake.setBoard(null, {status: 'failed', error: new f.PealError('internal', 'x', 500)})", ""),
    "board not found": ("peal-host-board", EVENT, "fake.setBoard(null, {status: 'not-found'})", ""),
    "board empty": ("peal-host-board", EVENT, "fake.setBoard(f.board(now, 0))", ""),
    "toast": ("peal-toast", {}, BANNERS, "document.dispatchEvent(new CustomEvent('peal-message', {detail: {text: 'Saved', action: {label: 'Undo', run() {}}}, cancelable: true}))"),
    "toast full screen": ("peal-toast", {}, FULL, ""),
    "toast full screen that asks": ("peal-toast", {}, FULL_REPLIES, ""),
    "toast that asks": ("peal-toast", {}, FULL_REPLIES.replace("full-screen", "banner"), ""),
}
