import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { androids, PhoneApp } from './PhoneApp.mjs';

const module = await load();
const open = (options) => new PhoneApp(module, options).open();
const state = ({ client }) => client.permission.view.get().state;

/** A native method that takes five seconds. */
const slow = (native, object, name) => ({
  ...object, [name]: (...given) => new Promise((done) => native.clock.after(5_000, done)).then(() => object[name](...given)),
});

describe('Android 13: channels exist before the prompt', () => {
  const changes = {
    'firebase on android': (native) => ({ firebase: { ...native.firebase, notifee: slow(native, native.firebase.notifee, 'createChannels') } }),
    'expo on android': (native) => ({ expo: { ...native.expo, Notifications: slow(native, native.expo.Notifications, 'setNotificationChannelAsync') } }),
  };
  for (const name of androids) {
    test(`${name}: the prompt waits for channels that are still being made, and appears`, async () => {
      const app = await open({ name, permission: undefined, change: changes[name] });
      await app.phone.allow();
      const asked = app.client.permission.ask();
      await app.advance(60_000);
      assert.equal(await asked, 'granted');
      assert.deepEqual(app.phone.received.prompts, ['alert']);
      const order = app.order();
      const [made, prompt] = [/createChannels|setNotificationChannelAsync/, /requestPermission/].map((one) => order.findIndex((call) => one.test(call)));
      assert.ok(made >= 0 && made < prompt, order.join(', '));
    });
  }
});

describe('Android asks at most twice', () => {
  for (const name of androids) {
    test(`${name}: after the first refusal the app may ask again, after the second it is denied`, async () => {
      const app = await open({ name, permission: undefined });
      assert.equal(state(app), 'not-determined');
      const answers = [];
      for (let count = 0; count < 3; count += 1) {
        await app.phone.deny();
        answers.push(await app.client.permission.ask());
      }
      assert.deepEqual(answers, ['not-determined', 'denied', 'denied']);
      assert.equal(app.phone.received.prompts.length, 2);
    });

    test(`${name}: what was granted and is taken away in the settings is denied, also after a restart`, async () => {
      const app = await open({ name });
      assert.equal(state(app), 'granted');
      await app.phone.home();
      app.phone.changePermission('denied');
      await app.open();
      assert.equal(state(app), 'denied');
      await app.kill();
      await app.open();
      assert.equal(state(app), 'denied');
    });
  }
});

test('Android 12 asks nobody: the device registers at the first start', async () => {
  for (const name of androids) {
    const app = await open({ name, permission: undefined, osVersion: 32 });
    assert.deepEqual([state(app), app.sent('/devices/push').length, app.phone.received.prompts], ['granted', 1, []]);
  }
});

describe('iOS', () => {
  for (const name of ['expo on ios', 'firebase on ios']) {
    test(`${name}: provisional without a prompt, and the device is registered so`, async () => {
      const app = await open({ name, permission: undefined, adapter: { provisional: true } });
      assert.equal(await app.client.permission.ask(), 'provisional');
      await app.settle();
      assert.deepEqual(app.phone.received.prompts, []);
      assert.equal(app.sent('/devices/push')[0].body.permission, 'provisional');
    });
  }

  test('Expo’s `granted` is false while the permission is provisional: the status counts', async () => {
    const app = await open({ name: 'expo on ios', permission: 'provisional' });
    assert.equal(state(app), 'provisional');
    assert.equal(app.sent('/devices/push').length, 1);
  });

  const criticals = [
    { app: 'dsober', critical: true, hasCriticalEntitlement: true, prompts: ['alert and critical'] },
    { app: 'dsober', critical: undefined, hasCriticalEntitlement: false, prompts: ['alert'] },
    { app: 'gss', critical: true, hasCriticalEntitlement: false, prompts: ['alert'] },
  ];
  for (const name of ['expo on ios', 'firebase on ios']) {
    for (const { app: id, critical, hasCriticalEntitlement, prompts } of criticals) {
      test(`${name}: critical alerts ${critical ? 'wanted' : 'not wanted'} by the app, ${id === 'gss' ? 'not ' : ''}by the catalog: ${prompts}`, async () => {
        const app = await open({ name, app: id, permission: undefined, hasCriticalEntitlement, adapter: { critical } });
        await app.phone.allow();
        assert.equal(await app.client.permission.ask(), 'granted');
        assert.deepEqual(app.phone.received.prompts, prompts);
      });
    }
  }
});

describe('the system’s settings', () => {
  test('access to “Do not disturb” is wanted on Android alone, where a channel is to sound then', async () => {
    const wants = async (app, name) => (await open({ app, name })).adapter.wantsDndAccess();
    assert.deepEqual([
      await wants('dsober', 'firebase on android'), await wants('gss', 'firebase on android'), await wants('dsober', 'firebase on ios'),
    ], [true, false, false]);
  });

  test('notifee opens none on iOS: React Native does', async () => {
    const app = await open({ name: 'firebase on ios', permission: 'denied' });
    app.client.permission.openSettings();
    await app.settle();
    assert.deepEqual(app.phone.received.settings, ['app']);
  });
});
