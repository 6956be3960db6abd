import type { Storage } from 'peal-core';
import type { Store } from './ports.js';

/** The record of the device, with its key. */
const isSecret = (key: string): boolean => key.endsWith(':device');

/** SecureStore takes letters, digits, ".", "-" and "_". */
const secretName = (key: string): string => key.replace(/[^A-Za-z0-9._-]/g, '.');

/**
 * What the client stores, and the device's key apart, in the system's keychain. What was stored before the app had one moves there.
 */
export function phoneStorage(store: Store, secrets?: Store): Storage {
  if (!secrets) return store;
  return {
    async get(key) {
      if (!isSecret(key)) return store.get(key);
      const found = await secrets.get(secretName(key));
      const old = found === null ? await store.get(key) : null;
      if (old === null) return found;
      await secrets.set(secretName(key), old);
      await store.remove(key);
      return old;
    },
    set: (key, value) => (isSecret(key) ? secrets.set(secretName(key), value) : store.set(key, value)),
    remove: async (key) => {
      await (isSecret(key) ? secrets.remove(secretName(key)) : store.remove(key));
    },
  };
}

/** React Native's AsyncStorage. */
export interface AsyncStorageLike {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

export const asyncStorage = (storage: AsyncStorageLike): Store => ({
  get: (key) => storage.getItem(key),
  set: (key, value) => storage.setItem(key, value),
  remove: (key) => storage.removeItem(key),
});

/** react-native-mmkv; `remove` is `delete` before version 4. */
export interface MMKVLike {
  getString(key: string): string | undefined;
  set(key: string, value: string): void;
  remove?(key: string): unknown;
  delete?(key: string): void;
}

export const mmkv = (storage: MMKVLike): Store => ({
  get: async (key) => storage.getString(key) ?? null,
  set: async (key, value) => storage.set(key, value),
  async remove(key) {
    if (storage.remove) storage.remove(key);
    else storage.delete!(key);
  },
});

/** react-native-keychain: one generic password for each key, readable on a locked phone after its first unlock. */
export interface KeychainLike {
  readonly ACCESSIBLE: { readonly AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: string };
  getGenericPassword(options: { service: string }): Promise<false | { readonly password: string }>;
  setGenericPassword(name: string, password: string, options: { service: string; accessible: string }): Promise<unknown>;
  resetGenericPassword(options: { service: string }): Promise<boolean>;
}

export function keychain(module: KeychainLike): Store {
  const accessible = module.ACCESSIBLE.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY;
  return {
    async get(service) {
      const found = await module.getGenericPassword({ service });
      return found ? found.password : null;
    },
    async set(service, value) {
      await module.setGenericPassword('peal', value, { service, accessible });
    },
    async remove(service) {
      await module.resetGenericPassword({ service });
    },
  };
}
