import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import type { Answer } from './FakePlatform.js';
import { FakePlatform } from './FakePlatform.js';
import type { Started } from './startClient.js';
import { makeClient, startClient } from './startClient.js';

const actions = ({ device }: Started): object[] => device.sent.filter(({ path }) => path.includes('/actions/'))
  .map(({ path, json, authorization }) => [path.split('/').slice(-1)[0], authorization?.split(' ')[0], json.timestamp]);

async function answering(answer: (made: Started) => Answer, platform = {}): Promise<Started & { confirmed: string[] }> {
  const confirmed: string[] = [];
  const device = new FakePlatform();
  device.push.endpoint = null;
  Object.assign(device.push, { confirm: async (text: string) => void confirmed.push(text) });
  const made = await startClient({ device, platform });
  await device.clock.advance(1000);
  device.answer = request => (/\/actions\/|\/eta$/.test(request.path) ? answer(made) : made.server.answer(request));
  return { ...made, confirmed };
}
const accepted: Answer = { status: 200, body: { confirmation: "Host notified you're running 10 min late" } };

describe('R191–R197: quick replies', () => {
  test('by the token of the action, with the time of the tap and the server’s confirmation', async () => {
    const made = await answering(() => accepted);
    const result = await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    assert.deepEqual(result, { status: 'sent', confirmation: "Host notified you're running 10 min late", link: null,
      error: null });
    assert.deepEqual(actions(made), [['late-10', 'Peal-Action', '2026-11-20T10:00:01.000Z']]);
    assert.deepEqual(made.confirmed, ["Host notified you're running 10 min late"]);
  });

  test('the confirmation of a reply that waited is not given to the next user', async () => {
    const made = await answering(() => accepted);
    made.device.online = false;
    await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    made.tokens.user = 'bob';
    await made.client.signedIn().catch(() => undefined);
    made.device.online = true;
    await settled();
    assert.deepEqual(made.confirmed, []);
    made.tokens.user = null;
    made.device.online = false;
    await made.client.resumed();
    await made.client.replies.take('n2', { id: 'late-5', token: 't2' });
    made.tokens.user = 'bob';
    await made.client.signedIn();
    made.device.online = true;
    await settled();
    assert.deepEqual(made.confirmed, []);
  });

  test('by the session without one', async () => {
    const made = await answering(() => accepted);
    await made.client.replies.take('n1', { id: 'late-10' });
    assert.deepEqual(actions(made), [['late-10', 'Bearer', '2026-11-20T10:00:01.000Z']]);
  });

  test('the answer is on the screen of who waits for it: the system says nothing', async () => {
    const made = await answering(() => accepted, { isVisible: () => true });
    await made.client.replies.take('n1', { id: 'late-10' });
    assert.deepEqual(made.confirmed, []);
    made.device.online = false;
    await made.client.replies.take('n1', { id: 'late-10' });
    made.device.online = true;
    await settled();
    assert.equal(made.confirmed.length, 1, 'of a reply that waited, the system does');
  });

  test('each tap counts: none replaces another that waits, and each keeps its time over a restart', async () => {
    const made = await answering(() => accepted);
    made.device.online = false;
    const first = await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    assert.deepEqual([first.status, first.confirmation], ['queued', null]);
    await made.device.clock.advance(1000);
    await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    await made.client.replies.take('n1', { id: 'on-time', token: 't2' });
    made.client.stop();
    await made.device.clock.advance(60_000);
    const again = makeClient({ device: made.device, server: made.server });
    made.device.answer = request => (request.path.includes('/actions/') ? accepted : made.server.answer(request));
    await again.client.start();
    made.device.online = true;
    await settled();
    assert.deepEqual(actions(again).slice(-3), [
      ['late-10', 'Peal-Action', '2026-11-20T10:00:01.000Z'], ['late-10', 'Peal-Action', '2026-11-20T10:00:02.000Z'],
        ['on-time', 'Peal-Action', '2026-11-20T10:00:02.001Z']
    ]);
    assert.equal(made.confirmed.length, 3);
  });

  test('R197: “Can’t make it” opens the cancellation, also without a network', async () => {
    const made = await answering(() => ({ status: 200, body: { confirmation: 'C', link: '/events/e1' } }));
    const opened: string[] = [];
    made.client.links.onOpen(({ path }) => void opened.push(path));
    await made.client.replies.take('n1', { id: 'cant-make-it' });
    made.device.online = false;
    await made.client.replies.take('n1', { id: 'cant-make-it', link: '/events/e2' });
    made.device.online = true;
    await settled();
    assert.deepEqual(opened, ['/events/e1', '/events/e2']);
  });

  test('a token that has ended: the session says it, with the same time', async () => {
    let tries = 0;
    const made = await answering(() => (tries++ ? accepted : { status: 401, body: { code: 'unauthenticated' } }));
    const result = await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    assert.deepEqual([result.status, result.confirmation], ['sent', "Host notified you're running 10 min late"]);
    assert.deepEqual(actions(made), [['late-10', 'Peal-Action', '2026-11-20T10:00:01.000Z'],
      ['late-10', 'Bearer', '2026-11-20T10:00:01.000Z']]);
    assert.equal(made.confirmed.length, 1);
  });

  test('the token has ended and the network goes: the session says it later', async () => {
    let made: (Started & { confirmed: string[] }) | null = null;
    made = await answering(() => {
      if (actions(made!).length === 1) return { status: 401, body: { code: 'unauthenticated' } };
      return actions(made!).length === 2 ? { status: 503, body: { code: 'overloaded' } } : accepted;
    });
    const result = await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    if (result.status !== 'sent') {
      assert.equal(result.status, 'queued');
      await made.device.clock.advance(60_000);
    }
    assert.deepEqual([...new Set(actions(made).slice(1).map(action => JSON.stringify(action)))],
      [JSON.stringify(['late-10', 'Bearer', '2026-11-20T10:00:01.000Z'])]);
    assert.equal(made.confirmed.length, 1);
  });

  test('neither the token nor the session is accepted: refused', async () => {
    const made = await answering(() => ({ status: 401, body: { code: 'unauthenticated' } }));
    const result = await made.client.replies.take('n1', { id: 'late-10', token: 't1' });
    assert.deepEqual([result.status, result.error?.code, result.link, made.client.outbox.get().waiting],
      ['refused', 'unauthenticated', null, 0]);
  });

  for (const [status, code] of [[409, 'not-open'], [403, 'rsvp-required'], [403, 'host-reply'], [404, 'not-found']] as const) {
    test(`${code}: refused, with the reason, and opens nothing`, async () => {
      const made = await answering(() => ({ status, body: { code } }));
      const opened: string[] = [];
      made.client.links.onOpen(({ path }) => void opened.push(path));
      const result = await made.client.replies.take('n1', { id: 'cant-make-it', token: 't1', link: '/events/e1' });
      assert.deepEqual([result.status, result.error?.code, result.link, opened, made.confirmed], ['refused', code, null, [], []]);
    });
  }
});

