import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { Notification } from '../model/Notification.js';
import type { InboxStore } from '../PealClient.js';
import type { Store } from '../store.js';

type By = 'category' | 'thread';
type Rows = ReadonlyMap<string, Notification>;
type Numbers = Readonly<Record<string, number>>;
type TabCounts = ReturnType<InboxStore['tabs']['get']>;

/** How many unread rows each key has more or less. */
function moved(by: By, before: Rows, after: Rows, counts: Numbers): Numbers {
  const next: Record<string, number> = { ...counts };
  for (const [id, row] of before) {
    const key = row[by];
    const change = Number(!(after.get(id) || { readAt: 'gone' }).readAt) - Number(!row.readAt);
    if (key && change) next[key] = Math.max(0, (next[key] || 0) + change);
  }
  return next;
}

export interface Tabs extends Store<TabCounts> {
  load(by: By): Promise<void>;
  /** Counts have changed on the server: reads those that are in use. */
  refresh(): void;
  /** Shows the rows as they will be. */
  show(before: Rows, after: Rows): void;
  /** The server has them now. */
  keep(before: Rows, after: Rows): void;
  reset(): void;
}

/** Unread counts for the icons of tabs (R173). */
export function createTabs(core: Core): Tabs {
  const none: TabCounts = { category: {}, thread: {} };
  const store = createStore(none);
  let base = none;
  let turn = 0;
  const inUse = new Set<By>();
  const reading = new Map<By, Promise<void>>();
  const again = new Set<By>();
  let rows: readonly [Rows, Rows] | null = null;

  const render = (): void => {
    const [before, after] = rows || [];
    const next = before && after && before !== after
      ? { category: moved('category', before, after, base.category), thread: moved('thread', before, after, base.thread) }
      : base;
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
  };

  async function read(by: By): Promise<void> {
    const mine = turn;
    do {
      again.delete(by);
      const { body } = await core.api.send<{ counts?: Record<string, { unreadCount?: number }> }>({
        method: 'GET', path: '/notifications/unread-count', query: { by }
      });
      if (mine !== turn) return;
      const counts = Object.entries(body.counts || {}).map(([key, value]) => [key, value.unreadCount || 0]);
      base = { ...base, [by]: Object.fromEntries(counts) };
      render();
    } while (again.has(by));
  }

  const load = (by: By): Promise<void> => {
    inUse.add(by);
    again.add(by);
    const running = reading.get(by) || read(by)
      .catch(error => core.log('inbox.tabs', { error: String(error) }))
      .then(() => void reading.delete(by));
    reading.set(by, running);
    return running;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    refresh: () => inUse.forEach(by => void load(by)),
    show(before, after) {
      rows = [before, after];
      render();
    },
    keep(before, after) {
      base = { category: moved('category', before, after, base.category), thread: moved('thread', before, after, base.thread) };
    },
    reset() {
      turn++;
      base = none;
      rows = null;
      reading.clear();
      render();
    }
  };
}
