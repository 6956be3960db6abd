"""A user's way from end to end: the server, the site with Peal's client, a browser with its service worker.

The browser's own push service cannot be reached here. The subscription belongs to the simulated one, which checks and decrypts
what Peal sends; Chromium's protocol then delivers it (`ServiceWorker.deliverPushMessage`).
"""

import json

import pytest
from playwright.sync_api import expect

from gss import live, row, says
from gss_site import SUBSCRIPTION, Browser

KUDOS = {"from": "Dana", "message": "Thanks for setting up!"}


@pytest.fixture
def visit(browser, site):
    """Opens browsers of users; at the end none of their pages may have reported an error."""
    opened = []

    def visit(user, **options):
        opened.append(Browser(browser, site, user, **options))
        return opened[-1]

    yield visit
    for one in opened:
        one.close()


def kudos_switch(page):
    return page.locator("peal-preferences").get_by_role("switch", name="Kudos")


def test_user_enables_disables_notification_category_receives_doesnt_receive_notification(visit, site):
    """S0: "User enables/disables notification category → receives/doesn't receive notification"."""
    ann = visit("ann")
    page = ann.open("/settings/notifications")
    ann.registered(page)
    expect(kudos_switch(page)).to_be_checked()

    kudos_switch(page).click()
    expect(page.get_by_text("Saved")).to_be_visible()
    site.peal.trigger("kudos", "ann", KUDOS)
    assert ann.pushes() == []

    site.peal.advance()
    kudos_switch(page).click()
    ann.until(page, "peal.preferences.view.get().value.categories.kudos.enabled && !peal.preferences.view.get().saving.length")
    ann.worker.alone()
    site.peal.trigger("kudos", "ann", KUDOS)
    [push] = ann.deliver()
    assert push["title"] == "Dana sent you kudos"
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    ann.worker.shows(["Dana sent you kudos"], "title")


def test_user_submits_late_eta_via_quick_reply_host_sees_updated_status_in_dashboard(visit, site):
    """S0: "User submits late ETA via quick-reply → host sees updated status in dashboard"."""
    starts = site.peal.event("run", "jordan", ["ann"])
    ann, jordan = visit("ann"), visit("jordan")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))

    board = jordan.open("/events/run/eta").locator("peal-host-board")
    live(board)
    expect(board.get_by_text("No response").first).to_be_visible()
    [shown] = ann.worker.shown()
    assert [title for _, title in shown["actions"]] == ["On time ✓", "More…"]

    # The browser has two buttons: "+10 min" is behind "More…", on a page of the site.
    assert ann.worker.press(shown["id"], "peal-more")["opened"] == [site.url + "/events/run/eta"]
    page = ann.open("/events/run")
    ann.until(page, "window.more && more.actions.length === 5")
    result = page.evaluate("() => peal.replies.take(more.id, more.actions.find(action => action.id === 'late-10'))")
    assert (result["status"], result["confirmation"]) == ("sent", "Host notified you're running 10 min late")
    expect(board.get_by_text("+10 min late").first).to_be_visible()


def test_a_click_on_10_min_late_reaches_the_hosts_board(visit, site):
    """S0.AC3.2, AC3.6, AC4.3: the user opens "More…" of the reminder and clicks one of the five replies; the host's board changes."""
    starts = site.peal.event("run", "jordan", ["ann", "bob"])
    ann, jordan = visit("ann"), visit("jordan")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    board = jordan.open("/events/run/eta").locator("peal-host-board")
    live(board)
    says(row(board, "Ann"), "No response", "gray")
    [shown] = ann.worker.shown()
    ann.worker.press(shown["id"], "peal-more")
    # The page that opens takes the tap and shows its screen; only then does the user go to the event.
    ann.until(ann.open("/"), "opened.length === 1")
    page = ann.open("/events/run")
    replies = page.locator("peal-quick-reply").get_by_role("button")
    expect(replies).to_have_text(["On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗"])
    replies.filter(has_text="10 min late").click()
    expect(page.locator("peal-quick-reply").get_by_role("status").filter(has_text="Host notified you're running 10 min late")).to_be_visible()
    says(row(board, "Ann"), "+10 min late", "yellow")
    says(row(board, "Bob"), "No response", "gray")
    expect(board.get_by_text("1 running late").first).to_be_visible()


