import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actNames } from './acts.mjs';
import { buildCore } from './buildCore.mjs';
import { directory } from './directory.mjs';
import { duration } from './duration.mjs';
import { expectationNames } from './expectations.mjs';
import { differences, inOrder } from './match.mjs';
import { run } from './run.mjs';
import { loadScenarios, parseScenarios, worldMembers } from './scenarios.mjs';

const core = await buildCore();

const scenario = (expect, {
  world = '{app: gss, user: ann, permission: granted}', before = '{openPreferences: true, row: R078}',
} = {}) => `
scenarios:
  - name: injected
    world: ${world}
    steps:
      - {launch: launched, row: R001}
      - ${before}
      - {expect: ${expect}, row: R079}
`;

const runScenario = (text) => run(parseScenarios(text, 'injected.yaml')[0], core);

test('an expectation that holds passes', () => runScenario(
  scenario('{preferences: {status: ready, enabledCount: 6}, device: {state: active}}'),
));

const wrong = {
  'a number': '{preferences: {enabledCount: 5}}',
  'a text': '{permission: {state: denied}}',
  'null for what is there': '{preferences: {categories: null}}',
  'a member that is not there': '{preferences: {categories: {later: {enabled: true}}}}',
  'a list that is too short': '{server: {devices: []}}',
  'a request that was not sent': '{requests: [{method: DELETE, path: /notifications}]}',
  'a request with another body': '{requests: [{method: POST, path: /users/me/devices/push, body: {token: other}}]}',
  'a request with another credential': '{requests: [{method: POST, path: /users/me/devices/push, as: device}]}',
  'requests in another order': '{requests: [{path: "/users/me/devices/{device}/sync"}, {path: /users/me/devices/push}]}',
  'no request at all': '{requests: []}',
  'a request that was sent all the same': '{notRequested: [{method: GET, path: /client-config}]}',
  'navigation that did not happen': '{opened: [{path: /kudos}]}',
  'a prompt of the system': '{systemPrompts: 1}',
  'a word of the log': '{logged: [never-logged]}',
  'an error': '{error: internal}',
  'a badge': '{badge: 3}',
  'a banner': '{banners: [{id: n1}]}',
  'a message on the stream': '{sent: [{op: unsubscribe}]}',
  'the state of the stream': '{live: polling}',
  'what the server has': '{server: {preferences: {categories: {kudos: {enabled: false}}}}}',
};

for (const [name, expect] of Object.entries(wrong)) {
  test(`a wrong expectation fails with file, scenario, step and row: ${name}`, async () => {
    await assert.rejects(runScenario(scenario(expect)), (error) => {
      assert.match(error.message, /^injected\.yaml › injected › step 3 \(R079\):\n/);
      return true;
    });
  });
}

test('an act that rejects fails its step', async () => {
  const text = scenario(
    '{error: null}', { before: '{call: {service: eta, method: getEventETAStatuses, arguments: [none]}, row: R242}' },
  );
  await assert.rejects(runScenario(text), /injected › step 2 \(R242\):\n {2}call failed/);
});

test('a session in an address, in the log or in the storage fails the step', async () => {
  const leaky = (leak) => ({
    ...core,
    createPeal: (options) => {
      const peal = core.createPeal(options);
      const start = async (state) => leak(options.platform, await options.token(false)) ?? peal.start(state);
      return Object.assign(Object.create(peal), { start });
    },
  });
  const [injected] = parseScenarios(scenario('{error: null}'), 'injected.yaml');
  const leaks = {
    'a session is in the log|is in the log': (platform, token) => void platform.log('token', { token }),
    'a session is stored': (platform, token) => void platform.storage.set('token', token),
    'a session is in an address': (platform, token) =>
      void platform.http({ method: 'GET', url: `https://peal.example/api/v1/client-config?token=${token}`, headers: {} }),
  };
  for (const [message, leak] of Object.entries(leaks)) await assert.rejects(run(injected, leaky(leak)), new RegExp(message));
});

