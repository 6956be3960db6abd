import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { load } from '../adapter/load.mjs';
import { faces } from '../conformance/faces.mjs';
import { binary, openServer } from './Sandbox.mjs';
import { SandboxApp } from './SandboxApp.mjs';

const isBuilt = existsSync(binary);
const module = await load();
const [android, , expoAndroid] = faces;
let sandbox;
const apps = [];

function make(user, { url = sandbox.url, face = android } = {}) {
  const app = new SandboxApp(url, module, { user, face });
  apps.push(app);
  return app;
}

const kudos = (user, message = 'Thanks', on = sandbox) =>
  on.backend('gss', 'POST', '/triggers', { type: 'kudos', to: { users: [user] }, data: { from: 'Ann', message } });
const change = (app, what) => sandbox.call('POST', `/sandbox/phones/${app.stored.phoneId}/${what}`);
const titles = (app) => app.phone.shown.map(({ title }) => title);

before(async () => {
  if (isBuilt) sandbox = await openServer();
});
after(() => {
  for (const app of apps) app.end();
  sandbox?.close();
});

describe('an app without any account, on a virtual phone of a sandbox', { skip: isBuilt ? false : 'no server is built' }, () => {
  for (const face of [android, expoAndroid]) {
    test(`${face.name}: it registers, gets a push by the phone's own stream and draws it`, async () => {
      const app = await make(`sam-${face.face}`, { face }).open();
      assert.equal(app.adapter.isSimulated, true);
      assert.deepEqual(app.phone.received.tokens, []);
      await app.phone.home();
      await app.adapter.settled();
      await kudos(app.user);
      await app.until(() => app.phone.shown.length === 1, 'the push is drawn');
      assert.deepEqual(app.phone.shown.map(({ drawnBy, channel }) => [drawnBy, channel]), [['app', 'kudos']]);
      await app.until(() => app.sent('/received').length === 1, 'it is reported');
      app.end();
    });
  }

  for (const [provider, platform] of [['fcm', 'android'], ['fcm', 'ios'], ['apns', 'ios'], ['expo', 'android'], ['expo', 'ios']]) {
    test(`${provider} on ${platform}: the server's request is read as the app would get it`, async () => {
      const user = `reader-${provider}-${platform}`;
      const phone = await sandbox.phone({ app: 'gss', user, provider, platform });
      await kudos(user);
      const [push] = await sandbox.pushes(phone);
      const { status, title, body, peal } = module.parsePayload(module.payloadOf(push));
      assert.deepEqual([status, peal.op, peal.type], ['ok', 'show', 'kudos']);
      assert.ok(title && body && peal.tag);
    });
  }

  test('on the screen it is a banner of the app', async () => {
    const app = await make('bea').open();
    await kudos('bea');
    await app.until(() => app.client.foreground.banners.get().length === 1, 'the banner is there');
    assert.deepEqual(titles(app), []);
    app.end();
  });

  test('offline by the sandbox: the app learns it, its requests fail, and what waits is sent when the phone is back', async () => {
    const app = await make('olga').open();
    await kudos('olga');
    await app.until(() => app.client.inbox.view.get().items.length === 1, 'the row is there');
    await change(app, 'offline');
    await app.until(() => !app.client.outbox.get().isOnline, 'the app is offline');
    assert.equal(app.simulated.connectivity.isConnected(), false);
    await assert.rejects(app.simulated.platform.http({ method: 'GET', url: `${sandbox.url}/healthz`, headers: {} }), /offline/);
    void app.client.inbox.markRead(app.client.inbox.view.get().items[0].id);
    await app.until(() => app.client.outbox.get().waiting === 1, 'the change waits');
    await change(app, 'online');
    await app.until(() => app.client.outbox.get().waiting === 0, 'the change is sent');
    assert.equal(app.client.outbox.get().isOnline, true);
    app.end();
  });

  test('the sandbox’s clock is the client’s, also after it was moved', async () => {
    const app = await make('tess').open();
    const isSame = async () => Math.abs(app.client.now() - (await sandbox.now())) < 2_000;
    await app.until(isSame, 'the clocks are the same');
    await sandbox.move('PT3H');
    await app.until(isSame, 'the clocks are the same again');
    assert.ok(app.client.now() - Date.now() > 3_600_000);
    app.end();
  });

  test('the app is ended by the sandbox: a push is drawn as without a screen; opened, it is there again', async () => {
    const app = await make('kim').open();
    await app.until(() => app.streams().length === 1, 'the stream is open');
    await change(app, 'kill');
    await app.until(() => app.simulated.isKilled(), 'the app learns it');
    await app.until(() => app.streams().length === 0, 'the stream is closed');
    app.requests.length = 0;
    await kudos('kim');
    await app.until(() => app.phone.shown.length === 1, 'the push is drawn');
    await app.quiet();
    assert.equal(app.client.foreground.banners.get().length, 0);
    assert.deepEqual(app.requests.filter((one) => !one.endsWith('/received')), []);
    await change(app, 'open');
    await app.until(() => app.sent('/sync').length === 1, 'the app is back');
    await app.until(() => app.streams().length === 1, 'the stream is open again');
    app.end();
  });

  test('a restart of the app gets what came meanwhile, once', async () => {
    const app = await make('rosa').open();
    const { phoneId } = app.stored;
    app.end();
    await kudos('rosa');
    await sandbox.settle();
    await app.open();
    await app.until(() => app.client.foreground.banners.get().length === 1, 'the push is there');
    await app.quiet();
    assert.deepEqual([app.stored.phoneId, app.sent('/received').length], [phoneId, 1]);
    for (let start = 0; start < 2; start += 1) {
      app.end();
      await app.open();
      await app.quiet();
      assert.deepEqual([app.client.foreground.banners.get().length, app.sent('/received').length, app.stored.phoneId], [0, 0, phoneId]);
    }
    app.end();
  });

  test('sign-out ends the phone; the next user has one of their own', async () => {
    const app = await make('una').open();
    const { phoneId } = app.stored;
    await app.client.signOut();
    assert.equal(app.stored, null);
    app.user = 'vic';
    await app.client.signedIn();
    await app.until(() => app.client.devices.state.get().state === 'active', 'the next user is registered');
    assert.notEqual(app.stored.phoneId, phoneId);
    assert.equal(app.stored.user, 'vic');
    app.end();
  });

  test('a sandbox that was started again makes another phone, also where the name of the old one is taken', async () => {
    const first = await openServer();
    const app = await make('nina', { url: first.url }).open();
    const { phoneId, token } = app.stored;
    app.end();
    first.close();
    for (const isTaken of [false, true]) {
      const next = await openServer();
      try {
        if (isTaken) assert.equal((await next.phone({ app: 'gss', user: 'other', provider: 'fcm', platform: 'android' })).phoneId, phoneId);
        app.url = next.url;
        await app.open();
        assert.equal(app.stored.phoneId === phoneId, !isTaken);
        if (isTaken) assert.notEqual(app.stored.token, token);
        await kudos('nina', 'Again', next);
        await app.until(() => app.client.foreground.banners.get().length === 1, 'the push is there');
        app.end();
        // The one from before is what the phone remembers.
        app.phone.context.stores.asyncStorage.set('peal:gss:sandbox', JSON.stringify({ phoneId, deviceId: 'dev_before', token, user: 'nina', last: 7 }));
      } finally {
        next.close();
      }
    }
  });

  test('a server that is no sandbox: the error says what to start', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('{}'));
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${server.address().port}`;
    const storage = { get: async () => null, set: async () => undefined, remove: async () => undefined };
    const { tokens } = module.sandboxTokens({ url, app: 'gss', user: () => 'anna', os: 'android', storage });
    await assert.rejects(tokens.get(), /is not a sandbox .*start one with "peal serve --sandbox"/);
    server.close();
  });

  test('nobody is signed in: no phone', async () => {
    const storage = { get: async () => null, set: async () => undefined, remove: async () => undefined };
    const { tokens, token } = module.sandboxTokens({ url: sandbox.url, app: 'gss', user: () => null, os: 'android', storage });
    await assert.rejects(tokens.get(), /nobody is signed in/);
    assert.equal(await token(), null);
  });
});
