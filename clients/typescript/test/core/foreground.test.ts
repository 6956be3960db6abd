import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import { FakePlatform } from './FakePlatform.js';
import type { Started } from './startClient.js';
import { makeClient, startClient } from './startClient.js';

const show = (id: string, change: object = {}): object =>
  ({ title: 'T', body: 'B', peal: { v: 1, op: 'show', id, type: 'kudos', category: 'kudos', priority: 'normal', link: '/kudos',
    ...change } });
const banners = ({ client }: Started): string => client.foreground.banners.get().map(({ id }) => id).join(' ');

describe('R130, R133: banners', () => {
  test('a push is a banner with its text, received once; a tap opens and reports', async () => {
    const made = await startClient();
    const opened: string[] = [];
    made.client.links.onOpen(({ href }) => void opened.push(href));
    await made.client.foreground.received(show('n1', { entity: 'event/e1' }));
    assert.deepEqual(made.client.foreground.banners.get(), [
      { id: 'n1', title: 'T', body: 'B', link: '/kudos', entity: 'event/e1', priority: 'normal', presentation: 'banner' }
    ]);
    assert(made.device.calls.includes('POST /notifications/n1/received'));
    await made.client.foreground.tap('n1');
    await made.client.foreground.tap('n1');
    await settled();
    assert.deepEqual([banners(made), opened], ['', ['/kudos']]);
    assert.equal(made.device.calls.filter(call => call.endsWith('/opened')).length, 1);
  });

  test('R192: one that asks says that replies can be given; other buttons are no replies', async () => {
    const made = await startClient();
    await made.client.foreground.received(show('n1', { actions: [{ id: 'late-5', title: '5 min late', kind: 'quick-reply' }] }));
    await made.client.foreground.received(show('n2', { actions: [{ id: 'open', title: 'Open', kind: 'open-app' }] }));
    assert.deepEqual(made.client.foreground.banners.get().map(({ id, actions }) => [id, actions && actions.length]), [['n1', 1], ['n2', undefined]]);
  });

  test('closed is dismissed; hidden after its time is nothing', async () => {
    const made = await startClient();
    await made.client.foreground.received(show('n1'));
    await made.client.foreground.received(show('n2'));
    made.client.foreground.hide('n1');
    await made.client.foreground.dismiss('n2');
    await made.client.foreground.dismiss('n2');
    await settled();
    assert.equal(banners(made), '');
    assert.deepEqual(made.device.calls.filter(call => call.endsWith('/dismissed')), ['POST /notifications/n2/dismissed']);
  });

  test('live and push of one notification are one banner, also after it was closed', async () => {
    const made = await startClient();
    const { id } = made.server.create();
    await made.client.foreground.received(show(id));
    assert.equal(banners(made), id);
    await made.client.foreground.dismiss(id);
    await made.client.foreground.received(show(id));
    assert.equal(banners(made), '');
  });

  test('what was read or removed elsewhere needs no banner any more', async () => {
    const made = await startClient();
    const first = made.server.create().id;
    const second = made.server.create().id;
    assert.equal(banners(made), `${first} ${second}`);
    made.server.change(first, row => made.server.mark('read', row));
    made.server.remove(second);
    assert.equal(banners(made), '');
  });

  test('nothing is shown while nobody looks, nor what is read already', async () => {
    let isVisible = false;
    const made = await startClient({ platform: { isVisible: () => isVisible } });
    made.server.create();
    isVisible = true;
    made.server.create({ readAt: '2026-11-20T10:00:00Z', seenAt: '2026-11-20T10:00:00Z' });
    assert.equal(banners(made), '');
    made.server.create({ alert: true });
    assert.equal(banners(made), 'ntf_00003');
  });

  test('of hundreds, the latest stay', async () => {
    const made = await startClient();
    for (let number = 0; number < 30; number++) await made.client.foreground.received(show('n' + number));
    assert.equal(made.client.foreground.banners.get().length, 20);
    assert.equal(made.client.foreground.banners.get()[19]!.id, 'n29');
  });

  test('another user sees none of them', async () => {
    const made = await startClient();
    await made.client.foreground.received(show('n1'));
    made.tokens.user = 'ben';
    await made.client.signedIn();
    assert.equal(banners(made), '');
  });

  const muted: [string, object, object, string][] = [
    ['everything', { scope: 'all', until: null }, {}, ''],
    ['everything, and it is critical', { scope: 'all', until: null }, { priority: 'critical' }, 'ntf_00001'],
    ['its category by key', { scope: 'category', target: 'kudosKey', until: null }, {}, ''],
    ['another category', { scope: 'category', target: 'other', until: null }, {}, 'ntf_00001'],
    ['its conversation', { scope: 'thread', target: 't1', until: '2026-11-20T11:00:00Z' }, { thread: 't1' }, ''],
    ['another conversation', { scope: 'thread', target: 't2', until: null }, { thread: 't1' }, 'ntf_00001'],
    ['until a while ago', { scope: 'all', until: '2026-11-20T09:00:00Z' }, {}, 'ntf_00001']
  ];
  for (const [name, mute, row, shown] of muted) {
    test(`R090, R091: muted: ${name}`, async () => {
      const made = makeClient();
      made.device.answer = request => {
        if (request.path.startsWith('/client-config')) {
          return { status: 200, body: { ...(made.server.answer(request).body as object),
            categories: [{ key: 'kudosKey', name: 'kudos' }] } };
        }
        if (!request.path.includes('notification-preferences')) return made.server.answer(request);
        return { status: 200, body: {
          userId: 'ann', categories: {}, globalSettings: {}, mutes: [{ id: 'm1', createdAt: '', ...mute }], enabledCount: 0,
            version: 1,
          updatedAt: '2026-11-20T09:00:00Z', syncedAt: '2026-11-20T09:00:00Z'
        } };
      };
      await made.client.start();
      await made.client.preferences.load();
      await settled();
      made.server.create(row);
      assert.equal(banners(made), shown);
    });
  }
});

