import { createRequire } from 'node:module';
import { build } from '../../react-native/test/conformance/build.mjs';
import { buildExample } from './buildExample.mjs';

const { FakePhone } = await build();
const debian = (name) => createRequire(import.meta.url)(`/usr/share/nodejs/${name}`);
const entries = { expo: ['../expo/index.ts', '../expo/app/_layout.tsx'], 'react-native': ['../react-native/index.js'] };

/** What stands in for a module of screens and navigation: called, read or rendered, it is more of the same. */
const anything = () => new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : key === '__esModule' ? true : [Symbol.iterator, 'then'].includes(key) ? undefined : anything()),
  apply: () => anything(),
  construct: () => ({}),
});
const only = (value) => ({ __esModule: true, default: value });

/** The modules that an example imports, as the fake phone has them. */
function modulesOf({ AppState, Linking, Platform, AsyncStorage, NetInfo, Keychain, firebase, expo }, { hasFirebase, onRegistered }) {
  return {
    'react-native': new Proxy({ AppState, Linking, Platform, AppRegistry: { registerComponent: onRegistered } }, {
      get: (own, key) => own[key] ?? anything(),
    }),
    '@react-native-async-storage/async-storage': only(AsyncStorage),
    '@react-native-community/netinfo': only(NetInfo),
    'react-native-keychain': Keychain,
    '@notifee/react-native': only(firebase.notifee),
    '@react-native-firebase/messaging': only(() => {
      if (!hasFirebase) throw new Error('No Firebase App has been created');
      return firebase.messaging();
    }),
    'expo-notifications': expo.Notifications,
    'expo-task-manager': expo.TaskManager,
    'expo-secure-store': expo.SecureStore,
    'expo-constants': only(expo.Constants),
    'expo-localization': { getLocales: () => [{ languageTag: 'es-MX' }], getCalendars: () => [{ timeZone: 'America/Mexico_City' }] },
    'react-native-permissions': { check: async () => 'blocked', PERMISSIONS: { ANDROID: {}, IOS: {} } },
  };
}

/** A phone with an example on it: its own first file is the app. `fetch` and `WebSocket` are what the runtime has. */
export function exampleOn({ platform, example, isDevelopment = false, url = 'http://localhost:8080', ...runtime }) {
  const text = buildExample(...entries[example]).text.replaceAll('http://localhost:8080', url);
  const phone = new FakePhone({
    platform, face: example === 'expo' ? 'expo' : 'firebase', permission: 'granted',
    clock: {
      now: () => Date.now(),
      after(time, work) {
        // What the app waits for keeps no test running.
        const timer = setTimeout(work, time).unref();
        return () => clearTimeout(timer);
      },
    },
    turn: () => new Promise((done) => setTimeout(done, 15)),
  });
  const state = { registered: 0, requests: [] };
  phone.install((native) => {
    const modules = modulesOf(native, { hasFirebase: !isDevelopment, onRegistered: () => (state.registered += 1) });
    const require = (name) => modules[name] ?? (name === 'react' || name.startsWith('react/') ? debian(name) : anything());
    const fetch = (address, options = {}) => {
      state.requests.push(`${options.method ?? 'GET'} ${new URL(address).pathname.replace('/api/v1', '')}`);
      return native.during(Promise.resolve(runtime.fetch(address, options)));
    };
    const after = (work, time = 0) => native.clock.after(time, work);
    const cancel = (end) => end?.();
    new Function('require', 'module', 'exports', '__DEV__', 'fetch', 'WebSocket', 'setTimeout', 'clearTimeout', text)(
      require, { exports: {} }, {}, isDevelopment, fetch, runtime.WebSocket, after, cancel,
    );
  });
  return { phone, state };
}
