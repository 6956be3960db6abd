import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'peal-worker-'));
after(() => rmSync(directory, { recursive: true }));

const exported = `
  export { readPush } from '${source}/worker/readPush.ts';
  export { buttonsOf, moreAction } from '${source}/worker/buttonsOf.ts';
  export { addressOf } from '${source}/browser/addressOf.ts';
  export { textsFor } from '${source}/worker/texts.ts';
  export { workerRegistration } from '${source}/browser/workerRegistration.ts';
  export { tokenSource } from '${source}/browser/tokenSource.ts';
  export { bytesOf } from '${source}/browser/base64.ts';
`;
writeFileSync(join(directory, 'rules.ts'), exported);
execFileSync('esbuild', [join(directory, 'rules.ts'), '--bundle', '--format=esm', `--outfile=${directory}/rules.mjs`, '--log-level=warning']);
const { addressOf, buttonsOf, bytesOf, moreAction, readPush, textsFor, tokenSource, workerRegistration } = await import(pathToFileURL(`${directory}/rules.mjs`).href);

const push = (value) => readPush({ json: () => value });
const peal = { v: 1, op: 'show', id: 'ntf_1', type: 't', category: 'c', priority: 'normal' };

test('a push without peal is left to other listeners', () => {
  for (const value of [undefined, null, 1, 'peal', [], ['peal'], {}, { title: 'x' }, { data: null }, { data: { title: 'x' } }, peal]) {
    assert.equal(push(value), null, JSON.stringify(value));
  }
  assert.equal(readPush(null), null);
  assert.equal(readPush({ json: () => JSON.parse('no json') }), null);
});

test('options are taken over by name and type, and nothing else', () => {
  const { title, options } = push({
    title: 'T', body: 'B', tag: 't', icon: '/i.png', lang: 'de', dir: 'sideways', silent: 'yes', timestamp: 'soon', vibrate: [1], data: { x: 1 },
    actions: [{ action: 'evil' }], renotify: true, requireInteraction: true, peal,
  });
  assert.equal(title, 'T');
  assert.deepEqual(options, { body: 'B', tag: 't', icon: '/i.png', lang: 'de', renotify: true, requireInteraction: true });
  assert.deepEqual(push({ title: 'T', renotify: true, peal }).options, {}, 'renotify needs a tag');
  assert.deepEqual(push({ title: 'T', tag: 't', renotify: true, silent: true, peal }).options, { tag: 't', silent: true }, 'and a sound');
});

test('the options of an FCM data message are a text of their own', () => {
  const data = { peal: JSON.stringify(peal), title: 'T', body: 'B', options: '{"tag":"t","requireInteraction":true,"timestamp":5,"silent":"false"}' };
  const { status, title, options } = push({ data });
  assert.deepEqual([status, title, options], ['ok', 'T', { body: 'B', tag: 't', requireInteraction: true, timestamp: 5 }]);
  assert.equal(push({ data, notification: { title: 'T' } }), null, 'Firebase draws it');
  for (const broken of ['{', '7', 'null', undefined]) assert.deepEqual(push({ data: { ...data, options: broken } }).options, { body: 'B' });
});

const actions = (count, more = []) => Array.from({ length: count }, (_, n) => ({ id: `a${n}`, title: `A${n}`, ...(more.includes(n) && { place: 'more' }) }));
const cases = [
  // Actions, which of them belong to "More…", what the browser draws, and the buttons.
  [0, [], 2, []], [1, [], 2, ['a0']], [2, [], 2, ['a0', 'a1']], [3, [], 2, ['a0', moreAction]], [5, [], 4, ['a0', 'a1', 'a2', moreAction]],
  [2, [1], 2, ['a0', moreAction]], [2, [0, 1], 2, [moreAction]], [3, [2], 3, ['a0', 'a1', moreAction]], [3, [], 1, [moreAction]],
  [1, [], 1, ['a0']], [2, [], 0, []], [0, [], 0, []],
];
for (const [count, more, most, expected] of cases) {
  test(`${count} actions, ${more.length} of them for "More…", on a browser with ${most} buttons`, () => {
    const buttons = buttonsOf({ actions: actions(count, more) }, most, 'More…').map(({ action }) => action);
    assert.deepEqual(buttons, expected);
    assert.ok(buttons.length <= most);
    assert.ok(most === 0 || count === buttons.length || buttons.includes(moreAction), 'every action can be reached');
  });
}

