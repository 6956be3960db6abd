import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settled } from './FakeClock.js';
import { FakePeal } from './FakePeal.js';
import { MemoryStorage, type Sent } from './FakePlatform.js';
import { makePeal, startPeal, type Made } from './makePeal.js';
import { etaService, notificationService, preferenceService } from '../../src/core/services.js';

const configs = ({ device }: Made): Sent[] => device.sent.filter(({ path }) => path.startsWith('/client-config'));

describe('the configuration', () => {
  test('is the public part before sign-in, and all of it afterwards', async () => {
    const made = await startPeal({ user: null, options: { locale: 'de' } });
    assert.deepEqual(configs(made).map(({ path, authorization }) => [path, authorization]),
      [['/client-config?app=gss&locale=de', undefined]]);
    made.session.user = 'ann';
    await made.client.signedIn();
    assert.match(configs(made)[1]!.authorization!, /^Bearer/);
  });

  test('is kept for the next start, and asked for with its tag', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    const second = makePeal({ storage, server: first.server });
    second.device.online = false;
    await second.client.start();
    assert.equal(second.client.config.get()!.name, 'GSS');
    second.device.online = true;
    await second.client.resumed();
    assert(configs(second).pop()!.headers['If-None-Match']);
  });

  test('that is none is not used, and a corrupt cache is discarded', async () => {
    const storage = new MemoryStorage();
    storage.values.set('peal:gss:config', '{"v":1,"d":{"etag":"x","value":{"name":"half"}}}');
    const made = makePeal({ storage });
    made.server.fault = ({ path }) => (path.startsWith('/client-config') ? { status: 200, body: { name: 'half' } } : null);
    await made.client.start();
    assert.equal(made.client.config.get(), null);
    assert(made.device.logged.some(({ event }) => event === 'config.failed'));
  });
});

describe('the session', () => {
  test('of nobody sends nothing that needs a user', async () => {
    const made = await startPeal({ user: null });
    assert(made.device.sent.every(({ authorization }) => authorization === undefined));
  });

  test('is the last one while the app cannot be asked, and is asked for again when the network returns', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    await first.client.preferences.load();
    const second = makePeal({ storage, server: first.server });
    second.session.error = new Error('offline');
    second.device.online = false;
    await second.client.start();
    assert.equal(second.client.preferences.view.get().value!.userId, 'ann');
    second.session.error = null;
    second.device.online = true;
    await settled();
    assert(second.device.sent.some(({ path }) => path.endsWith('/sync')));
  });

  test('that has ended hides what is stored of its user, until they are back', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage });
    await first.client.preferences.load();
    const second = await startPeal({ storage, server: first.server, user: null });
    assert.equal(second.client.preferences.view.get().value, null);
    second.session.user = 'ann';
    second.device.online = false;
    await second.client.signedIn();
    assert.equal(second.client.preferences.view.get().value!.userId, 'ann');
  });

  test('of another user forgets the first one, even without a sign-out', async () => {
    const storage = new MemoryStorage();
    const made = await startPeal({ storage });
    await made.client.preferences.load();
    made.device.online = false;
    await made.client.preferences.setCategory('kudos', { enabled: false });
    made.session.user = 'bob';
    await made.client.signedIn();
    const stored = [...storage.values].filter(([key]) => key.startsWith('peal:gss:user:ann:'));
    assert.deepEqual(stored, []);
    made.device.online = true;
    await settled();
    assert(!made.device.sent.some(({ method, path }) => method === 'PATCH' && path.includes('category')));
    assert.deepEqual([...made.server.choices], []);
  });

  test('of another user is noticed with the next request', async () => {
    const made = await startPeal();
    await made.client.preferences.load();
    made.session.user = 'bob';
    await made.client.preferences.load();
    await settled();
    assert.equal(made.client.preferences.view.get().value!.userId, 'bob');
    const bearers = made.device.sent.filter(({ path }) => path === '/users/me/notification-preferences');
    assert(bearers.length >= 2);
  });

  test('leaves nothing of its user behind on the device (R005)', async () => {
    const made = await startPeal();
    await made.client.preferences.load();
    made.device.push.shownIds = ['ntf_1', 'ntf_2'];
    await made.client.signOut();
    const stored = JSON.stringify([...made.device.storage.values]);
    assert.doesNotMatch(stored, /\bann\b|dk_|eyJ|enabledCount/);
    assert.deepEqual([made.device.push.cleared, made.device.push.number], [['ntf_1', 'ntf_2'], 0]);
    const sent = made.device.sent.length;
    await made.client.signOut();
    assert.equal(made.device.sent.filter(({ method }) => method === 'DELETE').length, 1);
    assert(made.device.sent.length <= sent + 1);
  });

  test('ends even when the screen cannot be cleaned', async () => {
    const made = await startPeal();
    made.device.push.shown = () => Promise.reject(new Error('closed'));
    await made.client.signOut();
    assert.equal(made.server.devices[0]!.state, 'revoked');
    assert.deepEqual(made.client.devices.state.get(), { id: null, state: 'none' });
  });

  test('changes in turn: a sign-out during a start wins', async () => {
    const made = makePeal();
    const starting = made.client.start();
    await made.client.signOut();
    await starting;
    await settled();
    assert(![...made.device.storage.values.keys()].some((key) => key.includes('user:ann')));
    assert.equal(made.device.storage.values.has('peal:gss:user'), false);
  });
});

