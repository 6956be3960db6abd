// The core as phones will run it: a bundle in a context that has ES2019 and nothing else. No DOM, no Node, no EventSource, no
// crypto.subtle, and of the language nothing newer (issue 13, Deliver 2).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const source = fileURLToPath(new URL('../../src/core/index.ts', import.meta.url));

const esbuild = (options, input) =>
  execFileSync('esbuild', [...options, '--log-level=warning'], { input, encoding: 'utf8', maxBuffer: 1 << 24 });

const bundle = (...options) => esbuild([source, '--bundle', '--target=es2019', ...options]);

function minified(code) {
  const folder = mkdtempSync(join(tmpdir(), 'peal-bare-'));
  try {
    const file = join(folder, 'core.js');
    writeFileSync(file, code);
    execFileSync(fileURLToPath(new URL('../../../../Scripts/client-minify', import.meta.url)), [file]);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// What a browser or Node has and a bare engine has not. Touching one fails the test, even behind `typeof`.
const foreign = [
  'window', 'self', 'document', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'fetch',
    'Request',
  'Response', 'Headers', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'EventTarget', 'Event', 'CustomEvent', 'BroadcastChannel',
  'MessageChannel', 'Worker', 'SharedWorker', 'ServiceWorker', 'Notification', 'crypto', 'Crypto', 'SubtleCrypto', 'performance',
    'URL',
  'URLSearchParams', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'Blob', 'File', 'FormData', 'AbortController', 'setTimeout',
  'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame', 'structuredClone',
  'process', 'Buffer', 'require', 'module', 'exports', 'global', 'console', 'customElements', 'HTMLElement',
];

// Of the language: newer than ES2019, or not part of it.
const newer = ['globalThis', 'BigInt', 'WeakRef', 'FinalizationRegistry', 'AggregateError', 'Intl', 'WebAssembly',
  'SharedArrayBuffer',
  'Atomics', 'escape', 'unescape'];

const removeNewer = `
  delete Promise.allSettled; delete Promise.any; delete Object.hasOwn; delete Object.groupBy;
  for (const name of ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced',
    'with']) delete Array.prototype[name];
  for (const name of ['at', 'replaceAll', 'matchAll', 'isWellFormed', 'toWellFormed']) delete String.prototype[name];
`;

function bareContext() {
  const touched = [];
  const context = vm.createContext(Object.create(null));
  vm.runInContext(removeNewer, context);
  for (const name of [...foreign, ...newer]) {
    vm.runInContext(`delete this[${JSON.stringify(name)}]`, context);
    Object.defineProperty(context, name, { configurable: true, get() {
      touched.push(name);
      throw new ReferenceError(name + ' is not part of ES2019');
    } });
  }
  return { context, touched };
}

// Runs inside the context: a client's day, against a server of a few lines.
const day = `(async () => {
  const preferences = { userId: 'ann', categories: { kudos: { enabled: true,
    channels: { push: true, email: false, inApp: true } } },
    globalSettings: { pushEnabled: true, emailEnabled: false, inAppEnabled: true }, mutes: [], enabledCount: 1, version: 1 };
  const board = { eventId: 'e1', etaOpen: true, remindersSent: true, version: 1, participants: [],
    summary: { onTime: 0, runningLate: 0, cantMakeIt: 0, noResponse: 0, text: '' } };
  const row = { id: 'ntf_1', type: 'kudos', category: 'kudos', title: 'T', body: 'B', link: '/events/e1', priority: 'normal',
    alert: false,
    createdAt: '2026-11-20T09:00:00Z', acceptedAt: '2026-11-20T09:00:00Z', data: {}, channels: [], status: 'delivered' };
  const config = { app: 'gss', name: 'GSS', catalogVersion: 1, features: { inbox: true }, channels: ['push'],
    inbox: { readOn: 'tap' },
    permission: { strategy: 'afterSignIn', softPrompt: { every: 'P30D', routes: ['/events/{id}'] } },
    links: { hosts: [], routes: ['/events/{id}'], fallback: '/events/none' },
      presentation: { foreground: { normal: 'banner' } } };
  const answers = [
    [/client-config/, config], [/notification-preferences/, preferences],
      [/devices.push/, { id: 'dev_1', state: 'active', deviceKey: 'dk' }],
    [/sync$/, { state: 'active', badge: { count: 1, version: 2 }, clear: [], configVersion: 1, preferencesVersion: 1,
      missed: { count: 0, ids: [], cursor: null } }],
    [/mutes/, { id: 'mut_1', scope: 'all', until: null, createdAt: '2026-11-20T10:00:00Z' }], [/participants\\/eta/, board],
    [/unread-count/, { unreadCount: 1, unseenCount: 1, badge: { count: 1, version: 2 }, by: {} }],
    [/notifications/, { items: [row], nextCursor: null, unreadCount: 1, unseenCount: 1, badge: { count: 1, version: 2 } }],
  ];
  const sent = [], values = {}, timers = [], logged = [];
  let time = 1795000000000;
  const platform = {
    http: async (request) => {
      sent.push(request.method + ' ' + request.url);
      const [, body = {}] = answers.find(([shape]) => shape.test(request.url)) || [];
      return { status: 200, header: () => null, body: JSON.stringify(body) };
    },
    connect: () => ({ onopen: null, onmessage: null, onclose: null, send() {}, close() {} }),
    storage: { get: async (key) => (key in values ? values[key] : null), set: async (key, value) => { values[key] = value; },
      remove: async (key) => { delete values[key]; } },
    clock: { now: () => time, after: (wait, work) => { timers.push(work); return () => { timers.splice(timers.indexOf(work),
      1); }; } },
    network: { isOnline: () => true, onChange: () => () => undefined },
    push: { permission: async () => 'granted', request: async () => 'granted', remove: async () => undefined,
      shown: async () => [],
      address: async () => ({ provider: 'fcm', platform: 'android', token: 't' }), clear: async () => undefined,
        badge: async () => undefined },
    random: () => 0.5,
    log: (event, detail) => logged.push(event + ' ' + JSON.stringify(detail)),
  };
  const jwt = 'e30.eyJzdWIiOiJhbm4ifQ.x';
  const client = peal.createPeal({ app: 'gss', baseUrl: 'https://peal.example', platform, token: async () => jwt });
  let opened = null;
  client.links.onOpen((destination) => { opened = destination.path; });
  await client.start();
  await client.preferences.load();
  await client.preferences.setCategory('kudos', { enabled: false });
  await client.preferences.mute({ scope: 'all', for: 'PT1H' });
  await client.inbox.load();
  await client.inbox.open('ntf_1');
  client.inbox.remove('ntf_1');
  await client.inbox.undo();
  await client.inbox.clear();
  await client.replies.take('ntf_1', { id: 'on-time', token: 'at_1' });
  await client.eta.reply('e1', { status: 'on-time' });
  const live = client.eta.board('e1');
  await client.foreground.received({ peal: { v: 1, op: 'show', id: 'ntf_2', type: 'kudos', category: 'kudos', priority: 'normal',
    link: '/events/e1' }, title: 'T', body: 'B' });
  await client.screenViewed('/events/e1');
  await client.resumed();
  live.close();
  await peal.preferenceService(client).getPreferences();
  await client.signOut();
  client.stop();
  return { opened, sent, logged, status: client.preferences.view.get().status };
})()`;

test('the bundle lives a day in a context that has ES2019 and nothing else', async () => {
  const { context, touched } = bareContext();
  context.receive = (core) => (context.peal = core);
  vm.runInContext(minified(bundle('--format=iife', '--global-name=peal', '--footer:js=receive(peal)', '--minify')), context);
  const { opened, sent, logged, status } = await vm.runInContext(day, context);
  assert.deepEqual(touched, []);
  assert.equal(opened, '/events/e1');
  assert.equal(status, 'loading');
  assert.deepEqual([...logged.filter((line) => /failed|Error/.test(line))], []);
  for (const call of ['POST https://peal.example/api/v1/users/me/devices/push', 'POST https://peal.example/api/v1/events/e1/eta',
    'DELETE https://peal.example/api/v1/users/me/devices/dev_1']) assert(sent.includes(call), call);
});

test('the context notices what is not part of ES2019', async () => {
  for (const code of ['fetch("/")', 'typeof window', '[1].at(-1)', '"a".replaceAll("a", "b")', 'Promise.allSettled([])',
    'globalThis', 'new URL("/")']) {
    const { context } = bareContext();
    assert.throws(() => vm.runInContext(code, context), code);
  }
});

test('the bundle has no syntax that ES2019 has not', () => {
  for (const options of [['--format=iife', '--global-name=peal', '--footer:js=receive(peal)'], ['--format=esm']]) {
    const code = minified(bundle(...options));
    const lowered = esbuild(['--target=es2019', '--loader=js'], code);
    assert.equal(lowered, esbuild(['--target=esnext', '--loader=js'], code));
  }
  const newerCode = 'export const a = (b) => b?.c ?? 1;';
  assert.notEqual(esbuild(['--target=es2019', '--loader=js'], newerCode), esbuild(['--target=esnext', '--loader=js'], newerCode));
});

test('the bundle imports nothing', () => {
  assert.doesNotMatch(bundle('--format=esm'), /\bimport\b|\brequire\(/);
});
