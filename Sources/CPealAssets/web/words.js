// The closed vocabularies of the contract in words a newcomer understands.

const STAGES = {
  type: "Type and actor rules", audience: "Audience", mandatory: "Mandatory", preference: "Preferences", mute: "Mute",
  device: "Permission and devices", "quiet-hours": "Quiet hours", throttle: "Limits", digest: "Digest", route: "Route",
};

/** The stages of a decision, in their fixed order. */
export const STAGE_ORDER = Object.keys(STAGES);

const REASONS = {
  "type-disabled": "this type is switched off in the catalog",
  "actor-rule": "this kind of actor does not notify",
  "actor-excluded": "they did it themselves",
  "unknown-user": "this person is not known",
  "category-disabled": "the category is switched off",
  "channel-disabled": "the channel is switched off",
  muted: "muted",
  "permission-denied": "notifications are not allowed on the phone",
  "no-device": "there is no phone to send to",
  "capability-missing": "the phone lacks what this needs",
  "quiet-hours": "quiet hours",
  throttled: "a limit was reached",
  digested: "gathered into a digest",
  summarised: "gathered into a summary",
  expired: "it came too late to be useful",
  cancelled: "it was cancelled",
  "resolved-elsewhere": "already read elsewhere",
  "feature-off": "the app does not use this feature",
  "provider-rejected": "the provider refused it",
  "retries-exhausted": "the provider stayed out of reach",
};

const VERDICTS = { notified: "Notified", held: "Held", digested: "In a digest", suppressed: "Silent" };

const RESULTS = {
  sent: ["Sent", "good"], held: ["Waits", "hold"], digested: ["In a bundle", "hold"], suppressed: ["Not sent", "stop"],
  shown: ["Shown in the inbox", "good"], hidden: ["Not in the inbox", "stop"],
};

const OUTCOMES = {
  pass: ["Passed", "good"], override: ["Overrides", "good"], release: ["Released", "good"], hold: ["Waits", "hold"],
  stop: ["Stopped", "stop"], skip: ["Not asked", "idle"], none: ["No push", "idle"],
};

const DELIVERIES = {
  accepted: ["Accepted", "good"], pending: ["Waits", "hold"], sending: ["Being sent", "hold"],
  unknown: ["Outcome unknown", "hold"], failed: ["Failed", "stop"], expired: ["Expired", "stop"],
  cancelled: ["Cancelled", "idle"],
};

/** `status-change` and `statusChange` as `Status change`. */
export function humanised(code) {
  const words = String(code ?? "").replace(/([a-z])([A-Z])/gu, "$1 $2").replace(/[-_]/gu, " ").toLowerCase();
  return capitalised(words);
}

const capitalised = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export const stageWords = (stage) => STAGES[stage] ?? humanised(stage);
export const reasonWords = (reason) => REASONS[reason] ?? humanised(reason).toLowerCase();
export const verdictWords = (verdict) => VERDICTS[verdict] ?? humanised(verdict);
export const verdictTone = (verdict) => ({ notified: "good", held: "hold", digested: "hold" })[verdict] ?? "stop";

const named = (words, code) => {
  const [text, tone] = words[code] ?? [humanised(code), "idle"];
  return { text, tone };
};

/** The words and the tone (good, hold, stop or idle) of a channel's result, a stage's outcome, a delivery's state. */
export const resultWords = (outcome) => named(RESULTS, outcome);
export const outcomeWords = (outcome) => named(OUTCOMES, outcome);
export const deliveryWords = (state) => named(DELIVERIES, state);

/** One short line that says what became of a decision. */
export function decisionLine(decision, formatInstant) {
  const { push, inApp } = decision.channels ?? {};
  const because = push?.reason ? `: ${reasonWords(push.reason)}` : "";
  const wait = push?.until ? ` until ${formatInstant(push.until)}` : because;
  if (decision.verdict === "held") return `Held${wait}`;
  if (decision.verdict === "digested") return "Waits for the digest";
  if (decision.verdict === "notified") {
    if (push?.outcome === "sent") return arrival(decision.deliveries ?? []) ?? "Notified";
    const waits = ["held", "digested"].includes(push?.outcome);
    return waits ? `In the inbox now; push waits${wait}` : `In the inbox only${because}`;
  }
  const reason = push?.reason ?? inApp?.reason ?? lastReason(decision);
  return reason ? `Silent: ${reasonWords(reason)}` : "Silent";
}

/** The same in a full sentence, for the trace. */
export function decisionSentence(decision, formatInstant) {
  const line = decisionLine(decision, formatInstant);
  if (decision.verdict === "suppressed") return `${capitalised(line.replace("Silent: ", ""))}.`;
  if (line !== "Notified") return `${line}.`;
  return decision.channels?.inApp?.outcome === "shown" ? "Sent to the phone and shown in the inbox."
    : "Sent to the phone.";
}

/** The colour of a decision as the phone feels it: an inbox row without a push is not a ring. */
export function decisionTone(decision) {
  if (decision.verdict !== "notified") return verdictTone(decision.verdict);
  const rang = decision.channels?.push?.outcome === "sent" && arrival(decision.deliveries ?? []) === null;
  return rang ? "good" : "hold";
}

/** What the providers said, when none of them has taken it; a person with no device left to reach has no deliveries. */
function arrival(deliveries) {
  if (!deliveries.length || deliveries.some(({ state }) => ["accepted", "unknown"].includes(state))) return null;
  const lost = deliveries.every(({ state }) => ["failed", "expired", "cancelled"].includes(state));
  if (lost) return `Not delivered: ${reasonWords(deliveries[0].reason ?? deliveries[0].state)}`;
  const isTried = deliveries.some(({ attempts }) => attempts?.length);
  return isTried ? "On its way: the provider does not answer" : "On its way";
}

function lastReason(decision) {
  return (decision.steps ?? []).findLast((step) => step.reason)?.reason ?? null;
}
