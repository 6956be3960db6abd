import { change } from './Inbox.mjs';
import { notFound, Problem } from './problem.mjs';

const user = (server, request) => server.identify(request.caller).user;
const session = (server, request) => {
  if (request.caller.as === 'device' && server.identify(request.caller)) throw new Problem(403, 'scope-missing');
  if (request.caller.as !== 'session') throw new Problem(401, 'unauthenticated');
  return user(server, request);
};
const signedInUser = (server, request) => server.person(session(server, request));

function inboxOf(server, request) {
  const { inbox } = signedInUser(server, request);
  if (!server.hasInbox) throw new Problem(404, 'feature-off', 'this app has no inbox');
  return inbox;
}

/** Milliseconds by which the client's clock is behind. */
function skew(server, { headers }) {
  const said = headers['peal-client-time'];
  return said ? server.clock.now() - Date.parse(said) : 0;
}

const mark = (verb) => (server, request) => ({ body: inboxOf(server, request).mark(request.body, change[verb]) });

const markOne = (verb) => (server, request) => {
  const inbox = inboxOf(server, request);
  const row = inbox.get(request.parameters[0]);
  inbox.mark({ ids: [row.id] }, change[verb]);
  return { body: row };
};

const inboxOfReport = (server, request) => server.person(user(server, request)).inbox;

/** What a device may report, also in an app without an inbox. */
const report = (verb) => (server, request) => {
  const { inbox } = server.person(user(server, request));
  const [id] = request.parameters;
  if (!inbox.has(id)) throw notFound();
  if (verb) inbox.mark({ ids: [id] }, change[verb]);
  return request.caller.as === 'device' ? { status: 204 } : { body: inbox.get(id) };
};

function changePreferences(make) {
  return (server, request) => {
    const one = signedInUser(server, request);
    make(one.preferences, request, skew(server, request));
    const isOff = one.preferences.value(one.user).globalSettings.pushEnabled === false;
    for (const device of server.devices.of(one.user)) {
      if (['active', 'disabled'].includes(device.state)) device.state = isOff ? 'disabled' : 'active';
    }
    server.preferencesChanged(one.user);
    return { body: one.preferences.value(one.user) };
  };
}

const tagOf = (id) => `tag-${id}`;

function sync(server, request) {
  const caller = server.identify(request.caller);
  const device = server.devices.find(request.parameters[0], caller.user);
  if (caller.device && caller.device !== device) throw notFound();
  const { inbox, preferences } = server.person(caller.user);
  server.devices.report(device, request.body);
  if (!['launched', 'foreground', 'background'].includes(request.body.state)) throw new Problem(422, 'invalid', 'unknown state');
  if (request.body.state !== 'background') inbox.mark({}, change.seen);
  const unseen = inbox.rows.filter((row) => !row.seenAt).map((row) => row.id);
  const shown = (request.body.shown ?? []).map((one) => (typeof one === 'string' ? { id: one } : one));
  // The tag of a push is the id of its notification without its prefix; another sender's stays.
  const named = shown.map(({ id, tag }) => ({ id: id ?? inbox.rows.find((row) => tagOf(row.id) === tag)?.id, tag }));
  const gone = named.filter(({ id }) => id && inbox.isGone(id));
  const clear = gone.map(({ id }) => id);
  const tagged = gone.filter(({ tag }) => tag);
  return {
    body: {
      state: device.state, addressPending: device.pending ? true : undefined, badge: inbox.counts.badge, clear,
      clearTags: tagged.length > 0 ? tagged : undefined, configVersion: server.config.catalogVersion,
      preferencesVersion: preferences.version,
      missed: server.hasInbox ? { count: unseen.length, ids: unseen.slice(0, 50), cursor: null } : inbox.missed(!caller.device),
    },
  };
}

/** A quick reply, by the action's token or the session. The same action and timestamp has the first result. */
function act(server, request) {
  const [id, action] = request.parameters;
  let owner;
  if (request.caller.as === 'action') {
    if (request.caller.token !== `action:${id}:${action}`) {
      throw new Problem(401, 'unauthenticated', 'invalid or expired action token');
    }
    owner = server.ownerOf(id);
  } else owner = session(server, request);
  const { inbox } = server.person(owner);
  const row = inbox.get(id);
  const known = row.actions.find((one) => one.id === action);
  if (!known && request.caller.as !== 'action') throw notFound();
  const kind = known?.type ?? 'open-app';
  const timestamp = request.body.timestamp ?? server.clock.iso();
  const taken = server.replies.get(id) ?? [];
  if (!taken.some((one) => one.action === action && one.timestamp === timestamp)) {
    server.replies.set(id, [...taken, { action, timestamp }]);
  }
  const event = row.entity?.startsWith('event/') ? row.entity.slice('event/'.length) : null;
  const payload = known?.payload ?? payloads[action];
  const eta = kind === 'quick-reply' && event ? server.events.reply(
    event, owner, { ...payload, timestamp }, skew(server, request),
  ) : undefined;
  inbox.mark({ ids: [id] }, kind === 'dismiss' ? change.seen : change.read);
  return { body: {
    notificationId: id, action, kind, timestamp, latest: true, payload, link: known?.link, confirmation: eta?.confirmation, eta,
  } };
}

const late = (minutesLate) => ({ status: 'running-late', minutesLate });
const payloads = {
  'on-time': { status: 'on-time' }, 'late-5': late(5), 'late-10': late(10), 'late-15': late(15),
  'cant-make-it': { status: 'cant-make-it' },
};

function clientConfig(server, request) {
  const isPublic = request.caller.as === 'none';
  if (isPublic && request.query.app !== server.world.app) throw new Problem(404, 'not-found', 'unknown app');
  if (!isPublic) session(server, request);
  const { categories, types, ...config } = server.config;
  return {
    body: isPublic ? config : { ...config, categories, types }, etag: `"${isPublic ? 'p' : 'u'}${config.catalogVersion}"`,
  };
}

