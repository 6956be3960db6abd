import { duration } from '../duration.mjs';
import { notFound, Problem } from './problem.mjs';

const minute = 60_000;

/** Events with their participants, replies and boards. */
export class Events {
  #events = new Map();
  #clock;
  #server;
  #emit;

  constructor(events, server, clock, emit) {
    this.#clock = clock;
    this.#server = server;
    this.#emit = emit;
    for (const [id, event] of Object.entries(events ?? {})) {
      const startsAt = clock.now() + duration(event.startsIn);
      const participants = new Map(
        (event.participants ?? []).map((one) => [one.user, { rsvp: 'confirmed', checkedIn: false, replies: [], ...one }]),
      );
      this.#events.set(
        id, { id, startsAt, host: event.host, remindersSent: event.remindersSent ?? true, version: 1, participants },
      );
      for (const one of participants.values()) {
        if (one.reply) one.replies.push({ ...reply(one.reply), timestamp: clock.iso(-minute) });
        if (one.checkedIn) Object.assign(one, { rsvp: 'checked-in', checkedInAt: clock.iso() });
      }
    }
  }

  board(id, user) {
    const event = this.#hosted(id, user);
    return this.#board(event, [...event.participants.values()]);
  }

  participant(id, userId, user) {
    const event = this.#hosted(id, user);
    const one = event.participants.get(userId);
    if (!one) throw notFound();
    const details = this.#server.show.filter((name) => one[name]).map((name) => [name, one[name]]);
    return { ...this.#row(event, one), details: Object.fromEntries(details) };
  }

  /** A reply of a participant; the same timestamp has the first result, the latest counts. */
  reply(id, user, body, skew = 0) {
    const event = this.#events.get(id);
    const one = event?.participants.get(user);
    // Hosts are there: they have no reply to give.
    if (event && event.host === user) throw new Problem(403, 'host-reply');
    if (!one) throw notFound();
    const what = reply(body);
    const now = this.#clock.now();
    const isOpen = now >= event.startsAt - 120 * minute && now < event.startsAt + 30 * minute && event.remindersSent;
    if (!isOpen) throw new Problem(409, 'not-open');
    if (!['confirmed', 'checked-in'].includes(one.rsvp)) throw new Problem(403, 'rsvp-required');
    const said = Math.min(body.timestamp ? Date.parse(body.timestamp) + skew : now, now);
    const timestamp = new Date(said).toISOString().replace('.000Z', 'Z');
    let stored = one.replies.find((other) => other.timestamp === timestamp);
    if (!stored) {
      stored = { ...what, timestamp };
      one.replies.push(stored);
      this.#changed(event, [one]);
    }
    return { eventId: id, userId: user, ...stored, confirmation: this.#confirmation(event, stored) };
  }

  latest(id, user) {
    const one = this.#events.get(id)?.participants.get(user);
    return one ? latestOf(one) : null;
  }

  get ids() {
    return [...this.#events.keys()];
  }

  users(id) {
    return [...this.#events.get(id).participants.keys()];
  }

  checkIn(id, user) {
    const event = this.#events.get(id);
    const one = event.participants.get(user);
    Object.assign(one, { rsvp: 'checked-in', checkedIn: true, checkedInAt: this.#clock.iso() });
    this.#changed(event, [one]);
  }

  leave(id, user) {
    const event = this.#events.get(id);
    event.participants.delete(user);
    this.#changed(event, [], [user]);
  }

  remind(id) {
    const event = this.#events.get(id);
    event.remindersSent = true;
    event.version += 1;
    this.#emit(event.host, `event:${id}:eta`, 'eta.changed', this.board(id, event.host));
  }

  remove(id) {
    const { host } = this.#events.get(id);
    this.#events.delete(id);
    this.#emit(host, `event:${id}:eta`, 'resync', {});
  }

  #hosted(id, user) {
    const event = this.#events.get(id);
    if (!event || event.host !== user) throw notFound();
    return event;
  }

  #changed(event, participants, removed = []) {
    event.version += 1;
    this.#emit(event.host, `event:${event.id}:eta`, 'eta.changed', { ...this.#board(event, participants), removed });
  }

  #board(event, shown) {
    const rows = [...event.participants.values()].map((one) => this.#row(event, one));
    const number = (status) => rows.filter((row) => row.etaStatus?.status === status).length;
    const onTime = number('on-time');
    const runningLate = number('running-late');
    const cantMakeIt = number('cant-make-it');
    const noResponse = rows.filter((row) => !row.etaStatus && row.rsvpStatus !== 'cancelled').length;
    const iso = (at) => new Date(at).toISOString();
    const opensAt = event.startsAt - 120 * minute;
    const clearsAt = event.startsAt + 30 * minute;
    const now = this.#clock.now();
    return {
      eventId: event.id, startsAt: iso(event.startsAt), opensAt: iso(opensAt), clearsAt: iso(clearsAt),
      etaOpen: now >= opensAt && now < clearsAt && event.remindersSent,
      remindersSent: event.remindersSent, version: event.version,
      summary: {
        onTime, runningLate, cantMakeIt, noResponse,
        text: `${onTime} on time, ${runningLate} running late, ${cantMakeIt} can't make it`,
      },
      participants: shown.map((one) => this.#row(event, one)).sort(
        (one, other) => one.displayName.localeCompare(other.displayName),
      ),
    };
  }

  #row(event, one) {
    const isCleared = this.#clock.now() >= event.startsAt + 30 * minute;
    const status = isCleared ? null : latestOf(one);
    const [colour, text] = status === null ? ['gray', 'No response']
      : status.status === 'on-time' ? ['green', 'On time']
        : status.status === 'cant-make-it' ? ['red', "Can't make it"] : ['yellow', `+${status.estimatedMinutesLate} min late`];
    return {
      userId: one.user, displayName: one.name, rsvpStatus: one.rsvp, checkedIn: one.checkedIn, checkedInAt: one.checkedInAt,
      etaStatus: status ? { eventId: event.id, userId: one.user, ...status } : undefined, colour, text,
    };
  }

  #confirmation({ host }, { status, estimatedMinutesLate }) {
    const { confirmations, confirmationsWithoutHost } = this.#server;
    return ((host ? confirmations : confirmationsWithoutHost)[status] ?? '').replace('{minutes}', String(estimatedMinutesLate));
  }
}

function reply({ status, minutesLate, estimatedMinutesLate, message }) {
  if (!['on-time', 'running-late', 'cant-make-it'].includes(status)) throw new Problem(422, 'invalid', 'unknown status');
  const late = minutesLate ?? estimatedMinutesLate;
  if (status === 'running-late' && !late) throw new Problem(422, 'invalid', 'minutesLate is missing');
  return { status, ...(status === 'running-late' ? { estimatedMinutesLate: late } : {}), ...(message ? { message } : {}) };
}

function latestOf(one) {
  const sorted = [...one.replies].sort((first, second) => Date.parse(second.timestamp) - Date.parse(first.timestamp));
  return sorted[0] ?? null;
}
