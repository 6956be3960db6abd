import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { build } from '../conformance/build.mjs';
import { faces } from '../conformance/faces.mjs';
import { RealPhone } from './RealPhone.mjs';
import { binary, openServer } from './Sandbox.mjs';

const isBuilt = existsSync(binary);
const module = await build();
let sandbox;
const phones = [];

async function phoneOf(user, face, options = {}, on = sandbox) {
  const made = await new RealPhone(on, module, { user, face, ...options }).open();
  phones.push(made);
  await made.signIn();
  return made;
}

before(async () => {
  if (isBuilt) sandbox = await openServer();
});
after(() => {
  for (const phone of phones) phone.end();
  sandbox?.close();
});

/** A message to a user of the chat app. */
const message = (sender, user) => sandbox.backend('match', 'POST', '/triggers', {
  type: 'message', entity: `conversation/${sender}-${user}`, to: { users: [user] }, data: { sender, preview: 'Hello' },
});

const replies = [
  { button: 'On time ✓', says: 'Host notified you\'re on time', board: 'On time', reply: { status: 'on-time' } },
  { button: 'Running late', choice: '5 min late', says: 'Host notified you\'re running 5 min late', board: '+5 min late' },
  { button: 'Running late', choice: '10 min late', says: 'Host notified you\'re running 10 min late', board: '+10 min late' },
  { button: 'Running late', choice: '15 min late', says: 'Host notified you\'re running 15 min late', board: '+15 min late' },
  { button: 'Can\'t make it ✗', says: 'Host notified you can\'t make it', board: 'Can\'t make it', opens: '/events/' },
];

