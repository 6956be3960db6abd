import { createConfig } from './config/createConfig.js';
import type { AppStart, Core } from './Context.js';
import { createApi } from './createApi.js';
import { createHook } from './createHook.js';
import { createStorage } from './createStorage.js';
import { createStore, type MutableStore } from './createStore.js';
import type { DeviceRecord } from './devices/DeviceControl.js';
import type { DeviceNews } from './model/DeviceNews.js';
import { createOutbox, type OutboxControl } from './outbox/createOutbox.js';
import type { PealClient, PealOptions } from './PealClient.js';
import { within } from './within.js';

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
  readonly active: MutableStore<boolean>;
  wake: Core['wake'];
  client: PealClient;
}

export function createContext(given: PealOptions): Context {
  const { platform, app } = given;
  const log = platform.log || ((): void => undefined);
  const options: PealOptions = {
    ...given,
    // Of a phone both change while the app runs: they are asked each time.
    get locale() {
      return given.locale;
    },
    get timeZone() {
      return given.timeZone;
    },
    async token(isRefused) {
      try {
        const found = await within(platform.clock, longestWait, Promise.resolve(given.token(isRefused)).then((found) => found || null));
        if (found === undefined) throw new Error('`token` did not answer within 30 seconds');
        return found;
      } catch (error) {
        log('token.failed', { error: String(error) });
        throw error;
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
  const ready = new Promise<void>((done) => (setReady = done));
  const active = createStore(false);
  const deviceUser = (): string | null => {
    const known = device.get();
    return known && known.key ? known.user : null;
  };
  const api = createApi({
    options, log, ready, user, device: device.get, isActive: active.get, otherUser: () => context.onOtherUser(),
  });
  const hooks = {
    session: createHook<string | null>(log),
    active: createHook<AppStart>(log),
    synced: createHook<DeviceNews>(log),
    screen: createHook<string>(log),
    paused: createHook<void>(log),
    stopped: createHook<void>(log),
  };
  const outbox = createOutbox(platform, log, prefix, storage.app, api, { user, deviceUser, isActive: active.get },
    () => context.wake());
  const shared = {
    options, platform, log, api, storage, user, device, hooks, outbox, active, isActive: active.get, wake: () => context.wake(),
  };
  // `createPeal` sets the rest when all modules are made.
  const context = { ...shared, config: createConfig(shared), setReady } as Context;
  return context;
}
