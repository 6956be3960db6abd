// What a user can do with a phone itself: its connection, the permission, and the app on it.

import { sandbox } from "./api.js";
import { el, icon, toggle } from "./dom.js";
import { attempt } from "./notice.js";
import { openOwnPhone } from "./ownPhone.js";

/** Makes the menu of a phone; `changed` asks the server again after each change. */
export function makeMenu({ app, user, calls, phone, where, changed }) {
  const node = el("details", { class: "menu" });
  let drawn = "";

  const act = (work) => attempt(async () => {
    await work();
    await changed();
  });

  function items({ installed, online, permission, phoneId, deviceId, provider, platform, capabilities }) {
    if (!installed) {
      return [el("button", { type: "button", class: "menu-item", onclick: () => act(() => sandbox.addPhone({
        app: app.app, user: user.user, provider, platform, permission: "granted", capabilities })) }, "Install the app")];
    }
    return [
      toggle({ label: "Offline", checked: !online,
        change: (wanted) => act(() => sandbox.phone(phoneId, wanted ? "offline" : "online")) }),
      toggle({ label: "Allow notifications", checked: ["granted", "provisional"].includes(permission),
        change: (wanted) => act(() => calls.changeDevice(deviceId, { permission: wanted ? "granted" : "denied" })) }),
      el("button", { type: "button", class: "menu-item", onclick: () => act(() => sandbox.phone(phoneId, "uninstall")) },
        "Uninstall the app"),
      el("button", { type: "button", class: "menu-item", onclick: () => openOwnPhone({ app, user }) }, "Use your own phone"),
    ];
  }

  function draw() {
    const { installed, online, permission, phoneId } = phone.state;
    const signature = JSON.stringify([installed, online, permission, phoneId]);
    if (signature === drawn) return;
    drawn = signature;
    const inside = node.contains(document.activeElement);
    node.replaceChildren(el("summary", { "aria-label": `${where}: more`, class: "icon-button" }, icon("dots")),
      el("div", { class: "menu-items" }, items(phone.state)));
    if (inside) (node.querySelector(".menu-items button") ?? node.firstChild).focus();
  }

  draw();
  return { node, draw };
}

/** Closes menus when something else is pressed or focused, or Escape is. */
export function startMenus() {
  const closeOthers = ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
  };
  document.addEventListener("pointerdown", closeOthers);
  document.addEventListener("focusin", closeOthers);
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" ? document.querySelector("details.menu[open]") : null;
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
