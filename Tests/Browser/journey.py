"""A journey by keyboard alone, written down as a screen reader would tell it: the focused element's role, name and state from
the browser's accessibility tree, the named parts that the focus enters, and what live regions say."""

import os
import re
from pathlib import Path

from page import eventually

KEPT = Path(__file__).parent / "journeys"

#: Of these, a screen reader says the name when the focus enters them.
CONTAINERS = {"dialog", "alertdialog", "region", "group", "navigation", "main", "banner", "list", "table", "tabpanel", "tablist"}

# Looks at every live region twenty times a second. A region speaks when its content changes while it was there and rendered
# before; one that comes with its text is silent in most screen readers, except an alert.
LISTENER = """(() => {
  const known = new WeakMap();
  const said = window.journeySaid = [];
  const rendered = one => one.checkVisibility() || (one.getClientRects().length === 0 && !one.firstChild && getComputedStyle(one).display !== 'none');
  const text = node => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 && node.nodeType !== 11) return '';
    if (node.nodeType === 1 && (node.getAttribute('aria-hidden') === 'true' || getComputedStyle(node).display === 'none')) return '';
    if (node.localName === 'slot') return node.assignedNodes().map(text).join(' ');
    return [...(node.shadowRoot || node).childNodes].map(text).join(' ');
  };
  const words = node => text(node).replace(/\\s+/g, ' ').trim();
  const regions = (root, found = []) => {
    for (const one of root.querySelectorAll('*')) {
      const role = one.getAttribute('role'), live = one.getAttribute('aria-live');
      if (live !== 'off' && (live || role === 'status' || role === 'alert')) found.push(one);
      if (one.shadowRoot) regions(one.shadowRoot, found);
    }
    return found;
  };
  const look = () => {
    for (const one of regions(document)) {
      const role = one.getAttribute('role'), live = one.getAttribute('aria-live');
      const isAlert = role === 'alert' || live === 'assertive';
      const isAtomic = one.getAttribute('aria-atomic') === 'true' || role === 'status' || role === 'alert';
      const parts = [...one.childNodes], all = words(one);
      const before = known.get(one);
      known.set(one, { parts, all, isThere: rendered(one) });
      if (before ? !before.isThere : !isAlert) continue;
      const fresh = parts.filter(part => !before?.parts.includes(part));
      if (before && all === before.all && !fresh.length) continue;
      const spoken = isAtomic ? all : fresh.map(words).join(' ').trim();
      if (spoken) said.push({ how: isAlert ? 'at once' : 'politely', text: spoken, at: performance.now() });
    }
  };
  addEventListener('DOMContentLoaded', look);
  setInterval(() => document.documentElement && look(), 50);
})()"""

FOCUSED = """(() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one;
})()"""


class Focus:
    """What has the focus, as the accessibility tree has it."""

    def __init__(self, nodes):
        own = nodes[0]
        self.role = own["role"]["value"]
        self.name = own.get("name", {}).get("value", "")
        self.description = own.get("description", {}).get("value", "")
        states = {one["name"]: one["value"].get("value") for one in own.get("properties", [])}
        self.states = list(self.state(states))
        parents = {node["nodeId"]: node for node in nodes}
        self.containers = []
        parent = own.get("parentId")
        while parent in parents:
            node = parents[parent]
            role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
            description = node.get("description", {}).get("value", "")
            if role in CONTAINERS and name:
                self.containers.insert(0, '%s "%s"%s' % (role, name, " (%s)" % description if description else ""))
            parent = node.get("parentId")

    def state(self, states):
        if "checked" in states:
            yield "on" if states["checked"] == "true" else "off"
        if "pressed" in states:
            yield "pressed" if states["pressed"] == "true" else "not pressed"
        if "selected" in states and states["selected"]:
            yield "selected"
        if "expanded" in states:
            yield "expanded" if states["expanded"] else "collapsed"
        if states.get("disabled"):
            yield "unavailable"
        if states.get("hasPopup"):
            yield "opens a %s" % states["hasPopup"]

    def __str__(self):
        words = ", ".join(['%s "%s"' % (self.role, self.name), *self.states])
        return words + (" (%s)" % self.description if self.description else "")


