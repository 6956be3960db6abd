import { createPeal, parsePayload, type BackgroundEvent, type PealClient, type PealOptions, type Platform, type Tap } from 'peal-core';
import { pressedAction, type ButtonLimits } from './buttons.js';
import { createTags } from './createTags.js';
import { drawn } from './drawn.js';
import { moreText } from './locales.js';
import { fetchHttp, openWebSocket, phoneNetwork } from './network.js';
import type { AppStateLike, ArrivedPush, Connectivity, PushAnswer, Store, SystemPress, SystemScreen, Tokens } from './ports.js';
import { screenTime } from './screenTime.js';
import { realClock } from './realClock.js';
import { phoneStorage } from './storage.js';
import { systemPush } from './systemPush.js';
import { timeLimit } from './timeLimit.js';

/** So long the app's own answer about what the device can do is waited for. */
const longestAnswer = 2000;

export interface PhoneOptions extends Omit<PealOptions, 'platform' | 'locale' | 'timeZone'> {
  readonly tokens: Tokens;
  readonly screen: SystemScreen;
  /** Of `react-native`. */
  readonly AppState: AppStateLike;
  readonly os: 'ios' | 'android';
  /** AsyncStorage or MMKV. */
  readonly storage: Store;
  /** SecureStore or the keychain: the device's key is there and nowhere else. */
  readonly secrets?: Store;
  readonly connectivity?: Connectivity;
  /** Of `react-native`: opens what only Android's settings have. */
  readonly Linking?: { sendIntent?(action: string): Promise<void> };
  /** Asked each time, since both change while the app runs. */
  readonly locale?: () => string;
  readonly timeZone?: () => string;
  /** What the device can do, such as `{bluetooth: async () => 'granted'}`: asked before it registers and before each `sync`. */
  readonly capabilities?: Readonly<Record<string, () => string | Promise<string>>>;
  /** iOS: deliver quietly at first, without a prompt. */
  readonly provisional?: boolean;
  /** iOS: ask for critical alerts where the catalog has a critical type. Only with Apple's entitlement. */
  readonly critical?: boolean;
  /**
   * Reports for each tap how long it took until `screenViewed` was called, as a claim in the audit log: `peal check-device` reads it.
   * Off unless said otherwise.
   */
  readonly measuresTaps?: boolean;
  /** Milliseconds that work without a screen may take; the core's 20 s unless said otherwise. */
  readonly budget?: number;
  readonly log?: Platform['log'];
  /** A sandbox's user may end the app, which is not on the screen then, whatever the system says. */
  readonly isKilled?: () => boolean;
  readonly onLife?: (changed: () => void) => () => void;
  /** Replaces parts of what the phone provides, for tests and for a sandbox. */
  readonly platform?: Partial<Pick<Platform, 'http' | 'connect' | 'clock' | 'random' | 'network'>>;
}

/** One app on one phone. Made at the top of the app's first file: what the system runs without a screen has no component. */
export interface Phone {
  readonly client: PealClient;
  /** The pushes are a sandbox's: say so on the screen. */
  readonly isSimulated: boolean;
  /** Resolves when the app's last coming or going is done with. */
  settled(): Promise<void>;
  /** Android: whether the catalog has a channel that is to sound in "Do not disturb", which the user allows in the system's settings. */
  wantsDndAccess(): boolean;
  /** Android: opens the settings where the user allows it. */
  openDndAccess(): void;
  /** Ends handlers, connections and timers. */
  stop(): void;
}

