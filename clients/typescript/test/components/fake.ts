import { createStore, type MutableStore } from '../../src/core/createStore.js';
import type { ClientConfig } from '../../src/core/model/ClientConfig.js';
import type { EtaBoard } from '../../src/core/model/Eta.js';
import type { Notification } from '../../src/core/model/Notification.js';
import type { Mute, NotificationPreferences } from '../../src/core/model/Preferences.js';
import type {
  Banner, EtaBoardView, InboxView, LiveMode, PealClient, PermissionView, PreferencesView, ReplyResult,
} from '../../src/core/PealClient.js';
import { PealError } from '../../src/core/PealError.js';
import * as data from './fakeData.js';

/** A client without a server: its stores are set by a test, its calls change them as a server would and are listed in `calls`. */
export interface FakeClient extends PealClient {
  readonly calls: (readonly [name: string, ...rest: unknown[]])[];
  readonly stores: {
    readonly config: MutableStore<ClientConfig | null>;
    readonly inbox: MutableStore<InboxView>;
    readonly preferences: MutableStore<PreferencesView>;
    readonly permission: MutableStore<PermissionView>;
    readonly board: MutableStore<EtaBoardView>;
    readonly banners: MutableStore<readonly Banner[]>;
    readonly outbox: MutableStore<{ waiting: number; isOnline: boolean }>;
    readonly mode: MutableStore<LiveMode>;
  };
  /** What the next reply is answered with. */
  reply: ReplyResult;
  /** What the system's prompt answers. */
  answer: 'granted' | 'denied';
  /** Rows of the following pages. */
  older: Notification[];
  setItems(items: readonly Notification[], more?: Partial<InboxView>): void;
  setBoard(board: EtaBoard | null, more?: Partial<EtaBoardView>): void;
  refuse: boolean;
}

