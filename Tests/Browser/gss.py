"""The event of the demo that has a board, its host and its participants."""

import requests
from playwright.sync_api import expect

from patience import PATIENCE, SETTLE_MS


BOARD = "/board.html?host=jordan&event=park-run"
EVENT = "/api/v1/events/park-run"
KEY = {"authorization": "Bearer sk_test_gss"}


def ask(demo):
    """Lets half an hour pass: the reminder is sent, one hour before the start."""
    demo.post("/sandbox/clock", {"advance": "PT31M"})
    demo.post("/sandbox/settle", {"timeoutMs": SETTLE_MS})


def board(page):
    """Opens the host's board, waits until it is live, and returns the component."""
    page.page.goto(page.demo.url + BOARD)
    shown = page.page.locator("peal-host-board")
    live(shown)
    return shown


def live(shown):
    """Waits until a board is followed: then what it shows comes from the server by itself, and no interval of its own."""
    expect(shown.get_by_text("Live", exact=True)).to_be_visible()


def row(shown, name):
    """A participant's row of a board."""
    return shown.get_by_role("row").filter(has=shown.page.get_by_role("button", name=name, exact=True))


def says(row, text, colour, **options):
    """Waits until a participant's reply is these words, with a dot of this colour (S0 AC4.3)."""
    words = row.get_by_role("cell").nth(2).get_by_text(text, exact=True)
    expect(words).to_be_visible(**options)
    # Themes have tints of their own: the dot is drawn, and what it looks like is named.
    red, green, blue, _ = words.evaluate("""one => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.fillStyle = getComputedStyle(one, '::before').backgroundColor;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    }""")
    most = max(red, green, blue)
    seen = ("gray" if most - min(red, green, blue) < 32 else "green" if green == most else "yellow" if green > .6 * red else "red")
    assert seen == colour, (text, red, green, blue)


def call(demo, method, path, body=None, user=None, status=200):
    """A call of the backend, or of a user; a status of None is any success."""
    identity = KEY
    if user:
        identity = {"authorization": "Bearer " + demo.post("/sandbox/tokens", {"app": "gss", "user": user})["jwt"]}
    answer = requests.request(method, demo.url + path, json=body, headers=identity, timeout=PATIENCE)
    assert answer.status_code == status or status is None and answer.ok, (path, answer.status_code, answer.text)
    return answer.json() if answer.content else None


def reply(demo, user, **words):
    return call(demo, "POST", EVENT + "/eta", words, user=user)


def check_in(demo, user, status="checked-in"):
    """Changes the RSVP, as the app's backend does."""
    call(demo, "PUT", "/api/v1/entities/event/park-run/members/" + user, {"role": "participant", "status": status},
         status=None)


class Phone:
    """A virtual phone of a user; its app is not running."""

    def __init__(self, demo, user):
        self.demo = demo
        state = demo.get("/demo/state?app=gss")
        self.id = next(phone["phoneId"] for phone in state["phones"] if phone["user"] == user)

    def notifications(self):
        return self.demo.get("/sandbox/phones/%s/screen" % self.id)["notifications"]

    def reminder(self):
        """What it shows with buttons."""
        return next(shown for shown in self.notifications() if shown.get("actions"))

    def tap(self, action):
        """Taps a button of the reminder."""
        return self.demo.post("/sandbox/phones/%s/tap" % self.id, {"notification": self.reminder()["id"], "action": action})
