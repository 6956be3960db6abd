import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createApi } from '../../src/core/createApi.js';
import { createStore } from '../../src/core/createStore.js';
import type { ApiRequest, Credential } from '../../src/core/HttpApi.js';
import { PealError } from '../../src/core/PealError.js';
import { settled } from './FakeClock.js';
import { FakePlatform, tokenOf, type Answer, type Sent } from './FakePlatform.js';

interface Options {
  readonly user?: string | null;
  readonly device?: { readonly id: string; readonly key: string | null } | null;
  readonly baseUrl?: string;
  /** The tokens that the app has, one after another. */
  readonly tokens?: (string | null | Error)[];
  readonly answer?: (sent: Sent) => Answer | Promise<Answer>;
  readonly ready?: Promise<void>;
}

function make({ user = 'ann', device = null, baseUrl = 'https://peal.example', tokens = [tokenOf('ann')], answer,
  ready = Promise.resolve() }: Options = {}) {
  const platform = new FakePlatform();
  if (answer) platform.answer = answer;
  const asked: boolean[] = [];
  const users = createStore<string | null>(user);
  let others = 0;
  const options = {
    app: 'gss', baseUrl, platform: platform.platform(),
    token: async (isRefused: boolean) => {
      asked.push(isRefused);
      const token = tokens.length > 1 && isRefused ? tokens.splice(0, 1) && tokens[0]! : tokens[0]!;
      if (token instanceof Error) throw token;
      return token;
    },
  };
  const api = createApi({ options, log: () => undefined, ready, user: users, isActive: () => true, device: () => device, otherUser: () => void others++ });
  return { api, platform, asked, users, others: () => others };
}

const problem = (status: number, code: string, headers?: Record<string, string>): Answer =>
  ({ status, body: { code, title: 'Title', detail: `the detail of ${code}`, status }, ...(headers ? { headers } : {}) });

const failure = async (work: Promise<unknown>): Promise<PealError> => {
  try {
    await work;
  } catch (error) {
    assert(error instanceof PealError);
    return error;
  }
  return assert.fail('it did not fail');
};

const get: ApiRequest = { method: 'GET', path: '/notifications' };

describe('requests', () => {
  test('name the app below the base URL, its query and body, and the time on the client', async () => {
    const { api, platform } = make({ baseUrl: 'https://peal.example/' });
    await api.send({ method: 'GET', path: '/notifications', query: { limit: 50, status: 'unread', cursor: null,
      thread: undefined, q: 'a b&c' } });
    await api.send({ method: 'PUT', path: '/users/me/mutes', body: { scope: 'all' } });
    const [first, second] = platform.sent;
    assert.equal(first!.url, 'https://peal.example/api/v1/notifications?limit=50&status=unread&q=a%20b%26c');
    assert.equal(first!.body, undefined);
    assert.equal(first!.headers['Peal-Client-Time'], undefined);
    assert.deepEqual(second!.json, { scope: 'all' });
    assert.equal(second!.headers['Content-Type'], 'application/json');
    assert.equal(second!.headers['Peal-Client-Time'], '2026-11-20T10:00:00.000Z');
  });

  test('carry the token in a header and nowhere else', async () => {
    const { api, platform } = make({ device: { id: 'dev_1', key: 'dk_secret' }, answer: () => problem(500, 'internal') });
    const error = await failure(api.send({ ...get, query: { a: 1 } }));
    const token = tokenOf('ann');
    assert.equal(platform.sent[0]!.authorization, 'Bearer ' + token);
    for (const text of [platform.sent[0]!.url, String(error), JSON.stringify(error), JSON.stringify(platform.logged)]) {
      assert(!text.includes(token) && !text.includes('dk_secret'));
    }
  });

  test('name the device on calls that mark notifications, so that it gets no push of its own change (R172)', async () => {
    const { api, platform } = make({ device: { id: 'dev_1', key: null } });
    const cases: [ApiRequest['method'], string, string | undefined][] = [
      ['POST', '/notifications/seen', 'dev_1'], ['PATCH', '/notifications/ntf_1/read', 'dev_1'],
        ['DELETE', '/notifications/ntf_1', 'dev_1'],
      ['DELETE', '/notifications', 'dev_1'], ['GET', '/notifications', undefined],
        ['PUT', '/users/me/notification-preferences', undefined],
    ];
    for (const [method, path, expected] of cases) {
      await api.send({ method, path });
      assert.equal(platform.sent[platform.sent.length - 1]!.headers['Peal-Device'], expected, method + path);
    }
  });

  test('use the credential that is asked for', async () => {
    const { api, platform } = make({ device: { id: 'dev_1', key: 'dk_1' } });
    const cases: [Credential, string | undefined][] = [
      ['session', 'Bearer ' + tokenOf('ann')], ['device', 'Peal-Device dev_1:dk_1'], ['none', undefined],
      [{ action: 'at_1' }, 'Peal-Action at_1'], [{ bearer: 'jwt' }, 'Bearer jwt'], ['either', 'Bearer ' + tokenOf('ann')],
    ];
    for (const [as, expected] of cases) {
      await api.send({ ...get, as });
      assert.equal(platform.sent[platform.sent.length - 1]!.authorization, expected, JSON.stringify(as));
    }
  });

  test('wait until it is known who is signed in', async () => {
    let setReady = (): void => undefined;
    const { api, platform } = make({ ready: new Promise((done) => { setReady = done; }) });
    const sent = api.send(get);
    await settled();
    assert.equal(platform.sent.length, 0);
    await api.send({ ...get, as: 'none' });
    setReady();
    await sent;
    assert.equal(platform.sent.length, 2);
  });
});

