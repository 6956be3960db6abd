import { duration } from './duration.mjs';

const preferences = (device) => device.running.preferences;
const inbox = (device) => device.running.inbox;

/** What each act of a scenario does: with the device, its argument, the world. A promise that rejects is the act's failure. */
const acts = {
  launch: (device, state) => device.launch(state),
  quit: (device) => device.quit(),
  stop: (device) => device.running.stop(),
  reload: (device) => {
    device.quit(true);
    return device.launch('launched');
  },
  visible: (device, isVisible) => void (device.isVisible = isVisible),
  resume: (device) => device.running.resumed(),
  pause: (device) => device.running.paused(),
  background: (device, { budget, ...event }) => device.load().background(event, budget === undefined ? undefined : { budget: duration(budget) }),
  press: (device, press) => device.load().links.handle({ source: 'push', state: 'closed', ...press }),
  ask: (device, payload) => void (device.returned = device.running.foreground.presentation(payload)),
  updateApp: (device, version) => void (device.appVersion = version),
  signIn: (device, user) => {
    device.signIn(user);
    return device.peal?.signedIn();
  },
  signOut: async (device) => {
    await device.running.signOut();
    device.signIn(null);
  },
  agree: (device, answer) => {
    device.answer = answer;
    return device.running.permission.ask();
  },
  decline: (device) => device.running.permission.dismiss(),
  milestone: (device, name) => device.running.permission.milestone(name),
  screen: (device, link) => device.running.screenViewed(link),
  openSettings: (device) => device.running.permission.openSettings(),
  capabilities: (device, value) => device.running.devices.setCapabilities(value),

  openPreferences: (device) => preferences(device).load(),
  toggle: (device, { category, all, channel, enabled }) => {
    if (all) return preferences(device).setGlobal({ [`${all}Enabled`]: enabled });
    return preferences(device).setCategory(category, channel ? { channels: { [channel]: enabled } } : { enabled });
  },
  quietHours: (device, change) => preferences(device).setQuietHours(change),
  resetPreferences: (device) => preferences(device).reset(),
  mute: (device, mute) => preferences(device).mute(mute),
  unmute: (device, { scope, id }) => {
    const { mutes } = preferences(device).view.get().value;
    return preferences(device).unmute(mutes.find((mute) => mute.scope === scope && mute.target === id).id);
  },
  retry: (device, key) => preferences(device).retry(key),
  dismissFailure: (device, key) => preferences(device).dismissFailure(key),

  openInbox: (device, filter) => inbox(device).load(filter),
  loadMore: (device) => inbox(device).loadMore(),
  openRow: (device, id) => inbox(device).open(id),
  markRead: (device, id) => inbox(device).markRead(id),
  markUnread: (device, id) => inbox(device).markUnread(id),
  markAllRead: (device) => inbox(device).markAllRead(),
  viewRows: (device, ids) => inbox(device).viewed(ids),
  delete: (device, id) => inbox(device).remove(id),
  clearAll: (device) => inbox(device).clear(),
  undo: (device) => inbox(device).undo(),
  acknowledge: (device, id) => inbox(device).acknowledge(id),
  dismiss: (device, id) => device.load().inbox.dismissed(id),
  countTabs: (device, by) => inbox(device).loadTabs(by),

  tap: (device, tap) => {
    if (tap.state !== 'closed') return device.running.links.handle(tap);
    device.quit();
    return device.launch('launched', (peal) => peal.links.handle(tap));
  },
  tapBanner: (device, id) => device.running.foreground.tap(id),
  dismissBanner: (device, id) => device.running.foreground.dismiss(id),
  push: (device, payload) => device.running.foreground.received(payload),
  viewing: (device, thread) => device.running.live.viewing(thread),

  reply: async (device, { notification, action, token }) => {
    const prefix = { valid: 'action', expired: 'ended' }[token];
    const row = inbox(device).view.get().items.find(({ id }) => id === notification);
    const link = row?.actions?.find(({ id }) => id === action)?.link;
    device.result = await device.running.replies.take(notification, {
      id: action, ...(prefix ? { token: `${prefix}:${notification}:${action}` } : {}), ...(link ? { link } : {}),
    });
  },
  replyToEvent: async (device, { event, status, minutesLate }) => {
    device.result = await device.running.eta.reply(event, { status, ...(minutesLate ? { minutesLate } : {}) });
  },
  openBoard: (device, event) => void device.boards.set(event, device.running.eta.board(event)),
  closeBoard: (device, event) => device.boards.get(event).close(),
  openParticipant: async (device, { event, user }) => {
    device.participant = await device.running.eta.participant(event, user);
  },
  call: async (device, { service, method, arguments: values }, { services }) => {
    device.returned = await services(device.running)[service][method](...values);
  },

  goOffline: (device) => device.setOnline(false),
  goOnline: (device) => device.setOnline(true),
  time: (_, length, world) => world.clock.advance(duration(length), () => world.settle()),
  permissionChanges: (device, state) => void (device.permission = state),
  addressChanges: (device, token) => {
    device.token = token;
    return device.running.devices.addressChanged();
  },
  addressHashLost: (device) => device.storage.forEach((_, key) => key.endsWith(':address') && device.storage.delete(key)),
  storageLost: (device) => device.storage.clear(),
  storageCorrupted: (device) => device.storage.forEach((_, key) => device.storage.set(key, '{"v":')),
  systemShows: (device, ids) => void ids.forEach((id) => device.shown.add(id)),

  notify: (device, { user = device.user, ...row }, world) => world.server.notify(user, row),
  elsewhere: (device, what, world) => world.server.elsewhere(device.user, what),
  raiseAlert: (device, id, world) => world.server.raiseAlert(device.user, id),
  lock: (device, what, world) => world.server.lock(device.user, what),
  eta: (_, { event, user, ...reply }, world) => void world.server.events.reply(event, user, reply),
  checkIn: (_, { event, user }, world) => world.server.events.checkIn(event, user),
  leave: (_, { event, user }, world) => world.server.events.leave(event, user),
  remind: (_, event, world) => world.server.events.remind(event),
  deleteEvent: (_, event, world) => world.server.events.remove(event),
  publish: (_, change, world) => world.server.publish(change),
  deviceState: (device, state, world) => world.server.devices.of(device.user).forEach((one) => (one.state = state)),
  refuse: (_, { method, path, times = Infinity, ...answer }, world) => {
    const isPath = path.endsWith('*') ? (actual) => actual.startsWith(path.slice(0, -1)) : (actual) => actual === path;
    const matches = (verb, actual) => (!method || [method].flat().includes(verb)) && isPath(actual);
    world.server.refusals.push({ ...answer, times, matches });
  },
  accept: (_, __, world) => void (world.server.refusals.length = 0),
  serverDown: (device, isDown) => {
    device.isServerDown = isDown;
    if (isDown) for (const socket of [...device.sockets]) socket.end(1006, '');
  },
  loseResponses: (device, count) => void (device.lostResponses = count),
  hold: (device) => void (device.held = []),
  release: (device) => {
    const waiting = device.held;
    device.held = null;
    for (const release of waiting) release();
  },
  refuseStream: (device, isRefused) => void (device.isStreamRefused = isRefused),
  breakStream: (device, { code, reason }, world) => world.server.log.breakOff(device, code, reason),
  forgetEvents: (_, __, world) => world.server.log.forget(),
  message: (device, message, world) => world.server.log.message(device, message),
  frame: (device, text, world) => world.server.log.raw(device, text),
  repeatMessages: (device, _, world) => world.server.log.repeat(device),
  tokenFails: (device, isFailing) => void (device.isTokenFailing = isFailing),
  tokenHangs: (device, isHanging) => void (device.isTokenHanging = isHanging),
  expireSession: (device, { renewable }) => device.expireSession(renewable),
};

