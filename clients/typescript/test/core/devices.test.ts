import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import { FakePeal } from './FakePeal.js';
import { MemoryStorage, type Answer, type Sent } from './FakePlatform.js';
import { makePeal, startPeal, type Made } from './makePeal.js';

const registrations = ({ device }: Made): Sent[] => device.sent.filter(({ path }) => path === '/users/me/devices/push');
const syncs = ({ device }: Made): Sent[] => device.sent.filter(({ path }) => path.endsWith('/sync'));
const refuse = (pattern: RegExp, answer: Answer) => ({ method,
  path }: Sent): Answer | null => (pattern.test(`${method} ${path}`) ? answer : null);

describe('registration (R001–R004, R015)', () => {
  test('sends the address and what the device is, once', async () => {
    const made = await startPeal({ options: { appVersion: '4.2.0', locale: 'de', timeZone: 'Europe/Berlin' } });
    assert.deepEqual(registrations(made).map(({ json }) => json), [{
      provider: 'fcm', platform: 'android', token: 'token-1', permission: 'granted', capabilities: {}, appVersion: '4.2.0',
      locale: 'de', timeZone: 'Europe/Berlin', newDeviceKey: true,
    }]);
    assert.deepEqual(made.client.devices.state.get(), { id: 'dev_1', state: 'active' });
    await made.client.devices.register();
    await made.client.resumed();
    assert.equal(registrations(made).length, 1);
  });

  test('is refreshed once at each launch, and stays the same device with the same key', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    const second = await startPeal({ storage, server: first.server });
    assert.equal(registrations(second).length, 1);
    assert.equal(registrations(second)[0]!.json.newDeviceKey, undefined);
    assert.deepEqual(second.server.devices.map(({ id, state }) => [id, state]), [['dev_1', 'active']]);
  });

  test('keeps the key on the device, and neither address nor token', async () => {
    const { device, server } = await startPeal();
    const stored = [...device.storage.values.entries()].map(([key, value]) => key + value).join('\n');
    assert.match(stored, new RegExp(server.devices[0]!.key));
    assert.doesNotMatch(stored, /token-1|eyJ/);
    assert.doesNotMatch(JSON.stringify(device.logged), /token-1|eyJ|dk_/);
  });

  test('is shown once it is stored: a page that is closed then leaves the worker its key', async () => {
    const made = makePeal();
    const stored: boolean[] = [];
    made.client.devices.state.subscribe(({ state }) => {
      if (state === 'active') stored.push(made.device.storage.values.has('peal:gss:device'));
    });
    await made.client.start();
    assert.deepEqual(stored, [true]);
  });

  test('asks for another key when it was lost', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    storage.values.delete('peal:gss:device');
    const second = await startPeal({ storage, server: first.server });
    assert.equal(registrations(second)[0]!.json.newDeviceKey, true);
    const { id, key } = second.server.devices[0]!;
    assert.deepEqual(JSON.parse(storage.values.get('peal:gss:device')!).d,
      { ...JSON.parse(storage.values.get('peal:gss:device')!).d, id, key });
    assert.equal(second.server.devices.length, 1);
  });

  test('asks for another key at the next launch when the answer is of a device whose key was never here', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    const known = first.server.devices[0]!;
    // Its old place is gone, and the address is known as another device.
    first.server.devices = [{ ...known, id: 'dev_other', key: 'dk_other' }];
    const second = await startPeal({ storage, server: first.server });
    assert.equal(registrations(second)[0]!.json.newDeviceKey, undefined);
    assert.match(storage.values.get('peal:gss:device')!, /"id":"dev_other","key":null/);
    const third = await startPeal({ storage, server: first.server });
    assert.equal(registrations(third)[0]!.json.newDeviceKey, true);
    assert.match(storage.values.get('peal:gss:device')!, new RegExp(first.server.devices[0]!.key));
  });

  test('replaces the address that the system has changed (R004)', async () => {
    const made = await startPeal();
    made.device.push.endpoint = 'token-2';
    await made.client.devices.addressChanged();
    assert.equal(registrations(made)[1]!.json.replaces, 'dev_1');
    assert.deepEqual(made.server.devices.map(({ id, body }) => [id, body.token]), [['dev_1', 'token-2']]);
  });

  test('by the device key, when the session is over: only the address', async () => {
    const made = await startPeal();
    made.session.user = null;
    made.device.push.endpoint = 'token-2';
    await made.client.devices.addressChanged();
    const patch = made.device.sent[made.device.sent.length - 1]!;
    assert.deepEqual([patch.method, patch.path, patch.json], ['PATCH', '/users/me/devices/dev_1', { token: 'token-2', oldAddressHash: 'sha-1' }]);
    assert.match(patch.authorization!, /^Peal-Device dev_1:dk_/);
    assert.equal(made.server.devices[0]!.body.token, 'token-2');
  });

  test('fails silently, is logged, and is tried again at the next start', async () => {
    const faults: [string, (made: Made) => void][] = [
      ['refused', ({ server }) => { server.fault = refuse(/devices.push/, { status: 422, body: { code: 'invalid' } }); }],
      ['down', ({ server }) => { server.fault = refuse(/devices.push/, { status: 503 }); }],
      ['no address', ({ device }) => { device.push.endpoint = null; }],
      ['a push service that cannot say', ({ device }) => { device.push.permission = () => Promise.reject(new Error('broken')); }],
    ];
    for (const [name, fault] of faults) {
      const made = makePeal();
      fault(made);
      await made.client.start();
      assert.deepEqual(made.client.devices.state.get(), { id: null, state: 'none' }, name);
      assert(made.device.logged.some(({ event }) => event === 'device.registration-failed'), name);
    }
  });

  test('waits for the permission and for a user', async () => {
    const denied = makePeal();
    denied.device.push.state = 'denied';
    await denied.client.start();
    const nobody = await startPeal({ user: null });
    const none = await startPeal({ push: false });
    for (const made of [denied, nobody, none]) assert.equal(registrations(made).length, 0);
  });

  test('gives the address to the next user of the device, under another id', async () => {
    const made = await startPeal();
    made.session.user = 'bob';
    await made.client.signedIn();
    assert.deepEqual(made.server.devices.map(({ user, state }) => [user, state]), [['ann', 'revoked'], ['bob', 'active']]);
    assert.equal(registrations(made)[1]!.json.replaces, undefined);
    assert.equal(made.client.devices.state.get().id, made.server.devices[1]!.id);
  });
});

