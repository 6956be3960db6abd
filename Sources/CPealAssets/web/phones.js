// A virtual phone: its owner, its screen, and what a person can do with it.

import { sandbox } from "./api.js";
import { el, icon, initials, toggle } from "./dom.js";
import { makeInbox } from "./inbox.js";
import { announce, attempt, confirmed } from "./notice.js";
import { makePreferences } from "./preferences.js";
import { linkScreen, makeLockScreen } from "./screen.js";
import { ring } from "./sound.js";
import { clockTime } from "./time.js";

const PLATFORMS = { android: "Android", ios: "iPhone", web: "Browser" };
const PROVIDERS = { apns: "APNs", fcm: "FCM", expo: "Expo", webpush: "Web Push" };
const PERMISSIONS = { granted: "Allowed", provisional: "Quietly allowed", denied: "Not allowed",
  "not-determined": "Not asked yet" };

/** Makes one phone of a person. `shared` holds the app, the person, their calls and what the page offers. */
export function makePhone(phone, shared) {
  const { app, person, calls, clock, zone, number, config } = shared;
  const state = { online: true, installed: true, ...phone, first: true, screen: null, signature: "", badge: null,
    busy: false };
  const where = `${person.name}${number > 1 ? `, phone ${number}` : ""}`;

  const lock = makeLockScreen({ app, tap, openApp: () => open("inbox") });
  const when = () => ({ now: clock.now, zone: zone() });
  const inbox = makeInbox({ person: calls, config, when, changed: refresh, counted: (badge) => setBadge(badge) });
  const preferences = makePreferences({ person: calls, config, zone, saved: () => inbox.load() });
  const statusTime = el("span", {});
  const statusNet = el("span", { class: "status-net" });
  const view = el("div", { class: "view" }, lock.node);
  const home = el("button", { type: "button", class: "home", "aria-label": `${where}: back to the lock screen`,
    hidden: true, onclick: () => close() });
  const frame = el("div", { class: `frame ${phone.platform}` },
    el("div", { class: "status", "aria-hidden": "true" }, statusTime, el("span", { class: "camera" }), statusNet),
      view, home);
  const line = el("p", { class: "verdict" }, "Nothing has happened yet.");
  const permission = el("span", {});
  const tool = (label, glyph, work) =>
    el("button", { type: "button", class: "button small tool", "aria-label": `${label} of ${where}`, onclick: work },
      icon(glyph), el("span", {}, label));
  const why = el("button", { type: "button", class: "button small tool why", "aria-label": `Why? ${where}`,
    onclick: () => shared.why(person) }, "Why?");
  const menu = el("details", { class: "menu" });
  const node = el("article",
    { class: "phone", "aria-label": `${where}, ${PLATFORMS[phone.platform] ?? phone.platform}` },
    el("header", { class: "owner" },
      el("span", { class: "avatar", "aria-hidden": "true" }, initials(person.name)),
      el("div", { class: "owner-words" }, el("h3", {}, person.name), el("p", {}, person.note ?? ""),
        el("p", { class: "permission" }, permission)), menu),
    frame, line,
    el("div", { class: "tools" },
      tool("Inbox", "inbox", () => open("inbox")), tool("Preferences", "sliders", () => open("preferences")), why));

  view.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.view) close(); });
  drawMenu();
  drawState();

  function drawState() {
    const allowed = ["granted", "provisional"].includes(state.permission);
    permission.replaceChildren(icon(allowed ? "bell" : "bellOff"),
      `${PERMISSIONS[state.permission] ?? state.permission} · ${PLATFORMS[phone.platform] ?? phone.platform} · `
        + (PROVIDERS[phone.provider] ?? phone.provider));
    node.classList.toggle("unreachable", !state.online || !state.installed);
    statusNet.textContent = state.online ? "●●● 5G" : "no signal";
  }

  function stillness() {
    if (!state.installed) return "The app is not installed.";
    if (!state.online) return "Offline. Pushes wait at the provider.";
    return "";
  }

  function drawMenu() {
    const act = (work) => attempt(async () => { await work(); drawState(); await refresh(); drawMenu(); });
    const items = [];
    if (state.installed) {
      items.push(toggle({ label: "Offline", checked: !state.online, change: (wanted) => act(async () => {
        await sandbox.phone(state.phoneId, wanted ? "offline" : "online");
        state.online = !wanted;
      }) }));
      if (state.deviceId) {
        const allowed = state.permission === "granted";
        items.push(toggle({ label: "Allow notifications", checked: allowed, change: (wanted) => act(async () => {
          const next = wanted ? "granted" : "denied";
          await calls.changeDevice(state.deviceId, { permission: next });
          state.permission = next;
        }) }));
      }
      items.push(el("button", { type: "button", class: "menu-item", onclick: () => act(async () => {
        await sandbox.phone(state.phoneId, "uninstall");
        state.installed = false;
      }) }, "Uninstall the app"));
    } else {
      items.push(el("button", { type: "button", class: "menu-item", onclick: () => act(async () => {
        const fresh = await sandbox.addPhone({ app: app.app, user: person.user, provider: phone.provider,
          platform: phone.platform, permission: "granted", capabilities: phone.capabilities });
        Object.assign(state, { phoneId: fresh.phoneId, deviceId: fresh.deviceId, installed: true, online: true,
          permission: "granted" });
      }) }, "Install the app again"));
    }
    const inside = menu.contains(document.activeElement);
    menu.replaceChildren(el("summary", { "aria-label": `Phone of ${where}: more`, class: "icon-button" }, icon("dots")),
      el("div", { class: "menu-items" }, items));
    if (inside) (menu.querySelector(".menu-items button") ?? menu.firstChild).focus();
  }

  function show(content, title) {
    const bar = el("div", { class: "app-bar" },
      el("button", { type: "button", class: "icon-button", "aria-label": "Back to the lock screen",
        onclick: () => close() }, icon("back")),
      el("h4", { tabindex: "-1" }, title));
    view.replaceChildren(bar, el("div", { class: "app-view", tabindex: "0", role: "group",
      "aria-label": `${title} of ${where}` }, content));
    frame.classList.add("in-app");
    home.hidden = false;
    bar.querySelector("h4").focus({ preventScroll: true });
  }

  async function open(name) {
    state.view = name;
    show(name === "inbox" ? inbox.node : preferences.node, name === "inbox" ? app.name : "Notifications");
    if (name === "preferences") return preferences.load();
    await inbox.load();
    await attempt(opened);
    return refresh();
  }

  /** As an app does when it is opened: tells the server, and takes the number for its icon. */
  async function opened() {
    if ((await config()).hasInbox) setBadge((await calls.seen()).badge);
  }

  /** What the app itself writes on its icon counts until the next push brings a number. */
  function setBadge(badge) {
    state.badge = badge?.count ?? null;
    draw();
  }

  function close() {
    state.view = null;
    view.replaceChildren(lock.node);
    frame.classList.remove("in-app");
    home.hidden = true;
    focusLock();
  }

  const focusLock = () =>
    (lock.node.querySelector(".notice-open") ?? lock.node.querySelector(".app-icon")).focus({ preventScroll: true });

  async function tap(notification, action) {
    await attempt(async () => {
      const { link, kind } = await sandbox.tap(state.phoneId, notification.id, action?.id);
      if (action && kind !== "open-app") {
        confirmed(`“${action.title}”`, `${person.name} pressed it; the app stays closed.`);
        return;
      }
      state.view = "link";
      const { node: page, heading } = linkScreen(app, { ...notification, link });
      show(page, app.name);
      heading.focus({ preventScroll: true });
      await calls.mark(notification.id, "opened");
      await opened();
    });
    await refresh();
    if (document.activeElement === document.body && !state.view) focusLock();
  }

  async function refresh() {
    if (state.busy) return;
    state.busy = true;
    try {
      take(await sandbox.screen(state.phoneId));
    } finally {
      state.busy = false;
    }
  }

  function take(screen) {
    const signature = JSON.stringify(screen);
    const changed = signature !== state.signature;
    const shown = new Set(state.screen?.notifications.map(({ id, at }) => `${id} ${at}`));
    const isNew = screen.notifications.some(({ id, at }) => !shown.has(`${id} ${at}`));
    if (isNew || screen.badge !== state.screen?.badge) state.badge = null;
    state.signature = signature;
    state.screen = screen;
    const moved = screen.online !== state.online || screen.installed !== state.installed;
    Object.assign(state, { online: screen.online, installed: screen.installed });
    draw();
    if (changed) drawState();
    if (moved) drawMenu();
    if (changed && state.view === "inbox") inbox.load();
  }

  function draw() {
    statusTime.textContent = clockTime(clock.now, zone());
    if (!state.screen) return;
    const fresh = lock.draw({ ...state.screen, badge: state.badge ?? state.screen.badge },
      { ...when(), reachable: stillness() });
    if (!state.first && fresh.length) arrived(fresh);
    state.first = false;
  }

  function arrived(fresh) {
    for (const notification of fresh) announce(`${where}: ${notification.title}. ${notification.body ?? ""}`);
    ring(fresh[0].sound);
    frame.classList.remove("ringing");
    requestAnimationFrame(() => frame.classList.add("ringing"));
  }

  return {
    node, refresh, draw, user: person.user,
    setVerdict(text, tone) {
      line.className = `verdict ${tone}`;
      line.textContent = text;
    },
  };
}
