import type { Platform } from './platform.js';
import type { StorageArea } from './StorageArea.js';

/** Of what is stored. What an older format left is discarded: all of it can be read from the server again. */
const format = 1;

/** The names that were written, so that all of them can be removed. */
const index = '*';

/** The part of the storage under a prefix, which may change; without one (`null`) nothing is read or written. */
export function createStorage(platform: Platform, prefix: () => string | null): StorageArea {
  const { storage, log } = platform;

  async function read<T>(at: string, name: string): Promise<T | null> {
    try {
      const text = await storage.get(at + name);
      if (text === null) return null;
      const stored = JSON.parse(text) as { v?: unknown; d?: T } | null;
      if (stored && stored.v === format && stored.d !== undefined) return stored.d;
      log?.('storage.discarded', { name });
    } catch (error) {
      log?.('storage.unreadable', { name, error: String(error) });
    }
    return null;
  }

  async function write(at: string, name: string, value: unknown): Promise<boolean> {
    try {
      await storage.set(at + name, JSON.stringify({ v: format, d: value }));
      return true;
    } catch (error) {
      log?.('storage.failed', { name, error: String(error) });
      return false;
    }
  }

  async function remove(at: string, name: string): Promise<void> {
    try {
      await storage.remove(at + name);
    } catch (error) {
      log?.('storage.failed', { name, error: String(error) });
    }
  }

  async function names(at: string): Promise<string[]> {
    const stored = await read<string[]>(at, index);
    return Array.isArray(stored) ? stored : [];
  }

  return {
    async read(name) {
      const at = prefix();
      return at === null ? null : read(at, name);
    },
    async write(name, value) {
      const at = prefix();
      if (at === null) return false;
      const known = await names(at);
      if (!known.includes(name)) await write(at, index, [...known, name]);
      return write(at, name, value);
    },
    async remove(name) {
      const at = prefix();
      if (at !== null) await remove(at, name);
    },
    async clear() {
      const at = prefix();
      if (at === null) return;
      for (const name of [...(await names(at)), index]) await remove(at, name);
    },
  };
}
