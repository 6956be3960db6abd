import { createStore, type MutableStore } from '../../src/core/createStore.js';

/** A store that knows how many listen to it. */
export function countedStore<T>(initial: T): MutableStore<T> & { listeners(): number } {
  const store = createStore(initial);
  let count = 0;
  return {
    ...store,
    listeners: () => count,
    subscribe(listener) {
      const end = store.subscribe(listener);
      let isEnded = false;
      count += 1;
      return () => {
        if (!isEnded) count -= 1;
        isEnded = true;
        end();
      };
    },
  };
}
