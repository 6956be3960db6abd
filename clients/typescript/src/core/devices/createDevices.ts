import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { DeviceNews, HintWarning } from '../model/DeviceNews.js';
import type { DeviceState } from '../PealClient.js';
import type { PealError } from '../PealError.js';
import { sameJson } from '../sameJson.js';
import { isGranted } from '../permission/permissionRules.js';
import type { Push, PushAddress } from '../platform.js';
import { within } from '../within.js';
import type { DeviceControl } from './DeviceControl.js';
import type { DeviceRecord } from './DeviceControl.js';

const name = 'device';

/** The server's hash of the address in use, kept apart: the service worker replaces it when the browser renews the address. */
const hashName = 'address';

const kind = 'revoke';

/** The server's limit. */
const mostShown = 100;

/** So long a sign-out waits for a registration. */
const longestWait = 5000;

const path = (id: string): string => '/users/me/devices/' + encodeURIComponent(id);

const isLost = (state?: string): boolean => state !== 'active' && state !== 'disabled';

/** Registers this device, keeps the server informed about it, and signs it out. No failure reaches the user (R015). */
export function createDevices(core: Core): DeviceControl {
  const { api, config, device, hooks, log, options, outbox, platform, storage, user } = core;
  const state = createStore<DeviceState>({ id: null, state: 'none' });
  // Of users who signed out while there was no network.
  const tokens: Record<string, string> = {};
  let capabilities: Readonly<Record<string, string>> | null = null;
  // What this launch has registered: it is said again when something changes.
  let registered = '';
  let registering: Promise<boolean | undefined> = Promise.resolve(true);
  let isLeaving = false;

  /** Works where there are system notifications; a failure is logged and goes no further. */
  async function quietly<T>(what: string, work: (push: Push) => Promise<T>): Promise<T | undefined> {
    const { push } = platform;
    try {
      return push && (await work(push));
    } catch (error) {
      const { code = 'push', status } = error as PealError;
      log(`device.${what}-failed`, { code, status });
      return undefined;
    }
  }

  // The key stays here.
  function show(): void {
    const record = device.get();
    state.set(record ? { id: record.id, state: record.state } : { id: null, state: 'none' });
  }

  /** A device is shown once it is stored: a page that is closed then leaves the service worker its key. */
  async function keep(record: DeviceRecord | null): Promise<void> {
    device.set(record);
    if (!record) show();
    try {
      await (record ? storage.app.write(name, record) : storage.app.remove(name));
    } finally {
      if (device.get() === record) show();
    }
  }

  /** What the server answers of an address that it took. */
  async function keepHash({ addressHash }: { readonly addressHash?: string }): Promise<void> {
    if (addressHash) await storage.app.write(hashName, addressHash);
  }

  /** The device of the user who is signed in. */
  function mine(): DeviceRecord | null {
    const record = device.get();
    return record && record.user === user.get() ? record : null;
  }

  /** What the app said that the device can do. */
  async function said(): Promise<Readonly<Record<string, string>>> {
    const stored = capabilities || (await storage.app.read<Record<string, string>>('capabilities')) || {};
    capabilities = capabilities || stored;
    return capabilities;
  }

  const about = async (push: Push): Promise<Record<string, unknown>> => ({
    permission: await push.permission(),
    capabilities: { ...push.capabilities, ...(await said()) },
    appVersion: options.appVersion,
    locale: options.locale,
    timeZone: options.timeZone,
  });

  function addressOf(push: Push): Promise<PushAddress> {
    const { webPush } = config.get() || {};
    return push.address(webPush ? { vapidKey: webPush.publicKey } : {});
  }

  const registerOnce = (isForced: boolean): Promise<boolean | undefined> => quietly('registration', async (push) => {
    const whose = user.get();
    const details = await about(push);
    if (whose === null || !isGranted(details.permission)) return false;
    const { id, key = null, state: before }: Partial<DeviceRecord> = mine() || {};
    const body = {
      ...(await addressOf(push)), ...details,
      // A device keeps its id with another address (R004). One of another user moves with its address.
      replaces: id,
      newDeviceKey: key ? undefined : true,
    };
    const said = JSON.stringify([whose, body]);
    if (!isForced && said === registered && !isLost(before)) return true;
    const request = { method: 'POST', path: '/users/me/devices/push', body } as const;
    const answer = (await api.send<{ id: string; state: DeviceRecord['state']; deviceKey?: string; addressHash?: string; warnings?: HintWarning[] }>(request)).body;
    // A fault of the page or of the browser, which only its developer can fix.
    if (answer.warnings) log('device.hints-ignored', { warnings: answer.warnings });
    if (user.get() !== whose) return false;
    await keepHash(answer);
    await keep({ id: answer.id, key: answer.deviceKey || (answer.id === id ? key : null), user: whose, state: answer.state });
    registered = JSON.stringify([whose, { ...body, replaces: answer.id, newDeviceKey: undefined }]);
    return true;
  });

  /** One at a time: the next one knows what the last one registered. */
  function register(isForced = false): Promise<boolean | undefined> {
    if (!isLeaving) registering = registering.then(() => registerOnce(isForced));
    return registering;
  }

  /** What cannot be sent now, the next `sync` says. */
  async function change(body: object): Promise<void> {
    const record = mine();
    if (record) await quietly('change', () => api.send({ method: 'PATCH', path: path(record.id), body }));
  }

  hooks.session.on(() => {
    isLeaving = false;
  });
  // A device key cannot revoke its device, and tokens are not stored (R005): until the client ends, the leaving user's token is
  // tried again, afterwards the next session of the same user. Nothing is shown meanwhile: the address itself has ended.
  outbox.handle<string>(kind, {
    request: ({ data }) => ({ method: 'DELETE', path: path(data), as: tokens[data] ? { bearer: tokens[data]! } : 'session' }),
  });

  return {
    state,
    async start() {
      registered = '';
      device.set(await storage.app.read<DeviceRecord>(name));
      show();
    },
    async register() {
      await register();
    },
    async renew() {
      await register(true);
    },
    async sync(app) {
      await registering;
      const record = user.get() === null ? device.get() : mine();
      if (!record) return;
      const news = await quietly('sync', async (push) => {
        const shown = push.shown ? (await push.shown()).slice(0, mostShown) : [];
        const body = { state: app, shown, ...(await about(push)) };
        try {
          const request = { method: 'POST', path: path(record.id) + '/sync', as: 'either', body } as const;
          const answer = (await api.send<DeviceNews>(request)).body;
          const tags = (answer.clearTags || []).map(({ tag }) => tag);
          if ((answer.clear.length || tags.length) && push.clear) await push.clear(answer.clear, tags);
          return answer;
        } catch (error) {
          // The key has ended, or the device: the next registration makes another one.
          const isOver = /401|404/.test(String((error as PealError).status));
          if (isOver && device.get() === record) await keep({ ...record, key: null, state: 'revoked' });
          throw error;
        }
      });
      const now = device.get();
      if (!now || now.id !== record.id) return;
      if (news && news.state !== now.state) await keep({ ...now, state: news.state });
      // A device key named an address that the server does not use yet: the session says which one it is.
      // Without a screen there is little time: what else has changed is read when the app is used again.
      if (!core.isActive()) return news && core.client.inbox.adoptBadge(news.badge);
      const isPending = !!news && !!news.addressPending;
      if (isPending || isLost(device.get()!.state)) await register(isPending);
      // In the background there is nobody to show it to.
      if (news) await hooks.synced.emit(app === 'background' ? { ...news, missed: { ...news.missed, items: [] } } : news);
    },
    async addressChanged() {
      const record = device.get();
      if ((core.isActive() && (await register())) || !record) return;
      await quietly('address', async (push) => {
        // Without a session, and with one that has ended, the device itself says where it is now.
        const { token, subscription } = await addressOf(push);
        const oldAddressHash = (await storage.app.read<string>(hashName)) || undefined;
        const request = { method: 'PATCH', path: path(record.id), as: 'device', body: { token, subscription, oldAddressHash } } as const;
        await keepHash((await api.send<{ addressHash?: string }>(request)).body);
      });
    },
    async setCapabilities(changed) {
      const before = await said();
      const next = { ...before, ...changed };
      if (sameJson(next, before)) return;
      capabilities = next;
      await storage.app.write('capabilities', next);
      await quietly('change', ({ capabilities: always }) => change({ capabilities: { ...always, ...next } }));
    },
    async permissionChanged(permission) {
      if (!(await register())) await change({ permission });
    },
    async revoke(token) {
      // A registration on its way, or a later one, would be a device that nobody revokes.
      isLeaving = true;
      await within(platform.clock, longestWait, registering);
      const record = mine();
      if (record && token) tokens[record.id] = token;
      const revoked = record && outbox.add(kind, record.id, record.id);
      registered = '';
      await keep(null);
      await storage.app.remove(hashName);
      await quietly('remove', (push) => push.remove());
      return { revoked };
    },
  };
}
