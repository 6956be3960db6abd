// The pushes of Tests/Corpus: what the worker shows, and what it leaves to the rule for pushes that it does not understand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const file = fileURLToPath(new URL('../../../../Tests/Corpus/pushes.tsv', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'peal-pushes-'));
after(() => rmSync(directory, { recursive: true }));
writeFileSync(join(directory, 'rules.ts'), `export { readPush } from '${source}/worker/readPush.ts';`);
execFileSync('esbuild', [join(directory, 'rules.ts'), '--bundle', '--format=esm', `--outfile=${directory}/rules.mjs`, '--log-level=warning']);
const { readPush } = await import(pathToFileURL(`${directory}/rules.mjs`).href);

test('a push is shown whatever it has besides, and only one of this version is', () => {
  const rows = readFileSync(file, 'utf8').split('\n').slice(2).filter(Boolean).map((line) => line.split('\t').slice(0, 2).map((cell) => JSON.parse(cell)));
  assert.ok(rows.length >= 20);
  for (const [input, value] of rows) {
    const push = readPush(input === null ? null : { json: () => input });
    assert.equal(push?.status === 'ok', value === 'shown', JSON.stringify(input));
  }
});
