import { parseOr } from '../browser/parseOr.js';
import type { DeviceRecord } from '../core/devices/DeviceRecord.js';
import type { WorkerContext } from './WorkerContext.js';

/** This device, as the core stores it when it is registered; `null` before that, and after the user signed out. */
export async function deviceOf({ settings, storage }: WorkerContext): Promise<{ readonly id: string; readonly key: string } | null> {
  if (!settings) return null;
  const text = await storage.get(`peal:${settings.app}:device`);
  const device = parseOr<{ readonly d?: Pick<DeviceRecord, 'id' | 'key'> }>(text, {}).d;
  return device && device.id && device.key ? { id: device.id, key: device.key } : null;
}