test('links open in the form of the app, always on its own origin unless it says otherwise', () => {
  const origin = 'https://site.example';
  assert.equal(addressOf(origin, '/events/run?x=1'), 'https://site.example/events/run?x=1');
  assert.equal(addressOf(origin, '/events/run', '/app'), 'https://site.example/app/events/run');
  assert.equal(addressOf(origin, '/events/run?x=1', '/p/gss/inbox?open={link}'), 'https://site.example/p/gss/inbox?open=%2Fevents%2Frun%3Fx%3D1');
});

test('languages fall back to English', () => {
  assert.deepEqual(['de', 'DE-at', 'es_MX', 'fr-CA', 'it', ''].map((locale) => textsFor(locale).more), ['Mehr…', 'Mehr…', 'Más…', 'Plus…', 'More…', 'More…']);
});

test('a VAPID key is 65 bytes', () => {
  assert.equal(bytesOf('BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U').length, 65);
});

const jwt = (exp, sub = 'ann') => `x.${btoa(JSON.stringify({ sub, exp })).replace(/=+$/, '')}.x`;
const later = () => Math.floor(Date.now() / 1000) + 3600;

test('a token is kept until shortly before it ends', async () => {
  let asked = 0;
  const source = tokenSource({ token: async () => { asked += 1; return jwt(later()); } });
  await Promise.all([source.get(false), source.get(false)]);
  await source.get(false);
  assert.equal(asked, 1, 'calls that come together ask once');
  await source.get(true);
  assert.equal(asked, 2, 'a refused one is asked for again');
  source.forget();
  await source.get(false);
  assert.equal(asked, 3);
});

test('a token that ends soon, or does not say when, is not kept', async () => {
  for (const token of [jwt(Math.floor(Date.now() / 1000) + 30), jwt(undefined), 'opaque', null]) {
    let asked = 0;
    const source = tokenSource({ token: () => { asked += 1; return token; } });
    assert.equal(await source.get(false), token);
    await source.get(false);
    assert.equal(asked, 2);
  }
});

test('a token that was asked for before another user signed in is not kept', async () => {
  const answers = [];
  const source = tokenSource({ token: () => new Promise((resolve) => answers.push(resolve)) });
  const first = source.get(false);
  source.forget();
  const second = source.get(false);
  answers[1](jwt(later(), 'ben'));
  answers[0](jwt(later(), 'ann'));
  await Promise.all([first, second]);
  assert.equal(JSON.parse(atob((await source.get(false)).split('.')[1])).sub, 'ben');
});

test('an endpoint that fails is no answer, and 401 is nobody', async (t) => {
  let status = 401;
  t.mock.method(globalThis, 'fetch', async () => ({ status, ok: status < 300, json: async () => ({ token: jwt(later()) }) }));
  const source = tokenSource({ tokenUrl: '/peal/token' });
  assert.equal(await source.get(false), null);
  status = 500;
  await assert.rejects(source.get(false), /token 500/);
  status = 200;
  assert.ok(await source.get(false));
});

test('an endpoint that says nothing is given up, and asked again', async (t) => {
  let late;
  t.mock.method(globalThis, 'setTimeout', (callback) => { late = callback; });
  t.mock.method(globalThis, 'fetch', (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
  const source = tokenSource({ tokenUrl: '/peal/token' });
  const asked = source.get(false);
  late();
  await assert.rejects(asked, /abort/i);
  t.mock.method(globalThis, 'fetch', async () => ({ status: 200, ok: true, json: async () => ({ token: jwt(later()) }) }));
  assert.ok(await source.get(false));
});

test('a worker that another tab is registering is waited for', async (t) => {
  const registration = Object.assign(new EventTarget(), { active: null, waiting: null, installing: null });
  const worker = Object.assign(new EventTarget(), { state: 'installing', postMessage: (_, [port]) => port.postMessage(true) });
  const register = t.mock.fn();
  t.mock.method(globalThis, 'setTimeout', () => 0);
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { serviceWorker: { getRegistration: async () => registration, register } } });
  const active = workerRegistration().active();
  await new Promise((done) => setImmediate(done));
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  await new Promise((done) => setImmediate(done));
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  assert.equal(await active, registration);
  assert.equal(register.mock.callCount(), 0);
});
