// The words of the screens as an engine of phones runs them: `Intl` has dates and nothing else, and there is no document.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const source = fileURLToPath(new URL('../../src/words/', import.meta.url));
const languages = ['en', 'de', 'es', 'fr'];
const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 25, 15, 30);
let words;

before(() => {
  const code = execFileSync('esbuild', [`${source}index.ts`, '--bundle', '--format=iife', '--global-name=words', '--target=es2019',
    '--footer:js=receive(words)', '--log-level=warning'], { encoding: 'utf8' });
  const context = vm.createContext(Object.create(null));
  vm.runInContext(`for (const name of Object.getOwnPropertyNames(Intl)) if (name !== 'DateTimeFormat') delete Intl[name];
    delete Intl.DateTimeFormat.prototype.formatToParts;`, context);
  context.receive = (all) => (words = all);
  vm.runInContext(code, context);
  for (const language of languages.slice(1)) words.addTexts(language, JSON.parse(readFileSync(`${source}locales/${language}.json`, 'utf8')));
});

test('the singular and the plural are those of the language', () => {
  for (const language of languages) {
    const rules = new Intl.PluralRules(language);
    const { text } = new words.Locale(language);
    for (const count of [0, 1, 2, 3, 10, 11, 21, 100, 101, 1_000]) {
      const isOne = text('inbox.deleted', { count }) === text('inbox.deleted', { count: 1 });
      assert.equal(isOne, rules.select(count) === 'one', `${language} ${count}`);
    }
  }
});

test('times that have passed are said as the language says them', () => {
  for (const language of languages) {
    const dates = new words.Dates(new words.Locale(language));
    const short = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
    const relative = (age) => dates.relative(now - age, now);
    assert.equal(relative(0), short.format(0, 'second'));
    for (const count of [1, 2, 59]) assert.equal(relative(count * minute), short.format(-count, 'minute'));
    for (const count of [1, 2, 23]) assert.equal(relative(count * hour), short.format(-count, 'hour'));
    const long = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    for (const count of [0, 1]) {
      assert.equal(dates.day(now - count * 24 * hour, now).toLowerCase(), long.format(-count, 'day'));
    }
  }
});

test('the days of an instant are those of the zone that is asked for', () => {
  const at = Date.parse('2026-12-31T23:30:00Z');
  const day = (zone) => new words.Dates(new words.Locale('de'), () => at, () => zone).dayNumber(at) * 24 * hour;
  assert.equal(day('Europe/Berlin'), Date.UTC(2027, 0, 1));
  assert.equal(day('America/New_York'), Date.UTC(2026, 11, 31));
});

test('a zone whose name the engine cannot say is named as it is', () => {
  assert.equal(words.zoneName('en', 'Europe/Berlin'), 'Europe/Berlin');
});

test('tags that the engine does not know are English, or their language', () => {
  assert.deepEqual(['de_AT', 'de_XX@euro', 'C.UTF-8', '', null].map((tag) => words.knownTag(tag)), ['de-AT', 'de-XX', 'en', 'en', 'en']);
});

test('texts that were not added are English', () => {
  const { text, explain } = new words.Locale('it');
  assert.equal(text('preferences.title'), 'Notification settings');
  assert.equal(explain({ code: 'network' }), 'There is no connection.');
  assert.equal(explain(null), 'Something went wrong. Try again in a moment.');
});
