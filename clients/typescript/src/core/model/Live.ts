/** `live`: a stream is open. `polling`: it could not be opened, the server is asked every 30 s. `offline`: no network. */
export type LiveMode = 'connecting' | 'live' | 'polling' | 'offline' | 'stopped';

export interface LiveMessage {
  readonly kind: 'notification.created' | 'notification.changed' | 'badge.changed' | 'preferences.changed' | 'eta.changed' | 'alert.raised' | 'resync';
  readonly channel: string;
  readonly cursor: string;
  readonly data: unknown;
}
