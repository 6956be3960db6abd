import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { every, kudos, PhoneApp, rows } from './PhoneApp.mjs';

const module = await load();
const make = (options) => new PhoneApp(module, { inbox: rows, ...options });
const registrations = (app) => app.sent('/devices/push').map(({ body }) => body.token);
const patches = (app) => app.requests.filter(({ method, path }) => method === 'PATCH' && path.startsWith('/users/me/devices/'));

describe('the address of the phone', () => {
  test('Expo’s listener brings the system’s token: Expo’s own is asked for again', async () => {
    const app = await make({ name: 'expo on android' }).open();
    await app.phone.rotateToken();
    await app.adapter.settled();
    assert.deepEqual(registrations(app), ['ExponentPushToken[phone]', 'ExponentPushToken[phone-2]']);
    assert.equal(app.server.devices.of('anna').length, 1);
  });

  for (const name of ['firebase on android', 'expo on android']) {
    test(`${name}: a token that never comes is given up after ten seconds, and the next try works`, async () => {
      const app = make({ name, googleServices: 'hanging' });
      await app.open();
      await app.advance(9_900);
      assert.deepEqual(app.logged.filter((one) => one.includes('registration-failed')), []);
      await app.advance(200);
      assert.equal(app.logged.filter((one) => one.includes('registration-failed')).length, 1);
      assert.equal(app.sent('/devices/push').length, 0);
      app.phoneOptions.googleServices = 'present';
      await app.phone.home();
      await app.open();
      assert.equal(registrations(app).length, 1);
    });
  }

  test('without a network Expo’s is not asked for: it may never be answered', async () => {
    const app = make({ name: 'expo on android', isOnline: false });
    await app.open();
    await app.advance(1_000);
    assert.deepEqual(app.phone.received.tokens, []);
  });

  for (const name of every) {
    test(`${name}: another address while nobody is signed in is named by the device itself`, async () => {
      const app = await make({ name }).open();
      await app.phone.home();
      app.user = null;
      app.forget();
      await app.phone.rotateToken();
      await app.adapter.settled();
      assert.equal(patches(app).length, 1, app.paths().join(', '));
      assert.equal(patches(app)[0].as, 'device');
      assert.match(patches(app)[0].body.token, /-2/);
      assert.match(patches(app)[0].body.oldAddressHash, /^hash of /);
    });
  }

  test('APNs itself: the phone is registered first, and says which of Apple’s services', async () => {
    const app = make({
      name: 'firebase on ios',
      change: ({ firebase }, self) => {
        const { tokens } = module.firebasePhone({
          messaging: firebase.messaging(), notifee: firebase.notifee, Linking: {}, os: 'ios', storage: {}, apns: 'sandbox',
        });
        self.options = { tokens };
        return {};
      },
    });
    await app.open();
    const [{ provider, environment, token }] = app.sent('/devices/push').map(({ body }) => body);
    assert.deepEqual([provider, environment, token], ['apns', 'sandbox', 'a1'.repeat(32)]);
  });
});

describe('without Google’s services no error reaches the user (R015)', () => {
  const phones = [
    { name: 'firebase on android', googleServices: 'refused' }, { name: 'firebase on android', googleServices: 'hanging' },
    { name: 'expo on android', googleServices: 'refused' }, { name: 'expo on android', isExpoGo: true },
  ];
  for (const options of phones) {
    test(`${options.name}, ${options.googleServices ?? 'Expo Go'}: the inbox and its stream are there`, async () => {
      const app = await make(options).open();
      await app.advance(11_000);
      await app.adapter.settled();
      assert.deepEqual(app.logged.filter((one) => one.startsWith('phone.')), []);
      const { status, items, error } = app.client.inbox.view.get();
      assert.deepEqual([status, items.length, error], ['ready', 2, null]);
      assert.equal(app.sockets.size, 1);
      assert.equal(await app.client.permission.ask(), 'granted');
      assert.deepEqual(app.phone.received.errors, []);
      assert.equal(app.client.devices.state.get().state, 'none');
    });
  }
});

describe('sign-out', () => {
  for (const name of every) {
    test(`${name}: the address ends, what is shown leaves the screen, and the next user has a device of their own`, async () => {
      const app = await make({ name }).open();
      await app.phone.home();
      await app.arrive(kudos('n2'));
      await app.phone.finished();
      await app.open();
      assert.equal(app.phone.shown.length, 1);
      app.forget();
      app.user = null;
      await app.client.signOut();
      await app.settle();
      const ended = app.order().filter((call) => /deleteToken|unregisterForNotifications/.test(call));
      assert.equal(ended.length, 1);
      assert.deepEqual(app.phone.shown, []);
      assert.deepEqual(app.paths().filter((path) => path.startsWith('DELETE')), ['DELETE /users/me/devices/dev_1']);
      app.user = 'bert';
      app.forget();
      await app.client.signedIn();
      await app.settle();
      // Firebase may give the same token again.
      assert.equal(registrations(app).length, 1);
      assert.deepEqual([app.server.devices.of('anna').length, app.server.devices.of('bert').length], [0, 1]);
    });
  }
});

test('sign-out ends the address also where nothing can be stored', async () => {
  let isFull = false;
  const change = (native) => ({
    AsyncStorage: { ...native.AsyncStorage, removeItem: (key) => (isFull ? Promise.reject(new Error('full')) : native.AsyncStorage.removeItem(key)) },
  });
  const app = await make({ name: 'firebase on android', change }).open();
  isFull = true;
  app.user = null;
  await app.client.signOut();
  assert.equal(app.calls('messaging.deleteToken').length, 1);
});

describe('what the device can do', () => {
  test('it is asked before the device registers and before each sync', async () => {
    let bluetooth = 'denied';
    const app = await make({ name: 'firebase on android', adapter: { capabilities: { bluetooth: async () => bluetooth } } }).open();
    const said = (path) => app.sent(path).map(({ body }) => body.capabilities?.bluetooth);
    assert.deepEqual([said('/devices/push'), said('/sync')], [['denied'], ['denied']]);
    bluetooth = 'granted';
    await app.phone.home();
    app.forget();
    await app.open();
    assert.equal(said('/sync').at(-1), 'granted');
  });

  test('an answer that does not come holds up neither for more than two seconds', async () => {
    const app = make({ name: 'expo on ios', adapter: { capabilities: { bluetooth: () => new Promise(() => undefined), camera: () => 'granted' } } });
    await app.open();
    await app.advance(1_900);
    assert.equal(app.sent('/devices/push').length, 0);
    await app.advance(200);
    assert.deepEqual(app.sent('/devices/push').map(({ body }) => body.capabilities), [{ camera: 'granted' }]);
    assert.equal(app.sent('/sync').length, 1);
    await app.phone.home();
    app.forget();
    await app.open();
    await app.advance(2_100);
    assert.equal(app.sent('/sync').length, 1);
    await app.kill();
    await app.arrive({ peal: { v: 1, op: 'sync', id: 'x' } });
    await app.advance(2_100);
    await app.phone.finished();
    assert.deepEqual([app.sent('/sync').length, app.phone.received.overran], [1, []]);
  });
});
