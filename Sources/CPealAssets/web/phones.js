// A virtual phone or browser: its owner, its screen, what became of the latest event, and what its user can do.

import { sandbox } from "./api.js";
import { el, icon, initials } from "./dom.js";
import { makeInbox } from "./inbox.js";
import { makeMenu } from "./menu.js";
import { announce, attempt, confirmed, failed } from "./notice.js";
import { makePreferences } from "./preferences.js";
import { linkScreen, makeScreen } from "./screen.js";
import { openSheet } from "./sheet.js";
import { ring } from "./sound.js";
import { clockTime } from "./time.js";
import { PROVIDERS } from "./words.js";

/** A notification with more buttons than these needs a screen of the height of two. */
const LOW_ACTIONS = 3;
const MARKS = { good: "check", hold: "pause", stop: "close", idle: "bellOff", none: "minus" };

/** Makes a phone of a user. `shared` holds the app, the user, their calls and what the page offers. */
export function makePhone(first, shared) {
  const { app, user, calls, clock, zone, config, kind } = shared;
  const phone = { state: first, user, rank: 9, badge: null, isNew: true, signature: "", link: null };
  const where = `${user.name}’s ${kind}`;

  const screen = makeScreen({ app, tap });
  const time = el("span", {});
  const net = el("span", { class: "status-net" });
  const view = el("div", { class: "view" }, screen.node);
  const badge = el("span", { class: "badge", hidden: true });
  const inboxButton = el("button", { type: "button", class: "dock-button", onclick: openInbox },
    el("span", { class: "app-icon", "aria-hidden": "true" }, initials(app.name), badge), el("span", {}, "Inbox"));
  const settings = el("button", { type: "button", class: "dock-button", onclick: openPreferences,
    "aria-label": `Settings of ${where}` }, icon("sliders"), el("span", {}, "Settings"));
  const bar = first.platform === "web"
    ? el("div", { class: "browser-bar", "aria-hidden": "true" }, el("i"), el("i"), el("i"),
      el("span", { class: "address" }, `${app.name.toLowerCase().replaceAll(" ", "-")}.example`), net)
    : el("div", { class: "status", "aria-hidden": "true" }, time, net);
  const frame = el("div", { class: `frame ${first.platform}` }, bar, view,
    el("div", { class: "dock" }, inboxButton, settings));
  const mark = el("span", { class: "mark" });
  const text = el("strong", {});
  const detail = el("span", { class: "outcome-detail" });
  const foot = el("div", { class: "verdict none" }, mark, el("p", {}, text, detail),
    el("button", { type: "button", class: "button why", "aria-label": `Why? ${where}`,
      onclick: () => shared.why(user) }, "Why?"));
  const menu = makeMenu({ app, user, calls, phone, where, changed: shared.changed });
  const node = el("article", { class: "phone", tabindex: "-1", "aria-label": where },
    el("header", { class: "owner" },
      el("h3", {}, user.name, shared.isOnly ? null : el("span", { class: "hint" }, kind)),
      el("p", { class: "hint" }, user.note ?? ""), menu.node),
    frame, foot);

  view.addEventListener("keydown", (event) => { if (event.key === "Escape" && phone.link) close(); });
  const inbox = makeInbox({ user: calls, config, when: () => ({ now: clock.now, zone: zone() }),
    changed: shared.changed, counted: setBadge });

  function openInbox() {
    openSheet({ title: `Inbox of ${user.name}`, hint: `${app.name} on ${first.platform === "web" ? `the ${kind.toLowerCase()}` : `the ${kind}`}`,
      content: inbox.node, onClose: () => { phone.inboxOpen = false; } });
    phone.inboxOpen = true;
    return attempt(async () => {
      await inbox.load();
      await opened();
      await shared.changed();
    });
  }

  function openPreferences() {
    const preferences = makePreferences({ user: calls, config, zone, saved: () => shared.changed() });
    openSheet({ title: `Settings of ${user.name}`, hint: `Notification preferences in ${app.name}`,
      content: preferences.node });
    return preferences.load();
  }

  /** As an app does when it is opened: tells the server, and takes the number for its icon. */
  async function opened() {
    if ((await config()).hasInbox) setBadge((await calls.seen()).badge);
  }

  /** What the app itself writes on its icon counts until the next push brings a number. */
  function setBadge(value) {
    phone.badge = value?.count ?? null;
    draw();
  }

  function close() {
    phone.link = null;
    view.replaceChildren(screen.node);
    frame.classList.remove("in-app");
    (screen.node.querySelector(".notice-open") ?? inboxButton).focus({ preventScroll: true });
  }

  async function tap(notification, action) {
    await attempt(async () => {
      const { link, kind: does, reply } = await sandbox.tap(phone.state.phoneId, notification.id, action?.id);
      // A reply opens a page only where it leads to one, such as the page that cancels.
      if (action && does !== "open-app" && !(reply?.status < 300 && reply.body.link)) {
        if (reply?.status >= 300) failed({ title: `“${action.title}” was not accepted`, detail: reply.body.detail });
        else told(action, reply);
        return;
      }
      phone.link = link;
      const page = linkScreen({ ...notification, link }, where, close);
      view.replaceChildren(page.node);
      frame.classList.add("in-app");
      page.heading.focus({ preventScroll: true });
      // What an app shows by itself is nothing to the server.
      if (!notification.id.startsWith("local-") && !action) await calls.mark(notification.id, "opened");
      await opened();
    });
    await shared.changed();
  }

  /** Says what became of a reply; one without an answer waits for the network. */
  function told(action, reply) {
    const waits = !reply && !phone.state.online;
    shared.replied({ name: user.name, title: action.title, at: clock.now, waits });
    if (waits) confirmed(`“${action.title}” saved`, "Sent when the phone is back.");
    else confirmed(`“${action.title}” sent`, `${user.name} answered without opening the app.`);
  }

  /** Takes the phone as the server has it now. */
  function take(fresh) {
    const signature = JSON.stringify(fresh);
    const changed = signature !== phone.signature;
    const shown = new Set(phone.state.screen?.notifications.map(({ id, at }) => `${id} ${at}`));
    const isNews = fresh.screen.notifications.some(({ id, at }) => !shown.has(`${id} ${at}`));
    if (isNews || fresh.screen.badge !== phone.state.screen?.badge) phone.badge = null;
    const replaced = fresh.phoneId !== phone.state.phoneId;
    phone.signature = signature;
    phone.state = fresh;
    draw();
    if (!changed) return;
    if (replaced && phone.link) close();
    menu.draw();
    if (phone.inboxOpen) inbox.load();
  }

  function stillness() {
    if (!phone.state.installed) return "App not installed";
    if (!phone.state.online) return "Offline";
    return ["granted", "provisional"].includes(phone.state.permission) ? "No notifications" : "Notifications blocked";
  }

  function draw() {
    const { state } = phone;
    time.textContent = clockTime(clock.now, zone());
    const allowed = ["granted", "provisional"].includes(state.permission);
    const service = first.platform === "web" ? "" : PROVIDERS[state.provider] ?? "";
    net.replaceChildren(allowed ? "" : icon("bellOff"), state.online ? service : "Offline");
    node.classList.toggle("unreachable", !state.online || !state.installed);
    if (!state.screen) return;
    const count = (phone.badge ?? Number(state.screen.badge)) || 0;
    badge.hidden = count === 0;
    badge.textContent = count > 99 ? "99+" : String(count);
    inboxButton.setAttribute("aria-label", `Inbox of ${where}${count ? `, badge ${count}` : ""}`);
    node.classList.toggle("tall", state.screen.notifications.some(({ actions }) => (actions ?? []).length > LOW_ACTIONS));
    const fresh = screen.draw(state.screen, { now: clock.now, zone: zone(), still: stillness() });
    if (!phone.isNew && fresh.length) arrived(fresh);
    phone.isNew = false;
  }

  function arrived(fresh) {
    for (const notification of fresh) announce(`${where}: ${notification.title}. ${notification.body ?? ""}`);
    ring(fresh[0].sound);
    frame.classList.remove("ringing");
    requestAnimationFrame(() => frame.classList.add("ringing"));
  }

  /** Writes what became of the latest event under the screen. */
  function setOutcome(outcome) {
    phone.rank = outcome.rank;
    const signature = JSON.stringify(outcome);
    if (foot.dataset.outcome === signature) return;
    foot.dataset.outcome = signature;
    foot.className = `verdict ${outcome.tone}`;
    mark.replaceChildren(icon(MARKS[outcome.tone]));
    text.textContent = outcome.text;
    detail.textContent = outcome.detail;
  }

  function highlight() {
    node.focus({ preventScroll: true });
    node.classList.remove("found");
    requestAnimationFrame(() => node.classList.add("found"));
  }

  draw();
  return Object.assign(phone, { node, take, draw, setOutcome, highlight });
}
