import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import { FakeInboxServer } from './FakeInboxServer.js';
import { FakePlatform } from './FakePlatform.js';
import type { Started } from './startClient.js';
import { makeClient, startClient } from './startClient.js';

const ids = ({ client }: Started): string => client.inbox.view.get().items.map(({ id }) => String(Number(id.slice(4)))).join(' ');
const unread = ({ client }: Started): string =>
  client.inbox.view.get().items.filter(row => !row.readAt).map(({ id }) => String(Number(id.slice(4)))).join(' ');
const name = (number: number): string => 'ntf_' + String(number).padStart(5, '0');
const fill = (count: number) => (server: FakeInboxServer): void => {
  for (let made = 0; made < count; made++) server.create();
};
const counts = ({ client }: Started): number[] => {
  const { unreadCount, unseenCount, badge } = client.inbox.view.get();
  return [unreadCount, unseenCount, badge.count];
};

describe('R174, R175: the list', () => {
  test('while nobody is signed in it does not load for ever, and shows the rows of whoever comes', async () => {
    const made = makeClient();
    fill(2)(made.server);
    made.tokens.user = null;
    await made.client.start();
    const state = (): unknown[] => [made.client.inbox.view.get().status, made.client.inbox.view.get().error &&
      made.client.inbox.view.get().error!.code];
    assert.deepEqual(state(), ['failed', 'unauthenticated']);
    made.tokens.user = 'ann';
    await made.client.signedIn();
    await settled();
    assert.deepEqual([...state(), ids(made)], ['ready', null, '2 1']);
    await made.client.signOut();
    assert.deepEqual([...state(), ids(made)], ['failed', 'unauthenticated', '']);
  });

  test('it connects first and reads then; alerts come first, then the newest', async () => {
    const made = await startClient({ fill: server => { server.create({ alert: true }); fill(2)(server); } });
    assert.equal(ids(made), '1 3 2');
    assert.deepEqual([made.client.inbox.view.get().status, made.client.inbox.view.get().mode], ['ready', 'live']);
    const read = made.device.sent.filter(({ path }) => path.startsWith('/notifications?'));
    assert.equal(read[0]!.path, '/notifications?limit=50');
    assert(read[1]!.headers['If-None-Match'], 'what was read before the subscription is read again by its ETag');
  });

  test('pages of 50, what arrives between two, and what is behind the last one', async () => {
    const made = await startClient({ fill: fill(120) });
    assert.equal(made.client.inbox.view.get().items.length, 50);
    made.server.create();
    made.server.change(name(1), row => made.server.mark('read', row));
    assert.equal(made.client.inbox.view.get().items.length, 51, 'a row behind the last page waits for it');
    await made.client.inbox.loadMore();
    await made.client.inbox.loadMore();
    await made.client.inbox.loadMore();
    const view = made.client.inbox.view.get();
    assert.deepEqual([view.items.length, view.hasMore, new Set(view.items.map(({ id }) => id)).size], [121, false, 121]);
    assert.deepEqual(view.items, made.server.list);
  });

  test('a change while a page is on its way is not lost to the page', async () => {
    const made = await startClient({ fill: fill(60) });
    const held = hold(made);
    const more = made.client.inbox.loadMore();
    await settled();
    assert.equal(made.client.inbox.view.get().isLoadingMore, true);
    made.server.change(name(5), row => made.server.mark('read', row));
    made.server.remove(name(6));
    await held.release();
    await more;
    assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
  });

  test('a change while the list is read again is not lost to it', async () => {
    const made = await startClient({ fill: fill(5) });
    const held = hold(made);
    const read = made.client.inbox.refresh();
    await settled();
    made.server.change(name(5), row => made.server.mark('read', row));
    made.server.remove(name(4));
    made.server.create();
    await held.release();
    await read;
    assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
    assert.deepEqual(counts(made), [4, 1, 1], 'the app was opened: four are seen');
  });

  test('all that was loaded is read again after a resync', async () => {
    const made = await startClient({ fill: fill(300) });
    for (let page = 0; page < 4; page++) await made.client.inbox.loadMore();
    assert.equal(made.client.inbox.view.get().items.length, 250);
    made.server.socket.fail(1006);
    made.server.remove(name(100));
    made.server.firstCursor = 9999;
    await made.device.clock.advance(4500);
    const view = made.client.inbox.view.get();
    assert.deepEqual(view.items, made.server.list.slice(0, view.items.length));
    assert(view.items.length >= 250 && view.hasMore);
  });

  test('the same rows are the same list: nothing is drawn again for a badge', async () => {
    const made = await startClient({ fill: fill(2) });
    const before = made.client.inbox.view.get().items;
    made.client.inbox.adoptBadge({ count: 7, version: 999 });
    assert.equal(made.client.inbox.view.get().items, before);
    assert.equal(made.client.inbox.view.get().badge.count, 7);
  });

  for (const [filter, shown] of [[{ category: 'other' }, '5 3'], [{ thread: 't1' }, '5 4'], [{ status: 'unread' }, '5 4 2'],
    [{ status: 'read' }, '3 1']] as const) {
    test(`a filter ${JSON.stringify(filter)} shows a part, and follows it`, async () => {
      const made = await startClient({
        fill: server => {
          const read = { readAt: '2026-11-20T09:00:00Z', seenAt: '2026-11-20T09:00:00Z' };
          server.create(read);
          server.create();
          server.create({ category: 'other', ...read });
          server.create({ thread: 't1' });
          server.create({ thread: 't1', category: 'other' });
        }
      });
      await made.client.inbox.load(filter);
      assert.equal(ids(made), shown);
      assert.equal(made.client.inbox.view.get().unreadCount, 3, 'the counts are of the whole inbox');
      made.server.create({ category: 'other', thread: 't1' });
      assert.equal(ids(made), 'status' in filter && filter.status === 'read' ? shown : '6 ' + shown);
      made.server.change(name(6), row => made.server.mark('read', row));
      assert.equal(ids(made), 'status' in filter ? (filter.status === 'read' ? '6 ' + shown : shown) : '6 ' + shown);
      await made.client.inbox.load({});
      assert.equal(ids(made), '6 5 4 3 2 1');
    });
  }

  test('an answer to another filter, or to the user who left, is not shown', async () => {
    const made = await startClient({ fill: fill(3) });
    const held = hold(made);
    const old = made.client.inbox.load({ status: 'unread' });
    await settled();
    const next = made.client.inbox.load({ status: 'read' });
    await held.release();
    await Promise.all([old, next]);
    assert.equal(ids(made), '');
    const again = hold(made);
    const read = made.client.inbox.load({});
    await settled();
    made.tokens.user = null;
    const out = made.client.signOut();
    await again.release();
    await Promise.all([read, out]);
    assert.equal(ids(made), '');
    assert.equal(made.client.inbox.view.get().unreadCount, 0);
  });
});