def test_a_button_with_no_page_open_reaches_the_hosts_board(visit, site):
    """S0.AC3.3 and R193: the first button, pressed while nothing of the site is open."""
    starts = site.peal.event("run", "jordan", ["ann"])
    ann, jordan = visit("ann"), visit("jordan")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    board = jordan.open("/events/run/eta").locator("peal-host-board")
    live(board)
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    ann.worker.alone()
    ann.worker.press(site.peal.inbox("ann")["items"][0]["id"], "on-time")
    expect(board.get_by_text("1 on time").first).to_be_visible()
    ann.worker.shows(["Host notified you're on time"], "title")
    assert site.peal.inbox("ann")["items"][0]["readAt"]


def test_user_opens_notification_navigates_to_correct_screen_mark_as_read(visit, site):
    """S0: "User opens notification → navigates to correct screen → mark as read"."""
    ann = visit("ann")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    site.peal.trigger("kudos", "ann", KUDOS)
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    [item] = site.peal.inbox("ann")["items"]
    ann.worker.alone()
    assert ann.worker.press(item["id"])["opened"] == [site.url + "/kudos"]

    # What the browser does now: it opens this address.
    page = ann.open("/kudos")
    ann.until(page, "opened.length === 1")
    assert page.evaluate("opened.map(({ path, route, isFallback, notification }) => [path, route, isFallback, notification])") == [
        ["/kudos", "/kudos", False, item["id"]]]
    expect(page.locator("h1")).to_have_text("Screen /kudos")
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("readAt"))
    assert site.peal.inbox("ann")["unreadCount"] == 0


def test_user_denies_notification_permission_fallback_to_in_app_notifications_works(visit, site):
    """S0: "User denies notification permission → fallback to in-app notifications works"."""
    ann = visit("ann", permission="not-determined")
    # The prompt is the browser's own; its answer is given by the protocol.
    ann.context.add_init_script("Notification.requestPermission = () => new Promise(answer => { window.answerPrompt = answer; })")
    page = ann.open("/settings/notifications")
    prompt = page.locator("peal-permission")
    expect(prompt).to_contain_text("Allow notifications so that we can remind you of your events and you can say when you arrive.")
    prompt.get_by_role("button", name="Allow", exact=True).click()
    ann.until(page, "window.answerPrompt")
    ann.permit("denied")
    page.evaluate("answerPrompt(Notification.permission)")
    ann.until(page, "peal.permission.view.get().state === 'denied'")
    expect(page.locator("peal-preferences").get_by_text("Denied", exact=True)).to_be_visible()

    site.peal.trigger("kudos", "ann", KUDOS)
    why = site.peal.call("GET", "/api/v1/why?user=ann&type=kudos")["items"][0]
    assert why["channels"]["inApp"]["outcome"] == "shown"
    expect(page.locator("peal-toast").get_by_text("Dana sent you kudos")).to_be_visible()
    expect(page.locator("peal-bell").get_by_role("button", name="Notifications, 1 new")).to_be_visible()
    page.goto(site.url + "/notifications")
    expect(page.locator("peal-inbox").get_by_text("Dana sent you kudos")).to_be_visible()


def test_a_preference_toggled_offline_is_synced(visit, site):
    """S0.AC1.9, R079."""
    ann = visit("ann")
    page = ann.open("/settings/notifications")
    ann.registered(page)
    expect(kudos_switch(page)).to_be_checked()
    ann.context.set_offline(True)
    kudos_switch(page).click()
    expect(page.get_by_text("You are offline. Your changes are kept on this device")).to_be_visible()
    expect(kudos_switch(page)).not_to_be_checked()
    assert site.peal.call("GET", "/api/v1/users/me/notification-preferences", user="ann")["categories"]["kudos"]["enabled"]
    ann.context.set_offline(False)
    ann.worker.until(lambda: not site.peal.call(
        "GET", "/api/v1/users/me/notification-preferences", user="ann")["categories"]["kudos"]["enabled"])
    expect(page.get_by_text("You are offline")).not_to_be_visible()


