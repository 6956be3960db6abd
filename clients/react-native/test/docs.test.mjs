import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const pages = {
  'docs/phones.md': path('../../../docs/phones.md'),
  'clients/react-native/README.md': path('../README.md'),
  'clients/examples/react-native/README.md': path('../../examples/react-native/README.md'),
  'clients/examples/expo/README.md': path('../../examples/expo/README.md'),
};
const texts = Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, readFileSync(file, 'utf8')]));

/** The code blocks of some languages, each with its line. */
const blocks = (text, ...languages) => [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, language]) => languages.includes(language))
  .map(({ 1: language, 2: code, index }) => ({ language, code, line: text.slice(0, index).split('\n').length }));

const folder = mkdtempSync(join(tmpdir(), 'peal-docs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of code, with the sources as the packages. */
function compile(name, files) {
  const include = Object.entries(files).map(([file, code]) => {
    writeFileSync(join(folder, `${name}-${file}`), code);
    return join(folder, `${name}-${file}`);
  });
  const settings = { extends: path('../../examples/tsconfig.phones.json'), include: [...include, path('../types'), path('../../examples/types')] };
  settings.include.push(path('../../examples/web/recipes/types'));
  // Where a block begins with a line that is only used by the next one of the page, that is no mistake.
  settings.compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(settings));
  const { stdout } = spawnSync('tsc', ['--project', join(folder, `${name}.json`)], { encoding: 'utf8' });
  return stdout;
}

test('the code of the pages compiles', () => {
  const files = {};
  for (const [name, text] of Object.entries(texts)) {
    for (const { language, code, line } of blocks(text, 'ts', 'tsx')) files[`${name.replace(/\W/g, '-')}-line${line}.${language}`] = code;
  }
  assert.ok(Object.keys(files).length >= 8);
  assert.equal(compile('pages', files), '');
});

test('code that uses what there is not does not compile', () => {
  const said = compile('wrong', {
    'a.ts': 'import { phones } from \'peal-react-native\';\nexport default phones;\n',
    'b.tsx': 'import { SettingsRow } from \'peal-react-native/screens\';\nexport const row = <SettingsRow onTap={() => undefined} />;\n',
  });
  assert.match(said, /phones/);
  assert.match(said, /onTap/);
});

test('the options of `phone` are those of the table', () => {
  const [, said] = texts['docs/phones.md'].match(/\| Option of `phone` \| Meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/);
  const named = said.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const source = readFileSync(path('../src/phone.ts'), 'utf8').match(/interface PhoneOptions[^{]*\{([^]*?)^\}/m)[1];
  const own = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
  // What a sandbox and tests hand in.
  const internal = ['isKilled', 'onLife', 'platform'];
  assert.deepEqual(named.sort(), ['app', 'baseUrl', 'token', 'appVersion', ...own.filter((name) => !internal.includes(name))].sort());
});

test('docs/phones.md names what was never run, has 400 lines at most, and a row for each package of the specifications', () => {
  const text = texts['docs/phones.md'];
  assert.ok(text.split('\n').length <= 400);
  assert.match(text, /never run on Hermes, React Native, Expo, Xcode, Android or a device/);
  for (const name of ['@react-native-firebase/messaging', 'react-native-push-notification', 'socket.io-client', '@tanstack/react-query', '@notifee/react-native',
    'expo-notifications']) assert.ok(text.includes(`| \`${name}\``), name);
  for (const name of ['Redux Toolkit', 'React Native Paper', 'Detox', 'Browser Push API']) assert.match(text, new RegExp(`^\\| [^|]*${name}`, 'm'), name);
});

describe('links lead somewhere', () => {
  const anchorOf = (heading) => heading.toLowerCase().replace(/[^\w -]/g, '').replace(/ /g, '-');
  for (const [name, text] of Object.entries(texts)) {
    test(name, () => {
      for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (target.startsWith('https://')) continue;
        const [file, anchor] = decodeURIComponent(target).split('#');
        const page = file ? join(dirname(pages[name]), file) : pages[name];
        assert.ok(existsSync(page), target);
        if (anchor) {
          const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));
          assert.ok(headings.includes(anchor), target);
        }
      }
    });
  }
});
