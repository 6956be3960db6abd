import type { Face, PhonePlatform, Table } from './behaviour.js';
import type { PhoneClock, PhoneOptions } from './Options.js';
import type { Received } from './Received.js';
import type { Button, Categories } from './system/Categories.js';
import type { Channels } from './system/Channels.js';
import type { Network } from './system/Network.js';
import type { Permission } from './system/Permission.js';
import type { PushTokens } from './system/PushTokens.js';
import type { Screen, ShownNotification } from './system/Screen.js';
import type { Stores } from './system/Stores.js';
import type { RemotePush } from './arrival.js';
import type { Code, Pressed } from './behaviour.js';

/** What the user did with a notification. */
export interface UserPress {
  readonly shown: ShownNotification;
  readonly press: Pressed;
  readonly button?: Button;
  /** A text that was typed, or the choice. */
  readonly input?: string;
}

/** The phone as its libraries see it. It outlives the app's process. */
export interface PhoneContext {
  readonly options: PhoneOptions;
  readonly platform: PhonePlatform;
  readonly face: Face;
  readonly osVersion: number;
  readonly expoSdk: number;
  readonly clock: PhoneClock;
  readonly table: Table;
  readonly received: Received;
  readonly screen: Screen;
  readonly permission: Permission;
  readonly channels: Channels;
  readonly categories: Categories;
  readonly tokens: PushTokens;
  readonly stores: Stores;
  readonly network: Network;
  /** What the libraries keep over the end of a process. */
  readonly kept: Kept;
  isLocked(): boolean;
  openSettings(page: string): void;
  nextId(): string;
}

export interface Kept {
  readonly tasks: Set<string>;
  lastResponse: UserPress | null;
  initialMessage: UserPress | null;
  initialNotification: UserPress | null;
  isRegistered: boolean;
}

/** Whether something that arrives in the foreground is drawn. */
export interface Decision {
  readonly isShown: boolean;
  readonly isHeard: boolean;
  readonly isCounted: boolean;
}

/** The libraries in one process: which code of the app is there for what happens; `null` where none is. */
export interface Runtime {
  received(code: Code, push: RemotePush): (() => Promise<unknown> | void) | null;
  pressed(code: Code, press: UserPress): (() => Promise<unknown> | void) | null;
  decide(push: RemotePush): Promise<Decision>;
}
