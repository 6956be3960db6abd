// The npm packages as a team meets them: installed without a registry, imported, type-checked and bundled, for the web and for phones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { bundle, resolve } from './metro.mjs';

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

const screen = `
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import { createPeal } from 'peal-core';
import { PealProvider, useInbox, usePeal } from 'peal-core/hooks';
import { addTexts, Dates, Locale } from 'peal-core/words';
import de from 'peal-core/words/de';

addTexts('de', de);
const platform = {
  http: () => Promise.reject(new Error('no network')), random: () => 0,
  storage: { get: async () => null, set: async () => undefined, remove: async () => undefined },
  clock: { now: () => 3_600_000, after: () => () => undefined },
  network: { isOnline: () => false, onChange: () => () => undefined },
};
const client = createPeal({ app: 'gss', baseUrl: 'https://peal.example', platform, token: async () => null });
const locale = new Locale('de-AT');
const Screen = () => createElement('p', null, [locale.text('inbox.title'), new Dates(locale).relative(0, client.now()),
  useInbox().status, usePeal() === client].join(' | '));
export const html = renderToStaticMarkup(createElement(PealProvider, { client }, createElement(Screen)));
`;

const phone = `
import { asyncStorage, bindNavigation, phone, type Phone } from 'peal-react-native';
import { sandboxTokens } from 'peal-react-native/sandbox';
import { expoPhone, type ExpoModules } from 'peal-react-native/expo';
import { firebasePhone } from 'peal-react-native/firebase';
import { notifeeScreen } from 'peal-react-native/notifee';
import { useThread } from 'peal-react-native/hooks';
import { PreferencesScreen } from 'peal-react-native/screens';
import { FakePhone, TestClock } from 'peal-react-native/testing';

export const parts = [asyncStorage, bindNavigation, sandboxTokens, firebasePhone, notifeeScreen, useThread, PreferencesScreen];
export const make = (modules: ExpoModules, AppState: { currentState: string; addEventListener(): { remove(): void } }): Phone =>
  phone({
    ...expoPhone(modules), app: 'nhs', baseUrl: 'https://peal.example', token: async () => null, AppState,
    storage: asyncStorage({ getItem: async () => null, setItem: async () => undefined, removeItem: async () => undefined }),
  });
export const fake = new FakePhone({ platform: 'android', clock: new TestClock() });
fake.install(({ expo, AppState, Linking }) => void make({ ...expo, Linking, projectId: 'p', os: 'android' } as ExpoModules, AppState as never));
`;

let archives;

