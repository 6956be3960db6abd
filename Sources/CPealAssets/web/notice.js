// Toasts for what went wrong, and one polite live region for what happened.

import { el, icon } from "./dom.js";

const SHOWN_FOR = { good: 3500, bad: 9000 };
const MOST_AT_ONCE = 3;

/** Says something to a screen reader without moving the focus. */
export function announce(text) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

function show(kind, title, detail) {
  const stack = document.getElementById("toasts");
  const close = el("button", { type: "button", class: "icon-button", "aria-label": "Dismiss" }, icon("close"));
  const toast = el("div", { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status" },
    el("div", {}, el("strong", {}, title), detail ? el("p", {}, detail) : null), close);
  toast.dataset.text = `${title} ${detail ?? ""}`;
  // A message that is still shown is not shown twice: the newer one takes its place.
  for (const older of [...stack.children]) if (older.dataset.text === toast.dataset.text) older.remove();
  const remove = () => {
    toast.remove();
    if (!stack.firstChild && stack.matches(":popover-open")) stack.hidePopover();
  };
  close.addEventListener("click", remove);
  if (kind === "good") stack.querySelector(".toast.good")?.remove();
  while (stack.children.length >= MOST_AT_ONCE) stack.firstElementChild.remove();
  // Shown again each time, so that it lies above a dialog opened since.
  if (stack.matches(":popover-open")) stack.hidePopover();
  stack.showPopover();
  stack.append(toast);
  setTimeout(remove, SHOWN_FOR[kind]);
}

/** A short confirmation. */
export function confirmed(title, detail = "") { show("good", title, detail); }

/** Shows a failed call by its problem title and detail. */
export function failed(error) {
  const details = (error.errors ?? []).map(({ detail }) => detail);
  if (!details.length) details.push(error.detail ?? error.message);
  show("bad", error.title ?? "Something went wrong", details.filter(Boolean).map(sentence).join(" "));
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.]$/u, "")}.`;

/** Runs work, shows its failure as a toast, and answers whether it worked. */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}
