import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../core/createStore.js';

/** The value of a store, as it changes; `initial` while there is no store. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T>(store: Store<T> | null | undefined, initial: T): T;
export function useStore<T>(store: Store<T> | null | undefined, initial?: T): T {
  const subscribe = useCallback((changed: () => void) => (store ? store.subscribe(changed) : () => undefined), [store]);
  const get = (): T => (store ? store.get() : (initial as T));
  // A page that a server rendered starts with what the server had.
  return useSyncExternalStore(subscribe, get, () => (initial === undefined ? get() : initial));
}
