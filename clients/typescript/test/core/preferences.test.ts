import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NotificationPreferences } from '../../src/core/model/Preferences.js';
import type { PreferencesView } from '../../src/core/PealClient.js';
import { applied, requestOf, type PreferenceChange } from '../../src/core/preferences/PreferenceChange.js';
import { settled } from './FakeClock.js';
import { FakePeal } from './FakePeal.js';
import { MemoryStorage, type Answer, type Sent } from './FakePlatform.js';
import { makePeal, startPeal, type Made } from './makePeal.js';
import { randomOf } from './randomOf.js';

const path = '/users/me/notification-preferences';
const view = ({ client }: Made): PreferencesView => client.preferences.view.get();
const isOn = (made: Made, key: string): boolean => view(made).value!.categories[key]!.enabled;
const fault = (pattern: RegExp, answer: Answer | null) => ({ method, path: at }: Sent): Answer | null =>
  (pattern.test(`${method} ${at}`) ? answer : null);

/** At ten o'clock, some time after its start. */
async function opened(options: Parameters<typeof makePeal>[0] = {}): Promise<Made> {
  const made = makePeal({ push: false, ...options });
  made.device.clock.time -= 60_000;
  await made.client.start();
  await made.client.preferences.load();
  made.device.clock.time = Date.parse('2026-11-20T10:00:00Z');
  made.device.sent.length = 0;
  return made;
}

describe('requests', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  const mute = { id: 'mut_1', scope: 'thread' as const, target: 'c/1', until: null, createdAt: '' };
  const server = { mutes: [mute] } as unknown as NotificationPreferences;
  const cases: [string, PreferenceChange, number, unknown][] = [
    ['a category', { patch: { categories: { kudos: { enabled: false, channels: { push: true } } } } }, 0,
      ['PATCH', path + '/category/kudos', { enabled: false, channels: { push: true }, updatedAt: '2026-11-20T10:00:00Z' }]],
    ['a category with a name of its own', { patch: { categories: { 'a/b ?': { enabled: true } } } }, 0,
      ['PATCH', path + '/category/a%2Fb%20%3F', { enabled: true, updatedAt: '2026-11-20T10:00:00Z' }]],
    ['a switch for all', { patch: { globalSettings: { pushEnabled: false } } }, 0,
      ['PUT', path, { globalSettings: { pushEnabled: false }, updatedAt: '2026-11-20T10:00:00Z' }]],
    ['quiet hours', { patch: { quietHours: { start: '23:00' } } }, 99,
      ['PUT', path, { quietHours: { start: '23:00' }, updatedAt: '2026-11-20T10:00:00Z' }]],
    ['a reset', {}, 0, ['POST', path + '/reset', { updatedAt: '2026-11-20T10:00:00Z' }]],
    ['a mute', { mute: { scope: 'all' }, for: 'PT1H' }, 3000,
      ['PUT', '/users/me/mutes', { scope: 'all', id: undefined, for: 'PT1H' }]],
    ['a mute without an end', { mute: { scope: 'thread', target: 'c/1' }, for: null }, 9e9,
      ['PUT', '/users/me/mutes', { scope: 'thread', id: 'c/1', for: null }]],
    ['a mute that was made offline half an hour ago', { mute: { scope: 'all' }, for: 'PT1H' }, 1_800_000,
      ['PUT', '/users/me/mutes', { scope: 'all', id: undefined, for: 'PT1800S' }]],
    ['a mute that is over', { mute: { scope: 'all' }, for: 'PT1H' }, 3_600_000, null],
    ['the end of a mute', { mute: { scope: 'thread', target: 'c/1' } }, 0, ['DELETE', '/users/me/mutes/mut_1', undefined]],
    ['the end of a mute that the server does not know', { mute: { scope: 'all' } }, 0, null],
  ];
  for (const [name, change, later, expected] of cases) {
    test(`say ${name}`, () => {
      const request = requestOf(change, at, at + later, server);
      assert.deepEqual(request && [request.method, request.path, request.body], expected);
    });
  }
});

