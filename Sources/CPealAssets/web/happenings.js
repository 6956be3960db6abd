// One button per notification type. A press sends what the app's backend would send.

import { withFreshId } from "./api.js";
import { el } from "./dom.js";
import { attempt } from "./notice.js";

const SHOWN_FACTS = 3;
const LONGEST_FACT = 46;

function facts(trigger) {
  const known = Object.entries(trigger.data ?? {})
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return known.slice(0, SHOWN_FACTS).map(([, value]) => {
    const text = String(value);
    return text.length > LONGEST_FACT ? `${text.slice(0, LONGEST_FACT - 1)}…` : text;
  });
}

function showCall(body, answer) {
  const lines = ["POST /api/v1/triggers", JSON.stringify(body, null, 2)];
  if (answer) lines.push("", `→ ${JSON.stringify(answer, null, 2)}`);
  document.getElementById("call-text").textContent = lines.join("\n");
}

/** Fills the panel for an app. `send` posts a trigger, `sent` gets its answer. */
export function drawHappenings(app, { send, sent }) {
  const list = document.getElementById("cards");
  list.replaceChildren(...app.happenings.map((happening) => card(happening)));
  list.scrollLeft = 0;
  if (app.happenings.length) showCall(app.happenings[0].trigger, null);

  function card(happening) {
    const button = el("button", { type: "button", class: "card" },
      el("span", { class: "card-title" }, happening.title),
      happening.explain ? el("span", { class: "card-explain" }, happening.explain) : null,
      el("span", { class: "facts" }, facts(happening.trigger).map((text) => el("span", { class: "fact" }, text))),
    );
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
    return el("li", {}, button);
  }
}
