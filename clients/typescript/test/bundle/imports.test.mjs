// No module leads back to itself, types included: a file can be read without those that read it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));

function importsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']*)\.js'/g)].map(([, name]) => `${join(dirname(file), name)}.ts`);
}

/** The first circle on a way from a file, as the files in it. */
function circleFrom(file, files, way, done) {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file) || !files.includes(file)) return null;
  for (const next of importsOf(file)) {
    const circle = circleFrom(next, files, [...way, file], done);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

test('no import leads in a circle', () => {
  const files = readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.ts')).map((name) => join(source, name));
  const done = new Set();
  for (const file of files) {
    const circle = circleFrom(file, files, [], done);
    assert.equal(circle?.map((one) => relative(source, one)).join(' → '), undefined);
  }
  assert.ok(done.size > 100);
});