export const actNames = Object.keys(acts);

const row = [
  'id', 'type', 'link', 'title', 'body', 'why', 'category', 'priority', 'entity', 'thread', 'alert', 'read', 'seen', 'failed', 'minutesAgo',
  'buttons',
];

/** The members of an act's argument, where it has any. */
const argumentMembers = {
  toggle: ['category', 'all', 'channel', 'enabled'],
  quietHours: ['enabled', 'start', 'end', 'timeZone'],
  mute: ['scope', 'id', 'for'],
  unmute: ['scope', 'id'],
  openInbox: ['status', 'category', 'thread'],
  background: ['push', 'press', 'dismissed', 'address', 'budget'],
  press: ['notification', 'link', 'entity', 'action'],
  tap: ['source', 'state', 'notification', 'link', 'entity', 'action'],
  reply: ['notification', 'action', 'token'],
  replyToEvent: ['event', 'status', 'minutesLate'],
  openParticipant: ['event', 'user'],
  call: ['service', 'method', 'arguments'],
  notify: [...row, 'user'],
  elsewhere: ['read', 'delete', 'category', 'enabled'],
  lock: ['category', 'reason'],
  eta: ['event', 'user', 'status', 'minutesLate'],
  checkIn: ['event', 'user'],
  leave: ['event', 'user'],
  refuse: ['method', 'path', 'status', 'code', 'retryAfter', 'times'],
  breakStream: ['code', 'reason'],
  expireSession: ['renewable'],
};

/** The members of a row, and of an event of the world. */
export const worldMembers = { row, list: ['count', 'type', 'link'], event: ['startsIn', 'host', 'remindersSent', 'participants'],
  participant: ['user', 'name', 'rsvp', 'checkedIn', 'reply', 'phone'] };

/** What of an act is not of the language. */
export function unknownArguments(name, value) {
  const known = argumentMembers[name];
  return known && typeof value === 'object' && value !== null ? Object.keys(value).filter((key) => !known.includes(key)) : [];
}

/** Does one act and lets all work finish; a failure is the code that the next `expect` sees, or fails the step. */
export async function act(world, step, services) {
  const [name] = Object.keys(step).filter((key) => actNames.includes(key));
  const device = world.device(step.on);
  let failure = null;
  const { [name]: work } = { ...acts, ...device.acts };
  const promise = (async () => work(device, step[name], Object.assign(world, { services })))();
  // Time passes for the acts before it.
  const ends = name === 'time' ? () => undefined : (isResolved) => (device.window.resolved = isResolved);
  ends(false);
  promise.then(() => ends(true), (error) => (failure = error));
  await (name === 'time' ? promise : world.settle());
  if (!failure) return;
  device.window.error = failure.code ?? String(failure);
  if (!step.mayFail) throw new Error(`${name} failed: ${failure.stack ?? failure}`);
}
