import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { coverage, isOfPhones, problems, report, unproved } from './coverage.mjs';
import { directory } from './directory.mjs';

test('every requirement of a client has a scenario, a test elsewhere, or a reason', () => {
  const rows = coverage();
  assert.equal(rows.length, 114);
  assert.deepEqual(rows.filter(({ files, elsewhere }) => files.size === 0 && elsewhere.length === 0).map(({ row }) => row), []);
});

test('every requirement of a phone has a scenario on a fake phone, another test there, a test of a screen, or why only a device shows it', () => {
  const rows = coverage();
  assert.equal(rows.filter(isOfPhones).length, 110);
  assert.deepEqual(unproved(rows).map(({ row }) => row), []);
});

test('a requirement of a phone is not shown by browsers alone', () => {
  const row = { row: 'R999', where: 'S C W', scenarios: [], elsewhere: [{ test: 'Tests/Browser/test_e2e.py', name: 'test_a' }] };
  const proofs = [
    { elsewhere: [{ test: 'clients/react-native/test/screens/a.test.tsx', name: 'a' }] }, { elsewhere: [{ test: 'clients/react-native/test/adapter/a.test.mjs', name: 'a' }] },
    { elsewhere: [{ phones: 'the sound' }] }, { scenarios: [{ isOnAll: false, faces: 1 }] },
  ];
  assert.deepEqual(unproved([row, { ...row, where: 'S W' }, { ...row, scenarios: [{ isOnAll: false, faces: 0 }] }]).length, 2);
  for (const proof of proofs) assert.deepEqual(unproved([{ ...row, ...proof }]), []);
});

test('what is covered elsewhere exists', () => {
  assert.deepEqual(problems(), []);
});

test('a test of the phone\'s client is named by its whole title', () => {
  const test = 'clients/react-native/test/screens/banners.test.tsx';
  const name = 'the explanation comes before the system\'s prompt; after "no" the app says where notifications are';
  assert.deepEqual(problems({ R025: [{ test, name }] }), []);
  for (const other of [name.slice(0, 20), 'no test']) assert.deepEqual(problems({ R025: [{ test, name: other }] }), [`R025: no test ${other} in ${test}`]);
});

test('COVERAGE.md is what the scenarios say', () => {
  assert.equal(readFileSync(new URL('COVERAGE.md', directory), 'utf8'), report());
});