def test_two_tabs_share_one_stream(visit, site):
    ann = visit("ann")
    first = ann.open("/notifications")
    ann.until(first, "window.peal && peal.live.mode.get() === 'live'")
    second = ann.open("/notifications")
    ann.until(second, "window.peal && peal.live.mode.get() === 'live'")
    assert site.peal.metric("peal_streams ") == 1
    site.peal.trigger("kudos", "ann", KUDOS)
    for page in (first, second):
        expect(page.locator("peal-inbox").get_by_text("Dana sent you kudos")).to_be_visible()

    # The tab that held the stream closes; the other one goes on, and misses nothing.
    first.close()
    site.peal.trigger("kudos", "ann", {"from": "Ben", "message": "And again"})
    expect(second.locator("peal-inbox").get_by_text("Ben sent you kudos")).to_be_visible()
    ann.until(second, "peal.live.mode.get() === 'live'")
    assert site.peal.metric("peal_streams ") == 1


def test_a_reply_on_a_page_reaches_the_board_in_a_second_window(visit, site):
    starts = site.peal.event("run", "jordan", ["ann"])
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    board = visit("jordan").open("/events/run/eta").locator("peal-host-board")
    expect(board.get_by_text("No response").first).to_be_visible()
    page = visit("ann").open("/events/run")
    page.locator("peal-quick-reply").get_by_role("button", name="15 min late").click()
    expect(page.locator("peal-quick-reply").get_by_text("Host notified you're running 15 min late")).to_be_visible()
    expect(board.get_by_text("+15 min late").first).to_be_visible()


def test_a_browser_becomes_a_device_with_its_subscription(visit, site):
    """R001, R002, R017, R138."""
    ann = visit("ann")
    page = ann.open("/")
    ann.registered(page)
    assert page.evaluate("localStorage.getItem('subscribed')") == "[true,65]"
    [device] = site.peal.call("GET", "/api/v1/users/me/devices", user="ann")["items"]
    assert (device["provider"], device["platform"], device["permission"], device["locale"]) == ("webpush", "web", "granted", "en")
    # Neither token nor device key is where a script of another origin, or a person at the screen, would look.
    assert page.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage).filter(key => /jwt|token/.test(key))]") == [["subscribed"], []]


@pytest.mark.parametrize("is_same", [True, False])
def test_a_subscription_is_kept_unless_the_servers_key_has_changed(visit, site, is_same):
    """R004: a new VAPID key makes a new subscription; the browser refuses two with different keys."""
    ann = visit("ann")
    key = site.peal.call("GET", "/api/v1/client-config", user="ann")["webPush"]["publicKey"]
    ann.context.add_init_script("""(() => {
      const bytes = Uint8Array.from(atob('%s'.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
      const subscribe = PushManager.prototype.subscribe;
      window.calls = [];
      let old = { endpoint: 'https://127.0.0.1/old', options: { applicationServerKey: bytes.buffer },
        unsubscribe: async () => { window.calls.push('unsubscribe'); old = null; return true; } };
      if (%s) old.toJSON = () => window.kept;
      PushManager.prototype.getSubscription = async () => old;
      PushManager.prototype.subscribe = async options => {
        window.calls.push(old ? 'refused' : 'subscribe');
        const made = await subscribe.call(null, options);
        return made;
      };
      window.kept = %s;
      if (!%s) bytes[64] ^= 1;
    })()""" % (key, str(is_same).lower(), json.dumps(ann.phone["subscription"]), str(is_same).lower()))
    page = ann.open("/")
    ann.registered(page)
    assert page.evaluate("calls") == ([] if is_same else ["unsubscribe", "subscribe"])
    [device] = site.peal.call("GET", "/api/v1/users/me/devices", user="ann")["items"]
    assert device["id"] == ann.phone["deviceId"]


