import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOutbox } from '../../src/core/outbox/createOutbox.js';
import { createStorage } from '../../src/core/createStorage.js';
import { createStore } from '../../src/core/createStore.js';
import type { Api, ApiRequest } from '../../src/core/HttpApi.js';
import type { Change, ChangeHandler } from '../../src/core/outbox/Outbox.js';
import { PealError } from '../../src/core/PealError.js';
import { settled } from './FakeClock.js';
import { FakePlatform, MemoryStorage } from './FakePlatform.js';
import { randomOf } from './randomOf.js';

interface Set1 { readonly field: string; readonly value: number }

type Answers = (request: ApiRequest) => unknown | Promise<unknown>;

let tabs = 0;

/** One tab: an outbox of the user `ann`, whose changes are `{field, value}`. */
function tab(options: { storage?: MemoryStorage; answer?: Answers; patience?: number; locks?: Map<string,
  Promise<unknown>> } = {}) {
  const device = new FakePlatform(options.storage);
  const sent: any[] = [];
  const api: Api = {
    lastToken: () => null,
    async send(request) {
      if (!device.online) throw new PealError('network', '');
      sent.push(request.body);
      const body = await (options.answer ? options.answer(request) : null);
      return { status: 200, body: body as never, etag: null };
    },
  };
  const user = createStore<string | null>('ann');
  const { locks } = options;
  const lock = locks && (async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = locks.get(name) || Promise.resolve();
    const done = before.then(work, work);
    locks.set(name, done.catch(() => undefined));
    return done;
  });
  // Each device has random numbers of its own; the waits between tries stay in the middle.
  const random = (): number => 0.5 + ++tabs / 1e9;
  const platform = device.platform(lock ? { lock, random } : { random });
  const log = (event: string): void => void device.logged.push({ event });
  const outbox = createOutbox(platform, log, 'peal:gss:', createStorage(platform.storage, log, () => 'peal:gss:'), api,
    { user, deviceUser: () => null, isActive: () => true });
  const done: string[] = [];
  const handler: ChangeHandler<Set1> = {
    request: ({ data }) => ({ method: 'PUT', path: '/x', body: data }),
    sent: ({ data }, body) => void done.push(`sent ${data.field}=${data.value} ${JSON.stringify(body)}`),
    refused: ({ data }, error) => void done.push(`refused ${data.field}=${data.value} ${error.code}`),
    ...(options.patience ? { patience: options.patience } : {}),
  };
  outbox.handle('set', handler);
  const set = (field: string, value: number) => outbox.add<Set1>('set', field, { field, value });
  const waits = (): string => outbox.changes<Set1>('set').map(({ data }) => `${data.field}=${data.value}`).join(' ');
  return { outbox, device, user, sent, done, set, waits };
}

const refuse = (code: string, status: number, retryAfter: number | null = null) => (): never => {
  throw new PealError(code, '', status, retryAfter);
};

describe('the outbox sends', () => {
  test('immediately, and answers with what the server said', async () => {
    const { outbox, set, sent, done } = tab({ answer: () => ({ fine: 1 }) });
    await outbox.start();
    assert.deepEqual(await set('a', 1), { status: 'sent', body: { fine: 1 } });
    assert.deepEqual([sent, done], [[{ field: 'a', value: 1 }], ['sent a=1 {"fine":1}']]);
    assert.deepEqual(outbox.get(), { waiting: 0, isOnline: true });
  });

  test('in the order in which changes were made', async () => {
    const { outbox, set, sent, device } = tab();
    await outbox.start();
    device.online = false;
    await Promise.all([set('a', 1), set('b', 2), set('c', 3)]);
    assert.deepEqual([outbox.get(), sent.length], [{ waiting: 3, isOnline: false }, 0]);
    device.online = true;
    await settled();
    assert.deepEqual(sent.map(({ field }) => field), ['a', 'b', 'c']);
    assert.deepEqual(outbox.get(), { waiting: 0, isOnline: true });
  });

  test('nothing while a change needs no request any more', async () => {
    const { outbox, sent } = tab();
    outbox.handle<number>('none', { request: () => null });
    assert.deepEqual(await outbox.add('none', 'a', 1), { status: 'sent', body: null });
    assert.equal(sent.length, 0);
  });

  test('a change that the handler cannot say as a refusal, not for ever', async () => {
    const { outbox } = tab();
    outbox.handle<number>('broken', { request: () => { throw new Error('bug'); } });
    const outcome = await outbox.add('broken', 'a', 1);
    assert.equal(outcome.status, 'refused');
    assert.equal(outbox.changes('broken').length, 0);
  });
});