function tabs(server, request) {
  const by = request.query.by;
  if (by !== undefined && !['category', 'thread'].includes(by)) throw new Problem(422, 'invalid', 'unknown by');
  const answer = inboxOf(server, request).tabs(by ?? 'category');
  return { body: by ? answer : { ...answer, counts: undefined } };
}

export const routes = [
  ['GET', /^\/client-config$/, clientConfig],
  ['POST', /^\/users\/me\/devices\/push$/, (server, request) => {
    const one = signedInUser(server, request);
    return server.devices.register(one.user, request.body, one.preferences.value(one.user).globalSettings.pushEnabled === false);
  }],
  ['GET', /^\/users\/me\/devices$/, (server, request) => ({ body: { items: server.devices.of(session(server, request)) } })],
  ['POST', /^\/users\/me\/devices\/([^/]+)\/sync$/, sync],
  ['PATCH', /^\/users\/me\/devices\/([^/]+)$/, (server, request) => {
    const caller = server.identify(request.caller);
    return {
      body: server.devices.change(server.devices.find(request.parameters[0], caller.user), request.body, Boolean(caller.device)),
    };
  }],
  ['DELETE', /^\/users\/me\/devices\/([^/]+)$/, (server, request) => {
    server.devices.find(request.parameters[0], session(server, request)).state = 'revoked';
    return { status: 204 };
  }],
  ['GET', /^\/users\/me\/notification-preferences$/, (server, request) => {
    const one = signedInUser(server, request);
    return { body: one.preferences.value(one.user), etag: `"${one.preferences.version}"` };
  }],
  ['PUT', /^\/users\/me\/notification-preferences$/, changePreferences(
    (preferences, { body }, behind) => preferences.change(body, behind),
  )],
  ['PATCH', /^\/users\/me\/notification-preferences\/category\/([^/]+)$/, changePreferences(
    (preferences, { parameters, body }, behind) => preferences.change({ categories: { [parameters[0]]: body } }, behind),
  )],
  ['POST', /^\/users\/me\/notification-preferences\/reset$/, changePreferences(
    (preferences, { body }, behind) => preferences.reset(body.updatedAt, behind),
  )],
  ['PUT', /^\/users\/me\/mutes$/, (server, request) => {
    const one = signedInUser(server, request);
    const mute = one.preferences.mute(request.body);
    server.preferencesChanged(one.user);
    return { body: mute };
  }],
  ['DELETE', /^\/users\/me\/mutes\/([^/]+)$/, (server, request) => {
    const one = signedInUser(server, request);
    one.preferences.unmute(request.parameters[0]);
    server.preferencesChanged(one.user);
    return { status: 204 };
  }],
  ['GET', /^\/notifications$/, (server, request) => ({ body: inboxOf(server, request).page(request.query) })],
  ['GET', /^\/notifications\/unread-count$/, tabs],
  ['POST', /^\/notifications\/seen$/, (server, request) => {
    const inbox = inboxOf(server, request);
    const { ids, link } = request.body;
    const reads = server.config.inbox?.readOn === 'view' && (ids || link);
    return { body: inbox.mark(request.body, reads ? change.read : change.seen) };
  }],
  ['POST', /^\/notifications\/read-all$/, mark('read')],
  ['POST', /^\/notifications\/restore$/, mark('restore')],
  ['POST', /^\/notifications\/received$/, (server, request) => (
    { body: inboxOfReport(server, request).mark({ ids: [] }, change.seen) }
  )],
  ['DELETE', /^\/notifications$/, mark('clear')],
  [['PATCH', 'POST'], /^\/notifications\/([^/]+)\/read$/, markOne('read')],
  ['POST', /^\/notifications\/([^/]+)\/unread$/, markOne('unread')],
  ['POST', /^\/notifications\/([^/]+)\/acknowledge$/, markOne('acknowledge')],
  ['POST', /^\/notifications\/([^/]+)\/received$/, report('received')],
  ['POST', /^\/notifications\/([^/]+)\/opened$/, report('read')],
  ['POST', /^\/notifications\/([^/]+)\/dismissed$/, report('seen')],
  ['POST', /^\/notifications\/([^/]+)\/actions\/([^/]+)$/, act],
  ['DELETE', /^\/notifications\/([^/]+)$/, (server, request) => {
    const inbox = inboxOf(server, request);
    inbox.mark({ ids: [inbox.get(request.parameters[0]).id] }, change.remove);
    return { status: 204 };
  }],
  ['POST', /^\/events\/([^/]+)\/eta$/, (server, request) =>
    ({ body: server.events.reply(request.parameters[0], session(server, request), request.body, skew(server, request)) })],
  ['GET', /^\/events\/([^/]+)\/participants\/eta$/, (server, request) => {
    const board = server.events.board(request.parameters[0], session(server, request));
    return { body: board, etag: `"${board.version}-${board.etaOpen}"` };
  }],
  ['GET', /^\/events\/([^/]+)\/participants\/([^/]+)$/, (server, request) =>
    ({ body: server.events.participant(...request.parameters, session(server, request)) })],
  ['POST', /^\/analytics\/notification-audit$/, (server, request) => {
    const { action, notificationId } = request.body;
    session(server, request);
    if (action !== 'malformed' && !notificationId) throw new Problem(422, 'invalid', 'must be the id of a notification');
    server.claims.push(request.body);
    return { status: 204 };
  }],
  ['POST', /^\/realtime\/ticket$/, (server, request) => (
    { status: 201, body: { ticket: server.sessions.ticket(session(server, request)) } }
  )],
];
