import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTesting } from './buildTesting.mjs';
import { called, enter, observedApp, requestOf } from './observed.mjs';

const { FakePhone, TestClock, behaviour, changed, without } = await buildTesting();
const deliveries = behaviour.filter(({ kind }) => kind === 'delivery');

/** Lets the push of an entry arrive in one of its states; answers what was observed. */
async function observe({ platform, face, arrives }, state, options = {}) {
  const app = observedApp();
  const phone = new FakePhone({ platform, face, clock: new TestClock(), permission: 'granted', ...options });
  phone.install(app.install(face));
  await enter(phone, state);
  app.log.length = 0;
  const arrival = await phone.arrive(requestOf(face, platform, arrives));
  assert.deepEqual(phone.received.errors, []);
  return { codes: app.log, isDrawn: phone.shown.length > 0 || phone.icon > 0, arrival, lost: phone.received.lost };
}

for (const entry of deliveries) {
  for (const state of entry.states) {
    test(`${entry.id} (${state}): ${entry.fact}`, async () => {
      const seen = await observe(entry, state);
      assert.deepEqual(seen.codes, called(entry.runs));
      assert.equal(seen.isDrawn, entry.drawnBy !== 'nobody', 'drawn');
      assert.equal(seen.arrival.drawnBy, entry.drawnBy);
      assert.deepEqual(seen.lost, entry.lost && entry.runs.length === 0 ? [entry.lost] : []);

      const lucky = await observe(entry, state, { unreliable: 'works' });
      assert.deepEqual(lucky.codes, called([...entry.runs, ...(entry.unreliable ?? [])]), 'on a phone where everything works');

      await assert.rejects(observe(entry, state, { behaviour: without(entry.id) }), /unknown what/);
      const other = changed(entry.id, { drawnBy: entry.drawnBy === 'nobody' ? 'system' : 'nobody', runs: [], unreliable: [] });
      const differs = await observe(entry, state, { behaviour: other });
      assert.deepEqual(differs.codes, [], 'the table says which code runs');
      if (entry.arrives === 'notification') assert.equal(differs.isDrawn, entry.drawnBy === 'nobody', 'the table says who draws');
    });
  }
}

test('every state, platform and kind of push that can happen has one entry', () => {
  const states = { android: ['foreground', 'background', 'killed', 'swiped-away', 'force-stopped'], ios: ['foreground', 'background', 'killed', 'swiped-away'] };
  const kinds = {
    'expo android': ['notification', 'silent'], 'expo ios': ['notification', 'silent', 'badge'],
    'firebase android': ['notification', 'data', 'silent'], 'firebase ios': ['notification', 'silent', 'badge'],
  };
  for (const face of ['expo', 'firebase']) {
    for (const platform of ['android', 'ios']) {
      for (const arrives of kinds[`${face} ${platform}`]) {
        for (const state of states[platform]) {
          const found = deliveries.filter((entry) => entry.face === face && entry.platform === platform && entry.arrives === arrives && entry.states.includes(state));
          assert.equal(found.length, 1, `${face} ${platform} ${arrives} ${state}`);
        }
      }
    }
  }
});

test('the handler of the foreground decides whether Expo draws', async () => {
  for (const platform of ['android', 'ios']) {
    const phone = new FakePhone({ platform, clock: new TestClock(), permission: 'granted' });
    phone.install(({ expo: { Notifications } }) => {
      Notifications.setNotificationChannelAsync('news', { name: 'News', importance: 6 });
      Notifications.setNotificationHandler({ handleNotification: async () => ({ shouldShowBanner: false, shouldShowList: false, shouldPlaySound: false, shouldSetBadge: false }) });
    });
    await phone.launch();
    await phone.arrive(requestOf('expo', platform, 'notification'));
    assert.deepEqual(phone.shown, []);
    assert.equal(phone.icon, 0);
  }
});
