import type { Outcome } from '../Outbox.js';
import type { Devices } from '../PealClient.js';
import type { PermissionState } from '../platform.js';

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