/** Lets the server answer as of now, and the answers arrive later. */
function hold({ device, server }: Started): { release(): Promise<void> } {
  const waiting: (() => void)[] = [];
  device.answer = request => {
    const answer = server.answer(request);
    return new Promise(done => waiting.push(() => done(answer)));
  };
  return {
    async release() {
      device.answer = server.answer;
      for (const next of waiting.splice(0)) next();
      await settled();
      for (const next of waiting.splice(0)) next();
      await settled();
    }
  };
}

describe('R179–R182, R170: marks', () => {
  for (const [act, after] of [['markRead', '2'], ['markUnread', '2 1'], ['acknowledge', '2'], ['dismissed', '2 1']] as const) {
    test(`${act} shows immediately, and stays`, async () => {
      const made = await startClient({ fill: fill(2) });
      const held = hold(made);
      const done = made.client.inbox[act](name(1));
      await settled();
      assert.equal(unread(made), after);
      await held.release();
      await done;
      assert.equal(unread(made), after);
      assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
      assert.deepEqual(counts(made), Object.values({ ...made.server.counts, badge: made.server.counts.badge.count }));
    });
  }

  test('unread again is unread', async () => {
    const made = await startClient({ fill: fill(2) });
    await made.client.inbox.markRead(name(1));
    await made.client.inbox.markUnread(name(1));
    assert.equal(unread(made), '2 1');
    assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
  });

  test('a mark that the server refuses is reverted and says why', async () => {
    const made = await startClient({ fill: fill(2) });
    made.device.answer = request => (request.path.endsWith('/read') ? { status: 422, body: { code: 'invalid' } }
      : made.server.answer(request));
    await made.client.inbox.markRead(name(1));
    assert.equal(unread(made), '2 1');
    assert.equal(made.client.inbox.view.get().error?.code, 'invalid');
    made.device.answer = made.server.answer;
    await made.client.inbox.markRead(name(1));
    assert.equal(made.client.inbox.view.get().error, null);
  });

  test('a row that is gone meanwhile leaves without an error', async () => {
    const made = await startClient({ fill: fill(2) });
    made.server.rows.delete(name(1));
    await made.client.inbox.markRead(name(1));
    await settled();
    assert.equal(ids(made), '2');
    assert.equal(made.client.inbox.view.get().error, null);
  });

  test('offline marks show, survive a restart, and are sent once', async () => {
    const device = new FakePlatform();
    device.push.endpoint = null;
    const made = await startClient({ device, fill: fill(3) });
    device.online = false;
    await made.client.inbox.markRead(name(1));
    await made.client.inbox.markRead(name(2));
    await made.client.inbox.markUnread(name(2));
    assert.equal(unread(made), '3 2');
    assert.deepEqual(counts(made), [2, 0, 2].map((_, index) =>
      [2, made.client.inbox.view.get().unseenCount, made.client.inbox.view.get().badge.count][index]!));
    await device.clock.advance(2000);
    made.client.stop();
    const again = makeClient({ device, server: made.server });
    await again.client.start();
    assert.equal(unread(again), '3 2');
    assert.deepEqual([again.client.inbox.view.get().isStale, again.client.inbox.view.get().status,
      again.client.inbox.view.get().mode], [true, 'ready', 'offline']);
    device.online = true;
    await settled();
    assert.deepEqual(device.calls.filter(call => call.startsWith('PATCH') || call.endsWith('unread')), [
      `PATCH /notifications/${name(1)}/read`, `POST /notifications/${name(2)}/unread`
    ]);
    assert.deepEqual(again.client.inbox.view.get().items, made.server.list);
    assert.equal(again.client.inbox.view.get().isStale, false);
  });

  test('mark all as read means what the user saw, not what comes later', async () => {
    const made = await startClient({ fill: fill(60) });
    made.device.online = false;
    await made.client.inbox.markAllRead();
    assert.deepEqual([unread(made), made.client.inbox.view.get().unreadCount], ['', 0]);
    made.server.create();
    made.device.online = true;
    await settled();
    await made.client.inbox.loadMore();
    assert.equal(unread(made), '61');
    assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
    assert.deepEqual(counts(made), [1, 1, 1]);
  });

  test('mark all as read within a filter reads no other category', async () => {
    const made = await startClient({ fill: server => { fill(2)(server); server.create({ category: 'other' }); } });
    await made.client.inbox.load({ category: 'other' });
    await made.client.inbox.markAllRead();
    assert.deepEqual(made.server.list.filter(row => !row.readAt).map(({ id }) => id), [name(2), name(1)]);
  });

  test('R181: viewed rows are seen; where the catalog says so, read; each once', async () => {
    for (const readOn of ['tap', 'view'] as const) {
      const server = new FakeInboxServer();
      server.readOn = readOn;
      const made = await startClient({ server });
      fill(3)(server);
      made.device.sent.length = 0;
      await made.client.inbox.viewed([name(3), name(2), 'unknown']);
      await made.client.inbox.viewed([name(3), name(2)]);
      await settled();
      assert.deepEqual(made.device.sent.filter(({ path }) => path === '/notifications/seen').map(({ json }) => json),
        [{ ids: [name(3), name(2)] }]);
      assert.equal(unread(made), readOn === 'view' ? '1' : '3 2 1');
      assert.deepEqual(counts(made), readOn === 'view' ? [1, 1, 1] : [3, 1, 1]);
    }
  });

  test('rows viewed offline go together in one request', async () => {
    const made = await startClient();
    fill(3)(made.server);
    made.device.online = false;
    await made.client.inbox.viewed([name(3)]);
    await made.client.inbox.viewed([name(2), name(1)]);
    made.device.sent.length = 0;
    made.device.online = true;
    await settled();
    const sent = made.device.sent.filter(({ path }) => path === '/notifications/seen').map(({ json }) => [...json.ids].sort());
    assert.deepEqual(sent, [[name(1), name(2), name(3)]]);
  });

  test('R169: opened, all is seen and the badge is 0; where it counts what is unread, it stays', async () => {
    for (const badgeOf of ['unseen', 'unread'] as const) {
      const server = new FakeInboxServer();
      server.badgeOf = badgeOf;
      const made = await startClient({ server });
      fill(2)(server);
      assert.deepEqual(counts(made), [2, 2, 2]);
      await made.client.resumed();
      await settled();
      assert.deepEqual(counts(made), [2, 0, badgeOf === 'unseen' ? 0 : 2]);
      assert.equal(made.device.push.number, badgeOf === 'unseen' ? 0 : 2);
    }
  });

  test('S4.10.3: viewing a screen sees what leads there, and takes its pushes from the screen', async () => {
    const made = await startClient();
    made.server.create({ link: '/events/e1?highlight=x' });
    made.server.create({ link: '/events/e1' });
    made.server.create();
    await made.client.screenViewed('/events/e1?from=here');
    await settled();
    assert.deepEqual(made.device.push.cleared.sort(), [name(1), name(2)]);
    assert.deepEqual(made.device.sent.slice(-1)[0]!.json, { link: '/events/e1' });
    assert.deepEqual(made.client.inbox.view.get().items.filter(row => !row.seenAt).map(({ id }) => id), [name(3)]);
    await made.client.resumed();
    await settled();
    const { length } = made.device.sent;
    await made.client.screenViewed('/events/e1');
    assert.equal(made.device.sent.length, length, 'nothing is unseen: nothing is sent');
  });
});

