import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const catalogs = fileURLToPath(new URL('../../../../../Catalogs', import.meta.url));
const data = {
  kudos: { from: 'Dana', message: 'Thanks' },
  'streak-risk': { days: 3 },
  'eta-request': { host: 'Hanna', event: 'Lunch run', startsAt: new Date(Date.now() + 3_600_000).toISOString() },
};

/** The server in its sandbox, with an event `run` in 90 minutes: its reminder is not due yet. */
export async function openRealServer(binary) {
  const folder = mkdtempSync(join(tmpdir(), 'peal-contract-'));
  const options = ['serve', '--sandbox', '--port', '0', '--data', folder, '--catalogs', catalogs];
  const server = spawn(binary, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0]).url);
    });
  });
  const close = () => {
    server.removeAllListeners('exit');
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const tokens = new Map();

  async function request(method, path, body, authorization) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(authorization ? { authorization } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }

  async function bearer(app, user) {
    const key = `${app}/${user}`;
    if (!tokens.has(key)) tokens.set(key, `Bearer ${(await request('POST', '/sandbox/tokens', { app, user })).body.jwt}`);
    return tokens.get(key);
  }

  const backend = (method, path, body) => request(method, `/api/v1${path}`, body, 'Bearer sk_test_gss');
  const settle = () => request('POST', '/sandbox/settle', { timeoutMs: 5000 });

  await backend('PUT', '/users/ann', { name: 'Ann' });
  await backend('PUT', '/users/hanna', { name: 'Hanna' });
  const { now } = (await request('GET', '/sandbox/clock')).body;
  const startsAt = new Date(Date.parse(now) + 5_400_000).toISOString();
  await backend(
    'PUT', '/entities/event/run', { status: 'active', times: { startsAt }, attributes: { event: 'Lunch run', place: 'Park' } },
  );
  await backend(
    'PUT', '/entities/event/run/members/ann', { role: 'participant', status: 'confirmed', attributes: { phone: '+49 30 1' } },
  );
  await backend('PUT', '/entities/event/run/members/hanna', { role: 'host', status: 'confirmed' });
  await settle();

  return {
    names: { now: Date.parse(now) },
    close,
    send: async (app, user, { method, path, body, as }) =>
      request(method, `/api/v1${path}`, body, as ?? (user ? await bearer(app, user) : undefined)),
    async notify(app, user, types) {
      for (const type of types) {
        const entity = type === 'eta-request' ? { entity: 'event/run' } : {};
        const answer = await backend('POST', '/triggers', { type, ...entity, to: { users: [user] }, data: data[type] });
        if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
        await settle();
      }
    },
    /** Follows the inbox as server-sent events: the same messages as on a WebSocket. */
    async follow(app, user) {
      const abort = new AbortController();
      const response = await fetch(
        `${url}/api/v1/stream?channels=inbox`, { headers: { authorization: await bearer(app, user) }, signal: abort.signal },
      );
      const messages = [];
      let text = '';
      const reading = (async () => {
        for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
          text += part;
          const parts = text.split('\n\n');
          text = parts.pop();
          for (const line of parts.join('\n').split('\n')) if (line.startsWith('data:')) {
            messages.push(JSON.parse(line.slice('data:'.length)));
          }
        }
      })().catch(() => undefined);
      return {
        take: async () => {
          await settle();
          await new Promise((done) => setTimeout(done, 300));
          return messages.splice(0);
        },
        close: () => (abort.abort(), reading),
      };
    },
  };
}
