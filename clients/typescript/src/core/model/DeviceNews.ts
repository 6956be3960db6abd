import type { Badge } from './Notification.js';

/** A hint of the client that the server could not understand; the call was carried out without it. */
export interface HintWarning {
  readonly code: string;
  readonly field: string;
}

/** What `sync` answers: ids and numbers, never a text. */
export interface DeviceNews {
  readonly state: 'active' | 'disabled' | 'quarantined' | 'stale' | 'revoked';
  /** A device key named an address that the server does not use before a call with a session names it. */
  readonly addressPending?: boolean;
  readonly badge: Badge;
  /** Ids among `shown` that leave the screen. */
  readonly clear: readonly string[];
  readonly configVersion: number;
  readonly preferencesVersion: number;
  /** What the client said and the server left out. */
  readonly warnings?: readonly HintWarning[];
  /** Notifications that the user has not seen and that no device has reported. */
  readonly missed: { readonly count: number; readonly ids: readonly string[]; readonly cursor: string | null };
}
