import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import { logged } from '../logged.js';
import type { InboxStore } from '../PealClient.js';
import type { Rows } from './project.js';

type By = 'category' | 'thread';
type TabCounts = ReturnType<InboxStore['tabs']['get']>;

const kinds: readonly By[] = ['category', 'thread'];
const none: TabCounts = { category: {}, thread: {} };
/** Many messages together are one reason to count again. */
const delay = 500;

/** The counts after rows have changed. */
function moved(counts: TabCounts, before: Rows, after: Rows): TabCounts {
  if (before === after) return counts;
  const next = { category: { ...counts.category }, thread: { ...counts.thread } };
  const count = (rows: Rows, step: number): void => rows.forEach(row => kinds.forEach(by => {
    const key = row[by];
    if (key && !row.readAt) next[by][key] = Math.max(0, (next[by][key] || 0) + step);
  }));
  count(after, 1);
  count(before, -1);
  return next;
}

/** Unread counts for the icons of tabs (R173). */
export function createTabs(core: Core) {
  const store = createStore(none);
  const wanted = new Set<By>();
  let base = none;
  let stopTimer: (() => void) | null = null;

  async function load(by: By): Promise<void> {
    wanted.add(by);
    const user = core.user.get();
    const { body } = await core.api.send<{ counts?: Record<string, { unreadCount: number }> }>({
      method: 'GET', path: '/notifications/unread-count', query: { by }
    });
    if (user !== core.user.get()) return;
    const counts = Object.entries(body.counts || {}).map(([key, { unreadCount }]) => [key, unreadCount]);
    base = { ...base, [by]: Object.fromEntries(counts) };
    store.set(base);
  }
  const stop = (): void => {
    if (stopTimer) stopTimer();
    stopTimer = null;
  };

  return {
    store,
    stop,
    load: (by: By): Promise<void> => load(by).catch(logged(core, 'inbox.tabs')),
    /** Counts have changed on the server: reads those that are in use. */
    refresh() {
      if (!stopTimer && wanted.size) stopTimer = core.platform.clock.after(delay, () => {
        stop();
        wanted.forEach(by => load(by).catch(logged(core, 'inbox.tabs')));
      });
    },
    /** Shows what the user did before the server answers. */
    show: (before: Rows, after: Rows): void => store.set(moved(base, before, after)),
    /** The server has them. */
    keep(before: Rows, after: Rows): void {
      base = moved(base, before, after);
    },
    reset(): void {
      stop();
      store.set((base = none));
    }
  };
}
