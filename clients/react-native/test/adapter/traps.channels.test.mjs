import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';
import { androids, PhoneApp, reminder, rows, show } from './PhoneApp.mjs';

const module = await load();
const apps = ['dsober', 'gss', 'match', 'nhs', 'reports'];
const open = (options) => new PhoneApp(module, options).open();
const german = (app) => Object.assign(app.texts, {
  de: ({ androidChannels, iosCategories }) => ({
    androidChannels: androidChannels.map((one) => ({ ...one, name: `${one.name} (de)` })),
    iosCategories: iosCategories.map((one) => ({ ...one, actions: one.actions.map((action) => ({ ...action, title: `${action.title} (de)` })) })),
  }),
});
const channels = (app) => app.phone.context.channels.all.map(({ name }) => name);
const reopen = async (app) => {
  await app.phone.home();
  await app.open();
};

describe('channels of Android', () => {
  for (const name of androids) {
    test(`${name}: another language reads the configuration again, and renames them`, async () => {
      const app = await open({ name });
      const before = channels(app);
      german(app);
      app.locale = 'de';
      app.forget();
      await reopen(app);
      assert.deepEqual(app.sent('/client-config').map(({ query }) => query.locale), ['de']);
      const own = name.startsWith('firebase') ? ['Antworten'] : [];
      assert.deepEqual(channels(app), [...before.filter((one) => one !== 'Replies').map((one) => `${one} (de)`), ...own]);
    });
  }

  test('notifee: the one of confirmations has its name in the user’s language, and a confirmation is shown in it', async () => {
    const app = new PhoneApp(module, { name: 'firebase on android', inbox: rows });
    app.locale = 'de-AT';
    await app.open();
    assert.equal(app.phone.context.channels.get('peal-replies').name, 'Antworten');
    await app.kill();
    await app.arrive(reminder);
    await app.phone.press('tag-n1', { button: 'On time ✓' });
    await app.phone.finished();
    const confirmation = app.phone.shown.find(({ channel }) => channel === 'peal-replies');
    assert.ok(confirmation, app.logged.join('; '));
    assert.deepEqual(confirmation.sound, null);
  });

  for (const app of apps) {
    test(`notifee takes every channel of ${app}: nothing is thrown`, async () => {
      const phone = await open({ name: 'firebase on android', app });
      const wanted = phone.client.config.get().androidChannels;
      assert.deepEqual(phone.logged.filter((one) => one.startsWith('phone.')), []);
      assert.deepEqual(phone.phone.received.errors, []);
      assert.equal(phone.phone.context.channels.all.length, wanted.length + 1);
    });
  }

  test('a channel that only a newer catalog has: the notification is shown in another one', async () => {
    const app = await open({ name: 'firebase on android', inbox: rows });
    await app.kill();
    await app.arrive({ ...reminder, data: { channel: 'made-since' } });
    assert.equal(app.phone.shown.length, 1, app.phone.received.errors.join('; '));
    assert.equal(app.sent('/received').length, 1);
  });
});

describe('categories of buttons', () => {
  const registered = (app) => app.calls('notifee.setNotificationCategories').map(([categories]) => categories.map(({ id }) => id));

  test('notifee on iOS: all in one call, at each start, with another catalog and in another language', async () => {
    const app = await open({ name: 'firebase on ios' });
    const all = app.client.config.get().iosCategories.map(({ id }) => id);
    assert.deepEqual(registered(app), [all]);
    await app.kill();
    await app.open();
    assert.deepEqual(registered(app), [all]);
    app.forget();
    app.server.publish({ iosCategories: [...app.server.config.iosCategories, { id: 'NEW', actions: [] }] });
    await reopen(app);
    assert.deepEqual(registered(app), [[...all, 'NEW']]);
    app.forget();
    german(app);
    app.locale = 'de';
    await reopen(app);
    assert.deepEqual(registered(app), [[...all, 'NEW']]);
    assert.equal(app.phone.context.categories.find('EVENT_REMINDER', false).buttons[0].title, 'On time ✓ (de)');
  });

  test('Expo: each of them reports its dismissal', async () => {
    const app = await open({ name: 'expo on ios', inbox: rows });
    const calls = app.calls('expo.setNotificationCategoryAsync');
    assert.deepEqual(calls.map(([id]) => id), app.client.config.get().iosCategories.map(({ id }) => id));
    for (const [id, , options] of calls) assert.deepEqual(options, { customDismissAction: true }, id);
    await app.kill();
    await app.arrive({ provider: 'expo', payload: { to: 'x', title: 'T', body: 'B', categoryId: 'KUDOS', collapseId: 'tag-n2', data: { peal: show('n2') } } });
    await app.phone.swipe('tag-n2');
    await app.phone.finished();
    assert.deepEqual(app.paths(), ['POST /notifications/n2/dismissed']);
  });
});

describe('Android draws three buttons', () => {
  for (const app of apps) {
    test(`no type of ${app} needs a fourth`, async () => {
      const expo = await open({ name: 'expo on android', app });
      assert.deepEqual(expo.logged.filter((one) => one.startsWith('phone.')), []);
      for (const [id, actions] of expo.calls('expo.setNotificationCategoryAsync')) {
        assert.ok(actions.length <= 3, id);
        // Expo finds no category with other characters.
        assert.doesNotMatch(id, /[:-]/);
      }
      const { types } = expo.client.config.get();
      const firebase = await open({ name: 'firebase on android', app, inbox: types.map(({ id }) => ({ id, type: id })) });
      await firebase.kill();
      for (const { id, priority, androidChannel, actions = [{ id: 'a', title: 'A', type: 'open-app' }] } of types) {
        const buttons = actions.map(({ type, ...action }) => ({ ...action, kind: type }));
        await firebase.arrive({ title: id, body: id, data: { channel: androidChannel }, peal: show(id, { type: id, priority, actions: buttons }) });
        assert.ok(firebase.phone.shown.find(({ title }) => title === id).buttons.length <= 3, id);
      }
      assert.deepEqual(firebase.phone.received.errors, []);
    });
  }

  test('of four without a common button the first two, and “More…”, which opens the app', async () => {
    const app = await open({ name: 'firebase on android', inbox: rows });
    await app.kill();
    const actions = ['One', 'Two', 'Three', 'Four'].map((title) => ({ id: title.toLowerCase(), title, kind: 'quick-reply' }));
    await app.arrive({ ...reminder, peal: { ...reminder.peal, actions } });
    assert.deepEqual(app.phone.shown[0].buttons.map(({ title, opensApp }) => [title, opensApp]), [['One', false], ['Two', false], ['More…', true]]);
  });
});