class Journey:
    """Presses keys and writes down what is told."""

    def __init__(self, title, page):
        self.page = page
        self.lines = ["# " + title]
        self.cdp = page.context.new_cdp_session(page)
        self.containers = []
        self.heard = 0
        self.last = None

    @staticmethod
    def listen(context):
        """Before the first page of a context."""
        context.add_init_script(LISTENER)

    def focus(self):
        found = self.cdp.send("Runtime.evaluate", {"expression": FOCUSED})["result"]
        nodes = self.cdp.send("Accessibility.getPartialAXTree", {"objectId": found["objectId"], "fetchRelatives": True})["nodes"]
        mine = [node for node in nodes if not node.get("ignored") and node.get("role")]
        return Focus([mine[0], *nodes])

    def said(self):
        return self.page.evaluate("window.journeySaid.map(({ how, text, at }) => [how, text, at])")

    def start(self, what):
        self.lines += ["", "> " + what]
        self.tell(isStart=True)

    def tab_to(self, role, name, key="Tab"):
        """Moves the focus on until it is there."""
        for count in range(1, 80):
            self.page.keyboard.press(key)
            focus = self.focus()
            if focus.role == role and re.search(name, focus.name):
                self.lines += ["", "> %s%s" % (key, " ×%d" % count if count > 1 else "")]
                return self.tell()
        raise AssertionError("%s “%s” is not reached by %s" % (role, name, key))

    def press(self, key, says=None, focus=None):
        """Presses a key, and waits for what is said or has the focus then; both are patterns."""
        self.lines += ["", "> " + key]
        self.page.keyboard.press(key)
        self.wait(says, focus)
        self.tell()

    def happens(self, what, says=None, focus=None):
        """Something that the user did not do."""
        self.lines += ["", "> (%s)" % what]
        self.wait(says, focus)
        self.tell()

    def wait(self, says, focus):
        if says:
            eventually(self.page, lambda: any(re.search(says, text) for _, text, _ in self.said()[self.heard:]))
        if focus:
            eventually(self.page, lambda: re.search(focus, str(self.focus())))

    def tell(self, isStart=False):
        """Writes what has the focus, if that is news, and what was said since."""
        focus = self.focus()
        if isStart:
            self.lines.append("page: %s" % self.page.title())
        else:
            assert focus.role not in ("RootWebArea", "WebArea"), "the focus is lost after:\n" + "\n".join(self.lines)
        entered = [one for one in focus.containers if one not in self.containers]
        if str(focus) != self.last and not isStart:
            self.lines += ["enters: %s" % one for one in entered] + ["focus: %s" % focus]
        self.containers, self.last = focus.containers, str(focus)
        news = self.said()[self.heard:]
        self.heard += len(news)
        self.lines += ["says %s: %s" % (how, text) for how, text, _ in news]
        if not isStart:
            assert len(news) <= 1, "more than one announcement:\n" + "\n".join(self.lines)

    def at_most_one_in_five_seconds(self):
        times = [at for _, _, at in self.said()]
        assert all(later - sooner >= 4_950 for sooner, later in zip(times, times[1:])), self.said()

    def keep(self, name):
        """Compares with what is kept; `JOURNEYS=write` keeps this one instead, to be read by a developer."""
        # The time of day is another in each run.
        text = re.sub(r"\b(?:[A-Z]\w+day )?\d{1,2}:\d\d(?: [AP]M)?", "(time)", "\n".join(self.lines) + "\n")
        kept = KEPT / (name + ".txt")
        if os.environ.get("JOURNEYS") == "write":
            kept.write_text(text)
        assert text == kept.read_text(), text
