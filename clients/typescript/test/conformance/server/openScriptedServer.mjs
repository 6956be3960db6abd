import { VirtualClock } from '../VirtualClock.mjs';
import { ScriptedServer } from './ScriptedServer.mjs';

const links = {
  kudos: ['/kudos', 'kudos'],
  'streak-risk': ['/streaks', 'streaks'],
  'eta-request': ['/events/run/eta', 'event/run', 'event/run'],
};

/** The scripted server of each app, for calls as they are sent to the real one. */
export function openScriptedServer() {
  const clock = new VirtualClock(Date.now());
  const events = { run: { startsIn: 'PT1H30M', host: 'hanna', participants: [{ user: 'ann', name: 'Ann', phone: '+49 30 1' }] } };
  const servers = new Map();
  const names = { now: clock.now() };
  let made = 0;
  const of = (app) => {
    if (!servers.has(app)) servers.set(app, new ScriptedServer({ app, events: app === 'gss' ? events : {} }, clock));
    return servers.get(app);
  };
  return {
    names,
    async send(app, user, { method, path, body, as }) {
      const server = of(app);
      const address = new URL(path, 'https://peal.example');
      const authorization = as ?? (user ? `Bearer ${server.sessions.token(user, app)}` : undefined);
      const answer = server.answer({
        method, path: address.pathname, query: Object.fromEntries(address.searchParams), headers: {}, body,
        caller: server.sessions.caller(authorization),
      });
      return { status: answer.status, body: answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body)) };
    },
    async notify(app, user, types) {
      for (const type of types) {
        const [link, thread, entity] = links[type];
        of(app).notify(user, { id: `ntf_${(made += 1)}`, type, link, thread, entity });
      }
    },
    async follow(app, user) {
      const messages = [];
      const socket = { user, client: {}, channels: new Set(), received: [], receive: (text) => messages.push(JSON.parse(text)) };
      of(app).log.opened(socket);
      of(app).log.sent(socket, JSON.stringify({ op: 'subscribe', channel: 'inbox' }));
      return { take: async () => messages.splice(0).filter(({ kind }) => kind), close: () => socket.stopPing() };
    },
  };
}
