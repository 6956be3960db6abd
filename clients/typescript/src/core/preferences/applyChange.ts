import { instant, milliseconds } from '../duration.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import type { Mute, NotificationPreferences } from '../model/Preferences.js';
import { keyOf, type PreferenceChange } from './PreferenceChange.js';

const otherMutes = (mutes: readonly Mute[], { scope, target }: Pick<Mute, 'scope' | 'target'>): Mute[] =>
  mutes.filter((mute) => mute.scope !== scope || mute.target !== target);

/** When a mute ends that was set at `at`; `null` for no end. */
export function endOf(duration: string | null, at: number): number | null {
  const length = duration === null ? null : milliseconds(duration);
  return length === null ? null : at + length;
}

/** The mutes with another one, which replaces one of the same scope. */
export const withMute = (mutes: readonly Mute[], mute: Mute): Mute[] => [...otherMutes(mutes, mute), mute];

/** What the user sees of a choice made at `at` until the server has answered. */
export function applyChange(
  value: NotificationPreferences,
  change: PreferenceChange,
  at: number,
  config: ClientConfig | null,
): NotificationPreferences {
  const next = { ...value, updatedAt: instant(at) };
  switch (change.type) {
    case 'category': {
      const { category, fields } = change;
      const before = value.categories[category];
      if (!before) return value;
      const after = { ...before, ...fields, channels: { ...before.channels, ...fields.channels } };
      return counted({ ...next, categories: { ...value.categories, [category]: after } });
    }
    case 'global':
      return { ...next, globalSettings: { ...value.globalSettings, [change.field]: change.value } };
    case 'quietHours':
      return value.quietHours ? { ...next, quietHours: { ...value.quietHours, ...change.fields } } : value;
    case 'reset': {
      // Only the server knows the defaults; the catalog names those of the categories.
      const categories = { ...value.categories };
      for (const { key, channels } of config?.categories || []) {
        const before = categories[key];
        if (before) categories[key] = { ...before, enabled: true, channels: { ...before.channels, ...channels } };
      }
      return counted({ ...next, categories });
    }
    case 'mute': {
      const { scope, target } = change;
      const end = endOf(change.for, at);
      const until = end === null ? null : instant(end);
      const id = 'local:' + keyOf(change);
      const mute = { id, scope, ...(target === undefined ? {} : { target }), until, createdAt: instant(at) };
      return { ...next, mutes: withMute(value.mutes, mute) };
    }
    case 'unmute':
      return { ...next, mutes: otherMutes(value.mutes, change) };
  }
}

const counted = (value: NotificationPreferences): NotificationPreferences =>
  ({ ...value, enabledCount: Object.values(value.categories).filter(({ enabled }) => enabled).length });
