// The screen of a virtual device: what it shows now, kept in step without touching what did not change.

import { el, icon } from "./dom.js";
import { ago } from "./time.js";

/** Makes a screen. `tap(notification, action)` is called for presses. */
export function makeScreen({ app, tap }) {
  const list = el("ul", { class: "notices", "aria-label": "Notifications on the screen" });
  const still = el("p", { class: "still" });
  const node = el("div", { class: "lock" }, list, still);
  const shown = new Map();

  /** Shows the notifications, newest first; answers those that are new. `still` is said when there are none. */
  function draw(screen, { now, zone, still: words }) {
    const notifications = [...(screen.notifications ?? [])].sort((one, other) =>
      Date.parse(other.at) - Date.parse(one.at));
    const fresh = keep(notifications);
    for (const notification of notifications) {
      shown.get(notification.id).when.textContent = ago(notification.at, now, zone);
    }
    list.hidden = notifications.length === 0;
    still.hidden = notifications.length > 0;
    still.textContent = words;
    if (fresh.length) list.scrollTop = 0;
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
    // APNs names a sound by its file.
    const heard = audible ? `Sound: ${notification.sound.replace(/\.\w+$/u, "")}` : "No sound";
    const sound = el("span", { class: "notice-sound", title: heard }, icon(audible ? "note" : "bellOff"),
      el("span", { class: "visually-hidden" }, `${heard}.`));
    const open = el("button", { type: "button", class: "notice-open", onclick: () => tap(notification, null) },
      el("span", { class: "notice-head" }, el("span", { class: "notice-app" }, app.name), sound, when),
      el("strong", { class: "notice-title" }, notification.title),
      notification.body ? el("span", { class: "notice-body" }, notification.body) : null);
    const actions = (notification.actions ?? []).map((action) =>
      el("button", { type: "button", class: "notice-action", onclick: () => tap(notification, action) }, action.title));
    return { node: el("li", { class: "notice" }, open,
      actions.length ? el("div", { class: "notice-actions" }, actions) : null), when };
  }

  return { node, draw };
}

/** The app's own screen after a tap opened its link. */
export function linkScreen(notification, where, close) {
  const heading = el("h4", { tabindex: "-1" }, notification.title);
  const node = el("div", { class: "opened" },
    el("button", { type: "button", class: "text-button", "aria-label": `Back to the screen of ${where}`, onclick: close },
      icon("back"), "Back"),
    el("p", { class: "opened-link" }, icon("link"), el("code", {}, notification.link || "no link")), heading,
    notification.body ? el("p", {}, notification.body) : null);
  return { node, heading };
}

