// The answer to "Why?" for one user: which event, and the trace of the decision.

import { el, unloaded } from "./dom.js";
import { attempt } from "./notice.js";
import { userOutcome } from "./outcome.js";
import { openSheet } from "./sheet.js";
import { clockSecond, clockTime, dayAndSecond, dayAndTime, longDay } from "./time.js";
import { traceOf, unknownTo } from "./trace.js";

/**
 * Makes the panel. `session` knows the latest triggers, `load(user)` gives their decisions, newest first, `loadOne` the
 * answer for one trigger, `phonesOf` their phones as they are now.
 */
export function makeWhy({ session, load, loadOne, phonesOf }) {
  let round = 0;

  /** Opens the panel for a user, at an event of theirs. */
  async function open(user, wanted = null) {
    round += 1;
    const mine = round;
    const body = el("div", {}, el("p", { class: "empty" }, "Loading…"));
    openSheet({ title: `Why? ${user.name}`, hint: user.note, content: body, onClose: () => { round += 1; } });
    const worked = await attempt(async () => {
      const decisions = await load(user);
      if (mine === round) draw(body, user, choices(user, decisions), wanted);
    });
    if (worked || mine !== round) return;
    body.replaceChildren(unloaded("The reasons could not be loaded.", () => open(user, wanted)));
  }

  /** What can be asked about: decisions of the user, and events that did not concern them. */
  function choices(user, decisions) {
    const decided = new Set(decisions.map(({ trigger }) => trigger));
    const others = session.triggers.filter(({ id }) => !decided.has(id))
      .map((entry) => ({ trigger: entry.id, at: entry.at, title: entry.title, decision: null, entry }));
    const own = decisions.map((decision) => ({ trigger: decision.trigger, at: decision.at, decision,
      title: session.titleOf(decision), entry: { id: decision.trigger, status: "done" } }));
    return [...own, ...others].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  }

  const outcomeOf = (user, { entry, decision }) => userOutcome({ trigger: entry, decision, phones: phonesOf(user),
    at: (instant) => clockTime(instant, session.zoneOf(user)) });

  function draw(body, user, all, wanted) {
    if (!all.length) {
      return body.replaceChildren(el("p", { class: "empty" }, "No event yet. Trigger one first, then ask why."));
    }
    const zone = session.zoneOf(user);
    const isSameDay = (instant) => longDay(instant, zone) === longDay(all[0].at, zone);
    const when = (instant) => (isSameDay(instant) ? clockSecond(instant, zone) : dayAndSecond(instant, zone));
    const explanation = el("div", { class: "why-body" });
    const select = el("select", { id: "why-select" }, all.map((choice) =>
      el("option", { value: choice.trigger, selected: choice.trigger === wanted },
        `${when(choice.at)} · ${choice.title} · ${outcomeOf(user, choice).text}`)));
    const pick = () => explain(explanation, user, all.find(({ trigger }) => trigger === select.value), zone);
    select.addEventListener("change", pick);
    body.replaceChildren(
      el("div", { class: "why-pick" }, el("label", { for: "why-select" }, "Event"), select), explanation);
    pick();
  }

  async function explain(body, user, choice, zone) {
    const format = { at: (instant) => dayAndTime(instant, zone), exact: (instant) => dayAndSecond(instant, zone),
      phones: phonesOf(user), app: session.app };
    const show = (decision) => body.replaceChildren(...traceOf(decision, user, outcomeOf(user, { ...choice, decision }),
      format));
    if (choice.decision) return show(choice.decision);
    const mine = round;
    body.replaceChildren(el("p", { class: "empty" }, "Loading…"));
    await attempt(async () => {
      const answer = await loadOne(user, choice.trigger);
      if (mine !== round) return;
      const found = answer.items?.[0];
      if (found) show(found);
      else body.replaceChildren(...unknownTo(user, choice, answer, format));
    });
  }

  return { open };
}
