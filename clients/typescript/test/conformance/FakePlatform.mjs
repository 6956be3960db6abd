import { FakeSocket } from './FakeSocket.mjs';

let processes = 0;

/** What a runtime provides, from a scenario's world. It dies with the app: nothing that was running goes on. */
export function fakePlatform(client) {
  const { clock, server } = client.world;
  const life = { isAlive: true, cancels: new Set() };
  life.ended = new Promise((ended) => (life.finish = ended));
  const alive = (value) => (life.isAlive ? value : new Promise(() => undefined));

  const http = async ({ method, url, headers, body }) => {
    if (!life.isAlive) return alive();
    const address = new URL(url);
    const known = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const caller = server.sessions.caller(known.authorization);
    const query = Object.fromEntries(address.searchParams);
    const content = body === undefined ? undefined : JSON.parse(body);
    const request = { method, path: shortPath(address.pathname), url, query, headers, as: caller.as, body: content };
    client.urls.push(url);
    if (!client.isOnline) throw new TypeError('no network');
    client.window.requests.push(request);
    if (client.held) await new Promise((release) => client.held.push(release));
    if (!client.isOnline || client.isServerDown) throw new TypeError('no response');
    const answer = server.answer({ ...request, headers: known, caller });
    if (client.lostResponses > 0) {
      client.lostResponses -= 1;
      throw new TypeError('the response was lost');
    }
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    return alive({ status: answer.status, header: (name) => answer.headers[name.toLowerCase()] ?? null, body: text });
  };

  // Waits between tries stay in the middle, but no two tabs have the same numbers.
  processes += 1;
  const chance = 0.5 - processes / 1e9;
  const platform = {
    http,
    storage: stored(client.storage, life, client.setup.storage === 'failing'),
    session: stored(client.session, life),
    lock: (name, work) => locked(client.locks, life, name, work),
    clock: {
      now: () => clock.now() + client.skew,
      after: (milliseconds, callback) => {
        const cancel = clock.after(milliseconds, () => {
          life.cancels.delete(cancel);
          callback();
        });
        life.cancels.add(cancel);
        return cancel;
      },
    },
    network: {
      isOnline: () => client.isOnline,
      onChange: (callback) => {
        client.networkListeners.add(callback);
        return () => client.networkListeners.delete(callback);
      },
    },
    random: () => chance,
    log: (event, detail) => {
      if (life.isAlive) client.log.push(`${event} ${JSON.stringify(detail ?? {})}`) && client.window.logged.push(event);
    },
    ...(client.isVisible === undefined ? {} : { isVisible: () => client.isVisible }),
    ...(client.setup.push === 'none' ? {} : { push: fakePush(client) }),
    ...(client.setup.socket === false ? {} : { connect: (url, protocols) => new FakeSocket(client, url, protocols) }),
  };
  const end = () => {
    life.isAlive = false;
    life.finish();
    for (const cancel of life.cancels) cancel();
    client.networkListeners.clear();
    for (const socket of [...client.sockets]) socket.vanish();
  };
  return { platform, end };
}

/** One after another, over all tabs; what a dead tab holds is free. */
function locked(locks, life, name, work) {
  const before = locks.get(name) ?? Promise.resolve();
  const mine = before.then(() => (life.isAlive ? work() : undefined));
  locks.set(name, Promise.race([mine.catch(() => undefined), life.ended]));
  return mine;
}

/** Below `/api/v1`; the forms with the user's id are those of `me`. */
function shortPath(path) {
  const below = path.replace(/^.*?\/api\/v1/, '');
  return below.replace(/^\/users\/[^/]+\/notifications$/, '/notifications').replace(/^\/users\/[^/]+/, '/users/me');
}

function stored(map, life, isFailing = false) {
  const use = (work) => {
    if (isFailing) return Promise.reject(new Error('nothing can be stored'));
    return life.isAlive ? Promise.resolve(work()) : new Promise(() => undefined);
  };
  return {
    get: (key) => use(() => map.get(key) ?? null),
    set: (key, value) => use(() => void map.set(key, value)),
    remove: (key) => use(() => void map.delete(key)),
  };
}

function fakePush(client) {
  const { push } = client.setup;
  return {
    permission: async () => client.permission,
    request: async () => {
      client.window.systemPrompts += 1;
      client.permission = client.permission === 'not-determined' ? client.answer : client.permission;
      return client.permission;
    },
    address: async (options) => {
      client.window.addressAsked.push(options);
      if (push === 'refused' || !['granted', 'provisional'].includes(client.permission)) throw new Error('no address');
      const { token } = client;
      const keys = { p256dh: `p256dh-${token}`, auth: `auth-${token}` };
      const subscription = { endpoint: `https://push.example/${token}`, keys };
      if (push === 'webpush') return { provider: 'webpush', platform: 'web', subscription };
      return { provider: 'fcm', platform: 'android', token };
    },
    remove: async () => void (client.window.addressRemoved = true),
    ...(client.setup.settings === false ? {} : { openSettings: () => (client.window.settingsOpened += 1) }),
    // What the system drew itself is known by its tag alone.
    shown: async () => [...client.shown].map((one) => (one.startsWith('tag ') ? { tag: one.slice(4) } : one)),
    clear: async (ids, tags) => {
      const gone = [...ids, ...tags.map((tag) => `tag ${tag}`)].filter((one) => client.shown.has(one));
      client.window.cleared.push(...gone);
      for (const one of gone) client.shown.delete(one);
    },
    badge: async (count) => void (client.icon = count),
    confirm: async (text) => void client.window.confirmations.push(text),
  };
}
