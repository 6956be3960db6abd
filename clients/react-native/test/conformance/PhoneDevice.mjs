import { Device } from '../../../typescript/test/conformance/Device.mjs';
import { duration } from '../../../typescript/test/conformance/duration.mjs';
import { fakePlatform } from '../../../typescript/test/conformance/FakePlatform.mjs';
import { requestOf, shownOf } from './faces.mjs';

/** The app draws what has buttons: on Android its id can be read from the screen, and its dismissal is told. */
const anyAction = { id: 'any', kind: 'dismiss' };
const replyId = 'peal-reply';
const endings = /(deleteToken|unregisterForNotificationsAsync)$/;

/** A client of a scenario on a phone: what the platform does goes through the libraries of a face, and the adapter. */
export class PhoneDevice extends Device {
  #end = null;
  #adapter = null;
  #names = new Map();
  #answer = 'granted';
  #isUser = false;

  constructor(name, setup, world, { module, face }) {
    super(name, setup, world, module.createPeal);
    const clock = { now: () => world.clock.now() + this.skew, after: (milliseconds, callback) => world.clock.after(milliseconds, callback) };
    const token = this.setup.token ?? 'token-1';
    this.face = face;
    this.module = module;
    this.phone = new module.FakePhone({
      ...face, clock, permission: setup.permission ?? 'not-determined', isOnline: this.isOnline, tokens: { expo: token, fcm: token, apns: token },
      // What works on some phones only is shown by its own tests.
      unreliable: 'works',
    });
    this.phone.install((native) => this.#main(native));
    this.phone.context.screen.icon = setup.icon ?? 0;
    for (const one of setup.shown ?? []) this.#show(one);
    // The user has refused as often as the system asks.
    if (setup.permission === 'denied') this.storage.set('peal:refusals', '2');
    const { screen, permission, tokens } = this.phone.context;
    if (setup.push === 'refused') tokens.get = () => { throw new Error('no address'); };
    // The user has decided what the next prompt is answered with.
    Object.defineProperty(permission, 'prepared', { get: () => this.#answer === 'granted', set: () => undefined });
    const remove = screen.remove.bind(screen);
    screen.remove = (match) => {
      const gone = screen.all.filter(match);
      remove(match);
      if (!this.#isUser) this.window.cleared.push(...gone.flatMap(({ id, tag }) => this.#named(id, tag)));
    };
    Object.defineProperties(this, {
      permission: { get: () => this.phone.permission, set: (state) => this.phone.changePermission(state) },
      answer: { set: (answer) => (this.#answer = answer) },
      icon: { get: () => this.phone.icon, set: () => undefined },
      shown: { get: () => this.#shown() },
    });
    this.openWindow();
  }

  openWindow() {
    super.openWindow();
    const { phone, window } = this;
    if (!phone) return;
    const { received } = phone;
    const [calls, prompts, settings, tokens] = [received.calls, received.prompts, received.settings, received.tokens].map(({ length }) => length);
    const since = () => received.calls.slice(calls);
    const isReply = ({ name, args: [one] }) => /(scheduleNotificationAsync|displayNotification)$/.test(name) && (one.identifier ?? one.id) === replyId;
    Object.defineProperties(window, {
      systemPrompts: { get: () => received.prompts.length - prompts },
      settingsOpened: { get: () => received.settings.length - settings },
      addressAsked: { get: () => received.tokens.slice(tokens).map(() => ({})) },
      addressRemoved: { get: () => since().some(({ name }) => endings.test(name)) },
      confirmations: { get: () => since().filter(isReply).map(({ args: [one] }) => one.content?.title ?? one.title) },
    });
  }

  /** The client runs where it is needed: for an event of the system it is started by the phone itself. */
  load() {
    if (!this.peal) throw new Error(`${this.name} does not run`);
    return this.peal;
  }

  get running() {
    return this.load();
  }

  quit() {
    this.#end?.();
    this.#end = null;
    this.phone.kill();
    this.peal = this.#adapter = null;
    this.boards.clear();
    this.networkListeners.clear();
  }

  setOnline(isOnline) {
    super.setOnline(isOnline);
    void this.phone.setOnline(isOnline);
  }

  /** The app's top level. */
  #main(native) {
    this.#end?.();
    const { platform, end } = fakePlatform(this);
    this.#end = end;
    const { app } = this.world.definition;
    const { expoPhone, firebasePhone, phone } = this.module;
    const { Platform: { OS: os, Version: osVersion }, Linking, NetInfo, AppState, expo, firebase } = native;
    const parts = this.face.face === 'expo' ? expoPhone({ ...expo, SecureStore: undefined, Linking, projectId: 'project', os })
      : firebasePhone({ messaging: firebase.messaging(), notifee: firebase.notifee, Linking, os, osVersion, storage: platform.storage, canFullScreen: native.canUseFullScreenIntent });
    let connected = null;
    const changes = new Set();
    NetInfo.addEventListener(({ isConnected }) => { connected = isConnected; changes.forEach((changed) => changed(isConnected)); });
    const device = this;
    this.#adapter = phone({
      ...parts, app, baseUrl: 'https://peal.example', token: async (isRefused) => this.tokenFor(isRefused), AppState, os,
      storage: platform.storage, appVersion: this.appVersion, locale: () => this.setup.locale, timeZone: () => this.setup.timeZone,
      connectivity: { isConnected: () => connected, onChange: (changed) => { changes.add(changed); return () => changes.delete(changed); } },
      get budget() {
        return device.budget;
      },
      log: platform.log,
      platform: { http: this.#recorded(platform.http), connect: platform.connect, clock: native.clock, random: platform.random },
    });
    this.peal = this.#adapter.client;
    const missing = this.setup.missing ?? [];
    this.peal.links.onOpen((destination) => {
      if (missing.includes(destination.path)) return false;
      this.window.opened.push(destination);
      return true;
    });
  }

  /** Scenarios name one kind of phone: the face's own kind stands for it. */
  #recorded(http) {
    return (request) => {
      const before = this.window.requests.length;
      const answer = http(request);
      const recorded = this.window.requests[before];
      if (recorded?.body?.provider === this.face.provider && recorded.body.platform === this.face.platform) {
        Object.assign(recorded.body, { provider: 'fcm', platform: 'android' });
      }
      const shown = recorded?.body?.shown;
      // A phone names the tag as well.
      if (shown) recorded.body.shown = shown.map((one) => one.id ?? one);
      return answer;
    };
  }

  #shown() {
    const names = this.phone.shown.flatMap((one) => {
      const [name] = this.#named(one.id, one.tag);
      return one.id === replyId ? [] : [name];
    });
    return Object.assign(new Set(names), { add: (name) => this.#show(name) });
  }

  /** What a test calls what is shown under an id or tag. */
  #named(id, tag) {
    return [this.#names.get(tag ?? id) ?? this.#names.get(id) ?? tag ?? id].flat();
  }

  #show(name) {
    const isTag = name.startsWith('tag ');
    const tag = isTag ? name.slice(4) : `shown-${name}`;
    this.#names.set(tag, name);
    this.phone.context.screen.draw(shownOf(this.face, { id: isTag ? `of-${tag}` : name, tag, action: isTag ? undefined : anyAction }));
  }

  /** A notification of the system is on the screen, and its name there. */
  #draw(what) {
    const { categories } = this.phone.context;
    // One that the app has registered; an app that has not started yet has those of its last start.
    if (!categories.all.length) categories.set({ id: 'ANY', buttons: [], reportsDismissal: true });
    const shown = shownOf(this.face, { ...what, category: categories.all[0].id });
    this.#names.set(shown.tag ?? shown.id, what.id);
    this.phone.context.screen.draw(shown);
    return shown.key;
  }

  async #press({ notification, link, entity, action }) {
    const key = this.#draw({ id: notification, link, entity, action });
    await this.#byUser(() => this.phone.press(key, action ? { button: action.id } : {}));
  }

  async #swipe(id) {
    const key = this.#draw({ id, action: anyAction });
    await this.#byUser(() => this.phone.swipe(key));
  }

  /** What the user takes off the screen, the client has not cleared. */
  #byUser(work) {
    this.#isUser = true;
    const done = work();
    this.#isUser = false;
    return done;
  }

