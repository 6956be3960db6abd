import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import { MemoryStorage } from './FakePlatform.js';
import { makePeal, startPeal } from './makePeal.js';

describe('a user who acts while it is still asked who they are', () => {
  test('is not told to sign in', async () => {
    const made = makePeal();
    made.server.fault = ({ path }) => (path.startsWith('/events/') ? { status: 200, body: { confirmation: 'Host notified' } } : null);
    const started = made.client.start();
    const reply = await made.client.eta.reply('run', { status: 'on-time' });
    await started;
    assert.deepEqual([reply.status, reply.confirmation], ['sent', 'Host notified']);
    assert.equal(made.device.sent.filter(({ path }) => path === '/events/run/eta').length, 1);
  });

  test('is told so when nobody is signed in', async () => {
    const made = makePeal({ user: null });
    const started = made.client.start();
    const reply = await made.client.eta.reply('run', { status: 'on-time' });
    await started;
    assert.deepEqual([reply.status, reply.error!.code], ['refused', 'unauthenticated']);
  });
});

describe('signing out after the session of the site has ended', () => {
  test('removes what is here of the user all the same', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    await first.client.preferences.load();
    await settled();
    const second = await startPeal({ storage, server: first.server, user: null });
    assert(storage.values.has('peal:gss:device'));
    await second.client.signOut();
    assert.equal(storage.values.has('peal:gss:device'), false);
    assert.deepEqual([...storage.values.keys()].filter((key) => /preferences|inbox/.test(key)), []);
    assert.equal(second.device.push.endpoint, 'token-1x');
  });
});

describe('the app’s token', () => {
  test('that never comes is a failure of the network after 30 seconds, which the log explains', async () => {
    const made = makePeal({ options: { token: () => new Promise(() => undefined) } });
    const started = made.client.start();
    await made.device.clock.advance(29_000);
    assert.equal(made.device.logged.some(({ event }) => event === 'token.failed'), false);
    await made.device.clock.advance(1000);
    await started;
    const failed = made.device.logged.find(({ event }) => event === 'token.failed')!;
    assert.match(String(failed.detail!['error']), /`token` did not answer within 30 seconds/);
    assert.deepEqual(made.device.clock.waits.filter((wait) => wait <= 30_000), []);
  });

  test('that comes leaves no timer', async () => {
    const made = await startPeal();
    await settled();
    const before = made.device.clock.waits;
    await made.client.inbox.refresh();
    await settled();
    assert.deepEqual(made.device.clock.waits, before);
  });

  test('that Peal refuses, and the next one as well, is in the log with the reason', async () => {
    const made = makePeal();
    made.server.fault = ({ authorization }) => (authorization
      ? { status: 401, body: { code: 'unauthenticated', detail: 'invalid token signature' } } : null);
    await made.client.start();
    await made.client.preferences.load();
    const refused = made.device.logged.filter(({ event }) => event === 'token.refused');
    assert.deepEqual(refused[0]!.detail, { reason: 'invalid token signature' });
    assert.equal(made.client.preferences.view.get().error!.code, 'unauthenticated');
  });
});
