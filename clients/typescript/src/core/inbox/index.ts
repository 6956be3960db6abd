import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { Badge, InboxPage, Notification } from '../model/Notification.js';
import type { InboxFilter, InboxStore, InboxView, LiveMessage } from '../PealClient.js';
import { PealError } from '../PealError.js';
import { createTabs } from './createTabs.js';
import type { InboxChange, InboxScope } from './InboxChange.js';
import { InboxRows } from './InboxRows.js';
import { inOrder } from './InboxWindow.js';
import { kind, mark } from './mark.js';
import type { InboxCounts, InboxState, Made } from './project.js';
import { isInScope, project, screenOf } from './project.js';
import { readMore, readPages } from './readPages.js';
import { requestOf } from './requestOf.js';

const undoWindow = 5000;
const cacheDelay = 1000;
const cachedRows = 50;
const longestScope = 200;
const cacheName = 'inbox';
const heldName = 'deleted';

type Row = Notification & { readonly removed?: boolean };

interface Cleared {
  readonly rows: readonly Notification[];
  readonly scope: InboxScope;
  readonly count: number;
}

const first: InboxView = {
  status: 'loading', items: [], hasMore: false, isLoadingMore: false, unreadCount: 0, unseenCount: 0,
  badge: { count: 0, version: -1 }, mode: 'connecting', isStale: false, filter: {}, undo: null, error: null
};