const unknown = {
  'a member of a file': ['about: x\nlater: 1\nscenarios: []', /unknown member later/],
  'a member of a scenario': ['scenarios: [{name: x, later: 1, steps: []}]', /unknown member later/],
  'a member of the world': ['scenarios: [{name: x, world: {later: 1}, steps: []}]', /world: unknown member later/],
  'a member of a client': [
    'scenarios: [{name: x, world: {clients: {a: {later: 1}}}, steps: []}]', /world › a: unknown member later/,
  ],
  'an act': ['scenarios: [{name: x, steps: [{leap: 1, row: R001}]}]', /unknown act leap/],
  'an expectation': ['scenarios: [{name: x, steps: [{expect: {later: 1}, row: R001}]}]', /expect: unknown member later/],
  'a member of an act': ['scenarios: [{name: x, steps: [{toggle: {categry: a}, row: R001}]}]', /toggle has no categry/],
  'a member of a row': [
    'scenarios: [{name: x, world: {inbox: [{id: n1, seenn: true}]}, steps: []}]', /row: unknown member seenn/,
  ],
  'a member of a request': [
    'scenarios: [{name: x, steps: [{expect: {requests: [{verb: GET}]}, row: R001}]}]', /unknown member verb/,
  ],
  'two acts in a step': ['scenarios: [{name: x, steps: [{quit: true, resume: true, row: R001}]}]', /one act or expect/],
  'a step without a row': ['scenarios: [{name: x, steps: [{quit: true}]}]', /names no row or clause/],
  'a row that is none': ['scenarios: [{name: x, steps: [{quit: true, row: AC1}]}]', /AC1 is not a row/],
  'a clause that is none': ['scenarios: [{name: x, steps: [{quit: true, clause: S7.1}]}]', /S7.1 is not a clause/],
  'a case without the value': ['scenarios: [{name: x, cases: [{a: 1}], steps: [{screen: "${b}", row: R001}]}]', /no case has b/],
};

for (const [name, [text, message]] of Object.entries(unknown)) {
  test(
    `what a runner does not know is an error: ${name}`, () => assert.throws(() => parseScenarios(text, 'injected.yaml'), message),
  );
}

test('unknown members inside an expectation are errors, not ignored', async () => {
  await assert.rejects(runScenario(scenario('{preferences: {later: true}}')), /preferences\.later/);
  await assert.rejects(runScenario(scenario('{inbox: {later: null}}')), /inbox\.later: no such member/);
});

test('cases cross and fill, innermost first', () => {
  const [first, , , last] = parseScenarios(
    'scenarios: [{name: x, cases: [{a: one, one: 1}, {a: two, two: [2]}], across: [{b: 3}, {b: 4}], ' +
      'steps: [{screen: "${${a}}", on: "c${b}", row: R001}]}]',
    'injected.yaml',
  );
  assert.deepEqual(first.steps[0], { screen: 1, on: 'c3', row: 'R001' });
  assert.deepEqual(last.steps[0], { screen: [2], on: 'c4', row: 'R001' });
});

test('values are compared by the members that are given', () => {
  assert.deepEqual(differences({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, 'x'), []);
  assert.equal(differences({ a: 1 }, { a: '1' }, 'x').length, 1);
  assert.equal(differences([1], [1, 2], 'x').length, 1);
  assert.deepEqual(differences(null, undefined, 'x'), []);
  assert.equal(differences(false, undefined, 'x').length, 1);
  assert.deepEqual(differences('2026-11-20T10:00:00Z', '2026-11-20T10:00:00.001Z', 'x'), []);
  assert.equal(differences('2026-11-20T10:00:00Z', '2026-11-20T10:00:02Z', 'x').length, 1);
  assert.equal(differences(true, '', 'x').length, 1);
  assert.deepEqual(inOrder([1, 3], [1, 2, 3], 'x'), []);
  assert.equal(inOrder([3, 1], [1, 2, 3], 'x').length, 1);
});

test('durations are ISO 8601', () => {
  const table = { PT30S: 30_000, PT2M: 120_000, PT1H29M: 5_340_000, P1DT1M: 86_460_000, 'P7D': 604_800_000, '-P1D': -86_400_000 };
  for (const [text, milliseconds] of Object.entries(table)) assert.equal(duration(text), milliseconds);
  for (const text of ['', 'P', 'PT', '1h', 'P1M']) assert.throws(() => duration(text));
});

test('the README names every member of the language, and every member is used', () => {
  const text = readFileSync(new URL('README.md', directory), 'utf8');
  const names = [...actNames, ...expectationNames, ...worldMembers];
  assert.deepEqual(names.filter((name) => !text.includes('`' + name + '`')), []);
  const scenarios = loadScenarios();
  const steps = scenarios.flatMap((one) => one.steps);
  const used = new Set([
    ...steps.flatMap((step) => [...Object.keys(step), ...Object.keys(step.expect ?? {})]),
    ...scenarios.flatMap(({ world }) => [world, ...Object.values(world.clients ?? {})].flatMap((one) => Object.keys(one ?? {}))),
  ]);
  assert.deepEqual(names.filter((name) => !used.has(name)), []);
});
