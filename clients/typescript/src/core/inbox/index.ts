import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { ApiResponse } from '../HttpApi.js';
import { logged } from '../logged.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import type { Badge, InboxPage, Notification } from '../model/Notification.js';
import type { InboxFilter, InboxStore, InboxView, LiveMessage } from '../PealClient.js';
import type { Change } from '../outbox/Outbox.js';
import { PealError } from '../PealError.js';
import type { Push } from '../platform.js';
import { sameJson } from '../sameJson.js';
import { collapse } from './collapse.js';
import { createRows, inOrder } from './createRows.js';
import { createTabs } from './createTabs.js';
import type { InboxChange, InboxScope } from './InboxChange.js';
import { requestOf } from './InboxChange.js';
import { kind, mark } from './mark.js';
import type { InboxCounts, InboxState } from './project.js';
import { isInScope, project, screenOf } from './project.js';

const pageSize = 50;
const longestPage = 200;
const undoWindow = 5000;
const cacheDelay = 1000;

const none: InboxCounts = { unreadCount: 0, unseenCount: 0, badge: { count: 0, version: -1 } };
const first: InboxView = {
  ...none, status: 'loading', items: [], hasMore: false, isLoadingMore: false, mode: 'connecting', isStale: false, filter: {},
  undo: null, error: null
};

