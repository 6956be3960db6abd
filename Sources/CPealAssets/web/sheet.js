// The panel at the right edge: one at a time, for "Why?", an inbox or preferences.

import { el, icon } from "./dom.js";

const dialog = () => document.getElementById("sheet");
let closed = null;

/** Opens the panel with a title, a line below it and content; `onClose` runs when it closes or shows something else. */
export function openSheet({ title, hint = "", content, onClose = null }) {
  const sheet = dialog();
  closed?.();
  closed = onClose;
  sheet.replaceChildren(
    el("header", { class: "sheet-head" },
      el("div", {}, el("h2", { id: "sheet-title", tabindex: "-1" }, title), hint ? el("p", { class: "hint" }, hint) : null),
      el("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => sheet.close() },
        icon("close"))),
    el("div", { class: "sheet-body" }, content));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  document.getElementById("sheet-title").focus({ preventScroll: true });
}

/** Closes the panel, whatever it shows. */
export const closeSheet = () => { if (dialog().open) dialog().close(); };

/** Lets a press beside the panel close it. */
export function startSheet() {
  const sheet = dialog();
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  sheet.addEventListener("close", () => {
    closed?.();
    closed = null;
  });
}
