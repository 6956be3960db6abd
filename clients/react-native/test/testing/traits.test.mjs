import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTesting } from './buildTesting.mjs';
import { android } from './traits.android.mjs';
import { apple } from './traits.ios.mjs';
import { modules } from './traits.modules.mjs';

const { FakePhone, TestClock, behaviour, assumptions, sources, without } = await buildTesting();
const cases = { ...android, ...apple, ...modules };
const traits = behaviour.filter(({ kind }) => kind === 'trait');

/** Makes phones that behave by a table. */
const maker = (table) => (options) => {
  const clock = new TestClock();
  return { clock, phone: new FakePhone({ clock, behaviour: table, ...options }) };
};

for (const { id, fact } of traits) {
  test(`${id}: ${fact}`, async () => {
    assert.ok(cases[id], `${id} has no case`);
    await cases[id](maker(behaviour));
    const table = without(id);
    await assert.rejects(cases[id](maker(table)), assert.AssertionError, `the case of ${id} holds without it`);
  });
}

test('no case is left of a rule that is gone', () => {
  assert.deepEqual(Object.keys(cases).filter((id) => !traits.some((trait) => trait.id === id)), []);
});

test('an entry has an id of its own, one sentence, and a source or the word assumed', () => {
  assert.equal(new Set(behaviour.map(({ id }) => id)).size, behaviour.length);
  for (const { id, fact, source } of behaviour) {
    assert.match(fact, /^[A-Z].*\.$|^notifee .*\.$|^iOS.*\.$/, id);
    for (const one of source.split(' ')) assert.match(one, /^(https:\/\/\S+|[\w.-]+\/[\w.-]+#\d+|assumed)$/, id);
  }
  assert.ok(assumptions().length > 0 && assumptions().every(({ source }) => source === 'assumed'));
  assert.ok(!sources().includes('assumed') && sources().includes('expo/expo#18712'));
});
