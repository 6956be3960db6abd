import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from './FakeClock.js';
import { FakeInboxServer } from './FakeInboxServer.js';
import type { Answer } from './FakePlatform.js';
import { randomOf } from './randomOf.js';
import { makeClient } from './startClient.js';

/** One run: another device, the user, the network and the server's answers in a random order, then silence. */
async function run(seed: number): Promise<void> {
  const random = randomOf(seed);
  const server = new FakeInboxServer();
  server.readOn = random(2) ? 'tap' : 'view';
  server.badgeOf = random(2) ? 'unread' : 'unseen';
  for (let row = random(80); row > 0; row--) server.create({ alert: random(20) === 0 });
  const { client, device } = makeClient({ server });
  // A request is carried out at some time, and its answer arrives at a later one.
  const requests: (() => void)[] = [];
  device.answer = request => new Promise<Answer>((done, failed) => {
    const carry = (): void => {
      const answer = server.answer(request);
      const arrive = (): void => (random(15) ? done(answer) : failed(new Error('the response was lost')));
      if (random(2)) requests.push(arrive);
      else arrive();
    };
    if (random(2)) requests.push(carry);
    else carry();
  });
  const pump = async (): Promise<void> => {
    const [next] = requests.splice(random(requests.length), 1);
    next?.();
    await settled();
  };
  const started = client.start();
  await settled();
  while (requests.length) await pump();
  await started;
  server.isPrompt = false;

  const rowOf = (): string | undefined => server.list[random(Math.min(server.list.length, 70))]?.id;
  const mine = (): string | undefined => client.inbox.view.get().items[random(client.inbox.view.get().items.length)]?.id;
  const acts: (() => unknown)[] = [
    () => server.create({ alert: random(8) === 0, category: random(4) ? 'kudos' : 'other' }),
    () => rowOf() && server.change(rowOf()!, row => server.mark(['read', 'unread', 'dismissed', 'acknowledge'][random(4)]!, row)),
    () => rowOf() && server.remove(rowOf()!),
    () => server.socket.deliver(1 + random(4)),
    () => server.socket.deliver(1 + random(4)),
    () => {
      const { waiting } = server.socket;
      const index = random(waiting.length);
      if (waiting.length) waiting.splice(index, 0, waiting[index]);
    },
    () => server.socket.isOpen && server.socket.fail(random(2) ? 1006 : 1012, random(2) ? 'restart retry=700' : ''),
    () => { server.firstCursor = server.log.length; },
    () => device.clock.advance(random(4000)),
    () => { device.online = !device.online; },
    pump, pump, pump, pump,
    () => mine() && void client.inbox.markRead(mine()!),
    () => mine() && void client.inbox.markUnread(mine()!),
    () => mine() && void client.inbox.acknowledge(mine()!),
    () => mine() && client.inbox.remove(mine()!),
    () => mine() && void client.inbox.viewed([mine()!, mine()!]),
    () => random(4) === 0 && void client.inbox.markAllRead(),
    () => random(4) === 0 && void client.inbox.clear(),
    () => void client.inbox.undo(),
    () => void client.inbox.loadMore(),
    () => void client.inbox.refresh(),
    () => random(3) === 0 && void client.inbox.load([{}, { status: 'unread' }, { category: 'other' }][random(3)] as object)
  ];
  for (let step = 20 + random(60); step > 0; step--) {
    await acts[random(acts.length)]!();
    await settled();
  }

  // Silence: everything arrives.
  void client.inbox.load({});
  device.online = true;
  for (let round = 0; round < 40; round++) {
    while (requests.length) await pump();
    // A list that could not be read says so, and the user asks for it again.
    if (client.inbox.view.get().status === 'failed') void client.inbox.load();
    if (server.socket.isOpen) server.socket.waiting.push({ op: 'ping', cursor: 'c' + server.log.length });
    server.socket.deliver();
    await device.clock.advance(5000);
    server.socket.deliver();
  }
  const { items, hasMore, unreadCount, unseenCount, badge, mode, undo } = client.inbox.view.get();
  const about = `seed ${seed}`;
  assert.equal(mode, 'live', about);
  assert.equal(client.outbox.get().waiting, 0, about);
  assert(undo?.kind !== 'delete', about);
  assert.deepEqual(items, server.list.slice(0, items.length), about);
  // Behind the last page, rows leave without a word to the client.
  assert(hasMore || items.length === server.list.length, about);
  assert.deepEqual({ unreadCount, unseenCount, badge }, server.counts, about);
  client.stop();
  await settled();
  while (requests.length) await pump();
  assert.deepEqual(device.clock.waits, [], about);
}

test('R172, R187: in whatever order things happen, in the end the client has what the server has', async () => {
  for (let seed = 1; seed <= 150; seed++) await run(seed);
});
