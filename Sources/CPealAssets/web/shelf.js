// The phones of an app, in the order of who was notified, and the line above them that sums up.

import { el } from "./dom.js";
import { phoneOutcome, userOutcome } from "./outcome.js";
import { clockTime } from "./time.js";

/** Makes the shelf for an app's phones. */
export function makeShelf({ session, phones }) {
  const shelf = document.getElementById("phones");
  const strip = document.getElementById("outcome");
  let order = phones;
  shelf.dataset.count = String(phones.length);
  shelf.replaceChildren(...phones.map(({ node }) => node));
  strip.replaceChildren();

  const at = (user) => (instant) => clockTime(instant, session.zoneOf(user));

  /** Writes the outcome under every phone; answers what a screen reader is told. */
  function update() {
    for (const phone of phones) {
      phone.setOutcome(phoneOutcome({ trigger: session.latest, decision: session.decisionOf(phone.user),
        phone: phone.state, at: at(phone.user) }));
    }
    return sum();
  }

  /** Brings the phones that were notified to the front; those that had an outcome alike keep their places. */
  function sort() {
    const sorted = [...phones].sort((one, other) => one.rank - other.rank);
    if (sorted.every((phone, index) => phone === order[index])) return;
    const focused = shelf.contains(document.activeElement) ? document.activeElement : null;
    order = sorted;
    shelf.append(...sorted.map(({ node }) => node));
    focused?.focus({ preventScroll: true });
  }

  function lead(user) {
    const phone = order.find((one) => one.user === user);
    phone.node.scrollIntoView({ block: "nearest" });
    phone.highlight();
  }

  function sum() {
    const { latest } = session;
    if (!latest) {
      strip.replaceChildren(el("p", { class: "hint" }, "The phones are waiting. Trigger an event."));
      return "";
    }
    if (latest.duplicate) {
      strip.replaceChildren(el("p", {}, el("strong", {}, latest.title), ": duplicate request, ignored."));
      return `${latest.title}: duplicate request, ignored.`;
    }
    const lines = session.app.people.filter((user) => session.decisionOf(user)).map((user) => ({ user,
      ...userOutcome({ trigger: latest, decision: session.decisionOf(user), at: at(user),
        phones: phones.filter((phone) => phone.user === user).map(({ state }) => state) }) }));
    lines.sort((one, other) => one.rank - other.rank);
    const focused = strip.contains(document.activeElement) ? document.activeElement.dataset.user : null;
    strip.replaceChildren(
      el("p", {}, el("strong", {}, latest.title)),
      lines.length ? el("ul", {}, lines.map(({ user, text, tone }) => el("li", {}, el("button", {
        type: "button", class: `pill ${tone}`, "data-user": user.user, onclick: () => lead(user),
        "aria-label": `${user.name}: ${text}. Show the phone`,
      }, `${user.name}: ${text}`)))) : el("p", { class: "hint" }, "reached no user of this app"));
    if (focused) strip.querySelector(`[data-user="${CSS.escape(focused)}"]`)?.focus();
    return `${latest.title}. ${lines.map(({ user, text }) => `${user.name}: ${text}.`).join(" ")}`;
  }

  return { update, sort, get first() { return order[0]; } };
}
