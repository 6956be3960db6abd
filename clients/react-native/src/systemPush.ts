import type { ClientConfig, PermissionState, Platform, Push } from 'peal-core';
import { buttonsOf, type ButtonLimits } from './buttons.js';
import type { Tags } from './createTags.js';
import type { PermissionRequest, SystemScreen, Tokens } from './ports.js';
import { timeLimit } from './timeLimit.js';

/** Some phones never answer: without a network, or without Google's services. */
const longestToken = 10_000;

export interface SystemPushOptions {
  readonly tokens: Tokens;
  readonly screen: SystemScreen;
  readonly tags: Tags;
  readonly clock: Platform['clock'];
  readonly isOnline: () => boolean;
  readonly limits: () => ButtonLimits;
  /** What the app asks for beside the usual. */
  readonly asks: PermissionRequest;
  readonly config: () => ClientConfig | null;
  /** What the device can do, as the app said last. */
  readonly capabilities: () => Readonly<Record<string, string>>;
}

export interface SystemPush {
  readonly push: Push;
  /** Makes channels and categories as the catalog has them now. */
  setUp(): Promise<void>;
}

/** What the core knows as the device's notifications, of a phone's two ports. */
export function systemPush({ tokens, screen, tags, clock, isOnline, limits, asks, config, capabilities }: SystemPushOptions): SystemPush {
  let done = '';
  let turn: Promise<void> = Promise.resolve();

  async function setUpNow(): Promise<void> {
    const now = config();
    if (!now) return;
    const categories = now.iosCategories.map(({ id, actions }) => ({ id, buttons: buttonsOf(actions, limits()) }));
    const said = JSON.stringify([now.androidChannels, categories]);
    if (said === done) return;
    await screen.setUp(now.androidChannels, categories);
    done = said;
  }

  function setUp(): Promise<void> {
    const work = turn.then(setUpNow);
    turn = work.catch(() => undefined);
    return work;
  }

  /** Without Apple's entitlement the option lets the whole prompt fail, so that the app and its catalog both have to want it. */
  const isCriticalWanted = (): boolean => {
    const { types = [] } = config() || ({} as Partial<ClientConfig>);
    return asks.critical && types.some(({ priority }) => priority === 'critical');
  };

  return {
    setUp,
    push: {
      get capabilities() {
        return capabilities();
      },
      permission: () => screen.permission(),
      async request(): Promise<PermissionState> {
        // Android 13 shows no prompt before there is a channel.
        await setUp();
        return screen.request({ provisional: asks.provisional, critical: isCriticalWanted() });
      },
      async address() {
        // Without a network some never answer, and the next try would wait for that.
        if (!isOnline()) throw new Error('no network');
        return timeLimit(clock, longestToken, 'the push service', tokens.get());
      },
      async remove() {
        await Promise.all([tokens.remove(), tags.forget()]);
      },
      openSettings: () => screen.openSettings(),
      shown: async () => tags.named(await screen.shown()),
      async clear(ids, gone) {
        await screen.clear(await tags.targets(ids, gone));
      },
      badge: (count) => screen.badge(count),
      confirm: (text) => screen.confirm(text),
    },
  };
}
