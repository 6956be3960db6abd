// A user reads one language: whatever an app's catalog speaks, the elements, the hosted pages and the service worker speak as well.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseYaml } from '../conformance/scenarios.mjs';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const catalogs = new URL('../../../../Catalogs/', import.meta.url);
const directory = mkdtempSync(join(tmpdir(), 'peal-languages-'));
after(() => rmSync(directory, { recursive: true }));
writeFileSync(join(directory, 'texts.ts'), `
  export { languageOf as elements } from '${source}/words/texts.ts';
  export { languageFor as pages, textsFor as pageTexts } from '${source}/pages/texts.ts';
  export { textsFor as worker } from '${source}/worker/texts.ts';
`);
execFileSync('esbuild', [join(directory, 'texts.ts'), '--bundle', '--format=esm', `--outfile=${directory}/texts.mjs`, '--log-level=warning']);
const texts = await import(pathToFileURL(`${directory}/texts.mjs`).href);

const read = (name) => parseYaml(readFileSync(new URL(name, catalogs), 'utf8'));
const spoken = readdirSync(catalogs).filter((name) => name.endsWith('.yaml')).flatMap((name) => read(name).locales.map((locale) => [name, locale]));

for (const [catalog, locale] of spoken) {
  test(`the client speaks ${locale}, as ${catalog} does`, () => {
    const language = locale.toLowerCase().split('-')[0];
    assert.equal(texts.elements(locale), language);
    assert.equal(texts.pages(locale), language);
    if (language !== 'en') assert.notEqual(texts.worker(locale), texts.worker('en'));
  });
}

test('the hosted pages have every text in every language', () => {
  for (const language of ['de', 'es', 'fr']) {
    assert.deepEqual(Object.keys(texts.pageTexts(language)), Object.keys(texts.pageTexts('en')), language);
    for (const [key, text] of Object.entries(texts.pageTexts('en'))) {
      const values = (one) => (one.match(/\{\w+\}/g) ?? []).sort();
      assert.deepEqual(values(texts.pageTexts(language)[key]), values(text), `${language} ${key}`);
    }
  }
});
