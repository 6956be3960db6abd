// One button per notification type. A press sends what the app's backend would send.

import { withFreshId } from "./api.js";
import { el } from "./dom.js";
import { attempt } from "./notice.js";
import { day, dayAndTime } from "./time.js";
import { humanised } from "./words.js";

const SHOWN_FACTS = 3;
const LONGEST_FACT = 46;

function facts(trigger, zone) {
  return Object.entries(trigger.data ?? {}).slice(0, SHOWN_FACTS).map(([name, value]) => {
    const text = fact(name, value, zone);
    return el("span", { class: "fact" }, text.length > LONGEST_FACT ? `${text.slice(0, LONGEST_FACT - 1)}…` : text);
  });
}

/** A variable as a person reads it: numbers and times say what they are. */
function fact(name, value, zone) {
  if (typeof value !== "string") return `${humanised(name)}: ${value}`;
  if (/^\d{4}-\d\d-\d\dT/u.test(value)) return `${humanised(name)}: ${dayAndTime(value, zone)}`;
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return `${humanised(name)}: ${day(value)}`;
  const minutes = /^PT(\d+)M$/u.exec(value)?.[1];
  return minutes ? `${humanised(name)}: ${minutes} min` : value;
}

function showCall(body, answer) {
  const lines = ["POST /api/v1/triggers", JSON.stringify(body, null, 2)];
  if (answer) lines.push("", `→ ${JSON.stringify(answer, null, 2)}`);
  document.getElementById("call-text").textContent = lines.join("\n");
}

/** Fills the panel for an app. `send` posts a trigger, `sent` gets its answer. */
export function drawHappenings(app, { zone, send, sent }) {
  const list = document.getElementById("cards");
  const cards = app.happenings.map((happening) => card(happening));
  list.replaceChildren(...cards.map((entry) => entry.node));
  list.scrollLeft = 0;
  if (app.happenings.length) showCall(app.happenings[0].trigger, null);

  function card(first) {
    let happening = first;
    const shown = el("span", { class: "facts" });
    const button = el("button", { type: "button", class: "card" },
      el("span", { class: "card-title" }, happening.title),
      happening.explain ? el("span", { class: "card-explain" }, happening.explain) : null, shown);
    button.addEventListener("click", async () => {
      if (button.getAttribute("aria-busy") === "true") return;
      button.setAttribute("aria-busy", "true");
      await attempt(async () => {
        const body = withFreshId(happening.trigger);
        showCall(body, null);
        const answer = await send(body);
        showCall(body, answer);
        attempt(() => sent(happening, answer));
      });
      button.removeAttribute("aria-busy");
    });
    const show = (wanted) => {
      happening = wanted;
      shown.replaceChildren(...facts(happening.trigger, zone));
    };
    show(first);
    return { node: el("li", {}, button), title: first.title, show };
  }

  /** Takes the same happenings with other times, without moving the focus. */
  function update(happenings) {
    for (const entry of cards) {
      const fresh = happenings.find((happening) => happening.title === entry.title);
      if (fresh) entry.show(fresh);
    }
  }

  return { update };
}
