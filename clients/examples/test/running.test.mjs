import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from './buildExample.mjs';
import { exampleOn } from './exampleApp.mjs';

// The examples as they are built for the store, on the fake phone: pushes that reach the app while it is killed.

/** A server that knows the catalog and accepts everything. */
function server(app) {
  const config = json(`../../conformance/apps/${app}/client-config.json`);
  const seen = { device: null };
  const fetch = (url, { body: sent }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/devices/push')) seen.device = JSON.parse(sent);
    const [status, body] = pathname === '/peal/token' ? [200, { token: 'jwt' }] : pathname.endsWith('/client-config') ? [200, config]
      : pathname.endsWith('/devices/push') ? [201, { id: 'dev_1', deviceKey: 'dk_1', state: 'active' }] : [200, {}];
    return { ok: true, status, headers: { get: () => null }, json: async () => body, text: async () => JSON.stringify(body) };
  };
  class WebSocket {
    send() {}
    close() {}
  }
  return { seen, fetch, WebSocket };
}

const quick = (id, title, group) => ({ id, title, kind: 'quick-reply', token: `act_${id}`, ...(group ? { group } : {}) });
const late = (minutes) => quick(`late-${minutes}`, `${minutes} min late`, 'Running late');
const peal = {
  v: 1, op: 'show', id: 'ntf_1', type: 'event-reminder', category: 'event-reminder', priority: 'high', tag: 'tag-1', link: '/events/lunch-run',
  actions: [quick('on-time', 'On time ✓'), late(5), late(10), late(15), { ...quick('cant-make-it', 'Can\'t make it ✗'), link: '/events/lunch-run/cancel' }],
};

test('React Native, Android: the killed app draws a reminder with three buttons, and a press is sent without a screen', async () => {
  const { phone, state } = exampleOn({ platform: 'android', example: 'react-native', ...server('gss') });
  await phone.launch();
  await phone.finished();
  assert.equal(state.registered, 1);
  assert.ok(state.requests.includes('GET /client-config'), state.requests.join(', '));
  phone.kill();
  const data = { peal: JSON.stringify(peal), title: 'Lunch run starts soon', body: 'Will you be on time?', tag: 'tag-1', channel: 'event-reminders' };
  await phone.arrive({ provider: 'fcm', payload: { message: { token: 't', data, android: { priority: 'HIGH' } } } });
  await phone.finished();
  const [shown] = phone.shown;
  assert.deepEqual(phone.received.errors, []);
  assert.deepEqual(shown.buttons.map(({ title }) => title), ['On time ✓', 'Running late', 'Can\'t make it ✗']);
  phone.kill();
  state.requests.length = 0;
  await phone.press(shown.key, { button: 'Running late', choice: '10 min late' });
  await phone.finished();
  assert.ok(state.requests.some((one) => one.startsWith('POST') && one.includes('late-10')), state.requests.join(', '));
});

for (const platform of ['android', 'ios']) {
  test(`Expo, ${platform}: the device says that it may not use Bluetooth, and a silent push runs the app without a screen`, async () => {
    const { seen, ...runtime } = server('nhs');
    const { phone, state } = exampleOn({ platform, example: 'expo', ...runtime });
    await phone.launch();
    await phone.finished();
    assert.deepEqual(phone.received.errors, []);
    assert.deepEqual([seen.device?.provider, seen.device?.capabilities], ['expo', { bluetooth: 'denied' }], state.requests.join(', '));
    phone.kill();
    state.requests.length = 0;
    const payload = { to: 'x', data: { peal: { v: 1, op: 'sync', id: 'ntf_1' } }, _contentAvailable: true };
    const { ran } = await phone.arrive({ provider: 'expo', payload });
    await phone.finished();
    assert.deepEqual(ran, ['task']);
    assert.ok(state.requests.includes('POST /users/me/devices/dev_1/sync'), state.requests.join(', '));
  });
}
