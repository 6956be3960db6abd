import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeRule } from '../../src/core/live/closeRule.js';
import { randomOf } from './randomOf.js';

describe('docs/realtime.md: each close code', () => {
  const cases: [number, string, string | number][] = [
    [1002, '', 'stop'], [1003, '', 'stop'], [1009, '', 'stop'], [4400, 'malformed', 'stop'],
    [4401, 'token-expired', 'token'], [4401, 'token-expired retry=5000', 'token'], [4403, 'revoked', 'revoked'],
    [1006, '', 4500], [1000, '', 4500], [1001, '', 4500], [1011, 'failed retry=2100', 2100], [1012, 'restart retry=8120', 8120],
    [4408, 'silent retry=300', 300], [4429, 'flooding retry=15000', 15000], [1012, 'restart', 4500],
      [1012, 'restart retry=99999999', 4500], [4999, 'later', 4500]
  ];
  for (const [code, reason, rule] of cases) test(`${code} ${reason}`, () =>
    assert.equal<unknown>(closeRule(code, reason, 0, 0.5), rule));
});

test('1006: within 8.5 s, then twice as long each time up to 60 s, each ± 50 %', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 50].map(failures => closeRule(1006, '', failures, 0.5));
  assert.deepEqual(waits, [4500, 8000, 16000, 32000, 60000, 60000, 60000, 60000]);
  assert.equal<unknown>(closeRule(1006, '', 0, 0), 500);
  assert.equal<unknown>(closeRule(1006, '', 0, 0.999), 8492);
  assert.equal<unknown>(closeRule(1006, '', 5, 0.999), 60_000 * 1.499);
});

describe('After a server died, its clients return spread: at most a quarter of them in any second', () => {
  const number = 2000;
  /** When a client has its connection again, in milliseconds after the server died for so long. */
  const returned = (outage: number, random: () => number): number => {
    let now = 0;
    for (let failures = 0; ; failures++) {
      now += closeRule(1006, '', failures, random()) as number;
      if (now >= outage) return now;
    }
  };
  for (const outage of [0, 200, 700, 1000, 2000, 3000, 5000, 8000, 9000, 12_000, 20_000, 45_000, 120_000]) test(`an outage of ${outage} ms`, () => {
    const random = randomOf(outage + 1);
    const times = Array.from({ length: number }, () => returned(outage, () => random(1_000_000) / 1_000_000)).sort((a, b) => a - b);
    let [most, first] = [0, 0];
    times.forEach((time, index) => {
      while (time - times[first]! >= 1000) first++;
      most = Math.max(most, index - first + 1);
    });
    assert(most <= number / 4, `${most} of ${number} in a second`);
  });
});
