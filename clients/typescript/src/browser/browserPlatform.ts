import type { Network, Platform } from '../core/platform.js';
import { connect } from './connect.js';
import { http } from './http.js';
import type { SharedStorage } from './indexedStorage.js';

const network: Network = {
  isOnline: () => navigator.onLine,
  onChange(callback) {
    const [online, offline] = [() => callback(true), () => callback(false)];
    addEventListener('online', online);
    addEventListener('offline', offline);
    return () => {
      removeEventListener('online', online);
      removeEventListener('offline', offline);
    };
  }
};

/** A tab of a browser without the Web Locks API is alone, as far as it knows. */
function lock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as unknown as { locks?: { request(name: string, work: () => Promise<T>): Promise<T> } };
  return locks ? locks.request(name, work) : work();
}

/** What a browser provides to the core. */
export function browserPlatform(storage: SharedStorage, push: Platform['push'], log: Platform['log']): Platform {
  return {
    http, connect, storage, network, push, lock, log,
    clock: {
      now: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      }
    },
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
  };
}
