// The inputs of Tests/Corpus through what the components compute: no page breaks, and no digits or spaces come in that fonts lack.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const files = fileURLToPath(new URL('../../../../Tests/Corpus', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'peal-corpus-'));
after(() => rmSync(directory, { recursive: true }));
writeFileSync(join(directory, 'rules.ts'), `
  export { Dates, isolated, knownTag, Locale, zoneName } from '${source}/words/index.ts';
  export { textsFor } from '${source}/worker/texts.ts';
`);
execFileSync('esbuild', [join(directory, 'rules.ts'), '--bundle', '--format=esm', `--outfile=${directory}/rules.mjs`, '--log-level=warning']);
const { Dates, isolated, knownTag, Locale, textsFor, zoneName } = await import(pathToFileURL(`${directory}/rules.mjs`).href);

const corpus = (name) => readFileSync(join(files, `${name}.tsv`), 'utf8').split('\n').slice(2).filter(Boolean)
  .map((line) => line.split('\t').slice(0, 2).map((cell) => JSON.parse(cell)));

const at = Date.UTC(2026, 10, 20, 18, 5);

test('every locale names a language that the page has, and its digits are those of the texts', () => {
  for (const [input, value] of corpus('locales')) {
    if (typeof input !== 'string') continue;
    const tag = knownTag(input);
    const locale = new Locale(tag);
    const language = value === null ? null : value.split('-')[0];
    if (['de', 'es', 'fr'].includes(language) && input.length > 3) assert.equal(locale.language, language, input);
    const dates = new Dates(locale);
    const shown = [dates.full(at), dates.time(at), dates.relative(at, at + 3 * 3_600_000), dates.day(at, at + 9 * 86_400_000)].join(' ');
    assert.doesNotMatch(shown, /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\u202f]/, `${input}: ${shown}`);
    assert.ok(textsFor(input));
  }
});

test('every zone has a name, if only its own', () => {
  for (const [, value] of corpus('zones')) if (value !== null) assert.ok(zoneName('en', value).length > 0, value);
});

test('a value that runs from right to left is isolated in a text', () => {
  for (const [[language, value]] of corpus('directions')) {
    if (language !== 'en') continue;
    const marks = /[\u202a-\u202e\u2066-\u2069]/.test(value);
    if (!marks) assert.equal(isolated(value), /[\u0590-\u08ff]/.test(value) ? `\u2068${value}\u2069` : value);
  }
  assert.equal(new Locale('en').text('inbox.muteCategory', { category: 'שלום' }), 'Mute “\u2068שלום\u2069”');
});