def test_a_prompt_needs_a_gesture(visit, site):
    ann = visit("ann", permission="not-determined")
    ann.context.add_init_script("window.prompts = 0; Notification.requestPermission = async () => { window.prompts += 1; return 'default'; }")
    page = ann.open("/settings/notifications")
    ann.until(page, "window.peal && peal.config.get()")
    page.wait_for_timeout(100)
    # The protocol evaluates as if the user had pressed something, unless a timer comes between.
    page.evaluate("() => new Promise(done => setTimeout(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }) && done()))")
    assert page.evaluate("peal.permission.ask()") == "not-determined"
    assert page.evaluate("prompts") == 0


def test_a_push_in_the_foreground_is_a_banner_and_in_the_background_a_notification(visit, site):
    """R130, R133."""
    ann = visit("ann")
    page = ann.open("/notifications")
    ann.registered(page)
    ann.until(page, "peal.live.mode.get() === 'live'")
    page.bring_to_front()
    site.peal.trigger("kudos", "ann", KUDOS)
    ann.deliver()
    banner = page.locator("peal-toast").get_by_role("button", name="Dana sent you kudos")
    expect(banner).to_be_visible()
    expect(banner).to_have_count(1)
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    assert ann.worker.shown() == []
    banner.click()
    expect(page.locator("h1")).to_have_text("Screen /kudos")
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("readAt"))


def test_a_tap_takes_the_open_page_to_the_screen(visit, site):
    ann = visit("ann")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    site.peal.trigger("kudos", "ann", KUDOS)
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    page = ann.open("/settings/notifications")
    ann.until(page, "window.peal && peal.config.get()")
    [item] = site.peal.inbox("ann")["items"]
    outcome = ann.worker.press(item["id"])
    assert (outcome["opened"], outcome["focused"]) == ([], [site.url + "/settings/notifications"])
    expect(page.locator("h1")).to_have_text("Screen /kudos")
    assert page.evaluate("opened.length") == 1


def test_a_malformed_push_is_claimed_in_the_audit(visit, site):
    """R149: the worker has no session, so the page claims it when it starts."""
    ann = visit("ann")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    ann.worker.push({"title": "x", "peal": {"v": 1, "op": "show"}})
    ann.worker.until(lambda: any("handover" in key for key in ann.worker.keys()))
    ann.open("/notifications")
    ann.worker.until(lambda: site.peal.call("GET", "/api/v1/audit?user=ann&action=malformed")["items"])
    assert ann.worker.shown() == []


def test_a_subscription_that_changes_while_the_session_has_expired(visit, site):
    """R004: the worker replaces the address by the device's key; the token of the user is of no use any more."""
    ann = visit("ann")
    ann.registered(ann.open("/"))
    ann.worker.alone()
    site.peal.call("DELETE", "/api/v1/users/ann/tokens")
    phone = site.peal.call("POST", "/sandbox/phones", {"app": "gss", "user": "other", "provider": "webpush", "platform": "web"})
    # An address that another user has moves only with a session.
    site.peal.call("DELETE", "/api/v1/users/other")
    script = ann.worker.script()
    script.evaluate("(%s)" % SUBSCRIPTION, phone["subscription"])
    script.evaluate("() => { self.localStorage = { setItem() {} }; }")
    script.evaluate("""async () => {
      const event = new ExtendableEvent('pushsubscriptionchange');
      const work = [];
      event.waitUntil = promise => work.push(promise);
      self.dispatchEvent(event);
      await Promise.all(work);
    }""")
    site.peal.trigger("kudos", "ann", KUDOS)
    pushes = site.peal.call("GET", "/sandbox/pushes?provider=webpush")["items"]
    assert [push["phoneId"] for push in pushes] == [phone["phoneId"]]