describe('sync', () => {
  test('says what is shown, and clears what was read elsewhere (R165)', async () => {
    const made = makePeal();
    made.device.push.shownIds = Array.from({ length: 120 }, (_, number) => 'ntf_' + number);
    made.server.news = { clear: ['ntf_1'] };
    await made.client.start();
    assert.deepEqual([syncs(made)[0]!.json.state, syncs(made)[0]!.json.shown.length], ['launched', 100]);
    assert.deepEqual(made.device.push.cleared, ['ntf_1']);
  });

  test('of the background uses the device key when the session is over, and registers nothing', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    const second = makePeal({ storage, server: first.server, user: null });
    await second.client.start('background');
    assert.match(syncs(second)[0]!.authorization!, /^Peal-Device/);
    assert.equal(syncs(second)[0]!.json.state, 'background');
    assert.equal(registrations(second).length, 0);
  });

  test('of a device that lost its place registers it again (R009)', async () => {
    for (const state of ['quarantined', 'stale']) {
      const made = await startPeal();
      made.server.news = { state };
      made.device.sent.length = 0;
      await made.client.resumed();
      assert.equal(registrations(made).length, 1, state);
      made.server.news = {};
      await made.client.resumed();
      assert.equal(registrations(made).length, 1, state);
      assert.equal(made.client.devices.state.get().state, 'active');
    }
  });

  test('of a device that is gone registers another one', async () => {
    const made = await startPeal();
    made.server.devices = [];
    made.device.sent.length = 0;
    await made.client.resumed();
    assert.equal(registrations(made).length, 1);
    assert.equal(made.server.devices.length, 1);
    assert.equal(made.client.devices.state.get().id, made.server.devices[0]!.id);
  });

  test('that fails changes nothing', async () => {
    const made = await startPeal();
    const before = made.client.devices.state.get();
    for (const answer of [{ status: 503 }, { status: 200, body: {} }, { status: 200, body: 'null' },
      { status: 200, body: '<html>' }]) {
      made.server.fault = refuse(/sync$/, answer);
      await made.client.devices.sync('foreground');
      assert.deepEqual(made.client.devices.state.get(), before);
    }
    assert(made.device.logged.some(({ event }) => event === 'device.sync-failed'));
  });

  test('reads the configuration and the preferences again when their version says so', async () => {
    const made = await startPeal();
    await made.client.preferences.load();
    const reads = (path: string): number => made.device.calls.filter((call) => call === 'GET ' + path).length;
    const before = [reads('/client-config'), reads('/users/me/notification-preferences')];
    await made.client.devices.sync('background');
    assert.deepEqual([reads('/client-config'), reads('/users/me/notification-preferences')], before);
    made.server.catalogVersion++;
    made.server.choose('ann', 'kudos.enabled', false, 1);
    await made.client.devices.sync('background');
    assert.deepEqual([reads('/client-config'), reads('/users/me/notification-preferences')], before.map((count) => count + 1));
    assert.equal(made.client.preferences.view.get().value!.enabledCount, 5);
    assert.equal(made.client.config.get()!.catalogVersion, made.server.catalogVersion);
  });
});

