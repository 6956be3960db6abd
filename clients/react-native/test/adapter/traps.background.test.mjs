import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { every, kudos, PhoneApp, reminder, rows, show } from './PhoneApp.mjs';

const module = await load();
const make = (options) => new PhoneApp(module, { inbox: rows, ...options });
const killed = async (options) => {
  const app = await make(options).open();
  await app.kill();
  return app;
};
const silent = { peal: { v: 1, op: 'sync', id: 'x' } };

describe('work without a screen', () => {
  const events = {
    'a push that the app draws': { name: 'firebase on android', run: (app) => app.arrive(reminder), path: '/received' },
    'a push that the system draws': { name: 'firebase on android', run: (app) => app.arrive(kudos('n2')), path: '/received' },
    'a silent push (Firebase)': { name: 'firebase on ios', run: (app) => app.arrive(silent), path: '/sync' },
    'a silent push (Expo)': { name: 'expo on ios', run: (app) => app.arrive(silent), path: '/sync' },
    'a silent push (Expo on Android)': { name: 'expo on android', run: (app) => app.arrive(silent), path: '/sync' },
    'a reply': { name: 'firebase on android', run: (app) => app.phone.press('tag-n1', { button: 'On time ✓' }), path: '/actions/on-time', before: reminder },
    'a dismissal': { name: 'firebase on android', run: (app) => app.phone.swipe('tag-n1'), path: '/dismissed', before: reminder },
  };
  for (const [what, { name, run, path, before }] of Object.entries(events)) {
    test(`${what}: all of it is done before its handler ends, however slow the server is`, async () => {
      const app = await killed({ name });
      if (before) {
        await app.arrive(before);
        await app.kill();
      }
      app.latency = 4_000;
      await run(app);
      await app.advance(20_000);
      await app.phone.finished();
      assert.equal(app.sent(path).length, 1, app.paths().join(', '));
      assert.deepEqual([app.strays, app.phone.received.overran, app.phone.received.errors], [[], [], []]);
      const { length } = app.attempts;
      await app.advance(600_000);
      assert.equal(app.attempts.length, length);
    });

    test(`${what}: no stream, no inbox, and the device’s key in place of a session`, async () => {
      const app = await killed({ name });
      if (before) {
        await app.arrive(before);
        await app.kill();
      }
      await run(app);
      await app.phone.finished();
      assert.deepEqual([app.window.streams, app.sent('/notifications').length, app.sent('/client-config').length], [0, 0, 0]);
      assert.deepEqual(app.requests.filter(({ as }) => as === 'session'), []);
      assert.equal(app.phone.state, 'background');
    });
  }

  for (const expoSdk of [52, 53, 54]) {
    for (const name of ['expo on android', 'expo on ios']) {
      test(`${name}, SDK ${expoSdk}: the task finds the payload where that version puts it`, async () => {
        const app = await killed({ name, expoSdk });
        await app.arrive(silent);
        await app.phone.finished();
        assert.deepEqual(app.paths(), ['POST /users/me/devices/dev_1/sync']);
      });
    }
  }

  test('a budget of the app: what is not sent by then is sent at the next start', async () => {
    const app = await killed({ name: 'firebase on android', adapter: { budget: 5_000 } });
    app.held = [];
    await app.arrive(reminder);
    await app.advance(5_100);
    await app.phone.finished();
    assert.deepEqual([app.phone.received.overran, app.requests.length], [[], 0]);
    await app.kill();
    app.held = null;
    await app.open();
    assert.equal(app.sent('/received').length, 1);
  });
});