test('what the user sees of each kind of change', () => {
  const server = new FakePeal();
  const value = server.preferences('ann');
  const at = Date.parse('2026-11-20T10:00:00Z');
  const see = (change: PreferenceChange): any => applied(value, change, at, server.config());
  assert.deepEqual([see({ patch: { categories: { kudos: { enabled: false } } } }).enabledCount], [5]);
  assert.equal(see({ patch: { categories: { unknown: { enabled: false } } } }).categories.unknown, undefined);
  assert.deepEqual(see({ patch: { quietHours: { start: '21:00' } } }).quietHours, { ...value.quietHours, start: '21:00' });
  assert.equal(applied({ ...value, quietHours: undefined }, { patch: { quietHours: { start: '21:00' } } }, at, null).quietHours,
    undefined);
  assert.deepEqual(see({ mute: { scope: 'all' }, for: 'P7D' }).mutes.map(({ until }: any) => until), ['2026-11-27T10:00:00Z']);
  server.choose('ann', 'kudos.enabled', false, 1);
  server.choose('ann', 'kudos.push', false, 1);
  const reset = applied(server.preferences('ann'), {}, at, server.config());
  assert.deepEqual([reset.enabledCount, reset.categories['kudos']!.channels], [6, { push: true, email: false, inApp: true }]);
});

describe('loading (R078, R226)', () => {
  test('shows what is cached first, then what the server says, and asks with the tag', async () => {
    const storage = new MemoryStorage();
    const first = await opened({ storage });
    const second = makePeal({ storage, server: first.server, push: false });
    second.device.online = false;
    await second.client.start();
    assert.deepEqual([view(second).status, view(second).isStale, view(second).value!.enabledCount], ['ready', true, 6]);
    second.device.online = true;
    await second.client.preferences.load();
    assert.equal(view(second).isStale, false);
    const last = second.device.sent.filter(({ path: at }) => at === path).pop()!;
    assert(last.headers['If-None-Match']);
    second.device.clock.time += 60_000;
    await second.client.preferences.load();
    assert.equal(view(second).value!.syncedAt, '2026-11-20T10:01:00Z');
  });

  test('without cache and network fails with the reason, and works later', async () => {
    const made = makePeal({ push: false });
    assert.equal(view(made).status, 'loading');
    made.device.online = false;
    await made.client.start();
    await made.client.preferences.load();
    assert.deepEqual([view(made).status, view(made).error!.code, view(made).value], ['failed', 'network', null]);
    made.device.online = true;
    await made.client.preferences.load();
    assert.deepEqual([view(made).status, view(made).error], ['ready', null]);
  });

  test('rejects an answer that is no preferences', async () => {
    const made = await opened();
    for (const body of [{}, [], 'null', { categories: {} }]) {
      made.server.fault = fault(/GET .*preferences/, { status: 200, body });
      await made.client.preferences.load();
      assert.equal(view(made).value!.enabledCount, 6);
    }
  });

  test('of several components is one request', async () => {
    const made = await startPeal({ push: false });
    await Promise.all([1, 2, 3].map(() => made.client.preferences.load()));
    assert.equal(made.device.calls.filter((call) => call === 'GET ' + path).length, 1);
  });
});

