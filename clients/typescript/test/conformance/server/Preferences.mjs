import { merge } from '../merge.mjs';
import { duration } from '../duration.mjs';
import { notFound, Problem } from './problem.mjs';

const ignored = ['locked', 'lockReason', 'name', 'title', 'description', 'icon'];

/** One user's preferences: each field has the time at which it was chosen, and the latest choice wins. */
export class Preferences {
  mutes = [];
  #defaults;
  #given;
  #fields = new Map();
  #resetAt = -Infinity;
  #version = 0;
  #clock;
  #updatedAt;
  #made = 0;

  constructor(defaults, given, clock) {
    this.#defaults = structuredClone(defaults);
    this.#clock = clock;
    this.#updatedAt = clock.iso();
    this.#given = given ?? {};
  }

  get version() {
    return this.#version;
  }

  /** Milliseconds of the choice of a field, such as `category:kudos`. */
  changedAt(field) {
    const choice = this.#fields.get(field);
    return choice ? new Date(choice.at).toISOString() : null;
  }

  value(user) {
    const value = merge(this.#defaults, this.#given);
    for (const [field, { value: chosen }] of this.#fields) this.#put(value, field, chosen);
    const now = this.#clock.now();
    this.mutes = this.mutes.filter((mute) => mute.until === null || Date.parse(mute.until) > now);
    const enabledCount = Object.values(value.categories).filter((category) => category.enabled).length;
    return {
      userId: user, ...value, mutes: this.mutes, enabledCount, version: this.#version, updatedAt: this.#updatedAt,
      syncedAt: this.#clock.iso(),
    };
  }

  /** Merges a change; `skew` is how far the client's clock is behind. */
  change(body, skew) {
    const current = this.value('');
    const fields = [];
    const at = this.#instant(body.updatedAt, skew);
    for (const [key, change] of Object.entries(body.categories ?? {})) {
      const category = current.categories[key];
      if (!category) continue;
      if (category.locked && change.enabled === false) throw new Problem(422, 'category-locked', category.lockReason);
      const when = change.updatedAt ? this.#instant(change.updatedAt, skew) : at;
      for (const [name, value] of Object.entries(change)) {
        if (ignored.includes(name)) continue;
        if (name === 'enabled') fields.push([`category:${key}`, value, when]);
        if (name === 'channels') for (const [channel, isOn] of Object.entries(value)) {
          fields.push([`category:${key}:${channel}`, isOn, when]);
        }
      }
    }
    for (const [name, value] of Object.entries(body.globalSettings ?? {})) fields.push([`global:${name}`, value, at]);
    for (const [name, value] of Object.entries(body.quietHours ?? {})) {
      if (['start', 'end'].includes(name) && !/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) {
        throw new Problem(422, 'invalid', 'not a time of day');
      }
      if (['enabled', 'start', 'end', 'timeZone'].includes(name)) fields.push([`quietHours:${name}`, value, at]);
    }
    let isChanged = false;
    for (const [field, value, when] of fields) {
      const known = this.#fields.get(field);
      if (when < (known?.at ?? -Infinity) || when <= this.#resetAt) continue;
      this.#fields.set(field, { value, at: when });
      isChanged = true;
    }
    if (isChanged) this.#changed();
  }

  reset(updatedAt, skew) {
    this.#resetAt = this.#instant(updatedAt, skew);
    for (const [field, choice] of this.#fields) if (choice.at <= this.#resetAt) this.#fields.delete(field);
    const locks = Object.entries(this.#given.categories ?? {}).filter(([, category]) => category.locked);
    this.#given = { categories: Object.fromEntries(locks.map(([key, { locked, lockReason }]) => [key, { locked, lockReason }])) };
    this.#changed();
  }

  lock(category, reason) {
    this.#given = merge(
      { categories: {} }, merge(this.#given, { categories: { [category]: { locked: true, lockReason: reason } } }),
    );
    this.#changed();
  }

  mute({ scope, id, for: length }) {
    const now = this.#clock.now();
    const known = this.mutes.find((mute) => mute.scope === scope && mute.target === id);
    const until = length === null || length === undefined ? null : new Date(now + duration(length)).toISOString();
    const mute = {
      id: known?.id ?? `mut_${(this.#made += 1)}`, scope, ...(id ? { target: id } : {}), until, createdAt: this.#clock.iso(),
    };
    this.mutes = [...this.mutes.filter((other) => other !== known), mute];
    this.#changed();
    return mute;
  }

  unmute(id) {
    if (!this.mutes.some((mute) => mute.id === id)) throw notFound();
    this.mutes = this.mutes.filter((mute) => mute.id !== id);
    this.#changed();
  }

  #instant(text, skew) {
    const now = this.#clock.now();
    return text === undefined ? now : Math.min(Date.parse(text) + skew, now);
  }

  #changed() {
    this.#version += 1;
    this.#updatedAt = this.#clock.iso();
  }

  #put(value, field, chosen) {
    const [kind, name, channel] = field.split(':');
    if (kind === 'global') value.globalSettings = { ...value.globalSettings, [name]: chosen };
    if (kind === 'quietHours' && value.quietHours) value.quietHours = { ...value.quietHours, [name]: chosen };
    if (kind !== 'category') return;
    const category = value.categories[name];
    const change = channel ? { channels: { ...category.channels, [channel]: chosen } } : { enabled: chosen };
    const next = { ...category, ...change };
    value.categories = { ...value.categories, [name]: next };
  }
}