def test_signing_out_leaves_nothing_behind(visit, site):
    """R005."""
    ann = visit("ann")
    page = ann.open("/")
    ann.registered(page)
    site.peal.trigger("kudos", "ann", KUDOS)
    page.goto("about:blank")
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    page.goto(site.url + "/notifications")
    ann.registered(page)
    assert len(ann.worker.shown()) == 1
    page.evaluate("() => { document.cookie = 'user=; max-age=0'; return peal.signOut(); }")
    ann.worker.until(lambda: site.peal.call("GET", "/api/v1/users/ann/devices")["items"] == [])
    ann.worker.shows([])
    kept = page.evaluate("() => peal.inbox.view.get().items.length")
    assert kept == 0
    assert not [key for key in ann.worker.keys() if "user:" in key or "device" in key or "handover" in key], ann.worker.keys()


def test_signing_out_in_one_tab_signs_out_the_others(visit, site):
    """R005: another tab has a token of its own, and neither shows the inbox any more nor registers the browser again."""
    ann = visit("ann")
    site.peal.trigger("kudos", "ann", KUDOS)
    pages = [ann.open("/notifications"), ann.open("/notifications")]
    for page in pages:
        ann.until(page, "window.peal && peal.inbox.view.get().items.length === 1 && peal.devices.state.get().id")
    # As sites do: the session of the site ends after Peal's.
    pages[0].evaluate("() => peal.signOut().then(() => { document.cookie = 'user=; max-age=0'; })")
    ann.until(pages[1], "!peal.inbox.view.get().items.length && peal.live.mode.get() === 'stopped'")
    pages[1].evaluate("() => peal.resumed()")
    assert site.peal.call("GET", "/api/v1/users/ann/devices")["items"] == []
    ann.worker.until(lambda: not [key for key in ann.worker.keys() if "user:" in key or "device" in key])


def test_another_user_in_one_tab_is_the_user_of_all(visit, site):
    site.peal.call("PUT", "/api/v1/users/bea", {"name": "Bea", "locale": "en"})
    ann = visit("ann")
    pages = [ann.open("/notifications"), ann.open("/notifications")]
    for page in pages:
        ann.registered(page)
    ann.sign_in("bea")
    pages[0].reload()
    ann.worker.until(lambda: site.peal.call("GET", "/api/v1/users/bea/devices")["items"])
    site.peal.trigger("kudos", "bea", KUDOS)
    expect(pages[1].locator("peal-inbox").get_by_text("Dana sent you kudos")).to_be_visible()
    ann.worker.until(lambda: len(site.peal.call("GET", "/api/v1/users/bea/devices")["items"]) == 1)
    assert site.peal.call("GET", "/api/v1/users/ann/devices")["items"] == []


