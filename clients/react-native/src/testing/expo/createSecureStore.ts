import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';

export type SecureStore = typeof import('expo-secure-store');

const afterFirstUnlock = [0, 1];

export function createSecureStore(phone: PhoneContext, process: AppProcess): SecureStore {
  const { stores } = phone;
  const call = <T>(name: string, key: string, work: () => T): Promise<T> => process.call(`secureStore.${name}`, [key], work);
  const named = (key: string): string => {
    if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key provided to SecureStore: ${key}`);
    return `secure-store ${key}`;
  };
  return {
    AFTER_FIRST_UNLOCK: 0, AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 1, WHEN_UNLOCKED: 5, WHEN_UNLOCKED_THIS_DEVICE_ONLY: 6,
    getItemAsync: (key) => call('getItemAsync', key, () => stores.secret(named(key))),
    setItemAsync: (key, value, options) => call('setItemAsync', key, () => {
      const accessible = options ? options.keychainAccessible : undefined;
      stores.setSecret(named(key), value, accessible !== undefined && afterFirstUnlock.includes(accessible));
    }),
    deleteItemAsync: (key) => call('deleteItemAsync', key, () => void stores.deleteSecret(named(key))),
  };
}
