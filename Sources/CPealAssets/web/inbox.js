// A user's inbox: what they can still read, also when no push came.

import { el, icon, unloaded } from "./dom.js";
import { attempt, confirmed } from "./notice.js";
import { ago } from "./time.js";
import { humanised } from "./words.js";

const PAGE = 50;

/**
 * Makes the inbox view. `user` holds their calls, `config` what the app is told, `when` the time and zone;
 * `changed` runs after each change, `counted` gets the badge.
 */
export function makeInbox({ user, config, when, changed, counted }) {
  const count = el("p", { class: "inbox-count" });
  const readAll = el("button", { type: "button", class: "text-button", hidden: true,
    onclick: () => act(() => user.readAll()) }, "Mark all as read");
  const list = el("ul", { class: "inbox-list" }, el("li", { class: "empty" }, "Loading…"));
  const node = el("div", { class: "inbox" }, el("div", { class: "inbox-bar" }, count, readAll), list);
  let drawn = "";
  let titles = new Map();

  async function act(work, done) {
    if (await attempt(work) && done) confirmed(done);
    await load();
    changed();
  }

  async function load() {
    try {
      const { hasInbox, categories } = await config();
      titles = categories;
      if (!hasInbox) return empty("This app has no inbox: it only sends pushes.");
      const page = await user.inbox({ limit: PAGE });
      draw(page);
      counted(page.badge);
    } catch {
      empty(unloaded("The inbox could not be loaded.", load));
    }
  }

  function empty(content) {
    drawn = "";
    count.textContent = "";
    readAll.hidden = true;
    list.replaceChildren(el("li", { class: "empty" }, content));
  }

  function draw(page) {
    const unread = Number(page.unreadCount) || 0;
    count.textContent = unread ? `${unread} unread` : "All read";
    readAll.hidden = unread === 0;
    const signature = JSON.stringify(page.items);
    if (signature === drawn) return;
    drawn = signature;
    const items = [...(page.items ?? [])].sort((one, other) => Number(isAlert(other)) - Number(isAlert(one)));
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    list.replaceChildren(...(items.length ? items.map(row) : [el("li", { class: "empty" }, "No notifications yet.")]));
    if (focused) (list.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? list.querySelector("button"))?.focus();
  }

  const isAlert = (item) => Boolean(item.alert);
  const isUnread = (item) => (item.status ? item.status !== "read" : true) && !item.readAt;

  const dot = () => el("span", { class: "dot" }, el("span", { class: "visually-hidden" }, "Unread. "));

  function row(item) {
    const { now, zone } = when();
    const unread = isUnread(item);
    const button = (verb, label, work, done = null) => el("button", {
      type: "button", class: "text-button", "data-key": `${item.id} ${verb}`, "aria-label": `${label}: ${item.title}`,
      onclick: () => act(work, done),
    }, label);
    return el("li", { class: ["item", unread && "unread", isAlert(item) && "alert"].filter(Boolean).join(" ") },
      isAlert(item) ? el("p", { class: "alert-mark" }, icon("bell"), "Action required") : null,
      el("p", { class: "item-title" }, unread ? dot() : null, item.title),
      item.body ? el("p", { class: "item-body" }, item.body) : null,
      el("p", { class: "item-meta" }, [
        ago(item.createdAt, now, zone), titles.get(item.category)?.title ?? humanised(item.category),
      ].filter(Boolean).join(" · ")),
      el("div", { class: "item-actions" },
        isAlert(item) ? button("acknowledge", "Acknowledge", () => user.mark(item.id, "acknowledge")) : null,
        unread
          ? button("read", "Mark as read", () => user.mark(item.id, "read"))
          : button("unread", "Mark as unread", () => user.mark(item.id, "unread")),
        item.thread
          ? button("mute", "Mute thread", () => user.mute({ scope: "thread", id: item.thread, for: "P1D" }),
            "Thread muted for one day")
          : null,
        button("delete", "Delete", () => user.remove(item.id))));
  }

  return { node, load };
}
