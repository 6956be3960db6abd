import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff } from '../../src/core/backoff.js';
import { createHook } from '../../src/core/createHook.js';
import { createStorage } from '../../src/core/createStorage.js';
import { createStore } from '../../src/core/createStore.js';
import { instant, milliseconds } from '../../src/core/duration.js';
import { PealError } from '../../src/core/PealError.js';
import { left, patched, type Patch } from '../../src/core/preferences/patch.js';
import { subjectOf } from '../../src/core/subjectOf.js';
import { MemoryStorage, tokenOf } from './FakePlatform.js';
import { randomOf } from './randomOf.js';

test('store: calls back after a change, and not for the same value', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const end = store.subscribe((value) => void seen.push(value));
  store.set(1);
  store.set(2);
  store.update((value) => value + 1);
  end();
  end();
  store.set(9);
  assert.deepEqual(seen, [2, 3]);
  assert.equal(store.get(), 9);
});

test('store: one listener may subscribe twice, and ends once for each', () => {
  const store = createStore('a');
  let calls = 0;
  const listener = (): void => void calls++;
  const end = store.subscribe(listener);
  store.subscribe(listener);
  end();
  store.set('b');
  assert.equal(calls, 1);
});

test('store: a listener that ends another one during a change is obeyed', () => {
  const store = createStore(0);
  const seen: string[] = [];
  let end = (): void => undefined;
  store.subscribe(() => {
    seen.push('first');
    end();
  });
  end = store.subscribe(() => void seen.push('second'));
  store.set(1);
  assert.deepEqual(seen, ['first']);
});

test('store: a listener that throws is reported and does not keep others from the change', async () => {
  const store = createStore(0);
  const reported: unknown[] = [];
  // Node's runner would take it for a failure of this test.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void reported.push(reason));
  let seen = 0;
  store.subscribe(() => {
    throw new Error('component');
  });
  store.subscribe((value) => {
    seen = value;
  });
  store.set(5);
  await new Promise<void>((done) => setImmediate(done));
  process.removeAllListeners('unhandledRejection');
  for (const other of others) process.on('unhandledRejection', other);
  assert.equal(seen, 5);
  assert.equal(String(reported[0]), 'Error: component');
});

test('hook: a handler that fails is logged, the others do their part', async () => {
  const logged: string[] = [];
  const hook = createHook<number>((event) => void logged.push(event));
  const seen: number[] = [];
  hook.on(() => {
    throw new Error('one');
  });
  hook.on(async (value) => {
    await Promise.resolve();
    seen.push(value);
  });
  await hook.emit(3);
  assert.deepEqual([seen, logged], [[3], ['hook.failed']]);
});

test('subject: the user of a token, whatever its characters', () => {
  for (const sub of ['ann', 'rahul', 'zoë', '用户 1', 'a/b?c&d', '👩‍🚒', 'x'.repeat(200), '~_-.', '"quoted"']) {
    assert.equal(subjectOf(tokenOf(sub)), sub);
    // Each of the three lengths that base64 can end with.
    assert.equal(subjectOf(tokenOf(sub, { p: 1 })), sub);
    assert.equal(subjectOf(tokenOf(sub, { pp: 1 })), sub);
  }
});

test('subject: a token that cannot be read belongs to `me`', () => {
  for (const token of ['', 'opaque', 'a.b.c', 'a.!!!!.c', tokenOf(''), tokenOf(undefined), 'x..y', tokenOf(null)]) {
    assert.equal(subjectOf(token), 'me');
  }
});

test('durations: ISO 8601 of weeks, days and time', () => {
  const cases: [string, number | null][] = [
    ['PT1H', 3_600_000], ['P1D', 86_400_000], ['P7D', 604_800_000], ['P1W', 604_800_000], ['P30D', 2_592_000_000],
    ['PT5M', 300_000], ['PT90S', 90_000], ['P1DT2H3M4S', 93_784_000], ['PT0S', 0],
    ['', null], ['P', null], ['PT', null], ['P1DT', null], ['1H', null], ['P1H', null], ['PT1D', null], ['P-1D', null],
      ['P1Y', null],
  ];
  for (const [text, expected] of cases) assert.equal(milliseconds(text), expected, text);
  assert.equal(instant(Date.parse('2026-11-20T10:00:00Z')), '2026-11-20T10:00:00Z');
  assert.equal(instant(Date.parse('2026-11-20T10:00:00.250Z')), '2026-11-20T10:00:00.250Z');
});

