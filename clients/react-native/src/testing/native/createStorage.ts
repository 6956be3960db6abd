import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import type { Native } from './Native.js';

const accessible = {
  WHEN_UNLOCKED: 'AccessibleWhenUnlocked', AFTER_FIRST_UNLOCK: 'AccessibleAfterFirstUnlock',
  AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 'AccessibleAfterFirstUnlockThisDeviceOnly',
} as const;

/** What apps store in. It outlives the process. */
export function createStorage(phone: PhoneContext, process: AppProcess): Pick<Native, 'AsyncStorage' | 'MMKV' | 'Keychain'> {
  const { asyncStorage, mmkv } = phone.stores;
  const { stores } = phone;
  const named = (service = 'default'): string => `keychain ${service}`;

  class FakeMMKV {
    private readonly values: Map<string, string>;

    constructor({ id }: { readonly id: string } = { id: 'mmkv.default' }) {
      this.values = mmkv.get(id) ?? new Map();
      mmkv.set(id, this.values);
    }

    getString(key: string): string | undefined {
      return this.values.get(key);
    }

    /** A dead process stores nothing any more. */
    set(key: string, value: string): void {
      if (process.isAlive) this.values.set(key, value);
    }

    delete(key: string): void {
      if (process.isAlive) this.values.delete(key);
    }

    getAllKeys(): string[] {
      return [...this.values.keys()];
    }
  }

  return {
    AsyncStorage: {
      getItem: (key) => process.call('AsyncStorage.getItem', [key], () => asyncStorage.get(key) ?? null),
      setItem: (key, value) => process.call('AsyncStorage.setItem', [key], () => void asyncStorage.set(key, value)),
      removeItem: (key) => process.call('AsyncStorage.removeItem', [key], () => void asyncStorage.delete(key)),
      getAllKeys: () => process.call('AsyncStorage.getAllKeys', [], () => [...asyncStorage.keys()]),
    },
    MMKV: FakeMMKV,
    Keychain: {
      ACCESSIBLE: accessible,
      setGenericPassword: (username, password, options = {}) => process.call('Keychain.setGenericPassword', [options], () => {
        const { service = 'default' } = options;
        const isAfterFirstUnlock = options.accessible !== undefined && options.accessible !== accessible.WHEN_UNLOCKED;
        stores.setSecret(named(service), JSON.stringify({ username, password }), isAfterFirstUnlock);
        return { service, storage: 'keychain' };
      }),
      getGenericPassword: (options = {}) => process.call('Keychain.getGenericPassword', [options], () => {
        const found = stores.secret(named(options.service));
        if (found === null) return false;
        const { username, password } = JSON.parse(found) as { username: string; password: string };
        return { username, password, service: options.service ?? 'default', storage: 'keychain' };
      }),
      resetGenericPassword: (options = {}) => process.call('Keychain.resetGenericPassword', [options], () => stores.deleteSecret(named(options.service))),
    },
  };
}
