/** A value that changes, for components, React (`useSyncExternalStore`) and Redux alike. Values are never changed in place. */
export interface Store<T> {
  get(): T;
  /** Calls back after each change; the answer ends it. */
  subscribe(listener: (value: T) => void): () => void;
}