describe('R168, R172: the badge', () => {
  test('the highest version counts, whoever brings it', async () => {
    const made = await startClient();
    made.client.inbox.adoptBadge({ count: 5, version: 50 });
    made.client.inbox.adoptBadge({ count: 9, version: 49 });
    assert.deepEqual(made.client.inbox.view.get().badge, { count: 5, version: 50 });
    made.server.create();
    assert.equal(made.client.inbox.view.get().badge.count, 5, 'an older one of the stream');
    made.server.version = 60;
    made.server.create();
    assert.equal(made.client.inbox.view.get().badge.count, 2);
    assert.equal(made.device.push.number, 2);
  });

  test('R165: what was read or removed elsewhere leaves the screen of this device', async () => {
    const made = await startClient({ fill: fill(2) });
    made.server.change(name(1), row => made.server.mark('read', row));
    made.server.remove(name(2));
    assert.deepEqual(made.device.push.cleared, [name(1), name(2)]);
  });
});

describe('R183, R184: delete, clear and undo', () => {
  test('a deletion waits five seconds; undo cancels it; the next one sends the first', async () => {
    const made = await startClient({ fill: fill(3) });
    const deletions = (): number => made.device.sent.filter(({ method }) => method === 'DELETE').length;
    made.client.inbox.remove(name(1));
    assert.deepEqual([ids(made), made.client.inbox.view.get().undo], ['3 2', { kind: 'delete', count: 1 }]);
    assert.equal(made.client.inbox.view.get().unreadCount, 2);
    await made.device.clock.advance(4999);
    await made.client.inbox.undo();
    await made.device.clock.advance(10_000);
    assert.deepEqual([ids(made), made.client.inbox.view.get().undo, deletions()], ['3 2 1', null, 0]);
    made.client.inbox.remove(name(1));
    made.client.inbox.remove(name(2));
    await settled();
    assert.deepEqual([ids(made), deletions()], ['3', 1]);
    await made.client.inbox.undo();
    assert.equal(ids(made), '3 2');
    await made.device.clock.advance(10_000);
    assert.deepEqual([ids(made), made.server.list.length], ['3 2', 2]);
  });

  test('it is sent when the app stops or comes back', async () => {
    const made = await startClient({ fill: fill(3) });
    made.client.inbox.remove(name(1));
    await made.client.resumed();
    await settled();
    assert.equal(made.server.rows.has(name(1)), false);
    made.client.inbox.remove(name(2));
    made.client.stop();
    await settled();
    await made.client.start();
    await settled();
    assert.equal(made.server.rows.has(name(2)), false);
    assert.equal(ids(made), '3');
  });

  test('a message or a reload does not bring it back meanwhile', async () => {
    const made = await startClient({ fill: fill(2) });
    made.client.inbox.remove(name(1));
    made.server.change(name(1), row => made.server.mark('read', row));
    await made.client.inbox.refresh();
    assert.equal(ids(made), '2');
  });

  test('clear leaves alerts and what comes later, and undo restores what it cleared', async () => {
    const made = await startClient({ fill: server => { fill(3)(server); server.create({ alert: true }); } });
    await made.client.inbox.clear();
    made.server.create();
    assert.deepEqual([ids(made), made.client.inbox.view.get().undo], ['4 5', { kind: 'clear', count: 3 }]);
    await made.client.inbox.undo();
    await settled();
    assert.deepEqual([ids(made), made.client.inbox.view.get().undo], ['4 5 3 2 1', null]);
    assert.deepEqual(made.client.inbox.view.get().items, made.server.list);
    assert.deepEqual(counts(made), [5, 5, 5].map((_, index) =>
      [made.server.counts.unreadCount, made.server.counts.unseenCount, made.server.counts.badge.count][index]!));
  });

  test('undo restores nothing that was cleared before', async () => {
    const made = await startClient({ fill: fill(1) });
    await made.client.inbox.clear();
    made.server.create();
    await made.client.inbox.clear();
    await made.client.inbox.undo();
    await settled();
    assert.deepEqual([ids(made), made.server.list.length], ['2', 1]);
  });

  test('offline, a clear that is undone is never sent', async () => {
    const made = await startClient({ fill: fill(2) });
    made.device.online = false;
    await made.client.inbox.clear();
    assert.equal(ids(made), '');
    await made.client.inbox.undo();
    assert.equal(ids(made), '2 1');
    made.device.online = true;
    await settled();
    assert.equal(made.device.sent.some(({ method }) => method === 'DELETE'), false);
  });

  test('a clear that is refused brings the rows back', async () => {
    const made = await startClient({ fill: fill(2) });
    made.device.answer = request => (request.method === 'DELETE' ? { status: 422, body: { code: 'invalid' } }
      : made.server.answer(request));
    await made.client.inbox.clear();
    assert.deepEqual([ids(made), made.client.inbox.view.get().undo, made.client.inbox.view.get().error?.code],
      ['2 1', null, 'invalid']);
  });

  test('within a status filter, only what is shown is cleared', async () => {
    const made = await startClient({ fill: fill(3) });
    await made.client.inbox.markRead(name(2));
    await made.client.inbox.load({ status: 'read' });
    await made.client.inbox.clear();
    assert.deepEqual(made.server.list.map(({ id }) => id), [name(3), name(1)]);
  });

  test('nothing to clear asks for nothing', async () => {
    const made = await startClient();
    await made.client.inbox.clear();
    await made.client.inbox.undo();
    assert.equal(made.device.sent.some(({ method }) => method === 'DELETE'), false);
    assert.equal(made.client.inbox.view.get().undo, null);
  });
});

