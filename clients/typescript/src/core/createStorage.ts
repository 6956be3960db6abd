import type { Platform } from './platform.js';

/** What is stored of a user, by name. */
export type UserName = 'inbox' | 'preferences';

/** A part of the platform's storage: JSON by name. A value that cannot be read counts as absent. */
export interface StorageArea<Name extends string = string> {
  read<T>(name: Name): Promise<T | null>;
  /** Answers whether it is stored. A failure is logged, and the client goes on with what it has in memory. */
  write(name: Name, value: unknown): Promise<boolean>;
  remove(name: Name): Promise<void>;
  /** Resolves when all that was to be written or removed is. */
  stored(): Promise<unknown>;
}

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

  let changing: Promise<unknown> = Promise.resolve();
  const change = <T>(name: string, work: (key: string) => Promise<T>): Promise<T | null> => {
    const done = use(name, work);
    changing = Promise.all([changing, done]);
    return done;
  };

  return {
    read: <T>(name: string) => use(name, async (key) => {
      const { v, d } = JSON.parse((await storage.get(key)) || '{}') as { v?: number; d?: T };
      return v === format && d !== undefined ? d : null;
    }),
    write: async (name, value) =>
      (await change(name, async (key) => (await storage.set(key, JSON.stringify({ v: format, d: value })), true))) || false,
    async remove(name) {
      await change(name, (key) => storage.remove(key));
    },
    stored: () => changing,
  };
}
