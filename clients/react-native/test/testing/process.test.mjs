import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTesting } from './buildTesting.mjs';
import { requestOf } from './observed.mjs';

const { FakePhone, TestClock } = await buildTesting();

function phoneWith(main, options = {}) {
  const clock = new TestClock();
  const phone = new FakePhone({ platform: 'android', clock, permission: 'granted', ...options });
  const natives = [];
  phone.install((native) => {
    natives.push(native);
    if (main) main(native);
  });
  return { phone, clock, natives };
}

const tick = async () => {
  for (let count = 0; count < 60; count += 1) await Promise.resolve();
};

/** What a promise came to: its value, or that it waits. */
async function outcome(promise) {
  let state = 'waiting';
  promise.then((value) => (state = value), (error) => (state = error));
  await tick();
  return state;
}

test('there is one process of the app at a time, and its code runs once in each', async () => {
  const { phone, natives } = phoneWith();
  await phone.launch();
  await phone.launch();
  await phone.home();
  await phone.open();
  assert.equal(natives.length, 1);
  phone.kill();
  await phone.launch();
  assert.deepEqual([natives.length, phone.received.starts, phone.received.headlessStarts], [2, 2, 0]);
});

test('what a dead process waits for is never answered, and its listeners are not called', async () => {
  const heard = [];
  const { phone, natives } = phoneWith(({ AppState, expo: { Notifications }, NetInfo }) => {
    AppState.addEventListener('change', (state) => heard.push(state));
    Notifications.addNotificationReceivedListener(() => heard.push('push'));
    Notifications.addPushTokenListener(() => heard.push('token'));
    NetInfo.addEventListener(() => heard.push('network'));
  });
  await phone.launch();
  const [{ AsyncStorage, expo, during }] = natives;
  let respond;
  const response = during(new Promise((resolve) => (respond = resolve)));
  const stored = AsyncStorage.setItem('key', 'late');
  heard.length = 0;
  phone.kill();
  respond('response');
  assert.equal(await outcome(response), 'waiting');
  assert.equal(await outcome(stored), 'waiting');
  assert.equal(await outcome(AsyncStorage.getItem('key')), 'waiting');
  assert.equal(await outcome(expo.Notifications.getExpoPushTokenAsync()), 'waiting');
  await phone.launch();
  heard.length = 0;
  await phone.home();
  await phone.rotateToken();
  await phone.setOnline(false);
  assert.deepEqual(heard, ['background', 'token', 'network'], 'each by the living process alone');
});

test('timers of a dead process never fire', async () => {
  const { phone, clock, natives } = phoneWith();
  await phone.launch();
  let isOver = false;
  natives[0].clock.after(1_000, () => (isOver = true));
  phone.kill();
  await phone.launch();
  await clock.advance(10_000, () => phone.settled());
  assert.equal(isOver, false);
  assert.equal(await outcome(natives[1].AsyncStorage.getItem('key')), null);
});

test('code that was started for a push ends with its process', async () => {
  const seen = [];
  const { phone } = phoneWith(({ expo: { TaskManager, Notifications }, AsyncStorage }) => {
    TaskManager.defineTask('push', async () => {
      await AsyncStorage.getItem('a');
      seen.push('read');
      await AsyncStorage.setItem('a', 'b');
      seen.push('written');
    });
    Notifications.registerTaskAsync('push');
  });
  await phone.launch();
  phone.kill();
  const arrival = phone.arrive(requestOf('expo', 'android', 'silent'));
  phone.kill();
  await arrival;
  await phone.finished();
  assert.deepEqual(seen, []);
});

test('storage survives the process, memory does not', async () => {
  const { phone, natives } = phoneWith();
  await phone.launch();
  const [first] = natives;
  await first.AsyncStorage.setItem('a', '1');
  new first.MMKV().set('b', '2');
  await first.expo.SecureStore.setItemAsync('c', '3');
  await first.Keychain.setGenericPassword('user', '4', { service: 'peal' });
  phone.kill();
  new first.MMKV().set('b', 'late');
  await phone.launch();
  const second = natives[1];
  assert.equal(await second.AsyncStorage.getItem('a'), '1');
  assert.equal(new second.MMKV().getString('b'), '2');
  assert.equal(new second.MMKV({ id: 'other' }).getString('b'), undefined);
  assert.equal(await second.expo.SecureStore.getItemAsync('c'), '3');
  assert.equal((await second.Keychain.getGenericPassword({ service: 'peal' })).password, '4');
  assert.equal(await second.Keychain.getGenericPassword(), false);
});

