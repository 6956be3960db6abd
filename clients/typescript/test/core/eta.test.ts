import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EtaBoard } from '../../src/core/model/Eta.js';
import { settled } from './FakeClock.js';
import type { Answer } from './FakePlatform.js';
import type { Started } from './startClient.js';
import { makeClient, startClient } from './startClient.js';

const path = '/events/e1/participants/eta';
const row = (userId: string, text: string) =>
  ({ userId, displayName: userId, rsvpStatus: 'confirmed' as const, checkedIn: false, colour: 'gray' as const, text });
const board = (version: number, change: Partial<EtaBoard> = {}): EtaBoard => ({
  eventId: 'e1', opensAt: '2026-11-20T09:00:00Z', clearsAt: '2026-11-20T12:30:00Z', etaOpen: true, remindersSent: true, version,
  summary: { onTime: 0, runningLate: 0, cantMakeIt: 0, noResponse: 1, text: 'v' + version },
    participants: [row('ann', 'No response')], ...change
});

async function host(answer: () => Answer): Promise<Started & { reads(): string[] }> {
  const made = await startClient();
  made.device.answer = request => (request.path.startsWith('/events/') ? answer() : made.server.answer(request));
  return { ...made, reads: () => made.device.sent.filter(sent => sent.path.startsWith(path)).map(sent =>
    sent.path.slice(path.length)) };
}

