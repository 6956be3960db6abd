/** @react-native-async-storage/async-storage 1.23 to 2.2. Not compared with its source; see
 * https://react-native-async-storage.github.io/async-storage/docs/api */
declare module '@react-native-async-storage/async-storage' {
  export interface AsyncStorageStatic {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
    removeItem(key: string): Promise<void>;
    getAllKeys(): Promise<readonly string[]>;
  }
  const AsyncStorage: AsyncStorageStatic;
  export default AsyncStorage;
}

/** react-native-mmkv 2 and 3; version 4 makes instances by `createMMKV` and removes by `remove`. Read from mrousavy/react-native-mmkv,
 * README.md, which is that of version 4. */
declare module 'react-native-mmkv' {
  export interface MMKVInstance {
    getString(key: string): string | undefined;
    set(key: string, value: string): void;
    delete(key: string): void;
    getAllKeys(): string[];
  }
  export const MMKV: new (configuration?: { id: string; encryptionKey?: string }) => MMKVInstance;
}

/** react-native-keychain 8.2 to 10. Not compared with their source; see
 * https://oblador.github.io/react-native-keychain/docs/api */
declare module 'react-native-keychain' {
  export const ACCESSIBLE: {
    readonly WHEN_UNLOCKED: 'AccessibleWhenUnlocked';
    readonly AFTER_FIRST_UNLOCK: 'AccessibleAfterFirstUnlock';
    readonly AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 'AccessibleAfterFirstUnlockThisDeviceOnly';
  };
  export interface Options {
    service?: string;
    accessible?: string;
  }
  export interface UserCredentials {
    username: string;
    password: string;
    service: string;
    storage: string;
  }
  export function setGenericPassword(username: string, password: string, options?: Options): Promise<false | { service: string; storage: string }>;
  export function getGenericPassword(options?: Options): Promise<false | UserCredentials>;
  export function resetGenericPassword(options?: Options): Promise<boolean>;
}
