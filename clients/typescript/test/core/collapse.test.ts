import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collapse } from '../../src/core/inbox/collapse.js';
import type { Notification } from '../../src/core/model/Notification.js';

const row = (id: string, thread?: string, change: Partial<Notification> = {}): Notification =>
  ({ id, thread, alert: false, ...change }) as Notification;

test('R090: the newest row of a muted thread stands for its unread ones; alerts and other threads keep their rows', () => {
  const rows = [row('a', 'm', { alert: true }), row('5', 'm'), row('4', 'x'), row('3', 'm', { count: 7 }), row('2'),
    row('1', 'm', { readAt: 'then' })];
  assert.deepEqual(collapse(rows, ['m']).map(({ id, count }) => [id, count]), [['a', undefined], ['5', 8], ['4', undefined], ['2', undefined]]);
  assert.deepEqual(collapse(rows, []), rows);
  assert.equal(collapse([rows[1]!], ['m'])[0], rows[1], 'a row that stands for itself alone stays the same');
});
