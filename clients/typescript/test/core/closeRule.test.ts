import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeRule } from '../../src/core/live/closeRule.js';

describe('docs/realtime.md: each close code', () => {
  const cases: [number, string, string | number][] = [
    [1002, '', 'stop'], [1003, '', 'stop'], [1009, '', 'stop'], [4400, 'malformed', 'stop'],
    [4401, 'token-expired', 'token'], [4401, 'token-expired retry=5000', 'token'], [4403, 'revoked', 'revoked'],
    [1006, '', 1000], [1000, '', 1000], [1001, '', 1000], [1011, 'failed retry=2100', 2100], [1012, 'restart retry=8120', 8120],
    [4408, 'silent retry=300', 300], [4429, 'flooding retry=15000', 15000], [1012, 'restart', 1000],
      [1012, 'restart retry=99999999', 1000], [4999, 'later', 1000]
  ];
  for (const [code, reason, rule] of cases) test(`${code} ${reason}`, () =>
    assert.equal<unknown>(closeRule(code, reason, 0, 0.5), rule));
});

test('1006: after 1 s, then twice as long each time up to 60 s, each ± 50 %', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 50].map(failures => closeRule(1006, '', failures, 0.5));
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]);
  assert.equal<unknown>(closeRule(1006, '', 0, 0), 500);
  assert.equal<unknown>(closeRule(1006, '', 6, 0.999), 60_000 * 1.499);
});