describe('of one key', () => {
  test('the last change counts: a toggle that is touched five times offline is sent once (R079)', async () => {
    const { outbox, set, sent, device } = tab();
    await outbox.start();
    device.online = false;
    for (const value of [0, 1, 0, 1, 0]) void set('kudos', value);
    device.online = true;
    await settled();
    assert.deepEqual(sent, [{ field: 'kudos', value: 0 }]);
  });

  test('two toggles before the first one is on its way are one request', async () => {
    const { set, sent } = tab();
    const outcomes = await Promise.all([set('kudos', 1), set('kudos', 0)]);
    assert.deepEqual(sent, [{ field: 'kudos', value: 0 }]);
    assert.deepEqual(outcomes.map(({ status }) => status), ['sent', 'sent']);
  });

  test('changes during a request become one more request', async () => {
    const answers: (() => void)[] = [];
    const { set, sent } = tab({ answer: () => new Promise<void>((done) => answers.push(done)) });
    const first = set('kudos', 1);
    await settled();
    void set('kudos', 2);
    const last = set('kudos', 3);
    await settled();
    assert.equal(sent.length, 1);
    answers[0]!();
    await first;
    await settled();
    answers[1]!();
    await last;
    assert.deepEqual(sent.map(({ value }) => value), [1, 3]);
  });

  test('what a merge leaves of the older change keeps its time', async () => {
    const { outbox, device } = tab();
    await outbox.start();
    device.online = false;
    void outbox.add<number[]>('set', 'k', [1, 2]);
    await device.clock.advance(1000);
    void outbox.add<number[]>('set', 'k', [2], (older) => older.filter((each) => each !== 2));
    const times = outbox.changes<number[]>('set').map(({ data, at }) => [data, at - device.clock.time]);
    assert.deepEqual(times, [[[1], -1000], [[2], 0]]);
  });

  test('no two changes have the same time: the server could not tell which was later (R080)', async () => {
    const { outbox, set, device } = tab();
    await outbox.start();
    device.online = false;
    for (let number = 0; number < 50; number++) void set('f' + number, number);
    const times = outbox.changes('set').map(({ at }) => at);
    assert.equal(new Set(times).size, 50);
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
  });
});

