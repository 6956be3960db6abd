import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from '../../src/components/base/loadTexts.js';
import { Announcer } from '../../src/components/eta/Announcer.js';
import { Heights } from '../../src/components/inbox/Heights.js';
import { howToAllow } from '../../src/components/permission/howTo.js';
import type { Notification } from '../../src/core/model/Notification.js';
import { etaText, summaryText } from '../../src/words/board.js';
import { Dates, zoneName } from '../../src/words/Dates.js';
import { grouped } from '../../src/words/groups.js';
import de from '../../src/words/locales/de.json';
import enEta from '../../src/words/locales/en-eta.json';
import enPreferences from '../../src/words/locales/en-preferences.json';
import en from '../../src/words/locales/en.json';
import es from '../../src/words/locales/es.json';
import fr from '../../src/words/locales/fr.json';
import { knownTag, Locale } from '../../src/words/Locale.js';
import { addTexts } from '../../src/words/texts.js';
import { notifications, participant } from './fakeData.js';

await Promise.all([loadTexts('de'), loadTexts('es'), loadTexts('fr')]);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// A Wednesday afternoon, wherever the test runs.
const now = new Date(2026, 10, 25, 15, 30).getTime();

const datesOf = (tag: string): Dates => new Dates(new Locale(tag));

const english: Readonly<Record<string, string>> = { ...en, ...enEta, ...enPreferences };
for (const later of [enEta, enPreferences]) addTexts('en', later);

test('every language has the same texts, with the same values and plural forms', () => {
  const values = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const [language, own] of Object.entries({ de, en: english, es, fr } as Record<string, Record<string, string>>)) {
    assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort(), language);
    for (const [key, text] of Object.entries(own)) {
      assert.ok(text.trim(), `${language} ${key}`);
      assert.deepEqual(values(text), values(english[key]!), `${language} ${key}`);
      assert.ok(text.split(' | ').length <= 2, `${language} ${key}`);
    }
  }
});

test('the labels that the specification names are its words', () => {
  const locale = new Locale('en-GB');
  const t = locale.text.bind(locale);
  const labels = {
    'preferences.master': 'Push Notifications Enabled', 'preferences.reset': 'Reset to Defaults', 'permission.enable': 'Enable Push Notifications',
    'permission.granted': 'Granted', 'permission.denied': 'Denied', 'permission.notDetermined': 'Not Determined', 'eta.view': 'View ETA Status',
    'inbox.markAllRead': 'Mark all as read', 'eta.onTime': 'On time', 'eta.cantMakeIt': "Can't make it", 'eta.none': 'No response', 'board.name': 'Name',
    'board.rsvp': 'RSVP Status', 'board.eta': 'ETA Status', 'board.checkIn': 'Check-In Status', 'live.polling': 'Live updates paused. Checking every 30 seconds.',
    'inbox.alerts': 'Action required', 'inbox.why': 'Why am I getting this?',
  } as const;
  for (const [key, label] of Object.entries(labels)) assert.equal(t(key as keyof typeof labels), label);
  assert.equal(summaryText(t, { onTime: 8, runningLate: 2, cantMakeIt: 1, noResponse: 3, text: '' }), "8 on time, 2 running late, 1 can't make it");
  const words = (['on-time', 'running-late', 'cant-make-it', null] as const).map((word) => etaText(t, participant('u', 'U', word, 10, now)));
  assert.deepEqual(words, ['On time', '+10 min late', "Can't make it", 'No response']);
});

test('a language without texts is written in English, with its own plural and with dates of its own', () => {
  assert.equal(new Locale('it-IT').text('inbox.deleted', { count: 0 }), '0 notifications deleted');
  assert.equal(new Locale('it-IT').text('inbox.deleted', { count: 1 }), 'Notification deleted');
  assert.equal(new Locale('de-AT').text('eta.sumCant', { count: 1 }), '1 kann nicht kommen');
  assert.equal(new Locale('de-AT').text('eta.sumCant', { count: 2 }), '2 können nicht kommen');
  assert.equal(new Locale('es').sentence('Required for your role'), 'Obligatorio para tu función');
  assert.equal(new Locale('es').sentence('Because'), 'Because');
  assert.equal(new Locale('fr-CA').text('inbox.deleted', { count: 0 }), 'Notification supprimée');
  assert.equal(new Locale('de').text('board.more', { count: 4900 }), '4.900 weitere anzeigen');
  assert.deepEqual(['de-at', '', null, 'not a tag', 'x'].map((tag) => knownTag(tag)), ['de-AT', 'en', 'en', 'en', 'en']);
});

test('values are put in as they are, braces in them included', () => {
  assert.equal(new Locale('en').text('inbox.muteCategory', { category: '{count} $& <b>' }), 'Mute “{count} $& <b>”');
});

test('times are relative for a day, then a date', () => {
  const dates = datesOf('en-US');
  const ages: [number, string][] = [
    [-HOUR, 'now'], [0, 'now'], [44_000, 'now'], [46_000, '1 min. ago'], [59 * MINUTE, '59 min. ago'], [HOUR, '1 hr. ago'], [23 * HOUR, '23 hr. ago'], [25 * HOUR, 'Nov 24'],
    [400 * DAY, 'Oct 21, 2025'],
  ];
  for (const [age, text] of ages) assert.equal(dates.relative(now - age, now), text);
});

