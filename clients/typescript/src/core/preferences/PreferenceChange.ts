import { instant, milliseconds } from '../duration.js';
import type { ApiRequest } from '../HttpApi.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import type { Mute, NotificationPreferences } from '../model/Preferences.js';
import { type Patch, patched } from './patch.js';

/** One choice of the user, as it waits in the outbox: a patch, a mute, the end of one, or (without any) a reset. */
export interface PreferenceChange {
  /** Of the preference object, as `PUT` takes it. */
  readonly patch?: Patch;
  readonly mute?: Pick<Mute, 'scope' | 'target'>;
  /** How long it is muted: an ISO 8601 duration, `null` for no end; absent ends the mute. */
  readonly for?: string | null;
}

const base = '/users/me/notification-preferences';

const isOf = ({ scope, target }: Pick<Mute, 'scope' | 'target'>) => (mute: Mute): boolean =>
  mute.scope === scope && mute.target === target;

const endOf = (duration: string | null, at: number): number =>
  (duration === null ? Infinity : at + (milliseconds(duration) || 0));

/** The mutes with another one, which replaces one of the same scope. */
export const withMute = (mutes: readonly Mute[], mute: Mute): Mute[] => [...mutes.filter((each) => !isOf(mute)(each)), mute];

/** The catalog's settings of its categories; only the server knows the others. */
function defaults(config: ClientConfig | null): Patch {
  const { categories = [] } = config || {};
  return { categories: Object.fromEntries(categories.map(({ key, channels }) => [key, { enabled: true, channels }])) };
}

/** What the user sees of a choice made at `at` until the server has answered. */
export function applied(
  value: NotificationPreferences, { patch, mute, for: length }: PreferenceChange, at: number, config: ClientConfig | null,
): NotificationPreferences {
  const updatedAt = instant(at);
  if (mute) {
    const others = value.mutes.filter((each) => !isOf(mute)(each));
    if (length === undefined) return { ...value, mutes: others };
    const end = endOf(length, at);
    const until = end < Infinity ? instant(end) : null;
    const id = `local:${mute.scope}:${mute.target || ''}`;
    return { ...value, mutes: [...others, { ...mute, id, until, createdAt: updatedAt }] };
  }
  const next = patched(value, patch || defaults(config));
  return { ...next, updatedAt, enabledCount: Object.values(next.categories).filter(({ enabled }) => enabled).length };
}

/**
 * The request that says it, made when it is sent; `null` when nothing is left to send. `server`: the server's state as it
 * is known.
 */
export function requestOf(
  { patch, mute, for: length }: PreferenceChange, at: number, now: number, server: NotificationPreferences | null,
): ApiRequest | null {
  const updatedAt = instant(at);
  if (mute && length === undefined) {
    const known = server && server.mutes.find(isOf(mute));
    return known ? { method: 'DELETE', path: '/users/me/mutes/' + encodeURIComponent(known.id) } : null;
  }
  if (mute) {
    // Sent late, it ends when the user meant it to; a few seconds are on their way anyway.
    const rest = endOf(length!, at) - now;
    if (rest <= 0) return null;
    const duration = rest < Infinity && now - at > 5000 ? `PT${Math.ceil(rest / 1000)}S` : length;
    return { method: 'PUT', path: '/users/me/mutes', body: { scope: mute.scope, id: mute.target, for: duration } };
  }
  if (!patch) return { method: 'POST', path: base + '/reset', body: { updatedAt } };
  const [category, fields] = Object.entries((patch.categories || {}) as Patch)[0] || [];
  return category
    ? { method: 'PATCH', path: `${base}/category/${encodeURIComponent(category)}`, body: { ...(fields as Patch), updatedAt } }
    : { method: 'PUT', path: base, body: { ...patch, updatedAt } };
}
