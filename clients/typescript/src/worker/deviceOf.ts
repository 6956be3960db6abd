import { parseOr } from '../browser/parseOr.js';
import type { DeviceRecord } from '../core/devices/DeviceControl.js';
import { addressKey } from './messages.js';
import type { WorkerContext } from './WorkerContext.js';

interface Device {
  readonly id: string;
  readonly key: string;
  /** The server's hash of its address: a device key needs it to replace the address. */
  readonly addressHash?: string;
}

/** This device, as the core stores it when it is registered; `null` before that, and after the user signed out. */
export async function deviceOf({ settings, storage }: WorkerContext): Promise<Device | null> {
  if (!settings) return null;
  const text = await storage.get(`peal:${settings.app}:device`);
  const device = parseOr<{ readonly d?: Pick<DeviceRecord, 'id' | 'key'> }>(text, {}).d;
  if (!device || !device.id || !device.key) return null;
  const hash = parseOr<{ readonly d?: string }>(await storage.get(addressKey(settings.app)), {}).d;
  return { id: device.id, key: device.key, addressHash: hash };
}

/** Keeps the hash of the address that the server took from this device. */
export async function keepAddressHash({ settings, storage }: WorkerContext, hash: string): Promise<void> {
  if (settings) await storage.set(addressKey(settings.app), JSON.stringify({ v: 1, d: hash }));
}
