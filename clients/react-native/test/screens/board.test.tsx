import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ETADashboard } from '../../src/screens/ETADashboard.js';
import { ETAStatusButton } from '../../src/screens/ETAStatusButton.js';
import { ETAQuickReply } from '../../src/screens/ETAQuickReply.js';
import { host } from '../host.js';
import { advance, countListeners, pass, Screen, startWorld } from '../render.js';
import { boardOf, participant, type World } from '../World.js';

const guests = [
  participant('John D', 10), participant('Ann Lee', 'on-time'), participant('Omar', 'cant-make-it'),
  participant('Mia', null, { checkedIn: true, checkedInAt: '2026-11-20T09:55:00Z', rsvpStatus: 'checked-in' }),
];
const withBoard = (world: World): void => {
  world.board = boardOf(guests);
};

describe('S0.AC4: the dashboard of a host', () => {
  test('rows have S0\'s words, colours come with them, and the summary counts', async () => {
    const world = await startWorld(withBoard);
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />);
    for (const text of ['ETA Status', '1 on time, 1 running late, 1 can\'t make it', '+10 min late', 'On time', "Can't make it", 'No response', 'Checked in at 9:55 AM', 'Live']) {
      assert(screen.texts.includes(text), `${text} in ${screen.text}`);
    }
    assert(screen.text.includes('Starts at 11:00 AM'));
    assert(screen.one('Pressable', { accessibilityLabel: 'John D. +10 min late. Not checked in. Confirmed' }));
    assert(!screen.text.includes('john-d'));
  });

  test('S0.AC4.5: eight, two and one', async () => {
    const many = [
      ...Array.from({ length: 8 }, (_, at) => participant(`Guest ${at}`, 'on-time')), participant('Late 1', 5), participant('Late 2', 15),
      participant('Away', 'cant-make-it'),
    ];
    const world = await startWorld((made) => { made.board = boardOf(many); });
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />);
    assert(screen.texts.includes("8 on time, 2 running late, 1 can't make it"), screen.text);
  });

  test('columns on a wide screen; a filter shows one reply', async () => {
    const world = await startWorld(withBoard);
    host.width = 820;
    const screen = await Screen.show(world, <ETADashboard eventId="e1" hideTitle />);
    for (const name of ['Name', 'RSVP Status', 'ETA Status', 'Check-In Status']) assert(screen.texts.includes(name), name);
    host.width = 390;
    await screen.press('Running late: 1');
    assert.deepEqual(screen.one('Pressable', { accessibilityLabel: 'Running late: 1' }).props['accessibilityState'], { selected: true });
    assert.equal(screen.all('Cell').length, 1);
    await screen.press('Running late: 1');
    await screen.press('No response: 1');
    await screen.act(() => world.sendBoard(boardOf([...guests.slice(0, 3), participant('Mia', 'on-time')], { version: 2 })));
    assert(screen.texts.includes('Nobody with this reply'), screen.text);
  });

  test('a change is shown, highlighted, and read out at most once in five seconds', async () => {
    const world = await startWorld(withBoard);
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />);
    await pass(10_000);
    host.announced = [];
    const change = (reply: number, version: number): Promise<void> =>
      screen.act(() => world.sendBoard(boardOf([participant('John D', reply), ...guests.slice(1)], { version })));
    await change(15, 2);
    await change(5, 3);
    assert.deepEqual(host.announced, ["John D: +15 min late. 1 on time, 1 running late, 1 can't make it"]);
    await pass(5_000);
    assert.deepEqual(host.announced.slice(1), ["John D: +5 min late. 1 on time, 1 running late, 1 can't make it"]);
  });

  test('a participant\'s details and contacts', async () => {
    const world = await startWorld((made) => {
      withBoard(made);
      made.details = { phone: '+49 30 1234', email: 'john@example.org', dietaryNeeds: 'Vegan', ref: { id: 1 } };
    });
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />);
    await screen.press(/^John D/);
    for (const text of ['RSVP Status', 'Confirmed', 'Replied at', '9:40 AM', 'Dietary needs', 'Vegan', '+49 30 1234', 'Check-In Status']) {
      assert(screen.texts.includes(text), `${text} in ${screen.text}`);
    }
    await screen.press('Phone: +49 30 1234');
    assert.deepEqual(host.opened, ['tel:+49301234']);
    host.canOpen = false;
    await screen.press(/john@example.org/);
    host.canOpen = true;
    assert(screen.text.includes('Something went wrong'));
    await screen.press('Close');
    world.fault = ({ path }) => (/participants\/omar/.test(path) ? { status: 500, body: { code: 'internal' } } : null);
    await screen.press(/^Omar/);
    await advance(world, 60_000);
    world.fault = () => null;
    await screen.press('Try again');
    assert(screen.texts.includes('Vegan'));
  });

  test('early, cleared, empty, not a host, failed', async () => {
    const early = await startWorld((made) => { made.board = boardOf(guests, { opensAt: '2026-11-20T10:30:00Z', etaOpen: false }); });
    const first = await Screen.show(early, <ETADashboard eventId="e1" />);
    assert(first.text.includes('Participants can reply from 10:30 AM.'), first.text);
    await first.leave();

    const cleared = await startWorld((made) => { made.board = boardOf(guests, { startsAt: '2026-11-20T09:00:00Z', clearsAt: '2026-11-20T09:30:00Z', opensAt: '2026-11-20T07:00:00Z', etaOpen: false }); });
    host.width = 820;
    const second = await Screen.show(cleared, <ETADashboard eventId="e1" />);
    host.width = 390;
    assert(second.texts.includes('1 of 4 checked in'), second.text);
    assert(second.text.includes('Replies are cleared 30 minutes after the start.'));
    assert(!second.text.includes('+10 min late'));
    await second.press(/^John D\. Not checked in/);
    await second.leave();

    const empty = await startWorld((made) => { made.board = boardOf([]); });
    const third = await Screen.show(empty, <ETADashboard eventId="e1" />);
    assert(third.texts.includes('No participants yet'));
    await third.leave();

    let isTold = 0;
    const other = await startWorld();
    const fourth = await Screen.show(other, <ETADashboard eventId="e1" onNotFound={() => void isTold++} />);
    assert(fourth.text.includes('ETA status is not available'), fourth.text);
    assert.equal(isTold, 1);
    await fourth.leave();

    const failed = await startWorld((made) => {
      withBoard(made);
      made.fault = ({ path }) => (path.includes('/participants') ? { status: 500, body: { code: 'internal' } } : null);
    });
    const fifth = await Screen.show(failed, <ETADashboard eventId="e1" />);
    assert(fifth.text.includes('This could not be loaded'), fifth.text);
    failed.fault = () => null;
    await fifth.press('Try again');
    assert(fifth.texts.includes('John D'));
    await fifth.act(() => { failed.phone.online = false; });
    await advance(failed, 2_000);
    assert(fifth.text.includes('This may be out of date'), fifth.text);
  });

  test('1,000 participants: only the window is drawn; no listener is left', async () => {
    const world = await startWorld((made) => { made.board = boardOf(Array.from({ length: 1_000 }, (_, at) => participant(`Guest ${at}`, null))); });
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />);
    assert(screen.all('Cell').length <= 40);
    assert(count() > 0);
    await screen.leave();
    assert.equal(count(), 0);
  });

  test('German counts in German', async () => {
    const { addTexts } = await import('peal-core/words');
    const { readFileSync } = await import('node:fs');
    addTexts('de', JSON.parse(readFileSync('clients/typescript/src/words/locales/de.json', 'utf8')));
    const world = await startWorld(withBoard);
    const screen = await Screen.show(world, <ETADashboard eventId="e1" />, { locale: 'de-DE', scheme: 'dark' });
    assert(screen.texts.includes('1 pünktlich, 1 kommt später, 1 kann nicht kommen'), screen.text);
  });
});