describe('R173: tab badges', () => {
  test('by category and thread, and as they change', async () => {
    const made = await startClient({ fill: server => { fill(2)(server); server.create({ category: 'other', thread: 't1' }); } });
    await made.client.inbox.loadTabs('category');
    await made.client.inbox.loadTabs('thread');
    assert.deepEqual(made.client.inbox.tabs.get(), { category: { kudos: 2, other: 1 }, thread: { t1: 1 } });
    made.server.create({ category: 'other' });
    await made.device.clock.advance(500);
    assert.deepEqual(made.client.inbox.tabs.get().category, { kudos: 2, other: 2 });
    await made.client.inbox.markRead(name(3));
    await settled();
    assert.deepEqual(made.client.inbox.tabs.get(), { category: { kudos: 2, other: 1 }, thread: { t1: 0 } });
  });
});

describe('S3.Out-3: without an inbox', () => {
  test('nothing is asked, and the status says so', async () => {
    const made = makeClient();
    made.device.answer = request => (request.path.startsWith('/client-config')
      ? { status: 200, body: { ...(made.server.answer(request).body as object), features: { inbox: false } } }
        : made.server.answer(request));
    await made.client.start();
    await made.client.inbox.load();
    await made.client.screenViewed('/kudos');
    await made.client.resumed();
    await settled();
    assert.equal(made.client.inbox.view.get().status, 'off');
    assert.deepEqual(made.device.calls.filter(call => call.includes('/notifications')), []);
    assert.equal(made.server.sockets.length, 0);
  });

  test('a server that says feature-off is asked no more', async () => {
    const made = makeClient();
    made.device.answer = request => (request.path.startsWith('/notifications') ? { status: 404, body: { code: 'feature-off' } }
      : made.server.answer(request));
    await made.client.start();
    await settled();
    assert.equal(made.client.inbox.view.get().status, 'off');
    const { length } = made.device.sent;
    await made.device.clock.advance(120_000);
    assert.equal(made.device.sent.length, length);
  });
});

