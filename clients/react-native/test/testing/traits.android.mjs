import assert from 'node:assert/strict';
import { requestOf } from './observed.mjs';

const channel = { id: 'news', name: 'News', importance: 4, sound: 'bell' };
const notification = requestOf('firebase', 'android', 'notification');
const data = requestOf('firebase', 'android', 'data');
const firebase = { face: 'firebase', platform: 'android', permission: 'granted' };
const expo = { face: 'expo', platform: 'android', permission: 'granted' };

/** Launches an app that does nothing by itself; `native` is that of the process that runs. */
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

async function withChannel(make, options = {}, main) {
  const world = await launched(make, { ...firebase, ...options }, main);
  await world.native.firebase.notifee.createChannel(channel);
  return world;
}

const show = (native, android = {}) => native.firebase.notifee.displayNotification({ id: 'n1', title: 'T', android: { channelId: 'news', ...android } });
const ask = (native) => native.expo.Notifications.requestPermissionsAsync();

/** For each rule of Android what is observed where it holds. */
export const android = {
  async 'android.permission.runtime'(make) {
    assert.equal(make({ platform: 'android', osVersion: 32 }).phone.permission, 'granted');
    assert.equal(make({ platform: 'android', osVersion: 33 }).phone.permission, 'not-determined');
  },
  async 'android.prompt.needs-channel'(make) {
    const { phone, native } = await launched(make, { platform: 'android' });
    await phone.allow();
    assert.equal((await ask(native)).granted, false);
    assert.deepEqual(phone.received.prompts, []);
    await native.expo.Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
    assert.equal((await ask(native)).granted, true);
  },
  async 'android.prompt.refusals'(make) {
    const { phone, native } = await launched(make, { platform: 'android' });
    await native.expo.Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      await phone.deny();
      answers.push((await ask(native)).canAskAgain);
    }
    assert.deepEqual(answers, [true, false, false]);
    assert.equal(phone.received.prompts.length, 2);
  },
  async 'android.permission.hides'(make) {
    const seen = [];
    const { phone } = await launched(make, { ...firebase, permission: 'denied' }, (native) => {
      native.firebase.messaging().setBackgroundMessageHandler(async (message) => void seen.push(message));
    });
    await phone.home();
    await phone.arrive(notification);
    assert.equal(seen.length, 1);
    assert.deepEqual(phone.shown, []);
  },
  async 'android.channel.fixed'(make) {
    const { phone, native } = await withChannel(make);
    await native.firebase.notifee.createChannel({ ...channel, sound: 'gong', importance: 1, name: 'Other' });
    await show(native);
    assert.deepEqual(phone.received.sounds, ['bell']);
    assert.deepEqual((await native.firebase.notifee.getChannels()).map(({ name, importance }) => [name, importance]), [['Other', 4]]);
  },
  async 'android.channel.remembered'(make) {
    const { phone, native } = await withChannel(make);
    await native.firebase.notifee.deleteChannel('news');
    await native.firebase.notifee.createChannel({ ...channel, sound: 'gong' });
    await show(native);
    assert.deepEqual(phone.received.sounds, ['bell']);
  },
  async 'android.channel.bypass-needs-access'(make) {
    for (const hasPolicyAccess of [false, true]) {
      const { native } = await withChannel(make, { hasPolicyAccess });
      await native.firebase.notifee.createChannel({ ...channel, bypassDnd: true });
      assert.equal((await native.firebase.notifee.getChannels())[0].bypassDnd, hasPolicyAccess);
    }
  },
  async 'android.channel.silent'(make) {
    const { phone, native } = await launched(make, firebase);
    await native.firebase.notifee.createChannel({ ...channel, importance: 2 });
    await show(native);
    assert.deepEqual([phone.shown.length, phone.received.sounds], [1, []]);
  },
  async 'android.buttons'(make) {
    const { phone, native } = await withChannel(make);
    const four = ['a', 'b', 'c', 'd'].map((id) => ({ title: id, pressAction: { id } }));
    await show(native, { actions: four.slice(0, 3) });
    assert.equal(phone.shown[0].buttons.length, 3);
    await assert.rejects(show(native, { actions: four }), /3 buttons, not 4/);
    const other = await launched(make, expo);
    const actions = four.map(({ title }) => ({ identifier: title, buttonTitle: title }));
    await assert.rejects(other.native.expo.Notifications.setNotificationCategoryAsync('NEWS', actions), /no 4 buttons/);
  },
  async 'android.button.keeps'(make) {
    const { phone, native } = await withChannel(make);
    await show(native, { actions: [{ title: 'Yes', pressAction: { id: 'yes' } }] });
    await phone.press('n1', { button: 'yes' });
    assert.equal(phone.shown.length, 1);
  },
  async 'android.fcm.identity'(make) {
    const { phone, native } = await withChannel(make);
    await phone.home();
    await phone.arrive(notification);
    const [{ id, notification: { android: { tag } } }] = await native.firebase.notifee.getDisplayedNotifications();
    assert.deepEqual([id, tag, phone.shown[0].key], ['0', 'tag-1', '0/tag-1']);
    await native.firebase.notifee.cancelNotification('0');
    assert.equal(phone.shown.length, 1, 'by its id alone it is not found');
    await native.firebase.notifee.cancelNotification('0', 'tag-1');
    assert.equal(phone.shown.length, 0);
  },
  async 'android.fcm.hides-data'(make) {
    const { phone, native } = await withChannel(make);
    await phone.home();
    await phone.arrive(notification);
    assert.equal((await native.firebase.notifee.getDisplayedNotifications())[0].notification.data, undefined);
  },
  async 'android.fcm.fallback-channel'(make) {
    const { phone } = await launched(make, firebase);
    await phone.home();
    await phone.arrive(notification);
    assert.equal(phone.shown[0].channel, 'fcm_fallback_notification_channel');
  },
  async 'android.tag.replaces'(make) {
    const { phone } = await withChannel(make);
    await phone.home();
    await phone.arrive(notification);
    await phone.arrive(notification);
    assert.equal(phone.shown.length, 1);
  },
  async 'android.full-screen'(make) {
    for (const [options, isFull] of [[{ osVersion: 34 }, false], [{ osVersion: 34, canFullScreen: true }, true], [{ osVersion: 33 }, true]]) {
      const { phone, native } = await withChannel(make, options);
      await phone.lock();
      await show(native, { fullScreenAction: { id: 'default' } });
      assert.equal(phone.shown[0].isFullScreen, isFull);
      assert.equal(await native.canUseFullScreenIntent(), isFull);
      assert.deepEqual(phone.received.fullScreens, isFull ? ['n1'] : []);
    }
  },
  async 'android.full-screen.locked'(make) {
    const { phone, native } = await withChannel(make, { canFullScreen: true });
    await show(native, { fullScreenAction: { id: 'default' } });
    assert.equal(phone.shown[0].isFullScreen, false);
  },
  async 'android.badge.by-notifications'(make) {
    const { phone, native } = await withChannel(make);
    await native.firebase.notifee.setBadgeCount(5);
    assert.equal(phone.icon, 0);
    await show(native);
    assert.equal(phone.icon, 1);
    await show(native, { badgeCount: 7 });
    assert.equal(phone.icon, 7);
    const other = await launched(make, expo);
    assert.equal(await other.native.expo.Notifications.setBadgeCountAsync(5), false);
  },
  async 'android.direct-boot'(make) {
    const { phone } = await withChannel(make, {}, (native) => native.firebase.messaging().setBackgroundMessageHandler(async () => undefined));
    phone.restart();
    assert.equal((await phone.arrive(data)).drawnBy, 'waiting');
    assert.deepEqual(phone.received.ran, []);
    await phone.unlock();
    assert.deepEqual(phone.received.ran, ['background-handler']);
  },
  async 'android.doze.holds-normal'(make) {
    const { phone } = await withChannel(make, { unreliable: 'works' }, (native) => native.firebase.messaging().setBackgroundMessageHandler(async () => undefined));
    await phone.doze();
    assert.equal((await phone.arrive(requestOf('firebase', 'android', 'silent'))).drawnBy, 'waiting');
    assert.deepEqual((await phone.arrive(data)).ran, ['background-handler']);
    await phone.wake();
    assert.deepEqual(phone.received.ran, ['background-handler', 'background-handler']);
  },
  async 'android.headless.budget'(make) {
    const { phone, clock } = await withChannel(make, {}, (native) => native.firebase.messaging().setBackgroundMessageHandler(() => new Promise(() => undefined)));
    phone.kill();
    await phone.arrive(data);
    await clock.advance(59_999, () => phone.settled());
    assert.deepEqual(phone.received.overran, []);
    await clock.advance(1, () => phone.settled());
    assert.deepEqual(phone.received.overran, ['background-handler']);
    await phone.finished();
  },
  async 'android.background.timers'(make) {
    const { phone, native, clock } = await withChannel(make);
    let isOver = false;
    await phone.home();
    native.clock.after(1_000, () => (isOver = true));
    await clock.advance(5_000, () => phone.settled());
    assert.equal(isOver, false);
    await phone.open();
    assert.equal(isOver, true);
  },
  async 'android.force-stop.clears'(make) {
    const { phone, native } = await withChannel(make);
    await show(native);
    phone.forceStop();
    assert.deepEqual(phone.shown, []);
  },
  async 'android.restart.clears'(make) {
    const { phone, native } = await withChannel(make);
    await show(native);
    phone.restart();
    assert.deepEqual(phone.shown, []);
  },
  async 'android.press.needs-press-action'(make) {
    const { phone, native } = await withChannel(make);
    await show(native);
    await phone.home();
    assert.deepEqual(await phone.press('n1'), []);
    assert.equal(phone.state, 'background');
  },
  async 'android.press.opens-by-activity'(make) {
    const { phone, native } = await withChannel(make);
    const action = (pressAction) => ({ title: pressAction.id, pressAction });
    await show(native, { pressAction: { id: 'own' }, actions: [action({ id: 'yes' }), action({ id: 'look', launchActivity: 'default' })] });
    await phone.home();
    assert.deepEqual(phone.shown[0].buttons.map(({ opensApp }) => opensApp), [false, true]);
    await phone.press('n1', { button: 'yes' });
    await phone.press('n1');
    assert.equal(phone.state, 'background');
  },
};