  async #arrive(payload) {
    const { tag, id } = payload.peal ?? {};
    if (tag && id) this.#names.set(tag, id);
    await this.phone.arrive(requestOf(this.face, payload));
  }

  /** What a scenario does that a phone does in its own way. */
  acts = {
    launch: async (_, state) => {
      if (state === 'background') return this.#arrive({ peal: { v: 1, op: 'sync' } });
      await this.phone.launch();
      await this.#adapter.settled();
    },
    quit: () => this.quit(),
    // What a page calls when its user is back, a phone calls after it was left.
    resume: async () => {
      await this.phone.home();
      await this.#adapter.settled();
      await this.phone.open();
      await this.#adapter.settled();
    },
    pause: async () => {
      await this.phone.home();
      await this.#adapter.settled();
    },
    background: async (_, { push, press, dismissed, address, budget }) => {
      this.budget = budget === undefined ? undefined : duration(budget);
      if (push) await this.#arrive(push);
      if (press) await this.#press(press);
      if (dismissed) await this.#swipe(dismissed);
      if (address) await this.phone.rotateToken({ expo: this.token, fcm: this.token, apns: this.token });
      await this.phone.finished();
    },
    press: (_, press) => this.#press(press),
    dismiss: (_, id) => this.#swipe(id),
    // As a library would hand it over, where it is no push of ours or already in a provider's own form.
    push: (_, payload) => (payload?.peal && (payload.title !== undefined || payload.peal.op !== 'show') ? this.#arrive(payload) : this.running.foreground.received(payload)),
    tap: async (_, { source, state, ...tap }) => {
      if (state === 'closed') this.quit();
      if (source !== 'push' || tap.notification === undefined) {
        // A link that starts the app, or a tap inside it.
        if (state === 'closed') void this.phone.launch();
        return this.running.links.handle({ source, state, ...tap });
      }
      if (state === 'background') await this.phone.home();
      await this.#press(tap);
      if (state === 'closed') await this.#adapter.settled();
    },
    addressChanges: async (_, token) => {
      this.token = token;
      await this.phone.rotateToken({ expo: token, fcm: token, apns: token });
      await this.#adapter?.settled();
    },
  };
}
