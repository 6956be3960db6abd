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
  /** Signs the device out (R005). `token`: the leaving user's. Never fails: what could not be sent is tried again. */
  revoke(user: string, token: string | null): Promise<void>;
}
