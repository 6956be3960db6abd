import { NetSocket } from './NetSocket.mjs';

globalThis.WebSocket = NetSocket;

/** An app that has no account anywhere: a virtual phone of a sandbox, and a fake phone whose screen it draws on. */
export class SandboxApp {
  requests = [];
  logged = [];
  adapter = null;
  simulated = null;

  constructor(url, module, { user, app = 'gss', face }) {
    Object.assign(this, { url, module, app, user, face });
    const clock = {
      now: () => Date.now(),
      after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    };
    const turn = () => new Promise((done) => setTimeout(done, 15));
    this.phone = new module.FakePhone({ ...face, clock, turn, permission: 'granted', googleServices: 'refused' });
    this.phone.install((native) => this.#main(native));
  }

  get client() {
    return this.adapter.client;
  }

  get stored() {
    return JSON.parse(this.phone.context.stores.asyncStorage.get(`peal:${this.app}:sandbox`) ?? 'null');
  }

  async open() {
    await this.phone.launch();
    await this.until(() => this.client.devices.state.get().state === 'active', 'the phone is registered');
    await this.adapter.settled();
    return this;
  }

  /** Nothing of the process goes on, and nobody is told. */
  end() {
    this.phone.kill();
    this.adapter?.stop();
    for (const socket of NetSocket.all) socket.vanish();
    NetSocket.all.clear();
    this.requests.length = 0;
  }

  sent(path) {
    return this.requests.filter((one) => one.endsWith(path));
  }

  streams() {
    return [...NetSocket.all].filter(({ url }) => url.includes('/realtime'));
  }

  async until(holds, what) {
    for (let tries = 0; !(await holds()); tries += 1) {
      if (tries > 400) throw new Error(`it does not come about that ${what}; the log: ${this.logged.slice(-8).join('; ')}`);
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  /** Returns when no request is under way for a while. */
  async quiet() {
    for (let before = -1; before !== this.requests.length;) {
      before = this.requests.length;
      await new Promise((done) => setTimeout(done, 150));
    }
  }

  #main(native) {
    const { module, app, url } = this;
    const { Platform: { OS: os, Version: osVersion }, Linking, AppState, expo, firebase } = native;
    const storage = module.asyncStorage(native.AsyncStorage);
    const parts = this.face.face === 'expo' ? module.expoPhone({ ...expo, Linking, projectId: 'project', os })
      : module.firebasePhone({ messaging: firebase.messaging(), notifee: firebase.notifee, Linking, os, osVersion, storage });
    this.simulated = module.sandboxTokens({ url, app, user: () => this.user, os, storage, platform: { clock: native.clock } });
    const { platform } = this.simulated;
    const http = async (request) => {
      const { pathname } = new URL(request.url);
      this.requests.push(`${request.method} ${pathname.replace('/api/v1', '')}`);
      return native.during(platform.http(request));
    };
    this.adapter = module.phone({
      ...parts, ...this.simulated, app, baseUrl: url, AppState, os, storage, platform: { ...platform, http },
      log: (event, detail) => this.logged.push(`${event} ${JSON.stringify(detail ?? {})}`),
    });
    this.client.links.onOpen(() => true);
  }
}
