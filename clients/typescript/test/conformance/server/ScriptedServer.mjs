import { readFileSync } from 'node:fs';
import { directory } from '../directory.mjs';
import { merge } from '../merge.mjs';
import { Devices } from './Devices.mjs';
import { EventLog } from './EventLog.mjs';
import { Events } from './Events.mjs';
import { Inbox, change } from './Inbox.mjs';
import { Preferences } from './Preferences.mjs';
import { notFound, Problem } from './problem.mjs';
import { routes } from './routes.mjs';
import { Sessions } from './Sessions.mjs';

const read = (app, name) => JSON.parse(readFileSync(new URL(`apps/${app}/${name}.json`, directory), 'utf8'));

/** A server with the behaviour of Peal's contract, in memory: one app, all its users, and what a scenario does to it. */
export class ScriptedServer {
  sessions = new Sessions();
  devices = new Devices();
  replies = new Map();
  claims = [];
  refusals = [];
  #people = new Map();

  constructor(world, clock) {
    const app = world.app;
    this.clock = clock;
    this.world = world;
    this.config = { ...read(app, 'client-config'), ...(world.extra ? { laterMember: { a: 1 } } : {}) };
    this.defaults = read(app, 'preferences');
    this.server = read(app, 'server');
    this.log = new EventLog(clock, (user, channel) => this.#first(user, channel));
    this.events = new Events(
      world.events, this.server, clock, (user, channel, kind, data) => this.log.emit(user, channel, kind, data),
    );
    this.#fill(world.user, world.inbox);
    for (const [user, rows] of Object.entries(world.inboxes ?? {})) this.#fill(user, rows);
  }

  get hasInbox() {
    return this.config.features.inbox === true;
  }

  /** Preferences and inbox of a user; made with the first request. */
  person(user) {
    if (!this.#people.has(user)) {
      const emit = (kind, data) => this.log.emit(user, 'inbox', kind, data);
      const inbox = new Inbox({ mode: this.server.badge, config: this.config, clock: this.clock, emit });
      inbox.user = user;
      const given = user === this.world.user ? this.world.preferences : undefined;
      this.#people.set(user, { user, inbox, preferences: new Preferences(this.defaults, given, this.clock) });
    }
    return this.#people.get(user);
  }

  /** Whose notification it is. */
  ownerOf(id) {
    const owner = [...this.#people.values()].find(({ inbox }) => inbox.has(id));
    if (!owner) throw notFound();
    return owner.user;
  }

  notify(user, { minutesAgo, ...row }) {
    const { inbox } = this.person(user);
    const value = inbox.add(row, minutesAgo);
    this.log.emit(user, 'inbox', value.alert ? 'alert.raised' : 'notification.created', value);
    this.log.emit(user, 'inbox', 'badge.changed', { ...inbox.counts.badge, ...inbox.counts, badge: undefined });
  }

  elsewhere(user, { read: readId, delete: deleted, category, enabled }) {
    const { inbox, preferences } = this.person(user);
    if (readId) inbox.mark({ ids: [readId] }, change.read);
    if (deleted) inbox.mark({ ids: [deleted] }, change.remove);
    if (category) {
      preferences.change({ categories: { [category]: { enabled } } }, 0);
      this.preferencesChanged(user);
    }
  }

  raiseAlert(user, id) {
    const value = Object.assign(this.person(user).inbox.get(id), { alert: true });
    this.log.emit(user, 'inbox', 'alert.raised', value);
  }

  lock(user, { category, reason }) {
    this.person(user).preferences.lock(category, reason);
    this.preferencesChanged(user);
  }

  preferencesChanged(user) {
    if (this.hasInbox) this.log.emit(user, 'inbox', 'preferences.changed', this.person(user).preferences.value(user));
  }

  publish(change) {
    this.config = merge({ ...this.config, catalogVersion: this.config.catalogVersion + 1 }, change);
  }

  /** The user of a session or device key; throws 401 for one that is not accepted. */
  identify(caller) {
    if (caller.as === 'session') return { user: this.sessions.userOf(caller.jwt) };
    if (caller.as === 'device') {
      const device = this.devices.byKey(caller.device, caller.key);
      return { user: device.user, device };
    }
    throw new Problem(401, 'unauthenticated', 'a credential is missing');
  }

  /** Answers a request: `{status, headers, body}`. */
  answer({ method, path, query, headers, body, caller }) {
    const refusal = this.refusals.find((one) => one.times > 0 && one.matches(method, path));
    if (refusal) {
      refusal.times -= 1;
      const problem = new Problem(refusal.status, refusal.code);
      const headers = refusal.retryAfter ? { 'retry-after': String(refusal.retryAfter) } : {};
      return { status: problem.status, headers, body: problem.body };
    }
    try {
      for (const [verb, pattern, handle] of routes) {
        const found = pattern.exec(path);
        if (!found || ![verb].flat().includes(method)) continue;
        const parameters = found.slice(1).map(decodeURIComponent);
        return this.#finish(handle(this, { method, parameters, query, headers, body: body ?? {}, caller }), headers);
      }
      throw new Problem(404, 'not-found', `no such endpoint: ${method} ${path}`);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return { status: problem.status, headers: {}, body: problem.body };
    }
  }

  #finish({ status = 200, body, etag }, headers) {
    if (etag && headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: undefined };
    return { status, headers: etag ? { etag } : {}, body: this.world.extra ? later(body) : body };
  }

  #first(user, channel) {
    if (channel === 'inbox') {
      const { badge, ...counts } = this.person(user).inbox.counts;
      return { kind: 'badge.changed', data: { ...badge, ...counts } };
    }
    const event = /^event:(.+):eta$/.exec(channel);
    if (!event) throw new Problem(422, 'invalid', 'unknown channel');
    return { kind: 'eta.changed', data: this.events.board(event[1], user) };
  }

  #fill(user, rows = []) {
    if (rows.count) {
      for (let number = 1; number <= rows.count; number += 1) {
        this.person(user).inbox.add({ id: `n${number}`, type: rows.type, link: rows.link }, rows.count - number);
      }
      return;
    }
    for (const [index, row] of [...rows.entries()].reverse()) this.person(user).inbox.add(row, row.minutesAgo ?? index + 1);
  }
}

/** Adds members that no client knows to an answer, its rows and its categories. */
function later(body) {
  if (typeof body !== 'object' || body === null) return body;
  const more = (value) => ({ ...value, laterMember: { list: [1] } });
  const result = more(body);
  if (Array.isArray(body.items)) result.items = body.items.map(more);
  if (body.globalSettings) {
    result.categories = Object.fromEntries(Object.entries(body.categories).map(([key, value]) => [key, more(value)]));
  }
  return result;
}
