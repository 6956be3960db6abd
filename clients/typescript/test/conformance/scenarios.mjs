import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import { actNames, unknownArguments, worldMembers as partsOfWorld } from './acts.mjs';
import { expectationNames, unknownMembers } from './expectations.mjs';
import { directory } from './directory.mjs';
import { merge } from './merge.mjs';

const yaml = createRequire(import.meta.url)(process.env.JS_YAML ?? '/usr/share/nodejs/js-yaml');

export { directory };

export const worldMembers = [
  'app', 'user', 'clock', 'permission', 'push', 'token', 'online', 'socket', 'settings', 'visible', 'tabOf', 'storage', 'shown', 'icon',
  'locale', 'timeZone', 'appVersion', 'clockSkew', 'missing', 'preferences', 'inbox', 'inboxes', 'events', 'extra', 'clients',
];
const members = {
  file: ['about', 'world', 'scenarios'],
  scenario: ['name', 'world', 'cases', 'across', 'steps'],
  step: ['on', 'row', 'clause', 'mayFail', 'expect'],
};

/** The scenarios of all files, one for each case, checked member by member. */
export function loadScenarios() {
  const files = readdirSync(directory).filter(
    (name) => name.endsWith('.yaml') && !['elsewhere.yaml', 'rows.yaml'].includes(name),
  ).sort();
  return files.flatMap((name) => parseScenarios(readFileSync(new URL(name, directory), 'utf8'), name));
}

export function parseScenarios(text, file) {
  const content = yaml.load(text);
  only(content, members.file, file);
  if (!Array.isArray(content.scenarios)) throw new Error(`${file}: no scenarios`);
  return content.scenarios.flatMap((scenario) => expand(scenario, content.world ?? {}, file));
}

export function load(name) {
  return yaml.load(readFileSync(new URL(name, directory), 'utf8'));
}

export const parseYaml = (text) => yaml.load(text);

function expand(scenario, shared, file) {
  const at = `${file} › ${scenario.name}`;
  only(scenario, members.scenario, at);
  if (!scenario.name || !Array.isArray(scenario.steps)) throw new Error(`${at}: a scenario has a name and steps`);
  const cases = (scenario.cases ?? [{}]).flatMap((one) => (scenario.across ?? [{}]).map((other) => ({ ...one, ...other })));
  return cases.map((values) => {
    const filled = fill({ world: merge(shared, scenario.world ?? {}), steps: scenario.steps }, values);
    checkWorld(filled.world, at);
    for (const [index, step] of filled.steps.entries()) checkStep(step, `${at} › step ${index + 1}`);
    const label = Object.values(values).filter((value) => typeof value !== 'object').slice(0, 3).join(', ');
    return { file, name: scenario.name, title: label ? `${scenario.name} [${label}]` : scenario.name, ...filled };
  });
}

function checkWorld(world, at) {
  only(world, worldMembers, `${at} › world`);
  for (const list of [world.inbox ?? [], ...Object.values(world.inboxes ?? {})]) {
    if (Array.isArray(list)) for (const row of list) only(row, partsOfWorld.row, `${at} › row`);
    else only(list, partsOfWorld.list, `${at} › inbox`);
  }
  for (const event of Object.values(world.events ?? {})) {
    only(event, partsOfWorld.event, `${at} › event`);
    for (const one of event.participants ?? []) only(one, partsOfWorld.participant, `${at} › participant`);
  }
  for (const [name, client] of Object.entries(world.clients ?? {})) {
    only(client ?? {}, worldMembers, `${at} › world › ${name}`);
  }
}

function checkStep(step, at) {
  const acts = Object.keys(step).filter((key) => !members.step.includes(key));
  if (acts.length + (step.expect ? 1 : 0) !== 1) throw new Error(`${at}: one act or expect, not ${acts.join(', ') || 'none'}`);
  if (!step.row && !step.clause) throw new Error(`${at}: names no row or clause`);
  for (const act of acts) {
    if (!actNames.includes(act)) throw new Error(`${at}: unknown act ${act}`);
    for (const member of unknownArguments(act, step[act])) throw new Error(`${at}: ${act} has no ${member}`);
  }
  for (const row of [step.row ?? []].flat()) if (!/^R\d{3}$/.test(row)) throw new Error(`${at}: ${row} is not a row`);
  for (const clause of [step.clause ?? []].flat()) {
    if (!/^S[0-4]\.[\w.-]+$/.test(clause)) throw new Error(`${at}: ${clause} is not a clause`);
  }
  if (!step.expect) return;
  only(step.expect, expectationNames, `${at} › expect`);
  for (const member of unknownMembers(step.expect)) throw new Error(`${at} › expect: unknown member ${member}`);
}

function only(value, allowed, at) {
  for (const key of Object.keys(value)) if (!allowed.includes(key)) throw new Error(`${at}: unknown member ${key}`);
}

/** Puts the values of a case in the place of `${name}`, innermost first. */
function fill(value, values) {
  if (Array.isArray(value)) return value.map((member) => fill(member, values));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [fill(key, values), fill(member, values)]));
  }
  if (typeof value !== 'string') return value;
  for (let text = value; ;) {
    const alone = /^\$\{(\w+)\}$/.exec(text);
    if (alone) return lookUp(values, alone[1]);
    const next = text.replace(/\$\{(\w+)\}/g, (_, name) => String(lookUp(values, name)));
    if (next === text) return text;
    text = next;
  }
}

function lookUp(values, name) {
  if (!(name in values)) throw new Error(`no case has ${name}`);
  return values[name];
}