/** The user's inbox: what the server last said, and on top of it what the user did (R174–R187). */
export function createInbox(core: Core): InboxStore {
  const { api, outbox, hooks, config, platform: { clock, push } } = core;
  const view = createStore(first);
  const tabs = createTabs(core);
  let own: Pick<InboxView, 'status' | 'isStale' | 'isLoadingMore' | 'filter' | 'error' | 'mode'> = first;
  let data = new InboxRows({});
  let shown: InboxState = data.state;
  let etag: string | null = null;
  let reading: Promise<void> | null = null;
  let isAgain = false;
  /** Deleted, and not sent yet. */
  let held: string | null = null;
  let cleared: Cleared | null = null;
  let shownBadge = -1;
  let stopHeld: (() => void) | null = null;
  let stopCache: (() => void) | null = null;
  let unfollow: (() => void) | null = null;
  let endMode: (() => void) | null = null;

  const isReadOnView = (): boolean => config.get()?.inbox?.readOn === 'view';
  const quiet = (work: Promise<unknown> | undefined): void => {
    work?.catch(error => core.log('inbox.system', { error: String(error) }));
  };

  function render(change: Partial<typeof own> = {}): void {
    own = { ...own, ...change };
    const { status, filter } = own;
    const changes: Made[] = held ? [{ data: { do: 'delete', id: held }, at: 0 }] : [];
    shown = project(data.state, [...outbox.changes<InboxChange>(kind), ...changes], isReadOnView());
    tabs.show(data.state.rows, shown.rows);
    const wanted = (row: Notification): boolean => !filter.status || filter.status === 'all' || !!row.readAt === (filter.status === 'read');
    const old = view.get().items;
    let items: readonly Notification[] = [...shown.rows.values()].filter(wanted).sort(inOrder);
    if (old.length === items.length && items.every((row, index) => row === old[index])) items = old;
    const { unreadCount, unseenCount, badge } = shown;
    const undo = held
      ? ({ kind: 'delete', count: 1 } as const)
      : cleared && ({ kind: 'clear', count: cleared.count } as const);
    view.set({ ...own, items, hasMore: !!data.window.cursor, unreadCount, unseenCount, badge, undo });
    if (badge.version >= 0 && badge.count !== shownBadge) {
      shownBadge = badge.count;
      quiet(push?.badge?.(badge.count));
    }
    if (status === 'ready' && !stopCache) stopCache = clock.after(cacheDelay, cache);
  }

  /** Keeps the first page for the next start, as the user sees it. */
  function cache(): void {
    stopCache?.();
    stopCache = null;
    const { items, unreadCount, unseenCount, badge, filter, status } = view.get();
    if (status !== 'ready' || filter.status || filter.category || filter.thread) return;
    void core.storage.user.write(cacheName, { items: items.slice(0, cachedRows), nextCursor: null, unreadCount, unseenCount, badge });
  }

  function read(): Promise<void> {
    if (reading) {
      isAgain = true;
      return reading;
    }
    const mine = data;
    const run = async (): Promise<void> => {
      do {
        isAgain = false;
        data.begin('read');
        try {
          const pages = await readPages(api, own.filter, data.state.rows.size, etag);
          if (mine !== data) return;
          if (pages) {
            // A page that is not all of the list says nothing of the list when it is still the same.
            etag = data.read('read', pages.page, true) ? pages.etag : null;
          }
          render({ status: 'ready', isStale: false, error: null });
        } catch (error) {
          if (mine === data) failed(error);
        } finally {
          mine.end('read');
        }
      } while (isAgain && mine === data);
    };
    const running = run().then(() => {
      if (reading === running) reading = null;
    });
    return (reading = running);
  }

  async function poll(): Promise<void> {
    await read();
    if (own.error) throw own.error;
  }

  function failed(thrown: unknown): void {
    const error = thrown instanceof PealError ? thrown : new PealError('internal', String(thrown));
    if (error.code === 'feature-off') return off();
    render({ status: own.status === 'ready' ? 'ready' : 'failed', error });
  }

  /** Begins with nothing, such as another user's inbox, or another filter. */
  function reset(filter: InboxFilter): void {
    data = new InboxRows(filter);
    etag = reading = cleared = null;
    own = { ...own, filter, status: 'loading', isStale: false, isLoadingMore: false, error: null };
  }

  function off(): void {
    unfollow?.();
    unfollow = null;
    reset(own.filter);
    render({ status: 'off' });
  }

  function begin(): void {
    if (config.get()?.features.inbox === false) return off();
    render(own.isStale ? { status: 'ready' } : {});
    unfollow = core.client.live.follow('inbox', { message, poll });
    void read();
  }

  function message({ kind: what, data: value }: LiveMessage): void {
    if (what === 'badge.changed') {
      const { count, version, unreadCount, unseenCount } = value as Badge & InboxCounts;
      data.adopt({ unreadCount, unseenCount, badge: { count, version } }, true);
      tabs.refresh();
    } else if (/^(notification\.(created|changed)|alert\.raised)$/.test(what)) {
      const row = value as Row;
      data.put(row.id, row.removed ? null : row);
      // Read elsewhere: it leaves this screen, too (R165).
      if (row.removed || row.readAt) quiet(push?.clear?.([row.id]));
    } else return;
    render();
  }

  async function act(key: string, change: InboxChange): Promise<unknown> {
    const outcome = await outbox.add<InboxChange>(kind, key, change);
    return outcome.status === 'sent' ? outcome.body : null;
  }

  const markRow = async (what: Parameters<typeof mark>[1], id: string): Promise<void> => {
    await mark(core, what, id);
  };

  /** Everything that the filter is about and that is there now; what comes later is not meant. */
  function scopeNow(): InboxScope {
    const { category, thread } = own.filter;
    const newest = Math.max(...[...data.state.rows.values()].map(row => Date.parse(row.createdAt)));
    return { category, thread, before: newest > 0 ? new Date(newest + 1).toISOString() : undefined };
  }

  function flushHeld(): void {
    stopHeld?.();
    stopHeld = null;
    if (held) {
      void markRow('delete', held);
      void core.storage.user.remove(heldName);
    }
    held = null;
  }

  outbox.handle<InboxChange>(kind, {
    request: ({ data: change }) => requestOf(change),
    sent(change, body) {
      const before = data.state.rows;
      data.settle(change.id, change, body as Partial<Notification & InboxCounts> | null, isReadOnView());
      tabs.keep(before, data.state.rows);
      // What is being read may be from before.
      etag = null;
      if (reading) isAgain = true;
      render(own.status === 'ready' ? { error: null } : {});
      if (change.data.do === 'restore') void read();
    },
    refused(change, error) {
      // It is not there any more: that is no failure of the user's.
      if (error.status === 404) void read();
      else render({ error });
      if (change.data.do === 'restore') void read();
    }
  });

  let known: readonly string[] = [];
  outbox.onChange(() => {
    const ids = outbox.changes(kind).map(({ id }) => id);
    if (ids.join() === known.join()) return;
    for (const id of ids) data.begin(id);
    for (const id of known) if (!ids.includes(id)) data.end(id);
    known = ids;
    render();
  });

  config.subscribe(next => {
    if (core.user.get() === null) return;
    const isOff = next?.features.inbox === false;
    if (isOff && own.status !== 'off') off();
    else if (!isOff && own.status === 'off' && !unfollow) begin();
  });

  hooks.session.on(async user => {
    endMode = endMode || core.client.live.mode.subscribe(mode => render({ mode }));
    unfollow?.();
    unfollow = null;
    stopHeld?.();
    held = null;
    reset({});
    tabs.reset();
    shownBadge = -1;
    const mine = data;
    render({ mode: core.client.live.mode.get() });
    if (user === null) return;
    const [cached, left] = await Promise.all([core.storage.user.read<InboxPage>(cacheName), core.storage.user.read<string>(heldName)]);
    if (mine !== data) return;
    held = left;
    flushHeld();
    if (cached && Array.isArray(cached.items)) {
      data.read('', cached, true);
      own = { ...own, isStale: true };
    }
    // Whether the app has an inbox is not known before its configuration.
    if (config.get()) begin();
    else render();
  });
  hooks.active.on(async state => {
    flushHeld();
    if (!unfollow && own.status !== 'off' && core.user.get() !== null) begin();
    // `sync` says it where there is a device.
    if (state !== 'background' && core.client.devices.state.get().id === null) await inbox.markAllSeen();
  });
  hooks.synced.on(news => {
    inbox.adoptBadge(news.badge);
    const isMissing = news.missed.ids.some(id => !data.state.rows.has(id));
    if (isMissing && unfollow && own.mode !== 'live') return read();
  });
  hooks.screen.on(async link => {
    const screen = screenOf(link);
    const rows = [...shown.rows.values()].filter(row => screenOf(row.link) === screen);
    if (rows.length) quiet(push?.clear?.(rows.map(({ id }) => id)));
    const isNews = !own.isStale && own.status === 'ready' && !shown.unseenCount && !(isReadOnView() && shown.unreadCount);
    if (own.status !== 'off' && !isNews) await act('screen:' + screen, { do: 'seen', scope: { link: screen } });
  });
  hooks.stopped.on(() => {
    flushHeld();
    cache();
    unfollow?.();
    unfollow = null;
  });

  const inbox: InboxStore = {
    view,
    tabs,
    async load(filter) {
      if (filter && JSON.stringify(filter) !== JSON.stringify(own.filter)) {
        const { state } = data;
        reset(filter);
        // The counts and the badge are of all rows.
        data.state = { ...state, rows: data.state.rows };
        render();
      }
      if (own.status !== 'off') await read();
    },
    async loadMore() {
      const { cursor } = data.window;
      if (!cursor || own.isLoadingMore) return;
      const mine = data;
      render({ isLoadingMore: true, error: null });
      mine.begin('more');
      try {
        const page = await readMore(api, own.filter, cursor);
        // The list was read again meanwhile: the page is of another one.
        if (mine === data && cursor === data.window.cursor) data.read('more', page, false);
        if (mine === data) render({ isLoadingMore: false });
      } catch (error) {
        if (mine !== data) return;
        own = { ...own, isLoadingMore: false };
        failed(error);
      } finally {
        mine.end('more');
      }
    },
    async open(id) {
      const row = shown.rows.get(id);
      await core.client.links.handle({ source: 'inbox', state: 'foreground', notification: id, link: row?.link, entity: row?.entity });
    },
    markRead: id => markRow('read', id),
    markUnread: id => markRow('unread', id),
    acknowledge: id => markRow('acknowledge', id),
    dismissed: id => markRow('dismissed', id),
    async markAllRead() {
      await act('read-all', { do: 'read-all', scope: scopeNow() });
    },
    async markAllSeen() {
      const isKnown = own.status === 'ready' && !own.isStale;
      if (own.status !== 'off' && (!isKnown || shown.unseenCount)) await act('seen', { do: 'seen' });
    },
    async viewed(ids) {
      const isNew = (id: string): boolean => {
        const row = shown.rows.get(id);
        return !!row && !(isReadOnView() ? row.readAt : row.seenAt);
      };
      const found = ids.filter(isNew);
      if (!found.length) return;
      // What waits already goes along in one request.
      const waiting = outbox.changes<InboxChange>(kind).map(({ key, data: change }) => (key === 'viewed' && 'scope' in change && change.scope?.ids) || []);
      const all = [...new Set(found.concat(...waiting))];
      for (let start = 0; start < all.length; start += longestScope) {
        const part = all.slice(start, start + longestScope);
        await act(start ? 'viewed:' + part[0] : 'viewed', { do: 'seen', scope: { ids: part } });
      }
    },
    remove(id) {
      if (held === id) return;
      flushHeld();
      cleared = null;
      held = id;
      // The app may end within the five seconds.
      void core.storage.user.write(heldName, id);
      stopHeld = clock.after(undoWindow, () => {
        flushHeld();
        render();
      });
      render();
    },
    async clear() {
      flushHeld();
      const gone = view.get().items.filter(row => !row.alert);
      if (!gone.length) return render();
      const ids = gone.slice(0, longestScope).map(({ id }) => id);
      const isPart = !!own.filter.status && own.filter.status !== 'all';
      const scope = isPart ? { ids } : scopeNow();
      // Restores no more than was cleared, where that can be said.
      const isWhole = !data.window.cursor && gone.length <= longestScope;
      const rows = gone.map(({ id }) => data.state.rows.get(id)!).filter(row => isInScope(row, scope));
      const mine: Cleared = (cleared = { rows, scope: isWhole || isPart ? { ids } : scope, count: rows.length });
      const outcome = await outbox.add<InboxChange>(kind, 'clear', { do: 'clear', scope });
      if (cleared !== mine) return;
      const { changed } = (outcome.status === 'sent' && (outcome.body as { changed?: number })) || {};
      cleared = outcome.status === 'refused' ? null : { ...mine, count: changed || mine.count };
      render();
    },
    async undo() {
      if (held) {
        stopHeld?.();
        held = null;
        void core.storage.user.remove(heldName);
        return render();
      }
      if (!cleared) return;
      const { rows, scope } = cleared;
      cleared = null;
      if (await outbox.drop(kind, 'clear')) return render();
      data.restore(rows);
      render();
      await act('restore', { do: 'restore', scope });
    },
    refresh: () => (own.status === 'off' ? Promise.resolve() : read()),
    adoptBadge({ count, version }) {
      const { state } = data;
      // Where the app has no inbox, the number is its own.
      if (own.status === 'off' || version <= state.badge.version) return;
      data.state = { ...state, badge: { count, version } };
      render();
    },
    loadTabs: tabs.load
  };
  return inbox;
}
