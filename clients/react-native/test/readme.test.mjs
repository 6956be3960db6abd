import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildTesting } from './testing/buildTesting.mjs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const readme = read('../README.md');

test('the README says how many entries of the fake phone are assumed', async () => {
  const { assumptions, behaviour } = await buildTesting();
  const [, all, sourced, assumed] = readme.match(/Of its (\d+) entries (\d+) have a source[^]*?; (\d+) are assumed/).map(Number);
  assert.deepEqual([all, sourced, assumed], [behaviour.length, behaviour.length - assumptions().length, assumptions().length]);
});

test('every assumed entry is a row of the checklist', async () => {
  const { assumptions } = await buildTesting();
  const checklist = read('../../../docs/device-checklist.md');
  for (const { id } of assumptions()) assert.ok(checklist.includes(`\`${id}\``), id);
});

test('the imports are those of the package', () => {
  const { exports } = JSON.parse(read('../package.json'));
  const named = [...readme.matchAll(/^\| `(peal-react-native[^`]*)` \|/gm)].map(([, name]) => name);
  const entries = Object.keys(exports).filter((name) => name !== './package.json').map((name) => `peal-react-native${name.slice(1)}`);
  assert.deepEqual(named.sort(), entries.sort());
});

test('it says that it never ran', () => assert.match(readme, /never ran\*\* on Hermes, React Native, Expo, in Xcode, on Android or on a device/));
