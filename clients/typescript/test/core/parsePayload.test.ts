import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePayload } from '../../src/core/foreground/parsePayload.js';
import { presentationOf } from '../../src/core/foreground/index.js';
import type { ClientConfig } from '../../src/core/model/ClientConfig.js';
import { randomOf } from './randomOf.js';

const peal = { v: 1, op: 'show', id: 'n1', type: 'assigned', category: 'status', priority: 'high', link: '/reports/r1' };

describe('R108, R119: one shape, wherever a provider puts it', () => {
  const cases: Record<string, unknown> = {
    'Web Push': { title: 'T', body: 'B', peal },
    'a JSON text': JSON.stringify({ title: 'T', body: 'B', peal }),
    'FCM, notification': { notification: { title: 'T', body: 'B' }, data: { peal: JSON.stringify(peal) } },
    'FCM, data only': { data: { peal: JSON.stringify(peal), title: 'T', body: 'B' } },
    'Expo': { title: 'T', body: 'B', data: { peal } },
    'APNs': { aps: { alert: { title: 'T', body: 'B' } }, peal },
    'the payload itself': { ...peal, title: 'T', body: 'B' }
  };
  for (const [name, push] of Object.entries(cases)) {
    test(name, () => {
      const found = parsePayload(push);
      assert(found.status === 'ok', found.status);
      assert.deepEqual([found.title, found.body, found.peal.id, found.peal.link, found.peal.actions],
        ['T', 'B', 'n1', '/reports/r1', []]);
    });
  }
});

describe('R149, S3.Err-3: what is malformed, and what is not ours', () => {
  const cases: (readonly [unknown, string, string?])[] = [
    [null, 'foreign'], [undefined, 'foreign'], [7, 'foreign'], ['hello', 'foreign'], [[], 'foreign'], [{}, 'foreign'],
      [{ title: 'T' }, 'foreign'],
    [{ aps: { alert: 'x' } }, 'foreign'], [{ data: { other: 1 } }, 'foreign'],
    [{ peal: { ...peal, v: 2 } }, 'unknown', 'n1'], [{ title: 'T', peal: { ...peal, op: 'later' } }, 'unknown', 'n1'],
    [{ peal: null }, 'malformed'], [{ peal: '{' }, 'malformed'], [{ peal: [] }, 'malformed'], [{ peal: {} }, 'malformed'],
      [{ data: { peal: '[]' } }, 'malformed'],
    [{ title: 'T', peal: { ...peal, v: '1' } }, 'malformed', 'n1'], [{ title: 'T', peal: { ...peal, id: 7 } }, 'malformed'],
    [{ title: 'T', peal: { ...peal, id: '' } }, 'malformed'], [{ peal }, 'malformed', 'n1'],
      [{ title: 3, peal }, 'malformed', 'n1'],
    [{ title: 'T', peal: { ...peal, link: 7 } }, 'malformed', 'n1'], [{ title: 'T', peal: { ...peal, badge: -1 } }, 'ok'],
    [{ title: 'T', peal: { ...peal, badgeVersion: 'x' } }, 'ok'],
      [{ title: 'T', peal: { ...peal, actions: {} } }, 'malformed', 'n1'],
    [{ peal: { v: 1, op: 'clear', id: '' } }, 'malformed'],
      [{ peal: { v: 1, op: 'clear', id: 'n1', cleared: [{}] } }, 'malformed', 'n1'],
    [{ peal: { v: 1, op: 'clear', id: 'n1', cleared: [{ id: 'n1', tag: 't' }] } }, 'ok'],
    [{ peal: { v: 1, op: 'badge', id: '', badge: 2, badgeVersion: 3 } }, 'ok'], [{ peal: { v: 1, op: 'sync', id: '' } }, 'ok'],
    [{ title: 'T', peal: { ...peal, priority: 'later', extra: { more: 1 } } }, 'ok'],
    [{ title: 'T', peal: { ...peal, actions: [{ id: 'a', title: 'A', kind: 'dismiss', place: 'more' }] } }, 'ok']
  ];
  for (const [push, status, id] of cases) {
    test(`${status}: ${JSON.stringify(push)}`, () => {
      const found = parsePayload(push);
      assert.equal(found.status as string, status);
      if (found.status !== 'ok') assert.equal(found.id, id ?? null);
    });
  }
  test('buttons that cannot be drawn are left out, and the push is shown with the others', () => {
    const known = { id: 'a', title: 'A', kind: 'dismiss' };
    const others: unknown[] = [
      { id: 'b', title: 'B', kind: 'later' }, { id: 'c' }, { id: 1, title: 'C', kind: 'dismiss' }, { title: 'D', kind: 'open-app' }, null, 'x', 7, [],
      { ...known, link: 7 }, { ...known, token: {} }, { ...known, kind: 'Dismiss' }
    ];
    for (const other of others) {
      const found = parsePayload({ title: 'T', peal: { ...peal, actions: [other, known] } });
      assert(found.status === 'ok', JSON.stringify(other));
      assert.deepEqual<unknown>(found.peal.actions, [known], JSON.stringify(other));
    }
  });
  test('a priority of a later catalog is shown as normal', () => {
    const found = parsePayload({ title: 'T', peal: { ...peal, priority: 'later' } });
    assert(found.status === 'ok' && found.peal.priority === 'normal');
  });
});

test('R149: nothing that arrives throws', () => {
  const random = randomOf(3);
  const values = [null, undefined, 0, -1, 1, 2, '', 'x', '{}', '[', [], {}, [{}], true, { id: 'a' }, 'show', 'clear'];
  const value = (): unknown => values[random(values.length)];
  for (let round = 0; round < 20_000; round++) {
    const inner: Record<string, unknown> = { ...peal };
    for (const name of ['v', 'op', 'id', 'link', 'actions', 'cleared', 'badge', 'entity',
      'priority']) if (random(3) === 0) inner[name] = value();
    const found = parsePayload(random(2) ? { title: value(), data: value(), aps: value(), notification: value(), peal: inner }
      : { title: 'T', data: { peal: inner } });
    if (found.status !== 'ok') continue;
    assert(found.peal.v === 1 && (found.peal.op !== 'show' || (!!found.peal.id && !!found.title)));
    assert(Array.isArray(found.peal.actions) && found.peal.actions.every(({ id }) => typeof id === 'string'));
  }
});

test('R097: the catalog says how a priority is shown; without it, a banner in the app and the system outside', () => {
  const config = { presentation: { foreground: { high: 'full-screen', low: 'silent' },
    closed: { high: 'silent' } } } as unknown as ClientConfig;
  assert.equal(presentationOf(config, 'foreground', { priority: 'high' }), 'full-screen');
  assert.equal(presentationOf(config, 'foreground', { priority: 'low' }), 'silent');
  assert.equal(presentationOf(config, 'foreground', { priority: 'normal' }), 'banner');
  assert.equal(presentationOf(config, 'closed', { priority: 'high' }), 'silent');
  assert.equal(presentationOf(config, 'background', { priority: 'high' }), 'system');
  assert.equal(presentationOf(null, 'foreground', { priority: 'critical' }), 'banner');
  const own = { ...config, types: [{ id: 'reminder', presentation: 'banner' }, { id: 'other' }] } as unknown as ClientConfig;
  assert.equal(presentationOf(own, 'foreground', { type: 'reminder', priority: 'high' }), 'banner');
  assert.equal(presentationOf(own, 'closed', { type: 'reminder', priority: 'high' }), 'banner');
  assert.equal(presentationOf(own, 'foreground', { type: 'other', priority: 'high' }), 'full-screen');
});
