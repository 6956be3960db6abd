import type { Platform } from './platform.js';
import type { StorageArea } from './StorageArea.js';

/** What an older format left is discarded: all of it can be read from the server again. */
const format = 1;

/** The part of a storage under a prefix, which may change; without one (`null`) nothing is read or written. */
export function createStorage(
  storage: Platform['storage'],
  log: (event: string, detail: Record<string, unknown>) => void,
  prefix: () => string | null,
): StorageArea {
  async function use<T>(name: string, work: (key: string) => Promise<T>): Promise<T | null> {
    const at = prefix();
    try {
      return at === null ? null : await work(at + name);
    } catch (error) {
      log('storage.failed', { name, error: String(error) });
      return null;
    }
  }

  return {
    read: <T>(name: string) => use(name, async (key) => {
      const { v, d } = JSON.parse((await storage.get(key)) || '{}') as { v?: number; d?: T };
      return v === format && d !== undefined ? d : null;
    }),
    write: async (name, value) =>
      (await use(name, async (key) => (await storage.set(key, JSON.stringify({ v: format, d: value })), true))) || false,
    async remove(name) {
      await use(name, (key) => storage.remove(key));
    },
  };
}