describe('failures', () => {
  test('a first read that fails says so, and is tried again', async () => {
    const made = makeClient();
    made.device.answer = request => (request.path.startsWith('/notifications?') ? { status: 500, body: { code: 'internal' } }
      : made.server.answer(request));
    await made.client.start();
    await settled();
    assert.deepEqual([made.client.inbox.view.get().status, made.client.inbox.view.get().error?.code], ['failed', 'internal']);
    made.device.answer = made.server.answer;
    await made.client.inbox.load();
    assert.deepEqual([made.client.inbox.view.get().status, made.client.inbox.view.get().error], ['ready', null]);
  });

  test('a page that fails leaves the rows', async () => {
    const made = await startClient({ fill: fill(60) });
    made.device.answer = () => ({ status: 503, body: { code: 'overloaded' } });
    await made.client.inbox.loadMore();
    const view = made.client.inbox.view.get();
    assert.deepEqual([view.status, view.items.length, view.hasMore, view.isLoadingMore, view.error?.code],
      ['ready', 50, true, false, 'overloaded']);
  });

  test('what the cache holds and nobody understands is nothing', async () => {
    const device = new FakePlatform();
    device.push.endpoint = null;
    const made = await startClient({ device, fill: fill(1) });
    await device.clock.advance(2000);
    made.client.stop();
    for (const [key] of [...device.storage.values].filter(([key]) => key.endsWith('inbox'))) device.storage.values.set(key,
      '{"items":7}');
    const again = makeClient({ device, server: made.server });
    await again.client.start();
    await settled();
    assert.equal(ids(again), '1');
  });

  test('S0.AC6.7: sync says that something was missed while there is no stream: it is read', async () => {
    const device = new FakePlatform();
    const made = makeClient({ device, platform: { connect: undefined } });
    device.answer = request => {
      if (request.path === '/users/me/devices/push') return { status: 201,
        body: { id: 'dev_1', state: 'active', deviceKey: 'k' } };
      if (request.path.endsWith('/sync')) {
        const missed = { count: made.server.list.length, ids: made.server.list.map(({ id }) => id), cursor: null };
        return { status: 200, body: { state: 'active', clear: [], configVersion: 1, preferencesVersion: 0, missed,
          badge: made.server.counts.badge } };
      }
      return made.server.answer(request);
    };
    await made.client.start();
    await settled();
    made.server.create();
    await made.client.resumed();
    await settled();
    assert.equal(ids(made), '1');
    assert.equal(made.client.inbox.view.get().badge.count, 1);
  });
});
