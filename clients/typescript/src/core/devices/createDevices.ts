import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import { hash } from '../hash.js';
import type { DeviceNews } from '../model/DeviceNews.js';
import type { DeviceState } from '../PealClient.js';
import type { PealError } from '../PealError.js';
import type { PushAddress } from '../platform.js';
import { createRevocations } from './createRevocations.js';
import type { DeviceControl } from './DeviceControl.js';
import type { DeviceRecord } from './DeviceRecord.js';

const name = 'device';

/** The server's limit. */
const mostShown = 100;

const needsRegistration = ['quarantined', 'stale', 'revoked'];

/** Registers this device, keeps the server informed about it, and signs it out. No failure reaches the user (R015). */
export function createDevices(core: Core): DeviceControl {
  const { api, config, device, hooks, log, options, platform, storage, user } = core;
  const { push } = platform;
  const revocations = createRevocations(core);
  const state = createStore<DeviceState>({ id: null, state: 'none' });
  let capabilities: Readonly<Record<string, string>> | null = null;
  let isFresh = false;
  let endNetwork: (() => void) | null = null;
  let registering: Promise<boolean> = Promise.resolve(true);

  hooks.session.on(() => revocations.retry());
  hooks.stopped.on(() => endNetwork?.());
  device.subscribe((record) => state.set(record ? { id: record.id, state: record.state } : { id: null, state: 'none' }));

  const path = (id: string): string => '/users/me/devices/' + encodeURIComponent(id);

  async function keep(record: DeviceRecord | null): Promise<void> {
    device.set(record);
    await (record ? storage.app.write(name, record) : storage.app.remove(name));
  }

  const failed = (event: string, error: unknown): void =>
    log(event, { code: (error as PealError).code || 'push', status: (error as PealError).status });

  /** What the app said that the device can do. */
  async function said(): Promise<Readonly<Record<string, string>>> {
    const stored = capabilities || (await storage.app.read<Record<string, string>>('capabilities')) || {};
    capabilities = capabilities || stored;
    return capabilities;
  }

  const about = async (): Promise<Record<string, unknown>> => ({
    permission: await push!.permission(),
    capabilities: { ...push!.capabilities, ...(await said()) },
    appVersion: options.appVersion,
    locale: options.locale,
    timeZone: options.timeZone,
  });

  const address = (): Promise<PushAddress> => {
    const vapidKey = config.get()?.webPush?.publicKey;
    return push!.address(vapidKey ? { vapidKey } : {});
  };

  const hashOf = ({ token, subscription }: PushAddress): string => hash(token || JSON.stringify(subscription));

  async function post(body: object): Promise<{ id: string; state: DeviceRecord['state']; deviceKey?: string }> {
    const request = { method: 'POST', path: '/users/me/devices/push', body } as const;
    return (await api.send<{ id: string; state: DeviceRecord['state']; deviceKey?: string }>(request)).body;
  }

  async function registerOnce(isForced: boolean): Promise<boolean> {
    const whose = user.get();
    if (!push || whose === null) return false;
    try {
      const details = await about();
      if (details.permission !== 'granted' && details.permission !== 'provisional') return false;
      const found = await address();
      const at = hashOf(found);
      const registered = hash(JSON.stringify([whose, at, details]));
      // A device of another user moves with its address; its key has ended.
      const stored = device.get();
      const mine = stored && stored.user === whose ? stored : null;
      if (!isForced && isFresh && mine && mine.registered === registered && !needsRegistration.includes(mine.state)) return true;
      const body = { ...found, ...details, replaces: mine && mine.address !== at ? mine.id : undefined };
      const renewed = { ...body, newDeviceKey: true };
      let answer = await post(mine && mine.key ? body : renewed);
      // The server knows the address as a device whose key was never here.
      if (!answer.deviceKey && answer.id !== mine?.id) answer = await post(renewed);
      if (user.get() !== whose) return false;
      await keep({
        id: answer.id, key: answer.deviceKey || mine?.key || null, user: whose, state: answer.state, address: at, registered,
      });
      isFresh = true;
      return true;
    } catch (error) {
      failed('device.registration-failed', error);
      return false;
    }
  }

  /** One at a time: the next one knows what the last one registered. */
  function register(isForced = false): Promise<boolean> {
    registering = registering.then(() => registerOnce(isForced));
    return registering;
  }

  async function change(body: object): Promise<void> {
    const record = device.get();
    if (!record || record.user !== user.get()) return;
    try {
      await api.send({ method: 'PATCH', path: path(record.id), body });
    } catch (error) {
      // The next `sync` says it again.
      failed('device.change-failed', error);
    }
  }

  return {
    state,
    async start() {
      isFresh = false;
      device.set(await storage.app.read<DeviceRecord>(name));
      endNetwork?.();
      endNetwork = platform.network.onChange((isOnline) => {
        if (isOnline) void revocations.retry();
      });
    },
    async register() {
      await register();
    },
    async renew() {
      await register(true);
    },
    async sync(app) {
      await registering;
      const record = device.get();
      if (!record || !push || (user.get() !== null && record.user !== user.get())) return;
      let news: DeviceNews;
      try {
        const shown = (await push.shown?.()) || [];
        const body = { state: app, shown: shown.slice(0, mostShown), ...(await about()) };
        news = (await api.send<DeviceNews>({ method: 'POST', path: path(record.id) + '/sync', as: 'either', body })).body;
      } catch (error) {
        failed('device.sync-failed', error);
        const { status } = error as PealError;
        if (status !== 401 && status !== 404) return;
        // The key has ended, or the device: the next registration makes another one.
        if (device.get() === record) await keep({ ...record, key: null, state: 'revoked' });
        await register();
        return;
      }
      if (!news || !Array.isArray(news.clear) || device.get()?.id !== record.id) return;
      if (news.state !== record.state) await keep({ ...device.get()!, state: news.state });
      if (news.clear.length) await push.clear?.(news.clear);
      if (needsRegistration.includes(news.state)) await register();
      await hooks.synced.emit(news);
    },
    async addressChanged() {
      if (await register()) return;
      const record = device.get();
      if (!push || !record) return;
      try {
        // Without a session, and with one that has ended, the device itself says where it is now.
        const found = await address();
        const at = hashOf(found);
        if (at === record.address) return;
        const { token, subscription } = found;
        await api.send({ method: 'PATCH', path: path(record.id), as: 'device', body: { token, subscription } });
        await keep({ ...record, address: at, registered: '' });
      } catch (error) {
        failed('device.address-failed', error);
      }
    },
    async setCapabilities(changed) {
      const before = await said();
      const next = { ...before, ...changed };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      capabilities = next;
      await storage.app.write('capabilities', capabilities);
      await change({ capabilities: { ...push?.capabilities, ...capabilities } });
    },
    async permissionChanged(permission) {
      log('permission', { state: permission });
      if (permission === 'granted' || permission === 'provisional') await register();
      else await change({ permission });
    },
    async revoke(whose, token) {
      const record = device.get();
      await keep(null);
      isFresh = false;
      try {
        await push?.remove();
      } catch (error) {
        failed('device.remove-failed', error);
      }
      if (record && record.user === whose) await revocations.add(record.id, whose, token);
    },
  };
}
