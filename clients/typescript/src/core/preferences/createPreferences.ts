import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { DeviceControl } from '../devices/DeviceControl.js';
import { instant } from '../duration.js';
import type { Mute, NotificationPreferences } from '../model/Preferences.js';
import type { Change } from '../Outbox.js';
import type { LiveConnection, Permission, PreferencesView, PreferenceStore } from '../PealClient.js';
import { PealError } from '../PealError.js';
import { applyChange, withMute } from './applyChange.js';
import { type GlobalField, keyOf, leftOf, type PreferenceChange } from './PreferenceChange.js';
import { preferenceRequest } from './preferenceRequest.js';

const kind = 'preferences';

interface Stored {
  readonly etag: string | null;
  readonly value: NotificationPreferences;
}

interface Failure {
  readonly key: string;
  readonly error: PealError;
  readonly change: PreferenceChange;
}

const empty: PreferencesView = {
  status: 'loading', value: null, isStale: true, saving: [], isQueued: false, failures: [], savedAt: null, error: null,
};

const isPreferences = (value: NotificationPreferences | null): value is NotificationPreferences =>
  !!value && !!value.categories && !!value.globalSettings && Array.isArray(value.mutes);

/**
 * The preference centre's state: what the server said last, and above it the user's choices that the server has not confirmed,
 * in their order. So an answer never hides a later choice, and a choice that was refused is reverted by leaving it out.
 */