def test_a_worker_of_the_site_without_peal_is_not_replaced(visit, site):
    site.server.files["/own-worker.js"] = "self.addEventListener('fetch', () => {})"
    ann = visit("ann")
    blank = ann.open("/blank")
    blank.evaluate("() => navigator.serviceWorker.register('/own-worker.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    lines = []
    page = ann.context.new_page()
    page.on("console", lambda message: lines.append(message.text))
    page.goto(site.url + "/notifications")
    ann.worker.until(lambda: any("worker-without-peal" in line for line in lines))
    script = "() => navigator.serviceWorker.getRegistration('/').then(found => found.active.scriptURL)"
    assert page.evaluate(script) == site.url + "/own-worker.js"
    # Everything else works: the inbox is live without pushes.
    ann.until(page, "peal.live.mode.get() === 'live'")


def test_a_worker_of_the_site_with_peal_in_it_is_used(visit, site):
    site.server.files["/own-worker.js"] = "importScripts('%s/peal-sw.js');self.addEventListener('fetch', () => {})" % site.peal.url
    ann = visit("ann")
    ann.open("/blank").evaluate("() => navigator.serviceWorker.register('/own-worker.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    page = ann.open("/notifications")
    ann.registered(page)
    script = "() => navigator.serviceWorker.getRegistration('/').then(found => found.active.scriptURL)"
    assert page.evaluate(script) == site.url + "/own-worker.js"


def test_a_page_that_the_browser_kept_is_live_again(visit, site):
    """A page in the back/forward cache: its connection ends when it is left, and it starts again on return."""
    ann = visit("ann")
    page = ann.open("/notifications")
    ann.until(page, "window.peal && peal.live.mode.get() === 'live'")
    page.goto(site.url + "/blank")
    site.peal.trigger("kudos", "ann", KUDOS)
    page.go_back()
    expect(page.locator("peal-inbox").get_by_text("Dana sent you kudos")).to_be_visible()
    ann.until(page, "peal.live.mode.get() === 'live'")


def test_a_browser_behind_fcm_draws_data_messages_with_buttons(visit, site):
    """P3: the device says that it draws; the server sends data alone; the worker shows it with buttons."""
    starts = site.peal.event("run", "jordan", ["ann"])
    token = site.peal.fcm_token()
    site.server.files["/kudos"] = site.server.files["/blank"]
    ann = visit("ann")
    page = ann.open("/kudos")
    page.evaluate("""async ([script, app, baseUrl, token]) => {
      const { configure } = await import(script);
      window.peal = configure({ app, baseUrl, tokenUrl: '/peal/token', fcmToken: async () => token });
    }""", [site.script, "gss", site.peal.url, token])
    ann.registered(page)
    devices = site.peal.call("GET", "/api/v1/users/me/devices", user="ann")["items"]
    assert [device["capabilities"] for device in devices if device["provider"] == "fcm"] == [{"draws": "granted"}]
    ann.worker.alone()
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    ann.worker.until(lambda: "eta-request" in json.dumps(site.peal.fcm_messages()[-1]))
    message = site.peal.fcm_messages()[-1]
    assert "notification" not in message and "notification" not in message.get("webpush", {})
    ann.worker.push({"from": "1", "data": message["data"]})
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    [shown] = ann.worker.shown()
    assert [title for _, title in shown["actions"]] == ["On time ✓", "More…"]


def test_more_on_a_hosted_page_answers_without_a_session(visit, site):
    """R192: a team without a front end; the tab with the session is closed, and "More…" opens the five replies all the same."""
    starts = site.peal.event("run", "jordan", ["ann"])
    ann, jordan = visit("ann", origin=site.peal.url), visit("jordan")
    ann.worker.scope, ann.worker.blank = site.peal.url + "/p/gss/", "/peal-icon.svg"
    ticket = site.peal.call("POST", "/api/v1/users/ann/page-tickets", {"page": "inbox"})
    page = ann.open(ticket["path"])
    ann.worker.until(lambda: len(site.peal.call("GET", "/api/v1/users/ann/devices")["items"]) == 1 and ann.worker.registrations)
    page.wait_for_timeout(500)
    ann.worker.alone()
    board = jordan.open("/events/run/eta").locator("peal-host-board")
    live(board)
    site.peal.trigger("eta-request", "ann", {"host": "Jordan", "event": "Lunch run", "startsAt": starts}, "event/run")
    ann.deliver()
    ann.worker.until(lambda: site.peal.inbox("ann")["items"][0].get("deliveredAt"))
    assert ann.worker.press(site.peal.inbox("ann")["items"][0]["id"], "peal-more")["opened"] == [site.peal.url + "/p/gss/inbox#reply"]

    page = ann.open("/p/gss/inbox#reply")
    replies = page.locator("peal-quick-reply").get_by_role("group").get_by_role("button")
    expect(replies).to_have_text(["On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗"])
    replies.nth(3).click()
    expect(page.get_by_text("Host notified you're running 15 min late")).to_be_visible()
    expect(board.get_by_text("+15 min late").first).to_be_visible()
