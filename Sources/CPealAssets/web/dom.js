// Building the page from data. Every text goes through text nodes, so data can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element: `on…` properties become listeners, `true` an empty attribute, `false` and null nothing. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const PATHS = {
  back: "M15 5l-7 7 7 7",
  bell: "M12 4a5 5 0 0 0-5 5v4l-2 3h14l-2-3V9a5 5 0 0 0-5-5zM10 19a2 2 0 0 0 4 0",
  bellOff: "M4 4l16 16M9 5a5 5 0 0 1 8 4v4M7.5 8.5V13l-2 3H16M10 19a2 2 0 0 0 4 0",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  dots: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4l1-2.5h5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  lock: "M7 11V8.5a5 5 0 0 1 10 0V11M5.5 11h13v9h-13z",
  minus: "M6 12h12",
  note: "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z",
  pause: "M9 6v12M15 6v12",
  send: "M5 12h13M12.5 6l6 6-6 6",
  sliders: "M4 8h9M17 8h3M4 16h3M11 16h9"
    + "M15 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM9 13.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
};

/** A decorative line icon. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A labelled on/off switch. `change` gets the wanted state; when it fails the switch goes back. */
export function toggle({ label, checked, disabled = false, describedBy = null, compact = false, change }) {
  const button = el("button", {
    type: "button", role: "switch", class: compact ? "toggle compact" : "toggle", "aria-checked": String(checked),
    "aria-disabled": disabled ? "true" : null, "aria-describedby": describedBy,
  }, el("span", { class: "toggle-label" }, label), el("span", { class: "track", "aria-hidden": "true" }));
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    const wanted = button.getAttribute("aria-checked") !== "true";
    button.setAttribute("aria-checked", String(wanted));
    const kept = await change(wanted);
    if (kept === false) button.setAttribute("aria-checked", String(!wanted));
  });
  return button;
}

/** The line of a panel whose content could not be loaded. */
export const unloaded = (text, retry) => el("div", { class: "unloaded" }, el("p", {}, text),
  el("button", { type: "button", class: "button", onclick: retry }, "Try again"));

/** Two letters that stand for a name. */
export function initials(name) {
  const words = String(name).trim().split(/\s+/u);
  return words.slice(0, 2).map((word) => [...word][0] ?? "").join("").toUpperCase();
}
