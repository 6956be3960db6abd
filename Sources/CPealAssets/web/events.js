// One button per event. A press sends the API call that the app's backend would send.

import { withFreshId } from "./api.js";
import { el, icon } from "./dom.js";
import { attempt } from "./notice.js";

const SHOWN = 6;

function showCall(body, answer) {
  const lines = ["POST /api/v1/triggers", JSON.stringify(body, null, 2)];
  if (answer) lines.push("", `→ ${JSON.stringify(answer, null, 2)}`);
  document.getElementById("call-text").textContent = lines.join("\n");
  document.getElementById("the-call").hidden = false;
}

/** Fills the list for an app. `send` posts a trigger, `sent` gets its answer. */
export function drawEvents(app, { send, sent }) {
  const list = document.getElementById("cards");
  const more = document.getElementById("more-events");
  const cards = app.events.map((event, index) => card(event, index === 0));
  list.replaceChildren(...cards.map(({ node }) => node));
  document.getElementById("the-call").hidden = true;
  showRest(app.events.length <= SHOWN + 1);
  more.textContent = `Show all ${app.events.length} events`;
  more.onclick = () => {
    showRest(true);
    cards[SHOWN].node.firstElementChild.focus();
  };

  function showRest(all) {
    more.hidden = all;
    cards.forEach(({ node }, index) => { node.hidden = !all && index >= SHOWN; });
  }

  /** The first event is the one to try first. */
  function card(first, isPrimary) {
    let event = first;
    const button = el("button", { type: "button", class: isPrimary ? "card primary" : "card" },
      el("span", { class: "card-words" }, el("span", { class: "card-title" }, event.title),
        event.explain ? el("span", { class: "card-explain" }, event.explain) : null), icon("send"));
    button.addEventListener("click", async () => {
      if (button.getAttribute("aria-busy") === "true") return;
      button.setAttribute("aria-busy", "true");
      await attempt(async () => {
        const body = withFreshId(event.trigger);
        const answer = await send(body);
        showCall(body, answer);
        await sent(event, answer);
      });
      button.removeAttribute("aria-busy");
    });
    return { node: el("li", {}, button), title: first.title, take: (fresh) => { event = fresh; } };
  }

  /** Takes the same events with other times. */
  function update(events) {
    for (const entry of cards) {
      const fresh = events.find((event) => event.title === entry.title);
      if (fresh) entry.take(fresh);
    }
  }

  return { update };
}