describe('failures', () => {
  test('that are temporary wait longer each time, and end when the server is back', async () => {
    let isDown = true;
    const { outbox, set, sent, device, done } = tab({ answer: () => (isDown ? refuse('overloaded', 503)() : 'ok') });
    await outbox.start();
    assert.deepEqual(await set('a', 1), { status: 'queued' });
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      waits.push(device.clock.waits[0]!);
      await device.clock.advance(waits[round]!);
    }
    // Half of the jitter: three quarters of 1, 2, 4 … 60 seconds.
    assert.deepEqual(waits, [750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
    isDown = false;
    await device.clock.advance(45_000);
    assert.deepEqual([sent.length, done], [11, ['sent a=1 "ok"']]);
  });

  test('without a network wait for the network, not for a timer', async () => {
    const { outbox, set, device, done } = tab();
    await outbox.start();
    device.online = false;
    assert.deepEqual(await set('a', 1), { status: 'queued' });
    assert.deepEqual(device.clock.waits, []);
    device.online = true;
    await settled();
    assert.equal(done.length, 1);
  });

  test('with a time of the server wait for it, whatever the user does meanwhile (429)', async () => {
    let isLimited = true;
    const { outbox, set, sent, device } = tab({ answer: () => (isLimited ? refuse('limit-reached', 429, 30_000)() : null) });
    await outbox.start();
    await set('a', 1);
    assert.deepEqual(await set('b', 2), { status: 'queued' });
    await device.clock.advance(29_000);
    assert.equal(sent.length, 1);
    isLimited = false;
    await device.clock.advance(5000);
    assert.equal(sent.length, 3);
  });

  test('that are definite are reported, dropped, and do not hold up the next', async () => {
    for (const [code, status] of [['category-locked', 422], ['forbidden', 403], ['not-found', 404], ['invalid', 400]] as const) {
      const { outbox, set, done } = tab({ answer: ({ body }) => ((body as Set1).field === 'a' ? refuse(code, status)() : null) });
      await outbox.start();
      const outcomes = await Promise.all([set('a', 1), set('b', 2)]);
      assert.deepEqual(outcomes.map((outcome) => outcome.status), ['refused', 'sent']);
      assert.deepEqual(done, [`refused a=1 ${code}`, 'sent b=2 null']);
      assert.equal(outbox.get().waiting, 0);
    }
  });

  test('of a session keep the change until a user is signed in again', async () => {
    let isOver = true;
    const { outbox, set, done } = tab({ answer: () => (isOver ? refuse('unauthenticated', 401)() : null) });
    await outbox.start();
    assert.deepEqual(await set('a', 1), { status: 'queued' });
    isOver = false;
    await outbox.flush();
    assert.deepEqual(done, ['sent a=1 null']);
  });

  test('of its own credential are definite', async () => {
    const { outbox } = tab({ answer: refuse('unauthenticated', 401) });
    outbox.handle<string>('reply', { request: ({ data }) => ({ method: 'POST', path: '/r', as: { action: data } }) });
    assert.equal((await outbox.add('reply', 'r', 'at_1')).status, 'refused');
  });

  test('of the server let others go first, and end after eight', async () => {
    const { outbox, set, device, done } = tab({ answer: ({ body }) => ((body as Set1).field === 'bad' ? refuse('internal',
      500)() : null) });
    await outbox.start();
    assert.deepEqual(await set('bad', 1), { status: 'queued' });
    assert.equal((await set('good', 2)).status, 'sent');
    for (let round = 0; round < 8; round++) await device.clock.advance(60_000);
    assert.deepEqual(done, ['sent good=2 null', 'refused bad=1 internal']);
  });

  test('of the server end as soon as its handler wants', async () => {
    const { outbox, set, done } = tab({ answer: refuse('internal', 500), patience: 1 });
    await outbox.start();
    assert.equal((await set('a', 1)).status, 'refused');
    assert.deepEqual(done, ['refused a=1 internal']);
  });

  test('of a handler are logged and change nothing', async () => {
    const { outbox, device } = tab();
    outbox.handle<number>('loud', { request: () => null, sent: () => { throw new Error('component'); } });
    assert.equal((await outbox.add('loud', 'a', 1)).status, 'sent');
    assert.equal(outbox.changes('loud').length, 0);
    assert(device.logged.some(({ event }) => event === 'outbox.failed'));
  });
});

describe('what waits', () => {
  test('survives a restart, with its time (R083)', async () => {
    const storage = new MemoryStorage();
    const before = tab({ storage });
    await before.outbox.start();
    before.device.online = false;
    await before.set('a', 1);
    await before.set('b', 2);
    before.outbox.stop();
    const after = tab({ storage });
    after.device.clock.time += 7_200_000;
    await after.outbox.start();
    assert.equal(after.waits(), 'a=1 b=2');
    assert.deepEqual(after.outbox.changes('set').map(({ at }) => at), before.outbox.changes('set').map(({ at }) => at));
    assert(after.outbox.changes('set').every(({ id }) => after.outbox.isQueued(id)));
    await after.outbox.flush();
    assert.deepEqual(after.done, ['sent a=1 null', 'sent b=2 null']);
    const later = tab({ storage });
    await later.outbox.start();
    assert.equal(later.waits(), '');
  });

  test('is bounded: the oldest of 201 is refused', async () => {
    const { outbox, set, device, done } = tab();
    await outbox.start();
    device.online = false;
    for (let number = 0; number <= 200; number++) void set('f' + number, number);
    await settled();
    assert.deepEqual([outbox.get().waiting, done], [200, ['refused f0=0 outbox-full']]);
  });

  test('is sent from memory where nothing can be stored, and what is stored unreadably is dropped', async () => {
    const storage = new MemoryStorage();
    storage.values.set('peal:gss:outbox', '{"v":1,"d":{"not":"a list"}}');
    storage.isFull = true;
    const { outbox, set, done, device } = tab({ storage });
    await outbox.start();
    device.online = false;
    await set('a', 1);
    device.online = true;
    await settled();
    assert.deepEqual(done, ['sent a=1 null']);
  });

  test('of a user is not sent as another one, and is forgotten on sign-out (R005)', async () => {
    const storage = new MemoryStorage();
    const { outbox, set, user, sent, device } = tab({ storage });
    await outbox.start();
    device.online = false;
    await set('a', 1);
    user.set('bob');
    device.online = true;
    await settled();
    assert.deepEqual([sent, outbox.get().waiting, outbox.changes('set')], [[], 0, []]);
    await outbox.forget('ann');
    user.set('ann');
    await outbox.flush();
    assert.equal(sent.length, 0);
    const later = tab({ storage });
    await later.outbox.start();
    assert.equal(later.waits(), '');
  });

  test('can be cancelled until it is sent', async () => {
    const { outbox, set, device, sent } = tab();
    await outbox.start();
    device.online = false;
    await set('a', 1);
    assert.equal(await outbox.drop('set', 'a'), true);
    assert.equal(await outbox.drop('set', 'a'), false);
    device.online = true;
    await settled();
    assert.equal(sent.length, 0);
  });

  test('is refused while nobody is signed in, unless it brings its credential (C13)', async () => {
    const { outbox, set, user } = tab();
    outbox.handle<string>('reply', { request: ({ data }) => ({ method: 'POST', path: '/r', as: { action: data } }) });
    user.set(null);
    const outcome = await set('a', 1);
    assert(outcome.status === 'refused' && outcome.error.code === 'unauthenticated');
    assert.equal((await outbox.add('reply', 'r', 'at_1')).status, 'sent');
  });

  test('is queued only after its first try', async () => {
    let answer = (): void => undefined;
    const { outbox, set } = tab({ answer: () => new Promise<void>((done) => { answer = done; }) });
    void set('a', 1);
    const { id } = outbox.changes('set')[0]!;
    assert.equal(outbox.isQueued(id), false);
    await settled();
    assert.equal(outbox.isQueued(id), false);
    answer();
  });
});

describe('two tabs of one device', () => {
  test('keep the changes of both', async () => {
    const storage = new MemoryStorage();
    const locks = new Map<string, Promise<unknown>>();
    const [first, second] = [tab({ storage, locks }), tab({ storage, locks })];
    for (const each of [first, second]) {
      await each.outbox.start();
      each.device.online = false;
    }
    await Promise.all([first.set('a', 1), second.set('b', 2), first.set('c', 3)]);
    await settled();
    const later = tab({ storage });
    await later.outbox.start();
    assert.equal(later.waits().split(' ').sort().join(' '), 'a=1 b=2 c=3');
  });

  test('send what both found stored once', async () => {
    const storage = new MemoryStorage();
    const locks = new Map<string, Promise<unknown>>();
    const before = tab({ storage });
    await before.outbox.start();
    before.device.online = false;
    await before.set('a', 1);
    await before.set('b', 2);
    const [first, second] = [tab({ storage, locks }), tab({ storage, locks })];
    await Promise.all([first.outbox.start(), second.outbox.start()]);
    await Promise.all([first.outbox.flush(), second.outbox.flush()]);
    assert.deepEqual([...first.sent, ...second.sent].map(({ field }) => field), ['a', 'b']);
    assert.deepEqual([first.waits(), second.waits()], ['', '']);
  });

  /** Two tabs that run, the first one without a network. */
  async function pair() {
    const storage = new MemoryStorage();
    const locks = new Map<string, Promise<unknown>>();
    const [first, second] = [tab({ storage, locks }), tab({ storage, locks })];
    for (const each of [first, second]) await each.outbox.start();
    first.device.online = false;
    return { first, second, storage, locks };
  }

  test('what a tab left that is gone is sent by the one that stays, once', async () => {
    const { first, second } = await pair();
    second.device.online = false;
    await first.set('a', 1);
    first.outbox.stop();
    await settled();
    second.device.online = true;
    await settled();
    assert.deepEqual([second.sent, second.outbox.get().waiting], [[{ field: 'a', value: 1 }], 0]);
    await first.outbox.start();
    first.device.online = true;
    await settled();
    assert.deepEqual([first.sent, first.waits()], [[], '']);
  });

  test('the one that stays finds it within a minute, without an occasion of its own', async () => {
    const { first, second } = await pair();
    await first.set('a', 1);
    await second.device.clock.advance(60_000);
    assert.equal(second.sent.length, 0);
    first.outbox.stop();
    await settled();
    assert.deepEqual(second.sent, [{ field: 'a', value: 1 }]);
  });

  test('of three tabs one takes it over', async () => {
    const { first, second, storage, locks } = await pair();
    const third = tab({ storage, locks });
    await third.outbox.start();
    await first.set('a', 1);
    first.outbox.stop();
    for (const each of [second, third]) void each.device.clock.advance(60_000);
    await settled();
    await settled();
    assert.deepEqual([...second.sent, ...third.sent], [{ field: 'a', value: 1 }]);
  });

  test('a tab that starts leaves what waits to the tab that made it', async () => {
    const { first, storage, locks } = await pair();
    await first.set('a', 1);
    const third = tab({ storage, locks });
    await third.outbox.start();
    await third.outbox.flush();
    assert.deepEqual([third.sent, third.waits(), first.waits()], [[], '', 'a=1']);
    first.device.online = true;
    await settled();
    assert.deepEqual([first.sent.length, third.sent.length], [1, 0]);
  });

  test('what was taken over is marked, so that its confirmation is not given here', async () => {
    const { first, second } = await pair();
    second.device.online = false;
    await first.set('a', 1);
    first.outbox.stop();
    await second.device.clock.advance(60_000);
    assert.deepEqual(second.outbox.changes('set').map(({ isInherited }) => isInherited), [true]);
  });

  test('a change that is made while the list is compared with the storage is not lost', async () => {
    const { second, storage } = await pair();
    const { get } = storage;
    let made = 0;
    storage.get = async (key) => {
      const value = await get(key);
      if (made < 5) void second.set('f' + made, made++);
      await settled();
      return value;
    };
    await second.set('first', 1);
    for (let turn = 0; turn < 20; turn++) await settled();
    assert.deepEqual(second.sent.map(({ field }) => field).sort(), ['f0', 'f1', 'f2', 'f3', 'f4', 'first']);
  });

  test('what was taken over is sent once although nothing can be stored any more', async () => {
    const { first, second, storage } = await pair();
    await first.set('a', 1);
    first.outbox.stop();
    storage.isFull = true;
    for (let minute = 0; minute < 5; minute++) await second.device.clock.advance(60_000);
    await second.set('b', 2);
    await second.device.clock.advance(60_000);
    assert.deepEqual(second.sent.map(({ field }) => field), ['a', 'b']);
  });

  test('a tab that returns with a storage that fails keeps what it has', async () => {
    const { first, storage } = await pair();
    storage.isFull = true;
    await first.set('a', 1);
    first.outbox.stop();
    await first.outbox.start();
    first.device.online = true;
    await settled();
    assert.deepEqual(first.sent, [{ field: 'a', value: 1 }]);
  });
});

describe('a change with a delay', () => {
  const delayed = (made: ReturnType<typeof tab>) =>
    made.outbox.add<Set1>('set', 'a', { field: 'a', value: 1 }, null, 5000);

  test('is sent after it, and does not count as waiting before', async () => {
    const made = tab();
    await made.outbox.start();
    await delayed(made);
    assert.deepEqual([made.sent, made.outbox.get().waiting, made.waits()], [[], 0, 'a=1']);
    await made.outbox.flush();
    await made.device.clock.advance(4999);
    assert.equal(made.sent.length, 0);
    await made.device.clock.advance(1);
    assert.deepEqual([made.sent.length, made.waits()], [1, '']);
  });

  test('waits for the network afterwards', async () => {
    const made = tab();
    await made.outbox.start();
    made.device.online = false;
    await delayed(made);
    await made.device.clock.advance(5000);
    assert.equal(made.outbox.get().waiting, 1);
  });

  test('is cancelled, or sent immediately', async () => {
    const made = tab();
    await made.outbox.start();
    await delayed(made);
    await made.outbox.drop('set', 'a');
    await made.device.clock.advance(5000);
    assert.equal(made.sent.length, 0);
    void delayed(made);
    made.outbox.endDelays();
    await settled();
    assert.equal(made.sent.length, 1);
  });

  test('is sent by the next start without its delay', async () => {
    const storage = new MemoryStorage();
    const before = tab({ storage });
    await before.outbox.start();
    await delayed(before);
    const after = tab({ storage });
    await after.outbox.start();
    await after.outbox.flush();
    assert.equal(after.sent.length, 1);
  });
});

test('whatever happens, the server ends with the last choice of each field (300 random histories)', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed);
    const storage = new MemoryStorage();
    const server = new Map<string, { value: number; at: number }>();
    const chosen = new Map<string, number>();
    const refused = new Set<string>();
    const client = () => {
      const made = tab({
        storage,
        answer: ({ body }) => {
          const { field, value, at } = body as Set1 & { at: number };
          const fate = random(10);
          if (fate === 0) throw new PealError('network', '');
          if (fate === 1) throw new PealError('overloaded', '', 503);
          if (fate === 2) throw new PealError('internal', '', 500);
          const known = server.get(field);
          if (!known || known.at < at) server.set(field, { value, at });
          // The answer is lost: the client has to say it again.
          if (fate === 3) throw new PealError('network', '');
          return null;
        },
      });
      made.outbox.handle<Set1>('set', {
        request: ({ data, at }: Change<Set1>) => ({ method: 'PUT', path: '/x', body: { ...data, at } }),
        refused: ({ data }) => void refused.add(data.field),
      });
      return made;
    };
    let now = client();
    await now.outbox.start();
    for (let step = 0; step < 25; step++) {
      const act = random(12);
      const time = now.device.clock.time;
      if (act === 0) now.device.online = !now.device.online;
      else if (act === 1) await now.device.clock.advance(random(20_000));
      else if (act === 2) {
        now.outbox.stop();
        await settled();
        now = client();
        now.device.clock.time = time + 1000;
        await now.outbox.start();
        void now.outbox.flush();
      } else {
        const field = 'abc'[random(3)]!;
        chosen.set(field, step);
        void now.set(field, step);
      }
    }
    now.device.online = true;
    for (let round = 0; round < 40; round++) await now.device.clock.advance(60_000);
    assert.equal(now.outbox.get().waiting, 0, `seed ${seed}`);
    for (const [field, value] of chosen) {
      if (!refused.has(field)) assert.equal(server.get(field)?.value, value, `seed ${seed}, field ${field}`);
    }
  }
});

