import { instant } from '../duration.js';
import type { ApiRequest } from '../HttpApi.js';
import type { NotificationPreferences } from '../model/Preferences.js';
import { endOf } from './applyChange.js';
import type { PreferenceChange } from './PreferenceChange.js';

const base = '/users/me/notification-preferences';

/**
 * The request that says it, made when it is sent; `null` when nothing is left to send. `server`: the server's state as it
 * is known.
 */
export function preferenceRequest(
  change: PreferenceChange,
  at: number,
  now: number,
  server: NotificationPreferences | null,
): ApiRequest | null {
  const updatedAt = instant(at);
  switch (change.type) {
    case 'category':
      return { method: 'PATCH', path: `${base}/category/${encodeURIComponent(change.category)}`, body: { ...change.fields, updatedAt } };
    case 'global':
      return { method: 'PUT', path: base, body: { globalSettings: { [change.field]: change.value }, updatedAt } };
    case 'quietHours':
      return { method: 'PUT', path: base, body: { quietHours: change.fields, updatedAt } };
    case 'reset':
      return { method: 'POST', path: base + '/reset', body: { updatedAt } };
    case 'mute': {
      // Sent late, it ends when the user meant it to; a few seconds are on their way anyway.
      const end = endOf(change.for, at);
      const late = now - at >= 5000;
      if (end !== null && end <= now) return null;
      const length = end !== null && late ? `PT${Math.ceil((end - now) / 1000)}S` : change.for;
      return { method: 'PUT', path: '/users/me/mutes', body: { scope: change.scope, id: change.target, for: length } };
    }
    case 'unmute': {
      const mute = server?.mutes.find(({ scope, target }) => scope === change.scope && target === change.target);
      return mute ? { method: 'DELETE', path: '/users/me/mutes/' + encodeURIComponent(mute.id) } : null;
    }
  }
}
