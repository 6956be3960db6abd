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
  show: ["Shown in the inbox", "good"], hide: ["Not in the inbox", "stop"], send: ["Sent", "good"],
    hold: ["Held", "hold"],
  digest: ["Waits for the digest", "hold"], suppress: ["Not sent", "stop"],
};

const PASSED = new Set(["pass", "passed", "ok", "allow", "allowed", "include", "included", "continue", "send", "show",
  "bypass", "bypassed", "exempt", "apply", "applies", "applied", "routed", "notified", "mandatory"]);
const WAITING = new Set(["hold", "held", "defer", "deferred", "digest", "digested", "summarised"]);
const IDLE = new Set(["skip", "skipped", "none", "off", "not-applicable", "not-reached", "no"]);

/** `status-change` and `statusChange` as `Status change`. */
export function humanised(code) {
  const words = String(code ?? "").replace(/([a-z])([A-Z])/gu, "$1 $2").replace(/[-_]/gu, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const stageWords = (stage) => STAGES[stage] ?? humanised(stage);
export const reasonWords = (reason) => REASONS[reason] ?? humanised(reason).toLowerCase();
export const verdictWords = (verdict) => VERDICTS[verdict] ?? humanised(verdict);
export const verdictTone = (verdict) => ({ notified: "good", held: "hold", digested: "hold" })[verdict] ?? "stop";

/** How a stage's outcome is coloured: good, hold, stop or idle. */
export function outcomeTone(outcome) {
  const code = String(outcome ?? "").toLowerCase();
  if (PASSED.has(code)) return "good";
  if (WAITING.has(code)) return "hold";
  return IDLE.has(code) ? "idle" : "stop";
}

/** A channel's result, written `suppress(muted)`, or as `{result, reason, until}`. */
export function channelResult(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "object") return { result: value.result ?? value.outcome, reason: value.reason ?? null,
    until: value.until ?? null };
  const [, result, argument] = /^([\w-]+)(?:\((.*)\))?$/u.exec(value) ?? [null, value, null];
  const isInstant = /^\d{4}-\d\d-\d\dT/u.test(argument ?? "");
  return { result, reason: isInstant ? null : argument ?? null, until: isInstant ? argument : null };
}

/** The words and the tone of a channel's result. */
export function resultWords(result) {
  const [text, tone] = RESULTS[result] ?? [humanised(result), outcomeTone(result)];
  return { text, tone };
}

/** One short line that says what became of a decision. */
export function decisionLine(decision, formatInstant) {
  const push = channelResult(decision.channels?.push);
  const inApp = channelResult(decision.channels?.inApp);
  const because = push?.reason ? `: ${reasonWords(push.reason)}` : "";
  if (decision.verdict === "notified" && push && push.result !== "send") {
    const wait = push.until ? ` until ${formatInstant(push.until)}` : because;
    if (push.result === "hold") return `In the inbox now; push waits${wait}`;
    return `In the inbox only${because}`;
  }
  if (decision.verdict === "notified") return "Notified";
  if (decision.verdict === "held") return push?.until ? `Held until ${formatInstant(push.until)}` : `Held${because}`;
  if (decision.verdict === "digested") return "Waits for the digest";
  const reason = push?.reason ?? inApp?.reason ?? lastReason(decision);
  return reason ? `Silent: ${reasonWords(reason)}` : "Silent";
}

/** The same in a full sentence, for the trace. */
export function decisionSentence(decision, formatInstant) {
  const line = decisionLine(decision, formatInstant);
  if (line !== "Notified") return `${line}.`;
  const inApp = channelResult(decision.channels?.inApp);
  const push = channelResult(decision.channels?.push);
  if (push && inApp?.result === "show") return "Sent to the phone and shown in the inbox.";
  return push ? "Sent to the phone." : "Shown in the inbox.";
}

/** The colour of a decision as the phone feels it: an inbox row without a push is not a ring. */
export function decisionTone(decision) {
  const push = channelResult(decision.channels?.push);
  return decision.verdict === "notified" && push && push.result !== "send" ? "hold" : verdictTone(decision.verdict);
}

function lastReason(decision) {
  return (decision.steps ?? []).findLast((step) => step.reason)?.reason ?? null;
}
