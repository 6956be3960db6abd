import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openRealServer } from './server/RealServer.mjs';
import { openScriptedServer } from './server/openScriptedServer.mjs';

const binary = process.env.PEAL ?? fileURLToPath(new URL('../../../../.build/debug/peal', import.meta.url));

/** The members of an answer, by type: what the scripted server says, the real one says as well. */
function invented(scripted, real, at) {
  if (Array.isArray(scripted)) {
    if (!Array.isArray(real)) return [`${at} is no list`];
    return scripted.length > 0 && real.length > 0 ? invented(scripted[0], real[0], `${at}[0]`) : [];
  }
  if (typeof scripted !== 'object' || scripted === null) {
    const isSame = scripted === null || real === null || typeof scripted === typeof real;
    return isSame ? [] : [`${at}: ${typeof scripted}, really ${typeof real}`];
  }
  return Object.entries(scripted).filter(([, value]) => value !== undefined).flatMap(([key, value]) =>
    (key in Object(real) ? invented(value, real[key], `${at}.${key}`) : [`${at}.${key} is not there`]));
}

const skip = existsSync(binary) ? false : `no server at ${binary}`;

describe('the scripted server says what the real one says', { skip }, () => {
  let sides;
  before(async () => {
    const real = await openRealServer(binary);
    sides = { real, scripted: openScriptedServer() };
  });
  after(() => sides?.real.close());

  /** Asks both; the same status and problem, no invented member, and the same value of `same`. */
  async function both(app, user, call, same) {
    const make = (side) => (typeof call === 'function' ? call(side.names) : call);
    const answers = {};
    for (const [name, side] of Object.entries(sides)) answers[name] = await side.send(app, user, make(side));
    const { scripted, real } = answers;
    const at = `${make(sides.real).method} ${make(sides.real).path}`;
    assert.equal(scripted.status, real.status, `${at}: ${JSON.stringify(real.body)} and ${JSON.stringify(scripted.body)}`);
    if (real.status >= 400) assert.equal(scripted.body.code, real.body.code, at);
    else if (scripted.body) assert.deepEqual(invented(scripted.body, real.body, at), []);
    if (same && real.status < 400) assert.deepEqual(same(scripted.body), same(real.body), at);
    return answers;
  }

  const get = (path) => ({ method: 'GET', path });
  const post = (path, body) => ({ method: 'POST', path, body });
  const preferences = '/users/me/notification-preferences';
  const switches = (body) => Object.fromEntries(
    Object.entries(body.categories).map(([key, { enabled, channels, locked }]) => [key, { enabled, channels, locked }]),
  );
  const all = (body) => ({
    ...switches(body), global: body.globalSettings, count: body.enabledCount, quietHours: body.quietHours, version: body.version,
  });

  for (const app of ['gss', 'match', 'nhs', 'reports', 'dsober']) {
    test(`configuration and preferences of ${app}`, async () => {
      const config = ({ webPush, ...rest }) => rest;
      await both(app, 'pat', get('/client-config'), config);
      await both(app, null, get(`/client-config?app=${app}`), config);
      await both(app, 'pat', get(preferences), all);
    });
  }

  test('changes of preferences, locks, mutes and the reset', async () => {
    await both('gss', 'pat', { method: 'PATCH', path: `${preferences}/category/kudos`, body: { enabled: false } }, all);
    await both(
      'gss', 'pat', {
        method: 'PUT', path: preferences, body: { categories: { streakRisk: { channels: { push: false } } } },
      }, all,
    );
    await both('gss', 'pat', { method: 'PUT', path: preferences, body: { globalSettings: { pushEnabled: false } } }, all);
    await both('gss', 'pat', {
      method: 'PUT', path: preferences, body: { categories: { kudos: { enabled: true, updatedAt: '2020-01-01T00:00:00Z' } } },
    }, all);
    await both('gss', 'pat', post(`${preferences}/reset`, {}), all);
    await both('match', 'pat', { method: 'PUT', path: preferences, body: { quietHours: { start: '23:30' } } }, all);
    await both('match', 'pat', { method: 'PUT', path: preferences, body: { quietHours: { start: '99:00' } } });
    await both('dsober', 'pat', { method: 'PATCH', path: `${preferences}/category/status`, body: { enabled: false } });
    const target = ({ scope, target: what }) => ({ scope, what });
    await both('match', 'pat', { method: 'PUT', path: '/users/me/mutes', body: { scope: 'all', for: 'PT1H' } }, target);
    const mute = (body) => both('match', 'pat', { method: 'PUT', path: '/users/me/mutes', body }, target);
    await mute({ scope: 'category', id: 'matches', for: 'P1D' });
    const { real, scripted } = await mute({ scope: 'thread', id: 'conversation/c1', for: null });
    sides.real.names.mute = real.body.id;
    sides.scripted.names.mute = scripted.body.id;
    const byScope = (one, other) => one.scope.localeCompare(other.scope);
    await both('match', 'pat', get(preferences), (body) => body.mutes.map(target).sort(byScope));
    await both('match', 'pat', ({ mute }) => ({ method: 'DELETE', path: `/users/me/mutes/${mute}` }));
    await both('match', 'pat', ({ mute }) => ({ method: 'DELETE', path: `/users/me/mutes/${mute}` }));
  });

  test('a device from its registration to the sign-out', async () => {
    const token = 'exampleToken_0123456789:abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789';
    const registration = { provider: 'fcm', platform: 'android', token, permission: 'granted', appVersion: '1.0' };
    const state = ({ state: word, permission, deviceKey }) => ({ word, permission, hasKey: Boolean(deviceKey) });
    const first = await both('match', 'dev', post('/users/me/devices/push', registration), state);
    for (const [name, side] of Object.entries(sides)) {
      Object.assign(side.names, { device: first[name].body.id, key: first[name].body.deviceKey });
    }
    const device = ({ device: id }) => `/users/me/devices/${id}`;
    const byKey = (call) => (names) => ({ ...call(names), as: `Peal-Device ${names.device}:${names.key}` });
    const news = ({ state: word, badge, clear, missed }) => ({ word, count: badge.count, clear, missed: missed.count });
    await both('match', 'dev', post('/users/me/devices/push', registration), state);
    await both(
      'match', 'dev', (names) => post(`${device(names)}/sync`, { state: 'launched', shown: [], permission: 'denied' }), news,
    );
    await both('match', 'dev', byKey((names) => post(`${device(names)}/sync`, { state: 'background' })), news);
    await both('match', 'dev', byKey((names) => ({ method: 'PATCH', path: device(names), body: { permission: 'granted' } })));
    await both('match', 'dev', byKey((names) => ({ method: 'PATCH', path: device(names), body: { token: `${token}x` } })), state);
    await both('match', 'dev', byKey(() => get('/notifications')));
    await both('match', 'dev', { method: 'PUT', path: preferences, body: { globalSettings: { pushEnabled: false } } });
    await both('match', 'dev', (names) => post(`${device(names)}/sync`, { state: 'foreground' }), news);
    await both('match', 'dev', { method: 'PUT', path: preferences, body: { globalSettings: { pushEnabled: true } } });
    await both('match', 'dev', (names) => post(`${device(names)}/sync`, { state: 'foreground' }), news);
    await both('match', 'dev', (names) => ({ method: 'DELETE', path: device(names) }));
    await both('match', 'dev', (names) => ({ method: 'DELETE', path: device(names) }));
    await both('match', 'dev', byKey((names) => post(`${device(names)}/sync`, { state: 'background' })));
    await both('match', 'dev', (names) => post(`${device(names)}/sync`, { state: 'launched' }));
    await both('match', 'dev', post('/users/me/devices/push', { provider: 'fcm', platform: 'android' }));
  });

  test('an inbox: list, marks, counts, clear and undo', async () => {
    for (const side of Object.values(sides)) await side.notify('gss', 'ann', ['kudos', 'streak-risk', 'eta-request']);
    const rows = ({ items, unreadCount, unseenCount, badge, nextCursor }) => ({
      rows: items.map(({ type, category, link, thread, status, priority, alert, readAt, seenAt }) =>
        ({ type, category, link, thread, status, priority, alert, isRead: Boolean(readAt), isSeen: Boolean(seenAt) })),
      unreadCount, unseenCount, badge: badge.count, nextCursor,
    });
    const list = () => both('gss', 'ann', get('/notifications'), rows);
    const counts = ({ changed, unreadCount, unseenCount, badge }) => ({ changed, unreadCount, unseenCount, badge: badge.count });
    const row = ({ type, status, readAt, seenAt }) => ({ type, status, isRead: Boolean(readAt), isSeen: Boolean(seenAt) });
    const answers = await list();
    for (const [name, side] of Object.entries(sides)) {
      for (const item of answers[name].body.items) side.names[item.type] = item.id;
    }
    const one = (verb, type = 'kudos') => both('gss', 'ann', (names) => post(`/notifications/${names[type]}/${verb}`), row);
    await both(
      'gss', 'ann', get('/notifications?limit=1'), (body) => ({ length: body.items.length, hasMore: body.nextCursor !== null }),
    );
    await both('gss', 'ann', get('/notifications?category=kudos'), rows);
    await both('gss', 'ann', post('/notifications/seen', { link: '/kudos' }), counts);
    await one('read');
    await both('gss', 'ann', get('/notifications?status=unread'), rows);
    await one('unread');
    await one('opened');
    await one('dismissed', 'streak-risk');
    const tabs = ({ badge, counts: by, ...rest }) => ({ ...rest, by, badge: badge.count });
    for (const by of ['category', 'thread']) await both('gss', 'ann', get(`/notifications/unread-count?by=${by}`), tabs);
    await both('gss', 'ann', post('/notifications/seen', {}), counts);
    await both('gss', 'ann', { method: 'DELETE', path: '/notifications', body: {} }, counts);
    await both('gss', 'ann', get('/notifications'), rows);
    await both('gss', 'ann', post('/notifications/restore', {}), counts);
    await both('gss', 'ann', (names) => ({ method: 'DELETE', path: `/notifications/${names['streak-risk']}` }));
    await both('gss', 'ann', (names) => post(`/notifications/${names['streak-risk']}/read`));
    await both('gss', 'ann', post('/notifications/read-all', {}), counts);
    await list();
    await both('gss', 'ann', post('/notifications/received', { ids: [] }), counts);
  });

  test('replies and the host\'s board', async () => {
    const shown = ({ userId, text, colour, rsvpStatus, checkedIn }) => ({ userId, text, colour, rsvpStatus, checkedIn });
    const board = ({ participants, summary, remindersSent, etaOpen }) =>
      ({ summary, remindersSent, etaOpen, rows: participants.map(shown) });
    const said = ({ status, estimatedMinutesLate, confirmation }) => ({ status, estimatedMinutesLate, confirmation });
    await both('gss', 'hanna', get('/events/run/participants/eta'), board);
    await both('gss', 'ann', get('/events/run/participants/eta'));
    /** Each later than the one before; both sides are asked one after the other. */
    let second = -60;
    const at = ({ now }) => ({ timestamp: new Date(now + (second += 1) * 500).toISOString() });
    await both('gss', 'ann', (names) => post('/events/run/eta', { status: 'running-late', minutesLate: 10, ...at(names) }), said);
    await both('gss', 'hanna', get('/events/run/participants/eta'), board);
    await both('gss', 'ann', post('/events/run/eta', { status: 'later' }));
    await both('gss', 'hanna', post('/events/run/eta', { status: 'on-time' }));
    await both('gss', 'stranger', post('/events/run/eta', { status: 'on-time' }));
    await both('gss', 'hanna', get('/events/run/participants/ann'), ({ userId, text, details }) => ({ userId, text, details }));
    const answer = ({ eta, action, kind, link, confirmation, payload }) =>
      ({ action, kind, link, confirmation, payload, eta: said(eta) });
    const path = (names, action) => `/notifications/${names['eta-request']}/actions/${action}`;
    const act = (action, as) =>
      both('gss', 'ann', (names) => ({ ...post(path(names, action), at(names)), as }), as ? undefined : answer);
    for (const action of ['on-time', 'late-5', 'late-10', 'late-15', 'cant-make-it']) await act(action);
    await act('on-time', 'Peal-Action none');
    await act('unknown');
    await both('gss', 'hanna', get('/events/run/participants/eta'), board);
  });

  test('claims, an app without an inbox, and what is refused', async () => {
    await both('gss', 'ann', post('/analytics/notification-audit', { action: 'malformed', channel: 'push' }));
    await both('gss', 'ann', post('/analytics/notification-audit', { action: 'opened' }));
    await both('reports', 'ann', get('/notifications'));
    await both('reports', 'ann', post('/notifications/seen', {}));
    await both('reports', 'ann', get('/notifications/unread-count'));
    for (const verb of ['opened', 'dismissed', 'received']) {
      await both('reports', 'ann', post(`/notifications/ntf_01a207b8d271700c90865a8e31c2a5d9/${verb}`));
    }
    for (const verb of ['opened', 'dismissed', 'received', 'unread', 'acknowledge']) {
      await both('gss', 'ann', post(`/notifications/ntf_01a207b8d271700c90865a8e31c2a5d9/${verb}`));
    }
    await both('gss', null, get('/notifications'));
    await both('gss', null, { ...get('/notifications'), as: 'Bearer x.y.z' });
    await both('gss', null, get('/client-config?app=none'));
    await both('gss', 'ann', post('/realtime/ticket'));
  });

  test('the messages of a stream', async () => {
    const streams = {};
    for (const [name, side] of Object.entries(sides)) streams[name] = await side.follow('gss', 'flo');
    const compare = async (step, change) => {
      for (const side of Object.values(sides)) await change(side);
      const real = await streams.real.take();
      const scripted = await streams.scripted.take();
      const kinds = (messages) => [...new Set(messages.map(({ kind }) => kind))].sort();
      assert.deepEqual(kinds(scripted), kinds(real), step);
      for (const message of scripted) {
        const { data } = real.find(({ kind }) => kind === message.kind);
        assert.deepEqual(invented(message.data, data, `${step} ${message.kind}`), []);
      }
    };
    const send = (call) => (side) => side.send('gss', 'flo', call(side.names));
    await compare('subscribed', () => undefined);
    await compare('a notification', async (side) => {
      await side.notify('gss', 'flo', ['kudos']);
      side.names.flo = (await side.send('gss', 'flo', get('/notifications'))).body.items[0].id;
    });
    await compare('read', send(({ flo }) => post(`/notifications/${flo}/read`)));
    await compare('unread', send(({ flo }) => post(`/notifications/${flo}/unread`)));
    await compare(
      'preferences', send(() => ({ method: 'PATCH', path: `${preferences}/category/kudos`, body: { enabled: false } })),
    );
    await compare('a mute', send(() => ({ method: 'PUT', path: '/users/me/mutes', body: { scope: 'all', for: 'PT1H' } })));
    await compare('cleared', send(() => ({ method: 'DELETE', path: '/notifications', body: {} })));
    await compare('restored', send(() => post('/notifications/restore', {})));
    await compare('deleted', send(({ flo }) => ({ method: 'DELETE', path: `/notifications/${flo}` })));
    for (const stream of Object.values(streams)) stream.close();
  });
});
