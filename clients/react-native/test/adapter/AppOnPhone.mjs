import { readFileSync } from 'node:fs';
import { build } from '../conformance/build.mjs';
import { faces, requestOf } from '../conformance/faces.mjs';

const module = await build();
const root = { isReady: () => true, addListener: () => () => undefined };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The app of a product on a fake phone, with its router; the server knows the catalog and nothing else. */
export class AppOnPhone {
  /** The screens that the router was told to open: with React Navigation `[name, params]`, with Expo Router the path. */
  opened = [];
  adapter = null;
  arrived = 0;

  /** `screens`: the names of React Navigation by route; `isGone`: whether what a link leads to was deleted. */
  constructor(app, face, { screens = {}, isGone = () => false, ...options } = {}) {
    Object.assign(this, { app, face, screens, isGone });
    this.config = readFileSync(new URL(`../../../conformance/apps/${app}/client-config.json`, import.meta.url), 'utf8');
    this.storage = new Map();
    this.phone = new module.FakePhone({ ...face, clock: new module.TestClock(), permission: 'granted', turn, ...options });
    this.phone.install((native) => this.#main(native));
  }

  get client() {
    return this.adapter.client;
  }

  async launch() {
    await this.phone.launch();
    await this.phone.settled();
    return this;
  }

  async enter(state) {
    if (state === 'foreground') await this.phone.open();
    else if (state === 'background') await this.phone.home();
    else this.phone.kill();
    this.opened.length = 0;
  }

  /** A push of this product arrives, as the server sends it to this phone. */
  async arrive(peal) {
    const id = `ntf_${this.arrived += 1}`;
    await this.phone.arrive(requestOf(this.face, {
      title: 'A title', body: 'A body', peal: { v: 1, app: this.app, op: 'show', id, tag: id, type: 't', category: 'c', priority: 'normal', actions: [], ...peal },
    }));
    await this.phone.finished();
  }

  async press(name, options) {
    await this.phone.press(name, options);
    await this.phone.finished();
  }

  #main(native) {
    const { storage, face, screens } = this;
    const { Platform: { OS: os, Version: osVersion }, Linking, AppState, expo, firebase } = native;
    const memory = {
      get: async (key) => storage.get(key) ?? null, set: async (key, value) => void storage.set(key, value), remove: async (key) => void storage.delete(key),
    };
    const parts = face.face === 'expo' ? module.expoPhone({ ...expo, SecureStore: undefined, Linking, projectId: 'project', os })
      : module.firebasePhone({ messaging: firebase.messaging(), notifee: firebase.notifee, Linking, os, osVersion, storage: memory, canFullScreen: native.canUseFullScreenIntent });
    this.adapter = module.phone({
      ...parts, app: this.app, baseUrl: 'https://peal.example', token: async () => null, AppState, os, storage: memory,
      platform: {
        http: async ({ url }) => {
          const isConfig = new URL(url).pathname.endsWith('/client-config');
          return { status: isConfig ? 200 : 503, header: () => null, body: isConfig ? this.config : '{"code":"unavailable"}' };
        },
        connect: () => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }), clock: native.clock, random: () => 0.5,
      },
    });
    const exists = (destination) => !this.isGone(destination);
    if (face.face === 'expo') {
      const note = (href) => void this.opened.push(href);
      module.bindExpoRouter(this.adapter.client, { router: { push: note, navigate: note }, ref: root, exists });
    } else {
      const navigate = (name, params) => void this.opened.push([name, params]);
      const screenOf = (destination) => {
        const { route, path, parameters, query } = destination;
        const name = screens[route ?? path];
        return name && exists(destination) ? { name, params: { ...parameters, ...query } } : null;
      };
      module.bindNavigation(this.adapter.client, { ref: { ...root, navigate }, screenOf });
    }
  }
}

export { faces };
