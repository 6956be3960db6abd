import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { coverage, problems, report } from './coverage.mjs';
import { directory } from './directory.mjs';

test('every requirement of a client has a scenario, a test elsewhere, or a reason', () => {
  const rows = coverage();
  assert.equal(rows.length, 114);
  assert.deepEqual(rows.filter(({ files, elsewhere }) => files.size === 0 && elsewhere.length === 0).map(({ row }) => row), []);
});

test('what is covered elsewhere exists', () => {
  assert.deepEqual(problems(), []);
});

test('COVERAGE.md is what the scenarios say', () => {
  assert.equal(readFileSync(new URL('COVERAGE.md', directory), 'utf8'), report());
});