export function createPreferences(
  core: Core,
  live: LiveConnection,
  permission: Permission,
  devices: DeviceControl,
): PreferenceStore {
  const { api, config, hooks, log, outbox, platform, storage, user } = core;
  const { clock } = platform;
  const view = createStore<PreferencesView>(empty);
  let server: NotificationPreferences | null = null;
  let etag: string | null = null;
  let failures: readonly Failure[] = [];
  let isStale = true;
  let savedAt: number | null = null;
  let error: PealError | null = null;
  // How many changes were answered: a read that began before says nothing about them.
  let answered = 0;
  let loading: Promise<void> | null = null;
  let isAgain = false;
  let unfollow: (() => void) | null = null;
  let cancelExpiry: (() => void) | null = null;

  function show(): void {
    const changes = outbox.changes<PreferenceChange>(kind);
    const now = clock.now();
    let value = server;
    cancelExpiry?.();
    cancelExpiry = null;
    if (value) {
      for (const { data, at } of changes) value = applyChange(value, data, at, config.get());
      const ends = value.mutes.map(({ until }) => (until === null ? Infinity : Date.parse(until)));
      if (ends.some((end) => end <= now)) value = { ...value, mutes: value.mutes.filter((_, index) => ends[index]! > now) };
      const next = Math.min(...ends.filter((end) => end > now));
      // Timers of a runtime hold 24 days.
      if (next < Infinity) cancelExpiry = clock.after(Math.min(next - now, 2_000_000_000), show);
    }
    const next: PreferencesView = {
      status: value ? 'ready' : error ? 'failed' : 'loading',
      value,
      isStale,
      saving: [...new Set(changes.map(({ key }) => key))],
      isQueued: changes.some(({ id }) => outbox.isQueued(id)),
      failures: failures.map(({ key, error: reason }) => ({ key, error: reason })),
      savedAt,
      error,
    };
    if (JSON.stringify(next) !== JSON.stringify(view.get())) view.set(next);
  }

  function take(value: NotificationPreferences, tag: string | null): void {
    server = value;
    etag = tag;
    isStale = false;
    error = null;
    void storage.user.write(kind, { etag, value });
  }

  async function read(): Promise<void> {
    const before = answered;
    try {
      const answer = await api.send<NotificationPreferences>({ method: 'GET', path: '/users/me/notification-preferences', etag });
      if (answered !== before) {
        isAgain = true;
      } else if (answer.status === 304 && server) {
        take({ ...server, syncedAt: instant(clock.now()) }, etag);
      } else if (isPreferences(answer.body)) {
        take(answer.body, answer.etag);
      } else {
        throw new PealError('malformed', '');
      }
    } catch (thrown) {
      error = thrown as PealError;
      isStale = true;
      log('preferences.failed', { code: error.code });
    }
  }

  function load(): Promise<void> {
    loading = loading || (async () => {
      do {
        isAgain = false;
        await read();
      } while (isAgain);
      loading = null;
      show();
    })();
    return loading;
  }

  /** What was read may be older than what happened: reads again. */
  function reload(): Promise<void> {
    isAgain = loading !== null;
    return load();
  }

  function follow(): void {
    unfollow = unfollow || live.follow('inbox', {
      message: (message) => {
        if (message.kind === 'preferences.changed') void reload();
      },
      poll: reload,
    });
  }

  async function submit(change: PreferenceChange): Promise<void> {
    const key = keyOf(change);
    failures = failures.filter((failure) => failure.key !== key);
    await outbox.add(kind, key, change, (older) => leftOf(older, change));
  }

  outbox.handle<PreferenceChange>(kind, {
    // A toggle that the server fails at is reverted while the user still looks at it (S0 W1.8).
    patience: 1,
    request: ({ data, at }) => preferenceRequest(data, at, clock.now(), server),
    sent({ data, at, user: whose }: Change<PreferenceChange>, body) {
      if (whose !== user.get()) return;
      answered++;
      savedAt = clock.now();
      if (isPreferences(body as NotificationPreferences | null)) {
        take(body as NotificationPreferences, null);
      } else if (server) {
        const mutes = data.type === 'mute' && body ? withMute(server.mutes, body as Mute) : null;
        take(mutes ? { ...server, mutes } : applyChange(server, data, at, config.get()), null);
        // Another tab had the answer.
        if (!body && data.type !== 'unmute') void reload();
      }
    },
    refused({ data, key, user: whose }, reason) {
      if (whose !== user.get()) return;
      failures = [...failures.filter((failure) => failure.key !== key), { key, error: reason, change: data }];
    },
  });
  outbox.onChange(show);
  config.subscribe(show);
  hooks.session.on(async (whose) => {
    [server, etag, failures, isStale, savedAt, error] = [null, null, [], true, null, null];
    answered++;
    show();
    const stored = whose === null ? null : await storage.user.read<Stored>(kind);
    if (stored && !server && user.get() === whose && isPreferences(stored.value)) [server, etag] = [stored.value, stored.etag];
    show();
  });
  hooks.active.on(async () => {
    // With a device, `sync` says whether they have changed.
    if (server && !core.device.get()) await load();
  });
  hooks.synced.on(async ({ preferencesVersion }) => {
    if (server && preferencesVersion !== server.version) await reload();
  });
  hooks.stopped.on(() => {
    cancelExpiry?.();
    unfollow?.();
    unfollow = cancelExpiry = null;
  });

  return {
    view,
    load() {
      follow();
      return load();
    },
    setCategory: (category, fields) => submit({ type: 'category', category, fields }),
    async setGlobal(change) {
      const { state } = permission.view.get();
      const isGranted = state === 'granted' || state === 'provisional';
      // The tap on the master switch is the user's agreement: the system's prompt follows immediately (R033).
      if (change.pushEnabled && !isGranted) void permission.ask();
      await Promise.all(Object.entries(change).map(([field, value]) =>
        value === undefined ? undefined : submit({ type: 'global', field: field as GlobalField, value })));
      if (change.pushEnabled && isGranted) await devices.renew();
    },
    setQuietHours: (fields) => submit({ type: 'quietHours', fields }),
    reset: () => submit({ type: 'reset' }),
    mute: ({ scope, id, for: length }) =>
      submit({ type: 'mute', scope, ...(id === undefined ? {} : { target: id }), for: length }),
    async unmute(id) {
      const mute = view.get().value?.mutes.find((each) => each.id === id);
      if (!mute) return;
      const { scope, target } = mute;
      await submit({ type: 'unmute', scope, ...(target === undefined ? {} : { target }) });
    },
    async retry(key) {
      const failure = failures.find((each) => each.key === key);
      if (failure) await submit(failure.change);
    },
    dismissFailure(key) {
      failures = failures.filter((failure) => failure.key !== key);
      show();
    },
  };
}
