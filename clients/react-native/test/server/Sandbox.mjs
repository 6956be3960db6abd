import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const binary = process.env.PEAL ?? fileURLToPath(new URL('../../../../.build/debug/peal', import.meta.url));
const catalogs = fileURLToPath(new URL('../../../../Catalogs', import.meta.url));

/** The catalogs with one passage of GSS's replaced. */
function changed(folder, [find, replace]) {
  const copy = join(folder, 'catalogs');
  cpSync(catalogs, copy, { recursive: true });
  const file = join(copy, 'gss.yaml');
  const text = readFileSync(file, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`gss.yaml does not have exactly once: ${find}`);
  writeFileSync(file, text.replace(find, () => replace));
  return copy;
}

/** A running sandbox with the five apps; `gss` replaces a passage of that catalog. */
export async function openServer({ gss } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'peal-phones-'));
  const server = spawn(binary, ['serve', '--sandbox', '--port', '0', '--data', folder, '--catalogs', gss ? changed(folder, gss) : catalogs], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0]).url);
    });
  });

  async function call(method, path, body, authorization) {
    const response = await fetch(url + path, {
      method,
      headers: { ...(authorization ? { authorization } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  const sandbox = {
    url, call,
    /** The secret key's calls. */
    backend: (app, method, path, body) => call(method, `/api/v1${path}`, body, `Bearer sk_test_${app}`),
    token: async (app, user) => (await call('POST', '/sandbox/tokens', { app, user })).jwt,
    now: async () => Date.parse((await call('GET', '/sandbox/clock')).now),
    settle: () => call('POST', '/sandbox/settle', { timeoutMs: 20_000 }),
    move: (advance) => call('POST', '/sandbox/clock', { advance }),
    phone: (body) => call('POST', '/sandbox/phones', body),
    /** What the push services' simulators have received for a phone since the last question. */
    async pushes(phone) {
      await sandbox.settle();
      const found = [];
      let { since = '0' } = phone;
      for (;;) {
        const { items, nextCursor } = await call('GET', `/sandbox/pushes?since=${since}`);
        for (const item of items) since = String(item.number);
        found.push(...items.filter(({ phoneId, answer }) => phoneId === phone.phoneId && answer.status < 300));
        if (!nextCursor) break;
        since = nextCursor;
      }
      phone.since = since;
      return found.map(({ provider, headers, payload }) => ({ provider, headers, payload: provider === 'expo' ? messageOf(payload) : payload }));
    },
    /** An event that starts in 90 minutes, with its host; its reminder is due in half an hour. */
    async event(id, participants) {
      const startsAt = new Date(await sandbox.now() + 5_400_000).toISOString();
      await sandbox.backend('gss', 'PUT', '/users/hanna', { name: 'Hanna' });
      await sandbox.backend('gss', 'PUT', `/entities/event/${id}`, { status: 'active', times: { startsAt }, attributes: { event: 'Lunch run', place: 'Park' } });
      await sandbox.backend('gss', 'PUT', `/entities/event/${id}/members/hanna`, { role: 'host', status: 'confirmed' });
      for (const user of participants) {
        await sandbox.backend('gss', 'PUT', `/users/${user}`, { name: user });
        await sandbox.backend('gss', 'PUT', `/entities/event/${id}/members/${user}`, { role: 'participant', status: 'confirmed' });
      }
    },
    board: async (event) => call('GET', `/api/v1/events/${event}/participants/eta`, undefined, `Bearer ${await sandbox.token('gss', 'hanna')}`),
    close() {
      server.removeAllListeners('exit');
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return sandbox;
}

const messageOf = (payload) => (Array.isArray(payload) ? payload[0] : payload);
