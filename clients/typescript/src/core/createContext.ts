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
import type { StorageArea } from './StorageArea.js';

/** The context as the client's life cycle uses it. */
export interface Context extends Core {
  readonly outbox: OutboxControl;
  readonly user: MutableStore<string | null>;
  /** The app's token belongs to another user than the one who was signed in. */
  onOtherUser: () => void;
  /** It is known who is signed in: requests may be sent. */
  readonly setReady: () => void;
  /** What is stored of a user, whoever is signed in. */
  readonly storageOf: (user: string) => StorageArea;
  client: PealClient;
}

export function createContext(options: PealOptions): Context {
  const { platform } = options;
  const log = platform.log || (() => undefined);
  const user = createStore<string | null>(null);
  const device = createStore<DeviceRecord | null>(null);
  const prefix = `peal:${options.app}:`;
  const prefixOf = (id: string | null): string | null => (id === null ? null : `${prefix}user:${encodeURIComponent(id)}:`);
  const storage = {
    app: createStorage(platform, () => prefix),
    user: createStorage(platform, () => prefixOf(user.get())),
  };
  let setReady: () => void = () => undefined;
  const ready = new Promise<void>((done) => {
    setReady = done;
  });
  const api = createApi({ options, ready, user, device: device.get, otherUser: () => context.onOtherUser() });
  const hooks = {
    session: createHook<string | null>('session', log),
    active: createHook<AppStart>('active', log),
    synced: createHook<DeviceNews>('synced', log),
    screen: createHook<string>('screen', log),
    stopped: createHook<void>('stopped', log),
  };
  const shared = {
    options, platform, log, api, storage, user, device, hooks,
    outbox: createOutbox(platform, 'peal:' + options.app, storage.app, api, user),
  };
  const context: Context = {
    ...shared,
    config: createConfig(shared),
    onOtherUser: () => undefined,
    setReady,
    storageOf: (id) => createStorage(platform, () => prefixOf(id)),
    // Set by `createPeal` when all modules are made.
    client: undefined as unknown as PealClient,
  };
  return context;
}
