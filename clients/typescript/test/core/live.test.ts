import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LiveMessage } from '../../src/core/PealClient.js';
import { settled } from './FakeClock.js';
import { makeClient, startClient } from './startClient.js';

describe('R205, R187: one connection', () => {
  test('the token travels as a subprotocol, never in the address', async () => {
    const { server, client } = await startClient();
    assert.equal(server.sockets.length, 1);
    assert.equal(server.socket.url, 'wss://peal.example/api/v1/realtime');
    assert.equal(server.socket.protocols[0], 'peal.v1');
    assert.match(server.socket.protocols[1]!, /^bearer\.[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.deepEqual(server.socket.sent[0], { op: 'subscribe', channel: 'inbox' });
    assert.equal(client.live.mode.get(), 'live');
  });

  test('a gap is closed from the cursor of the last message or ping, without reading', async () => {
    const { server, client, device } = await startClient({ fill: made => made.create() });
    server.create();
    server.socket.waiting.push({ op: 'ping', cursor: 'c2' });
    server.socket.deliver();
    const reads = device.sent.length;
    server.socket.fail(1006);
    assert.equal(client.live.mode.get(), 'connecting');
    server.create();
    await device.clock.advance(4500);
    assert.deepEqual(server.socket.sent, [{ op: 'subscribe', channel: 'inbox', since: 'c2' }]);
    assert.deepEqual(client.inbox.view.get().items.map(({ id }) => id), ['ntf_00003', 'ntf_00002', 'ntf_00001']);
    assert.equal(device.sent.length, reads);
  });

  test('a ping before the answer to a subscription moves no cursor of it', async () => {
    const { server, client, device } = await startClient();
    server.isPrompt = false;
    client.live.follow('event:e1:eta', { message: () => undefined, poll: async () => undefined });
    server.socket.waiting.unshift({ op: 'ping', cursor: 'c9' });
    server.socket.deliver(1);
    server.socket.fail(1006);
    await device.clock.advance(4500);
    server.socket.deliver();
    assert.deepEqual(server.socket.sent.slice(0, 2), [
      { op: 'subscribe', channel: 'inbox', since: 'c9' }, { op: 'subscribe', channel: 'event:e1:eta' }
    ]);
  });

  test('resync reads the state again', async () => {
    const { server, client, device } = await startClient({ fill: made => made.create() });
    server.socket.fail(1006);
    server.create();
    server.firstCursor = 99;
    await device.clock.advance(4500);
    assert.deepEqual(client.inbox.view.get().items.map(({ id }) => id), ['ntf_00002', 'ntf_00001']);
  });

  test('channels are followed and left; one that the server refuses is polled', async () => {
    const { server, client, device } = await startClient();
    const polls: string[] = [];
    const messages: LiveMessage[] = [];
    const follow = (channel: string) => client.live.follow(channel,
      { message: got => void messages.push(got), poll: async () => void polls.push(channel) });
    server.isPrompt = false;
    const endFirst = follow('event:e1:eta');
    follow('event:e2:eta');
    assert.deepEqual(server.socket.sent.slice(1).map(({ channel }) => channel), ['event:e1:eta', 'event:e2:eta']);
    server.socket.waiting.splice(1, 9, { op: 'error', of: 'subscribe', code: 'invalid',
      detail: 'a connection follows at most 20 channels' });
    server.socket.deliver();
    assert.deepEqual(polls, ['event:e1:eta']);
    assert.equal(client.live.mode.get(), 'live');
    await device.clock.advance(30_000);
    assert.deepEqual(polls, ['event:e1:eta', 'event:e2:eta']);
    server.socket.waiting.push({ kind: 'eta.changed', channel: 'event:e1:eta', cursor: 'c1', data: {} });
    server.socket.deliver();
    assert.equal(messages.length, 1);
    endFirst();
    assert.deepEqual(server.socket.sent[server.socket.sent.length - 1], { op: 'unsubscribe', channel: 'event:e1:eta' });
    server.socket.waiting.push({ kind: 'eta.changed', channel: 'event:e1:eta', cursor: 'c2', data: {} });
    server.socket.deliver();
    assert.equal(messages.length, 1);
  });

  test('a channel that is left before the answer is unsubscribed after it', async () => {
    const { server, client } = await startClient();
    server.isPrompt = false;
    client.live.follow('event:e1:eta', { message: () => undefined, poll: async () => undefined })();
    server.socket.deliver();
    assert.deepEqual(server.socket.sent[server.socket.sent.length - 1], { op: 'unsubscribe', channel: 'event:e1:eta' });
  });

  test('a second follower of a channel reads by itself; the first to leave ends nothing', async () => {
    const { server, client } = await startClient();
    const got: string[] = [];
    const polls: string[] = [];
    const follow = (name: string) => client.live.follow('event:e1:eta',
      { message: () => void got.push(name), poll: async () => void polls.push(name) });
    const endFirst = follow('first');
    follow('second');
    assert.deepEqual(polls, ['first', 'second']);
    endFirst();
    endFirst();
    server.socket.waiting.push({ kind: 'eta.changed', channel: 'event:e1:eta', cursor: 'c2', data: {} });
    server.socket.deliver();
    assert.deepEqual(got, ['second']);
  });

  test('a follower that throws or rejects does not keep the others from a message', async () => {
    const { server, client, device } = await startClient();
    client.live.follow('inbox', { message: () => { throw new Error('mine'); }, poll: async () => { throw new Error('mine'); } });
    const before = client.inbox.view.get().items.length;
    server.create();
    await settled();
    assert.equal(client.inbox.view.get().items.length, before + 1);
    assert.equal(device.logged.filter(({ event }) => event === 'live.message').length, 2);
  });

  test('frames of a later server, and none at all, are ignored', async () => {
    const { server, client } = await startClient();
    for (const frame of ['', 'x', '[]', 'null', '7', '{"op":"welcome"}',
      '{"kind":"later","channel":"inbox","cursor":"c1","data":{}}',
      '{"kind":"notification.created","channel":"inbox","cursor":"c1","data":null}', '{"op":"error","of":"later"}',
        '{"op":"subscribed"}']) {
      server.socket.onmessage!(frame);
    }
    server.create();
    assert.equal(client.inbox.view.get().items.length, 1);
    assert.equal(client.live.mode.get(), 'live');
  });
});

describe('docs/realtime.md: ends of a connection', () => {
  test('4401: with another token, immediately; a second one waits', async () => {
    const { server, tokens, device } = await startClient();
    server.isPrompt = false;
    server.socket.fail(4401, 'token-expired');
    await settled();
    assert.equal(server.sockets.length, 2);
    assert.equal(tokens.refused, 1);
    server.socket.fail(4401, 'token-expired');
    await settled();
    assert.equal(server.sockets.length, 2);
    await device.clock.advance(8000);
    assert.equal(server.sockets.length, 3);
    assert.equal(tokens.refused, 2);
  });

  test('4403: signed out, and nothing is tried again', async () => {
    const { server, client, device } = await startClient({ fill: made => made.create() });
    server.socket.fail(4403, 'revoked');
    await device.clock.advance(600_000);
    assert.equal(server.sockets.length, 1);
    assert.equal(client.live.mode.get(), 'stopped');
    assert.deepEqual(client.inbox.view.get().items, []);
  });

  for (const code of [1002, 1003, 1009, 4400]) {
    test(`${code}: never again, polled instead`, async () => {
      const { server, client, device } = await startClient();
      server.socket.fail(code, '');
      assert.equal(client.live.mode.get(), 'polling');
      await device.clock.advance(120_000);
      await client.resumed();
      assert.equal(server.sockets.length, 1);
      server.create();
      await device.clock.advance(30_000);
      assert.equal(client.inbox.view.get().items.length, 1);
    });
  }

  for (const [code, reason, wait] of [[1011, 'failed retry=2500', 2500], [1012, 'restart retry=8120', 8120],
    [4408, 'silent retry=300', 300], [4429, 'flooding retry=15000', 15_000]] as const) {
    test(`${code}: after ${wait} ms, as the server says`, async () => {
      const { server, device } = await startClient();
      server.socket.fail(code, reason);
      await device.clock.advance(wait - 1);
      assert.equal(server.sockets.length, 1);
      await device.clock.advance(1);
      assert.equal(server.sockets.length, 2);
    });
  }

  test('60 s without a word: the connection is given up, and made again', async () => {
    const { server, device } = await startClient();
    const first = server.socket;
    await device.clock.advance(30_000);
    first.waiting.push({ op: 'ping', cursor: 'c0' });
    first.deliver();
    await device.clock.advance(59_999);
    assert.equal(server.sockets.length, 1);
    await device.clock.advance(1);
    assert.equal(first.closedWith, 1000);
    await device.clock.advance(4500);
    assert.equal(server.sockets.length, 2);
    assert.equal(first.onmessage, null, 'a late word of the old one is not heard');
  });

  test('a token source that fails is asked again', async () => {
    let isDown = false;
    const made = makeClient();
    const { device, server } = made;
    await made.client.start();
    await settled();
    server.socket.fail(1006);
    isDown = true;
    assert(isDown);
    await device.clock.advance(4500);
    assert.equal(server.sockets.length, 2);
  });
});

describe('S0.W3.7: degraded modes', () => {
  test('after three failures the state is polled every 30 s by its ETag, while the stream is tried with longer waits', async () =>
    {
    const { server, client, device } = await startClient();
    server.isAccepting = false;
    server.socket.fail(1006);
    const connections = (): number => server.sockets.length;
    await device.clock.advance(4500 + 8000);
    assert.equal(client.live.mode.get(), 'polling');
    const before = device.calls.filter(call => call === 'GET /notifications').length;
    await device.clock.advance(90_000);
    assert.equal(device.calls.filter(call => call === 'GET /notifications').length, before + 3);
    assert(device.sent.filter(({ path }) => path.startsWith('/notifications?')).slice(-1)[0]!.headers['If-None-Match']);
    const tried = connections();
    assert(tried >= 5 && tried <= 6, String(tried));
    server.create();
    await device.clock.advance(30_000);
    assert.equal(client.inbox.view.get().items.length, 1);
    assert.equal(client.inbox.view.get().mode, 'polling');
    server.isAccepting = true;
    server.create();
    await device.clock.advance(60_000);
    assert.equal(client.live.mode.get(), 'live');
    assert.equal(client.inbox.view.get().items.length, 2);
    const after = device.sent.length;
    await device.clock.advance(50_000);
    assert.equal(device.sent.length, after, 'a live client asks for nothing');
  });

  test('without WebSocket it polls from the start', async () => {
    const { server, client, device } = await startClient({ platform: { connect: undefined } });
    assert.equal(client.live.mode.get(), 'polling');
    server.create();
    await device.clock.advance(30_000);
    assert.equal(client.inbox.view.get().items.length, 1);
  });

  test('a WebSocket that throws is a connection that failed', async () => {
    const { client, device } = await startClient({ platform: { connect: () => { throw new Error('SecurityError'); } } });
    await device.clock.advance(13_000);
    assert.equal(client.live.mode.get(), 'polling');
  });

  test('without a network nothing is tried; when it comes back the cursor goes on', async () => {
    const { server, client, device } = await startClient();
    server.create();
    device.online = false;
    assert.equal(client.live.mode.get(), 'offline');
    const sent = device.sent.length;
    await device.clock.advance(3_600_000);
    assert.equal(server.sockets.length, 1);
    assert.equal(device.sent.length, sent);
    server.create();
    device.online = true;
    await settled();
    assert.equal(client.live.mode.get(), 'live');
    assert.deepEqual(server.socket.sent[0], { op: 'subscribe', channel: 'inbox', since: 'c1' });
    assert.equal(client.inbox.view.get().items.length, 2);
  });

  test('the app comes back: what waits to connect does not wait any longer', async () => {
    const { server, client, device } = await startClient();
    server.socket.fail(1012, 'restart retry=15000');
    await client.resumed();
    await settled();
    assert.equal(server.sockets.length, 2);
    device.clock.time += 3_600_000;
    await client.resumed();
    await device.clock.advance(1000);
    assert.equal(server.sockets.length, 3, 'a connection that was silent while the device slept is made again');
  });
});

describe('the life of the stream', () => {
  test('no timer and no connection is left after stop, and start begins again', async () => {
    const { server, client, device } = await startClient({ fill: made => made.create() });
    client.live.follow('event:e1:eta', { message: () => undefined, poll: async () => undefined });
    client.stop();
    await settled();
    assert.deepEqual(device.clock.waits, []);
    assert.equal(server.socket.closedWith, 1000);
    assert.equal(client.live.mode.get(), 'stopped');
    server.create();
    await client.start();
    await settled();
    assert.equal(client.live.mode.get(), 'live');
    assert.equal(client.inbox.view.get().items.length, 2);
    server.create();
    assert.equal(client.inbox.view.get().items.length, 3);
  });

  for (const [name, prepare] of Object.entries({
    'waits to connect': (made: Awaited<ReturnType<typeof startClient>>) => made.server.socket.fail(1006),
    'polls': async (made: Awaited<ReturnType<typeof startClient>>) => {
      made.server.isAccepting = false;
      made.server.socket.fail(1006);
      await made.device.clock.advance(10_000);
    },
    'is asking for a token': async (made: Awaited<ReturnType<typeof startClient>>) => made.server.socket.fail(4401)
  })) {
    test(`stop while it ${name} leaves no timer`, async () => {
      const made = await startClient();
      await prepare(made);
      made.client.stop();
      const { length } = made.server.sockets;
      await settled();
      assert.deepEqual(made.device.clock.waits, []);
      await made.device.clock.advance(600_000);
      assert.equal(made.server.sockets.length, length);
    });
  }

  test('another user gets a connection of their own, from now on', async () => {
    const { server, client, tokens } = await startClient();
    server.create();
    tokens.user = 'ben';
    await client.signedIn();
    await settled();
    assert.equal(server.sockets.length, 2);
    assert.equal(server.sockets[0]!.closedWith, 1000);
    assert.deepEqual(server.socket.sent[0], { op: 'subscribe', channel: 'inbox' });
    tokens.user = null;
    await client.signOut();
    assert.equal(server.socket.closedWith, 1000);
    assert.equal(client.live.mode.get(), 'stopped');
  });

  test('the thread that the user looks at is said again on each connection', async () => {
    const { server, client, device } = await startClient();
    client.live.viewing('conversation/c1');
    client.live.viewing('conversation/c1');
    server.socket.fail(1006);
    await device.clock.advance(4500);
    client.live.viewing(null);
    const said = server.sockets.map(({ sent }) => sent.filter(({ op }) => op === 'viewing'));
    assert.deepEqual(said, [[{ op: 'viewing', thread: 'conversation/c1' }],
      [{ op: 'viewing', thread: 'conversation/c1' }, { op: 'viewing', thread: null }]]);
  });
});