describe('R194: a reply to an event', () => {
  test('with the session and the time at which it was said', async () => {
    const made = await answering(() => accepted);
    const result = await made.client.eta.reply('e 1', { status: 'running-late', minutesLate: 10, message: 'Tram' });
    assert.equal(result.confirmation, "Host notified you're running 10 min late");
    const sent = made.device.sent.slice(-1)[0]!;
    assert.deepEqual([sent.path, sent.json],
      ['/events/e%201/eta', { timestamp: '2026-11-20T10:00:01.000Z', status: 'running-late', minutesLate: 10, message: 'Tram' }]);
    await made.client.eta.reply('e1', { status: 'on-time', timestamp: '2026-11-20T09:00:00Z' });
    assert.equal(made.device.sent.slice(-1)[0]!.json.timestamp, '2026-11-20T09:00:00Z');
  });
  test('queued without a network, refused where the server says so', async () => {
    const made = await answering(() => ({ status: 409, body: { code: 'not-open' } }));
    made.device.online = false;
    assert.equal((await made.client.eta.reply('e1', { status: 'on-time' })).status, 'queued');
    made.device.online = true;
    await settled();
    const refused = await made.client.eta.reply('e1', { status: 'on-time' });
    assert.deepEqual([refused.status, refused.error?.code], ['refused', 'not-open']);
  });
});
