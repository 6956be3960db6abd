// What the page knows of the chosen app: its latest events, and the decision for each user.

import { humanised } from "./words.js";

const REMEMBERED = 30;

/** A reply and the event that it makes are no further apart, in milliseconds. */
const REPLY_TAKES = 5_000;

/** Starts with nothing known. `zone` is where the clock's time is told. */
export function makeSession(app, backend, zone) {
  const session = {
    app, triggers: [], latest: null, decisions: new Map(), replies: [], titleOf, zoneOf, sent, replied, refresh, decisionOf,
  };
  const titles = new Map();
  let turn = 0;

  /** Several events may share a type: what was pressed here keeps its own title, and a reply is named as one. */
  function titleOf({ trigger, id, type, acceptedAt, at }) {
    const key = trigger ?? id;
    const event = app.events.find((one) => one.type === type);
    if (!titles.has(key) && event?.isReply) nameReply(key, Date.parse(acceptedAt ?? at));
    return titles.get(key) ?? (event?.isReply ? "A participant replied" : event?.title) ?? humanised(type);
  }

  /** The reply on a phone of this page that made an event; one that waited for the network is as old as it is. */
  function nameReply(trigger, at) {
    const reply = session.replies.find((one) => !one.trigger && at >= one.at - REPLY_TAKES
      && (one.waits || at <= one.at + REPLY_TAKES));
    if (!reply) return;
    reply.trigger = trigger;
    titles.set(trigger, `${reply.name} replied “${reply.title}”`);
  }

  /** A user replied on a phone: who, with which words, when, and whether it waits for the network. */
  function replied(reply) { session.replies.push(reply); }

  function zoneOf(user) { return user.timeZone ?? zone(); }

  /** What was decided for a user about the latest event. */
  function decisionOf(user) { return session.decisions.get(user.user) ?? null; }

  /** Takes the answer to a trigger that was sent here. */
  function sent(event, answer, now) {
    if (!answer.duplicate) titles.set(answer.id, event.title);
    turn += 1;
    const sentAt = new Date(now).toISOString();
    const known = session.triggers.find(({ id }) => id === answer.id);
    const entry = { id: answer.id, title: event.title, at: known?.at ?? sentAt, sentAt, status: answer.status ?? "done",
      duplicate: answer.duplicate === true };
    session.triggers = [entry, ...session.triggers.filter(({ id }) => id !== entry.id)].slice(0, REMEMBERED);
    session.latest = entry;
    session.decisions = new Map();
    return entry;
  }

  /** Asks for the events of every tab and schedule, and for what became of the latest. */
  async function refresh() {
    turn += 1;
    const mine = turn;
    const { items = [] } = await backend.triggers({ limit: REMEMBERED });
    // An event that was sent meanwhile, or a later question, knows more.
    if (mine !== turn) return;
    const fired = items.filter(({ status }) => status !== "cancelled")
      .map((item) => ({ id: item.id, title: titleOf(item), at: atOf(item), status: item.status, duplicate: false }))
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
    // What waits for its time by a schedule has not happened yet; what was scheduled by a press here has.
    const newest = fired.find(({ id, status }) => status !== "scheduled" || titles.has(id)) ?? null;
    const latest = repeated(newest) ? session.latest : newest;
    const answer = latest ? await backend.why({ trigger: latest.id, limit: 100 }) : { items: [] };
    if (mine !== turn) return;
    session.triggers = fired;
    session.latest = latest;
    session.decisions = new Map((answer.items ?? []).map((item) => [item.user, item]));
  }

  /** Whether a duplicate that was sent here is still the last thing that happened. */
  const repeated = (newest) => session.latest?.duplicate
    && (!newest || newest.id === session.latest.id || Date.parse(newest.at) <= Date.parse(session.latest.sentAt));

  return session;
}

/** When an event took place: a scheduled one at its due time. */
const atOf = ({ acceptedAt, dueAt }) => (dueAt && Date.parse(dueAt) > Date.parse(acceptedAt) ? dueAt : acceptedAt);
