// The lock screen: what the virtual device shows now, kept in step without touching what did not change.

import { el, icon, initials } from "./dom.js";
import { ago, clockTime, longDay } from "./time.js";

/** Makes a lock screen. `tap(notification, action)` is called for presses, `openApp` for the app icon. */
export function makeLockScreen({ app, tap, openApp }) {
  const time = el("p", { class: "lock-time" });
  const day = el("p", { class: "lock-day" });
  const list = el("ul", { class: "notices", "aria-label": "Notifications on the lock screen" });
  const still = el("p", { class: "still" });
  const badge = el("span", { class: "badge", hidden: true });
  const dock = el("button", { type: "button", class: "app-icon", onclick: openApp },
    el("span", { class: "app-glyph", "aria-hidden": "true" }, initials(app.name)), badge);
  const node = el("div", { class: "lock" }, time, day, list, still, el("div", { class: "dock" }, dock));
  const shown = new Map();

  function draw(screen, { now, zone, reachable }) {
    time.textContent = clockTime(now, zone);
    day.textContent = longDay(now, zone);
    const notifications = [...(screen.notifications ?? [])].sort((one, other) =>
      Date.parse(other.at) - Date.parse(one.at));
    const fresh = keep(notifications);
    for (const notification of notifications) {
      shown.get(notification.id).when.textContent = ago(notification.at, now, zone);
    }
    still.hidden = notifications.length > 0;
    still.textContent = reachable;
    const count = Number(screen.badge) || 0;
    badge.hidden = count === 0;
    badge.textContent = count > 99 ? "99+" : String(count);
    dock.setAttribute("aria-label", count ? `Open ${app.name}, badge ${count}` : `Open ${app.name}`);
    return fresh;
  }

  function keep(notifications) {
    const present = new Set(notifications.map((notification) => notification.id));
    for (const [id, entry] of shown) {
      if (present.has(id)) continue;
      entry.node.remove();
      shown.delete(id);
    }
    const fresh = [];
    notifications.forEach((notification, index) => {
      const { at, ...content } = notification;
      const signature = JSON.stringify(content);
      let entry = shown.get(notification.id);
      if (entry?.signature !== signature || entry.at !== at) {
        entry?.node.remove();
        entry = { ...notice(notification), signature, at };
        shown.set(notification.id, entry);
        fresh.push(notification);
      }
      if (list.children[index] !== entry.node) list.insertBefore(entry.node, list.children[index] ?? null);
    });
    return fresh;
  }

  function notice(notification) {
    const when = el("span", { class: "notice-when" });
    const audible = notification.sound && notification.sound !== "none";
    const sound = audible
      ? el("span", { class: "notice-sound" }, icon("note"), el("span", { class: "visually-hidden" }, "Sound: "),
        notification.sound)
      : el("span", { class: "notice-sound" }, icon("bellOff"), "no sound");
    const open = el("button", { type: "button", class: "notice-open", onclick: () => tap(notification, null) },
      el("span", { class: "notice-head" },
        el("span", { class: "notice-glyph", "aria-hidden": "true" }, initials(app.name)),
        el("span", { class: "notice-app" }, app.name), sound, when),
      el("strong", { class: "notice-title" }, notification.title),
      notification.body ? el("span", { class: "notice-body" }, notification.body) : null,
    );
    const actions = (notification.actions ?? []).map((action) =>
      el("button", { type: "button", class: "notice-action", onclick: () => tap(notification, action) }, action.title));
    const node = el("li", { class: "notice" }, open, actions.length ? el("div", { class: "notice-actions" }, actions)
      : null);
    return { node, when };
  }

  return { node, draw };
}

/** The app's own screen after a deep link opened it. */
export function linkScreen(app, notification) {
  const heading = el("h4", { tabindex: "-1" }, notification.title);
  const node = el("div", { class: "opened" },
    el("p", { class: "opened-mark" }, icon("link"), "Opened by its link"),
    el("p", { class: "opened-link" }, notification.link || "This notification has no link"),
    el("div", { class: "opened-page" }, heading, notification.body ? el("p", {}, notification.body) : null,
      el("div", { class: "lines", "aria-hidden": "true" }, el("i"), el("i"), el("i"))),
    el("p", { class: "opened-note" }, `${app.name} would show this screen.`));
  return { node, heading };
}
