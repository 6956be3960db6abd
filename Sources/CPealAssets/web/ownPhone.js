// A phone of one's own in place of a virtual one: an emulator, or a phone on a cable, with a code that it reads.

import { el } from "./dom.js";
import { openSheet } from "./sheet.js";

const SVG = "http://www.w3.org/2000/svg";
/** Light modules around the code, without which a camera does not find it. */
const MARGIN = 4;

/** Opens the panel that says how an app or a browser on another phone becomes this user's. */
export function openOwnPhone({ app, user }) {
  const link = `${location.origin}/browser.html#${app.app}/${user.user}`;
  const port = location.port || (location.protocol === "https:" ? "443" : "80");
  const picture = el("div", { class: "code" });
  openSheet({
    title: "Your own phone",
    hint: `As ${user.name} in ${app.name}`,
    content: el("div", { class: "own-phone" },
      picture,
      el("p", {}, el("a", { href: link, target: "_blank" }, link, el("span", { class: "visually-hidden" }, " in a new tab"))),
      el("ol", {},
        el("li", {}, "Let it reach this computer. Android emulator, or a phone on a cable: ", el("code", {}, `adb reverse tcp:${port} tcp:${port}`),
          ". The simulator of iOS reaches it as it is."),
        el("li", {}, "Read the code with the example app, which becomes a phone of this user without any account, or open the address in the phone’s browser."),
        el("li", {}, "Trigger an event here. The phone gets the exact bytes that the push service got."))),
  });
  void draw(picture, link);
}

async function draw(place, text) {
  const { default: qrcode } = await import("/qrcode.js");
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * MARGIN;
  const path = document.createElementNS(SVG, "path");
  const dark = [];
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) if (code.isDark(row, column)) dark.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
  }
  path.setAttribute("d", dark.join(""));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `QR code of ${text}`);
  svg.append(path);
  place.replaceChildren(svg);
}
