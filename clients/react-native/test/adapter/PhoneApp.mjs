import { FakeSocket } from '../../../typescript/test/conformance/FakeSocket.mjs';
import { ScriptedServer } from '../../../typescript/test/conformance/server/ScriptedServer.mjs';
import { VirtualClock } from '../../../typescript/test/conformance/VirtualClock.mjs';
import { faces, requestOf } from '../conformance/faces.mjs';

const events = { e1: { startsIn: 'PT1H', host: 'hanna', participants: [{ user: 'anna', name: 'Anna' }] } };
const immediate = () => new Promise((done) => setImmediate(done));

/** An app of one user on a fake phone, with the scripted server and a clock of the test. */
export class PhoneApp {
  clock = new VirtualClock(Date.parse('2026-11-20T10:00:00Z'));
  /** Requests that reached the server; `attempts` has those without a network as well. */
  requests = [];
  attempts = [];
  /** Requests that started while the system let the app do nothing. */
  strays = [];
  logged = [];
  opened = [];
  sockets = new Set();
  urls = [];
  window = { streams: 0, sent: [] };
  /** Answers wait here while it is a list. */
  held = null;
  /** How long an answer takes. */
  latency = 0;
  isServerDown = false;
  isStreamRefused = false;
  /** What the configuration has in other languages. */
  texts = {};
  locale = 'en';
  adapter = null;

  /**
   * `change` replaces native modules, `adapter` adds options of `phone`, `started` is the rest of the app's top level. Other options are
   * the fake phone's.
   */
  constructor(module, { name, app = 'gss', user = 'anna', inbox = [], change = () => ({}), adapter = {}, started, ...options }) {
    Object.assign(this, { module, app, user, change, options: adapter, started });
    this.face = faces.find((face) => face.name === name);
    this.world = { clock: this.clock, server: new ScriptedServer({ app, user, inbox, events }, this.clock) };
    this.phoneOptions = { permission: 'granted', ...this.face, ...options, clock: this.clock, turn: () => this.#turn() };
    this.phone = new module.FakePhone(this.phoneOptions);
    this.phone.install((native) => this.main({ ...native, ...change(native, this) }));
  }

  get client() {
    return this.adapter.client;
  }

  get server() {
    return this.world.server;
  }

  get isOnline() {
    return this.phone.isOnline;
  }

  async #turn() {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await immediate();
      if (this.clock.runDue()) quiet = -1;
    }
  }

  settle() {
    return this.phone.settled();
  }

  advance(milliseconds) {
    return this.clock.advance(milliseconds, () => this.settle());
  }

  /** Starts the app on the screen, registered. */
  async open() {
    await this.phone.launch();
    await this.settle();
    return this;
  }

  /** No process is there; what was seen so far is forgotten. */
  async kill() {
    this.phone.kill();
    await this.settle();
    this.forget();
  }

  forget() {
    for (const list of [this.requests, this.attempts, this.strays, this.logged, this.opened]) list.length = 0;
    for (const list of [this.phone.received.calls, this.phone.received.drawn, this.phone.received.tokens]) list.length = 0;
    this.window.streams = 0;
  }

  /** A push as the server sends it to this phone. */
  async arrive(payload) {
    const arrival = await this.phone.arrive(payload.provider ? payload : requestOf(this.face, payload));
    await this.settle();
    return arrival;
  }

  paths() {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  sent(path) {
    return this.requests.filter((request) => request.path.endsWith(path));
  }

  /** Native calls and requests in their order. */
  order() {
    return this.phone.received.calls.map(({ name, args }) => (name === 'http' ? args[0] : name));
  }

  calls(name) {
    return this.phone.received.named(name).map(({ args }) => args);
  }

  main(native) {
    this.native = native;
    const { module, app, face, options } = this;
    const { Platform: { OS: os, Version: osVersion }, Linking, AppState, NetInfo, expo, firebase } = native;
    const storage = module.asyncStorage(native.AsyncStorage);
    const parts = face.face === 'expo' ? module.expoPhone({ ...expo, Linking, projectId: 'project', os }) : {
      ...module.firebasePhone({
        messaging: firebase.messaging(), notifee: firebase.notifee, Linking, os, osVersion, storage, locale: () => this.locale,
        canFullScreen: native.canUseFullScreenIntent,
      }),
      secrets: module.keychain(native.Keychain),
    };
    // Waits stay in the middle, but no two processes have the same numbers.
    const chance = 0.5 - this.phone.received.starts / 1e9;
    let connected = null;
    const changes = new Set();
    NetInfo.addEventListener(({ isConnected }) => { connected = isConnected; changes.forEach((changed) => changed(isConnected)); });
    this.adapter = module.phone({
      ...parts, app, baseUrl: 'https://peal.example', AppState, os, storage, locale: () => this.locale, token: async () => this.#token(),
      connectivity: { isConnected: () => connected, onChange: (changed) => { changes.add(changed); return () => changes.delete(changed); } },
      log: (event, detail) => this.logged.push(`${event} ${JSON.stringify(detail ?? {})}`), ...options,
      platform: {
        http: (request) => this.#http(native, request), clock: native.clock, random: () => chance,
        connect: (url, protocols) => new FakeSocket(this, url, protocols),
      },
    });
    if (this.started) this.started(this);
    else this.client.links.onOpen(({ href }) => void this.opened.push(href));
  }

  #jwt = null;

  #token() {
    if (!this.user) return null;
    if (this.#jwt?.user !== this.user) this.#jwt = { user: this.user, text: this.server.sessions.token(this.user, this.app) };
    return this.#jwt.text;
  }

  async #http(native, { method, url, headers, body }) {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^.*?\/api\/v1/, '').replace(/^\/users\/[^/]+\/notifications$/, '/notifications').replace(/^\/users\/[^/]+/, '/users/me');
    const { process } = this.phone.app;
    const at = this.clock.now();
    this.attempts.push({ method, path, at });
    this.phone.received.calls.push({ name: 'http', args: [`${method} ${path}`], at });
    if (!process?.isVisible && !process?.jobs) this.strays.push(`${method} ${path}`);
    if (!this.phone.isOnline) throw new TypeError('no network');
    const known = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const caller = this.server.sessions.caller(known.authorization);
    const request = { method, path, query: Object.fromEntries(searchParams), headers: known, body: body === undefined ? undefined : JSON.parse(body), caller };
    if (this.held) await native.during(new Promise((release) => this.held.push(release)));
    if (this.latency) await new Promise((done) => native.clock.after(this.latency, done));
    if (this.isServerDown) throw new TypeError('no response');
    this.requests.push({ ...request, as: caller.as });
    const answer = this.#answer(request);
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    return native.during(Promise.resolve({ status: answer.status, header: (name) => answer.headers[name.toLowerCase()] ?? null, body: text }));
  }

  #answer(request) {
    const answer = this.server.answer(request);
    const own = request.path === '/client-config' && this.texts[request.query.locale];
    if (!own) return answer;
    const { body } = this.server.answer({ ...request, headers: {} });
    return { status: 200, headers: { etag: `"${request.query.locale}"` }, body: { ...body, ...own(body) } };
  }
}

