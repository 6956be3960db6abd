import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { kudos, PhoneApp, reminder, rows } from './PhoneApp.mjs';

const module = await load();
const make = (options) => new PhoneApp(module, { inbox: rows, ...options });
const minute = 60_000;

describe('a network of which the system knows nothing yet', () => {
  test('the reply of an app that was ended is sent, although NetInfo says null', async () => {
    const app = await make({ name: 'firebase on android' }).open();
    await app.kill();
    await app.arrive(reminder);
    await app.kill();
    await app.phone.press('tag-n1', { button: 'On time ✓' });
    await app.phone.finished();
    assert.equal(app.sent('/actions/on-time').length, 1);
  });

  test('null stays unknown after a request that failed: the next try is made by the usual wait', async () => {
    const app = make({ name: 'expo on android', adapter: { connectivity: { isConnected: () => null, onChange: () => () => undefined } } });
    await app.open();
    app.forget();
    app.isServerDown = true;
    void app.client.inbox.markRead('n1');
    await app.settle();
    assert.equal(app.client.outbox.get().isOnline, true);
    app.isServerDown = false;
    await app.advance(5_000);
    assert.equal(app.sent('/n1/read').length, 1);
  });
});

describe('iOS says “none” for a minute after the app came back', () => {
  test('requests are sent all the same', async () => {
    const app = await make({ name: 'expo on ios' }).open();
    await app.phone.home();
    app.forget();
    await app.open();
    assert.equal(app.phone.context.network.isSaidOnline, false);
    assert.equal(app.sent('/sync').length, 1);
    await app.client.inbox.markRead('n1');
    assert.equal(app.sent('/n1/read').length, 1);
  });

  test('also where it says so only after the app was told that it is active', async () => {
    let connected = true;
    let changed = null;
    const connectivity = { isConnected: () => connected, onChange: (listener) => { changed = listener; return () => undefined; } };
    const app = await make({ name: 'firebase on ios', adapter: { connectivity } }).open();
    await app.phone.home();
    await app.open();
    app.forget();
    await app.advance(1_000);
    changed((connected = false));
    await app.client.inbox.markRead('n1');
    assert.equal(app.sent('/n1/read').length, 1);
  });

  test('where it says so again after a request has failed, the next one is tried all the same', async () => {
    let changed = null;
    let connected = true;
    const connectivity = { isConnected: () => connected, onChange: (listener) => { changed = listener; return () => undefined; } };
    const app = await make({ name: 'firebase on ios', adapter: { connectivity } }).open();
    await app.phone.home();
    connected = false;
    app.isServerDown = true;
    await app.open();
    app.forget();
    void app.client.inbox.markRead('n1');
    await app.advance(1_000);
    changed(connected);
    app.isServerDown = false;
    await app.advance(10_000);
    assert.equal(app.sent('/n1/read').length, 1);
  });

  test('where it is true, the first request is tried, then one every ten seconds, and then none is', async () => {
    const app = await make({ name: 'expo on ios' }).open();
    await app.phone.home();
    await app.phone.setOnline(false);
    app.forget();
    const start = app.clock.now();
    await app.open();
    await app.settle();
    void app.client.inbox.markRead('n1');
    assert.ok(app.attempts.length >= 1);
    await app.advance(3 * minute);
    const times = [...new Set(app.attempts.map(({ at }) => Math.round((at - start) / 1_000)))];
    // After a minute the system says it again, and knows.
    assert.deepEqual(times, [0, 10, 20, 30, 40, 50]);
    const { length } = app.attempts;
    await app.advance(10 * minute);
    assert.equal(app.attempts.length, length);
    await app.phone.setOnline(true);
    await app.settle();
    assert.equal(app.sent('/n1/read').length, 1);
  });

  test('a network that goes away while the app is on the screen is away: nothing is tried', async () => {
    const app = await make({ name: 'expo on android' }).open();
    await app.phone.setOnline(false);
    app.forget();
    void app.client.inbox.markRead('n1');
    await app.advance(5 * minute);
    assert.deepEqual(app.attempts, []);
    await app.phone.setOnline(true);
    await app.settle();
    assert.equal(app.sent('/n1/read').length, 1);
  });
});

describe('what is stored', () => {
  for (const name of ['expo on ios', 'firebase on ios']) {
    test(`${name}: the device’s key can be read while the phone is locked`, async () => {
      const app = await make({ name }).open();
      await app.kill();
      await app.phone.lock();
      await app.arrive({ peal: { v: 1, op: 'sync', id: 'x' } });
      await app.phone.finished();
      assert.deepEqual(app.sent('/sync').map(({ as }) => as), ['device'], app.logged.join('; '));
    });
  }

  for (const name of ['expo on ios', 'firebase on android']) {
    test(`${name}: the device’s key is in no other storage`, async () => {
      const app = await make({ name }).open();
      await app.phone.home();
      await app.arrive(kudos('n2'));
      await app.open();
      const { asyncStorage, mmkv, secrets } = app.phone.context.stores;
      const [key] = [...app.server.devices.keys];
      assert.ok([...secrets.values()].some(({ value }) => value.includes(key)));
      const others = [...asyncStorage.values(), ...[...mmkv.values()].flatMap((values) => [...values.values()])];
      assert.ok(others.length > 2);
      assert.deepEqual(others.filter((value) => value.includes(key)), []);
    });
  }

  for (const name of ['expo on ios', 'firebase on android']) {
    test(`${name}: two apps with one storage keep apart what they know`, async () => {
      const app = await make({ name }).open();
      await app.phone.home();
      await app.arrive(kudos('n2'));
      await app.phone.finished();
      const { asyncStorage, secrets } = app.phone.context.stores;
      const before = [new Map(asyncStorage), new Map(secrets)];
      app.phone.kill();
      const other = make({ name, app: 'match', user: 'bert' });
      app.phone.install((native) => other.main(native));
      await other.settle();
      await app.phone.launch();
      await app.settle();
      await other.settle();
      assert.ok([...asyncStorage.keys()].some((one) => one.startsWith('peal:match:')));
      for (const [map, then] of [[asyncStorage, before[0]], [secrets, before[1]]]) {
        for (const [one, value] of then) assert.deepEqual(map.get(one), value, one);
      }
      await other.client.signOut();
      await app.settle();
      for (const one of before[1].keys()) assert.ok(secrets.has(one), one);
      assert.ok(asyncStorage.has('peal:gss:user'));
      if (name.startsWith('firebase')) assert.ok(asyncStorage.has('peal:gss:tags'));
    });
  }
});
