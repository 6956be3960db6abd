import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTesting } from './buildTesting.mjs';
import { requestOf } from './observed.mjs';

const { FakePhone, TestClock } = await buildTesting();

async function launched(options, main) {
  const held = {};
  const phone = new FakePhone({ clock: new TestClock(), permission: 'granted', ...options });
  phone.install((native) => {
    Object.assign(held, native);
    if (main) main(native);
  });
  await phone.launch();
  return { phone, native: held };
}

test('Expo on Android: the data is an object in the notification and a text in the remote message', async () => {
  const seen = [];
  const { phone } = await launched({ platform: 'android' }, ({ expo: { Notifications } }) => Notifications.addNotificationReceivedListener((one) => seen.push(one)));
  await phone.arrive(requestOf('expo', 'android', 'notification'));
  const { identifier, content, trigger } = seen[0].request;
  assert.deepEqual([identifier, content.title, content.body, content.data.peal.id], ['tag-1', 'Title', 'Body', 'ntf_1']);
  assert.deepEqual(JSON.parse(trigger.remoteMessage.data.body).peal.id, 'ntf_1');
});

test('Expo on iOS: data, category and badge of what its service sent', async () => {
  const seen = [];
  const { phone } = await launched({ platform: 'ios' }, ({ expo: { Notifications } }) => Notifications.addNotificationReceivedListener((one) => seen.push(one)));
  await phone.arrive(requestOf('expo', 'ios', 'notification'));
  const { content, trigger } = seen[0].request;
  assert.deepEqual([content.data.peal.id, content.categoryIdentifier, content.badge], ['ntf_1', 'NEWS', 3]);
  assert.equal(trigger.payload.body.peal.id, 'ntf_1');
});

test('React Native Firebase: data as texts, the notification only where FCM has one', async () => {
  const seen = [];
  const main = ({ firebase: { messaging } }) => messaging().onMessage((message) => seen.push(message));
  const android = await launched({ platform: 'android', face: 'firebase' }, main);
  await android.phone.arrive(requestOf('firebase', 'android', 'notification'));
  await android.phone.arrive(requestOf('firebase', 'android', 'data'));
  const ios = await launched({ platform: 'ios', face: 'firebase' }, main);
  await ios.phone.arrive(requestOf('firebase', 'ios', 'notification'));
  await ios.phone.arrive(requestOf('firebase', 'ios', 'silent'));
  assert.deepEqual(seen.map(({ notification }) => notification && notification.title), ['Title', undefined, 'Title', undefined]);
  for (const { data } of seen) assert.equal(JSON.parse(data.peal).id, 'ntf_1');
  assert.deepEqual([seen[1].data.channel, seen[1].priority, seen[2].category, seen[3].contentAvailable], ['news', 1, 'NEWS', true]);
});

test('APNs with React Native Firebase: the members next to aps are the data, as they are', async () => {
  const seen = [];
  const { phone } = await launched({ platform: 'ios', face: 'firebase' }, ({ firebase: { messaging } }) => messaging().onMessage((message) => seen.push(message)));
  await phone.arrive({ provider: 'apns', headers: { 'apns-collapse-id': 'tag-1' }, payload: { aps: { alert: { title: 'T', body: 'B' } }, peal: { id: 'ntf_1' } } });
  assert.deepEqual([seen[0].data.peal.id, seen[0].notification.title], ['ntf_1', 'T']);
});

test('the screen on iOS keeps the data of what the system drew', async () => {
  const firebase = await launched({ platform: 'ios', face: 'firebase' });
  await firebase.phone.home();
  await firebase.phone.arrive(requestOf('firebase', 'ios', 'notification'));
  const [{ id, notification }] = await firebase.native.firebase.notifee.getDisplayedNotifications();
  assert.deepEqual([id, JSON.parse(notification.data.peal).id], ['tag-1', 'ntf_1']);
  await firebase.native.firebase.notifee.cancelDisplayedNotifications(['tag-1']);
  assert.deepEqual(firebase.phone.shown, []);
});

test('a press carries its button and the choice, and no others', async () => {
  const events = [];
  const { phone, native } = await launched({ platform: 'android', face: 'firebase' }, ({ firebase: { notifee } }) => {
    notifee.onBackgroundEvent(async (event) => void events.push(event));
  });
  const { notifee, notifeeEnums } = native.firebase;
  await notifee.createChannel({ id: 'news', name: 'News' });
  const input = { allowFreeFormInput: false, choices: ['5 min', '10 min'] };
  await notifee.displayNotification({
    id: 'n1', title: 'T', data: { peal: '{}' }, android: { channelId: 'news', actions: [{ title: 'Late', pressAction: { id: 'late' }, input }] },
  });
  await phone.home();
  await assert.rejects(phone.press('n1', { button: 'soon' }), /no button soon; shown are: late/);
  await assert.rejects(phone.press('n1', { button: 'late', choice: '20 min' }), /no choice 20 min/);
  await assert.rejects(phone.press('n1', { button: 'late', text: 'Sorry' }), /no field/);
  await assert.rejects(phone.press('n2'), /n2 is not shown; shown are: n1/);
  await phone.press('n1', { button: 'late', choice: '10 min' });
  const [{ type, detail }] = events;
  assert.deepEqual([type, detail.pressAction.id, detail.input, detail.notification.data], [notifeeEnums.EventType.ACTION_PRESS, 'late', '10 min', { peal: '{}' }]);
});

