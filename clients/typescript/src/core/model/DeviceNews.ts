import type { Badge } from './Notification.js';

/** A hint of the client that the server could not understand; the call was carried out without it. */
export interface HintWarning {
  readonly code: string;
  readonly field: string;
}

/** A notification that no push brought, of an app without an inbox. */
export interface MissedItem {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

/** What `sync` answers: ids and numbers, and what an app without an inbox has missed. */
export interface DeviceNews {
  readonly state: 'active' | 'disabled' | 'quarantined' | 'stale' | 'revoked';
  /** A device key named an address that the server does not use before a call with a session names it. */
  readonly addressPending?: boolean;
  readonly badge: Badge;
  /** Ids among `shown` that leave the screen. */
  readonly clear: readonly string[];
  /** What leaves the screen and was said to be shown under a tag. */
  readonly clearTags?: readonly { readonly id?: string; readonly tag: string }[];
  readonly configVersion: number;
  readonly preferencesVersion: number;
  /** What the client said and the server left out. */
  readonly warnings?: readonly HintWarning[];
  /** Notifications that the user has not seen and that no device has reported. `items`: of an app without an inbox, with a session. */
  readonly missed: {
    readonly count: number;
    readonly ids: readonly string[];
    readonly cursor: string | null;
    readonly items?: readonly MissedItem[];
  };
}
