import type { ConfigStore } from './config/ConfigStore.js';
import type { Hook } from './createHook.js';
import type { MutableStore, Store } from './createStore.js';
import type { DeviceRecord } from './devices/DeviceControl.js';
import type { Api } from './HttpApi.js';
import type { DeviceNews } from './model/DeviceNews.js';
import type { Outbox } from './outbox/Outbox.js';
import type { PealClient, PealOptions } from './PealClient.js';
import type { Platform } from './platform.js';
import type { StorageArea, UserName } from './createStorage.js';

export type AppStart = 'launched' | 'foreground';

/** What the client's modules share. Each module is a function `create…(core: Core)`. */
export interface Core {
  readonly options: PealOptions;
  readonly platform: Platform;
  readonly log: (event: string, detail?: Record<string, unknown>) => void;
  readonly api: Api;
  readonly outbox: Outbox;
  readonly config: ConfigStore;
  /** The signed-in user's id; `null` while nobody is signed in. Changes before `hooks.session` is emitted. */
  readonly user: Store<string | null>;
  /** Whether the app has a screen: it was started or resumed, and not left since. Changes before `hooks.active` and `paused`. */
  readonly isActive: () => boolean;
  /** Reads what work without a screen needs; `null` when that is done, or the app has started. */
  readonly wake: () => Promise<void> | null;
  /** This device, once it is registered. */
  readonly device: MutableStore<DeviceRecord | null>;
  readonly storage: {
    /** What belongs to the app on this device, whoever is signed in. */
    readonly app: StorageArea;
    /** What belongs to the signed-in user. Removed on sign-out. Without a user nothing is read or written. */
    readonly user: StorageArea<UserName>;
  };
  readonly hooks: {
    /** The user is known, another one, or signed out (`null`): read what is stored of them, forget what is shown of others. */
    readonly session: Hook<string | null>;
    /** The app starts (after `session`) or returned to the foreground. */
    readonly active: Hook<AppStart>;
    /** `sync` was answered: badge, missed notifications, versions. */
    readonly synced: Hook<DeviceNews>;
    /** The user views a screen of the app, by its link. */
    readonly screen: Hook<string>;
    /** The app left the screen, until `active`: end what only a screen needs, and store what else would be stored a little later. */
    readonly paused: Hook<void>;
    /** End connections and timers. */
    readonly stopped: Hook<void>;
  };
  /** The other modules. Set before the first hook; not to be used while modules are made. */
  readonly client: PealClient;
}
