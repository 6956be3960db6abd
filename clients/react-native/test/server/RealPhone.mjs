/** An app of one user on a fake phone, whose calls go to a real server. */
export class RealPhone {
  requests = [];
  sockets = 0;
  opened = [];
  logged = [];
  adapter = null;
  #ahead = 0;
  #jwt = null;

  constructor(sandbox, module, { app = 'gss', user, face, permission = 'granted', ...options }) {
    Object.assign(this, { sandbox, module, app, user, face });
    this.storage = new Map();
    this.options = { permission, ...options };
  }

  /** Registers a virtual phone, whose address the fake one has. */
  async open() {
    const { face, sandbox, module } = this;
    await this.follow();
    Object.assign(this, await sandbox.phone({ app: this.app, user: this.user, provider: face.provider, platform: face.platform, permission: 'not-determined' }));
    const clock = {
      now: () => Date.now() + this.#ahead,
      after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        // What the phone waits for does not keep the tests waiting.
        timer.unref();
        return () => clearTimeout(timer);
      },
    };
    const turn = () => new Promise((done) => setTimeout(done, 15));
    this.phone = new module.FakePhone({ ...face, clock, turn, tokens: { expo: this.token, fcm: this.token, apns: this.token }, ...this.options });
    this.phone.install((native) => this.#main(native));
    return this;
  }

  /** The phone has the sandbox's time. */
  async follow() {
    this.#ahead = await this.sandbox.now() - Date.now();
  }

  get client() {
    return this.adapter.client;
  }

  async signIn() {
    await this.phone.launch();
    await this.adapter.settled();
    await this.until(() => this.client.devices.state.get().state === 'active', 'the device is registered');
  }

  /** Every push that the server has sent meanwhile arrives. */
  async arrive() {
    const arrivals = [];
    for (const request of await this.sandbox.pushes(this)) {
      arrivals.push(await this.phone.arrive(request));
      await this.phone.finished();
    }
    await this.quiet();
    return arrivals;
  }

  async press(name, options) {
    await this.phone.press(name, options);
    await this.phone.finished();
    await this.quiet();
  }

  async swipe(name) {
    await this.phone.swipe(name);
    await this.phone.finished();
    await this.quiet();
  }

  /** Returns when no request is under way for a while. */
  async quiet() {
    for (let before = -1; before !== this.requests.length || this.pending > 0;) {
      before = this.requests.length;
      await new Promise((done) => setTimeout(done, 60));
    }
  }

  async until(holds, what) {
    for (let tries = 0; !(await holds()); tries += 1) {
      if (tries > 400) throw new Error(`it does not come about that ${what}; the log: ${this.logged.slice(-8).join('; ')}`);
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  forget() {
    this.requests.length = 0;
    this.sockets = 0;
  }

  end() {
    this.phone.kill();
  }

  pending = 0;

  async #http(native, { method, url, headers, body }) {
    const { pathname } = new URL(url);
    this.requests.push(`${method} ${pathname.replace('/api/v1', '')}`);
    if (!this.phone.isOnline) throw new TypeError('no network');
    this.pending += 1;
    try {
      const response = await native.during(fetch(url, { method, headers, body }));
      const text = await native.during(response.text());
      return { status: response.status, header: (name) => response.headers.get(name), body: text };
    } finally {
      this.pending -= 1;
    }
  }

  #main(native) {
    const { sandbox, module, app, storage, options } = this;
    const { Platform: { OS: os, Version: osVersion }, Linking, AppState, NetInfo, expo, firebase } = native;
    const memory = {
      get: async (key) => storage.get(key) ?? null, set: async (key, value) => void storage.set(key, value), remove: async (key) => void storage.delete(key),
    };
    const parts = this.face.face === 'expo' ? module.expoPhone({ ...expo, Linking, projectId: 'project', os })
      : module.firebasePhone({
        messaging: firebase.messaging(), notifee: firebase.notifee, Linking, os, osVersion, storage: memory, canFullScreen: native.canUseFullScreenIntent,
      });
    let connected = null;
    const changes = new Set();
    NetInfo.addEventListener(({ isConnected }) => { connected = isConnected; changes.forEach((changed) => changed(isConnected)); });
    this.pending = 0;
    this.adapter = module.phone({
      ...parts, app, baseUrl: sandbox.url, AppState, os, storage: memory,
      token: async (isRefused) => {
        if (!this.user) return null;
        if (!this.#jwt || isRefused || this.#jwt.user !== this.user) {
          const user = this.user;
          this.#jwt = { user, jwt: await native.during(sandbox.token(app, user)) };
        }
        return this.#jwt.jwt;
      },
      connectivity: { isConnected: () => connected, onChange: (changed) => { changes.add(changed); return () => changes.delete(changed); } },
      log: (event, detail) => this.logged.push(`${event} ${JSON.stringify(detail ?? {})}`),
      platform: {
        http: (request) => this.#http(native, request), clock: native.clock, random: Math.random,
        // No stream: what a socket would bring is read, and each attempt is counted.
        connect: () => {
          this.sockets += 1;
          return { onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined };
        },
      },
      ...options.adapter,
    });
    this.client.links.onOpen((destination) => {
      this.opened.push(destination.href);
      return true;
    });
  }
}
