import { createConfig } from './config/createConfig.js';
import type { AppStart, Core } from './Context.js';
import { createApi } from './createApi.js';
import { createHook } from './createHook.js';
import { createOutbox, type OutboxControl } from './createOutbox.js';
import { createStorage } from './createStorage.js';
import { createStore, type MutableStore } from './createStore.js';
import type { DeviceRecord } from './devices/DeviceRecord.js';
import type { DeviceNews } from './model/DeviceNews.js';
import type { PealClient, PealOptions } from './PealClient.js';

/** So long a request, and a sign-out, wait for the app's token. */
const longestWait = 30_000;

/** The context as the client's life cycle uses it. */
export interface Context extends Core {
  readonly outbox: OutboxControl;
  readonly user: MutableStore<string | null>;
  /** The app's token belongs to another user than the one who was signed in. */
  onOtherUser: () => void;
  /** It is known who is signed in: requests may be sent. */
  readonly setReady: () => void;
  client: PealClient;
}

export function createContext(given: PealOptions): Context {
  const { platform, app } = given;
  const log = platform.log || ((): void => undefined);
  const options: PealOptions = {
    ...given,
    async token(isRefused) {
      let cancel!: () => void;
      try {
        return await Promise.race([given.token(isRefused), new Promise<never>((_, fail) => {
          cancel = platform.clock.after(longestWait, () => fail(new Error('`token` did not answer within 30 seconds')));
        })]);
      } catch (error) {
        log('token.failed', { error: String(error) });
        throw error;
      } finally {
        if (cancel) cancel();
      }
    },
  };
  const user = createStore<string | null>(null);
  const device = createStore<DeviceRecord | null>(null);
  const prefix = `peal:${app}:`;
  const storage = {
    app: createStorage(platform.storage, log, () => prefix),
    user: createStorage(platform.storage, log, () => {
      const id = user.get();
      return id === null ? null : `${prefix}user:${encodeURIComponent(id)}:`;
    }),
  };
  let setReady!: () => void;
  let isReady = false;
  const ready = new Promise<void>((done) => {
    setReady = () => {
      isReady = true;
      done();
    };
  });
  const api = createApi({ options, log, ready, user, device: device.get, otherUser: () => context.onOtherUser() });
  const hooks = {
    session: createHook<string | null>(log),
    active: createHook<AppStart>(log),
    synced: createHook<DeviceNews>(log),
    screen: createHook<string>(log),
    stopped: createHook<void>(log),
  };
  const outbox = createOutbox(platform, log, prefix, storage.app, api, user, () => (isReady ? null : ready));
  const shared = { options, platform, log, api, storage, user, device, hooks, outbox };
  // `createPeal` sets the rest when all modules are made.
  const context = { ...shared, config: createConfig(shared), setReady } as Context;
  return context;
}
