import type { Store } from '../core/createStore.js';
import type { MoreActions } from '../worker/messages.js';

let current: MoreActions | null = null;
const listeners = new Set<(value: MoreActions | null) => void>();

/** The notification whose "More…" was pressed: what `<peal-quick-reply>` shows when it is given none. */
export const moreActions: Store<MoreActions | null> = {
  get: () => current,
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
};

export function setMoreActions(value: MoreActions | null): void {
  current = value;
  for (const listener of [...listeners]) listener(value);
}
