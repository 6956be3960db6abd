import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTesting } from './buildTesting.mjs';
import { answered, called, enter, observedApp, requestOf } from './observed.mjs';

const { FakePhone, TestClock, behaviour, changed, without } = await buildTesting();
const presses = behaviour.filter(({ kind }) => kind === 'press');
const actions = [
  { title: 'Yes', pressAction: { id: 'yes' } },
  { title: 'Look', pressAction: { id: 'look', launchActivity: 'default' } },
];

/** The app shows a notification by itself. */
async function drawLocal({ face, platform }, { expo, firebase }) {
  if (face === 'expo') {
    const content = { title: 'Title', body: 'Body', data: {}, categoryIdentifier: 'NEWS' };
    await expo.Notifications.scheduleNotificationAsync({ identifier: 'tag-1', content, trigger: platform === 'android' ? { channelId: 'news' } : null });
    return;
  }
  const android = { channelId: 'news', tag: 'tag-1', pressAction: { id: 'default' }, actions };
  await firebase.notifee.displayNotification({ id: 'tag-1', title: 'Title', body: 'Body', android, ios: { categoryId: 'NEWS' } });
}

/** Presses what is shown in a state of the entry; answers what was observed. */
async function observe(entry, state, drawn, options = {}) {
  const { platform, face, press } = entry;
  const app = observedApp();
  const phone = new FakePhone({ platform, face, clock: new TestClock(), permission: 'granted', ...options });
  phone.install(app.install(face));
  await phone.launch();
  if (drawn === 'local') await drawLocal(entry, app.held.native);
  else {
    await phone.home();
    await phone.arrive(requestOf(face, platform, 'notification'));
  }
  assert.equal(phone.shown.length, 1);
  await enter(phone, state);
  app.log.length = 0;
  phone.received.lost.length = 0;
  const before = app.held.native;
  const name = phone.shown[0].key;
  if (press === 'dismissal') await phone.swipe(name);
  else await phone.press(name, press === 'tap' ? {} : { button: press === 'button' ? 'yes' : 'look' });
  assert.deepEqual(phone.received.errors, []);
  const hasProcess = state === 'foreground' || state === 'background' || app.held.native !== before;
  return { codes: app.log, answers: hasProcess ? await app.answers(face) : [], state: phone.state, lost: phone.received.lost };
}

for (const entry of presses) {
  for (const state of entry.states) {
    for (const drawn of entry.drawn) {
      test(`${entry.id} (${state}, ${drawn}): ${entry.fact}`, async () => {
        const seen = await observe(entry, state, drawn);
        assert.deepEqual(seen.codes, called(entry.runs));
        assert.deepEqual(seen.answers, answered(entry.runs));
        if (entry.opensApp) assert.equal(seen.state, 'foreground');
        else assert.equal(seen.state === 'foreground', state === 'foreground');
        assert.deepEqual(seen.lost, entry.lost ? [entry.lost] : []);

        const lucky = await observe(entry, state, drawn, { unreliable: 'works' });
        assert.deepEqual(lucky.codes, called([...entry.runs, ...(entry.unreliable ?? [])]), 'on a phone where everything works');

        await assert.rejects(observe(entry, state, drawn, { behaviour: without(entry.id) }), /unknown what/);
        const other = changed(entry.id, { runs: [], unreliable: [], opensApp: false });
        const differs = await observe(entry, state, drawn, { behaviour: other });
        assert.deepEqual([differs.codes, differs.answers], [[], []], 'the table says which code runs');
        if (state !== 'foreground') assert.notEqual(differs.state, 'foreground', 'the table says what opens the app');
      });
    }
  }
}

test('every press that can happen has one entry', () => {
  for (const platform of ['android', 'ios']) {
    for (const state of ['foreground', 'background', 'killed', 'swiped-away']) {
      const all = ['tap', 'button', 'opening-button', 'dismissal'];
      const remote = platform === 'android' ? ['tap', 'dismissal'] : all;
      for (const [face, drawn, kinds] of [['expo', 'remote', remote], ['expo', 'local', all], ['firebase', 'local', all], ['firebase', 'remote', remote]]) {
        for (const press of kinds) {
          const found = presses.filter((entry) => entry.face === face && entry.platform === platform && entry.press === press
            && entry.states.includes(state) && entry.drawn.includes(drawn));
          assert.equal(found.length, 1, `${face} ${platform} ${press} ${state} ${drawn}`);
        }
      }
    }
  }
});