describe('start and stop', () => {
  test('sends what waited while the app was closed', async () => {
    const storage = new MemoryStorage();
    const first = await startPeal({ storage, push: false });
    await first.client.preferences.load();
    first.device.online = false;
    await first.client.preferences.setCategory('kudos', { enabled: false });
    first.client.stop();
    const second = await startPeal({ storage, server: first.server, push: false });
    await settled();
    assert.equal(second.server.preferences('ann').categories.kudos.enabled, false);
  });

  test('ends all timers, and a stopped client does not follow the network', async () => {
    const made = await startPeal();
    await made.client.preferences.load();
    await made.client.preferences.mute({ scope: 'all', for: 'PT1H' });
    made.client.stop();
    // The inbox keeps what it shows, a second later, and then nothing is due any more.
    await made.device.clock.advance(1000);
    assert.deepEqual(made.device.clock.waits, []);
    const sent = made.device.sent.length;
    made.device.online = false;
    made.device.online = true;
    await settled();
    assert.equal(made.device.sent.length, sent);
  });

  test('reads nothing and sends nothing before it', async () => {
    const made = makePeal();
    const load = made.client.preferences.load();
    await settled();
    assert.equal(made.device.sent.length, 0);
    await made.client.start();
    await load;
    assert.equal(made.client.preferences.view.get().status, 'ready');
  });
});

describe('the services of S0 (IF-prefs, IF-notif, IF-eta)', () => {
  test('PreferenceService reads and changes, by either name of a category', async () => {
    const made = await startPeal({ push: false });
    const service = preferenceService(made.client);
    const { categories, globalSettings } = await service.getPreferences();
    await service.updateCategoryPreference('streak-risk', { ...categories['streakRisk']!, enabled: false });
    assert.equal(made.server.preferences('ann').categories.streakRisk.enabled, false);
    const changed = await service.updatePreferences({
      categories: { kudos: { ...categories['kudos']!, enabled: false } },
      globalSettings: { ...globalSettings, emailEnabled: true },
      quietHours: { enabled: true, start: '21:00', end: '07:00', editable: true },
    });
    assert.deepEqual([changed.enabledCount, changed.globalSettings.emailEnabled, changed.quietHours!.start], [4, true, '21:00']);
    assert.equal(JSON.stringify(made.device.sent).includes('editable'), false);
    const defaults = await service.resetToDefaults();
    assert.equal(defaults.enabledCount, 6);
  });

  test('PreferenceService throws what the server refuses, once, and not what waits', async () => {
    const made = await startPeal({ push: false });
    const service = preferenceService(made.client);
    const { categories } = await service.getPreferences();
    const off = { ...categories['kudos']!, enabled: false };
    made.server.fault = ({ method }) => (method === 'PATCH' ? { status: 422, body: { code: 'category-locked' } } : null);
    await assert.rejects(service.updateCategoryPreference('kudos', off), { code: 'category-locked' });
    made.device.online = false;
    await service.updateCategoryPreference('streak-risk', off);
    assert.equal((await service.updatePreferences({})).categories['streakRisk']!.enabled, false);
  });

  test('PreferenceService throws when there are none', async () => {
    const made = makePeal({ push: false });
    made.device.online = false;
    await made.client.start();
    await assert.rejects(preferenceService(made.client).getPreferences(), { code: 'network' });
  });

  test('NotificationService asks for what its caller wants', async () => {
    const server = new FakePeal();
    const made = await startPeal({ server, push: false });
    server.fault = ({ path, method }) => (method === 'GET' && path.startsWith('/users/me/notifications')
      ? { status: 200, body: { items: [{ id: 'ntf_1' }], nextCursor: null } }
      : path === '/notifications/unread-count' ? { status: 200, body: { unreadCount: 7 } } : null);
    const service = notificationService(made.client);
    made.device.sent.length = 0;
    assert.deepEqual((await service.getHistory()).map(({ id }) => id), ['ntf_1']);
    await service.getHistory(10, 20, 'unread');
    assert.equal(await service.getUnreadCount(), 7);
    await service.deleteNotification('ntf_1');
    await service.markAsRead('ntf_2');
    await service.markAllAsRead();
    const calls = made.device.sent.map(({ method, path }) => `${method} ${path}`);
    for (const call of [
      'GET /users/me/notifications?limit=50&offset=0', 'GET /users/me/notifications?limit=10&offset=20&status=unread',
      'GET /notifications/unread-count', 'DELETE /notifications/ntf_1', 'POST /notifications/read-all',
    ]) assert(calls.includes(call), call + ' is not among ' + calls.join(', '));
    assert(calls.some((call) => /^(POST|PATCH) \/notifications\/ntf_2\/read$/.test(call)));
  });

  test('ETAService replies with the time of its caller, and lists', async () => {
    const server = new FakePeal();
    const made = await startPeal({ server, push: false });
    const service = etaService(made.client);
    const update = {
      eventId: 'e/1', userId: 'ann', status: 'running-late' as const, estimatedMinutesLate: 10, message: 'Tram',
        timestamp: '2026-11-20T09:58:00Z',
    };
    await service.updateETA('e/1', update);
    const sent = made.device.sent.find(({ path }) => path === '/events/e%2F1/eta')!;
    assert.deepEqual(sent.json, { timestamp: '2026-11-20T09:58:00Z', status: 'running-late', minutesLate: 10, message: 'Tram' });
    server.fault = ({ path }) => (path.endsWith('/participants/eta')
      ? { status: 200, body: { participants: [{ userId: 'ann' }] } }
      : path.endsWith('/eta') ? { status: 403, body: { code: 'rsvp-required' } } : null);
    assert.deepEqual((await service.getEventETAStatuses('e/1')).map(({ userId }) => userId), ['ann']);
    await assert.rejects(service.updateETA('e/1', { ...update, timestamp: '' }), { code: 'rsvp-required' });
  });
});