/** What a push of a notification says to the app. */
export const show = (id, more = {}) => ({
  v: 1, op: 'show', id, type: 'kudos', category: 'kudos', priority: 'normal', link: '/kudos', tag: `tag-${id}`, actions: [], ...more,
});

const reply = (id, title, group) => ({ id, title, kind: 'quick-reply', token: `action:n1:${id}`, ...(group ? { group } : {}) });

/** The five answers to a reminder, three of which are one button where places are few. */
export const reminder = {
  title: 'Lunch run starts soon', body: 'Will you be on time?', data: { channel: 'event-reminders' },
  peal: show('n1', {
    type: 'event-reminder', category: 'events', priority: 'high', link: '/events/e1', entity: 'event/e1',
    actions: [
      reply('on-time', 'On time ✓'), reply('late-5', '5 min late', 'Running late'), reply('late-10', '10 min late', 'Running late'),
      reply('late-15', '15 min late', 'Running late'), { ...reply('cant-make-it', 'Can’t make it ✗'), link: '/events/e1/cancel' },
    ],
  }),
};

export const kudos = (id = 'n1', more = {}) => ({ title: 'Kudos', body: 'Ann thanks you', peal: show(id, more) });

export const rows = [{ id: 'n1', type: 'event-reminder', entity: 'event/e1' }, { id: 'n2', type: 'kudos' }];

export const androids = ['firebase on android', 'expo on android'];
export const every = faces.map(({ name }) => name);
