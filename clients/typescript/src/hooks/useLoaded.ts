import { useEffect } from 'react';
import type { Store } from '../core/createStore.js';
import { useStore } from './useStore.js';

interface Loadable<V> {
  readonly view: Store<V>;
  load(): Promise<void>;
}

/** The view of a store that is read when it is shown first. A failure is in the view. */
export function useLoaded<V extends { readonly status: string }>(store: Loadable<V> | undefined, initial: V): V {
  useEffect(() => {
    if (store?.view.get().status === 'loading') store.load().catch(() => undefined);
  }, [store]);
  return useStore(store?.view, initial);
}