export function createFake(): FakeClient {
  const now = Date.now();
  const calls: FakeClient['calls'] = [];
  const called = (name: string, ...rest: unknown[]): Promise<void> => {
    calls.push([name, ...rest]);
    return Promise.resolve();
  };
  const nothing = { status: 'ready', items: [], hasMore: false, isLoadingMore: false, unreadCount: 0, unseenCount: 0, badge: { count: 0, version: 1 },
    mode: 'live', isStale: false, filter: {}, undo: null, error: null } as const;
  const stores: FakeClient['stores'] = {
    config: createStore<ClientConfig | null>(data.config),
    inbox: createStore<InboxView>(nothing),
    preferences: createStore<PreferencesView>({ status: 'ready', value: data.preferences(now), isStale: false, saving: [], isQueued: false, failures: [], savedAt: null, error: null }),
    permission: createStore<PermissionView>({ state: 'granted', prompt: null, softPrompt: null }),
    board: createStore<EtaBoardView>({ status: 'ready', board: data.board(now), changed: [], phase: 'open', mode: 'live', error: null }),
    banners: createStore<readonly Banner[]>([]),
    outbox: createStore({ waiting: 0, isOnline: true }),
    mode: createStore<LiveMode>('live'),
  };

  const change = (items: readonly Notification[], more: Partial<InboxView> = {}): void => {
    const unreadCount = items.filter((item) => !item.readAt).length;
    const before = stores.inbox.get();
    stores.inbox.set({ ...before, items, unreadCount, badge: { count: unreadCount, version: before.badge.version + 1 }, ...more });
  };
  const edit = (id: string, values: Partial<Notification>): void => change(stores.inbox.get().items.map((item) => (item.id === id ? { ...item, ...values } : item)));
  const readAt = new Date(now).toISOString();
  let all: readonly Notification[] = [];
  let undone: readonly Notification[] = [];

  const save = (name: string, rest: unknown[], apply: (value: NotificationPreferences) => NotificationPreferences): Promise<void> => {
    calls.push([name, ...rest]);
    const view = stores.preferences.get();
    if (fake.refuse) {
      const key = name === 'setCategory' ? `category:${String(rest[0])}` : name === 'setGlobal' ? 'global:pushEnabled' : name === 'reset' ? 'reset' : name === 'setQuietHours' ? 'quietHours' : 'mute:all';
      stores.preferences.set({ ...view, failures: [{ key, error: new PealError('network', 'no response') }] });
      return Promise.resolve();
    }
    const value = view.value && apply(view.value);
    const counted = value && { ...value, enabledCount: Object.values(value.categories).filter((one) => one.enabled).length };
    stores.preferences.set({ ...view, value: counted, savedAt: Date.now(), failures: [] });
    return Promise.resolve();
  };

  const fake: FakeClient = {
    app: 'gss', now: () => Date.now(), calls, stores, older: [], refuse: false, answer: 'granted',
    reply: { status: 'sent', confirmation: "Host notified you're running 10 min late", link: null, error: null },
    config: stores.config, outbox: stores.outbox,
    setItems: (items, more) => change((all = items), more),
    setBoard: (board, more) => stores.board.set({ ...stores.board.get(), board, ...more }),
    live: { mode: stores.mode, follow: () => () => {}, viewing: () => {} },
    devices: {
      state: createStore({ id: 'dev_1', state: 'active' as const }), register: () => called('register'), sync: (state) => called('sync', state),
      addressChanged: () => called('addressChanged'), setCapabilities: (values) => called('setCapabilities', values),
    },
    permission: {
      view: stores.permission,
      async ask() {
        calls.push(['ask']);
        stores.permission.set({ state: fake.answer, prompt: null, softPrompt: null });
        return fake.answer;
      },
      dismiss: () => {
        calls.push(['dismiss']);
        stores.permission.set({ ...stores.permission.get(), prompt: null, softPrompt: null });
      },
      milestone: (name) => called('milestone', name), screen: (link) => void called('screen', link), refresh: () => called('refresh'),
      openSettings: () => void called('openSettings'), canOpenSettings: false,
    },
    preferences: {
      view: stores.preferences, load: () => called('load'),
      setCategory: (key, values) => save('setCategory', [key, values], (value) => {
        const old = value.categories[key]!;
        return { ...value, categories: { ...value.categories, [key]: { ...old, enabled: values.enabled ?? old.enabled, channels: { ...old.channels, ...values.channels } } } };
      }),
      setGlobal: (values) => save('setGlobal', [values], (value) => ({ ...value, globalSettings: { ...value.globalSettings, ...values } })),
      setQuietHours: (values) => save('setQuietHours', [values], (value) => ({ ...value, quietHours: { ...value.quietHours!, ...values } })),
      reset: () => save('reset', [], (value) => ({ ...data.preferences(now), mutes: value.mutes })),
      mute: (mute) => save('mute', [mute], (value) => {
        const hours = { PT1H: 1, P1D: 24, P7D: 168 }[mute.for ?? ''];
        const made: Mute = { id: `mute_${value.mutes.length}`, scope: mute.scope, target: mute.id, createdAt: readAt, until: hours ? new Date(Date.now() + hours * 3_600_000).toISOString() : null };
        return { ...value, mutes: [...value.mutes, made] };
      }),
      unmute: (id) => save('unmute', [id], (value) => ({ ...value, mutes: value.mutes.filter((mute) => mute.id !== id) })),
      retry: (key) => {
        fake.refuse = false;
        stores.preferences.set({ ...stores.preferences.get(), failures: [] });
        return called('retry', key);
      },
      dismissFailure: (key) => {
        calls.push(['dismissFailure', key]);
        stores.preferences.set({ ...stores.preferences.get(), failures: [] });
      },
    },
    inbox: {
      view: stores.inbox, tabs: createStore({ category: {}, thread: {} }),
      load: (filter = {}) => {
        change(filter.status === 'unread' ? all.filter((item) => !item.readAt) : all, { filter });
        return called('load', filter);
      },
      loadMore: () => {
        const page = fake.older.splice(0, 50);
        all = [...all, ...page];
        change([...stores.inbox.get().items, ...page], { hasMore: fake.older.length > 0 });
        return called('loadMore');
      },
      refresh: () => called('refresh'), adoptBadge: (badge) => void called('adoptBadge', badge),
      open: (id) => (edit(id, { readAt }), called('open', id)), markRead: (id) => (edit(id, { readAt }), called('markRead', id)),
      markUnread: (id) => (edit(id, { readAt: undefined }), called('markUnread', id)),
      markAllRead: () => (change(stores.inbox.get().items.map((item) => ({ ...item, readAt }))), called('markAllRead')),
      markAllSeen: () => (stores.inbox.set({ ...stores.inbox.get(), unseenCount: 0 }), called('markAllSeen')),
      viewed: (ids) => called('viewed', ids),
      remove: (id) => {
        calls.push(['remove', id]);
        undone = stores.inbox.get().items;
        change(undone.filter((item) => item.id !== id), { undo: { kind: 'delete', count: 1 } });
      },
      clear: () => {
        undone = stores.inbox.get().items;
        change(undone.filter((item) => item.alert), { undo: { kind: 'clear', count: undone.length } });
        return called('clear');
      },
      undo: () => (change(undone, { undo: null }), called('undo')),
      acknowledge: (id) => (edit(id, { alert: false, readAt }), called('acknowledge', id)),
      dismissed: (id) => called('dismissed', id), loadTabs: (by) => called('loadTabs', by),
    },
    replies: { take: async (notification, action) => (calls.push(['take', notification, action]), fake.reply) },
    eta: {
      reply: async (event, reply) => (calls.push(['reply', event, reply]), fake.reply),
      board: (event) => (calls.push(['board', event]), { ...stores.board, close: () => void calls.push(['close', event]) }),
      glance: (event) => (calls.push(['glance', event]), { ...stores.board, close: () => void calls.push(['close', event]) }),
      participant: async (_event, id) => {
        if (fake.refuse) throw new PealError('network', 'no response');
        return { ...stores.board.get().board!.participants.find((one) => one.userId === id)!, details: { phone: '+49 30 5550100', email: 'guest@example.com', note: 'Brings the first-aid kit' } };
      },
    },
    links: { handle: (tap) => called('handle', tap), resolve: () => { throw new Error('unused'); }, onOpen: () => () => {} },
    foreground: {
      banners: stores.banners, received: (payload) => called('received', payload),
      tap: (id) => (hide(id), called('tap', id)), dismiss: (id) => (hide(id), called('dismissBanner', id)),
      hide: (id) => { hide(id); calls.push(['hide', id]); },
    },
    start: () => called('start'), resumed: () => called('resumed'), signedIn: () => called('signedIn'), signOut: () => called('signOut'),
    stop: () => {}, screenViewed: (link) => called('screenViewed', link),
  };
  const hide = (id: string): void => stores.banners.set(stores.banners.get().filter((one) => one.id !== id));
  return fake;
}
