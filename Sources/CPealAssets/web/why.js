// The answer to "why?": the trace of one decision, stage by stage, and what became of each delivery.

import { el, icon } from "./dom.js";
import { attempt } from "./notice.js";
import { dayAndSecond, dayAndTime } from "./time.js";
import { decisionSentence, decisionTone, deliveryWords, humanised, outcomeWords, reasonWords, resultWords, STAGE_ORDER,
  stageWords, verdictWords } from "./words.js";

const MARKS = { good: "check", hold: "pause", stop: "close", idle: "minus" };

/** Makes the sheet. `load(person)` gives the decisions of a person newest first; `triggers()` what was pressed here. */
export function makeWhy({ load, loadOne, triggers, titleOf, zoneOf }) {
  const sheet = document.getElementById("why");
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });

  async function open(person, wanted = null) {
    await attempt(async () => {
      draw(person, await load(person), wanted);
      if (!sheet.open) sheet.showModal();
      sheet.scrollTop = 0;
    });
  }

  function choices(decisions) {
    const decided = decisions.map((decision) => ({ trigger: decision.trigger, at: decision.at,
      title: titleOf(decision), decision }));
    const seen = new Set(decided.map((choice) => choice.trigger));
    const silent = triggers().filter((entry) => !seen.has(entry.id))
      .map((entry) => ({ trigger: entry.id, at: entry.at, title: entry.title, decision: null }));
    return [...decided, ...silent].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  }

  function draw(person, decisions, wanted) {
    const all = choices(decisions);
    const zone = zoneOf(person);
    const body = el("div", { class: "why-body" });
    const select = el("select", { id: "why-select" }, all.map((choice) =>
      el("option", { value: choice.trigger, selected: choice.trigger === wanted },
        `${choice.title}, ${dayAndTime(choice.at, zone)}`)));
    const pick = () => explain(body, person, all.find((choice) => choice.trigger === select.value), zone);
    select.addEventListener("change", pick);
    sheet.replaceChildren(
      el("header", { class: "sheet-head" },
        el("div", {}, el("h2", { id: "why-title" }, `Why? ${person.name}`),
          el("p", { class: "hint" }, person.note ?? "")),
        el("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => sheet.close() },
          icon("close"))),
      all.length ? el("div", { class: "why-pick" }, el("label", { for: "why-select" }, "What happened"), select) : "",
      body);
    if (all.length) pick();
    else body.append(el("p", { class: "empty" }, `Nothing has happened to ${person.name} yet. Press something first.`));
  }

  async function explain(body, person, choice, zone) {
    if (choice.decision) return body.replaceChildren(...trace(choice.decision, person, zone));
    body.replaceChildren(el("p", { class: "empty" }, "Looking…"));
    await attempt(async () => {
      const answer = await loadOne(person, choice.trigger);
      const found = (answer.items ?? [])[0];
      body.replaceChildren(...(found ? trace(found, person, zone) : nothing(person, choice, answer)));
    });
  }

  function nothing(person, choice, { searched, findings = [] }) {
    return [
      el("div", { class: "why-verdict idle" }, el("strong", {}, "Nothing decided"),
        el("p", {}, `Nothing was decided about ${person.name} for “${choice.title}”.`)),
      el("h3", {}, "What is known"),
      el("ul", { class: "facts" }, findings.map(({ code, detail }) => fact(detail, code))),
      el("details", { class: "looked" }, el("summary", {}, "What was looked for"),
        el("pre", { tabindex: "0" }, JSON.stringify(searched, null, 2))),
    ];
  }

  return { open };
}

function trace(decision, person, zone) {
  const at = (instant) => dayAndTime(instant, zone);
  return [
    el("div", { class: `why-verdict ${decisionTone(decision)}` },
      el("strong", {}, verdictWords(decision.verdict)), el("p", {}, decisionSentence(decision, at))),
    el("dl", { class: "why-channels" }, [["push", "Push"], ["inApp", "Inbox"]].map(([key, name]) =>
      channel(name, decision.channels?.[key], at))),
    el("h3", {}, "Step by step"),
    el("ol", { class: "steps" }, steps(decision.steps ?? [])),
    decision.bundle ? el("p", {}, decision.bundle.detail) : null,
    ...losses(decision),
    ...flip(decision),
    el("h3", {}, "Deliveries"),
    deliveries(decision.deliveries ?? [], (instant) => dayAndSecond(instant, zone)),
    el("p", { class: "why-meta" }, [
      `Trigger ${decision.trigger}`, at(decision.at),
      decision.catalogVersion ? `catalog ${decision.catalogVersion}` : null,
    ].filter(Boolean).join(" · ")),
    el("p", { class: "why-meta mono" }, `GET /api/v1/why?trigger=${decision.trigger}&user=${person.user}`),
  ];
}

