// The closed vocabularies of the API in words that a newcomer understands.

import { cityOf } from "./time.js";

const STAGES = {
  type: "Type", audience: "Audience", mandatory: "Mandatory", preference: "Preferences", mute: "Mutes",
  device: "Devices and permission", "quiet-hours": "Quiet hours", throttle: "Limits", digest: "Digest",
  route: "Result",
};

/** The stages of a decision, in their fixed order. */
export const STAGE_ORDER = Object.keys(STAGES);

const REASONS = {
  "type-disabled": "type switched off in the catalog",
  "actor-rule": "this kind of actor notifies nobody",
  "actor-excluded": "their own action",
  "unknown-user": "unknown user",
  "category-disabled": "category switched off",
  "channel-disabled": "channel switched off",
  muted: "muted",
  "permission-denied": "pushes blocked",
  "no-device": "no device to send to",
  "capability-missing": "a device permission is missing",
  "quiet-hours": "quiet hours",
  throttled: "limit reached",
  digested: "in a digest",
  summarised: "in a summary",
  expired: "expired",
  cancelled: "cancelled",
  "resolved-elsewhere": "read on another device",
  "feature-off": "feature switched off in this app",
  "provider-rejected": "rejected by the push service",
  "retries-exhausted": "push service unavailable",
  "left-audience": "no longer a recipient",
  superseded: "replaced by a newer one",
  "entity-deleted": "deleted by the app",
};

const RESULTS = {
  sent: ["Sent", "good"], held: ["Scheduled", "hold"], digested: ["In a digest", "hold"],
  suppressed: ["Not sent", "idle"], shown: ["Shown", "good"], hidden: ["Not shown", "idle"],
};

const OUTCOMES = {
  pass: ["Passed", "good"], override: ["Bypassed", "good"], release: ["Released", "good"], hold: ["Waits", "hold"],
  stop: ["Stopped", "idle"], skip: ["Skipped", "none"], none: ["No push", "idle"],
};

const DELIVERIES = {
  accepted: ["Accepted", "good"], pending: ["Waiting", "hold"], sending: ["Sending", "hold"],
  unknown: ["No response", "hold"], failed: ["Failed", "stop"], expired: ["Expired", "stop"],
  cancelled: ["Cancelled", "idle"],
};

export const PLATFORMS = { android: "Android phone", ios: "iPhone", web: "Browser" };
export const PROVIDERS = { apns: "APNs", fcm: "FCM", expo: "Expo", webpush: "Web Push" };

/** `status-change` and `statusChange` as `Status change`. */
export function humanised(code) {
  return capitalised(String(code ?? "").replace(/([a-z])([A-Z])/gu, "$1 $2").replace(/[-_]/gu, " ").toLowerCase());
}

/** What a phone is called: `Browser`, or `Browser 2` where its user has another one. */
export function kindOf(phone, phones) {
  const alike = phones.filter(({ platform }) => platform === phone.platform);
  const name = PLATFORMS[phone.platform] ?? phone.platform;
  return alike.length > 1 ? `${name} ${alike.findIndex(({ phoneId }) => phoneId === phone.phoneId) + 1}` : name;
}

export const capitalised = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export const stageWords = (stage) => STAGES[stage] ?? humanised(stage);
export const reasonWords = (reason) => REASONS[reason] ?? humanised(reason).toLowerCase();

const named = (words, code) => {
  const [text, tone] = words[code] ?? [humanised(code), "idle"];
  return { text, tone };
};

/** The words and the tone (good, hold, stop, idle or none) of a channel's result, a stage's outcome, a delivery. */
export const resultWords = (outcome) => named(RESULTS, outcome);
export const outcomeWords = (outcome) => named(OUTCOMES, outcome);
export const deliveryWords = (state) => named(DELIVERIES, state);

// As the server writes it for readers of a zone: `2026-11-29 00:00 Berlin (2026-11-28 23:00 UTC)`, `2026-11-28 23:00 UTC`.
const LOCAL = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) (?:[\p{L}\d+:/ _'-]{1,40}? \((?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d(?::\d\d)?) UTC\)|UTC)/gu;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/gu;
const DURATION = /\bP(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?(?![\w-])/gu;
const UNITS = ["week", "day", "hour", "minute", "second"];

/** `PT1H30M` as `1 hour 30 minutes`. */
function duration(...parts) {
  const words = parts.slice(1, UNITS.length + 1)
    .map((count, index) => (count ? `${Number(count)} ${UNITS[index]}${Number(count) === 1 ? "" : "s"}` : null));
  return words.filter(Boolean).join(" ") || "0 seconds";
}

const IDENTIFIER = /(?:\b(?:the )?(?:trigger|notification|delivery|device) )?\b(trg|ntf|dlv|dev)_[0-9a-z]+/giu;
const NAMELESS = { trg: "this event", ntf: "this notification", dlv: "this delivery", dev: "this device" };

// A trigger as the server introduces it: its id, its time and its type.
const TRIGGER = /\bthe trigger trg_\w+ of .+? \([a-z0-9-]+\)/giu;
const ENTITY = /\b([a-z][a-z0-9-]*)\/[\w-]+/gu;
const ZONE = /\b[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+)+/gu;

/** A sentence of the server with its instants, durations, zones and ids as people say them; `at` formats an instant. */
export const readable = (text, at) => capitalised(String(text ?? "").replace(TRIGGER, "this event")
  .replace(LOCAL, (_, day, time, otherDay, utc) => at(`${otherDay ?? day}T${utc ?? time}Z`))
  .replace(INSTANT, (instant) => at(instant)).replace(DURATION, duration).replace(ZONE, cityOf)
  .replace(IDENTIFIER, (_, kind) => NAMELESS[kind]));

/** A sentence of the server with the names of an app's users and entities in place of their ids. */
export function withNames(text, { people, entities }) {
  const names = new Map(entities.map(({ ref, name }) => [ref, `“${name}”`]));
  const sentence = text.replace(ENTITY, (ref, type) => names.get(ref) ?? `the ${humanised(type).toLowerCase()}`);
  // What stands in quotation marks is a name already.
  return people.reduce((words, { user, name }) =>
    words.replace(new RegExp(`(?<![“\\w-])${user}(?![”\\w-])`, "gu"), name), sentence);
}