describe('docs/payload.md: clear, badge and sync', () => {
  test('clear removes banners and what the system shows', async () => {
    const made = await startClient();
    await made.client.foreground.received(show('n1'));
    await made.client.foreground.received({ peal: { v: 1, op: 'clear', id: 'n1',
      cleared: [{ id: 'n1', tag: 't' }, { id: 'n2', tag: 't' }] } });
    assert.equal(banners(made), '');
    assert.deepEqual([...new Set(made.device.push.cleared)], ['n1', 'n2']);
  });
  test('R168: a push carries its badge', async () => {
    const made = await startClient();
    await made.client.foreground.received(show('n1', { badge: 7, badgeVersion: 70 }));
    await made.client.foreground.received({ peal: { v: 1, op: 'badge', id: '', badge: 3, badgeVersion: 60 } });
    assert.deepEqual([made.client.inbox.view.get().badge.count, made.device.push.number], [7, 7]);
  });
  test('R134: sync reads what is new', async () => {
    const made = await startClient();
    made.server.socket.fail(1006);
    made.server.create();
    await made.client.foreground.received({ peal: { v: 1, op: 'sync', id: '' } });
    await settled();
    assert.equal(made.client.inbox.view.get().items.length, 1);
  });
});

describe('R149, S3.Err-3: malformed payloads', () => {
  const claims = ({ device }: Started): unknown[] =>
    device.sent.filter(({ path }) => path === '/analytics/notification-audit').map(({ json }) => json);

  test('discarded, logged, and claimed once for each id', async () => {
    const made = await startClient();
    await made.device.clock.advance(1000);
    for (let times = 0; times < 3; times++) await made.client.foreground.received({ peal: { v: 1, op: 'show', id: 'n1' } });
    await settled();
    assert.equal(banners(made), '');
    assert.equal(made.device.logged.filter(({ event }) => event === 'malformed-payload').length, 3);
    assert.deepEqual(claims(made), [{ action: 'malformed', channel: 'push', notificationId: 'n1',
      timestamp: '2026-11-20T10:00:01.000Z' }]);
  });
  test('at most ten an hour', async () => {
    const made = await startClient();
    for (let number = 0; number < 30; number++) await made.client.foreground.received({ peal: { v: 1, op: 'show',
      id: 'n' + number } });
    for (let number = 0; number < 30; number++) await made.client.foreground.received({ peal: null });
    await settled();
    assert.equal(claims(made).length, 10);
    await made.device.clock.advance(3_600_000);
    await made.client.foreground.received({ peal: null });
    await settled();
    assert.equal(claims(made).length, 11);
  });
  test('nobody is signed in: logged only', async () => {
    const made = makeClient({ device: new FakePlatform() });
    made.tokens.user = null;
    await made.client.start();
    await made.client.foreground.received({ peal: null });
    await settled();
    assert.deepEqual(claims(made), []);
  });
  test('what is not ours is nobody’s fault', async () => {
    const made = await startClient();
    for (const push of [null, 'x', { title: 'T' },
      { peal: { v: 2, op: 'show', id: 'n1' } }]) await made.client.foreground.received(push);
    assert.deepEqual([claims(made), banners(made)], [[], '']);
  });
});
