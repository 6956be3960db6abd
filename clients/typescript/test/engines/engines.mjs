// Runs all scenarios in JavaScriptCore, with the core as it is and lowered as React Native's bundler lowers it for Hermes, and fails
// where an engine does not come to the number that Node's runner counted.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { directory } from '../conformance/directory.mjs';
import { loadScenarios } from '../conformance/scenarios.mjs';
import { lowering, notLowered } from './lowering.mjs';

const root = new URL('../../../../', import.meta.url);
const work = new URL('.build/clients/engines/', root);
const path = (name, base = work) => fileURLToPath(new URL(name, base));
const esbuild = (...options) => execFileSync('esbuild', [...options, '--bundle', '--format=iife', '--log-level=warning']);

/** Fails on each engine: a runner that notices nothing would pass everything. */
const control = { file: 'control', title: 'An expectation that does not hold', world: { app: 'gss', user: 'ann' },
  steps: [{ launch: 'launched' }, { expect: { live: 'stopped' } }] };

function build() {
  mkdirSync(work, { recursive: true });
  const apps = readdirSync(new URL('apps/', directory));
  const files = apps.flatMap((app) => readdirSync(new URL(`apps/${app}/`, directory)).map((name) => `apps/${app}/${name}`));
  const texts = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]));
  writeFileSync(path('data.json'), JSON.stringify({ scenarios: [...loadScenarios(), control], files: texts }));
  const host = path('host.mjs', import.meta.url);
  esbuild(path('runAll.mjs', import.meta.url), '--target=es2022', '--define:import.meta.url="conformance:"', `--inject:${host}`,
    `--alias:scenario-data=${path('data.json')}`, `--alias:node:fs=${host}`, `--outfile=${path('scenarios.js')}`);
  esbuild(path('clients/typescript/src/core/index.ts', root), '--target=es2019', '--global-name=pealCore', `--outfile=${path('core.js')}`);
  const babel = createRequire(import.meta.url)('/usr/share/nodejs/@babel/standalone');
  const { code } = babel.transform(readFileSync(path('core.js'), 'utf8'), lowering);
  const left = notLowered(babel, code);
  if (left.length > 0) throw new Error(`lowered, the core still has ${left.join(', ')}`);
  writeFileSync(path('lowered.js'), code);
}

function measure(engine, core, ...options) {
  const start = performance.now();
  const output = execFileSync('jsc', [...options, path(core), path('scenarios.js')], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const { passed, failures, isDone } = JSON.parse(output);
  const noticed = failures.filter((text) => text.startsWith('control'));
  const others = failures.filter((text) => !noticed.includes(text));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`  ${engine.padEnd(48)} ${passed} of ${expected} scenarios  ${seconds} s`);
  for (const text of others.slice(0, 5)) console.error(text);
  if (!isDone) console.error('a scenario waits for what never happens');
  if (noticed.length !== 1) console.error('the runner does not notice an expectation that does not hold');
  return isDone && passed === expected && others.length === 0 && noticed.length === 1;
}

if (!existsSync(path('node.json'))) throw new Error('run node --test clients/typescript/test/conformance first');
const { passed: expected } = JSON.parse(readFileSync(path('node.json'), 'utf8'));
build();
console.log('client-engines:');
console.log(`  ${'Node'.padEnd(48)} ${expected} of ${expected} scenarios`);
const results = [measure('JavaScriptCore', 'core.js'), measure('JavaScriptCore, lowered by Babel', 'lowered.js')];
if (process.argv.includes('--long')) {
  results.push(measure('JavaScriptCore without JIT', 'core.js', '--useJIT=false'));
  results.push(measure('JavaScriptCore without JIT, lowered by Babel', 'lowered.js', '--useJIT=false'));
}
if (results.includes(false)) process.exit(1);
