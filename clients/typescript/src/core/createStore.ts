/** A value that changes, for components, React (`useSyncExternalStore`) and Redux alike. Values are never changed in place. */
export interface Store<T> {
  get(): T;
  /** Calls back after each change; the answer ends it. */
  subscribe(listener: (value: T) => void): () => void;
}

/** A store that its owner changes. */
export interface MutableStore<T> extends Store<T> {
  set(value: T): void;
  update(change: (value: T) => T): void;
}

export function createStore<T>(initial: T): MutableStore<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  const set = (next: T): void => {
    if (next === value) return;
    value = next;
    for (const listener of [...listeners]) {
      try {
        if (listeners.has(listener)) listener(next);
      } catch (error) {
        // A listener that fails does not keep the others from the change; the runtime reports the error.
        void Promise.reject(error);
      }
    }
  };
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      // A function of its own: the same listener may subscribe twice.
      const entry = (next: T): void => listener(next);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
