import type { DeviceState } from '../PealClient.js';

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