test('whichever tabs come and go, each change reaches the server exactly once (100 random histories)', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomOf(seed);
    const storage = new MemoryStorage();
    const locks = new Map<string, Promise<unknown>>();
    const received: string[] = [];
    const made: string[] = [];
    const all: ReturnType<typeof tab>[] = [];
    const running: (ReturnType<typeof tab> | null)[] = [null, null, null];
    let time = Date.parse('2026-11-20T10:00:00Z');
    const start = async (): Promise<ReturnType<typeof tab>> => {
      const next = tab({ storage, locks, answer: async ({ body }) => {
        if (random(2)) await settled();
        received.push((body as Set1).field);
      } });
      next.device.clock.time = time;
      next.device.online = random(2) === 0;
      all.push(next);
      await next.outbox.start();
      void next.outbox.flush();
      return next;
    };
    const advance = async (wait: number): Promise<void> => {
      time += wait;
      for (const each of running) if (each) await each.device.clock.advance(wait);
    };
    for (let step = 0; step < 30; step++) {
      const index = random(3);
      const now = running[index];
      const act = random(8);
      if (!now) running[index] = await start();
      else if (act === 0) now.device.online = !now.device.online;
      else if (act === 1) await advance(random(90_000));
      else if (act === 2) {
        now.outbox.stop();
        if (random(2)) running[index] = null;
        else await now.outbox.start();
      } else if (act === 3) await settled();
      else {
        const field = `f${step}`;
        made.push(field);
        void now.outbox.add<Set1>('set', field, { field, value: step }, null, random(3) ? 0 : 5000);
      }
    }
    const [left, ...others] = running;
    for (const each of others) if (each) each.outbox.stop();
    await settled();
    running.fill(null);
    running[0] = left || (await start());
    running[0].device.online = true;
    for (let minute = 0; minute < 5; minute++) await advance(60_000);
    assert.deepEqual(received.slice().sort(), made.slice().sort(), `seed ${seed}`);
    for (const each of all) each.outbox.stop();
  }
});
