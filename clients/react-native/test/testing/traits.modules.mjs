import assert from 'node:assert/strict';
import { requestOf } from './observed.mjs';

const isPending = async (promise) => {
  let isOver = false;
  promise.then(() => (isOver = true), () => (isOver = true));
  for (let count = 0; count < 50; count += 1) await Promise.resolve();
  return !isOver;
};

async function launched(make, options, main = () => undefined) {
  const held = {};
  const { phone, clock } = make({ permission: 'granted', ...options });
  phone.install((native) => {
    Object.assign(held, native);
    main(native);
  });
  await phone.launch();
  return { phone, clock, native: held };
}

const android = { platform: 'android' };
const ios = { platform: 'ios' };
const fcm = { platform: 'android', face: 'firebase' };
const shown = (platform) => requestOf('expo', platform, 'notification');

async function withChannel(make, options, main) {
  const world = await launched(make, options, main);
  await world.native.expo.Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
  return world;
}

/** Keeps what the task gets. */
const taskData = (kept) => ({ expo: { TaskManager, Notifications } }) => {
  TaskManager.defineTask('push', async ({ data }) => void kept.push(data));
  Notifications.registerTaskAsync('push');
};

const apns = (aps) => ({ provider: 'apns', headers: {}, payload: { aps, peal: { v: 1 } } });