describe('who draws', () => {
  test('Firebase’s handler runs for what the system has drawn: it is there once', async () => {
    for (const prepare of [killed, async (options) => { const app = await make(options).open(); await app.phone.home(); app.forget(); return app; }]) {
      const app = await prepare({ name: 'firebase on android' });
      const { drawnBy, ran } = await app.arrive(kudos('n2'));
      assert.deepEqual([drawnBy, ran], ['system', ['background-handler']]);
      assert.deepEqual([app.phone.shown.length, app.phone.received.drawn.length], [1, 0]);
      assert.equal(app.sent('/received').length, 1);
    }
  });

  test('a push with buttons is drawn first and reported afterwards', async () => {
    const app = await killed({ name: 'firebase on android' });
    await app.arrive(reminder);
    const order = app.order().filter((call) => /displayNotification|^POST/.test(call));
    assert.deepEqual(order, ['notifee.displayNotification', 'POST /notifications/n1/received']);
  });

  test('it is drawn immediately, although the app does not answer what the device can do', async () => {
    const app = await make({ name: 'firebase on android', adapter: { capabilities: { bluetooth: () => new Promise(() => undefined) } } }).open();
    await app.advance(3_000);
    await app.kill();
    await app.arrive(reminder);
    assert.equal(app.phone.shown.length, 1);
  });

  test('Expo’s handler has three seconds: it answers before the report is sent', async () => {
    const app = make({ name: 'expo on ios' });
    app.server.config = { ...app.server.config, presentation: { foreground: { normal: 'system' } } };
    await app.open();
    app.latency = 10_000;
    await app.arrive(kudos('n2'));
    await app.advance(2_900);
    assert.equal(app.phone.shown.length, 1);
    await app.advance(10_000);
    assert.equal(app.sent('/received').length, 1);
  });

  test('the same tag takes the place of the one before', async () => {
    const app = await killed({ name: 'firebase on android' });
    await app.arrive(reminder);
    await app.arrive({ ...reminder, title: 'Changed', peal: { ...reminder.peal, id: 'n2', tag: 'tag-n1' } });
    assert.deepEqual(app.phone.shown.map(({ title }) => title), ['Changed']);
  });

  test('Android has no number of its own: the notification has it', async () => {
    const app = await killed({ name: 'firebase on android' });
    await app.arrive({ ...reminder, peal: { ...reminder.peal, badge: 3, badgeVersion: 9 } });
    assert.deepEqual([app.phone.shown[0].count, app.phone.icon], [3, 3]);
  });

  for (const name of every) {
    test(`${name}: on the screen the app shows a banner, and the system nothing`, async () => {
      const app = await make({ name }).open();
      await app.arrive(kudos('n2'));
      assert.deepEqual([app.phone.shown.length, app.client.foreground.banners.get().length], [0, 1]);
    });
  }
});

describe('the whole screen', () => {
  const push = { ...reminder, peal: show('n1', { ...reminder.peal, type: 'eta-request' }) };
  const phones = [
    { osVersion: 33, canFullScreen: undefined, isFull: true },
    { osVersion: 34, canFullScreen: undefined, isFull: false },
    { osVersion: 34, canFullScreen: true, isFull: true },
  ];
  for (const { osVersion, canFullScreen, isFull } of phones) {
    test(`API level ${osVersion}, ${canFullScreen ? 'allowed' : 'not allowed'} by the user: ${isFull ? 'the whole screen' : 'a banner'}`, async () => {
      const app = await killed({ name: 'firebase on android', osVersion, canFullScreen });
      await app.phone.lock();
      await app.arrive(push);
      const [asked] = app.calls('notifee.displayNotification').map(([{ android }]) => android.fullScreenAction !== undefined);
      assert.deepEqual([asked, app.phone.shown[0].isFullScreen], [isFull, isFull]);
    });
  }

  test('without an answer of the app the version of Android decides', async () => {
    const [messaging, notifee] = [{ setBackgroundMessageHandler: () => undefined }, { onBackgroundEvent: () => undefined }];
    const screen = (osVersion) => module.firebasePhone({ messaging, notifee, Linking: {}, os: 'android', osVersion, storage: {} }).screen;
    assert.deepEqual([await screen(33).canFullScreen(), await screen(34).canFullScreen(), await screen('35').canFullScreen()], [true, false, false]);
  });
});

describe('left and opened again at once', () => {
  const slow = (app) => new Promise((done) => app.native.clock.after(1_000, () => done('granted')));
  // The app goes on for a while after it was left.
  const behaviour = module.behaviour.filter(({ id }) => id !== 'android.background.timers');
  const made = async (name) => {
    const app = make({ name, behaviour, adapter: { capabilities: { bluetooth: () => slow(app) } } });
    await app.open();
    await app.advance(2_000);
    assert.equal(app.sockets.size, 1);
    return app;
  };

  test('active, background, active: the app is on the screen', async () => {
    const app = await made('firebase on android');
    await Promise.all([app.phone.home(), app.phone.open()]);
    await app.advance(5_000);
    assert.equal(app.sockets.size, 1);
    await app.arrive(kudos('n2'));
    assert.equal(app.client.foreground.banners.get().length, 1);
  });

  test('active and background while the app still comes: nothing is followed', async () => {
    const app = await made('firebase on android');
    await app.phone.home();
    await Promise.all([app.phone.open(), app.phone.home()]);
    await app.advance(5_000);
    assert.equal(app.sockets.size, 0);
  });
});

test('what reached no phone is in the inbox when the app is opened', async () => {
  for (const [name, stop] of [['firebase on android', 'forceStop'], ['expo on ios', 'swipeAway']]) {
    const app = await make({ name }).open();
    app.phone[stop]();
    await app.settle();
    app.forget();
    app.server.notify('anna', { id: 'n3', type: 'kudos' });
    const { lost } = await app.arrive({ peal: { v: 1, op: 'sync', id: 'n3' } });
    assert.equal(lost, 'push');
    await app.open();
    assert.ok(app.client.inbox.view.get().items.some(({ id }) => id === 'n3'));
  }
});
