import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { every, kudos, PhoneApp, reminder, rows } from './PhoneApp.mjs';

const module = await load();
const make = (options) => new PhoneApp(module, { inbox: rows, ...options });
const day = 86_400_000;
const hour = 3_600_000;

/** A notification of the system on the screen of a phone whose app was ended. */
async function shown(options, push = kudos('n2')) {
  const app = await make(options).open();
  await app.kill();
  await app.arrive(push);
  await app.phone.finished();
  if (app.phone.state === 'background') await app.kill();
  app.forget();
  return app;
}

async function press(app, name, options) {
  const ran = await app.phone.press(name, options);
  await app.phone.finished();
  await app.settle();
  return ran;
}

/** The root of an app's navigation, which is ready when the test says so. */
function root() {
  const calls = [];
  const waiting = new Set();
  let isReady = false;
  const ref = {
    isReady: () => isReady, navigate: (...given) => void calls.push(given),
    addListener: (_, listener) => { waiting.add(listener); return () => void waiting.delete(listener); },
  };
  const ready = () => {
    isReady = true;
    waiting.forEach((listener) => listener());
  };
  return { ref, calls, ready };
}

const keyOf = (app) => app.phone.shown[0].key;
const opened = (app) => app.sent('/opened').length;

describe('a press that is reported twice counts once', () => {
  for (const name of every) {
    test(`${name}: a tap that starts the app, by listeners and by the press that started it; also after a restart`, async () => {
      const app = await shown({ name, unreliable: 'works' });
      const ran = await press(app, keyOf(app));
      assert.ok(ran.length >= 1);
      assert.deepEqual([opened(app), app.opened.length], [1, 1], app.paths().join(', '));
      for (let start = 0; start < 2; start += 1) {
        await app.kill();
        await app.open();
        assert.deepEqual([opened(app), app.opened], [0, []]);
      }
    });
  }

  test('a button by the listener and by the task of Expo, which run together', async () => {
    const app = await make({ name: 'expo on android' }).open();
    const { actions } = reminder.peal;
    // What the app draws itself has buttons on Android.
    const draw = { identifier: 'tag-n1', content: { title: 'T', data: { peal: { ...reminder.peal, actions } }, categoryIdentifier: 'EVENT_REMINDER' }, trigger: null };
    await app.phone.home();
    await app.native.expo.Notifications.scheduleNotificationAsync(draw);
    await app.settle();
    app.forget();
    assert.deepEqual(await press(app, 'tag-n1', { button: 'On time ✓' }), ['response-listener', 'last-response', 'task']);
    assert.deepEqual(app.paths(), ['POST /notifications/n1/actions/on-time']);
  });

  test('a tap by notifee and by Firebase, in this order or the other', async () => {
    for (const runs of [['foreground-event', 'opened-listener'], ['opened-listener', 'foreground-event']]) {
      const behaviour = module.changed('firebase.ios.tap.background', { runs });
      const app = await make({ name: 'firebase on ios', behaviour }).open();
      await app.phone.home();
      await app.arrive(kudos('n2'));
      app.forget();
      assert.deepEqual(await press(app, 'tag-n2'), runs);
      assert.deepEqual([opened(app), app.opened.length], [1, 1]);
    }
  });

  test('the same button by two libraries, the second after a restart of the app', async () => {
    const app = await shown({ name: 'firebase on android' }, reminder);
    await press(app, 'tag-n1', { button: 'On time ✓' });
    await app.kill();
    // It stays on the screen of Android until the app removes it.
    await app.arrive(reminder);
    app.forget();
    await press(app, 'tag-n1', { button: 'On time ✓' });
    assert.deepEqual(app.sent('/actions/on-time'), []);
  });
});

describe('the press that started the app', () => {
  test('Expo’s is cleared when it was taken: it is no press of a later day', async () => {
    const app = await shown({ name: 'expo on ios' });
    await press(app, keyOf(app));
    assert.equal(opened(app), 1);
    assert.equal(app.phone.context.kept.lastResponse, null);
    await app.kill();
    await app.advance(day + hour);
    await app.open();
    assert.deepEqual([opened(app), app.opened], [0, []]);
  });

  test('it is reported once to a navigation that is ready later', async () => {
    const { ref, calls, ready } = root();
    const screenOf = ({ href }) => ({ tab: 'Home', name: 'Kudos', params: { href } });
    const app = await shown({ name: 'expo on android', started: ({ client }) => module.bindNavigation(client, { ref, screenOf }) });
    await app.phone.press(keyOf(app));
    await app.settle();
    assert.deepEqual(calls, []);
    ready();
    await app.phone.finished();
    await app.settle();
    assert.deepEqual(calls, [['Home', undefined], ['Kudos', { href: '/kudos' }]]);
    assert.equal(opened(app), 1);
  });

  test('it waits for the root of Expo Router as well', async () => {
    const { ref, calls, ready } = root();
    const router = { push: (...given) => void calls.push(given), navigate: (...given) => void calls.push(given) };
    const app = await shown({ name: 'expo on ios', started: ({ client }) => module.bindExpoRouter(client, { router, ref, tabOf: () => '/home' }) });
    await app.phone.press(keyOf(app));
    await app.settle();
    assert.deepEqual(calls, []);
    ready();
    await app.phone.finished();
    await app.settle();
    assert.deepEqual(calls, [['/home'], ['/kudos']]);
  });
});