export function phone(options: PhoneOptions): Phone {
  const { tokens, screen, AppState, os, storage, secrets, connectivity, budget, log = () => undefined } = options;
  const clock = options.platform?.clock || realClock;
  const net = phoneNetwork(options.platform?.http || fetchHttp(clock), clock, connectivity);
  const tags = createTags(storage, `peal:${options.app}:tags`);
  const said: Record<string, string> = {};
  let turn: Promise<unknown> = Promise.resolve();
  let isStarted = false;

  // Android draws three buttons; one of the app's own notification can open choices, one of a registered category cannot.
  const limits = (): ButtonLimits => ({
    most: os === 'android' ? 3 : Infinity, hasChoices: os === 'android' && !!screen.hasChoices, more: moreText(options.locale?.()),
  });
  const system = systemPush({
    tokens, screen, tags, clock, limits, isOnline: net.network.isOnline, config: () => client.config.get(), capabilities: () => said,
    asks: { provisional: !!options.provisional, critical: !!options.critical },
  });

  const client = createPeal({
    app: options.app, baseUrl: options.baseUrl.replace(/\/+$/, ''), token: options.token, appVersion: options.appVersion,
    get locale() {
      return options.locale?.();
    },
    get timeZone() {
      return options.timeZone?.();
    },
    platform: {
      connect: openWebSocket, random: Math.random, network: net.network, ...options.platform,
      http: net.http, clock, log, push: system.push,
      storage: phoneStorage(storage, secrets),
      // While a prompt of the system is in front, iOS says "inactive": the user still sees the app.
      isVisible: () => isThere(),
    },
  });

  const claimScreenTime = screenTime({ options, clock, http: net.http, client, log });
  const failed = (what: string) => (error: unknown): void => log(`phone.${what}-failed`, { error: String(error) });
  const isThere = (): boolean => AppState.currentState !== 'background' && !options.isKilled?.();
  const isOnScreen = (): boolean => isStarted && isThere();

  /** Asks the app what the device can do; what it does not answer in time stays as it was. */
  async function ask(): Promise<void> {
    await Promise.all(Object.entries(options.capabilities || {}).map(async ([name, answer]) => {
      try {
        said[name] = await timeLimit(clock, longestAnswer, name, Promise.resolve(answer()));
      } catch (error) {
        failed('capability')(error);
      }
    }));
  }

  async function inBackground(event: BackgroundEvent): Promise<void> {
    // What the device can do is said by `sync` and with an address; what is to be drawn does not wait for it.
    if ('address' in event || ('push' in event && !event.draw)) await ask();
    await client.background(event, budget === undefined ? {} : { budget });
  }

  async function arrived({ payload, isDrawn, isAsked }: ArrivedPush): Promise<PushAnswer> {
    const parsed = parsePayload(payload);
    const isShow = parsed.status === 'ok' && parsed.peal.op === 'show';
    const draw = async (isFullScreen: boolean): Promise<void> => {
      if (parsed.status === 'ok') await screen.show(drawn({ ...parsed, payload, limits: limits(), isFullScreen }));
    };
    if (isShow && parsed.status === 'ok' && parsed.peal.tag) await tags.note(parsed.peal.id, parsed.peal.tag).catch(failed('tags'));
    if (!isOnScreen()) {
      const isOurs = isShow && !isDrawn;
      await inBackground(!isOurs ? { push: payload } : {
        push: payload,
        draw: async (presentation) => draw(presentation === 'full-screen' && await screen.canFullScreen()),
      });
      return { draw: true };
    }
    const presentation = client.foreground.presentation(payload);
    const isSystem = presentation === 'system' && (isShow || parsed.status === 'foreign');
    if (isSystem && isShow && !isDrawn && !isAsked) await draw(false);
    // The system waits three seconds for the answer, the report may take longer.
    const report = client.foreground.received(payload).catch(failed('push'));
    if (!isAsked) await report;
    return { draw: isSystem };
  }

  async function pressed(press: SystemPress, isStart = false): Promise<void> {
    const parsed = parsePayload(press.payload);
    if (parsed.status !== 'ok' || parsed.peal.op !== 'show') return;
    const { id, link, entity, actions } = parsed.peal;
    const found = pressedAction(actions, press);
    const action: Tap['action'] = found && { id: found.id, kind: found.kind, link: found.link, token: found.token };
    const tap: Tap = {
      source: 'push', state: isStart ? 'closed' : isOnScreen() ? 'foreground' : 'background', notification: id, link, entity, action,
    };
    if (!action) claimScreenTime(id);
    if (!action || action.kind === 'open-app' || action.link) await client.links.handle(tap);
    else await inBackground({ press: tap });
  }

  async function dismissed(payload: unknown): Promise<void> {
    const parsed = parsePayload(payload);
    if (parsed.status === 'ok' && parsed.peal.id) await inBackground({ dismissed: parsed.peal.id });
  }

  async function come(): Promise<void> {
    net.recheck(isStarted);
    await ask();
    if (isStarted) return client.resumed();
    isStarted = true;
    const started = client.start();
    await screen.lastPress().then((press) => press && pressed(press, true)).catch(failed('press'));
    await started;
  }

  /** One after another: an app that is left and opened again at once ends on the screen. */
  function follow(state: string | null): void {
    const work = state === 'active' ? come : state === 'background' && isStarted ? client.paused : null;
    if (work) turn = turn.then(work).catch(failed('life'));
  }

  const endings = [
    // Libraries wait for these or do not: a failure is logged here, and reaches none of them.
    tokens.onPush((push) => arrived(push).catch((error: unknown) => {
      failed('push')(error);
      return { draw: true };
    })),
    tokens.onChange(() => {
      turn = turn.then(() => inBackground({ address: true })).catch(failed('address'));
    }),
    screen.onPress((press) => pressed(press).catch(failed('press'))),
    screen.onDismiss((payload) => dismissed(payload).catch(failed('dismissal'))),
    client.config.subscribe((config) => config && void system.setUp().catch(failed('set-up'))),
  ];
  const subscription = AppState.addEventListener('change', follow);
  const follower = options.onLife?.(() => follow(options.isKilled?.() ? 'background' : AppState.currentState));
  if (!options.isKilled?.()) follow(AppState.currentState);

  return {
    client,
    isSimulated: !!tokens.isSimulated,
    settled: () => turn.then(() => client.settled()),
    openDndAccess() {
      options.Linking?.sendIntent?.('android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS').catch(failed('settings'));
    },
    wantsDndAccess: () => os === 'android' && !!client.config.get()?.androidChannels.some(({ bypassDnd }) => bypassDnd),
    stop() {
      subscription.remove();
      follower?.();
      endings.forEach((end) => end());
      client.stop();
    },
  };
}