describe('a choice', () => {
  test('shows immediately, is saved, and says so (R076)', async () => {
    const made = await opened();
    const done = made.client.preferences.setCategory('kudos', { enabled: false });
    assert.deepEqual([isOn(made, 'kudos'), view(made).value!.enabledCount, view(made).saving, view(made).savedAt],
      [false, 5, ['category:kudos'], null]);
    await done;
    assert.deepEqual([isOn(made, 'kudos'), view(made).saving, view(made).savedAt], [false, [], made.device.clock.time]);
    assert.equal(made.server.preferences('ann').categories.kudos.enabled, false);
    assert.deepEqual(made.device.sent[0]!.json, { enabled: false, updatedAt: '2026-11-20T10:00:00Z' });
  });

  test('of a category is known by both of its names (S0, R233)', async () => {
    const made = await opened();
    await made.client.preferences.setCategory('streak-risk', { enabled: false });
    assert.equal(isOn(made, 'streakRisk'), false);
    assert.equal(made.device.sent[0]!.path, path + '/category/streakRisk');
  });

  test('that the server refuses is reverted with the reason, and can be tried again (S0 W1.8)', async () => {
    for (const [status, code] of [[422, 'category-locked'], [500, 'internal'], [404, 'not-found']] as const) {
      const made = await opened();
      made.server.fault = fault(/PATCH/, { status, body: { code } });
      await made.client.preferences.setCategory('kudos', { enabled: false });
      const { failures, saving, savedAt } = view(made);
      assert.deepEqual([isOn(made, 'kudos'), failures.map(({ key, error }) => [key, error.code]), saving, savedAt],
        [true, [['category:kudos', code]], [], null]);
      await made.client.preferences.retry('category:kudos');
      assert.equal(view(made).failures.length, 1);
      made.server.fault = () => null;
      await made.client.preferences.retry('category:kudos');
      await made.client.preferences.retry('category:kudos');
      assert.deepEqual([isOn(made, 'kudos'), view(made).failures], [false, []]);
    }
  });

  test('that was refused can be let go, and goes with another choice', async () => {
    const made = await opened();
    made.server.fault = fault(/PATCH/, { status: 422, body: { code: 'invalid' } });
    await made.client.preferences.setCategory('kudos', { enabled: false });
    await made.client.preferences.setCategory('streakRisk', { enabled: false });
    made.client.preferences.dismissFailure('category:kudos');
    assert.deepEqual(view(made).failures.map(({ key }) => key), ['category:streakRisk']);
    made.server.fault = () => null;
    await made.client.preferences.setCategory('streakRisk', { channels: { push: false } });
    assert.deepEqual(view(made).failures, []);
  });

  test('made offline waits, survives a restart and is sent with its time (R079, R080)', async () => {
    const storage = new MemoryStorage();
    const first = await opened({ storage });
    first.device.online = false;
    await first.client.preferences.setCategory('kudos', { enabled: false });
    assert.deepEqual([view(first).isQueued, view(first).failures, first.client.outbox.get()],
      [true, [], { waiting: 1, isOnline: false }]);
    first.client.stop();
    const second = makePeal({ storage, server: first.server, push: false });
    second.device.clock.time += 3_600_000;
    second.device.online = false;
    await second.client.start();
    assert.deepEqual([isOn(second, 'kudos'), view(second).isQueued], [false, true]);
    second.device.online = true;
    await settled();
    assert.deepEqual([isOn(second, 'kudos'), view(second).isQueued], [false, false]);
    const { json, headers } = second.device.sent.find(({ method }) => method === 'PATCH')!;
    assert.deepEqual([json.updatedAt, headers['Peal-Client-Time']], ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00.000Z']);
  });

  test('of one field does not carry the time of another field of the same category', async () => {
    const made = await opened();
    made.device.online = false;
    await made.client.preferences.setCategory('kudos', { enabled: false, channels: { push: false } });
    await made.device.clock.advance(60_000);
    await made.client.preferences.setCategory('kudos', { enabled: true });
    made.device.online = true;
    await settled();
    assert.deepEqual(made.device.sent.filter(({ method }) => method === 'PATCH').map(({ json }) => json), [
      { channels: { push: false }, updatedAt: '2026-11-20T10:00:00Z' }, { enabled: true, updatedAt: '2026-11-20T10:01:00Z' },
    ]);
  });

  test('stays on top of an answer that does not know it yet', async () => {
    const made = await opened();
    let release = (): void => undefined;
    made.server.fault = ({ method }) => (method === 'PATCH' ? new Promise((done) => { release = () => done(null); }) : null);
    const first = made.client.preferences.setCategory('kudos', { enabled: false });
    await settled();
    const second = made.client.preferences.setCategory('kudos', { enabled: true });
    made.server.choose('ann', 'streakRisk.enabled', false, made.device.clock.time + 1);
    await made.client.preferences.load();
    assert.deepEqual([isOn(made, 'kudos'), isOn(made, 'streakRisk')], [true, false]);
    release();
    await first;
    assert.equal(isOn(made, 'kudos'), true);
    made.server.fault = () => null;
    release();
    await settled();
    release();
    await second;
    assert.equal(made.server.preferences('ann').categories.kudos.enabled, true);
  });

  test('is not undone by a read that began before it', async () => {
    const made = await opened();
    let release = (): void => undefined;
    const old = made.server.preferences('ann');
    made.server.fault = ({ method, path: at }) =>
      (method === 'GET' && at === path && release.length === 0 && !isReleased
        ? new Promise((done) => { release = () => { isReleased = true; done({ status: 200, body: old }); }; }) : null);
    let isReleased = false;
    const reading = made.client.preferences.load();
    await settled();
    await made.client.preferences.setCategory('kudos', { enabled: false });
    release();
    await reading;
    assert.equal(isOn(made, 'kudos'), false);
    assert.equal(made.device.calls.filter((call) => call === 'GET ' + path).length, 2);
  });
});

describe('mutes (R090, R091)', () => {
  test('show immediately, carry the server’s id then, and end by themselves', async () => {
    const made = await opened();
    const done = made.client.preferences.mute({ scope: 'all', for: 'PT1H' });
    assert.deepEqual(view(made).value!.mutes.map(({ until }) => until), ['2026-11-20T11:00:00Z']);
    await done;
    assert.match(view(made).value!.mutes[0]!.id, /^mut_/);
    await made.device.clock.advance(3_599_000);
    assert.equal(view(made).value!.mutes.length, 1);
    await made.device.clock.advance(1000);
    assert.equal(view(made).value!.mutes.length, 0);
  });

  test('replace one of the same conversation, and no other', async () => {
    const made = await opened();
    await made.client.preferences.mute({ scope: 'thread', id: 'c/1', for: 'PT1H' });
    await made.client.preferences.mute({ scope: 'thread', id: 'c/2', for: 'PT1H' });
    await made.client.preferences.mute({ scope: 'thread', id: 'c/1', for: null });
    assert.deepEqual(view(made).value!.mutes.map(({ target, until }) => [target, until]),
      [['c/2', '2026-11-20T11:00:00Z'], ['c/1', null]]);
  });

  test('are ended: known ones, ones on their way, and ones that never left', async () => {
    const made = await opened();
    const unmute = (): Promise<void> => made.client.preferences.unmute(view(made).value!.mutes[0]!.id);
    await made.client.preferences.mute({ scope: 'all', for: 'P1D' });
    await unmute();
    assert.deepEqual([view(made).value!.mutes, made.server.mutes.get('ann')], [[], []]);
    const sending = made.client.preferences.mute({ scope: 'all', for: 'P1D' });
    await Promise.all([sending, unmute()]);
    assert.deepEqual([view(made).value!.mutes, made.server.mutes.get('ann')], [[], []]);
    made.device.online = false;
    await made.client.preferences.mute({ scope: 'all', for: 'P1D' });
    await unmute();
    await made.client.preferences.unmute('mut_unknown');
    made.device.sent.length = 0;
    made.device.online = true;
    await settled();
    const changes = made.device.calls.filter((call) => !call.startsWith('GET'));
    assert.deepEqual([view(made).value!.mutes, changes, made.client.outbox.get().waiting], [[], [], 0]);
  });

  test('that the server refuses disappear with the reason', async () => {
    const made = await opened();
    made.server.fault = fault(/PUT .users.me.mutes/, { status: 422, body: { code: 'limit-reached' } });
    await made.client.preferences.mute({ scope: 'category', id: 'kudos', for: 'P1D' });
    assert.deepEqual([view(made).value!.mutes, view(made).failures.map(({ key }) => key)], [[], ['mute:category:kudos']]);
  });
});

describe('all of them', () => {
  test('reset restores what the catalog recommends (R077), offline as well', async () => {
    const made = await opened();
    await made.client.preferences.setCategory('kudos', { enabled: false });
    await made.client.preferences.setGlobal({ inAppEnabled: false });
    made.device.online = false;
    await made.device.clock.advance(1000);
    await made.client.preferences.reset();
    assert.deepEqual([view(made).value!.enabledCount, view(made).saving], [6, ['reset']]);
    await made.device.clock.advance(1000);
    await made.client.preferences.setCategory('streakRisk', { enabled: false });
    made.device.online = true;
    await settled();
    const server = made.server.preferences('ann');
    assert.deepEqual([server.categories.kudos.enabled, server.categories.streakRisk.enabled, server.globalSettings.inAppEnabled],
      [true, false, true]);
    assert.deepEqual(view(made).value!.globalSettings, server.globalSettings);
  });

  test('quiet hours are changed by field (R088)', async () => {
    const made = await opened();
    await Promise.all([made.client.preferences.setQuietHours({ start: '23:30' }),
      made.client.preferences.setQuietHours({ end: '07:00' })]);
    assert.deepEqual(view(made).value!.quietHours, { enabled: true, start: '23:30', end: '07:00', timeZone: 'UTC',
      editable: true });
  });

  test('are not shown to the next user, nor are their failures', async () => {
    const made = await opened();
    made.server.fault = fault(/PATCH/, { status: 422, body: { code: 'invalid' } });
    await made.client.preferences.setCategory('kudos', { enabled: false });
    await made.client.signOut();
    assert.deepEqual([view(made).value, view(made).failures, view(made).status], [null, [], 'loading']);
    made.session.user = 'bob';
    await made.client.signedIn();
    await made.client.preferences.load();
    assert.deepEqual([view(made).value!.userId, view(made).failures], ['bob', []]);
  });

  test('change while the app is closed, and show after its launch without a device', async () => {
    const storage = new MemoryStorage();
    const first = await opened({ storage });
    first.client.stop();
    first.server.choose('ann', 'kudos.enabled', false, 1);
    const second = await startPeal({ storage, server: first.server, push: false });
    assert.equal(isOn(second, 'kudos'), false);
  });

  test('are held by timers that a platform can keep', async () => {
    const made = await opened();
    made.server.mutes.set('ann', [{ id: 'm', scope: 'all', until: '2027-11-20T10:00:00Z', createdAt: '' }]);
    await made.client.preferences.load();
    assert(made.device.clock.waits.every((wait) => wait < 2 ** 31));
  });
});

test('two devices that choose at random, offline now and then, end with the same as the server (100 histories)', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomOf(seed);
    const server = new FakePeal();
    const devices = [await opened({ server }), await opened({ server })];
    const keys = ['kudos', 'streakRisk', 'questProgress'];
    const expected = new Map<string, boolean>();
    for (let step = 0; step < 20; step++) {
      const { client, device } = devices[random(2)]!;
      for (const each of devices) each.device.clock.time += 1000;
      const act = random(6);
      if (act === 0) {
        device.online = !device.online;
      } else if (act === 1) {
        void client.preferences.reset();
        // The reset is of all fields; what waits from before it loses to it.
        for (const key of keys) expected.set(key, true);
      } else {
        const [key, enabled] = [keys[random(3)]!, random(2) === 0];
        expected.set(key, enabled);
        void client.preferences.setCategory(key, { enabled });
      }
      await settled();
    }
    for (const { device } of devices) {
      device.online = true;
      await device.clock.advance(120_000);
    }
    for (const made of devices) await made.client.preferences.load();
    for (const made of devices) {
      assert.deepEqual(view(made).value!.categories, server.preferences('ann').categories, `seed ${seed}`);
      assert.deepEqual([view(made).isQueued, view(made).failures], [false, []]);
    }
  }
});