describe('buttons of a notification that the app draws on Android', () => {
  test('a tap names the activity, a reply none: only the tap brings the app up', async () => {
    const app = await shown({ name: 'firebase on android' }, reminder);
    const { pressAction, actions } = app.phone.shown[0].source.android;
    assert.equal(pressAction.launchActivity, 'default');
    assert.deepEqual(actions.map(({ pressAction: { launchActivity } }) => launchActivity), [undefined, undefined, 'default']);
    await press(app, 'tag-n1', { button: 'On time ✓' });
    assert.equal(app.phone.state, 'background');
    await app.arrive(reminder);
    await press(app, 'tag-n1');
    assert.equal(app.phone.state, 'foreground');
  });

  for (const [choice, id] of [['5 min late', 'late-5'], ['10 min late', 'late-10'], ['15 min late', 'late-15']]) {
    test(`“Running late”, ${choice}: the token of ${id}`, async () => {
      const app = await shown({ name: 'firebase on android' }, reminder);
      await press(app, 'tag-n1', { button: 'Running late', choice });
      const [{ path, headers }] = app.sent(`/actions/${id}`);
      assert.deepEqual([path, headers.authorization], [`/notifications/n1/actions/${id}`, `Peal-Action action:n1:${id}`]);
      assert.equal(app.requests.length, 1);
      assert.equal(app.phone.state, 'background');
    });
  }
});

describe('notifee on iOS', () => {
  const push = {
    provider: 'fcm',
    payload: {
      message: {
        token: 'x', data: { peal: JSON.stringify(reminder.peal) },
        apns: { headers: { 'apns-collapse-id': 'tag-n1' }, payload: { aps: { alert: { title: 'T', body: 'B' }, category: 'EVENT_REMINDER' } } },
      },
    },
  };
  const confirmed = (app) => app.calls('notifee.displayNotification').map(([{ title }]) => title);

  test('a foreground event of an app that is not on the screen: the reply is confirmed by a notification', async () => {
    const behaviour = module.changed('firebase.ios.button.background', { runs: ['foreground-event'] });
    const app = await make({ name: 'firebase on ios', behaviour }).open();
    await app.phone.home();
    await app.arrive(push);
    app.forget();
    assert.deepEqual(await press(app, 'tag-n1', { button: '5 min late' }), ['foreground-event']);
    assert.equal(app.sent('/actions/late-5').length, 1);
    assert.deepEqual(confirmed(app), ['Host notified you\'re running 5 min late']);
  });

  test('while the app is on the screen it is confirmed there', async () => {
    const app = await make({ name: 'firebase on ios' }).open();
    await app.phone.home();
    await app.arrive(push);
    await app.open();
    app.forget();
    assert.deepEqual(await press(app, 'tag-n1', { button: '5 min late' }), ['foreground-event']);
    assert.equal(app.sent('/actions/late-5').length, 1);
    assert.deepEqual(confirmed(app), []);
  });

  test('a tap in the background comes as a foreground event, and from Firebase not at all', async () => {
    const app = await make({ name: 'firebase on ios' }).open();
    await app.phone.home();
    await app.arrive(push);
    app.forget();
    assert.deepEqual(await press(app, 'tag-n1'), ['foreground-event']);
    assert.deepEqual([opened(app), app.opened], [1, ['/events/e1']]);
  });
});

describe('a push of another sender', () => {
  const foreign = (provider, isApple) => (provider === 'expo'
    ? { provider, payload: { to: 'x', title: 'Theirs', body: 'B', data: { other: true }, collapseId: 'theirs', tag: 'theirs' } }
    : { provider, payload: { message: { token: 'x', notification: { title: 'Theirs', body: 'B' }, data: { other: 'true' }, ...(isApple
      ? { apns: { headers: { 'apns-collapse-id': 'theirs' }, payload: { aps: { alert: { title: 'Theirs', body: 'B' } } } } }
      : { android: { priority: 'HIGH', notification: { tag: 'theirs' } } }) } } });

  for (const name of every) {
    test(`${name}: it is shown by the system, reported to nobody, and stays`, async () => {
      const app = await make({ name }).open();
      await app.phone.home();
      app.forget();
      await app.arrive(foreign(app.face.provider, app.face.platform === 'ios'));
      await app.phone.finished();
      assert.deepEqual(app.phone.shown.map(({ title, drawnBy }) => [title, drawnBy]), [['Theirs', 'system']]);
      assert.deepEqual(app.paths(), []);
      await app.open();
      assert.deepEqual(app.phone.shown.map(({ title }) => title), ['Theirs']);
      app.forget();
      await press(app, keyOf(app));
      assert.deepEqual([app.paths(), app.opened], [[], []]);
    });
  }

  test('Expo: on the screen it is drawn as well', async () => {
    const app = await make({ name: 'expo on ios' }).open();
    await app.arrive(foreign('expo'));
    assert.deepEqual(app.phone.shown.map(({ title }) => title), ['Theirs']);
  });
});
