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