function channel(name, result, at) {
  if (!result) return null;
  const { text, tone } = resultWords(result.outcome);
  const until = result.until ? `until ${at(result.until)}` : null;
  const more = [result.reason ? reasonWords(result.reason) : null, until].filter(Boolean).join(", ");
  return el("div", {}, el("dt", {}, name), el("dd", {}, el("span", { class: `pill ${tone}` }, text),
    more ? el("span", { class: "channel-more" }, more) : null));
}

/** What would let the push go, for one that did not. */
function flip({ flip: changes, basis }) {
  if (!changes?.length) return [];
  return [el("h3", {}, `What would change that, ${basis}`),
    el("ul", { class: "facts" }, changes.map(({ change, detail }) => fact(detail, change)))];
}

/** What is not said because it is not kept any more. */
const losses = ({ losses: lost = [] }) =>
  (lost.length ? [el("ul", { class: "facts" }, lost.map(({ code, detail }) => fact(detail, code)))] : []);

const fact = (text, code) => el("li", {}, text, " ", el("span", { class: "mono" }, code));

/** The place of the catalog rule behind a step. */
const place = ({ file, line, path, version }) => el("p", { class: "mono", title: `Catalog version ${version}` },
  `${file}:${line} ${path}`);

/** A stage that lets a push pass which has already ended, or which nobody may switch off, was not asked. */
function stageOutcome({ stage, outcome }, before) {
  if (outcome !== "pass") return outcomeWords(outcome);
  if (stage === "route") return outcomeWords(before.stop ? "none" : before.hold ? "hold" : "pass");
  const isIdle = stage === "preference" ? before.override
    : before.stop && ["quiet-hours", "throttle", "digest"].includes(stage);
  return outcomeWords(isIdle ? "skip" : "pass");
}

function steps(taken) {
  const before = { stop: false, hold: false, override: false };
  const shown = taken.map((step) => {
    if (step.outcome === "release") Object.assign(before, { stop: false, hold: false });
    const { text, tone } = stageOutcome(step, before);
    before[step.outcome] = true;
    return el("li", { class: `step ${tone}` }, el("span", { class: "mark" }, icon(MARKS[tone])),
      el("div", {},
        el("p", { class: "step-head" }, el("strong", {}, stageWords(step.stage)),
          el("span", { class: `pill ${tone}` }, text)),
        el("p", { class: "step-detail" }, step.detail || (step.reason ? humanised(reasonWords(step.reason)) : "")),
        step.reason ? el("p", { class: "mono" }, step.reason) : null, step.rule ? place(step.rule) : null));
  });
  const last = Math.max(-1, ...taken.map((step) => STAGE_ORDER.indexOf(step.stage)));
  const rest = taken.length ? STAGE_ORDER.slice(last + 1) : [];
  const unreached = rest.map((stage) => el("li", { class: "step unreached" },
    el("span", { class: "mark" }, icon("minus")),
    el("p", { class: "step-head" }, el("span", {}, stageWords(stage)),
      el("span", { class: "step-note" }, "not reached"))));
  return [...shown, ...unreached];
}

function deliveries(list, at) {
  if (!list.length) return el("p", { class: "empty" }, "Nothing was handed to a provider.");
  return el("ul", { class: "deliveries" }, list.map((delivery) => {
    const { text, tone } = deliveryWords(delivery.state);
    const attempts = delivery.attempts ?? [];
    return el("li", {},
      el("p", { class: "step-head" },
        el("strong", {}, [delivery.provider?.toUpperCase(), delivery.platform].filter(Boolean).join(" · ")),
        el("span", { class: `pill ${tone}` }, text)),
      delivery.reason ? el("p", { class: "step-detail" }, humanised(reasonWords(delivery.reason))) : null,
      delivery.waits ? el("p", { class: "step-detail" }, delivery.waits.detail) : null,
      attempts.length ? el("ol", { class: "attempts" }, attempts.map((entry) =>
        el("li", {}, [
          entry.at ? at(entry.at) : null, entry.outcome ? humanised(entry.outcome) : null, entry.reason,
        ].filter(Boolean).join(" · ")))) : null);
  }));
}
