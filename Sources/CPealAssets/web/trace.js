// The trace of one decision, stage by stage, and what became of each delivery.

import { el, icon } from "./dom.js";
import { capitalised, deliveryWords, humanised, outcomeWords, PLATFORMS, PROVIDERS, readable, reasonWords,
  resultWords, STAGE_ORDER, stageWords, withNames } from "./words.js";

const MARKS = { good: "check", hold: "pause", stop: "close", idle: "close", none: "minus" };

const pill = ({ text, tone }) => el("span", { class: `pill ${tone}` }, text);
const sentence = (text) => `${capitalised(text).replace(/[.…]$/u, "")}.`;

/** The parts of the panel for a decision; `format` holds `at`, `exact` and the user's phones. */
export function traceOf(decision, user, { text, detail, tone }, format) {
  return [
    el("div", { class: `why-verdict ${tone}` }, el("strong", {}, text), detail ? el("p", {}, sentence(detail)) : null),
    channels(decision.channels ?? {}, format),
    el("h3", {}, "Step by step"),
    el("ol", { class: "steps" }, steps(decision.steps ?? [], format)),
    decision.bundle?.detail ? el("p", {}, readable(decision.bundle.detail, format.at)) : null,
    list(decision.losses, format),
    ...counterfactual(decision, format),
    el("h3", {}, "Deliveries"),
    deliveries(decision.deliveries ?? [], format),
    call(`GET /api/v1/why?trigger=${decision.trigger}&user=${user.user}`),
  ].filter(Boolean);
}

/** The parts of the panel for an event that did not concern the user. */
export function unknownTo(user, choice, { findings = [] }, format) {
  // That the user exists and has devices does not answer why they are no recipient.
  const telling = findings.filter(({ code }) => !["user-known", "devices", "no-device"].includes(code))
    .map(({ code, detail }) => ({ detail: withNames(code === "not-in-audience" ? reasonOf(detail) : detail, format.app) }));
  return [
    el("div", { class: "why-verdict none" }, el("strong", {}, "Not a recipient"),
      el("p", {}, `${user.name} is not in the audience of “${choice.title}”.`)),
    list(telling, format),
    call(`GET /api/v1/why?trigger=${choice.trigger}&user=${user.user}`),
  ].filter(Boolean);
}

/** The reason at the end of “The trigger … does not include this user: …”. */
const reasonOf = (detail) => detail.slice(detail.indexOf(": ") + 2);

const call = (text) => el("details", { class: "the-call" }, el("summary", {}, "Show the API call"),
  el("pre", { tabindex: "0" }, el("code", {}, text)));

const list = (entries, { at }) => (entries?.length
  ? el("ul", { class: "why-list" }, entries.map(({ detail }) => el("li", {}, readable(detail, at)))) : null);

/** What would let the push pass, for one that did not. */
const counterfactual = ({ flip, basis }, format) => (flip?.length
  ? [el("h3", {}, "What would change this"), basis ? el("p", { class: "hint" }, "With the current settings.") : null,
    list(flip, format)] : []);

function channels({ push, inApp }, { at }) {
  const row = (name, result) => {
    if (!result) return null;
    const more = [result.reason ? reasonWords(result.reason) : null, result.until ? `until ${at(result.until)}` : null];
    return el("div", {}, el("dt", {}, name), el("dd", {}, pill(resultWords(result.outcome)), " ",
      el("span", { class: "hint" }, more.filter(Boolean).join(", "))));
  };
  return el("dl", { class: "why-channels" }, row("Push", push), row("Inbox", inApp));
}

/** A stage that lets a push pass which has already ended, or which nobody may switch off, was skipped. */
function stageOutcome({ stage, outcome }, before) {
  if (outcome !== "pass") return outcomeWords(outcome);
  if (stage === "route") {
    if (before.stop) return outcomeWords("none");
    return before.hold ? outcomeWords("hold") : { text: "Push sent", tone: "good" };
  }
  const isIdle = stage === "preference" ? before.override
    : before.stop && ["quiet-hours", "throttle", "digest"].includes(stage);
  return outcomeWords(isIdle ? "skip" : "pass");
}

function steps(taken, { at }) {
  const before = { stop: false, hold: false, override: false };
  const shown = taken.map((step) => {
    if (step.outcome === "release") Object.assign(before, { stop: false, hold: false });
    const result = stageOutcome(step, before);
    before[step.outcome] = true;
    const detail = step.detail ? readable(step.detail, at) : step.reason ? sentence(reasonWords(step.reason)) : "";
    const rule = step.rule ? `Rule: ${step.rule.file}, line ${step.rule.line}` : "";
    return el("li", { class: `step ${result.tone}` }, el("span", { class: "mark" }, icon(MARKS[result.tone])),
      el("div", {},
        el("p", { class: "step-head" }, el("strong", {}, stageWords(step.stage)), pill(result)),
        detail ? el("p", { class: "step-detail" }, detail) : null,
        rule ? el("p", { class: "step-rule" }, rule) : null));
  });
  const last = Math.max(-1, ...taken.map((step) => STAGE_ORDER.indexOf(step.stage)));
  const rest = taken.length ? STAGE_ORDER.slice(last + 1) : [];
  return [...shown, ...rest.map((stage) => el("li", { class: "step unreached" },
    el("span", { class: "mark" }, icon("minus")),
    el("p", { class: "step-head" }, el("span", {}, stageWords(stage)), el("span", { class: "hint" }, "not reached"))))];
}

function deliveries(all, { at, exact, phones }) {
  if (!all.length) return el("p", { class: "empty" }, "No push was sent to a push service.");
  return el("ul", { class: "deliveries" }, all.map((delivery) => {
    const attempts = delivery.attempts ?? [];
    const isGone = !phones.some(({ deviceId }) => deviceId === delivery.device);
    const name = [PLATFORMS[delivery.platform] ?? humanised(delivery.platform),
      PROVIDERS[delivery.provider] ?? humanised(delivery.provider), isGone ? "removed" : null];
    return el("li", {},
      el("p", { class: "step-head" }, el("strong", {}, name.filter(Boolean).join(" · ")),
        pill(deliveryWords(delivery.state))),
      delivery.reason ? el("p", { class: "step-detail" }, sentence(reasonWords(delivery.reason))) : null,
      delivery.waits?.detail ? el("p", { class: "step-detail" }, readable(delivery.waits.detail, at)) : null,
      attempts.length ? el("ol", { class: "attempts" }, attempts.map((entry) =>
        el("li", {}, [...new Set([entry.at && exact(entry.at), humanised(entry.outcome), humanised(entry.reason)])]
          .filter(Boolean).join(" · ")))) : null);
  }));
}
