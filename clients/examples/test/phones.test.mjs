import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { buildExample, json, packageOf, path, read } from './buildExample.mjs';

const filesOf = (folder, ending) => readdirSync(path(folder), { recursive: true }).filter((name) => ending.test(name)).map((name) => `${folder}/${name}`);
const entries = {
  'react-native': ['../react-native/index.js'],
  expo: ['../expo/index.ts', ...filesOf('../expo/app', /\.tsx$/)],
};
/** Native code alone, or what another package asks for. */
const unnamed = ['@react-native-firebase/app', 'expo', 'expo-dev-client', 'expo-linking', 'react', 'react-native-screens', 'react-native-safe-area-context'];

for (const [name, files] of Object.entries(entries)) {
  describe(`the example ${name}`, () => {
    test('is well typed', () => {
      const { status, stdout } = spawnSync('tsc', ['--project', path(`../${name}`)], { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    });

    test('is built, and its manifest names what it imports and nothing else', () => {
      const { dependencies } = json(`../${name}/package.json`);
      const { names } = buildExample(...files);
      const used = new Set([...names.map(packageOf), 'peal-core', 'peal-react-native']);
      for (const each of used) assert.ok(dependencies[each], `${each} is in no manifest`);
      for (const each of Object.keys(dependencies)) assert.ok(used.has(each) || unnamed.includes(each), `${each} is not used`);
    });

    test('makes the phone before anything else is loaded', () => {
      const [first] = read(files[0]).match(/^import .*$/m);
      assert.equal(first, 'import \'./src/peal\';');
    });

    test('says on the screen when pushes are simulated', () => {
      assert.match(read(`../${name}/src/Simulated.tsx`), /isSimulated[^]*Simulated pushes/);
      const root = name === 'expo' ? 'app/_layout.tsx' : 'src/App.tsx';
      assert.match(read(`../${name}/${root}`), /<Simulated \/>/);
    });

    test('never says that it was run', () => assert.match(read(`../${name}/README.md`), /never run/i));
  });
}

test('the recipes are those of the web, but for the name of the package', () => {
  for (const recipe of ['reduxToolkit.ts', 'tanstackQuery.ts']) {
    assert.equal(read(`../react-native/src/state/${recipe}`), read(`../web/recipes/${recipe}`).replace('\'peal-client\'', '\'peal-core\''), recipe);
  }
});

test('every route of the catalog of NHS is a file of the Expo example', () => {
  const [, list] = read('../../../Catalogs/nhs.yaml').match(/routes:\n((?: +- .+\n)+)/);
  for (const [, route] of list.matchAll(/- (\S+)/g)) {
    const file = `${route.replace(/\{(\w+)\}/g, '[$1]')}.tsx`;
    assert.ok(existsSync(path(`../expo/app${file}`)) || existsSync(path(`../expo/app/(tabs)${file}`)), route);
  }
});

test('every link that the React Native example opens is a route of the catalog of GSS', () => {
  const catalog = read('../../../Catalogs/gss.yaml');
  const routes = [...read('../react-native/src/navigation/links.ts').matchAll(/case '(\/[^']+)'/g)].map(([, route]) => route);
  assert.ok(routes.length >= 5);
  for (const route of routes) assert.ok(catalog.includes(`    - ${route}\n`), route);
});

describe('sounds', () => {
  const sounds = readdirSync(path('../../sounds')).filter((name) => /\.(caf|wav)$/.test(name));
  const raw = readdirSync(path('../../sounds/res/raw'));

  test('Expo: the configuration names each file of both systems, and no Android resource twice', () => {
    const { plugins } = json('../expo/app.json').expo;
    const [, { sounds: both }] = plugins.find(([name]) => name === 'expo-notifications');
    const [, apple] = plugins.find(([name]) => name === './plugins/withSounds.js');
    for (const file of [...both, ...apple]) assert.ok(existsSync(join(path('../expo'), file)), file);
    assert.deepEqual(both.map((file) => file.split('/').pop()).sort(), [...raw].sort());
    assert.deepEqual(apple.map((file) => file.split('/').pop()).sort(), sounds.filter((name) => name.endsWith('.caf')).sort());
  });

  test('React Native: the script copies them into the native projects', () => {
    const root = mkdtempSync(join(tmpdir(), 'peal-sounds-'));
    try {
      const example = join(root, 'examples/react-native');
      cpSync(path('../../sounds'), join(root, 'sounds'), { recursive: true });
      cpSync(path('../react-native/scripts'), join(example, 'scripts'), { recursive: true });
      const copy = () => spawnSync('node', [join(example, 'scripts/copySounds.mjs')], { encoding: 'utf8' });
      assert.equal(copy().status, 1, 'without a native project it says so');
      for (const folder of ['android/app', 'ios/Gss']) mkdirSync(join(example, folder), { recursive: true });
      assert.equal(copy().status, 0);
      assert.deepEqual(readdirSync(join(example, 'android/app/src/main/res/raw')).sort(), [...raw].sort());
      assert.deepEqual(readdirSync(join(example, 'ios/Gss')).sort(), sounds.filter((name) => name.endsWith('.caf')).sort());
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

test('every declaration of another library names a version and where it was read', () => {
  for (const file of filesOf('../types', /\.d\.ts$/)) {
    const text = read(file);
    assert.match(text, /https:\/\/\S+/, file);
    assert.match(text, /\d/, file);
    assert.doesNotMatch(text, /\bany\b/, file);
  }
});