test('a registered task is there in the next process, if that defines it', async () => {
  let isDefined = true;
  const { phone } = phoneWith(({ expo: { TaskManager, Notifications } }) => {
    if (isDefined) TaskManager.defineTask('push', async () => undefined);
    if (phone.received.starts === 1) Notifications.registerTaskAsync('push');
  });
  await phone.launch();
  phone.kill();
  assert.deepEqual((await phone.arrive(requestOf('expo', 'android', 'silent'))).ran, ['task']);
  isDefined = false;
  phone.kill();
  assert.deepEqual((await phone.arrive(requestOf('expo', 'android', 'silent'))).ran, []);
});

test('an error of the app is kept, and other code still runs', async () => {
  const { phone } = phoneWith(({ expo: { Notifications, TaskManager } }) => {
    Notifications.addNotificationReceivedListener(() => {
      throw new Error('listener');
    });
    TaskManager.defineTask('push', async () => {
      throw new Error('task');
    });
    Notifications.registerTaskAsync('push');
  });
  await phone.launch();
  const { ran } = await phone.arrive(requestOf('expo', 'android', 'silent'));
  assert.deepEqual(ran, ['received-listener', 'task']);
  assert.deepEqual(phone.received.errors.map(({ message }) => message), ['listener', 'task']);
});

test('the prompt waits for the user, and the app for the prompt', async () => {
  const { phone, natives } = phoneWith(undefined, { platform: 'ios', permission: undefined });
  await phone.launch();
  const asked = natives[0].expo.Notifications.requestPermissionsAsync();
  assert.equal(await outcome(asked), 'waiting');
  assert.equal(phone.isPromptOpen, true);
  await phone.allow();
  assert.equal((await asked).granted, true);
  phone.changePermission('denied');
  assert.equal((await natives[0].expo.Notifications.getPermissionsAsync()).ios.status, 1);
  assert.deepEqual(phone.received.prompts, ['alert']);
});

test('two requests for the permission wait for one prompt', async () => {
  const { phone, natives } = phoneWith(undefined, { platform: 'ios', permission: undefined });
  await phone.launch();
  const { requestPermissionsAsync } = natives[0].expo.Notifications;
  const both = Promise.all([requestPermissionsAsync(), requestPermissionsAsync()]);
  await tick();
  await phone.deny();
  assert.deepEqual((await both).map(({ granted }) => granted), [false, false]);
  assert.equal(phone.received.prompts.length, 1);
});

test('what the user stopped or swiped away stays so until it is opened, or the phone was restarted', async () => {
  const android = phoneWith().phone;
  await android.launch();
  android.forceStop();
  android.kill();
  android.restart();
  assert.equal(android.state, 'force-stopped');
  const ios = phoneWith(undefined, { platform: 'ios' }).phone;
  await ios.launch();
  ios.swipeAway();
  ios.kill();
  assert.equal(ios.state, 'swiped-away');
  ios.restart();
  assert.equal(ios.state, 'killed');
});

test('timers of a frozen app run while a task does', async () => {
  const seen = [];
  const { phone, clock } = phoneWith(({ expo: { TaskManager, Notifications }, clock: own }) => {
    TaskManager.defineTask('push', () => new Promise((resolve) => own.after(5_000, () => {
      seen.push('timer');
      resolve();
    })));
    Notifications.registerTaskAsync('push');
  });
  await phone.launch();
  phone.kill();
  await phone.arrive(requestOf('expo', 'android', 'silent'));
  await clock.advance(5_000, () => phone.settled());
  await phone.finished();
  assert.deepEqual([seen, phone.received.overran], [['timer'], []]);
});
