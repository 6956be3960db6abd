import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Destination, Tap } from '../../src/core/PealClient.js';
import { settled } from './FakeClock.js';
import type { Started } from './startClient.js';
import { makeClient, startClient } from './startClient.js';

const tap = (change: Partial<Tap> = {}): Tap =>
  ({ source: 'push', state: 'background', notification: 'ntf_1', link: '/events/e1', entity: 'event/e1', ...change });
function follow({ client }: Started, answer: (destination: Destination) => boolean | void | Promise<boolean | void> = () =>
  undefined): string[] {
  const opened: string[] = [];
  client.links.onOpen(destination => {
    opened.push(destination.path + (destination.isFallback ? ' fallback' : ''));
    return answer(destination);
  });
  return opened;
}
const reports = ({ device }: Started): string[] => device.calls.filter(call => call.includes('/ntf_'));

describe('R120, R121, R123: a tap', () => {
  for (const state of ['foreground', 'background', 'closed'] as const) {
    test(`${state}: opens its target immediately, reports, and takes the push from the screen`, async () => {
      const made = await startClient();
      const opened = follow(made);
      made.device.answer = () => new Promise(() => undefined);
      let isDone = false;
      void made.client.links.handle(tap({ state })).then(() => (isDone = true));
      await settled();
      assert.equal(isDone, false, 'it resolves when the report is sent');
      assert.deepEqual([opened, reports(made), made.device.push.cleared],
        [['/events/e1'], ['POST /notifications/ntf_1/opened'], ['ntf_1']]);
    });
  }

  test('before the app starts and before it can navigate: reported, kept, and delivered once', async () => {
    const before = await startClient();
    before.client.stop();
    before.device.sent.length = 0;
    const made = makeClient({ device: before.device });
    await made.client.links.handle(tap());
    await made.client.links.handle(tap({ source: 'launch' }));
    assert.deepEqual(reports(made), ['POST /notifications/ntf_1/opened']);
    await made.client.start();
    await settled();
    assert.deepEqual(reports(made), ['POST /notifications/ntf_1/opened']);
    const opened = follow(made);
    await settled();
    const other = follow(made);
    await settled();
    assert.deepEqual([opened, other], [['/events/e1'], []]);
  });

  test('the same tap reported twice is one; of rows and banners each counts', async () => {
    const made = await startClient();
    const opened = follow(made);
    await made.client.links.handle(tap());
    await made.client.links.handle(tap());
    await settled();
    assert.deepEqual([opened.length, reports(made).length], [1, 1]);
    await made.device.clock.advance(24 * 3_600_000 - 1);
    await made.client.links.handle(tap());
    assert.equal(opened.length, 1);
    await made.device.clock.advance(1);
    await made.client.links.handle(tap());
    assert.equal(opened.length, 2, 'a notification that is shown again later');
    await made.client.links.handle(tap({ source: 'inbox' }));
    await made.client.links.handle(tap({ source: 'inbox' }));
    assert.equal(opened.length, 4);
    const launch: Tap = { source: 'launch', state: 'closed', link: '/kudos' };
    await made.client.links.handle(launch);
    await made.client.links.handle(launch);
    assert.deepEqual(opened.slice(4), ['/kudos']);
  });

  test('without the routes nothing is opened; when they are known, it is', async () => {
    const made = makeClient();
    const opened = follow(made);
    made.device.online = false;
    await made.client.start();
    await made.client.links.handle(tap({ link: 'javascript:alert(1)' }));
    await settled();
    assert.deepEqual([opened, made.client.links.resolve('/events/e1').isFallback], [[], true]);
    made.device.online = true;
    await made.client.resumed();
    await settled();
    assert.deepEqual(opened, ['/notifications fallback']);
  });

  test('another navigation takes over, and the first one goes on when it leaves', async () => {
    const made = await startClient();
    const first = follow(made);
    const end = made.client.links.onOpen(() => undefined);
    await made.client.links.handle(tap());
    end();
    end();
    await made.client.links.handle(tap({ notification: 'ntf_2' }));
    assert.deepEqual(first, ['/events/e1']);
  });

  test('what waits for a navigation is not the next user’s', async () => {
    const made = await startClient();
    await made.client.links.handle(tap());
    made.tokens.user = null;
    await made.client.signOut();
    assert.deepEqual(follow(made), []);
  });
});

describe('R125: a target that does not exist', () => {
  const answers: [string, () => boolean | Promise<boolean>][] = [
    ['answers false', () => false], ['answers false later', () => Promise.resolve(false)],
    ['throws', () => { throw new Error('no such screen'); }], ['rejects', () => Promise.reject(new Error('no such screen'))]
  ];
  for (const [name, answer] of answers) {
    test(`the app’s navigation ${name}`, async () => {
      const made = await startClient();
      const opened = follow(made, ({ isFallback }) => (isFallback ? undefined : answer()));
      await made.client.links.handle(tap());
      assert.deepEqual(opened, ['/events/e1', '/notifications fallback']);
    });
  }
  test('a fallback that does not exist either is logged, and nothing crashes', async () => {
    const made = await startClient();
    const opened = follow(made, () => false);
    await made.client.links.handle(tap());
    await made.client.links.handle(tap({ notification: 'ntf_2', link: '/later' }));
    assert.deepEqual(opened, ['/events/e1', '/notifications fallback', '/notifications fallback']);
    assert.equal(made.device.logged.filter(({ event }) => event === 'links.unopened').length, 2);
  });
});

describe('R127, R191: buttons', () => {
  test('dismiss opens nothing and says that it was seen', async () => {
    const made = await startClient();
    const opened = follow(made);
    await made.client.links.handle(tap({ action: { id: 'close', kind: 'dismiss' } }));
    await settled();
    assert.deepEqual([opened, reports(made)], [[], ['POST /notifications/ntf_1/dismissed']]);
  });
  test('a quick reply is sent by its token, and opens what the server answers', async () => {
    const made = await startClient();
    const opened = follow(made);
    made.device.answer = () => ({ status: 200, body: { link: '/events/e1', confirmation: 'Done' } });
    await made.client.links.handle(tap({ action: { id: 'late-10', kind: 'quick-reply', token: 't1' } }));
    assert.deepEqual([opened, reports(made)], [['/events/e1'], ['POST /notifications/ntf_1/actions/late-10']]);
    assert.equal(made.device.sent.slice(-1)[0]!.authorization, 'Peal-Action t1');
  });
  test('open-app opens its own link immediately, and reports the button', async () => {
    const made = await startClient();
    const opened = follow(made);
    made.device.answer = () => ({ status: 200, body: { link: '/events/later' } });
    await made.client.links.handle(tap({ action: { id: 'show', kind: 'open-app', link: '/kudos', token: 't1' } }));
    await settled();
    assert.deepEqual([opened, reports(made)], [['/kudos'], ['POST /notifications/ntf_1/actions/show']]);
  });
  test('open-app without a link opens the app and nothing in it', async () => {
    const made = await startClient();
    const opened = follow(made);
    await made.client.links.handle(tap({ action: { id: 'show', kind: 'open-app' } }));
    assert.deepEqual(opened, []);
  });
});