describe('S0 W3.2: the button of the host', () => {
  test('"View ETA Status" while replies are open; nothing before, and no view is counted', async () => {
    const world = await startWorld(withBoard);
    const count = countListeners(world.client);
    let pressed = 0;
    const screen = await Screen.show(world, <ETAStatusButton eventId="e1" onPress={() => void pressed++} />);
    await screen.press('View ETA Status');
    assert.equal(pressed, 1);
    assert(!world.phone.sent.some(({ path }) => path.includes('viewed=true')));
    await screen.leave();
    assert.equal(count(), 0);
    const early = await startWorld((made) => { made.board = boardOf(guests, { opensAt: '2026-11-20T10:30:00Z', etaOpen: false }); });
    const nothing = await Screen.show(early, <ETAStatusButton eventId="e1" onPress={() => undefined} />);
    assert.equal(nothing.text, '');
  });
});

describe('S0.AC3: the quick reply', () => {
  const labels = ['On time ✓', '5 min late', '10 min late', '15 min late', "Can't make it ✗"];

  test('five replies with S0\'s labels; sent, and changed', async () => {
    const world = await startWorld(withBoard);
    const results: string[] = [];
    const screen = await Screen.show(world, <ETAQuickReply eventId="e1" onReply={({ status }) => void results.push(status)} />);
    assert(screen.texts.includes('When will you arrive?'));
    assert.deepEqual(screen.labels, labels);
    await screen.press('10 min late');
    const sent = world.phone.sent.find(({ method, path }) => method === 'POST' && path === '/events/e1/eta')!;
    assert.deepEqual([sent.json.status, sent.json.minutesLate], ['running-late', 10]);
    assert(screen.text.includes("Host notified you're running 10 min late"), screen.text);
    await screen.press('Change reply');
    assert.deepEqual(screen.labels, labels);
    assert.deepEqual(results, ['sent']);
  });

  test('queued offline, and refused with the reason', async () => {
    const world = await startWorld(withBoard);
    const screen = await Screen.show(world, <ETAQuickReply eventId="e1" hideTitle />);
    await screen.act(() => { world.phone.online = false; });
    await screen.press('On time ✓');
    assert(screen.text.includes('Saved. You are offline'), screen.text);
    await screen.act(() => { world.phone.online = true; });
    await advance(world, 10_000);
    world.fault = ({ path }) => (path === '/events/e1/eta' ? { status: 409, body: { code: 'not-open' } } : null);
    await screen.press('Change reply');
    await screen.press("Can't make it ✗");
    assert(screen.text.includes('Replies are not open for this event.'), screen.text);
    assert.deepEqual(screen.labels, labels);
  });
});