/** The user's inbox: what the server last said, and on top of it what the user did (R174–R187). */
export function createInbox(core: Core): InboxStore {
  const { api, outbox, hooks, config, user, storage: { user: stored }, platform } = core;
  const { clock, push = {} as Push } = platform;
  const view = createStore(first);
  const tabs = createTabs(core);
  let own = first;
  let rows = createRows(none);
  /** What the server said, with what the user did. */
  let shown: InboxState = rows.get();
  let etag: string | null = null;
  /** When changes were made, in messages of the stream. */
  const starts = new Map<string, number>();
  let reading: Promise<void> | null = null;
  let isAgain = false;
  let cleared: { readonly scope: InboxScope; readonly rows: readonly Notification[]; readonly count: number } | null = null;
  let shownBadge = -1;
  let stopUndo: (() => void) | null = null;
  let stopCache: (() => void) | null = null;
  let unfollow: (() => void) | null = null;
  let endMode: (() => void) | null = null;
  let endMutes: (() => void) | null = null;
  let muted = '';

  const isReadOnView = (): boolean => (config.get()?.inbox || { readOn: '' }).readOn === 'view';
  /** Threads that the list makes one row of. */
  const collapsed = (): string[] => {
    const { value } = core.client.preferences.view.get();
    const isOn = (config.get()?.inbox || {} as NonNullable<ClientConfig['inbox']>).collapse === 'thread';
    const ends = (until: string | null): number => (until === null ? Infinity : Date.parse(until));
    return value && isOn && !own.filter.thread ? value.mutes.flatMap(({ scope, target = '', until }) =>
      (scope === 'thread' && ends(until) > clock.now() ? [target] : [])) : [];
  };
  const isOff = (): boolean => own.status === 'off';
  const clearPushes = (ids: readonly string[]): void => {
    if (push.clear && ids.length) push.clear(ids, []).catch(logged(core, 'inbox.clear'));
  };

  /** The deletion that can still be undone. */
  const deletion = (): Change | undefined => outbox.changes(kind).find(({ after }) => after! > clock.now());

  /** A cleared list can be undone for as long as a deletion. */
  function setCleared(next: typeof cleared): void {
    if (stopUndo) stopUndo();
    cleared = next;
    stopUndo = next && clock.after(undoWindow, () => {
      setCleared(null);
      render();
    });
  }

  function render(change: Partial<InboxView> = {}): void {
    own = { ...own, ...change };
    const { filter, items: old } = own;
    const { status } = filter;
    shown = project(rows.get(), outbox.changes<InboxChange>(kind), isReadOnView());
    tabs.show(rows.get().rows, shown.rows);
    const { unreadCount, unseenCount, badge } = shown;
    const isWanted = (row: Notification): boolean => rows.isLoaded(row) && isInScope(row, filter) &&
      (!status || status === 'all' || (status === 'read') === !!row.readAt);
    let items = collapse([...shown.rows.values()].filter(isWanted).sort(inOrder), collapsed());
    if (old.length === items.length && items.every((row, index) => row === old[index])) items = old;
    const undo: InboxView['undo'] = deletion() ? { kind: 'delete', count: 1 } : cleared && { kind: 'clear', count: cleared.count };
    view.set((own = { ...own, items, unreadCount, unseenCount, badge, undo, hasMore: !!rows.cursor() }));
    if (push.badge && badge.version >= 0 && badge.count !== shownBadge) {
      shownBadge = badge.count;
      push.badge(shownBadge).catch(logged(core, 'inbox.badge'));
    }
    if (own.status === 'ready' && !stopCache) stopCache = clock.after(cacheDelay, cache);
  }

  /** Keeps the first page for the next start, as the user sees it. */
  function cache(): void {
    if (stopCache) stopCache();
    stopCache = null;
    const { items, unreadCount, unseenCount, badge, filter: { status, category, thread } } = own;
    if (own.status !== 'ready' || status || category || thread) return;
    void stored.write('inbox', { items: items.slice(0, pageSize), nextCursor: null, unreadCount, unseenCount, badge });
  }

  const page = (limit: number, after: string | null, tag: string | null = null): Promise<ApiResponse<InboxPage>> =>
    api.send({ method: 'GET', path: '/notifications', query: { ...own.filter, limit, cursor: after }, etag: tag });

  /** Reads as much of the list as is loaded; again where that was asked for meanwhile. */
  function read(): Promise<void> {
    isAgain = true;
    const mine = rows;
    const run = async (): Promise<void> => {
      while (isAgain && mine === rows) {
        isAgain = false;
        const start = mine.now();
        try {
          const answer = await page(pageSize, null, etag);
          let { body } = answer;
          while (body && body.nextCursor && body.items.length < own.items.length && mine === rows) {
            const more = (await page(longestPage, body.nextCursor)).body;
            body = { ...more, items: [...body.items, ...more.items] };
          }
          if (mine !== rows) return;
          if (body) {
            mine.take(body, start, true);
            // A page that the stream overtook says nothing of the list when it is still the same.
            etag = start === mine.now() ? answer.etag : null;
          }
          render({ status: 'ready', isStale: false, error: null });
        } catch (error) {
          if (mine === rows) failed(error as PealError);
        }
      }
      if (mine === rows) reading = null;
    };
    return (reading = reading || run());
  }

  async function poll(): Promise<void> {
    await read();
    if (own.error) throw own.error;
  }

  function failed(error: PealError): void {
    if (error.code === 'feature-off') off();
    else render({ status: own.status === 'ready' ? 'ready' : 'failed', error });
  }

  /** Begins with nothing: another user's inbox, or another filter of the same. */
  function reset(filter: InboxFilter, counts: InboxCounts): void {
    rows = createRows(counts);
    starts.clear();
    etag = reading = null;
    setCleared(null);
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

  function put(id: string, row: Notification | null): void {
    const before = rows.get().rows;
    rows.put(id, row);
    tabs.keep(before, rows.get().rows);
  }

  function message({ kind: what, data }: LiveMessage): void {
    if (what === 'badge.changed') {
      const { unreadCount, unseenCount, ...badge } = data as Badge & InboxCounts;
      rows.adopt({ unreadCount, unseenCount, badge });
      tabs.refresh();
    } else if (/^(notification\.(created|changed)|alert\.raised)$/.test(what)) {
      const row = data as Notification & { readonly removed?: boolean };
      put(row.id, row.removed ? null : row);
      // Read elsewhere: it leaves this screen, too (R165).
      if (row.removed || row.readAt) clearPushes([row.id]);
    } else return;
    render();
  }

  const act = (key: string, change: InboxChange): Promise<unknown> => outbox.add(kind, key, change);
  const marks = (what: InboxChange['do']) => async (id: string): Promise<void> => void (await mark(core, what, id));

  /** All that the filter is about and that is there now; what comes later is not meant. */
  function scopeNow(): InboxScope {
    const { category, thread } = own.filter;
    const newest = Math.max(...[...rows.get().rows.values()].map(({ createdAt }) => Date.parse(createdAt)));
    return { category, thread, before: newest > 0 ? new Date(newest + 1).toISOString() : undefined };
  }

  outbox.handle<InboxChange>(kind, {
    request: ({ data }) => requestOf(data),
    sent(change, body) {
      const before = rows.get().rows;
      const answer = (body || {}) as Partial<Notification & InboxCounts>;
      // Where the stream brought another state of a row, only the server knows which one came last.
      const isUnclear = rows.settle(change, starts.get(change.id) || 0, answer, isReadOnView());
      starts.delete(change.id);
      tabs.keep(before, rows.get().rows);
      // What is being read may be from before.
      etag = null;
      isAgain = true;
      render(own.status === 'ready' ? { error: null } : {});
      if (isUnclear || change.data.do === 'restore') void inbox.refresh();
    },
    refused({ data }, error) {
      // A row that is not there any more is no failure of the user's.
      if (error.status !== 404) render({ error });
      if (error.status === 404 || data.do === 'restore') void inbox.refresh();
    }
  });

  outbox.onChange(() => {
    const waiting = outbox.changes(kind).filter(({ after }) => !(after! > clock.now()));
    for (const { id } of waiting) if (!starts.has(id)) starts.set(id, rows.now());
    for (const id of starts.keys()) if (!waiting.some(each => each.id === id)) starts.delete(id);
    render();
  });

  config.subscribe(next => {
    const isNext = !!next && next.features.inbox === false;
    if (user.get() === null || isNext === isOff()) return;
    if (isNext) off();
    else begin();
  });

  hooks.session.on(async whose => {
    const { mode } = core.client.live;
    endMode = endMode || mode.subscribe(next => render({ mode: next }));
    // What a mute hid, or shows again, only the server knows.
    endMutes = endMutes || core.client.preferences.view.subscribe(() => {
      const next = collapsed().sort().join();
      if (next !== muted && own.status === 'ready') {
        muted = next;
        etag = null;
        render();
        void read();
      }
    });
    leave();
    reset({}, none);
    tabs.reset();
    shownBadge = -1;
    const mine = rows;
    render({ mode: mode.get() });
    // Nobody's inbox does not load for ever.
    if (whose === null) return render({ status: 'failed', error: new PealError('unauthenticated', '', 401) });
    const cached = await stored.read<InboxPage>('inbox');
    if (mine !== rows) return;
    if (cached && Array.isArray(cached.items)) {
      mine.take(cached, 0, true);
      own = { ...own, status: 'ready', isStale: true };
    }
    render();
    // Whether the app has an inbox is not known before its configuration.
    if (config.get()) begin();
  });
  hooks.active.on(async () => {
    outbox.endDelays();
    if (!unfollow && !isOff() && user.get() !== null) begin();
    // `sync` says it where there is a device.
    if (core.client.devices.state.get().id === null) await inbox.markAllSeen();
  });
  hooks.synced.on(async ({ badge, missed }) => {
    inbox.adoptBadge(badge);
    if (unfollow && own.mode !== 'live' && missed.ids.some(id => !rows.get().rows.has(id))) await read();
  });
  hooks.screen.on(async link => {
    const screen = screenOf(link);
    clearPushes([...shown.rows.values()].filter(row => screenOf(row.link) === screen).map(({ id }) => id));
    if (isNews(isReadOnView() ? shown.unreadCount : 0)) await act('screen:' + screen, { do: 'seen', scope: { link: screen } });
  });
  hooks.paused.on(() => {
    outbox.endDelays();
    cache();
  });
  hooks.stopped.on(() => {
    outbox.endDelays();
    setCleared(null);
    cache();
    tabs.stop();
    leave();
  });

  /** Whether there is, as far as is known, something to see. */
  const isNews = (unread: number): boolean =>
    !isOff() && (own.status !== 'ready' || own.isStale || shown.unseenCount + unread > 0);

  const inbox: InboxStore = {
    view,
    tabs: tabs.store,
    loadTabs: tabs.load,
    async load(filter) {
      if (filter && !sameJson(filter, own.filter)) {
        // The counts and the badge are of all rows.
        reset(filter, rows.get());
        render();
      }
      await inbox.refresh();
    },
    async loadMore() {
      const mine = rows;
      const from = mine.cursor();
      const start = mine.now();
      if (!from || own.isLoadingMore) return;
      render({ isLoadingMore: true, error: null });
      try {
        const { body } = await page(pageSize, from);
        if (mine !== rows) return;
        // Where the list was read again meanwhile, the page is of another one.
        if (from === mine.cursor()) mine.take(body, start, false);
        render({ isLoadingMore: false });
      } catch (error) {
        if (mine !== rows) return;
        own = { ...own, isLoadingMore: false };
        failed(error as PealError);
      }
    },
    async open(id) {
      const { link, entity } = shown.rows.get(id) || ({} as Partial<Notification>);
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
      if (isNews(0)) await act('seen', { do: 'seen' });
    },
    async viewed(ids) {
      const field = isReadOnView() ? 'readAt' : 'seenAt';
      const news = ids.filter(id => !(shown.rows.get(id) || { [field]: id })[field]);
      if (!news.length) return;
      // What waits already goes in the same request, as far as one takes it.
      const waiting = outbox.changes<{ scope: { ids: readonly string[] } }>(kind).find(({ key }) => key === 'viewed');
      const all = waiting ? [...waiting.data.scope.ids, ...news] : news;
      const isOne = all.length <= longestPage;
      await act(isOne ? 'viewed' : 'viewed:' + news[0], { do: 'seen', scope: { ids: isOne ? all : news.slice(0, longestPage) } });
    },
    remove(id) {
      setCleared(null);
      outbox.endDelays();
      void outbox.add<InboxChange>(kind, 'delete:' + id, { do: 'delete', id }, null, undoWindow);
    },
    async clear() {
      outbox.endDelays();
      const { items, filter: { status } } = own;
      const gone = items.filter(row => !row.alert);
      if (!gone.length) return;
      // Undo restores no more than this clears, where that can be said.
      const isWhole = (status && status !== 'all') || (!rows.cursor() && gone.length <= longestPage);
      const scope = isWhole ? { ids: gone.slice(0, longestPage).map(({ id }) => id) } : scopeNow();
      const mine = { scope, rows: gone, count: gone.length };
      setCleared(mine);
      const outcome = await outbox.add<InboxChange>(kind, 'clear', { do: 'clear', scope });
      if (cleared !== mine) return;
      if (outcome.status === 'refused') setCleared(null);
      if (outcome.status === 'sent') {
        const { changed } = (outcome.body || {}) as { changed?: number };
        cleared = { ...mine, count: changed || mine.count };
      }
      render();
    },
    async undo() {
      const deleted = deletion();
      if (deleted) await outbox.drop(kind, deleted.key);
      if (deleted || !cleared) return;
      const { rows: gone, scope } = cleared;
      setCleared(null);
      if (!(await outbox.drop(kind, 'clear'))) {
        const { rows: present, unreadCount, unseenCount, badge } = rows.get();
        const back = gone.filter(({ id }) => !present.has(id));
        for (const row of back) put(row.id, row);
        const more = (field: 'readAt' | 'seenAt'): number => back.filter(row => !row[field]).length;
        rows.adopt({ unreadCount: unreadCount + more('readAt'), unseenCount: unseenCount + more('seenAt'), badge });
        render();
        await act('restore', { do: 'restore', scope });
      }
      render();
    },
    async refresh() {
      if (!isOff()) await read();
    },
    adoptBadge(badge) {
      const counts = rows.get();
      // Where the app has no inbox, the number is its own.
      if (isOff() || badge.version <= counts.badge.version) return;
      rows.adopt({ ...counts, badge });
      render();
    }
  };
  return inbox;
}
