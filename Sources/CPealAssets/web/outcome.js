// What became of the latest event on one phone: from the decision, the delivery and the phone itself.

import { humanised, reasonWords } from "./words.js";

const UNDER_WAY = ["pending", "sending"];

const outcome = (rank, tone, text, detail = "") => ({ rank, tone, text, detail });
const delivered = (detail) => outcome(0, "good", "Delivered", detail);
const failed = (detail) => outcome(2, "stop", "Not delivered", detail);

/**
 * The outcome of a trigger on a phone: `text`, a short `detail`, its `tone`, and a `rank` that puts phones that were
 * notified first. `trigger` is null before the first event, `decision` null for users who are no recipients, `at` formats
 * an instant.
 */
export function phoneOutcome({ trigger, decision, phone, at }) {
  if (!trigger) return outcome(9, "none", "No event yet");
  if (!decision) {
    return trigger.status === "scheduled" ? outcome(3, "hold", "Scheduled", "recipients are found when it is due")
      : outcome(8, "none", "Not a recipient");
  }
  const representative = decision.bundle?.notification;
  const receipt = phone.received[decision.notification] ?? phone.received[representative];
  const delivery = (decision.deliveries ?? []).find(({ device }) => device === phone.deviceId);
  const inDigest = representative && !phone.received[decision.notification] ? "in a digest" : "";
  return (receipt && received(receipt, inDigest)) ?? (delivery && handed(delivery, phone)) ?? decided(decision, phone, at);
}

/** What the phone says. */
function received(receipt, detail) {
  if (receipt === "shown") return delivered(detail);
  if (receipt === "waiting") return outcome(1, "hold", "Sent, not delivered", "phone is offline");
  if (receipt === "blocked") return outcome(5, "idle", "Not shown", reasonWords("permission-denied"));
  return failed("expired or replaced while offline");
}

/** What the push service says. */
function handed(delivery, phone) {
  if (delivery.state === "accepted") {
    return phone.installed ? outcome(1, "hold", "Sent", "not on the phone yet") : failed("app is uninstalled");
  }
  if (UNDER_WAY.includes(delivery.state)) {
    return delivery.attempts?.length ? outcome(1, "hold", "Retrying", "push service unavailable")
      : outcome(1, "hold", "Sending");
  }
  if (delivery.state === "unknown") return outcome(1, "hold", "Sent", "push service did not respond");
  if (delivery.state === "cancelled") {
    return outcome(6, "idle", "Not sent", reasonWords(delivery.reason ?? "cancelled"));
  }
  return failed(phone.installed ? reasonWords(delivery.reason ?? delivery.state) : "app is uninstalled");
}

/** What Peal decided, when this phone got no push. */
function decided(decision, phone, at) {
  const { push, inApp } = decision.channels ?? {};
  const inbox = inApp?.outcome === "shown";
  const until = decision.bundle?.until ?? push?.until;
  if (push?.outcome === "digested" || decision.verdict === "digested") {
    return outcome(3, "hold", until ? `In a digest until ${at(until)}` : "In a digest");
  }
  if (push?.outcome === "held" || decision.verdict === "held") {
    return outcome(3, "hold", until ? `Scheduled for ${at(until)}` : "Scheduled",
      push?.reason ? reasonWords(push.reason) : "");
  }
  const reason = silence(decision, phone);
  return inbox ? outcome(4, "idle", "Inbox only", reason) : outcome(6, "idle", "Not sent", reason);
}

function silence(decision, phone) {
  const { push, inApp } = decision.channels ?? {};
  const reason = push?.reason ?? inApp?.reason ?? (decision.steps ?? []).findLast((step) => step.reason)?.reason;
  if (push?.outcome !== "sent") return reason ? reasonWords(reason) : "";
  if (!phone.installed) return "app is uninstalled";
  const allowed = ["granted", "provisional"].includes(phone.permission);
  return allowed ? "not sent to this device" : reasonWords("permission-denied");
}

/** What became of a decision for the user as a whole: the best of their phones. */
export function userOutcome({ trigger, decision, phones, at }) {
  const outcomes = phones.map((phone) => phoneOutcome({ trigger, decision, phone, at }));
  return outcomes.reduce((best, next) => (next.rank < best.rank ? next : best),
    outcome(9, "none", humanised(decision?.verdict ?? "no device")));
}