test('Expo on Android: buttons are on what the task draws, not on what has a text for the system', async () => {
  const { phone, native } = await launched({ platform: 'android' }, ({ expo: { Notifications, TaskManager } }) => {
    TaskManager.defineTask('push', async ({ data }) => {
      const { categoryId, dataString } = data.data;
      const { peal } = JSON.parse(dataString);
      await Notifications.scheduleNotificationAsync({
        identifier: peal.tag, content: { title: 'Drawn', data: { peal }, categoryIdentifier: categoryId }, trigger: { channelId: 'news' },
      });
    });
    Notifications.registerTaskAsync('push');
  });
  const { Notifications } = native.expo;
  await Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
  await Notifications.setNotificationCategoryAsync('NEWS', [{ identifier: 'yes', buttonTitle: 'Yes', options: { opensAppToForeground: false } }]);
  phone.kill();
  await phone.arrive(requestOf('expo', 'android', 'notification'));
  await phone.arrive({ provider: 'expo', payload: { to: 'x', data: { peal: { tag: 'tag-2' } }, categoryId: 'NEWS', priority: 'high' } });
  await phone.finished();
  assert.deepEqual(phone.shown.map(({ tag, buttons }) => [tag, buttons.map(({ id }) => id)]), [['tag-1', []], ['tag-2', ['yes']]]);
});

test('what the app shows in the foreground asks Expo\'s handler first', async () => {
  for (const isShown of [true, false]) {
    const { phone, native: { expo: { Notifications } } } = await launched({ platform: 'ios' }, ({ expo }) => expo.Notifications.setNotificationHandler({
      handleNotification: async () => ({ shouldShowBanner: isShown, shouldShowList: isShown, shouldPlaySound: isShown, shouldSetBadge: false }),
    }));
    await Notifications.scheduleNotificationAsync({ identifier: 'n1', content: { title: 'Sent', sound: true }, trigger: null });
    assert.equal(phone.shown.length, isShown ? 1 : 0);
    assert.deepEqual(phone.received.sounds, isShown ? ['default'] : []);
  }
});

test('pushes that reach no phone of this kind are errors, not silence', async () => {
  const android = await launched({ platform: 'android' });
  await assert.rejects(android.phone.arrive(requestOf('firebase', 'android', 'notification')), /does not read pushes of FCM/);
  await assert.rejects(android.phone.arrive({ provider: 'apns', payload: { aps: {} } }), /reaches no Android phone/);
  await assert.rejects(android.phone.arrive({ provider: 'webpush', payload: {} }), /no phone receives from webpush/);
  const firebase = await launched({ platform: 'ios', face: 'firebase' });
  await assert.rejects(firebase.phone.arrive(requestOf('expo', 'ios', 'notification')), /without expo-notifications/);
  assert.throws(() => firebase.phone.forceStop(), /no force stop/);
  const empty = new FakePhone({ platform: 'android', clock: new TestClock() });
  await assert.rejects(empty.launch(), /no app is installed/);
});

test('addresses are those that a test gives, and the settings that were opened are known', async () => {
  const { phone, native } = await launched({ platform: 'android', face: 'firebase', tokens: { fcm: 'fcm-of-the-sandbox' } });
  assert.equal(await native.firebase.messaging().getToken(), 'fcm-of-the-sandbox');
  await phone.rotateToken({ fcm: 'fcm-other' });
  assert.equal(await native.firebase.modular.getToken(native.firebase.modular.getMessaging()), 'fcm-other');
  await native.Linking.openSettings();
  await native.firebase.notifee.openNotificationSettings('news');
  await native.Linking.sendIntent('android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS');
  assert.deepEqual(phone.received.settings, ['app', 'channel news', 'policy']);
  assert.deepEqual(phone.received.tokens, ['fcm', 'fcm']);
  assert.equal(phone.received.named('messaging.getToken').length, 2);
});

test('a push is read as its provider has it: an item of a request log, a text, a list of Expo', async () => {
  const { phone } = await launched({ platform: 'ios' });
  await phone.home();
  const { payload } = requestOf('expo', 'ios', 'notification');
  await phone.arrive({ number: 1, provider: 'expo', phoneId: null, headers: {}, payload: [payload], answer: { status: 200, reason: null } });
  await phone.arrive({ provider: 'expo', payload: JSON.stringify({ ...payload, collapseId: 'tag-2' }) });
  assert.deepEqual(phone.shown.map(({ key, title }) => [key, title]), [['tag-1', 'Title'], ['tag-2', 'Title']]);
  assert.equal(phone.icon, 3);
});