describe('R202–R206: the board', () => {
  test('read, followed, and merged; the first read counts as a view', async () => {
    const made = await host(() => ({ status: 200, body: board(1), headers: { ETag: 'a' } }));
    const open = made.client.eta.board('e1');
    assert.equal(open.get().status, 'loading');
    await settled();
    assert.deepEqual([open.get().status, open.get().phase, open.get().mode, open.get().changed], ['ready', 'open', 'live', []]);
    assert.equal(made.reads()[0], '?viewed=true');
    assert.equal(made.reads().filter(query => query).length, 1);
    const changes: string[][] = [];
    open.subscribe(({ changed }) => void changes.push([...changed]));
    const send = (data: object): void => made.server.socket.onmessage!(JSON.stringify({ kind: 'eta.changed',
      channel: 'event:e1:eta', cursor: 'c9', data }));
    send({ ...board(2), participants: [row('ann', 'On time'), row('ben', 'No response')], removed: [] });
    assert.deepEqual([open.get().board?.participants.map(({ text }) => text), changes],
      [['On time', 'No response'], [['ann', 'ben']]]);
    send({ ...board(1), participants: [row('ann', 'old')] });
    assert.equal(open.get().board?.version, 2);
    open.close();
    open.close();
    send({ ...board(3), removed: ['ann'] });
    assert.equal(open.get().board?.version, 2);
    assert.deepEqual(made.server.socket.sent.slice(-1), [{ op: 'unsubscribe', channel: 'event:e1:eta' }]);
  });

  test('polled by its ETag while there is no stream, and fails honestly', async () => {
    let answer: Answer = { status: 200, body: board(1), headers: { ETag: 'a' } };
    const made = await host(() => answer);
    made.server.isAccepting = false;
    made.server.socket.fail(1006);
    await made.device.clock.advance(10_000);
    const open = made.client.eta.board('e1');
    await settled();
    answer = { status: 304, headers: { ETag: 'a' } };
    await made.device.clock.advance(30_000);
    assert.equal(made.device.sent.filter(sent => sent.path.startsWith(path)).slice(-1)[0]!.headers['If-None-Match'], 'a');
    assert.deepEqual([open.get().status, open.get().mode, open.get().board?.version], ['ready', 'polling', 1]);
    answer = { status: 500, body: { code: 'internal' } };
    await made.device.clock.advance(30_000);
    assert.deepEqual([open.get().status, open.get().error?.code, open.get().board?.version], ['ready', 'internal', 1]);
    answer = { status: 200, body: board(2), headers: { ETag: 'b' } };
    await made.device.clock.advance(30_000);
    assert.deepEqual([open.get().error, open.get().board?.version], [null, 2]);
  });

  test('a first read that fails is tried again while the stream is open', async () => {
    let answer: Answer = { status: 500, body: { code: 'internal' } };
    const made = await host(() => answer);
    const open = made.client.eta.board('e1');
    await settled();
    assert.deepEqual([open.get().status, open.get().error?.code], ['failed', 'internal']);
    answer = { status: 200, body: board(1) };
    await made.device.clock.advance(30_000);
    assert.deepEqual([open.get().status, open.get().error], ['ready', null]);
  });

  test('not the user’s, gone, or no longer the host’s: nothing of it stays', async () => {
    let answer: Answer = { status: 200, body: board(1) };
    const made = await host(() => answer);
    const open = made.client.eta.board('e1');
    await settled();
    answer = { status: 404, body: { code: 'not-found' } };
    made.server.socket.onmessage!(JSON.stringify({ kind: 'resync', channel: 'event:e1:eta', cursor: 'c9', data: {} }));
    await settled();
    assert.deepEqual([open.get().status, open.get().board, open.get().phase, open.get().error],
      ['not-found', null, 'none', null]);
    const reads = made.reads().length;
    await made.device.clock.advance(24 * 3_600_000);
    assert.equal(made.reads().length, reads);
  });

  test('S0.AC4.7: read again when replies open and when they are cleared, however far away', async () => {
    const far = { opensAt: '2027-01-20T09:00:00Z', clearsAt: '2027-01-20T12:30:00Z' };
    const made = await host(() => ({ status: 200, body: board(1, far) }));
    const open = made.client.eta.board('e1');
    await settled();
    made.client.stop();
    assert(made.device.clock.waits.every(wait => wait <= 86_400_000), 'a timer is at most a day');
    await made.device.clock.advance(Date.parse(far.opensAt) - made.device.clock.now() - 1);
    assert.equal(open.get().phase, 'early');
    const reads = made.reads().length;
    await made.device.clock.advance(1);
    assert.deepEqual([open.get().phase, made.reads().length], ['open', reads + 1]);
    await made.device.clock.advance(3.5 * 3_600_000);
    assert.deepEqual([open.get().phase, made.reads().length], ['cleared', reads + 2]);
    assert.deepEqual(made.device.clock.waits, []);
  });

  test('a glance is not read while the app has no screen, and when it has one again', async () => {
    const made = await host(() => ({ status: 200, body: board(1) }));
    const open = made.client.eta.glance('e1');
    await settled();
    await made.device.clock.advance(60_000);
    const reads = made.reads().length;
    await made.client.paused();
    await made.device.clock.advance(600_000);
    assert.equal(made.reads().length, reads);
    await made.client.resumed();
    await settled();
    assert.equal(made.reads().length, reads + 1);
    await made.device.clock.advance(60_000);
    assert.equal(made.reads().length, reads + 2);
    open.close();
  });

  test('the phase follows the clock without a network, and the board is read when there is one', async () => {
    let answer: Answer = { status: 200, body: board(1) };
    const made = await host(() => answer);
    const open = made.client.eta.board('e1');
    await settled();
    answer = { status: 503, body: { code: 'overloaded' } };
    await made.device.clock.advance(2.5 * 3_600_000);
    assert.deepEqual([open.get().phase, open.get().error?.code], ['cleared', 'overloaded']);
    answer = { status: 200, body: board(2) };
    await made.device.clock.advance(60_000);
    assert.deepEqual([open.get().board?.version, open.get().error], [2, null]);
  });

  test('a device that slept past the clearing: its timers are late, and the board is read when the app is used again', async () => {
    const made = await host(() => ({ status: 200, body: board(1) }));
    const [open, closed] = [made.client.eta.board('e1'), made.client.eta.board('e1')];
    await settled();
    closed.close();
    const reads = made.reads().length;
    made.device.clock.time += 3 * 3_600_000;
    await made.client.resumed();
    await settled();
    assert.deepEqual([open.get().phase, closed.get().phase, made.reads().length], ['cleared', 'open', reads + 1]);
    await made.client.resumed();
    await settled();
    assert.equal(made.reads().length, reads + 1);
  });

  test('an answer that arrives after the board was closed, or after another read, changes nothing', async () => {
    const made = await host(() => ({ status: 200, body: board(1) }));
    const waiting: ((answer: Answer) => void)[] = [];
    made.device.answer = () => new Promise<Answer>(done => waiting.push(done));
    const open = made.client.eta.board('e1');
    await settled();
    open.close();
    for (const done of waiting) done({ status: 200, body: board(1) });
    await settled();
    assert.equal(open.get().status, 'loading');
  });

  test('a board that was opened before the user is known', async () => {
    const made = makeClient();
    made.device.answer = request => (request.path.startsWith('/events/') ? { status: 200, body: board(1) }
      : made.server.answer(request));
    const open = made.client.eta.board('e1');
    await made.client.start();
    await settled();
    assert.equal(open.get().status, 'ready');
    made.server.socket.onmessage!(JSON.stringify({ kind: 'eta.changed', channel: 'event:e1:eta', cursor: 'c9', data: board(2) }));
    assert.equal(open.get().board?.version, 2);
  });

  test('a board that was opened where another user was signed in before', async () => {
    const { client, device } = await startClient();
    client.stop();
    const made = makeClient({ device });
    made.tokens.user = 'ben';
    device.answer = request => (request.path.startsWith('/events/') ? { status: 200, body: board(1) } : made.server.answer(request));
    const open = made.client.eta.board('e1');
    await made.client.start();
    await settled();
    assert.deepEqual([open.get().status, open.get().board?.version], ['ready', 1]);
    made.tokens.user = 'eve';
    await made.client.signedIn();
    assert.deepEqual([open.get().status, open.get().board], ['not-found', null]);
  });

  test('signed out: nothing of it stays', async () => {
    const made = await host(() => ({ status: 200, body: board(1) }));
    const open = made.client.eta.board('e1');
    await settled();
    made.tokens.user = null;
    await made.client.signOut();
    assert.deepEqual([open.get().status, open.get().board], ['not-found', null]);
  });

  test('a glance is no view and follows nothing', async () => {
    const made = await host(() => ({ status: 200, body: board(1) }));
    const open = made.client.eta.glance('e1');
    await settled();
    assert.deepEqual([made.reads(), open.get().status], [[''], 'ready']);
    await made.device.clock.advance(60_000);
    assert.equal(made.reads().length, 2);
    assert.equal(made.server.socket.sent.some(({ channel }) => channel === 'event:e1:eta'), false);
    open.close();
    const { length } = made.reads();
    await made.device.clock.advance(600_000);
    assert.equal(made.reads().length, length);
  });

  test('R207: the details of a participant', async () => {
    const made = await host(() => ({ status: 200, body: { ...row('ann', 'On time'), details: { phone: '1' } } }));
    assert.deepEqual((await made.client.eta.participant('e/1', 'a b')).details, { phone: '1' });
    assert.equal(made.device.sent.slice(-1)[0]!.path, '/events/e%2F1/participants/a%20b');
  });
});
