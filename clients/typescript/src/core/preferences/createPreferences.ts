import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { DeviceControl } from '../devices/DeviceControl.js';
import { instant } from '../duration.js';
import type { Mute, NotificationPreferences } from '../model/Preferences.js';
import type { LiveConnection, Permission, PreferencesView, PreferenceStore } from '../PealClient.js';
import { PealError } from '../PealError.js';
import { isGranted } from '../permission/permissionRules.js';
import { sameJson } from '../sameJson.js';
import { left, type Patch } from './patch.js';
import { applied, type PreferenceChange, requestOf, withMute } from './PreferenceChange.js';

const kind = 'preferences';

/** A platform's timers hold 24 days. */
const longestTimer = 2e9;

interface Stored {
  readonly etag: string | null;
  readonly value: NotificationPreferences;
}

interface Failure {
  readonly key: string;
  readonly error: PealError;
  readonly change: PreferenceChange;
}

const isPreferences = (value: unknown): value is NotificationPreferences =>
  !!value && !!(value as NotificationPreferences).categories && Array.isArray((value as NotificationPreferences).mutes);

/**
 * The preference centre's state: what the server said last, and above it the user's choices that the server has not confirmed,
 * in their order. So an answer never hides a later choice, and a choice that was refused is reverted by leaving it out.
 */
export function createPreferences(
  core: Core, live: LiveConnection, permission: Permission, devices: DeviceControl,
): PreferenceStore {
  const { api, config, hooks, log, outbox, platform: { clock }, storage, user } = core;
  const view = createStore({} as PreferencesView);
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
  let isFollowing = false;
  let isStopped = false;
  let cancelExpiry = (): void => undefined;

  function show(): void {
    const changes = outbox.changes<PreferenceChange>(kind);
    const now = clock.now();
    let value = server;
    cancelExpiry();
    if (value) {
      for (const { data, at } of changes) value = applied(value, data, at, config.get());
      const lasts = ({ until }: Mute): boolean => until === null || Date.parse(until) > now;
      value = { ...value, mutes: value.mutes.filter(lasts) };
      const next = Math.min(...value.mutes.map(({ until }) => (until ? Date.parse(until) - now : Infinity)));
      if (next < Infinity && !isStopped) cancelExpiry = clock.after(Math.min(next, longestTimer), show);
    }
    const next: PreferencesView = {
      status: value ? 'ready' : error ? 'failed' : 'loading',
      value,
      isStale,
      saving: [...new Set(changes.map(({ key }) => key))],
      isQueued: changes.some(({ id }) => outbox.isQueued(id)),
      failures,
      savedAt,
      error,
    };
    if (!sameJson(next, view.get())) view.set(next);
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
    isAgain = false;
    try {
      const answer = await api.send({ method: 'GET', path: '/users/me/notification-preferences', etag });
      if (answered !== before) isAgain = true;
      else if (isPreferences(answer.body)) take(answer.body, answer.etag);
      else if (server) take({ ...server, syncedAt: instant(clock.now()) }, etag);
      else throw new PealError('malformed', '');
    } catch (thrown) {
      error = thrown as PealError;
      isStale = true;
      log('preferences.failed', { code: error.code });
    }
    if (isAgain) await read();
  }

  function load(): Promise<void> {
    loading = loading || read().then(() => {
      loading = null;
      show();
    });
    return loading;
  }

  /** What is being read may be older than what happened. */
  function reload(): Promise<void> {
    isAgain = true;
    return load();
  }

  async function submit(key: string, change: PreferenceChange): Promise<void> {
    dismiss(key);
    await outbox.add(kind, key, change, (older) => {
      const patch = older.patch && change.patch ? left(older.patch, change.patch) : null;
      return patch && { patch };
    });
  }

  function dismiss(key: string): void {
    failures = failures.filter((failure) => failure.key !== key);
    show();
  }

  function mute({ scope, target }: Pick<Mute, 'scope' | 'target'>, length?: string | null): Promise<void> {
    return submit(`mute:${scope}${target ? ':' + target : ''}`, {
      mute: target ? { scope, target } : { scope },
      ...(length === undefined ? {} : { for: length }),
    });
  }

  outbox.handle<PreferenceChange>(kind, {
    // A toggle that the server fails at is reverted while the user still looks at it (S0 W1.8).
    patience: 1,
    request: ({ data, at }) => requestOf(data, at, clock.now(), server),
    sent({ data, at, user: whose, isInherited }, body) {
      if (whose !== user.get()) return;
      answered++;
      if (!isInherited) savedAt = clock.now();
      if (isPreferences(body)) take(body, null);
      else if (server && body) take({ ...server, mutes: withMute(server.mutes, body as Mute) }, null);
      else if (server) take(applied(server, data, at, config.get()), null);
    },
    refused({ data, key, user: whose }, reason) {
      if (whose !== user.get()) return;
      dismiss(key);
      failures = [...failures, { key, error: reason, change: data }];
    },
  });
  outbox.onChange(show);
  config.subscribe(show);
  hooks.session.on(async (whose) => {
    isStopped = false;
    server = etag = savedAt = error = null;
    failures = [];
    isStale = true;
    answered++;
    show();
    const stored = await storage.user.read<Stored>(kind);
    if (stored && !server && user.get() === whose && isPreferences(stored.value)) {
      server = stored.value;
      etag = stored.etag;
      show();
    }
  });
  hooks.active.on(async () => {
    // With a device, `sync` says whether they have changed.
    if (server && !core.device.get()) await load();
  });
  hooks.synced.on(async ({ preferencesVersion }) => {
    if (server && preferencesVersion !== server.version) await reload();
  });
  hooks.stopped.on(() => {
    isStopped = true;
    cancelExpiry();
  });
  show();

  return {
    view,
    load() {
      if (!isFollowing) {
        live.follow('inbox', {
          message({ kind: what, data }) {
            if (what !== 'preferences.changed' || !isPreferences(data) || (server && data.version < server.version)) return;
            answered++;
            take(data, null);
            show();
          },
          poll: reload,
        });
      }
      isFollowing = true;
      return load();
    },
    setCategory(category, change) {
      const { categories = {} } = server || {};
      const key = Object.keys(categories).find((each) => categories[each]!.name === category) || category;
      return submit('category:' + key, { patch: { categories: { [key]: change as Patch } } });
    },
    async setGlobal(change) {
      const { state } = permission.view.get();
      // The tap on the master switch is the user's agreement: the system's prompt follows immediately (R033).
      const asked = change.pushEnabled && !isGranted(state) ? permission.ask() : state;
      await Promise.all(Object.entries(change).map(([field, value]) =>
        submit('global:' + field, { patch: { globalSettings: { [field]: value } } })));
      if (change.pushEnabled && isGranted(await asked)) await devices.renew();
    },
    setQuietHours: (change) => submit('quietHours', { patch: { quietHours: change } }),
    reset: () => submit('reset', {}),
    mute: ({ scope, id, for: length }) => mute(id ? { scope, target: id } : { scope }, length),
    async unmute(id) {
      const { value } = view.get();
      const found = value && value.mutes.find((each) => each.id === id);
      if (found) await mute(found);
    },
    async retry(key) {
      const failure = failures.find((each) => each.key === key);
      if (failure) await submit(key, failure.change);
    },
    dismissFailure: dismiss,
  };
}
