// The npm package as a team meets it: installed without a registry, imported, type-checked and bundled (issue 13, Deliver 6).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'peal-package-'));
const run = (command, ...options) => execFileSync(command, options,
  { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const consumer = `
import { configure, type PealClient } from 'peal-client';
import { createPeal, preferenceService, type InboxView, type IPreferenceService, type Platform } from 'peal-client/core';
import { PealProvider, useInbox } from 'peal-client/react';

export const client: PealClient = configure({ app: 'gss', baseUrl: 'https://peal.example', tokenUrl: '/peal/token' });
export const service: IPreferenceService = preferenceService(client);
export const make = (platform: Platform): PealClient =>
  createPeal({ app: 'gss', baseUrl: 'https://peal.example', platform, token: async () => null });
export const count = (view: InboxView): number => view.unreadCount;
export const parts = [PealProvider, useInbox];
`;

before(() => {
  const archives = join(root, '.build/clients');
  execFileSync('Scripts/clients', ['--package'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [archive] = readdirSync(archives).filter((name) => /^peal-client-.*\.tgz$/.test(name));
  writeFileSync(join(folder, 'package.json'), '{"name": "shop", "private": true, "type": "module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', join(archives, archive));
  writeFileSync(join(folder, 'shop.ts'), consumer);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('it has no dependency, and nothing in it but what is built', () => {
  const { dependencies, peerDependenciesMeta } = JSON.parse(readFileSync(join(folder, 'node_modules/peal-client/package.json'),
    'utf8'));
  assert.deepEqual([dependencies, peerDependenciesMeta.react.optional], [undefined, true]);
  const names = readdirSync(join(folder, 'node_modules/peal-client')).sort();
  assert.deepEqual(names.filter((name) => name !== 'README.md'), ['LICENSE', 'dist', 'package.json']);
});

test('the core is imported by Node as well: it needs no browser', () => {
  writeFileSync(join(folder, 'core.mjs'), 'import { createPeal } from "peal-client/core"; console.log(typeof createPeal);');
  assert.equal(run('node', 'core.mjs').trim(), 'function');
});

test('its types are found by both ways to resolve a module', () => {
  // Debian's types of React miss three packages of theirs.
  const react = { baseUrl: '.', paths: { react: ['/usr/share/nodejs/@types/react/index.d.ts'] }, types: [], skipLibCheck: true };
  for (const [module, moduleResolution] of [['ES2020', 'node'], ['Node16', 'Node16']]) {
    const compilerOptions = {
      ...react, module, moduleResolution, target: 'ES2020', lib: ['ES2020', 'DOM', 'DOM.Iterable'], strict: true, noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
    run('tsc', '--project', 'tsconfig.json');
  }
});

test('bundled, the client of the page exists once, whichever entries a team imports', () => {
  run('esbuild', 'shop.ts', '--bundle', '--format=esm', '--external:react', '--external:react-dom', '--outfile=shop.js');
  const code = readFileSync(join(folder, 'shop.js'), 'utf8');
  assert.equal(code.match(/function createPeal\(/g).length, 1);
});