describe('capabilities and permission', () => {
  test('are sent when they change, and kept (R018)', async () => {
    const storage = new MemoryStorage();
    const first = makePeal({ storage });
    await first.client.devices.setCapabilities({ bluetooth: 'denied' });
    await first.client.start();
    assert.deepEqual(first.server.devices[0]!.body.capabilities, { bluetooth: 'denied' });
    await first.client.devices.setCapabilities({ bluetooth: 'granted' });
    await first.client.devices.setCapabilities({ bluetooth: 'granted' });
    assert.equal(first.device.calls.filter((call) => call === 'PATCH /users/me/devices/dev_1').length, 1);
    const second = await startPeal({ storage, server: first.server });
    await second.client.devices.setCapabilities({ draws: 'granted' });
    assert.deepEqual(second.server.devices[0]!.body.capabilities, { bluetooth: 'granted', draws: 'granted' });
  });

  test('withdrawn in the settings reach the server on return (R028)', async () => {
    const made = await startPeal();
    made.device.push.state = 'denied';
    await made.client.resumed();
    assert.equal(made.server.devices[0]!.body.permission, 'denied');
    made.device.push.state = 'granted';
    await made.client.resumed();
    assert.deepEqual([made.server.devices[0]!.body.permission, made.server.devices.length], ['granted', 1]);
    assert.deepEqual(made.device.logged.filter(({ event }) => event === 'permission').map(({ detail }) => detail!['state']),
      ['granted', 'denied', 'granted']);
  });
});

