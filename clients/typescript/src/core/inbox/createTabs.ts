import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { Notification } from '../model/Notification.js';
import type { InboxStore } from '../PealClient.js';

type By = 'category' | 'thread';
type Rows = ReadonlyMap<string, Notification>;
type TabCounts = ReturnType<InboxStore['tabs']['get']>;

/** The counts after rows have changed. */
function moved(counts: TabCounts, before: Rows, after: Rows): TabCounts {
  if (before === after) return counts;
  const next = { category: { ...counts.category }, thread: { ...counts.thread } };
  const count = (rows: Rows, step: number): void => rows.forEach(row => {
    for (const by of ['category', 'thread'] as const) {
      const key = row[by];
      if (key && !row.readAt) next[by][key] = Math.max(0, (next[by][key] || 0) + step);
    }
  });
  count(after, 1);
  count(before, -1);
  return next;
}

/** Unread counts for the icons of tabs (R173). */
export function createTabs(core: Core) {
  const none: TabCounts = { category: {}, thread: {} };
  const store = createStore(none);
  let base = none;
  /** Those in use: whether they are being read, or have to be read again. */
  const states = new Map<By, 'idle' | 'reading' | 'again'>();

  async function load(by: By): Promise<void> {
    if ((states.get(by) || 'idle') !== 'idle') return void states.set(by, 'again');
    states.set(by, 'reading');
    const user = core.user.get();
    try {
      const { body } = await core.api.send<{ counts?: Record<string, { unreadCount: number }> }>({
        method: 'GET', path: '/notifications/unread-count', query: { by }
      });
      const counts = Object.entries(body.counts || {}).map(([key, { unreadCount }]) => [key, unreadCount]);
      if (user === core.user.get()) store.set((base = { ...base, [by]: Object.fromEntries(counts) }));
    } catch (error) {
      core.log('inbox.tabs', { error: String(error) });
    }
    const isAgain = states.get(by) === 'again';
    states.set(by, 'idle');
    if (isAgain) await load(by);
  }

  return {
    store,
    load,
    /** Counts have changed on the server: reads those that are in use. */
    refresh: () => states.forEach((_, by) => void load(by)),
    /** Shows what the user did before the server answers. */
    show: (before: Rows, after: Rows) => store.set(moved(base, before, after)),
    /** The server has it. */
    keep(before: Rows, after: Rows) {
      base = moved(base, before, after);
    },
    reset: () => store.set((base = none))
  };
}
