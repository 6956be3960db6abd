import type { ChannelSwitches, MuteScope, NotificationPreferences, QuietHours } from '../model/Preferences.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type GlobalField = keyof NotificationPreferences['globalSettings'];

/** One choice of the user, as it waits in the outbox. */
export type PreferenceChange =
  | {
      readonly type: 'category';
      readonly category: string;
      readonly fields: { readonly enabled?: boolean; readonly channels?: Partial<Mutable<ChannelSwitches>> };
    }
  | { readonly type: 'global'; readonly field: GlobalField; readonly value: boolean }
  | { readonly type: 'quietHours'; readonly fields: Partial<Mutable<QuietHours>> }
  | { readonly type: 'reset' }
  | { readonly type: 'mute'; readonly scope: MuteScope; readonly target?: string; readonly for: string | null }
  | { readonly type: 'unmute'; readonly scope: MuteScope; readonly target?: string };

/** What it changes: its key in the outbox and in `PreferencesView`. */
export function keyOf(change: PreferenceChange): string {
  switch (change.type) {
    case 'category': return 'category:' + change.category;
    case 'global': return 'global:' + change.field;
    case 'mute':
    case 'unmute': return 'mute:' + change.scope + (change.target === undefined ? '' : ':' + change.target);
    default: return change.type;
  }
}

const without = <T extends object>(older: T | undefined, newer: object | undefined): Partial<T> | undefined => {
  const left = Object.entries(older || {}).filter(([name]) => !newer || !(name in newer));
  return left.length ? (Object.fromEntries(left) as Partial<T>) : undefined;
};

/**
 * What is left of a choice after a later one of the same key: the fields that the later one does not name. They stay a change of
 * their own, since each field has the time at which it was chosen (R080).
 */
export function leftOf(older: PreferenceChange, newer: PreferenceChange): PreferenceChange | null {
  if (older.type === 'category' && newer.type === 'category') {
    const { enabled } = newer.fields.enabled === undefined ? older.fields : { enabled: undefined };
    const channels = without(older.fields.channels, newer.fields.channels);
    if (enabled === undefined && !channels) return null;
    return { ...older, fields: { ...(enabled === undefined ? {} : { enabled }), ...(channels ? { channels } : {}) } };
  }
  if (older.type === 'quietHours' && newer.type === 'quietHours') {
    const fields = without(older.fields, newer.fields);
    return fields ? { ...older, fields } : null;
  }
  return null;
}