test('days and ends are named in words', () => {
  const en = datesOf('en-US');
  assert.deepEqual([0, 1, 2, 6, 7, 300].map((days) => en.day(now - days * DAY, now)), ['Today', 'Yesterday', 'Monday', 'Thursday', 'November 18', 'January 29']);
  const de = datesOf('de');
  assert.deepEqual([0, 1, 2].map((days) => de.day(now - days * DAY, now)), ['Heute', 'Gestern', 'Montag']);
  assert.equal(de.coming(now + HOUR, now), '16:30');
  assert.match(de.coming(now + DAY, now), /^Donnerstag,? 15:30$/);
  assert.match(de.coming(now + 7 * DAY, now), /^2\. Dezember( um|,)? 15:30$/);
  // Midnight is a border, 24 hours are none.
  const late = new Date(2026, 10, 25, 0, 5).getTime();
  assert.equal(en.day(late - 10 * MINUTE, late), 'Yesterday');
  assert.equal(zoneName('en', 'Europe/Berlin').startsWith('Central European'), true);
  assert.equal(zoneName('en', 'Nowhere/City'), 'Nowhere/City');
});

test('times and days are those of the client, wherever the device is; a zone that the browser does not know counts as none', () => {
  const at = Date.parse('2026-12-31T23:30:00Z');
  const of = (zone?: string): Dates => new Dates(new Locale('en-GB'), () => at, () => zone);
  assert.equal(of('Europe/Berlin').time(at), '0:30');
  assert.equal(of('America/New_York').time(at), '18:30');
  assert.equal(of('Europe/Berlin').day(at - HOUR, at), 'Yesterday');
  assert.equal(of('America/New_York').day(at - HOUR, at), 'Today');
  assert.equal(of('Europe/Berlin').coming(at - 400 * DAY, at), '27 November 2025 at 0:30');
  assert.equal(of('Nowhere/City').time(at), of().time(at));
});

test('S4.12.3: rows are grouped by type within their date, the newest type first', () => {
  const at = (hours: number): Partial<Notification> => ({ createdAt: new Date(now - hours * HOUR).toISOString() });
  const items = notifications(7, now, (index) => ({ category: ['kudos', 'streak', 'kudos', 'kudos', 'streak', 'streak', 'kudos'][index]!, ...at([0, 1, 2, 24, 25, 26, 27][index]!) }));
  const shown = (by: 'date' | 'type'): unknown => grouped(items, by, datesOf('en'), now, (name) => name.toUpperCase())
    .map(({ title, parts }) => [title, ...parts.map((part) => [part.title, part.items.map(({ id }) => id.slice(4)).join(' ')])]);
  assert.deepEqual(shown('date'), [
    ['Today', ['KUDOS', '0 2'], ['STREAK', '1']],
    ['Yesterday', ['KUDOS', '3 6'], ['STREAK', '4 5']],
  ]);
  assert.deepEqual(shown('type'), [['KUDOS', ['', '0 2 3 6']], ['STREAK', ['', '1 4 5']]]);
});

test('rows are grouped in the order in which they come, and none is lost', () => {
  const items = notifications(60, now);
  for (const by of ['date', 'type'] as const) {
    const groups = grouped(items, by, datesOf('en'), now, (name) => `Title of ${name}`);
    const parts = groups.flatMap((group) => group.parts);
    const keys = [...groups, ...parts.filter(({ title }) => title)].map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    assert.deepEqual(parts.flatMap((part) => part.items.map((item) => item.id)).sort(), items.map((item) => item.id).sort());
    for (const part of parts) {
      const positions = part.items.map((item) => items.indexOf(item));
      assert.deepEqual(positions, [...positions].sort((a, b) => a - b));
    }
  }
});

test('heights: offsets grow, every place belongs to the entry that covers it, whatever was measured', () => {
  let seed = 7;
  const random = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  for (let round = 0; round < 50; round++) {
    const heights = new Heights(84);
    const keys = Array.from({ length: 1 + random(400) }, (_, index) => `k${index}`);
    heights.arrange(keys);
    const measured = new Map(keys.filter(() => random(3) === 0).map((key) => [key, 20 + random(200)]));
    heights.measure(measured);
    assert.equal(heights.measure(measured), false);
    keys.forEach((key, index) => {
      const height = heights.offset(index + 1) - heights.offset(index);
      assert.ok(height > 0);
      if (measured.has(key)) assert.ok(Math.abs(height - measured.get(key)!) < 1e-6);
    });
    for (let n = 0; n < 20; n++) {
      const y = random(Math.ceil(heights.total));
      const index = heights.indexAt(y);
      assert.ok(heights.offset(index) <= y && y < heights.offset(index + 1) + 1e-6);
    }
    assert.equal(heights.indexAt(-5), 0);
    assert.equal(heights.indexAt(heights.total + 5), keys.length - 1);
    heights.forget();
    assert.equal(heights.total, keys.length * 84);
  }
});

test('announcements: one in five seconds at most, and the last one is always the latest', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let time = 0;
  const said: [number, string][] = [];
  const announcer = new Announcer(5_000, (text) => said.push([time, text]), () => time);
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    context.mock.timers.tick(milliseconds);
  };
  announcer.say('one');
  announcer.say('two');
  pass(2_000);
  announcer.say('three');
  pass(3_000);
  assert.deepEqual(said, [[0, 'one'], [5_000, 'three']]);
  pass(20_000);
  announcer.say('four');
  announcer.say('five');
  announcer.stop();
  pass(20_000);
  assert.deepEqual(said.map(([, text]) => text), ['one', 'three', 'four']);
});

test('the way to the settings is the one of the browser', () => {
  const agents: [string, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'permission.howPage'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'permission.howPage'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15', 'permission.howSafari'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1', 'permission.howIos'],
  ];
  for (const [agent, key] of agents) assert.equal(howToAllow(agent, false), key);
  assert.equal(howToAllow(agents[2]![0], true), 'permission.howIos');
});