/** For each rule of the modules what is observed where it holds. */
export const modules = {
  async 'expo.handler.timeout'(make) {
    const errors = [];
    const { phone, clock } = await launched(make, ios, ({ expo: { Notifications } }) => {
      Notifications.setNotificationHandler({ handleNotification: () => new Promise(() => undefined), handleError: (id, error) => errors.push(error.message) });
    });
    await phone.arrive(shown('ios'));
    await clock.advance(3_000, () => phone.settled());
    assert.deepEqual([phone.shown, errors.length], [[], 1]);
  },
  async 'expo.handler.missing-hides'(make) {
    const { phone } = await launched(make, ios);
    await phone.arrive(shown('ios'));
    assert.deepEqual(phone.shown, []);
  },
  async 'expo.task.data-string'(make) {
    for (const platform of ['android', 'ios']) {
      const kept = [];
      const { phone } = await launched(make, { platform }, taskData(kept));
      await phone.home();
      await phone.arrive(requestOf('expo', platform, 'silent'));
      assert.equal(kept[0].notification, null);
      assert.equal(JSON.parse(kept[0].data.dataString).peal.v, 1);
    }
    const old = [];
    const { phone } = await launched(make, { platform: 'android', expoSdk: 52 }, taskData(old));
    await phone.home();
    await phone.arrive(requestOf('expo', 'android', 'silent'));
    assert.equal(JSON.parse(old[0].notification.data.body).peal.v, 1);
  },
  async 'expo.task.undefined'(make) {
    const kept = [];
    const silent = requestOf('expo', 'android', 'silent');
    let starts = 0;
    const { phone } = await launched(make, android, ({ expo: { TaskManager, Notifications } }) => {
      starts += 1;
      if (starts !== 2) TaskManager.defineTask('push', async () => void kept.push('run'));
      if (starts === 1) Notifications.registerTaskAsync('push');
    });
    for (let count = 0; count < 2; count += 1) {
      phone.kill();
      await phone.arrive(silent);
    }
    assert.deepEqual(kept, []);
  },
  async 'expo.button.task'(make) {
    for (const [expoSdk, state] of [[52, 'foreground'], [53, 'background']]) {
      const { phone, native } = await withChannel(make, { ...android, expoSdk }, taskData([]));
      const action = { identifier: 'yes', buttonTitle: 'Yes', options: { opensAppToForeground: false } };
      await native.expo.Notifications.setNotificationCategoryAsync('NEWS', [action]);
      await phone.home();
      const content = { title: 'T', categoryIdentifier: 'NEWS' };
      await native.expo.Notifications.scheduleNotificationAsync({ identifier: 'tag-1', content, trigger: null });
      phone.kill();
      await phone.press('tag-1', { button: 'yes' });
      assert.equal(phone.state, state);
    }
  },
  async 'expo.apns.body-only'(make) {
    const kept = [];
    const notifications = [];
    const { phone } = await launched(make, ios, (native) => {
      taskData(kept)(native);
      native.expo.Notifications.addNotificationReceivedListener((notification) => notifications.push(notification));
    });
    await phone.arrive(apns({ alert: { title: 'T' } }));
    const { content, trigger } = notifications[0].request;
    assert.deepEqual([content.data, trigger.payload.peal], [{}, { v: 1 }]);
    await phone.home();
    await phone.arrive(apns({ 'content-available': 1 }));
    assert.equal(kept[1].data.peal, undefined);
  },
  async 'expo.category.characters'(make) {
    const { phone, native } = await launched(make, ios);
    await native.expo.Notifications.setNotificationCategoryAsync('a-b', [{ identifier: 'yes', buttonTitle: 'Yes' }]);
    await phone.home();
    await phone.arrive(apns({ alert: { title: 'T' }, category: 'a-b' }));
    assert.deepEqual(phone.shown[0].buttons, []);
  },
  async 'expo.channel.missing-hides'(make) {
    const { phone } = await launched(make, android);
    await phone.home();
    await phone.arrive(shown('android'));
    assert.deepEqual(phone.shown, []);
  },
  async 'expo.foreign-identifier'(make) {
    const { phone, native } = await withChannel(make, android);
    await phone.home();
    await phone.arrive(shown('android'));
    const [{ request: { identifier, content } }] = await native.expo.Notifications.getPresentedNotificationsAsync();
    assert.deepEqual([identifier, content.data], ['expo-notifications://foreign_notifications?tag=tag-1&id=0', {}]);
    await native.expo.Notifications.dismissNotificationAsync(identifier);
    assert.deepEqual(phone.shown, []);
  },
  async 'expo.identifier-is-tag'(make) {
    const { phone, native } = await withChannel(make, android, ({ expo: { Notifications } }) => Notifications.setNotificationHandler({
      handleNotification: async () => ({ shouldShowBanner: true, shouldShowList: true, shouldPlaySound: false, shouldSetBadge: false }),
    }));
    await phone.arrive(shown('android'));
    assert.equal(phone.shown[0].tag, 'tag-1');
    const [{ request }] = await native.expo.Notifications.getPresentedNotificationsAsync();
    assert.deepEqual([request.identifier, request.content.data.peal.id], ['tag-1', 'ntf_1']);
  },
  async 'expo.response.message-id'(make) {
    const { phone, native } = await withChannel(make, android);
    await phone.home();
    await phone.arrive(shown('android'));
    await phone.press('tag-1');
    const { request } = native.expo.Notifications.getLastNotificationResponse().notification;
    assert.equal(request.content.data.peal.tag, 'tag-1');
    assert.notEqual(request.identifier, 'tag-1');
  },
  async 'expo.last-response.kept'(make) {
    const { phone, native } = await launched(make, ios);
    await phone.home();
    await phone.arrive(shown('ios'));
    phone.kill();
    await phone.press('tag-1');
    for (let count = 0; count < 2; count += 1) {
      phone.kill();
      await phone.launch();
      assert.equal(native.expo.Notifications.getLastNotificationResponse()?.notification.request.identifier, 'tag-1');
    }
    native.expo.Notifications.clearLastNotificationResponse();
    phone.kill();
    await phone.launch();
    assert.equal(native.expo.Notifications.getLastNotificationResponse(), null);
  },
  async 'expo.response.early-listener'(make) {
    const late = [];
    const early = [];
    const { phone } = await launched(make, ios, ({ expo: { Notifications }, during }) => {
      if (early.isOn) Notifications.addNotificationResponseReceivedListener((response) => early.push(response));
      // As a component does, once it is mounted.
      during(Promise.resolve()).then(() => Notifications.addNotificationResponseReceivedListener((response) => late.push(response)));
    });
    for (const isOn of [false, true]) {
      early.isOn = isOn;
      await phone.home();
      await phone.arrive(shown('ios'));
      phone.kill();
      await phone.press('tag-1');
      assert.deepEqual([early.length, late.length], [isOn ? 1 : 0, 0]);
    }
  },
  async 'expo.token.listener-is-native'(make) {
    const tokens = [];
    const { phone, native } = await launched(make, android, ({ expo: { Notifications } }) => Notifications.addPushTokenListener((token) => tokens.push(token)));
    await phone.rotateToken();
    assert.deepEqual(tokens, [{ type: 'android', data: 'fcm-phone-2' }]);
    assert.equal((await native.expo.Notifications.getExpoPushTokenAsync()).data, 'ExponentPushToken[phone-2]');
  },
  async 'expo.token.offline-hangs'(make) {
    const { native } = await launched(make, { ...android, isOnline: false });
    assert.equal(await isPending(native.expo.Notifications.getDevicePushTokenAsync()), true);
  },
  async 'expo.go.no-push'(make) {
    const { native: { expo: { Notifications } } } = await launched(make, { ...android, isExpoGo: true });
    await assert.rejects(Notifications.getExpoPushTokenAsync(), /development build/);
    const old = await launched(make, { ...android, isExpoGo: true, expoSdk: 52 });
    assert.equal((await old.native.expo.Notifications.getExpoPushTokenAsync()).type, 'expo');
  },
  async 'token.needs-google'(make) {
    const hanging = await launched(make, { ...fcm, googleServices: 'hanging' });
    assert.equal(await isPending(hanging.native.firebase.messaging().getToken()), true);
    const refused = await launched(make, { ...fcm, googleServices: 'refused' });
    await assert.rejects(refused.native.firebase.messaging().getToken(), /SERVICE_NOT_AVAILABLE/);
  },
  async 'firebase.delete-token.silent'(make) {
    const tokens = [];
    const { native } = await launched(make, fcm, ({ firebase: { messaging } }) => messaging().onTokenRefresh((token) => tokens.push(token)));
    await native.firebase.messaging().deleteToken();
    assert.deepEqual(tokens, []);
  },
  async 'firebase.delete-token.same'(make) {
    const { native: { firebase: { modular } } } = await launched(make, fcm);
    const before = await modular.getToken(modular.getMessaging());
    await modular.deleteToken(modular.getMessaging());
    assert.equal(await modular.getToken(modular.getMessaging()), before);
  },
  async 'firebase.apns-token.registered'(make) {
    const { native: { firebase: { messaging } } } = await launched(make, { platform: 'ios', face: 'firebase' });
    assert.equal(await messaging().getAPNSToken(), null);
    await messaging().registerDeviceForRemoteMessages();
    assert.equal((await messaging().getAPNSToken()).length, 64);
  },
  async 'notifee.channel.needed'(make) {
    const { phone, native: { firebase: { notifee } } } = await launched(make, fcm);
    await assert.rejects(notifee.displayNotification({ title: 'T', android: { channelId: 'news' } }), /no channel news/);
    assert.deepEqual(phone.shown, []);
  },
  async 'notifee.validates'(make) {
    const { native: { firebase: { notifee } } } = await launched(make, fcm);
    const news = { id: 'news', name: 'News' };
    for (const wrong of [{ sound: '' }, { vibrationPattern: [0, 200] }, { vibrationPattern: [200] }, { name: '' }, { importance: 5 }]) {
      assert.throws(() => void notifee.createChannel({ ...news, ...wrong }), /notifee: invalid channel/);
    }
    await notifee.createChannel({ ...news, vibrationPattern: [200, 100] });
    for (const wrong of [{ tag: 'a|b' }, { color: '#fff' }, { actions: [{ title: '', pressAction: { id: 'a' } }] }]) {
      assert.throws(() => void notifee.displayNotification({ android: { channelId: 'news', ...wrong } }), /notifee: invalid android/);
    }
  },
  async 'notifee.initial.once'(make) {
    const { phone, native } = await launched(make, fcm);
    await native.firebase.notifee.createChannel({ id: 'news', name: 'News' });
    await native.firebase.notifee.displayNotification({ id: 'n1', title: 'T', android: { channelId: 'news', pressAction: { id: 'default' } } });
    phone.kill();
    await phone.press('n1');
    assert.equal((await native.firebase.notifee.getInitialNotification()).notification.id, 'n1');
    assert.equal(await native.firebase.notifee.getInitialNotification(), null);
  },
  async 'notifee.foreground.shows'(make) {
    const { phone, native: { firebase: { notifee } } } = await launched(make, { platform: 'ios', face: 'firebase' });
    await notifee.displayNotification({ id: 'n1', title: 'T' });
    await notifee.displayNotification({ id: 'n2', title: 'T', ios: { foregroundPresentationOptions: { banner: false, list: false } } });
    assert.deepEqual(phone.shown.map(({ id }) => id), ['n1']);
  },
  async 'push.waits-for-network'(make) {
    const { phone } = await withChannel(make, android);
    await phone.home();
    await phone.setOnline(false);
    assert.equal((await phone.arrive(shown('android'))).drawnBy, 'waiting');
    assert.deepEqual([phone.shown.length, phone.isOnline], [0, false]);
    await phone.setOnline(true);
    assert.equal(phone.shown.length, 1);
  },
  async 'netinfo.null-first'(make) {
    const { phone, native: { NetInfo } } = await launched(make, android);
    const seen = [];
    NetInfo.addEventListener(({ isConnected }) => seen.push(isConnected));
    await phone.setOnline(false);
    await phone.setOnline(true);
    assert.deepEqual([seen[0], seen[seen.length - 1]], [null, true]);
    assert.ok(seen.includes(false));
  },
  async 'headless.app-state'(make) {
    const states = [];
    const { phone } = await launched(make, android, (native) => {
      taskData([])(native);
      states.push(native.AppState.currentState);
    });
    phone.kill();
    await phone.arrive(requestOf('expo', 'android', 'silent'));
    assert.deepEqual(states, ['active', 'background']);
  },
  async 'headless.joins'(make) {
    const { phone } = await launched(make, android, taskData([]));
    phone.kill();
    await phone.arrive(requestOf('expo', 'android', 'silent'));
    await phone.launch();
    assert.deepEqual([phone.received.starts, phone.received.headlessStarts, phone.state], [2, 1, 'foreground']);
  },
};
