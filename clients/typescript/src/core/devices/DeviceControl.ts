import type { Outcome } from '../outbox/Outbox.js';
import type { Devices, DeviceState } from '../PealClient.js';
import type { PermissionState } from '../platform.js';

/**
 * What is stored of this device's registration: `device` in the app's storage (`peal:<app>:device`), where the service worker
 * finds the key as well.
 */
export interface DeviceRecord {
  readonly id: string;
  /** For requests without a session; `null` when it was lost. */
  readonly key: string | null;
  /** Whose device it is. */
  readonly user: string;
  readonly state: Exclude<DeviceState['state'], 'none'>;
}

/** What the client's other modules ask of devices. */
export interface DeviceControl extends Devices {
  /** Reads what is stored. */
  start(): Promise<void>;
  /** Registers it again although nothing has changed on the device. */
  renew(): Promise<void>;
  /** The server respects the state of the permission from now on (R028). */
  permissionChanged(state: PermissionState): Promise<void>;
  /** Signs the device out (R005), while its user is still known. `token`: the leaving user's. */
  revoke(token: string | null): Promise<{ readonly revoked: Promise<Outcome> | null }>;
}
