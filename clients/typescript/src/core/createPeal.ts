import { contexts } from './contexts.js';
import type { AppStart } from './Context.js';
import { createContext } from './createContext.js';
import { createDevices } from './devices/createDevices.js';
import { createEta } from './eta/index.js';
import { createForeground } from './foreground/index.js';
import { createInbox } from './inbox/index.js';
import { createLinks } from './links/index.js';
import { createLive } from './live/index.js';
import type { PealClient, PealOptions } from './PealClient.js';
import type { ShownPush } from './platform.js';
import { createPermission } from './permission/createPermission.js';
import { createPreferences } from './preferences/createPreferences.js';
import { createReplies } from './replies/index.js';
import { subjectOf } from './subjectOf.js';
import { within } from './within.js';

/** So long a system lets an app work without a screen, with some room: about 30 s on phones. */
const usualBudget = 20_000;

/** Makes a client of one app and one device. Nothing is read or sent before `start`. */
export function createPeal(given: PealOptions): PealClient {
  const core = createContext(given);
  const { api, config, hooks, log, options, outbox, platform, storage, user } = core;
  const { clock, network, push } = platform;
  const devices = createDevices(core);
  const permission = createPermission(core, devices);
  const live = createLive(core);
  const links = createLinks(core);
  let isCertain = false;
  let endNetwork: (() => void) | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let loaded: Promise<unknown> | null = null;
  let isReady = false;

  /** Changes of the session happen one after another; what they send does not hold up the next. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  /** Reads what is stored, once. */
  function load(): Promise<unknown> {
    loaded = loaded || Promise.all([outbox.start(), config.start(), devices.start(), links.start()]);
    return loaded;
  }

  function ready(): void {
    isReady = true;
    core.setReady();
  }

  /** Without a screen nobody is asked who is signed in: it is the user who was. */
  async function wake(): Promise<void> {
    if (isReady) return;
    await load();
    user.set(await storage.app.read<string>('user'));
    ready();
  }

  /** Who is signed in. While the app cannot be asked, the user who was. */
  async function identify(): Promise<string | null> {
    try {
      const token = await options.token(false);
      isCertain = true;
      return token ? subjectOf(token) : null;
    } catch {
      isCertain = false;
      return user.get() ?? (await storage.app.read<string>('user'));
    }
  }

  /** Drops what is stored of the signed-in user. */
  async function drop(): Promise<void> {
    for (const name of ['preferences', 'inbox'] as const) await storage.user.remove(name);
  }

  async function forget(): Promise<void> {
    await outbox.forget(user.get()!);
    await drop();
  }

  async function enter(): Promise<void> {
    const next = await identify();
    const before = user.get() ?? (await storage.app.read<string>('user'));
    const isSame = isEntered && user.get() === next;
    if (next !== null && before !== null && before !== next) {
      user.set(before);
      await forget();
    }
    user.set(next);
    if (next !== null && before !== next) await storage.app.write('user', next);
    ready();
    if (!isSame) await hooks.session.emit(next);
    isEntered = true;
  }

  /** The app is in use: the server learns it, and what waits is sent. */
  async function arrive(state: AppStart): Promise<void> {
    const read = config.load();
    if (!config.get()) await read;
    void outbox.flush();
    await Promise.all([
      hooks.active.emit(state),
      (async () => {
        await read;
        await permission.refresh();
        await devices.register();
        await devices.sync(state);
      })(),
    ]);
  }

  async function come(state: AppStart): Promise<void> {
    core.active.set(true);
    await inTurn(enter);
    await arrive(state);
  }

  /** Resolves when what the client has to send is sent or has to wait, and all is stored. */
  async function settled(): Promise<void> {
    await outbox.settled();
    await Promise.all([storage.app.stored(), storage.user.stored()]);
  }

  async function leave(): Promise<void> {
    // The site's session may have ended before: what is here of the user goes all the same.
    const whose = user.get() ?? (await storage.app.read<string>('user'));
    if (whose === null) return;
    user.set(whose);
    const token = await options.token(false).catch(() => null);
    await forget();
    revocation = await devices.revoke(token && subjectOf(token) === whose ? token : api.lastToken());
    try {
      // Nothing of the user stays on the screen.
      if (push && push.shown && push.clear) {
        const shown = (await push.shown()).map((one) => (typeof one === 'string' ? { id: one } : one));
        const known = (name: 'id' | 'tag'): string[] => shown.flatMap((one: ShownPush) => one[name] || []);
        await push.clear(known('id'), known('tag'));
      }
      if (push && push.badge) await push.badge(0);
    } catch (error) {
      log('screen.failed', { error: String(error) });
    }
    await storage.app.remove('user');
    await links.forget();
    // What modules have stored meanwhile.
    await drop();
    user.set(null);
    await hooks.session.emit(null);
  }

  let isEntered = false;
  let revocation: { readonly revoked: Promise<unknown> | null } | null = null;
  core.onOtherUser = () => {
    if (core.isActive()) void come('foreground');
  };
  core.wake = () => (isReady ? null : inTurn(wake));

  const client: PealClient = {
    app: options.app,
    get timeZone() {
      return options.timeZone;
    },
    now: () => clock.now(),
    config,
    live,
    devices,
    permission,
    preferences: createPreferences(core, live, permission, devices),
    inbox: createInbox(core),
    replies: createReplies(core),
    eta: createEta(core),
    links,
    foreground: createForeground(core),
    outbox,
    async start(state = 'launched') {
      if (state === 'background') return client.background({ push: { peal: { v: 1, op: 'sync' } } });
      core.active.set(true);
      await inTurn(async () => {
        await Promise.all([load(), permission.start()]);
        endNetwork?.();
        endNetwork = network.onChange((isOnline) => {
          if (isOnline && !isCertain && core.isActive()) void come('foreground');
        });
        await enter();
      });
      await arrive(state);
    },
    async paused() {
      core.active.set(false);
      await hooks.paused.emit();
      await settled();
    },
    async background(event, { budget = usualBudget } = {}) {
      const { foreground, inbox } = client;
      await within(clock, budget, (async () => {
        await core.wake();
        void outbox.flush();
        if ('push' in event) {
          if (event.draw) await event.draw(foreground.presentation(event.push));
          await foreground.received(event.push);
        }
        else if ('press' in event) await links.handle(event.press);
        else if ('dismissed' in event) await inbox.dismissed(event.dismissed);
        else await devices.addressChanged();
        await settled();
      })());
    },
    settled,
    resumed: () => come('foreground'),
    signedIn: () => come('foreground'),
    async signOut() {
      await inTurn(leave);
      if (revocation) await revocation.revoked;
      await config.load();
    },
    stop() {
      endNetwork?.();
      endNetwork = null;
      loaded = null;
      void hooks.stopped.emit();
      outbox.stop();
    },
    async screenViewed(link) {
      permission.screen(link);
      await hooks.screen.emit(link);
    },
  };
  core.client = client;
  contexts.set(client, core);
  return client;
}