describe('answers', () => {
  test('are JSON with their tag; 304 is an answer without a body', async () => {
    const answers: Answer[] = [
      { status: 200, body: { a: 1 }, headers: { ETag: '"1"' } }, { status: 204 }, { status: 304, headers: { ETag: '"1"' } },
    ];
    const { api, platform } = make({ answer: () => answers.shift()! });
    assert.deepEqual(await api.send(get), { status: 200, body: { a: 1 }, etag: '"1"' });
    assert.deepEqual(await api.send({ method: 'DELETE', path: '/x' }), { status: 204, body: null, etag: null });
    assert.deepEqual(await api.send({ ...get, etag: '"1"' }), { status: 304, body: null, etag: '"1"' });
    assert.equal(platform.sent[2]!.headers['If-None-Match'], '"1"');
    assert.equal(platform.sent[0]!.headers['If-None-Match'], undefined);
  });

  test('that refuse are the problem of the server, with its wait', async () => {
    const cases: [Answer, string, number, number | null, string][] = [
      [problem(422, 'category-locked'), 'category-locked', 422, null, 'the detail of category-locked'],
      [problem(429, 'limit-reached', { 'Retry-After': '7' }), 'limit-reached', 429, 7000, 'the detail of limit-reached'],
      [problem(503, 'overloaded', { 'retry-after': '0' }), 'overloaded', 503, 0, 'the detail of overloaded'],
      [problem(503, 'overloaded', { 'Retry-After': 'Fri, 20 Nov 2026 10:00:30 GMT' }), 'overloaded', 503, 30_000,
        'the detail of overloaded'],
      [problem(503, 'overloaded', { 'Retry-After': 'Fri, 20 Nov 2026 09:00:00 GMT' }), 'overloaded', 503, null,
        'the detail of overloaded'],
      [problem(503, 'overloaded', { 'Retry-After': 'soon' }), 'overloaded', 503, null, 'the detail of overloaded'],
      [{ status: 502, body: '<html>Bad gateway</html>' }, 'http', 502, null, ''],
      [{ status: 404, body: 'null' }, 'http', 404, null, ''],
      [{ status: 400, body: { title: 'Only a title' } }, 'http', 400, null, 'Only a title'],
    ];
    for (const [answer, code, status, wait, detail] of cases) {
      const { api } = make({ answer: () => answer });
      const error = await failure(api.send(get));
      assert.deepEqual([error.code, error.status, error.retryAfter, error.message], [code, status, wait, detail]);
    }
  });

  test('that are no JSON, such as the login page of a network, count as no answer', async () => {
    for (const answer of [{ status: 200, body: '<html>Log in to the train</html>' }, { status: 302, body: '' },
      { status: 300, body: {} }]) {
      const error = await failure(make({ answer: () => answer }).api.send(get));
      assert.deepEqual([error.code, error.status, error.isTemporary], ['network', 0, true]);
    }
  });

  test('that do not arrive are an error of the network', async () => {
    const { api, platform } = make();
    platform.online = false;
    const error = await failure(api.send(get));
    assert.deepEqual([error.code, error.status, error.isTemporary], ['network', 0, true]);
  });
});

