import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../../typescript/test/conformance/run.mjs';
import { parseScenarios } from '../../../typescript/test/conformance/scenarios.mjs';
import { withServices } from '../../../typescript/test/conformance/withServices.mjs';
import { build } from '../conformance/build.mjs';
import { ignored } from '../conformance/differences.mjs';
import { PhoneDevice } from '../conformance/PhoneDevice.mjs';
import { AppOnPhone, faces } from './AppOnPhone.mjs';

const module = withServices(await build());
const onAndroid = faces.filter(({ platform }) => platform === 'android');

/** Steps as a scenario has them, on each of these kinds of phone. */
async function onPhones(kinds, text) {
  for (const face of kinds) {
    const expectation = (expected, device) => Object.fromEntries(Object.entries(expected).filter(([name]) => !ignored(name, device)));
    for (const scenario of parseScenarios(text, face.name)) {
      await run(scenario, { ...module, expectation, makeDevice: (...given) => new PhoneDevice(...given, { module, face }) });
    }
  }
}

test('the catalog\'s channels are on an Android phone, with their importance, sound, vibration and what may sound in "Do not disturb"', async () => {
  for (const face of onAndroid) {
    const made = await new AppOnPhone('dsober', face, { hasPolicyAccess: true }).launch();
    const { received } = made.phone;
    const created = face.face === 'expo'
      ? received.named('expo.setNotificationChannelAsync').map(({ args: [id, channel] }) => ({ id, ...channel }))
      : received.named('notifee.createChannels').flatMap(({ args: [channels] }) => channels);
    const found = Object.fromEntries(created.map((one) => [one.id, one]));
    const { 'safety-alerts': alerts, 'ride-requests': requests, rides } = found;
    assert.deepEqual([alerts.name, alerts.sound, alerts.bypassDnd], ['Safety alerts', 'alert', true], face.name);
    assert.deepEqual([requests.sound, requests.bypassDnd, rides.bypassDnd], ['moderate', false, false], face.name);
    assert.notDeepEqual(alerts.vibrationPattern, requests.vibrationPattern);
    assert.ok(alerts.importance > found.events.importance, face.name);
    assert.ok(created.every(({ name }) => name), face.name);
  }
});

test('the catalog\'s categories with their buttons are registered on an iPhone before a push needs them', async () => {
  for (const face of faces.filter(({ platform }) => platform === 'ios')) {
    const made = await new AppOnPhone('gss', face).launch();
    const { categories } = made.phone.context;
    const { buttons } = categories.all.find(({ id }) => id === 'EVENT_REMINDER');
    assert.deepEqual(buttons.map(({ title }) => title), ['On time ✓', '5 min late', '10 min late', '15 min late', 'Can\'t make it ✗'], face.name);
  }
});

test('Android asks once more after the first refusal, but not in the same session', () => onPhones(onAndroid, `
scenarios:
  - name: A refusal after the first report
    world: {app: reports, user: rahul}
    steps:
      - {launch: launched, clause: S3.Perm-3}
      - {milestone: first-report-submitted, clause: S3.Perm-3}
      - {agree: denied, clause: S3.Perm-3}
      - {milestone: first-report-submitted, clause: S3.Perm-3}
      - {screen: /reports, clause: S3.Perm-3}
      - {resume: true, clause: S3.Perm-3}
      - {screen: /reports, clause: S3.Perm-3}
      - {expect: {permission: {state: not-determined, prompt: null, softPrompt: null}, systemPrompts: 1, error: null}, clause: S3.Perm-3}
      - {quit: true, clause: S3.Perm-3}
      - {launch: launched, clause: S3.Perm-3}
      - {expect: {permission: {prompt: null}, systemPrompts: 0}, clause: S3.Perm-3}
      - {milestone: first-report-submitted, clause: S3.Perm-3}
      - {agree: denied, clause: S3.Perm-3}
      - {expect: {permission: {state: denied, prompt: null}, systemPrompts: 1, error: null}, clause: S3.Perm-3}
`));

test('on a locked Android phone a push of high priority with buttons takes the whole screen where the system allows it, and is a banner elsewhere', async () => {
  const [android] = faces;
  for (const canFullScreen of [true, false]) {
    const made = await new AppOnPhone('gss', android, { canFullScreen }).launch();
    await made.phone.lock();
    const reply = { id: 'yes', title: 'Yes', kind: 'quick-reply', token: 't' };
    await made.arrive({ priority: 'high', actions: [reply] });
    assert.equal(made.phone.shown.length, 1);
    assert.equal(made.phone.received.fullScreens.length, canFullScreen ? 1 : 0);
  }
});

test('where the catalog has a channel for "Do not disturb", an Android app can lead to the settings that allow it', async () => {
  for (const face of onAndroid) {
    for (const [app, wants] of [['dsober', true], ['match', false]]) {
      const made = await new AppOnPhone(app, face).launch();
      assert.equal(made.adapter.wantsDndAccess(), wants, app);
      made.adapter.openDndAccess();
      await made.phone.settled();
      assert.deepEqual(made.phone.received.settings, ['policy']);
    }
  }
});
