import assert from 'node:assert/strict';
import { requestOf } from './observed.mjs';

const alert = requestOf('expo', 'ios', 'notification');
const silent = requestOf('expo', 'ios', 'silent');
const ios = { platform: 'ios', permission: 'granted' };
const action = { identifier: 'yes', buttonTitle: 'Yes', options: { opensAppToForeground: false } };

async function launched(make, options, main = () => undefined) {
  const held = {};
  const { phone, clock } = make(options);
  phone.install((native) => {
    Object.assign(held, native);
    main(native);
  });
  await phone.launch();
  return { phone, clock, native: held };
}

/** A task that the system starts, with this code. */
const task = (work) => ({ expo: { TaskManager, Notifications } }) => {
  TaskManager.defineTask('push', work);
  Notifications.registerTaskAsync('push');
};

/** For each rule of iOS what is observed where it holds. */
export const apple = {
  async 'ios.prompt.once'(make) {
    const { phone, native } = await launched(make, { platform: 'ios' });
    for (let count = 0; count < 2; count += 1) {
      await phone.deny();
      assert.equal((await native.expo.Notifications.requestPermissionsAsync()).ios.status, 1);
    }
    assert.equal(phone.received.prompts.length, 1);
  },
  async 'ios.permission.hides'(make) {
    const { phone } = await launched(make, { ...ios, permission: 'denied' }, task(async () => undefined));
    await phone.home();
    await phone.arrive(alert);
    assert.deepEqual([phone.shown.length, phone.icon], [0, 0]);
    assert.deepEqual((await phone.arrive(silent)).ran, ['task']);
  },
  async 'ios.provisional.quiet'(make) {
    const { phone, native } = await launched(make, { platform: 'ios' });
    await phone.allow();
    await native.expo.Notifications.requestPermissionsAsync({ ios: { allowProvisional: true } });
    assert.deepEqual([phone.permission, phone.received.prompts.length], ['provisional', 0]);
    await phone.home();
    await phone.arrive(alert);
    assert.deepEqual([phone.shown.length, phone.received.sounds], [1, []]);
  },
  async 'ios.provisional.not-granted'(make) {
    const { native } = await launched(make, { ...ios, permission: 'provisional' });
    const { granted, ios: { status } } = await native.expo.Notifications.getPermissionsAsync();
    assert.deepEqual([granted, status], [false, 3]);
  },
  async 'ios.critical.entitlement'(make) {
    const { phone, native } = await launched(make, { platform: 'ios', face: 'firebase' });
    await phone.allow();
    const { authorizationStatus, ios: { criticalAlert } } = await native.firebase.notifee.requestPermission({ criticalAlert: true });
    assert.deepEqual([authorizationStatus, criticalAlert, phone.received.prompts], [-1, -1, []]);
    const entitled = await launched(make, { platform: 'ios', face: 'firebase', hasCriticalEntitlement: true });
    await entitled.phone.allow();
    assert.equal((await entitled.native.firebase.notifee.requestPermission({ criticalAlert: true })).ios.criticalAlert, 1);
    assert.deepEqual(entitled.phone.received.prompts, ['alert and critical']);
  },
  async 'ios.category.before-push'(make) {
    const { phone, native } = await launched(make, ios);
    await phone.home();
    await phone.arrive(alert);
    await native.expo.Notifications.setNotificationCategoryAsync('NEWS', [action]);
    assert.deepEqual(phone.shown[0].buttons, []);
    await phone.arrive(alert);
    assert.deepEqual(phone.shown[0].buttons.map(({ id }) => id), ['yes']);
  },
  async 'ios.buttons'(make) {
    const { phone, native } = await launched(make, ios);
    const many = Array.from({ length: 12 }, (_, index) => ({ ...action, identifier: `a${index}` }));
    await native.expo.Notifications.setNotificationCategoryAsync('NEWS', many);
    await phone.home();
    await phone.arrive(alert);
    assert.equal(phone.shown[0].buttons.length, 10);
  },
  async 'ios.category.replaced'(make) {
    const { native: { firebase: { notifee } } } = await launched(make, { ...ios, face: 'firebase' });
    await notifee.setNotificationCategories([{ id: 'A' }]);
    await notifee.setNotificationCategories([{ id: 'B' }]);
    assert.deepEqual((await notifee.getNotificationCategories()).map(({ id }) => id), ['B']);
  },
  async 'ios.dismissal.custom'(make) {
    for (const customDismissAction of [false, true]) {
      const responses = [];
      const { phone, native } = await launched(make, ios, ({ expo: { Notifications } }) => {
        Notifications.addNotificationResponseReceivedListener(({ actionIdentifier }) => responses.push(actionIdentifier));
      });
      await native.expo.Notifications.setNotificationCategoryAsync('NEWS', [], { customDismissAction });
      await phone.home();
      await phone.arrive(alert);
      await phone.swipe('tag-1');
      assert.deepEqual(responses, customDismissAction ? ['com.apple.UNNotificationDismissActionIdentifier'] : []);
      assert.deepEqual(phone.received.lost.includes('dismissal'), !customDismissAction);
    }
  },
  async 'ios.dismissal.notifee'(make) {
    const events = [];
    const { phone, native } = await launched(make, { ...ios, face: 'firebase' }, ({ firebase: { notifee } }) => {
      notifee.onBackgroundEvent(async ({ type }) => void events.push(type));
    });
    await native.firebase.notifee.setNotificationCategories([{ id: 'NEWS' }]);
    await phone.home();
    await phone.arrive(requestOf('firebase', 'ios', 'notification'));
    await phone.swipe('tag-1');
    assert.deepEqual(events, [0]);
  },
  async 'ios.collapse.replaces'(make) {
    const { phone } = await launched(make, ios);
    await phone.home();
    await phone.arrive(alert);
    await phone.arrive(alert);
    assert.deepEqual(phone.shown.map(({ key }) => key), ['tag-1']);
  },
  async 'ios.background.budget'(make) {
    const { phone, clock } = await launched(make, ios, task(() => new Promise(() => undefined)));
    phone.kill();
    await phone.arrive(silent);
    await clock.advance(29_999, () => phone.settled());
    assert.deepEqual(phone.received.overran, []);
    await clock.advance(1, () => phone.settled());
    assert.deepEqual(phone.received.overran, ['task']);
  },
  async 'ios.background.suspends'(make) {
    const { phone, native, clock } = await launched(make, ios);
    let isOver = false;
    await phone.home();
    native.clock.after(1_000, () => (isOver = true));
    await clock.advance(5_000, () => phone.settled());
    assert.equal(isOver, false);
    await phone.open();
    assert.equal(isOver, true);
  },
  async 'ios.keychain.unlocked'(make) {
    const { phone, native: { expo: { SecureStore }, Keychain } } = await launched(make, ios);
    await SecureStore.setItemAsync('key', 'value');
    await SecureStore.setItemAsync('after', 'value', { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK });
    await Keychain.setGenericPassword('device', 'secret');
    await phone.lock();
    await assert.rejects(SecureStore.getItemAsync('key'), /not allowed/);
    await assert.rejects(Keychain.getGenericPassword(), /not allowed/);
    assert.equal(await SecureStore.getItemAsync('after'), 'value');
  },
  async 'ios.keychain.first-unlock'(make) {
    const read = [];
    const { phone, native: { expo: { SecureStore } } } = await launched(make, ios, (native) => task(async () => {
      read.push(await native.expo.SecureStore.getItemAsync('after').catch(({ message }) => message));
    })(native));
    await SecureStore.setItemAsync('after', 'value', { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK });
    phone.restart();
    await phone.arrive(silent);
    await phone.unlock();
    await phone.lock();
    await phone.arrive(silent);
    assert.deepEqual(read, ['User interaction is not allowed.', 'value']);
  },
  async 'ios.netinfo.resume'(make) {
    const { phone, native: { NetInfo }, clock } = await launched(make, ios);
    const seen = [];
    NetInfo.addEventListener(({ isConnected }) => seen.push(isConnected));
    await phone.settled();
    await phone.home();
    await phone.open();
    await clock.advance(59_999, () => phone.settled());
    assert.deepEqual(seen, [null, true, false]);
    await clock.advance(1, () => phone.settled());
    assert.deepEqual(seen, [null, true, false, true]);
  },
};
