import type { Badge } from './Notification.js';

/** What `sync` answers: ids and numbers, never a text. */
export interface DeviceNews {
  readonly state: 'active' | 'disabled' | 'quarantined' | 'stale' | 'revoked';
  readonly badge: Badge;
  /** Ids among `shown` that leave the screen. */
  readonly clear: readonly string[];
  readonly configVersion: number;
  readonly preferencesVersion: number;
  /** Notifications that the user has not seen and that no device has reported. */
  readonly missed: { readonly count: number; readonly ids: readonly string[]; readonly cursor: string | null };
}
