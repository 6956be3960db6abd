import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { androids, every, kudos, PhoneApp, rows } from './PhoneApp.mjs';

const module = await load();
const make = (options) => new PhoneApp(module, { inbox: rows, ...options });
const shown = (app) => app.sent('/sync').at(-1).body.shown;
const silent = (peal) => ({ peal: { v: 1, op: 'clear', type: '', category: '', link: '', ...peal } });

/** What the system drew while no code of the app ran. */
async function drawn(name, id = 'n2') {
  const behaviour = name.startsWith('firebase') ? module.changed('firebase.android.notification.away', { runs: [] }) : undefined;
  const app = await make({ name, behaviour, unreliable: 'works' }).open();
  await app.phone.home();
  await app.arrive(kudos(id));
  assert.equal(app.phone.shown[0].drawnBy, 'system');
  app.forget();
  return app;
}

describe('what Firebase’s SDK draws on Android hides its id', () => {
  for (const name of androids) {
    test(`${name}: the next sync names it by its tag, and what was read elsewhere is cleared by it`, async () => {
      const app = await drawn(name);
      await app.open();
      assert.deepEqual(shown(app), [{ tag: 'tag-n2' }]);
      assert.equal(app.phone.shown.length, 1);
      await app.phone.home();
      app.server.elsewhere('anna', { read: 'n2' });
      await app.open();
      assert.deepEqual(app.phone.shown, []);
    });

    test(`${name}: a silent push with its tag clears it, in an app that was ended`, async () => {
      const app = await drawn(name);
      await app.kill();
      await app.arrive(silent({ id: 'n2', cleared: [{ id: 'n2', tag: 'tag-n2' }] }));
      await app.phone.finished();
      assert.deepEqual(app.phone.shown, []);
    });

    test(`${name}: another one stays`, async () => {
      const app = await drawn(name);
      await app.arrive(silent({ id: 'n1', cleared: [{ id: 'n1', tag: 'tag-n1' }] }));
      await app.phone.finished();
      assert.equal(app.phone.shown.length, 1);
    });
  }

  test('the app’s handler has run: the id is named with the tag, and clears it without one; also after a restart', async () => {
    const app = await make({ name: 'firebase on android', unreliable: 'works' }).open();
    await app.kill();
    await app.arrive(kudos('n2'));
    await app.phone.finished();
    await app.kill();
    await app.arrive({ peal: { v: 1, op: 'sync', id: 'x' } });
    await app.phone.finished();
    assert.deepEqual(shown(app), [{ id: 'n2', tag: 'tag-n2' }]);
    await app.kill();
    await app.arrive(silent({ id: 'n2', cleared: [] }));
    await app.phone.finished();
    assert.deepEqual(app.phone.shown, []);
  });

  test('the last hundred are known: the first of 101 is named by its tag alone', async () => {
    const app = await make({ name: 'firebase on android' }).open();
    await app.phone.home();
    for (let index = 0; index <= 100; index += 1) await app.arrive(kudos(`m${index}`));
    const known = JSON.parse(app.phone.context.stores.asyncStorage.get('peal:gss:tags'));
    assert.deepEqual([known.length, known[0], known[99]], [100, ['tag-m1', 'm1'], ['tag-m100', 'm100']]);
  });

  test('after sign-out no tag is known', async () => {
    const app = await make({ name: 'firebase on android' }).open();
    await app.phone.home();
    await app.arrive(kudos('n2'));
    await app.client.signOut();
    assert.equal(app.phone.context.stores.asyncStorage.has('peal:gss:tags'), false);
  });
});

describe('what no code of the app has run for', () => {
  for (const name of every) {
    test(`${name}: it is named at the next start, which confirms it`, async () => {
      const app = await make({ name, unreliable: 'works' }).open();
      await app.kill();
      await app.arrive(kudos('n2'));
      await app.phone.finished();
      await app.kill();
      await app.open();
      const [one] = shown(app);
      assert.deepEqual(one, name === 'expo on android' ? { tag: 'tag-n2' } : { id: 'n2', tag: 'tag-n2' });
    });
  }

  test('a confirmation of the app itself is no notification', async () => {
    for (const name of every) {
      const app = await make({ name }).open();
      const { expo: { Notifications }, firebase: { notifee } } = app.native;
      if (name.startsWith('expo')) await Notifications.scheduleNotificationAsync({ identifier: 'peal-reply', content: { title: 'Saved' }, trigger: null });
      else await notifee.displayNotification({ id: 'peal-reply', title: 'Saved', android: { channelId: 'kudos', pressAction: { id: 'default' } } });
      await app.phone.home();
      app.forget();
      await app.open();
      assert.deepEqual(shown(app), [], name);
    }
  });
});