before(() => {
  const built = join(root, '.build/clients');
  execFileSync('Scripts/clients', ['--package'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  archives = readdirSync(built).filter((name) => name.endsWith('.tgz')).sort().map((name) => join(built, name));
  writeFileSync(join(folder, 'package.json'), '{"name": "shop", "private": true, "type": "module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', ...archives);
  writeFileSync(join(folder, 'shop.ts'), consumer);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('all have one version, no dependency, and nothing in them but what is built', () => {
  const manifests = ['peal-core', 'peal-client', 'peal-react-native'].map((name) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')));
  for (const { dependencies, peerDependenciesMeta, version } of manifests) {
    assert.deepEqual([dependencies, peerDependenciesMeta?.react.optional ?? true, version], [undefined, true, manifests[0].version]);
  }
  assert.equal(manifests[2].peerDependencies['peal-core'], manifests[0].version);
  const files = (name) => readdirSync(join(folder, 'node_modules', name)).filter((one) => one !== 'README.md').sort();
  assert.deepEqual(files('peal-client'), ['LICENSE', 'dist', 'package.json']);
  assert.deepEqual(files('peal-core'), ['LICENSE', 'hooks.d.ts', 'hooks.js', 'index.d.ts', 'index.js', 'package.json', 'types', 'words',
    'words.d.ts', 'words.js']);
});

test('the core is imported by Node as well: it needs no browser', () => {
  for (const name of ['peal-client/core', 'peal-core']) {
    writeFileSync(join(folder, 'core.mjs'), `import { createPeal } from '${name}'; console.log(typeof createPeal);`);
    assert.equal(run('node', 'core.mjs').trim(), 'function');
  }
  writeFileSync(join(folder, 'words.mjs'), `import * as words from 'peal-core/words'; import fr from 'peal-core/words/fr';
    words.addTexts('fr', fr); console.log(new words.Locale('fr').text('time.now'));`);
  assert.equal(run('node', 'words.mjs').trim(), 'maintenant');
});

test('a bundler that does not read `exports` finds the core, its hooks and its words, beside React, and they run', () => {
  const app = join(folder, 'phone');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  for (const archive of archives) {
    run('tar', '--extract', '--gzip', '--file', archive, '--directory', app);
    const { name } = JSON.parse(readFileSync(join(app, 'package/package.json'), 'utf8'));
    run('mv', join(app, 'package'), join(app, 'node_modules', name));
  }
  for (const name of ['react', 'react-dom']) symlinkSync(join('/usr/share/nodejs', name), join(app, 'node_modules', name));
  const entry = join(app, 'screen.js');
  writeFileSync(entry, screen);
  assert.equal(resolve(entry, 'peal-client'), join(app, 'node_modules/peal-client/dist/peal.js'));
  assert.throws(() => resolve(entry, 'peal-client/core'), /Unable to resolve/);
  const context = { process: { env: { NODE_ENV: 'production' } }, TextEncoder };
  assert.equal(vm.runInNewContext(bundle(entry), context).html, '<p>Mitteilungen | vor 1 Std. | loading | true</p>');
});

test('their types are found by both ways to resolve a module, and the code of the README compiles', () => {
  const readme = readFileSync(join(root, 'clients/typescript/peal-core/README.md'), 'utf8');
  writeFileSync(join(folder, 'readme.ts'), /```ts\n([^`]*)```/.exec(readme)[1]);
  // Debian's types of React miss three packages of theirs.
  const react = { baseUrl: '.', paths: { react: ['/usr/share/nodejs/@types/react/index.d.ts'] }, types: [], skipLibCheck: true };
  for (const [module, moduleResolution] of [['ES2020', 'node'], ['Node16', 'Node16']]) {
    const compilerOptions = {
      ...react, module, moduleResolution, target: 'ES2020', lib: ['ES2020', 'DOM', 'DOM.Iterable'], strict: true, noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts', 'readme.ts'] }));
    run('tsc', '--project', 'tsconfig.json');
  }
});

test('the package of phones: its types, and its code where `exports` is not read', () => {
  const app = join(folder, 'phone');
  writeFileSync(join(app, 'app.ts'), phone);
  const native = join(root, 'clients/react-native/types/react-native.d.ts');
  for (const [module, moduleResolution] of [['ES2020', 'node'], ['Node16', 'Node16']]) {
    const compilerOptions = {
      module, moduleResolution, target: 'ES2020', lib: ['ES2020'], strict: true, noEmit: true, baseUrl: '.', types: [], skipLibCheck: true,
      paths: { react: ['/usr/share/nodejs/@types/react/index.d.ts'], 'react-native': [native] },
    };
    writeFileSync(join(app, 'package.json'), '{"type": "module"}');
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
    execFileSync('tsc', ['--project', 'tsconfig.json'], { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  }
  mkdirSync(join(app, 'node_modules/react-native'));
  writeFileSync(join(app, 'node_modules/react-native/index.js'), 'module.exports = new Proxy({}, { get: () => class {} });');
  run('esbuild', join(app, 'app.ts'), '--format=esm', `--outfile=${join(app, 'app.js')}`, '--log-level=error');
  const context = { process: { env: { NODE_ENV: 'production' } }, TextEncoder, setTimeout, clearTimeout };
  const made = vm.runInNewContext(bundle(join(app, 'app.js')), context);
  assert.equal(made.parts.length, 7);
  assert.equal(made.fake.state, 'killed');
});

test('bundled, the client of the page exists once, whichever entries a team imports', () => {
  run('esbuild', 'shop.ts', '--bundle', '--format=esm', '--external:react', '--external:react-dom', '--outfile=shop.js');
  const code = readFileSync(join(folder, 'shop.js'), 'utf8');
  assert.equal(code.match(/function createPeal\(/g).length, 1);
});
