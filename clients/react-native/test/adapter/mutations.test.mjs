import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mutations } from './mutations.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const clients = join(here, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'peal-mutations-'));
const skip = process.env.MUTATIONS ? false : 'set MUTATIONS=1';
const rows = [];
/** The file of each test that passes with the sources as they are. */
const known = new Map();

/** Builds the package from the copy. */
function build(name) {
  const output = join(folder, `${name}.mjs`);
  const core = join(folder, 'typescript/src/core/index.ts');
  const options = ['--bundle', '--format=esm', '--target=es2019', '--log-level=warning', `--alias:peal-core=${core}`, `--outfile=${output}`];
  execFileSync('esbuild', [join(folder, 'react-native/test/adapter/entry.ts'), ...options]);
  return output;
}

function run(built, files, ...options) {
  const env = { ...process.env, PEAL_PHONE: built };
  // Otherwise the tests would report to these.
  delete env.NODE_TEST_CONTEXT;
  return spawnSync('node', ['--test', '--test-reporter=tap', ...options, ...files], { cwd: here, env, encoding: 'utf8', timeout: 60_000 }).stdout;
}

const results = (text) => [...text.matchAll(/^ *(ok|not ok) \d+ - (.*?)( # SKIP.*)?$/gm)].map(([, result, name]) => ({
  name: name.replace(/\\(.)/g, '$1'), isPassed: result === 'ok',
}));

const sourceOf = (file) => join(folder, file.startsWith('core/') ? 'typescript/src' : 'react-native/src', file);

describe('without its remedy each trap is one', { skip }, () => {
  before(() => {
    for (const part of ['react-native/src', 'react-native/types', 'react-native/test/adapter/entry.ts', 'typescript/src/core']) {
      cpSync(join(clients, part), join(folder, part), { recursive: true });
    }
    const built = build('unchanged');
    for (const file of readdirSync(here).filter((name) => name.startsWith('traps.'))) {
      for (const { name, isPassed } of results(run(built, [file]))) if (isPassed) known.set(name, file);
    }
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
    const width = Math.max(...rows.map(([trap]) => trap.length));
    for (const [trap, name, result] of rows) console.log(`${trap.padEnd(width)} | ${result} | ${name}`);
  });

  for (const [index, { trap, file, find, replace, test: name }] of mutations.entries()) {
    test(`${trap} (${file})`, () => {
      assert.ok(known.has(name), `no test of this name passes with the sources as they are: ${name}`);
      const path = sourceOf(file);
      const text = readFileSync(path, 'utf8');
      assert.equal(text.split(find).length, 2, `${file} does not have exactly once: ${find}`);
      writeFileSync(path, text.replace(find, () => replace));
      try {
        const pattern = `^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`;
        const found = results(run(build(`mutation-${index}`), [known.get(name)], `--test-name-pattern=${pattern}`)).find((one) => one.name === name);
        const isFailed = Boolean(found) && !found.isPassed;
        rows.push([trap, name, isFailed ? 'fails without it' : 'PASSES WITHOUT IT']);
        assert.ok(isFailed, 'the test passes without the remedy');
      } finally {
        writeFileSync(path, text);
      }
    });
  }
});