describe('from the server’s bytes', { skip: isBuilt ? false : 'no server is built' }, () => {
  const [android, ios, expoAndroid, expoIos] = faces;

  for (const [index, { button, choice, says, board, opens }] of replies.entries()) {
    test(`Android, app killed: reminder, “${choice ?? button}”, the host's board`, async () => {
      const event = `run-a${index}`;
      const user = `anna${index}`;
      const phone = await phoneOf(user, android);
      await sandbox.event(event, [user]);
      phone.phone.kill();
      phone.forget();
      await sandbox.move('PT31M');
      await phone.follow();
      await phone.arrive();
      const [reminder] = phone.phone.shown;
      assert.equal(reminder.title, 'Lunch run starts soon');
      assert.deepEqual(reminder.buttons.map(({ title }) => title), ['On time ✓', 'Running late', 'Can\'t make it ✗']);
      assert.equal(phone.phone.state, 'background');
      phone.phone.kill();
      phone.forget();
      await phone.press(reminder.key, { button, choice });
      const sent = phone.requests.filter((one) => one.includes('/actions/'));
      assert.equal(sent.length, 1, phone.requests.join(', '));
      if (!opens) {
        assert.equal(phone.sockets, 0);
        assert.equal(phone.phone.state, 'background');
        assert.deepEqual(phone.requests.filter((one) => !one.includes('/actions/')), []);
      } else {
        assert.deepEqual(phone.opened, [`/events/${event}/cancel`]);
      }
      const texts = phone.phone.received.drawn.map(({ title }) => title);
      const seen = opens ? texts.filter((title) => title === says).length <= 1 : texts.filter((title) => title === says).length === 1;
      assert.ok(seen, texts.join(', '));
      const { participants } = await sandbox.board(event);
      assert.equal(participants.find(({ userId }) => userId === user).text, board);
      phone.end();
    });
  }

  for (const face of [ios, expoIos]) {
    test(`${face.name}, app killed: the same from a category of five buttons`, async () => {
      const [event, user] = [`run-${face.face}-i`, `ilka-${face.face}`];
      const phone = await phoneOf(user, face, { unreliable: 'works' });
      await sandbox.event(event, [user]);
      phone.phone.kill();
      await sandbox.move('PT31M');
      await phone.follow();
      await phone.arrive();
      const [reminder] = phone.phone.shown;
      assert.deepEqual(reminder.buttons.map(({ title }) => title), ['On time ✓', '5 min late', '10 min late', '15 min late', 'Can\'t make it ✗']);
      phone.forget();
      await phone.press(reminder.key, { button: '10 min late' });
      assert.equal(phone.requests.filter((one) => one.includes('/actions/')).length, 1, phone.requests.join(', '));
      assert.equal(phone.sockets, 0);
      assert.equal((await sandbox.board(event)).participants.find(({ userId }) => userId === user).text, '+10 min late');
      phone.end();
    });
  }

  test('Expo on Android, app on the screen: the reminder has two buttons and “More…”, which opens the app’s screen', async () => {
    // As it is, the app shows GSS's reminder itself while it is on the screen.
    const other = await openServer({ gss: ['presentation: banner', 'presentation: system'] });
    try {
      const phone = await phoneOf('emma', expoAndroid, {}, other);
      await other.event('run-e', ['emma']);
      await other.move('PT31M');
      await phone.follow();
      await phone.arrive();
      const [reminder] = phone.phone.shown;
      assert.equal(reminder.title, 'Lunch run starts soon');
      assert.deepEqual([reminder.drawnBy, reminder.channel], ['library', 'event-reminders']);
      assert.deepEqual(reminder.buttons.map(({ title }) => title), ['On time ✓', '5 min late', 'More…']);
      assert.equal(phone.client.foreground.banners.get().length, 0);
      phone.forget();
      await phone.press(reminder.key, { button: 'More…' });
      assert.deepEqual(phone.opened, ['/events/run-e']);
      const sent = phone.requests.filter((one) => !one.startsWith('GET'));
      assert.equal(sent.filter((one) => one.endsWith('/opened')).length, 1, sent.join(', '));
      assert.deepEqual(sent.filter((one) => one.includes('/actions/')), []);
      assert.deepEqual(phone.phone.shown, []);
      phone.end();
    } finally {
      other.close();
    }
  });

  test('dismissed on one phone: the badge of the other', async () => {
    const [a, b] = [await phoneOf('dora', expoIos, { app: 'dsober' }), await phoneOf('dora', ios, { app: 'dsober' })];
    for (const phone of [a, b]) phone.phone.kill();
    for (const ride of ['r1', 'r2']) {
      await sandbox.backend('dsober', 'POST', '/triggers', {
        type: 'ride-accepted', entity: `ride/${ride}`, to: { users: ['dora'] }, data: { driver: 'Max', car: 'a blue car', arrivesAt: '2030-01-01T00:00:00Z' },
      });
    }
    await a.arrive();
    await b.arrive();
    assert.deepEqual([a.phone.icon, b.phone.icon], [2, 2]);
    await a.swipe(a.phone.shown[0].key);
    assert.deepEqual(a.requests.slice(-1)[0].split('/').pop(), 'dismissed');
    await b.arrive();
    assert.equal(b.phone.icon, 1);
    assert.equal(b.phone.shown.length, 1);
  });

  test('read on the web: gone on both phones, also what Firebase drew', async () => {
    const [a, b] = [await phoneOf('rita', android, { unreliable: 'works' }), await phoneOf('rita', expoIos)];
    for (const phone of [a, b]) phone.phone.kill();
    await sandbox.backend('gss', 'POST', '/triggers', { type: 'kudos', to: { users: ['rita'] }, data: { from: 'Ann', message: 'Thanks' } });
    await a.arrive();
    await b.arrive();
    assert.deepEqual([a.phone.shown.length, b.phone.shown.length], [1, 1]);
    assert.equal(a.phone.shown[0].drawnBy, 'system');
    await sandbox.call('POST', '/api/v1/notifications/read-all', {}, `Bearer ${await sandbox.token('gss', 'rita')}`);
    await a.arrive();
    await b.arrive();
    assert.deepEqual([a.phone.shown, b.phone.shown], [[], []]);
  });

  test('a silent push leaves what is unseen as it was', async () => {
    const phone = await phoneOf('sven', expoIos, { app: 'match' });
    phone.phone.kill();
    await message('Ann', 'sven');
    await phone.arrive();
    const bearer = `Bearer ${await sandbox.token('match', 'sven')}`;
    const unseen = async () => (await sandbox.call('GET', '/api/v1/notifications', undefined, bearer)).unseenCount;
    assert.equal(await unseen(), 1);
    phone.forget();
    // As the server sends it to a device that is to ask for news.
    await phone.phone.arrive({ provider: 'expo', payload: { to: phone.token, _contentAvailable: true, data: { peal: { v: 1, op: 'sync', id: 'x' } } } });
    await phone.phone.finished();
    await phone.quiet();
    assert.ok(phone.requests.some((one) => one.endsWith('/sync')), phone.requests.join(', '));
    assert.deepEqual([await unseen(), phone.sockets], [1, 0]);
  });

  test('the token is rotated with the session over: the device itself names the new one', async () => {
    const phone = await phoneOf('tom', android);
    const next = await sandbox.phone({ app: 'gss', user: 'somebody', provider: 'fcm', platform: 'android' });
    await phone.phone.home();
    await phone.adapter.settled();
    phone.user = null;
    phone.forget();
    await phone.phone.rotateToken({ fcm: next.token });
    await phone.adapter.settled();
    await phone.quiet();
    assert.deepEqual(phone.requests.filter((one) => one.startsWith('PATCH /users/me/devices/')).length, 1, phone.requests.join(', '));
  });

  test('from the tap to the screen is measured where the app wants it', async () => {
    const phone = await phoneOf('wim', expoIos, { adapter: { measuresTaps: true } });
    await sandbox.backend('gss', 'POST', '/triggers', { type: 'kudos', to: { users: ['wim'] }, data: { from: 'Ann', message: 'Thanks' } });
    await phone.phone.home();
    await phone.arrive();
    phone.client.links.onOpen(async ({ href }) => phone.client.screenViewed(href).then(() => true));
    await phone.press('Ann sent you kudos');
    await phone.quiet();
    const { items } = await sandbox.backend('gss', 'GET', '/audit?user=wim');
    const claims = items.flatMap(({ claim }) => claim?.actionPayload?.screenAfterMs ?? []);
    assert.equal(claims.length, 1, JSON.stringify(items));
    assert.ok(claims[0] >= 0 && claims[0] < 10_000);
  });

  test('two users on one phone: the second gets nothing of the first', async () => {
    const phone = await phoneOf('uma', android);
    await phone.client.signOut();
    await phone.quiet();
    phone.user = 'vera';
    await phone.client.signedIn();
    await phone.quiet();
    await phone.until(() => phone.client.devices.state.get().state === 'active', 'the phone is the second user’s');
    await sandbox.backend('gss', 'POST', '/triggers', { type: 'kudos', to: { users: ['uma', 'vera'] }, data: { from: 'Ann', message: 'Thanks' } });
    await sandbox.settle();
    const devices = await sandbox.call('GET', '/api/v1/users/me/devices', undefined, `Bearer ${await sandbox.token('gss', 'uma')}`);
    assert.ok((devices.items ?? devices).every(({ state }) => state !== 'active'), JSON.stringify(devices));
    assert.equal(phone.client.inbox.view.get().items.length <= 1, true);
  });
});