test('backoff: doubles up to a minute, differs by up to a half, and waits for the server', () => {
  for (let failures = 0; failures < 40; failures++) {
    const longest = Math.min(60_000, 1000 * 2 ** failures);
    for (const random of [0, 0.25, 0.5, 0.999]) {
      const wait = backoff(failures, random);
      assert(wait <= longest && wait >= longest / 2, `${failures} ${random}: ${wait}`);
      assert(backoff(failures, random, 30_000) >= 30_000);
      assert(backoff(failures, random, 0) >= 0);
    }
  }
});

test('errors: what may succeed later', () => {
  const temporary = [0, 408, 429, 500, 502, 503, 504];
  for (const status of [0, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504]) {
    assert.equal(new PealError('x', '', status).isTemporary, temporary.includes(status), String(status));
  }
});

test('storage: values come back, by name and prefix', async () => {
  const storage = new MemoryStorage();
  let prefix: string | null = 'ann:';
  const area = createStorage(storage, () => undefined, () => prefix);
  await area.write('a', { some: ['value'] });
  await area.write('zero', 0);
  assert.deepEqual(await area.read('a'), { some: ['value'] });
  assert.equal(await area.read('zero'), 0);
  assert.equal(await area.read('b'), null);
  prefix = 'bob:';
  assert.equal(await area.read('a'), null);
  prefix = null;
  await area.write('a', 'lost');
  assert.equal(await area.read('a'), null);
  prefix = 'ann:';
  await area.remove('a');
  assert.equal(await area.read('a'), null);
  assert.deepEqual([...storage.values.keys()], ['ann:zero']);
});

test('storage: what cannot be read counts as absent, what cannot be written is logged', async () => {
  const storage = new MemoryStorage();
  const logged: string[] = [];
  const area = createStorage(storage, (event) => void logged.push(event), () => '');
  for (const text of ['', '{', 'null', '[]', '"text"', '{"v":0,"d":1}', '{"v":2,"d":1}', '{"v":1}', '7']) {
    storage.values.set('a', text);
    assert.equal(await area.read('a'), null, text);
  }
  assert(logged.length > 0 && logged.every((event) => event === 'storage.failed'));
  storage.isFull = true;
  logged.length = 0;
  await area.write('b', 1);
  assert.deepEqual(logged, ['storage.failed']);
});

test('patches: members that exist change at any depth, unknown ones are left out', () => {
  const value = { a: { on: true, deep: { x: 'x', y: 'y' } }, b: false };
  assert.deepEqual(patched(value, { a: { deep: { x: 'z' } } }), { a: { on: true, deep: { x: 'z', y: 'y' } }, b: false });
  assert.deepEqual(patched(value, { c: true, a: { other: true } }), value);
  assert.deepEqual(patched(value, { b: undefined, a: { on: false } }), { a: { on: false, deep: { x: 'x', y: 'y' } }, b: false });
});

test('patches: what is left of an older one names nothing that the later one names', () => {
  const cases: [Patch, Patch, Patch | null][] = [
    [{ a: true }, { a: false }, null],
    [{ a: true, b: true }, { a: false }, { b: true }],
    [{ a: { x: true, y: true } }, { a: { x: false } }, { a: { y: true } }],
    [{ a: { x: true } }, { a: { x: false, y: true } }, null],
    [{ a: { x: true } }, { b: true }, { a: { x: true } }],
    [{ a: { x: true } }, { a: undefined }, { a: { x: true } }],
  ];
  for (const [older, newer, expected] of cases) assert.deepEqual(left(older, newer), expected, JSON.stringify([older, newer]));
});

test('patches: the rest of the older one and then the later one is the same as both in order (500 random pairs)', () => {
  const random = randomOf(11);
  const some = (): Patch => Object.fromEntries(['a', 'b', 'c'].filter(() => random(10) < 6).map((name) => [name,
    Object.fromEntries(['x', 'y', 'z'].filter(() => random(2) === 0).map((field) => [field, random(2) === 0]))]));
  const value = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { x: true, y: true, z: true }]));
  for (let round = 0; round < 500; round++) {
    const [older, newer] = [some(), some()];
    const rest = left(older, newer);
    assert.deepEqual(patched(rest ? patched(value, rest) : value, newer), patched(patched(value, older), newer));
  }
});
