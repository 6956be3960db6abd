import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from './load.mjs';

const { payloadOf, parsePayload } = await load();

const peal = { v: 1, op: 'show', id: 'ntf_1', type: 'assigned', category: 'report-status', priority: 'normal', link: '/reports/r1', tag: '0190' };
const words = { title: 'Your report was assigned', body: 'Broken lamp' };
const text = JSON.stringify(peal);

/** What the app reads of a push that a virtual phone got. */
const readAs = (push) => parsePayload(payloadOf({ number: 1, headers: {}, ...push }));

function assertRead(push, expected = words) {
  const parsed = readAs(push);
  assert.equal(parsed.status, 'ok');
  assert.deepEqual([parsed.title, parsed.body, parsed.peal.id, parsed.peal.tag], [expected.title, expected.body, 'ntf_1', '0190']);
}

describe('what the app gets of a push of a virtual phone (docs/payload.md)', () => {
  test('APNs, show', () => {
    const push = {
      provider: 'apns', headers: { 'apns-push-type': 'alert', 'apns-collapse-id': '0190' },
      payload: {
        aps: {
          alert: words, badge: 1, sound: 'default', 'thread-id': 'report/r1', category: 'REPORT_STATUS', 'interruption-level': 'active', 'relevance-score': 0.5,
        },
        peal,
      },
    };
    assert.deepEqual(payloadOf(push), { notification: words, data: { peal, categoryId: 'REPORT_STATUS', sound: 'default', tag: '0190' } });
    assertRead(push);
  });

  test('APNs, sync', () => {
    const push = { provider: 'apns', headers: { 'apns-push-type': 'background' }, payload: { aps: { 'content-available': 1 }, peal: { v: 1, op: 'sync', id: 'ntf_1' } } };
    assert.deepEqual(payloadOf(push), { data: { peal: { v: 1, op: 'sync', id: 'ntf_1' } } });
    assert.equal(readAs(push).peal.op, 'sync');
  });

  test('APNs, a critical sound is an object, and no name of a file', () => {
    const aps = { alert: words, sound: { critical: 1, name: 'alert.caf', volume: 1 } };
    assert.deepEqual(payloadOf({ provider: 'apns', headers: {}, payload: { aps, peal } }), { notification: words, data: { peal } });
  });

  test('FCM on Android, drawn by the system', () => {
    const message = {
      token: 'x', notification: words, data: { peal: text },
      android: { priority: 'NORMAL', ttl: '259200s', notification: { channel_id: 'report-status', tag: '0190', sound: 'default', notification_count: 1 } },
    };
    const push = { provider: 'fcm', headers: {}, payload: { message } };
    assert.deepEqual(payloadOf(push), {
      notification: words, data: { peal: text, channel: 'report-status', tag: '0190', sound: 'default', notification_count: 1 },
    });
    assertRead(push);
  });

  test('FCM on Android with buttons, drawn by the app', () => {
    const reminder = { title: 'Lunch run starts soon', body: 'Will you be on time?' };
    const data = {
      peal: JSON.stringify({ ...peal, actions: [{ id: 'on-time', title: 'On time ✓', kind: 'quick-reply' }] }), ...reminder,
      tag: '0190', channel: 'event-reminders', sound: 'default', vibration: 'strong',
    };
    const push = { provider: 'fcm', headers: {}, payload: { message: { token: 'x', data, android: { priority: 'HIGH' } } } };
    assert.deepEqual(payloadOf(push), { data });
    assertRead(push, reminder);
    assert.deepEqual(readAs(push).peal.actions.map(({ id }) => id), ['on-time']);
  });

  test('FCM on iOS', () => {
    const message = {
      token: 'x', notification: words, data: { peal: text },
      apns: {
        headers: { 'apns-push-type': 'alert', 'apns-collapse-id': '0190' },
        payload: { aps: { sound: 'default', category: 'REPORT_STATUS', 'thread-id': 'report/r1' } },
      },
    };
    const push = { provider: 'fcm', headers: {}, payload: { message } };
    assert.deepEqual(payloadOf(push), { notification: words, data: { peal: text, categoryId: 'REPORT_STATUS', sound: 'default', tag: '0190' } });
    assertRead(push);
  });

  test('FCM on iOS, in silence', () => {
    const sync = JSON.stringify({ v: 1, op: 'sync', id: 'ntf_1' });
    const push = { provider: 'fcm', headers: {}, payload: { message: { token: 'x', data: { peal: sync }, apns: { payload: { aps: { 'content-available': 1 } } } } } };
    assert.deepEqual(payloadOf(push), { data: { peal: sync } });
    assert.equal(readAs(push).peal.op, 'sync');
  });

  test('Expo: the message itself', () => {
    const message = {
      to: 'ExponentPushToken[x]', ...words, data: { peal }, channelId: 'report-status', tag: '0190', categoryId: 'REPORT_STATUS', collapseId: '0190',
      ttl: 259200, priority: 'default',
    };
    const push = { provider: 'expo', headers: {}, payload: message };
    assert.deepEqual(payloadOf(push), message);
    assertRead(push);
  });

  test('what is none is read as none', () => {
    for (const payload of [null, 'text', {}, { message: null }]) {
      for (const provider of ['fcm', 'apns', 'expo']) assert.notEqual(readAs({ provider, payload }).status, 'ok');
    }
  });
});
