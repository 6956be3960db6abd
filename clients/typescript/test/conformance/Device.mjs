import { duration } from './duration.mjs';
import { fakePlatform } from './FakePlatform.mjs';

const emptyWindow = () => ({
  requests: [], opened: [], logged: [], sent: [], cleared: [], confirmations: [], addressAsked: [],
  systemPrompts: 0, settingsOpened: 0, streams: 0, addressRemoved: false, error: null, startedAt: 0, resolved: null,
});

/** One client of a scenario: a device with its user, what it stores, and the app that runs on it or not. */
export class Device {
  storage = new Map();
  session = new Map();
  locks = new Map();
  sockets = new Set();
  networkListeners = new Set();
  urls = [];
  log = [];
  held = null;
  isServerDown = false;
  isTokenFailing = false;
  isTokenHanging = false;
  isStreamRefused = false;
  lostResponses = 0;
  boards = new Map();
  peal = null;
  result = null;
  answer = 'granted';
  returned = undefined;
  participant = null;
  #isStarted = false;
  #end = null;
  #jwt = null;
  #isRenewable = true;

  constructor(name, setup, world, createPeal) {
    Object.assign(this, { name, setup: { push: 'fcm', ...setup }, world, createPeal });
    if (setup.tabOf) Object.assign(this, { storage: world.device(setup.tabOf).storage, locks: world.device(setup.tabOf).locks });
    this.user = setup.user ?? null;
    this.permission = setup.permission ?? 'not-determined';
    this.token = setup.token ?? 'token-1';
    this.isOnline = setup.online ?? true;
    this.isVisible = setup.visible;
    this.skew = setup.clockSkew ? duration(setup.clockSkew) : 0;
    this.shown = new Set(setup.shown ?? []);
    this.icon = setup.icon ?? 0;
    this.appVersion = setup.appVersion;
    this.openWindow();
  }

  openWindow() {
    this.window = { ...emptyWindow(), startedAt: this.world.clock.now() + this.skew };
  }

  /** Makes the app's client, which has not started: the system runs it for one event. */
  load() {
    if (this.peal) return this.peal;
    const { platform, end } = fakePlatform(this);
    this.#end = end;
    const { app } = this.world.definition;
    this.peal = this.createPeal({
      app, baseUrl: 'https://peal.example', platform, token: async (isRefused) => this.tokenFor(isRefused),
      locale: this.setup.locale, timeZone: this.setup.timeZone, appVersion: this.appVersion,
    });
    return this.peal;
  }

  /** Starts the app; its navigation is ready immediately, or after what `before` does. */
  async launch(state, before) {
    if (this.#isStarted) throw new Error(`${this.name} runs already`);
    this.#isStarted = true;
    const started = this.load().start(state);
    const tapped = before?.(this.peal);
    const missing = this.setup.missing ?? [];
    this.peal.links.onOpen((destination) => {
      if (missing.includes(destination.path)) return false;
      this.window.opened.push(destination);
      return true;
    });
    await Promise.all([started, tapped]);
  }

  /** Ends the app, with its session or as a page that is loaded again. */
  quit(keepsSession = false) {
    if (!keepsSession) this.session.clear();
    this.#end?.();
    this.#end = null;
    this.#isStarted = false;
    this.peal = null;
    this.boards.clear();
  }

  setOnline(isOnline) {
    this.isOnline = isOnline;
    if (!isOnline) for (const socket of [...this.sockets]) socket.end(1006, '');
    for (const listener of [...this.networkListeners]) listener(isOnline);
  }

  signIn(user) {
    this.user = user;
    this.#jwt = null;
    this.#isRenewable = true;
  }

  expireSession(isRenewable) {
    this.#jwt ??= this.#mint();
    this.world.server.sessions.expire(this.#jwt);
    this.#isRenewable = isRenewable;
  }

  get running() {
    if (!this.peal) throw new Error(`${this.name} does not run`);
    return this.peal;
  }

  /** What the app answers when its user's token is wanted. */
  tokenFor(isRefused) {
    if (this.isTokenHanging) return new Promise(() => undefined);
    if (this.isTokenFailing) throw new Error('the backend does not answer');
    if (!this.user) return null;
    if (this.#jwt && !isRefused) return this.#jwt;
    if (this.#jwt && !this.#isRenewable) return null;
    return (this.#jwt = this.#mint());
  }

  #mint() {
    return this.world.server.sessions.token(this.user, this.world.definition.app);
  }
}