describe('tokens', () => {
  const refuse = (sent: Sent): Answer =>
    (sent.authorization === 'Bearer ' + tokenOf('ann') ? problem(401, 'unauthenticated') : { status: 200, body: { ok: true } });

  test('a refused one is replaced once', async () => {
    const fresh = tokenOf('ann', { exp: 5 });
    const { api, platform, asked } = make({ tokens: [tokenOf('ann'), fresh], answer: refuse });
    assert.deepEqual((await api.send(get)).body, { ok: true });
    assert.deepEqual(asked, [false, true]);
    assert.deepEqual(platform.sent.map(({ authorization }) => authorization), ['Bearer ' + tokenOf('ann'), 'Bearer ' + fresh]);
  });

  test('a second refusal is the answer', async () => {
    const { api, platform } = make({ answer: () => problem(401, 'unauthenticated') });
    assert.equal((await failure(api.send(get))).status, 401);
    assert.equal(platform.sent.length, 2);
  });

  test('requests that are refused together ask for one new token', async () => {
    const { api, asked, platform } = make({ tokens: [tokenOf('ann'), tokenOf('ann', { exp: 5 })], answer: refuse });
    await Promise.all([api.send(get), api.send(get), api.send(get)]);
    assert.deepEqual(asked, [false, false, false, true]);
    assert.equal(platform.sent.length, 6);
  });

  test('without one nothing is sent', async () => {
    for (const options of [{ tokens: [null] }, { user: null }]) {
      const { api, platform } = make(options);
      assert.deepEqual([(await failure(api.send(get))).code, platform.sent.length], ['unauthenticated', 0]);
    }
  });

  test('an app that cannot be asked is a failure of the network', async () => {
    const { api } = make({ tokens: [new Error('offline')] });
    assert.equal((await failure(api.send(get))).isTemporary, true);
  });

  test('the token of another user is not used for the one who was signed in', async () => {
    const { api, platform, others } = make({ tokens: [tokenOf('bob')] });
    assert.equal((await failure(api.send(get))).status, 401);
    assert.deepEqual([platform.sent.length, others()], [0, 1]);
  });

  test('an answer that arrives after sign-out is not handed to the next user', async () => {
    let arrive = (): void => undefined;
    const { api, users } = make({ answer: () => new Promise((done) => { arrive = () => done({ status: 200,
      body: { secret: 1 } }); }) });
    const work = failure(api.send(get));
    await settled();
    users.set('bob');
    arrive();
    assert.equal((await work).code, 'unauthenticated');
  });

  test('the last one is kept in memory to sign out with, and only for its user', async () => {
    const { api, users } = make();
    assert.equal(api.lastToken(), null);
    await api.send(get);
    assert.equal(api.lastToken(), tokenOf('ann'));
    users.set('bob');
    assert.equal(api.lastToken(), null);
  });
});

describe('device keys', () => {
  const device = { id: 'dev_1', key: 'dk_1' };
  const refuseUsers = ({ authorization }: Sent): Answer =>
    (authorization!.startsWith('Bearer') ? problem(401, 'unauthenticated') : { status: 200, body: {} });

  test('stand in where the session has ended, and only for requests that may use them', async () => {
    for (const options of [{ answer: refuseUsers, device }, { user: null, device }, { tokens: [null], device }]) {
      const { api, platform } = make(options);
      await api.send({ ...get, as: 'either' });
      assert.equal(platform.sent[platform.sent.length - 1]!.authorization, 'Peal-Device dev_1:dk_1');
      assert.equal((await failure(api.send(get))).status, 401);
    }
  });

  test('that are lost are no credential', async () => {
    for (const lost of [null, { id: 'dev_1', key: null }]) {
      const { api, platform } = make({ device: lost, user: null });
      assert.equal((await failure(api.send({ ...get, as: 'device' }))).status, 401);
      assert.equal((await failure(api.send({ ...get, as: 'either' }))).status, 401);
      assert.equal(platform.sent.length, 0);
    }
  });

  test('do not hide another failure than a refused session', async () => {
    const { api } = make({ device, answer: ({ authorization }) => (authorization!.startsWith('Bearer') ? problem(503,
      'overloaded') : { status: 200 }) });
    assert.equal((await failure(api.send({ ...get, as: 'either' }))).status, 503);
  });
});