describe('sign-out (R005)', () => {
  const deletions = ({ device }: Made): Sent[] => device.sent.filter(({ method }) => method === 'DELETE');

  test('revokes the device with the token of its user, and forgets it', async () => {
    const made = await startPeal();
    await made.client.signOut();
    assert.deepEqual(deletions(made).map(({ path }) => path), ['/users/me/devices/dev_1']);
    assert.match(deletions(made)[0]!.authorization!, /^Bearer/);
    assert.equal(made.server.devices[0]!.state, 'revoked');
    assert.deepEqual(made.client.devices.state.get(), { id: null, state: 'none' });
    assert.equal(made.device.storage.values.has('peal:gss:device'), false);
    assert.equal(made.device.push.endpoint, 'token-1x');
  });

  test('uses the last token when the app has already ended its session', async () => {
    const made = await startPeal();
    made.session.user = null;
    await made.client.signOut();
    assert.equal(made.server.devices[0]!.state, 'revoked');
  });

  test('does not use the token of the user who comes next', async () => {
    const made = await startPeal();
    made.session.user = 'bob';
    await made.client.signOut();
    assert.equal(made.server.devices[0]!.state, 'revoked');
  });

  test('revokes the device that is being registered, and waits for that no longer than five seconds', async () => {
    const made = await startPeal();
    const release: (() => void)[] = [];
    const { answer } = made.device;
    made.device.answer = async (request) => {
      if (request.path.endsWith('/push')) await new Promise<void>((done) => release.push(done));
      return answer(request);
    };
    made.device.push.endpoint = 'token-2';
    const registered = made.client.devices.register();
    await settled();
    const left = made.client.signOut();
    await settled();
    release.forEach((done) => done());
    await Promise.all([registered, left]);
    assert.equal(release.length, 1);
    assert.deepEqual(made.server.devices.filter(({ state }) => state === 'active'), []);
    const stuck = await startPeal();
    stuck.device.push.address = () => new Promise(() => undefined);
    void stuck.client.devices.register();
    const ended = stuck.client.signOut();
    await stuck.device.clock.advance(5000);
    await ended;
    assert.equal(stuck.server.devices[0]!.state, 'revoked');
  });

  test('registers nothing while it ends the address, and stores nothing after it', async () => {
    const made = await startPeal();
    const { remove } = made.device.push;
    made.device.push.remove = async () => {
      made.device.push.endpoint = 'token-3';
      await made.client.devices.register();
      await remove.call(made.device.push);
    };
    const release: (() => void)[] = [];
    const { answer } = made.device;
    made.device.answer = async (request) => {
      if (request.path.endsWith('/sync')) await new Promise<void>((done) => release.push(done));
      return answer(request);
    };
    const resumed = made.client.resumed();
    await settled();
    await made.client.signOut();
    made.device.answer = answer;
    release.forEach((done) => done());
    await resumed;
    assert.equal(release.length, 1);
    assert.deepEqual(made.server.devices.filter(({ state }) => state === 'active'), []);
    assert.equal(made.device.storage.values.has('peal:gss:device'), false);
    await made.client.signedIn();
    assert.equal(made.server.devices.filter(({ state }) => state === 'active').length, 1);
  });

  test('without a network is sent as soon as there is one', async () => {
    const made = await startPeal();
    made.device.online = false;
    await made.client.signOut();
    assert.equal(made.server.devices[0]!.state, 'active');
    assert.equal(made.device.push.endpoint, 'token-1x');
    made.session.user = null;
    made.device.online = true;
    await settled();
    assert.equal(made.server.devices[0]!.state, 'revoked');
    assert.equal(made.client.outbox.get().waiting, 0);
  });

  test('without a network and after a restart is sent in the next session of the same user, not of another one', async () => {
    const storage = new MemoryStorage();
    const server = new FakePeal();
    const first = await startPeal({ storage, server });
    first.device.online = false;
    await first.client.signOut();
    first.client.stop();
    assert.doesNotMatch([...storage.values.values()].join(), /eyJ/);
    const bob = makePeal({ storage, server, user: 'bob', push: false });
    await bob.client.start();
    await settled();
    assert.equal(deletions(bob).length, 0);
    bob.client.stop();
    const ann = makePeal({ storage, server, push: false });
    await ann.client.start();
    await settled();
    assert.equal(server.devices[0]!.state, 'revoked');
  });

  test('goes on when the platform cannot remove its address', async () => {
    const made = await startPeal();
    made.device.push.remove = () => Promise.reject(new Error('broken'));
    await made.client.signOut();
    assert.equal(made.server.devices[0]!.state, 'revoked');
    assert(made.device.logged.some(({ event }) => event === 'device.remove-failed'));
  });
});
