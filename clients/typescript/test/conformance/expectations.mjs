import { differences, inOrder } from './match.mjs';
import { boardOf, inboxOf, preferencesOf, serverOf } from './visible.mjs';

const is = (read) => (expected, device, at, world) => differences(expected, read(device, world), at);

/** As `is`, of what scenarios name: another member than these is a mistake of the scenario. */
const view = (read) => (expected, device, at, world) => {
  const actual = read(device, world);
  const unknown = Object.keys(expected).filter((key) => !(key in actual));
  return unknown.length > 0 ? unknown.map((key) => `${at}.${key}: no such member`) : differences(expected, actual, at);
};

/** How each member of an `expect` is looked at; the answer is what does not hold. */
const expectations = {
  permission: view(({ running }) => {
    const { state, prompt, softPrompt } = running.permission.view.get();
    const text = (one) => (one ? one.text ?? true : null);
    return { state, prompt: text(prompt), softPrompt: text(softPrompt), canOpenSettings: running.permission.canOpenSettings };
  }),
  device: is(({ running }) => running.devices.state.get()),
  config: is(({ running }) => running.config.get()),
  androidChannel: (expected, { running }, at) => differences(
    expected, byId(running.config.get().androidChannels, expected.id), at,
  ),
  iosCategory: (expected, { running }, at) => differences(expected, byId(running.config.get().iosCategories, expected.id), at),
  preferences: view(preferencesOf),
  inbox: view(inboxOf),
  tabs: (expected, { running }, at) => {
    const actual = running.inbox.tabs.get();
    return Object.entries(expected).flatMap(([by, counts]) => Object.entries(counts).flatMap(([key, count]) =>
      differences(count ?? 0, actual[by]?.[key] ?? 0, `${at}.${by}.${key}`)));
  },
  banners: is(({ running }) => running.foreground.banners.get()),
  presentation: ({ id, is: expected }, { running }, at) => {
    const banner = running.foreground.banners.get().find((one) => one.id === id);
    return differences(expected, banner?.presentation ?? 'silent', at);
  },
  board: view(boardOf),
  participant: is(({ participant }) => participant),
  result: is(({ result }) => result && { ...result, error: result.error?.code ?? null }),
  answer: is(({ returned }) => returned),
  resolved: is(({ window }) => window.resolved),
  outbox: is(({ running }) => running.outbox.get()),
  live: is(({ running }) => running.live.mode.get()),
  streams: is(({ window }) => window.streams),
  streamsAtMost: (expected, { window }, at) => (window.streams <= expected ? [] : [`${at}: ${window.streams} connections`]),
  sent: (expected, { window }, at) => inOrder(expected, window.sent, at),
  opened: is(({ window }) => window.opened),
  openedAnyOf: (expected, { window }, at) => {
    const all = expected.map((one) => differences(one, window.opened, at));
    return all.some((found) => found.length === 0) ? [] : all[0];
  },
  requests: (expected, device, at, world) => {
    const { requests } = device.window;
    const short = requests.map(({ method, path, as }) => `${method} ${path} as ${as}`);
    if (expected.length === 0) return differences([], short, at);
    const [found] = inOrder(expected, requests, at, (one, other) => isRequest(one, other, device, world));
    return found ? [`${found.split(' among ')[0]} among ${JSON.stringify(short)}${closest(expected, requests)}`] : [];
  },
  notRequested: (expected, device, at, world) => expected.flatMap((one) => {
    const found = device.window.requests.find((request) => isRequest(one, request, device, world));
    return found ? [`${at}: ${found.method} ${found.path} was requested`] : [];
  }),
  counted: (expected, device, at, world) => expected.flatMap(({ times, ...one }) => {
    const { length } = device.window.requests.filter((request) => isRequest(one, request, device, world));
    return length === times ? [] : [`${at}: ${one.method} ${one.path} was requested ${length} times, not ${times}`];
  }),
  systemPrompts: is(({ window }) => window.systemPrompts),
  settingsOpened: is(({ window }) => window.settingsOpened),
  addressAsked: (expected, { window }, at) => inOrder(expected, window.addressAsked, at),
  addressRemoved: is(({ window }) => window.addressRemoved),
  badge: is(({ icon }) => icon),
  shown: is(({ shown }) => [...shown].sort()),
  cleared: (expected, { window }, at) => differences([...expected].sort(), [...new Set(window.cleared)].sort(), at),
  confirmations: is(({ window }) => window.confirmations),
  logged: (expected, { window }, at) => expected.flatMap((word) =>
    (window.logged.some((event) => event.includes(word)) ? [] : [`${at}: no ${word} among ${JSON.stringify(window.logged)}`])),
  error: is(({ window }) => window.error),
  server: view(serverOf),
};

export const expectationNames = Object.keys(expectations);

/** What of an `expect` does not hold. */
export function check(expected, device, world) {
  return Object.entries(expected).flatMap(([name, value]) => expectations[name](value, device, name, world));
}

const requestMembers = ['method', 'path', 'query', 'body', 'headers', 'as'];

const byId = (list, id) => list.find((one) => one.id === id);

/** What of an `expect` is not of the language. */
export function unknownMembers({ requests = [], notRequested = [], counted = [], presentation = {} }) {
  const counts = counted.map(({ times, ...one }) => one);
  const inRequests = [...requests, ...notRequested, ...counts].flatMap(
    (one) => Object.keys(one).filter((key) => !requestMembers.includes(key)),
  );
  return [...inRequests, ...Object.keys(presentation).filter((key) => !['id', 'is'].includes(key))];
}

function isRequest({ method, path, ...members }, request, device, world) {
  const isMethod = !method || [method].flat().includes(request.method);
  return isMethod && (
    !path || [path].flat().some((one) => isPath(one, request.path, device, world))
  ) && differences(members, request, '').length === 0;
}

function isPath(pattern, path, device, world) {
  const id = world.server.devices.idOf(device.token, device.user) ?? '[^/]+';
  const expression = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{device}', id).replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}

function closest(expected, requests) {
  const near = requests.find(
    ({ method, path }) => expected.some((one) => [one.method].flat().includes(method) && [one.path].flat().includes(path)),
  );
  return near ? `; the closest: ${JSON.stringify({ query: near.query, body: near.body, as: near.as })}` : '';
}
