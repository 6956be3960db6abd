import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { ApiResponse } from '../HttpApi.js';
import type { Badge, InboxPage, Notification } from '../model/Notification.js';
import type { InboxFilter, InboxStore, InboxView, LiveMessage } from '../PealClient.js';
import type { PealError } from '../PealError.js';
import { createRows, inOrder } from './createRows.js';
import { createTabs } from './createTabs.js';
import type { InboxChange, InboxScope } from './InboxChange.js';
import { kind, mark } from './mark.js';
import type { InboxCounts, Made } from './project.js';
import { project, screenOf } from './project.js';
import { requestOf } from './requestOf.js';

const pageSize = 50;
const longestPage = 200;
const undoWindow = 5000;
const cacheDelay = 1000;

const none: InboxCounts = { unreadCount: 0, unseenCount: 0, badge: { count: 0, version: -1 } };
const first: InboxView = {
  ...none, status: 'loading', items: [], hasMore: false, isLoadingMore: false, mode: 'connecting', isStale: false, filter: {}, undo: null,
  error: null
};

/** The user's inbox: what the server last said, and on top of it what the user did (R174–R187). */
export function createInbox(core: Core): InboxStore {
  const { api, outbox, hooks, config, user, storage, platform: { clock, push = {} as NonNullable<Core['platform']['push']> } } = core;
  const view = createStore(first);
  const tabs = createTabs(core);
  let own = first;
  let rows = createRows({}, none);
  let shown = rows.get();
  let etag: string | null = null;
  let reading: Promise<void> | null = null;
  let isAgain = false;
  /** Deleted, and not sent yet. */
  let held: string | null = null;
  let cleared: { readonly scope: InboxScope; readonly rows: readonly Notification[]; readonly count: number } | null = null;
  let shownBadge = -1;
  let stopHeld: (() => void) | null = null;
  let stopCache: (() => void) | null = null;
  let unfollow: (() => void) | null = null;
  let endMode: (() => void) | null = null;

  const isReadOnView = (): boolean => (config.get()?.inbox || {} as { readOn?: string }).readOn === 'view';
  const clearPushes = (ids: readonly string[]): void => {
    if (push.clear && ids.length) push.clear(ids).catch(failedQuietly);
  };
  const failedQuietly = (error: unknown): void => core.log('inbox.system', { error: String(error) });

  function render(change: Partial<InboxView> = {}): void {
    own = { ...own, ...change };
    const { filter: { status }, items: old } = own;
    const deleted: Made[] = held ? [{ data: { do: 'delete', id: held }, at: 0 }] : [];
    shown = project(rows.get(), [...outbox.changes<InboxChange>(kind), ...deleted], isReadOnView());
    tabs.show(rows.get().rows, shown.rows);
    const { unreadCount, unseenCount, badge } = shown;
    let items = [...shown.rows.values()].filter(row => !status || status === 'all' || (status === 'read') === !!row.readAt).sort(inOrder);
    if (old.length === items.length && items.every((row, index) => row === old[index])) items = old as Notification[];
    own = {
      ...own, items, unreadCount, unseenCount, badge, hasMore: !!rows.cursor(),
      undo: held ? { kind: 'delete', count: 1 } : cleared && { kind: 'clear', count: cleared.count }
    };
    view.set(own);
    if (push.badge && badge.version >= 0 && badge.count !== shownBadge) {
      shownBadge = badge.count;
      push.badge(badge.count).catch(failedQuietly);
    }
    if (own.status === 'ready' && !stopCache) stopCache = clock.after(cacheDelay, cache);
  }

  /** Keeps the first page for the next start, as the user sees it. */
  function cache(): void {
    if (stopCache) stopCache();
    stopCache = null;
    const { items, unreadCount, unseenCount, badge, filter: { status, category, thread } } = own;
    if (own.status !== 'ready' || status || category || thread) return;
    void storage.user.write('inbox', { items: items.slice(0, pageSize), nextCursor: null, unreadCount, unseenCount, badge });
  }

  const page = (limit: number, cursor: string | null, known: string | null = null): Promise<ApiResponse<InboxPage>> =>
    api.send({ method: 'GET', path: '/notifications', query: { ...own.filter, limit, cursor }, etag: known });

  /** Reads as much of the list as is loaded; again where that was asked for meanwhile. */
  function read(): Promise<void> {
    isAgain = true;
    const mine = rows;
    const run = async (): Promise<void> => {
      while (isAgain && mine === rows) {
        isAgain = false;
        mine.begin('read');
        try {
          const answer = await page(pageSize, null, etag);
          let { body } = answer;
          while (body && body.nextCursor && body.items.length < mine.get().rows.size && mine === rows) {
            const more = (await page(longestPage, body.nextCursor)).body;
            body = { ...more, items: [...body.items, ...more.items] };
          }
          if (mine !== rows) return;
          // A page that the stream overtook says nothing of the list when it is still the same.
          if (body) etag = mine.read('read', body, true) ? answer.etag : null;
          render({ status: 'ready', isStale: false, error: null });
        } catch (error) {
          if (mine === rows) failed(error as PealError);
        } finally {
          mine.end('read');
        }
      }
    };
    const running = reading || run();
    reading = running;
    return running.then(() => {
      if (reading === running) reading = null;
    });
  }

  async function poll(): Promise<void> {
    await read();
    if (own.error) throw own.error;
  }

  function failed(error: PealError): void {
    if (error.code === 'feature-off') off();
    else render({ status: own.status === 'ready' ? 'ready' : 'failed', error });
  }

  /** Begins with nothing, such as another user's inbox, or another filter. */
  function reset(filter: InboxFilter, counts: InboxCounts): void {
    rows = createRows(filter, counts);
    etag = reading = cleared = null;
    own = { ...own, filter, status: 'loading', isStale: false, isLoadingMore: false, error: null };
  }

  function leave(): void {
    if (unfollow) unfollow();
    unfollow = null;
  }

  function off(): void {
    leave();
    reset({}, none);
    render({ status: 'off' });
  }

  function begin(): void {
    if (config.get()?.features.inbox === false) return off();
    render();
    unfollow = core.client.live.follow('inbox', { message, poll });
    void read();
  }

  function message({ kind: what, data }: LiveMessage): void {
    if (what === 'badge.changed') {
      const { unreadCount, unseenCount, ...badge } = data as Badge & InboxCounts;
      rows.adopt({ unreadCount, unseenCount, badge });
      tabs.refresh();
    } else if (/^(notification\.(created|changed)|alert\.raised)$/.test(what)) {
      const row = data as Notification & { readonly removed?: boolean };
      rows.put(row.id, row.removed ? null : row);
      // Read elsewhere: it leaves this screen, too (R165).
      if (row.removed || row.readAt) clearPushes([row.id]);
    } else return;
    render();
  }

  const act = (key: string, change: InboxChange): Promise<unknown> => outbox.add(kind, key, change);
  const marks = (what: Parameters<typeof mark>[1]) => async (id: string): Promise<void> => void (await mark(core, what, id));

  /** All that the filter is about and that is there now; what comes later is not meant. */
  function scopeNow(): InboxScope {
    const { category, thread } = own.filter;
    const newest = Math.max(...[...rows.get().rows.values()].map(({ createdAt }) => Date.parse(createdAt)));
    return { category, thread, before: newest > 0 ? new Date(newest + 1).toISOString() : undefined };
  }

  /** A deletion is held for five seconds, also over the end of the app. */
  function hold(id: string | null, isSent: boolean): void {
    if (stopHeld) stopHeld();
    if (held && isSent) void mark(core, 'delete', held);
    held = id;
    stopHeld = id === null ? null : clock.after(undoWindow, () => hold(null, true));
    void (id ? storage.user.write('deleted', id) : storage.user.remove('deleted'));
    render();
  }

  outbox.handle<InboxChange>(kind, {
    request: ({ data }) => requestOf(data),
    sent(change, body) {
      const before = rows.get().rows;
      rows.settle(change.id, change, body as Partial<Notification & InboxCounts> | null, isReadOnView());
      tabs.keep(before, rows.get().rows);
      // What is being read may be from before.
      etag = null;
      isAgain = true;
      render(own.status === 'ready' ? { error: null } : {});
      if (change.data.do === 'restore') void read();
    },
    refused({ data }, error) {
      // A row that is not there any more is no failure of the user's.
      if (error.status !== 404) render({ error });
      if (error.status === 404 || data.do === 'restore') void read();
    }
  });

  let known: readonly string[] = [];
  outbox.onChange(() => {
    const ids = outbox.changes(kind).map(({ id }) => id);
    if (ids.join() === known.join()) return;
    ids.forEach(rows.begin);
    known.filter(id => !ids.includes(id)).forEach(rows.end);
    known = ids;
    render();
  });

  config.subscribe(next => {
    const isOff = !!next && next.features.inbox === false;
    if (user.get() === null || isOff === (own.status === 'off')) return;
    if (isOff) off();
    else begin();
  });

  hooks.session.on(async whose => {
    const { live } = core.client;
    endMode = endMode || live.mode.subscribe(mode => render({ mode }));
    leave();
    if (stopHeld) stopHeld();
    held = null;
    reset({}, none);
    tabs.reset();
    shownBadge = -1;
    const mine = rows;
    render({ mode: live.mode.get() });
    if (whose === null) return;
    const [cached, left] = await Promise.all([storage.user.read<InboxPage>('inbox'), storage.user.read<string>('deleted')]);
    if (mine !== rows) return;
    if (cached && Array.isArray(cached.items)) {
      rows.read('', cached, true);
      own = { ...own, status: 'ready', isStale: true };
    }
    if (left) {
      held = left;
      hold(null, true);
    }
    // Whether the app has an inbox is not known before its configuration.
    if (config.get()) begin();
    else render();
  });
  hooks.active.on(async state => {
    if (held) hold(null, true);
    if (!unfollow && own.status !== 'off' && user.get() !== null) begin();
    // `sync` says it where there is a device.
    if (state !== 'background' && core.client.devices.state.get().id === null) await inbox.markAllSeen();
  });
  hooks.synced.on(async ({ badge, missed }) => {
    inbox.adoptBadge(badge);
    if (unfollow && own.mode !== 'live' && missed.ids.some(id => !rows.get().rows.has(id))) await read();
  });
  hooks.screen.on(async link => {
    const screen = screenOf(link);
    clearPushes([...shown.rows.values()].filter(row => screenOf(row.link) === screen).map(({ id }) => id));
    const isNews = shown.unseenCount || (isReadOnView() && shown.unreadCount) || own.status !== 'ready' || own.isStale;
    if (own.status !== 'off' && isNews) await act('screen:' + screen, { do: 'seen', scope: { link: screen } });
  });
  hooks.stopped.on(() => {
    if (held) hold(null, true);
    cache();
    leave();
  });

  const inbox: InboxStore = {
    view,
    tabs: tabs.store,
    loadTabs: tabs.load,
    async load(filter) {
      if (filter && JSON.stringify(filter) !== JSON.stringify(own.filter)) {
        // The counts and the badge are of all rows.
        reset(filter, rows.get());
        render();
      }
      await inbox.refresh();
    },
    async loadMore() {
      const mine = rows;
      const cursor = mine.cursor();
      if (!cursor || own.isLoadingMore) return;
      render({ isLoadingMore: true, error: null });
      mine.begin('more');
      try {
        const { body } = await page(pageSize, cursor);
        if (mine !== rows) return;
        // Where the list was read again meanwhile, the page is of another one.
        if (cursor === mine.cursor()) mine.read('more', body, false);
        render({ isLoadingMore: false });
      } catch (error) {
        if (mine !== rows) return;
        own = { ...own, isLoadingMore: false };
        failed(error as PealError);
      } finally {
        mine.end('more');
      }
    },
    async open(id) {
      const { link, entity } = shown.rows.get(id) || {} as Partial<Notification>;
      await core.client.links.handle({ source: 'inbox', state: 'foreground', notification: id, link, entity });
    },
    markRead: marks('read'),
    markUnread: marks('unread'),
    acknowledge: marks('acknowledge'),
    dismissed: marks('dismissed'),
    async markAllRead() {
      await act('read-all', { do: 'read-all', scope: scopeNow() });
    },
    async markAllSeen() {
      const isKnown = own.status === 'ready' && !own.isStale;
      if (own.status !== 'off' && (!isKnown || shown.unseenCount)) await act('seen', { do: 'seen' });
    },
    async viewed(ids) {
      const field = isReadOnView() ? 'readAt' : 'seenAt';
      const news = ids.map(id => shown.rows.get(id)).filter(row => row && !row[field]).map(row => row!.id);
      if (!news.length) return;
      // What waits already goes in the same request, as far as one takes it.
      const waiting = outbox.changes<{ scope: { ids: readonly string[] } }>(kind).find(({ key }) => key === 'viewed');
      const all = waiting ? [...waiting.data.scope.ids, ...news] : news;
      const isOne = all.length <= longestPage;
      await act(isOne ? 'viewed' : 'viewed:' + news[0], { do: 'seen', scope: { ids: isOne ? all : news.slice(0, longestPage) } });
    },
    remove(id) {
      cleared = null;
      hold(id, true);
    },
    async clear() {
      hold(null, true);
      const { status } = own.filter;
      const gone = own.items.filter(row => !row.alert);
      if (!gone.length) return;
      // Undo restores no more than this clears, where that can be said.
      const isWhole = (status && status !== 'all') || (!rows.cursor() && gone.length <= longestPage);
      const scope = isWhole ? { ids: gone.slice(0, longestPage).map(({ id }) => id) } : scopeNow();
      const mine = (cleared = { scope, rows: gone, count: gone.length });
      const outcome = await outbox.add<InboxChange>(kind, 'clear', { do: 'clear', scope });
      if (cleared !== mine) return;
      if (outcome.status === 'refused') cleared = null;
      else if (outcome.status === 'sent') cleared = { ...mine, count: (outcome.body as { changed?: number } | null)?.changed || mine.count };
      render();
    },
    async undo() {
      if (held) return hold(null, false);
      if (!cleared) return;
      const { rows: gone, scope } = cleared;
      cleared = null;
      if (!(await outbox.drop(kind, 'clear'))) {
        const { unreadCount, unseenCount, badge, rows: present } = rows.get();
        const back = gone.filter(({ id }) => !present.has(id));
        for (const row of back) rows.put(row.id, row);
        const more = (field: 'readAt' | 'seenAt'): number => back.filter(row => !row[field]).length;
        rows.adopt({ unreadCount: unreadCount + more('readAt'), unseenCount: unseenCount + more('seenAt'), badge });
        render();
        await act('restore', { do: 'restore', scope });
      }
      render();
    },
    refresh: async () => {
      if (own.status !== 'off') await read();
    },
    adoptBadge(badge) {
      const state = rows.get();
      // Where the app has no inbox, the number is its own.
      if (own.status === 'off' || badge.version <= state.badge.version) return;
      rows.adopt({ ...state, badge });
      render();
    }
  };
  return inbox;
}
